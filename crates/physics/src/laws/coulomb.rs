//! Coulomb: sliding friction without memory.
//!
//! F = -μ N against the sliding, and less when the sliding is so slow that this would turn it round
//! within the step: m v / Δt, with the share of m* that moves at the surface of two balls, 2/7.
//! Bodies at rest on a slope creep; where they must not, a law with history holds them.

use super::slider::resist;
use super::{Law, Own, Role};
use crate::batch::{Batch, LANES, add_lane, lane};
use crate::materials::PairOfMaterials;

/// The effective mass at the surface of two balls over the reduced mass: 1 / (1 + 5/2).
const AT_THE_SURFACE: f64 = 2.0 / 7.0;

/// Coulomb's friction.
#[derive(Clone, Copy, Debug)]
pub struct Coulomb;

impl Law for Coulomb {
    fn role(&self) -> Role {
        Role::Tangential
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        hand_on(pair.pairing.friction);
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        let [friction] = contacts.coefficients(own);
        for k in 0..LANES {
            let rate = lane(&contacts.tangent_velocity, k);
            let mass = AT_THE_SURFACE * contacts.reduced_mass[k];
            let force = resist(rate, friction[k] * contacts.load(k), mass, contacts.time_step);
            add_lane(&mut contacts.tangent_force, k, force);
        }
    }
}
