//! Two planes at an angle, boxes from within, plates: what a corner must and must not do.

use crate::bodies::*;
use esker_geom::rotation::{about_axis, rotate};
use esker_geom::vector::{add, length, normalized, scale, subtract};
use esker_geom::{Aabb, Vector};
use esker_narrow::{InnerBox, Mesh, Touch};
use rand::RngExt;

/// Two rectangles that share the y axis: one along x, one turned up from it by an angle.
fn wedge(angle: f64, random: &mut rand_pcg::Pcg64Mcg) -> Soup {
    let (sine, cosine) = angle.sin_cos();
    let ys: Vec<f64> = (0..=8).map(|i| f64::from(i) / 2.0 - 2.0).collect();
    let xs = [-2.0, -1.0, 0.0, 0.5, 2.0];
    grid(&xs, &ys, random, |i, j, _| {
        let along = xs[i].abs();
        if xs[i] < 0.0 { [along * cosine, ys[j], along * sine] } else { [along, ys[j], 0.0] }
    })
}

/// The contacts of a centre at polar angle `polar` and distance `away` from the edge.
fn expected_at_wedge(angle: f64, polar: f64, away: f64) -> Vec<f64> {
    let to_wall = |apart: f64| (apart.cos() > 0.0).then(|| away * apart.sin());
    let within = polar < angle;
    let (first, second) = if within {
        (to_wall(polar), to_wall(angle - polar))
    } else {
        (to_wall(std::f64::consts::TAU - polar), to_wall(polar - angle))
    };
    let mut all: Vec<f64> = [first, second].into_iter().flatten().map(f64::abs).collect();
    all.sort_by(f64::total_cmp);
    if all.is_empty() {
        all.push(away);
    }
    // From the convex side (the larger angle) one wall hides the other.
    let convex = if within { angle > std::f64::consts::PI } else { angle < std::f64::consts::PI };
    all.truncate(if convex { 1 } else { 2 });
    all
}

#[test]
fn a_wedge_touches_as_two_half_planes_do() {
    let random = &mut generator(11);
    for step in 0..40 {
        let angle = 0.3 + 5.6 * f64::from(step) / 40.0;
        let rotation = random_rotation(random);
        let mesh = turned(&wedge(angle, random), &rotation, &[0.0; 3]);
        for _ in 0..200 {
            let (polar, away) =
                (std::f64::consts::TAU * random.random::<f64>(), random.random::<f64>());
            let local = [away * polar.cos(), 0.5 * symmetric(random), away * polar.sin()];
            let found = touches(&mesh, &rotate(&rotation, &local), 1.0);
            let mut distances: Vec<f64> = found.iter().map(|touch| touch.distance).collect();
            distances.sort_by(f64::total_cmp);
            let expected = expected_at_wedge(angle, polar, away);
            assert_eq!(
                distances.len(),
                expected.len(),
                "angle {angle} at {polar}, {away}: {found:?}"
            );
            for (a, b) in distances.iter().zip(&expected) {
                assert!((a - b).abs() < 1e-13, "angle {angle} at {polar}, {away}: {a} for {b}");
            }
        }
    }
}

#[test]
fn the_inside_of_a_triangulated_box_is_the_box() {
    let random = &mut generator(12);
    let (low, high) = ([-1.0, 0.5, 2.0], [1.0, 1.5, 5.0]);
    let soup = box_mesh(&low, &high);
    let mesh = Mesh::new(&soup.0, &soup.1).unwrap();
    let walls = InnerBox::new(Aabb { low, high }).unwrap();
    let in_order = |mut found: Vec<Touch<3>>| {
        found.sort_by(|a, b| a.normal.partial_cmp(&b.normal).unwrap());
        found
    };
    for _ in 0..5000 {
        // Half of the coordinates are so near to a wall that edges and corners are met often.
        let center: Vector<3> = std::array::from_fn(|axis| {
            let share =
                if random.random() { random.random() } else { 0.02 * random.random::<f64>() };
            low[axis] + (high[axis] - low[axis]) * if random.random() { share } else { 1.0 - share }
        });
        let reach = 0.6 * random.random::<f64>();
        let (found, expected) = (touches(&mesh, &center, reach), touches(&walls, &center, reach));
        assert_eq!(found.len(), expected.len(), "at {center:?}, reach {reach}");
        for (a, b) in in_order(found).iter().zip(&in_order(expected)) {
            assert!((a.distance - b.distance).abs() < 1e-14);
            assert!(length(&subtract(&a.normal, &b.normal)) < 1e-14);
        }
    }
}

