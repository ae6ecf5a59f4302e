//! What each thread has to itself during a pass.
//!
//! ```text
//!   thread 0   ▓▓▓▓▓▓▓▓ tiles      desk: tiles to finish, records, room     in the caches of its core
//!   thread 1            ▓▓▓▓▓▓▓▓   desk: tiles to finish, records, room
//! ```
//!
//! Cores of one processor need not have a cache in common. What one has written then takes another
//! several times as long as its own: a line of a cache goes from one to the other in 190 ns instead of
//! 40, and a tile works with ten thousand of them. So what a thread had is kept for it, and goes
//! back to its desk whoever used it last.

use crate::close::Picked;
use crate::phases::Spent;
use crate::records::{Actions, Records};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// To fetch what a tile needs from another core takes about as long as the tile does, and what one
/// thread takes in one step, the other takes back in the next: so many are left to one that is there,
const LEFT: usize = 2;
/// if it had so many to begin with. Of fewer, none may wait while another thread has nothing to do.
const MANY: usize = 8;

/// What a thread works with; apart from those of others in the caches.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Desk {
    /// Tiles whose contacts are to be worked through.
    waiting: Mutex<VecDeque<usize>>,
    /// How many of them there were when the pass began.
    dealt: usize,
    /// Whether its thread has come to work.
    attended: AtomicBool,
    /// Tiles to be finished.
    ready: Mutex<Vec<usize>>,
    records: Mutex<Records>,
    picked: Mutex<Picked>,
    own: Mutex<Vec<Actions>>,
    outside: Mutex<Vec<Actions>>,
    pub(crate) spent: Spent,
}

impl Desk {
    /// Clears the desk for a new pass.
    pub(crate) fn clear(&mut self) {
        lock(&self.waiting).clear();
        self.dealt = 0;
        lock(&self.ready).clear();
        *self.attended.get_mut() = false;
    }

    /// Puts a tile last in the row of those whose contacts are to be worked through.
    pub(crate) fn put(&mut self, tile: usize) {
        lock(&self.waiting).push_back(tile);
        self.dealt += 1;
    }

    /// The next tile for the thread of this desk.
    fn next(&self) -> Option<usize> {
        self.attended.store(true, Ordering::Relaxed);
        lock(&self.waiting).pop_front()
    }

    /// The last tile, for another thread, unless it is left to the one of this desk.
    fn spare(&self, is_late: bool) -> Option<usize> {
        let mut waiting = lock(&self.waiting);
        let takes_any = is_late || self.dealt < MANY || !self.attended.load(Ordering::Relaxed);
        let left = if takes_any { 0 } else { LEFT };
        if waiting.len() > left { waiting.pop_back() } else { None }
    }

    /// Whether no tile waits here.
    pub(crate) fn is_clear(&self) -> bool {
        lock(&self.waiting).is_empty()
    }

    /// Puts a tile on it whose contacts it had, and that can be finished now.
    pub(crate) fn make_ready(&self, tile: usize) {
        lock(&self.ready).push(tile);
    }

    /// A tile that can be finished.
    pub(crate) fn next_ready(&self) -> Option<usize> {
        lock(&self.ready).pop()
    }

    /// The records of the tile whose contacts it has.
    pub(crate) fn records(&self) -> MutexGuard<'_, Records> {
        lock(&self.records)
    }

    /// Room to pick pairs in.
    pub(crate) fn picked(&self) -> MutexGuard<'_, Picked> {
        lock(&self.picked)
    }

    /// Room for what acts on the bodies of a tile that nobody uses; the last is still in the cache.
    pub(crate) fn own(&self) -> MutexGuard<'_, Vec<Actions>> {
        lock(&self.own)
    }

    /// The same for bodies outside.
    pub(crate) fn outside(&self) -> MutexGuard<'_, Vec<Actions>> {
        lock(&self.outside)
    }
}

/// The next tile for a thread: of its own, or else of the others after it, and the last of those only
/// if it is late.
pub(crate) fn next_tile(desks: &[Desk], thread: usize, is_late: bool) -> Option<usize> {
    let others = (1..desks.len()).map(|turn| &desks[(thread + turn) % desks.len()]);
    desks[thread].next().or_else(|| others.into_iter().find_map(|desk| desk.spare(is_late)))
}

/// A tile that a thread can finish: of its own, or else of any, but only if it is late.
pub(crate) fn next_ready(desks: &[Desk], thread: usize, is_late: bool) -> Option<usize> {
    let others = desks.iter().filter(|_| is_late);
    desks[thread].next_ready().or_else(|| others.into_iter().find_map(Desk::next_ready))
}

fn lock<T>(room: &Mutex<T>) -> MutexGuard<'_, T> {
    room.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Desks of so many threads, with tiles dealt out one by one.
    fn desks(threads: usize, tiles: usize) -> Vec<Desk> {
        let mut desks: Vec<Desk> = (0..threads).map(|_| Desk::default()).collect();
        desks.iter_mut().for_each(Desk::clear);
        (0..tiles).for_each(|tile| desks[tile % threads].put(tile));
        desks
    }

    /// What a thread gets until there is nothing more.
    fn rest(desks: &[Desk], thread: usize, is_late: bool) -> Vec<usize> {
        std::iter::from_fn(|| next_tile(desks, thread, is_late)).collect()
    }

    /// One thread has its own tiles in their order, then those of others from their ends: all of
    /// them, each once, if the others do not come.
    #[test]
    fn own_tiles_come_first() {
        let desks = desks(3, 10);
        assert_eq!(rest(&desks, 1, false), [1, 4, 7, 8, 5, 2, 9, 6, 3, 0]);
        assert!(desks.iter().all(Desk::is_clear));
    }

    /// The last tiles of a thread that has come are left to it, but not for ever, and not if they
    /// were few.
    #[test]
    fn the_last_are_left_to_their_thread() {
        let few = desks(2, 10);
        assert_eq!(next_tile(&few, 0, false), Some(0));
        assert_eq!(rest(&few, 1, false), [1, 3, 5, 7, 9, 8, 6, 4, 2]);
        for is_late in [false, true] {
            let desks = desks(2, 16);
            assert_eq!(next_tile(&desks, 0, false), Some(0));
            assert_eq!(rest(&desks, 1, false), [1, 3, 5, 7, 9, 11, 13, 15, 14, 12, 10, 8, 6]);
            let left = if is_late { [4, 2] } else { [2, 4] };
            assert_eq!(rest(&desks, usize::from(is_late), is_late), left);
        }
    }
}
