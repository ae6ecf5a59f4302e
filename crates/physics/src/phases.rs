//! Where the time of a run goes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The parts of a step, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Positions and velocities through the step.
    Integrate,
    /// Whether the list of near pairs still holds.
    Watch,
    /// The list of near pairs made anew.
    Detect,
    /// Contacts between bodies, and the laws.
    Contacts,
    /// Contacts with walls.
    Walls,
}

impl Phase {
    /// All of them, with their names.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Integrate, "integrate"),
        (Self::Watch, "watch"),
        (Self::Detect, "detect"),
        (Self::Contacts, "contacts"),
        (Self::Walls, "walls"),
    ];
}

/// The time spent in each phase since the world began.
#[derive(Clone, Debug, Default)]
pub struct Phases([Duration; Phase::ALL.len()]);

impl Phases {
    /// The time spent in a phase.
    pub fn of(&self, phase: Phase) -> Duration {
        self.0[phase as usize]
    }

    /// Adds the time since an instant to a phase, and returns the present instant.
    pub(crate) fn add(&mut self, phase: Phase, since: Instant) -> Instant {
        let now = Instant::now();
        self.0[phase as usize] += now - since;
        now
    }

    /// Adds the time since an instant to the phases that threads have worked on since, each by its
    /// share.
    pub(crate) fn share_out<'a>(
        &mut self,
        threads: impl Iterator<Item = &'a mut Spent>,
        since: Instant,
    ) {
        let (passed, mut spent) = (since.elapsed(), [0.0; Phase::ALL.len()]);
        for thread in threads {
            for (all, one) in spent.iter_mut().zip(std::mem::take(thread).0) {
                *all += one.into_inner() as f64;
            }
        }
        let all = spent.iter().sum::<f64>().max(1.0);
        for (phase, spent) in self.0.iter_mut().zip(spent) {
            *phase += passed.mul_f64(spent / all);
        }
    }
}

/// What a thread spends in each phase.
#[derive(Debug, Default)]
pub(crate) struct Spent([AtomicU64; Phase::ALL.len()]);

impl Spent {
    /// Adds the time since an instant to a phase, and returns the present instant.
    pub(crate) fn add(&self, phase: Phase, since: Instant) -> Instant {
        let now = Instant::now();
        self.0[phase as usize].fetch_add((now - since).as_nanos() as u64, Ordering::Relaxed);
        now
    }
}
