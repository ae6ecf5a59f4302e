//! Why a run could not be made or go on, written for the one who must act.

use crate::file_error::{FileError, WayOut};
use esker_output::{BadCheckpoint, BadFile, BadPicture};
use esker_physics::{BadState, StepError};
use std::fmt;
use std::path::{Path, PathBuf};

/// Why a run could not be made or go on.
#[derive(Debug)]
pub enum RunError {
    /// A file or folder could not be used.
    File(FileError),
    /// The folder holds something already.
    Taken {
        /// The folder.
        folder: PathBuf,
        /// Whether it is a run, which could go on.
        is_run: bool,
    },
    /// Another program is at work in the folder.
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// There is no run in the folder.
    NoRun {
        /// The folder.
        folder: PathBuf,
    },
    /// The manifest of a run cannot be understood.
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Something the scene asks for is not there.
    Unknown {
        /// What it is.
        what: &'static str,
        /// Its name.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// A file of results cannot be read.
    Read(BadFile),
    /// A picture cannot be drawn.
    Picture(BadPicture),
    /// The log has other columns than the scene.
    OtherColumns {
        /// The log.
        path: PathBuf,
    },
    /// No checkpoint can be read.
    Checkpoint(BadCheckpoint),
    /// A checkpoint does not fit the scene.
    State {
        /// The checkpoint.
        path: PathBuf,
        /// Why.
        bad: BadState,
    },
    /// A step could not be made.
    Step {
        /// Which and why.
        error: Box<StepError>,
        /// The folder of the run.
        folder: PathBuf,
        /// The checkpoint from which it may go on, and its step.
        checkpoint: Option<(PathBuf, u64)>,
    },
}

impl RunError {
    /// The same with what else can be done, if it is about a file.
    pub(crate) fn or(self, way_out: WayOut) -> Self {
        match self {
            Self::File(error) => Self::File(FileError { way_out, ..error }),
            other => other,
        }
    }
}

impl From<FileError> for RunError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl From<BadFile> for RunError {
    fn from(bad: BadFile) -> Self {
        Self::Read(bad)
    }
}

impl From<BadPicture> for RunError {
    fn from(bad: BadPicture) -> Self {
        Self::Picture(bad)
    }
}

impl From<BadCheckpoint> for RunError {
    fn from(bad: BadCheckpoint) -> Self {
        Self::Checkpoint(bad)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Taken { folder, is_run: true } => {
                let folder = folder.display();
                write!(
                    f,
                    "{folder} holds a run already: go on with it by `esker resume {folder}`, choose \
                     another folder with --out, or replace it with --force"
                )
            }
            Self::Taken { folder, is_run: false } => write!(
                f,
                "{} is not empty, and what it holds is no run: choose another folder with --out",
                folder.display()
            ),
            Self::InUse { folder } => {
                write!(f, "another program is running in {}: wait until it ends", folder.display())
            }
            Self::NoRun { folder } => write!(
                f,
                "there is no run in {}: it has no scene.toml; start one with `esker run SCENE`",
                folder.display()
            ),
            Self::Manifest { path, what } => {
                write!(f, "{} is not the manifest of a run of this program: {what}", path.display())
            }
            Self::Unknown { what, name, known } => {
                write!(f, "there is no {what} `{name}`; there are {}", known.join(", "))
            }
            Self::Read(bad) => bad.fmt(f),
            Self::Picture(bad) => bad.fmt(f),
            Self::OtherColumns { path } => write!(
                f,
                "{} has other columns than the scene beside it: a run goes on with the measures, \
                 insertions and removals it began with",
                path.display()
            ),
            Self::Checkpoint(bad) => bad.fmt(f),
            Self::State { path, bad } => write!(
                f,
                "the checkpoint {} does not fit the scene beside it: {bad}",
                path.display()
            ),
            Self::Step { error, folder, checkpoint } => {
                fmt_step(f, error, folder, checkpoint.as_ref())
            }
        }
    }
}

fn fmt_step(
    f: &mut fmt::Formatter<'_>,
    error: &StepError,
    folder: &Path,
    checkpoint: Option<&(PathBuf, u64)>,
) -> fmt::Result {
    write!(f, "{error}")?;
    let Some((path, step)) = checkpoint else { return Ok(()) };
    write!(
        f,
        "\nthe last checkpoint, of step {step}, is {}; mend {} and go on from there with \
         `esker resume {}`, or mend the scene and run it again",
        path.display(),
        folder.join("scene.toml").display(),
        folder.display()
    )
}

impl std::error::Error for RunError {}
