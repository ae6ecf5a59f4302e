//! Hooke: a linear spring.
//!
//! F = k δ. The stiffness k is the pairing's, or, where that is zero, 2 E* R*: that of a Hertz
//! contact as wide as the reduced radius. This is stiffer than Hertz at any overlap below R*, as
//! most codes choose; a run with softer springs and longer steps sets the stiffness.

use super::{Law, Own, Role};
use crate::batch::{Batch, LANES};
use crate::materials::PairOfMaterials;

/// Hooke's law.
#[derive(Clone, Copy, Debug)]
pub struct Linear;

/// The stiffness of linear springs is the first number (N/m) plus the second (Pa) times R*.
pub(super) fn linear_stiffness(pair: &PairOfMaterials<'_>) -> [f64; 2] {
    let given = pair.pairing.stiffness;
    [given, if given > 0.0 { 0.0 } else { 2.0 * pair.effective_young() }]
}

/// The stiffness dF/dδ and the force of one contact.
#[inline(always)]
pub(super) fn linear([given, per_radius]: [f64; 2], reduced_radius: f64, overlap: f64) -> [f64; 2] {
    let overlap = overlap.max(0.0);
    let stiffness = given + per_radius * reduced_radius;
    [if overlap > 0.0 { stiffness } else { 0.0 }, stiffness * overlap]
}

impl Law for Linear {
    fn role(&self) -> Role {
        Role::Normal
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        linear_stiffness(pair).into_iter().for_each(hand_on);
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        let [given, per_radius] = contacts.coefficients(own);
        for k in 0..LANES {
            let own = [given[k], per_radius[k]];
            let [stiffness, force] = linear(own, contacts.reduced_radius[k], contacts.overlap[k]);
            contacts.stiffness[k] = stiffness;
            contacts.normal_force[k] += force;
        }
    }

    fn store_energy(&self, contacts: &mut Batch, _own: Own) {
        for k in 0..LANES {
            let overlap = contacts.overlap[k];
            contacts.energy[k] += 0.5 * contacts.stiffness[k] * overlap * overlap;
        }
    }
}
