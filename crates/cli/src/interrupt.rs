//! Ctrl-C and the system's wish that the program end: noted once, obeyed at the second time.

use crate::error::Failure;
use crate::terminal::note;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether Ctrl-C was pressed, or the system asked the program to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the program was asked to end since it watches.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// From now on the first Ctrl-C or SIGTERM is noted, with a word to the user if there is one, and the
/// second ends the program at once.
pub(crate) fn watch(word: Option<&'static str>) -> Result<(), Failure> {
    let handler = move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        word.into_iter().for_each(note);
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::Run(format!("cannot listen for Ctrl-C: {error}")))
}
