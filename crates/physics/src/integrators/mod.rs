//! Integrators: positions and velocities through one time step.
//!
//! An integrator is one file and one line in [`INTEGRATORS`].

mod velocity_verlet;

use crate::bodies::Bodies;
use esker_broad::Threads;
use esker_geom::Vector;

/// What an integrator is given beside the bodies.
#[derive(Clone, Copy, Debug)]
pub struct Interval<const D: usize> {
    /// The time step (s).
    pub time_step: f64,
    /// The acceleration of everything that is free (m/s²).
    pub gravity: Vector<D>,
}

/// A way through a time step.
///
/// **Contract.** `begin` takes positions to the end of the step, from the forces of the last one;
/// `end` takes velocities there, from the forces at the new positions. What no force moves (inverse mass
/// zero) keeps its velocity. The result for a body depends on that body alone.
pub trait Integrator<const D: usize>: Send + Sync {
    /// Positions to t + Δt.
    fn begin(&mut self, bodies: &mut Bodies<D>, interval: &Interval<D>, threads: &Threads);

    /// Velocities to t + Δt.
    fn end(&mut self, bodies: &mut Bodies<D>, interval: &Interval<D>, threads: &Threads);
}

/// One line of the list of integrators.
pub struct IntegratorEntry<const D: usize> {
    /// The name in scenes and tables.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Makes it.
    pub build: fn() -> Box<dyn Integrator<D>>,
}

/// The list of integrators.
pub struct Integrators<const D: usize>;

impl<const D: usize> Integrators<D> {
    /// Every integrator there is.
    pub const ALL: &'static [IntegratorEntry<D>] = &[IntegratorEntry {
        name: "velocity-verlet",
        summary: "half a kick, a drift, half a kick: second order, keeps energy",
        build: || Box::new(velocity_verlet::VelocityVerlet),
    }];
}
