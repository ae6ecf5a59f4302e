//! A pass over the bodies in runs of fixed length, shared out among threads.
//!
//! ```text
//!   bodies   |  0 … 4095  |  4096 … 8191  |  … |    whoever is free takes the next run; the
//!   run            0              1                 result for a body depends on that body alone
//! ```

use super::Interval;
use crate::bodies::Bodies;
use crate::processor::{Job, on_this_processor};
use esker_broad::Threads;
use esker_geom::Vector;
use esker_geom::rotation::{Rotation, advance};
use std::sync::atomic::{AtomicU64, Ordering};

/// Bodies in a run: enough to outweigh handing it out, few enough to share.
const RUN: usize = 4096;

/// The columns of a run of bodies that an integrator reads and writes; columns not in use are
/// empty.
#[derive(Default)]
pub(super) struct Run<'a, const D: usize> {
    pub(super) position: &'a mut [Vector<D>],
    pub(super) velocity: &'a mut [Vector<D>],
    pub(super) spin: &'a mut [Vector<3>],
    pub(super) rotation: &'a mut [Rotation],
    pub(super) begun: &'a mut [u8],
    pub(super) foreseen: &'a mut [[Vector<D>; 2]],
    pub(super) foreseen_angular: &'a mut [[Vector<3>; 2]],
    force: &'a [Vector<D>],
    torque: &'a [Vector<3>],
    inverse_mass: &'a [f64],
    inverse_inertia: &'a [f64],
}

/// The work on one run of bodies.
///
/// It returns the square of the largest distance (m²) that a body moves in a step, and a NaN or
/// infinity if any velocity or spin is not finite. `of` must be `#[inline(always)]`.
pub(super) trait Work<const D: usize>: Sync {
    fn of(&self, run: Run<'_, D>) -> f64;
}

/// Does the work on every run of bodies; returns the largest distance (m) that a body moves in a
/// step.
pub(super) fn for_each_run<const D: usize>(
    bodies: &mut Bodies<D>,
    threads: &Threads,
    work: impl Work<D>,
) -> f64 {
    let mut rest = Run {
        position: &mut bodies.position,
        velocity: &mut bodies.velocity,
        spin: &mut bodies.spin,
        rotation: &mut bodies.rotation,
        begun: &mut bodies.begun,
        foreseen: &mut bodies.foreseen,
        foreseen_angular: &mut bodies.foreseen_angular,
        force: &bodies.force,
        torque: &bodies.torque,
        inverse_mass: &bodies.inverse_mass,
        inverse_inertia: &bodies.inverse_inertia,
    };
    let runs = std::iter::from_fn(|| (!rest.position.is_empty()).then(|| rest.split_off()));
    // Numbers that are not negative are ordered as their bits are, and a NaN comes after all of
    // them.
    let most = AtomicU64::new(0);
    threads.for_each(runs, |run| on_this_processor(OfRun { run, work: &work, most: &most }));
    f64::from_bits(most.into_inner()).sqrt()
}

struct OfRun<'a, W, const D: usize> {
    run: Run<'a, D>,
    work: &'a W,
    most: &'a AtomicU64,
}

impl<W: Work<D>, const D: usize> Job for OfRun<'_, W, D> {
    #[inline(always)]
    fn run(self) {
        let square = self.work.of(self.run);
        self.most.fetch_max(square.abs().to_bits(), Ordering::Relaxed);
    }
}

impl<const D: usize> Run<'_, D> {
    /// The first bodies, which are then no longer in this run.
    fn split_off(&mut self) -> Self {
        fn front<'a, T>(column: &mut &'a mut [T]) -> &'a mut [T] {
            let whole = std::mem::take(column);
            let (front, rest) = whole.split_at_mut(RUN.min(whole.len()));
            *column = rest;
            front
        }
        fn read<'a, T>(column: &mut &'a [T]) -> &'a [T] {
            let (front, rest) = column.split_at(RUN.min(column.len()));
            *column = rest;
            front
        }
        Self {
            position: front(&mut self.position),
            velocity: front(&mut self.velocity),
            spin: front(&mut self.spin),
            rotation: front(&mut self.rotation),
            begun: front(&mut self.begun),
            foreseen: front(&mut self.foreseen),
            foreseen_angular: front(&mut self.foreseen_angular),
            force: read(&mut self.force),
            torque: read(&mut self.torque),
            inverse_mass: read(&mut self.inverse_mass),
            inverse_inertia: read(&mut self.inverse_inertia),
        }
    }

    /// How many bodies.
    pub(super) fn len(&self) -> usize {
        self.position.len()
    }

    /// The acceleration (m/s²) of a body by the forces of the last step and gravity.
    #[inline(always)]
    pub(super) fn acceleration(&self, body: usize, gravity: &Vector<D>) -> Vector<D> {
        let inverse_mass = self.inverse_mass[body];
        let free = if inverse_mass > 0.0 { 1.0 } else { 0.0 };
        std::array::from_fn(|axis| inverse_mass * self.force[body][axis] + free * gravity[axis])
    }

    /// The angular acceleration (rad/s²) of a body by the torques of the last step.
    #[inline(always)]
    pub(super) fn angular_acceleration(&self, body: usize) -> Vector<3> {
        self.torque[body].map(|torque| self.inverse_inertia[body] * torque)
    }

    /// A body's velocity and spin after its accelerations have acted for a time (s).
    #[inline(always)]
    pub(super) fn kick(&mut self, body: usize, time: f64, gravity: &Vector<D>) {
        let (linear, angular) = (self.acceleration(body, gravity), self.angular_acceleration(body));
        (0..D).for_each(|axis| self.velocity[body][axis] += time * linear[axis]);
        (0..3).for_each(|axis| self.spin[body][axis] += time * angular[axis]);
    }

    /// Positions and orientations after velocities and spins have lasted for a step.
    #[inline(always)]
    pub(super) fn drift(&mut self, interval: &Interval<D>) {
        let step = interval.time_step;
        for (position, velocity) in self.position.iter_mut().zip(&*self.velocity) {
            (0..D).for_each(|axis| position[axis] += step * velocity[axis]);
        }
        for (rotation, spin) in self.rotation.iter_mut().zip(&*self.spin) {
            *rotation = advance(rotation, spin, step);
        }
    }

    /// The square of the largest distance (m²) that a body moves in a step; a NaN or infinity if
    /// any velocity or spin is not finite.
    #[inline(always)]
    pub(super) fn farthest(&self, interval: &Interval<D>) -> f64 {
        let (mut fastest, mut poison) = (0.0, 0.0);
        for (velocity, spin) in self.velocity.iter().zip(&*self.spin) {
            let square: f64 = velocity.iter().map(|v| v * v).sum();
            fastest = if square > fastest { square } else { fastest };
            // Zero, unless one of them is not finite.
            poison += 0.0 * (square + spin[0] * spin[1] * spin[2]);
        }
        fastest * interval.time_step * interval.time_step + poison
    }
}
