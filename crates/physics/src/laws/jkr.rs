//! Johnson, Kendall and Roberts (1971): elastic spheres that stick.
//!
//! ```text
//!    F │          /        a circle of radius a, wider than Hertz's:
//!      │         /           δ = a²/R* - √(2π w a / E*)
//!   ───┼────┊───/── δ        F = 4 E* a³ / (3 R*) - √(8π w E* a³)
//!      │    ┊ _/           they snap together at δ = 0 and part at the left end,
//!      │ (__┊/             beyond touching: the greatest pull is F = 3/2 π w R*
//! ```
//!
//! w is the work of adhesion. With x = √a the first equation is x⁴ - 4 m³ x = R* δ, where 4 m³ = R*
//! √(2π w / E*); x = m is the point of parting. From there, x = m + u: u² (6 m² + 4 m u + u²) = R*
//! δ + 3 m⁴. Both terms that stand alone bound u from above, the left side is convex, so Newton's
//! steps come down to the root and never pass it; six are enough for every digit, also at the point
//! of parting, where the root in x is double. Without adhesion m = 0 and the law is Hertz's.

use super::{Law, Own, Role, Symmetry};
use crate::batch::{Batch, Column, LANES};
use crate::materials::PairOfMaterials;
use std::f64::consts::PI;

/// The law of Johnson, Kendall and Roberts.
#[derive(Clone, Copy, Debug)]
pub struct Jkr;

const NEWTON_STEPS: usize = 6;

/// √(2π w / E*) (√m).
fn stickiness(pair: &PairOfMaterials<'_>) -> f64 {
    (2.0 * PI * pair.pairing.surface_energy / pair.effective_young()).sqrt()
}

/// The cube root of a number of at least zero: from a third of the exponent, by three steps of
/// Halley's, each of which trebles the digits. The same bits on every processor.
#[inline(always)]
fn cube_root(x: f64) -> f64 {
    let closer = |root: f64| {
        let cube = root * root * root;
        root * ((cube + 2.0 * x) / (2.0 * cube + x))
    };
    let high = (x.to_bits() >> 32) as u32;
    let guess = f64::from_bits(u64::from(high / 3 + 715_094_163) << 32);
    let root = closer(closer(closer(guess)));
    if x > 0.0 { root } else { 0.0 }
}

/// √a - m of every lane, from m and R* δ + 3 m⁴, neither below zero. A step goes through all lanes
/// before the next, so that the compiler makes vectors of them.
#[inline(always)]
fn beyond_parting(m: &Column, right: &Column) -> Column {
    let mut roots = [0.0; LANES];
    for k in 0..LANES {
        let near = (right[k] / (6.0 * m[k] * m[k])).sqrt();
        let far = right[k].sqrt().sqrt();
        // Without adhesion the first bound may be no number.
        roots[k] = if near < far { near } else { far };
    }
    for _ in 0..NEWTON_STEPS {
        for k in 0..LANES {
            let (m, u) = (m[k], roots[k]);
            let value = u * u * (6.0 * m * m + 4.0 * m * u + u * u) - right[k];
            let slope = u * (12.0 * m * m + 12.0 * m * u + 4.0 * u * u);
            roots[k] = if slope > 0.0 { u - value / slope } else { u };
        }
    }
    roots
}

impl Law for Jkr {
    fn role(&self) -> Role {
        Role::Normal
    }

    fn coefficients(&self, pair: &PairOfMaterials<'_>, hand_on: &mut dyn FnMut(f64)) {
        hand_on(pair.effective_young());
        hand_on(stickiness(pair));
        hand_on(1.5 * PI * pair.pairing.surface_energy);
    }

    /// One once the bodies have touched: only then they hold each other beyond touching.
    fn history(&self) -> &'static [Symmetry] {
        &[Symmetry::Even]
    }

    /// 3 m⁴ / R*, which grows with R*.
    fn reach(&self, pair: &PairOfMaterials<'_>, largest_radius: f64) -> f64 {
        let m = cube_root(0.25 * largest_radius * stickiness(pair));
        3.0 * m * m * m * m / largest_radius.max(f64::MIN_POSITIVE)
    }

    #[inline(always)]
    fn apply(&self, contacts: &mut Batch, own: Own) {
        let [young, stickiness, pull] = contacts.coefficients(own);
        let [mut touched] = contacts.history::<1>(own);
        let (mut parting, mut right) = ([0.0; LANES], [0.0; LANES]);
        for k in 0..LANES {
            let (overlap, radius) = (contacts.overlap[k], contacts.reduced_radius[k]);
            let m = cube_root(0.25 * radius * stickiness[k]);
            let beyond = radius * overlap + 3.0 * m * m * m * m;
            let holds = (overlap >= 0.0) | ((touched[k] > 0.0) & (beyond >= 0.0));
            touched[k] = if holds { 1.0 } else { 0.0 };
            (parting[k], right[k]) = (m, beyond.max(0.0));
        }
        let roots = beyond_parting(&parting, &right);
        for k in 0..LANES {
            let radius = contacts.reduced_radius[k];
            let x = touched[k] * (parting[k] + roots[k]);
            let width = x * x;
            // √(8π w E* a³) = 2 E* √(2π w / E*) a^{3/2}
            let elastic = 4.0 / 3.0 * width * width * width / radius;
            let sticking = 2.0 * stickiness[k] * width * x;
            contacts.normal_force[k] += young[k] * (elastic - sticking);
            contacts.stiffness[k] = 2.0 * young[k] * width;
            contacts.adhesion[k] = touched[k] * pull[k] * radius;
        }
        contacts.keep(own, &[touched]);
    }

    /// The work against F from afar, along the curve of equilibria: below zero while they stick.
    fn store_energy(&self, contacts: &mut Batch, own: Own) {
        let [young, stickiness] = contacts.coefficients(own);
        for k in 0..LANES {
            let width = 0.5 * contacts.stiffness[k] / young[k];
            let (square, radius) = (width * width, contacts.reduced_radius[k]);
            let sticky = stickiness[k] * width.sqrt();
            let lengths = 8.0 / 15.0 * square * square / (radius * radius)
                - 4.0 / 3.0 * sticky * square / radius
                + 0.5 * sticky * sticky;
            contacts.energy[k] += young[k] * width * lengths;
        }
    }
}
