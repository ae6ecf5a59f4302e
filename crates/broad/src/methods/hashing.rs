//! Hashing (Perkins 4.2): objects in square cells, sorted into them one axis after the other.
//!
//! ```text
//!   layers, hashed in step_init      one layer at a time is hashed into cells:
//!     2: o-o-o
//!     1: o-o-o-o  ------------>        X1 (this row)        | e | A |   |
//!     0: o-o                           X2 (the row before)  | b | c | d |
//!
//!   A meets b, c, d, e and its own cell: what comes before it, never what comes after
//! ```
//!
//! A cell is as long as the largest diameter, so an object meets only its own cell and the adjacent
//! ones. No array of all cells exists: each axis has arrays for the row at hand and the rows before
//! it that it meets, which rows take in turn. In 2D that is one array for the layers (his Y) and two
//! for cells (his X1 and X2). In 3D a layer is hashed into rows and a row into cells: one array for
//! layers, two for rows and six for cells (three rows of either layer, five of them in use at a time).
//!
//! Only what holds objects is visited, so empty space costs nothing: layers and rows in use are listed
//! and sorted, cells in use are listed. Candidates come untested.
//!
//! Cost: linear if arrays are cleared of what they held ([`Clearing::Used`], `hashing2`). Perkins'
//! first version clears them whole for each row ([`Clearing::Whole`], `hashing`): N √N in 2D, N^5/3
//! in 3D. Memory: four bytes per object and array, 12 N in 2D and 36 N in 3D, and four bytes per array
//! and cell of its axis.

use crate::pairs::Report;
use crate::parts::lattice::Lattice;
use crate::{Aabb, BroadPhase, Entry, Objects, Pair, Vector};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// No object, or no cell.
const NONE: u32 = u32::MAX;

/// The most cells that an object meets: its own and, of the 26 around it in 3D, the 13 before it.
const MOST_AROUND: usize = 14;

/// What is cleared of an array before it takes another row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Clearing {
    /// Everything: all cells and all links.
    Whole,
    /// The cells that hold objects.
    Used,
}

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "hashing",
        origin: "Perkins 1999, 4.2",
        summary: "cells of the largest diameter, hashed axis by axis; arrays cleared whole for each row",
        parameters: &[],
        build: |_, _| Box::new(Hashing::new(Clearing::Whole)),
    }
}

/// One hash grid array: the objects in each cell along one axis, as array-based linked lists.
#[derive(Debug)]
struct Lists {
    /// The first object of each cell. Cells count from 1, so that the first has one before it.
    heads: Vec<u32>,
    /// The object that follows each object.
    links: Vec<u32>,
    /// The cells that hold objects.
    used: Vec<u32>,
    /// Which cell of the axis above holds the objects of this array.
    parent: u32,
}

impl Lists {
    fn new() -> Self {
        Self { heads: Vec::new(), links: Vec::new(), used: Vec::new(), parent: NONE }
    }

    /// Empties the array and makes room, with a cell to spare at either end.
    fn fit(&mut self, cells: usize, objects: usize) {
        self.clear(Clearing::Used);
        self.heads.resize(cells + 2, NONE);
        self.links.resize(objects, NONE);
        self.parent = NONE;
    }

    fn clear(&mut self, clearing: Clearing) {
        match clearing {
            Clearing::Whole => {
                self.heads.fill(NONE);
                self.links.fill(NONE);
            }
            Clearing::Used => self.used.iter().for_each(|&cell| self.heads[cell as usize] = NONE),
        }
        self.used.clear();
    }

    #[inline(always)]
    fn push(&mut self, cell: u32, object: u32) {
        let head = &mut self.heads[cell as usize];
        if *head == NONE {
            self.used.push(cell);
        }
        self.links[object as usize] = *head;
        *head = object;
    }

    #[inline(always)]
    fn holds(&self, cell: u32) -> bool {
        self.heads[cell as usize] != NONE
    }

