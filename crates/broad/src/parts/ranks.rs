//! The double-ended sorted index of DESS (Perkins 1999, 5.1): the objects in integer space.
//!
//! ```text
//!   x   -1.7     0.2 0.3       4.1   4.4      6.0
//!         a(      b(  a)        c(    b)       c)       sorted, both ends of every object
//!   rank  0       1   2         3     4        5        a = [0, 2]  b = [1, 4]  c = [3, 5]
//! ```
//!
//! On each axis both ends of every box are sorted in one list; each object then knows the ranks of
//! its own two ends, which makes a box of integers. Two of these boxes touch if and only if the boxes
//! of [`Objects::box_of`] do, so after the sort no method needs another floating point number.
//!
//! Cost: one sort of 2N ends per axis. Memory per object: 16 bytes per axis, of which 8 are the list
//! and 8 the ranks, and 32 bytes of scratch for the sort of one axis at a time.

use crate::parts::ends::{End, Sides, SortedAxes};
use crate::parts::sorting::Sort;
use crate::{Aabb, Objects};

/// A closed box of ranks. No two ends share a rank, so two objects never touch by equality.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RankBox<const D: usize> {
    pub(crate) low: [u32; D],
    pub(crate) high: [u32; D],
}

impl<const D: usize> RankBox<D> {
    /// A box whose ranks are still to be set.
    pub(crate) const UNSET: Self = Self { low: [0; D], high: [0; D] };

    /// Notes the rank of one of the two ends on this axis.
    #[inline(always)]
    pub(crate) fn set(&mut self, axis: usize, end: End, rank: usize) {
        let corner = if end.is_lower() { &mut self.low } else { &mut self.high };
        corner[axis] = rank as u32;
    }

    /// Whether the two share a rank on this axis.
    #[inline(always)]
    pub(crate) fn touches_on(&self, axis: usize, other: &Self) -> bool {
        self.low[axis] <= other.high[axis] && other.low[axis] <= self.high[axis]
    }

    /// Whether a rank lies in the box on this axis.
    #[inline(always)]
    pub(crate) fn holds_on(&self, axis: usize, rank: u32) -> bool {
        self.low[axis] <= rank && rank <= self.high[axis]
    }
}

/// Both ends of every object, sorted on every axis, and the ranks of every object.
#[derive(Debug)]
pub(crate) struct Ranks<const D: usize> {
    axes: SortedAxes<D>,
    boxes: Vec<RankBox<D>>,
}

impl<const D: usize> Ranks<D> {
    /// An index of nothing, to be put back into order each step by this sort.
    pub(crate) fn new(sort: Sort) -> Self {
        Self { axes: SortedAxes::new(sort, Sides::Both), boxes: Vec::new() }
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

    /// Fills the rank lists by enumerating the sorted ends (5.1.1.2).
    fn rank(&mut self, count: usize) {
        self.boxes.clear();
        self.boxes.resize(count, RankBox::UNSET);
        for axis in 0..D {
            for (rank, end) in self.axes.on(axis).as_slice().iter().enumerate() {
                self.boxes[end.object() as usize].set(axis, *end, rank);
            }
        }
    }

    /// The ends of all objects on an axis, in order: the rank of an end is its place in this list.
    #[inline(always)]
    pub(crate) fn end_points(&self, axis: usize) -> &[End] {
        self.axes.on(axis).as_slice()
    }

    /// The box of ranks of an object.
    #[inline(always)]
    pub(crate) fn box_of(&self, object: u32) -> &RankBox<D> {
        &self.boxes[object as usize]
    }

    /// The rank of an object's lower end.
    #[inline(always)]
    pub(crate) fn low(&self, axis: usize, object: u32) -> u32 {
        self.boxes[object as usize].low[axis]
    }

    /// The rank of an object's upper end.
    #[inline(always)]
    pub(crate) fn high(&self, axis: usize, object: u32) -> u32 {
        self.boxes[object as usize].high[axis]
    }

    /// A region in integer space, by binary search: an object's box touches the region if and only if
    /// their boxes of ranks touch on every axis. Nothing if all objects lie above the region.
    ///
    /// A region between two successive ends has a `high` of one less than its `low`; an object
    /// around it touches it all the same.
    pub(crate) fn region(&self, objects: &Objects<D>, region: &Aabb<D>) -> Option<RankBox<D>> {
        let mut ranks = RankBox::UNSET;
        for axis in 0..D {
            let list = self.axes.on(axis);
            ranks.low[axis] = list.place(objects, region.low[axis]);
            ranks.high[axis] = list.place(objects, region.high[axis]).checked_sub(1)?;
        }
        Some(ranks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use esker_packing::Random;

    fn touch<const D: usize>(a: &RankBox<D>, b: &RankBox<D>) -> bool {
        (0..D).all(|axis| a.touches_on(axis, b))
    }

    /// Boxes of ranks decide as boxes of coordinates do, whatever the sort, and so do regions.
    #[test]
    fn integer_space_is_true_to_real_space() {
        let mut random = Random::new(3);
        let radii: Vec<f64> = (0..80).map(|i| f64::from(i % 4) * 0.5).collect();
        for sort in [Sort::Heap, Sort::Insertion] {
            let mut ranks = Ranks::<2>::new(sort);
            for step in 0..20 {
                // Coordinates on a coarse lattice make many ends coincide.
                let centers: Vec<[f64; 2]> =
                    (0..80 - step).map(|_| random.place(8.0).map(f64::round)).collect();
                let objects = Objects::new(&centers, &radii[..centers.len()]).unwrap();
                ranks.step_init(&objects);
                for a in 0..centers.len() as u32 {
                    assert!((0..2).all(|axis| ranks.low(axis, a) < ranks.high(axis, a)));
                    let around = objects.box_of(a);
                    let region = ranks.region(&objects, &around).unwrap();
                    for b in 0..centers.len() as u32 {
                        let expected = around.touches(&objects.box_of(b));
                        assert_eq!(touch(ranks.box_of(a), ranks.box_of(b)), expected);
                        assert_eq!(touch(&region, ranks.box_of(b)), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn a_region_below_everything_has_no_ranks_and_one_above_touches_nothing() {
        let centers = [[0.0; 3], [3.0; 3]];
        let objects = Objects::new(&centers, &[1.0; 2]).unwrap();
        let mut ranks = Ranks::<3>::new(Sort::Heap);
        ranks.init(&objects);
        let at = |x: f64| Aabb { low: [x; 3], high: [x; 3] };
        assert!(ranks.region(&objects, &at(-5.0)).is_none());
        let above = ranks.region(&objects, &at(9.0)).unwrap();
        assert!((0..2).all(|object| !touch(&above, ranks.box_of(object))));
        let between = ranks.region(&objects, &at(1.5)).unwrap();
        assert_eq!((between.low, between.high), ([2; 3], [1; 3]));
        assert!((0..2).all(|object| !touch(&between, ranks.box_of(object))));
        let inside = ranks.region(&objects, &at(0.5)).unwrap();
        assert_eq!(
            (0..2).map(|object| touch(&inside, ranks.box_of(object))).collect::<Vec<_>>(),
            [true, false]
        );
    }
}
