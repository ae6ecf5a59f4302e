//! The step of the discrete element method beside LAMMPS, LIGGGHTS and YADE.
//!
//! ```text
//!              round 1   round 2  ...
//!   esker         |         |           every turn is a process of its own, on one core:
//!   lmp hmc       |         |           warm-up, timed steps, contacts counted
//!   lmp hm        |         |           ratios are taken within a round
//! ```
//!
//! All run the same spheres, law, time step and number of steps from the same state, in which no contact has a
//! history yet. Peers have the skin we found to be their fastest; ours tunes its own.

mod case;
mod data;
mod lanes;
mod outcome;
mod peers;
mod process;
mod rows;
pub mod scenes;
mod settled;
mod stage;

pub use case::{Case, run as run_case};

use crate::{Stop, report};
use data::Filling;
use lanes::lanes;
use process::program;
use rows::Row;
use scenes::Scene;
use serde::Serialize;
use stage::Stage;
use std::path::{Path, PathBuf};

/// What to compare.
#[derive(clap::Args)]
pub struct Options {
    /// Only these scenes
    #[arg(long, num_args = 1.., value_name = "NAME", value_parser = scenes::find)]
    scene: Vec<&'static Scene>,
    /// Run the peers too: those given by a path below, or those on PATH
    #[arg(long)]
    peers: bool,
    /// This program of LAMMPS; several are compared
    #[arg(long, value_name = "PATH", requires = "peers", value_parser = program)]
    lammps: Vec<PathBuf>,
    /// This program of LIGGGHTS
    #[arg(long, value_name = "PATH", requires = "peers", value_parser = program)]
    liggghts: Option<PathBuf>,
    /// This program of YADE
    #[arg(long, value_name = "PATH", requires = "peers", value_parser = program)]
    yade: Option<PathBuf>,
    /// Timed steps [default: as many as the scene says]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    steps: Option<u64>,
    /// Untimed steps before the timed ones: after a thousand a bed has come to rest again
    #[arg(long, default_value_t = 100, value_name = "STEPS")]
    warm_up: u64,
    /// How many rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    repeat: u16,
    /// Ours on so many threads, one row each; the first is the reference
    #[arg(long, value_delimiter = ',', default_value = "1", value_name = "N,…",
        value_parser = clap::value_parser!(u16).range(1..))]
    threads: Vec<u16>,
    /// Write the results to this file too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// One table.
#[derive(Serialize)]
struct Comparison {
    scene: &'static str,
    summary: &'static str,
    law: &'static str,
    bodies: usize,
    warm_up: u64,
    steps: u64,
    rows: Vec<Row>,
    disagreements: Vec<String>,
}

/// Prints a table for each scene.
pub fn run(options: &Options) -> Result<(), Stop> {
    let folder = scenes::folder().map_err(Stop::input)?;
    let all = || scenes::ALL.iter().collect();
    let scenes = if options.scene.is_empty() { all() } else { options.scene.clone() };
    let mut comparisons = Vec::new();
    for scene in scenes {
        report::note(&format!("{}: {}", scene.name, scene.summary));
        let comparison = compare(options, scene, &folder)?;
        report::print(&comparison.text())?;
        comparisons.push(comparison);
        // After every scene: a run that is stopped keeps those it has.
        if let Some(path) = &options.json {
            report::write_json(path, false, &comparisons)?;
        }
    }
    let wrong = comparisons.iter().map(|comparison| comparison.disagreements.len()).sum::<usize>();
    if wrong > 0 {
        return Err(format!("the codes disagree {wrong} times: see below the tables").into());
    }
    Ok(())
}

fn compare(options: &Options, scene: &'static Scene, folder: &Path) -> Result<Comparison, Stop> {
    let steps = options.steps.unwrap_or(scene.steps);
    let stage = Stage::new(scene, [options.warm_up, steps])?;
    settled::prepare(scene).map_err(Stop::input)?;
    let spheres = scene.open(folder).map_err(Stop::input)?;
    let bodies = spheres.count;
    if options.peers {
        stage.prepare(folder, &Filling::of(spheres)?)?;
    }
    let mut lanes = lanes(options, bodies);
    for round in 0..options.repeat {
        report::note(&format!("{}: round {} of {}", scene.name, round + 1, options.repeat));
        lanes.iter_mut().try_for_each(|lane| lane.turn(&stage))?;
    }
    Ok(Comparison {
        scene: scene.name,
        summary: scene.summary,
        law: case::LAW,
        bodies,
        warm_up: options.warm_up,
        steps,
        rows: rows::rows(&lanes),
        disagreements: rows::disagreements(&lanes),
    })
}

impl Comparison {
    fn text(&self) -> String {
        let Self { scene, bodies, steps, warm_up, .. } = self;
        let wrong = self.disagreements.iter().map(|text| format!("  DISAGREES: {text}\n"));
        format!(
            "{scene}: {bodies} bodies, {steps} steps after {warm_up}\n{}{}",
            rows::table(&self.rows),
            wrong.collect::<String>()
        )
    }
}

/// An error in words.
fn words(error: impl std::fmt::Display) -> String {
    error.to_string()
}