    /// The objects of one cell.
    #[inline(always)]
    fn cell(&self, cell: u32) -> impl Iterator<Item = u32> {
        let listed = |object: u32| (object != NONE).then_some(object);
        std::iter::successors(listed(self.heads[cell as usize]), move |&object| {
            listed(self.links[object as usize])
        })
    }
}

pub(crate) struct Hashing<const D: usize> {
    clearing: Clearing,
    lattice: Lattice<D>,
    /// All objects along the last axis.
    layers: Lists,
    /// The arrays of the axes below, between searches; a search takes them out and puts them back.
    arrays: Mutex<Vec<Vec<Lists>>>,
}

impl<const D: usize> Hashing<D> {
    pub(crate) fn new(clearing: Clearing) -> Self {
        let lattice = Lattice::over(&Aabb::EMPTY, 0.0, [1; D]);
        Self { clearing, lattice, layers: Lists::new(), arrays: Mutex::default() }
    }

    /// The cell of an object along one axis, counted from 1.
    #[inline(always)]
    fn cell(&self, axis: usize, center: &Vector<D>) -> u32 {
        self.lattice.index(axis, center[axis]) as u32 + 1
    }

    /// The lock is held for a move only: a search inside an action of another finds no arrays here and
    /// makes its own.
    fn spare_arrays(&self) -> MutexGuard<'_, Vec<Vec<Lists>>> {
        self.arrays.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The arrays of the axes below the last, empty: two for the first of them, and below each three.
    fn take_arrays(&self, objects: usize) -> Vec<Vec<Lists>> {
        let mut arrays = std::mem::take(&mut *self.spare_arrays());
        arrays.resize_with(D - 1, Vec::new);
        for (axis, places) in arrays.iter_mut().enumerate() {
            places.resize_with(2 * 3usize.pow((D - 2 - axis) as u32), Lists::new);
            places.iter_mut().for_each(|lists| lists.fit(self.lattice.counts[axis], objects));
        }
        arrays
    }
}

impl<const D: usize> BroadPhase<D> for Hashing<D> {
    fn init(&mut self, objects: &Objects<D>) {
        self.step_init(objects);
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        self.lattice = Lattice::of(objects);
        self.layers.fit(self.lattice.counts[D - 1], objects.len());
        for (object, center) in objects.centers().iter().enumerate() {
            let layer = self.cell(D - 1, center);
            self.layers.push(layer, object as u32);
        }
        self.layers.used.sort_unstable();
    }

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        let mut search = Search {
            hashing: self,
            centers: objects.centers(),
            arrays: self.take_arrays(objects.len()),
            neighbors: Vec::new(),
            report: Report::new(objects, action),
        };
        search.visit(D - 1, &[0]);
        *self.spare_arrays() = search.arrays;
    }

    fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        let (low, high) = self.lattice.cells_around(region, objects.radius_max());
        for layer in low[D - 1]..=high[D - 1] {
            for object in self.layers.cell(layer as u32 + 1) {
                if objects.touches_region(object, region) && action(object).is_break() {
                    return;
                }
            }
        }
    }
}

/// A cell of one of the arrays of an axis.
#[derive(Clone, Copy, Default)]
struct Slab {
    place: usize,
    cell: u32,
}

/// One run of `find_neighbors`.
struct Search<'a, const D: usize> {
    hashing: &'a Hashing<D>,
    centers: &'a [Vector<D>],
    /// For each axis below the last, its arrays.
    arrays: Vec<Vec<Lists>>,
    neighbors: Vec<u32>,
    report: Report<'a, D>,
}

