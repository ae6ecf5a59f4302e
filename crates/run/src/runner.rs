//! The run: from instant to instant, what is due is observed, then steps are made to the next.
//!
//! ```text
//!   observe   flow meters look · a row of the log · stop conditions · a frame
//!      │      ended? then a last row and frame, a checkpoint, the manifest
//!   save      a checkpoint, if its time by the clock has come
//!   ask       does the user want to stop?
//!   advance   as many steps as nothing is due in, but no more than take a moment
//!      ╰──▶ observe
//! ```
//!
//! What is observed at which step follows from the time, the time step and counters that are part of
//! the checkpoint. The clock decides only when checkpoints are written and users are asked.

use crate::error::RunError;
use crate::file_error::WayOut;
use crate::files::Files;
use crate::folder::{RunFolder, is_there};
use crate::ledger::Ledger;
use crate::manifest::{Exit, Manifest};
use crate::progress::{Control, Pace, Progress, time_left};
use crate::schedule;
use crate::state::RunState;
use crate::walls::extent_of;
use esker_output::Checkpoint;
use esker_scene::{MeasureKind, Scene, Stop};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Users are asked about this often.
const MOMENT: Duration = Duration::from_millis(50);
/// No more steps are made at once than this.
const MOST_AT_ONCE: f64 = 1e6;

/// What is known of a scene beside itself.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Its exact text, if it has one.
    pub text: String,
    /// The folder that its relative paths start from.
    pub scene_folder: PathBuf,
    /// What was remarkable when it was read.
    pub warnings: Vec<String>,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Why it ended.
    pub exit: Exit,
    /// What was written about it.
    pub manifest: Manifest,
    /// What was remarkable while it ran.
    pub warnings: Vec<String>,
}

/// A scene on its way to a folder of results.
pub struct Runner<const D: usize> {
    scene: Scene<D>,
    files: Files,
    state: RunState<D>,
    ledger: Ledger,
    /// Stop conditions with the places of their columns in a row.
    stops: Vec<(usize, Stop)>,
    /// The place of the kinetic energy in a row.
    energy: usize,
    /// The step of the last checkpoint, and when it was written.
    saved: Option<(u64, Instant)>,
    pace: Pace,
    asked: Instant,
    /// Whether a row was written since the user was asked.
    is_row: bool,
    /// So many steps take about a moment.
    at_once: f64,
}

impl<const D: usize> Runner<D> {
    /// A run from the beginning, in a folder that was made for it.
    pub fn new(scene: Scene<D>, folder: RunFolder, about: About) -> Result<Self, RunError> {
        let ledger = Ledger::new(&scene, &about);
        let begun = Self::begin(scene, folder, ledger).and_then(|runner| {
            runner.files.folder.write("scene.toml", &about.text)?;
            Ok(runner)
        });
        begun.map_err(|error| error.or(WayOut::OtherFolder))
    }

    /// A run that goes on from the last checkpoint in its folder, or from the beginning if none was
    /// written. The scene is that of the folder, before its first step.
    pub fn resume(scene: Scene<D>, folder: RunFolder) -> Result<Self, RunError> {
        let way_out = WayOut::Resume(folder.path().into());
        Self::take_up(scene, folder).map_err(|error| error.or(way_out))
    }

    fn take_up(scene: Scene<D>, folder: RunFolder) -> Result<Self, RunError> {
        let mut ledger = Ledger::resume(&scene, folder.manifest()?);
        let checkpoints = folder.checkpoints();
        let [latest, previous] = checkpoints.paths();
        if !is_there(&latest)? && !is_there(&previous)? {
            folder.remove_results()?;
            ledger.manifest.time_step_changes.clear();
            return Self::begin(scene, folder, ledger);
        }
        let mut runner = Self::put_together(scene, folder, ledger)?;
        runner.restore(checkpoints.read()?)?;
        Ok(runner)
    }

    fn restore(&mut self, checkpoint: Checkpoint) -> Result<(), RunError> {
        let Checkpoint { path, columns, passed_over } = checkpoint;
        if let Some(bad) = passed_over {
            self.ledger.manifest.warn(bad.to_string());
        }
        let restored = self.scene.world.restore(&columns);
        let restored = restored.and_then(|()| self.state.restore(&mut self.scene, &columns));
        restored.map_err(|bad| RunError::State { path, bad })?;
        let step = self.scene.world.steps;
        self.ledger.manifest.time_step_changes.retain(|change| change.step < step);
        (self.saved, self.pace) = (Some((step, Instant::now())), Pace::new(step));
        self.files.go_on(step, &self.state.frame_times)
    }

