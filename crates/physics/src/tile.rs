//! The hot loop: contacts between the bodies of one tile.
//!
//! ```text
//!   bodies of 32 close pairs ─▶ rows ─▶ columns, through the laws ─▶ rows ─▶ added to the bodies
//!                  history ────────────▶                         ─▶ history
//! ```
//!
//! Half of the cost is scattered access: a body is fetched by whole lines of the cache, and rows of
//! four are one instruction each. The arithmetic in between works on columns, where it vectorises
//! across contacts. Cost on the settled bed of `bench/`: see `bench/RESULTS.md`.

use crate::batch::{Batch, Column, Geometry, LANES, Pushes, Row, Rows, lane};
use crate::close::{Close, Picked};
use crate::forces::{Held, Setting, TileSums};
use crate::neighbors::Tile;
use crate::periodic::nearest_image;
use crate::processor::Job;
use crate::records::{Actions, Records, Sphere};
use esker_geom::Vector;
use std::ops::Range;

/// What belongs to the lanes of a batch; in whole lines of the cache, as what is turned from rows
/// into columns.
#[repr(align(64))]
struct Names {
    /// The records of both bodies of a lane.
    body: [[u32; 2]; LANES],
    held: Held,
    pushes: Pushes,
    /// The largest overlap of each lane so far.
    deepest: Column,
    /// The largest overlap less the smaller radius.
    beyond: Column,
}

/// The close pairs of one tile, picked from its near pairs by the spheres in its records.
pub(crate) struct Picking<'a, const D: usize> {
    pub(crate) tile: &'a Tile,
    pub(crate) near: &'a [u32],
    pub(crate) close: &'a mut Close,
    pub(crate) picked: &'a mut Picked,
    pub(crate) setting: &'a Setting<'a, D>,
    pub(crate) records: &'a Records,
    /// One over the margins of all bodies (1/m).
    pub(crate) inverse_margin: &'a [f32],
}

impl<const D: usize> Job for Picking<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        match self.setting.is_periodic() {
            true => self.pick::<true>(),
            false => self.pick::<false>(),
        }
    }
}

impl<const D: usize> Picking<'_, D> {
    #[inline(always)]
    fn pick<const PERIODIC: bool>(mut self) {
        self.allow();
        let (sphere, period) = (&self.records.sphere[..], &self.setting.period);
        let apart = |[first, second]: [u32; 2]| {
            apart::<D, PERIODIC>(&sphere[first as usize], &sphere[second as usize], period)
        };
        let near = (self.near, self.tile.numbering());
        self.close.pick(near, apart, self.setting.reach, self.picked);
    }

    /// Notes how far each body may move until pairs are picked again.
    #[inline(always)]
    fn allow(&mut self) {
        let (share, allowed) = (self.close.share() as f32, &mut self.picked.allowed);
        allowed.clear();
        allowed.extend(self.inverse_margin[self.tile.bodies.clone()].iter().map(|m| share / m));
        let outside = self.tile.outside.iter().map(|&body| self.inverse_margin[body as usize]);
        allowed.extend(outside.map(|inverse_margin| share / inverse_margin));
    }
}

/// The job of one tile: its pairs, the records of its bodies, and what it counts.
pub(crate) struct TileForces<'a, const D: usize> {
    pub(crate) tile: &'a Tile,
    pub(crate) close: &'a mut Close,
    pub(crate) setting: &'a Setting<'a, D>,
    /// The materials of all bodies.
    pub(crate) material: &'a [u16],
    pub(crate) records: &'a Records,
    /// What acts on them.
    pub(crate) actions: &'a mut Actions,
    pub(crate) sums: &'a mut TileSums,
}

impl<const D: usize> Job for TileForces<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        match self.setting.is_periodic() {
            true => self.contacts::<true>(),
            false => self.contacts::<false>(),
        }
    }
}