impl<const D: usize> Search<'_, D> {
    fn lists(&self, axis: usize, place: usize) -> &Lists {
        self.arrays.get(axis).map_or(&self.hashing.layers, |places| &places[place])
    }

    /// Goes through the cells of the first array, each with the cells around it that come before:
    /// one in the same array, three in each of the others.
    fn visit(&mut self, axis: usize, places: &[usize]) {
        for index in 0..self.lists(axis, places[0]).used.len() {
            let (around, count) = self.around(axis, places, index);
            let around = &around[..count];
            if axis == 0 {
                self.compare(around);
            } else {
                let mut below = [0; MOST_AROUND];
                for (place, slab) in below.iter_mut().zip(around) {
                    *place = self.hash(axis - 1, *slab);
                }
                self.visit(axis - 1, &below[..count]);
            }
        }
    }

    /// A used cell of the first array, then those around it that come before and hold objects.
    fn around(&self, axis: usize, places: &[usize], index: usize) -> ([Slab; MOST_AROUND], usize) {
        let own = self.lists(axis, places[0]);
        let cell = own.used[index];
        let mut around = [Slab { place: places[0], cell }; MOST_AROUND];
        let mut count = 1;
        let mut add = |lists: &Lists, slab: Slab| {
            if lists.holds(slab.cell) {
                around[count] = slab;
                count += 1;
            }
        };
        add(own, Slab { place: places[0], cell: cell - 1 });
        for &place in &places[1..] {
            let lists = self.lists(axis, place);
            (cell - 1..=cell + 1).for_each(|cell| add(lists, Slab { place, cell }));
        }
        (around, count)
    }

    /// Hashes the objects of one cell of the axis above along this axis, unless that is done; gives
    /// the array they are in. Rows take turns: a row and those it meets have arrays of their own.
    fn hash(&mut self, axis: usize, slab: Slab) -> usize {
        let (below, above) = self.arrays.split_at_mut(axis + 1);
        let (source, sources) = match above.first() {
            Some(places) => (&places[slab.place], places.len()),
            None => (&self.hashing.layers, 1),
        };
        let turns = below[axis].len() / sources;
        let place = slab.place * turns + slab.cell as usize % turns;
        let lists = &mut below[axis][place];
        if lists.parent == slab.cell {
            return place;
        }
        lists.clear(self.hashing.clearing);
        lists.parent = slab.cell;
        for object in source.cell(slab.cell) {
            lists.push(self.hashing.cell(axis, &self.centers[object as usize]), object);
        }
        if axis > 0 {
            lists.used.sort_unstable();
            let stale = below[axis - 1].iter_mut().skip(3 * place).take(3);
            stale.for_each(|lists| lists.parent = NONE);
        }
        place
    }

    /// Pairs the objects of the first cell with those of the others and with each other.
    fn compare(&mut self, around: &[Slab]) {
        let cells = &self.arrays[0];
        self.neighbors.clear();
        for slab in &around[1..] {
            self.neighbors.extend(cells[slab.place].cell(slab.cell));
        }
        for object in cells[around[0].place].cell(around[0].cell) {
            self.neighbors.iter().for_each(|&neighbor| self.report.pair(object, neighbor));
            self.neighbors.push(object);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use esker_packing::Random;

    fn sequence(method: &Hashing<3>, objects: &Objects<3>) -> Vec<Pair> {
        let mut pairs = Vec::new();
        method.find_neighbors(objects, &mut |slice| pairs.extend_from_slice(slice));
        pairs
    }

    #[test]
    fn both_clearings_and_a_search_inside_a_search_give_one_sequence() {
        let mut random = Random::new(8);
        let centers: Vec<_> = (0..2000).map(|_| random.place(9.0)).collect();
        let objects = Objects::new(&centers, &[0.5; 2000]).unwrap();
        let [whole, used] = [Clearing::Whole, Clearing::Used].map(|clearing| {
            let mut method = Hashing::new(clearing);
            method.init(&objects);
            method
        });
        let expected = sequence(&whole, &objects);
        assert!(expected.len() > 1000);
        assert_eq!(sequence(&used, &objects), expected);
        let mut pairs = Vec::new();
        used.find_neighbors(&objects, &mut |slice| {
            pairs.extend_from_slice(slice);
            assert_eq!(sequence(&used, &objects), expected);
        });
        assert_eq!(pairs, expected);
    }
}
