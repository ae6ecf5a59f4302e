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

use super::pass::{Run, Work, for_each_run};
use super::{Integrator, Interval};
use crate::bodies::Bodies;
use esker_broad::Threads;

pub(super) struct Leapfrog;

/// One kick and one drift of each body.
struct Leap<const D: usize>(Interval<D>);

impl<const D: usize> Work<D> for Leap<D> {
    #[inline(always)]
    fn of(&self, mut run: Run<'_, D>) -> f64 {
        for body in 0..run.len() {
            let share = if run.begun[body] == 0 { 0.5 } else { 1.0 };
            run.begun[body] = 1;
            run.kick(body, share * self.0.time_step, &self.0.gravity);
        }
        run.drift(&self.0);
        run.farthest(&self.0)
    }
}

impl<const D: usize> Integrator<D> for Leapfrog {
    fn begin(&mut self, bodies: &mut Bodies<D>, interval: &Interval<D>, threads: &Threads) -> f64 {
        bodies.begun.resize(bodies.len(), 0);
        for_each_run(bodies, threads, Leap(*interval))
    }

    /// The kick of the next step begins where this one ends.
    fn end(&mut self, _bodies: &mut Bodies<D>, _interval: &Interval<D>, _threads: &Threads) -> f64 {
        0.0
    }
}
