//! What the methods hold, counted by the allocator: Munjiza's integers per body, and no method pays
//! for empty space.

use esker_broad::{BroadPhase, Method, Methods, Objects, Threads};
use esker_packing::{Packings, Random, Recipe};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts the bytes of each thread, so that tests may run side by side.
struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(change: isize) {
    let held = HELD.get() + change;
    HELD.set(held);
    PEAK.set(PEAK.get().max(held));
}

// SAFETY: every call is handed on to the system's allocator as it came. `realloc` is the default: a
// new block while the old one is still held, which is the worst an allocator does.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promise about `layout` is the one that is asked for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the block came from `alloc` above with this layout.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The most bytes held at any moment of the job beyond those held at its start.
fn peak_of(job: impl FnOnce()) -> isize {
    let before = HELD.get();
    PEAK.set(before);
    job();
    PEAK.get() - before
}

/// What does not grow with the bodies: the method itself and the slice of pairs it hands on.
const CONSTANT: isize = 12 * 1024;

fn build<const D: usize>(name: &str) -> Box<dyn BroadPhase<D>> {
    name.parse::<Method>().unwrap().build(&Threads::one())
}

fn search<const D: usize>(method: &dyn BroadPhase<D>, objects: &Objects<D>) -> usize {
    let mut candidates = 0;
    method.find_neighbors(objects, &mut |slice| candidates += slice.len());
    candidates
}

/// The peak over a new set, creeping, a jump that breaks the linear sort's assumption, and searches;
/// then over another set of half the size and back.
fn peak_over_a_life<const D: usize>(name: &str, bodies: usize) -> isize {
    let mut random = Random::new(1);
    let side = (bodies as f64).powf(1.0 / D as f64);
    let mut centers: Vec<[f64; D]> = (0..bodies).map(|_| random.place(side)).collect();
    let radii = vec![0.5; bodies];
    peak_of(|| {
        let mut method = build::<D>(name);
        for step in 0..6 {
            let stride = if step == 4 { 5.0 } else { 0.1 };
            for center in &mut centers {
                *center = center.map(|x| x + random.between(-stride, stride));
            }
            let taken = if step == 5 { bodies / 2 } else { bodies };
            let objects = Objects::new(&centers[..taken], &radii[..taken]).unwrap();
            method.step_init(&objects);
            assert!(search(method.as_ref(), &objects) > taken / 4, "the search found no pairs");
        }
        let objects = Objects::new(&centers, &radii).unwrap();
        method.step_init(&objects);
        assert!(search(method.as_ref(), &objects) > bodies / 4, "the search found no pairs");
    })
}

/// (25): the cell coordinates and two pointers of each body, in integers of 4 bytes.
#[test]
fn mr_holds_at_most_four_integers_a_body_in_2d_and_five_in_3d() {
    let bodies = 30_000;
    let integers = |count: isize| count * 4 * bodies as isize + CONSTANT;
    for name in ["mr", "mr-quicksort"] {
        let (in_2d, in_3d) =
            (peak_over_a_life::<2>(name, bodies), peak_over_a_life::<3>(name, bodies));
        assert!(in_2d <= integers(4), "{name} held {in_2d} bytes in 2D");
        assert!(in_3d <= integers(5), "{name} held {in_3d} bytes in 3D");
    }
    for name in ["mr-binary", "mmr"] {
        let peak = peak_over_a_life::<3>(name, bodies);
        assert!(peak <= integers(5), "{name} held {peak} bytes");
    }
}

/// The same bodies, eight million times farther apart by volume, cost no method more than the cells
/// that they no longer share.
#[test]
fn no_method_pays_for_empty_space() {
    let peak = |name: &str, spacing: f64| {
        let recipe = Recipe { count: 4096, spacing, ..Recipe::default() };
        let packing = (Packings::<3>::find("D").unwrap().build)(&recipe);
        let objects = Objects::new(&packing.centers, &packing.radii).unwrap();
        peak_of(|| {
            let mut method = build::<3>(name);
            method.init(&objects);
            method.step_init(&objects);
            search(method.as_ref(), &objects);
        })
    };
    for entry in Methods::<3>::ALL {
        let (close, apart) = (peak(entry.name, 1.0), peak(entry.name, 200.0));
        assert!(apart <= 8 * close, "{}: {close} bytes close, {apart} apart", entry.name);
    }
}
