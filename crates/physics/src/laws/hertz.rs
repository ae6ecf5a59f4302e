//! Hertz: two elastic spheres.
//!
//! F = 4/3 E* √R* δ^{3/2}, with 1/E* = Σ (1-ν²)/E and 1/R* = Σ 1/r. The circle of contact has the
//! radius a = √(R* δ), and the stiffness is dF/dδ = 2 E* a.

use super::{Law, Own, Role};
use crate::batch::{Batch, LANES};
use crate::materials::PairOfMaterials;

/// The law of Hertz.
#[derive(Clone, Copy, Debug)]
pub struct Hertz;

/// The stiffness dF/dδ and the force of one contact.
#[inline(always)]
pub(super) fn hertz(twice_young: f64, reduced_radius: f64, overlap: f64) -> [f64; 2] {
    let overlap = overlap.max(0.0);
    let stiffness = twice_young * (reduced_radius * overlap).sqrt();
    [stiffness, 2.0 / 3.0 * stiffness * overlap]
}

impl Law for Hertz {
    fn role(&self) -> Role {
        Role::Normal
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        hand_on(2.0 * pair.effective_young());
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        let [twice_young] = contacts.coefficients(own);
        for k in 0..LANES {
            let [stiffness, force] =
                hertz(twice_young[k], contacts.reduced_radius[k], contacts.overlap[k]);
            contacts.stiffness[k] = stiffness;
            contacts.normal_force[k] += force;
        }
    }

    fn store_energy(&self, contacts: &mut Batch, _own: Own) {
        for k in 0..LANES {
            let overlap = contacts.overlap[k].max(0.0);
            contacts.energy[k] += 4.0 / 15.0 * contacts.stiffness[k] * overlap * overlap;
        }
    }
}
