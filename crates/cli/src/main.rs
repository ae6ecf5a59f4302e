//! The program `esker`: one file per command.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 the run
//! failed, 2 the input was wrong, 130 stopped by the user with a checkpoint.

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
mod resume;
mod run;
mod run_table;
mod running;
mod scene_file;
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
    Run(run::Arguments),
    Resume(resume::Arguments),
    List(list::Arguments),
    Detect(detect::Arguments),
    Paper(paper::PaperArguments),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Resume(arguments) => resume::run(&arguments),
        Command::List(arguments) => list::run(&arguments),
        Command::Detect(arguments) => detect::run(&arguments),
        Command::Paper(arguments) => paper::run(&arguments),
    };
    error::exit_code(outcome)
}
