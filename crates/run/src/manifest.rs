//! The manifest of a run: what ran, where, how far, why it ended, and where the time went.

use serde::{Deserialize, Serialize};
use std::time::SystemTime;

/// The version of the manifest and of the folder around it.
pub(crate) const FORMAT: u32 = 1;

/// Why a run is where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    /// It runs, or was killed.
    #[default]
    Running,
    /// Its time is over.
    Done,
    /// A stop condition held.
    Condition,
    /// The user stopped it.
    Stopped,
    /// Its time by the clock on the wall was over.
    TimeLimit,
    /// A step or a file failed.
    Failed,
}

/// `manifest.json`: what a run was and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this form.
    pub format: u32,
    /// The version of the program.
    pub esker: String,
    /// The title of the scene.
    pub title: String,
    /// The dimension of space.
    pub dimension: usize,
    /// The law of contact, as a sum of parts.
    #[serde(default)]
    pub model: String,
    /// The names of the walls.
    #[serde(default)]
    pub walls: Vec<String>,
    /// The folder that relative paths of the scene start from.
    pub scene_folder: String,
    /// How many threads it uses.
    pub threads: usize,
    /// The processor, as it calls itself.
    pub processor: String,
    /// When it began.
    pub started: String,
    /// When it was last heard of.
    pub updated: String,
    /// How often it went on from a checkpoint.
    pub resumed: u32,
    /// Why it is where it is.
    pub exit: Exit,
    /// The same in words.
    pub exit_reason: String,
    /// How many steps were made.
    pub steps: u64,
    /// The time it has reached (s).
    pub time: f64,
    /// The time at which it ends (s).
    pub end_time: f64,
    /// The time step (s).
    pub time_step: f64,
    /// Why the time step is what it is.
    pub time_step_reason: String,
    /// When the time step was chosen anew, as other bodies came; it is looked at only then.
    #[serde(default)]
    pub time_step_changes: Vec<TimeStepChange>,
    /// How many bodies there are.
    pub bodies: usize,
    /// How many frames were written.
    pub frames: usize,
    /// How often the list of near pairs was made anew.
    pub rebuilds: u64,
    /// How long it took (s), of steps that were made twice because of a kill too.
    pub wall_seconds: f64,
    /// Where that time went.
    pub phases: Vec<PhaseSeconds>,
    /// Bodies times steps.
    pub body_steps: f64,
    /// Bodies times steps, per second.
    pub body_steps_per_second: f64,
    /// The most memory it held at once (bytes), if the system tells.
    pub peak_memory: Option<u64>,
    /// What was remarkable.
    pub warnings: Vec<String>,
}

/// A time step that took the place of another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeStepChange {
    /// The first step that it was used in, from 0.
    pub step: u64,
    /// The time (s) before that step.
    pub time: f64,
    /// The time step (s) until then.
    pub before: f64,
    /// The time step (s) from then on.
    pub after: f64,
}

/// The time one part of a run took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PhaseSeconds {
    /// The part: a phase of the step, or `output`.
    pub name: String,
    /// The time (s).
    pub seconds: f64,
}

impl Manifest {
    /// How the time step changed, in words, if it did.
    pub fn time_step_story(&self) -> Option<String> {
        let (first, last) = (self.time_step_changes.first()?, self.time_step_changes.last()?);
        let how_often = match self.time_step_changes.len() {
            1 => "once".to_string(),
            times => format!("{times} times"),
        };
        Some(format!(
            "the time step was chosen anew {how_often}, as other bodies came: {:.4e} s at first, \
             {:.4e} s since {:.6} s",
            first.before, last.after, last.time
        ))
    }

    /// Notes something remarkable, once.
    pub(crate) fn warn(&mut self, text: String) {
        if !self.warnings.contains(&text) {
            self.warnings.push(text);
        }
    }
}

/// The present time of day, to the second.
pub(crate) fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

/// What the processor calls itself, where the system tells.
pub(crate) fn processor() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = told.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or(std::env::consts::ARCH, |(_, name)| name.trim()).to_string()
}

/// The most memory this process held at once (bytes), where the system tells.
pub(crate) fn peak_memory() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
