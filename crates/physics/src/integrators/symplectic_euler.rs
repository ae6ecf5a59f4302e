//! Symplectic Euler: a whole kick, a drift.
//!
//! v(t+Δt) = v(t) + Δt a(t),  x(t+Δt) = x(t) + Δt v(t+Δt). First order, but energy stays bounded.
//! Forces that depend on velocities see v(t+Δt).

use super::pass::for_each_run;
use super::{Integrator, Interval};
use crate::bodies::Bodies;
use esker_broad::Threads;

pub(super) struct SymplecticEuler;

impl<const D: usize> Integrator<D> for SymplecticEuler {
    fn begin(&mut self, bodies: &mut Bodies<D>, interval: &Interval<D>, threads: &Threads) {
        for_each_run(bodies, threads, |mut run| {
            (0..run.len()).for_each(|body| run.kick(body, interval.time_step, &interval.gravity));
            run.drift(interval);
        });
    }

    /// Velocities are there already.
    fn end(&mut self, _bodies: &mut Bodies<D>, _interval: &Interval<D>, _threads: &Threads) {}
}
