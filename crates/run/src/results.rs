//! The folder of a run as its readers see it. Nothing is held and nothing is changed, so that one can
//! look at a run while it goes on.
//!
//! ```text
//!   run.pvd, walls.pvd ──▶ frames in the order of time, each with its bodies and its walls
//!   frames/bodies_*  where frames were written in other formats alone
//! ```

use crate::error::RunError;
use crate::file_error::FileError;
use crate::folder::{LISTS, is_there, read_manifest};
use crate::manifest::Manifest;
use esker_output::{DataSet, FORMATS, Frame, Log, WallFacets};
use esker_output::{read_frame, read_log, read_pvd, read_walls};
use std::fs;
use std::path::{Path, PathBuf};

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Results {
    folder: PathBuf,
    frames: Vec<FrameFiles>,
}

/// The files of one frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameFiles {
    /// Which frame it is, from 0.
    pub number: usize,
    /// The bodies.
    pub bodies: PathBuf,
    /// The walls, if there are any.
    pub walls: Option<PathBuf>,
}

impl FrameFiles {
    /// A frame of bodies alone, from a file of any format.
    pub fn of_bodies(path: &Path) -> Self {
        Self { number: 0, bodies: path.into(), walls: None }
    }

    /// Reads the bodies and the walls.
    pub fn read(&self) -> Result<(Frame, Vec<WallFacets>), RunError> {
        let walls = self.walls.as_ref().map_or(Ok(vec![]), |walls| read_walls(walls));
        Ok((read_frame(&self.bodies)?, walls?))
    }
}

impl Results {
    /// The results in a folder, which may also be given by its `run.pvd`.
    pub fn open(path: &Path) -> Result<Self, RunError> {
        let is_list = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pvd"));
        let folder = path.parent().filter(|_| is_list).unwrap_or(path).to_path_buf();
        let [scene, list] = ["scene.toml", "run.pvd"].map(|name| folder.join(name));
        if !is_there(&scene)? && !is_there(&list)? {
            return Err(RunError::NoRun { folder: path.into() });
        }
        let listed = listed(&folder)?;
        let frames = if listed.is_empty() { found(&folder.join("frames")) } else { listed };
        Ok(Self { folder, frames })
    }

    /// Where they are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The frames that were written, in the order of time.
    pub fn frames(&self) -> &[FrameFiles] {
        &self.frames
    }

    /// The exact scene; empty if it was not kept.
    pub fn scene_text(&self) -> Result<String, RunError> {
        let path = self.folder.join("scene.toml");
        if !is_there(&path)? {
            return Ok(String::new());
        }
        Ok(fs::read_to_string(&path).map_err(FileError::of(&path, "read"))?)
    }

    /// What ran, and what came of it.
    pub fn manifest(&self) -> Result<Manifest, RunError> {
        read_manifest(&self.folder)
    }

    /// The log.
    pub fn log(&self) -> Result<Log, RunError> {
        Ok(read_log(&self.folder.join("log.csv"))?)
    }
}

/// The frames in the lists of a folder.
fn listed(folder: &Path) -> Result<Vec<FrameFiles>, RunError> {
    let read = |list: &str| -> Result<Vec<DataSet>, RunError> {
        let path = folder.join(list);
        if is_there(&path)? { Ok(read_pvd(&path)?) } else { Ok(Vec::new()) }
    };
    let [bodies, walls, _] = LISTS;
    let (bodies, walls) = (read(bodies)?, read(walls)?);
    let frame = |(number, bodies): (usize, &DataSet)| {
        // The run may be writing: walls of a frame are listed after its bodies.
        let walls = walls.get(number).filter(|walls| walls.time == bodies.time);
        FrameFiles {
            number,
            bodies: folder.join(&bodies.file),
            walls: walls.map(|walls| folder.join(&walls.file)),
        }
    };
    Ok(bodies.iter().enumerate().map(frame).collect())
}

/// The frames in a folder, of the first format in the list that has any.
fn found(folder: &Path) -> Vec<FrameFiles> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let of_format = |ending: &str| -> Vec<FrameFiles> {
        let number = |path: &Path| {
            let name = path.file_name()?.to_str()?;
            name.strip_prefix("bodies_")?.strip_suffix(&format!(".{ending}"))?.parse().ok()
        };
        let walls = |number: usize| {
            let walls = [number, 0].map(|k| folder.join(format!("walls_{k:06}.vtp")));
            walls.into_iter().find(|path| path.is_file())
        };
        let frames = paths.iter().filter_map(|path| Some((number(path)?, path.clone())));
        frames.map(|(number, bodies)| FrameFiles { number, bodies, walls: walls(number) }).collect()
    };
    FORMATS
        .iter()
        .map(|format| of_format(format.ending))
        .find(|f| !f.is_empty())
        .unwrap_or_default()
}
