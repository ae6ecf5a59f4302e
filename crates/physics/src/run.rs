//! Many steps.

use crate::step_error::StepError;
use crate::world::World;

/// The most steps at once: over so many the sum of their times is exact to far less than a step.
const MOST_AT_ONCE: f64 = 1e6;

impl<const D: usize> World<D> {
    /// Makes steps until the time (s) is reached as nearly as whole steps can.
    pub fn run_until(&mut self, time: f64) -> Result<(), StepError> {
        while time - self.time > 0.5 * self.time_step {
            // The last ones singly: which of them is the nearest is for the sum to say. Before the
            // first step no time step may have been chosen.
            let left = (time - self.time) / self.time_step;
            let sure = if left.is_finite() { (left - 2.0).clamp(1.0, MOST_AT_ONCE) } else { 1.0 };
            self.run_at_one_pace(sure as u64)?;
        }
        Ok(())
    }
}
