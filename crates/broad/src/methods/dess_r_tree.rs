//! R-tree in the integer space of DESS (Perkins 7.1, which he leaves as future work).
//!
//! ```text
//!   y                            rank in y
//!   |      .---b--.              3 |     .---b---.     both ends of every box are sorted on each
//!   |      |      |              2 | .-a-+---.   |     axis; a box of ranks stands for the box of
//!   | .-a--+-.    |       -->    1 | |   '---+---'     coordinates, and the tree of `r-tree` is
//!   | '----'-'----'              0 | '-------'         packed over these
//!   +-0.1-2.7-3.0-9.0- x           +-0---1---2---3- rank in x
//! ```
//!
//! Boxes of ranks touch exactly if the boxes of coordinates do, so the candidates are those of `r-tree`.
//! Nodes are half as large, and only the sort of the ends and the borders of a region compare reals.
//! The ends are put back into order by insertion sort, as in `dess2`.
//!
//! Cost: N log N; the sort is nearly linear while bodies move little. Memory per object: 30 bytes in 2D
//! and 43 in 3D for the tree, and that of [`Ranks`].

use crate::methods::r_tree::{RTree, Space};
use crate::parts::ranks::Ranks;
use crate::parts::sorting::Sort;
use crate::parts::tree::Corners;
use crate::{Aabb, Entry, Objects};

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "dess-r-tree",
        origin: "Perkins 1999, 7.1",
        summary: "sorts both ends of every body on each axis and searches their ranks by an R-tree",
        parameters: &[],
        build: |_, _| Box::new(RTree::new(Ranks::new(Sort::Insertion))),
    }
}

impl<const D: usize> Space<D> for Ranks<D> {
    type Coordinate = u32;

    fn init(&mut self, objects: &Objects<D>) {
        self.init(objects);
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        self.step_init(objects);
    }

    #[inline(always)]
    fn corners_of(&self, _: &Objects<D>, object: u32) -> Corners<u32, D> {
        let ranks = self.box_of(object);
        [ranks.low, ranks.high]
    }

    fn region(&self, objects: &Objects<D>, region: &Aabb<D>) -> Option<Corners<u32, D>> {
        self.region(objects, region).map(|ranks| [ranks.low, ranks.high])
    }
}
