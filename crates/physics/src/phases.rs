//! Where the time of a run goes.

use std::sync::LazyLock;
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

    /// Adds the time since an instant to a phase.
    pub(crate) fn add(&mut self, phase: Phase, since: Instant) {
        self.0[phase as usize] += since.elapsed();
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
            for (all, one) in spent.iter_mut().zip(std::mem::take(thread).phases) {
                *all += one.into_inner() as f64;
            }
        }
        let all = spent.iter().sum::<f64>().max(1.0);
        for (phase, spent) in self.0.iter_mut().zip(spent) {
            *phase += passed.mul_f64(spent / all);
        }
    }
}

/// What a thread spends in each phase, in nanoseconds. One phase ends where the next starts: to look at
/// the clock takes a few per cent of what a small tile does.
#[derive(Debug, Default)]
pub(crate) struct Spent {
    phases: [AtomicU64; Phase::ALL.len()],
    /// When the last one ended.
    end: AtomicU64,
}

/// What instants are counted from.
static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

impl Spent {
    /// A phase starts, after a time that belongs to none.
    pub(crate) fn start(&self) {
        self.end.store(Self::now(), Ordering::Relaxed);
    }

    /// Ends a phase.
    pub(crate) fn end(&self, phase: Phase) {
        let now = Self::now();
        let passed = now - self.end.swap(now, Ordering::Relaxed);
        self.phases[phase as usize].fetch_add(passed, Ordering::Relaxed);
    }

    /// How long ago the last one ended.
    pub(crate) fn since_end(&self) -> Duration {
        Duration::from_nanos(Self::now() - self.end.load(Ordering::Relaxed))
    }

    fn now() -> u64 {
        BEGIN.elapsed().as_nanos() as u64
    }
}
