//! The tables of the counting sort: an entry for every key, a table for every thread.
//!
//! ```text
//!                      key       0  1  2  3  end
//!   counted            first     2  0  1  0   0      bodies of each key that the thread has met
//!                      second    1  1  0  2   0
//!   summed             first     2  3  5  5   7      behind the last of them in the sorted order
//!                      second    3  4  5  7   7
//!   placed, from the   first     0  3  4  5   7      where the key begins
//!   last body down     second    2  3  5  5   7
//! ```
//!
//! Every stage writes over the one before. What is left of the first table is what a search looks
//! up, so that one thread needs no other.

use crate::Threads;
use crate::threads::Stretch;
use std::ops::Range;

/// Keys summed at a time.
const BLOCK: usize = 64;

/// What one thread counts.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// An entry for every key, and one more.
    pub(super) entries: Vec<u32>,
    /// The entries in use; all others are zero.
    used: Range<usize>,
    /// The bodies counted here.
    pub(super) bodies: Range<usize>,
}

impl Table {
    /// Forgets all bodies and makes room for so many keys.
    pub(super) fn clear(&mut self, keys: u64) {
        self.entries[self.used.clone()].fill(0);
        self.entries.resize(keys as usize + 1, 0);
        (self.used, self.bodies) = (0..0, 0..0);
    }

    pub(super) fn count(&mut self, keys: &[u32]) {
        let (mut least, mut most) = (u32::MAX, 0);
        for &key in keys {
            (least, most) = (least.min(key), most.max(key));
        }
        if self.used.is_empty() {
            self.used = least as usize..most as usize + 1;
        } else {
            self.used.start = self.used.start.min(least as usize);
            self.used.end = self.used.end.max(most as usize + 1);
        }
        keys.iter().for_each(|&key| self.entries[key as usize] += 1);
    }
}

/// Turns counts into ends: for each key and thread, where in the sorted order its bodies end. Returns
/// the sum of the squares of the counts.
///
/// Two threads come towards each other from both ends of the order, which are known. With more, it
/// must first be counted how many bodies each piece of the keys has.
pub(super) fn sum(first: &mut Table, others: &mut [Table], threads: &Threads) -> u64 {
    let length = first.entries.len();
    let size = threads.piece_of(length);
    let bodies = others.iter().fold(first.bodies.len(), |sum, table| sum + table.bodies.len());
    first.used = 0..length;
    let pieces = first.entries.chunks_mut(size);
    let mut pieces: Vec<Piece<'_>> = pieces.map(|counts| Piece { tables: vec![counts] }).collect();
    for Table { entries, used, .. } in others {
        // When bodies lie in memory as they lie in space, a thread uses few of the keys. Pieces are
        // summed whole, so whole pieces are in use from here on.
        *used = used.start / size * size..(used.end.div_ceil(size) * size).min(length);
        for (index, counts) in entries[used.clone()].chunks_mut(size).enumerate() {
            pieces[used.start / size + index].tables.push(counts);
        }
    }
    if threads.count() == 2 {
        let pieces = Stretch::new(pieces.into_iter());
        let crowds = threads.map_mut(&mut [0, bodies as u32], |index, end| {
            let mut crowd = 0;
            while let Some(mut piece) = if index == 0 { pieces.first() } else { pieces.last() } {
                crowd += if index == 0 { piece.sum_up(end) } else { piece.sum_down(end) };
            }
            crowd
        });
        return crowds.into_iter().sum();
    }
    let totals = match pieces.len() {
        1 => vec![bodies as u32],
        _ => threads.map_mut(&mut pieces, |_, piece| piece.total()),
    };
    let (mut work, mut begin) = (Vec::with_capacity(pieces.len()), 0);
    for (piece, total) in pieces.into_iter().zip(totals) {
        work.push((piece, begin));
        begin += total;
    }
    threads.map_mut(&mut work, |_, (piece, begin)| piece.sum_up(begin)).into_iter().sum()
}

/// Some of the keys, in all tables that use them.
struct Piece<'a> {
    tables: Vec<&'a mut [u32]>,
}

