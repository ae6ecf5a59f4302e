//! Bodies in the order of space: neighbours in space become neighbours in memory.
//!
//! ```text
//!    0─1 4─5      cells about as wide as a body, along Morton's curve: the bits of the cell's
//!     ╱ ╱ ╱       coordinates, interleaved. Any run of bodies along it is a compact lump, so that
//!    2─3 6─7      a tile meets few bodies outside, whatever the number of bodies
//! ```

use crate::bodies::Bodies;
use esker_geom::{Aabb, Vector};

/// Bodies are sorted when more than one in so many comes before its predecessor.
const TOLERATED: usize = 16;
/// The most cells along an axis.
const MOST_CELLS: f64 = 65535.0;

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

/// Cells, and where each of their coordinates puts them along the curve.
struct Lattice<const D: usize> {
    low: Vector<D>,
    /// Cells per metre.
    inverse: f64,
    /// The bits of every coordinate, spread out to make room for those of the others.
    spread: [Vec<u32>; D],
}

impl<const D: usize> Lattice<D> {
    fn of(bodies: &Bodies<D>) -> Self {
        let bounds = bodies.position.iter().fold(Aabb::EMPTY, |all: Aabb<D>, position| {
            all.join(&Aabb { low: *position, high: *position })
        });
        let extent = bounds.extent();
        let bits_for = |edge: f64| extent.map(|length| (length / edge + 1.0).log2().ceil() as u32);
        let longest = extent.into_iter().fold(0.0, f64::max);
        let mut edge =
            (2.0 * bodies.mean_radius()).max(longest / MOST_CELLS).max(f64::MIN_POSITIVE);
        while bits_for(edge).iter().sum::<u32>() > u32::BITS {
            edge *= 2.0;
        }
        let bits = bits_for(edge);
        let spread = std::array::from_fn(|axis| {
            (0..1u32 << bits[axis]).map(|cell| spread(cell, axis, &bits)).collect()
        });
        Self { low: bounds.low, inverse: 1.0 / edge, spread }
    }

    /// The place of a cell along the curve; places that are no numbers come first.
    fn key(&self, position: &Vector<D>) -> u32 {
        let mut key = 0;
        for axis in 0..D {
            let cell = ((position[axis] - self.low[axis]) * self.inverse).max(0.0) as usize;
            key |= self.spread[axis][cell.min(self.spread[axis].len() - 1)];
        }
        key
    }
}

/// The bits of a coordinate, each at its place among the bits of all axes.
fn spread<const D: usize>(cell: u32, along: usize, bits: &[u32; D]) -> u32 {
    let (mut key, mut place) = (0, 0);
    for bit in 0..bits[along] {
        for axis in (0..D).filter(|&axis| bit < bits[axis]) {
            key |= if axis == along { (cell >> bit & 1) << place } else { 0 };
            place += 1;
        }
    }
    key
}
