//! The commonest model in one loop.
//!
//! `hertz + tsuji + mindlin` as parts goes through columns: each law reads what the one before has
//! written. Here the same functions follow each other lane by lane, and numbers stay in
//! registers. The result is bitwise that of the parts, which remain its slow twin.

use super::hertz::hertz;
use super::mindlin::Spring;
use super::tsuji::dashpot;
use crate::batch::{Batch, Contact, LANES, Row, Rows, push_of};

/// Resolves spheres, applies the laws, updates the history, and returns force and torques as
/// `Batch::push` does.
#[inline(always)]
pub(super) fn hertz_tsuji_mindlin(
    contacts: &mut Batch,
    rows: &Rows,
    pushes: &mut [[Row; LANES]; 3],
) {
    for k in 0..LANES {
        let contact = Contact::of_spheres(rows, k);
        let [twice_young, damping, ratio, tangent_damping, friction] =
            std::array::from_fn(|index| contacts.coefficients[index][k]);
        let [stiffness, elastic] = hertz(twice_young, contact.reduced_radius, contact.overlap);
        let impedance = (stiffness * contact.reduced_mass).sqrt();
        let normal_force = elastic + dashpot(damping, impedance, contact.normal_velocity);
        let spring = Spring {
            normal: contact.normal,
            velocity: contact.tangent_velocity,
            stiffness: ratio * stiffness,
            damping: tangent_damping * impedance,
            limit: friction * normal_force.max(0.0),
        };
        let displacement = std::array::from_fn(|axis| contacts.history[axis][k]);
        let [force, displacement] = spring.force(displacement, contacts.time_step);
        for axis in 0..3 {
            contacts.history[axis][k] = displacement[axis];
        }
        contacts.overlap[k] = contact.overlap;
        let rows = push_of(&contact.normal, normal_force, &force, contact.arm);
        for part in 0..3 {
            pushes[part][k] = rows[part];
        }
    }
}
