//! Velocity Verlet: half a kick, a drift, half a kick.
//!
//! ```text
//!   v(t+Δt/2) = v(t) + Δt/2 a(t)
//!   x(t+Δt)   = x(t) + Δt v(t+Δt/2)
//!   v(t+Δt)   = v(t+Δt/2) + Δt/2 a(t+Δt)
//! ```
//!
//! Forces that depend on velocities (damping) see v(t+Δt/2).
//!
//! The end of a step and the beginning of the next go over the bodies once: memory, not arithmetic,
//! is what they cost.

use super::work::{Work, work_on};
use super::{Integrator, Interval};
use crate::runs::Run;

pub(super) struct VelocityVerlet;

/// Half kicks, one after the other, and perhaps a drift.
struct Kicks<const D: usize> {
    kicks: usize,
    drifts: bool,
    interval: Interval<D>,
}

impl<const D: usize> Work<D> for Kicks<D> {
    #[inline(always)]
    fn of(&self, run: &mut Run<'_, D>) -> f64 {
        for body in 0..run.len() {
            for _ in 0..self.kicks {
                run.kick(body, 0.5 * self.interval.time_step, &self.interval.gravity);
            }
        }
        if self.drifts {
            run.drift(&self.interval);
        }
        run.farthest(&self.interval)
    }
}

impl<const D: usize> Integrator<D> for VelocityVerlet {
    fn begin(&self, run: &mut Run<'_, D>, interval: &Interval<D>) -> f64 {
        work_on(run, Kicks { kicks: 1, drifts: true, interval: *interval })
    }

    fn end(&self, run: &mut Run<'_, D>, interval: &Interval<D>) -> f64 {
        work_on(run, Kicks { kicks: 1, drifts: false, interval: *interval })
    }

    fn end_and_begin(&self, run: &mut Run<'_, D>, interval: &Interval<D>) -> f64 {
        work_on(run, Kicks { kicks: 2, drifts: true, interval: *interval })
    }
}
