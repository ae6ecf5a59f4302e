//! The limits of the time step against values computed by hand, and what the world does with them.

use crate::support::swinging;
use esker_physics::laws::{LAWS, Role};
use esker_physics::{
    Body, Cause, Criterion, Grains, Insertion, Integrators, Interval, Limit, Material, Motion,
    Rain, Rate, Region, Run, Sizes, Source, Subject, World,
};
use std::f64::consts::PI;

/// Glass beads of 1 and 2 mm radius, at rest and apart, with gravity.
fn beads() -> World<3> {
    let mut world = World::default();
    let glass = Material { name: "glass".into(), density: 2500.0, young: 6e7, poisson: 0.2 };
    world.materials.add(glass).unwrap();
    for (x, radius) in [(0.0, 2e-3), (0.1, 1e-3), (0.2, 2e-3)] {
        world.add(&Body::new([x, 0.0, 0.0], radius)).unwrap();
    }
    world.gravity = [0.0, 0.0, -9.81];
    world
}

fn limit(world: &World<3>, criterion: Criterion) -> Limit {
    let limits = world.longest_time_step().limits;
    *limits.iter().find(|limit| limit.criterion == criterion).unwrap()
}

fn assert_near(found: f64, expected: f64) {
    assert!((found / expected - 1.0).abs() < 1e-12, "{found} instead of {expected}");
}

/// The mass of the smallest bead (kg).
const MASS: f64 = 2500.0 * 4.0 / 3.0 * PI * 1e-9;
/// E* of two beads (Pa).
const YOUNG: f64 = 6e7 / (2.0 * (1.0 - 0.04));

#[test]
fn the_smallest_bead_sets_the_rayleigh_time() {
    let found = limit(&beads(), Criterion::Rayleigh);
    let expected = PI * 1e-3 * (2500.0f64 / (6e7 / 2.4)).sqrt() / (0.1631 * 0.2 + 0.8766);
    assert_near(found.value, expected);
    assert_eq!((found.body, found.other), (Subject::Body(1), None));
}

#[test]
fn an_impact_lasts_as_long_as_hertz_says() {
    // The beads lie in a box 4 mm high: v = √(2 g 4 mm).
    let mut world = beads();
    let time =
        |speed: f64| 2.87 * ((0.5 * MASS).powi(2) / (0.5e-3 * YOUNG * YOUNG * speed)).powf(0.2);
    let fall = (2.0 * 9.81 * 4e-3f64).sqrt();
    assert_near(limit(&world, Criterion::ContactTime).value, time(fall));
    // A bead at 3 m/s may meet another that comes towards it.
    world.bodies.velocity[2] = [0.0, 3.0, 0.0];
    assert_near(limit(&world, Criterion::ContactTime).value, time(6.0));
}

#[test]
fn stiffness_and_damping_limit_stability() {
    let world = beads();
    let stiffness = 2.0 * YOUNG * (0.5e-3f64 * 0.5e-5).sqrt();
    let stable = 2.0 * (0.5 * MASS / stiffness).sqrt();
    assert_near(limit(&world, Criterion::Stiffness).value, stable);
    let logarithm = 0.5f64.ln();
    let ratio = -logarithm / (logarithm * logarithm + PI * PI).sqrt();
    let damped = stable * ((1.0 + ratio * ratio).sqrt() - ratio);
    assert_near(limit(&world, Criterion::Damping).value, damped);
}

#[test]
fn a_linear_spring_has_the_limit_of_its_oscillation_alone() {
    let mut world = swinging("velocity-verlet", 0.004);
    let limits = world.longest_time_step();
    assert_eq!(limits.limits.len(), 1);
    // The fixed ball has no mass of its own, but the free one may meet one like it.
    assert_near(limits.value, 2.0 / (10.0 * 2.0f64.sqrt()));
    world.set_integrator("predictor-corrector").unwrap();
    assert_near(world.longest_time_step().value, 1.4 / (10.0 * 2.0f64.sqrt()));
}

/// How far (m) a ball on a bilateral spring comes in a thousand steps of ω Δt, from 1 m away.
fn swing(name: &str, step: f64) -> f64 {
    let mut bodies = swinging("velocity-verlet", 0.0).bodies;
    let integrator = Integrators::<3>::by_name(name).unwrap();
    let interval = Interval { time_step: step, gravity: [0.0; 3] };
    let mass = bodies.mass(1);
    bodies.position[1] = [1.0, 0.0, 0.0];
    bodies.force[1] = [-mass, 0.0, 0.0];
    (0..1000).fold(0.0, |farthest: f64, _| {
        integrator.prepare(&mut bodies);
        integrator.begin(&mut Run::of_all(&mut bodies), &interval);
        bodies.force[1][0] = -mass * bodies.position[1][0];
        integrator.end(&mut Run::of_all(&mut bodies), &interval);
        farthest.max(bodies.position[1][0].abs())
    })
}

