//! A dashpot for linear springs.
//!
//! η = 2 β √(m* k) with β = -ln e / √(ln² e + π²): the damped oscillator m* δ̈ + η δ̇ + k δ = 0
//! comes back to δ = 0 with e times its first speed, whatever that was.

use super::tsuji::{damping_ratio, dashpot};
use super::{Law, Own, Role};
use crate::batch::Batch;
use crate::materials::PairOfMaterials;

/// The dashpot of the damped linear oscillator.
#[derive(Clone, Copy, Debug)]
pub struct Viscous;

impl Law for Viscous {
    fn role(&self) -> Role {
        Role::Damping
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        hand_on(2.0 * damping_ratio(pair));
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        dashpot(contacts, own);
    }
}
