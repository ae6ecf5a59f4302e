//! What holds for every law of the list: Newton's third law, no preferred direction, lanes apart,
//! and the limits of friction.

use super::*;
use crate::batch::{Column, lane};
use crate::laws::Symmetry;
use esker_geom::vector::length;
use proptest::prelude::*;

/// The same contacts, seen from the other body.
fn swapped(model: &Model, batch: &Batch) -> Batch {
    let mut swapped = batch.clone();
    swapped.normal = batch.normal.map(|column| column.map(|x| -x));
    swapped.tangent_velocity = batch.tangent_velocity.map(|column| column.map(|x| -x));
    swapped.spin.swap(0, 1);
    swapped.twist = batch.twist.map(|x| -x);
    swapped.arm.swap(0, 1);
    for (column, symmetry) in swapped.history.iter_mut().zip(model.history()) {
        if *symmetry == Symmetry::Odd {
            *column = column.map(|x| -x);
        }
    }
    swapped
}

/// Every vector of a batch turned by an eighth about an axis; only for models whose odd history is
/// a vector.
fn turned(model: &Model, batch: &Batch) -> Batch {
    let mut turned = batch.clone();
    let turn = |columns: &mut [[f64; LANES]]| {
        for k in 0..LANES {
            let v = [0, 1, 2].map(|axis| columns[axis][k]);
            let w = turn_vector(v);
            (0..3).for_each(|axis| columns[axis][k] = w[axis]);
        }
    };
    turn(&mut turned.normal);
    turn(&mut turned.tangent_velocity);
    turn(&mut turned.spin[0]);
    turn(&mut turned.spin[1]);
    let mut first = 0;
    while first < model.history().len() {
        match model.history()[first] {
            Symmetry::Even => first += 1,
            Symmetry::Odd => {
                turn(&mut turned.history[first..first + 3]);
                first += 3;
            }
        }
    }
    turned
}