#[test]
fn an_oscillation_grows_beyond_the_limit_of_the_integrator_and_not_below() {
    for entry in Integrators::<3>::ALL {
        let limit = (entry.build)().stability();
        assert!(swing(entry.name, 0.98 * limit) < 20.0, "{}", entry.name);
        assert!(swing(entry.name, 1.05 * limit) > 1e6, "{}", entry.name);
    }
}

#[test]
fn every_normal_law_has_a_limit() {
    for law in LAWS.iter().filter(|law| law.part.law().role() == Role::Normal) {
        let mut world = beads();
        world.model = format!("{} + viscous", law.name).parse().unwrap();
        let criteria: Vec<_> =
            world.longest_time_step().limits.iter().map(|limit| limit.criterion).collect();
        let elastic =
            [Criterion::Stiffness, Criterion::Damping, Criterion::ContactTime, Criterion::Rayleigh];
        let expected = if law.name == "linear" { &elastic[..2] } else { &elastic[..] };
        assert_eq!(criteria, expected, "{}", law.name);
        world.run(100).unwrap();
    }
}

#[test]
fn a_stiff_material_that_no_bead_has_may_be_a_walls() {
    let mut world = beads();
    let before = limit(&world, Criterion::Stiffness);
    let steel = Material { name: "steel".into(), density: 7800.0, young: 2e11, poisson: 0.3 };
    world.materials.add(steel).unwrap();
    let after = limit(&world, Criterion::Stiffness);
    assert!(after.value < before.value);
    assert_eq!((after.body, after.other), (Subject::Body(1), None));
    // Its Rayleigh time is of no concern: nothing made of it moves.
    let rayleigh = limit(&world, Criterion::Rayleigh);
    world.add(&Body { material: 1, motion: Motion::Fixed, ..Body::new([1.0; 3], 1e-4) }).unwrap();
    assert_eq!(limit(&world, Criterion::Rayleigh), rayleigh);
}

#[test]
fn a_step_that_is_not_set_is_chosen_and_the_reason_kept() {
    let mut world = beads();
    world.step().unwrap();
    let limits = world.longest_time_step();
    let shares = limits.limits.iter().map(|limit| limit.criterion.share() * limit.value);
    assert_eq!(world.time_step, shares.fold(f64::INFINITY, f64::min));
    assert_eq!(
        world.time_step_reason,
        "6.5651e-6 s, chosen: 5 % of the contact time of body 1 and one like it, 1.3130e-4 s"
    );
    assert!(world.time_step < limits.value);
}

#[test]
fn a_smaller_body_that_comes_later_shortens_a_chosen_step() {
    let mut world = beads();
    world.run(3).unwrap();
    let first = world.time_step;
    world.add(&Body::new([0.5, 0.0, 0.0], 2e-3)).unwrap();
    world.step().unwrap();
    assert_eq!(world.time_step, first);
    world.add(&Body::new([1.0, 0.0, 0.0], 1e-4)).unwrap();
    world.step().unwrap();
    assert!(world.time_step < 0.2 * first);
    assert!(world.time_step_reason.contains("of body 4"), "{}", world.time_step_reason);
}

#[test]
fn a_step_that_is_too_long_is_refused_with_the_limit_and_a_good_one() {
    let mut world = beads();
    world.time_step = 1e-3;
    let error = world.step().unwrap_err();
    assert!(matches!(error.cause, Cause::TimeStepTooLong { .. }));
    assert_eq!(
        error.to_string(),
        "step 1 at 1.0000e-3 s: the time step of 1.0000e-3 s is longer than the Rayleigh time of \
         body 1, 3.4553e-5 s; set it to 6.5651e-6 s or less, or to 0 to let the world choose"
    );
    // The advice is taken, and looked at again when it is changed.
    world.time_step = 6e-6;
    world.step().unwrap();
    assert_eq!(
        world.time_step_reason,
        "6.0000e-6 s, given: 17.4 % of the Rayleigh time of body 1, 3.4553e-5 s"
    );
    world.time_step = 1e-3;
    assert_eq!(world.step().unwrap_err().step, 2);
}

#[test]
fn bodies_that_rain_will_bring_set_the_step_before_they_come() {
    let mut world = beads();
    world.bodies = Default::default();
    let region = Region::Sphere { center: [0.0; 3], radius: 0.1 };
    let sizes = Sizes::Uniform { low: 1e-3, high: 2e-3 };
    let grains = Grains { sizes, ..Grains::of_radius(1e-3) };
    let rain = Rain::new(region, grains, Rate::Bodies(1000.0));
    world.insertions.push(Insertion::new(Source::Rain(rain)));
    let rayleigh = limit(&world, Criterion::Rayleigh);
    assert_eq!(rayleigh.body, Subject::Coming);
    assert_eq!(rayleigh.value, limit(&beads(), Criterion::Rayleigh).value);
    world.run(200).unwrap();
    assert!(world.time_step_reason.contains("of a body to come"), "{}", world.time_step_reason);
}
