//! What is wrong with a mesh file, said to the one who has to mend it.

use esker_narrow::MeshError;
use esker_output::words;
use std::fmt;
use std::path::PathBuf;

/// Why the bytes of a file are no triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct ParseMeshError {
    /// The line it is about, from 1; none in binary files.
    pub line: Option<usize>,
    /// What was found and what to do.
    pub what: String,
}

impl ParseMeshError {
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self { line: None, what: what.into() }
    }

    pub(super) fn at_line(line: usize, what: impl Into<String>) -> Self {
        Self { line: Some(line), what: what.into() }
    }
}

impl fmt::Display for ParseMeshError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(out, "line {line}: {}", self.what),
            None => write!(out, "{}", self.what),
        }
    }
}

impl std::error::Error for ParseMeshError {}

/// The beginning of a text from a file, short enough for a message.
pub(super) fn shortened(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// Why a file could not be read as a mesh.
#[derive(Debug)]
pub struct ReadMeshError {
    /// The file.
    pub path: PathBuf,
    pub(super) reason: Reason,
}

#[derive(Debug)]
pub(super) enum Reason {
    Scale(f64),
    Ending(String),
    File(std::io::Error),
    Content(ParseMeshError),
    Mesh(MeshError),
}

impl fmt::Display for ReadMeshError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "mesh {}: ", self.path.display())?;
        match &self.reason {
            Reason::Scale(scale) => write!(out, "scale is {scale}: give a number above zero"),
            Reason::Ending(ending) => {
                write!(out, "the ending {ending:?} is unknown: give a file .stl, .obj or .ply")
            }
            Reason::File(error) => write!(out, "cannot be opened: {}", words(error)),
            Reason::Content(error) => write!(out, "{error}"),
            Reason::Mesh(error) => write!(out, "{error}"),
        }
    }
}

impl std::error::Error for ReadMeshError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            Reason::File(error) => Some(error),
            Reason::Content(error) => Some(error),
            Reason::Mesh(error) => Some(error),
            Reason::Scale(_) | Reason::Ending(_) => None,
        }
    }
}
