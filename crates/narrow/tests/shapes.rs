//! Every analytic shape against the nearest of many points of its surface, and where formulas divide by zero.

use esker_geom::rotation::{about_axis, rotate};
use esker_geom::vector::{add, length, normalized, scale, subtract};
use esker_geom::{Aabb, Vector};
use esker_narrow::{Cone, Cylinder, Disc, InnerBox, Plane, ShapeError, Shapes, Side, Sphere};
use esker_narrow::{Surface, Touch};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::f64::consts::TAU;

/// How far apart the sampled points are.
const STEP: f64 = 0.02;

fn touches<const D: usize>(surface: &dyn Surface<D>, center: &Vector<D>) -> Vec<Touch<D>> {
    let mut found = Vec::new();
    surface.touches(center, 10.0, &mut found);
    found
}

fn random_vector<const D: usize>(random: &mut Pcg64Mcg) -> Vector<D> {
    std::array::from_fn(|_| 2.0 * random.random::<f64>() - 1.0)
}

/// Numbers from `low` to `high`, `STEP` apart or less.
fn steps(low: f64, high: f64) -> impl Iterator<Item = f64> + Clone {
    let count = ((high - low) / STEP).ceil().max(1.0);
    (0..=count as usize).map(move |i| low + (high - low) * i as f64 / count)
}

/// The one touch is as near as the nearest sample, its point is on the surface, its normal leads to the centre.
fn compare(surface: &dyn Surface<3>, samples: &[Vector<3>], rotated: [f64; 4], seed: u64) {
    let random = &mut Pcg64Mcg::seed_from_u64(seed);
    for _ in 0..300 {
        let center = rotate(&rotated, &scale(&random_vector(random), 1.6));
        let found = touches(surface, &center);
        assert_eq!(found.len(), 1);
        let Touch { normal, distance, point, .. } = found[0];
        let nearest = |to: &Vector<3>| {
            samples.iter().map(|one| length(&subtract(one, to))).fold(f64::INFINITY, f64::min)
        };
        let sampled = nearest(&center);
        assert!(
            distance.abs() <= sampled + 1e-12,
            "{surface:?} at {center:?}: {distance} > {sampled}"
        );
        assert!(
            sampled - distance.abs() <= STEP,
            "{surface:?} at {center:?}: {distance} << {sampled}"
        );
        assert!(nearest(&point) <= STEP, "{surface:?}: {point:?} is not on it");
        assert!((length(&normal) - 1.0).abs() < 1e-12);
        let reached = add(&point, &scale(&normal, distance));
        assert!(length(&subtract(&reached, &center)) < 1e-12, "{surface:?} at {center:?}");
        assert!(surface.bounds().widened(1e-12).touches_sphere(&point, 0.0));
    }
}

fn tilt(seed: u64) -> [f64; 4] {
    normalized(&random_vector::<4>(&mut Pcg64Mcg::seed_from_u64(seed))).unwrap()
}

/// Circles about z, turned: one for each (place along, radius).
fn rings(places: impl Iterator<Item = [f64; 2]>, rotation: &[f64; 4]) -> Vec<Vector<3>> {
    places
        .flat_map(|[along, radius]| {
            steps(0.0, TAU * radius.max(1e-3)).map(move |arc| {
                let (sine, cosine) = (arc / radius.max(1e-3)).sin_cos();
                [radius * cosine, radius * sine, along]
            })
        })
        .map(|point| rotate(rotation, &point))
        .collect()
}

#[test]
fn cones_and_tubes_are_as_near_as_their_points() {
    let radii = [[0.3, 1.0], [1.0, 0.0], [0.7, 0.7], [0.0, 0.5]];
    for (seed, [first, last]) in radii.into_iter().enumerate() {
        let rotation = tilt(seed as u64);
        let axis = rotate(&rotation, &[0.0, 0.0, 2.0]);
        let cone = Cone::new([0.0; 3], axis, [-0.5, 0.7], [first, last]).unwrap();
        let along = steps(-0.5, 0.7 + 0.01);
        let rows =
            along.map(|z: f64| z.min(0.7)).map(|z| [z, first + (last - first) * (z + 0.5) / 1.2]);
        compare(&cone, &rings(rows, &rotation), rotation, seed as u64);
    }
}

#[test]
fn cylinders_spheres_discs_and_planes_are_as_near_as_their_points() {
    let rotation = tilt(7);
    let axis = rotate(&rotation, &[0.0, 0.0, 1.0]);
    let long = rings(steps(-2.0, 2.0).map(|z| [z, 0.8]), &rotation);
    let round = rings(
        steps(0.0, 0.8 * TAU / 2.0).map(|arc| {
            let (sine, cosine) = (arc / 0.8).sin_cos();
            [0.8 * cosine, 0.8 * sine]
        }),
        &rotation,
    );
    for side in [Side::Inside, Side::Outside] {
        compare(&Cylinder::new([0.0; 3], axis, 0.8, side).unwrap(), &long, rotation, 8);
        compare(&Sphere::new([0.0; 3], 0.8, side).unwrap(), &round, rotation, 9);
    }
    let flat = rings(steps(0.0, 0.8).map(|radius| [0.0, radius]), &rotation);
    compare(&Disc::new([0.0; 3], axis, 0.8).unwrap(), &flat, rotation, 10);
    let wide = rings(steps(0.0, 3.0).map(|radius| [0.0, radius]), &rotation);
    compare(&Plane::new([0.0; 3], axis).unwrap(), &wide, rotation, 11);
}

