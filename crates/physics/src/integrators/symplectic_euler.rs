//! Symplectic Euler: a whole kick, a drift.
//!
//! v(t+Δt) = v(t) + Δt a(t),  x(t+Δt) = x(t) + Δt v(t+Δt). First order, but energy stays bounded.
//! Forces that depend on velocities see v(t+Δt).

use super::pass::{Run, Work, for_each_run};
use super::{Integrator, Interval};
use crate::bodies::Bodies;
use esker_broad::Threads;

pub(super) struct SymplecticEuler;

/// One kick and one drift of each body.
struct KickAndDrift<const D: usize>(Interval<D>);

impl<const D: usize> Work<D> for KickAndDrift<D> {
    #[inline(always)]
    fn of(&self, mut run: Run<'_, D>) -> f64 {
        (0..run.len()).for_each(|body| run.kick(body, self.0.time_step, &self.0.gravity));
        run.drift(&self.0);
        run.farthest(&self.0)
    }
}

impl<const D: usize> Integrator<D> for SymplecticEuler {
    fn begin(&mut self, bodies: &mut Bodies<D>, interval: &Interval<D>, threads: &Threads) -> f64 {
        for_each_run(bodies, threads, KickAndDrift(*interval))
    }

    /// Velocities are there already.
    fn end(&mut self, _bodies: &mut Bodies<D>, _interval: &Interval<D>, _threads: &Threads) -> f64 {
        0.0
    }
}
