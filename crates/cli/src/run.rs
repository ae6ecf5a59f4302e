//! `esker run`: a scene to its folder of results.

use crate::error::Failure;
use crate::running::{Running, refused};
use crate::scene_file::{SceneFile, read_file};
use clap::Args;
use esker::run::{About, RunFolder, Runner};
use esker::scene::{AnyScene, ReadScene, Scene};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  esker run silo.toml
  esker run silo.toml --set vars.d='5 mm' --set run.time='2 s' --out out/coarse
  esker run silo.toml --threads 8 --time-limit 2h --json

Ctrl-C finishes the step, writes a checkpoint and says how to go on; a second one stops at once.
A run that reaches its time limit is no failure: `esker resume` goes on.
Exit codes: 0 done or at the time limit, 1 the run failed, 2 the input was wrong, 130 stopped by the
user with a checkpoint.";

/// Run a scene into a folder of results
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene, a TOML file
    scene: PathBuf,
    /// The folder of results; out/<name of the scene> if not given
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Change a value of the scene before it is read, as in `vars.d=5 mm`; may be given several
    /// times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Replace the run that the folder holds
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    running: Running,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let SceneFile { text, folder, read } = read_file(&arguments.scene, &arguments.set)?;
    let ReadScene { scene, warnings } = read;
    let warnings = warnings.into_iter().map(|warning| warning.message).collect();
    let about = About { text, scene_folder: folder, warnings };
    match scene {
        AnyScene::Two(scene) => start(arguments, scene, about),
        AnyScene::Three(scene) => start(arguments, scene, about),
    }
}

fn start<const D: usize>(
    arguments: &Arguments,
    mut scene: Scene<D>,
    about: About,
) -> Result<(), Failure> {
    let running = &arguments.running;
    running.prepare(&mut scene)?;
    let out = arguments.out.clone().unwrap_or_else(|| usual_folder(&arguments.scene));
    let folder = RunFolder::create(&out, arguments.force).map_err(refused)?;
    running.run(Runner::new(scene, folder, about).map_err(refused)?, &out)
}

/// `out/` and the name of the scene.
fn usual_folder(scene: &Path) -> PathBuf {
    Path::new("out").join(scene.file_stem().unwrap_or("scene".as_ref()))
}
