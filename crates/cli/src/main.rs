//! The program `esker`: one file per command.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 the run
//! failed, 2 the input was wrong.

mod allocator;
mod csv_input;
mod detect;
mod error;
mod input;
mod list;
mod measure;
mod memory;
mod paper;
mod progress;
mod table;
mod terminal;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Contact detection: which of many spheres overlap
#[derive(Parser)]
#[command(name = "esker", version, arg_required_else_help = true)]
#[command(after_help = "Each command explains itself: esker detect --help")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(list::Arguments),
    Detect(detect::Arguments),
    Paper(paper::PaperArguments),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::List(arguments) => list::run(&arguments),
        Command::Detect(arguments) => detect::run(&arguments),
        Command::Paper(arguments) => paper::run(&arguments),
    };
    error::exit_code(outcome)
}
