//! The two ways out: results on standard output, all else on standard error.

use serde::Serialize;
use std::io::{self, IsTerminal, Write};

/// Writes a result. The error is the caller's to pass on: `print!` would panic on a closed pipe.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// Writes a result as the one JSON document of this run.
pub(crate) fn print_json(value: &impl Serialize) -> io::Result<()> {
    print(&(serde_json::to_string_pretty(value)? + "\n"))
}

/// Tells the user something that is not a result. Nobody can be told that this fails.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Whether standard error shows colours: a terminal whose user has not declined them.
pub(crate) fn shows_color() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// A number of things, in words.
pub(crate) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
