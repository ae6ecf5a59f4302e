//! The pass over all tiles: contacts, walls and motion, while a tile is in the cache.
//!
//! ```text
//!   tile   0    1    2    3    4        rows name bodies at larger places only: a tile pushes
//!          │    └────┼─▶──┼─▶──┘        its own bodies and those of later tiles, and looks at no
//!          └────▶────┴─▶──┘             others
//!
//!   contacts(tile)   records of bodies ─▶ close pairs ─▶ laws ─▶ a buffer of forces,
//!                    and one for bodies outside
//!   finish(tile)     + buffers of earlier tiles, in their order  + walls ─▶ moved to the next step
//! ```
//!
//! A tile is finished when the last of what it waits for is done: its own contacts, and those of
//! every tile that names bodies of it. With one thread that is at once, and a step goes through
//! memory once. With more it is left to the thread of its contacts, in whose cache its bodies are. A
//! thread begins with the tiles that it had in the last step, whose bodies and history its caches may
//! hold, and has a desk of its own (`desk.rs`). Which thread did what changes no sum, so the result is
//! the same for any number.

use crate::close::{Close, Picked};
use crate::desk::{Desk, next_ready, next_tile};
use crate::flags::places_of;
use crate::forces::{Forces, Setting};
use crate::neighbors::{Neighbors, Tile};
use crate::phases::Phase;
use crate::processor::{fetch_all, on_this_processor};
use crate::records::{Actions, Records};
use crate::runs::{Cells, Farthest, Run, Runs};
use crate::tile::{Picking, TileForces};
use crate::walls::{Chunk, Wall};
use esker_broad::Threads;
use std::iter::once;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// Bodies that are moved together: their forces stay in the first cache.
const FEW: usize = 128;

/// How long a thread with nothing of its own left to do waits for others, to whom the same would cost
/// less, before it takes over: their cores may be busy elsewhere. So long for each body of a tile.
const PATIENCE: Duration = Duration::from_nanos(10);

/// If there are so many more bodies in a tile than close pairs, most are in none.
const MOST_ALONE: usize = 4;

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
}

impl Forces {
    /// Makes room for a pass over these tiles by so many threads. Each begins with the tiles that it
    /// had in the last pass; those of a new list are dealt out in stretches, whose bodies are near
    /// each other.
    pub(crate) fn prepare(&mut self, tiles: &[Tile], threads: usize) {
        if self.thread_of.len() != tiles.len() || self.desks.len() != threads {
            let stretch = |tile| AtomicUsize::new(tile * threads / tiles.len());
            self.thread_of = (0..tiles.len()).map(stretch).collect();
        }
        self.desks.resize_with(threads, Default::default);
        self.desks.iter_mut().for_each(Desk::clear);
        for (tile, thread) in self.thread_of.iter_mut().enumerate() {
            self.desks[*thread.get_mut()].put(tile);
        }
        self.sums.resize_with(tiles.len(), Default::default);
        self.moved.resize_with(tiles.len(), Default::default);
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
        let (tiles, each_close, desks) = (&*list, Cells::new(&mut close), &self.forces.desks);
        let at_work = AtomicUsize::new(0);
        let patience = PATIENCE * list.tiles.first().map_or(0, |tile| tile.bodies.len() as u32);
        threads.on_each(desks.len(), |thread| {
            let spent = &desks[thread].spent;
            let mut counted = Some(Counted::new(&at_work));
            let mut is_idle = false;
            spent.start();
            loop {
                // Who sees that nobody is at work sees all that was made ready before.
                let all_made = at_work.load(Ordering::Acquire) == 0;
                let is_late = is_idle && spent.since_end() > patience;
                let go_on = || {
                    if is_idle {
                        spent.start()
                    }
                };
                if let Some(tile) = next_tile(desks, thread, is_late) {
                    // SAFETY: a tile lies on one desk, once, and is taken from there.
                    let close = unsafe { each_close.slice(&(tile..tile + 1)) };
                    go_on();
                    self.begin(tiles, tile, &mut close[0], thread);
                } else if let Some(tile) = next_ready(desks, thread, is_late) {
                    go_on();
                    self.finish(&tiles.tiles, tile, &desks[thread]);
                } else {
                    if all_made {
                        break;
                    }
                    // No contacts are left to begin with: those of others may make more tiles ready.
                    if desks.iter().all(Desk::is_clear) {
                        drop(counted.take());
                    }
                    std::thread::yield_now();
                    is_idle = true;
                    continue;
                }
                is_idle = false;
            }
        });
        debug_assert!(desks.iter().all(|desk| desk.next_ready().is_none()));
        list.close = close;
    }

    /// Works through the contacts of a tile, and finishes the tiles that are ready here then.
    fn begin(&self, list: &Neighbors, index: usize, close: &mut Close, thread: usize) {
        let desk = &self.forces.desks[thread];
        self.forces.thread_of[index].store(thread, Ordering::Relaxed);
        self.contacts(list, index, close, desk);
        for &next in once(&index).chain(&list.tiles[index].outgoing) {
            // What was done before by any thread is seen by the one that counts to zero.
            if self.forces.waiting[next].fetch_sub(1, Ordering::AcqRel) == 1 {
                self.forces.desk_of(next).make_ready(next);
            }
        }
        while let Some(next) = desk.next_ready() {
            self.finish(&list.tiles, next, desk);
        }
    }

