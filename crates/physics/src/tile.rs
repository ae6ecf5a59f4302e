//! The hot loop: contacts between the bodies of one tile.
//!
//! ```text
//!   columns of bodies                 records: position, velocity, spin of one body side by side
//!      │ packed once a tile            [x y z r][v v v 1/m][w w w r]   96 bytes, one look at memory
//!      ▼
//!   records ─▶ distance of every near pair ─▶ rows of those that touch, 32 at a time
//!                                               │ turned into columns, through the laws
//!   pushes  ◀─ added row by row ◀─ rows ◀───────┘
//!      │ unpacked once a tile          [F F F ·][T T T ·]              64 bytes
//!      ▼
//!   columns of forces
//! ```
//!
//! Scattered access costs more here than arithmetic. A record is fetched whole, rows of four are one
//! instruction each, and only the arithmetic in between works on columns, where it vectorises across
//! contacts. Cost on the settled bed of `bench/`: see `bench/RESULTS.md`.

use crate::batch::{Batch, LANES, Row, Rows};
use crate::bodies::Bodies;
use crate::forces::{Setting, Work};
use crate::neighbors::Neighbors;
use crate::processor::Job;
use esker_geom::Vector;

/// All that a contact needs of a body, side by side.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Record {
    /// The centre and the radius.
    position: Row,
    /// The velocity and the inverse mass.
    velocity: Row,
    /// The angular velocity and the radius.
    spin: Row,
}

/// Force and torque on a body.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Push {
    force: Row,
    torque: Row,
}

/// What a thread needs to work through a tile.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    records: Vec<Record>,
    pushes: Vec<Push>,
}

/// Which bodies and pair a lane of a batch belongs to.
struct Names {
    /// The places of both bodies in the records.
    body: [[u32; 2]; LANES],
    /// The place of the pair in the columns of the tile.
    pair: [u32; LANES],
    /// Whether the pair touched in the last step, so that its history is valid.
    touched: [u8; LANES],
    /// The pair of materials whose coefficients a lane holds.
    materials: [usize; LANES],
}

/// The job of one tile.
pub(crate) struct TileForces<'a, const D: usize> {
    pub(crate) work: Work<'a, D>,
    pub(crate) bodies: &'a Bodies<D>,
    pub(crate) list: &'a Neighbors,
    pub(crate) setting: &'a Setting<'a, D>,
    pub(crate) scratch: &'a mut Scratch,
}

impl<const D: usize> Job for TileForces<'_, D> {
    #[inline(always)]
    fn run(mut self) {
        match self.setting.period.iter().any(|length| length.is_finite()) {
            true => self.contacts::<true>(),
            false => self.contacts::<false>(),
        }
        self.unpack();
    }
}

