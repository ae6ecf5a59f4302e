//! The commonest model in one loop.
//!
//! `hertz + tsuji + mindlin` as parts goes through columns: each law reads what the one before has
//! written. Here the same functions follow each other lane by lane, and numbers stay in
//! registers. The result is bitwise that of the parts, which remain its slow twin.

use super::hertz::hertz;
use super::slider::{Slider, carry};
use crate::batch::{Batch, Contact, LANES, Row, Rows, lane, push_of, set_lane};
use esker_geom::vector::dot;

/// Resolves spheres, applies the laws, updates the history, and returns force and torques as
/// `Batch::push` does.
#[inline(always)]
pub(super) fn hertz_tsuji_mindlin(
    contacts: &mut Batch,
    rows: &Rows,
    pushes: &mut [[Row; LANES]; 3],
) {
    let mut displacement: [_; 3] = std::array::from_fn(|axis| contacts.history[axis]);
    for k in 0..LANES {
        let contact = Contact::of_spheres(rows, k);
        let [twice_young, damping, ratio, tangent_damping, friction] =
            std::array::from_fn(|index| contacts.coefficients[index][k]);
        let [stiffness, elastic] = hertz(twice_young, contact.reduced_radius, contact.overlap);
        let impedance = (stiffness * contact.reduced_mass).sqrt();
        let normal_force = elastic - damping * impedance * contact.normal_velocity;
        let slider = Slider {
            stiffness: ratio * stiffness,
            damping: tangent_damping * impedance,
            limit: friction * normal_force.max(0.0),
            time_step: contacts.time_step,
        };
        let [first, second] = [0, 1].map(|side| {
            let [x, y, z, _] = rows.spin[side][k];
            dot(&[x, y, z], &contact.normal)
        });
        let turn = 0.5 * contacts.time_step * (first + second);
        let before = carry(lane(&displacement, k), &contact.normal, turn);
        let (force, after) = slider.shear(before, contact.tangent_velocity);
        let touches = if slider.stiffness > 0.0 { 1.0 } else { 0.0 };
        set_lane(&mut displacement, k, after.map(|x| x * touches));
        contacts.overlap[k] = contact.overlap;
        let push = push_of(&contact.normal, normal_force, &force, contact.arm);
        for part in 0..3 {
            pushes[part][k] = push[part];
        }
    }
    for axis in 0..3 {
        contacts.history[axis] = displacement[axis];
    }
}
