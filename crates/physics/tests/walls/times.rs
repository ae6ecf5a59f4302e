//! Walls in time: motions that begin and end, walls that appear and vanish.

use super::lists::bits;
use super::{among, ball, fill, friction, level, over, run, six_planes};
use esker_geom::Aabb;
use esker_geom::vector::{length, subtract};
use esker_physics::shapes::{Disc, Plane};
use esker_physics::{Body, Ends, Pairing, Pose, Table, Wall, WallMotion, World};
use std::f64::consts::TAU;

const UP: [f64; 3] = [0.0, 0.0, 1.0];

/// One motion of every kind that is a function of time, with its pose after half a second.
fn motions() -> Vec<(WallMotion<3>, Pose<3>)> {
    let at = |x: f64| Pose { translation: [x, 0.0, 0.0], ..Pose::default() };
    let ramp = Table::new(vec![0.0, 1.0], vec![[0.0; 3], [2.0, 0.0, 0.0]], Ends::Held).unwrap();
    let half = TAU / 8.0;
    let turned = Pose { rotation: [half.cos(), 0.0, 0.0, half.sin()], ..Pose::default() };
    let direction = [1.0, 0.0, 0.0];
    vec![
        (WallMotion::Fixed, at(0.0)),
        (WallMotion::Conveyor { velocity: direction }, at(0.0)),
        (WallMotion::Translate { velocity: direction }, at(0.5)),
        (WallMotion::Table(ramp), at(0.25)),
        (WallMotion::Rotate { axis: UP, point: [0.0; 3], speed: TAU / 2.0 }, turned),
        (WallMotion::Oscillate { direction, amplitude: 0.3, frequency: 0.5, phase: 0.0 }, at(0.3)),
    ]
}

#[test]
fn a_motion_rests_before_it_begins_and_after_it_ends() {
    for (motion, arrived) in motions() {
        let wall = Wall { since: 0.25, until: 0.75, ..Wall::new("wall", level()).moving(motion) };
        let name = wall.motion.name();
        let mut world = among(vec![wall], Pairing::default());
        world.time_step = 1.0 / 1024.0;
        let at_rest = |wall: &Wall<3>| wall.velocity == [0.0; 3] && wall.spin == [0.0; 3];
        for step in 1..=1024 {
            run(&mut world, 1);
            let wall = &world.walls[0];
            let moves = (257..=768).contains(&step) && name != "fixed";
            assert_eq!(at_rest(wall), !moves, "{name} in step {step}");
            assert!(step > 256 || wall.pose == Pose::default(), "{name} in step {step}");
        }
        let Pose { translation, rotation } = world.walls[0].pose;
        let apart = length(&subtract(&translation, &arrived.translation));
        let turned = length(&subtract(&rotation, &arrived.rotation));
        assert!(apart + turned < 1e-15, "{name}: {translation:?} {rotation:?}");
    }
}

#[test]
fn a_servo_pushes_only_in_its_time_and_while_its_wall_is_there() {
    let servo = WallMotion::Servo { direction: UP, force: 1.0, rate: 1000.0, largest_speed: 0.125 };
    let lift = Wall { since: 0.25, until: 0.75, ..Wall::new("lift", level()).moving(servo) };
    let late = Wall { appears: 0.5, ..lift.clone() };
    let mut world = among(vec![lift, late], Pairing::default());
    world.time_step = 1.0 / 1024.0;
    let height = |world: &World<3>, wall: usize| world.walls[wall].pose.translation[2];
    run(&mut world, 256);
    assert_eq!([height(&world, 0), height(&world, 1)], [0.0; 2]);
    run(&mut world, 768);
    // The wall that is there at 0.5 s moves in the very step that ends then.
    assert_eq!([height(&world, 0), height(&world, 1)], [0.0625, 0.03125 + 0.125 / 1024.0]);
    assert_eq!(world.walls[0].velocity, [0.0; 3]);
}

#[test]
fn what_lies_on_a_gate_that_vanishes_falls_in_the_very_step() {
    let gate = Disc::new([0.0; 3], UP, 0.5).unwrap();
    let mut world = among(vec![Wall { vanishes: 0.1, ..Wall::new("gate", gate) }], friction(0.3));
    world.add(&Body::new([0.0, 0.0, 0.009972], 0.01)).unwrap();
    while world.time + world.time_step < 0.1 {
        run(&mut world, 1);
        assert_eq!((world.walls[0].contacts, world.walls[0].present), (1, true));
    }
    let (lists, speed) = (world.wall_contacts.rebuilds, world.bodies.velocity[0][2]);
    run(&mut world, 1);
    let gate = &world.walls[0];
    assert_eq!((gate.present, gate.contacts, gate.force), (false, 0, [0.0; 3]));
    assert_eq!((gate.largest_overlap, gate.stiffness, world.contacts()), (0.0, 0.0, 0));
    assert_eq!(world.bodies.force[0], [0.0; 3]);
    assert_eq!(world.wall_contacts.iter().count(), 0);
    // The first half of the kick still had the push of the gate, the second has gravity alone.
    let fallen = world.bodies.velocity[0][2] - speed;
    assert!((fallen + 0.5 * 10.0 * world.time_step).abs() < 1e-3 * world.time_step, "{fallen}");
    assert!(world.wall_contacts.rebuilds == lists + 1);
    run(&mut world, 5000);
    assert!(world.bodies.position[0][2] < -0.04);
}

