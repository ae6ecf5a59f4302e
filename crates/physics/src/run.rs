//! Many steps.

use crate::step_error::StepError;
use crate::world::World;

impl<const D: usize> World<D> {
    /// Makes so many steps, up to the first that fails.
    pub fn run(&mut self, steps: u64) -> Result<(), StepError> {
        (0..steps).try_for_each(|_| self.step())
    }

    /// Makes steps until the time (s) is reached as nearly as whole steps can.
    pub fn run_until(&mut self, time: f64) -> Result<(), StepError> {
        while time - self.time > 0.5 * self.time_step {
            self.step()?;
        }
        Ok(())
    }
}
