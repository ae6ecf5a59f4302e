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
        let ratio = 4.0 * pair.effective_shear() / pair.effective_young();
        hand_on(ratio);
        hand_on(2.0 * (5.0f64 / 6.0).sqrt() * damping_ratio(pair.pairing.restitution) * ratio.sqrt());
        hand_on(pair.pairing.friction);
    }

    fn history(&self) -> &'static [Symmetry] {
        &[Symmetry::Odd; 3]
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        for k in 0..LANES {
            let [ratio, share, friction] =
                std::array::from_fn(|index| contacts.coefficients[own.coefficient + index][k]);
            let spring = Spring {
                normal: std::array::from_fn(|axis| contacts.normal[axis][k]),
                velocity: std::array::from_fn(|axis| contacts.tangent_velocity[axis][k]),
                stiffness: ratio * contacts.stiffness[k],
                damping: share * contacts.impedance[k],
                limit: friction * contacts.normal_force[k].max(0.0),
            };
            let displacement = std::array::from_fn(|axis| contacts.history[own.history + axis][k]);
            let [force, displacement] = spring.force(displacement, contacts.time_step);
            for axis in 0..3 {
                contacts.tangent_force[axis][k] = force[axis];
                contacts.history[own.history + axis][k] = displacement[axis];
            }
        }
    }
}

/// A spring and a dashpot across the normal, in series with a slider.
pub(super) struct Spring {
    pub(super) normal: [f64; 3],
    pub(super) velocity: [f64; 3],
    pub(super) stiffness: f64,
    pub(super) damping: f64,
    /// The force at which the contact slips.
    pub(super) limit: f64,
}

impl Spring {
    /// The force and the displacement after a time step, from the displacement before.
    #[inline(always)]
    pub(super) fn force(&self, before: [f64; 3], time_step: f64) -> [[f64; 3]; 2] {
        let (n, v) = (&self.normal, &self.velocity);
        let along = before[0] * n[0] + before[1] * n[1] + before[2] * n[2];
        let moved: [f64; 3] = std::array::from_fn(|axis| {
            before[axis] - along * n[axis] + v[axis] * time_step
        });
        let damped: [f64; 3] = v.map(|v| self.damping * v);
        let force: [f64; 3] =
            std::array::from_fn(|axis| -(self.stiffness * moved[axis]) - damped[axis]);
        let square = force[0] * force[0] + force[1] * force[1] + force[2] * force[2];
        let slips = square > self.limit * self.limit;
        // One division for the share of the force that is left and for the softness of the spring.
        let length = square.sqrt();
        let share = 1.0 / if slips { length * self.stiffness } else { 1.0 };
        let left = if slips { self.limit * self.stiffness * share } else { 1.0 };
        let softness = length * share;
        let held: [f64; 3] = force.map(|force| force * left);
        let displacement = std::array::from_fn(|axis| {
            if slips { -(held[axis] + damped[axis]) * softness } else { moved[axis] }
        });
        [held, displacement]
    }
}
