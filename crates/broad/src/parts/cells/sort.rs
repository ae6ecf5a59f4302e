//! The counting sort: bodies into columns in the order of their cells.

use super::axes::Axes;
use super::columns::Columns;
use super::directory::{Dense, Sparse};
use crate::{Objects, Threads};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bodies met in a body's own cell, on average, above which a table of grown cells is given up.
const CROWDED: u64 = 16;

/// Bodies whose keys are computed at a time.
const PIECE: usize = 512;

/// Bodies of a set, or of part of it, sorted by cell.
#[derive(Debug)]
pub(crate) struct SortedCells<const D: usize> {
    pub(super) axes: Axes<D>,
    pub(super) columns: Columns<D>,
    pub(super) dense: Dense,
    /// In place of `dense`, for bodies too scattered for a table.
    pub(super) sparse: Option<Sparse>,
    pub(super) radius_max: f64,
    /// Scratch: the key of each body.
    key_of: Vec<u32>,
    /// Scratch: one for each thread.
    cursors: Vec<Cursors>,
}

impl<const D: usize> Default for SortedCells<D> {
    fn default() -> Self {
        let axes = Axes::default();
        let start = vec![0; axes.keys as usize + 1];
        Self {
            axes,
            columns: Columns::default(),
            dense: Dense { start, order: Vec::new() },
            sparse: None,
            radius_max: 0.0,
            key_of: Vec::new(),
            cursors: Vec::new(),
        }
    }
}

impl<const D: usize> SortedCells<D> {
    /// Sorts the members of a set whose largest radius is given; all objects if there is no list.
    pub(crate) fn sort(
        &mut self,
        objects: &Objects<D>,
        members: Option<&[u32]>,
        radius_max: f64,
        threads: &Threads,
    ) {
        self.radius_max = radius_max;
        self.sparse = None;
        self.axes = Axes::new(objects, members, 2.0 * radius_max);
        let count = members.map_or(objects.len(), <[u32]>::len);
        self.columns.resize(count);
        self.count(objects, members, threads);
        let crowd = self.sum(threads);
        if self.axes.grew_beyond(2.0 * radius_max) && crowd > CROWDED * count as u64 {
            self.sort_scattered(objects, members);
            return;
        }
        self.place(members, threads);
        self.gather(objects, threads);
    }

    /// Notes the key of each body and counts the bodies of each key, by thread.
    fn count(&mut self, objects: &Objects<D>, members: Option<&[u32]>, threads: &Threads) {
        let count = self.columns.len();
        self.key_of.resize(count, 0);
        self.cursors.resize_with(threads.count(), Cursors::default);
        let share = threads.share_of(count);
        let (axes, centers) = (&self.axes, objects.centers());
        let mut shares: Vec<_> = self.key_of.chunks_mut(share).zip(&mut self.cursors).collect();
        threads.map_mut(&mut shares, |index, (key_of, cursors)| {
            cursors.clear(axes.keys as usize);
            // In pieces that stay in the first cache: first the arithmetic, then the counting.
            for (piece, key_of) in key_of.chunks_mut(PIECE).enumerate() {
                let bodies = index * share + piece * PIECE..;
                match members {
                    None => axes.keys_of(centers[bodies].iter(), key_of),
                    Some(members) => {
                        let members = members[bodies].iter();
                        axes.keys_of(members.map(|&body| &centers[body as usize]), key_of);
                    }
                }
                cursors.count(key_of);
            }
        });
        // With fewer bodies than threads the last have nothing to count.
        self.cursors.truncate(count.div_ceil(share));
    }

    /// Turns counts into places: where each key begins, and for each thread where its bodies of that
    /// key do. Returns the sum of the squares of the counts.
    fn sum(&mut self, threads: &Threads) -> u64 {
        let keys = self.axes.keys as usize;
        let share = threads.piece_of(keys);
        self.dense.start.resize(keys + 1, 0);
        self.dense.start[keys] = self.columns.len() as u32;
        let starts = self.dense.start[..keys].chunks_mut(share);
        let mut shares: Vec<Share<'_>> =
            starts.map(|start| Share { start, counts: Vec::new(), first: 0 }).collect();
        for Cursors { next, used } in &mut self.cursors {
            // When bodies lie in memory as they lie in space, a thread uses few of the keys. Pieces
            // are summed whole, so whole pieces are in use from here on.
            *used = used.start / share * share..(used.end.div_ceil(share) * share).min(keys);
            for (index, (counts, piece)) in next.chunks_mut(share).zip(&mut shares).enumerate() {
                if used.start < (index + 1) * share && used.end > index * share {
                    piece.counts.push(counts);
                }
            }
        }
        let totals = match shares.len() {
            0 | 1 => vec![0],
            _ => threads.map_mut(&mut shares, |_, share| share.total()),
        };
        let mut next = 0;
        for (share, total) in shares.iter_mut().zip(totals) {
            share.first = next;
            next += total;
        }
        threads.map_mut(&mut shares, |_, share| share.sum()).into_iter().sum()
    }