fn turn_vector([x, y, z]: [f64; 3]) -> [f64; 3] {
    let (cos, sin) = (0.6, 0.8);
    let [x, y] = [cos * x - sin * y, sin * x + cos * y];
    [cos * x - sin * z, y, sin * x + cos * z]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Newton's third law, to the last bit.
    #[test]
    fn swapping_the_bodies_turns_forces_round(seed in any::<u64>()) {
        for model in models() {
            let mut one = after_some_steps(&model, seed);
            let mut other = swapped(&model, &one);
            model.apply(&mut one);
            model.apply(&mut other);
            prop_assert_eq!(one.normal_force, other.normal_force, "{}", model);
            let back = other.tangent_force.map(|column| column.map(|x| -x));
            prop_assert_eq!(one.tangent_force, back, "{}", model);
            let back = other.torque.map(|column| column.map(|x| -x));
            prop_assert_eq!(one.torque, back, "{}", model);
            prop_assert_eq!(one.history, swapped(&model, &other).history, "{}", model);
        }
    }

    /// Space has no preferred direction.
    #[test]
    fn turning_everything_turns_forces(seed in any::<u64>()) {
        for model in models() {
            let mut one = after_some_steps(&model, seed);
            let mut other = turned(&model, &one);
            model.apply(&mut one);
            model.apply(&mut other);
            for k in 0..LANES {
                let scale = one.normal_force[k].abs() + one.adhesion[k] + 1e-3;
                prop_assert!((one.normal_force[k] - other.normal_force[k]).abs() < 1e-9 * scale);
                for (a, b) in [(one.tangent_force, other.tangent_force), (one.torque, other.torque)] {
                    let (expected, found) = (turn_vector(lane(&a, k)), lane(&b, k));
                    for axis in 0..3 {
                        prop_assert!((expected[axis] - found[axis]).abs() < 1e-9 * scale, "{}", model);
                    }
                }
            }
        }
    }

    /// What a lane gives does not depend on the others, even if those are no numbers.
    #[test]
    fn lanes_are_apart(seed in any::<u64>(), alone in 0..LANES) {
        for model in models() {
            let mut full = after_some_steps(&model, seed);
            let mut spoilt = full.clone();
            for k in (0..LANES).filter(|&k| k != alone) {
                spoilt.overlap[k] = f64::NAN;
                spoilt.normal_velocity[k] = f64::INFINITY;
                spoilt.reduced_mass[k] = 0.0;
                spoilt.history.iter_mut().for_each(|column| column[k] = f64::NAN);
            }
            model.apply(&mut full);
            model.apply(&mut spoilt);
            prop_assert_eq!(full.normal_force[alone], spoilt.normal_force[alone]);
            prop_assert_eq!(lane(&full.tangent_force, alone), lane(&spoilt.tangent_force, alone));
            prop_assert_eq!(lane(&full.torque, alone), lane(&spoilt.torque, alone));
            prop_assert_eq!(lane(&full.history, alone), lane(&spoilt.history, alone));
        }
    }

    /// Coulomb's limit, and those of rolling and twisting together.
    #[test]
    fn friction_keeps_its_limits(seed in any::<u64>()) {
        let pairing = busy();
        for model in models() {
            let mut batch = after_some_steps(&model, seed);
            model.apply(&mut batch);
            for k in 0..LANES {
                let load = batch.load(k);
                let sliding = length(&lane(&batch.tangent_force, k));
                prop_assert!(sliding <= pairing.friction * load * (1.0 + 1e-12), "{}", model);
                let (normal, torque) = (lane(&batch.normal, k), lane(&batch.torque, k));
                let twisting = dot(&torque, &normal).abs();
                let rolling = length(&[0, 1, 2].map(|axis| {
                    torque[axis] - dot(&torque, &normal) * normal[axis]
                }));
                let arm = batch.reduced_radius[k] * load * (1.0 + 1e-9) + 1e-15;
                prop_assert!(twisting <= pairing.twisting_friction * arm, "{}", model);
                prop_assert!(rolling <= pairing.rolling_friction * arm, "{}", model);
            }
        }
    }

    /// The first forces of a run are asked for without time having passed.
    #[test]
    fn a_step_of_no_time_changes_no_history(seed in any::<u64>()) {
        for model in models() {
            let mut batch = after_some_steps(&model, seed);
            // Only what touches keeps anything, and its plane of contact must be the one it had.
            batch.overlap = batch.overlap.map(|overlap| overlap.abs() + 1e-5);
            model.apply(&mut batch);
            let before = batch.history;
            batch.time_step = 0.0;
            model.apply(&mut batch);
            let mut first = 0;
            while first < model.history().len() {
                // A vector is turned into its plane as a whole: a component that is nearly nothing
                // is right to the length of the others.
                let kept = if model.history()[first] == Symmetry::Odd { 3 } else { 1 };
                for k in 0..LANES {
                    let of = |history: &[Column]| -> Vec<f64> {
                        history[first..first + kept].iter().map(|column| column[k]).collect()
                    };
                    let (before, after) = (of(&before), of(&batch.history));
                    let scale = before.iter().map(|x| x * x).sum::<f64>().sqrt();
                    for (before, after) in before.iter().zip(after) {
                        prop_assert!((before - after).abs() <= 1e-9 * scale, "{}", model);
                    }
                }
                first += kept;
            }
        }
    }
}

#[test]
fn bodies_that_do_not_touch_feel_nothing_and_remember_nothing() {
    for model in models() {
        let mut batch = after_some_steps(&model, 7);
        batch.overlap = [-5e-3; LANES];
        model.apply(&mut batch);
        assert_eq!(batch.normal_force, [0.0; LANES], "{model}");
        assert_eq!(batch.tangent_force, [[0.0; LANES]; 3], "{model}");
        assert_eq!(batch.torque, [[0.0; LANES]; 3], "{model}");
        assert!(batch.history.iter().flatten().all(|&kept| kept == 0.0), "{model}");
    }
}
