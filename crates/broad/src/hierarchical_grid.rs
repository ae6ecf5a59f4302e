//! The hierarchical grid: bodies of many sizes, each size in cells of its own.
//!
//! ```text
//!   level 0    +-----------+-----------+      large bodies in large cells
//!              |     O     |   O       |
//!   level 1    +--+--+--+--+--+--+--+--+      small bodies in small cells: each looks at its
//!              |o |  |o |  |  |oo|  |  |      own level as in `grid`, and up at larger levels
//! ```
//!
//! A body meets bodies of its own level and of larger ones, so every pair is found once, from its
//! smaller side. What levels there are is decided by their cost: a level more spares tests and costs
//! a look up for every smaller body. The cheapest set is found by dynamic programming over classes of
//! size, two to the octave, with the cost of a body estimated from the density of each level.

use crate::cells::{Listing, SortedCells};
use crate::{Aabb, BroadPhase, Entry, Objects, Pair, Threads};
use std::ops::{ControlFlow, Range};

/// Classes of size, from the largest down; the last takes all that are smaller still.
const CLASSES: usize = 64;

/// Costs in nanoseconds, as measured: testing one body more, testing one run of cells more, and
/// finding the cells of a larger level.
const TEST: f64 = 0.7;
const RUN: f64 = 2.0;
const LOOK_UP: f64 = 5.0;

struct HierarchicalGrid<const D: usize> {
    levels: Vec<Level<D>>,
    threads: Threads,
}

#[derive(Default)]
struct Level<const D: usize> {
    members: Vec<u32>,
    radius_max: f64,
    cells: SortedCells<D>,
}

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "hierarchical-grid",
        origin: "esker",
        summary: "a grid for each class of size, as many classes as pay; for many sizes",
        parameters: &[],
        build: |_, threads| {
            Box::new(HierarchicalGrid::<D> { levels: Vec::new(), threads: threads.clone() })
        },
    }
}

/// The class of a radius: half octaves below the largest, read off the bits of the numbers.
fn class_of(radius: f64, radius_max: f64) -> usize {
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
    let mut classes = [Class::default(); CLASSES];
    for &radius in objects.radii() {
        let class = &mut classes[class_of(radius, objects.radius_max())];
        class.count += 1;
        class.radius_max = class.radius_max.max(radius);
    }
    classes
}

/// What it costs to have these classes as one level, in nanoseconds: pairs inside it, and pairs of
/// its bodies with all smaller ones.
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
    for class in &classes[level.end..] {
        let cells = 1.0 + 2.0 * (radius + class.radius_max) / edge;
        let runs = cells.powi(dimension - 1);
        let tests = density * cells.powi(dimension);
        cost += class.count as f64 * (LOOK_UP + runs * RUN + tests * TEST);
    }
    cost
}

/// The cheapest way to cut the classes into levels.
fn levels_of<const D: usize>(
    classes: &[Class; CLASSES],
    objects: &Objects<D>,
) -> Vec<Range<usize>> {
    let volume = objects.bounds().extent().iter().fold(1.0, |volume, extent| {
        volume * (extent + 2.0 * objects.radius_max()).max(f64::MIN_POSITIVE.sqrt())
    });
    let used: Vec<usize> = (0..CLASSES).filter(|&class| classes[class].count > 0).collect();
    let end_of = |index: usize| used.get(index).copied().unwrap_or(CLASSES);
    // best[i]: the least cost of the first i used classes, and where their last level begins.
    let mut best = vec![(0.0, 0); used.len() + 1];
    for end in 1..=used.len() {
        best[end] = (0..end)
            .map(|begin| {
                let level = used[begin]..end_of(end);
                (best[begin].0 + cost::<D>(classes, level, volume), begin)
            })
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .unwrap_or_default();
    }
    let (mut levels, mut end) = (Vec::new(), used.len());
    while end > 0 {
        let begin = best[end].1;
        levels.push(used[begin]..end_of(end));
        end = begin;
    }
    levels.reverse();
    levels
}

impl<const D: usize> HierarchicalGrid<D> {
    /// The level and the tile of it that a tile of the whole is.
    fn locate(&self, tile: usize) -> Option<(usize, usize)> {
        let mut rest = tile;
        for (level, Level { cells, .. }) in self.levels.iter().enumerate() {
            if rest < cells.tiles() {
                return Some((level, rest));
            }
            rest -= cells.tiles();
        }
        None
    }
}

impl<const D: usize> BroadPhase<D> for HierarchicalGrid<D> {
    fn init(&mut self, objects: &Objects<D>) {
        let classes = classes_of(objects);
        let ranges = levels_of(&classes, objects);
        self.levels.resize_with(ranges.len(), Level::default);
        let mut level_of = [0; CLASSES];
        for (index, range) in ranges.into_iter().enumerate() {
            let level = &mut self.levels[index];
            level.members.clear();
            level.radius_max =
                classes[range.clone()].iter().fold(0.0, |most, class| most.max(class.radius_max));
            level_of[range].fill(index);
        }
        if let [only] = &mut self.levels[..] {
            only.cells.sort(objects, None, only.radius_max, &self.threads);
            return;
        }
        for (body, &radius) in objects.radii().iter().enumerate() {
            let level = level_of[class_of(radius, objects.radius_max())];
            self.levels[level].members.push(body as u32);
        }
        for level in &mut self.levels {
            level.cells.sort(objects, Some(&level.members), level.radius_max, &self.threads);
        }
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        self.init(objects);
    }

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        for tile in 0..self.tiles() {
            self.find_neighbors_in_tile(objects, tile, action);
        }
    }

    fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        // A break is the caller's own wish: nothing is left to do either way.
        let _ = self
            .levels
            .iter()
            .try_for_each(|level| level.cells.find_objects(objects, region, action));
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn tiles(&self) -> usize {
        self.levels.iter().map(|level| level.cells.tiles()).sum()
    }

    fn find_neighbors_in_tile(
        &self,
        objects: &Objects<D>,
        tile: usize,
        action: &mut dyn FnMut(&[Pair]),
    ) {
        if let Some((level, tile)) = self.locate(tile) {
            let mut listing = Listing::new(objects, action);
            let cells = &self.levels[level].cells;
            cells.list_pairs(tile, &mut listing);
            for larger in &self.levels[..level] {
                cells.list_pairs_with(&larger.cells, tile, &mut listing);
            }
        }
    }

    fn explain(&self) -> Option<String> {
        let levels = self
            .levels
            .iter()
            .map(|level| format!("{} up to radius {:.3e}", level.cells.len(), level.radius_max));
        let levels: Vec<_> = levels.collect();
        Some(format!("{} levels, the cheapest by estimate: {}", levels.len(), levels.join("; ")))
    }
}
