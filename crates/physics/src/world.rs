//! The world and its step.

use crate::bodies::{Bodies, Body};
use crate::detection::{Detection, Surroundings};
use crate::forces::{Setting, TileSums, contact_forces};
use crate::integrators::{Integrator, Integrators, Interval};
use crate::laws::Model;
use crate::materials::Materials;
use crate::neighbors::Neighbors;
use esker_broad::{Refused, Threads};
use esker_geom::Vector;

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
    /// How positions and velocities go through a step.
    pub integrator: Box<dyn Integrator<D>>,
    /// How near pairs are found.
    pub detection: Detection<D>,
    /// Near pairs, and the history of contacts.
    pub neighbors: Neighbors,
    /// The time step (s).
    pub time_step: f64,
    /// The time (s).
    pub time: f64,
    /// How many steps were made.
    pub steps: u64,
    /// The threads a step may use. The result does not depend on their number.
    pub threads: Threads,
    sums: Vec<TileSums<D>>,
    coefficients: Vec<f64>,
    forces_known: bool,
}

impl<const D: usize> Default for World<D> {
    fn default() -> Self {
        Self {
            bodies: Bodies::default(),
            materials: Materials::default(),
            model: Model::default(),
            gravity: [0.0; D],
            periodic: [None; D],
            integrator: (Integrators::<D>::ALL[0].build)(),
            detection: Detection::default(),
            neighbors: Neighbors::default(),
            time_step: 0.0,
            time: 0.0,
            steps: 0,
            threads: Threads::one(),
            sums: Vec::new(),
            coefficients: Vec::new(),
            forces_known: false,
        }
    }
}

impl<const D: usize> World<D> {
    /// Advances the world by one time step.
    pub fn step(&mut self) -> Result<(), Refused> {
        if !self.forces_known {
            self.detect()?;
            self.apply_forces(0.0);
            self.forces_known = true;
        }
        let interval = Interval { time_step: self.time_step, gravity: self.gravity };
        self.integrator.begin(&mut self.bodies, &interval, &self.threads);
        self.detect()?;
        self.apply_forces(self.time_step);
        self.integrator.end(&mut self.bodies, &interval, &self.threads);
        self.time += self.time_step;
        self.steps += 1;
        Ok(())
    }

    /// Which pairs may touch: the list is made anew only when something has moved too far.
    fn detect(&mut self) -> Result<(), Refused> {
        let around = Surroundings {
            periodic: &self.periodic,
            reach: self.reach(),
            history: self.model.history(),
            threads: &self.threads,
        };
        self.detection.update(&mut self.bodies, &mut self.neighbors, &around)?;
        Ok(())
    }

    /// Where contacts are, how deep and since when, and the laws' forces on the bodies.
    fn apply_forces(&mut self, time_step: f64) {
        let coefficients_of_pair = self.model.coefficients(&self.materials, &mut self.coefficients);
        let setting = Setting {
            model: &self.model,
            coefficients: &self.coefficients,
            coefficients_of_pair,
            reach: self.reach(),
            period: self.periodic.map(|ends| ends.map_or(f64::INFINITY, |[low, high]| high - low)),
            time_step,
        };
        let (bodies, neighbors) = (&mut self.bodies, &mut self.neighbors);
        contact_forces(bodies, neighbors, &mut self.sums, &setting, &self.threads);
    }

    /// How far beyond touching the laws act between these bodies (m).
    fn reach(&self) -> f64 {
        let largest = self.bodies.radius.iter().copied().fold(0.0, f64::max);
        self.model.reach(&self.materials, largest)
    }

    /// Adds a body of a material that is there and returns its id.
    pub fn add(&mut self, body: &Body<D>) -> u32 {
        let density = self.materials.get(body.material).map_or(1.0, |m| m.density);
        self.bodies.add(body, density)
    }

    /// The number of pairs that touched in the last step.
    pub fn contacts(&self) -> usize {
        self.sums.iter().map(|sums| sums.contacts).sum()
    }

    /// The largest overlap in the last step (m).
    pub fn largest_overlap(&self) -> f64 {
        self.sums.iter().map(|sums| sums.largest_overlap).fold(0.0, f64::max)
    }
}
