//! A triangulated square is the square: one contact, the plane's normal and distance, one feature.

use crate::bodies::*;
use esker_geom::Vector;
use esker_geom::rotation::{inverse, rotate};
use esker_geom::vector::{add, length, scale, subtract};
use esker_narrow::{Mesh, Plane, Surface};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

const REACH: f64 = 0.3;

/// Triangulations of the square from -1 to 1, of every kind.
fn squares(random: &mut Pcg64Mcg) -> Vec<Soup> {
    let even: Vec<f64> = (0..=6).map(|i| f64::from(i) / 3.0 - 1.0).collect();
    let slivers = [-1.0, -1.0 + 1e-7, -0.2, -0.2 + 1e-6, -0.2 + 3e-6, 0.5, 1.0];
    let jitter = |i: usize, j: usize, random: &mut Pcg64Mcg| {
        let inner = |k: usize| if k.is_multiple_of(6) { 0.0 } else { 0.12 };
        [even[i] + inner(i) * symmetric(random), even[j] + inner(j) * symmetric(random), 0.0]
    };
    let mut fan: Soup = (vec![[0.3 * symmetric(random), 0.3 * symmetric(random), 0.0]], Vec::new());
    let mut rim: Vec<f64> = vec![0.0, 1.0, 2.0, 3.0];
    rim.extend((0..40).map(|_| 4.0 * random.random::<f64>()));
    rim.sort_by(f64::total_cmp);
    for (i, &place) in rim.iter().enumerate() {
        let (side, along) = (place.floor() as usize % 4, 2.0 * place.fract() - 1.0);
        fan.0.push(
            [[along, -1.0, 0.0], [1.0, along, 0.0], [-along, 1.0, 0.0], [-1.0, -along, 0.0]][side],
        );
        fan.1.push([0, i as u32 + 1, (i as u32 + 1) % rim.len() as u32 + 1]);
    }
    vec![
        box_face(),
        grid(&even, &even, random, |i, j, _| [even[i], even[j], 0.0]),
        grid(&even, &even, random, jitter),
        grid(&slivers, &even, random, |i, j, _| [slivers[i], even[j], 0.0]),
        fan,
    ]
}

fn box_face() -> Soup {
    (
        vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]],
        vec![[0, 1, 2], [0, 2, 3]],
    )
}

/// A place in the square: anywhere, over a vertex, on an edge, or a hair beside one of these.
fn place(soup: &Soup, random: &mut Pcg64Mcg) -> Vector<3> {
    let triangle = soup.1[random.random_range(0..soup.1.len())];
    let (a, b) =
        (soup.0[triangle[0] as usize], soup.0[triangle[random.random_range(1..3)] as usize]);
    let exact = match random.random_range(0..4) {
        0 => a,
        1 => scale(&add(&a, &b), 0.5),
        2 => add(&a, &scale(&subtract(&b, &a), random.random())),
        _ => [symmetric(random), symmetric(random), 0.0],
    };
    let hair = 10f64.powi(-random.random_range(5..20)) * f64::from(random.random_range(0..2));
    let moved = add(&exact, &scale(&[symmetric(random), symmetric(random), 0.0], hair));
    moved.map(|x| x.clamp(-1.0, 1.0))
}

#[test]
fn a_triangulated_square_is_a_plane() {
    let random = &mut generator(1);
    for _ in 0..20 {
        for soup in squares(random) {
            let (rotation, shift) = (random_rotation(random), scale(&random_vector(random), 5.0));
            let mesh = turned(&soup, &rotation, &shift);
            for _ in 0..200 {
                let height = symmetric(random) * 10f64.powi(-random.random_range(1..9));
                let local = add(&place(&soup, random), &[0.0, 0.0, height]);
                let center = add(&rotate(&rotation, &local), &shift);
                let normal = rotate(&rotation, &[0.0, 0.0, height.signum()]);
                let plane = Plane::new(shift, normal).unwrap();
                let (found, expected) =
                    (touches(&mesh, &center, REACH), touches(&plane, &center, REACH));
                assert_eq!(found.len(), 1, "at {local:?}: {found:?}");
                assert_eq!(found[0].feature, 0, "all triangles are one face");
                let off = (found[0].distance - expected[0].distance).abs();
                assert!(off < 1e-14, "distance off by {off:e} at {local:?}");
                let off = length(&subtract(&found[0].normal, &expected[0].normal));
                assert!(off < 1e-13, "normal off by {off:e} at {local:?}");
                assert!(length(&subtract(&found[0].point, &expected[0].point)) < 1e-13);
            }
        }
    }
}

/// Hundreds of facets within reach are one contact too, and one that the candidates of a longer reach
/// give.
#[test]
fn dust_is_a_plane() {
    let random = &mut generator(3);
    let even: Vec<f64> = (0..=60).map(|i| f64::from(i) / 30.0 - 1.0).collect();
    let soup = grid(&even, &even, random, |i, j, random| {
        let inner = |k: usize| if k.is_multiple_of(60) { 0.0 } else { 0.01 };
        [even[i] + inner(i) * symmetric(random), even[j] + inner(j) * symmetric(random), 0.0]
    });
    let mesh = Mesh::new(&soup.0, &soup.1).unwrap();
    for height in [0.0, 0.1, 0.29, 0.2999999, 0.31] {
        for _ in 0..20 {
            let [x, y, _] = place(&soup, random);
            let center = [0.6 * x, 0.6 * y, height];
            let (mut parts, mut found) = (Vec::new(), Vec::new());
            assert!(mesh.candidates(
                &[center[0] + 0.01, center[1], height],
                REACH + 0.02,
                &mut parts
            ));
            mesh.touches_among(&center, REACH, &parts, &mut found);
            assert_eq!(touches(&mesh, &center, REACH), found);
            assert_eq!(found.len(), usize::from(height <= REACH), "{center:?}");
            assert_eq!(mesh.is_near(&center, REACH), height <= REACH);
            for touch in found {
                assert!((touch.distance - height).abs() < 1e-15 && touch.normal[2].abs() == 1.0);
            }
        }
    }
}

