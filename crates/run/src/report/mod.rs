//! `report.html`: one page about a run, which needs no other file.
//!
//! ```text
//!   title, how it ended, warnings
//!   what it is          bodies, walls, law, time step and its reason
//!   pictures            first, middle, last; a small movie
//!   the log             a plot for each group of columns
//!   speed               where the time went
//!   scene               the exact text
//! ```
//!
//! Pictures take most of the time, so they are small, and the movie has no more frames than its share
//! of seconds allows.

mod pictures;
mod plots;

pub use pictures::add_stills;

use crate::error::RunError;
use crate::file_error::FileError;
use crate::manifest::{Exit, Manifest};
use crate::results::Results;
use esker_output::{Page, Table, decimal, number};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time that the movie of a report may take after a run: hardly to be noticed.
pub const MOMENT: Duration = Duration::from_millis(800);

/// The share of a run's own time that the movie may take in any case.
const SHARE: f64 = 0.005;

/// Writes the report of a run into its folder and says where it is. The movie takes about as long as
/// is given, or a two-hundredth of the run if that is longer; none is made in no time. The rest takes
/// what three pictures take.
pub fn report(folder: &Path, movie: Duration) -> Result<PathBuf, RunError> {
    let results = Results::open(folder)?;
    let manifest = results.manifest()?;
    let title = if manifest.title.is_empty() { "A run" } else { &manifest.title };
    let mut page = Page::new(title);
    page.paragraph(&ending(&manifest));
    page.warnings(&manifest.warnings);
    page.section("What it is");
    page.table(&what_it_is(&manifest));
    if !results.frames().is_empty() {
        page.section("Pictures");
        let share = Duration::from_secs_f64(SHARE * manifest.wall_seconds.clamp(0.0, 1e4));
        let movie = if movie.is_zero() { movie } else { movie.max(share) };
        pictures::add(&mut page, &results, movie)?;
    }
    page.section("The log");
    plots::add(&mut page, &results.log()?);
    page.section("Speed");
    page.paragraph(&speed(&manifest));
    page.table(&phases(&manifest));
    page.section("Scene");
    page.preformatted(&results.scene_text()?);
    let path = results.folder().join("report.html");
    esker_output::write(&path, &page.to_html()).map_err(FileError::of(&path, "write"))?;
    Ok(path)
}

/// How far the run is, in a sentence.
fn ending(manifest: &Manifest) -> String {
    let how = match manifest.exit {
        Exit::Running => "The run goes on, or was killed".into(),
        Exit::Failed => format!("The run failed: {}", manifest.exit_reason),
        Exit::Stopped | Exit::TimeLimit => format!("The run was halted: {}", manifest.exit_reason),
        Exit::Done | Exit::Condition => format!("The run is done: {}", manifest.exit_reason),
    };
    let (time, steps) = (number(manifest.time), number(manifest.steps as f64));
    format!("{how}. It has made {steps} steps and reached {time} s.")
}

/// What ran, as rows of a name and a text.
fn what_it_is(manifest: &Manifest) -> Table {
    let mut table = Table::words(&["", ""]);
    let mut row = |name: &str, text: String| table.row([name.to_string(), text]);
    let walls = if manifest.walls.is_empty() { "none".into() } else { manifest.walls.join(", ") };
    row("bodies", number(manifest.bodies as f64));
    row("walls", walls);
    row("dimensions", manifest.dimension.to_string());
    row("law of contact", manifest.model.clone());
    row("time", format!("{} s of {} s", number(manifest.time), number(manifest.end_time)));
    row(
        "time step",
        match &manifest.time_step_reason[..] {
            "" => format!("{} s", number(manifest.time_step)),
            reason => reason.into(),
        },
    );
    if let Some(story) = manifest.time_step_story() {
        row("", story);
    }
    row("frames", number(manifest.frames as f64));
    row("begun", manifest.started.clone());
    row("last heard of", manifest.updated.clone());
    row("program", format!("esker {}", manifest.esker));
    row("machine", format!("{}, {} threads", manifest.processor, manifest.threads));
    table
}

fn speed(manifest: &Manifest) -> String {
    let memory = manifest.peak_memory.map_or(String::new(), |bytes| {
        format!(" It held {} MB of memory at most.", number(bytes as f64 / 1e6))
    });
    let again = match manifest.resumed {
        0 => String::new(),
        1 => " It went on from a checkpoint once.".into(),
        times => format!(" It went on from a checkpoint {times} times."),
    };
    format!(
        "{} body-steps per second over {} s. The list of near pairs was made {} times.{memory}{again}",
        number(manifest.body_steps_per_second),
        number(manifest.wall_seconds),
        number(manifest.rebuilds as f64),
    )
}

/// Where the time went.
fn phases(manifest: &Manifest) -> Table {
    let mut table = Table::numbers(&["phase", "seconds", "share"]);
    let total = manifest.wall_seconds.max(1e-9);
    for phase in &manifest.phases {
        let share = format!("{} %", decimal(100.0 * phase.seconds / total, 1));
        table.row([phase.name.clone(), decimal(phase.seconds, 3), share]);
    }
    let all = [String::from("all"), decimal(manifest.wall_seconds, 3), "100 %".into()];
    table.row(all);
    table
}
