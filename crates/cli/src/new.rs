//! `esker new`: a commented scene to start from.

use crate::demo;
use crate::error::Failure;
use crate::terminal::note;
use clap::Args;
use esker::output::write;
use esker::run::FileError;
use esker::scene::schema;
use std::path::PathBuf;

const STARTER: &str = include_str!("starter.toml");
const SCHEMA: &str = "esker.schema.json";

const EXAMPLES: &str = "\
Examples:
  esker new first                    a box into which grains rain: first.toml
  esker new mine --from hopper       the scene of a demo";

/// Write a commented scene to start from
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The name of the scene: NAME.toml is written, and beside it the schema for editors
    name: PathBuf,
    /// The demo whose scene it is to be (see `esker demo --list`)
    #[arg(long, value_name = "DEMO", value_parser = demo::names())]
    from: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let path = arguments.name.with_extension("toml");
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if name.is_empty() || arguments.name.file_name().is_none() {
        return Err(Failure::Input("give the scene a name, as in `esker new hopper`".into()));
    }
    if path.exists() {
        let message = format!("{} is there already; choose another name", path.display());
        return Err(Failure::Input(message));
    }
    let text = match &arguments.from {
        Some(demo) => demo::named(demo).scene_text()?,
        None => starter(&name),
    };
    write(&path, &text).map_err(FileError::of(&path, "write"))?;
    let schema = serde_json::to_string_pretty(&schema()).unwrap_or_default() + "\n";
    let beside = path.with_file_name(SCHEMA);
    write(&beside, &schema).map_err(FileError::of(&beside, "write"))?;
    let shown = path.display();
    note(&format!(
        "wrote {shown} and {SCHEMA}\nnext: edit it, then `esker check {shown}` and `esker run {shown}`"
    ));
    Ok(())
}

/// The scene to start from, under a name of its own.
fn starter(name: &str) -> String {
    // Between quotes of TOML neither of these may stand as it is.
    let title = name.replace('\\', "\\\\").replace('"', "\\\"");
    STARTER.replace("title = \"NAME\"", &format!("title = \"{title}\"")).replace("NAME", name)
}