    /// Writes key and body of every body to its place in the sorted order.
    fn place(&mut self, members: Option<&[u32]>, threads: &Threads) {
        let count = self.columns.len();
        self.dense.order.resize_with(count, AtomicU64::default);
        let share = threads.share_of(count);
        let dense = &self.dense;
        let mut shares: Vec<_> = self.key_of.chunks(share).zip(&mut self.cursors).collect();
        threads.map_mut(&mut shares, |index, (key_of, cursors)| {
            let first = index * share;
            let mut put = |key: u32, body: u32| {
                let cursor = &mut cursors.next[key as usize];
                dense.put(*cursor as usize, key, body);
                *cursor += 1;
            };
            match members {
                None => key_of.iter().zip(first as u32..).for_each(|(&key, body)| put(key, body)),
                Some(members) => {
                    key_of.iter().zip(&members[first..]).for_each(|(&key, &body)| put(key, body))
                }
            }
        });
    }

    /// Brings the bodies themselves into the sorted order.
    fn gather(&mut self, objects: &Objects<D>, threads: &Threads) {
        let share = threads.piece_of(self.columns.len());
        let parts = self.columns.parts(share).into_iter();
        let mut shares: Vec<_> = parts.zip(self.dense.order.chunks(share)).collect();
        threads.map_mut(&mut shares, |_, (part, order)| {
            for (slot, order) in order.iter().enumerate() {
                part.put(slot, objects, order.load(Relaxed) as u32);
            }
        });
    }

    /// The other way, for bodies that a table cannot hold: sorts keys of cells that did not grow.
    fn sort_scattered(&mut self, objects: &Objects<D>, members: Option<&[u32]>) {
        self.axes = Axes::scattered(objects, 2.0 * self.radius_max);
        let key = |body: u32| (self.axes.key(&objects.centers()[body as usize]), body);
        let mut order: Vec<(u64, u32)> = match members {
            None => (0..objects.len() as u32).map(key).collect(),
            Some(members) => members.iter().map(|&body| key(body)).collect(),
        };
        order.sort_unstable();
        for mut part in self.columns.parts(order.len()) {
            order.iter().enumerate().for_each(|(slot, &(_, body))| part.put(slot, objects, body));
        }
        self.sparse = Some(Sparse { keys: order.into_iter().map(|(key, _)| key).collect() });
    }
}

/// What one thread counts: for each key how many bodies, then where the next of them goes.
#[derive(Debug, Default)]
struct Cursors {
    next: Vec<u32>,
    /// The keys in use; all others are zero.
    used: Range<usize>,
}

impl Cursors {
    fn clear(&mut self, keys: usize) {
        self.next[self.used.clone()].fill(0);
        self.next.resize(keys, 0);
        self.used = 0..0;
    }

    fn count(&mut self, keys: &[u32]) {
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
        keys.iter().for_each(|&key| self.next[key as usize] += 1);
    }
}

/// Some of the keys: where each begins, and the counts of each thread, which become its places.
struct Share<'a> {
    start: &'a mut [u32],
    counts: Vec<&'a mut [u32]>,
    first: u32,
}

impl Share<'_> {
    fn total(&self) -> u32 {
        self.counts.iter().map(|counts| counts.iter().sum::<u32>()).sum()
    }

    /// Counts to places; returns the sum of the squares of the counts.
    fn sum(&mut self) -> u64 {
        let (mut next, mut crowd) = (self.first, 0);
        match self.counts.as_mut_slice() {
            [counts] => {
                for (count, start) in counts.iter_mut().zip(self.start.iter_mut()) {
                    let here = std::mem::replace(count, next);
                    *start = next;
                    next += here;
                    crowd += u64::from(here) * u64::from(here);
                }
            }
            several => {
                for (key, start) in self.start.iter_mut().enumerate() {
                    *start = next;
                    for counts in several.iter_mut() {
                        next += std::mem::replace(&mut counts[key], next);
                    }
                    let here = u64::from(next - *start);
                    crowd += here * here;
                }
            }
        }
        crowd
    }
}
