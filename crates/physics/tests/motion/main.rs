//! Motion: integrators, the time step, what can go wrong in a step, and the state.

mod integrators;
mod state;
mod step_errors;
mod support;
mod time_step;
