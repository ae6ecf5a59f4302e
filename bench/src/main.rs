//! esker's contact detection beside the libraries one would take instead, on the same sets, in one
//! run. `README.md` says how to read the tables.

mod compare;
mod report;
mod rounds;
mod scaling;
mod sets;
mod spheres;
mod tools;

use clap::{Args, Parser, Subcommand};
use esker_broad::Methods;
use rounds::Budget;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Contact detection side by side with its peers, in one run
#[derive(Parser)]
#[command(name = "esker-bench", version, args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    compare: compare::Options,
}

#[derive(Subcommand)]
enum Command {
    /// Our methods beside their peers on every set (done when no command is given)
    Compare(compare::Options),
    /// Time per sphere over the number of spheres
    Linear(scaling::Options),
    /// Time per sphere over the space between spheres
    Flat(scaling::Options),
    /// Many sizes beside equal sizes with as many pairs
    Sizes(scaling::Options),
    /// Detections on one set and nothing else, for counting instructions
    Once(Once),
    /// The sets, the peers and our methods
    List,
}

/// What all measurements have in common.
#[derive(Args)]
struct Common {
    /// Write the results to this file too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// A twentieth of the spheres and of the seconds: to try the program, not to quote its numbers
    #[arg(long)]
    small: bool,
    /// At least this many timed turns for each tool
    #[arg(long, default_value_t = 7)]
    repeats: usize,
    /// At least this many timed seconds for each tool
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
}

impl Common {
    fn budget(&self) -> Budget {
        let share = if self.small { 1.0 / sets::SMALL as f64 } else { 1.0 };
        Budget { turns: self.repeats.max(1), seconds: self.seconds * share }
    }

    fn write_json(&self, results: &impl Serialize) -> Result<(), String> {
        self.json.as_ref().map_or(Ok(()), |path| report::write_json(path, self.small, results))
    }
}

#[derive(Args)]
struct Once {
    /// A method or a peer
    tool: String,
    /// A set
    #[arg(value_parser = sets::find)]
    set: &'static sets::Set,
    /// A twentieth of the spheres
    #[arg(long)]
    small: bool,
    /// How many detections from nothing, one after the other
    #[arg(long, default_value_t = 1)]
    repeat: usize,
}

fn main() -> ExitCode {
    let line = CommandLine::parse();
    let done = match &line.command {
        None => compare::run(&line.compare),
        Some(Command::Compare(options)) => compare::run(options),
        Some(Command::Linear(options)) => scaling::linear(options),
        Some(Command::Flat(options)) => scaling::flat(options),
        Some(Command::Sizes(options)) => scaling::sizes(options),
        Some(Command::Once(options)) => once(options),
        Some(Command::List) => list(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report::note(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn once(options: &Once) -> Result<(), String> {
    let mut tool = tools::find(&options.tool)?;
    let spheres = options.set.build(options.small);
    for _ in 0..options.repeat {
        tool.rebuild(&spheres);
    }
    let pairs: usize = tool.pairs().iter().map(|pairs| pairs.len()).sum();
    report::print(&format!("{} spheres, {pairs} pairs", spheres.len()))
}

fn list() -> Result<(), String> {
    let sets = sets::ALL.iter().map(|set| ["set", set.name, set.summary]);
    let peers = tools::PEERS.iter().map(|peer| ["peer", peer.name, peer.summary]);
    let methods = Methods::<3>::ALL.iter().map(|entry| ["method", entry.name, entry.summary]);
    for [kind, name, summary] in sets.chain(peers).chain(methods) {
        report::print(&format!("{kind:<7} {name:<18} {summary}"))?;
    }
    Ok(())
}
