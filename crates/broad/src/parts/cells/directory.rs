//! Where a cell's bodies are: by a table over all keys, or by bisection in the sorted keys.

use super::tables::Table;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Finds bodies by their keys. `slot` counts bodies in sorted order.
///
/// # Safety
/// A run ends where it begins or later, and at most at the number of bodies.
pub(crate) unsafe trait Directory: Send + Sync {
    /// The key of the body in this slot.
    fn key(&self, slot: usize) -> u64;

    /// The slots of all bodies with keys from the first to the last, both included.
    ///
    /// # Safety
    /// Both are keys of the numbering, and the first is not the greater.
    unsafe fn run(&self, first: u64, last: u64) -> (usize, usize);
}

/// A table with an entry for every key.
#[derive(Debug)]
pub(crate) struct Dense {
    /// Once sorted: where the bodies of each key begin, and at the end the number of bodies.
    pub(super) table: Table,
    /// Key and body, in sorted order.
    pub(super) order: Vec<AtomicU64>,
}

impl Dense {
    /// The entry for a body: written by several threads, each to places of its own.
    #[inline(always)]
    pub(super) fn put(order: &[AtomicU64], slot: usize, key: u32, body: u32) {
        order[slot].store(u64::from(key) << 32 | u64::from(body), Relaxed);
    }
}

// SAFETY: a sorted table never decreases and ends with the number of bodies.
unsafe impl Directory for Dense {
    #[inline(always)]
    fn key(&self, slot: usize) -> u64 {
        self.order[slot].load(Relaxed) >> 32
    }

    #[inline(always)]
    unsafe fn run(&self, first: u64, last: u64) -> (usize, usize) {
        debug_assert!(first <= last && last as usize + 1 < self.table.entries.len());
        // SAFETY: the table has an entry for every key and one more.
        unsafe {
            let begin = *self.table.entries.get_unchecked(first as usize);
            let end = *self.table.entries.get_unchecked(last as usize + 1);
            (begin as usize, end as usize)
        }
    }
}

/// The sorted keys themselves, for bodies too scattered for a table.
#[derive(Debug)]
pub(crate) struct Sparse {
    pub(super) keys: Vec<u64>,
}

// SAFETY: both ends are found in the sorted keys, the second behind the first.
unsafe impl Directory for Sparse {
    #[inline(always)]
    fn key(&self, slot: usize) -> u64 {
        self.keys[slot]
    }

    unsafe fn run(&self, first: u64, last: u64) -> (usize, usize) {
        let begin = self.keys.partition_point(|&key| key < first);
        let length = self.keys[begin..].partition_point(|&key| key <= last);
        (begin, begin + length)
    }
}
