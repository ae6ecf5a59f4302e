//! Leapfrog: positions at whole steps, velocities at half steps, one kick a step.
//!
//! ```text
//!   x   0 ─────────▶ 1 ─────────▶ 2          v(t+Δt/2) = v(t-Δt/2) + Δt a(t)
//!   v   0 ─▶ ½ ─────────▶ 1½ ──────          x(t+Δt)   = x(t) + Δt v(t+Δt/2)
//! ```
//!
//! A body begins with the velocity it was given and half a kick; positions are then those of
//! velocity Verlet, to rounding. **Between steps velocities and spins are those of half a step
//! ago**: whoever looks at them sees v(t-Δt/2), and a kinetic energy computed from them swings
//! around the true one with an amplitude of the order of Δt. Forces that depend on velocities see
//! v(t-Δt/2) too.

use super::work::{Work, work_on};
use super::{Integrator, Interval};
use crate::bodies::Bodies;
use crate::runs::{Farthest, Run};

pub(super) struct Leapfrog;

/// One kick and one drift of each body.
struct Leap<const D: usize>(Interval<D>);

impl<const D: usize> Work<D> for Leap<D> {
    #[inline(always)]
    fn of(&self, run: &mut Run<'_, D>) -> Farthest {
        let begun = std::mem::take(&mut run.begun);
        run.kick::<1>(&self.0.gravity, |body| {
            let share = if begun[body] == 0 { 0.5 } else { 1.0 };
            share * self.0.time_step
        });
        begun.fill(1);
        run.begun = begun;
        run.drift(&self.0);
        run.farthest(&self.0)
    }
}

impl<const D: usize> Integrator<D> for Leapfrog {
    fn prepare(&self, bodies: &mut Bodies<D>) {
        bodies.begun.resize(bodies.len(), 0);
    }

    fn begin(&self, run: &mut Run<'_, D>, interval: &Interval<D>) -> Farthest {
        work_on(run, Leap(*interval))
    }

    /// The kick of the next step begins where this one ends.
    fn end(&self, _run: &mut Run<'_, D>, _interval: &Interval<D>) -> Farthest {
        Farthest::default()
    }
}
