//! A scene's folder of its own, for the files of the peers; removed at the end.
//!
//! ```text
//!   esker-bench-PID/scene.data  scene.raw  log
//!                   lammps/  liggghts/  yade/     copies of their input files: codes run in there
//! ```

use super::data::Filling;
use super::outcome::Outcome;
use super::peers::{PEERS, Peer, Task};
use super::process::{finish, last_lines, on_one_core};
use super::scenes::Scene;
use super::words;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the turns of a scene are made.
pub struct Stage {
    scene: &'static Scene,
    /// How many steps before the clock is started, and on it.
    steps: [u64; 2],
    folder: PathBuf,
}

impl Stage {
    /// Makes the folder.
    pub fn new(scene: &'static Scene, steps: [u64; 2]) -> Result<Self, String> {
        let folder = std::env::temp_dir().join(format!("esker-bench-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self { scene, steps, folder })
    }

    /// Copies the peers' input files from the shared folder and writes the scene in their formats.
    pub fn prepare(&self, shared: &Path, filling: &Filling) -> Result<(), String> {
        let create = |name: &str| File::create(self.folder.join(name)).map(BufWriter::new);
        let prepare = || {
            for peer in PEERS {
                copy_files(&shared.join(peer.folder), &self.folder.join(peer.folder))?;
            }
            let (mut data, mut raw) = (create("scene.data")?, create("scene.raw")?);
            filling.write_lammps(&mut data)?;
            filling.write_raw(&mut raw)?;
            data.flush().and(raw.flush())
        };
        prepare().map_err(|error| format!("the files of the peers: {error}"))
    }

    /// A turn of ours.
    pub fn ours(&self, threads: u16) -> Result<Outcome, String> {
        let program = std::env::current_exe().map_err(words)?;
        let mut command = if threads == 1 { on_one_core(&program) } else { Command::new(&program) };
        command.args(["dem-case", self.scene.name]);
        let [warm_up, steps] = self.steps.map(|steps| steps.to_string());
        command.args(["--threads", &threads.to_string()]);
        command.args(["--warm-up", &warm_up, "--steps", &steps]);
        let finished = finish(&mut command, &self.log())?;
        let outcome = finished.text.lines().rev().find_map(|line| serde_json::from_str(line).ok());
        outcome.ok_or_else(|| format!("no outcome: {}", last_lines(&finished.text)))
    }

    /// A turn of a peer.
    pub fn peer(&self, peer: &Peer, program: &Path, model: &str) -> Result<Outcome, String> {
        let task = Task { program, model, scene: self.scene, steps: self.steps };
        let mut command = (peer.run)(&task);
        command.current_dir(self.folder.join(peer.folder)).env("OMP_NUM_THREADS", "1");
        let finished = finish(&mut command, &self.log())?;
        let outcome = (peer.read)(&finished.text, finished.peak_bytes);
        outcome.ok_or_else(|| format!("no loop time: {}", last_lines(&finished.text)))
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // What cannot be removed stays in the folder for temporary files, whose purpose that is.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn copy_files(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}
