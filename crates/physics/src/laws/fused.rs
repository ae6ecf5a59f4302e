//! The commonest model in three loops.
//!
//! ```text
//!   geometry, motion ─▶ hertz, tsuji, history carried ─▶ mindlin's slider holds ─▶ yields, pushes
//!     Batch::resolve  │         first loop             │      second loop       │  third loop
//! ```
//!
//! `hertz + tsuji + mindlin` as parts goes through columns: each law reads what the one before has
//! written. Here the same functions follow each other lane by lane, and most numbers stay in
//! registers. A loop ends soon behind its roots and divisions: what has to wait for them stands in
//! the way of the next eight lanes, which have no need to wait. The result is bitwise that of the
//! parts, which remain its slow twin: the test `crates/physics/tests/determinism.rs` compares them.

use super::hertz::hertz;
use super::slider::{Slider, Yielding, carry_in};
use crate::batch::{Batch, LANES, Lined, Pushes, lane, set_lane};

/// Applies the laws to resolved contacts, updates the history, and returns the pushes.
#[inline(always)]
pub(super) fn hertz_tsuji_mindlin(
    contacts: &mut Batch,
    history: &mut [Lined; 3],
    pushes: &mut Pushes,
) {
    for k in 0..LANES {
        let [twice_young, damping] = [0, 1].map(|index| contacts.coefficients[index][k]);
        let [stiffness, elastic] =
            hertz(twice_young, contacts.reduced_radius[k], contacts.overlap[k]);
        let impedance = (stiffness * contacts.reduced_mass[k]).sqrt();
        contacts.stiffness[k] = stiffness;
        contacts.impedance[k] = impedance;
        contacts.normal_force[k] = elastic - damping * impedance * contacts.normal_velocity[k];
        let displacement = std::array::from_fn(|axis| history[axis][k]);
        let carried = carry_in(contacts, k, displacement);
        (0..3).for_each(|axis| history[axis][k] = carried[axis]);
    }
    // What the slider holds stands in the column of its force until it yields.
    let mut yielding = [[0.0; LANES]; 3];
    for k in 0..LANES {
        let [ratio, damping, friction] = [2, 3, 4].map(|index| contacts.coefficients[index][k]);
        let slider = Slider {
            stiffness: ratio * contacts.stiffness[k],
            damping: damping * contacts.impedance[k],
            limit: friction * contacts.normal_force[k].max(0.0),
            time_step: contacts.time_step,
        };
        let displacement = std::array::from_fn(|axis| history[axis][k]);
        let (held, Yielding { shorter, kept, moved }) =
            slider.hold(displacement, lane(&contacts.tangent_velocity, k));
        set_lane(&mut contacts.tangent_force, k, held);
        set_lane(&mut yielding, k, [shorter, kept, moved]);
    }
    for k in 0..LANES {
        let [shorter, kept, moved] = lane(&yielding, k);
        let displacement = std::array::from_fn(|axis| history[axis][k]);
        let rate = lane(&contacts.tangent_velocity, k);
        let held = lane(&contacts.tangent_force, k);
        let (force, after) = Yielding { shorter, kept, moved }.release(held, displacement, rate);
        (0..3).for_each(|axis| history[axis][k] = after[axis]);
        pushes.set(k, contacts, contacts.normal_force[k], &force);
    }
}
