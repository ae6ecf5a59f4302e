//! Contact laws, as sums of parts.
//!
//! A model is a sum of parts, chosen by name: `hertz + tsuji + mindlin`. Each part is one file, one
//! type that is a [`Law`], and one line in the list below; names in scenes, `esker list laws`,
//! tests and documentation derive from the list. A user's own law is one type as well, and enters
//! by [`Model::with`]: `crates/physics/examples/own_law.rs` shows one.
//!
//! ```
//! use esker_physics::Model;
//! let model: Model = "hertz + tsuji + mindlin".parse()?;
//! assert_eq!(model.to_string(), "hertz + tsuji + mindlin");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod fused;
mod model;
mod slider;
#[cfg(test)]
mod tests;

pub(crate) use tsuji::damping_ratio;

pub use model::{BadModel, Model};

use crate::batch::Batch;
use crate::materials::PairOfMaterials;
use std::fmt;
use std::sync::Arc;

/// One part of the force between two bodies.
///
/// **Contract.** `apply` adds its share to `normal_force`, `tangent_force` or `torque` of every
/// lane, reads the sums of the parts before it (roles are applied in their order), and updates its
/// own history. The result of a lane depends on that lane alone. It must not panic, whatever the
/// lanes hold. Swapping the two bodies (normal, velocities and odd history change sign) must give
/// the opposite force.
pub trait Law: fmt::Debug + Send + Sync {
    /// What the part is, which decides when it is applied.
    fn role(&self) -> Role;

    /// The numbers it needs of two materials, handed on one by one; as many for every pair.
    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64));

    /// What it keeps from step to step: how each number changes when the two bodies are swapped.
    fn history(&self) -> &'static [Symmetry] {
        &[]
    }

    /// How far beyond touching it acts (m) between bodies of two materials and of a largest radius.
    fn reach(&self, _pair: &PairOfMaterials<'_>, _largest_radius: f64) -> f64 {
        0.0
    }

    /// Adds its share of force and torque.
    fn apply(&self, contacts: &mut Batch, own: Own);

    /// Adds the energy (J) it stores in each contact.
    fn store_energy(&self, _contacts: &mut Batch, _own: Own) {}
}

/// What a part of a model is. Parts are applied in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The elastic force along the normal; it sets the stiffness. Every model has exactly one.
    Normal,
    /// What takes energy out of the motion along the normal.
    Damping,
    /// What limits the sum of the two.
    Limit,
    /// What pulls.
    Attraction,
    /// Friction across the normal.
    Tangential,
    /// Resistance against rolling.
    Rolling,
    /// Resistance against turning about the normal.
    Twisting,
}

/// How a number changes when the two bodies are swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// It stays, as a length does.
    Even,
    /// It changes sign, as a relative displacement does.
    Odd,
}

/// Where the coefficients and the history of one law begin among those of its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    /// Its first coefficient.
    pub coefficient: usize,
    /// Its first number of history.
    pub history: usize,
}

/// One line of the list of laws.
pub struct Entry {
    /// The name in scenes, tables and documentation.
    pub name: &'static str,
    /// What the law does, in one sentence.
    pub summary: &'static str,
    /// The part itself.
    pub part: Part,
}

macro_rules! laws {
    ($($name:literal $module:ident $law:ident $summary:literal;)*) => {
        $(mod $module; pub use $module::$law;)*

        /// A part of a model: one of the list, or a user's own.
        #[derive(Clone, Debug)]
        pub enum Part {
            $(#[doc = $summary] $law($law),)*
            /// A law from outside this crate.
            Own(Arc<dyn Law>),
        }

        /// The list of laws.
        pub const LAWS: &[Entry] = &[
            $(Entry { name: $name, summary: $summary, part: Part::$law($law) },)*
        ];

        impl Part {
            /// The law behind the part.
            pub fn law(&self) -> &dyn Law {
                match self {
                    $(Self::$law(law) => law,)*
                    Self::Own(law) => law.as_ref(),
                }
            }

            /// As `law().apply`, with the laws of the list compiled into the caller.
            #[inline(always)]
            pub(crate) fn apply(&self, contacts: &mut Batch, own: Own) {
                match self {
                    $(Self::$law(law) => law.apply(contacts, own),)*
                    Self::Own(law) => law.apply(contacts, own),
                }
            }
        }
    };
}

laws! {
    "linear" linear Linear "Hooke: the force of a spring, growing as the overlap";
    "hertz" hertz Hertz "Hertz: the force of elastic spheres, growing as the overlap to 3/2";
    "jkr" jkr Jkr "Johnson, Kendall and Roberts: elastic spheres that stick, until they are pulled apart";
    "viscous" viscous Viscous "a dashpot from the restitution, exact for linear springs";
    "tsuji" tsuji Tsuji "a dashpot from the restitution that grows with a Hertz spring, as Tsuji's";
    "no-pull" no_pull NoPull "cuts the dashpot's pull at the end of an impact";
    "cohesion" cohesion Cohesion "Lazarević: a spring that holds bodies while they move apart, up to its limit";
    "coulomb" coulomb Coulomb "Coulomb: sliding friction without memory";
    "tangential-spring" tangential_spring TangentialSpring "a tangential spring in a fixed ratio to the normal one, limited by friction";
    "mindlin" mindlin Mindlin "Mindlin: a tangential spring as stiff as the contact is wide, limited by friction";
    "mindlin-rescale" mindlin_rescale MindlinRescale "Mindlin in increments of force, scaled down as the contact narrows";
    "rolling-constant" rolling_constant RollingConstant "a constant torque against rolling";
    "rolling-spring" rolling_spring RollingSpring "a spring and a dashpot against rolling, up to a greatest torque";
    "twisting" twisting Twisting "a spring and a dashpot against turning about the normal, up to a greatest torque";
}
