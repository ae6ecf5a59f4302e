//! The hot loop: contacts between the bodies of one tile.
//!
//! ```text
//!   centres ─▶ how far the next 64 near pairs are apart ─▶ numbers of those that touch
//!                                                             │ until they fill a batch
//!   bodies ─▶ rows of 32 contacts ─▶ columns, through the laws ─▶ rows ─▶ added to the bodies
//! ```
//!
//! Half of the cost is scattered access: a body is fetched by whole lines of the cache, and rows of
//! four are one instruction each. The arithmetic in between works on columns, where it vectorises
//! across contacts. So does the look at distances: what is written there does not depend
//! on what was found before, only the short list of numbers does. Cost on the settled bed of
//! `bench/`: see `bench/RESULTS.md`.

use crate::batch::{Batch, Column, LANES, Pushes, Row, Rows, lane};
use crate::forces::{Setting, TileSums};
use crate::neighbors::{Neighbors, PairColumns, Tile};
use crate::periodic::nearest_image;
use crate::processor::{Job, fetch};
use crate::records::Records;

/// Near pairs that are looked at together.
const BLOCK: usize = 64;
/// How many pairs ahead it is said what history will be needed.
const AHEAD: usize = 160;
/// The numbers in a line of a cache.
const LINE: usize = 8;

/// The pairs found to touch, and what belongs to the lanes of a batch of them; in whole lines of the
/// cache, as what is turned from rows into columns.
#[repr(align(64))]
struct Names {
    /// Where they stand in the columns of the tile: those of the batch, then those behind it.
    pair: [u32; LANES + BLOCK],
    /// How many there are.
    found: usize,
    /// How far the pairs of a block are apart, and the sums of their radii.
    apart: [Row; BLOCK],
    /// The records of both bodies of a lane.
    body: [[u32; 2]; LANES],
    /// The pair of materials whose coefficients a lane holds.
    materials: [usize; LANES],
    pushes: Pushes,
    /// The largest overlap of each lane so far.
    deepest: Column,
    /// The largest overlap less the smaller radius.
    beyond: Column,
}

/// The job of one tile: its pairs, the records of its bodies, and what it counts.
pub(crate) struct TileForces<'a, const D: usize> {
    pub(crate) tile: &'a Tile,
    pub(crate) list: &'a Neighbors,
    pub(crate) pairs: PairColumns<'a>,
    pub(crate) setting: &'a Setting<'a, D>,
    /// The materials of all bodies.
    pub(crate) material: &'a [u16],
    pub(crate) records: &'a mut Records,
    pub(crate) sums: &'a mut TileSums<D>,
}

impl<const D: usize> Job for TileForces<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        match self.setting.period.iter().any(|length| length.is_finite()) {
            true => self.contacts::<true>(),
            false => self.contacts::<false>(),
        }
    }
}

