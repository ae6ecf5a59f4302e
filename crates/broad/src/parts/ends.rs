//! The ends of the objects' boxes on one axis, as a sorted list that is kept from step to step.
//!
//! ```text
//!   boxes      |----a----|
//!                   |--b--|          |-c-|
//!   ends       a(   b(   a)  b)      c(  c)      both sides: the index of DESS (5.1)
//!              a(   b(               c(          lower side alone: that of SpatialSort (4.1.1)
//! ```
//!
//! The order is by coordinate; at an equal coordinate lower ends come before upper ends, so that
//! closed intervals that touch overlap in the list too; then by object. No two ends are equal, so
//! the order depends on the objects alone. Memory: 4 bytes per end. Perkins 1999, 4.1.1 and 5.1.

use crate::Objects;
use crate::parts::sorting::Sort;

/// One end of the box of one object. All lower ends are less than all upper ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct End(u32);

/// The bit that stands for Perkins' side table.
const UPPER: u32 = 1 << 31;

impl End {
    pub(crate) fn lower(object: u32) -> Self {
        Self(object)
    }

    pub(crate) fn upper(object: u32) -> Self {
        Self(object | UPPER)
    }

    #[inline(always)]
    pub(crate) fn is_lower(self) -> bool {
        self.0 & UPPER == 0
    }

    #[inline(always)]
    pub(crate) fn object(self) -> u32 {
        self.0 & !UPPER
    }
}

/// A coordinate and the end that lies there, as one integer with the order of the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(u128);

impl Key {
    #[inline(always)]
    pub(crate) fn new(x: f64, end: End) -> Self {
        const SIGN: u64 = 1 << 63;
        let bits = (x + 0.0).to_bits(); // the sum makes one zero of the two
        let ordered = if bits & SIGN == 0 { bits | SIGN } else { !bits };
        Self(u128::from(ordered) << 32 | u128::from(end.0))
    }

    #[inline(always)]
    pub(crate) fn end(self) -> End {
        End(self.0 as u32)
    }
}

/// Which ends a list holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sides {
    Lower,
    Both,
}

/// The ends of all objects on one axis, in order.
#[derive(Debug)]
pub(crate) struct SortedEnds {
    axis: usize,
    sides: Sides,
    ends: Vec<End>,
}

impl SortedEnds {
    pub(crate) fn new(axis: usize, sides: Sides) -> Self {
        Self { axis, sides, ends: Vec::new() }
    }

    /// Sorts the ends of a new set of objects. `keys` is scratch.
    pub(crate) fn init<const D: usize>(&mut self, objects: &Objects<D>, keys: &mut Vec<Key>) {
        debug_assert!(objects.len() < UPPER as usize, "Objects takes fewer");
        let all = 0..objects.len() as u32;
        self.ends.clear();
        self.ends.extend(all.clone().map(End::lower));
        if self.sides == Sides::Both {
            self.ends.extend(all.map(End::upper));
        }
        self.sort_by(objects, keys, Sort::presort);
    }

    /// Sorts the ends of objects that have moved; takes a set of another size as new.
    pub(crate) fn step_init<const D: usize>(
        &mut self,
        objects: &Objects<D>,
        sort: Sort,
        keys: &mut Vec<Key>,
    ) {
        let per_object = if self.sides == Sides::Both { 2 } else { 1 };
        if self.ends.len() != per_object * objects.len() {
            return self.init(objects, keys);
        }
        self.sort_by(objects, keys, |keys| sort.resort(keys));
    }

    fn sort_by<const D: usize>(
        &mut self,
        objects: &Objects<D>,
        keys: &mut Vec<Key>,
        sort: impl Fn(&mut [Key]),
    ) {
        keys.clear();
        keys.extend(self.ends.iter().map(|&end| self.key(objects, end)));
        sort(keys);
        self.ends.clear();
        self.ends.extend(keys.iter().map(|key| key.end()));
    }

    #[inline(always)]
    fn key<const D: usize>(&self, objects: &Objects<D>, end: End) -> Key {
        let around = objects.box_of(end.object());
        let corner = if end.is_lower() { around.low } else { around.high };
        Key::new(corner[self.axis], end)
    }

    /// The ends in order.
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[End] {
        &self.ends
    }

    /// How many ends lie before `x`, by binary search; lower ends at `x` itself lie before it,
    /// upper ends at `x` do not.
    pub(crate) fn place<const D: usize>(&self, objects: &Objects<D>, x: f64) -> u32 {
        let place = Key::new(x, End::upper(0));
        self.ends.partition_point(|&end| self.key(objects, end) < place) as u32
    }
}

/// The sorted lists of all axes.
#[derive(Debug)]
pub(crate) struct SortedAxes<const D: usize> {
    sort: Sort,
    lists: [SortedEnds; D],
    keys: Vec<Key>,
}

impl<const D: usize> SortedAxes<D> {
    /// Lists of nothing, to be put back into order each step by this sort.
    pub(crate) fn new(sort: Sort, sides: Sides) -> Self {
        let lists = std::array::from_fn(|axis| SortedEnds::new(axis, sides));
        Self { sort, lists, keys: Vec::new() }
    }

    /// Takes a new set of objects.
    pub(crate) fn init(&mut self, objects: &Objects<D>) {
        for list in &mut self.lists {
            list.init(objects, &mut self.keys);
        }
    }

    /// Takes the same objects, moved; a set of another size is taken as new.
    pub(crate) fn step_init(&mut self, objects: &Objects<D>) {
        for list in &mut self.lists {
            list.step_init(objects, self.sort, &mut self.keys);
        }
    }

    /// The list of one axis.
    #[inline(always)]
    pub(crate) fn on(&self, axis: usize) -> &SortedEnds {
        &self.lists[axis]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_order_of_coordinates_then_sides_then_objects() {
        let coordinates = [f64::NEG_INFINITY, -1e150, -2.0, -1e-160, 0.0, 1e-160, 3.0, 1e150];
        for two in coordinates.windows(2) {
            assert!(Key::new(two[0], End::upper(9)) < Key::new(two[1], End::lower(0)));
        }
        assert_eq!(Key::new(-0.0, End::lower(3)), Key::new(0.0, End::lower(3)));
        assert!(Key::new(1.0, End::lower(5)) < Key::new(1.0, End::upper(2)));
        assert!(Key::new(1.0, End::lower(2)) < Key::new(1.0, End::lower(5)));
        assert_eq!(Key::new(-7.5, End::upper(4)).end(), End::upper(4));
    }

    #[test]
    fn a_place_has_all_lower_ends_up_to_it_and_no_upper_end_at_it_before_it() {
        let centers = [[0.0, 5.0], [4.0, 5.0], [1.0, 5.0]];
        let objects = Objects::new(&centers, &[1.0; 3]).unwrap();
        let mut list = SortedEnds::new(0, Sides::Both);
        list.init(&objects, &mut Vec::new());
        let order = [End::lower(0), End::lower(2), End::upper(0), End::upper(2)];
        assert_eq!(list.as_slice()[..4], order);
        let box_of = |object| objects.box_of(object);
        assert_eq!(list.place(&objects, -9.0), 0);
        assert_eq!(list.place(&objects, box_of(0).low[0]), 1);
        assert_eq!(list.place(&objects, box_of(0).high[0]), 2);
        assert_eq!(list.place(&objects, 9.0), 6);
    }
}
