//! Every way in which a step can go wrong, with its exact message; nothing panics.

use crate::support::swinging;
use esker_geom::Aabb;
use esker_packing::Random;
use esker_physics::laws::{Law, Own, Part, Role};
use esker_physics::{
    BadBody, Batch, Body, Bounds, Cause, LANES, Leaving, Material, Model, Motion, PairOfMaterials,
    World,
};
use std::sync::Arc;

/// Two balls of radius 0.1 m beside each other, half a radius apart.
fn two_balls() -> World<3> {
    let mut world = World::default();
    world.materials.add(Material::default()).unwrap();
    for x in [0.0, 0.25] {
        world.add(&Body::new([x, 0.0, 0.0], 0.1)).unwrap();
    }
    world.time_step = 1e-3;
    world
}

/// Spoils the world after ten steps; the next step must fail with this message.
fn assert_fails(mut world: World<3>, spoil: impl Fn(&mut World<3>), message: &str) {
    world.run(10).unwrap();
    spoil(&mut world);
    let error = world.run(5).unwrap_err();
    assert_eq!(error.to_string(), message);
    assert!(error.step >= 11);
    // Whoever goes on gets an answer too, and bodies can be read.
    let _ = world.run(3);
    assert_eq!(world.bodies.position.len(), world.bodies.id.len());
}

#[test]
fn numbers_that_are_not_finite_name_the_body() {
    let outside = "the force and torque on it are finite: it was written from outside, or the time \
                   step is far too long";
    assert_fails(
        two_balls(),
        |world| world.bodies.velocity[1][2] = f64::NAN,
        &format!("step 11 at 1.1000e-2 s: body 1: velocity z is NaN; {outside}"),
    );
    assert_fails(
        two_balls(),
        |world| world.bodies.position[0][0] = f64::INFINITY,
        &format!("step 11 at 1.1000e-2 s: body 0: position x is inf; {outside}"),
    );
    assert_fails(
        two_balls(),
        |world| world.bodies.position[0][0] = 1e300,
        &format!("step 11 at 1.1000e-2 s: body 0: position x is {}; {outside}", 1e300),
    );
    assert_fails(
        two_balls(),
        |world| world.bodies.spin[0][1] = f64::NEG_INFINITY,
        &format!("step 11 at 1.1000e-2 s: body 0: spin y is -inf; {outside}"),
    );
    assert_fails(
        two_balls(),
        |world| {
            world.bodies.radius[1] = f64::NAN;
            world.bodies.rearranged();
        },
        "step 11 at 1.1000e-2 s: body 1: its radius is NaN m; it must be a number above 0",
    );
    assert_fails(
        two_balls(),
        |world| world.bodies.radius[0] = f64::NAN,
        "step 11 at 1.1000e-2 s: body 0: its radius is NaN m; it must be a number above 0",
    );
    assert_fails(
        two_balls(),
        |world| world.bodies.radius[0] = 0.0,
        "step 11 at 1.1000e-2 s: body 0: its radius is 0 m; it must be a number above 0",
    );
}

/// A law that breaks after a while.
#[derive(Debug)]
struct Broken;

impl Law for Broken {
    fn role(&self) -> Role {
        Role::Attraction
    }

