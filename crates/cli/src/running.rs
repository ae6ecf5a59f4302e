//! What `run` and `resume` share: threads, limits, Ctrl-C, and what is told while steps are made.

use crate::error::Failure;
use crate::input::whole;
use crate::interrupt::{self, interrupted};
use crate::run_table::{RunTable, tell_end};
use crate::terminal::{note, print_json};
use clap::Args;
use esker::prelude::{Method, Threads};
use esker::run::{Control, Exit, MOMENT, RunError, Runner, report};
use esker::scene::Scene;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How a run is made.
#[derive(Args)]
pub(crate) struct Running {
    /// The number of threads; 0 means one for each core. The result does not depend on it
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 0usize..=1024))]
    #[arg(allow_negative_numbers = true, default_value_t = 0)]
    threads: usize,
    /// The method of contact detection, as NAME or NAME:parameter=value,… (see `esker list
    /// methods`). The result does not depend on it
    #[arg(long, value_name = "NAME", value_parser = |text: &str| text.parse::<Method>())]
    method: Option<Method>,
    /// Stop with a checkpoint after so long by the clock, as in 90s or 2h
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,
    /// Tell nothing but warnings and errors
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Write no report.html at the end
    #[arg(long)]
    no_report: bool,
    /// The manifest of the run as one JSON document on standard output
    #[arg(long)]
    json: bool,
}

impl Running {
    /// Gives a scene the threads and the method that were asked for.
    pub(crate) fn prepare<const D: usize>(&self, scene: &mut Scene<D>) -> Result<(), Failure> {
        scene.world.threads = Threads::new(self.threads)
            .map_err(|error| Failure::Run(format!("cannot start the threads: {error}")))?;
        if let Some(method) = &self.method {
            scene.world.detection.method = method.clone();
        }
        Ok(())
    }

    /// Runs to the end and tells what came of it; `folder` is where, as the user calls it.
    pub(crate) fn run<const D: usize>(
        &self,
        mut runner: Runner<D>,
        folder: &Path,
    ) -> Result<(), Failure> {
        interrupt::watch(Some("stopping after this step; once more to stop at once"))?;
        let (began, mut table) = (Instant::now(), RunTable::new(self.quiet));
        let outcome = runner.run(&mut |progress| {
            table.show(progress);
            match self.time_limit {
                _ if interrupted() => Control::Stop,
                Some(limit) if began.elapsed() >= limit => Control::TimeLimit,
                _ => Control::GoOn,
            }
        });
        table.finish();
        let report = if self.no_report { None } else { write_report(folder) };
        let outcome = outcome.map_err(|error| Failure::Run(error.to_string()))?;
        if !self.quiet {
            tell_end(&outcome, folder, report.as_deref());
        }
        if self.json {
            print_json(&outcome.manifest)?;
        }
        match outcome.exit {
            Exit::Stopped => {
                note(&format!("stopped; go on with: esker resume {}", folder.display()));
                Err(Failure::Stopped)
            }
            _ => Ok(()),
        }
    }
}

/// Writes the report of a run and says where it is. A run without one is none the worse.
pub(crate) fn write_report(folder: &Path) -> Option<PathBuf> {
    let written = report(folder, MOMENT);
    written.map_err(|error| note(&format!("warning: there is no report: {error}"))).ok()
}

/// A run that could not begin: most often the folder or the scene is to be changed.
pub(crate) fn refused(error: RunError) -> Failure {
    match error {
        RunError::File(_) => Failure::Run(error.to_string()),
        _ => Failure::Input(error.to_string()),
    }
}
