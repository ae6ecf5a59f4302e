//! What a world holds, counted by the allocator: bytes per body, and nothing new in a step.

use esker_geom::Aabb;
use esker_physics::shapes::InnerBox;
use esker_physics::{Body, Material, Wall, World};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts the bytes and the blocks of each thread, so that tests may run side by side.
struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static BLOCKS: Cell<usize> = const { Cell::new(0) };
}

fn count(change: isize) {
    let held = HELD.get() + change;
    HELD.set(held);
    PEAK.set(PEAK.get().max(held));
}

// SAFETY: every call is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        BLOCKS.set(BLOCKS.get() + 1);
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

/// A lattice of spheres that touch six others each, in a box, with friction.
fn lattice(side: usize) -> World<3> {
    let mut world = World::<3>::default();
    world.materials.add(Material::default()).unwrap();
    for index in 0..side.pow(3) {
        let cell = [index % side, index / side % side, index / (side * side)];
        let position = cell.map(|place| 0.199 * place as f64 + 0.0999);
        world.add(&Body::new(position, 0.1)).unwrap();
    }
    let high = [0.199 * side as f64 + 0.0008; 3];
    let walls = InnerBox::new(Aabb { low: [0.0; 3], high }).unwrap();
    world.add_wall(Wall::new("box", walls)).unwrap();
    world.gravity = [0.0, 0.0, -9.81];
    world.time_step = 1e-5;
    world
}

#[test]
fn at_most_400_bytes_per_sphere_with_friction_history() {
    let bodies = 100isize.pow(3);
    let before = HELD.get();
    PEAK.set(before);
    let mut world = lattice(100);
    world.run(2).unwrap();
    world.bodies.rearranged(); // and while the list is made anew
    world.run(2).unwrap();
    assert!(world.contacts() as isize > 2 * bodies);
    let (held, peak) = ((HELD.get() - before) / bodies, (PEAK.get() - before) / bodies);
    assert!(peak <= 400, "{held} bytes per body, {peak} at the peak");
}

#[test]
fn a_step_allocates_nothing() {
    let mut world = lattice(12);
    world.run(20).unwrap();
    let rebuilds = world.detection.rebuilds;
    let mut blocks_of = |steps: u64| {
        let blocks = BLOCKS.get();
        world.run(steps).unwrap();
        BLOCKS.get() - blocks
    };
    // A run looks at the bodies before its first step; that is all.
    assert_eq!(blocks_of(50), blocks_of(1));
    assert_eq!(world.detection.rebuilds, rebuilds);
}
