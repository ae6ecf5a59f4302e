//! Periodic directions: nothing may depend on where the faces of the box are.

use esker_geom::Vector;
use esker_geom::vector::{add, length, subtract};
use esker_packing::Random;
use esker_physics::*;

/// Every choice of periodic axes but none.
fn choices<const D: usize>() -> impl Iterator<Item = [bool; D]> {
    (1..1usize << D).map(|bits| std::array::from_fn(|axis| bits >> axis & 1 == 1))
}

/// A world of no bodies, repeated every metre along the chosen axes.
fn empty<const D: usize>(along: [bool; D]) -> World<D> {
    let mut world = World::default();
    world.materials.add(Material::default()).unwrap();
    world.materials.default_pairing.restitution = 0.8;
    world.time_step = 1e-15; // as good as standing still
    world.periodic = along.map(|periodic| periodic.then_some([0.0, 1.0]));
    world
}

/// Adds spinning bodies at random places in the unit box, many of which overlap; no centre lies in
/// another body, through faces neither.
fn add_crowd<const D: usize>(bodies: &mut Vec<Body<D>>, count: usize, largest: f64) {
    let mut random = Random::new(4);
    while bodies.len() < count {
        let mut spin = [0.0; 3];
        spin[if D == 2 { 2 } else { 0 }] = random.between(-9.0, 9.0);
        let velocity = std::array::from_fn(|_| random.between(-1.0, 1.0));
        let (place, radius) = (random.place(1.0), random.between(0.5 * largest, largest));
        let body = Body { velocity, spin, ..Body::new(place, radius) };
        let clear = |other: &Body<D>| {
            let apart = subtract(&body.position, &other.position).map(|x| x - x.round());
            length(&apart) > 1.05 * body.radius.max(other.radius)
        };
        if bodies.iter().all(clear) {
            bodies.push(body);
        }
    }
}

fn crowd<const D: usize>(count: usize, largest: f64) -> Vec<Body<D>> {
    let mut bodies = Vec::new();
    add_crowd(&mut bodies, count, largest);
    bodies
}

/// A crowd with bodies on faces, edges and corners, and others just across from them.
fn crowd_on_faces<const D: usize>() -> Vec<Body<D>> {
    let mut bodies = Vec::new();
    for bits in 0..1usize << D {
        let on: [bool; D] = std::array::from_fn(|axis| bits >> axis & 1 == 1);
        bodies.push(Body::new(on.map(|on| if on { 1.0 } else { 0.3 }), 0.06));
        let across = 0.07 / (D as f64).sqrt();
        bodies.push(Body::new(on.map(|on| if on { across } else { 0.3 + across }), 0.06));
    }
    add_crowd(&mut bodies, 60, 0.1);
    bodies
}

fn filled<const D: usize>(along: [bool; D], bodies: &[Body<D>]) -> World<D> {
    let mut world = empty(along);
    for body in bodies {
        world.add(body).unwrap();
    }
    world
}

/// Force and torque of every body, by id.
fn forces<const D: usize>(world: &mut World<D>) -> Vec<(Vector<D>, Vector<3>)> {
    world.step().unwrap();
    let bodies = &world.bodies;
    let mut forces = vec![([0.0; D], [0.0; 3]); bodies.len()];
    for place in 0..bodies.len() {
        forces[bodies.id[place] as usize] = (bodies.force[place], bodies.torque[place]);
    }
    forces
}

fn assert_same<const D: usize>(
    ours: &[(Vector<D>, Vector<3>)],
    theirs: &[(Vector<D>, Vector<3>)],
    what: &str,
) {
    let largest = theirs.iter().map(|(force, _)| length(force)).fold(0.0, f64::max);
    assert!(largest > 0.0);
    for (id, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        let force = length(&subtract(&ours.0, &theirs.0));
        let torque = length(&subtract(&ours.1, &theirs.1));
        assert!(force <= 1e-9 * largest, "{what}: body {id}: {ours:?} instead of {theirs:?}");
        assert!(torque <= 1e-9 * largest, "{what}: body {id}: {ours:?} instead of {theirs:?}");
    }
}