    fn coefficients(&self, _pair: &PairOfMaterials<'_>, _hand_on: &mut dyn FnMut(f64)) {}

    fn apply(&self, contacts: &mut Batch, _own: Own) {
        (0..LANES).for_each(|k| contacts.normal_force[k] *= f64::NAN);
    }
}

#[test]
fn a_law_that_gives_no_number_is_named() {
    let mut world = two_balls();
    world.bodies.velocity[0][0] = 6.0;
    let hertz = Part::Hertz(esker_physics::laws::Hertz);
    let parts = vec![("hertz".into(), hertz), ("broken".into(), Part::Own(Arc::new(Broken)))];
    world.model = Model::new(parts).unwrap();
    world.time_step = 5e-4;
    let error = world.run(100).unwrap_err();
    assert_eq!(
        error.to_string(),
        "step 17 at 8.5000e-3 s: body 0: velocity x is NaN; the force or torque on it is not finite \
         either: it comes from a law of `hertz + broken`, so look at the materials and at what was \
         written into columns"
    );
}

#[test]
fn bodies_that_explode_or_sink_are_named() {
    assert_fails(
        two_balls(),
        |world| world.bodies.velocity[0][1] = 400.0,
        "step 11 at 1.1000e-2 s: body 0 moves 4.0000e-1 m in one step, further than its radius of \
         1.0000e-1 m: the time step explodes; make it shorter, or look for bodies that overlap at \
         the start",
    );
    let deep = "overlap by 1.3000e-1 m, more than the smaller radius of 1.0000e-1 m; make the \
                material stiffer or the time step shorter, or look for bodies that overlap at the start";
    let mut world = two_balls();
    world.bodies.position[1] = [0.07, 0.0, 0.0];
    let error = world.step().unwrap_err();
    assert_eq!(error.to_string(), format!("step 1 at 1.0000e-3 s: bodies 0 and 1 {deep}"));
    let mut world = two_balls();
    world.periodic[0] = Some([-1.0, 1.0]);
    world.bodies.position = vec![[-0.98, 0.0, 0.0], [0.95, 0.0, 0.0]];
    let error = world.step().unwrap_err();
    assert_eq!(error.to_string(), format!("step 1 at 1.0000e-3 s: bodies 0 and 1 {deep}"));
}

#[test]
fn large_bodies_may_overlap_by_more_than_a_small_ones_radius() {
    let mut world = two_balls();
    world.bodies.position[1][0] = 0.199;
    world.add(&Body::new([1.0, 0.0, 0.0], 1e-4)).unwrap();
    world.time_step = 1e-6;
    world.run(10).unwrap();
    assert!(world.largest_overlap() > 1e-4);
}

#[test]
fn bodies_that_leave_stop_the_run_or_are_removed() {
    let bounds = |policy| Some(Bounds { region: Aabb { low: [-1.0; 3], high: [1.0; 3] }, policy });
    let mut world = two_balls();
    world.bodies.velocity[1] = [40.0, 0.0, 0.0];
    world.bounds = bounds(Leaving::Stop);
    let error = world.run(100).unwrap_err();
    assert_eq!(
        error.to_string(),
        "step 19 at 1.9000e-2 s: body 1 left the world: x is 1.0100e0 m, and the world goes from \
         -1.0000e0 m to 1.0000e0 m; close the walls, widen the bounds, or let bodies that leave be \
         removed"
    );

    let mut world = two_balls();
    world.bodies.velocity[1] = [40.0, 0.0, 0.0];
    world.bounds = bounds(Leaving::Remove);
    // What is fixed may be outside, and along a periodic axis nothing leaves.
    world.add(&Body { motion: Motion::Fixed, ..Body::new([0.0, 5.0, 0.0], 0.1) }).unwrap();
    world.add(&Body { velocity: [0.0, 0.0, 90.0], ..Body::new([-0.5; 3], 0.1) }).unwrap();
    world.periodic[2] = Some([-2.0, 2.0]);
    world.run(100).unwrap();
    assert_eq!((world.lost, world.bodies.len()), (1, 3));
    assert_eq!(world.bodies.place_of(1), None);
}

/// Whoever leaves first is noticed in the very step, however many steps are made at once and however
/// far from the ends of the world everybody was.
#[test]
fn the_first_that_leaves_is_noticed_at_once() {
    let (mut random, mut latest) = (Random::new(6), 0);
    for _ in 0..20 {
        let mut world = two_balls();
        world.bodies.retain(|_, _| false);
        let region = Aabb { low: [-1.0, -9.0, -9.0], high: [1.0, 1e9, f64::INFINITY] };
        world.bounds = Some(Bounds { region, policy: Leaving::Stop });
        let mut first = u64::MAX;
        for lane in 0..40 {
            let fastest = if lane % 10 == 0 { 10.0 } else { 1.0 };
            let velocity = [random.between(-fastest, fastest), 0.0, 0.0];
            let position = [random.between(-0.9, 0.9), lane as f64, 0.0];
            world.add(&Body { velocity, ..Body::new(position, 0.1) }).unwrap();
            let (mut x, mut step) = (position[0], 0);
            while x.abs() <= 1.0 && step < 10_000 {
                x += world.time_step * velocity[0];
                step += 1;
            }
            first = first.min(step);
        }
        assert_eq!(world.run(20_000).unwrap_err().step, first);
        latest = latest.max(first);
    }
    assert!(latest > 50, "{latest}");
}

#[test]
fn what_was_set_up_badly_is_refused_by_name() {
    let at = "step 11 at 1.1000e-2 s:";
    assert_fails(
        two_balls(),
        |world| world.gravity[1] = f64::NAN,
        &format!("{at} gravity y is NaN; it must be a finite number"),
    );
    assert_fails(
        two_balls(),
        |world| world.bodies.material[1] = 3,
        &format!(
            "{at} body 1 is of material 3, but there are 1 materials; materials are numbered from 0"
        ),
    );
    assert_fails(
        two_balls(),
        |world| world.periodic[2] = Some([1.0, -1.0]),
        &format!(
            "{at} the periodic box goes from 1 m to -1 m along z; it needs two finite numbers, the \
             lower one first"
        ),
    );
    assert_fails(
        two_balls(),
        |world| world.periodic[1] = Some([0.0, 0.4]),
        &format!(
            "{at} the periodic box is 4.0000e-1 m long along y; it must be longer than 4.0000e-1 m, \
             or a body could meet another from both sides: make the box longer"
        ),
    );
    let mut world = two_balls();
    world.bodies.velocity.pop();
    assert_eq!(
        world.step().unwrap_err().to_string(),
        "step 1 at 1.0000e-3 s: column `velocity` has 1 entries for 2 bodies; add and remove bodies \
         with `World::add` and `Bodies::retain`"
    );
}

#[test]
fn a_time_step_must_be_a_number() {
    for value in [-1e-3, f64::NAN, f64::INFINITY] {
        let mut world = two_balls();
        world.time_step = value;
        let error = world.step().unwrap_err();
        assert!(matches!(error.cause, Cause::TimeStep { .. }), "{error}");
        assert_eq!(
            error.cause.to_string(),
            format!(
                "the time step is {value} s; it must be a finite number above 0, or 0 to let the \
                 world choose"
            )
        );
    }
    let error = World::<2>::default().step().unwrap_err();
    assert_eq!(
        error.to_string(),
        "step 1 at 0.0000e0 s: the time step is not set, and without free bodies there is nothing to \
         choose it from; set it, or add bodies first"
    );
}

#[test]
fn runs_stop_at_the_first_error() {
    let mut world = swinging("velocity-verlet", 0.004);
    world.time_step = 1e-3;
    world.run_until(0.1).unwrap();
    assert_eq!(world.steps, 100);
    world.run_until(0.05).unwrap();
    world.run(3).unwrap();
    assert_eq!(world.steps, 103);
    world.bodies.velocity[1][0] = f64::NAN;
    assert_eq!(world.run(10).unwrap_err().step, 104);
    assert_eq!(world.run_until(1.0).unwrap_err().step, 104);
    assert_eq!(world.steps, 103);
}

#[test]
fn bodies_are_looked_at_before_they_are_added() {
    let good = Body::new([0.0; 3], 0.1);
    let refused = |body: Body<3>| two_balls().add(&body).unwrap_err().to_string();
    assert_eq!(
        refused(Body { position: [0.0, f64::NAN, 0.0], ..good }),
        "coordinate y of the body is NaN; it must be a finite number of at most 1e150"
    );
    assert_eq!(
        refused(Body { velocity: [f64::INFINITY, 0.0, 0.0], ..good }),
        "velocity x of the body is inf; it must be a finite number of at most 1e150"
    );
    assert_eq!(
        refused(Body { spin: [0.0, 0.0, -f64::NAN], ..good }),
        "spin z of the body is NaN; it must be a finite number of at most 1e150"
    );
    for radius in [0.0, -1.0, f64::NAN] {
        let text = refused(Body { radius, ..good });
        assert_eq!(text, format!("the radius of the body is {radius} m; it must be above 0"));
    }
    for radius in [f64::INFINITY, 1e-150] {
        let text = refused(Body { radius, ..good });
        let unusable = "its mass would be no usable number";
        assert_eq!(text, format!("the radius of the body is {radius} m; {unusable}"));
    }
    assert_eq!(
        refused(Body { material: 7, ..good }),
        "the body is of material 7; the materials are numbered 0 to 0"
    );
    assert_eq!(
        World::default().add(&good).unwrap_err().to_string(),
        "the body is of material 0, but there are no materials; add one first"
    );
    let mut plane = World::<2>::default();
    plane.materials.add(Material::default()).unwrap();
    let tumbling = Body { spin: [0.0, 2.0, 0.0], ..Body::new([0.0; 2], 0.1) };
    assert_eq!(
        plane.add(&tumbling).unwrap_err().to_string(),
        "spin y of the body is 2 rad/s; a disc turns about z only"
    );
    assert_eq!(
        BadBody::TooMany.to_string(),
        "no more bodies can be numbered; at most 536870911 may be there"
    );
}

#[test]
fn a_margin_must_be_a_number() {
    for value in [f64::INFINITY, f64::NAN, -1.0] {
        let mut world = two_balls();
        world.run(10).unwrap();
        world.detection.margin = Some(value);
        let expected = format!(
            "step 11 at 1.1000e-2 s: the margin of detection is {value} m; it must be a finite \
             number of at least 0, or none to let it be tuned"
        );
        assert_eq!(world.step().unwrap_err().to_string(), expected);
        world.detection.margin = None;
        world.run(5).unwrap();
    }
}

/// A list that could not be made is no list; once the cause is gone a run goes on.
#[test]
fn a_world_goes_on_after_detection_refused() {
    let mut world = two_balls();
    world.run(10).unwrap();
    // So large that a sphere with its margin cannot be squared.
    world.detection.margin = Some(1e200);
    world.bodies.rearranged();
    for _ in 0..2 {
        assert!(world.step().is_err());
        assert_eq!(world.neighbors.row(0).len() + world.neighbors.close_pairs().count(), 0);
    }
    world.detection.margin = Some(0.01);
    world.run(5).unwrap();
}
