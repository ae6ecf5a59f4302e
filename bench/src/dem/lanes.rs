//! Who takes part: ours by number of threads, peers by model; each turn is a process of its own.

use super::data::Filling;
use super::outcome::Outcome;
use super::process::{finish, installed, last_lines, on_one_core};
use super::scenes::Scene;
use super::{Options, WARM_UP, words};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// YADE takes 0.3 million body-steps a second and 8 kB for a body: larger scenes are left out.
const MOST_FOR_YADE: usize = 100_000;

/// A peer's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    Lammps,
    Liggghts,
    Yade,
}

/// The peers with their program, the folder of their input files and their models of our law; the first model of LAMMPS is its fastest.
const PEERS: &[(Code, &str, &str, &[&str])] = &[
    (Code::Lammps, "lmp", "lammps", &["hmc", "hm"]),
    (Code::Liggghts, "liggghts", "liggghts", &["hm"]),
    (Code::Yade, "yade", "yade", &["hm"]),
];

enum Who {
    Ours {
        threads: usize,
    },
    Peer {
        code: Code,
        program: PathBuf,
        folder: &'static str,
        model: &'static str,
    },
    /// Why not.
    Nobody(String),
}

/// One row of a table in the making.
pub struct Lane {
    pub name: String,
    who: Who,
    /// One by round, or why there is none.
    pub turns: Vec<Result<Outcome, String>>,
}

/// A scene on its way: the files of the peers, removed at the end.
pub struct Stage {
    pub scene: &'static Scene,
    pub steps: u64,
    folder: PathBuf,
}

/// The lanes of a scene of so many bodies; the first of ours is the reference.
pub fn lanes(options: &Options, bodies: usize) -> Vec<Lane> {
    let lane = |name: String, who| Lane { name, who, turns: Vec::new() };
    let ours = options.threads.iter().map(|&threads| {
        let name = if threads == 1 { "esker".into() } else { format!("esker, {threads} threads") };
        lane(name, Who::Ours { threads })
    });
    let mut lanes: Vec<Lane> = ours.collect();
    for &(code, command, folder, models) in PEERS.iter().filter(|_| options.peers) {
        let given = match code {
            Code::Lammps => options.lammps.clone(),
            Code::Liggghts => options.liggghts.iter().cloned().collect(),
            Code::Yade => options.yade.iter().cloned().collect(),
        };
        let mut programs = given;
        programs.extend(installed(command).filter(|_| programs.is_empty()));
        if programs.is_empty() {
            lanes.push(lane(command.into(), Who::Nobody("not installed".into())));
        }
        for program in programs {
            let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
            lanes.extend(models.iter().map(|model| {
                let who = match code == Code::Yade && bodies > MOST_FOR_YADE {
                    true => Who::Nobody("left out: too slow for so many".into()),
                    false => Who::Peer { code, program: program.clone(), folder, model },
                };
                lane(format!("{name} {model}"), who)
            }));
        }
    }
    lanes
}

impl Lane {
    /// Makes one turn; a peer that fails says so in its row, ours ends the run.
    pub fn turn(&mut self, stage: &Stage) -> Result<(), String> {
        let turn = match &self.who {
            Who::Ours { threads } => Ok(stage.ours(*threads)?),
            Who::Peer { code, program, folder, model } => {
                let mut command = match code {
                    Code::Yade => stage.yade(program, model),
                    _ => stage.lammps(*code, program, model),
                };
                stage.peer(*code, command.current_dir(stage.folder.join(folder)))
            }
            Who::Nobody(reason) => Err(reason.clone()),
        };
        self.turns.push(turn);
        Ok(())
    }

    /// Whether its contacts are counted as ours are; YADE counts those with walls too.
    pub fn counts_as_ours(&self) -> bool {
        !matches!(self.who, Who::Peer { code: Code::Yade, .. })
    }

