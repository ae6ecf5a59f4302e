//! A spring and a dashpot against rolling, up to a greatest torque.
//!
//! T = -kᵣ θ - ηᵣ θ̇, at most μᵣ R* N, where θ (rad) is the rolling since the contact began: the
//! difference of spins across the normal, carried along. kᵣ = 2.25 S (μᵣ R*)² after Ai, Chen,
//! Rotter and Ooi (2011, model C) and Iwashita and Oda. The dashpot has the damping ratio of the
//! restitution, for the moment of inertia 7/5 m* R*² of a ball that rolls on a plane; between two
//! equal balls it has half that ratio.

use super::slider::{Slider, carry_in, rolling_rate};
use super::tsuji::damping_ratio;
use super::{Law, Own, Role, Symmetry};
use crate::batch::{Batch, LANES, add_lane, lane, set_lane};
use crate::materials::PairOfMaterials;

/// kᵣ over S (μᵣ R*)².
const STIFFNESS: f64 = 2.25;
/// The moment of inertia of a ball about the point it rolls on, over m r².
const ABOUT_THE_CONTACT: f64 = 1.4;

/// Elastic-plastic rolling resistance.
#[derive(Clone, Copy, Debug)]
pub struct RollingSpring;

impl Law for RollingSpring {
    fn role(&self) -> Role {
        Role::Rolling
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        hand_on(pair.pairing.rolling_friction);
        hand_on(2.0 * damping_ratio(pair));
    }

    fn history(&self) -> &'static [Symmetry] {
        &[Symmetry::Odd; 3]
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        let [friction, share] = contacts.coefficients(own);
        let mut angle = contacts.history::<3>(own);
        for k in 0..LANES {
            let radius = contacts.reduced_radius[k];
            let arm = friction[k] * radius;
            let stiffness = STIFFNESS * contacts.stiffness[k] * arm * arm;
            let inertia = ABOUT_THE_CONTACT * contacts.reduced_mass[k] * radius * radius;
            let slider = Slider {
                stiffness,
                damping: share[k] * (stiffness * inertia).sqrt(),
                limit: arm * contacts.load(k),
                time_step: contacts.time_step,
            };
            let before = carry_in(contacts, k, lane(&angle, k)).map(|x| -stiffness * x);
            let (torque, spring) = slider.slide(before, rolling_rate(contacts, k));
            add_lane(&mut contacts.torque, k, torque);
            let softness = if stiffness > 0.0 { -1.0 / stiffness } else { 0.0 };
            set_lane(&mut angle, k, spring.map(|spring| spring * softness));
        }
        contacts.keep(own, &angle);
    }

    fn store_energy(&self, contacts: &mut Batch, own: Own) {
        let [friction] = contacts.coefficients(own);
        let angle = contacts.history::<3>(own);
        for k in 0..LANES {
            let arm = friction[k] * contacts.reduced_radius[k];
            let square: f64 = lane(&angle, k).iter().map(|x| x * x).sum();
            contacts.energy[k] += 0.5 * STIFFNESS * contacts.stiffness[k] * arm * arm * square;
        }
    }
}
