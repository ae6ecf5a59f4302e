//! The table of a run, as it goes: a line for rows of the log, a bar on a terminal, an account at
//! the end.
//!
//! ```text
//!       step      time (s)  bodies  contacts  kinetic (J)  overlap (m)   steps/s       left
//!       4200      0.021000    1632      3391    1.284e-03    1.052e-05      8120    1m 40s
//! ```

use crate::table::{Align, Table};
use crate::terminal::{counted, note};
use esker::run::{Exit, Manifest, Outcome, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::path::Path;
use std::time::{Duration, Instant};

/// The heading is repeated after so many lines.
const LINES: usize = 20;
/// Lines are at least so far apart.
const APART: Duration = Duration::from_secs(1);
/// The length of the bar.
const PARTS: u64 = 1000;

/// The table of a run that goes on.
pub(crate) struct RunTable {
    quiet: bool,
    bar: ProgressBar,
    lines: usize,
    shown: Option<Instant>,
    /// The last line, if it was not shown yet.
    waiting: Option<String>,
    /// The time step (s) that was told last; zero before the first.
    time_step: f64,
}

impl RunTable {
    pub(crate) fn new(quiet: bool) -> Self {
        // Nothing is drawn where standard error is no terminal.
        let target =
            if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(PARTS), target);
        let style = ProgressStyle::with_template("{bar:40} {percent} %, {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { quiet, bar, lines: 0, shown: None, waiting: None, time_step: 0.0 }
    }

    /// Shows how far a run is.
    pub(crate) fn show(&mut self, progress: &Progress<'_>) {
        if self.quiet {
            return;
        }
        let share = (progress.time / progress.end_time).clamp(0.0, 1.0);
        self.bar.set_message(format!("{} left", time_left(progress)));
        self.bar.set_position((share * PARTS as f64) as u64);
        if self.time_step != progress.time_step && !progress.time_step_reason.is_empty() {
            let since = if self.time_step == 0.0 { "" } else { " from here on" };
            self.tell(&format!("time step{since}: {}", progress.time_step_reason));
            self.time_step = progress.time_step;
        }
        if progress.is_row {
            self.waiting = Some(line(progress));
        }
        if self.shown.is_none_or(|shown| shown.elapsed() >= APART) {
            self.show_waiting();
        }
    }

    fn show_waiting(&mut self) {
        let Some(line) = self.waiting.take() else { return };
        if self.lines.is_multiple_of(LINES) {
            self.tell(&HEADINGS.map(|(name, width)| format!("{name:>width$}")).join("  "));
        }
        self.tell(&line);
        self.lines += 1;
        self.shown = Some(Instant::now());
    }

    fn tell(&self, text: &str) {
        self.bar.suspend(|| note(text));
    }

    /// Shows the last line and takes the bar away.
    pub(crate) fn finish(mut self) {
        self.show_waiting();
        self.bar.finish_and_clear();
    }
}

const HEADINGS: [(&str, usize); 8] = [
    ("step", 10),
    ("time (s)", 12),
    ("bodies", 8),
    ("contacts", 9),
    ("kinetic (J)", 11),
    ("overlap (m)", 11),
    ("steps/s", 9),
    ("left", 10),
];

fn line(progress: &Progress<'_>) -> String {
    let cells = [
        progress.step.to_string(),
        format!("{:.6}", progress.time),
        progress.bodies.to_string(),
        progress.contacts.to_string(),
        format!("{:.3e}", progress.kinetic_energy),
        format!("{:.3e}", progress.largest_overlap),
        format!("{:.0}", progress.steps_per_second),
        time_left(progress),
    ];
    let cells = cells.iter().zip(HEADINGS).map(|(cell, (_, width))| format!("{cell:>width$}"));
    cells.collect::<Vec<_>>().join("  ")
}

fn time_left(progress: &Progress<'_>) -> String {
    // Longer than a hundred years is nothing to wait for.
    let known = progress.time_left.filter(|left| left.as_secs() < 3_000_000_000);
    known.map_or("-".into(), |left| {
        humantime::format_duration(Duration::from_secs(left.as_secs())).to_string()
    })
}

/// Tells how a run ended, where the time went and what to do next.
pub(crate) fn tell_end(outcome: &Outcome, folder: &Path, report: Option<&Path>) {
    let (manifest, folder) = (&outcome.manifest, folder.display());
    let steps = counted(manifest.steps as usize, "step");
    note(&format!("\n{}: {}, {steps}", heading(manifest.exit), manifest.exit_reason));
    note(phases(manifest).text().trim_end());
    note(&format!(
        "{:.3e} body-steps per second; the list of near pairs was made {} times",
        manifest.body_steps_per_second, manifest.rebuilds
    ));
    if let Some(bytes) = manifest.peak_memory {
        note(&format!("{:.1} MB of memory at most", bytes as f64 / 1e6));
    }
    if let Some(story) = manifest.time_step_story() {
        note(&story);
    }
    outcome.warnings.iter().for_each(|warning| note(&format!("warning: {warning}")));
    note(&format!("{folder}: scene.toml, log.csv, {}", counted(manifest.frames, "frame")));
    match report {
        Some(report) => note(&format!("next: open {} in a browser", report.display())),
        None => note(&format!("next: esker report {folder}")),
    }
    if manifest.frames > 0 {
        note(&format!("      esker render {folder} --gif, or {folder}/run.pvd in ParaView"));
    }
    if manifest.exit == Exit::TimeLimit {
        note(&format!("go on with: esker resume {folder}"));
    }
}

fn heading(exit: Exit) -> &'static str {
    match exit {
        Exit::Done | Exit::Condition => "done",
        Exit::Stopped | Exit::TimeLimit => "stopped",
        Exit::Running | Exit::Failed => "failed",
    }
}

/// Where the time went.
fn phases(manifest: &Manifest) -> Table {
    let mut table = Table::new(&[("phase", Align::Left), ("s", Align::Right), ("%", Align::Right)]);
    let total = manifest.wall_seconds.max(1e-9);
    let mut row = |name: &str, seconds: f64| {
        let share = format!("{:.1}", 100.0 * seconds / total);
        table.row(vec![name.into(), format!("{seconds:.3}"), share]);
    };
    manifest.phases.iter().for_each(|phase| row(&phase.name, phase.seconds));
    row("all", manifest.wall_seconds);
    table
}
