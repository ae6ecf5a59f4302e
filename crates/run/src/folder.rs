//! The folder of a run.
//!
//! ```text
//!   out/silo/
//!     scene.toml       the exact scene
//!     manifest.json    what ran, how far, why it ended, where the time went
//!     log.csv          a row for each interval; units in the second row
//!     run.pvd          frames in the order of time, for ParaView; view.py shows them (and walls.pvd, contacts.pvd)
//!     frames/          bodies, contacts and walls at one instant each
//!     checkpoints/     latest.npz and previous.npz
//!     .lock            held while a program runs in the folder
//! ```
//!
//! A folder is taken only if it is empty or not there. The scene is written last: where it is, there is
//! a run that can go on. Files are whole or absent; the log alone grows,
//! and a row that was cut off is dropped when the run goes on.

use crate::error::RunError;
use crate::file_error::{FileError, WayOut};
use crate::manifest::{FORMAT, Manifest};
use esker_output::Checkpoints;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The files beside folders that a run makes.
const FILES: [&str; 5] = ["scene.toml", "manifest.json", "log.csv", "view.py", "report.html"];
/// The lists of frames: bodies, walls, contacts.
pub(crate) const LISTS: [&str; 3] = ["run.pvd", "walls.pvd", "contacts.pvd"];
const FRAMES: &str = "frames";
const CHECKPOINTS: &str = "checkpoints";
const LOCK: &str = ".lock";

/// The folder of a run, held while this value lives: no other program runs in it.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    _lock: File,
}

impl RunFolder {
    /// A folder for a new run. One that holds something is refused; with `force`, the run that it
    /// holds is removed first, and nothing else.
    pub fn create(path: &Path, force: bool) -> Result<Self, RunError> {
        Self::take(path, force).map_err(|error| error.or(WayOut::OtherFolder))
    }

    fn take(path: &Path, force: bool) -> Result<Self, RunError> {
        fs::create_dir_all(path).map_err(FileError::of(path, "make the folder"))?;
        // A scene alone is the user's own.
        let is_run = is_there(&path.join("scene.toml"))? && is_there(&path.join("manifest.json"))?;
        if (is_run && !force) || (!is_run && has_entries(path)?) {
            return Err(RunError::Taken { folder: path.into(), is_run });
        }
        let folder = Self::hold(path)?;
        folder.remove_run()?;
        Ok(folder)
    }

    /// The folder of a run that is to go on.
    pub fn open(path: &Path) -> Result<Self, RunError> {
        Self::take_up(path).map_err(|error| error.or(WayOut::Resume(path.into())))
    }

    fn take_up(path: &Path) -> Result<Self, RunError> {
        if !is_there(&path.join("scene.toml"))? {
            return Err(RunError::NoRun { folder: path.into() });
        }
        let folder = Self::hold(path)?;
        for inside in [path.into(), path.join(FRAMES), path.join(CHECKPOINTS)] {
            remove_files(&inside, is_part)?;
        }
        Ok(folder)
    }

    fn hold(path: &Path) -> Result<Self, RunError> {
        let lock = path.join(LOCK);
        let file = File::create(&lock).map_err(FileError::of(&lock, "write"))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(RunError::InUse { folder: path.into() }),
            // Some file systems have no locks: then nobody is kept out.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { path: path.into(), _lock: file }),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its checkpoints.
    pub fn checkpoints(&self) -> Checkpoints {
        Checkpoints::new(self.path.join(CHECKPOINTS))
    }

    /// Where frames are written.
    pub fn frames(&self) -> PathBuf {
        self.path.join(FRAMES)
    }

    /// The text of the scene.
    pub fn scene_text(&self) -> Result<String, RunError> {
        let path = self.path.join("scene.toml");
        Ok(fs::read_to_string(&path).map_err(FileError::of(&path, "read"))?)
    }

    /// The manifest.
    pub fn manifest(&self) -> Result<Manifest, RunError> {
        read_manifest(&self.path)
    }

    pub(crate) fn write_manifest(&self, manifest: &Manifest) -> Result<(), RunError> {
        let path = self.path.join("manifest.json");
        let bad = |what| RunError::Manifest { path, what };
        let text = serde_json::to_string_pretty(manifest).map_err(|e| bad(e.to_string()))?;
        self.write("manifest.json", &(text + "\n"))
    }

    /// Writes a file of the folder, whole or not at all.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), RunError> {
        let path = self.path.join(name);
        Ok(esker_output::write(&path, text).map_err(FileError::of(&path, "write"))?)
    }

