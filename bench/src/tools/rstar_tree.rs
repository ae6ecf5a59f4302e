//! rstar: its R*-tree, bulk-loaded, searched once for each box.

use super::{Tool, timed};
use crate::spheres::{SLACK, Sphere, Spheres};
use esker_broad::Pair;
use rstar::{AABB, RTree, RTreeObject};
use std::ops::ControlFlow;

struct Leaf {
    bounds: AABB<[f64; 3]>,
    index: u32,
}

impl RTreeObject for Leaf {
    type Envelope = AABB<[f64; 3]>;

    fn envelope(&self) -> Self::Envelope {
        self.bounds
    }
}

/// A tree of boxes.
#[derive(Default)]
pub struct RstarTree {
    tree: RTree<Leaf>,
    pairs: Vec<Pair>,
}

impl RstarTree {
    fn build(&mut self, rows: &[Sphere]) {
        let leaf = |(index, row): (usize, &Sphere)| {
            let bounds = row.widened_box(SLACK);
            Leaf { bounds: AABB::from_corners(bounds.low, bounds.high), index: index as u32 }
        };
        self.tree = RTree::bulk_load(rows.iter().enumerate().map(leaf).collect());
    }

    fn find(&mut self, rows: &[Sphere]) {
        self.pairs.clear();
        for leaf in &self.tree {
            let sphere = &rows[leaf.index as usize];
            let mut meet = |other: &Leaf| {
                if leaf.index < other.index && sphere.touches(&rows[other.index as usize]) {
                    self.pairs.push([leaf.index, other.index]);
                }
                ControlFlow::<()>::Continue(())
            };
            // The search never breaks off, so its answer says nothing.
            let _ = self.tree.locate_in_envelope_intersecting_int(leaf.bounds, &mut meet);
        }
    }
}

impl Tool for RstarTree {
    fn rebuild(&mut self, spheres: &Spheres) -> f64 {
        self.tree = RTree::new();
        timed(|| {
            self.build(&spheres.rows);
            self.find(&spheres.rows);
        })
    }

    fn pairs(&self) -> Vec<&[Pair]> {
        vec![&self.pairs]
    }
}
