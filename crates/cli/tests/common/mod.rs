//! Running the real program.

use std::process::{Command, Output, Stdio};

/// What a run left behind.
#[derive(Debug)]
pub struct Outcome {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        Self {
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }
}

/// The program, ready to run with these arguments, separated by spaces.
pub fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_esker"));
    command.args(arguments.split_whitespace()).stdin(Stdio::null());
    command
}

/// Runs the program.
pub fn esker(arguments: &str) -> Outcome {
    command(arguments).output().expect("the program starts").into()
}
