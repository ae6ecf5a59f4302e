//! `esker render`: frames as pictures, a movie, or text in the terminal.

mod looks;
mod movie;

use crate::error::Failure;
use crate::frames::{Source, Which};
use crate::input::whole;
use crate::progress::Progress;
use crate::running::refused;
use crate::screen;
use crate::terminal::{counted, note, print, print_json};
use clap::Args;
use esker::output::{Background, Picture, terminal_text, write_png};
use esker::run::{FileError, FrameFiles, steady};
use looks::Looks;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  esker render out/silo                            the last frame: out/silo/picture.png
  esker render out/silo --gif --color force        all frames: out/silo/movie.gif
  esker render out/silo --view front --cut 0,0,0,0,-1,0 --out cut.png
  esker render out/silo --frame 12 --terminal      here, in the terminal
  esker render start.vtp                           a file of bodies: start.png

What is not said is taken from [picture] of the scene. Pictures of several frames share one camera and
one range of colours. Columns to colour by: id, x, y, z, radius, mass, speed, vx, vy, vz, spin, force,
torque, material, or none.";

/// Draw frames: a picture, a movie, or the terminal
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The folder of a run, or a file of bodies
    path: PathBuf,
    /// Which frame: first, last, all, or its number from 0
    #[arg(long, value_name = "FRAME", default_value = "last")]
    frame: Which,
    /// A movie of all frames as GIF
    #[arg(long, conflicts_with_all = ["frame", "mp4", "terminal"])]
    gif: bool,
    /// A movie of all frames as MP4, by the program ffmpeg
    #[arg(long, conflicts_with_all = ["frame", "terminal"])]
    mp4: bool,
    /// Draw into the terminal
    #[arg(long, conflicts_with_all = ["out", "json"])]
    terminal: bool,
    /// Of all frames take each K-th
    #[arg(long, value_name = "K", default_value_t = 1)]
    #[arg(value_parser = |text: &str| whole(text, 1usize..=1_000_000))]
    every: usize,
    /// Images in a second of the movie; if not given, a movie takes some eight seconds
    #[arg(long, value_name = "N", value_parser = looks::rate)]
    fps: Option<f64>,
    /// The file to write; a folder for --frame all
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    looks: Looks,
    /// One JSON document on standard output
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Where to write, under a name of its own in the folder of the run or beside the file.
    fn target(&self, source: &Source, name: &str) -> PathBuf {
        let usual = || match &source.results {
            Some(results) => results.folder().join(name),
            None => {
                let ending = Path::new(name).extension().unwrap_or_default();
                self.path.with_extension(ending)
            }
        };
        self.out.clone().unwrap_or_else(usual)
    }

    /// Images in a second for a movie of so many.
    fn rate(&self, images: usize) -> f64 {
        self.fps.unwrap_or((images as f64 / 8.0).clamp(5.0, 25.0))
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let source = Source::open(&arguments.path)?;
    let picture = arguments.looks.picture(&source)?;
    let is_movie = arguments.gif || arguments.mp4;
    let which = if is_movie { Which::All } else { arguments.frame };
    let frames = source.choose(which, arguments.every)?;
    let target = |name: &str| arguments.target(&source, name);
    let files = match (which, &frames[..]) {
        (Which::All, frames) if !arguments.terminal => {
            let progress = Progress::new(2 * frames.len());
            let picture = fitted(picture, frames, &progress)?;
            let film =
                movie::Film { frames, picture, rate: arguments.rate(frames.len()), progress };
            match (arguments.gif, arguments.mp4) {
                (true, _) => film.gif(target("movie.gif"))?,
                (_, true) => film.mp4(target("movie.mp4"))?,
                _ => pictures(&film, &target("pictures"))?,
            }
        }
        (_, [frame]) if arguments.terminal => return show(frame, picture),
        (_, [frame]) => vec![draw(frame, &picture, target("picture.png"))?],
        _ => return Err(Failure::Input("the terminal shows one frame: say which".into())),
    };
    tell(&files, frames.len(), arguments.json)
}

fn tell(files: &[PathBuf], frames: usize, json: bool) -> Result<(), Failure> {
    match (json, files) {
        (true, _) => print_json(&json!({ "files": files, "frames": frames }))?,
        (_, [only]) if frames == 1 => note(&format!("wrote {}", only.display())),
        (_, [only]) => note(&format!("wrote {}, {frames} frames", only.display())),
        (_, all) => {
            let folder = all.first().and_then(|file| file.parent()).unwrap_or(Path::new("."));
            note(&format!("wrote {} into {}", counted(all.len(), "picture"), folder.display()));
        }
    }
    Ok(())
}

/// The picture with one camera and one range of colours for all frames.
fn fitted(
    picture: Picture,
    frames: &[&FrameFiles],
    progress: &Progress,
) -> Result<Picture, Failure> {
    let frames: Vec<FrameFiles> = frames.iter().map(|&files| files.clone()).collect();
    steady(picture, &frames, || progress.pass("looking", || ())).map_err(refused)
}

/// Writes a picture of each frame into a folder.
fn pictures(film: &movie::Film<'_>, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    fs::create_dir_all(folder).map_err(FileError::of(folder, "make the folder"))?;
    let draw = |files: &&FrameFiles| {
        let path = folder.join(format!("picture_{:06}.png", files.number));
        film.progress.pass("drawing", || draw(files, &film.picture, path))
    };
    film.frames.iter().map(draw).collect()
}

/// Writes a picture of one frame and says where it is.
fn draw(files: &FrameFiles, picture: &Picture, path: PathBuf) -> Result<PathBuf, Failure> {
    let image = files.draw(picture).map_err(refused)?;
    if image.skipped > 0 {
        note(&format!("{} without a finite place, not drawn", counted(image.skipped, "body")));
    }
    write_png(&path, &image).map_err(FileError::of(&path, "write"))?;
    Ok(path)
}

/// Draws one frame into the terminal.
fn show(files: &FrameFiles, picture: Picture) -> Result<(), Failure> {
    let [columns, rows] = screen::size();
    // Twice as fine as the letters, each of which is two pixels high; a line is left for the prompt.
    let rows = rows.saturating_sub(1).max(1);
    let (width, height) = ((2 * columns).clamp(2, 2000), (4 * rows).clamp(4, 2000));
    let background = Background::Transparent;
    let picture = Picture { width, height, labels: false, background, ..picture };
    let image = files.draw(&picture).map_err(refused)?;
    Ok(print(&terminal_text(&image, columns, rows, screen::colors()))?)
}
