//! The terminal as paper: its size and its colours.

use console::Term;
use esker::output::TerminalColors;
use std::env;
use std::io::IsTerminal;

/// The size of a terminal that does not tell its own: columns and rows.
const USUAL: [usize; 2] = [80, 24];

/// Whether standard output is a terminal that can be drawn on.
pub(crate) fn can_draw() -> bool {
    std::io::stdout().is_terminal() && env::var("TERM").is_ok_and(|name| name != "dumb")
}

/// The columns and rows of the terminal.
pub(crate) fn size() -> [usize; 2] {
    let told = Term::stdout().size_checked().map(|(rows, columns)| [columns, rows]);
    told.map_or(USUAL, |size| size.map(usize::from))
}

/// The colours of the terminal; none if its user declines them.
pub(crate) fn colors() -> TerminalColors {
    let is = |name: &str, wanted: &[&str]| {
        env::var(name).is_ok_and(|value| wanted.iter().any(|wanted| value.contains(wanted)))
    };
    if env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) || is("TERM", &["dumb"]) {
        TerminalColors::None
    } else if is("COLORTERM", &["truecolor", "24bit"]) {
        TerminalColors::True
    } else {
        TerminalColors::Table
    }
}
