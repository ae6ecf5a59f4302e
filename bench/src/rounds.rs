//! Measuring in rounds: every lane has one turn in each, so that noise hits all alike.
//!
//! ```text
//!            round 1   round 2   round 3  ...            a lane leaves when it has enough;
//!   grid       |         |         |                     the reference stays to the end
//!   parry      |         |         |
//!   bvh        |         |         (slow: leaves early)  ratios are taken within a round
//! ```
//!
//! Before the first round every lane has an untimed turn. After each turn its pairs are compared
//! with those of the other lanes on the same set: a difference ends the run.

use crate::spheres::Spheres;
use crate::tools::{Found, Mode, Tool};

/// The most turns of a lane.
const TURNS_AT_MOST: usize = 41;
/// A slow lane leaves after this many turns once it has had this many seconds.
const SLOW: (usize, f64) = (3, 30.0);
/// Turns shorter than this, in seconds, are preceded by an untimed one: a small set finds its data
/// in the cache, as it would if it were alone.
const SHORT: f64 = 0.05;

/// How much to measure: at least this many turns and this many seconds for each lane.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub turns: usize,
    pub seconds: f64,
}

/// A tool on a set, with its times.
pub struct Lane {
    /// The name in tables.
    pub name: String,
    /// Lanes of one method must find the same sequence, whatever their threads.
    pub method: String,
    /// Which of the sets.
    pub set: usize,
    /// What is measured.
    pub tool: Box<dyn Tool>,
    /// Seconds by round; nothing for a round the lane sat out.
    pub seconds: Vec<Option<f64>>,
}

impl Lane {
    pub fn new(name: &str, set: usize, tool: Box<dyn Tool>) -> Self {
        Self { name: name.into(), method: name.into(), set, tool, seconds: Vec::new() }
    }

    fn has_enough(&self, budget: &Budget) -> bool {
        let turns = self.seconds.iter().flatten().count();
        let total: f64 = self.seconds.iter().flatten().sum();
        turns >= TURNS_AT_MOST
            || (turns >= budget.turns && total >= budget.seconds)
            || (turns >= SLOW.0.min(budget.turns) && total >= SLOW.1)
    }

    fn turn(&mut self, mode: Mode, spheres: &Spheres) -> f64 {
        match mode {
            Mode::Rebuild => {
                let seconds = self.tool.rebuild(spheres);
                if seconds < SHORT { self.tool.rebuild(spheres) } else { seconds }
            }
            Mode::Update => self.tool.update(spheres),
        }
    }
}

/// A measurement: lanes on sets.
pub struct Rounds {
    pub sets: Vec<Spheres>,
    /// The first lane is the reference: it takes part to the end.
    pub lanes: Vec<Lane>,
    /// What was last found on each set.
    pub found: Vec<Option<Found>>,
}

impl Rounds {
    pub fn new(sets: Vec<Spheres>, lanes: Vec<Lane>) -> Self {
        let found = vec![None; sets.len()];
        Self { sets, lanes, found }
    }

    /// Runs rounds until every lane has enough.
    pub fn run(&mut self, mode: Mode, budget: &Budget) -> Result<(), String> {
        let everyone = vec![true; self.lanes.len()];
        for lane in &mut self.lanes {
            lane.tool.rebuild(&self.sets[lane.set]);
        }
        self.compare(&everyone)?;
        if mode == Mode::Update {
            self.round(mode, &everyone)?;
            self.lanes.iter_mut().for_each(|lane| lane.seconds.clear());
        }
        loop {
            let mut takes_part: Vec<bool> =
                self.lanes.iter().map(|lane| !lane.has_enough(budget)).collect();
            if !takes_part.contains(&true) {
                return Ok(());
            }
            takes_part[0] = true;
            self.round(mode, &takes_part)?;
        }
    }

