//! The same state, bit by bit: for any number of threads, any method of detection, any way to make
//! the same steps, and for the commonest models as parts and fused.

use esker_broad::{Methods, Threads};
use esker_geom::Aabb;
use esker_physics::laws::{LAWS, Part};
use esker_physics::shapes::{InnerBox, Plane};
use esker_physics::{
    Body, Bounds, Grains, Insertion, Leaving, Material, Model, Motion, Pairing, Rain, Rate, Region,
    Removal, Source, StateColumn, Wall, WallMotion, World,
};
use std::sync::Arc;

/// Grains of two materials and many sizes that fall in a shaken box onto a slope, with a fixed and a
/// driven body among them.
fn grains(count: usize) -> World<3> {
    let mut world = World::<3>::default();
    for (name, young) in [("soft", 2e6), ("hard", 5e6)] {
        let material = Material { name: name.into(), young, ..Material::default() };
        world.materials.add(material).unwrap();
    }
    world.materials.pair(0, 1, Pairing { friction: 0.2, ..Pairing::default() }).unwrap();
    let side = (count as f64).cbrt().ceil() as usize;
    for index in 0..count {
        let cell = [index % side, index / side % side, index / (side * side)];
        let wobble = |axis: usize| 0.02 * ((7 * index + 3 * axis) as f64).sin();
        let position = std::array::from_fn(|axis| 0.25 * (cell[axis] as f64 + 0.6) + wobble(axis));
        let radius = 0.06 + 0.05 * (index as f64 * 0.37).sin().abs();
        let motion = match index {
            5 => Motion::Fixed,
            9 => Motion::Driven,
            _ => Motion::Free,
        };
        let velocity = [(index as f64).cos(), (index as f64).sin(), -1.0];
        let material = (index % 2) as u16;
        let body = Body { velocity, material, motion, ..Body::new(position, radius) };
        world.add(&body).unwrap();
    }
    let high = [0.25 * side as f64 + 0.2; 3];
    let shaken = InnerBox::new(Aabb { low: [0.0; 3], high }).unwrap();
    let direction = [1.0, 0.0, 0.0];
    let shake = WallMotion::Oscillate { direction, amplitude: 0.02, frequency: 5.0, phase: 0.0 };
    world.add_wall(Wall::new("box", shaken).moving(shake)).unwrap();
    world.add_wall(Wall::new("slope", Plane::new([0.0; 3], [0.2, 0.1, 1.0]).unwrap())).unwrap();
    world.gravity = [0.0, 0.0, -9.81];
    world.time_step = 2e-4;
    world
}

fn state(world: &World<3>) -> Vec<StateColumn<'static>> {
    world.columns().into_iter().map(StateColumn::into_owned).collect()
}

fn assert_same(one: &World<3>, other: &World<3>, what: &str) {
    for (one, other) in state(one).iter().zip(&state(other)) {
        assert_eq!(one.name, other.name);
        assert!(one == other, "{what}: column {} differs", one.name);
    }
}

const STEPS: u64 = 600;

#[test]
fn any_number_of_threads() {
    // More bodies than a tile and a run have.
    let run = |threads: usize| {
        let mut world = grains(6000);
        world.threads = Threads::new(threads).unwrap();
        world.run(STEPS).unwrap();
        world
    };
    let one = run(1);
    assert!(one.contacts() > 500 && one.detection.rebuilds > 3, "{}", one.contacts());
    for threads in [2, 8] {
        assert_same(&run(threads), &one, &format!("{threads} threads"));
    }
}

/// Small grains that fly about in a box, most of them alone: what nothing acts on is passed over.
fn gas(gravity: f64) -> World<3> {
    let mut world = grains(3000);
    world.bodies.radius.iter_mut().for_each(|radius| *radius *= 0.5);
    world.bodies.velocity.iter_mut().for_each(|velocity| velocity[1] *= -3.0);
    // The sign of a zero is a bit too.
    world.bodies.spin.iter_mut().step_by(2).for_each(|spin| *spin = [-0.0, 3.0, 0.0]);
    world.bodies.velocity.iter_mut().step_by(3).for_each(|velocity| velocity[0] = -0.0);
    world.bodies.rearranged();
    world.gravity = [0.0, 0.0, gravity];
    world
}

#[test]
fn bodies_that_are_alone() {
    for gravity in [0.0, -9.81] {
        for integrator in ["velocity-verlet", "leapfrog", "predictor-corrector", "symplectic-euler"]
        {
            let run = |threads: usize, at_once: u64| {
                let mut world = gas(gravity);
                world.set_integrator(integrator).unwrap();
                world.threads = Threads::new(threads).unwrap();
                (0..STEPS / at_once).for_each(|_| world.run(at_once).unwrap());
                world
            };
            let one = run(1, STEPS);
            let touching = one.contacts() as f64 / one.bodies.len() as f64;
            assert!(touching > 0.005 && touching < 0.4, "{touching} contacts a body");
            for (threads, at_once) in [(2, STEPS), (8, STEPS), (1, 1), (2, 50)] {
                let what = format!("{integrator}, {threads} threads, {at_once} steps at once");
                assert_same(&run(threads, at_once), &one, &what);
            }
        }
    }
}

