//! What one run of one code says: parsed from what it prints.
//!
//! ```text
//!   LAMMPS     Loop time of 2.69 on 1 procs for 300 steps with 100000 atoms
//!              Pair    | 1.9 | 1.9 | 1.9 | 0.0 | 70.5
//!   LIGGGHTS   the same loop line;   Pair  time (%) = 1.9 (70.5)
//!   both       Neighbor list builds = 10;   last row of numbers: step, atoms, energy, contacts per atom
//!   YADE       RESULT loop_s=4.2 steps=100 n=20000 z=6.0 …
//! ```
//!
//! The last loop with any steps is the timed one: before it is the warm-up, after it one of no step that
//! counts contacts.

use serde::{Deserialize, Serialize};

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The code and its version, as it tells them.
    pub version: String,
    /// What the timed steps took (s).
    pub seconds: f64,
    pub steps: u64,
    pub bodies: usize,
    /// Contacts between bodies, counted from both sides, per body.
    pub contacts_per_body: f64,
    /// How many lists of near pairs were made in the timed steps, where it is told.
    pub rebuilds: Option<u64>,
    /// Where the time went (s), where it is told.
    pub phases: Vec<(String, f64)>,
    /// Of the final state of ours: the same for any number of threads.
    pub checksum: Option<String>,
    /// The largest resident memory of the process (bytes).
    pub peak_bytes: u64,
}

impl Outcome {
    /// Time per body and step (ns).
    pub fn ns_per_body_step(&self) -> f64 {
        1e9 * self.seconds / (self.bodies as f64 * self.steps as f64)
    }

    /// Reads what LAMMPS or LIGGGHTS printed.
    pub fn of_lammps(text: &str, peak_bytes: u64) -> Option<Self> {
        let lines: Vec<&str> = text.lines().collect();
        let mut loops =
            lines.iter().enumerate().filter_map(|(at, line)| Some((at, loop_line(line)?)));
        let (at, (seconds, steps, bodies)) = loops.rfind(|(_, (_, steps, _))| *steps > 0)?;
        let after = &lines[at + 1..];
        let builds = after.iter().find_map(|line| line.strip_prefix("Neighbor list builds = "));
        let until = after.iter().position(|line| line.starts_with("Nlocal")).unwrap_or(0);
        Some(Self {
            version: version(text),
            seconds,
            steps,
            bodies,
            contacts_per_body: after.iter().rev().find_map(|line| contacts(line))?,
            rebuilds: builds.and_then(|number| number.trim().parse().ok()),
            phases: after[..until].iter().filter_map(|line| phase(line)).collect(),
            checksum: None,
            peak_bytes,
        })
    }

    /// Reads what the peers' script for YADE printed.
    pub fn of_yade(text: &str, peak_bytes: u64) -> Option<Self> {
        let line = text.lines().rev().find_map(|line| line.strip_prefix("RESULT "))?;
        let value = |name: &str| -> Option<f64> {
            let mut pairs = line.split_whitespace().filter_map(|word| word.split_once('='));
            pairs.find(|(key, _)| *key == name)?.1.parse().ok()
        };
        Some(Self {
            version: version(text),
            seconds: value("loop_s")?,
            steps: value("steps")? as u64,
            bodies: value("n")? as usize,
            contacts_per_body: value("z")?,
            rebuilds: None,
            phases: Vec::new(),
            checksum: None,
            peak_bytes,
        })
    }
}

/// The line in which a code names itself.
fn version(text: &str) -> String {
    let names = ["LAMMPS (", "LIGGGHTS (", "Welcome to Yade"];
    let line = text.lines().find(|line| names.iter().any(|name| line.starts_with(name)));
    line.unwrap_or_default().trim().into()
}

/// Seconds, steps and atoms of a line `Loop time of S on P procs for N steps with M atoms…`.
fn loop_line(line: &str) -> Option<(f64, u64, usize)> {
    let words: Vec<&str> = line.strip_prefix("Loop time of ")?.split_whitespace().collect();
    let after = |word: &str, ahead: usize| {
        words.get(words.iter().position(|other| *other == word)? + ahead).copied()
    };
    Some((
        words.first()?.parse().ok()?,
        after("for", 1)?.parse().ok()?,
        after("with", 1)?.parse().ok()?,
    ))
}

