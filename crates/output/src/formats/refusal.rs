//! Why a file of results cannot be read, with the line and the remedy.
//!
//! ```text
//!   start.csv: 2 rows cannot be used
//!     start.csv:4: r is '-1'; a radius must be above zero
//!     start.csv:9: 3 fields; expected 4: x,y,z,r
//! ```
//!
//! A bad row is never left out in silence: all are counted, and the first of them spelt out.

use crate::file::words;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The most reasons to spell out; the rest are counted.
const SHOWN: usize = 20;

/// Why contents cannot be read, wherever they came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// The first reasons, with their line from 1 where there is one.
    reasons: Vec<(Option<usize>, String)>,
    count: usize,
}

impl Refusal {
    /// One reason that concerns the whole.
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { reasons: vec![(None, what.into())], count: 1 }
    }

    /// One reason at a line, from 1.
    pub(crate) fn at(line: usize, what: impl Into<String>) -> Self {
        Self { reasons: vec![(Some(line), what.into())], count: 1 }
    }

    pub(crate) fn add(&mut self, line: usize, what: String) {
        self.count += 1;
        if self.count <= SHOWN {
            self.reasons.push((Some(line), what));
        }
    }

    /// The refusal, if there was a reason for one.
    pub(crate) fn unless_empty(self) -> Result<(), Self> {
        if self.count == 0 { Ok(()) } else { Err(self) }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, file: &str) -> fmt::Result {
        let reason = |(line, what): &(Option<usize>, String)| match (line, file) {
            (Some(line), "") => format!("line {line}: {what}"),
            (Some(line), file) => format!("{file}:{line}: {what}"),
            (None, "") => what.clone(),
            (None, file) => format!("{file}: {what}"),
        };
        if let [only] = &self.reasons[..] {
            return f.write_str(&reason(only));
        }
        let colon = if file.is_empty() { "" } else { ": " };
        write!(f, "{file}{colon}{} rows cannot be used", self.count)?;
        self.reasons.iter().try_for_each(|found| write!(f, "\n  {}", reason(found)))?;
        match self.count - self.reasons.len() {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, "")
    }
}

impl std::error::Error for Refusal {}

/// Why a file of results cannot be read.
#[derive(Debug)]
pub struct BadFile {
    path: PathBuf,
    fault: Fault,
}

#[derive(Debug)]
enum Fault {
    File(io::Error),
    Contents(Refusal),
}

impl BadFile {
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self { path: path.to_path_buf(), fault: Fault::File(error) }
    }

    pub(crate) fn contents(path: &Path, refusal: Refusal) -> Self {
        Self { path: path.to_path_buf(), fault: Fault::Contents(refusal) }
    }
}

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Fault::File(error) => {
                write!(f, "cannot read {}: {}", self.path.display(), words(error))
            }
            Fault::Contents(refusal) => refusal.write(f, &self.path.display().to_string()),
        }
    }
}

impl std::error::Error for BadFile {}

/// Reads a file whole and takes it apart.
pub(crate) fn read_with<T>(
    path: &Path,
    parse: impl FnOnce(&[u8]) -> Result<T, Refusal>,
) -> Result<T, BadFile> {
    let bytes = crate::file::read(path).map_err(|error| BadFile::file(path, error))?;
    parse(&bytes).map_err(|refusal| BadFile::contents(path, refusal))
}

/// A text from a file as it may stand in a message: quoted, visible, not too long.
pub(crate) fn shown(text: &str) -> String {
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(40).collect();
    let more = if characters.next().is_some() { "…" } else { "" };
    format!("'{}{more}'", start.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_name_file_and_line_and_the_rest_are_counted() {
        let path = Path::new("a.csv");
        let one = BadFile::contents(path, Refusal::at(3, "x is 'a', not a number"));
        assert_eq!(one.to_string(), "a.csv:3: x is 'a', not a number");
        let whole = BadFile::contents(path, Refusal::new("the file is empty"));
        assert_eq!(whole.to_string(), "a.csv: the file is empty");
        let mut many = Refusal::default();
        (1..=SHOWN + 2).for_each(|line| many.add(line, "bad".into()));
        let text = BadFile::contents(path, many).to_string();
        assert!(text.starts_with("a.csv: 22 rows cannot be used\n  a.csv:1: bad\n"), "{text}");
        assert!(text.ends_with("\n  a.csv:20: bad\n  and 2 more"), "{text}");
    }

    #[test]
    fn text_of_files_is_quoted_visible_and_short() {
        assert_eq!(shown("a\u{7}\n"), "'a\\u{7}\\n'");
        assert_eq!(shown(&"x".repeat(50)), format!("'{}…'", "x".repeat(40)));
    }
}
