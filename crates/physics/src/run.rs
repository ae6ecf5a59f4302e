//! Many steps.

use crate::step_error::StepError;
use crate::world::World;

impl<const D: usize> World<D> {
    /// Makes steps until the time (s) is reached as nearly as whole steps can.
    pub fn run_until(&mut self, time: f64) -> Result<(), StepError> {
        while time - self.time > 0.5 * self.time_step {
            self.step()?;
        }
        Ok(())
    }
}
