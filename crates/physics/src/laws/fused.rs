//! The commonest model in one loop.
//!
//! `hertz + tsuji + mindlin` as parts goes through columns: each law reads what the one before has
//! written. Here the same functions follow each other lane by lane, and most numbers stay in
//! registers. The result is bitwise that of the parts, which remain its slow twin: the test
//! `crates/physics/tests/determinism.rs` compares them.

use super::hertz::hertz;
use super::slider::{Slider, carry};
use crate::batch::{Batch, Geometry, LANES, Motion, Row, Rows, push_of};
use esker_geom::vector::dot;

/// Resolves spheres, applies the laws, updates the history, and returns force and torques as
/// `Batch::push` does.
#[inline(always)]
pub(super) fn hertz_tsuji_mindlin(
    contacts: &mut Batch,
    rows: &Rows,
    pushes: &mut [[Row; LANES]; 3],
) {
    for k in 0..LANES {
        let [twice_young, damping, ratio, tangent_damping, friction] =
            std::array::from_fn(|index| contacts.coefficients[index][k]);
        let Geometry { normal, overlap, reduced_radius, reduced_mass } =
            Geometry::of_spheres(rows, k);
        let motion = Motion::of_spheres(rows, k, &normal, overlap);
        let [stiffness, elastic] = hertz(twice_young, reduced_radius, overlap);
        let impedance = (stiffness * reduced_mass).sqrt();
        let normal_force = elastic - damping * impedance * motion.along;
        let slider = Slider {
            stiffness: ratio * stiffness,
            damping: tangent_damping * impedance,
            limit: friction * normal_force.max(0.0),
            time_step: contacts.time_step,
        };
        let [first, second] = [rows.spin[0][k], rows.spin[1][k]];
        let both: [f64; 3] = std::array::from_fn(|axis| first[axis] + second[axis]);
        let turn = 0.5 * contacts.time_step * dot(&both, &normal);
        let displacement = std::array::from_fn(|axis| contacts.history[axis][k]);
        let before = carry(displacement, &normal, turn);
        let (force, after) = slider.shear(before, motion.across);
        for axis in 0..3 {
            contacts.history[axis][k] = after[axis];
        }
        contacts.overlap[k] = overlap;
        let push = push_of(&normal, normal_force, &force, motion.arm);
        for part in 0..3 {
            pushes[part][k] = push[part];
        }
    }
}
