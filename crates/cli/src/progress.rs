//! The bar: how many passes are done, on standard error, if that is a terminal.
//!
//! It moves between passes only. A thread that redraws it meanwhile would take time and memory from
//! what is being measured.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// A run shorter than this shows no bar.
const DELAY: Duration = Duration::from_millis(500);

/// A bar over the passes of a run.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
}

impl Progress {
    /// A bar for so many passes, hidden until the run proves long.
    pub(crate) fn new(passes: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(passes as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar, start: Instant::now() }
    }

    /// Runs one pass, named by what it does.
    pub(crate) fn pass<T>(&self, name: &str, work: impl FnOnce() -> T) -> T {
        if self.bar.is_hidden() && self.start.elapsed() > DELAY {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(name.to_string());
        let result = work();
        self.bar.inc(1);
        result
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