    fn round(&mut self, mode: Mode, takes_part: &[bool]) -> Result<(), String> {
        if mode == Mode::Update {
            self.sets.iter_mut().for_each(Spheres::step);
        }
        for (lane, &takes_part) in self.lanes.iter_mut().zip(takes_part) {
            let seconds = takes_part.then(|| lane.turn(mode, &self.sets[lane.set]));
            lane.seconds.push(seconds);
        }
        self.compare(takes_part)
    }

    /// Holds what the lanes that took part have found against each other.
    fn compare(&mut self, takes_part: &[bool]) -> Result<(), String> {
        let lanes = self.lanes.iter().zip(takes_part).filter(|(_, takes_part)| **takes_part);
        let results: Vec<(&Lane, Found)> =
            lanes.map(|(lane, _)| (lane, Found::by(lane.tool.as_ref()))).collect();
        for (index, (lane, found)) in results.iter().enumerate() {
            for (earlier, expected) in &results[..index] {
                let same = match lane.method == earlier.method {
                    true => found == expected,
                    false => found.same_pairs(expected),
                };
                if lane.set == earlier.set && !same {
                    return Err(disagreement(earlier, expected, lane, found));
                }
            }
            self.found[lane.set] = Some(*found);
        }
        Ok(())
    }
}

fn disagreement(first: &Lane, expected: &Found, second: &Lane, found: &Found) -> String {
    let what = if found.same_pairs(expected) { "sequence" } else { "pairs" };
    format!(
        "{} and {} disagree about the {what}: {} pairs, checksum {:016x}; {} pairs, checksum {:016x}",
        first.name, second.name, expected.pairs, expected.checksum, found.pairs, found.checksum
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::packing;
    use crate::tools::{Ours, find};
    use esker_broad::Pair;

    const BUDGET: Budget = Budget { turns: 3, seconds: 0.0 };

    fn lane(name: &str) -> Lane {
        Lane::new(name, 0, find(name).unwrap())
    }

    #[test]
    fn every_lane_gets_its_turns_and_all_agree() {
        for mode in [Mode::Rebuild, Mode::Update] {
            let names = ["bounding-volume", "simple-grid-skin", "parry3d-f64", "zelll"];
            let lanes = names.map(lane).into();
            let mut rounds = Rounds::new(vec![packing("poly", 500, 1.0)], lanes);
            rounds.run(mode, &BUDGET).unwrap();
            assert!(rounds.found[0].unwrap().pairs > 100);
            assert!(rounds.lanes.iter().all(|lane| lane.seconds.iter().flatten().count() == 3));
        }
    }

    #[test]
    fn threads_of_one_method_are_one_sequence() {
        let mut threads = lane("bounding-volume");
        threads.tool = Box::new(Ours::new("bounding-volume", 2).unwrap());
        let lanes = vec![lane("bounding-volume"), threads];
        let mut rounds = Rounds::new(vec![packing("poly", 500, 1.0)], lanes);
        rounds.run(Mode::Rebuild, &BUDGET).unwrap();
    }

    /// Loses its first pair, or turns the order round.
    struct Faulty(Box<dyn Tool>, bool);

    impl Tool for Faulty {
        fn rebuild(&mut self, spheres: &Spheres) -> f64 {
            self.0.rebuild(spheres)
        }
        fn pairs(&self) -> Vec<&[Pair]> {
            let pairs = self.0.pairs()[0];
            match self.1 {
                true => vec![&pairs[1..]],
                false => vec![&pairs[1..], &pairs[..1]],
            }
        }
    }

    #[test]
    fn a_lost_pair_and_another_sequence_end_the_run() {
        for (loses, word) in [(true, "about the pairs"), (false, "about the sequence")] {
            let mut faulty = lane("simple-grid");
            faulty.tool = Box::new(Faulty(faulty.tool, loses));
            let lanes = vec![lane("simple-grid"), faulty];
            let mut rounds = Rounds::new(vec![packing("A", 500, 1.0)], lanes);
            let message = rounds.run(Mode::Rebuild, &BUDGET).unwrap_err();
            assert!(message.contains(word), "{message}");
        }
    }
}
