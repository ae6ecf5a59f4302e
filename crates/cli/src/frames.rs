//! Which frames a command is about: those of a run, or one file of bodies.

use crate::error::Failure;
use crate::running::refused;
use esker::run::{FileError, FrameFiles, Results};
use std::path::Path;
use std::str::FromStr;

/// Which of the frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    First,
    Last,
    Number(usize),
    All,
}

impl FromStr for Which {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "first" => Ok(Self::First),
            "last" => Ok(Self::Last),
            "all" => Ok(Self::All),
            _ => text.parse().map(Self::Number).map_err(|_| {
                "expected first, last, all, or the number of a frame, from 0".to_string()
            }),
        }
    }
}

/// What was given: a run with its frames, or a file.
pub(crate) struct Source {
    /// The results of the run, if it is one.
    pub(crate) results: Option<Results>,
    frames: Vec<FrameFiles>,
}

impl Source {
    /// What is at a path: the folder of a run, its `run.pvd`, or a file of bodies.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        if !path.try_exists().map_err(FileError::of(path, "read"))? {
            let message = format!("there is no file or folder {}", path.display());
            return Err(Failure::Input(message));
        }
        let is_list = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pvd"));
        if path.is_file() && !is_list {
            return Ok(Self { results: None, frames: vec![FrameFiles::of_bodies(path)] });
        }
        let results = Results::open(path).map_err(refused)?;
        if results.frames().is_empty() {
            return Err(Failure::Input(format!(
                "{} has no frames: the scene writes none (see `frames` and `formats` of [output]), \
                 or the run has not come to its first",
                path.display()
            )));
        }
        Ok(Self { frames: results.frames().to_vec(), results: Some(results) })
    }

    /// The frames that were asked for, and of these every so manieth.
    pub(crate) fn choose(&self, which: Which, every: usize) -> Result<Vec<&FrameFiles>, Failure> {
        let (frames, last) = (&self.frames, self.frames.len() - 1);
        let place = match which {
            Which::All => return Ok(frames.iter().step_by(every.max(1)).collect()),
            Which::First => 0,
            Which::Last => last,
            Which::Number(number) => number,
        };
        let frame = frames.get(place).ok_or_else(|| {
            Failure::Input(format!("there is no frame {place}: the last one is {last}"))
        })?;
        Ok(vec![frame])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_named_by_word_or_number() {
        let read = |text: &str| text.parse::<Which>();
        assert_eq!(read("first"), Ok(Which::First));
        assert_eq!(read("12"), Ok(Which::Number(12)));
        assert!(read("-1").is_err() && read("lst").is_err() && read("").is_err());
    }
}
