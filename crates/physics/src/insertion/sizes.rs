//! Distributions of sizes: which radius the next body has.
//!
//! ```text
//!   by number                                        by mass: the curve of a stack of sieves
//!   constant  uniform  log-uniform  normal, cut      passing 1 ┤        ╭──
//!      │      ┌────┐    █▄▃▂▁▁        ╭─╮                      │     ╭──╯
//!      │      │    │    ██████▁      ╱   ╲                   0 ┼─────╯──────▶ radius
//! ```
//!
//! The sieve curve is linear between its points, so that mass is spread evenly over the radii
//! between two sieves; the number density of bodies is then proportional to r⁻ᴰ there, and both the
//! choice of an interval and the place in it invert this in closed form.

use crate::bodies::volume;
use esker_packing::Random;
use std::fmt;

/// How radii are distributed. Radii are in m.
#[derive(Clone, Debug, PartialEq)]
pub enum Sizes {
    /// All alike.
    Constant {
        /// The radius.
        radius: f64,
    },
    /// Every radius in a range as often.
    Uniform {
        /// The smallest radius.
        low: f64,
        /// The largest radius.
        high: f64,
    },
    /// Every logarithm in a range as often: Munjiza's (36).
    LogUniform {
        /// The smallest radius.
        low: f64,
        /// The largest radius.
        high: f64,
    },
    /// Gauss' curve, cut off on both sides.
    Normal {
        /// The mean before the cut.
        mean: f64,
        /// The standard deviation before the cut.
        deviation: f64,
        /// The smallest radius.
        low: f64,
        /// The largest radius.
        high: f64,
    },
    /// By mass: which share of it passes each sieve.
    Sieve {
        /// Radii that pass, not decreasing; equal ones make a single size.
        radii: Vec<f64>,
        /// The share of the mass that passes, not decreasing, from 0 to 1.
        passing: Vec<f64>,
    },
}

/// One line of the list of distributions.
pub struct SizesEntry {
    /// The name in scenes and tables.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub summary: &'static str,
}

/// The list of distributions, in the order of [`Sizes`].
pub const SIZES: &[SizesEntry] = &[
    SizesEntry { name: "constant", summary: "every body has the same `radius`" },
    SizesEntry { name: "uniform", summary: "every radius from `low` to `high` as often" },
    SizesEntry {
        name: "log-uniform",
        summary: "every logarithm of a radius from `low` to `high` as often (Munjiza's (36))",
    },
    SizesEntry {
        name: "normal",
        summary: "Gauss' curve of `mean` and `deviation`, cut off at `low` and `high`",
    },
    SizesEntry {
        name: "sieve",
        summary: "by mass: the shares `passing` sieves of these `radii`, linear between them",
    },
];

impl Sizes {
    /// The name in the list.
    pub fn name(&self) -> &'static str {
        let index = match self {
            Self::Constant { .. } => 0,
            Self::Uniform { .. } => 1,
            Self::LogUniform { .. } => 2,
            Self::Normal { .. } => 3,
            Self::Sieve { .. } => 4,
        };
        SIZES[index].name
    }

    /// The smallest and the largest radius (m) that can come.
    pub fn range(&self) -> [f64; 2] {
        match self {
            Self::Constant { radius } => [*radius; 2],
            Self::Uniform { low, high }
            | Self::LogUniform { low, high }
            | Self::Normal { low, high, .. } => [*low, *high],
            Self::Sieve { radii, .. } => {
                [radii.first(), radii.last()].map(|end| end.copied().unwrap_or(0.0))
            }
        }
    }

    /// The next radius (m) of spheres (D = 3) or discs (D = 2).
    pub fn draw<const D: usize>(&self, random: &mut Random) -> f64 {
        match self {
            Self::Constant { radius } => *radius,
            Self::Uniform { low, high } => random.between(*low, *high),
            Self::LogUniform { low, high } => random.log_between(*low, *high),
            Self::Normal { .. } => self.draw_normal(random),
            Self::Sieve { radii, passing } => draw_sieved::<D>(radii, passing, random),
        }
    }

    /// Draws until the bodies have this volume (m³, in the plane m²), but for less than half of
    /// one, or are as many as this.
    pub fn draw_volume<const D: usize>(
        &self,
        total: f64,
        most: usize,
        random: &mut Random,
    ) -> Vec<f64> {
        let (mut radii, mut sum) = (Vec::new(), 0.0);
        while radii.len() < most {
            let radius = self.draw::<D>(random);
            let next = volume::<D>(radius);
            // Neither a bad number nor a vanishing size may go on for ever.
            if !(sum + 0.5 * next <= total && sum + next > sum) {
                break;
            }
            sum += next;
            radii.push(radius);
        }
        radii
    }

    /// Box and Muller's transform, drawn again while outside the cut.
    fn draw_normal(&self, random: &mut Random) -> f64 {
        /// A cut far from the mean would otherwise never be met.
        const TRIES: usize = 1000;
        let Self::Normal { mean, deviation, low, high } = self else { return 0.0 };
        for _ in 0..TRIES {
            let far = (-2.0 * (1.0 - random.between(0.0, 1.0)).ln()).sqrt();
            let angle = random.between(0.0, std::f64::consts::TAU);
            let radius = mean + deviation * far * angle.cos();
            if (*low..=*high).contains(&radius) {
                return radius;
            }
        }
        mean.max(*low).min(*high)
    }

    /// Whether the numbers make a distribution.
    pub fn check(&self) -> Result<(), BadSizes> {
        let refuse = |what| Err(BadSizes { name: self.name(), what });
        let [low, high] = self.range();
        if !(low > 0.0 && low <= high && high.is_finite()) {
            return refuse("finite radii above 0 m, the smallest not above the largest");
        }
        let rising = |column: &[f64]| column.windows(2).all(|pair| pair[0] <= pair[1]);
        match self {
            Self::Normal { mean, deviation, .. } => {
                if *deviation >= 0.0 && deviation.is_finite() && (low..=high).contains(mean) {
                    return Ok(());
                }
                refuse("a mean inside the cut and a deviation of at least 0 m")
            }
            Self::Sieve { radii, passing } => {
                let whole = passing.first() == Some(&0.0) && passing.last() == Some(&1.0);
                if radii.len() == passing.len() && rising(radii) && rising(passing) && whole {
                    return Ok(());
                }
                refuse("as many shares as radii, both rising, the first share 0 and the last 1")
            }
            _ => Ok(()),
        }
    }
}

