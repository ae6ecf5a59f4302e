//! `esker completions`: what a shell needs to complete commands and options.

use crate::Cli;
use crate::error::Failure;
use crate::terminal::print;
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

const EXAMPLES: &str = "\
Examples:
  esker completions bash > ~/.local/share/bash-completion/completions/esker
  esker completions zsh > \"${fpath[1]}/_esker\"
  esker completions fish > ~/.config/fish/completions/esker.fish";

/// Print the completions for a shell
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    generate(arguments.shell, &mut Cli::command(), "esker", &mut script);
    Ok(print(&String::from_utf8_lossy(&script))?)
}
