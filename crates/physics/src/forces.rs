//! Forces between bodies: near pairs, resolved in batches, through the laws, onto the bodies.
//!
//! ```text
//!   rows of a tile ──▶ those that touch ──▶ batch of columns ──▶ laws ──▶ bodies of the tile
//!                                                                   └──▶ bodies behind the tile
//! ```
//!
//! Bodies behind a tile get their share in a buffer of the tile, added when all tiles are done, in
//! the order of the tiles: the sum does not depend on who computed what.

use crate::batch::{Batch, LANES};
use crate::bodies::Bodies;
use crate::laws::Model;
use crate::materials::pair_index;
use crate::neighbors::{Neighbors, Tile};
use crate::processor::{Job, on_this_processor};
use esker_broad::Threads;
use esker_geom::Vector;

/// What the forces of a step need to know beside bodies and pairs.
pub(crate) struct Setting<'a, const D: usize> {
    pub(crate) model: &'a Model,
    /// The coefficients of every pair of materials, one pair after the other.
    pub(crate) coefficients: &'a [f64],
    pub(crate) coefficients_of_pair: usize,
    /// How far beyond touching laws act (m).
    pub(crate) reach: f64,
    /// The lengths of periodic boxes (m); infinite along axes that are not periodic.
    pub(crate) period: Vector<D>,
    pub(crate) time_step: f64,
}

/// What a tile adds to the bodies behind it, and what it counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct TileSums<const D: usize> {
    force: Vec<Vector<D>>,
    torque: Vec<Vector<3>>,
    pub(crate) contacts: usize,
    pub(crate) largest_overlap: f64,
}

/// A tile at work: the columns it may write.
struct Work<'a, const D: usize> {
    tile: &'a Tile,
    columns: Columns<'a, D>,
    sums: &'a mut TileSums<D>,
}

/// Columns of bodies and of their pairs that are written.
#[derive(Default)]
struct Columns<'a, const D: usize> {
    force: &'a mut [Vector<D>],
    torque: &'a mut [Vector<3>],
    touching: &'a mut [u8],
    history: &'a mut [f64],
}

/// The columns of a batch that name its bodies and pairs.
struct Names {
    body: [[u32; LANES]; 2],
    /// The place of the pair in the columns of the tile.
    pair: [u32; LANES],
    /// Whether the pair touched in the last step, so that its history is valid.
    touched: [u8; LANES],
    /// The pair of materials whose coefficients a lane holds.
    materials: [u32; LANES],
}

/// Sets the force and torque of every body to the sum over its contacts.
pub(crate) fn contact_forces<const D: usize>(
    bodies: &mut Bodies<D>,
    neighbors: &mut Neighbors,
    sums: &mut Vec<TileSums<D>>,
    setting: &Setting<'_, D>,
    threads: &Threads,
) {
    let mut force = std::mem::take(&mut bodies.force);
    let mut torque = std::mem::take(&mut bodies.torque);
    let mut touching = std::mem::take(&mut neighbors.touching);
    let mut history = std::mem::take(&mut neighbors.history);
    sums.resize_with(neighbors.tiles.len(), Default::default);
    let (read, list) = (&*bodies, &*neighbors);
    let mut rest = Columns {
        force: &mut force,
        torque: &mut torque,
        touching: &mut touching,
        history: &mut history,
    };
    let work = list.tiles.iter().zip(sums.iter_mut()).map(|(tile, sums)| {
        let pairs = (list.start[tile.bodies.end] - list.start[tile.bodies.start]) as usize;
        Work { tile, columns: rest.split_off(tile.bodies.len(), pairs, list.stride), sums }
    });
    threads.for_each(work, |work| {
        on_this_processor(TileForces { work, bodies: read, list, setting });
    });
    bodies.force = force;
    bodies.torque = torque;
    neighbors.touching = touching;
    neighbors.history = history;
    add_behind(bodies, &neighbors.tiles, sums);
}

