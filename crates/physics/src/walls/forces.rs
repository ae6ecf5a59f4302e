//! Forces of walls: contacts in batches through the laws, onto the bodies and back onto the walls.
//!
//! To the laws a wall is a second body without curvature (R* = r) and of infinite mass (m* = m),
//! whose centre is at the point of contact (its arm is zero) and moves as the surface does there.
//! Sums over walls are kept by each chunk of bodies and added in the order of chunks.

use super::Wall;
use super::contacts::Kept;
use super::near::{Chunk, WallContacts};
use crate::batch::{Batch, Geometry, LANES, Lined, MOST_HISTORY, Pushes, Rows};
use crate::contacts::acts;
use crate::forces::{Held, Setting};
use crate::processor::{Job, on_this_processor};
use crate::records::{Acting, Actions, row};
use crate::runs::Run;
use esker_geom::Vector;
use esker_geom::vector::{add, cross, from_space, in_space, subtract};

/// What bodies did to a wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct WallSums<const D: usize> {
    /// The point that the torque is about (m).
    about: Vector<D>,
    force: Vector<D>,
    torque: Vector<3>,
    stiffness: f64,
    contacts: usize,
    largest_overlap: f64,
    /// Whether the centre of a body is behind it: the overlap is larger than the radius.
    behind: bool,
}

impl<const D: usize> WallSums<D> {
    /// Nothing yet.
    fn of(wall: &Wall<D>) -> Self {
        Self {
            about: wall.pose.into_space(&wall.reference),
            force: [0.0; D],
            torque: [0.0; 3],
            stiffness: 0.0,
            contacts: 0,
            largest_overlap: 0.0,
            behind: false,
        }
    }
}

impl<const D: usize> Chunk<D> {
    /// Adds the forces of walls to those of the chunk's bodies, and notes what the walls bear.
    pub(crate) fn push(
        &mut self,
        run: &Run<'_, D>,
        actions: &mut Actions,
        (walls, reach): (&[Wall<D>], f64),
        setting: &Setting<'_, D>,
    ) {
        self.resolve(run, walls, reach);
        self.sums.clear();
        self.sums.extend(walls.iter().map(WallSums::of));
        let (kept, sums) = (&mut self.now, &mut self.sums[..]);
        on_this_processor(ChunkForces { kept, sums, run, actions, walls, setting });
    }
}

impl<const D: usize> WallContacts<D> {
    /// Adds up what the chunks have for each wall.
    pub(crate) fn measure(&mut self, walls: &mut [Wall<D>]) {
        self.too_deep = false;
        for (number, wall) in walls.iter_mut().enumerate() {
            let mut all = WallSums::of(wall);
            for sums in self.chunks.iter().map(|chunk| &chunk.sums[number]) {
                all.force = add(&all.force, &sums.force);
                all.torque = add(&all.torque, &sums.torque);
                all.stiffness += sums.stiffness;
                all.contacts += sums.contacts;
                all.largest_overlap = all.largest_overlap.max(sums.largest_overlap);
                self.too_deep |= sums.behind;
            }
            wall.force = all.force;
            wall.torque = all.torque;
            wall.stiffness = all.stiffness;
            wall.contacts = all.contacts;
            wall.largest_overlap = all.largest_overlap;
        }
    }
}

/// The job of one chunk: its contacts and bodies.
struct ChunkForces<'a, 'b, const D: usize> {
    kept: &'a mut Kept<D>,
    sums: &'a mut [WallSums<D>],
    run: &'a Run<'b, D>,
    /// Where the sums of forces on the bodies are.
    actions: &'a mut Actions,
    walls: &'a [Wall<D>],
    setting: &'a Setting<'a, D>,
}

impl<const D: usize> Job for ChunkForces<'_, '_, D> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let count = self.kept.contacts.len();
        if count == 0 {
            return;
        }
        let mut batch = Batch::new(self.setting.time_step);
        let mut rows = Rows::new();
        let mut pushes = Pushes::new(self.setting.model.has_couples());
        let (mut held, stride) = (Held::nothing(), self.kept.stride);
        let mut columns = [Lined::ZERO; MOST_HISTORY];
        let columns = &mut columns[..stride];
        for start in (0..count).step_by(LANES) {
            let lanes = LANES.min(count - start);
            for lane in 0..lanes {
                self.gather(start + lane, &mut rows, lane);
                for (column, kept) in columns.iter_mut().zip(self.kept.history_of(start + lane)) {
                    column[lane] = *kept;
                }
            }
            held.set(&mut batch, self.setting, lanes, |lane| self.materials(start + lane));
            // All of them are within the reach of the laws.
            let at_walls = (&rows, Geometry::at_wall);
            self.setting.model.push(&mut batch, at_walls, f64::INFINITY, columns, &mut pushes);
            for lane in 0..lanes {
                self.hand_on(start + lane, (&batch, &pushes), lane);
                let kept = &mut self.kept.history[(start + lane) * stride..][..stride];
                kept.iter_mut().zip(&*columns).for_each(|(kept, column)| *kept = column[lane]);
            }
        }
    }
}

impl<const D: usize> ChunkForces<'_, '_, D> {
    /// The materials of the body and the wall of a contact.
    #[inline(always)]
    fn materials(&self, index: usize) -> [u16; 2] {
        let contact = &self.kept.contacts[index];
        let body = contact.place as usize - self.run.first;
        [self.run.material[body], self.walls[contact.wall as usize].material]
    }

    /// Fills the rows of one lane.
    #[inline(always)]
    fn gather(&self, index: usize, rows: &mut Rows, lane: usize) {
        let contact = &self.kept.contacts[index];
        let (bodies, body) = (self.run, contact.place as usize - self.run.first);
        let wall = &self.walls[contact.wall as usize];
        let arm = subtract(&contact.point, &self.sums[contact.wall as usize].about);
        let surface = wall.velocity_at(&arm, &contact.normal);
        let velocity = subtract(&bodies.velocity[body], &surface);
        rows.apart[lane] = row(&contact.normal, contact.distance);
        rows.velocity[lane] = row(&velocity, bodies.inverse_mass[body]);
        rows.spin[0][lane] = row(&bodies.spin[body], bodies.radius[body]);
        rows.spin[1][lane] = row(&wall.spin, 0.0);
    }

    /// Adds force and torque of one lane to its body and the opposite to its wall.
    #[inline(always)]
    fn hand_on(&mut self, index: usize, (batch, pushes): (&Batch, &Pushes), lane: usize) {
        let contact = &mut self.kept.contacts[index];
        let [force, on_body, couple] = pushes.of(lane);
        contact.force = from_space(&force);
        let body = contact.place as usize - self.run.first;
        self.actions.push(body, &Acting::of(&contact.force, &on_body));
        let sums = &mut self.sums[contact.wall as usize];
        let turn = cross(&in_space(&subtract(&contact.point, &sums.about)), &force);
        sums.force = subtract(&sums.force, &contact.force);
        sums.torque = subtract(&sums.torque, &add(&couple, &turn));
        sums.stiffness += batch.stiffness[lane];
        sums.contacts += usize::from(acts(batch.overlap[lane], &contact.force));
        sums.largest_overlap = sums.largest_overlap.max(batch.overlap[lane]);
        sums.behind |= contact.distance < 0.0;
    }
}