#[test]
fn a_wall_that_appears_is_touched_in_the_very_step() {
    let mut world = over(level::<3>(), Pairing::default());
    world.walls[0].appears = 0.01;
    world.gravity = [0.0; 3];
    // At rest: nothing but the wall itself makes a list of near bodies anew.
    world.add(&Body::new([0.0, 0.0, 0.00999], 0.01)).unwrap();
    while world.time + world.time_step < 0.01 {
        run(&mut world, 1);
        assert_eq!(world.contacts(), 0);
    }
    run(&mut world, 1);
    assert_eq!(world.contacts(), 1);
    assert!(world.bodies.force[0][2] > 0.0);
}

/// A box whose floor turns for a while, whose lid is a servo for a while, and with a gate in it.
fn works() -> World<3> {
    let mut walls = six_planes([0.1, 0.1, 0.1]);
    let turning = WallMotion::Rotate { axis: UP, point: [0.05, 0.05, 0.0], speed: 3.0 };
    walls[4] = Wall { until: 0.05, ..walls[4].clone().moving(turning) };
    let down = [0.0, 0.0, -1.0];
    let servo = WallMotion::Servo { direction: down, force: 2.0, rate: 1000.0, largest_speed: 0.5 };
    walls[5] = Wall { since: 0.02, until: 0.07, ..walls[5].clone().moving(servo) };
    let gate = Disc::new([0.05; 3], UP, 0.04).unwrap();
    walls.push(Wall { appears: 0.01, vanishes: 0.06, ..Wall::new("gate", gate) });
    among(walls, friction(0.5))
}

#[test]
fn a_run_resumed_at_any_time_goes_on_to_the_last_bit() {
    let mut world = works();
    fill(&mut world, 100, 8);
    let mut saved = Vec::new();
    for _ in 0..9 {
        run(&mut world, 500);
        let columns = world.columns().into_iter().map(|column| column.into_owned());
        saved.push((world.steps, columns.collect::<Vec<_>>()));
    }
    assert!(world.time > 0.08);
    for (steps, columns) in saved {
        let mut twin = works();
        twin.restore(&columns).unwrap();
        run(&mut twin, (world.steps - steps) as usize);
        assert_eq!(bits(&world), bits(&twin), "from step {steps}");
    }
}

#[test]
fn a_run_resumed_after_another_motion_began_goes_on_to_the_last_bit() {
    let mut world = works();
    fill(&mut world, 100, 8);
    run(&mut world, 1000);
    let (motion, time) = (WallMotion::Translate { velocity: [0.0, 0.0, 0.2] }, world.time);
    world.walls[4].begin(motion.clone(), time);
    assert_eq!(world.walls[4].until, f64::INFINITY);
    run(&mut world, 500);
    let mut twin = works();
    twin.restore(&world.columns()).unwrap();
    twin.walls[4].motion = motion;
    run(&mut world, 2000);
    run(&mut twin, 2000);
    assert_eq!(bits(&world), bits(&twin));
    let rise = world.walls[4].pose.translation[2];
    assert!((rise - 0.2 * (world.time - time)).abs() < 1e-15, "{rise}");
}

#[test]
fn a_wall_is_drawn_where_it_is() {
    let turn = WallMotion::Rotate { axis: [0.0, 1.0, 0.0], point: [0.0; 3], speed: TAU };
    let plate = Disc::new([1.0, 0.0, 0.0], UP, 0.5).unwrap();
    let rising = WallMotion::Translate { velocity: [0.0, 0.0, 1.0] };
    let walls =
        vec![Wall::new("plate", plate).moving(turn), Wall::new("floor", level()).moving(rising)];
    let mut world = among(walls, Pairing::default());
    world.time_step = 1.0 / 1024.0;
    run(&mut world, 256);
    let within = Aabb { low: [-2.0; 3], high: [2.0; 3] };
    // A quarter of a turn takes x to -z.
    let plate = world.walls[0].facets(&within);
    assert!(plate.vertices.iter().all(|vertex| {
        let apart = subtract(vertex, &[0.0, 0.0, -1.0]);
        (length(&apart) - 0.5).abs() < 1e-14 && vertex[0].abs() < 1e-14
    }));
    let floor = world.walls[1].facets(&within);
    assert_eq!((floor.vertices.len(), floor.facets.len()), (4, 2));
    assert!(floor.vertices.iter().all(|v| v[0].abs() == 2.0 && v[1].abs() == 2.0 && v[2] == 0.25));
}

#[test]
fn times_that_are_none_are_refused() {
    let mut world = over(level::<3>(), Pairing::default());
    let wall = || Wall::new("gate", Plane::new([0.0; 3], UP).unwrap());
    let mut refused = |wall: Wall<3>| world.add_wall(wall).unwrap_err().to_string();
    assert_eq!(
        refused(Wall { since: 2.0, until: 1.0, ..wall() }),
        "the motion of wall `gate` goes from 2 s to 1 s: the second must not be before the first"
    );
    assert_eq!(
        refused(Wall { appears: f64::NAN, vanishes: 1.0, ..wall() }),
        "the presence of wall `gate` goes from NaN s to 1 s: the second must not be before the first"
    );
    assert!(refused(Wall { until: f64::NAN, ..wall() }).contains("from 0 s to NaN s"));
    assert!(refused(Wall { vanishes: f64::NEG_INFINITY, appears: 0.0, ..wall() }).contains("-inf"));
    assert_eq!(
        refused(Wall { since: f64::NEG_INFINITY, ..wall() }),
        "the time at which the motion of a wall begins is not a finite number: give one"
    );
    // What is changed during a run is looked at too.
    world.add(&ball()).unwrap();
    world.walls[0].vanishes = f64::NAN;
    assert!(world.step().unwrap_err().to_string().contains("the presence of wall `floor`"));
}
