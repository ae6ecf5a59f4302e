//! The lattice of cells that the cell methods share: which cell a point lies in.
//!
//! Its one promise: two objects that touch lie in the same cell or in neighbouring ones (no index
//! differs by more than one), whatever the rounding. The edge is therefore a millionth longer than
//! the largest diameter, and the number of cells along an axis is limited, so that the rounding of an
//! index (two units in the last place of a number below 2²¹) stays far below that millionth.

use crate::{Aabb, Objects, Vector};

/// The most cells along one axis; three indices then fit into 63 bits.
pub(crate) const MOST_PER_AXIS: usize = 1 << 21;

/// Equal cells over a box. A point outside the box has an index below zero or beyond `counts`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice<const D: usize> {
    pub(crate) origin: Vector<D>,
    pub(crate) edge: Vector<D>,
    inverse_edge: Vector<D>,
    /// How many cells the box needs along each axis, at least one.
    pub(crate) counts: [usize; D],
}

impl<const D: usize> Lattice<D> {
    /// Cells for the largest diameter over all centres. Along each axis there are at most four cells
    /// per object (and never more than 64 for a few), whatever the empty space between them.
    pub(crate) fn of(objects: &Objects<D>) -> Self {
        let most = (4 * objects.len()).clamp(64, MOST_PER_AXIS);
        Self::over(objects.bounds(), 2.0 * objects.radius_max(), [most; D])
    }

    /// Cells of at least this edge over a box, with at most so many along each axis.
    pub(crate) fn over(bounds: &Aabb<D>, smallest_edge: f64, most: [usize; D]) -> Self {
        let extent = bounds.extent();
        let edge: Vector<D> = std::array::from_fn(|axis| {
            let room = extent[axis] / most[axis].min(MOST_PER_AXIS) as f64;
            smallest_edge.max(room) * (1.0 + 1e-6) + 1e-140
        });
        let inverse_edge = edge.map(|edge| 1.0 / edge);
        let nothing = bounds.low[0] > bounds.high[0];
        let origin = if nothing { [0.0; D] } else { bounds.low };
        let counts = std::array::from_fn(|axis| (extent[axis] * inverse_edge[axis]) as usize + 1);
        Self { origin, edge, inverse_edge, counts }
    }

    /// How many cells a coordinate lies beyond the origin along one axis.
    #[inline(always)]
    pub(crate) fn position(&self, axis: usize, x: f64) -> f64 {
        (x - self.origin[axis]) * self.inverse_edge[axis]
    }

    /// The index along one axis, rounded down; it saturates far outside the box.
    #[inline(always)]
    pub(crate) fn index(&self, axis: usize, x: f64) -> i32 {
        let exact = self.position(axis, x);
        let truncated = exact as i32;
        if exact < f64::from(truncated) { truncated.saturating_sub(1) } else { truncated }
    }

    /// The index along one axis of the nearest coordinate inside the box.
    #[inline(always)]
    pub(crate) fn index_clamped(&self, axis: usize, x: f64) -> usize {
        let last = (self.counts[axis] - 1) as f64;
        self.position(axis, x).clamp(0.0, last) as u32 as usize
    }

    /// The cell of a point.
    #[inline(always)]
    pub(crate) fn cell(&self, point: &Vector<D>) -> [i32; D] {
        std::array::from_fn(|axis| self.index(axis, point[axis]))
    }

    /// The lowest and highest cell that an object's centre can lie in if the object touches the
    /// region; limited to the lattice's own cells.
    pub(crate) fn cells_around(&self, region: &Aabb<D>, radius_max: f64) -> ([i32; D], [i32; D]) {
        let wide = region.widened(radius_max);
        let inside = |axis: usize, index: i32| index.clamp(0, self.counts[axis] as i32 - 1);
        (
            std::array::from_fn(|axis| {
                inside(axis, self.index(axis, wide.low[axis]).saturating_sub(1))
            }),
            std::array::from_fn(|axis| {
                inside(axis, self.index(axis, wide.high[axis]).saturating_add(1))
            }),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_that_touch_lie_in_neighbouring_cells() {
        let mut state = 7u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        for offset in [0.0, 1e9, -1e9] {
            for _ in 0..20_000 {
                let x = offset + 2e6 * random();
                let centers = [[offset, 0.0], [x, 0.0], [x + 1.0, 0.0], [offset + 2e6, 0.0]];
                let objects = Objects::new(&centers, &[0.5; 4]).unwrap();
                if objects.touch(1, 2) {
                    let most = [MOST_PER_AXIS; 2];
                    let lattice = Lattice::over(objects.bounds(), 2.0 * objects.radius_max(), most);
                    let apart = lattice.index(0, centers[2][0]) - lattice.index(0, centers[1][0]);
                    assert!((0..=1).contains(&apart));
                }
            }
        }
    }

    #[test]
    fn empty_space_costs_no_cells() {
        let centers = [[-1e9, 0.0, 0.0], [1e9, 0.0, 0.0]];
        let objects = Objects::new(&centers, &[1e-3; 2]).unwrap();
        assert!(Lattice::of(&objects).counts[0] <= 64);
        let nothing = Objects::<3>::new(&[], &[]).unwrap();
        assert_eq!(Lattice::of(&nothing).counts, [1; 3]);
        let points = [[5.0, 5.0]; 3];
        let points = Objects::new(&points, &[0.0; 3]).unwrap();
        assert_eq!(Lattice::of(&points).cell(&[5.0, 5.0]), [0, 0]);
    }
}
