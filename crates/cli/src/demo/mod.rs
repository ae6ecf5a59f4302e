//! `esker demo`: a ready scene, run in memory and drawn into the terminal as it goes.

mod live;

use crate::error::Failure;
use crate::interrupt::{self, interrupted};
use crate::screen;
use crate::table::{Align, Table};
use crate::terminal::{counted, note, print};
use clap::Args;
use clap::builder::PossibleValuesParser;
use esker::output::write_png;
use esker::prelude::Threads;
use esker::run::FileError;
use esker::scene::{AnyScene, Scene, read_scene, summary, with_settings};
use live::Live;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A ready scene, made small enough to move on any machine.
pub(crate) struct Demo {
    pub(crate) name: &'static str,
    summary: &'static str,
    text: &'static str,
    /// What makes it small.
    settings: &'static [&'static str],
}

/// The list of demos; the first is the usual one.
pub(crate) const DEMOS: &[Demo] = &[
    Demo {
        name: "hopper",
        summary: "a hopper is filled, its gate opens, the grains run out",
        text: include_str!("../../../../scenes/hopper.toml"),
        settings: &[
            "vars.d=9 mm",
            "vars.orifice=2.2 cm",
            "bodies.beads.solid_fraction=0.18",
            "material.glass.young=1 MPa",
            "material.steel.young=1 MPa",
            "wall.gate.radius=2.5 cm",
            "picture.range=[0, 1]",
            // The last picture is to show grains.
            "stop.empty.below=250",
        ],
    },
    Demo {
        name: "heap",
        summary: "grains rain onto a plate and stay as a heap",
        text: include_str!("../../../../scenes/heap.toml"),
        settings: &[
            "vars.d=12 mm",
            "vars.count=900",
            "material.glass.young=1 MPa",
            "picture.range=[0, 0.05]",
        ],
    },
    Demo {
        name: "tray",
        summary: "discs in the plane fly to and fro in a tray",
        text: include_str!("../../../../scenes/disc-tray.toml"),
        settings: &["vars.r=8 mm", "run.time=20", "picture.range=[0, 0.6]"],
    },
];

const EXAMPLES: &str = "\
Examples:
  esker demo
  esker demo heap --seconds 30
  esker demo --list

Without a terminal to draw on, a table is told and the last picture written to esker-demo.png.";

/// See grains move: a ready scene, live in the terminal
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Which scene
    #[arg(value_name = "NAME", value_parser = names(), default_value = DEMOS[0].name)]
    name: String,
    /// List the scenes
    #[arg(long)]
    list: bool,
    /// End after so long by the clock
    #[arg(long, value_name = "S", default_value = "12", value_parser = seconds)]
    seconds: Duration,
    /// Where the last picture is written if there is no terminal
    #[arg(long, value_name = "FILE", default_value = "esker-demo.png")]
    out: PathBuf,
}

pub(crate) fn names() -> PossibleValuesParser {
    DEMOS.iter().map(|demo| demo.name).collect::<Vec<_>>().into()
}

/// The demo of a name.
pub(crate) fn named(name: &str) -> &'static Demo {
    DEMOS.iter().find(|demo| demo.name == name).unwrap_or(&DEMOS[0])
}

impl Demo {
    /// The text of its scene.
    pub(crate) fn scene_text(&self) -> Result<String, Failure> {
        let settings: Vec<_> = self.settings.iter().map(|setting| setting.to_string()).collect();
        with_settings(self.text, &settings).map_err(|bad| Failure::Run(bad.to_string()))
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    let told = "expected a number of seconds, no more than a day".to_string();
    seconds.map(Duration::from_secs_f64).ok_or(told)
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.list {
        let mut table = Table::new(&[("demo", Align::Left), ("summary", Align::Left)]);
        DEMOS.iter().for_each(|demo| table.row(vec![demo.name.into(), demo.summary.into()]));
        return Ok(print(&table.text())?);
    }
    let demo = named(&arguments.name);
    let read = read_scene(&demo.scene_text()?, Path::new(""))
        .map_err(|wrong| Failure::Run(summary(&wrong, demo.name)))?;
    interrupt::watch(None)?;
    match read.scene {
        AnyScene::Two(scene) => play(scene, arguments)?,
        AnyScene::Three(scene) => play(scene, arguments)?,
    }
    tell_next(demo);
    Ok(())
}

fn tell_next(demo: &Demo) {
    let from = format!("esker new first --from {}", demo.name);
    let mut next = Table::new(&[("", Align::Left), ("", Align::Left)]);
    let mut row = |command: &str, what: &str| next.row(vec![format!("  {command}"), what.into()]);
    row(&from, "this scene as a file, to change as you like");
    row("esker run first.toml", "run it: a log, frames for ParaView, a report");
    row("esker demo --list", "other scenes");
    let next = next.text();
    note(&format!("\nThis was `{}`, computed as you watched. Next:{}", demo.name, next.trim_end()));
}

/// Makes steps and shows them until the scene or the time is over.
fn play<const D: usize>(mut scene: Scene<D>, arguments: &Arguments) -> Result<(), Failure> {
    let began = Instant::now();
    scene.world.threads = Threads::new(0).map_err(|error| Failure::Run(error.to_string()))?;
    scene.world.insert_due();
    let mut live = Live::new(&scene)?;
    let draws = screen::can_draw();
    if draws {
        live.open()?;
    }
    let goes_on = |scene: &Scene<D>| {
        began.elapsed() < arguments.seconds && !interrupted() && !live::is_over(scene)
    };
    let mut played = Ok(());
    while played.is_ok() && goes_on(&scene) {
        played = live.advance(&mut scene);
        played = played.and_then(|()| if draws { live.draw(&scene) } else { live.tell(&scene) });
    }
    if draws {
        live.close(&scene)?;
    }
    played?;
    if !draws {
        let path = &arguments.out;
        write_png(path, &live.picture(&scene)?).map_err(FileError::of(path, "write"))?;
        let made = counted(scene.world.steps as usize, "step");
        note(&format!("wrote {} after {made}", path.display()));
    }
    Ok(())
}
