//! Damping from the coefficient of restitution, for Hertz springs.
//!
//! Tsuji, Tanaka and Ishida (1992) let the dashpot grow with the spring, η = α √(m* S), so that the
//! restitution does not depend on the speed. With S = dF/dδ the solution is known in closed form
//! (Antypov and Elliott 2011): α = 2 √(5/6) β with β = -ln e / √(ln² e + π²).
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
pub(crate) fn damping_ratio(restitution: f64) -> f64 {
    let logarithm = restitution.ln();
    -logarithm / (logarithm * logarithm + PI * PI).sqrt()
}

impl Law for Tsuji {
    fn role(&self) -> Role {
        Role::Damping
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        hand_on(2.0 * (5.0f64 / 6.0).sqrt() * damping_ratio(pair.pairing.restitution));
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        for k in 0..LANES {
            let share = contacts.coefficients[own.coefficient][k];
            contacts.normal_force[k] +=
                dashpot(share, contacts.impedance[k], contacts.normal_velocity[k]);
        }
    }
}

/// The force of a dashpot that is a share of the contact's impedance.
#[inline(always)]
pub(super) fn dashpot(share: f64, impedance: f64, velocity: f64) -> f64 {
    -(share * impedance * velocity)
}