impl<const D: usize> TileForces<'_, D> {
    /// Works through all close pairs of the tile.
    #[inline(always)]
    fn contacts<const PERIODIC: bool>(&mut self) {
        let mut batch = Batch::new(self.setting.time_step);
        let mut rows = Rows::new();
        let mut names = Names::new(self.setting.model.has_couples());
        self.sums.contacts = 0;
        let pairs = self.close.pairs.len();
        for first in (0..pairs).step_by(LANES) {
            let places = first..pairs.min(first + LANES);
            self.gather::<PERIODIC>(&mut rows, &mut names, &places);
            self.evaluate(&mut batch, &rows, &mut names, &places);
        }
        self.sums.largest_overlap = names.deepest.into_iter().fold(0.0, f64::max);
        self.sums.beyond = names.beyond.into_iter().fold(0.0, f64::max);
    }

    /// Fetches the bodies of a batch.
    #[inline(always)]
    fn gather<const PERIODIC: bool>(
        &self,
        rows: &mut Rows,
        names: &mut Names,
        places: &Range<usize>,
    ) {
        let numbering = self.tile.numbering();
        let Records { sphere, moving } = self.records;
        let (sphere, moving) = (&sphere[..], &moving[..]);
        for (k, &pair) in self.close.pairs[places.clone()].iter().enumerate() {
            let bodies = numbering.numbers(pair);
            let [first, second] = bodies.map(|body| &sphere[body as usize]);
            rows.apart[k] = apart::<D, PERIODIC>(first, second, &self.setting.period);
            let [first, second] = bodies.map(|body| &moving[body as usize]);
            rows.velocity[k] = minus_and_plus(&first.velocity, &second.velocity);
            rows.spin[0][k] = first.spin;
            rows.spin[1][k] = second.spin;
            names.body[k] = bodies;
        }
    }

    /// Computes the forces of a batch of pairs and adds them to the bodies.
    #[inline(always)]
    fn evaluate(
        &mut self,
        batch: &mut Batch,
        rows: &Rows,
        names: &mut Names,
        places: &Range<usize>,
    ) {
        let (count, reach) = (places.len(), self.setting.reach);
        let material = |record| self.material[self.tile.place(record)];
        let (held, body) = (&mut names.held, &names.body);
        held.set(batch, self.setting, count, |k| body[k].map(material));
        self.close.fetch_next(places.start);
        let (kept, spheres) =
            (self.close.history.block_mut(places.start), (rows, Geometry::of_spheres));
        self.setting.model.push(batch, spheres, reach, kept, &mut names.pushes);
        self.add(names, count);
        let touching = batch.overlap[..count].iter().map(|&overlap| overlap >= -reach);
        self.sums.contacts += touching.clone().filter(|&touching| touching).count();
        if !self.actions.acted_on.is_empty() {
            for (touching, body) in touching.zip(names.body) {
                body.into_iter().for_each(|body| self.actions.acted_on[body as usize] |= touching);
            }
        }
        // Lanes without a pair hold one of an earlier batch of this tile, which does no harm.
        let most = |a: f64, b: f64| if a > b { a } else { b };
        for k in 0..LANES {
            let (overlap, arm) = (batch.overlap[k], lane(&batch.arm, k));
            names.deepest[k] = most(overlap, names.deepest[k]);
            // An arm is a radius less half of the overlap.
            let beyond = 0.5 * overlap + most(-arm[0], -arm[1]);
            names.beyond[k] = most(beyond, names.beyond[k]);
        }
    }

    /// Adds forces and torques of a batch to its bodies.
    #[inline(always)]
    fn add(&mut self, names: &Names, count: usize) {
        let Pushes { force, turn, couple, has_couples } = &names.pushes;
        let acting = &mut self.actions.acting[..];
        for k in 0..count {
            let [first, second] = names.body[k];
            let record = &mut acting[first as usize];
            record.force = plus(record.force, force[k]);
            record.torque = plus(record.torque, times(turn[k], force[k][3]));
            let record = &mut acting[second as usize];
            record.force = minus(record.force, force[k]);
            record.torque = minus(record.torque, times(turn[k], turn[k][3]));
        }
        for k in 0..if *has_couples { count } else { 0 } {
            let [first, second] = names.body[k];
            let record = &mut acting[first as usize];
            record.torque = plus(record.torque, couple[k]);
            let record = &mut acting[second as usize];
            record.torque = minus(record.torque, couple[k]);
        }
    }
}

/// Rows go by value: they are one load, one sum and one store.
#[inline(always)]
fn plus(a: Row, b: Row) -> Row {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
}

#[inline(always)]
fn minus(a: Row, b: Row) -> Row {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]]
}

#[inline(always)]
fn times(row: Row, number: f64) -> Row {
    row.map(|x| x * number)
}

/// The difference of two centres, and the sum of the radii.
#[inline(always)]
fn apart<const D: usize, const PERIODIC: bool>(
    Sphere(first): &Sphere,
    Sphere(second): &Sphere,
    period: &Vector<D>,
) -> Row {
    let mut apart = minus_and_plus(first, second);
    if PERIODIC {
        nearest_image(&mut apart, period);
    }
    apart
}

/// The difference of the vectors and the sum of the numbers of two rows.
#[inline(always)]
pub(crate) fn minus_and_plus(a: &Row, b: &Row) -> Row {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] + b[3]]
}

impl Names {
    fn new(has_couples: bool) -> Self {
        Self {
            body: [[0; 2]; LANES],
            held: Held::nothing(),
            pushes: Pushes::new(has_couples),
            deepest: [0.0; LANES],
            beyond: [0.0; LANES],
        }
    }
}
