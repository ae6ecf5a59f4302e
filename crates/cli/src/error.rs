//! What can go wrong, by whose it is to act, and the exit code that says so.

use std::process::ExitCode;

/// Why a command did not finish.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was wrong; the text says what to change.
    Input(String),
    /// The run failed on input that was right.
    Run(String),
}

/// Says on standard error what went wrong.
pub(crate) fn exit_code(outcome: Result<(), Failure>) -> ExitCode {
    let (code, text) = match outcome {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Run(text)) => (1, text),
        Err(Failure::Input(text)) => (2, text),
    };
    eprintln!("error: {text}");
    ExitCode::from(code)
}
