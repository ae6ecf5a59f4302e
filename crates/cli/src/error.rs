//! What can go wrong, by whose it is to act, and the exit code that says so.

use crate::terminal::note;
use esker::output::words;
use esker::run::FileError;
use std::io;
use std::process::ExitCode;

/// Why a command did not finish.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was wrong; the text says what to change.
    Input(String),
    /// The run failed on input that was right.
    Run(String),
    /// The user stopped it; it can go on.
    Stopped,
    /// Standard output could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::Run(error.to_string())
    }
}

/// Says on standard error what went wrong. A reader that has seen enough (`esker … | head`) is no
/// failure.
pub(crate) fn exit_code(outcome: Result<(), Failure>) -> ExitCode {
    let (code, text) = match outcome {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Stopped) => return ExitCode::from(130),
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::SUCCESS;
        }
        Err(Failure::Output(error)) => {
            (1, format!("cannot write to standard output: {}", words(&error)))
        }
        Err(Failure::Run(text)) => (1, text),
        Err(Failure::Input(text)) => (2, text),
    };
    note(&format!("error: {text}"));
    ExitCode::from(code)
}
