//! Closed convex bodies from without, candidates against a look at every facet, sums over many shapes.

use crate::bodies::*;
use esker_geom::Vector;
use esker_geom::vector::{length, scale, subtract};
use esker_narrow::{Mesh, Side, Sphere, Surface};
use proptest::prelude::*;
use rand::RngExt;

/// A ball, a box or an octahedron, stretched.
fn convex_body(kind: usize, stretch: &Vector<3>) -> Mesh<3> {
    let soup = if kind == 4 { box_mesh(&[-1.0; 3], &[1.0; 3]) } else { ball(kind) };
    let stretched = |x: &Vector<3>| std::array::from_fn(|axis| x[axis] * stretch[axis]);
    let vertices: Vec<Vector<3>> = soup.0.iter().map(stretched).collect();
    Mesh::new(&vertices, &soup.1).unwrap()
}

fn anywhere(size: f64) -> impl Strategy<Value = Vector<3>> {
    // Zeros and ones put centres over edges, vertices and planes of symmetry.
    prop::array::uniform3(prop_oneof![3 => -size..size, 1 => Just(0.0), 1 => Just(1.0)])
}

proptest! {
    #[test]
    fn a_convex_body_is_touched_from_without_exactly_once(
        kind in 0usize..5,
        stretch in prop::array::uniform3(0.01..2.0),
        center in anywhere(3.0),
        more in 0.0..4.0,
    ) {
        let mesh = convex_body(kind, &stretch);
        let outside = {
            // Outside if in front of any facet, which all wind outward.
            let in_front = |facet: &[u32; 3]| {
                let [a, b, c] = facet.map(|vertex| mesh.vertices()[vertex as usize]);
                let normal = esker_geom::vector::cross(&subtract(&b, &a), &subtract(&c, &a));
                esker_geom::vector::dot(&normal, &subtract(&center, &a)) > 1e-7 * length(&normal)
            };
            mesh.indices().iter().any(in_front)
        };
        prop_assume!(outside);
        let far = touches(&mesh, &center, 100.0);
        prop_assert_eq!(far.len(), 1);
        let found = touches(&mesh, &center, far[0].distance * (1.0 + 1e-12) + more);
        prop_assert_eq!(found.len(), 1);
        prop_assert!((length(&found[0].normal) - 1.0).abs() < 1e-14);
        prop_assert!(touches(&mesh, &center, far[0].distance * (1.0 - 1e-9)).is_empty());
    }

    #[test]
    fn the_tree_gives_what_a_look_at_every_facet_gives(
        kind in 0usize..5,
        stretch in prop::array::uniform3(0.1..2.0),
        center in anywhere(2.5),
        reach in 0.0..1.5,
    ) {
        let mesh = convex_body(kind, &stretch);
        let all: Vec<u32> = (0..mesh.indices().len() as u32).collect();
        let mut naive = Vec::new();
        mesh.touches_among(&center, reach, &all, &mut naive);
        prop_assert_eq!(touches(&mesh, &center, reach), naive.clone());
        // Candidates of a longer reach serve as well, after a move by less than the difference.
        let (mut parts, mut found) = (Vec::new(), Vec::new());
        mesh.candidates(&[center[0] + 0.05, center[1] - 0.05, center[2]], reach + 0.1, &mut parts);
        mesh.touches_among(&center, reach, &parts, &mut found);
        prop_assert_eq!(found, naive);
    }
}

#[test]
fn a_faceted_ball_is_a_ball_up_to_its_facets() {
    let random = &mut generator(31);
    let soup = ball(4);
    let mesh = Mesh::new(&soup.0, &soup.1).unwrap();
    let smooth = Sphere::new([0.0; 3], 1.0, Side::Outside).unwrap();
    let longest = 0.13; // of all edges: a chord lies below its arc by an eighth of its square
    for _ in 0..2000 {
        let direction = esker_geom::vector::normalized(&random_vector::<3>(random)).unwrap();
        let center = scale(&direction, 1.0 + 0.2 * random.random::<f64>());
        let (found, round) = (touches(&mesh, &center, 0.3), touches(&smooth, &center, 0.3));
        assert_eq!(found.len(), 1);
        let deeper = found[0].distance - round[0].distance;
        assert!(deeper > -1e-14 && deeper < longest * longest / 4.0, "{deeper}");
    }
}
