//! The order of cells that Munjiza's methods and the fixed cubes share: a cell as one number.
//!
//! ```text
//!       bit 62      42      21       0        two cells compare as their numbers do: z first, then
//!           |   z   |   y   |   x   |         y, then x (criterion (7)); a step along an axis adds a
//!             21 bits each, half added        constant; a row of neighbours is first..=last
//! ```
//!
//! Munjiza takes the indices for the digits of one number, (10), and adds and halves it digit by
//! digit, (13) and (14). With 2²¹ for his n_x and n_y the digits are bits and the formulas are plain
//! arithmetic. A cell then takes 8 bytes, in 3D one integer fewer than his three.
//!
//! The cells stay the same from step to step while they suit the objects, so that a cell of the last
//! step can be compared with one of this step and walls need not be sorted again.

use crate::parts::lattice::Lattice;
use crate::{Aabb, Objects, Vector};
use std::ops::RangeInclusive;

/// The bits of one index.
const DIGIT: usize = 21;

/// Added to an index, so that those below zero sort before the others.
const HALF: i32 = 1 << (DIGIT - 1);

/// The most cells along an axis when the cells are chosen: a quarter of what a digit holds, so that
/// bodies can leave the first domain by far before the cells must be chosen again.
const MOST_AT_FIRST: usize = 1 << (DIGIT - 2);

/// The rows of cells around a cell: 9 in 3D, of which 2D uses 3.
pub(crate) const MOST_ROWS: usize = 9;

/// Cells for one largest radius, and the number of each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellOrder<const D: usize> {
    pub(crate) lattice: Lattice<D>,
    radius_max: f64,
}

impl<const D: usize> CellOrder<D> {
    /// Cells for the largest of all objects.
    pub(crate) fn of(objects: &Objects<D>) -> Self {
        Self::for_radius(objects, objects.radius_max())
    }

    /// Cells for objects up to this radius, over all centres.
    pub(crate) fn for_radius(objects: &Objects<D>, radius_max: f64) -> Self {
        let lattice = Lattice::over(objects.bounds(), 2.0 * radius_max, [MOST_AT_FIRST; D]);
        Self { lattice, radius_max }
    }

    /// As `of`, with the first body in the middle of its cell: bodies one diameter apart would
    /// otherwise lie on faces, and change their cells with every tremor.
    pub(crate) fn centered(objects: &Objects<D>) -> Self {
        let mut order = Self::of(objects);
        let Lattice { origin, edge, .. } = &mut order.lattice;
        origin.iter_mut().zip(edge).for_each(|(origin, edge)| *origin -= 0.5 * *edge);
        order
    }

    /// Whether these cells still suit the objects: for their largest radius, with every index within
    /// its digit, and not far larger than cells chosen afresh would be.
    pub(crate) fn still_suits(&self, objects: &Objects<D>) -> bool {
        let afresh = Self::of(objects);
        self.radius_max == afresh.radius_max
            && (0..D).all(|axis| {
                let [low, high] = self.index_range(objects, axis);
                // One more index on either side, for the neighbours.
                low > -HALF
                    && high < HALF - 1
                    && self.lattice.edge[axis] <= 2.0 * afresh.lattice.edge[axis]
            })
    }

    fn index_range(&self, objects: &Objects<D>, axis: usize) -> [i32; 2] {
        let bounds = objects.bounds();
        [bounds.low[axis], bounds.high[axis]].map(|x| self.lattice.index(axis, x))
    }

    /// The number of the cell a point lies in.
    #[inline(always)]
    pub(crate) fn cell(&self, point: &Vector<D>) -> u64 {
        number(&self.lattice.cell(point))
    }

    /// The rows of cells, as ranges of numbers, in which an object that touches the region can have
    /// its centre; nothing if they hold more cells than there are objects.
    pub(crate) fn rows_around(&self, objects: &Objects<D>, region: &Aabb<D>) -> Option<Rows<D>> {
        let wide = region.widened(objects.radius_max());
        let mut rows = Rows { low: [0; D], width: [0; D] };
        let mut cells: u128 = 1;
        for axis in 0..D {
            let [least, most] = self.index_range(objects, axis);
            rows.low[axis] = self.lattice.index(axis, wide.low[axis]).saturating_sub(1).max(least);
            let high = self.lattice.index(axis, wide.high[axis]).saturating_add(1).min(most);
            rows.width[axis] = (i64::from(high) - i64::from(rows.low[axis]) + 1).max(0) as usize;
            cells *= rows.width[axis] as u128;
        }
        (cells <= objects.len() as u128).then_some(rows)
    }
}

/// A box of cells, row by row along x.
pub(crate) struct Rows<const D: usize> {
    low: [i32; D],
    width: [usize; D],
}

