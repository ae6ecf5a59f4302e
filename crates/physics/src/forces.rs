//! Forces between bodies: the driver over tiles.
//!
//! ```text
//!   rows of a tile ──▶ those that touch ──▶ batch of columns ──▶ laws ──▶ bodies of the tile
//!                                                                   └──▶ bodies outside
//! ```
//!
//! Bodies outside a tile get their share in a buffer of the tile, added when all tiles are done, in
//! the order of the tiles: the sum does not depend on who computed what.

use crate::bodies::Bodies;
use crate::laws::Model;
use crate::materials::Materials;
use crate::neighbors::{Neighbors, Tile};
use crate::periodic::lengths;
use crate::processor::on_this_processor;
use crate::records::Records;
use crate::tile::TileForces;
use esker_broad::Threads;
use esker_geom::Vector;
use std::sync::{Mutex, PoisonError};

/// What the forces of a step need to know beside bodies and pairs.
pub(crate) struct Setting<'a, const D: usize> {
    pub(crate) model: &'a Model,
    /// The coefficients of material a with material b, at a times the number of materials plus b.
    coefficients: &'a [f64],
    coefficients_of_pair: usize,
    /// How many materials there are.
    pub(crate) materials: usize,
    /// How far beyond touching laws act (m).
    pub(crate) reach: f64,
    /// The lengths of periodic boxes (m); infinite along axes that are not periodic.
    pub(crate) period: Vector<D>,
    pub(crate) time_step: f64,
}

impl<'a, const D: usize> Setting<'a, D> {
    /// The setting of a step, with the memory for coefficients.
    pub(crate) fn new(
        (model, materials): (&'a Model, &Materials),
        periodic: &[Option<[f64; 2]>; D],
        reach: f64,
        coefficients: &'a mut Vec<f64>,
        time_step: f64,
    ) -> Self {
        let coefficients_of_pair = model.coefficients(materials, coefficients);
        Self {
            model,
            coefficients,
            coefficients_of_pair,
            materials: materials.len(),
            reach,
            period: lengths(periodic),
            time_step,
        }
    }

    /// Where the pair of two materials stands among the coefficients.
    #[inline(always)]
    pub(crate) fn pair_of(&self, [first, second]: [u16; 2]) -> usize {
        usize::from(first) * self.materials + usize::from(second)
    }

    /// The coefficients of a pair of materials.
    #[inline(always)]
    pub(crate) fn coefficients_of(&self, pair: usize) -> &[f64] {
        &self.coefficients[pair * self.coefficients_of_pair..][..self.coefficients_of_pair]
    }
}

/// What a tile adds to the bodies outside, and what it counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct TileSums<const D: usize> {
    /// The force on each body outside (N).
    pub(crate) force: Vec<Vector<D>>,
    /// The torque on each body outside (N m).
    pub(crate) torque: Vec<Vector<3>>,
    pub(crate) contacts: usize,
    pub(crate) largest_overlap: f64,
    /// The largest overlap less the smaller radius (m), if above zero.
    pub(crate) beyond: f64,
}

/// A tile at work: the columns it may write.
pub(crate) struct Work<'a, const D: usize> {
    pub(crate) tile: &'a Tile,
    pub(crate) columns: Columns<'a, D>,
    pub(crate) sums: &'a mut TileSums<D>,
}

/// Columns of bodies and of their pairs that are written.
pub(crate) struct Columns<'a, const D: usize> {
    pub(crate) force: &'a mut [Vector<D>],
    pub(crate) torque: &'a mut [Vector<3>],
    pub(crate) touching: &'a mut [u8],
    pub(crate) history: &'a mut [f64],
}

/// The memory of forces between steps: nothing is allocated in a step.
#[derive(Debug, Default)]
pub(crate) struct Forces<const D: usize> {
    pub(crate) sums: Vec<TileSums<D>>,
    /// One for each thread that is at work, handed from tile to tile.
    records: Mutex<Vec<Records>>,
}

impl<const D: usize> Forces<D> {
    /// Whether two bodies overlap by more than the smaller radius.
    pub(crate) fn too_deep(&self) -> bool {
        self.sums.iter().any(|sums| sums.beyond > 0.0)
    }

    /// Sets the force and torque of every body to the sum over its contacts.
    pub(crate) fn update(
        &mut self,
        bodies: &mut Bodies<D>,
        neighbors: &mut Neighbors,
        setting: &Setting<'_, D>,
        threads: &Threads,
    ) {
        let mut force = std::mem::take(&mut bodies.force);
        let mut torque = std::mem::take(&mut bodies.torque);
        let mut touching = std::mem::take(&mut neighbors.touching);
        let mut history = std::mem::take(&mut neighbors.history);
        self.sums.resize_with(neighbors.tiles.len(), Default::default);
        let (read, list) = (&*bodies, &*neighbors);
        let mut rest = Columns {
            force: &mut force,
            torque: &mut torque,
            touching: &mut touching,
            history: &mut history,
        };
        let work = list.tiles.iter().zip(&mut self.sums).map(|(tile, sums)| {
            let pairs = (list.start[tile.bodies.end] - list.start[tile.bodies.start]) as usize;
            Work { tile, columns: rest.split_off(tile.bodies.len(), pairs, list.stride), sums }
        });
        let stack = || self.records.lock().unwrap_or_else(PoisonError::into_inner);
        threads.for_each(work, |work| {
            let mut records = stack().pop().unwrap_or_default();
            let records_of_tile = &mut records;
            let job = TileForces { work, bodies: read, list, setting, records: records_of_tile };
            on_this_processor(job);
            stack().push(records);
        });
        bodies.force = force;
        bodies.torque = torque;
        neighbors.touching = touching;
        neighbors.history = history;
        add_outside(bodies, &neighbors.tiles, &self.sums, threads);
    }
}

/// Adds what tiles have for bodies outside, in the order of the tiles.
fn add_outside<const D: usize>(
    bodies: &mut Bodies<D>,
    tiles: &[Tile],
    sums: &[TileSums<D>],
    threads: &Threads,
) {
    let mut rest = (&mut bodies.force[..], &mut bodies.torque[..]);
    let work = tiles.iter().map(|tile| {
        let (force, forces) = std::mem::take(&mut rest.0).split_at_mut(tile.bodies.len());
        let (torque, torques) = std::mem::take(&mut rest.1).split_at_mut(tile.bodies.len());
        rest = (forces, torques);
        (tile, force, torque)
    });
    threads.for_each(work, |(tile, force, torque)| {
        for (from, outside) in &tile.incoming {
            for index in outside.clone() {
                let body = tiles[*from].outside[index] as usize - tile.bodies.start;
                let (more_force, more_torque) =
                    (&sums[*from].force[index], &sums[*from].torque[index]);
                (0..D).for_each(|axis| force[body][axis] += more_force[axis]);
                (0..3).for_each(|axis| torque[body][axis] += more_torque[axis]);
            }
        }
    });
}

impl<const D: usize> Columns<'_, D> {
    /// The columns of the next bodies and pairs.
    fn split_off(&mut self, bodies: usize, pairs: usize, stride: usize) -> Self {
        fn front<'a, T>(column: &mut &'a mut [T], count: usize) -> &'a mut [T] {
            let (front, rest) = std::mem::take(column).split_at_mut(count);
            *column = rest;
            front
        }
        Self {
            force: front(&mut self.force, bodies),
            torque: front(&mut self.torque, bodies),
            touching: front(&mut self.touching, pairs),
            history: front(&mut self.history, pairs * stride),
        }
    }
}
