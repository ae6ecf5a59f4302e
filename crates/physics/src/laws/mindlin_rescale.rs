//! Mindlin in increments of force, scaled down as the contact narrows.
//!
//! ```text
//!   contact widens:   F ← F - kₜ v Δt           what is there stays, what is new is stiffer
//!   contact narrows:  F ← F a / a₀ - kₜ v Δt    the rim that lets go takes its share along
//! ```
//!
//! kₜ = 8 G* a, dashpot and slider as in `mindlin`. Neither way round a cycle of pressing and
//! shearing gives back more energy than was put in (Thornton, Cummins and Cleary 2013). The normal
//! stiffness is in proportion to a, and kept in its place.

use super::mindlin::stiffness_ratio;
use super::slider::{Slider, carry_in};
use super::tsuji::hertz_damping;
use super::{Law, Own, Role, Symmetry};
use crate::batch::{Batch, LANES, add_lane, lane, set_lane};
use crate::materials::PairOfMaterials;

/// Mindlin's law in increments of force.
#[derive(Clone, Copy, Debug)]
pub struct MindlinRescale;

impl Law for MindlinRescale {
    fn role(&self) -> Role {
        Role::Tangential
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        hand_on(stiffness_ratio(pair));
        hand_on(hertz_damping(pair));
        hand_on(pair.pairing.friction);
    }

    /// The force of the spring (N), and the normal stiffness (N/m) it belongs to.
    fn history(&self) -> &'static [Symmetry] {
        &[Symmetry::Odd, Symmetry::Odd, Symmetry::Odd, Symmetry::Even]
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        let [ratio, share, friction] = contacts.coefficients(own);
        let mut history = contacts.history::<4>(own);
        for k in 0..LANES {
            let [x, y, z, width] = lane(&history, k);
            let now = contacts.stiffness[k];
            let narrower = if now < width { now / width } else { 1.0 };
            let stiffness = ratio[k] * now;
            let slider = Slider {
                stiffness,
                damping: share[k] * (stiffness * contacts.reduced_mass[k]).sqrt(),
                limit: friction[k] * contacts.load(k),
                time_step: contacts.time_step,
            };
            let before = carry_in(contacts, k, [x, y, z]).map(|force| force * narrower);
            let (force, [x, y, z]) = slider.slide(before, lane(&contacts.tangent_velocity, k));
            add_lane(&mut contacts.tangent_force, k, force);
            set_lane(&mut history, k, [x, y, z, now]);
        }
        contacts.keep(own, &history);
    }

    /// ½ F² / kₜ: what the spring would give back at the present width.
    fn store_energy(&self, contacts: &mut Batch, own: Own) {
        let [ratio] = contacts.coefficients(own);
        let spring = contacts.history::<3>(own);
        for k in 0..LANES {
            let square: f64 = lane(&spring, k).iter().map(|x| x * x).sum();
            let stiffness = ratio[k] * contacts.stiffness[k];
            contacts.energy[k] += if stiffness > 0.0 { 0.5 * square / stiffness } else { 0.0 };
        }
    }
}
