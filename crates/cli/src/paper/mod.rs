//! `esker paper NAME`: a paper's detection experiments, run again with our methods.
//!
//! ```text
//!   papers/NAME/claims.json ─┐
//!   NAME.rs: sweeps ─ experiments ─ evidence ─ verdicts ─┬─ NAME.html   ours beside the paper's
//!                                                        └─ NAME.json   every number of it
//! ```
//!
//! One file per paper says what is run and what is shown. An experiment is a [`sweep`], its numbers
//! are [`curve`]s, and [`claims`] compares them with what the text of the paper says.

mod claims;
mod curve;
mod lazarevic;
mod munjiza;
mod perkins;
mod report;
mod scenes;
mod silo;
mod sweep;

use crate::error::Failure;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Run a paper's detection experiments again: a page with ours beside what the paper claims
#[derive(Args, Debug)]
pub(crate) struct PaperArguments {
    /// The paper
    #[arg(value_enum)]
    name: Name,
    /// The page to write; its numbers go beside it as .json [default: NAME.html]
    #[arg(long, value_name = "FILE.html")]
    out: Option<PathBuf>,
    /// The paper's own numbers of bodies: hours, and some gigabytes of memory
    #[arg(long, conflicts_with = "quick")]
    full: bool,
    /// Small numbers of bodies: seconds
    #[arg(long)]
    quick: bool,
    /// Where the runs of scenes that belong to a paper are
    #[arg(long, value_name = "DIR", default_value = "out")]
    runs: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Name {
    /// Munjiza, Rougier, John 2005: MR and MMR
    Munjiza,
    /// Perkins 1999: sorting, hashing and trees behind one interface
    Perkins,
    /// Lazarević, Dvornik, Fresl 2002: fixed cubes
    Lazarevic,
}

impl Name {
    /// Where the page goes when nobody says: here, under the paper's name.
    fn page(self) -> PathBuf {
        let value = self.to_possible_value().expect("every paper can be named");
        PathBuf::from(value.get_name()).with_extension("html")
    }
}

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Effort {
    Quick,
    Usual,
    Full,
}

impl Effort {
    /// One of three, by how much is run.
    fn choose<T>(self, quick: T, usual: T, full: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Usual => usual,
            Self::Full => full,
        }
    }

    /// How many seconds of repeated runs make a time that can be trusted.
    fn patience(self) -> f64 {
        self.choose(0.0, 0.5, 2.0)
    }
}

/// Runs the experiments and writes the page and its numbers.
pub(crate) fn run(arguments: &PaperArguments) -> Result<(), Failure> {
    let effort = match (arguments.quick, arguments.full) {
        (true, _) => Effort::Quick,
        (_, true) => Effort::Full,
        _ => Effort::Usual,
    };
    let page = arguments.out.clone().unwrap_or_else(|| arguments.name.page());
    check(&page)?;
    let report = match arguments.name {
        Name::Munjiza => munjiza::reproduce(effort),
        Name::Perkins => perkins::reproduce(effort),
        Name::Lazarevic => lazarevic::reproduce(effort, &arguments.runs),
    };
    report?.write(&page)
}

/// Whether a page can be written there, asked before the hours it may take and not after.
fn check(page: &Path) -> Result<(), Failure> {
    let reason = match page.parent() {
        _ if page.extension().is_none_or(|extension| extension != "html") => {
            "a page ends in .html; its numbers go beside it"
        }
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            "there is no such folder"
        }
        _ => return Ok(()),
    };
    Err(Failure::Input(format!("--out {}: {reason}", page.display())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use esker::prelude::Method;

    #[test]
    fn every_method_named_here_is_listed() {
        let named = [
            munjiza::ON_EQUAL_SIZES,
            munjiza::ON_SPACINGS,
            munjiza::ON_MANY_SIZES,
            perkins::QUADRATIC,
            perkins::METHODS,
            &[lazarevic::FIXED_CUBES, lazarevic::NESTED_LOOPS],
        ];
        for name in named.concat() {
            assert!(name.parse::<Method>().is_ok(), "{name}");
        }
    }
}
