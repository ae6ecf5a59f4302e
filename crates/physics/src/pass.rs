//! The pass over all tiles: contacts, walls and motion, while a tile is in the cache.
//!
//! ```text
//!   tile   0    1    2    3    4        rows name bodies at larger places only: a tile pushes
//!          │    └────┼─▶──┼─▶──┘        its own bodies and those of later tiles, and looks at no
//!          └────▶────┴─▶──┘             others
//!
//!   contacts(tile)   records of bodies ─▶ close pairs ─▶ laws ─▶ forces in the records,
//!                    and a buffer for bodies outside
//!   finish(tile)     + buffers of earlier tiles, in their order  + walls ─▶ moved to the next step
//! ```
//!
//! A tile is finished when the last of what it waits for is done: its own contacts, and those of
//! every tile that names bodies of it. With one thread that is at once, and a step goes through
//! memory once. With more it is left to the thread of its contacts, in whose cache its bodies are,
//! until no contacts are left to begin with: then whoever is free finishes it. Of the next few tiles a
//! thread takes one that it had in the last step too, whose bodies and history its caches may hold.
//! Which thread did what changes no sum, so the result is the same for any number.

use crate::close::Close;
use crate::flags::places_of;
use crate::forces::{Forces, Setting};
use crate::neighbors::{Neighbors, Tile};
use crate::phases::{Phase, Spent};
use crate::processor::{fetch_all, on_this_processor};
use crate::records::{Outside, Records};
use crate::runs::{Cells, Farthest, Run, Runs};
use crate::tile::{Picking, TileForces};
use crate::walls::{Chunk, Wall};
use esker_broad::Threads;
use std::iter::once;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Bodies that are moved together: their forces stay in the first cache.
const FEW: usize = 128;

/// If there are so many more bodies in a tile than close pairs, most are in none.
const MOST_ALONE: usize = 4;

/// Of so many tiles a thread takes the one it had in the last step.
const CHOICE: usize = 4;

/// What is done with bodies whose forces are known; returns what an integrator does.
pub(crate) type Motion<'a, const D: usize> = dyn Fn(&mut Run<'_, D>) -> Farthest + Sync + 'a;

/// All that tiles share during a pass.
pub(crate) struct Pass<'a, const D: usize> {
    pub(crate) bodies: Runs<'a, D>,
    pub(crate) forces: &'a Forces,
    pub(crate) setting: &'a Setting<'a, D>,
    pub(crate) walls: &'a [Wall<D>],
    /// The contacts of walls, a chunk for each tile; none without walls.
    pub(crate) chunks: Cells<'a, Chunk<D>>,
    /// How far beyond touching laws act on walls (m).
    pub(crate) wall_reach: f64,
    pub(crate) motion: &'a Motion<'a, D>,
    /// Whether forces are wanted as columns afterwards.
    pub(crate) keeps_forces: bool,
    pub(crate) spent: Spent,
}

impl Forces {
    /// Makes room for a pass over these tiles.
    pub(crate) fn prepare(&mut self, tiles: &[Tile]) {
        self.sums.resize_with(tiles.len(), Default::default);
        self.moved.resize_with(tiles.len(), Default::default);
        self.thread_of.resize_with(tiles.len(), Default::default);
        self.ready().clear();
        self.waiting.clear();
        self.waiting.extend(tiles.iter().map(|tile| AtomicUsize::new(1 + tile.incoming.len())));
        self.untaken.clear();
        self.untaken.extend(tiles.iter().map(|tile| AtomicUsize::new(tile.outgoing.len())));
    }
}

