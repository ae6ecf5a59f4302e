//! `esker man`: the manual, made from the same words as `--help`.

use crate::Cli;
use crate::error::Failure;
use crate::terminal::{counted, note, print};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use esker::output::write;
use esker::run::FileError;
use std::fs;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  esker man | man -l -
  esker man --out ~/.local/share/man/man1";

/// Print the manual page, or write one for each command
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Write esker.1, esker-run.1, … into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut command = Cli::command();
    // Spells out the usage line of every command.
    command.build();
    match &arguments.out {
        None => Ok(print(&page(command, "esker")?)?),
        Some(folder) => write_all(command, folder),
    }
}

fn write_all(command: Command, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(FileError::of(folder, "make the folder"))?;
    let own = command.get_subcommands().filter(|command| command.get_name() != "help");
    let commands: Vec<(String, Command)> =
        own.map(|one| (format!("esker-{}", one.get_name()), one.clone())).collect();
    let all = [("esker".to_string(), command)].into_iter().chain(commands);
    let mut count = 0;
    for (name, command) in all {
        let text = page(command, &name)?;
        let path = folder.join(format!("{name}.1"));
        write(&path, &text).map_err(FileError::of(&path, "write"))?;
        count += 1;
    }
    note(&format!("wrote {} into {}", counted(count, "page"), folder.display()));
    Ok(())
}

/// The page of a command in the form that `man` reads.
fn page(command: Command, name: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    Man::new(command.display_name(name.to_string()).disable_help_subcommand(true))
        .title(name.to_string())
        .render(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
