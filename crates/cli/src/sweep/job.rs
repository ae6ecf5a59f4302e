//! One run of a sweep: begun, gone on with, or passed over because it is finished.

use crate::interrupt::interrupted;
use esker::output::Log;
use esker::prelude::Threads;
use esker::run::{About, Control, Exit, FileError, MOMENT, RunFolder, Runner, report};
use esker::scene::{AnyScene, Scene, read_scene, summary};
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

/// One run of a sweep.
pub(super) struct Job {
    pub(super) folder: PathBuf,
    /// The exact scene.
    pub(super) text: String,
    /// The folder that relative paths of the scene start from.
    pub(super) scene_folder: PathBuf,
    pub(super) threads: usize,
    /// Whether a report is written.
    pub(super) report: bool,
}

/// What came of it.
pub(super) struct Outcome {
    pub(super) exit: Exit,
    pub(super) reason: String,
    /// The log, if there is one.
    pub(super) log: Option<Log>,
}

impl Job {
    /// Runs it, unless it is finished. What goes wrong is part of the outcome.
    pub(super) fn run(&self) -> Outcome {
        let ended = match self.begun() {
            Err(why) => Err(why),
            // Finished before: passed over.
            Ok(Some((exit @ (Exit::Done | Exit::Condition), reason))) => Ok((exit, reason)),
            Ok(begun) => self.make(begun.is_some()),
        };
        let (exit, reason) = ended.unwrap_or_else(|why| (Exit::Failed, why));
        // What to do about it stands in the lines below, for one run and not for many.
        let reason = reason.lines().next().unwrap_or_default().to_string();
        let results = esker::run::Results::open(&self.folder);
        Outcome { exit, reason, log: results.and_then(|results| results.log()).ok() }
    }

    /// How far an earlier run in the folder is, if there is one of this very scene.
    fn begun(&self) -> Result<Option<(Exit, String)>, String> {
        let path = self.folder.join("scene.toml");
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| FileError::of(&path, "read")(error).to_string())?,
        };
        if text != self.text {
            return Err("the folder holds a run of another scene: choose another with --out".into());
        }
        let results = esker::run::Results::open(&self.folder).map_err(|error| error.to_string())?;
        // One that was killed before it wrote a manifest begins anew.
        let manifest = results.manifest();
        Ok(manifest.ok().map(|manifest| (manifest.exit, manifest.exit_reason)))
    }

    fn make(&self, go_on: bool) -> Result<(Exit, String), String> {
        let read = read_scene(&self.text, &self.scene_folder)
            .map_err(|wrong| summary(&wrong, "scene.toml"))?;
        let warnings = read.warnings.into_iter().map(|warning| warning.message).collect();
        let (text, scene_folder) = (self.text.clone(), self.scene_folder.clone());
        let about = About { text, scene_folder, warnings };
        match read.scene {
            AnyScene::Two(scene) => self.steps(scene, about, go_on),
            AnyScene::Three(scene) => self.steps(scene, about, go_on),
        }
    }

    fn steps<const D: usize>(
        &self,
        mut scene: Scene<D>,
        about: About,
        go_on: bool,
    ) -> Result<(Exit, String), String> {
        scene.world.threads = Threads::new(self.threads).map_err(|error| error.to_string())?;
        let runner = match go_on {
            true => RunFolder::open(&self.folder).and_then(|folder| Runner::resume(scene, folder)),
            false => RunFolder::create(&self.folder, true)
                .and_then(|folder| Runner::new(scene, folder, about)),
        };
        let ended = runner.and_then(|mut runner| {
            runner.run(&mut |_| if interrupted() { Control::Stop } else { Control::GoOn })
        });
        if self.report {
            // A run without a report is none the worse.
            let _ = report(&self.folder, MOMENT);
        }
        ended.map(|outcome| (outcome.exit, outcome.manifest.exit_reason)).map_err(|e| e.to_string())
    }
}
