//! A dashpot for Hertz springs.
//!
//! Tsuji, Tanaka and Ishida (1992) let the dashpot grow with the spring, η = α √(m* S), so that the
//! restitution does not depend on the speed; they give α as a curve. With S = dF/dδ the solution is
//! known in closed form (Antypov and Elliott 2011): α = 2 √(5/6) β with β = -ln e / √(ln² e + π²).
//! That is Huang's (25) with the sign that takes energy out, and without the speed under the root.
//!
//! The contact lasts until the overlap is gone: near its end the sum of spring and dashpot pulls a
//! little. That is kept, because only then the restitution asked for is the one that comes out.

use super::{Law, Own, Role};
use crate::batch::{Batch, LANES};
use crate::materials::PairOfMaterials;
use std::f64::consts::PI;

/// Tsuji's damping.
#[derive(Clone, Copy, Debug)]
pub struct Tsuji;

/// β = -ln e / √(ln² e + π²): the damping ratio of a linear oscillator of restitution e.
pub(crate) fn damping_ratio(pair: &PairOfMaterials<'_>) -> f64 {
    let logarithm = pair.pairing.restitution.ln();
    -logarithm / (logarithm * logarithm + PI * PI).sqrt()
}

/// η / √(m* S) for a Hertz contact: 2 √(5/6) β.
pub(super) fn hertz_damping(pair: &PairOfMaterials<'_>) -> f64 {
    2.0 * (5.0f64 / 6.0).sqrt() * damping_ratio(pair)
}

/// A dashpot along the normal, η = share √(m* S), of which the share is the law's one coefficient.
#[inline(always)]
pub(super) fn dashpot(contacts: &mut Batch, own: Own) {
    let [share] = contacts.coefficients(own);
    for k in 0..LANES {
        contacts.normal_force[k] -= share[k] * contacts.impedance[k] * contacts.normal_velocity[k];
    }
}

impl Law for Tsuji {
    fn role(&self) -> Role {
        Role::Damping
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        hand_on(hertz_damping(pair));
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        dashpot(contacts, own);
    }
}
