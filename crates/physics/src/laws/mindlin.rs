//! Mindlin: a tangential spring as stiff as the contact is wide, limited by Coulomb's friction.
//!
//! F = -kₜ ξ - ηₜ v with kₜ = 8 G* a: the form of `tangential-spring`, with the ratio that the
//! elastic sphere has to the normal stiffness 2 E* a, and Tsuji's dashpot with kₜ, as Huang's (27).
//! With a `linear` spring the ratio is the same.
//!
//! The force follows the present width of the contact: one that is sheared first and pressed harder
//! after gives back more energy than was put in. `mindlin-rescale` never does.

use super::tangential_spring::{energy_of_spring, spring_and_friction};
use super::tsuji::hertz_damping;
use super::{Law, Own, Role, Symmetry};
use crate::batch::Batch;
use crate::materials::PairOfMaterials;

/// Mindlin's law in terms of the displacement.
#[derive(Clone, Copy, Debug)]
pub struct Mindlin;

/// kₜ / S of elastic spheres: 8 G* a over 2 E* a.
pub(super) fn stiffness_ratio(pair: &PairOfMaterials<'_>) -> f64 {
    4.0 * pair.effective_shear() / pair.effective_young()
}

impl Law for Mindlin {
    fn role(&self) -> Role {
        Role::Tangential
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        hand_on(stiffness_ratio(pair));
        hand_on(hertz_damping(pair) * stiffness_ratio(pair).sqrt());
        hand_on(pair.pairing.friction);
    }

    fn history(&self) -> &'static [Symmetry] {
        &[Symmetry::Odd; 3]
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        spring_and_friction(contacts, own);
    }

    fn store_energy(&self, contacts: &mut Batch, own: Own) {
        energy_of_spring(contacts, own);
    }
}
