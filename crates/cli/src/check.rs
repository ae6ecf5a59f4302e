//! `esker check`: whether a scene is sound, and what it will be.

use crate::error::Failure;
use crate::scene_file::read_file;
use crate::terminal::{counted, print};
use clap::Args;
use esker::scene::{AnyScene, Scene};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  esker check silo.toml
  esker check silo.toml --set vars.d='5 mm'

Exit codes: 0 sound, perhaps with warnings; 2 something is wrong.";

/// Say whether a scene is sound, and everything that is wrong with it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene, a TOML file
    scene: PathBuf,
    /// Change a value of the scene before it is read, as in `vars.d=5 mm`; may be given several
    /// times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let file = read_file(&arguments.scene, &arguments.set)?;
    let summary = match &file.read.scene {
        AnyScene::Two(scene) => summary(scene),
        AnyScene::Three(scene) => summary(scene),
    };
    let warnings = match file.read.warnings.len() {
        0 => String::new(),
        count => format!(", with {}", counted(count, "warning")),
    };
    Ok(print(&format!("{} is sound{warnings}\n{summary}", arguments.scene.display()))?)
}

/// What the scene is, in a few lines.
fn summary<const D: usize>(scene: &Scene<D>) -> String {
    let world = &scene.world;
    let names = |names: Vec<&str>| if names.is_empty() { "none".into() } else { names.join(", ") };
    let walls = world.walls.iter().map(|wall| wall.name.as_str()).collect();
    let bodies = world.insertions.iter().map(|insertion| insertion.name.as_str()).collect();
    let step = match world.time_step {
        0.0 => "chosen at the first step".into(),
        step => format!("{step:e} s"),
    };
    format!(
        "  {}\n  dimensions  {D}\n  bodies      {}\n  walls       {}\n  law         {}\n  time        {} s\n  time step   {step}\n",
        scene.title,
        names(bodies),
        names(walls),
        world.model,
        scene.run.time,
    )
}
