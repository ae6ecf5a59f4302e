//! Integrators: positions and velocities through one time step.
//!
//! An integrator is one file and one line in [`Integrators::ALL`]; [`Integrators::by_name`] makes
//! one.

mod leapfrog;
mod predictor_corrector;
mod symplectic_euler;
mod velocity_verlet;
mod work;

use crate::bodies::Bodies;
use crate::runs::{Farthest, Run};
use esker_geom::Vector;
use std::fmt;

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
/// `end` takes velocities there, from the forces at the new positions. What no force moves (inverse
/// mass zero) keeps its velocity. All three return how far bodies move at most, and no finite
/// numbers if any velocity is not finite, or any spin of a body on which something may act
/// ([`Run::acted_on`]): see [`Run::farthest`]. They are called on runs of bodies, and the result for a
/// body depends on that body alone. Bodies may be sorted, added and removed between any two calls:
/// what an integrator keeps of a body is a column of [`Bodies`].
pub trait Integrator<const D: usize>: Send + Sync {
    /// Gives every body the columns that the integrator keeps, before `begin`.
    fn prepare(&self, _bodies: &mut Bodies<D>) {}

    /// Positions to t + Δt.
    fn begin(&self, run: &mut Run<'_, D>, interval: &Interval<D>) -> Farthest;

    /// Velocities to t + Δt: how far bodies move is that of a step with them.
    fn end(&self, run: &mut Run<'_, D>, interval: &Interval<D>) -> Farthest;

    /// Both, of one step and of the next: bitwise what `end` and `begin` do. Returns what `begin`
    /// does.
    fn end_and_begin(&self, run: &mut Run<'_, D>, interval: &Interval<D>) -> Farthest {
        self.end(run, interval);
        self.begin(run, interval)
    }

    /// Whether `end` moves positions too, by a correction.
    fn corrects(&self) -> bool {
        false
    }

    /// The largest ω Δt with which an undamped oscillation of angular frequency ω does not grow.
    fn stability(&self) -> f64 {
        2.0
    }
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
    /// Every integrator there is; the first is the default.
    pub const ALL: &'static [IntegratorEntry<D>] = &[
        IntegratorEntry {
            name: "velocity-verlet",
            summary: "half a kick, a drift, half a kick: second order, keeps energy",
            build: || Box::new(velocity_verlet::VelocityVerlet),
        },
        IntegratorEntry {
            name: "leapfrog",
            summary: "one kick a step, velocities half a step behind: second order, keeps energy",
            build: || Box::new(leapfrog::Leapfrog),
        },
        IntegratorEntry {
            name: "predictor-corrector",
            summary: "Gear's predict, evaluate, correct: third order, loses a little energy",
            build: || Box::new(predictor_corrector::PredictorCorrector),
        },
        IntegratorEntry {
            name: "symplectic-euler",
            summary: "a whole kick, a drift: first order, keeps energy bounded",
            build: || Box::new(symplectic_euler::SymplecticEuler),
        },
    ];

    /// The integrator with a name.
    pub fn by_name(name: &str) -> Result<Box<dyn Integrator<D>>, UnknownIntegrator> {
        let entry = Self::ALL.iter().find(|entry| entry.name == name);
        entry.map(|entry| (entry.build)()).ok_or_else(|| UnknownIntegrator { name: name.into() })
    }
}

/// No integrator has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownIntegrator {
    name: String,
}

impl fmt::Display for UnknownIntegrator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = Integrators::<3>::ALL.iter().map(|entry| entry.name).collect();
        let known = known.join(", ");
        write!(f, "there is no integrator `{}`; the integrators are {known}", self.name)
    }
}

impl std::error::Error for UnknownIntegrator {}
