//! The single-ended sorted index of SpatialSort (Perkins 1999, 4.1.1), and the neighbours it gives
//! on one axis.
//!
//! ```text
//!   x-----------------------------------------------
//!      |------a------|
//!         |-b-|                        sorted by lower ends:   a  b  c  d
//!                  |---c---|           range of c alone:             c  d
//!                       |-d-|          full range of c:        a  b  c  d
//! ```
//!
//! The objects that begin inside an object follow it in the list, up to a place that a binary search
//! finds. The *full* range of an object begins earlier, at the first object that reaches it, and so
//! holds all its neighbours on the axis; it may hold others too (b above, figure 6 of the paper).
//!
//! Memory: 4 bytes for the list and 4 for the ranks, per object and axis, and 16 bytes of scratch for
//! the sort of one axis at a time.

use crate::Objects;
use crate::parts::ends::{Sides, SortedAxes};
use crate::parts::ranks::RankBox;
use crate::parts::sorting::Sort;

/// The lower ends of all objects, sorted on every axis, and the ranks of every object.
#[derive(Debug)]
pub(crate) struct LowerEnds<const D: usize> {
    axes: SortedAxes<D>,
    ranks: Vec<[u32; D]>,
}

impl<const D: usize> LowerEnds<D> {
    /// An index of nothing, to be put back into order each step by this sort.
    pub(crate) fn new(sort: Sort) -> Self {
        Self { axes: SortedAxes::new(sort, Sides::Lower), ranks: Vec::new() }
    }

    /// Takes a new set of objects.
    pub(crate) fn init(&mut self, objects: &Objects<D>) {
        self.axes.init(objects);
        self.rank(objects.len());
    }

    /// Takes the same objects, moved; a set of another size is taken as new.
    pub(crate) fn step_init(&mut self, objects: &Objects<D>) {
        self.axes.step_init(objects);
        self.rank(objects.len());
    }

    fn rank(&mut self, count: usize) {
        self.ranks.resize(count, [0; D]);
        for axis in 0..D {
            for (rank, end) in self.axes.on(axis).as_slice().iter().enumerate() {
                self.ranks[end.object() as usize][axis] = rank as u32;
            }
        }
    }

    /// The number of objects.
    pub(crate) fn len(&self) -> usize {
        self.ranks.len()
    }

    /// The object with this rank on an axis.
    #[inline(always)]
    pub(crate) fn object(&self, axis: usize, rank: usize) -> u32 {
        self.axes.on(axis).as_slice()[rank].object()
    }

    /// The ranks of an object on all axes.
    #[inline(always)]
    pub(crate) fn ranks(&self, object: u32) -> &[u32; D] {
        &self.ranks[object as usize]
    }

    /// How many objects begin at or before `x`, by binary search.
    pub(crate) fn begun(&self, objects: &Objects<D>, axis: usize, x: f64) -> usize {
        self.axes.on(axis).place(objects, x) as usize
    }

    /// The rank after the last object that begins inside an object.
    pub(crate) fn reach(&self, objects: &Objects<D>, axis: usize, object: u32) -> usize {
        self.begun(objects, axis, objects.box_of(object).high[axis])
    }

    /// The rank of the first object that reaches up to an object's lower end, by linear search from
    /// the bottom: lower ends say nothing about upper ones.
    pub(crate) fn first_to_reach(
        &self,
        objects: &Objects<D>,
        axis: usize,
        object: u32,
    ) -> Option<usize> {
        let low = objects.box_of(object).low[axis];
        let reaches = |rank| objects.box_of(self.object(axis, rank)).high[axis] >= low;
        (0..self.len()).find(|&rank| reaches(rank))
    }

    /// Calls the action for every two objects that overlap on an axis, once each.
    pub(crate) fn for_neighbors(
        &self,
        objects: &Objects<D>,
        axis: usize,
        mut action: impl FnMut(u32, u32),
    ) {
        for rank in 0..self.len() {
            let target = self.object(axis, rank);
            for other in rank + 1..self.reach(objects, axis, target) {
                action(target, self.object(axis, other));
            }
        }
    }

    /// The full range of every object on every axis.
    ///
    /// Each object takes those in its own range into account by extending theirs down to itself.
    /// Targets come in order, so the first to reach an object sets the beginning of its range for
    /// good, and ranks that were reached before are passed over: linear, however long the ranges.
    pub(crate) fn full_ranges(&self, objects: &Objects<D>, ranges: &mut Vec<RankBox<D>>) {
        ranges.clear();
        ranges.resize(self.len(), RankBox::UNSET);
        for axis in 0..D {
            let mut reached = 0;
            for rank in 0..self.len() {
                let target = self.object(axis, rank);
                let reach = self.reach(objects, axis, target);
                ranges[target as usize].high[axis] = reach as u32 - 1;
                for other in reached..reach {
                    ranges[self.object(axis, other) as usize].low[axis] = rank as u32;
                }
                reached = reached.max(reach);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use esker_packing::Random;

    /// The linear pass gives the ranges of the paper's own words, and holds all neighbours.
    #[test]
    fn full_ranges_begin_at_the_first_object_that_reaches() {
        let mut random = Random::new(8);
        let centers: Vec<[f64; 2]> = (0..150).map(|_| random.place(20.0)).collect();
        let radii: Vec<f64> = (0..150).map(|_| random.log_between(0.05, 4.0)).collect();
        let objects = Objects::new(&centers, &radii).unwrap();
        let mut index = LowerEnds::new(Sort::Insertion);
        index.step_init(&objects);
        let mut ranges = Vec::new();
        index.full_ranges(&objects, &mut ranges);
        for (object, range) in ranges.iter().enumerate() {
            for axis in 0..2 {
                let first = index.first_to_reach(&objects, axis, object as u32);
                assert_eq!(Some(range.low[axis] as usize), first);
                assert!(range.holds_on(axis, index.ranks(object as u32)[axis]));
            }
        }
        for axis in 0..2 {
            index.for_neighbors(&objects, axis, |a, b| {
                assert!(ranges[a as usize].holds_on(axis, index.ranks(b)[axis]));
                assert!(ranges[b as usize].holds_on(axis, index.ranks(a)[axis]));
            });
        }
    }
}
