//! `esker resume`: a run goes on from its last checkpoint.

use crate::error::Failure;
use crate::running::{Running, refused};
use crate::scene_file::read_text;
use crate::terminal::note;
use clap::Args;
use esker::run::{RunFolder, Runner};
use esker::scene::{AnyScene, Scene};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  esker resume out/silo
  esker resume out/silo --threads 8 --time-limit 2h

A resumed run gives the same files, bit by bit, as one that was not interrupted. To let it run longer,
change `time` in the scene.toml of its folder first.
Exit codes: 0 done or at the time limit, 1 the run failed, 2 the input was wrong, 130 stopped by the
user with a checkpoint.";

/// Go on with a run from its last checkpoint
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The folder of the run
    folder: PathBuf,
    #[command(flatten)]
    running: Running,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let folder = RunFolder::open(&arguments.folder).map_err(refused)?;
    let manifest = folder.manifest().map_err(refused)?;
    let name = arguments.folder.join("scene.toml").display().to_string();
    let text = folder.scene_text().map_err(refused)?;
    match read_text(&text, &name, Path::new(&manifest.scene_folder))?.scene {
        AnyScene::Two(scene) => go_on(arguments, scene, folder),
        AnyScene::Three(scene) => go_on(arguments, scene, folder),
    }
}

fn go_on<const D: usize>(
    arguments: &Arguments,
    mut scene: Scene<D>,
    folder: RunFolder,
) -> Result<(), Failure> {
    let running = &arguments.running;
    running.prepare(&mut scene)?;
    let runner = Runner::resume(scene, folder).map_err(refused)?;
    let world = &runner.scene().world;
    if !running.quiet {
        note(&format!("going on from step {} at {:.6} s", world.steps, world.time));
    }
    running.run(runner, &arguments.folder)
}
