//! What laws of friction share: a slider, and history carried along with the pair.
//!
//! ```text
//!           ┌──/\/\/\── spring ──┐   slider
//!   first ──┤                    ├──[======]── second      spring and dashpot follow the motion
//!           └──── dashpot ───────┘  holds up to the limit    until the slider gives way
//! ```
//!
//! While the slider slips, spring and dashpot together carry the limit: the spring relaxes towards
//! it in the time η / k. Letting the dashpot feel the whole speed of sliding instead, as many codes
//! do, would stretch the spring backwards at the start of a fast impact, and friction would start
//! below its limit.

use crate::batch::{Batch, lane};
use esker_geom::vector::{cross, dot};

/// A spring and a dashpot side by side, behind a slider. Forces may be torques, and lengths angles.
pub(super) struct Slider {
    /// The stiffness k of the spring (N/m).
    pub(super) stiffness: f64,
    /// The constant η of the dashpot (N s/m).
    pub(super) damping: f64,
    /// The force at which the slider slips (N).
    pub(super) limit: f64,
    /// The time over which the rate of motion acts (s).
    pub(super) time_step: f64,
}

impl Slider {
    /// The whole force and the spring's share of it after a step, from the spring's force before
    /// the step and the rate of motion during it.
    #[inline(always)]
    pub(super) fn slide<const N: usize>(
        &self,
        spring: [f64; N],
        rate: [f64; N],
    ) -> ([f64; N], [f64; N]) {
        let stretch = self.stiffness * self.time_step;
        let both = stretch + self.damping;
        let held: [f64; N] = std::array::from_fn(|axis| spring[axis] - both * rate[axis]);
        let square = dot(&held, &held);
        let slips = square > self.limit * self.limit;
        let shorter = if slips { self.limit / square.sqrt() } else { 1.0 };
        let force = held.map(|held| held * shorter);
        let relaxing = if both > 0.0 { self.damping / both } else { 0.0 };
        let after = std::array::from_fn(|axis| {
            let slipped = force[axis] + relaxing * (spring[axis] - force[axis]);
            if slips { slipped } else { spring[axis] - stretch * rate[axis] }
        });
        (force, after)
    }
}

/// Friction of a given strength against a motion, so weak at small rates that it never turns the
/// motion round within a step: `inertia` is what moves (kg, or kg m² for a torque).
#[inline(always)]
pub(super) fn resist(rate: [f64; 3], limit: f64, inertia: f64, time_step: f64) -> [f64; 3] {
    let stopping = limit * time_step / inertia;
    let least = dot(&rate, &rate).sqrt().max(stopping);
    let share = if least > 0.0 { -limit / least } else { 0.0 };
    rate.map(|rate| share * rate)
}

/// A vector across the normal, as it was a step ago, in the present plane of contact: it has turned
/// with the pair, about the normal too, and kept its length.
#[inline(always)]
pub(super) fn carry(contacts: &Batch, kept: [f64; 3], k: usize) -> [f64; 3] {
    let normal = lane(&contacts.normal, k);
    let along = dot(&kept, &normal);
    let flat: [f64; 3] = std::array::from_fn(|axis| kept[axis] - along * normal[axis]);
    let [first, second] = [0, 1].map(|side| lane(&contacts.spin[side], k));
    let turn = 0.5 * contacts.time_step * (dot(&first, &normal) + dot(&second, &normal));
    let side = cross(&normal, &flat);
    let turned: [f64; 3] = std::array::from_fn(|axis| flat[axis] + turn * side[axis]);
    let (before, now) = (dot(&kept, &kept), dot(&turned, &turned));
    // What points along the normal has no direction in the plane.
    let longer = if now > 1e-24 * before { (before / now).sqrt() } else { 0.0 };
    turned.map(|x| x * longer)
}

/// How fast the bodies roll over each other (rad/s): the difference of their spins across the
/// normal.
#[inline(always)]
pub(super) fn rolling_rate(contacts: &Batch, k: usize) -> [f64; 3] {
    let [first, second] = [0, 1].map(|side| lane(&contacts.spin[side], k));
    let normal = lane(&contacts.normal, k);
    let along = dot(&first, &normal) - dot(&second, &normal);
    std::array::from_fn(|axis| first[axis] - second[axis] - along * normal[axis])
}