impl<const D: usize> Rows<D> {
    /// The numbers of the cells of each row.
    pub(crate) fn iter(&self) -> impl Iterator<Item = RangeInclusive<u64>> {
        let cells: usize = self.width.iter().product();
        (0..cells).step_by(self.width[0].max(1)).map(|cell| {
            let (mut first, mut rest) = (self.low, cell / self.width[0]);
            for axis in 1..D {
                first[axis] += (rest % self.width[axis]) as i32;
                rest /= self.width[axis];
            }
            let first = number(&first);
            first..=first + self.width[0] as u64 - 1
        })
    }
}

/// The number of a cell, (10).
#[inline(always)]
fn number<const D: usize>(cell: &[i32; D]) -> u64 {
    (0..D).rev().fold(0, |number, axis| number << DIGIT | (cell[axis] + HALF) as u64)
}

/// What one step along an axis adds to a cell's number.
#[inline(always)]
pub(crate) fn step(axis: usize) -> i64 {
    1 << (DIGIT * axis)
}

/// Whether two cells lie in one row along x.
#[inline(always)]
pub(crate) fn in_one_row(a: u64, b: u64) -> bool {
    a >> DIGIT == b >> DIGIT
}

/// The index of a cell along one axis.
#[inline(always)]
pub(crate) fn index_of(cell: u64, axis: usize) -> i32 {
    (cell >> (DIGIT * axis) & ((1 << DIGIT) - 1)) as i32 - HALF
}

/// Which of the 3ᴰ cells around `from`, itself included, `to` is, in the order of numbers; none if
/// it lies farther off.
#[inline(always)]
pub(crate) fn neighbor<const D: usize>(from: u64, to: u64) -> Option<usize> {
    (0..D).rev().try_fold(0, |neighbor, axis| {
        let moved = index_of(to, axis) - index_of(from, axis);
        (-1..=1).contains(&moved).then(|| 3 * neighbor + (moved + 1) as usize)
    })
}

/// The rows before a cell's own row: 4 of 9 in 3D, 1 of 3 in 2D. With the cell's own row up to the
/// cell itself they are the contact mask (figures 14 and 17).
pub(crate) const fn rows_before<const D: usize>() -> usize {
    3usize.pow(D as u32 - 1) / 2
}

/// The first and last cell of one of the 3ᴰ⁻¹ rows around a cell, in the order of numbers.
#[inline(always)]
pub(crate) fn row<const D: usize>(cell: u64, row: usize) -> [u64; 2] {
    let (mut middle, mut rest) = (cell, row);
    for axis in 1..D {
        middle = middle.wrapping_add_signed((rest as i64 % 3 - 1) * step(axis));
        rest /= 3;
    }
    [middle - 1, middle + 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_compare_by_the_last_axis_first() {
        let cells = [[5, 9, -2], [-7, -3, -1], [4, -3, -1], [-9, 0, -1], [0, 0, 0], [1, 0, 0]];
        assert!(cells.windows(2).all(|two| number(&two[0]) < number(&two[1])));
        for cell in cells {
            for axis in 0..3 {
                assert_eq!(index_of(number(&cell), axis), cell[axis]);
            }
        }
    }

    #[test]
    fn rows_and_neighbours_agree() {
        let cell = number(&[-1, 0, 7]);
        let mut seen = Vec::new();
        for index in 0..MOST_ROWS {
            let [first, last] = row::<3>(cell, index);
            seen.extend((first..=last).map(|other| neighbor::<3>(cell, other)));
        }
        assert_eq!(seen, (0..27).map(Some).collect::<Vec<_>>());
        assert_eq!(row::<3>(cell, rows_before::<3>()), [cell - 1, cell + 1]);
        assert_eq!(neighbor::<3>(cell, number(&[1, 0, 7])), None);
        assert_eq!(neighbor::<2>(number(&[0, 0]), number(&[1, -1])), Some(2));
    }

    #[test]
    fn cells_are_kept_until_bodies_are_far_away_or_close_again() {
        let suits = |low: f64, high: f64| {
            let taken =
                Objects::new(&[[0.0, 0.0], [10.0, 10.0]], &[0.5; 2]).map(|o| CellOrder::of(&o));
            let moved = [[low, 0.0], [high, 10.0]];
            taken.unwrap().still_suits(&Objects::new(&moved, &[0.5; 2]).unwrap())
        };
        assert!(suits(-1000.0, 1000.0));
        assert!(suits(-1_048_000.0, 1_048_000.0));
        assert!(!suits(-1_049_000.0, 10.0));
        assert!(!suits(0.0, 1_049_000.0));
        let spread = [[0.0, 0.0], [1e9, 10.0]];
        let order = CellOrder::of(&Objects::new(&spread, &[0.5; 2]).unwrap());
        let close = [[0.0, 0.0], [10.0, 10.0]];
        assert!(!order.still_suits(&Objects::new(&close, &[0.5; 2]).unwrap()));
    }
}
