//! Meshes to test with, and the loose ends all tests share.

use esker_geom::Vector;
use esker_geom::rotation::{Rotation, rotate};
use esker_geom::vector::{add, normalized, scale};
use esker_narrow::{Mesh, Surface, Touch};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Vertices and triangles.
pub type Soup = (Vec<Vector<3>>, Vec<[u32; 3]>);

pub fn generator(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

/// A number from -1 to 1.
pub fn symmetric(random: &mut Pcg64Mcg) -> f64 {
    2.0 * random.random::<f64>() - 1.0
}

pub fn random_vector<const D: usize>(random: &mut Pcg64Mcg) -> Vector<D> {
    std::array::from_fn(|_| symmetric(random))
}

pub fn random_rotation(random: &mut Pcg64Mcg) -> Rotation {
    normalized(&random_vector::<4>(random)).unwrap()
}

pub fn touches<const D: usize>(
    surface: &dyn Surface<D>,
    center: &Vector<D>,
    reach: f64,
) -> Vec<Touch<D>> {
    let mut found = Vec::new();
    surface.touches(center, reach, &mut found);
    found
}

pub fn turned(soup: &Soup, rotation: &Rotation, shift: &Vector<3>) -> Mesh<3> {
    let vertices: Vec<_> = soup.0.iter().map(|x| add(&rotate(rotation, x), shift)).collect();
    Mesh::new(&vertices, &soup.1).unwrap()
}

/// A grid over given places along x and y at the height `z(x, y)`, each cell cut along a random diagonal.
pub fn grid(
    xs: &[f64],
    ys: &[f64],
    random: &mut Pcg64Mcg,
    mut vertex: impl FnMut(usize, usize, &mut Pcg64Mcg) -> Vector<3>,
) -> Soup {
    let mut soup: Soup = (Vec::new(), Vec::new());
    for i in 0..xs.len() {
        for j in 0..ys.len() {
            soup.0.push(vertex(i, j, random));
        }
    }
    let number = |i: usize, j: usize| (i * ys.len() + j) as u32;
    for i in 1..xs.len() {
        for j in 1..ys.len() {
            let corners = [number(i - 1, j - 1), number(i, j - 1), number(i, j), number(i - 1, j)];
            let turn = random.random_range(0..2);
            let [a, b, c, d] = std::array::from_fn(|k| corners[(k + turn) % 4]);
            soup.1.extend([[a, b, c], [a, c, d]]);
        }
    }
    soup
}

/// The box from `low` to `high`, wound outward, each face cut once.
pub fn box_mesh(low: &Vector<3>, high: &Vector<3>) -> Soup {
    let corner = |bits: usize| {
        std::array::from_fn(|axis| if bits >> axis & 1 == 0 { low[axis] } else { high[axis] })
    };
    let quads: [[u32; 4]; 6] =
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    ((0..8).map(corner).collect(), triangles)
}

/// The ball of radius one, from an octahedron divided `levels` times; corners are left loose.
pub fn ball(levels: usize) -> Soup {
    let (x, y, z) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    let mut faces: Vec<[Vector<3>; 3]> = Vec::new();
    for bits in 0..8 {
        let sign = |axis: usize| if bits >> axis & 1 == 0 { 1.0 } else { -1.0 };
        let face = [scale(&x, sign(0)), scale(&y, sign(1)), scale(&z, sign(2))];
        let inside_out = sign(0) * sign(1) * sign(2) < 0.0;
        faces.push(if inside_out { [face[1], face[0], face[2]] } else { face });
    }
    for _ in 0..levels {
        let middle = |a: &Vector<3>, b: &Vector<3>| normalized(&add(a, b)).unwrap();
        faces = faces
            .iter()
            .flat_map(|[a, b, c]| {
                let (p, q, r) = (middle(a, b), middle(b, c), middle(c, a));
                [[*a, p, r], [p, *b, q], [r, q, *c], [p, q, r]]
            })
            .collect();
    }
    let triangles = (0..faces.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    (faces.into_iter().flatten().collect(), triangles)
}
