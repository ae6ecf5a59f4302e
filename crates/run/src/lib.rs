//! The run of a scene: from its first step to a folder of results, and on from a checkpoint.
//!
//! ```
//! use esker_physics::{Body, Material};
//! use esker_run::{About, Control, Exit, RunFolder, Runner};
//! use esker_scene::{Every, Scene};
//! let mut scene = Scene::<3>::new("A stone that falls").material(Material::default())?;
//! scene.world.gravity = [0.0, 0.0, -9.81];
//! scene.world.add(&Body::new([0.0; 3], 0.01))?;
//! scene.run.time = 0.1;
//! scene.output.frames = Some(Every::Seconds(0.02));
//!
//! # let out = std::env::temp_dir().join(format!("esker-run-{}", std::process::id()));
//! let folder = RunFolder::create(&out, false)?;
//! let mut runner = Runner::new(scene, folder, About::default())?;
//! let outcome = runner.run(&mut |_progress| Control::GoOn)?;
//! assert_eq!((outcome.exit, outcome.manifest.frames), (Exit::Done, 6));
//! assert!(out.join("log.csv").is_file() && out.join("run.pvd").is_file());
//! # std::fs::remove_dir_all(out)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod file_error;
mod files;
mod film;
mod folder;
mod ledger;
mod manifest;
mod progress;
mod report;
mod results;
mod runner;
mod schedule;
mod state;
mod sweep;
mod walls;

pub use error::RunError;
pub use file_error::{FileError, WayOut};
pub use film::{picture_of, steady};
pub use folder::RunFolder;
pub use manifest::{Exit, Manifest, PhaseSeconds, TimeStepChange};
pub use progress::{Control, Progress};
pub use report::{MOMENT, add_stills, report};
pub use results::{FrameFiles, Results};
pub use runner::{About, Outcome, Runner};
pub use sweep::{BadSweep, Choice, Combination, choices, combinations};
pub use walls::{drawn, extent_of};
