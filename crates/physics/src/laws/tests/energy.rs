//! Energy: what springs take in they give back, in every direction, and no more.

use super::*;
use crate::batch::lane;
use esker_geom::rotation::{NO_ROTATION, advance, rotate};
use esker_geom::vector::length;

/// Models without dashpots, and with friction that never slips.
fn elastic(names: &str) -> (Model, Batch) {
    let model: Model = names.parse().unwrap();
    let pairing = Pairing {
        restitution: 1.0,
        friction: 1e3,
        rolling_friction: 0.5,
        twisting_friction: 0.5,
        surface_energy: 2.0,
        ..busy()
    };
    let mut batch = Batch::new(1e-5);
    set_coefficients(&model, &materials(pairing), &mut batch);
    shake(&mut batch, &mut Random(5));
    batch.overlap = [2e-4; LANES];
    batch.normal_velocity = [0.0; LANES];
    (model, batch)
}

/// Applies the model for one step and returns the power (W) of force and torque on the pair, which
/// is minus what goes into the contact, in lane 0.
fn power_in(model: &Model, batch: &mut Batch) -> f64 {
    model.apply(batch);
    let [first, second] = [0, 1].map(|side| lane(&batch.spin[side], 0));
    let turning = [0, 1, 2].map(|axis| first[axis] - second[axis]);
    -dot(&lane(&batch.tangent_force, 0), &lane(&batch.tangent_velocity, 0))
        - dot(&lane(&batch.torque, 0), &turning)
        - batch.normal_force[0] * batch.normal_velocity[0]
}

fn stored(model: &Model, batch: &mut Batch) -> f64 {
    model.store_energy(batch);
    batch.energy[0]
}

#[test]
fn a_contact_sheared_rolled_and_twisted_gives_the_energy_back() {
    for friction in
        ["tangential-spring", "mindlin", "mindlin-rescale", "rolling-spring", "twisting"]
    {
        let (model, mut batch) = elastic(&format!("hertz + {friction}"));
        // The pair as a whole does not turn; only the difference of spins does work.
        batch.spin[1] = batch.spin[0].map(|column| column.map(|x| -x));
        batch.spin = batch.spin.map(|spin| spin.map(|column| column.map(|x| 0.1 * x)));
        set_twist(&mut batch);
        let mut unstrained = Batch { time_step: 0.0, ..batch.clone() };
        model.apply(&mut unstrained);
        let rest = stored(&model, &mut unstrained);
        let (mut work, mut before, mut most) = (0.0, 0.0, 0.0f64);
        for step in 0..40 {
            if step == 20 {
                batch.tangent_velocity = batch.tangent_velocity.map(|column| column.map(|x| -x));
                batch.spin.swap(0, 1);
                before = -before;
            }
            let power = power_in(&model, &mut batch);
            // Springs are linear: the mean of the forces at both ends of a step gives its work.
            work += 0.5 * (before + power) * batch.time_step;
            before = power;
            let energy = stored(&model, &mut batch) - rest;
            most = most.max(energy);
            assert!((work - energy).abs() < 1e-9 * most, "{friction}: {work} J, stored {energy}");
        }
        assert!(most > 1e-9, "{friction} stores nothing");
        assert!(work.abs() < 1e-9 * most, "{friction} keeps {work} of {most} J");
    }
}

#[test]
fn normal_laws_store_the_work_of_pressing() {
    for name in ["linear", "hertz", "jkr"] {
        let (model, mut batch) = elastic(name);
        let (deepest, steps) = (2e-4, 20_000);
        let mut forces = Vec::new();
        let mut energies = Vec::new();
        for step in 0..=steps {
            batch.overlap[0] = deepest * f64::from(step) / f64::from(steps);
            model.apply(&mut batch);
            forces.push(batch.normal_force[0]);
            energies.push(stored(&model, &mut batch));
        }
        let work: f64 = forces.windows(2).map(|ends| 0.5 * (ends[0] + ends[1])).sum();
        let work = work * deepest / f64::from(steps);
        let energy = energies[steps as usize] - energies[0];
        assert!((work / energy - 1.0).abs() < 1e-6, "{name}: {work} J, stored {energy} J");
    }
}

/// Shears at one overlap and shears back to no force at another; returns the work that came out
/// more than went in, over what went in.
fn gain(friction: &str, overlaps: [f64; 2]) -> f64 {
    let (model, mut batch) = elastic(&format!("hertz + {friction}"));
    batch.spin = [[[0.0; LANES]; 3]; 2];
    set_twist(&mut batch);
    let velocity = batch.tangent_velocity;
    let (mut into, mut out) = (0.0, 0.0);
    batch.overlap = [overlaps[0]; LANES];
    for _ in 0..1000 {
        into += power_in(&model, &mut batch) * batch.time_step;
    }
    batch.overlap = [overlaps[1]; LANES];
    batch.tangent_velocity = velocity.map(|column| column.map(|x| -x));
    loop {
        let power = power_in(&model, &mut batch) * batch.time_step;
        if power >= 0.0 {
            return (out - into) / into;
        }
        out -= power;
    }
}

#[test]
fn mindlin_gains_energy_by_pressing_after_shearing_and_its_rescaled_form_does_not() {
    let (light, firm) = (1e-4, 4e-4);
    // kₜ is in proportion to the square root of the overlap: twice as much here.
    assert!((gain("mindlin", [light, firm]) - 1.0).abs() < 0.01);
    assert!((gain("mindlin", [firm, light]) + 0.5).abs() < 0.01);
    assert!((gain("mindlin-rescale", [light, firm]) + 0.5).abs() < 0.01);
    assert!((gain("mindlin-rescale", [firm, light]) + 0.5).abs() < 0.01);
}

/// A pair that turns as one rigid body: nothing slides, rolls or twists, and what is stored turns
/// along.
#[test]
fn history_turns_with_the_pair() {
    let spin = [300.0, -200.0, 500.0];
    for names in ["hertz + mindlin", "hertz + mindlin-rescale", "hertz + rolling-spring"] {
        let (model, mut batch) = elastic(names);
        model.apply(&mut batch);
        let stored = |batch: &Batch| {
            let force = lane(&batch.tangent_force, 0);
            if length(&force) > 0.0 { force } else { lane(&batch.torque, 0) }
        };
        let (normal, first) = (lane(&batch.normal, 0), stored(&batch));
        assert!(length(&first) > 0.0);
        batch.spin = [[0, 1, 2].map(|axis| [spin[axis]; LANES]); 2];
        batch.tangent_velocity = [[0.0; LANES]; 3];
        batch.time_step = 1e-6;
        let mut rotation = NO_ROTATION;
        for _ in 0..3000 {
            rotation = advance(&rotation, &spin, batch.time_step);
            set_lane(&mut batch.normal, 0, rotate(&rotation, &normal));
            set_twist(&mut batch);
            model.apply(&mut batch);
        }
        let (expected, found) = (rotate(&rotation, &first), stored(&batch));
        for axis in 0..3 {
            let error = (found[axis] - expected[axis]).abs() / length(&first);
            assert!(error < 2e-3, "{names}: {found:?}, expected {expected:?}");
        }
    }
}