/// Adds what tiles have for bodies behind them, in the order of the tiles.
fn add_behind<const D: usize>(bodies: &mut Bodies<D>, tiles: &[Tile], sums: &[TileSums<D>]) {
    for (tile, sums) in tiles.iter().zip(sums) {
        let behind = tile.bodies.end..tile.end;
        for (force, share) in bodies.force[behind.clone()].iter_mut().zip(&sums.force) {
            (0..D).for_each(|axis| force[axis] += share[axis]);
        }
        for (torque, share) in bodies.torque[behind].iter_mut().zip(&sums.torque) {
            (0..3).for_each(|axis| torque[axis] += share[axis]);
        }
    }
}

impl<'a, const D: usize> Columns<'a, D> {
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

/// The job of one tile.
struct TileForces<'a, const D: usize> {
    work: Work<'a, D>,
    bodies: &'a Bodies<D>,
    list: &'a Neighbors,
    setting: &'a Setting<'a, D>,
}

impl<const D: usize> Job for TileForces<'_, D> {
    #[inline(always)]
    fn run(mut self) {
        self.work.clear();
        let mut batch = Batch::new(self.setting.time_step);
        let mut names = Names::new();
        let periodic = self.setting.period.iter().any(|length| length.is_finite());
        let first_pair = self.list.start[self.work.tile.bodies.start];
        let mut count = 0;
        for body in self.work.tile.bodies.clone() {
            let (position, radius) = (self.bodies.position[body], self.bodies.radius[body]);
            for pair in self.list.row(body) {
                let other = self.list.other[pair] as usize;
                let mut apart = self.bodies.position[other];
                for axis in 0..D {
                    apart[axis] = position[axis] - apart[axis];
                }
                if periodic {
                    self.setting.nearest_image(&mut apart);
                }
                let square: f64 = apart.iter().map(|x| x * x).sum();
                let reach = radius + self.bodies.radius[other] + self.setting.reach;
                for axis in 0..D {
                    batch.normal[axis][count] = apart[axis];
                }
                batch.overlap[count] = square;
                names.body[0][count] = body as u32;
                names.body[1][count] = other as u32;
                let slot = pair - first_pair as usize;
                names.pair[count] = slot as u32;
                let touches = square <= reach * reach;
                names.touched[count] = self.work.columns.touching[slot];
                self.work.columns.touching[slot] = u8::from(touches);
                count += usize::from(touches);
                if count == LANES {
                    self.evaluate(&mut batch, &mut names, LANES);
                    count = 0;
                }
            }
        }
        self.evaluate(&mut batch, &mut names, count);
    }
}

impl<const D: usize> TileForces<'_, D> {
    /// Computes the forces of a batch of pairs that touch and adds them to the bodies.
    #[inline(always)]
    fn evaluate(&mut self, batch: &mut Batch, names: &mut Names, count: usize) {
        self.gather(batch, names, count);
        batch.resolve_spheres();
        batch.resolve_motion();
        self.setting.model.apply(batch);
        self.work.add(batch, names, count);
        self.work.keep_history(batch, names, count, self.list.stride);
    }

    /// Fills the columns of a batch from its bodies.
    #[inline(always)]
    fn gather(&self, batch: &mut Batch, names: &mut Names, count: usize) {
        let bodies = self.bodies;
        for k in 0..count {
            let [first, second] = [0, 1].map(|side| names.body[side][k] as usize);
            let velocities = (&bodies.velocity[first], &bodies.velocity[second]);
            for axis in 0..D {
                batch.tangent_velocity[axis][k] = velocities.0[axis] - velocities.1[axis];
            }
            for (side, body) in [first, second].into_iter().enumerate() {
                let spin = &bodies.spin[body];
                for axis in 0..3 {
                    batch.spin[side][axis][k] = spin[axis];
                }
                batch.arm[side][k] = bodies.radius[body];
            }
            batch.reduced_mass[k] = bodies.inverse_mass[first] + bodies.inverse_mass[second];
            let materials = pair_index(bodies.material[first], bodies.material[second]) as u32;
            if names.materials[k] != materials {
                names.materials[k] = materials;
                let count = self.setting.coefficients_of_pair;
                let coefficients =
                    &self.setting.coefficients[materials as usize * count..][..count];
                for (column, coefficient) in batch.coefficients.iter_mut().zip(coefficients) {
                    column[k] = *coefficient;
                }
            }
        }
        let stride = self.list.stride;
        for k in 0..count {
            let kept = &self.work.columns.history[names.pair[k] as usize * stride..][..stride];
            let valid = f64::from(names.touched[k]);
            for (column, kept) in batch.history.iter_mut().zip(kept) {
                column[k] = kept * valid;
            }
        }
    }
}

