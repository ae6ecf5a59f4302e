//! The account of a run: its manifest, kept up to date over all its sittings.

use crate::manifest::{
    Exit, FORMAT, Manifest, PhaseSeconds, TimeStepChange, now, peak_memory, processor,
};
use crate::runner::About;
use crate::state::RunState;
use esker_physics::{Insertion, Phase, Phases, World};
use esker_scene::Scene;
use std::time::{Duration, Instant};

/// The account of a run.
#[derive(Debug)]
pub(crate) struct Ledger {
    pub(crate) manifest: Manifest,
    /// The time spent on files, measures and checkpoints in this sitting.
    pub(crate) output: Duration,
    /// Bodies times steps of this sitting.
    pub(crate) body_steps: f64,
    /// What was there when this sitting began.
    before: Manifest,
    phases_before: Phases,
    began: Instant,
}

impl Ledger {
    /// That of a run from the beginning.
    pub(crate) fn new<const D: usize>(scene: &Scene<D>, about: &About) -> Self {
        let manifest = Manifest {
            started: now(),
            scene_folder: about.scene_folder.display().to_string(),
            warnings: about.warnings.clone(),
            ..Manifest::default()
        };
        Self::sitting(scene, manifest)
    }

    /// That of a run which goes on.
    pub(crate) fn resume<const D: usize>(scene: &Scene<D>, manifest: Manifest) -> Self {
        let resumed = manifest.resumed.saturating_add(1);
        Self::sitting(scene, Manifest { resumed, ..manifest })
    }

    fn sitting<const D: usize>(scene: &Scene<D>, manifest: Manifest) -> Self {
        let manifest = Manifest {
            format: FORMAT,
            esker: env!("CARGO_PKG_VERSION").into(),
            title: scene.title.clone(),
            dimension: D,
            model: scene.world.model.to_string(),
            walls: scene.world.walls.iter().map(|wall| wall.name.clone()).collect(),
            threads: scene.world.threads.count(),
            processor: processor(),
            updated: now(),
            exit: Exit::Running,
            exit_reason: String::new(),
            end_time: scene.run.time,
            ..manifest
        };
        Self {
            before: manifest.clone(),
            manifest,
            output: Duration::ZERO,
            body_steps: 0.0,
            phases_before: scene.world.phases.clone(),
            began: Instant::now(),
        }
    }

    /// Writes down how far the run is and where the time went.
    pub(crate) fn update<const D: usize>(&mut self, scene: &Scene<D>, state: &RunState<D>) {
        let (world, seconds) = (&scene.world, self.began.elapsed().as_secs_f64());
        let phases = self.phases(&world.phases, seconds);
        let manifest = &mut self.manifest;
        manifest.updated = now();
        manifest.steps = world.steps;
        manifest.time = world.time;
        manifest.time_step = world.time_step;
        // A state that was taken knows the time step but not why.
        if manifest.time_step_reason.is_empty() || manifest.resumed == 0 {
            manifest.time_step_reason = world.time_step_reason.clone();
        }
        manifest.bodies = world.bodies.len();
        manifest.frames = state.frame_times.len();
        manifest.rebuilds = world.detection.rebuilds;
        manifest.wall_seconds = self.before.wall_seconds + seconds;
        manifest.body_steps = self.before.body_steps + self.body_steps;
        manifest.body_steps_per_second = manifest.body_steps / manifest.wall_seconds.max(1e-9);
        manifest.peak_memory = peak_memory().max(self.before.peak_memory);
        manifest.phases = phases;
        let warnings = world.insertions.iter().filter_map(Insertion::problem);
        warnings.for_each(|text| manifest.warn(text));
    }

    /// Writes down that the step from an instant on had another time step than those before it.
    pub(crate) fn note_time_step<const D: usize>(&mut self, before: f64, world: &World<D>) {
        let after = world.time_step;
        let (step, time) = (world.steps - 1, world.time - after);
        self.manifest.time_step_changes.push(TimeStepChange { step, time, before, after });
        self.manifest.time_step_reason = world.time_step_reason.clone();
    }

    /// What was remarkable in this sitting.
    pub(crate) fn new_warnings(&self) -> Vec<String> {
        let known = |text: &&String| !self.before.warnings.contains(text);
        self.manifest.warnings.iter().filter(known).cloned().collect()
    }

    /// The seconds of each phase over all sittings; what is left of this one's is `other`.
    fn phases(&self, now: &Phases, seconds: f64) -> Vec<PhaseSeconds> {
        let steps = Phase::ALL.map(|(phase, name)| {
            (name, (now.of(phase).saturating_sub(self.phases_before.of(phase))).as_secs_f64())
        });
        let output = ("output", self.output.as_secs_f64());
        let known: f64 = steps.iter().map(|(_, seconds)| seconds).sum::<f64>() + output.1;
        let other = ("other", (seconds - known).max(0.0));
        let before = |name: &str| {
            let phase = self.before.phases.iter().find(|phase| phase.name == name);
            phase.map_or(0.0, |phase| phase.seconds)
        };
        let all = steps.into_iter().chain([output, other]);
        all.map(|(name, seconds)| PhaseSeconds {
            name: name.into(),
            seconds: seconds + before(name),
        })
        .collect()
    }
}
