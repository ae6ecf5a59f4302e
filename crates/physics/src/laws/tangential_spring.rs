//! A tangential spring in a fixed ratio to the normal one, limited by Coulomb's friction.
//!
//! F = -kₜ ξ - ηₜ v with kₜ = κ S, where ξ (m) is the displacement of the surfaces against each
//! other since the contact began, carried along in the plane of contact, S the normal stiffness and
//! κ the ratio of the pairing. The dashpot is that of `viscous` with kₜ. At |F| = μ N the contact
//! slips: see `slider`.

use super::slider::{Slider, Yielding, carry_in};
use super::tsuji::damping_ratio;
use super::{Law, Own, Role, Symmetry};
use crate::batch::{Batch, LANES, add_lane, lane, set_lane};
use crate::materials::PairOfMaterials;

/// The linear tangential spring.
#[derive(Clone, Copy, Debug)]
pub struct TangentialSpring;

/// Spring, dashpot and slider across the normal. The coefficients are kₜ / S, ηₜ / √(m* S) and μ,
/// the history is the displacement.
///
/// A loop ends soon behind its roots and divisions: what has to wait for them stands in the way of
/// the next lanes, which have no need to wait.
#[inline(always)]
pub(super) fn spring_and_friction(contacts: &mut Batch, own: Own) {
    let [ratio, share, friction] = contacts.coefficients(own);
    let mut displacement = contacts.history::<3>(own);
    for k in 0..LANES {
        let carried = carry_in(contacts, k, lane(&displacement, k));
        set_lane(&mut displacement, k, carried);
    }
    let (mut held, mut yielding) = ([[0.0; LANES]; 3], [[0.0; LANES]; 3]);
    for k in 0..LANES {
        let slider = Slider {
            stiffness: ratio[k] * contacts.stiffness[k],
            damping: share[k] * contacts.impedance[k],
            limit: friction[k] * contacts.load(k),
            time_step: contacts.time_step,
        };
        let (force, Yielding { shorter, kept, moved }) =
            slider.hold(lane(&displacement, k), lane(&contacts.tangent_velocity, k));
        set_lane(&mut held, k, force);
        set_lane(&mut yielding, k, [shorter, kept, moved]);
    }
    for k in 0..LANES {
        let [shorter, kept, moved] = lane(&yielding, k);
        let rate = lane(&contacts.tangent_velocity, k);
        let (force, after) = Yielding { shorter, kept, moved }.release(
            lane(&held, k),
            lane(&displacement, k),
            rate,
        );
        add_lane(&mut contacts.tangent_force, k, force);
        set_lane(&mut displacement, k, after);
    }
    contacts.keep(own, &displacement);
}

/// Adds the energy ½ kₜ ξ² of such a spring.
pub(super) fn energy_of_spring(contacts: &mut Batch, own: Own) {
    let [ratio] = contacts.coefficients(own);
    let displacement = contacts.history::<3>(own);
    for k in 0..LANES {
        let square: f64 = lane(&displacement, k).iter().map(|x| x * x).sum();
        contacts.energy[k] += 0.5 * ratio[k] * contacts.stiffness[k] * square;
    }
}

impl Law for TangentialSpring {
    fn role(&self) -> Role {
        Role::Tangential
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        hand_on(pair.pairing.stiffness_ratio);
        hand_on(2.0 * damping_ratio(pair) * pair.pairing.stiffness_ratio.sqrt());
        hand_on(pair.pairing.friction);
    }

    fn history(&self) -> &'static [Symmetry] {
        &[Symmetry::Odd; 3]
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        spring_and_friction(contacts, own);
    }

    fn store_energy(&self, contacts: &mut Batch, own: Own) {
        energy_of_spring(contacts, own);
    }
}
