//! The codes beside us: what they are called, and how their input files are run.
//!
//! The files are those of `shared/bench-peers`; each has variables for what a scene decides. `hm` is our law:
//! Hertz, Tsuji's damping, Mindlin's spring with history, Coulomb's friction. `hmc` is LAMMPS' older style with the
//! same springs and plainer damping, its fastest: the yardstick.

use super::Options;
use super::outcome::Outcome;
use super::process::on_one_core;
use super::scenes::Scene;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One line of the list of peers.
pub struct Peer {
    /// The name of its program.
    pub command: &'static str,
    /// The folder of its input files.
    pub folder: &'static str,
    /// Its models of our law.
    pub models: &'static [&'static str],
    /// The largest scene it takes part in.
    pub most_bodies: usize,
    /// Whether contacts with walls are among those it counts.
    pub counts_walls: bool,
    /// The programs that were asked for.
    pub given: fn(&Options) -> Vec<PathBuf>,
    /// The command for a run, in the folder of its files; the scene is in the one above.
    pub run: fn(&Task<'_>) -> Command,
    /// Reads what it printed, given its peak memory (bytes).
    pub read: fn(&str, u64) -> Option<Outcome>,
}

/// One turn of a peer.
pub struct Task<'a> {
    pub program: &'a Path,
    pub model: &'a str,
    pub scene: &'a Scene,
    /// How many steps before the clock is started, and on it.
    pub steps: [u64; 2],
}

const LAMMPS: Peer = Peer {
    command: "lmp",
    folder: "lammps",
    models: &["hmc", "hm"],
    most_bodies: usize::MAX,
    counts_walls: false,
    given: |options| options.lammps.clone(),
    run: |task| task.lammps(if task.scene.many_sizes { "multi" } else { "bin" }),
    read: Outcome::of_lammps,
};

/// The list of peers.
pub const PEERS: &[Peer] = &[
    LAMMPS,
    Peer {
        command: "liggghts",
        folder: "liggghts",
        models: &["hm"],
        given: |options| options.liggghts.iter().cloned().collect(),
        // Its lists by size, `multi`, hold no pair of this law at all in version 3.8.
        run: |task| task.lammps("bin"),
        ..LAMMPS
    },
    Peer {
        command: "yade",
        folder: "yade",
        models: &["hm"],
        // It takes 0.3 million body-steps a second and 8 kB for a body.
        most_bodies: 100_000,
        counts_walls: true,
        given: |options| options.yade.iter().cloned().collect(),
        run: |task| task.yade(),
        read: Outcome::of_yade,
    },
];

impl Task<'_> {
    fn lammps(&self, lists: &str) -> Command {
        let mut command = on_one_core(self.program);
        command.args(["-in", "bench.in", "-log", "none", "-v", "data", "../scene.data"]);
        command.args(["-v", "model", self.model, "-v", "nbr", lists]);
        command.args(["-v", "skin", &self.scene.skin.to_string()]);
        command.args(["-v", "every", "1", "-v", "check", "yes"]);
        for (name, value) in self.numbers(["dt", "g", "nwarm", "nrun"]) {
            command.args(["-v", name, &value]);
        }
        command
    }

    fn yade(&self) -> Command {
        let mut command = on_one_core(self.program);
        command.args(["-n", "-x", "-j1", "bench.py"]);
        command.env("RAW", "../scene.raw").env("MODEL", self.model);
        command.envs(self.numbers(["DT", "G", "NWARM", "NRUN"]));
        command
    }

    /// What every peer has to know, under its own names: time step, gravity, steps before and on the clock.
    fn numbers<'a>(&self, names: [&'a str; 4]) -> impl Iterator<Item = (&'a str, String)> {
        let numbers = [self.scene.time_step, self.scene.gravity].map(|number| number.to_string());
        let steps = self.steps.map(|steps| steps.to_string());
        names.into_iter().zip(numbers.into_iter().chain(steps))
    }
}
