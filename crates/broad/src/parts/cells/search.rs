//! Searching sorted cells: pairs inside one set of cells, pairs between two, objects in a region.

use super::columns::View;
use super::directory::Directory;
use super::lanes::Lanes;
use super::scan::{Listing, Run, Scanner, Search, search};
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

    /// Lists every pair of a body of this tile and a body of other cells.
    pub(crate) fn list_pairs_with(&self, others: &Self, tile: usize, listing: &mut Listing<'_, D>) {
        let slots = self.tile(tile);
        match &others.sparse {
            None => {
                search(&Between { cells: self, others, directory: &others.dense, slots }, listing)
            }
            Some(sparse) => {
                search(&Between { cells: self, others, directory: sparse, slots }, listing)
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
        let around = region.widened(reach);
        let mut visit = |run| self.visit_run(run, objects, region, action);
        match &self.sparse {
            None => self.rows(&self.dense, &around).flatten().try_for_each(&mut visit),
            Some(sparse) => self.rows(sparse, &around).flatten().try_for_each(&mut visit),
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

    /// The runs of all rows of cells that meet the box, two rows at a time; all bodies if they are
    /// fewer than the rows.
    #[inline(always)]
    fn rows<'a, T>(&self, directory: &'a T, region: &Aabb<D>) -> Rows<'a, T> {
        let spans: [(u64, u64); D] =
            std::array::from_fn(|axis| self.axes.span(axis, region.low[axis], region.high[axis]));
        let mut rows = 1;
        for axis in 1..D {
            rows *= 1 + (spans[axis].1 - spans[axis].0) / self.axes.strides[axis];
        }
        if rows > self.columns.len() as u64 {
            // One row that takes in every key.
            return Rows { directory, cells: (0, self.axes.keys - 1), ..Rows::single(directory) };
        }
        Rows {
            directory,
            cells: spans[0],
            rows: spans[1],
            row: spans[1].0,
            row_stride: self.axes.strides[1],
            layer: if D == 3 { spans[2].0 } else { 0 },
            last_layer: if D == 3 { spans[2].1 } else { 0 },
            layer_stride: self.axes.strides[D - 1],
        }
    }
}

/// A walk through rows of cells, in twos.
struct Rows<'a, T> {
    directory: &'a T,
    cells: (u64, u64),
    rows: (u64, u64),
    row: u64,
    row_stride: u64,
    layer: u64,
    last_layer: u64,
    layer_stride: u64,
}

impl<'a, T> Rows<'a, T> {
    fn single(directory: &'a T) -> Self {
        let (cells, rows) = ((0, 0), (0, 0));
        Self {
            directory,
            cells,
            rows,
            row: 0,
            row_stride: 1,
            layer: 0,
            last_layer: 0,
            layer_stride: 1,
        }
    }
}

impl<T: Directory> Iterator for Rows<'_, T> {
    type Item = [(usize, usize); 2];

    // A search must be compiled whole for its processor, hence `always`.
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.layer > self.last_layer {
            return None;
        }
        let first = self.layer + self.row;
        let (low, high) = self.cells;
        // SAFETY: spans hold keys of the numbering, the first not the greater.
        let one = unsafe { self.directory.run(first + low, first + high) };
        let mut two = (0, 0);
        if self.row < self.rows.1 {
            let second = first + self.row_stride;
            // SAFETY: as above.
            two = unsafe { self.directory.run(second + low, second + high) };
        }
        self.row += 2 * self.row_stride;
        if self.row > self.rows.1 {
            self.row = self.rows.0;
            self.layer += self.layer_stride;
        }
        Some([one, two])
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
            // SAFETY: around the cell of a body lie other cells: an empty layer is around all of them.
            let run = |first: u64, last: u64| unsafe { self.directory.run(first, last) };
            let later = |row: u64| Run::of(run(key + row - 1, last + row + 1));
            let own = Run::of((slot + 1, run(last, last + 1).1));
            // The second body is the first of the own run, and not its own partner.
            let own_masks = [u32::MAX, all[1] & !1];
            // SAFETY: the directory's runs lie inside the columns; `slot` is one of those below the
            // end of its cell.
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
    others: &'a SortedCells<D>,
    directory: &'a T,
    slots: Range<usize>,
}

