//! R-tree (Perkins 4.3): a tree of nested boxes, built and thrown away at each step.
//!
//! ```text
//!   +-A-------+  +-B----+
//!   | o   o   |  | o    |     the box of each object asks the tree from its root:
//!   |    +-?--+--+--+   |     ? touches A and B, so both are entered;
//!   |  o | o  |  | o|   |     of their objects, those whose boxes touch ? are candidates
//!   |    +----+--+--+   |
//!   +---------+  +------+
//! ```
//!
//! The tree stands in a [`Space`]: here that of coordinates, for `dess-r-tree` that of ranks.
//! Candidates are pairs of boxes that touch: as accurate as spatial sorting, whatever the sizes.
//! Cost: N log N. Memory: that of the tree, 61 bytes per object in 2D, 87 in 3D.

use crate::pairs::Report;
use crate::parts::tree::{Coordinate, Corners, Tree};
use crate::{Aabb, BroadPhase, Entry, Objects, Pair};
use std::ops::ControlFlow;

/// Where the boxes live. Two objects that touch have boxes that do, and so have an object and a
/// region.
pub(crate) trait Space<const D: usize>: Send + Sync {
    type Coordinate: Coordinate + Send + Sync;

    /// Takes a new set of objects.
    fn init(&mut self, objects: &Objects<D>);

    /// Takes the same objects, moved.
    fn step_init(&mut self, objects: &Objects<D>);

    /// The box of one object.
    fn corners_of(&self, objects: &Objects<D>, object: u32) -> Corners<Self::Coordinate, D>;

    /// The box of a region; nothing if no object can touch it.
    fn region(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
    ) -> Option<Corners<Self::Coordinate, D>>;
}

/// The space of coordinates, which needs no preparation.
struct Real;

impl<const D: usize> Space<D> for Real {
    type Coordinate = f64;

    fn init(&mut self, _: &Objects<D>) {}

    fn step_init(&mut self, _: &Objects<D>) {}

    #[inline(always)]
    fn corners_of(&self, objects: &Objects<D>, object: u32) -> Corners<f64, D> {
        let Aabb { low, high } = objects.box_of(object);
        [low, high]
    }

    fn region(&self, _: &Objects<D>, region: &Aabb<D>) -> Option<Corners<f64, D>> {
        Some([region.low, region.high])
    }
}

pub(crate) struct RTree<P: Space<D>, const D: usize> {
    space: P,
    tree: Tree<P::Coordinate, D>,
}

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "r-tree",
        origin: "Perkins 1999, 4.3",
        summary: "a tree of nested boxes, built and thrown away at each step",
        parameters: &[],
        build: |_, _| Box::new(RTree::new(Real)),
    }
}

impl<P: Space<D>, const D: usize> RTree<P, D> {
    pub(crate) fn new(space: P) -> Self {
        Self { space, tree: Tree::new() }
    }

    fn pack(&mut self, objects: &Objects<D>) {
        self.tree.pack(objects.len(), |object| self.space.corners_of(objects, object));
    }
}

impl<P: Space<D>, const D: usize> BroadPhase<D> for RTree<P, D> {
    fn init(&mut self, objects: &Objects<D>) {
        self.space.init(objects);
        self.pack(objects);
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        self.space.step_init(objects);
        self.pack(objects);
    }

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        for tile in 0..self.tiles() {
            self.find_neighbors_in_tile(objects, tile, action);
        }
    }

    fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        let Some(query) = self.space.region(objects, region) else { return };
        let _ =
            self.tree.find(&query, &mut |object| match objects.touches_region(object, region) {
                true => action(object),
                false => ControlFlow::Continue(()),
            });
    }

    fn tiles(&self) -> usize {
        self.tree.tiles()
    }

    fn find_neighbors_in_tile(
        &self,
        objects: &Objects<D>,
        tile: usize,
        action: &mut dyn FnMut(&[Pair]),
    ) {
        let mut report = Report::new(objects, action);
        self.tree.find_pairs(tile, &mut |a, b| report.pair(a, b));
    }
}