impl<const D: usize> Pass<'_, D> {
    /// Works through all tiles.
    pub(crate) fn run(&self, list: &mut Neighbors, threads: &Threads) {
        let mut close = std::mem::take(&mut list.close);
        let (tiles, queue) = (&*list, Mutex::new(Queue::new(close.iter_mut().enumerate())));
        let next = |here| {
            let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
            queue.next(|(tile, _)| self.forces.is_of(*tile, here))
        };
        let at_work = AtomicUsize::new(0);
        threads.on_each(|_| {
            let (here, counted) = (this_thread(), Counted::new(&at_work));
            while let Some((tile, close)) = next(here) {
                self.forces.thread_of[tile].store(here, Ordering::Relaxed);
                self.contacts(tiles, tile, close);
                for &next in once(&tile).chain(&tiles.tiles[tile].outgoing) {
                    // What was done before by any thread is seen by the one that counts to zero.
                    if self.forces.waiting[next].fetch_sub(1, Ordering::AcqRel) == 1 {
                        self.forces.ready().push(next);
                    }
                }
                while let Some(next) = self.forces.take_ready(here) {
                    self.finish(&tiles.tiles, next);
                }
            }
            // No contacts are left to begin with: those of others may make more tiles ready.
            drop(counted);
            loop {
                let next = self.forces.ready().pop();
                match next {
                    Some(next) => self.finish(&tiles.tiles, next),
                    None if at_work.load(Ordering::Acquire) == 0 => break,
                    None => std::thread::yield_now(),
                }
            }
        });
        list.close = close;
    }

    /// Leaves the forces on the bodies of a tile in its records, and those that it has for bodies
    /// outside in its sums.
    fn contacts(&self, list: &Neighbors, index: usize, close: &mut Close) {
        let (start, tile) = (Instant::now(), &list.tiles[index]);
        let mut records = self.forces.records().pop().unwrap_or_default();
        let mut sums = self.forces.sums[index].write().unwrap_or_else(PoisonError::into_inner);
        let around = once(&index).chain(&tile.outgoing);
        let moved = around.map(|&tile| self.forces.moved[tile].get());
        let is_due = close.are_due(moved.fold(Farthest::default(), Farthest::join).share().sqrt());
        close.fetch_first();
        // Where most bodies are alone, only those of close pairs are packed.
        let alone = close.pairs.len() * MOST_ALONE < tile.bodies.len();
        // SAFETY: bodies move in `finish`, which waits for this tile if it names bodies there.
        unsafe {
            match alone {
                false => records.pack(&self.bodies, tile),
                true if is_due => records.pack_spheres(&self.bodies, tile),
                true => {}
            }
            if is_due {
                let near = list.near(tile);
                close.tune(near.len(), sums.contacts, alone);
                self.pick(near, tile, close, &records);
            }
            if alone {
                records.pack_pairs(&self.bodies, tile, &close.pairs);
            }
        }
        on_this_processor(TileForces {
            tile,
            close,
            setting: self.setting,
            material: self.bodies.material,
            records: &mut records,
            sums: &mut sums,
        });
        if !tile.outside.is_empty() {
            let mut outside = self.forces.outside().pop().unwrap_or_default();
            records.take_from(tile.bodies.len(), &mut outside);
            sums.outside = outside;
        }
        sums.records = records;
        self.spent.add(Phase::Contacts, start);
    }

    /// Picks the close pairs of a tile from its near pairs, by the spheres in its records.
    fn pick(&self, near: &[u32], tile: &Tile, close: &mut Close, records: &Records) {
        let mut picked = self.forces.picked().pop().unwrap_or_default();
        on_this_processor(Picking {
            tile,
            near,
            close,
            picked: &mut picked,
            setting: self.setting,
            records,
            inverse_margin: self.bodies.inverse_margin,
        });
        self.forces.picked().push(picked);
    }

    /// Adds what is missing to the forces on the bodies of a tile, and moves them.
    fn finish(&self, tiles: &[Tile], index: usize) {
        let (start, tile) = (Instant::now(), &tiles[index]);
        let mut sums = self.forces.sums[index].write().unwrap_or_else(PoisonError::into_inner);
        let mut records = std::mem::take(&mut sums.records);
        drop(sums);
        // SAFETY: a tile is finished once, when all that use its bodies are done with them.
        let (mut run, chunk) = unsafe {
            (self.bodies.run(tile.bodies.clone()), self.chunks.slice(&(index..index + 1)))
        };
        chunk.iter().for_each(Chunk::fetch);
        fetch_all(run.inverse_margin);
        if records.acted_on.is_empty() {
            fetch_all(run.inverse_inertia);
        }
        self.add_incoming(tiles, tile, &mut records);
        let start = self.spent.add(Phase::Contacts, start);
        if let [chunk] = chunk {
            chunk.push(&run, &mut records, (self.walls, self.wall_reach), self.setting);
        }
        let start = self.spent.add(Phase::Walls, start);
        self.move_bodies(&mut run, &mut records, &self.forces.moved[index]);
        self.forces.records().push(records);
        self.spent.add(Phase::Integrate, start);
    }

    /// Adds what tiles have for bodies of this one, in the order of the tiles.
    fn add_incoming(&self, tiles: &[Tile], tile: &Tile, records: &mut Records) {
        for (from, outside) in &tile.incoming {
            let sums = self.forces.sums[*from].read().unwrap_or_else(PoisonError::into_inner);
            let Outside { acting, acted_on } = &sums.outside;
            let mut push = |index| {
                let body = tiles[*from].outside[index] as usize - tile.bodies.start;
                records.push(body, &acting[index]);
            };
            match acted_on.get(outside.clone()) {
                Some(acted_on) => places_of(acted_on).for_each(|place| push(outside.start + place)),
                None => outside.clone().for_each(push),
            }
            drop(sums);
            // Others are done with it before the last one is.
            if self.forces.untaken[*from].fetch_sub(1, Ordering::AcqRel) == 1 {
                let sums = self.forces.sums[*from].write();
                let mut sums = sums.unwrap_or_else(PoisonError::into_inner);
                self.forces.outside().push(std::mem::take(&mut sums.outside));
            }
        }
    }

    /// Moves the bodies of a tile, a few at a time. Between steps forces are columns of the bodies;
    /// in the midst of a run nobody asks for them, unless they are no numbers.
    fn move_bodies(&self, run: &mut Run<'_, D>, records: &mut Records, moved: &Moved) {
        let (mut force, mut torque) = ([[0.0; D]; FEW], [[0.0; 3]; FEW]);
        let mut all = Farthest::default();
        for first in (0..run.len()).step_by(FEW) {
            let places = first..run.len().min(first + FEW);
            let mut few = run.part(&places);
            if !self.keeps_forces {
                few.force = &mut force[..places.len()];
                few.torque = &mut torque[..places.len()];
            } else if !records.acted_on.is_empty() {
                few.force.as_flattened_mut().fill(0.0);
                few.torque.as_flattened_mut().fill(0.0);
            }
            records.hand_over(first, few.force, few.torque);
            few.acted_on = records.acted_on.get(places.clone()).unwrap_or(&[]);
            let farthest = (self.motion)(&mut few);
            if !(farthest.square().is_finite() || self.keeps_forces) {
                run.force[places.clone()].copy_from_slice(&force[..places.len()]);
                run.torque[places.clone()].copy_from_slice(&torque[..places.len()]);
            }
            all = all.join(farthest);
            // Nothing acts on the next few until it is handed over.
            for place in places_of(records.acted_on.get(places).unwrap_or(&[])) {
                (force[place], torque[place]) = ([0.0; D], [0.0; 3]);
            }
        }
        moved.set(all);
    }
}

