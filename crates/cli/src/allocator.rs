//! An allocator that counts: how many bytes are held, and the most that ever were.
//!
//! It asks the system for all memory and adds one atomic operation to each request, so that what a
//! method holds can be measured instead of estimated. The only `unsafe` code of the program.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

#[global_allocator]
static COUNTING: Counting = Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static MEASURING: Mutex<()> = Mutex::new(());

struct Counting;

fn grow(bytes: usize) {
    let held = HELD.fetch_add(bytes, Relaxed) + bytes;
    // The plain look first: a peak is rare and a read-modify-write is not free.
    if held > PEAK.load(Relaxed) {
        PEAK.fetch_max(held, Relaxed);
    }
}

fn shrink(bytes: usize) {
    HELD.fetch_sub(bytes, Relaxed);
}

// SAFETY: every request is handed on to the system's allocator unchanged, and so is its answer; the
// counters do not allocate, do not panic and hold no pointer.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`.
        let block = unsafe { System.alloc(layout) };
        if !block.is_null() {
            grow(layout.size());
        }
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        let block = unsafe { System.alloc_zeroed(layout) };
        if !block.is_null() {
            grow(layout.size());
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        shrink(layout.size());
        // SAFETY: the block came from `System` by one of the other calls, with this layout.
        unsafe { System.dealloc(block, layout) };
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the block came from `System` with this layout; the caller vouches for the size.
        let moved = unsafe { System.realloc(block, layout, size) };
        if !moved.is_null() {
            match size > layout.size() {
                true => grow(size - layout.size()),
                false => shrink(layout.size() - size),
            }
        }
        moved
    }
}

/// Runs some work and returns the most bytes it held at a time, beyond those held before. There is one
/// peak for the whole program, so a second caller waits; the work must not call this itself.
pub(crate) fn peak_during<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let _alone = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    let before = HELD.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = work();
    (result, PEAK.load(Relaxed).saturating_sub(before))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    #[test]
    fn the_peak_is_what_was_held_at_a_time() {
        const BLOCK: usize = 1 << 26;
        const OTHERS: usize = 1 << 20; // what other tests may take or give back meanwhile
        let (_, peak) = peak_during(|| {
            for _ in 0..3 {
                black_box(vec![1u8; BLOCK]);
            }
            let mut grown = vec![0u8; BLOCK / 2];
            grown.resize(BLOCK, 1);
            black_box(grown);
        });
        assert!(peak.abs_diff(BLOCK) <= OTHERS, "{peak}");
    }
}