/// The seconds of a line of the breakdown, in either code's way.
fn phase(line: &str) -> Option<(String, f64)> {
    let (name, seconds) = match line.split_once(" time (%) = ") {
        Some((name, rest)) => (name, rest.split_whitespace().next()?),
        None => {
            let mut cells = line.split('|');
            (cells.next()?, cells.nth(1)?)
        }
    };
    Some((name.trim().to_lowercase(), seconds.trim().parse().ok()?))
}

/// The last of four numbers, the first two of them whole.
fn contacts(line: &str) -> Option<f64> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [step, atoms, _, contacts] = words[..] else { return None };
    step.parse::<u64>().ok().and(atoms.parse::<u64>().ok())?;
    contacts.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_timed_loop_of_lammps_is_found() {
        let text = "LAMMPS (29 Sep 2021)\nStep Atoms KinEng \n       0    20000      317.375 \n\
            Loop time of 9.5 on 1 procs for 100 steps with 20000 atoms\n\
            Pair    | 9 | 9 | 9 | 0.0 | 99\nNlocal: 20000 ave\nNeighbor list builds = 7\n\
            Loop time of 1.71e-1 on 1 procs for 20 steps with 20000 atoms\n\n\
            Section |  min time  |  avg time  |  max time  |%varavg| %total\n\
            Pair    | 0.11       | 0.1012     | 0.1        |   0.0 | 59.06\n\
            Other   |            | 0.005709   |            |       |  3.33\n\n\
            Nlocal:        20000.0 ave\nHistogram: 1 0 0 0 0 0 0 0 0 0\nNeighbor list builds = 3\n\
            Step Atoms KinEng c_z \n      40    20000    5556.6796       5.7471 \n\
            Loop time of 2.6e-06 on 1 procs for 0 steps with 20000 atoms\n";
        let outcome = Outcome::of_lammps(text, 5).unwrap();
        let phases = vec![("pair".into(), 0.1012), ("other".into(), 0.005709)];
        let expected = Outcome {
            version: "LAMMPS (29 Sep 2021)".into(),
            seconds: 0.171,
            steps: 20,
            bodies: 20000,
            contacts_per_body: 5.7471,
            rebuilds: Some(3),
            phases,
            checksum: None,
            peak_bytes: 5,
        };
        assert_eq!(outcome, expected);
        assert_eq!(outcome.ns_per_body_step(), 427.5);
        assert_eq!(Outcome::of_lammps("ERROR: Lost atoms", 0), None);
    }

    #[test]
    fn the_breakdown_of_liggghts_is_read() {
        let text = "Loop time of 0.166958 on 1 procs for 20 steps with 20000 atoms, finish time Sun\n\n\n\
            Pair  time (%) = 0.135961 (81.4346)\nNeigh time (%) = 0 (0)\n\
            Nlocal:    20000 ave 20000 max 20000 min\nNeighbor list builds = 0\n\
            40    20000      5548.7044         5.7472 \n";
        let outcome = Outcome::of_lammps(text, 0).unwrap();
        assert_eq!(outcome.phases, [("pair".into(), 0.135961), ("neigh".into(), 0.0)]);
        assert_eq!((outcome.bodies, outcome.contacts_per_body), (20000, 5.7472));
    }

    #[test]
    fn the_result_line_of_yade_is_read() {
        let text = "Welcome to Yade 2022\nRESULT loop_s=4.5 steps=100 n=20000 z=6.001 pairs_per_p=9 ke=1e3\n";
        let outcome = Outcome::of_yade(text, 0).unwrap();
        assert_eq!((outcome.seconds, outcome.steps, outcome.bodies), (4.5, 100, 20000));
        assert_eq!(outcome.contacts_per_body, 6.001);
        assert_eq!(Outcome::of_yade("RESULT steps=1", 0), None);
    }
}
