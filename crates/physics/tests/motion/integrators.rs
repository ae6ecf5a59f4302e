//! Every integrator of the list against closed forms.

use crate::support::{FREQUENCY, REST, height, swinging, swinging_damped};
use esker_broad::Threads;
use esker_geom::rotation::{about_axis, compose, inverse};
use esker_physics::{Body, Integrators, Material, Motion, World};

fn names() -> impl Iterator<Item = &'static str> {
    Integrators::<3>::ALL.iter().map(|entry| entry.name)
}

/// The distance (m) from the exact place after half a swing.
fn error_after_a_swing(integrator: &str, steps: u32, decay: f64) -> f64 {
    const TIME: f64 = 0.3;
    let mut world = swinging_damped(integrator, 0.004, decay);
    world.time_step = TIME / f64::from(steps);
    world.run(u64::from(steps)).unwrap();
    let frequency = (FREQUENCY * FREQUENCY - decay * decay).sqrt();
    let (sine, cosine) = (frequency * TIME).sin_cos();
    let swing = (-decay * TIME).exp() * (cosine + decay / frequency * sine);
    (height(&world, 1) - REST - 0.004 * swing).abs()
}

fn assert_order(integrator: &str, decay: f64, order: f64) {
    let errors = [200, 400].map(|steps| error_after_a_swing(integrator, steps, decay));
    let found = (errors[0] / errors[1]).log2();
    assert!((found - order).abs() < 0.1, "{integrator}: order {found}, errors {errors:?}");
}

#[test]
fn errors_shrink_with_the_order_of_the_method() {
    // Where forces depend on places alone, the predictor-corrector gains an order.
    let orders = [2.0, 2.0, 4.0, 1.0];
    names().zip(orders).for_each(|(name, order)| assert_order(name, 0.0, order));
}

#[test]
fn a_damper_costs_an_order_where_it_sees_old_velocities() {
    // The predictor-corrector sees new ones; what it loses is at the start, where nothing is known.
    let orders = [1.0, 1.0, 2.0, 1.0];
    names().zip(orders).for_each(|(name, order)| assert_order(name, 1.0, order));
}

#[test]
fn free_fall_is_exact() {
    for name in names().filter(|&name| name != "symplectic-euler") {
        let mut world = World::<2>::default();
        world.materials.add(Material::default()).unwrap();
        world.add(&Body { velocity: [1.0, 3.0], ..Body::new([0.0, 5.0], 0.1) }).unwrap();
        world.gravity = [0.0, -9.81];
        world.time_step = 1e-3;
        world.set_integrator(name).unwrap();
        world.run(1000).unwrap();
        let [x, y] = world.bodies.position[0];
        assert!((x - 1.0).abs() < 1e-12 && (y - (5.0 + 3.0 - 0.5 * 9.81)).abs() < 1e-12, "{name}");
    }
}

/// Kinetic, potential and elastic energy (J), with the velocity taken to the instant of the place.
fn energy(world: &World<3>, name: &str) -> f64 {
    let bodies = &world.bodies;
    let ball = bodies.place_of(1).unwrap();
    let mass = bodies.mass(ball);
    let behind = if name == "leapfrog" { 0.5 * world.time_step } else { 0.0 };
    let velocity = bodies.velocity[ball][2] + behind * (bodies.force[ball][2] / mass - 1.0);
    let overlap = 2.0 - bodies.position[ball][2];
    let stiffness = FREQUENCY * FREQUENCY * mass;
    0.5 * mass * velocity * velocity - mass * overlap + 0.5 * stiffness * overlap * overlap
}

#[test]
fn the_energy_of_an_undamped_contact_stays_bounded() {
    for name in names() {
        let mut world = swinging(name, 0.004);
        world.time_step = 2e-3;
        let start = energy(&world, name);
        let swing = 0.5 * FREQUENCY * FREQUENCY * world.bodies.mass(1) * 0.004f64.powi(2);
        let mut farthest = [0.0f64; 2];
        for step in 0..100_000 {
            world.step().unwrap();
            let away = (energy(&world, name) - start).abs() / swing;
            let late = usize::from(step >= 1000);
            farthest[late] = farthest[late].max(away);
        }
        match name {
            // It may lose energy, slowly: one part in a thousand over a period of 314 steps.
            "predictor-corrector" => {
                assert!(farthest[1] < 1e-3 * 100_000.0 / 314.0, "{farthest:?}")
            }
            _ => assert!(farthest[1] < 1.001 * farthest[0] + 1e-9, "{name}: {farthest:?}"),
        }
    }
}

