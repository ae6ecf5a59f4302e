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
        let Slip { slips, shorter, relaxing, following } = self.slip(dot(&held, &held), both);
        let force = held.map(|held| held * shorter);
        let after = std::array::from_fn(|axis| {
            // Not force + relaxing (spring - force): in no time a slack spring is to stay slack.
            let slipped = relaxing * spring[axis] + following * force[axis];
            if slips { slipped } else { spring[axis] - stretch * rate[axis] }
        });
        (force, after)
    }

    /// As `slide`, in terms of the displacement of the spring, which stays what it is, plus the
    /// motion, as long as nothing slips: the force that spring and dashpot would bear, and how the
    /// slider yields to it.
    #[inline(always)]
    pub(super) fn hold(&self, displacement: [f64; 3], rate: [f64; 3]) -> ([f64; 3], Yielding) {
        let both = self.stiffness * self.time_step + self.damping;
        let touching = if self.stiffness > 0.0 { 1.0 } else { 0.0 };
        let held: [f64; 3] =
            std::array::from_fn(|axis| self.stiffness * displacement[axis] + both * rate[axis]);
        let Slip { slips, shorter, relaxing, .. } = self.slip(dot(&held, &held), both);
        // Spring and dashpot together follow as much of the motion as there is left of the force.
        let kept = if slips { relaxing + shorter * (1.0 - relaxing) } else { touching };
        (held, Yielding { shorter, kept, moved: touching * self.time_step * shorter })
    }

    /// What becomes of a force with this square if it is more than the slider holds.
    #[inline(always)]
    fn slip(&self, square: f64, both: f64) -> Slip {
        let slips = square > self.limit * self.limit;
        let length = square.sqrt();
        // One division for two. A contact without stiffness holds nothing.
        let product = length * both;
        let share = if product > 0.0 { 1.0 / product } else { 0.0 };
        Slip {
            slips,
            shorter: if slips { self.limit * (both * share) } else { 1.0 },
            relaxing: self.damping * (length * share),
            following: self.stiffness * self.time_step * (length * share),
        }
    }
}

/// How a slider yields.
pub(super) struct Yielding {
    /// The force that is left, over the force that was held.
    pub(super) shorter: f64,
    /// How much of its displacement the spring keeps.
    pub(super) kept: f64,
    /// How much of the rate it follows (s).
    pub(super) moved: f64,
}

impl Yielding {
    /// The force, and the displacement of the spring after the step.
    #[inline(always)]
    pub(super) fn release(
        &self,
        held: [f64; 3],
        displacement: [f64; 3],
        rate: [f64; 3],
    ) -> ([f64; 3], [f64; 3]) {
        // Plus zero, so that nothing kept of nothing has no sign.
        let after = std::array::from_fn(|axis| {
            self.kept * displacement[axis] + self.moved * rate[axis] + 0.0
        });
        (held.map(|held| -self.shorter * held), after)
    }
}

/// A slider that has given way.
struct Slip {
    slips: bool,
    /// The force that is left, over the force that was asked for.
    shorter: f64,
    /// How much of the difference to the limit the spring keeps over the step,
    relaxing: f64,
    /// and how much it does not.
    following: f64,
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
/// with the pair, by an angle about the normal too, and kept its length.
#[inline(always)]
pub(super) fn carry(kept: [f64; 3], normal: &[f64; 3], turn: f64) -> [f64; 3] {
    let along = dot(&kept, normal);
    let flat: [f64; 3] = std::array::from_fn(|axis| kept[axis] - along * normal[axis]);
    let side = cross(normal, &flat);
    let turned: [f64; 3] = std::array::from_fn(|axis| flat[axis] + turn * side[axis]);
    // |flat|² = |kept|² - along², and the turn makes it 1 + turn² times as much. For the small
    // angles of a step the root of before / now is 1 + (before - now) / (2 before).
    let before = dot(&kept, &kept);
    let now = (before - along * along) * (1.0 + turn * turn);
    let longer = if before > 0.0 { 1.5 - 0.5 * (now / before) } else { 0.0 };
    turned.map(|x| x * longer)
}

/// As `carry`, in one lane of a batch.
#[inline(always)]
pub(super) fn carry_in(contacts: &Batch, k: usize, kept: [f64; 3]) -> [f64; 3] {
    carry(kept, &lane(&contacts.normal, k), contacts.time_step * contacts.twist[k])
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Also if the dashpot alone makes the slider slip.
    #[test]
    fn in_no_time_a_spring_stays_as_it_is() {
        let slider = Slider { stiffness: 1e5, damping: 0.3, limit: 1.0, time_step: 0.0 };
        for spring in [0.0, 1e-12, -1e-7, 0.7] {
            let ([force], [after]) = slider.slide([spring], [-8.7]);
            assert!((force - 1.0).abs() < 1e-15, "{force}");
            assert!((after - spring).abs() <= 1e-15 * spring.abs(), "{after} {spring}");
        }
    }
}