impl<const D: usize> TileForces<'_, D> {
    /// Looks at every near pair, and works through those that touch in batches.
    #[inline(always)]
    fn contacts<const PERIODIC: bool>(&mut self) {
        let mut batch = Batch::new(self.setting.time_step);
        let mut rows = Rows::new();
        let mut names = Names::new();
        let pairs = self.work.columns.touching.len();
        let mut next = 0;
        while next < pairs {
            let found = self.look::<PERIODIC>(&mut next, &mut rows, &mut names);
            self.evaluate(&mut batch, &mut rows, &mut names, found);
        }
    }

    /// Looks at near pairs until so many touch as a batch has lanes, or none are left.
    #[inline(always)]
    fn look<const PERIODIC: bool>(
        &mut self,
        next: &mut usize,
        rows: &mut Rows,
        names: &mut Names,
    ) -> usize {
        let tile = self.work.tile.bodies.start as u32;
        let begin = self.list.start[tile as usize] as usize;
        let touching = &mut self.work.columns.touching[*next..];
        let first = &self.list.first[begin + *next..][..touching.len()];
        let other = &self.list.other[begin + *next..][..touching.len()];
        let mut count = 0;
        for (index, touching) in touching.iter_mut().enumerate() {
            let pair = [first[index] - tile, other[index] - tile];
            let [here, there] = pair.map(|body| &self.scratch.records[body as usize].position);
            let mut apart = minus_and_plus(here, there);
            if PERIODIC {
                self.setting.nearest_image(&mut apart);
            }
            let square = apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
            let reach = apart[3] + self.setting.reach;
            let touches = square <= reach * reach;
            rows.apart[count] = apart;
            names.body[count] = pair;
            names.pair[count] = (*next + index) as u32;
            names.touched[count] = *touching;
            *touching = u8::from(touches);
            count += usize::from(touches);
            if count == LANES {
                *next += index + 1;
                return LANES;
            }
        }
        *next += touching.len();
        count
    }

    /// Computes the forces of a batch of pairs that touch and adds them to the bodies.
    #[inline(always)]
    fn evaluate(&mut self, batch: &mut Batch, rows: &mut Rows, names: &mut Names, count: usize) {
        let mut pushes = [[[0.0; 4]; LANES]; 3];
        self.gather(rows, names, count);
        self.set_coefficients(batch, names, count);
        self.recall(batch, names, count);
        self.setting.model.push_spheres(batch, rows, &mut pushes);
        self.keep(batch, names, count);
        self.add(&pushes, names, count);
        self.work.sums.contacts += count;
        for k in 0..count {
            let (overlap, most) = (batch.overlap[k], &mut self.work.sums.largest_overlap);
            *most = if overlap > *most { overlap } else { *most };
        }
    }

    /// Fetches the bodies of a batch.
    #[inline(always)]
    fn gather(&self, rows: &mut Rows, names: &Names, count: usize) {
        for k in 0..count {
            let [first, second] = names.body[k].map(|body| &self.scratch.records[body as usize]);
            rows.velocity[k] = minus_and_plus(&first.velocity, &second.velocity);
            rows.spin[0][k] = first.spin;
            rows.spin[1][k] = second.spin;
        }
    }

    /// Sets the coefficients of lanes that hold those of other materials.
    #[inline(always)]
    fn set_coefficients(&self, batch: &mut Batch, names: &mut Names, count: usize) {
        let per_pair = self.setting.coefficients_of_pair;
        let kinds = self.setting.materials;
        if kinds == 1 && names.materials[LANES - 1] == 0 {
            return;
        }
        let begin = self.work.tile.bodies.start;
        let count = if kinds == 1 { LANES } else { count };
        for k in 0..count {
            let materials = match kinds {
                1 => 0,
                _ => {
                    let [first, second] = names.body[k]
                        .map(|body| usize::from(self.bodies.material[begin + body as usize]));
                    first * kinds + second
                }
            };
            if names.materials[k] != materials {
                names.materials[k] = materials;
                let coefficients = &self.setting.coefficients[materials * per_pair..][..per_pair];
                for (column, coefficient) in batch.coefficients.iter_mut().zip(coefficients) {
                    column[k] = *coefficient;
                }
            }
        }
    }

    /// Fetches what the laws kept of pairs that touched already; others begin with nothing.
    #[inline(always)]
    fn recall(&self, batch: &mut Batch, names: &Names, count: usize) {
        let stride = self.list.stride;
        let history = &*self.work.columns.history;
        for k in 0..count {
            let kept = &history[names.pair[k] as usize * stride..][..stride];
            let valid = f64::from(names.touched[k]);
            match kept {
                // The commonest number of them, known to the compiler.
                [x, y, z] => {
                    batch.history[0][k] = x * valid;
                    batch.history[1][k] = y * valid;
                    batch.history[2][k] = z * valid;
                }
                _ => {
                    for (column, kept) in batch.history.iter_mut().zip(kept) {
                        column[k] = kept * valid;
                    }
                }
            }
        }
    }

    /// Keeps what the laws want to know in the next step.
    #[inline(always)]
    fn keep(&mut self, batch: &Batch, names: &Names, count: usize) {
        let stride = self.list.stride;
        for k in 0..count {
            let kept = &mut self.work.columns.history[names.pair[k] as usize * stride..][..stride];
            match kept {
                [x, y, z] => {
                    *x = batch.history[0][k];
                    *y = batch.history[1][k];
                    *z = batch.history[2][k];
                }
                _ => {
                    for (kept, column) in kept.iter_mut().zip(&batch.history) {
                        *kept = column[k];
                    }
                }
            }
        }
    }

    /// Adds forces and torques of a batch to its bodies.
    #[inline(always)]
    fn add(
        &mut self,
        [force, on_first, on_second]: &[[Row; LANES]; 3],
        names: &Names,
        count: usize,
    ) {
        for k in 0..count {
            let [first, second] = names.body[k].map(|body| body as usize);
            let push = &mut self.scratch.pushes[first];
            (0..4).for_each(|c| push.force[c] += force[k][c]);
            (0..4).for_each(|c| push.torque[c] += on_first[k][c]);
            let push = &mut self.scratch.pushes[second];
            (0..4).for_each(|c| push.force[c] -= force[k][c]);
            (0..4).for_each(|c| push.torque[c] -= on_second[k][c]);
        }
    }

    /// Lays the bodies that the rows of the tile name side by side, without forces.
    ///
    /// Compiled for every processor: with scattered stores it would be slower.
    pub(crate) fn packed(self) -> Self {
        let places = self.work.tile.bodies.start..self.work.tile.end;
        let Scratch { records, pushes } = &mut *self.scratch;
        (self.work.sums.contacts, self.work.sums.largest_overlap) = (0, 0.0);
        pushes.clear();
        pushes.resize(places.len(), Push { force: [0.0; 4], torque: [0.0; 4] });
        records.clear();
        let columns = (self.bodies.position[places.clone()].iter())
            .zip(&self.bodies.velocity[places.clone()])
            .zip(&self.bodies.spin[places.clone()])
            .zip(&self.bodies.radius[places.clone()])
            .zip(&self.bodies.inverse_mass[places]);
        records.extend(columns.map(|((((position, velocity), spin), &radius), &inverse_mass)| {
            Record {
                position: row(position, radius),
                velocity: row(velocity, inverse_mass),
                spin: row(spin, radius),
            }
        }));
        self
    }

    /// Hands the sums to the columns of the tile, and to the buffer for bodies behind it.
    #[inline(always)]
    fn unpack(&mut self) {
        let (own, behind) = self.scratch.pushes.split_at(self.work.tile.bodies.len());
        for ((force, torque), push) in
            self.work.columns.force.iter_mut().zip(self.work.columns.torque.iter_mut()).zip(own)
        {
            *force = std::array::from_fn(|axis| push.force[axis]);
            *torque = std::array::from_fn(|axis| push.torque[axis]);
        }
        let sums = &mut *self.work.sums;
        sums.force.clear();
        sums.force.extend(
            behind.iter().map(|push| -> Vector<D> { std::array::from_fn(|axis| push.force[axis]) }),
        );
        sums.torque.clear();
        sums.torque.extend(
            behind
                .iter()
                .map(|push| -> Vector<3> { std::array::from_fn(|axis| push.torque[axis]) }),
        );
    }
}

/// A vector and a number in a row.
#[inline(always)]
pub(crate) fn row<const D: usize>(vector: &Vector<D>, number: f64) -> Row {
    let mut row = [0.0, 0.0, 0.0, number];
    row[..D].copy_from_slice(vector);
    row
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
            touched: [0; LANES],
            materials: [usize::MAX; LANES],
        }
    }
}

impl<const D: usize> Setting<'_, D> {
    /// The difference of two places, through the face of the periodic box if that is nearer.
    #[inline(always)]
    pub(crate) fn nearest_image(&self, apart: &mut Row) {
        for axis in 0..D {
            if self.period[axis].is_finite() {
                apart[axis] -= self.period[axis] * (apart[axis] / self.period[axis]).round();
            }
        }
    }
}
