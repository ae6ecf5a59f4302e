//! `esker convert`: frames in another format.

use crate::error::Failure;
use crate::frames::{Source, Which};
use crate::progress::Progress;
use crate::terminal::{counted, note, print_json};
use clap::Args;
use clap::builder::PossibleValuesParser;
use esker::output::{
    FORMATS, FormatEntry, Precision, WriteOptions, format_named, read_frame, write_frame,
};
use esker::run::FileError;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  esker convert out/silo --to csv                     the last frame, beside the others
  esker convert out/silo --to csv --out last.csv      the last frame, as this file
  esker convert out/silo --to dump --all --out dumps  every frame, for OVITO or a script
  esker convert start.vtp --to extxyz                 one file: start.extxyz

Formats are listed by `esker list outputs`. Files keep every bit that the frames have; all numbers are
in SI units.";

/// Write frames in another format
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The folder of a run, or a file of bodies
    path: PathBuf,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    to: String,
    /// Which frame of a run: first, last, all, or its number from 0
    #[arg(long, value_name = "FRAME", default_value = "last")]
    frame: Which,
    /// All frames, as `--frame all`
    #[arg(long, conflicts_with = "frame")]
    all: bool,
    /// The folder to write into, or for one frame the file, if its name ends like those of the
    /// format; beside the frames if not given
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Replace files that are there
    #[arg(long)]
    force: bool,
    /// One JSON document on standard output
    #[arg(long)]
    json: bool,
}

fn formats() -> PossibleValuesParser {
    FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().into()
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let source = Source::open(&arguments.path)?;
    let which = if arguments.all { Which::All } else { arguments.frame };
    let frames = source.choose(which, 1)?;
    let Some(format) = format_named(&arguments.to) else {
        return Err(Failure::Input(format!("unknown format '{}'", arguments.to)));
    };
    let place = Place::asked(arguments.out.as_deref(), which, format);
    let targets: Vec<PathBuf> =
        frames.iter().map(|files| place.target(&files.bodies, format)).collect();
    refuse_taken(&targets, arguments.force)?;
    if let Some(folder) = place.folder() {
        fs::create_dir_all(folder).map_err(FileError::of(folder, "make the folder"))?;
    }
    let progress = Progress::new(frames.len());
    for (files, target) in frames.iter().zip(&targets) {
        progress.pass("frames", || convert(&files.bodies, target, format))?;
    }
    drop(progress);
    match (arguments.json, &targets[..]) {
        (true, _) => print_json(&json!({ "files": targets }))?,
        (false, [only]) => note(&format!("wrote {}", only.display())),
        (false, all) => {
            let folder = all[0].parent().unwrap_or(Path::new("."));
            note(&format!("wrote {} into {}", counted(all.len(), "file"), folder.display()));
        }
    }
    Ok(())
}

/// Where files are written.
enum Place<'a> {
    Beside,
    Folder(&'a Path),
    File(&'a Path),
}

impl<'a> Place<'a> {
    /// What is meant by `--out`: one frame may have a file of its own name.
    fn asked(out: Option<&'a Path>, which: Which, format: &FormatEntry) -> Self {
        let ends_like = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
            name.ends_with(&format!(".{}", format.ending))
        };
        match out {
            None => Self::Beside,
            Some(path) if which != Which::All && ends_like(path) && !path.is_dir() => {
                Self::File(path)
            }
            Some(path) => Self::Folder(path),
        }
    }

    /// The folder that must be there.
    fn folder(&self) -> Option<&'a Path> {
        match self {
            Self::Beside => None,
            Self::Folder(folder) => Some(folder),
            Self::File(file) => file.parent().filter(|folder| *folder != Path::new("")),
        }
    }

    /// The file that a file of bodies is converted to.
    fn target(&self, bodies: &Path, format: &FormatEntry) -> PathBuf {
        let beside = bodies.with_extension(format.ending);
        match (self, beside.file_name()) {
            (Self::File(file), _) => file.to_path_buf(),
            (Self::Folder(folder), Some(name)) => folder.join(name),
            _ => beside,
        }
    }
}

fn refuse_taken(targets: &[PathBuf], force: bool) -> Result<(), Failure> {
    match targets.iter().find(|target| target.exists() && !force) {
        None => Ok(()),
        Some(taken) => Err(Failure::Input(format!(
            "{} is there already: choose another place with --out, or replace it with --force",
            taken.display()
        ))),
    }
}

fn convert(bodies: &Path, target: &Path, format: &FormatEntry) -> Result<(), Failure> {
    let frame = read_frame(bodies).map_err(|bad| Failure::Input(bad.to_string()))?;
    let options = WriteOptions { precision: Precision::Double };
    let written = write_frame(target, format, &frame, &options);
    Ok(written.map_err(FileError::of(target, "write"))?)
}
