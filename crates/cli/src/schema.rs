//! `esker schema`: the JSON Schema of scenes, for editors.

use crate::error::Failure;
use crate::terminal::{print, print_json};
use clap::Args;
use esker::scene::{reference, schema};

const EXAMPLES: &str = "\
Example:
  esker schema > esker.schema.json

and as the first line of a scene:
  #:schema ./esker.schema.json";

/// Print the JSON Schema of scenes, for editors
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Print the reference of all keys instead, as a page in Markdown
    #[arg(long)]
    reference: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match arguments.reference {
        true => print(&reference())?,
        false => print_json(&schema())?,
    }
    Ok(())
}