#[test]
fn forces_do_not_depend_on_where_the_faces_are() {
    fn check<const D: usize>() {
        let bodies = crowd_on_faces::<D>();
        let mut random = Random::new(9);
        for along in choices::<D>() {
            let expected = forces(&mut filled(along, &bodies));
            for case in 0..8 {
                // Some shifts put a body exactly on a face, some are several boxes long.
                let shift: Vector<D> = match case {
                    0..4 => bodies[case].position.map(|x| -x),
                    _ => std::array::from_fn(|_| random.between(-3.0, 3.0)),
                };
                let moved: Vec<Body<D>> = bodies
                    .iter()
                    .map(|body| Body {
                        position: std::array::from_fn(|axis| {
                            let x = body.position[axis];
                            if along[axis] { (x + shift[axis]).rem_euclid(1.0) } else { x }
                        }),
                        ..*body
                    })
                    .collect();
                let found = forces(&mut filled(along, &moved));
                assert_same(&found, &expected, &format!("{along:?} shifted by {shift:?}"));
            }
        }
    }
    check::<2>();
    check::<3>();
}

#[test]
fn forces_are_those_in_the_middle_of_copies() {
    fn check<const D: usize>() {
        let bodies = crowd_on_faces::<D>();
        for along in choices::<D>() {
            let mut copies = bodies.clone();
            for axis in (0..D).filter(|&axis| along[axis]) {
                for index in 0..copies.len() {
                    for shift in [-1.0, 1.0] {
                        let mut copy = copies[index];
                        copy.position[axis] += shift;
                        copies.push(copy);
                    }
                }
            }
            let expected = forces(&mut filled([false; D], &copies));
            let found = forces(&mut filled(along, &bodies));
            assert_same(&found, &expected[..bodies.len()], &format!("{along:?}"));
        }
    }
    check::<2>();
    check::<3>();
}

/// As above with more bodies than a tile holds.
#[test]
fn forces_of_many_bodies_do_not_depend_on_where_the_faces_are() {
    let mut bodies = crowd::<3>(6000, 0.035);
    let expected = forces(&mut filled([true; 3], &bodies));
    for body in &mut bodies {
        body.position = body.position.map(|x| (x + 0.37).rem_euclid(1.0));
    }
    let mut moved = filled([true; 3], &bodies);
    moved.threads = esker_broad::Threads::new(2).unwrap();
    assert_same(&forces(&mut moved), &expected, "many bodies");
    assert!(moved.contacts() > 3000);
}

#[test]
fn a_contact_in_every_corner_is_found_once() {
    fn check<const D: usize>() {
        for bits in 0..1usize << D {
            let corner: Vector<D> =
                std::array::from_fn(|axis| if bits >> axis & 1 == 1 { 1.0 } else { 0.0 });
            for other in [0.04, 0.96] {
                let bodies = [Body::new(corner, 0.05), Body::new([other; D], 0.05)];
                for bodies in [bodies, [bodies[1], bodies[0]]] {
                    let mut world = filled([true; D], &bodies);
                    world.step().unwrap();
                    assert_eq!(world.contacts(), 1, "{bodies:?}");
                    let overlap = 0.1 - 0.04 * (D as f64).sqrt();
                    assert!((world.largest_overlap() - overlap).abs() < 1e-12);
                }
            }
        }
    }
    check::<2>();
    check::<3>();
}

/// Two bodies are near each other on both sides in a box of little more than four radii: one contact.
#[test]
fn a_small_box_does_not_count_a_contact_twice() {
    fn check<const D: usize>() {
        let radius = 0.243;
        let mut near = [0.5; D];
        near[0] += 1.9 * radius;
        let bodies = [Body::new([0.5; D], radius), Body::new(near, radius)];
        let mut free = filled([false; D], &bodies);
        let mut boxed = filled([true; D], &bodies);
        boxed.detection.margin = Some(0.5 * radius);
        assert_same(&forces(&mut boxed), &forces(&mut free), "a small box");
        assert_eq!(boxed.contacts(), 1);
        boxed.periodic[0] = Some([0.0, 0.9]);
        let message = boxed.step().unwrap_err().to_string();
        assert!(message.contains("must be longer than 9.7200e-1 m"), "{message}");
    }
    check::<2>();
    check::<3>();
}

