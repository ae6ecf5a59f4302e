//! The grid: bodies of similar size sorted into cells of the largest diameter.
//!
//! Built from nothing at every step, because that is faster than most methods' updates: one counting
//! sort and five contiguous runs per body, tested several at a time. What it reports is exact. The
//! layout and its reasons stand at the head of `parts/cells`.

use crate::parts::cells::{Listing, SortedCells};
use crate::{Aabb, BroadPhase, Entry, Objects, Pair, Threads};
use std::ops::ControlFlow;

struct Grid<const D: usize> {
    cells: SortedCells<D>,
    threads: Threads,
}

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "grid",
        origin: "esker",
        summary: "sorts bodies into cells and tests contiguous rows of them; for similar sizes",
        parameters: &[],
        build: |_, threads| {
            Box::new(Grid::<D> { cells: SortedCells::default(), threads: threads.clone() })
        },
    }
}

impl<const D: usize> BroadPhase<D> for Grid<D> {
    fn init(&mut self, objects: &Objects<D>) {
        self.cells.sort(objects, None, objects.radius_max(), &self.threads);
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
        let _ = self.cells.find_objects(objects, region, action);
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn tiles(&self) -> usize {
        self.cells.tiles()
    }

    fn find_neighbors_in_tile(
        &self,
        objects: &Objects<D>,
        tile: usize,
        action: &mut dyn FnMut(&[Pair]),
    ) {
        Listing::hand_on(objects, action, |listing| self.cells.list_pairs(tile, listing));
    }

    fn list_neighbors_in_tile(&self, objects: &Objects<D>, tile: usize, list: &mut Vec<Pair>) {
        self.cells.list_pairs(tile, &mut Listing { objects, list, action: None });
    }
}
