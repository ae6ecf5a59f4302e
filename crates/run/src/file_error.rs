//! A file or folder that could not be used: what was being done, what the system says, what to do.
//!
//! ```text
//!   cannot write out/silo/log.csv: no space left on device; free some space and go on with `esker resume out/silo`
//!          doing path              error                    remedy          way out
//! ```

use esker_output::words;
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A file or folder that could not be used.
#[derive(Debug)]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// What was being done, after "cannot".
    pub doing: &'static str,
    /// What the system says.
    pub error: io::Error,
    /// What else can be done.
    pub way_out: WayOut,
}

/// What can be done when a file or folder cannot be used, beyond making it usable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WayOut {
    /// Nothing that is known.
    #[default]
    None,
    /// A run that is to begin takes another folder.
    OtherFolder,
    /// A run that has begun goes on in its folder.
    Resume(PathBuf),
}

impl FileError {
    /// For `map_err`: what was being done to a path.
    pub fn of(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |error| Self { path, doing, error, way_out: WayOut::None }
    }

    /// What makes the file or folder usable, if that is known.
    fn remedy(&self) -> Option<&'static str> {
        let reads = self.doing.starts_with("read");
        match self.error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Some("free some space"),
            ErrorKind::PermissionDenied if reads => Some("allow reading it"),
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                Some("allow writing there")
            }
            ErrorKind::NotFound if !reads => Some("make its folder first"),
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory => Some("move that file away"),
            _ => None,
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} {}: {}", self.doing, self.path.display(), words(&self.error))?;
        let Some(remedy) = self.remedy() else { return Ok(()) };
        write!(f, "; {remedy}")?;
        match &self.way_out {
            WayOut::None => Ok(()),
            WayOut::OtherFolder => write!(f, ", or choose another folder with --out"),
            WayOut::Resume(folder) => {
                write!(f, " and go on with `esker resume {}`", folder.display())
            }
        }
    }
}

impl std::error::Error for FileError {}
