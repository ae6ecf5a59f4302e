//! Symplectic Euler: a whole kick, a drift.
//!
//! v(t+Δt) = v(t) + Δt a(t),  x(t+Δt) = x(t) + Δt v(t+Δt). First order, but energy stays bounded.
//! Forces that depend on velocities see v(t+Δt).

use super::work::{Work, work_on};
use super::{Integrator, Interval};
use crate::runs::{Farthest, Run};

pub(super) struct SymplecticEuler;

/// One kick and one drift of each body.
struct KickAndDrift<const D: usize>(Interval<D>);

impl<const D: usize> Work<D> for KickAndDrift<D> {
    #[inline(always)]
    fn of(&self, run: &mut Run<'_, D>) -> Farthest {
        run.kick::<1>(&self.0.gravity, |_| self.0.time_step);
        run.drift(&self.0);
        run.farthest(&self.0)
    }
}

impl<const D: usize> Integrator<D> for SymplecticEuler {
    fn begin(&self, run: &mut Run<'_, D>, interval: &Interval<D>) -> Farthest {
        work_on(run, KickAndDrift(*interval))
    }

    /// Velocities are there already.
    fn end(&self, _run: &mut Run<'_, D>, _interval: &Interval<D>) -> Farthest {
        Farthest::default()
    }
}
