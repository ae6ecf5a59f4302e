//! The program `esker`: one file per command.
//!
//! Results go to standard output or to files, everything else to standard error. Exit codes: 0 done,
//! 1 the run failed, 2 the input was wrong.

mod error;
mod paper;
mod progress;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Contact detection: which of many spheres overlap
#[derive(Parser)]
#[command(name = "esker", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Paper(paper::PaperArguments),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Paper(arguments) => paper::run(&arguments),
    };
    error::exit_code(outcome)
}