    fn begin(scene: Scene<D>, folder: RunFolder, ledger: Ledger) -> Result<Self, RunError> {
        let mut runner = Self::put_together(scene, folder, ledger)?;
        // The first frame shows whom the first step would find.
        runner.scene.world.insert_due();
        runner.files.folder.write_manifest(&runner.ledger.manifest)?;
        runner.files.begin()?;
        Ok(runner)
    }

    /// All but what is in the folder already.
    fn put_together(scene: Scene<D>, folder: RunFolder, ledger: Ledger) -> Result<Self, RunError> {
        let columns = scene.log_row();
        let place_of = |name: &str| {
            let place = columns.iter().position(|column| column.name == name);
            let known = || columns.iter().map(|column| column.name.clone()).collect();
            let what = "column of the log";
            place.ok_or_else(|| RunError::Unknown { what, name: name.into(), known: known() })
        };
        let stops = scene.stops.iter().map(|stop| Ok((place_of(&stop.column)?, stop.clone())));
        Ok(Self {
            stops: stops.collect::<Result<_, RunError>>()?,
            energy: place_of("kinetic_energy")?,
            files: Files::new(folder, &scene, &columns)?,
            state: RunState::new(&scene),
            ledger,
            saved: None,
            pace: Pace::new(scene.world.steps),
            asked: Instant::now(),
            is_row: false,
            at_once: 1.0,
            scene,
        })
    }

    /// The scene as it is now.
    pub fn scene(&self) -> &Scene<D> {
        &self.scene
    }

