//! How cells are numbered: along each axis by slabs, of which the empty ones are left out.
//!
//! ```text
//!   bodies   o   o                        o       o
//!   slabs    0 . 1 . . . . . . . . . . .  2 . . . 3      edge: a little over the largest diameter
//! ```
//!
//! Two bodies that touch lie in the same slab or in slabs next to each other, and neither is empty:
//! leaving empty slabs out keeps them next to each other. It also brings strangers together, which
//! costs a test that fails and gains a table whose size does not know of empty space. Munjiza's
//! packings B, C and D at any spacing become packing A.

use crate::parts::lattice::{Lattice, MOST_PER_AXIS};
use crate::{Aabb, Objects, Vector};

/// Cells a body may cost before empty slabs are looked for.
const CELLS_WITHOUT_A_LOOK: usize = 2;
/// Cells a body may cost at most; where there would be more, cells grow.
const MOST_CELLS: usize = 4;
/// Cells per body that growing aims at.
const CELLS_AFTER_GROWTH: f64 = 1.0;
/// How many bodies show whether an axis may have empty slabs.
const SAMPLE: usize = 4096;

/// The numbering of cells: a cell's key is the sum of what its slab on each axis contributes.
///
/// One layer of cells that stay empty lies around all others, so that every cell has neighbours.
#[derive(Clone, Debug)]
pub(crate) struct Axes<const D: usize> {
    lattice: Lattice<D>,
    /// Per axis: the contribution of each slab; empty when it is stride × (1 + slab).
    contributions: [Vec<u64>; D],
    pub(crate) strides: [u64; D],
    /// The number of keys, the empty layer included.
    pub(crate) keys: u64,
}

impl<const D: usize> Default for Axes<D> {
    fn default() -> Self {
        Self::natural(&Aabb::EMPTY, 1.0, 0)
    }
}

impl<const D: usize> Axes<D> {
    /// Cells of at least the smallest edge, no more of them than the bodies can pay for.
    pub(crate) fn new(objects: &Objects<D>, members: Option<&[u32]>, smallest_edge: f64) -> Self {
        let count = members.map_or(objects.len(), <[u32]>::len);
        let few = |cells_per_body: usize| (cells_per_body * count + 4096) as u64;
        let mut edge = smallest_edge;
        loop {
            let axes = Self::natural(objects.bounds(), edge, 4 * count);
            if axes.keys <= few(CELLS_WITHOUT_A_LOOK) {
                return axes;
            }
            let axes = axes.without_empty_slabs(objects, members);
            if axes.keys <= few(MOST_CELLS) {
                return axes;
            }
            let excess = axes.keys as f64 / (CELLS_AFTER_GROWTH * count as f64 + 4096.0);
            edge = axes.smallest_edge() * excess.powf(1.0 / D as f64).max(1.05);
        }
    }

    /// Cells of this edge for bodies too scattered for a table: every slab counts, keys are large.
    pub(crate) fn scattered(objects: &Objects<D>, smallest_edge: f64) -> Self {
        Self::natural(objects.bounds(), smallest_edge, MOST_PER_AXIS)
    }

    /// Every slab numbered, at most so many along each axis.
    fn natural(bounds: &Aabb<D>, smallest_edge: f64, most_slabs: usize) -> Self {
        // A little less than a lattice allows: the empty layer needs its room.
        let most_slabs = most_slabs.clamp(64, MOST_PER_AXIS - 4);
        let lattice = Lattice::over(bounds, smallest_edge, [most_slabs; D]);
        let (strides, keys) = strides_of(lattice.counts);
        Self { lattice, contributions: std::array::from_fn(|_| Vec::new()), strides, keys }
    }

    /// The same cells, renumbered without the slabs that hold nobody.
    fn without_empty_slabs(mut self, objects: &Objects<D>, members: Option<&[u32]>) -> Self {
        let count = members.map_or(objects.len(), <[u32]>::len);
        let mut occupied = self.lattice.counts.map(|slabs| vec![false; slabs]);
        self.mark(objects, members, count.div_ceil(SAMPLE).max(1), &mut occupied);
        for axis in &mut occupied {
            let seen = axis.iter().filter(|&&occupied| occupied).count();
            if 4 * seen > 3 * axis.len() {
                axis.clear(); // hardly a slab is empty: every one keeps its number
            }
        }
        self.mark(objects, members, 1, &mut occupied);
        let mut counts = self.lattice.counts;
        for axis in (0..D).filter(|&axis| !occupied[axis].is_empty()) {
            counts[axis] = occupied[axis].iter().filter(|&&occupied| occupied).count();
        }
        (self.strides, self.keys) = strides_of(counts);
        for axis in 0..D {
            let mut next = self.strides[axis];
            let contribution = |&occupied: &bool| {
                let contribution = next;
                next += u64::from(occupied) * self.strides[axis];
                contribution
            };
            self.contributions[axis] = occupied[axis].iter().map(contribution).collect();
        }
        self
    }

