//! What contacts remember while their list is made anew.
//!
//! ```text
//!   old rows   i: j₀ ξ₀, j₂ ξ₂        only pairs that touch have anything to remember
//!      │
//!   bodies are sorted, added, removed; pairs are found anew
//!      ▼
//!   new rows   i': …                  found by id, changing sign where the pair is swapped
//! ```
//!
//! While every body stays where it is in the columns nothing of this is needed: close pairs keep
//! their history and get new words.

use crate::close::Close;
use crate::laws::Symmetry;
use crate::neighbors::{Neighbors, Tile};
use esker_broad::Threads;
use std::ops::Range;

/// Contacts that remember something, as rows by the places of the old list, and their history.
pub(crate) struct Remembered {
    /// The bodies of the old list, by their places.
    ids: Vec<u32>,
    start: Vec<u32>,
    other: Vec<u32>,
    history: Vec<f64>,
    /// How many numbers each contact has.
    stride: usize,
}

impl Remembered {
    /// Takes from the close pairs of a list, which had these tiles, what they remember. They keep
    /// their memory, for those to come.
    pub(crate) fn of(list: &mut Neighbors, tiles: &[Tile]) -> Self {
        let (ids, stride) = (std::mem::take(&mut list.ids), list.stride);
        let pairs = list.close.iter().map(|close| close.pairs.len()).sum();
        let mut start = Vec::with_capacity(ids.len() + 1);
        let mut other = Vec::with_capacity(pairs);
        let mut history = Vec::with_capacity(pairs * stride);
        for (tile, close) in tiles.iter().zip(&list.close) {
            for (pair, numbers) in close.remembering() {
                let [first, second] = tile.numbers(pair);
                // A row begins with its first contact, or where the next begins if it has none.
                start.resize(tile.bodies.start + first as usize + 1, other.len() as u32);
                other.push(tile.place(second) as u32);
                history.extend(numbers);
            }
        }
        start.resize(ids.len() + 1, other.len() as u32);
        Self { ids, start, other, history, stride }
    }

    /// Gives contacts of a new list their history back, as its first close pairs; none if laws now
    /// keep something else. The bodies of the new list go by their ids.
    pub(crate) fn give_back(&self, list: &mut Neighbors, symmetry: &[Symmetry], threads: &Threads) {
        let mut close = std::mem::take(&mut list.close);
        close.resize_with(list.tiles.len(), Close::default);
        close.iter_mut().for_each(|close| close.clear(list.stride));
        if self.stride == list.stride {
            let (list, places) = (&*list, Places::new(&self.ids));
            threads.for_each(list.tiles.iter().zip(&mut close), |(tile, close)| {
                self.give_back_to((list, tile), close, (&places, symmetry));
            });
        }
        list.close = close;
    }

    fn give_back_to(
        &self,
        (list, tile): (&Neighbors, &Tile),
        close: &mut Close,
        (places, symmetry): (&Places, &[Symmetry]),
    ) {
        for body in tile.bodies.clone() {
            let first = places.of(list.ids[body]);
            for &pair in &list.pairs[list.row(body)] {
                let second = places.of(list.ids[tile.place(tile.numbers(pair)[1])]);
                let Some(then) = self.find(first, second) else { continue };
                let history = then.iter().zip(symmetry).map(|(then, symmetry)| {
                    let swapped = first > second && *symmetry == Symmetry::Odd;
                    if swapped { -then } else { *then }
                });
                close.push(pair, history);
            }
        }
    }

    fn row(&self, body: usize) -> Range<usize> {
        self.start[body] as usize..self.start[body + 1] as usize
    }

    fn history_of(&self, contact: usize) -> &[f64] {
        &self.history[contact * self.stride..][..self.stride]
    }

    /// What the contact of two bodies remembers, by their places in the old list.
    fn find(&self, first: u32, second: u32) -> Option<&[f64]> {
        if first == u32::MAX || second == u32::MAX {
            return None;
        }
        let row = self.row(first.min(second) as usize);
        let other = first.max(second);
        let index = row.start + self.other[row].iter().position(|&found| found == other)?;
        Some(self.history_of(index))
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