    /// Runs to the end, to a stop condition, or until the control says stop: it is asked every moment
    /// and after rows of the log. All but failures leave a checkpoint of the last step.
    pub fn run(
        &mut self,
        control: &mut dyn FnMut(&Progress<'_>) -> Control,
    ) -> Result<Outcome, RunError> {
        let way_out = WayOut::Resume(self.files.folder.path().into());
        let ended = self.go(control).and_then(|ended| self.save().map(|()| ended));
        let ended = ended.map_err(|error| error.or(way_out.clone()));
        let (exit, reason) = match &ended {
            Ok((exit, reason)) => (*exit, reason.clone()),
            Err(error) => (Exit::Failed, error.to_string()),
        };
        (self.ledger.manifest.exit, self.ledger.manifest.exit_reason) = (exit, reason);
        let written = self.write_manifest().map_err(|error| error.or(way_out));
        // The first failure is the one to report.
        ended.and(written)?;
        let (manifest, warnings) = (self.ledger.manifest.clone(), self.ledger.new_warnings());
        Ok(Outcome { exit, manifest, warnings })
    }

    fn go(
        &mut self,
        control: &mut dyn FnMut(&Progress<'_>) -> Control,
    ) -> Result<(Exit, String), RunError> {
        loop {
            let now = self.now();
            let ended = self.observe(&now)?;
            let stopped = self.ask(ended.is_some(), control);
            if let Some(ended) = ended.or(stopped) {
                return Ok(ended);
            }
            let interval = self.scene.output.checkpoint;
            if self.saved.is_none_or(|(_, written)| written.elapsed() >= interval) {
                self.save()?;
            }
            self.advance(&now)?;
        }
    }

    fn now(&self) -> schedule::Instant {
        let world = &self.scene.world;
        schedule::Instant { step: world.steps, time: world.time, time_step: world.time_step }
    }

    /// What is due at an instant, and why the run ends there if it does.
    fn observe(&mut self, now: &schedule::Instant) -> Result<Option<(Exit, String)>, RunError> {
        let began = Instant::now();
        self.look(now);
        let is_over = now.reaches(self.scene.run.time);
        if self.state.log.take(now, is_over) {
            self.write_row()?;
        }
        let over = is_over.then(|| (Exit::Done, format!("the end at {} s", self.scene.run.time)));
        let ended = self.condition(now).or(over);
        if self.state.frames.as_mut().is_some_and(|frames| frames.take(now, ended.is_some())) {
            let extent = self.state.extent.get_or_insert_with(|| extent_of(&self.scene.world));
            self.files.write_frame(&self.scene, extent, &mut self.state.frame_times)?;
        }
        self.ledger.output += began.elapsed();
        Ok(ended)
    }

    /// Lets flow meters look that are due.
    fn look(&mut self, now: &schedule::Instant) {
        for (measure, look) in self.scene.measures.iter_mut().zip(&mut self.state.looks) {
            if let (MeasureKind::Flow { meter, .. }, Some(look)) = (&mut measure.kind, look)
                && look.take(now)
            {
                meter.look(&self.scene.world);
            }
        }
    }

    fn write_row(&mut self) -> Result<(), RunError> {
        self.state.row = self.scene.log_row().iter().map(|number| number.value).collect();
        self.is_row = true;
        self.files.write_row(&self.state.row)
    }

    /// The first stop condition that holds in the row of this instant, if there is one.
    fn condition(&self, now: &schedule::Instant) -> Option<(Exit, String)> {
        let is_of_now = self.state.log.is_written_at(now.step);
        let (quantity, stop) = self.stops.iter().find_map(|(place, stop)| {
            let value = *self.state.row.get(*place).filter(|_| is_of_now)?;
            let holds = stop.holds(value, now.time);
            holds.then(|| (self.files.quantity(*place, value), stop))
        })?;
        let Stop { name, column, .. } = stop;
        Some((Exit::Condition, format!("stop condition `{name}`: {column} is {quantity}")))
    }

    /// Shows how far the run is, if it is time to, and asks whether it goes on.
    fn ask(
        &mut self,
        at_end: bool,
        control: &mut dyn FnMut(&Progress<'_>) -> Control,
    ) -> Option<(Exit, String)> {
        if !(at_end || self.is_row || self.asked.elapsed() >= MOMENT) {
            return None;
        }
        let world = &self.scene.world;
        let rate = self.pace.rate(world.steps);
        let left = self.scene.run.time - world.time;
        let progress = Progress {
            step: world.steps,
            time: world.time,
            end_time: self.scene.run.time,
            time_step: world.time_step,
            time_step_reason: &world.time_step_reason,
            bodies: world.bodies.len(),
            contacts: world.contacts(),
            kinetic_energy: self.state.row.get(self.energy).copied().unwrap_or(0.0),
            largest_overlap: world.largest_overlap(),
            steps_per_second: rate,
            time_left: time_left(left, world.time_step, rate),
            is_row: self.is_row,
        };
        let answer = control(&progress);
        (self.is_row, self.asked) = (false, Instant::now());
        answer.exit()
    }

    /// Writes a checkpoint, unless there is one of this step, and the manifest.
    fn save(&mut self) -> Result<(), RunError> {
        let (began, step) = (Instant::now(), self.scene.world.steps);
        if self.saved.is_none_or(|(saved, _)| saved != step) {
            let mut columns = self.scene.world.columns();
            columns.extend(self.state.columns(&self.scene));
            self.files.save(&columns)?;
            self.saved = Some((step, Instant::now()));
        }
        let written = self.write_manifest();
        self.ledger.output += began.elapsed();
        written
    }

    fn write_manifest(&mut self) -> Result<(), RunError> {
        self.ledger.update(&self.scene, &self.state);
        self.files.folder.write_manifest(&self.ledger.manifest)
    }

    /// Makes steps up to the next instant at which something is due, but no more than take a moment.
    fn advance(&mut self, now: &schedule::Instant) -> Result<(), RunError> {
        let steps = self.steps_from(now);
        let (began, world) = (Instant::now(), &mut self.scene.world);
        let made = world.run_at_one_pace(steps);
        let seconds = began.elapsed().as_secs_f64().max(1e-9);
        self.at_once = ((world.steps - now.step) as f64 * MOMENT.as_secs_f64() / seconds)
            .clamp(1.0, MOST_AT_ONCE);
        self.ledger.body_steps += (world.steps - now.step) as f64 * world.bodies.len() as f64;
        if made.is_ok() && now.time_step != 0.0 && now.time_step != world.time_step {
            self.ledger.note_time_step(now.time_step, world);
        }
        made.map(|_| ()).map_err(|error| {
            let [latest, _] = self.files.folder.checkpoints().paths();
            let checkpoint = self.saved.map(|(step, _)| (latest, step));
            let (error, folder) = (Box::new(error), self.files.folder.path().into());
            RunError::Step { error, folder, checkpoint }
        })
    }

    /// How many steps to make at once: times are summed up as the world does it.
    fn steps_from(&self, now: &schedule::Instant) -> u64 {
        // Where bodies come and go the time step may become shorter, never longer: nothing that is
        // due is passed over.
        if now.time_step == 0.0 {
            return 1;
        }
        let mut then = *now;
        loop {
            then.step += 1;
            then.time += then.time_step;
            let steps = then.step - now.step;
            let ends = then.reaches(self.scene.run.time) || self.state.is_due(&then);
            if ends || steps as f64 >= self.at_once {
                return steps;
            }
        }
    }
}
