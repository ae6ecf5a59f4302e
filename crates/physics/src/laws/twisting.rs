//! A spring and a dashpot against turning about the normal, up to a greatest torque.
//!
//! T = -k φ - η φ̇, at most μ R* N with the coefficient μ of twisting friction, where φ (rad) is
//! how far the bodies have turned against each other about the normal. It is the friction of a ring
//! of radius μ R*: k = kₜ (μ R*)² with Mindlin's kₜ = 8 G* a. The dashpot has the damping ratio of
//! the restitution, for 2/5 m* R*².

use super::mindlin::stiffness_ratio;
use super::rolling_constant::OF_A_BALL;
use super::slider::Slider;
use super::tsuji::damping_ratio;
use super::{Law, Own, Role, Symmetry};
use crate::batch::{Batch, LANES, add_lane, lane};
use crate::materials::PairOfMaterials;
use esker_geom::vector::dot;

/// Resistance against twisting.
#[derive(Clone, Copy, Debug)]
pub struct Twisting;

impl Law for Twisting {
    fn role(&self) -> Role {
        Role::Twisting
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        hand_on(pair.pairing.twisting_friction);
        hand_on(stiffness_ratio(pair));
        hand_on(2.0 * damping_ratio(pair));
    }

    /// The angle about the normal: both the difference of spins and the normal change sign.
    fn history(&self) -> &'static [Symmetry] {
        &[Symmetry::Even]
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        let [friction, ratio, share] = contacts.coefficients(own);
        let mut angle = contacts.history::<1>(own)[0];
        for k in 0..LANES {
            let radius = contacts.reduced_radius[k];
            let arm = friction[k] * radius;
            let stiffness = ratio[k] * contacts.stiffness[k] * arm * arm;
            let inertia = OF_A_BALL * contacts.reduced_mass[k] * radius * radius;
            let slider = Slider {
                stiffness,
                damping: share[k] * (stiffness * inertia).sqrt(),
                limit: arm * contacts.load(k),
                time_step: contacts.time_step,
            };
            let normal = lane(&contacts.normal, k);
            let first = dot(&lane(&contacts.spin[0], k), &normal);
            let second = dot(&lane(&contacts.spin[1], k), &normal);
            let ([torque], [spring]) = slider.slide([-stiffness * angle[k]], [first - second]);
            add_lane(&mut contacts.torque, k, normal.map(|n| torque * n));
            let softness = if stiffness > 0.0 { -1.0 / stiffness } else { 0.0 };
            angle[k] = spring * softness;
        }
        contacts.keep(own, &[angle]);
    }

    fn store_energy(&self, contacts: &mut Batch, own: Own) {
        let [friction, ratio] = contacts.coefficients(own);
        let [angle] = contacts.history(own);
        for k in 0..LANES {
            let arm = friction[k] * contacts.reduced_radius[k];
            let stiffness = ratio[k] * contacts.stiffness[k] * arm * arm;
            contacts.energy[k] += 0.5 * stiffness * angle[k] * angle[k];
        }
    }
}