impl<const D: usize, T: Directory> Search<D> for Between<'_, D, T> {
    #[inline(always)]
    fn search<L: Lanes>(&self, mut scanner: Scanner<'_, '_, D, L>) {
        let view = View::of(&self.cells.columns);
        let others = View::of(&self.others.columns);
        for slot in self.slots.clone() {
            let probe = view.probe(slot);
            // Rounded outwards: see `SortedCells::find_objects`.
            let reach = (self.others.radius_max + probe.radius) * (1.0 + 1e-12) + 1e-140;
            let around = Aabb { low: probe.center, high: probe.center }.widened(reach);
            for runs in self.others.rows(self.directory, &around) {
                let [(begin, end), (second_begin, second_end)] = runs;
                let runs = [Run::of((begin, end)), Run::of((second_begin, second_end))];
                // SAFETY: these are runs of the directory of the other cells.
                unsafe { scanner.scan(&[probe], [u32::MAX], others, runs) };
            }
        }
        scanner.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::cells::lanes::Scalar;
    use crate::parts::cells::scan::search_by;
    use crate::{Pair, Threads};
    use esker_packing::Random;

    fn sorted(objects: &Objects<3>) -> SortedCells<3> {
        let mut cells = SortedCells::default();
        cells.sort(objects, None, objects.radius_max(), &Threads::one());
        cells
    }

    fn pairs(cells: &SortedCells<3>, objects: &Objects<3>) -> Vec<Pair> {
        let mut list = Vec::new();
        for tile in 0..cells.tiles() {
            let list = &mut list;
            cells.list_pairs(tile, &mut Listing { objects, list, action: None });
        }
        list.sort_unstable();
        list
    }

    fn expected(objects: &Objects<3>) -> Vec<Pair> {
        let count = objects.len() as u32;
        let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
        all.filter(|&[a, b]| objects.touch(a, b)).collect()
    }

    #[test]
    fn bodies_too_scattered_for_a_table_are_found_by_bisection() {
        // A diagonal: few bodies in many cells, of which no slab is empty.
        let centers: Vec<[f64; 3]> = (0..3000).map(|i| [0.4 * f64::from(i); 3]).collect();
        let radii = vec![0.5; 3000];
        let objects = Objects::new(&centers, &radii).unwrap();
        let cells = sorted(&objects);
        assert!(cells.sparse.is_some());
        assert_eq!(pairs(&cells, &objects), expected(&objects));
        let region = Aabb { low: [100.0; 3], high: [101.0; 3] };
        let mut found = 0;
        let _ = cells.find_objects(&objects, &region, &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        let touching = (0..3000).filter(|&body| objects.touches_region(body, &region));
        assert_eq!(found, touching.count());
    }

    #[test]
    fn empty_slabs_cost_no_keys() {
        let site = |index: i32| 200.0 * f64::from(index);
        let centers: Vec<[f64; 3]> =
            (0..8000).map(|i| [site(i % 20), site(i / 20 % 20), site(i / 400)]).collect();
        let radii = vec![0.5; 8000];
        let objects = Objects::new(&centers, &radii).unwrap();
        let cells = sorted(&objects);
        assert!(cells.sparse.is_none());
        assert_eq!(cells.axes.keys, 22 * 22 * 22);
    }

    /// Every kind of processor this one can be, on crowded cells and long runs.
    #[test]
    fn vectors_decide_every_pair_as_plain_code_does() {
        let mut random = Random::new(8);
        let lattice = (0..1000).map(|i| [i % 10, i / 10 % 10, i / 100].map(|x| 0.5 * f64::from(x)));
        let mut centers: Vec<[f64; 3]> = lattice.collect(); // touches exactly, everywhere
        centers.extend((0..1500).map(|_| random.place::<3>(6.0)));
        let radii: Vec<f64> = (0..2500).map(|i| if i % 3 == 0 { 0.5 } else { 0.25 }).collect();
        let objects = Objects::new(&centers, &radii).unwrap();
        let cells = sorted(&objects);
        let mut by_plain_code = Vec::new();
        for tile in 0..cells.tiles() {
            let (slots, list) = (cells.tile(tile), &mut by_plain_code);
            let within = Within { cells: &cells, directory: &cells.dense, slots };
            let mut listing = Listing { objects: &objects, list, action: None };
            search_by::<3, Scalar>(&within, &mut listing);
        }
        by_plain_code.sort_unstable();
        assert_eq!(by_plain_code, expected(&objects));
        assert_eq!(pairs(&cells, &objects), by_plain_code);
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            let mut by_avx2 = Vec::new();
            for tile in 0..cells.tiles() {
                let (slots, list) = (cells.tile(tile), &mut by_avx2);
                let within = Within { cells: &cells, directory: &cells.dense, slots };
                let mut listing = Listing { objects: &objects, list, action: None };
                // SAFETY: the processor has AVX2, and with it the other features.
                unsafe { crate::parts::cells::scan::search_avx2(&within, &mut listing) };
            }
            by_avx2.sort_unstable();
            assert_eq!(by_avx2, by_plain_code);
        }
    }
}