/// Items in a row, of which whoever comes takes one that it would rather have, if that is among the
/// next few, or else the first.
struct Queue<I: Iterator> {
    rest: I,
    /// The next few, in order, and nothing behind them.
    few: [Option<I::Item>; CHOICE],
}

impl<I: Iterator> Queue<I> {
    fn new(mut items: I) -> Self {
        let few = std::array::from_fn(|_| items.next());
        Self { rest: items, few }
    }

    fn next(&mut self, is_wanted: impl Fn(&I::Item) -> bool) -> Option<I::Item> {
        let wanted = self.few.iter().flatten().position(is_wanted).unwrap_or(0);
        let item = self.few[wanted].take();
        self.few[wanted..].rotate_left(1);
        if let [.., last @ None] = &mut self.few {
            *last = self.rest.next();
        }
        item
    }
}

/// Counts one more for as long as it lives, in a thread that panics too.
struct Counted<'a>(&'a AtomicUsize);

impl<'a> Counted<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}

/// A number that no other thread has.
fn this_thread() -> usize {
    thread_local!(static HERE: u8 = const { 0 });
    HERE.with(|here| std::ptr::from_ref(here).addr())
}

/// How far the bodies of a tile move, for whoever asks.
#[derive(Debug, Default)]
pub(crate) struct Moved {
    square: AtomicU64,
    share: AtomicU64,
}

impl Moved {
    pub(crate) fn set(&self, farthest: Farthest) {
        self.square.store(farthest.square, Ordering::Relaxed);
        self.share.store(farthest.share, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> Farthest {
        let [square, share] = [&self.square, &self.share].map(|bits| bits.load(Ordering::Relaxed));
        Farthest { square, share }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything is taken once; what is wanted before what is not, if it is among the next few.
    #[test]
    fn whoever_comes_takes_what_it_wants_or_the_first() {
        for length in 0..20 {
            let (mut queue, mut taken) = (Queue::new(0..length), Vec::new());
            for turn in 0..length {
                let before = queue.few;
                let wanted = |item: &usize| item % 3 == 2 * turn % 3;
                let item = queue.next(wanted).unwrap();
                let first_wanted = before.into_iter().flatten().find(wanted);
                assert_eq!(Some(item), first_wanted.or(before[0]));
                taken.push(item);
            }
            assert_eq!(queue.next(|_| true), None);
            assert!(length < 10 || !taken.is_sorted());
            taken.sort_unstable();
            assert!(taken.into_iter().eq(0..length));
        }
    }
}
