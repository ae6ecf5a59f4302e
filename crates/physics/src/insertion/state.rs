//! The state of what comes and goes, as columns: what a resumed run needs to go on to the last bit.
//!
//! Regions, grains and rates belong to the set-up of a world: a state is put into a world with the
//! same insertions and removals.

use super::{Insertion, Source, Stopped};
use crate::column::StateColumn;
use crate::state::{BadState, collected, expect_lengths, load};
use crate::world::World;

/// How an insertion that does not go on is written down; zero while it does. One that was refused
/// is refused again, with its reason.
const COMPLETE: u8 = 1;
const NO_ROOM: u8 = 2;

impl<const D: usize> World<D> {
    /// The columns of insertions and removals.
    pub(crate) fn population_columns(&self) -> Vec<StateColumn<'static>> {
        let insertions = || self.insertions.iter();
        let inserted = || insertions().map(|insertion| &insertion.inserted);
        let stopped = inserted().map(|inserted| match inserted.stopped {
            Some(Stopped::Complete) => COMPLETE,
            Some(Stopped::NoRoom { .. }) => NO_ROOM,
            Some(Stopped::Refused(_)) | None => 0,
        });
        let missing = inserted().map(|inserted| match inserted.stopped {
            Some(Stopped::NoRoom { missing }) => missing as u64,
            _ => 0,
        });
        let waiting = insertions().flat_map(|insertion| waiting(insertion).iter().copied());
        vec![
            collected("insertions.count", inserted().map(|inserted| inserted.count)),
            collected("insertions.mass", inserted().map(|inserted| inserted.mass)),
            collected("insertions.overlap", inserted().map(|inserted| inserted.overlap)),
            collected("insertions.stopped", stopped),
            collected("insertions.missing", missing),
            collected("insertions.drawn", insertions().map(drawn)),
            collected("insertions.waits", insertions().map(waiting_count)),
            collected("insertions.waiting", waiting),
            collected("removals.count", self.removals.iter().map(|removal| removal.count)),
            collected("removals.mass", self.removals.iter().map(|removal| removal.mass)),
        ]
    }

    /// Takes the columns of insertions and removals.
    pub(crate) fn load_populations(&mut self, columns: &[StateColumn<'_>]) -> Result<(), BadState> {
        let count: Vec<u64> = load(columns, "insertions.count")?;
        let mass: Vec<f64> = load(columns, "insertions.mass")?;
        let overlap: Vec<f64> = load(columns, "insertions.overlap")?;
        let stopped: Vec<u8> = load(columns, "insertions.stopped")?;
        let missing: Vec<u64> = load(columns, "insertions.missing")?;
        let drawn: Vec<u64> = load(columns, "insertions.drawn")?;
        let waits: Vec<u64> = load(columns, "insertions.waits")?;
        let mut waiting = load::<Vec<f64>>(columns, "insertions.waiting")?.into_iter();
        let lengths = [count.len(), mass.len(), overlap.len(), stopped.len(), missing.len()];
        expect_lengths("insertions", &lengths, self.insertions.len())?;
        expect_lengths("insertions", &[drawn.len(), waits.len()], self.insertions.len())?;
        for (index, insertion) in self.insertions.iter_mut().enumerate() {
            insertion.inserted.count = count[index];
            insertion.inserted.mass = mass[index];
            insertion.inserted.overlap = overlap[index];
            insertion.inserted.stopped = match stopped[index] {
                COMPLETE => Some(Stopped::Complete),
                NO_ROOM => Some(Stopped::NoRoom { missing: missing[index] as usize }),
                _ => None,
            };
            if let Source::Rain(rain) = &mut insertion.source {
                rain.drawn = drawn[index];
                rain.waiting = waiting.by_ref().take(waits[index] as usize).collect();
            }
        }
        let count: Vec<u64> = load(columns, "removals.count")?;
        let mass: Vec<f64> = load(columns, "removals.mass")?;
        expect_lengths("removals", &[count.len(), mass.len()], self.removals.len())?;
        for (removal, (count, mass)) in self.removals.iter_mut().zip(count.into_iter().zip(mass)) {
            (removal.count, removal.mass) = (count, mass);
        }
        Ok(())
    }
}

fn waiting<const D: usize>(insertion: &Insertion<D>) -> &[f64] {
    match &insertion.source {
        Source::Rain(rain) => &rain.waiting,
        _ => &[],
    }
}

fn waiting_count<const D: usize>(insertion: &Insertion<D>) -> u64 {
    waiting(insertion).len() as u64
}

fn drawn<const D: usize>(insertion: &Insertion<D>) -> u64 {
    match &insertion.source {
        Source::Rain(rain) => rain.drawn,
        _ => 0,
    }
}
