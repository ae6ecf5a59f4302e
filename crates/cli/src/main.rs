//! The program `esker`: one file per command.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 the run
//! failed, 2 the input was wrong, 130 stopped by the user with a checkpoint.

mod allocator;
mod check;
mod completions;
mod convert;
mod csv_input;
mod demo;
mod detect;
mod error;
mod frames;
mod input;
mod interrupt;
mod list;
mod man;
mod measure;
mod memory;
mod new;
mod paper;
mod progress;
mod render;
mod report;
mod resume;
mod run;
mod run_table;
mod running;
mod scene_file;
mod schema;
mod screen;
mod sweep;
mod table;
mod terminal;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

const FIRST_STEPS: &str = "\
First steps:
  esker demo                 see grains move, here in the terminal
  esker new first            write a commented scene, first.toml
  esker check first.toml     is it sound?
  esker run first.toml       run it into out/first, with a report in report.html

Each command explains itself: esker run --help
Exit codes: 0 done, 1 the run failed, 2 the input was wrong, 130 stopped by the user.";

/// Simulate grains: bodies that touch, from a scene in a file to pictures and numbers
///
/// The discrete element method with contact detection as its heart. A scene (TOML, with units) runs
/// into a folder of results: a log, frames for ParaView and OVITO, checkpoints, and a report.
#[derive(Parser)]
#[command(name = "esker", version, arg_required_else_help = true, after_help = FIRST_STEPS)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The commands, as a newcomer meets them.
#[derive(Subcommand)]
enum Command {
    Demo(demo::Arguments),
    New(new::Arguments),
    Check(check::Arguments),
    Run(run::Arguments),
    Resume(resume::Arguments),
    Report(report::Arguments),
    Render(render::Arguments),
    Convert(convert::Arguments),
    Sweep(sweep::Arguments),
    List(list::Arguments),
    Detect(detect::Arguments),
    Paper(paper::PaperArguments),
    Schema(schema::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

fn main() -> ExitCode {
    esker::physics::give_back_large_blocks();
    let outcome = match Cli::parse().command {
        Command::Demo(arguments) => demo::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Resume(arguments) => resume::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Render(arguments) => render::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Sweep(arguments) => sweep::run(&arguments),
        Command::List(arguments) => list::run(&arguments),
        Command::Detect(arguments) => detect::run(&arguments),
        Command::Paper(arguments) => paper::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
    };
    error::exit_code(outcome)
}
