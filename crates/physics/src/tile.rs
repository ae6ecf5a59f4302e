//! The hot loop: contacts between the bodies of one tile.
//!
//! ```text
//!   records ─▶ distance of every near pair ─▶ rows of those that touch, 32 at a time
//!      ▲                                        │ turned into columns, through the laws
//!      └──────── added row by row ◀── rows ◀────┘
//! ```
//!
//! Scattered access costs more here than arithmetic. A record is fetched whole, rows of four are
//! one instruction each, and only the arithmetic in between works on columns, where it vectorises
//! across contacts. Cost on the settled bed of `bench/`: see `bench/RESULTS.md`.

use crate::batch::{Batch, Column, LANES, Pushes, Row, Rows};
use crate::forces::{Setting, TileSums};
use crate::neighbors::{Neighbors, PairColumns, Tile};
use crate::periodic::nearest_image;
use crate::processor::{Job, fetch};
use crate::records::Records;

/// How many pairs ahead it is said what history will be needed.
const AHEAD: usize = 160;

/// Which bodies and pair a lane of a batch belongs to.
struct Names {
    /// The records of both bodies.
    body: [[u32; 2]; LANES],
    /// The place of the pair in the columns of the tile.
    pair: [u32; LANES],
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
        let mut batch = Batch::new(self.setting.time_step);
        let mut rows = Rows::new();
        let mut names = Names::new();
        self.sums.contacts = 0;
        let (mut next, pairs) = (0, self.pairs.touching.len());
        while next < pairs {
            let found = self.look::<PERIODIC>(&mut next, &mut rows, &mut names);
            self.evaluate(&mut batch, &mut rows, &mut names, found);
        }
        self.sums.largest_overlap = names.deepest.into_iter().fold(0.0, f64::max);
        self.sums.beyond = names.beyond.into_iter().fold(0.0, f64::max);
    }

    /// Looks at near pairs until so many touch as a batch has lanes, or none are left.
    #[inline(always)]
    fn look<const PERIODIC: bool>(
        &mut self,
        next: &mut usize,
        rows: &mut Rows,
        names: &mut Names,
    ) -> usize {
        let from = *next;
        let begin = self.list.start[self.tile.bodies.start] as usize;
        let touching = &mut self.pairs.touching[from..];
        let pairs = &self.list.pairs[begin + from..][..touching.len()];
        *next = from + touching.len();
        let history = self.pairs.history.as_ptr();
        let mut count = 0;
        for (index, touching) in touching.iter_mut().enumerate() {
            let pair = self.tile.numbers(pairs[index]);
            fetch(history, (from + index + AHEAD) * self.list.stride);
            let [here, there] = pair.map(|body| self.records.get(body).position);
            let mut apart = minus_and_plus(&here, &there);
            if PERIODIC {
                nearest_image(&mut apart, &self.setting.period);
            }
            let square = apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
            let reach = apart[3] + self.setting.reach;
            let touches = square <= reach * reach;
            rows.apart[count] = apart;
            names.body[count] = pair;
            names.pair[count] = (from + index) as u32;
            if *touching != u8::from(touches) {
                *touching = u8::from(touches);
                // A contact that ends is forgotten: history is zero wherever bodies do not touch.
                let slot = (from + index) * self.list.stride;
                self.pairs.history[slot..][..self.list.stride].fill(0.0);
            }
            count += usize::from(touches);
            if count == LANES {
                *next = from + index + 1;
                return LANES;
            }
        }
        count
    }

    /// Computes the forces of a batch of pairs that touch and adds them to the bodies.
    #[inline(always)]
    fn evaluate(&mut self, batch: &mut Batch, rows: &mut Rows, names: &mut Names, count: usize) {
        self.gather(rows, names, count);
        self.set_coefficients(batch, names, count);
        self.recall(batch, names, count);
        match self.setting.model.is_fused() {
            true => batch.resolve_spheres::<false>(rows),
            false => batch.resolve_spheres::<true>(rows),
        }
        self.setting.model.push(batch, &mut names.pushes);
        self.keep(batch, names, count);
        self.add(names, count);
        self.sums.contacts += count;
        // Lanes without a contact hold one of an earlier batch of this tile, which does no harm.
        let most = |so_far: f64, now: f64| if now > so_far { now } else { so_far };
        for k in 0..LANES {
            let overlap = batch.overlap[k];
            let smaller = rows.spin[0][k][3].min(rows.spin[1][k][3]);
            names.deepest[k] = most(names.deepest[k], overlap);
            names.beyond[k] = most(names.beyond[k], overlap - smaller);
        }
    }

    /// Fetches the bodies of a batch.
    #[inline(always)]
    fn gather(&self, rows: &mut Rows, names: &Names, count: usize) {
        for k in 0..count {
            let [first, second] = names.body[k].map(|body| self.records.get(body));
            rows.velocity[k] = minus_and_plus(&first.velocity, &second.velocity);
            rows.spin[0][k] = first.spin;
            rows.spin[1][k] = second.spin;
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
        let Pushes { force, turn, couple } = &names.pushes;
        for k in 0..count {
            let [first, second] = names.body[k];
            let record = self.records.get_mut(first);
            record.force = plus(record.force, force[k]);
            record.torque = minus(record.torque, times(turn[k], force[k][3]));
            let record = self.records.get_mut(second);
            record.force = minus(record.force, force[k]);
            record.torque = minus(record.torque, times(turn[k], turn[k][3]));
        }
        for k in 0..if self.setting.model.has_couples() { count } else { 0 } {
            let [first, second] = names.body[k];
            let record = self.records.get_mut(first);
            record.torque = plus(record.torque, couple[k]);
            let record = self.records.get_mut(second);
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
    fn new() -> Self {
        Self {
            body: [[0; 2]; LANES],
            pair: [0; LANES],
            materials: [usize::MAX; LANES],
            pushes: Pushes::new(),
            deepest: [0.0; LANES],
            beyond: [0.0; LANES],
        }
    }
}
