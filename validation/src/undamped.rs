//! Mindlin's spring and slider without its dashpot, for comparisons with computations that have none.

use esker_physics::laws::{Law, Mindlin, Own, Role, Symmetry};
use esker_physics::{Batch, PairOfMaterials};

/// `mindlin` with the coefficient of its dashpot, the second of three, set to nothing.
#[derive(Debug)]
pub struct Undamped;

impl Law for Undamped {
    fn role(&self) -> Role {
        Mindlin.role()
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        let mut number = 0;
        Mindlin.coefficients(pair, &mut |coefficient| {
            hand_on(if number == 1 { 0.0 } else { coefficient });
            number += 1;
        });
    }

    fn history(&self) -> &'static [Symmetry] {
        Mindlin.history()
    }

    fn apply(&self, contacts: &mut Batch, own: Own) {
        Mindlin.apply(contacts, own);
    }
}