/// A radius by number from a curve by mass: see the head of this file.
fn draw_sieved<const D: usize>(radii: &[f64], passing: &[f64], random: &mut Random) -> f64 {
    let power = 1.0 - D as f64; // ∫ r⁻ᴰ dr = r^(1-D) / (1-D)
    let intervals =
        || radii.windows(2).zip(passing.windows(2)).map(|(r, p)| (r[0], r[1], p[1] - p[0]));
    let number = |(low, high, mass): (f64, f64, f64)| match high > low {
        true => mass * (high.powf(power) - low.powf(power)) / (power * (high - low)),
        false => mass * low.powf(-(D as f64)),
    };
    let mut rest = random.between(0.0, intervals().map(number).sum());
    let within = random.between(0.0, 1.0);
    for interval in intervals() {
        let (low, high, _) = interval;
        if rest < number(interval) {
            let (first, last) = (low.powf(power), high.powf(power));
            return (first + within * (last - first)).powf(1.0 / power);
        }
        rest -= number(interval);
    }
    radii.last().copied().unwrap_or(0.0)
}

/// Why numbers make no distribution of sizes.
#[derive(Clone, Debug, PartialEq)]
pub struct BadSizes {
    name: &'static str,
    what: &'static str,
}

impl fmt::Display for BadSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sizes `{}` need {}", self.name, self.what)
    }
}

impl std::error::Error for BadSizes {}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: usize = 40_000;

    fn drawn<const D: usize>(sizes: &Sizes) -> Vec<f64> {
        sizes.check().unwrap();
        let mut random = Random::new(5);
        (0..COUNT).map(|_| sizes.draw::<D>(&mut random)).collect()
    }

    fn mean(values: impl Iterator<Item = f64>) -> f64 {
        values.sum::<f64>() / COUNT as f64
    }

    #[test]
    fn distributions_have_the_means_of_their_formulas() {
        let (low, high) = (1.0, 4.0);
        let constant = drawn::<3>(&Sizes::Constant { radius: 2.0 });
        assert!(constant.iter().all(|&radius| radius == 2.0));
        let uniform = drawn::<3>(&Sizes::Uniform { low, high });
        assert!((mean(uniform.iter().copied()) - 2.5).abs() < 0.02);
        let logarithmic = drawn::<3>(&Sizes::LogUniform { low, high });
        assert!((mean(logarithmic.iter().map(|r| r.ln())) - 0.5 * 4f64.ln()).abs() < 0.01);
        let normal = drawn::<3>(&Sizes::Normal { mean: 2.5, deviation: 0.3, low, high });
        assert!((mean(normal.iter().copied()) - 2.5).abs() < 0.01);
        let spread = mean(normal.iter().map(|r| (r - 2.5).powi(2))).sqrt();
        assert!((spread - 0.3).abs() < 0.01, "{spread}");
        for radius in uniform.iter().chain(&logarithmic).chain(&normal) {
            assert!((low..=high).contains(radius));
        }
    }

    /// The mass that passes a sieve is the curve's, at its points and half-way between them.
    #[test]
    fn sieved_mass_passes_as_the_curve_says() {
        fn check<const D: usize>() {
            let sizes =
                Sizes::Sieve { radii: vec![1.0, 2.0, 2.0, 4.0], passing: vec![0.0, 0.3, 0.6, 1.0] };
            let radii = drawn::<D>(&sizes);
            let total: f64 = radii.iter().map(|&radius| volume::<D>(radius)).sum();
            for (sieve, expected) in [(1.5, 0.15), (1.999, 0.3), (2.001, 0.6), (3.0, 0.8)] {
                let passing = radii.iter().filter(|&&radius| radius <= sieve);
                let share = passing.map(|&radius| volume::<D>(radius)).sum::<f64>() / total;
                assert!((share - expected).abs() < 0.01, "{D}D, {sieve}: {share}");
            }
        }
        check::<2>();
        check::<3>();
    }

    #[test]
    fn bad_numbers_are_refused_and_drawing_them_ends() {
        let bad = [
            Sizes::Constant { radius: 0.0 },
            Sizes::Constant { radius: f64::NAN },
            Sizes::Uniform { low: 2.0, high: 1.0 },
            Sizes::Normal { mean: 9.0, deviation: 0.1, low: 1.0, high: 2.0 },
            Sizes::Sieve { radii: vec![1.0, 2.0], passing: vec![0.0] },
            Sizes::Sieve { radii: vec![1.0, 2.0], passing: vec![0.0, 0.9] },
            Sizes::Sieve { radii: vec![], passing: vec![] },
        ];
        for sizes in bad {
            let text = sizes.check().unwrap_err().to_string();
            assert!(text.starts_with(&format!("sizes `{}` need", sizes.name())), "{text}");
            assert!(sizes.draw_volume::<3>(1.0, 9, &mut Random::new(1)).len() < 9);
        }
        let four = Sizes::Constant { radius: 1.0 }.draw_volume::<2>(13.0, 9, &mut Random::new(1));
        assert_eq!(four.len(), 4);
    }
}