    /// Removes what runs make and keeps everything else.
    fn remove_run(&self) -> Result<(), RunError> {
        remove_files(&self.path, |name| is_of_run(name) || is_part(name))?;
        remove_files(&self.path.join(FRAMES), |name| is_frame(name) || is_part(name))?;
        remove_files(&self.path.join(CHECKPOINTS), |name| {
            ["latest.npz", "previous.npz", "next.npz"].contains(&name) || is_part(name)
        })
    }

    /// Removes what a run has written since its scene, so that it begins anew.
    pub(crate) fn remove_results(&self) -> Result<(), RunError> {
        remove_files(&self.path, |name| name == "log.csv" || LISTS.contains(&name))?;
        remove_files(&self.path.join(FRAMES), is_frame)
    }
}

/// Whether there is a file. That this cannot be known is an error of its own: a folder that one may
/// not enter is not empty.
pub(crate) fn is_there(path: &Path) -> Result<bool, RunError> {
    match fs::metadata(path) {
        Ok(found) => Ok(found.is_file()),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(false)
        }
        Err(error) => Err(FileError::of(path, "read")(error).into()),
    }
}

/// The manifest in the folder of a run.
pub(crate) fn read_manifest(folder: &Path) -> Result<Manifest, RunError> {
    let path = folder.join("manifest.json");
    let text = fs::read_to_string(&path).map_err(FileError::of(&path, "read"))?;
    let bad = |what| RunError::Manifest { path: path.clone(), what };
    let manifest: Manifest = serde_json::from_str(&text).map_err(|e| bad(e.to_string()))?;
    match manifest.format {
        FORMAT => Ok(manifest),
        other => Err(bad(format!("its format is {other}, and this program reads {FORMAT}"))),
    }
}

/// Whether a run makes a file of this name in its folder.
fn is_of_run(name: &str) -> bool {
    FILES.contains(&name) || LISTS.contains(&name)
}

/// The name of a file that a program was writing when it was killed.
fn is_part(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(".part")
}

/// The name of a file of a frame: a word, a number, and what may follow a dot.
fn is_frame(name: &str) -> bool {
    let number = |rest: &str| {
        rest.split('.')
            .next()
            .is_some_and(|n| n.len() >= 6 && n.bytes().all(|b| b.is_ascii_digit()))
    };
    name.split_once('_').is_some_and(|(word, rest)| !word.is_empty() && number(rest))
}

/// Whether there is anything but what a program that was killed leaves of a run that had not begun.
fn has_entries(folder: &Path) -> Result<bool, RunError> {
    let mut entries = fs::read_dir(folder).map_err(FileError::of(folder, "read the folder"))?;
    let began = read_manifest(folder).is_ok();
    let left = |name: &str| name == LOCK || is_part(name) || (began && is_of_run(name));
    Ok(entries.any(|entry| entry.is_ok_and(|entry| !left(&entry.file_name().to_string_lossy()))))
}

/// Removes files of a folder, by their names; none if the folder is not there.
fn remove_files(folder: &Path, which: impl Fn(&str) -> bool) -> Result<(), RunError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(FileError::of(folder, "read the folder"))?,
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_file() && path.file_name().and_then(|name| name.to_str()).is_some_and(&which) {
            fs::remove_file(&path).map_err(FileError::of(&path, "remove"))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_known_by_their_names() {
        for name in ["particles_000000.vtp", "walls_1234567.vtp", "contacts_000001.csv.gz"] {
            assert!(is_frame(name), "{name}");
        }
        for name in ["particles.vtp", "my_notes.txt", "_000000.vtp", "frame_12.vtp", "notes_"] {
            assert!(!is_frame(name), "{name}");
        }
    }
}