#[test]
fn a_spinning_body_reaches_the_exact_angle() {
    for name in names() {
        let mut world = World::<3>::default();
        world.materials.add(Material::default()).unwrap();
        world.add(&Body { spin: [3.0, -4.0, 12.0], ..Body::new([0.0; 3], 1.0) }).unwrap();
        world.bodies.follow_rotation();
        world.time_step = 1e-3;
        world.set_integrator(name).unwrap();
        world.run(1_000_000).unwrap();
        let rotation = world.bodies.rotation[0];
        let square: f64 = rotation.iter().map(|part| part * part).sum();
        assert!((square - 1.0).abs() < 1e-12, "{name}: {square}");
        let exact = about_axis(&[3.0 / 13.0, -4.0 / 13.0, 12.0 / 13.0], 13.0 * 1000.0);
        let apart = compose(&inverse(&exact), &rotation);
        assert!(apart[1].abs() + apart[2].abs() + apart[3].abs() < 1e-8, "{name}: {apart:?}");
    }
}

#[test]
fn orientations_are_followed_from_before_the_first_body_to_after_the_last() {
    let mut world = World::<3>::default();
    world.materials.add(Material::default()).unwrap();
    world.bodies.follow_rotation();
    for _ in 0..2 {
        world.add(&Body::new([0.0; 3], 1.0)).unwrap();
        world.add(&Body::new([3.0; 3], 1.0)).unwrap();
        world.step().unwrap();
        assert_eq!(world.bodies.rotation.len(), 2);
        world.bodies.retain(|_, _| false);
    }
}

#[test]
fn fixed_bodies_stay_and_driven_ones_go_on_whatever_the_force() {
    for name in names() {
        let mut world = swinging(name, 0.004);
        let driven = Body {
            motion: Motion::Driven,
            velocity: [0.5, 0.0, 0.0],
            ..Body::new([-3.0, 0.0, REST], 1.0)
        };
        let driven = Body { spin: [0.0, 2.0, 0.0], ..driven };
        let id = world.add(&driven).unwrap();
        world.time_step = 1e-3;
        let mut pushed = false;
        for _ in 0..3000 {
            world.step().unwrap();
            pushed |= world.bodies.force[world.bodies.place_of(id).unwrap()] != [0.0; 3];
        }
        let bodies = &world.bodies;
        let place = bodies.place_of(id).unwrap();
        assert!(pushed, "{name}: no force to go on against");
        assert!((bodies.position[place][0] + 1.5).abs() < 1e-12, "{name}");
        assert_eq!(bodies.velocity[place], [0.5, 0.0, 0.0], "{name}");
        assert_eq!(bodies.spin[place], [0.0, 2.0, 0.0], "{name}");
        assert_eq!(bodies.position[bodies.place_of(0).unwrap()], [0.0; 3], "{name}");
    }
}

#[test]
fn what_is_kept_of_a_body_follows_it() {
    for name in names() {
        let (mut alone, mut crowded) = (swinging(name, 0.004), swinging(name, 0.004));
        alone.time_step = 1e-3;
        crowded.time_step = 1e-3;
        for step in 0..300 {
            // Newcomers far below come first in the order of space; some leave again.
            let x = 10.0 + 3.0 * f64::from(step);
            crowded
                .add(&Body { velocity: [-1.0, 0.0, 0.0], ..Body::new([-x, 0.0, -x], 1.0) })
                .unwrap();
            if step % 7 == 6 {
                crowded.bodies.retain(|bodies, place| bodies.id[place] < 2 || place % 3 > 0);
            }
            alone.step().unwrap();
            crowded.step().unwrap();
            assert_eq!(height(&alone, 1).to_bits(), height(&crowded, 1).to_bits(), "{name}");
        }
        assert!(crowded.bodies.place_of(1).unwrap() > 1, "{name}: nothing was sorted");
    }
}

#[test]
fn threads_change_nothing() {
    for name in names() {
        let states = [1, 2, 5].map(|threads| {
            let mut world = World::<3>::default();
            world.materials.add(Material::default()).unwrap();
            for place in 0..9000 {
                // Neighbours overlap by a tenth of a radius, by different amounts along each axis.
                let [x, y, z] = [place % 20, place / 20 % 20, place / 400].map(f64::from);
                let spin = [x, -y, z].map(|part| 0.1 * part);
                world.add(&Body { spin, ..Body::new([1.9 * x, 1.92 * y, 1.94 * z], 1.0) }).unwrap();
            }
            world.bodies.follow_rotation();
            world.gravity = [0.0, 0.0, -9.81];
            world.time_step = 1e-4;
            world.threads = Threads::new(threads).unwrap();
            world.set_integrator(name).unwrap();
            world.run(20).unwrap();
            world.bodies
        });
        assert!(states[0] == states[1] && states[0] == states[2], "{name}");
    }
}

#[test]
fn an_unknown_name_is_answered_with_the_known_ones() {
    let refused = World::<2>::default().set_integrator("euler").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "there is no integrator `euler`; the integrators are velocity-verlet, leapfrog, \
         predictor-corrector, symplectic-euler"
    );
}