/// A run is the same wherever the faces are, keeps its momentum, and images count the boxes.
#[test]
fn runs_do_not_depend_on_where_the_faces_are() {
    fn check<const D: usize>() {
        let bodies = crowd::<D>(60, 0.1);
        let run = |shift: f64| {
            let moved: Vec<Body<D>> = bodies
                .iter()
                .map(|body| Body {
                    position: body.position.map(|x| (x + shift).rem_euclid(1.0)),
                    ..*body
                })
                .collect();
            let mut world = filled([true; D], &moved);
            let momentum = |world: &World<D>| {
                (0..world.bodies.len()).fold([0.0; D], |sum, place| {
                    let mass = world.bodies.mass(place);
                    add(&sum, &world.bodies.velocity[place].map(|v| mass * v))
                })
            };
            let before = momentum(&world);
            world.time_step = 2e-5;
            for _ in 0..2000 {
                world.step().unwrap();
            }
            assert!(world.detection.rebuilds > 3);
            let error = length(&subtract(&momentum(&world), &before));
            assert!(error < 1e-10 * length(&before), "momentum changes by {error}");
            let mut ends = vec![[0.0; D]; bodies.len()];
            for (place, &id) in world.bodies.id.iter().enumerate() {
                ends[id as usize] = std::array::from_fn(|axis| {
                    let travelled =
                        world.bodies.position[place][axis] - moved[id as usize].position[axis];
                    travelled + f64::from(world.bodies.image[place][axis])
                });
            }
            ends
        };
        let expected = run(0.0);
        assert!(expected.iter().any(|travelled| length(travelled) > 0.02));
        for shift in [0.37, -bodies[0].position[0]] {
            for (ours, theirs) in run(shift).iter().zip(&expected) {
                assert!(length(&subtract(ours, theirs)) < 1e-8, "{ours:?} instead of {theirs:?}");
            }
        }
    }
    check::<2>();
    check::<3>();
}

/// Two bodies rub against each other while both fly through a face: friction remembers.
#[test]
fn a_contact_keeps_its_history_through_a_face() {
    fn check<const D: usize>() {
        let run = |along: [bool; D]| {
            let mut world = empty(along);
            let (mut lower, mut upper) = ([0.5; D], [0.5; D]);
            (lower[0], upper[0], upper[1]) = (0.9, 0.9, 0.5 + 0.199);
            let (mut flies, mut rubs) = ([0.0; D], [0.0; D]);
            (flies[0], rubs[0], rubs[1]) = (20.0, 20.3, -0.05);
            // So that lists are made often.
            world.detection.margin = Some(0.02);
            world.add(&Body { velocity: flies, ..Body::new(lower, 0.1) }).unwrap();
            world.add(&Body { velocity: rubs, ..Body::new(upper, 0.1) }).unwrap();
            world.time_step = 1e-5;
            for _ in 0..1000 {
                world.step().unwrap();
            }
            let [first, second] = [0, 1].map(|id| world.bodies.place_of(id).unwrap());
            let bodies = &world.bodies;
            let relative = subtract(&bodies.velocity[second], &bodies.velocity[first]);
            (relative, bodies.spin[first], world.detection.rebuilds, bodies.image.clone())
        };
        let (relative, spin, ..) = run([false; D]);
        let (found, found_spin, rebuilds, images) = run([true; D]);
        assert!(spin[2].abs() > 0.1 && rebuilds > 5 && images.iter().all(|image| image[0] > 0));
        assert!(length(&subtract(&found, &relative)) < 1e-9, "{found:?} instead of {relative:?}");
        assert!(length(&subtract(&found_spin, &spin)) < 1e-9);
    }
    check::<2>();
    check::<3>();
}
