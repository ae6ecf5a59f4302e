//! The counting sort: bodies into columns in the order of their cells.

use super::axes::Axes;
use super::columns::Columns;
use super::directory::{Dense, Sparse};
use super::tables::{self, Table};
use crate::threads::Stretch;
use crate::{Objects, Threads};
use std::iter;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bodies met in a body's own cell, on average, above which a table of grown cells is given up.
const CROWDED: u64 = 16;

/// Bodies a thread takes at a time, at most. It computes the keys of all of them before it counts: the
/// first goes through memory, the second jumps about in it.
const PIECE: usize = 8192;

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
    /// Scratch: the tables of all threads but the first.
    others: Vec<Table>,
}

impl<const D: usize> Default for SortedCells<D> {
    fn default() -> Self {
        let axes = Axes::default();
        let mut table = Table::default();
        table.clear(axes.keys);
        Self {
            axes,
            columns: Columns::default(),
            dense: Dense { table, order: Vec::new() },
            sparse: None,
            radius_max: 0.0,
            key_of: Vec::new(),
            others: Vec::new(),
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
        let threads = &threads.for_items(count);
        self.count(objects, members, threads);
        let crowd = tables::sum(&mut self.dense.table, &mut self.others, threads);
        if self.axes.grew_beyond(2.0 * radius_max) && crowd > CROWDED * count as u64 {
            self.sort_scattered(objects, members);
            return;
        }
        self.place(members, threads);
        self.gather(objects, threads);
    }

    /// Notes the key of each body and counts the bodies of each key, by thread.
    ///
    /// Two threads come towards each other from the ends of a stretch of bodies, so that one that is
    /// held up leaves more of it to the other.
    fn count(&mut self, objects: &Objects<D>, members: Option<&[u32]>, threads: &Threads) {
        let count = self.columns.len();
        self.key_of.resize(count, 0);
        self.others.resize_with(threads.count() - 1, Table::default);
        let (axes, centers) = (&self.axes, objects.centers());
        let piece = threads.piece_of(count).min(PIECE);
        let size = 2 * threads.share_of(count);
        let stretches = self.key_of.chunks_mut(size);
        let stretches: Vec<_> =
            stretches.map(|key_of| Stretch::new(key_of.chunks_mut(piece).enumerate())).collect();
        let mut tables: Vec<_> =
            iter::once(&mut self.dense.table).chain(&mut self.others).collect();
        threads.map_mut(&mut tables, |index, table| {
            table.clear(axes.keys);
            let (number, from_the_end) = (index / 2, index % 2 == 1);
            // Without bodies there is nothing to count.
            let Some(stretch) = stretches.get(number) else { return };
            let begin = number * size;
            let near = if from_the_end { (begin + size).min(count) } else { begin };
            table.bodies = near..near;
            while let Some((index, key_of)) =
                if from_the_end { stretch.last() } else { stretch.first() }
            {
                let bodies = begin + index * piece..begin + index * piece + key_of.len();
                match members {
                    None => axes.keys_of(centers[bodies.clone()].iter(), key_of),
                    Some(members) => {
                        let members = members[bodies.clone()].iter();
                        axes.keys_of(members.map(|&body| &centers[body as usize]), key_of);
                    }
                }
                table.count(key_of);
                match from_the_end {
                    true => table.bodies.start = bodies.start,
                    false => table.bodies.end = bodies.end,
                }
            }
        });
    }

    /// Writes key and body of every body to its place in the sorted order: the last of each key first.
    fn place(&mut self, members: Option<&[u32]>, threads: &Threads) {
        let Dense { table, order } = &mut self.dense;
        order.resize_with(self.columns.len(), AtomicU64::default);
        let (key_of, order) = (&self.key_of, &*order);
        let mut tables: Vec<_> = iter::once(table).chain(&mut self.others).collect();
        threads.map_mut(&mut tables, |_, table| {
            let Table { entries, bodies, .. } = &mut **table;
            let mut put = |key: u32, body: u32| {
                let end = &mut entries[key as usize];
                *end -= 1;
                Dense::put(order, *end as usize, key, body);
            };
            let keys = key_of[bodies.clone()].iter().rev();
            match members {
                None => {
                    let bodies = bodies.start as u32..bodies.end as u32;
                    keys.zip(bodies.rev()).for_each(|(&key, body)| put(key, body));
                }
                Some(members) => {
                    let members = members[bodies.clone()].iter().rev();
                    keys.zip(members).for_each(|(&key, &body)| put(key, body));
                }
            }
        });
    }

    /// Brings the bodies themselves into the sorted order.
    fn gather(&mut self, objects: &Objects<D>, threads: &Threads) {
        let piece = threads.piece_of(self.columns.len()).min(PIECE);
        let parts = self.columns.parts(piece).into_iter();
        let mut parts: Vec<_> = parts.zip(self.dense.order.chunks(piece)).collect();
        threads.map_mut(&mut parts, |_, (part, order)| {
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