#[test]
fn the_back_of_a_plate_does_not_push() {
    let soup = box_mesh(&[-1.0, -1.0, -0.01], &[1.0, 1.0, 0.0]);
    let mesh = Mesh::new(&soup.0, &soup.1).unwrap();
    for center in [[0.0, 0.0, 0.05], [0.99, 0.99, 0.05], [0.2, 0.2, -0.06], [1.02, 0.0, 0.03]] {
        assert_eq!(touches(&mesh, &center, 0.2).len(), 1, "at {center:?}");
    }
}

#[test]
fn features_change_from_face_to_edge_to_vertex_and_stay_between() {
    let soup = box_mesh(&[0.0; 3], &[1.0; 3]);
    let mesh = Mesh::new(&soup.0, &soup.1).unwrap();
    let feature = |x: f64, y: f64| {
        let found = touches(&mesh, &[x, y, 1.1], 0.3);
        assert_eq!(found.len(), 1);
        found[0].feature
    };
    assert_eq!(feature(0.3, 0.2), feature(0.2, 0.3), "the diagonal is no border");
    assert_eq!(feature(1.1, 0.2), feature(1.05, 0.9));
    assert_ne!(feature(1.1, 0.2), feature(0.9, 0.2));
    assert_ne!(feature(1.1, 1.1), feature(1.1, 0.9));
    assert!(feature(0.5, 0.5) < feature(1.1, 0.5) && feature(1.1, 0.5) < feature(1.1, 1.1));
}

#[test]
fn in_the_plane_corners_are_two_contacts_within_and_one_without() {
    for (angle, inside) in [(0.4, true), (1.2, true), (2.5, true), (0.4, false), (2.5, false)] {
        let arm = rotate(&about_axis(&[0.0, 0.0, 1.0], angle), &[1.0, 0.0, 0.0]);
        let mesh =
            Mesh::new(&[[1.0, 0.0], [0.0, 0.0], [arm[0], arm[1]]], &[[0, 1], [1, 2]]).unwrap();
        let half = normalized(&add(&[1.0, 0.0], &[arm[0], arm[1]])).unwrap();
        let center = scale(&half, if inside { 0.3 } else { -0.3 });
        let found = touches(&mesh, &center, 0.5);
        let expected = if inside { (2, 0.3 * (0.5 * angle).sin()) } else { (1, 0.3) };
        assert_eq!(found.len(), expected.0);
        assert!(found.iter().all(|touch| (touch.distance - expected.1).abs() < 1e-15));
    }
}

/// A force must not double over a crease that only single precision has made.
#[test]
fn a_crease_of_a_hair_is_one_contact_and_a_real_one_is_two() {
    for (rise, expected) in [(5e-5, 1), (1e-3, 2)] {
        let vertices = [[-1.0, rise], [0.0, 0.0], [1.0, 0.0]];
        let mesh = Mesh::new(&vertices, &[[0, 1], [1, 2]]).unwrap();
        let center = [0.5 * rise * 0.1, 0.1];
        let found = touches(&mesh, &center, 0.12);
        assert_eq!(found.len(), expected, "{found:?}");
        assert!((found[0].distance - 0.1).abs() < 1e-6);
    }
}
