//! What contacts remember while their list is made anew.
//!
//! ```text
//!   old rows   i: j₀ ξ₀, j₂ ξ₂        only pairs that touch have anything to remember
//!      │
//!   bodies are sorted, added, removed; pairs are found anew
//!      ▼
//!   new rows   i': …                  in the same order as before: two sorted rows side by side;
//!                                     otherwise by id, changing sign where the pair is swapped
//! ```

use crate::laws::Symmetry;
use crate::neighbors::{Neighbors, PairColumns};
use crate::runs::MANY;
use esker_broad::Threads;
use std::ops::Range;

/// Contacts that touched, as rows by the places of the old list, and their history.
pub(crate) struct Remembered {
    /// The bodies of the old list, by their places.
    ids: Vec<u32>,
    start: Vec<u32>,
    other: Vec<u32>,
    history: Vec<f64>,
}

impl Remembered {
    /// Takes a list apart. What is remembered moves together inside the memory of the list; the rest
    /// of it is given back.
    pub(crate) fn of(list: Neighbors) -> Self {
        let Neighbors { mut start, pairs: mut other, touching, mut history, stride, tiles, ids } =
            list;
        let mut kept = 0;
        for tile in &tiles {
            for body in tile.bodies.clone() {
                let row = start[body] as usize..start[body + 1] as usize;
                start[body] = kept as u32;
                for pair in row.filter(|&pair| touching[pair] != 0) {
                    let [_, number] = tile.numbers(other[pair]);
                    other[kept] = tile.place(number) as u32;
                    history.copy_within(pair * stride..(pair + 1) * stride, kept * stride);
                    kept += 1;
                }
            }
        }
        if let Some(end) = start.last_mut() {
            *end = kept as u32;
        }
        other.truncate(kept);
        other.shrink_to_fit();
        history.truncate(kept * stride);
        history.shrink_to_fit();
        Self { ids, start, other, history }
    }

    /// Gives contacts of a new list, not yet cut into tiles, their flags and history back, into
    /// columns of zeros; nothing if laws now keep something else. The bodies of the new list go by
    /// their ids.
    pub(crate) fn give_back(
        &self,
        list: &Neighbors,
        mut columns: PairColumns<'_>,
        (ids, symmetry): (&[u32], &[Symmetry]),
        threads: &Threads,
    ) {
        if self.history.len() != self.other.len() * list.stride {
            return;
        }
        let places = (self.ids != ids).then(|| Places::new(&self.ids));
        let runs = (0..ids.len()).step_by(MANY).map(|first| first..ids.len().min(first + MANY));
        let work = runs.map(|bodies| {
            let columns = columns.split_off(list, &bodies);
            (bodies, columns)
        });
        threads.for_each(work, |(bodies, columns)| match &places {
            None => self.give_back_in_order(list, bodies, columns),
            Some(places) => self.give_back_by_id(list, bodies, columns, (places, ids, symmetry)),
        });
    }

    /// When no body has changed its place old and new rows are sorted alike.
    fn give_back_in_order(&self, list: &Neighbors, bodies: Range<usize>, columns: PairColumns<'_>) {
        let (first, stride) = (list.start[bodies.start] as usize, list.stride);
        for body in bodies {
            let mut old = self.row(body);
            for pair in list.row(body) {
                while old.start < old.end && self.other[old.start] < list.pairs[pair] {
                    old.start += 1;
                }
                if old.start < old.end && self.other[old.start] == list.pairs[pair] {
                    columns.touching[pair - first] = 1;
                    let then = &self.history[old.start * stride..][..stride];
                    columns.history[(pair - first) * stride..][..stride].copy_from_slice(then);
                }
            }
        }
    }

    fn give_back_by_id(
        &self,
        list: &Neighbors,
        bodies: Range<usize>,
        columns: PairColumns<'_>,
        (places, ids, symmetry): (&Places, &[u32], &[Symmetry]),
    ) {
        let (begin, stride) = (list.start[bodies.start] as usize, list.stride);
        for body in bodies {
            let first = places.of(ids[body]);
            for pair in list.row(body) {
                let second = places.of(ids[list.pairs[pair] as usize]);
                let Some(old) = self.find(first, second) else { continue };
                columns.touching[pair - begin] = 1;
                let now = &mut columns.history[(pair - begin) * stride..][..stride];
                let then = &self.history[old * stride..][..stride];
                for ((now, then), symmetry) in now.iter_mut().zip(then).zip(symmetry) {
                    let swapped = first > second && *symmetry == Symmetry::Odd;
                    *now = if swapped { -then } else { *then };
                }
            }
        }
    }

    fn row(&self, body: usize) -> Range<usize> {
        self.start[body] as usize..self.start[body + 1] as usize
    }

    /// The contact of two bodies by their places in the old list.
    fn find(&self, first: u32, second: u32) -> Option<usize> {
        if first == u32::MAX || second == u32::MAX {
            return None;
        }
        let row = self.row(first.min(second) as usize);
        let other = first.max(second);
        Some(row.start + self.other[row].iter().position(|&found| found == other)?)
    }
}

/// Where bodies stood by their ids. A table, unless so many have come and gone that it would be
/// mostly empty: then pairs of id and place, sorted.
pub(crate) struct Places {
    table: Vec<u32>,
    sorted: Vec<[u32; 2]>,
}

impl Places {
    pub(crate) fn new(ids: &[u32]) -> Self {
        let (mut table, mut sorted) = (Vec::new(), Vec::new());
        let largest = ids.iter().max().map_or(0, |&id| id as usize);
        if largest < 1024 + 16 * ids.len() {
            table.resize(largest + 1, u32::MAX);
            (0..).zip(ids).for_each(|(place, &id)| table[id as usize] = place);
        } else {
            sorted.extend((0..).zip(ids).map(|(place, &id)| [id, place]));
            sorted.sort_unstable();
        }
        Self { table, sorted }
    }

    /// The place of a body; the largest number if it was not there.
    pub(crate) fn of(&self, id: u32) -> u32 {
        if let Some(&place) = self.table.get(id as usize) {
            return place;
        }
        let found = self.sorted.binary_search_by_key(&id, |[id, _]| *id);
        found.map_or(u32::MAX, |index| self.sorted[index][1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_the_same_however_many_ids_have_gone() {
        for largest in [901, 1_000_000, u32::MAX - 1] {
            let places = Places::new(&[7, 0, largest, 3]);
            assert!(places.table.len() + places.sorted.len() <= 2000);
            let found = [7, 0, largest, 3, 1, largest - 1].map(|id| places.of(id));
            assert_eq!(found, [0, 1, 2, 3, u32::MAX, u32::MAX], "{largest}");
        }
        assert_eq!(Places::new(&[]).of(0), u32::MAX);
    }
}
