//! `esker sweep`: every combination of some values, several runs at a time.
//!
//! ```text
//!   combinations ─▶ all checked ─▶ a queue ─▶ jobs ─▶ DIR/vars.d=4mm/ …   each a run like any other
//!                                                └──▶ DIR/sweep.csv       written anew after each
//! ```

mod job;
mod results;

use crate::error::Failure;
use crate::input::whole;
use crate::interrupt;
use crate::progress::Progress;
use crate::scene_file::{read_text, text_of};
use crate::terminal::{counted, note, print, print_json};
use clap::Args;
use esker::run::{Choice, Combination, FileError, choices, combinations};
use esker::scene::read_scene;
use job::{Job, Outcome};
use results::Results;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

const EXAMPLES: &str = "\
Examples:
  esker sweep silo.toml --set vars.d=\"4 mm\",\"6 mm\" --set contact.friction=0.2:0.8:4
  esker sweep silo.toml --set run.time=2 --set vars.d=\"4 mm\",\"6 mm\" --jobs 4 --out out/sizes

Values stand apart by commas; low:high:count are as many at equal steps. A key with a single value has
it in every run. Each run has a folder of its own, DIR/vars.d=4mm,… The table DIR/sweep.csv has a row
for each: its values, how it ended, and the last row of its log. Give the same command again to go
on with a sweep that was stopped: what is finished is passed over, what was begun goes on.
Exit codes: 0 all done, 1 a run failed (the others go on), 2 the input was wrong, 130 stopped by the
user.";

/// Run a scene for every combination of some values
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene, a TOML file
    scene: PathBuf,
    /// A key and the values it is to have, as in `vars.d=4 mm,6 mm`; may be given several times
    #[arg(long, value_name = "KEY=VALUES", required = true)]
    set: Vec<String>,
    /// The folder of all runs; out/<name of the scene>-sweep if not given
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many runs at a time; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = |text: &str| whole(text, 0usize..=1024))]
    jobs: usize,
    /// The number of threads of each run
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = |text: &str| whole(text, 1usize..=1024))]
    threads: usize,
    /// Name the runs, and run none
    #[arg(long)]
    dry_run: bool,
    /// Write no report.html for each run
    #[arg(long)]
    no_report: bool,
    /// The table as one JSON document on standard output
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let wrong = |bad: esker::run::BadSweep| Failure::Input(bad.to_string());
    let choices = choices(&arguments.set).map_err(wrong)?;
    let combinations = combinations(&choices).map_err(wrong)?;
    let out = arguments.out.clone().unwrap_or_else(|| usual_folder(&arguments.scene));
    let jobs = jobs(arguments, &choices, &combinations, &out)?;
    if arguments.dry_run {
        let names = jobs.iter().map(|job| format!("{}\n", job.folder.display()));
        return Ok(print(&names.collect::<String>())?);
    }
    fs::create_dir_all(&out).map_err(FileError::of(&out, "make the folder"))?;
    let mut results = Results::new(&out, &choices, &combinations);
    let at_once = match arguments.jobs {
        0 => thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    };
    note(&format!("{} into {}, {at_once} at a time", counted(jobs.len(), "run"), out.display()));
    interrupt::watch(Some("stopping all runs; once more to stop at once"))?;
    work_through(&jobs, at_once, &mut results)?;
    if arguments.json {
        print_json(&results.json())?;
    }
    ending(&results, &out)
}

/// `out/` and the name of the scene.
fn usual_folder(scene: &Path) -> PathBuf {
    let name = scene.file_stem().unwrap_or("scene".as_ref()).to_string_lossy();
    Path::new("out").join(format!("{name}-sweep"))
}

/// The runs, every one of them a sound scene.
fn jobs(
    arguments: &Arguments,
    choices: &[Choice],
    combinations: &[Combination],
    out: &Path,
) -> Result<Vec<Job>, Failure> {
    let progress = Progress::new(combinations.len());
    let Arguments { threads, no_report, .. } = *arguments;
    let name = arguments.scene.display().to_string();
    let mut jobs = Vec::new();
    for combination in combinations {
        let keys = choices.iter().zip(&combination.values);
        let settings: Vec<_> =
            keys.map(|(choice, value)| format!("{}={value}", choice.key)).collect();
        let (text, scene_folder) = text_of(&arguments.scene, &settings)?;
        let is_sound = || read_scene(&text, &scene_folder).map(|read| read.warnings.is_empty());
        // What is remarkable is told once, what is wrong always.
        if !progress.pass("checking", is_sound).is_ok_and(|plain| plain || !jobs.is_empty()) {
            read_text(&text, &name, &scene_folder)?;
        }
        let folder = out.join(&combination.name);
        jobs.push(Job { folder, text, scene_folder, threads, report: !no_report });
    }
    Ok(jobs)
}

/// Takes runs from the queue until there are none, some at a time; the table grows with each.
fn work_through(jobs: &[Job], at_once: usize, results: &mut Results) -> Result<(), Failure> {
    let (queue, progress) = (AtomicUsize::new(0), Progress::new(jobs.len()));
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        for _ in 0..at_once.min(jobs.len()) {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || work(jobs, queue, &sender));
        }
        drop(sender);
        for (number, outcome) in receiver {
            progress.pass("runs", || ());
            progress.tell(&format!("{}: {}", jobs[number].folder.display(), outcome.reason));
            results.add(number, outcome)?;
        }
        Ok(())
    })
}

fn work(jobs: &[Job], queue: &AtomicUsize, sender: &Sender<(usize, Outcome)>) {
    while !interrupt::interrupted() {
        let number = queue.fetch_add(1, Ordering::Relaxed);
        let Some(job) = jobs.get(number) else { return };
        if sender.send((number, job.run())).is_err() {
            return;
        }
    }
}

fn ending(results: &Results, out: &Path) -> Result<(), Failure> {
    let table = out.join("sweep.csv");
    if interrupt::interrupted() {
        note("stopped; give the same command again to go on");
        return Err(Failure::Stopped);
    }
    note(&format!("wrote {}", table.display()));
    match results.failed() {
        0 => Ok(()),
        failed => Err(Failure::Run(format!(
            "{} of {} failed: see the column `reason` of {}",
            failed,
            counted(results.len(), "run"),
            table.display()
        ))),
    }
}