    /// Whether it is ours.
    pub fn is_ours(&self) -> bool {
        matches!(self.who, Who::Ours { .. })
    }
}

impl Stage {
    /// Copies the peers' input files from the shared folder and writes the scene for them.
    pub fn new(scene: &'static Scene, steps: u64, shared: &Path) -> Result<Self, String> {
        let folder = std::env::temp_dir().join(format!("esker-bench-{}", std::process::id()));
        let stage = Self { scene, steps, folder };
        for (_, _, peer, _) in PEERS {
            copy_files(&shared.join(peer), &stage.folder.join(peer)).map_err(words)?;
        }
        Ok(stage)
    }

    /// Writes the scene in the formats of the peers.
    pub fn write(&self, filling: &Filling) -> Result<(), String> {
        let create = |name: &str| File::create(self.folder.join(name)).map(BufWriter::new);
        let write = || {
            let (mut data, mut raw) = (create("scene.data")?, create("scene.raw")?);
            filling.write_lammps(&mut data)?;
            filling.write_raw(&mut raw)?;
            data.flush().and(raw.flush())
        };
        write().map_err(|error| format!("{}: {error}", self.folder.display()))
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    fn ours(&self, threads: usize) -> Result<Outcome, String> {
        let program = std::env::current_exe().map_err(words)?;
        let mut command = if threads == 1 { on_one_core(&program) } else { Command::new(&program) };
        command.args(["dem-case", self.scene.name]);
        command.args(["--threads", &threads.to_string(), "--steps", &self.steps.to_string()]);
        let finished = finish(&mut command, &self.log())?;
        let outcome = finished.text.lines().rev().find_map(|line| serde_json::from_str(line).ok());
        outcome.ok_or_else(|| format!("no outcome: {}", last_lines(&finished.text)))
    }

    fn peer(&self, code: Code, command: &mut Command) -> Result<Outcome, String> {
        let finished = finish(command.env("OMP_NUM_THREADS", "1"), &self.log())?;
        let read = if code == Code::Yade { Outcome::of_yade } else { Outcome::of_lammps };
        let outcome = read(&finished.text, finished.peak_bytes);
        outcome.ok_or_else(|| format!("no loop time: {}", last_lines(&finished.text)))
    }

    fn lammps(&self, code: Code, program: &Path, model: &str) -> Command {
        let many_sizes = self.scene.many_sizes;
        let input = if many_sizes && code == Code::Liggghts { "bench5t.in" } else { "bench.in" };
        let lists = if many_sizes { "multi" } else { "bin" };
        let mut command = on_one_core(program);
        command.args(["-in", input, "-log", "none", "-v", "data", "../scene.data"]);
        command.args(["-v", "model", model, "-v", "nbr", lists]);
        command.args(["-v", "skin", &self.scene.skin.to_string()]);
        command.args(["-v", "every", "1", "-v", "check", "yes"]);
        for (name, value) in self.numbers(["dt", "g", "nwarm", "nrun"]) {
            command.args(["-v", name, &value]);
        }
        command
    }

    fn yade(&self, program: &Path, model: &str) -> Command {
        let mut command = on_one_core(program);
        command.args(["-n", "-x", "-j1", "bench.py"]);
        command.env("RAW", "../scene.raw").env("MODEL", model);
        command.envs(self.numbers(["DT", "G", "NWARM", "NRUN"]));
        command
    }

    /// What every peer has to know, under its own names: time step, gravity, steps before and in the clock.
    fn numbers<'a>(&self, names: [&'a str; 4]) -> impl Iterator<Item = (&'a str, String)> {
        let Scene { time_step, gravity, .. } = self.scene;
        let steps = [WARM_UP, self.steps].map(|steps| steps.to_string());
        let numbers = [time_step, gravity].map(|number| number.to_string());
        names.into_iter().zip(numbers.into_iter().chain(steps))
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // What cannot be removed stays in the folder for temporary files, whose purpose that is.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn copy_files(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}
