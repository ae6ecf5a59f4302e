//! The bodies of a tile, laid side by side for contacts.
//!
//! ```text
//!   columns   x …  v …  w …  r …  1/m …  F …  T …                       seven places in memory
//!   records   [x y z r]   [v v v 1/m | w w w r]   [F F F · | T T T ·]   whole lines of a cache
//!              every look  every contact           every contact, written
//! ```
//!
//! A contact needs eleven numbers of a body and gives it six. As columns they lie in seven places;
//! as rows of four they are fetched and written together. A tile packs its own bodies and those
//! outside that its rows name, and unpacks their sums.

use crate::batch::Row;
use crate::neighbors::Tile;
use crate::runs::{Runs, Snapshot};
use esker_geom::Vector;

/// How many bodies ahead it is said what will be needed.
const AHEAD: usize = 96;

/// Where a body is: its centre and its radius, half a line of a cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct Sphere(pub(crate) Row);

/// How a body moves: one line of a cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Moving {
    /// The velocity and the inverse mass.
    pub(crate) velocity: Row,
    /// The angular velocity and the radius.
    pub(crate) spin: Row,
}

/// What acts on a body so far: one line of a cache. Nobody reads the fourth numbers.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Acting {
    pub(crate) force: Row,
    pub(crate) torque: Row,
}

const NOTHING: Acting = Acting { force: [0.0; 4], torque: [0.0; 4] };

/// The bodies of a tile, then those outside, by their local numbers.
#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) sphere: Vec<Sphere>,
    pub(crate) moving: Vec<Moving>,
    pub(crate) acting: Vec<Acting>,
}

impl Records {
    /// Adds to the sums of a body.
    #[inline(always)]
    pub(crate) fn push<const D: usize>(
        &mut self,
        index: usize,
        force: &Vector<D>,
        torque: &Vector<3>,
    ) {
        let acting = &mut self.acting[index];
        (0..D).for_each(|axis| acting.force[axis] += force[axis]);
        (0..3).for_each(|axis| acting.torque[axis] += torque[axis]);
    }

    /// Packs the bodies of a tile and those outside, without forces.
    ///
    /// Never compiled into code with wide vectors: with scattered stores it would be slower.
    ///
    /// # Safety
    ///
    /// Nobody may move these bodies meanwhile.
    #[inline(never)]
    pub(crate) unsafe fn pack<const D: usize>(&mut self, bodies: &Runs<'_, D>, tile: &Tile) {
        self.clear(tile);
        // SAFETY: the caller's promise.
        let own = unsafe { bodies.snapshots(&tile.bodies) };
        for (index, body) in own.enumerate() {
            bodies.fetch(tile.bodies.start + index + AHEAD);
            self.set(index, &body);
        }
        for (index, &body) in tile.outside.iter().enumerate() {
            if let Some(&soon) = tile.outside.get(index + AHEAD) {
                bodies.fetch(soon as usize);
            }
            // SAFETY: the caller's promise.
            self.set(tile.bodies.len() + index, &unsafe { bodies.snapshot(body as usize) });
        }
    }

    /// Packs the bodies of these pairs of a tile alone: what other records hold is not to be used.
    ///
    /// # Safety
    ///
    /// Nobody may move these bodies meanwhile.
    #[inline(never)]
    pub(crate) unsafe fn pack_pairs<const D: usize>(
        &mut self,
        bodies: &Runs<'_, D>,
        tile: &Tile,
        pairs: &[u32],
    ) {
        self.clear(tile);
        for (index, &pair) in pairs.iter().enumerate() {
            if let Some(&soon) = pairs.get(index + AHEAD) {
                tile.numbers(soon).iter().for_each(|&number| bodies.fetch(tile.place(number)));
            }
            for number in tile.numbers(pair) {
                // SAFETY: the caller's promise.
                self.set(number as usize, &unsafe { bodies.snapshot(tile.place(number)) });
            }
        }
    }

    /// Makes room for the bodies of a tile and those outside, and sets their sums to nothing.
    fn clear(&mut self, tile: &Tile) {
        let count = tile.bodies.len() + tile.outside.len();
        self.sphere.resize(count, Sphere([0.0; 4]));
        self.moving.resize(count, Moving { velocity: [0.0; 4], spin: [0.0; 4] });
        self.acting.clear();
        self.acting.resize(count, NOTHING);
    }

    /// Sets where a body is and how it moves.
    #[inline(always)]
    fn set<const D: usize>(&mut self, index: usize, body: &Snapshot<D>) {
        (self.sphere[index], self.moving[index]) = record_of(body);
    }

    /// Hands the sums of so many bodies from an index on to columns.
    #[inline(always)]
    pub(crate) fn unpack<const D: usize>(
        &self,
        from: usize,
        force: &mut [Vector<D>],
        torque: &mut [Vector<3>],
    ) {
        for (index, acting) in self.acting[from..].iter().take(force.len()).enumerate() {
            force[index] = std::array::from_fn(|axis| acting.force[axis]);
            torque[index] = std::array::from_fn(|axis| acting.torque[axis]);
        }
    }
}

/// Where a body is and how it moves.
#[inline(always)]
pub(crate) fn record_of<const D: usize>(body: &Snapshot<D>) -> (Sphere, Moving) {
    let velocity = row(&body.velocity, body.inverse_mass);
    let spin = row(&body.spin, body.radius);
    (Sphere(row(&body.position, body.radius)), Moving { velocity, spin })
}

/// A vector and a number in a row.
#[inline(always)]
pub(crate) fn row<const D: usize>(vector: &Vector<D>, number: f64) -> Row {
    let mut row = [0.0, 0.0, 0.0, number];
    row[..D].copy_from_slice(vector);
    row
}
