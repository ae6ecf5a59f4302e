//! Cohesion after Lazarević, Dvornik and Fresl (2002): a spring that holds bodies back as they
//! part.
//!
//! ```text
//!    F │      /
//!      │     /  compression: the normal law
//!   ───┼────/────── δ
//!      │   /┊
//!   -N │  / ┊  extension, only while they move apart
//! ```
//!
//! F = k δ for -N/k ≤ δ ≤ 0 while the distance grows, (21), with the greatest force N of the
//! pairing; (22) is printed with the sign of bodies that approach. The stiffness is that of
//! `linear`, or N / R* if that is more: a softer spring would reach further than the reduced
//! radius.

use super::linear::linear_stiffness;
use super::{Law, Own, Role};
use crate::batch::{Batch, LANES};
use crate::materials::PairOfMaterials;

/// Lazarević's cohesion.
#[derive(Clone, Copy, Debug)]
pub struct Cohesion;

impl Law for Cohesion {
    fn role(&self) -> Role {
        Role::Attraction
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        let [given, per_radius] = linear_stiffness(pair);
        [given, per_radius, pair.pairing.cohesion].into_iter().for_each(hand_on);
    }

    /// N/k, which is largest where 2 E* R* = N / R* if the stiffness comes from the moduli.
    fn reach(&self, pair: &PairOfMaterials<'_>, largest_radius: f64) -> f64 {
        let [given, per_radius] = linear_stiffness(pair);
        let greatest = pair.pairing.cohesion;
        let length = if given > 0.0 { greatest / given } else { (greatest / per_radius).sqrt() };
        length.min(largest_radius)
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        let [given, per_radius, greatest] = contacts.coefficients(own);
        for k in 0..LANES {
            let radius = contacts.reduced_radius[k];
            let stiffness = (given[k] + per_radius[k] * radius).max(greatest[k] / radius);
            let pull = -stiffness * contacts.overlap[k];
            let holds =
                (pull >= 0.0) & (pull <= greatest[k]) & (contacts.normal_velocity[k] > 0.0);
            contacts.normal_force[k] -= if holds { pull } else { 0.0 };
        }
    }
}