#[test]
fn beyond_its_border_the_nearest_point_of_the_border_is_touched_once() {
    let random = &mut generator(2);
    for _ in 0..20 {
        for soup in squares(random) {
            let rotation = random_rotation(random);
            let mesh = turned(&soup, &rotation, &[0.0; 3]);
            for _ in 0..100 {
                let local = scale(&random_vector::<3>(random), 1.5);
                let found = touches(&mesh, &rotate(&rotation, &local), 2.0);
                assert_eq!(found.len(), 1, "at {local:?}: {found:?}");
                let nearest = [local[0].clamp(-1.0, 1.0), local[1].clamp(-1.0, 1.0), 0.0];
                let off = (found[0].distance - length(&subtract(&local, &nearest))).abs();
                assert!(off < 1e-14, "distance off by {off:e} at {local:?}");
                let point = rotate(&inverse(&rotation), &found[0].point);
                assert!(length(&subtract(&point, &nearest)) < 1e-13);
            }
        }
    }
}

/// Small triangles against one side of a large one, in three disguises: unwelded by a hair, doubled, and
/// with a needle of no area that closes the gap on paper.
#[test]
fn a_t_junction_is_as_flat_as_the_rest() {
    let vertices = [
        [-1.0, -1.0, 0.0],
        [1.0, -1.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.1, -1.0, 0.0],
        [0.0, -2.0, 0.0],
        [-1.0, -1.0 - 1e-10, 0.0],
    ];
    let cuts: [&[[u32; 3]]; 3] = [
        &[[0, 1, 2], [0, 4, 3], [4, 1, 3]],
        &[[0, 1, 2], [2, 1, 0], [5, 4, 3], [4, 1, 3]],
        &[[0, 1, 2], [0, 3, 1], [0, 4, 3], [4, 1, 3]],
    ];
    for triangles in cuts {
        let mesh = Mesh::new(&vertices, triangles).unwrap();
        for i in -40..=40 {
            for hair in [0.0, 1e-15, 1e-12, 1e-10, 1e-8, 1e-4, 0.05] {
                for side in [-hair, hair] {
                    let center = [f64::from(i) * 0.02, -1.0 + side, 0.1];
                    let found = touches(&mesh, &center, 0.2);
                    assert_eq!(found.len(), 1, "at {center:?}: {found:?}");
                    assert_eq!((found[0].distance, found[0].normal), (0.1, [0.0, 0.0, 1.0]));
                }
            }
        }
    }
}

/// A floor from a file in single precision, turned: flat to 1e-7 only, yet never two contacts.
#[test]
fn a_floor_in_single_precision_is_touched_once() {
    let random = &mut generator(3);
    for soup in squares(random) {
        let rotation = random_rotation(random);
        let single = |x: &Vector<3>| rotate(&rotation, x).map(|x| f64::from(x as f32));
        let vertices: Vec<_> = soup.0.iter().map(single).collect();
        let mesh = Mesh::with_precision(&vertices, &soup.1, 3e-7).unwrap();
        for _ in 0..500 {
            let local = add(&scale(&place(&soup, random), 0.99), &[0.0, 0.0, 0.01]);
            let found = touches(&mesh, &rotate(&rotation, &local), 0.02);
            assert_eq!(found.len(), 1, "at {local:?}: {found:?}");
            assert_eq!(found[0].feature, 0, "all triangles are one face");
            assert!((found[0].distance - 0.01).abs() < 2e-7);
        }
    }
}

#[test]
fn a_centre_in_the_surface_has_a_normal() {
    let random = &mut generator(4);
    for soup in squares(random) {
        let mesh = Mesh::new(&soup.0, &soup.1).unwrap();
        for _ in 0..200 {
            let found = touches(&mesh, &place(&soup, random), REACH);
            assert_eq!(found.len(), 1);
            assert_eq!((found[0].distance, found[0].normal[2].abs()), (0.0, 1.0));
        }
    }
}

#[test]
fn a_polyline_along_a_line_is_the_line() {
    let random = &mut generator(5);
    for _ in 0..50 {
        let direction = esker_geom::vector::normalized(&random_vector::<2>(random)).unwrap();
        let mut places: Vec<f64> = (0..20).map(|_| symmetric(random)).collect();
        places.extend([-1.0, 1.0]);
        places.sort_by(f64::total_cmp);
        let vertices: Vec<_> = places.iter().map(|&t| scale(&direction, t)).collect();
        let segments: Vec<_> = (1..places.len() as u32).map(|i| [i - 1, i]).collect();
        let mesh = Mesh::new(&vertices, &segments).unwrap();
        let normal = [-direction[1], direction[0]];
        for &along in places.iter().chain(&[0.123, -0.5, 0.9]) {
            let center = add(&scale(&direction, along), &scale(&normal, 0.07));
            let found = touches(&mesh, &center, 0.1);
            assert_eq!(found.len(), 1, "at {along}: {found:?}");
            assert!((found[0].distance - 0.07).abs() < 1e-15);
            assert!(length(&subtract(&found[0].normal, &normal)) < 1e-13);
        }
    }
}