impl<const D: usize> TileForces<'_, D> {
    /// Works through all pairs of the tile.
    #[inline(always)]
    fn contacts<const PERIODIC: bool>(&mut self) {
        let (mut batch, mut rows) = (Batch::new(self.setting.time_step), Rows::new());
        let mut names = Names::new(self.setting.model.has_couples());
        self.sums.contacts = 0;
        let mut next = 0;
        loop {
            while names.found < LANES && next < self.pairs.touching.len() {
                next += self.look::<PERIODIC>(next, &mut names);
            }
            let count = names.found.min(LANES);
            if count == 0 {
                break;
            }
            self.gather::<PERIODIC>(&mut rows, &mut names, count);
            self.evaluate(&mut batch, &rows, &mut names, count);
            names.pair.copy_within(count..names.found, 0);
            names.found -= count;
        }
        self.sums.largest_overlap = names.deepest.into_iter().fold(0.0, f64::max);
        self.sums.beyond = names.beyond.into_iter().fold(0.0, f64::max);
    }

    /// Looks at a block of near pairs, notes those that touch, and returns how many it looked at.
    #[inline(always)]
    fn look<const PERIODIC: bool>(&mut self, from: usize, names: &mut Names) -> usize {
        let (pairs, numbering) = (self.numbered(), self.tile.numbering());
        let position = &self.records.position[..];
        let size = BLOCK.min(pairs.len() - from);
        for (apart, &pair) in names.apart.iter_mut().zip(&pairs[from..][..size]) {
            let [first, second] = numbering.numbers(pair).map(|body| &position[body as usize]);
            *apart = self.apart::<PERIODIC>(first, second);
        }
        let (history, stride) = (&mut *self.pairs.history, self.list.stride);
        for line in (0..BLOCK * stride).step_by(LINE) {
            fetch(history.as_ptr(), (from + AHEAD) * stride + line);
        }
        let mut touches = [0; BLOCK];
        for (touches, [x, y, z, sum]) in touches.iter_mut().zip(names.apart) {
            let reach = sum + self.setting.reach;
            *touches = u8::from(x * x + y * y + z * z <= reach * reach);
        }
        let touching = &mut self.pairs.touching[from..];
        if touching.first_chunk() != Some(&touches) {
            for (index, (before, now)) in (from..).zip(touching.iter_mut().zip(touches)) {
                if *before != now {
                    *before = now;
                    // A contact that ends is forgotten: history is zero wherever none touch.
                    history[index * stride..][..stride].fill(0.0);
                }
            }
        }
        let mut found = names.found;
        for (index, &touches) in (from as u32..).zip(&touches[..size]) {
            // The next pair takes the place of one that does not touch.
            names.pair[found] = index;
            found += usize::from(touches);
        }
        names.found = found;
        size
    }

    /// The near pairs of the tile, by the numbers of their bodies.
    #[inline(always)]
    fn numbered(&self) -> &[u32] {
        let begin = self.list.start[self.tile.bodies.start] as usize;
        &self.list.pairs[begin..][..self.pairs.touching.len()]
    }

    /// The difference of two centres, and the sum of the radii.
    #[inline(always)]
    fn apart<const PERIODIC: bool>(&self, first: &Row, second: &Row) -> Row {
        let mut apart = minus_and_plus(first, second);
        if PERIODIC {
            nearest_image(&mut apart, &self.setting.period);
        }
        apart
    }

    /// Fetches the bodies of a batch.
    #[inline(always)]
    fn gather<const PERIODIC: bool>(&self, rows: &mut Rows, names: &mut Names, count: usize) {
        let (pairs, numbering) = (self.numbered(), self.tile.numbering());
        let Records { position, moving, .. } = &*self.records;
        let (position, moving) = (&position[..], &moving[..]);
        for k in 0..count {
            let bodies = numbering.numbers(pairs[names.pair[k] as usize]);
            let [first, second] = bodies.map(|body| &position[body as usize]);
            // Once more: to keep those of the look would move a row for every near pair.
            rows.apart[k] = self.apart::<PERIODIC>(first, second);
            let [first, second] = bodies.map(|body| &moving[body as usize]);
            rows.velocity[k] = minus_and_plus(&first.velocity, &second.velocity);
            rows.spin[0][k] = first.spin;
            rows.spin[1][k] = second.spin;
            names.body[k] = bodies;
        }
    }

    /// Computes the forces of a batch of pairs that touch and adds them to the bodies.
    #[inline(always)]
    fn evaluate(&mut self, batch: &mut Batch, rows: &Rows, names: &mut Names, count: usize) {
        self.set_coefficients(batch, names, count);
        self.recall(batch, names, count);
        self.setting.model.push_spheres(batch, rows, &mut names.pushes);
        self.keep(batch, names, count);
        self.add(names, count);
        self.sums.contacts += count;
        // Lanes without a contact hold one of an earlier batch of this tile, which does no harm.
        let most = |a: f64, b: f64| if a > b { a } else { b };
        for k in 0..LANES {
            let (overlap, arm) = (batch.overlap[k], lane(&batch.arm, k));
            names.deepest[k] = most(overlap, names.deepest[k]);
            // An arm is a radius less half of the overlap.
            let beyond = 0.5 * overlap + most(-arm[0], -arm[1]);
            names.beyond[k] = most(beyond, names.beyond[k]);
        }
    }

    /// Sets the coefficients of lanes that hold those of other materials.
    #[inline(always)]
    fn set_coefficients(&self, batch: &mut Batch, names: &mut Names, count: usize) {
        let kinds = self.setting.materials;
        if kinds == 1 && names.materials[LANES - 1] == 0 {
            return;
        }
        let count = if kinds == 1 { LANES } else { count };
        for k in 0..count {
            let materials = match kinds {
                1 => 0,
                _ => {
                    let of = |record| self.material[self.tile.place(record)];
                    self.setting.pair_of(names.body[k].map(of))
                }
            };
            if names.materials[k] != materials {
                names.materials[k] = materials;
                batch.set_coefficients(k, self.setting.coefficients_of(materials));
            }
        }
    }

    /// Fetches what the laws kept; it is zero for contacts that begin.
    #[inline(always)]
    fn recall(&self, batch: &mut Batch, names: &Names, count: usize) {
        let history = &*self.pairs.history;
        match self.list.stride {
            // The commonest number of them, known to the compiler.
            3 => {
                let (history, _) = history.as_chunks::<3>();
                for k in 0..count {
                    let [x, y, z] = history[names.pair[k] as usize];
                    batch.history[0][k] = x;
                    batch.history[1][k] = y;
                    batch.history[2][k] = z;
                }
            }
            stride => {
                for k in 0..count {
                    batch.recall(k, &history[names.pair[k] as usize * stride..][..stride]);
                }
            }
        }
    }

    /// Keeps what the laws want to know in the next step.
    #[inline(always)]
    fn keep(&mut self, batch: &Batch, names: &Names, count: usize) {
        match self.list.stride {
            3 => {
                let (history, _) = self.pairs.history.as_chunks_mut::<3>();
                for k in 0..count {
                    let kept = [0, 1, 2].map(|axis| batch.history[axis][k]);
                    history[names.pair[k] as usize] = kept;
                }
            }
            stride => {
                for k in 0..count {
                    let pair = names.pair[k] as usize * stride;
                    batch.hand_back(k, &mut self.pairs.history[pair..][..stride]);
                }
            }
        }
    }

    /// Adds forces and torques of a batch to its bodies.
    #[inline(always)]
    fn add(&mut self, names: &Names, count: usize) {
        let Pushes { force, turn, couple, has_couples } = &names.pushes;
        let acting = &mut self.records.acting[..];
        for k in 0..count {
            let [first, second] = names.body[k];
            let record = &mut acting[first as usize];
            record.force = plus(record.force, force[k]);
            record.torque = minus(record.torque, times(turn[k], force[k][3]));
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

/// The difference of the vectors and the sum of the numbers of two rows.
#[inline(always)]
pub(crate) fn minus_and_plus(a: &Row, b: &Row) -> Row {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] + b[3]]
}

impl Names {
    fn new(has_couples: bool) -> Self {
        Self {
            pair: [0; LANES + BLOCK],
            found: 0,
            apart: [[0.0; 4]; BLOCK],
            body: [[0; 2]; LANES],
            materials: [usize::MAX; LANES],
            pushes: Pushes::new(has_couples),
            deepest: [0.0; LANES],
            beyond: [0.0; LANES],
        }
    }
}
