//! The hierarchical grid: bodies of many sizes, each size in cells of its own.
//!
//! ```text
//!   level 0    +-----------+-----------+      large bodies in large cells
//!              |     O     |   O       |
//!   level 1    +--+--+--+--+--+--+--+--+      small bodies in small cells: a body looks at its
//!              |o |  |o |  |  |oo|  |  |      own level as in `grid`, and down at smaller levels
//! ```
//!
//! A body meets bodies of its own level and of smaller ones, so every pair is found once, from its
//! larger side: large bodies are few, and the cells they look into are many in a row, which is what
//! runs are good at. How many levels there are is decided by their cost (`levels.rs`).

use crate::parts::cells::{Listing, SortedCells};
use crate::parts::levels::{Levels, class_of};
use crate::{Aabb, BroadPhase, Entry, Objects, Pair, Threads};
use std::ops::ControlFlow;

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

    /// Lists the pairs of a tile's bodies with bodies of their own level and of smaller ones.
    fn list_pairs(&self, tile: usize, listing: &mut Listing<'_, D>) {
        let Some((level, tile)) = self.locate(tile) else { return };
        let cells = &self.levels[level].cells;
        cells.list_pairs(tile, listing);
        for smaller in &self.levels[level + 1..] {
            cells.list_pairs_with(&smaller.cells, tile, listing);
        }
    }
}

impl<const D: usize> BroadPhase<D> for HierarchicalGrid<D> {
    fn init(&mut self, objects: &Objects<D>) {
        let Levels { level_of, radii_max, .. } = Levels::cheapest(objects);
        self.levels.resize_with(radii_max.len(), Level::default);
        for (level, radius_max) in self.levels.iter_mut().zip(radii_max) {
            level.members.clear();
            level.radius_max = radius_max;
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
        Listing::hand_on(objects, action, |listing| self.list_pairs(tile, listing));
    }

    fn list_neighbors_in_tile(&self, objects: &Objects<D>, tile: usize, list: &mut Vec<Pair>) {
        self.list_pairs(tile, &mut Listing { objects, list, action: None });
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
