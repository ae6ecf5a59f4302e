//! A gas of elastic spheres: nothing is lost, however often they meet.
//!
//! ```text
//!   ┌ ─ ─ ─ ─ ─ ┐     1000 spheres, a fifth of a periodic box, no damping, no friction:
//!      ●↗  ↙●         Σ ½ m v² + Σ energy of springs  and  Σ m v  stay what they were
//!   │  ●→     ●↑  │
//!   └ ─ ─ ─ ─ ─ ┘
//! ```
//!
//! The step is 1/100 of the contact time at the root-mean-square of relative speeds: the energy then swings by 1e-5 of
//! itself, and does not drift.

use crate::case::{Effort, Outcome, Ran, Setting, Tolerance};
use crate::hertz::{Hertz, effective_young, mass_of};
use esker_packing::Random;
use esker_physics::measures::{elastic_energy, kinetic_energy, momentum};
use esker_physics::{Body, Material, Pairing, World};
use std::error::Error;

const ACROSS: usize = 10;
const RADIUS: f64 = 0.005;
const SPACING: f64 = 0.0138;
/// Every component of a velocity is at most this (m/s).
const FASTEST: f64 = 1.0;
const STEPS_OF_A_CONTACT: f64 = 100.0;

/// Runs the gas and compares its energy and momentum with those of the start.
pub fn gas(setting: &Setting<'_>) -> Ran {
    let mut world = fill()?;
    let steps = if setting.effort == Effort::Quick { 2000 } else { 100_000 };
    world.step()?;
    let start = energy(&world)?;
    let (began, scale) = (momentum(&world), momentum_scale(&world));
    let (mut off, mut contacts, mut storing) = (0.0f64, 0, 0.0f64);
    for step in 0..steps {
        world.step()?;
        contacts += world.contacts();
        if step % 100 == 99 {
            off = off.max((energy(&world)? / start - 1.0).abs());
            storing = storing.max(elastic_energy(&world)? / start);
        }
    }
    let ended = momentum(&world);
    let drift = (0..3).map(|axis| (ended[axis] - began[axis]).abs()).fold(0.0, f64::max) / scale;
    let mut outcome = Outcome::default();
    let what = format!("energy after {steps} steps (J)");
    outcome.row(&what, energy(&world)?, start, Tolerance::Share(1e-4));
    outcome.row("largest change of energy, every 100 steps", off, 0.0, Tolerance::Within(1e-4));
    outcome.row(
        "change of momentum, as a share of Σ m v of each",
        drift,
        0.0,
        Tolerance::Within(1e-12),
    );
    let meetings = contacts as f64 / STEPS_OF_A_CONTACT;
    outcome.row("impacts, about", meetings, f64::NAN, Tolerance::Told);
    outcome.row("largest share of energy in springs", storing, f64::NAN, Tolerance::Told);
    Ok(outcome)
}

fn fill() -> Result<World<3>, Box<dyn Error>> {
    let mut world = World::<3>::default();
    let (restitution, friction) = (1.0, 0.0);
    world.materials.default_pairing = Pairing { restitution, friction, ..Pairing::default() };
    let material = Material::default();
    world.materials.add(material.clone())?;
    world.periodic = [Some([0.0, SPACING * ACROSS as f64]); 3];
    let mut random = Random::new(1);
    for number in 0..ACROSS.pow(3) {
        let cell = [number % ACROSS, number / ACROSS % ACROSS, number / (ACROSS * ACROSS)];
        let position = cell.map(|cell| SPACING * (cell as f64 + 0.5) + random.between(-1e-3, 1e-3));
        let velocity = std::array::from_fn(|_| random.between(-FASTEST, FASTEST));
        world.add(&Body { velocity, ..Body::new(position, RADIUS) })?;
    }
    let mass = 0.5 * mass_of(material.density, RADIUS);
    let young = effective_young([&material, &material]);
    // Relative velocities have √2 times the √(3/3) of velocities.
    let speed = FASTEST * 2.0f64.sqrt();
    let impact = Hertz { young, radius: 0.5 * RADIUS, mass, speed };
    world.time_step = impact.duration() / STEPS_OF_A_CONTACT;
    Ok(world)
}

fn energy(world: &World<3>) -> Result<f64, Box<dyn Error>> {
    let motion = kinetic_energy(world);
    Ok(motion.linear + motion.angular + elastic_energy(world)?)
}

/// Σ m |v| (kg m/s).
fn momentum_scale(world: &World<3>) -> f64 {
    let bodies = &world.bodies;
    let speed = |v: &[f64; 3]| v.iter().map(|v| v * v).sum::<f64>().sqrt();
    (0..bodies.len()).map(|place| bodies.mass(place) * speed(&bodies.velocity[place])).sum()
}
