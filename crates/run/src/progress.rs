//! How far a run is: what a table or a bar shows while it goes on.

use crate::manifest::Exit;
use std::time::{Duration, Instant};

/// The rate of steps is that of at least so long.
const WINDOW: Duration = Duration::from_secs(1);

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// How many steps were made.
    pub step: u64,
    /// The time (s).
    pub time: f64,
    /// The time (s) at which the run ends.
    pub end_time: f64,
    /// The time step (s); it may be chosen anew when other bodies come.
    pub time_step: f64,
    /// Why the time step is what it is; empty before the first step.
    pub time_step_reason: &'a str,
    /// How many bodies there are.
    pub bodies: usize,
    /// How many contacts there were in the last step.
    pub contacts: usize,
    /// The kinetic energy (J) of motion in the last row of the log.
    pub kinetic_energy: f64,
    /// The largest overlap (m) in the last step.
    pub largest_overlap: f64,
    /// How many steps are made in a second.
    pub steps_per_second: f64,
    /// How long the rest of the run takes at this rate, if that can be told.
    pub time_left: Option<Duration>,
    /// Whether a row of the log was written since the last time.
    pub is_row: bool,
}

/// What becomes of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// It goes on.
    GoOn,
    /// It stops here with a checkpoint, by the user's wish.
    Stop,
    /// It stops here with a checkpoint, because its time by the clock on the wall is over.
    TimeLimit,
}

impl Control {
    /// Why the run ends, if it does.
    pub(crate) fn exit(self) -> Option<(Exit, String)> {
        match self {
            Self::GoOn => None,
            Self::Stop => Some((Exit::Stopped, "stopped by the user".into())),
            Self::TimeLimit => Some((Exit::TimeLimit, "the time limit was reached".into())),
        }
    }
}

/// How fast steps are made.
#[derive(Debug)]
pub(crate) struct Pace {
    since: Instant,
    step: u64,
    rate: f64,
}

impl Pace {
    pub(crate) fn new(step: u64) -> Self {
        Self { since: Instant::now(), step, rate: 0.0 }
    }

    /// The steps per second lately.
    pub(crate) fn rate(&mut self, step: u64) -> f64 {
        let elapsed = self.since.elapsed();
        if elapsed >= WINDOW || self.rate == 0.0 {
            self.rate = (step - self.step) as f64 / elapsed.as_secs_f64().max(1e-9);
        }
        if elapsed >= WINDOW {
            (self.since, self.step) = (Instant::now(), step);
        }
        self.rate
    }
}

/// How long a time (s) takes with steps of a length (s) at a rate (1/s).
pub(crate) fn time_left(time: f64, time_step: f64, rate: f64) -> Option<Duration> {
    let seconds = time.max(0.0) / (time_step * rate);
    Duration::try_from_secs_f64(seconds).ok()
}
