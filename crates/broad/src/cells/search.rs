//! Searching sorted cells: pairs inside one set of cells, pairs between two, objects in a region.

use super::directory::Directory;
use super::scan::{Lanes, Listing, Probe, Scanner, Search, search};
use super::sort::SortedCells;
use crate::{Aabb, Objects};
use std::ops::{ControlFlow, Range};

/// Bodies per tile of a search: large enough to make handing tiles out cheap, small enough that two
/// threads share a few thousand bodies.
const TILE: usize = 2048;

impl<const D: usize> SortedCells<D> {
    /// How many tiles a search through these bodies has.
    pub(crate) fn tiles(&self) -> usize {
        self.columns.len().div_ceil(TILE)
    }

    fn tile(&self, tile: usize) -> Range<usize> {
        tile * TILE..((tile + 1) * TILE).min(self.columns.len())
    }

    /// Lists every pair of bodies of these cells whose first body belongs to the tile.
    pub(crate) fn list_pairs(&self, tile: usize, listing: &mut Listing<'_, D>) {
        let slots = self.tile(tile);
        match &self.sparse {
            None => search(&Within { cells: self, directory: &self.dense, slots }, listing),
            Some(sparse) => search(&Within { cells: self, directory: sparse, slots }, listing),
        }
    }

    /// Lists every pair of a body of this tile and a body of other, larger cells.
    pub(crate) fn list_pairs_with(&self, larger: &Self, tile: usize, listing: &mut Listing<'_, D>) {
        let slots = self.tile(tile);
        match &larger.sparse {
            None => search(&Between { cells: self, larger, directory: &larger.dense, slots }, listing),
            Some(sparse) => search(&Between { cells: self, larger, directory: sparse, slots }, listing),
        }
    }

    /// Calls the action for every object of these cells that overlaps the region.
    pub(crate) fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // A factor for the rounding of distances, a summand for distances that round to zero.
        let reach = self.radius_max * (1.0 + 1e-12) + 1e-140;
        match &self.sparse {
            None => self.visit_rows(&self.dense, &region.widened(reach), |run| {
                self.visit_run(run, objects, region, action)
            }),
            Some(_) => self.visit_run((0, self.columns.len()), objects, region, action),
        }
    }

    fn visit_run(
        &self,
        run: (usize, usize),
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut bodies = self.columns.ids[run.0..run.1].iter();
        bodies.try_for_each(|&body| match objects.touches_region(body, region) {
            true => action(body),
            false => ControlFlow::Continue(()),
        })
    }

    /// Calls the action with the run of every row of cells that meets the box.
    #[inline(always)]
    fn visit_rows(
        &self,
        directory: &impl Directory,
        region: &Aabb<D>,
        mut action: impl FnMut((usize, usize)) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let spans: [(u64, u64); D] =
            std::array::from_fn(|axis| self.axes.span(axis, region.low[axis], region.high[axis]));
        let (first, last) = spans[0];
        let steps = |axis: usize| {
            (spans[axis].0..=spans[axis].1).step_by(self.axes.strides[axis] as usize)
        };
        for layer in if D == 3 { steps(2) } else { (0..=0).step_by(1) } {
            for row in steps(1) {
                action(directory.run(layer + row + first, layer + row + last))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Pairs inside one set of cells: each body with the bodies after it in its own row of cells, and
/// with those of the rows that come later.
///
/// ```text
///    z + 1   [...] [...] [...]      rows y − 1, y, y + 1 of the next layer
///    z             [.i>] [...]      the rest of the own row, and row y + 1
/// ```
struct Within<'a, const D: usize, T> {
    cells: &'a SortedCells<D>,
    directory: &'a T,
    slots: Range<usize>,
}

impl<const D: usize, T: Directory> Search<D> for Within<'_, D, T> {
    #[inline(always)]
    fn search<L: Lanes>(&self, scanner: &mut Scanner<'_, '_, D, L>) {
        let columns = &self.cells.columns;
        let strides = &self.cells.axes.strides;
        let mut later_rows = [strides[1]; 4];
        if D == 3 {
            let layer = strides[2];
            later_rows = [strides[1], layer - strides[1], layer, layer + strides[1]];
        }
        let later_rows = &later_rows[..if D == 3 { 4 } else { 1 }];
        let (mut current, mut own_end, mut runs) = (u64::MAX, 0, [(0, 0); 4]);
        for slot in self.slots.clone() {
            let key = self.directory.key(slot);
            if key != current {
                current = key;
                own_end = self.directory.run(key, key + 1).1;
                for (run, row) in runs.iter_mut().zip(later_rows) {
                    *run = self.directory.run(key + row - 1, key + row + 1);
                }
            }
            let probe = Probe::of(columns, slot);
            scanner.scan(&probe, columns, (slot + 1, own_end));
            for &run in &runs[..later_rows.len()] {
                scanner.scan(&probe, columns, run);
            }
        }
    }
}

/// Pairs between two sets of cells: each body of the first with the cells of the second within reach.
struct Between<'a, const D: usize, T> {
    cells: &'a SortedCells<D>,
    larger: &'a SortedCells<D>,
    directory: &'a T,
    slots: Range<usize>,
}

impl<const D: usize, T: Directory> Search<D> for Between<'_, D, T> {
    #[inline(always)]
    fn search<L: Lanes>(&self, scanner: &mut Scanner<'_, '_, D, L>) {
        for slot in self.slots.clone() {
            let probe = Probe::of(&self.cells.columns, slot);
            // Rounded outwards: see `SortedCells::find_objects`.
            let reach = (self.larger.radius_max + probe.radius) * (1.0 + 1e-12) + 1e-140;
            let around = Aabb { low: probe.center, high: probe.center }.widened(reach);
            let _ = self.larger.visit_rows(self.directory, &around, |run| {
                scanner.scan(&probe, &self.larger.columns, run);
                ControlFlow::Continue(())
            });
        }
    }
}