/// Seen from a centre that turns with it, a shape that is round about a line looks the same.
#[test]
fn what_is_round_stays_what_it_is() {
    let (axis, middle) = ([2.0, -1.0, 2.0], [0.3, 0.1, -0.2]);
    let (along, aside) = (axis.map(|x| x / 3.0), [0.6, 0.8, 0.0]);
    let on_axis = add(&middle, &scale(&along, 1.7));
    let shapes: [Box<dyn Surface<3>>; 6] = [
        Box::new(Plane::new(middle, axis).unwrap()),
        Box::new(Cylinder::new(middle, axis, 0.8, Side::Inside).unwrap()),
        Box::new(Cone::new(middle, axis, [-0.5, 0.7], [0.3, 1.0]).unwrap()),
        Box::new(Disc::new(middle, axis, 0.8).unwrap()),
        Box::new(Sphere::new(middle, 0.8, Side::Outside).unwrap()),
        Box::new(InnerBox::new(Aabb { low: [-1.0; 3], high: [1.0; 3] }).unwrap()),
    ];
    let lines = [
        (on_axis, along),
        (on_axis, along.map(|x| -x)),
        (middle, aside),
        (add(&middle, &[1e-6, 0.0, 0.0]), along),
        (middle, normalized(&add(&along, &[0.0, 1e-6, 0.0])).unwrap()),
    ];
    let expected = [
        [true, true, false, true, false],
        [true, true, false, false, false],
        [true, true, false, false, false],
        [true, true, false, false, false],
        [true, true, true, false, true],
        [false; 5],
    ];
    let mut random = Pcg64Mcg::seed_from_u64(12);
    for (shape, expected) in shapes.iter().zip(expected) {
        for ((point, direction), expected) in lines.iter().zip(expected) {
            assert_eq!(shape.is_round_about(point, direction), expected, "{shape:?} {direction:?}");
            for _ in 0..if expected { 100 } else { 0 } {
                let center = scale(&random_vector(&mut random), 2.0);
                let turn = about_axis(direction, TAU * random.random::<f64>());
                let turned = add(point, &rotate(&turn, &subtract(&center, point)));
                let (before, after) = (touches(&**shape, &center), touches(&**shape, &turned));
                assert_eq!(before.len(), after.len());
                for (before, after) in before.iter().zip(&after) {
                    assert_eq!(before.feature, after.feature);
                    assert!((before.distance - after.distance).abs() < 1e-12);
                    let apart = subtract(&rotate(&turn, &before.normal), &after.normal);
                    assert!(length(&apart) < 1e-9, "{shape:?} at {center:?}");
                }
            }
        }
    }
    let circle = Sphere::new([1.0, 2.0], 0.5, Side::Inside).unwrap();
    let out_of_plane = [0.0, 0.0, -1.0];
    assert!(circle.is_round_about(&[1.0, 2.0], &out_of_plane));
    assert!(!circle.is_round_about(&[1.0, 2.1], &out_of_plane));
    assert!(!Plane::new([0.0; 2], [0.0, 1.0]).unwrap().is_round_about(&[0.0; 2], &out_of_plane));
    assert!(
        !Disc::new([0.0; 2], [0.0, 1.0], 1.0).unwrap().is_round_about(&[0.0; 2], &out_of_plane)
    );
}

#[test]
fn sides_are_told_apart_by_the_sign() {
    let distance = |side, x: f64| {
        let cylinder = Cylinder::new([0.0; 3], [0.0, 0.0, 1.0], 1.0, side).unwrap();
        let sphere = Sphere::new([0.0; 3], 1.0, side).unwrap();
        let found = touches(&cylinder, &[x, 0.0, 0.0])[0];
        assert_eq!(
            (found.distance, found.normal),
            (
                touches(&sphere, &[x, 0.0, 0.0])[0].distance,
                touches(&sphere, &[x, 0.0, 0.0])[0].normal
            )
        );
        (found.distance, found.normal[0])
    };
    assert_eq!(distance(Side::Inside, 0.75), (0.25, -1.0));
    assert_eq!(distance(Side::Inside, 1.25), (-0.25, -1.0));
    assert_eq!(distance(Side::Outside, 1.25), (0.25, 1.0));
    assert_eq!(distance(Side::Outside, 0.75), (-0.25, 1.0));
    let floor = Plane::new([0.0, 1.0], [0.0, 3.0]).unwrap();
    assert_eq!(
        touches(&floor, &[5.0, 0.5])[0],
        Touch { normal: [0.0, 1.0], distance: -0.5, feature: 0, point: [5.0, 1.0] }
    );
}

