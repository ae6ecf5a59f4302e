//! The work of an integrator on a run of bodies, compiled for each kind of processor.

use crate::processor::{Job, on_this_processor};
use crate::runs::{Farthest, Run};

/// What is done to one run of bodies.
///
/// It returns what [`Integrator`](super::Integrator) asks for. `of` must be `#[inline(always)]`.
pub(super) trait Work<const D: usize> {
    fn of(&self, run: &mut Run<'_, D>) -> Farthest;
}

/// Does the work with the widest vectors there are.
pub(super) fn work_on<const D: usize>(run: &mut Run<'_, D>, work: impl Work<D>) -> Farthest {
    on_this_processor(OfRun { run, work })
}

struct OfRun<'a, 'b, W, const D: usize> {
    run: &'a mut Run<'b, D>,
    work: W,
}

impl<W: Work<D>, const D: usize> Job for OfRun<'_, '_, W, D> {
    type Output = Farthest;

    #[inline(always)]
    fn run(self) -> Farthest {
        self.work.of(self.run)
    }
}