    /// Leaves the forces on the bodies of a tile, and those that it has for bodies outside, in its
    /// sums.
    fn contacts(&self, list: &Neighbors, index: usize, close: &mut Close, desk: &Desk) {
        let tile = &list.tiles[index];
        let (mut records, mut own) = (desk.records(), desk.own().pop().unwrap_or_default());
        let mut sums = self.forces.sums[index].write().unwrap_or_else(PoisonError::into_inner);
        let around = once(&index).chain(&tile.outgoing);
        let moved = around.map(|&tile| self.forces.moved[tile].get());
        let is_due = close.are_due(moved.fold(Farthest::default(), Farthest::join).share().sqrt());
        close.fetch_first();
        // Where most bodies are alone, only those of close pairs are packed.
        let alone = close.pairs.len() * MOST_ALONE < tile.bodies.len();
        own.make_room(tile.bodies.len() + tile.outside.len(), alone);
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
                self.pick(near, tile, close, &records, &mut desk.picked());
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
            records: &records,
            actions: &mut own,
            sums: &mut sums,
        });
        if !tile.outside.is_empty() {
            let mut outside = desk.outside().pop().unwrap_or_default();
            own.take_from(tile.bodies.len(), &mut outside);
            sums.outside = outside;
        }
        sums.own = own;
        desk.spent.end(Phase::Contacts);
    }

    /// Picks the close pairs of a tile from its near pairs, by the spheres in its records.
    fn pick(
        &self,
        near: &[u32],
        tile: &Tile,
        close: &mut Close,
        records: &Records,
        picked: &mut Picked,
    ) {
        on_this_processor(Picking {
            tile,
            near,
            close,
            picked,
            setting: self.setting,
            records,
            inverse_margin: self.bodies.inverse_margin,
        });
    }

    /// Adds what is missing to the forces on the bodies of a tile, and moves them.
    fn finish(&self, tiles: &[Tile], index: usize, desk: &Desk) {
        let tile = &tiles[index];
        let mut sums = self.forces.sums[index].write().unwrap_or_else(PoisonError::into_inner);
        let mut actions = std::mem::take(&mut sums.own);
        drop(sums);
        // SAFETY: a tile is finished once, when all that use its bodies are done with them.
        let (mut run, chunk) = unsafe {
            (self.bodies.run(tile.bodies.clone()), self.chunks.slice(&(index..index + 1)))
        };
        chunk.iter().for_each(Chunk::fetch);
        fetch_all(run.inverse_margin);
        if actions.acted_on.is_empty() {
            fetch_all(run.inverse_inertia);
        }
        self.add_incoming(tiles, tile, &mut actions);
        desk.spent.end(Phase::Contacts);
        if let [chunk] = chunk {
            chunk.push(&run, &mut actions, (self.walls, self.wall_reach), self.setting);
            desk.spent.end(Phase::Walls);
        }
        self.move_bodies(&mut run, &mut actions, &self.forces.moved[index]);
        self.forces.desk_of(index).own().push(actions);
        desk.spent.end(Phase::Integrate);
    }

    /// Adds what tiles have for bodies of this one, in the order of the tiles.
    fn add_incoming(&self, tiles: &[Tile], tile: &Tile, actions: &mut Actions) {
        for (from, outside) in &tile.incoming {
            let sums = self.forces.sums[*from].read().unwrap_or_else(PoisonError::into_inner);
            let Actions { acting, acted_on } = &sums.outside;
            let mut push = |index| {
                let body = tiles[*from].outside[index] as usize - tile.bodies.start;
                actions.push(body, &acting[index]);
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
                self.forces.desk_of(*from).outside().push(std::mem::take(&mut sums.outside));
            }
        }
    }

    /// Moves the bodies of a tile, a few at a time. Between steps forces are columns of the bodies;
    /// in the midst of a run nobody asks for them, unless they are no numbers.
    fn move_bodies(&self, run: &mut Run<'_, D>, actions: &mut Actions, moved: &Moved) {
        let (mut force, mut torque) = ([[0.0; D]; FEW], [[0.0; 3]; FEW]);
        let mut all = Farthest::default();
        for first in (0..run.len()).step_by(FEW) {
            let places = first..run.len().min(first + FEW);
            let mut few = run.part(&places);
            if !self.keeps_forces {
                few.force = &mut force[..places.len()];
                few.torque = &mut torque[..places.len()];
            } else if !actions.acted_on.is_empty() {
                few.force.as_flattened_mut().fill(0.0);
                few.torque.as_flattened_mut().fill(0.0);
            }
            actions.hand_over(first, few.force, few.torque);
            few.acted_on = actions.acted_on.get(places.clone()).unwrap_or(&[]);
            let farthest = (self.motion)(&mut few);
            if !(farthest.square().is_finite() || self.keeps_forces) {
                run.force[places.clone()].copy_from_slice(&force[..places.len()]);
                run.torque[places.clone()].copy_from_slice(&torque[..places.len()]);
            }
            all = all.join(farthest);
            // Nothing acts on the next few until it is handed over.
            for place in places_of(actions.acted_on.get(places).unwrap_or(&[])) {
                (force[place], torque[place]) = ([0.0; D], [0.0; 3]);
            }
        }
        moved.set(all);
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
