//! The world and its step.

use crate::bad_body::{BadBody, density_of};
use crate::bodies::{Bodies, Body};
use crate::bounds::Bounds;
use crate::contacts::for_each_contact;
use crate::detection::{Detection, Surroundings};
use crate::forces::{Forces, Setting};
use crate::insertion::Insertion;
use crate::integrators::{Integrator, Integrators, Interval, UnknownIntegrator};
use crate::laws::Model;
use crate::materials::Materials;
use crate::neighbors::Neighbors;
use crate::pass::{Moved, Pass};
use crate::periodic::lengths;
use crate::phases::{Phase, Phases};
use crate::removal::Removal;
use crate::runs::{Cells, Farthest, Run, Runs};
use crate::step_error::{Cause, StepError};
use crate::time_step::Pace;
use crate::walls::{Around, BadWall, Wall, WallContacts};
use esker_broad::Threads;
use esker_geom::Vector;
use std::time::Instant;

/// How a step ends.
#[derive(Clone, Copy)]
enum Ending {
    /// Velocities to t + Δt.
    Alone,
    /// That, and positions to the end of the next step, which follows at once.
    AndBeginning,
}

/// Bodies, what they are made of, what acts on them, and the time.
///
/// Everything is a public field. [`World::step`] is the table of contents of the method.
pub struct World<const D: usize> {
    /// The bodies, as columns.
    pub bodies: Bodies<D>,
    /// What bodies and walls are made of.
    pub materials: Materials,
    /// The law of contact.
    pub model: Model,
    /// The acceleration of everything that is free (m/s²).
    pub gravity: Vector<D>,
    /// From where to where (m) space repeats itself along each axis, if it does.
    pub periodic: [Option<[f64; 2]>; D],
    /// Where the world ends, if it does.
    pub bounds: Option<Bounds<D>>,
    /// How many bodies left the bounds and were removed.
    pub lost: u64,
    /// How positions and velocities go through a step.
    pub integrator: Box<dyn Integrator<D>>,
    /// How near pairs are found.
    pub detection: Detection<D>,
    /// Near pairs, and the history of contacts.
    pub neighbors: Neighbors,
    /// Where bodies leave, at the start of steps.
    pub removals: Vec<Removal<D>>,
    /// Where bodies come from, at the start of steps.
    pub insertions: Vec<Insertion<D>>,
    /// The walls; what bodies do to them is measured in every step.
    pub walls: Vec<Wall<D>>,
    /// Where bodies touch walls, and the history of these contacts.
    pub wall_contacts: WallContacts<D>,
    /// The time step (s); the first step chooses one if it is zero: see
    /// [`World::longest_time_step`].
    pub time_step: f64,
    /// Why the time step is what it is, in words; empty before the first step.
    pub time_step_reason: String,
    /// The time (s).
    pub time: f64,
    /// How many steps were made.
    pub steps: u64,
    /// The threads a step may use. The result does not depend on their number.
    pub threads: Threads,
    /// Where the time went.
    pub phases: Phases,
    pub(crate) forces: Forces,
    /// How far the free bodies of each tile are from where the world ends, at least (m); empty if
    /// nothing is known of it.
    pub(crate) room: Vec<f64>,
    coefficients: Vec<f64>,
    pub(crate) forces_known: bool,
    pub(crate) pace: Pace,
}

impl<const D: usize> Default for World<D> {
    fn default() -> Self {
        Self {
            bodies: Bodies::default(),
            materials: Materials::default(),
            model: Model::default(),
            gravity: [0.0; D],
            periodic: [None; D],
            bounds: None,
            lost: 0,
            integrator: (Integrators::<D>::ALL[0].build)(),
            detection: Detection::default(),
            neighbors: Neighbors::default(),
            removals: Vec::new(),
            insertions: Vec::new(),
            walls: Vec::new(),
            wall_contacts: WallContacts::default(),
            time_step: 0.0,
            time_step_reason: String::new(),
            time: 0.0,
            steps: 0,
            threads: Threads::one(),
            phases: Phases::default(),
            forces: Forces::default(),
            room: Vec::new(),
            coefficients: Vec::new(),
            forces_known: false,
            pace: Pace::default(),
        }
    }
}

impl<const D: usize> World<D> {
    /// Advances the world by one time step.
    ///
    /// A step that goes wrong stops the run: bodies stay readable, as they were when the fault was
    /// found.
    pub fn step(&mut self) -> Result<(), StepError> {
        self.run(1)
    }