impl Piece<'_> {
    fn total(&self) -> u32 {
        self.tables.iter().map(|counts| counts.iter().sum::<u32>()).sum()
    }

    /// Counts to ends, from where the bodies of smaller keys end to where these do; returns the sum
    /// of the squares of the counts.
    fn sum_up(&mut self, end: &mut u32) -> u64 {
        let mut crowd = 0;
        let mut end_of = |count: u32| {
            crowd += u64::from(count) * u64::from(count);
            *end += count;
            *end
        };
        match self.tables.as_mut_slice() {
            [counts] => counts.iter_mut().for_each(|count| *count = end_of(*count)),
            [first, second] => {
                for (first, second) in first.iter_mut().zip(second.iter_mut()) {
                    let end = end_of(*first + *second);
                    *first = end - std::mem::replace(second, end);
                }
            }
            several => {
                // A block at a time: from key to key in one place, from table to table in vectors.
                let length = several[0].len();
                for begin in (0..length).step_by(BLOCK) {
                    let block = begin..(begin + BLOCK).min(length);
                    let mut places = [0; BLOCK];
                    for counts in several.iter() {
                        let counts = &counts[block.clone()];
                        places.iter_mut().zip(counts).for_each(|(place, count)| *place += count);
                    }
                    places.iter_mut().for_each(|place| *place = end_of(*place) - *place);
                    for counts in several.iter_mut() {
                        for (place, count) in places.iter_mut().zip(&mut counts[block.clone()]) {
                            *place += *count;
                            *count = *place;
                        }
                    }
                }
            }
        }
        crowd
    }

    /// The same from the last key down, of two tables at most: from where these end to where those of
    /// smaller keys do.
    fn sum_down(&mut self, end: &mut u32) -> u64 {
        let mut crowd = 0;
        let mut end_of = |count: u32| {
            crowd += u64::from(count) * u64::from(count);
            *end -= count;
            *end + count
        };
        match self.tables.as_mut_slice() {
            [first, second] => {
                for (first, second) in first.iter_mut().zip(second.iter_mut()).rev() {
                    let end = end_of(*first + *second);
                    *first = end - std::mem::replace(second, end);
                }
            }
            one => one.iter_mut().for_each(|counts| {
                counts.iter_mut().rev().for_each(|count| *count = end_of(*count));
            }),
        }
        crowd
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stages as the drawing has them, for any number of tables and of keys.
    #[test]
    fn what_is_left_of_the_first_table_is_where_keys_begin() {
        for (threads, keys) in [(1, 5), (2, 5), (2, 1000), (3, 1000), (5, 130)] {
            let key_of: Vec<u32> = (0..777u32).map(|body| body * body % keys).collect();
            let mut tables: Vec<Table> = Vec::new();
            for keys_of_table in key_of.chunks(key_of.len().div_ceil(threads)) {
                let mut table = Table::default();
                table.clear(keys.into());
                table.count(keys_of_table);
                table.bodies = 0..keys_of_table.len();
                tables.push(table);
            }
            let (first, others) = tables.split_first_mut().unwrap();
            let crowd = sum(first, others, &Threads::new(threads).unwrap());
            let mut order = vec![u32::MAX; key_of.len()];
            for (table, body) in (0..tables.len()).rev().flat_map(|table| {
                let share = key_of.len().div_ceil(threads);
                let bodies = table * share..((table + 1) * share).min(key_of.len());
                bodies.rev().map(move |body| (table, body))
            }) {
                let end = &mut tables[table].entries[key_of[body] as usize];
                *end -= 1;
                order[*end as usize] = body as u32;
            }
            let mut expected: Vec<u32> = (0..key_of.len() as u32).collect();
            expected.sort_by_key(|&body| key_of[body as usize]);
            assert_eq!(order, expected);
            let begin = |key: u32| expected.partition_point(|&body| key_of[body as usize] < key);
            let begins: Vec<u32> = (0..=keys).map(|key| begin(key) as u32).collect();
            assert_eq!(tables[0].entries, begins);
            let counts = begins.windows(2).map(|two| u64::from(two[1] - two[0]));
            assert_eq!(crowd, counts.map(|count| count * count).sum());
        }
    }
}
