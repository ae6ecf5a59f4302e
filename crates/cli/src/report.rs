//! `esker report`: a page about a run.

use crate::error::Failure;
use crate::running::refused;
use crate::terminal::{note, print_json};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  esker report out/silo
  esker report out/silo --no-movie

The page is DIR/report.html: what ran and how it ended, warnings, pictures and a small movie, a plot
for every measure, where the time went, the exact scene. It is one file, to be sent as it is. It can
be made of a run that goes on. `esker run` makes it at the end, with a shorter movie.";

/// The movie takes about so long.
const MOVIE: Duration = Duration::from_secs(15);

/// Write a page about a run: pictures, plots, speed
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The folder of the run
    folder: PathBuf,
    /// Leave the movie out, which takes most of the time
    #[arg(long)]
    no_movie: bool,
    /// One JSON document on standard output
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let movie = if arguments.no_movie { Duration::ZERO } else { MOVIE };
    let path = esker::run::report(&arguments.folder, movie).map_err(refused)?;
    match arguments.json {
        true => print_json(&json!({ "file": path }))?,
        false => note(&format!("wrote {}; open it in a browser", path.display())),
    }
    Ok(())
}
