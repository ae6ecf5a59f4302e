//! Spatial sorting by lower extremities (Perkins 1999, 4.1.1).
//!
//! ```text
//!     y |   +------+                 sorted by lower ends on each axis, a begins before b in x
//!       |   |a  +--|---+             but after it in y: neither finds the other in its own two
//!       |   +---|--+   |             ranges (cases 11 and II, IV of figures 3 and 4). Three ways:
//!       |       |b     |
//!       |       +------+             lists      all neighbours on each axis, then intersect
//!       +------------------ x        ranges     ranges extended to hold all neighbours
//!                                    one-pass   full ranges on all axes but the first
//! ```
//!
//! The candidates left are tested box against box, so all three ways report the same pairs.
//!
//! Cost: the sorts, and N√N steps of the search in 2D, N·N^(2/3) in 3D, for bodies of similar size;
//! `one-pass` adds the N² of its linear search, as the paper says. Memory: that of [`LowerEnds`];
//! `ranges` adds 8 bytes per object and axis, `lists` all pairs of neighbours on each axis.

use crate::pairs::Report;
use crate::parts::lower_ends::LowerEnds;
use crate::parts::ranks::RankBox;
use crate::parts::sorting::Sort;
use crate::{Aabb, Accepts, BroadPhase, Entry, Objects, Pair, Parameter, Settings};
use std::ops::{ControlFlow, Range};

/// How many targets make a tile.
const TILE: usize = 2048;

struct SpatialSort<const D: usize> {
    index: LowerEnds<D>,
    way: Way<D>,
}

/// How the missing cases are found, with what the first pass leaves for the second.
enum Way<const D: usize> {
    Lists([Rows; D]),
    Ranges(Vec<RankBox<D>>),
    OnePass,
}

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "spatial-sort",
        origin: "Perkins 1999, 4.1.1",
        summary: "sorts bodies by their lower ends on each axis and intersects the axis neighbours",
        parameters: &[
            Parameter {
                name: "way",
                default: "ranges",
                accepts: Accepts::OneOf(&["lists", "ranges", "one-pass"]),
                meaning: "how neighbours that begin earlier on an axis are found",
            },
            Parameter {
                name: "sort",
                default: "insertion",
                accepts: Accepts::OneOf(&["heap", "insertion"]),
                meaning: "the sort that puts the lists back into order each step",
            },
        ],
        build: |settings, _| Box::new(SpatialSort::new(settings)),
    }
}

impl<const D: usize> SpatialSort<D> {
    fn new(settings: &Settings) -> Self {
        let sort = match settings.word("sort") {
            "heap" => Sort::Heap,
            _ => Sort::Insertion,
        };
        let way = match settings.word("way") {
            "lists" => Way::Lists(std::array::from_fn(|_| Rows::default())),
            "one-pass" => Way::OnePass,
            _ => Way::Ranges(Vec::new()),
        };
        Self { index: LowerEnds::new(sort), way }
    }

    /// What the way needs before any target can be searched.
    fn first_pass(&mut self, objects: &Objects<D>) {
        match &mut self.way {
            Way::Lists(lists) => {
                for (axis, rows) in lists.iter_mut().enumerate() {
                    rows.fill(&self.index, objects, axis);
                }
            }
            Way::Ranges(ranges) => self.index.full_ranges(objects, ranges),
            Way::OnePass => {}
        }
    }

    fn search(&self, objects: &Objects<D>, part: Range<usize>, report: &mut Report<D>) {
        match &self.way {
            Way::Lists(lists) => intersect(lists, part, report),
            Way::Ranges(ranges) => self.search_ranges(objects, ranges, part, report),
            Way::OnePass => self.search_in_one_pass(objects, part, report),
        }
    }

    /// Second pass of `ranges`: runs along the shortest range of each target. A full range holds all
    /// neighbours, so each pair is found from both sides, and ids reject one of the two.
    fn search_ranges(
        &self,
        objects: &Objects<D>,
        ranges: &[RankBox<D>],
        part: Range<usize>,
        report: &mut Report<D>,
    ) {
        for target in part {
            let range = &ranges[target];
            let length = |axis: &usize| range.high[*axis] - range.low[*axis];
            let shortest = (0..D).min_by_key(length).unwrap_or(0);
            let target = target as u32;
            let around = objects.box_of(target);
            for rank in range.low[shortest]..=range.high[shortest] {
                let other = self.index.object(shortest, rank as usize);
                if other > target
                    && self.holds(range, other)
                    && around.touches(&objects.box_of(other))
                {
                    report.pair(target, other);
                }
            }
        }
    }