impl<const D: usize> Setting<'_, D> {
    /// The difference of two places, through the face of the periodic box if that is nearer.
    #[inline(always)]
    pub(crate) fn nearest_image(&self, apart: &mut Vector<D>) {
        for axis in 0..D {
            if self.period[axis].is_finite() {
                apart[axis] -= self.period[axis] * (apart[axis] / self.period[axis]).round();
            }
        }
    }
}

impl Names {
    fn new() -> Self {
        Self {
            body: [[0; LANES]; 2],
            pair: [0; LANES],
            touched: [0; LANES],
            materials: [u32::MAX; LANES],
        }
    }
}

impl<const D: usize> Work<'_, D> {
    fn clear(&mut self) {
        self.columns.force.fill([0.0; D]);
        self.columns.torque.fill([0.0; 3]);
        let behind = self.tile.end - self.tile.bodies.end;
        self.sums.force.clear();
        self.sums.force.resize(behind, [0.0; D]);
        self.sums.torque.clear();
        self.sums.torque.resize(behind, [0.0; 3]);
        self.sums.contacts = 0;
        self.sums.largest_overlap = 0.0;
    }

    /// Adds forces and torques of a batch to its bodies.
    #[inline(always)]
    fn add(&mut self, batch: &Batch, names: &Names, count: usize) {
        let (begin, end) = (self.tile.bodies.start, self.tile.bodies.end);
        for k in 0..count {
            let n: Vector<3> = std::array::from_fn(|axis| batch.normal[axis][k]);
            let t: Vector<3> = std::array::from_fn(|axis| batch.tangent_force[axis][k]);
            let force: Vector<3> =
                std::array::from_fn(|axis| batch.normal_force[k] * n[axis] + t[axis]);
            // The torque of a force at -a₁ n is -a₁ n × t, and on the other side -a₂ n × t.
            let turn = esker_geom::vector::cross(&n, &t);
            let [first, second] = [0, 1].map(|side| names.body[side][k] as usize);
            let (forces, torques) =
                (&mut self.columns.force[first - begin], &mut self.columns.torque[first - begin]);
            for axis in 0..D {
                forces[axis] += force[axis];
            }
            for axis in 0..3 {
                torques[axis] += batch.torque[axis][k] - batch.arm[0][k] * turn[axis];
            }
            let (forces, torques) = if second < end {
                (&mut self.columns.force[second - begin], &mut self.columns.torque[second - begin])
            } else {
                (&mut self.sums.force[second - end], &mut self.sums.torque[second - end])
            };
            for axis in 0..D {
                forces[axis] -= force[axis];
            }
            for axis in 0..3 {
                torques[axis] -= batch.torque[axis][k] + batch.arm[1][k] * turn[axis];
            }
        }
        self.sums.contacts += count;
        let deepest = batch.overlap[..count].iter();
        self.sums.largest_overlap =
            deepest.fold(
                self.sums.largest_overlap,
                |most, &overlap| if overlap > most { overlap } else { most },
            );
    }

    #[inline(always)]
    fn keep_history(&mut self, batch: &Batch, names: &Names, count: usize, stride: usize) {
        for k in 0..count {
            let kept = &mut self.columns.history[names.pair[k] as usize * stride..][..stride];
            for (kept, column) in kept.iter_mut().zip(&batch.history) {
                *kept = column[k];
            }
        }
    }
}