    /// Marks the slabs of every so many-th body, along the axes that have marks.
    fn mark(
        &self,
        objects: &Objects<D>,
        members: Option<&[u32]>,
        step: usize,
        occupied: &mut [Vec<bool>; D],
    ) {
        if occupied.iter().all(Vec::is_empty) {
            return;
        }
        let mut mark = |center: &Vector<D>| {
            for axis in 0..D {
                if let Some(mark) = occupied[axis].get_mut(self.slab(axis, center[axis])) {
                    *mark = true;
                }
            }
        };
        let centers = objects.centers();
        match members {
            None => centers.iter().step_by(step).for_each(&mut mark),
            Some(members) => {
                members.iter().step_by(step).for_each(|&body| mark(&centers[body as usize]));
            }
        }
    }

    fn smallest_edge(&self) -> f64 {
        self.lattice.edge.iter().fold(f64::INFINITY, |least, &edge| least.min(edge))
    }

    /// Whether cells had to grow beyond this edge by more than a half, along any axis.
    pub(crate) fn grew_beyond(&self, smallest_edge: f64) -> bool {
        self.lattice.edge.iter().any(|&edge| edge > 1.5 * smallest_edge)
    }

    /// The slab of a coordinate inside the bounds.
    #[inline(always)]
    fn slab(&self, axis: usize, x: f64) -> usize {
        let exact = self.lattice.position(axis, x);
        debug_assert!((0.0..=MOST_PER_AXIS as f64).contains(&exact));
        // SAFETY: the lattice was laid over the bounds of the objects, with at most MOST_PER_AXIS
        // slabs along each axis, and all centres are inside.
        unsafe { exact.to_int_unchecked::<i32>() as usize }
    }

    #[inline(always)]
    fn contribution(&self, axis: usize, slab: usize) -> u64 {
        match self.contributions[axis].get(slab) {
            Some(&contribution) => contribution,
            None => self.strides[axis] * (1 + slab as u64),
        }
    }

    /// The key of the cell of a point inside the bounds.
    #[inline(always)]
    pub(crate) fn key(&self, point: &Vector<D>) -> u64 {
        let mut key = 0;
        for axis in 0..D {
            key += self.contribution(axis, self.slab(axis, point[axis]));
        }
        key
    }

    /// The keys of bodies, none of which is beyond 32 bits.
    #[inline(always)]
    pub(crate) fn keys_of<'a>(
        &self,
        points: impl Iterator<Item = &'a Vector<D>>,
        keys: &mut [u32],
    ) {
        if self.contributions.iter().all(Vec::is_empty) {
            // Without tables this is arithmetic alone, which the compiler makes vectors of.
            let strides = self.strides.map(|stride| stride as u32);
            let first = strides.iter().sum::<u32>();
            for (key, point) in keys.iter_mut().zip(points) {
                *key = first;
                for axis in 0..D {
                    *key += strides[axis] * self.slab(axis, point[axis]) as u32;
                }
            }
        } else {
            keys.iter_mut().zip(points).for_each(|(key, point)| *key = self.key(point) as u32);
        }
    }

    /// The contributions of the first and the last slab between two coordinates, for any two.
    ///
    /// An empty slab has the number of the next occupied one, so the last may be one too far.
    #[inline(always)]
    pub(crate) fn span(&self, axis: usize, low: f64, high: f64) -> (u64, u64) {
        let inside = |x: f64| self.lattice.index_clamped(axis, x);
        (self.contribution(axis, inside(low)), self.contribution(axis, inside(high)))
    }
}

/// The stride of each axis and the number of keys, for so many slabs and one more on each side.
fn strides_of<const D: usize>(counts: [usize; D]) -> ([u64; D], u64) {
    let mut keys = 1;
    let strides = std::array::from_fn(|axis| {
        let stride = keys;
        keys *= counts[axis] as u64 + 2;
        stride
    });
    (strides, keys)
}