    /// Makes so many steps, up to the first that fails.
    ///
    /// Bitwise the same as so many calls of `step`: but where one step ends and the next begins,
    /// the integrator goes over the bodies once instead of twice.
    pub fn run(&mut self, steps: u64) -> Result<(), StepError> {
        let mut left = steps;
        while left > 0 {
            left -= self.run_at_one_pace(left)?;
        }
        Ok(())
    }

    /// Makes so many steps, or fewer: the last is the first that chose another time step, which is
    /// always a shorter one. Returns how many.
    pub fn run_at_one_pace(&mut self, steps: u64) -> Result<u64, StepError> {
        let (mut begun, pace) = (None, self.time_step);
        for made in 1..=steps {
            let more = (made < steps).then_some(pace);
            begun = self.advance(begun, more).map_err(|cause| self.failed(cause))?;
            if self.time_step != pace {
                return Ok(made);
            }
        }
        Ok(steps)
    }

    /// One step. `begun` is what the end of the last step has done of it already: how far the
    /// fastest body moved; the same is returned if the next step, with the time step `more` if
    /// there is one, can be begun too.
    fn advance(&mut self, begun: Option<f64>, more: Option<f64>) -> Result<Option<f64>, Cause> {
        // Positions to t + Δt.
        let moved = match begun {
            Some(moved) => moved,
            None => self.begin()?,
        };
        self.move_walls(self.time_step);
        self.check_moved(moved)?;
        // Which pairs may touch.
        self.detect()?;
        // Where, how deep and since when they do; what the laws make of it; velocities to t + Δt.
        let joined = more == Some(self.time_step) && self.joins_the_next();
        let ending = if joined { Ending::AndBeginning } else { Ending::Alone };
        let moved = self.apply_forces(self.time_step, Some(ending));
        // Every number finite, nobody lost.
        self.check_moved(moved)?;
        self.check_depth()?;
        if !joined {
            self.check_nobody_left()?;
        }
        self.time += self.time_step;
        self.steps += 1;
        Ok(joined.then_some(moved))
    }

    /// What comes and goes between steps, and positions to t + Δt.
    fn begin(&mut self) -> Result<f64, Cause> {
        self.room.clear();
        self.check_setting()?;
        self.remove_lost();
        self.remove_due();
        self.insert_due();
        self.check_bodies()?;
        if !self.forces_known {
            self.move_walls(0.0);
            self.forces.forget_moved(self.neighbors.tiles.len());
            self.detect()?;
            self.apply_forces(0.0, None);
            self.forces_known = true;
            self.check_depth()?;
        }
        self.check_time_step()?;
        let (start, interval) = (Instant::now(), self.interval());
        self.integrator.prepare(&mut self.bodies);
        let (integrator, ends) = (&*self.integrator, self.neighbors.ends(self.bodies.len()));
        self.forces.moved.resize_with(ends.len(), Moved::default);
        let mut bodies = Runs::new(&mut self.bodies);
        self.threads.for_each(bodies.each(&ends).zip(&self.forces.moved), |(mut run, moved)| {
            moved.set(integrator.begin(&mut run, &interval));
        });
        self.phases.add(Phase::Integrate, start);
        Ok(self.forces.farthest())
    }

    /// Whether nothing comes between this step and the next, once positions are those of its end:
    /// nobody comes, goes or is outside.
    fn joins_the_next(&mut self) -> bool {
        let (steps, time) = (self.steps + 1, self.time + self.time_step);
        let none_comes = self.insertions.iter().all(|one| !one.acts_in(steps, time));
        let none_goes = self.removals.iter().all(|removal| !removal.acts_in(steps));
        none_comes
            && none_goes
            && self
                .bounds
                .is_none_or(|bounds| !self.integrator.corrects() && self.all_inside(&bounds))
    }

    fn interval(&self) -> Interval<D> {
        Interval { time_step: self.time_step, gravity: self.gravity }
    }

    /// Walls to t + Δt.
    fn move_walls(&mut self, time_step: f64) {
        let time = self.time + time_step;
        self.walls.iter_mut().for_each(|wall| wall.advance(time, time_step));
    }

