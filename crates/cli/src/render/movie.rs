//! Movies: GIF by ourselves, MP4 by ffmpeg, to which images are handed one after the other.

use crate::error::Failure;
use crate::progress::Progress;
use crate::running::refused;
use esker::output::{Image, Picture, words, write_gif};
use esker::run::{FileError, FrameFiles};
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Frames on their way to a movie.
pub(super) struct Film<'a> {
    pub(super) frames: &'a [&'a FrameFiles],
    /// With a camera for all of them.
    pub(super) picture: Picture,
    /// Images in a second.
    pub(super) rate: f64,
    pub(super) progress: Progress,
}

impl Film<'_> {
    fn images(&self) -> impl Iterator<Item = Result<Image, Failure>> {
        let draw = |files: &&FrameFiles| {
            self.progress.pass("drawing", || files.draw(&self.picture).map_err(refused))
        };
        self.frames.iter().map(draw)
    }

    /// Writes a GIF.
    pub(super) fn gif(&self, path: PathBuf) -> Result<Vec<PathBuf>, Failure> {
        let size = [self.picture.width, self.picture.height];
        let mut failure = None;
        let written = write_gif(&path, size, self.rate, |gif| {
            for image in self.images() {
                match image {
                    Ok(image) => gif.push(&image)?,
                    Err(why) => {
                        failure = Some(why);
                        return Err(ErrorKind::Other.into());
                    }
                }
            }
            Ok(())
        });
        match (failure, written) {
            (Some(why), _) => Err(why),
            (None, written) => {
                written.map_err(FileError::of(&path, "write"))?;
                Ok(vec![path])
            }
        }
    }

    /// Writes an MP4: beside the file, which then takes its name.
    pub(super) fn mp4(&self, path: PathBuf) -> Result<Vec<PathBuf>, Failure> {
        let beside = path.with_extension("part.mp4");
        let made = self.encode(&beside);
        let made = made
            .and_then(|()| Ok(fs::rename(&beside, &path).map_err(FileError::of(&path, "write"))?));
        if made.is_err() {
            // The first error is the one to report; the file may not even exist.
            let _ = fs::remove_file(&beside);
        }
        made.map(|()| vec![path])
    }

    fn encode(&self, path: &Path) -> Result<(), Failure> {
        let mut ffmpeg = self.start_ffmpeg(path)?;
        let mut input = ffmpeg.stdin.take();
        for image in self.images() {
            let written =
                input.as_mut().map(|input| input.write_all(image?.bytes()).map_err(Failure::from));
            // Whether it has had enough is told by its own words below.
            if matches!(written, Some(Err(Failure::Output(_)))) {
                break;
            }
            written.transpose()?;
        }
        drop(input);
        let mut words = String::new();
        ffmpeg.stderr.take().map(|mut told| told.read_to_string(&mut words));
        match ffmpeg.wait() {
            Ok(status) if status.success() => Ok(()),
            _ => Err(Failure::Run(format!("ffmpeg could not make the movie: {}", words.trim()))),
        }
    }

    fn start_ffmpeg(&self, path: &Path) -> Result<Child, Failure> {
        let size = format!("{}x{}", self.picture.width, self.picture.height);
        let rate = self.rate.to_string();
        let mut command = Command::new("ffmpeg");
        command.args(["-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgba"]);
        command.args(["-s", &size, "-r", &rate, "-i", "-", "-pix_fmt", "yuv420p"]);
        // The usual encoding wants even sides.
        command.args(["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white"]).arg(path);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().map_err(|error| match error.kind() {
            ErrorKind::NotFound => Failure::Run(
                "MP4 is made by the program ffmpeg, which is not installed here: install it, or \
                 make a GIF with --gif"
                    .into(),
            ),
            _ => Failure::Run(format!("cannot start ffmpeg: {}", words(&error))),
        })
    }
}
