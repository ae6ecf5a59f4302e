//! esker beside what one would take instead: its contact detection on the same sets, its step on the same
//! scenes, in one run. `README.md` says how to read the tables.

mod compare;
mod dem;
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

/// Contact detection and the step side by side with their peers, in one run
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
    /// The step of the discrete element method beside LAMMPS, LIGGGHTS and YADE
    Dem(dem::Options),
    /// Ours on one scene, for `dem`, which starts it for each turn
    #[command(hide = true)]
    DemCase(dem::Case),
    /// Detections on one set and nothing else, for counting instructions
    Once(Once),
    /// The sets, the peers, our methods and the scenes of `dem`
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

/// Why the program stops.
struct Stop {
    /// The exit code: 1 a run failed, 2 the input was wrong.
    code: u8,
    message: String,
}

impl Stop {
    fn input(message: String) -> Self {
        Self { code: 2, message }
    }
}

impl From<String> for Stop {
    fn from(message: String) -> Self {
        Self { code: 1, message }
    }
}

fn main() -> ExitCode {
    esker_physics::give_back_large_blocks();
    match execute(&CommandLine::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop { code, message }) => {
            report::note(&format!("error: {message}"));
            ExitCode::from(code)
        }
    }
}

fn execute(line: &CommandLine) -> Result<(), Stop> {
    match &line.command {
        None => compare::run(&line.compare)?,
        Some(Command::Compare(options)) => compare::run(options)?,
        Some(Command::Linear(options)) => scaling::linear(options)?,
        Some(Command::Flat(options)) => scaling::flat(options)?,
        Some(Command::Sizes(options)) => scaling::sizes(options)?,
        Some(Command::Dem(options)) => dem::run(options)?,
        Some(Command::DemCase(case)) => dem::run_case(case)?,
        Some(Command::Once(options)) => once(options)?,
        Some(Command::List) => list()?,
    }
    Ok(())
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
    let scenes = dem::scenes::ALL.iter().map(|scene| ["scene", scene.name, scene.summary]);
    for [kind, name, summary] in sets.chain(peers).chain(methods).chain(scenes) {
        report::print(&format!("{kind:<7} {name:<18} {summary}"))?;
    }
    Ok(())
}
