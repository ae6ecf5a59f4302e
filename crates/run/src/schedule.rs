//! When something that happens again and again is due.
//!
//! ```text
//!   k =      0         1         2         3         the k-th is due at the first step whose time
//!   ─┬──┬──┬─┼┬──┬──┬──┼──┬──┬──┬┼─┬──┬──┬──┼▶ t     is k · interval, or nearer to it than half
//!    ●        ●        ●        ●           ●        a time step
//! ```
//!
//! It follows from the time, the time step and a counter, never from a clock or from how many steps
//! were made at once: a resumed run does the same at the same steps.

use esker_scene::Every;

/// An instant of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instant {
    pub(crate) step: u64,
    /// The time (s).
    pub(crate) time: f64,
    /// The time step (s); zero before the first if the world chooses it.
    pub(crate) time_step: f64,
}

impl Instant {
    /// Whether a time (s) is reached, as nearly as whole steps can.
    pub(crate) fn reaches(&self, time: f64) -> bool {
        time <= self.time + 0.5 * self.time_step
    }
}

/// Something that is due at intervals, from step 0 on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    every: Every,
    /// Which time is the next, counted from 0.
    pub(crate) next: u64,
}

impl Schedule {
    pub(crate) fn new(every: Every) -> Self {
        Self { every, next: 0 }
    }

    pub(crate) fn is_due(&self, now: &Instant) -> bool {
        self.reached(now, self.next)
    }

    /// Whether it is due; then the next time is one that is not reached yet.
    pub(crate) fn take(&mut self, now: &Instant) -> bool {
        if !self.is_due(now) {
            return false;
        }
        // An interval may be shorter than a step: times in between are passed over at once.
        let passed = match self.every {
            Every::Seconds(seconds) => ((now.time + 0.5 * now.time_step) / seconds) as u64,
            Every::Steps(steps) => now.step / steps.max(1),
        };
        let next = if self.reached(now, passed) { passed.saturating_add(1) } else { passed };
        self.next = next.max(self.next.saturating_add(1));
        true
    }

    fn reached(&self, now: &Instant, count: u64) -> bool {
        match self.every {
            Every::Seconds(seconds) => now.reaches(count as f64 * seconds),
            Every::Steps(steps) => now.step >= count.saturating_mul(steps.max(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps at which it is due, of so many with a time step (s).
    fn due(every: Every, time_step: f64, steps: u64) -> Vec<u64> {
        let mut schedule = Schedule::new(every);
        let mut now = Instant { step: 0, time: 0.0, time_step: 0.0 };
        let mut due = Vec::new();
        while now.step <= steps {
            if schedule.take(&now) {
                due.push(now.step);
            }
            now = Instant { step: now.step + 1, time: now.time + time_step, time_step };
        }
        due
    }

    #[test]
    fn intervals_of_time_take_the_nearest_step() {
        assert_eq!(due(Every::Seconds(1.0), 0.1, 30), [0, 10, 20, 30]);
        assert_eq!(due(Every::Seconds(1.0), 0.3, 10), [0, 3, 7, 10]);
        assert_eq!(due(Every::Steps(4), 0.3, 10), [0, 4, 8]);
    }

    #[test]
    fn what_is_due_more_often_than_there_are_steps_is_due_in_each() {
        for every in [Every::Seconds(0.03), Every::Seconds(0.0), Every::Seconds(-1.0)] {
            assert_eq!(due(every, 0.1, 4), [0, 1, 2, 3, 4], "{every:?}");
        }
        assert_eq!(due(Every::Steps(0), 0.1, 2), [0, 1, 2]);
        assert!(due(Every::Seconds(f64::NAN), 0.1, 2).is_empty());
        assert!(due(Every::Seconds(f64::INFINITY), 0.1, 2).is_empty());
    }

    /// Counted by thousandths, no row is left out or doubled by rounding.
    #[test]
    fn nothing_is_left_out_over_many_steps() {
        let rows = due(Every::Seconds(1e-3), 1e-5, 1_000_000);
        assert_eq!(rows.len(), 10_001);
        assert!(rows.iter().enumerate().all(|(row, &step)| step == 100 * row as u64));
    }
}
