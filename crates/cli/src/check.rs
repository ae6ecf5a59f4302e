//! `esker check`: whether a scene is sound, and what it will be.

use crate::error::Failure;
use crate::scene_file::{read_text, refused, text_of};
use crate::terminal::{counted, print, print_json};
use clap::Args;
use esker::scene::{AnyScene, Diagnostic, ReadScene, Scene, Severity, read_scene};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  esker check silo.toml
  esker check silo.toml --set vars.d='5 mm'
  esker check silo.toml --json         for editors and scripts: each message with its place

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
    /// One JSON document on standard output
    #[arg(long)]
    json: bool,
}

/// What a scene is.
#[derive(Serialize)]
struct Contents {
    title: String,
    dimensions: usize,
    bodies: Vec<String>,
    walls: Vec<String>,
    law: String,
    /// In seconds.
    time: f64,
    /// In seconds; none if the first step chooses it.
    time_step: Option<f64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (text, folder) = text_of(&arguments.scene, &arguments.set)?;
    let name = arguments.scene.display().to_string();
    if arguments.json {
        return report(&text, &name, &folder);
    }
    let read = read_text(&text, &name, &folder)?;
    let warnings = match read.warnings.len() {
        0 => String::new(),
        count => format!(", with {}", counted(count, "warning")),
    };
    Ok(print(&format!("{name} is sound{warnings}\n{}", contents(&read).text()))?)
}

/// Writes the outcome as JSON, whatever it is.
fn report(text: &str, name: &str, folder: &Path) -> Result<(), Failure> {
    let message = |one: &Diagnostic| message(one, text);
    match read_scene(text, folder) {
        Ok(read) => {
            let messages: Vec<Value> = read.warnings.iter().map(message).collect();
            let contents = contents(&read);
            Ok(print_json(
                &json!({ "scene": name, "sound": true, "messages": messages, "contents": contents }),
            )?)
        }
        Err(wrong) => {
            let messages: Vec<Value> = wrong.iter().map(message).collect();
            print_json(&json!({ "scene": name, "sound": false, "messages": messages }))?;
            Err(refused(&wrong, name))
        }
    }
}

fn message(diagnostic: &Diagnostic, text: &str) -> Value {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let [start, end] = match diagnostic.place(text) {
        Some(place) => place.map(|[line, column]| json!({ "line": line, "column": column })),
        None => [Value::Null, Value::Null],
    };
    let Diagnostic { message, label, help, .. } = diagnostic;
    json!({
        "severity": severity, "message": message, "label": label, "help": help,
        "start": start, "end": end,
    })
}

fn contents(read: &ReadScene) -> Contents {
    match &read.scene {
        AnyScene::Two(scene) => Contents::of(scene),
        AnyScene::Three(scene) => Contents::of(scene),
    }
}

impl Contents {
    fn of<const D: usize>(scene: &Scene<D>) -> Self {
        let world = &scene.world;
        Self {
            title: scene.title.clone(),
            dimensions: D,
            bodies: world.insertions.iter().map(|insertion| insertion.name.clone()).collect(),
            walls: world.walls.iter().map(|wall| wall.name.clone()).collect(),
            law: world.model.to_string(),
            time: scene.run.time,
            time_step: Some(world.time_step).filter(|&step| step != 0.0),
        }
    }

    /// In a few lines.
    fn text(&self) -> String {
        let names = |names: &[String]| match names {
            [] => "none".into(),
            names => names.join(", "),
        };
        let step =
            self.time_step.map_or("chosen at the first step".into(), |step| format!("{step:e} s"));
        let Self { title, dimensions, bodies, walls, law, time, .. } = self;
        format!(
            "  {title}\n  dimensions  {dimensions}\n  bodies      {}\n  walls       {}\n  law         {law}\n  time        {time} s\n  time step   {step}\n",
            names(bodies),
            names(walls),
        )
    }
}