    /// Which pairs, and which bodies and walls, may touch: lists are made anew only when something
    /// has moved too far.
    fn detect(&mut self) -> Result<(), Cause> {
        let (start, threads) = (Instant::now(), self.threads.for_items(self.bodies.len()));
        if self.integrator.corrects() {
            self.forces.forget_moved(self.neighbors.tiles.len());
        }
        let around = Surroundings {
            periodic: &self.periodic,
            reach: self.reach(1.0),
            history: self.model.history(),
            threads: &threads,
            moved: &self.forces.moved,
            time_step: self.time_step,
        };
        let fresh = self.detection.is_due(&self.bodies, &self.neighbors, &around);
        if fresh {
            // What tiles had is worth nothing without them, and memory is short now.
            self.room.clear();
            self.forces.sums.clear();
            self.forces.thread_of.clear();
            self.forces.desks.iter().for_each(|desk| desk.outside().clear());
            let made = self.detection.make_list(&mut self.bodies, &mut self.neighbors, &around);
            made.map_err(|refused| self.explain(refused))?;
        }
        let around = Around {
            bodies: &self.bodies,
            tiles: &self.neighbors.tiles,
            fresh,
            // R* is that of two spheres of twice the radius.
            reach: self.reach(2.0),
            stride: self.model.history().len(),
            period: lengths(&self.periodic),
            time_step: self.time_step,
        };
        self.wall_contacts.update(&self.walls, &around, &threads);
        self.phases.add(if fresh { Phase::Detect } else { Phase::Watch }, start);
        Ok(())
    }

    /// Where contacts are, how deep and since when, the laws' forces on the bodies, and, if a step
    /// ends with them, velocities to t + Δt: all of it tile by tile. Returns the farthest (m) that a
    /// body moves.
    fn apply_forces(&mut self, time_step: f64, ending: Option<Ending>) -> f64 {
        let (start, reach, interval) = (Instant::now(), self.reach(1.0), self.interval());
        let laws = (&self.model, &self.materials);
        let setting = Setting::new(laws, &self.periodic, reach, &mut self.coefficients, time_step);
        let integrator = &*self.integrator;
        let motion = |run: &mut Run<'_, D>| match ending {
            None => Farthest::default(),
            Some(Ending::Alone) => integrator.end(run, &interval),
            Some(Ending::AndBeginning) => integrator.end_and_begin(run, &interval),
        };
        // Nobody comes for whom there is no tile.
        let threads = self.threads.count().min(self.neighbors.tiles.len()).max(1);
        self.forces.prepare(&self.neighbors.tiles, threads);
        let pass = Pass {
            bodies: Runs::new(&mut self.bodies),
            forces: &self.forces,
            setting: &setting,
            walls: &self.walls,
            wall_reach: self.wall_contacts.reach,
            chunks: Cells::new(&mut self.wall_contacts.chunks),
            motion: &motion,
            keeps_forces: !matches!(ending, Some(Ending::AndBeginning)),
        };
        pass.run(&mut self.neighbors, &self.threads);
        self.wall_contacts.measure(&mut self.walls);
        self.phases.share_out(self.forces.desks.iter_mut().map(|desk| &mut desk.spent), start);
        self.detection.touching = self.forces.contacts() as u64;
        self.forces.farthest()
    }

    /// Chooses the integrator by its name, best before the first step: velocities stay as they are,
    /// and integrators differ in the instant they belong to.
    pub fn set_integrator(&mut self, name: &str) -> Result<(), UnknownIntegrator> {
        self.integrator = Integrators::by_name(name)?;
        self.bodies.forget_motion();
        Ok(())
    }

    /// How far beyond touching the laws act (m) between bodies so many times as large as these.
    pub(crate) fn reach(&self, times: f64) -> f64 {
        self.model.reach(&self.materials, times * self.detection.radii(&self.bodies)[1])
    }

    /// Adds a body of a material that is there and returns its id.
    pub fn add(&mut self, body: &Body<D>) -> Result<u32, BadBody> {
        let density = density_of(body, &self.materials, &self.bodies)?;
        Ok(self.bodies.add(body, density))
    }

    /// Adds a wall, if it is sound, and returns its place in the list.
    pub fn add_wall(&mut self, wall: Wall<D>) -> Result<usize, BadWall> {
        wall.check(&self.materials)?;
        self.walls.push(wall);
        Ok(self.walls.len() - 1)
    }

    /// The number of contacts between bodies and with walls in the last step.
    ///
    /// At a distance only those count that carry a force: under laws that reach so far every near
    /// pair is looked at once more, at about the cost of a step's forces.
    pub fn contacts(&self) -> usize {
        let with_walls: usize = self.walls.iter().map(|wall| wall.contacts).sum();
        let mut between = self.forces.contacts();
        let mut acting = 0;
        if self.reach(1.0) > 0.0 && for_each_contact(self, |_| acting += 1).is_ok() {
            between = acting;
        }
        between + with_walls
    }

    /// The largest overlap in the last step (m), of bodies and with walls.
    pub fn largest_overlap(&self) -> f64 {
        let with_walls = self.walls.iter().map(|wall| wall.largest_overlap);
        with_walls.fold(self.forces.largest_overlap(), f64::max)
    }
}
