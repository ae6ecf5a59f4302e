//! Which sizes share a level of the hierarchical grid: the cheapest way to cut them up.
//!
//! A level more spares tests, because its cells are smaller, and costs a look down from every larger
//! body. The cost of a level does not depend on how larger sizes are cut, so the cheapest set of
//! levels is found by dynamic programming over classes of size. Densities are averages over the box
//! around all bodies; where they mislead, a search is slower and no less right.

use crate::Objects;
use std::ops::Range;

/// Classes of size, two to the octave, from the largest down; the last takes all that are smaller still.
pub(crate) const CLASSES: usize = 64;

/// Costs in nanoseconds, as measured: testing one body more, testing one run of cells more, and
/// finding the cells of a smaller level.
const TEST: f64 = 0.7;
const RUN: f64 = 3.0;
const LOOK_DOWN: f64 = 10.0;

/// The class of a radius: half octaves below the largest, read off the bits of the numbers.
pub(crate) fn class_of(radius: f64, radius_max: f64) -> usize {
    let half_octave = |x: f64| x.to_bits() >> 51;
    ((half_octave(radius_max) - half_octave(radius)) as usize).min(CLASSES - 1)
}

/// How many bodies a class has and how large they are.
#[derive(Clone, Copy, Default)]
struct Class {
    count: usize,
    radius_max: f64,
}

fn classes_of<const D: usize>(objects: &Objects<D>) -> [Class; CLASSES] {
    // Counted side by side: bodies of one size would wait for each other.
    let mut counts = [[Class::default(); CLASSES]; 8];
    for radii in objects.radii().chunks(counts.len()) {
        for (classes, &radius) in counts.iter_mut().zip(radii) {
            let class = &mut classes[class_of(radius, objects.radius_max())];
            class.count += 1;
            class.radius_max = class.radius_max.max(radius);
        }
    }
    let join = |a: Class, b: Class| Class {
        count: a.count + b.count,
        radius_max: a.radius_max.max(b.radius_max),
    };
    std::array::from_fn(|class| {
        counts.iter().map(|classes| classes[class]).fold(Class::default(), join)
    })
}

/// What it costs to have these classes as one level, in nanoseconds: pairs inside it, and pairs of
/// its bodies with all larger ones.
fn cost<const D: usize>(classes: &[Class; CLASSES], level: Range<usize>, volume: f64) -> f64 {
    let count: usize = classes[level.clone()].iter().map(|class| class.count).sum();
    if count == 0 {
        return 0.0;
    }
    let dimension = D as i32;
    let radius =
        classes[level.clone()].iter().fold(0.0f64, |most, class| most.max(class.radius_max));
    let bodies = count as f64;
    let edge = (2.0 * radius).max((volume / bodies).powf(1.0 / f64::from(dimension)));
    let density = bodies * edge.powi(dimension) / volume;
    let neighbors = 3f64.powi(dimension);
    let mut cost = bodies * (0.5 * neighbors * density * TEST + (neighbors / 6.0).ceil() * RUN);
    for class in &classes[..level.start] {
        // No more cells than there are: a giant reaches beyond all of them.
        let all = (volume.powf(1.0 / f64::from(dimension)) / edge).max(1.0);
        let cells = (1.0 + 2.0 * (radius + class.radius_max) / edge).min(all);
        let runs = cells.powi(dimension - 1);
        let tests = density * cells.powi(dimension);
        cost += class.count as f64 * (LOOK_DOWN + runs * RUN + tests * TEST);
    }
    cost
}

/// A way to cut sizes into levels.
pub(crate) struct Levels {
    /// The level of each class.
    pub(crate) level_of: [usize; CLASSES],
    /// The largest radius of each level, from the largest level down.
    pub(crate) radii_max: Vec<f64>,
    /// The estimated cost of a search, in nanoseconds.
    pub(crate) cost: f64,
    /// The estimated cost of a search if all bodies were of one level.
    pub(crate) cost_of_one: f64,
}

impl Levels {
    /// The cheapest for a set of objects.
    pub(crate) fn cheapest<const D: usize>(objects: &Objects<D>) -> Self {
        let classes = classes_of(objects);
        // A box of no thickness along some axis still has the thickness of its bodies.
        let volume =
            objects.bounds().extent().iter().fold(1.0, |volume, extent| {
                volume * (extent + 2.0 * objects.radius_max()).max(1e-100)
            });
        let used: Vec<usize> = (0..CLASSES).filter(|&class| classes[class].count > 0).collect();
        let level =
            |begin: usize, end: usize| used[begin]..used.get(end).copied().unwrap_or(CLASSES);
        // best[i]: the least cost of the first i used classes, and where their last level begins.
        let mut best = vec![(0.0, 0)];
        for end in 1..=used.len() {
            let costs = (0..end).map(|begin| {
                (best[begin].0 + cost::<D>(&classes, level(begin, end), volume), begin)
            });
            best.push(costs.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default());
        }
        let (mut ranges, mut end) = (Vec::new(), used.len());
        while end > 0 {
            ranges.push(level(best[end].1, end));
            end = best[end].1;
        }
        ranges.reverse();
        let mut level_of = [0; CLASSES];
        for (index, range) in ranges.iter().enumerate() {
            level_of[range.clone()].fill(index);
        }
        Self {
            level_of,
            radii_max: ranges.into_iter().map(|range| radius_max(&classes[range])).collect(),
            cost: best[used.len()].0,
            cost_of_one: cost::<D>(&classes, 0..CLASSES, volume),
        }
    }
}

fn radius_max(classes: &[Class]) -> f64 {
    classes.iter().fold(0.0, |most, class| most.max(class.radius_max))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(radii: &[f64], side: f64) -> Levels {
        let mut state = 3u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            side * (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let centers: Vec<[f64; 3]> = radii.iter().map(|_| [random(), random(), random()]).collect();
        Levels::cheapest(&Objects::new(&centers, radii).unwrap())
    }

    #[test]
    fn equal_sizes_are_one_level_and_a_giant_in_dust_makes_two() {
        assert_eq!(levels(&[0.5; 1000], 10.0).radii_max, [0.5]);
        let mut radii = vec![0.01; 10_000];
        radii[0] = 4.0;
        assert_eq!(levels(&radii, 10.0).radii_max, [4.0, 0.01]);
        assert!(levels(&[], 1.0).radii_max.is_empty());
        assert_eq!(levels(&[0.0; 5], 1.0).radii_max, [0.0]);
    }

    #[test]
    fn classes_are_half_octaves() {
        assert_eq!(class_of(1.0, 1.0), 0);
        assert_eq!(class_of(0.75, 1.0), 1);
        assert_eq!(class_of(0.5, 1.0), 2);
        assert_eq!(class_of(0.0, 1.0), CLASSES - 1);
        assert_eq!(class_of(0.0, 0.0), 0);
    }
}
