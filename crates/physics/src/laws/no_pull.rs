//! No pull: spring and dashpot together never pull harder than adhesion does.
//!
//! Near the end of an impact the dashpot outweighs the spring, and dry bodies would attract each
//! other. With this part the sum ends at zero (at the force of pull-off for adhesive contacts). The
//! bodies then part earlier, and bounce more than was asked: e = 0.2 becomes 0.325 with `hertz +
//! tsuji`.

use super::{Law, Own, Role};
use crate::batch::{Batch, LANES};
use crate::materials::PairOfMaterials;

/// The limit of the force along the normal.
#[derive(Clone, Copy, Debug)]
pub struct NoPull;

impl Law for NoPull {
    fn role(&self) -> Role {
        Role::Limit
    }

    fn coefficients(&self, _pair: &PairOfMaterials<'_>, _hand_on: &mut dyn FnMut(f64)) {}

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, _own: Own) {
        for k in 0..LANES {
            contacts.normal_force[k] = contacts.normal_force[k].max(-contacts.adhesion[k]);
        }
    }
}
