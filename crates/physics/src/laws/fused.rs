//! The commonest model in two loops.
//!
//! ```text
//!   geometry, motion ─▶ hertz, tsuji, history carried along ─▶ mindlin's slider ─▶ pushes
//!     resolve_spheres │            first loop                │    second loop
//! ```
//!
//! `hertz + tsuji + mindlin` as parts goes through columns: each law reads what the one before has
//! written. Here the same functions follow each other lane by lane, and most numbers stay in
//! registers. One loop over everything would be longer than a processor looks ahead: it would wait
//! for the roots and divisions of eight lanes before it came to the next eight. The result is
//! bitwise that of the parts, which remain its slow twin: the test
//! `crates/physics/tests/determinism.rs` compares them.

use super::hertz::hertz;
use super::slider::{Slider, carry_in};
use crate::batch::{Batch, LANES, Pushes, lane};

/// Applies the laws to resolved contacts, updates the history, and returns the pushes.
#[inline(always)]
pub(super) fn hertz_tsuji_mindlin(contacts: &mut Batch, pushes: &mut Pushes) {
    for k in 0..LANES {
        let [twice_young, damping] = [0, 1].map(|index| contacts.coefficients[index][k]);
        let [stiffness, elastic] =
            hertz(twice_young, contacts.reduced_radius[k], contacts.overlap[k]);
        let impedance = (stiffness * contacts.reduced_mass[k]).sqrt();
        contacts.stiffness[k] = stiffness;
        contacts.impedance[k] = impedance;
        contacts.normal_force[k] = elastic - damping * impedance * contacts.normal_velocity[k];
        let displacement = std::array::from_fn(|axis| contacts.history[axis][k]);
        let carried = carry_in(contacts, k, displacement);
        (0..3).for_each(|axis| contacts.history[axis][k] = carried[axis]);
    }
    for k in 0..LANES {
        let [ratio, damping, friction] = [2, 3, 4].map(|index| contacts.coefficients[index][k]);
        let normal_force = contacts.normal_force[k];
        let slider = Slider {
            stiffness: ratio * contacts.stiffness[k],
            damping: damping * contacts.impedance[k],
            limit: friction * normal_force.max(0.0),
            time_step: contacts.time_step,
        };
        let displacement = std::array::from_fn(|axis| contacts.history[axis][k]);
        let (force, after) = slider.shear(displacement, lane(&contacts.tangent_velocity, k));
        (0..3).for_each(|axis| contacts.history[axis][k] = after[axis]);
        pushes.set(k, contacts, normal_force, &force);
    }
}
