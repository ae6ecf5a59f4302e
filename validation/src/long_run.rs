//! Runs of hours that may be stopped and taken up again.
//!
//! ```text
//!   world ──▶ steps ──▶ a row of the curve every so often ──▶ time limit? ──▶ runs/NAME: state, curve so far
//!     ▲                                                                            │
//!     └───────────────────── the next call goes on from there ─────────────────────┘
//! ```
//!
//! A run that is taken up goes on to the last bit: what contacts with walls remember is part of the state.

use crate::case::{Effort, Setting};
use esker_output::{Checkpoints, write};
use esker_physics::World;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often progress is told, and the state kept.
const TELLING: Duration = Duration::from_secs(10);
const KEEPING: Duration = Duration::from_secs(600);
/// How many steps are made of a long run that is only tried.
const TRIED: u64 = 200;

/// A run that takes long.
pub struct LongRun {
    /// The name, also of the folder of its state.
    pub name: &'static str,
    /// How long the process lasts (s).
    pub duration: f64,
    /// How far the rows of its curve are apart (s).
    pub interval: f64,
    /// The header of the curve.
    pub header: &'static str,
    /// A row of the curve.
    pub row: fn(&World<3>) -> String,
}

impl LongRun {
    /// Goes on from where it was, or begins; returns the curve so far. The world is left where it stopped.
    pub fn run(
        &self,
        world: &mut World<3>,
        setting: &Setting<'_>,
    ) -> Result<String, Box<dyn Error>> {
        if setting.effort == Effort::Quick {
            world.run(TRIED)?;
            return Ok(format!("{}\n{}\n", self.header, (self.row)(world)));
        }
        let folder = setting.folder.join(self.name);
        let mut curve = self.take_up(world, &folder, setting)?;
        let (mut told, mut kept) = (Instant::now(), Instant::now());
        while world.time < self.duration - 0.5 * world.time_step {
            self.make_row(world, &mut curve)?;
            let now = Instant::now();
            if now - told > TELLING {
                (setting.say)(&self.progress(world));
                told = now;
            }
            let stopped = setting.until.is_some_and(|until| now > until);
            if stopped || now - kept > KEEPING {
                keep(world, &curve, &folder)?;
                kept = now;
            }
            if stopped {
                break;
            }
        }
        Ok(curve)
    }

    /// Steps up to the next row of the curve, and the row.
    fn make_row(&self, world: &mut World<3>, curve: &mut String) -> Result<(), Box<dyn Error>> {
        let rows = (world.time / self.interval + 0.5).floor();
        world.run_until((rows + 1.0) * self.interval)?;
        *curve += &format!("{}\n", (self.row)(world));
        Ok(())
    }

    fn take_up(
        &self,
        world: &mut World<3>,
        folder: &Path,
        setting: &Setting<'_>,
    ) -> Result<String, Box<dyn Error>> {
        let curve = match fs::read_to_string(folder.join("curve.csv")) {
            Ok(curve) => curve,
            Err(_) => return Ok(format!("{}\n{}\n", self.header, (self.row)(world))),
        };
        world.restore(&Checkpoints::new(folder).read()?.columns)?;
        (setting.say)(&format!("{}: goes on at {:.4} s", self.name, world.time));
        Ok(curve)
    }

    fn progress(&self, world: &World<3>) -> String {
        let share = 100.0 * world.time / self.duration;
        let (steps, contacts) = (world.steps, world.contacts());
        format!(
            "{}: {share:.1} %, {:.4} s, step {steps}, {contacts} contacts",
            self.name, world.time
        )
    }
}

fn keep(world: &World<3>, curve: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    Checkpoints::new(folder).write(&world.columns())?;
    Ok(write(&folder.join("curve.csv"), curve)?)
}
