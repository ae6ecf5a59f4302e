//! Bodies in the order of space: neighbours in space become neighbours in memory.
//!
//! ```text
//!   cells about as wide as a body,        the longest axis counts slowest: a tile of rows is then a
//!   in rows:  0  1  2  3                  slab across the shortest way, and only the next slab
//!             4  5  6  7                  lies behind it
//! ```

use crate::bodies::Bodies;
use esker_geom::{Aabb, Vector};

/// Bodies are sorted when more than one in so many comes before its predecessor.
const TOLERATED: usize = 16;
/// The most cells along an axis: three numbers of so many bits make a key.
const MOST_CELLS: f64 = 1023.0;

/// Sorts the bodies if they are out of order.
pub(crate) fn sort_in_space<const D: usize>(bodies: &mut Bodies<D>) {
    let lattice = Lattice::of(bodies);
    let mut keys: Vec<u64> = Vec::with_capacity(bodies.len());
    keys.extend(
        bodies
            .position
            .iter()
            .enumerate()
            .map(|(place, position)| u64::from(lattice.key(position)) << 32 | place as u64),
    );
    let descents = keys.windows(2).filter(|pair| pair[0] >> 32 > pair[1] >> 32).count();
    if descents * TOLERATED <= bodies.len() {
        return;
    }
    keys.sort_unstable();
    let places: Vec<u32> = keys.iter().map(|&key| key as u32).collect();
    bodies.take(&places);
}

struct Lattice<const D: usize> {
    low: Vector<D>,
    /// Cells per metre.
    inverse: f64,
    /// The axes from the slowest to the fastest, and the cells along each.
    axes: [usize; D],
    counts: [f64; D],
}

impl<const D: usize> Lattice<D> {
    fn of(bodies: &Bodies<D>) -> Self {
        let bounds = bodies.position.iter().fold(Aabb::EMPTY, |all: Aabb<D>, position| {
            all.join(&Aabb { low: *position, high: *position })
        });
        let extent = bounds.extent();
        let mut axes: [usize; D] = std::array::from_fn(|axis| axis);
        axes.sort_by(|&a, &b| extent[b].total_cmp(&extent[a]));
        let mean = bodies.radius.iter().sum::<f64>() / bodies.len().max(1) as f64;
        let edge = (2.0 * mean).max(extent[axes[0]] / MOST_CELLS).max(f64::MIN_POSITIVE);
        let counts = axes.map(|axis| (extent[axis] / edge).floor() + 1.0);
        Self { low: bounds.low, inverse: 1.0 / edge, axes, counts }
    }

    /// The number of the cell of a place; places that are no numbers come first.
    fn key(&self, position: &Vector<D>) -> u32 {
        let mut key = 0;
        for (&axis, &count) in self.axes.iter().zip(&self.counts) {
            let cell = ((position[axis] - self.low[axis]) * self.inverse).clamp(0.0, count - 1.0);
            key = key * count as u32 + cell as u32;
        }
        key
    }
}
