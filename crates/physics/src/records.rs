//! The bodies of a tile, laid side by side for contacts.
//!
//! ```text
//!   columns   x …   v …   w …   r …   1/m …   F …   T …              seven places in memory
//!   records   [x y z r | v v v 1/m | w w w r | F F F · | T T T ·]   two and a half cache lines
//! ```
//!
//! A contact needs eleven numbers of a body and gives it six. As columns they lie in seven places;
//! as a record they are fetched and written together. A tile packs its own bodies and those outside
//! that its rows name, and unpacks their sums.

use crate::batch::Row;
use crate::neighbors::Tile;
use crate::runs::{Runs, Snapshot};
use esker_geom::Vector;

/// How many bodies ahead it is said what will be needed.
const AHEAD: usize = 96;

/// All that a contact needs of a body and gives to it, side by side.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct Record {
    /// The centre and the radius.
    pub(crate) position: Row,
    /// The velocity and the inverse mass.
    pub(crate) velocity: Row,
    /// The angular velocity and the radius.
    pub(crate) spin: Row,
    /// The sum of forces so far; nobody reads the fourth number.
    pub(crate) force: Row,
    /// The sum of torques so far; nobody reads the fourth number.
    pub(crate) torque: Row,
}

const EMPTY: Record = Record {
    position: [0.0; 4],
    velocity: [0.0; 4],
    spin: [0.0; 4],
    force: [0.0; 4],
    torque: [0.0; 4],
};

/// The records of the bodies of a tile, then of those outside.
#[derive(Debug, Default)]
pub(crate) struct Records(Vec<Record>);

impl Records {
    #[inline(always)]
    pub(crate) fn get(&self, index: u32) -> &Record {
        &self.0[index as usize]
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, index: u32) -> &mut Record {
        &mut self.0[index as usize]
    }

    /// Adds to the sums of a body.
    #[inline(always)]
    pub(crate) fn push<const D: usize>(
        &mut self,
        index: usize,
        force: &Vector<D>,
        torque: &Vector<3>,
    ) {
        let record = &mut self.0[index];
        (0..D).for_each(|axis| record.force[axis] += force[axis]);
        (0..3).for_each(|axis| record.torque[axis] += torque[axis]);
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
        self.0.clear();
        self.0.reserve(tile.bodies.len() + tile.outside.len());
        // SAFETY: the caller's promise.
        let own = unsafe { bodies.snapshots(&tile.bodies) };
        self.0.extend((tile.bodies.start + AHEAD..).zip(own).map(|(soon, body)| {
            bodies.fetch(soon);
            record_of(&body)
        }));
        self.0.extend(tile.outside.iter().enumerate().map(|(index, &body)| {
            if let Some(&soon) = tile.outside.get(index + AHEAD) {
                bodies.fetch(soon as usize);
            }
            // SAFETY: the caller's promise.
            record_of(&unsafe { bodies.snapshot(body as usize) })
        }));
    }

    /// Hands the sums of so many bodies from an index on to columns.
    #[inline(always)]
    pub(crate) fn unpack<const D: usize>(
        &self,
        from: usize,
        force: &mut [Vector<D>],
        torque: &mut [Vector<3>],
    ) {
        for (index, record) in self.0[from..].iter().take(force.len()).enumerate() {
            force[index] = std::array::from_fn(|axis| record.force[axis]);
            torque[index] = std::array::from_fn(|axis| record.torque[axis]);
        }
    }
}

/// The record of one body, without forces.
#[inline(always)]
pub(crate) fn record_of<const D: usize>(body: &Snapshot<D>) -> Record {
    Record {
        position: row(&body.position, body.radius),
        velocity: row(&body.velocity, body.inverse_mass),
        spin: row(&body.spin, body.radius),
        ..EMPTY
    }
}

/// A vector and a number in a row.
#[inline(always)]
fn row<const D: usize>(vector: &Vector<D>, number: f64) -> Row {
    let mut row = [0.0, 0.0, 0.0, number];
    row[..D].copy_from_slice(vector);
    row
}
