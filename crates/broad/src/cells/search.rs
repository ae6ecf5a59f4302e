//! Searching sorted cells: pairs inside one set of cells, pairs between two, objects in a region.

use super::directory::Directory;
use super::scan::{Lanes, Listing, Run, Scanner, Search, View, search};
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

    /// The number of bodies.
    pub(crate) fn len(&self) -> usize {
        self.columns.len()
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
            None => {
                search(&Between { cells: self, larger, directory: &larger.dense, slots }, listing)
            }
            Some(sparse) => {
                search(&Between { cells: self, larger, directory: sparse, slots }, listing)
            }
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
            None => self.visit_rows(&self.dense, &region.widened(reach), |[first, second]| {
                self.visit_run(first, objects, region, action)?;
                self.visit_run(second, objects, region, action)
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

    /// Calls the action with the runs of all rows of cells that meet the box, two rows at a time.
    #[inline(always)]
    fn visit_rows(
        &self,
        directory: &impl Directory,
        region: &Aabb<D>,
        mut action: impl FnMut([(usize, usize); 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let spans: [(u64, u64); D] =
            std::array::from_fn(|axis| self.axes.span(axis, region.low[axis], region.high[axis]));
        let (stride, (first, last)) = (self.axes.strides[1], spans[1]);
        let (mut layer, last_layer) = if D == 3 { spans[2] } else { (0, 0) };
        while layer <= last_layer {
            let run = |row: u64| directory.run(layer + row + spans[0].0, layer + row + spans[0].1);
            let mut row = first;
            while row <= last {
                let second = if row < last { run(row + stride) } else { (0, 0) };
                action([run(row), second])?;
                row += 2 * stride;
            }
            layer += self.axes.strides[D - 1];
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
    fn search<L: Lanes>(&self, mut scanner: Scanner<'_, '_, D, L>) {
        let view = View::of(&self.cells.columns);
        let strides = &self.cells.axes.strides;
        let (row, layer) = (strides[1], strides[D - 1]);
        let mut slot = self.slots.start;
        while slot < self.slots.end {
            // Two bodies of one cell, or of two neighbours along x, share their runs.
            let key = self.directory.key(slot);
            let next = (slot + 1).min(self.slots.end - 1);
            let next_key = self.directory.key(next);
            let together = next > slot && next_key <= key + 1;
            let (second, last) = if together { (next, next_key) } else { (slot, key) };
            let probes = [view.probe(slot), view.probe(second)];
            let all = [u32::MAX, if together { u32::MAX } else { 0 }];
            let run = |first: u64, last: u64| {
                let (begin, end) = self.directory.run(first, last);
                view.run(begin, end)
            };
            let later = |row: u64| run(key + row - 1, last + row + 1);
            let own = view.run(slot + 1, self.directory.run(last, last + 1).1);
            // The second body is the first of the own run, and not its own partner.
            let own_masks = [u32::MAX, all[1] & !1];
            // SAFETY: `view` made the runs.
            unsafe {
                scanner.scan(&probes, own_masks, view, [own, later(row)]);
                if D == 3 {
                    scanner.scan(&probes, all, view, [later(layer - row), later(layer)]);
                    scanner.scan(&probes, all, view, [later(layer + row), Run::default()]);
                }
            }
            slot += 1 + usize::from(together);
        }
        scanner.finish();
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
    fn search<L: Lanes>(&self, mut scanner: Scanner<'_, '_, D, L>) {
        let view = View::of(&self.cells.columns);
        let larger = View::of(&self.larger.columns);
        for slot in self.slots.clone() {
            let probe = view.probe(slot);
            // Rounded outwards: see `SortedCells::find_objects`.
            let reach = (self.larger.radius_max + probe.radius) * (1.0 + 1e-12) + 1e-140;
            let around = Aabb { low: probe.center, high: probe.center }.widened(reach);
            let _ = self.larger.visit_rows(self.directory, &around, |runs| {
                let runs = runs.map(|(begin, end)| larger.run(begin, end));
                // SAFETY: `larger` made the runs.
                unsafe { scanner.scan(&[probe], [u32::MAX], larger, runs) };
                ControlFlow::Continue(())
            });
        }
        scanner.finish();
    }
}
