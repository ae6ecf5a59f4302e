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
//! Candidates are pairs of boxes that touch: as accurate as spatial sorting, whatever the sizes.
//! Cost: N log N. Memory: that of the [`tree`](crate::tree), 61 bytes per object in 2D, 87 in 3D.

use crate::pairs::Report;
use crate::tree::Tree;
use crate::{Aabb, BroadPhase, Entry, Objects, Pair};
use std::ops::ControlFlow;

struct RTree<const D: usize> {
    tree: Tree<f64, D>,
}

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "r-tree",
        origin: "Perkins 1999, 4.3",
        summary: "a tree of nested boxes, built and thrown away at each step",
        parameters: &[],
        build: |_, _| Box::new(RTree { tree: Tree::new() }),
    }
}

impl<const D: usize> BroadPhase<D> for RTree<D> {
    fn init(&mut self, objects: &Objects<D>) {
        self.step_init(objects);
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        self.tree.pack(objects.len(), |object| {
            let Aabb { low, high } = objects.box_of(object);
            [low, high]
        });
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
        let _ = self.tree.find(&[region.low, region.high], &mut |object| match objects
            .touches_region(object, region)
        {
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
