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
use crate::runs::{Farthest, Run};

pub(super) struct VelocityVerlet;

/// Half kicks, one after the other, and perhaps a drift.
struct Kicks<const KICKS: usize, const DRIFTS: bool, const D: usize>(Interval<D>);

impl<const KICKS: usize, const DRIFTS: bool, const D: usize> Work<D> for Kicks<KICKS, DRIFTS, D> {
    #[inline(always)]
    fn of(&self, run: &mut Run<'_, D>) -> Farthest {
        run.kick::<KICKS>(&self.0.gravity, |_| 0.5 * self.0.time_step);
        if DRIFTS {
            run.drift(&self.0);
        }
        run.farthest(&self.0)
    }
}

impl<const D: usize> Integrator<D> for VelocityVerlet {
    fn begin(&self, run: &mut Run<'_, D>, interval: &Interval<D>) -> Farthest {
        work_on(run, Kicks::<1, true, D>(*interval))
    }

    fn end(&self, run: &mut Run<'_, D>, interval: &Interval<D>) -> Farthest {
        work_on(run, Kicks::<1, false, D>(*interval))
    }

    fn end_and_begin(&self, run: &mut Run<'_, D>, interval: &Interval<D>) -> Farthest {
        work_on(run, Kicks::<2, true, D>(*interval))
    }
}
