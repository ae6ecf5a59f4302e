//! A constant torque against rolling.
//!
//! T = -μᵣ R* N against the difference of spins across the normal (model A of Ai, Chen, Rotter and
//! Ooi 2011), and less when that would turn the rolling round within the step. The bound uses the
//! smallest moment of inertia that two balls of such m* and R* can have together, 2/5 m* R*². A
//! ball at rest on a slope creeps: `rolling-spring` holds it.

use super::slider::{resist, rolling_rate};
use super::{Law, Own, Role};
use crate::batch::{Batch, LANES, add_lane};
use crate::materials::PairOfMaterials;

/// Constant rolling resistance.
#[derive(Clone, Copy, Debug)]
pub struct RollingConstant;

/// The moment of inertia of a ball over m r².
pub(super) const OF_A_BALL: f64 = 0.4;

impl Law for RollingConstant {
    fn role(&self) -> Role {
        Role::Rolling
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        hand_on(pair.pairing.rolling_friction);
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        let [friction] = contacts.coefficients(own);
        for k in 0..LANES {
            let radius = contacts.reduced_radius[k];
            let inertia = OF_A_BALL * contacts.reduced_mass[k] * radius * radius;
            let limit = friction[k] * radius * contacts.load(k);
            let torque = resist(rolling_rate(contacts, k), limit, inertia, contacts.time_step);
            add_lane(&mut contacts.torque, k, torque);
        }
    }
}
