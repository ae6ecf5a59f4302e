//! Random sets: places uniform in a cube, radii from a distribution.

use crate::{Packing, Recipe};
use esker_geom::Vector;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use std::f64::consts::PI;

/// Random numbers that are the same on every machine and in every version.
pub struct Random {
    generator: Pcg64,
    drawn: u64,
}

impl Random {
    /// Numbers that start from this seed.
    pub fn new(seed: u64) -> Self {
        Self { generator: Pcg64::seed_from_u64(seed), drawn: 0 }
    }

    /// Numbers that go on where others of this seed were after so many: seed and count are the whole
    /// state. Takes the logarithm of the count in time.
    pub fn resume(seed: u64, drawn: u64) -> Self {
        let mut generator = Pcg64::seed_from_u64(seed);
        generator.advance(drawn.into());
        Self { generator, drawn }
    }

    /// How many numbers were drawn.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    fn next(&mut self) -> u64 {
        self.drawn += 1;
        self.generator.next_u64()
    }

    /// Uniform in [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1u64 << 53) as f64)
    }

    /// Uniform on the logarithm, from high down to low.
    pub fn log_between(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.between(0.0, 1.0))
    }

    /// Uniform in the cube from 0 to `side`.
    pub fn place<const D: usize>(&mut self, side: f64) -> Vector<D> {
        std::array::from_fn(|_| self.between(0.0, side))
    }

    /// A direction of length 1.
    pub fn direction<const D: usize>(&mut self) -> Vector<D> {
        loop {
            let v: Vector<D> = std::array::from_fn(|_| self.between(-1.0, 1.0));
            let square: f64 = v.iter().map(|x| x * x).sum();
            if (1e-6..=1.0).contains(&square) {
                return v.map(|x| x / square.sqrt());
            }
        }
    }

    /// A random order, in place.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, (self.next() % (last as u64 + 1)) as usize);
        }
    }
}

/// The volume of a sphere, or the area of a disc.
pub(crate) fn volume<const D: usize>(radius: f64) -> f64 {
    if D == 2 { PI * radius * radius } else { 4.0 / 3.0 * PI * radius.powi(3) }
}

/// The side of the cube in which spheres of these radii have this solid fraction.
pub(crate) fn side_for<const D: usize>(radii: &[f64], solid_fraction: f64) -> f64 {
    let total: f64 = radii.iter().map(|&radius| volume::<D>(radius)).sum();
    (total / solid_fraction).powf(1.0 / D as f64)
}

fn scattered<const D: usize>(
    radii: Vec<f64>,
    solid_fraction: f64,
    random: &mut Random,
) -> Packing<D> {
    let side = side_for::<D>(&radii, solid_fraction);
    Packing { centers: radii.iter().map(|_| random.place(side)).collect(), radii }
}

/// Similar radii, as Lazarević's grains.
pub(crate) fn similar_radii(count: usize, random: &mut Random) -> Vec<f64> {
    (0..count).map(|_| random.between(0.215, 0.225)).collect()
}

/// Diameters by number uniform on the logarithm, from 1 down to 1 over the ratio (Munjiza's (36)).
pub(crate) fn log_uniform_radii(recipe: &Recipe, random: &mut Random) -> Vec<f64> {
    (0..recipe.count).map(|_| random.log_between(0.5 / recipe.size_ratio, 0.5)).collect()
}

pub(crate) fn loose<const D: usize>(recipe: &Recipe) -> Packing<D> {
    let mut random = Random::new(recipe.seed);
    scattered(similar_radii(recipe.count, &mut random), 0.01, &mut random)
}

pub(crate) fn poly<const D: usize>(recipe: &Recipe) -> Packing<D> {
    let mut random = Random::new(recipe.seed);
    scattered(log_uniform_radii(recipe, &mut random), 0.4, &mut random)
}

/// Equal volumes of both sizes: one large sphere for every `ratio`ᴰ small ones, at least one.
pub(crate) fn two_size<const D: usize>(recipe: &Recipe) -> Packing<D> {
    let mut random = Random::new(recipe.seed);
    let small_per_large = recipe.size_ratio.powi(D as i32);
    let large = (recipe.count as f64 / (1.0 + small_per_large)).ceil() as usize;
    let mut radii = vec![0.5 / recipe.size_ratio; recipe.count];
    radii[..large.min(recipe.count)].fill(0.5);
    random.shuffle(&mut radii);
    scattered(radii, 0.4, &mut random)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_on_where_they_were() {
        let mut straight = Random::new(7);
        for count in 0..100 {
            let mut resumed = Random::resume(7, count);
            assert_eq!(resumed.drawn(), straight.drawn());
            assert_eq!(resumed.between(0.0, 1.0), straight.between(0.0, 1.0));
        }
    }
}
