//! Mindlin: a tangential spring in parallel with a dashpot, limited by Coulomb's friction.
//!
//! F = -kₜ ξ - ηₜ v with kₜ = 8 G* a, where ξ is the displacement of the surfaces against each other
//! since the contact began, carried along in the plane of contact. The dashpot has Tsuji's form with kₜ. When
//! F exceeds μ N the contact slips: F keeps its direction and has the length μ N, and ξ is what such a force belongs to.

use super::tsuji::damping_ratio;
use super::{Law, Own, Role, Symmetry};
use crate::batch::{Batch, LANES};
use crate::materials::PairOfMaterials;

/// Mindlin's law in terms of the displacement.
#[derive(Clone, Copy, Debug)]
pub struct Mindlin;

impl Law for Mindlin {
    fn role(&self) -> Role {
        Role::Tangential
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        // kₜ = 8 G* a, and the normal stiffness is 2 E* a.
        hand_on(4.0 * pair.effective_shear() / pair.effective_young());
        hand_on(2.0 * (5.0f64 / 6.0).sqrt() * damping_ratio(pair.pairing.restitution));
        hand_on(pair.pairing.friction);
    }

    fn history(&self) -> &'static [Symmetry] {
        &[Symmetry::Odd; 3]
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        let [ratio, share, friction] =
            std::array::from_fn(|index| contacts.coefficients[own.coefficient + index]);
        let history = &mut contacts.history[own.history..own.history + 3];
        let [hx, hy, hz] = history else { return };
        for k in 0..LANES {
            let n: [f64; 3] = std::array::from_fn(|axis| contacts.normal[axis][k]);
            let v: [f64; 3] = std::array::from_fn(|axis| contacts.tangent_velocity[axis][k]);
            let old = [hx[k], hy[k], hz[k]];
            let along = old[0] * n[0] + old[1] * n[1] + old[2] * n[2];
            let stiffness = ratio[k] * contacts.stiffness[k];
            let damping = share[k] * (stiffness * contacts.reduced_mass[k]).sqrt();
            let moved: [f64; 3] = std::array::from_fn(|axis| {
                old[axis] - along * n[axis] + v[axis] * contacts.time_step
            });
            let force: [f64; 3] =
                std::array::from_fn(|axis| -stiffness * moved[axis] - damping * v[axis]);
            let square = force[0] * force[0] + force[1] * force[1] + force[2] * force[2];
            let limit = friction[k] * contacts.normal_force[k].max(0.0);
            let slips = square > limit * limit;
            let shorter = if slips { limit / square.sqrt() } else { 1.0 };
            let softness = if stiffness > 0.0 { 1.0 / stiffness } else { 0.0 };
            let displacement: [f64; 3] = std::array::from_fn(|axis| {
                let slipped = -(force[axis] * shorter + damping * v[axis]) * softness;
                if slips { slipped } else { moved[axis] }
            });
            for axis in 0..3 {
                contacts.tangent_force[axis][k] += force[axis] * shorter;
            }
            [hx[k], hy[k], hz[k]] = displacement;
        }
    }
}