    /// The way of the original MIMES: of two neighbours, the one that begins first on the first axis
    /// finds the other, by its own range there and its full range on the others.
    fn search_in_one_pass(&self, objects: &Objects<D>, part: Range<usize>, report: &mut Report<D>) {
        for rank in part {
            let target = self.index.object(0, rank);
            let reach = self.index.reach(objects, 0, target);
            if reach == rank + 1 {
                continue;
            }
            let mut range = RankBox { low: [rank as u32 + 1; D], high: [reach as u32 - 1; D] };
            for axis in 1..D {
                let first = self.index.first_to_reach(objects, axis, target).unwrap_or(0);
                range.low[axis] = first as u32;
                range.high[axis] = self.index.reach(objects, axis, target) as u32 - 1;
            }
            let around = objects.box_of(target);
            for rank in rank + 1..reach {
                let other = self.index.object(0, rank);
                if self.holds(&range, other) && around.touches(&objects.box_of(other)) {
                    report.pair(target, other);
                }
            }
        }
    }

    /// Whether an object lies in a range on every axis.
    #[inline(always)]
    fn holds(&self, range: &RankBox<D>, object: u32) -> bool {
        let ranks = self.index.ranks(object);
        (0..D).all(|axis| range.holds_on(axis, ranks[axis]))
    }
}

/// For every object its neighbours on one axis with larger ids, as compressed rows.
#[derive(Default)]
struct Rows {
    starts: Vec<usize>,
    members: Vec<u32>,
}

impl Rows {
    /// Counts the members of every row, then lays them down.
    fn fill<const D: usize>(&mut self, index: &LowerEnds<D>, objects: &Objects<D>, axis: usize) {
        self.starts.clear();
        self.starts.resize(objects.len() + 1, 0);
        index.for_neighbors(objects, axis, |a, b| self.starts[a.min(b) as usize] += 1);
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.members.clear();
        self.members.resize(sum, 0);
        // Each row is filled from its end, which leaves its start where it belongs.
        index.for_neighbors(objects, axis, |a, b| {
            let start = &mut self.starts[a.min(b) as usize];
            *start -= 1;
            self.members[*start] = a.max(b);
        });
    }

    fn row(&self, object: usize) -> &[u32] {
        &self.members[self.starts[object]..self.starts[object + 1]]
    }
}

/// Second pass of `lists`: an object that is in the target's rows of all axes is its neighbour. The
/// rows of one axis are exact and hold each pair once, so nothing is left to test.
fn intersect<const D: usize>(lists: &[Rows; D], part: Range<usize>, report: &mut Report<D>) {
    let mut rows_found_in = vec![0; lists[0].starts.len()];
    for target in part {
        for (axis, rows) in lists.iter().enumerate() {
            for &other in rows.row(target) {
                let found = &mut rows_found_in[other as usize];
                *found += usize::from(*found == axis);
                if *found == D {
                    report.pair(target as u32, other);
                }
            }
        }
        // Only what the first row holds was ever counted.
        for &other in lists[0].row(target) {
            rows_found_in[other as usize] = 0;
        }
    }
}

impl<const D: usize> BroadPhase<D> for SpatialSort<D> {
    fn init(&mut self, objects: &Objects<D>) {
        self.index.init(objects);
        self.first_pass(objects);
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        self.index.step_init(objects);
        self.first_pass(objects);
    }

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        self.search(objects, 0..self.index.len(), &mut Report::new(objects, action));
    }

    /// All that begins before the region ends is tested (4.1.1.4), on the axis where that is least.
    fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        let begun = |axis: &usize| self.index.begun(objects, *axis, region.high[*axis]);
        let axis = (0..D).min_by_key(begun).unwrap_or(0);
        for rank in 0..begun(&axis) {
            let object = self.index.object(axis, rank);
            if objects.touches_region(object, region) && action(object).is_break() {
                return;
            }
        }
    }

    fn tiles(&self) -> usize {
        self.index.len().div_ceil(TILE).max(1)
    }

    fn find_neighbors_in_tile(
        &self,
        objects: &Objects<D>,
        tile: usize,
        action: &mut dyn FnMut(&[Pair]),
    ) {
        let part = tile * TILE..self.index.len().min((tile + 1) * TILE);
        self.search(objects, part, &mut Report::new(objects, action));
    }
}
