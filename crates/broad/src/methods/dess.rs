//! Double-ended spatial sorting with heap sort (Perkins 1999, 5.1.1).
//!
//! ```text
//!   master axis      a(  b(  c(  b)  a)  d(  c)  d)
//!                    |---------------|
//!                    the range of a: b and c begin in it, so both overlap a on this axis;
//!                    the other axes are checked by ranks
//! ```
//!
//! Each lower end on the master axis is a target; the objects whose lower ends follow before the
//! target's own upper end are its matches there. Of two objects that overlap one begins first, so
//! each pair comes once (columns 4 and 5 of the case diagram). After the sort all is integer.
//!
//! Cost: the sorts, and N√N steps of the search in 2D, N·N^(2/3) in 3D, for bodies of similar size.
//! Memory: that of [`Ranks`].

use crate::pairs::Report;
use crate::parts::ends::End;
use crate::parts::ranks::Ranks;
use crate::parts::sorting::Sort;
use crate::{Aabb, BroadPhase, Entry, Objects, Pair};
use std::ops::{ControlFlow, Range};

/// The axis that the search runs along.
const MASTER: usize = 0;

/// How many ends of the master axis make a tile.
const TILE: usize = 4096;

pub(crate) struct Dess<const D: usize> {
    ranks: Ranks<D>,
}

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "dess",
        origin: "Perkins 1999, 5.1",
        summary: "sorts both ends of every body on each axis by heap sort, then compares integers",
        parameters: &[],
        build: |_, _| Box::new(Dess::new(Sort::Heap)),
    }
}

impl<const D: usize> Dess<D> {
    pub(crate) fn new(sort: Sort) -> Self {
        Self { ranks: Ranks::new(sort) }
    }

    /// Reports the pairs whose first lower end lies in this part of the master axis (5.1.1.3).
    fn search(&self, part: Range<usize>, report: &mut Report<D>) {
        let ends = self.ranks.end_points(MASTER);
        for target in ends[part].iter().filter(|end| end.is_lower()).map(|end| end.object()) {
            let [low, high] = [self.ranks.low(MASTER, target), self.ranks.high(MASTER, target)];
            self.match_with(target, &ends[low as usize + 1..high as usize], report);
        }
    }

    fn match_with(&self, target: u32, range: &[End], report: &mut Report<D>) {
        let around = self.ranks.box_of(target);
        for other in range.iter().filter(|end| end.is_lower()).map(|end| end.object()) {
            let ranks = self.ranks.box_of(other);
            if (MASTER + 1..D).all(|axis| around.touches_on(axis, ranks)) {
                report.pair(target, other);
            }
        }
    }
}

impl<const D: usize> BroadPhase<D> for Dess<D> {
    fn init(&mut self, objects: &Objects<D>) {
        self.ranks.init(objects);
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        self.ranks.step_init(objects);
    }

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        let all = 0..self.ranks.end_points(MASTER).len();
        self.search(all, &mut Report::new(objects, action));
    }

    /// From the bottom of the master axis up to the region's upper bound (5.1.1.4): an object around
    /// the region has no end inside it, so nothing below can be left out.
    fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        let Some(ranks) = self.ranks.region(objects, region) else { return };
        let below = &self.ranks.end_points(MASTER)[..=ranks.high[MASTER] as usize];
        for object in below.iter().filter(|end| end.is_lower()).map(|end| end.object()) {
            let around = self.ranks.box_of(object);
            let near = (0..D).all(|axis| around.touches_on(axis, &ranks));
            if near && objects.touches_region(object, region) && action(object).is_break() {
                return;
            }
        }
    }

    fn tiles(&self) -> usize {
        self.ranks.end_points(MASTER).len().div_ceil(TILE).max(1)
    }

    fn find_neighbors_in_tile(
        &self,
        objects: &Objects<D>,
        tile: usize,
        action: &mut dyn FnMut(&[Pair]),
    ) {
        let end = self.ranks.end_points(MASTER).len().min((tile + 1) * TILE);
        self.search(tile * TILE..end, &mut Report::new(objects, action));
    }
}