#[test]
fn a_box_touches_with_every_face_and_pushes_back_from_behind() {
    let walls = InnerBox::new(Aabb { low: [0.0, 0.0], high: [4.0, 2.0] }).unwrap();
    let mut found = Vec::new();
    walls.touches(&[0.25, 1.75], 0.5, &mut found);
    let seen: Vec<_> =
        found.iter().map(|touch| (touch.feature, touch.distance, touch.normal)).collect();
    assert_eq!(seen, [(0, 0.25, [1.0, 0.0]), (3, 0.25, [0.0, -1.0])]);
    found.clear();
    walls.touches(&[-0.5, 1.0], 0.25, &mut found);
    assert_eq!((found.len(), found[0].distance, found[0].normal), (1, -0.5, [1.0, 0.0]));
}

#[test]
fn a_disc_in_the_plane_is_a_segment() {
    let segment = Disc::new([1.0, 1.0], [0.0, 1.0], 0.5).unwrap();
    let seen = |x, y| {
        let found = touches(&segment, &[x, y])[0];
        (found.distance, found.normal, found.feature)
    };
    assert_eq!(seen(1.25, 0.5), (0.5, [0.0, -1.0], 0));
    assert_eq!(seen(2.0, 1.0), (0.5, [1.0, 0.0], 1));
    assert_eq!(segment.bounds(), Aabb { low: [0.5, 1.0], high: [1.5, 1.0] });
}

#[test]
fn where_every_direction_is_as_good_one_is_chosen() {
    let axis = [0.0, 3.0, 4.0];
    let on_axis = [0.0, 0.6, 0.8];
    let shapes: [(Box<dyn Surface<3>>, f64); 7] = [
        (Box::new(Cylinder::new([0.0; 3], axis, 2.0, Side::Inside).unwrap()), 2.0),
        (Box::new(Cylinder::new([0.0; 3], axis, 2.0, Side::Outside).unwrap()), -2.0),
        (Box::new(Sphere::new(on_axis, 2.0, Side::Inside).unwrap()), 2.0),
        (Box::new(Sphere::new(on_axis, 2.0, Side::Outside).unwrap()), -2.0),
        (Box::new(Cone::new([0.0; 3], axis, [0.0, 3.0], [0.5, 0.5]).unwrap()), 0.5),
        (Box::new(Cone::new([0.0; 3], axis, [0.0, 1.0], [0.5, 0.0]).unwrap()), 0.0),
        (Box::new(Disc::new(on_axis, axis, 1.0).unwrap()), 0.0),
    ];
    for (shape, distance) in shapes {
        let found = touches(&*shape, &on_axis)[0];
        assert!((found.distance - distance).abs() < 1e-15, "{shape:?}: {found:?}");
        assert!((length(&found.normal) - 1.0).abs() < 1e-15, "{shape:?}: {found:?}");
    }
    let rim = touches(&Disc::new([0.0; 2], [0.0, 1.0], 1.0).unwrap(), &[1.0, 0.0])[0];
    assert_eq!((rim.distance, rim.normal), (0.0, [0.0, 1.0]));
}

#[test]
fn what_is_no_shape_is_refused() {
    let up = [0.0, 0.0, 1.0];
    let nan = f64::NAN;
    assert!(matches!(Plane::new([nan, 0.0, 0.0], up), Err(ShapeError::NotFinite { .. })));
    assert!(matches!(Plane::new([0.0; 3], [0.0; 3]), Err(ShapeError::NoDirection { .. })));
    assert!(matches!(Sphere::new([0.0; 2], -1.0, Side::Inside), Err(ShapeError::TooSmall { .. })));
    assert!(matches!(Disc::new([0.0; 3], up, nan), Err(ShapeError::NotFinite { .. })));
    assert!(matches!(
        Cylinder::new([0.0; 3], up, 0.0, Side::Inside),
        Err(ShapeError::TooSmall { .. })
    ));
    assert!(matches!(Cone::new([0.0; 3], up, [1.0, 1.0], [1.0; 2]), Err(ShapeError::Empty { .. })));
    assert!(matches!(
        Cone::new([0.0; 3], up, [0.0, 1.0], [0.0; 2]),
        Err(ShapeError::TooSmall { .. })
    ));
    let flat = InnerBox::new(Aabb { low: [0.0; 3], high: [1.0, 0.0, 1.0] }).unwrap_err();
    assert_eq!(flat.to_string(), "the box along y goes from 0 m to 0 m: the second must be larger");
}

#[test]
fn the_list_names_every_shape_once() {
    let names: Vec<_> = Shapes::ALL.iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["plane", "box", "cylinder", "cone", "disc", "sphere", "mesh"]);
}
