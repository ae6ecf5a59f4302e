//! The bar: how many passes are done, on standard error, if that is a terminal.
//!
//! It is drawn once when a run proves long and then between passes only. A thread that kept
//! redrawing it would take time and memory from what is being measured.

use crate::terminal::note;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// A run shorter than this shows no bar.
const DELAY: Duration = Duration::from_millis(500);

/// A bar over the passes of a run.
pub(crate) struct Progress {
    bar: ProgressBar,
    show: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// A bar for so many passes, hidden until the run proves long.
    pub(crate) fn new(passes: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(passes as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let show = stderr().is_terminal().then(|| show_later(bar.clone())).flatten();
        Self { bar, show }
    }

    /// Runs one pass, named by what it does.
    pub(crate) fn pass<T>(&self, name: &str, work: impl FnOnce() -> T) -> T {
        self.bar.set_message(name.to_string());
        let result = work();
        self.bar.inc(1);
        result
    }

    /// Tells something above the bar.
    pub(crate) fn tell(&self, text: &str) {
        self.bar.suspend(|| note(text));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, waiting)) = self.show.take() {
            drop(stop);
            let _ = waiting.join(); // a bar that failed to appear is no matter
        }
        self.bar.finish_and_clear();
    }
}

/// Shows the bar after the delay, unless the sender is dropped before. Without a thread to wait in
/// there is no bar.
fn show_later(bar: ProgressBar) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (stop, stopped) = channel();
    let wait = move || {
        if stopped.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.tick();
        }
    };
    Some((stop, Builder::new().spawn(wait).ok()?))
}