#[test]
fn any_method_of_detection() {
    let run = |method: &str| {
        let mut world = grains(400);
        world.detection.method = method.parse().unwrap();
        world.run(STEPS).unwrap();
        world
    };
    let oracle = run("bounding-volume");
    assert!(oracle.contacts() > 100 && oracle.detection.rebuilds > 3);
    for entry in Methods::<3>::ALL {
        assert_same(&run(entry.name), &oracle, entry.name);
    }
}

#[test]
fn many_steps_at_once_or_one_by_one() {
    for integrator in ["velocity-verlet", "leapfrog", "predictor-corrector", "symplectic-euler"] {
        let (mut at_once, mut one_by_one) = (grains(200), grains(200));
        at_once.set_integrator(integrator).unwrap();
        one_by_one.set_integrator(integrator).unwrap();
        at_once.run(STEPS).unwrap();
        (0..STEPS).for_each(|_| one_by_one.step().unwrap());
        assert_same(&at_once, &one_by_one, integrator);
    }
}

/// Grains that rain into the box, are removed at its top, and fall out of the world where it has no
/// wall any more.
fn coming_and_going() -> World<3> {
    let mut world = grains(200);
    world.walls[0].vanishes = 0.01;
    let Aabb { low, high } = world.bodies.bounds().widened(-0.1);
    world.bounds = Some(Bounds { region: Aabb { low, high }, policy: Leaving::Remove });
    let top = Region::HalfSpace { point: [0.0, 0.0, 0.9 * high[2]], normal: [0.0, 0.0, 1.0] };
    world.removals.push(Removal { every: 7, ..Removal::new(top).unwrap() });
    let middle = Region::Box(Aabb { low: [0.2; 3], high: [0.9, 0.9, 0.5 * high[2]] });
    let rain = Rain::new(middle, Grains::of_radius(0.04), Rate::Bodies(400.0));
    world.insertions.push(Insertion::new(Source::Rain(Rain { every: 5, until: 0.04, ..rain })));
    world
}

#[test]
fn many_steps_at_once_or_one_by_one_where_bodies_come_and_go() {
    for integrator in ["velocity-verlet", "leapfrog", "predictor-corrector", "symplectic-euler"] {
        let (mut at_once, mut one_by_one) = (coming_and_going(), coming_and_going());
        at_once.set_integrator(integrator).unwrap();
        one_by_one.set_integrator(integrator).unwrap();
        at_once.run(STEPS).unwrap();
        (0..STEPS).for_each(|_| one_by_one.step().unwrap());
        let (came, went) = (at_once.insertions[0].inserted.count, at_once.removals[0].count);
        assert!(came > 3 && went > 3 && at_once.lost > 3, "{came} {went} {}", at_once.lost);
        assert_same(&at_once, &one_by_one, integrator);
    }
}

/// A law from outside is never part of the fused loops: the model then goes through its parts.
#[test]
fn the_commonest_models_fused_and_as_parts() {
    let part = |name: &str| LAWS.iter().find(|entry| entry.name == name).unwrap().part.clone();
    for normal in ["hertz", "linear"] {
        for damping in ["tsuji", "viscous"] {
            for tangential in ["mindlin", "tangential-spring"] {
                for couples in [&[][..], &["rolling-constant"], &["rolling-spring", "twisting"]] {
                    let names = [&[normal, damping, tangential], couples].concat();
                    let parts = names.iter().map(|&name| {
                        let part = match part(name) {
                            Part::Mindlin(law) => Part::Own(Arc::new(law)),
                            Part::TangentialSpring(law) => Part::Own(Arc::new(law)),
                            part => part,
                        };
                        (name.to_string(), part)
                    });
                    let rolling = || {
                        let mut world = grains(1000);
                        world.materials.default_pairing.rolling_friction = 0.2;
                        world.materials.default_pairing.twisting_friction = 0.1;
                        world
                    };
                    let (mut fused, mut as_parts) = (rolling(), rolling());
                    fused.model = names.join(" + ").parse().unwrap();
                    as_parts.model = Model::new(parts.collect()).unwrap();
                    fused.run(STEPS).unwrap();
                    as_parts.run(STEPS).unwrap();
                    assert_same(&fused, &as_parts, &names.join(" + "));
                }
            }
        }
    }
}
