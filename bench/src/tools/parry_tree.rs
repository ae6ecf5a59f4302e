//! parry3d-f64: its bounding volume hierarchy, built by binning and traversed against itself; on an
//! update the leaves are set, the tree is partly rebuilt and refitted, as its own engine does.

use super::{Tool, timed};
use crate::spheres::{SLACK, Sphere, Spheres};
use esker_broad::Pair;
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::math::Vector;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};

/// A hierarchy and the workspace of its traversals.
pub struct ParryTree {
    tree: Bvh,
    workspace: BvhWorkspace,
    pairs: Vec<Pair>,
}

fn box_of(sphere: &Sphere) -> Aabb {
    let bounds = sphere.widened_box(SLACK);
    Aabb::new(Vector::from_array(bounds.low), Vector::from_array(bounds.high))
}

impl ParryTree {
    pub fn new() -> Self {
        Self { tree: Bvh::new(), workspace: BvhWorkspace::default(), pairs: Vec::new() }
    }

    fn find(&mut self, rows: &[Sphere]) {
        self.pairs.clear();
        self.tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| {
            if rows[a as usize].touches(&rows[b as usize]) {
                self.pairs.push([a, b]);
            }
        });
    }
}

impl Tool for ParryTree {
    fn rebuild(&mut self, spheres: &Spheres) -> f64 {
        self.tree = Bvh::new();
        timed(|| {
            let boxes = spheres.rows.iter().map(box_of).enumerate();
            self.tree = Bvh::from_iter(BvhBuildStrategy::Binned, boxes);
            self.find(&spheres.rows);
        })
    }

    fn update(&mut self, spheres: &Spheres) -> f64 {
        timed(|| {
            for (index, row) in spheres.rows.iter().enumerate() {
                self.tree.insert_or_update_partially(box_of(row), index as u32, 0.0);
            }
            self.tree.optimize_incremental(&mut self.workspace);
            self.tree.refit(&mut self.workspace);
            self.find(&spheres.rows);
        })
    }

    fn pairs(&self) -> Vec<&[Pair]> {
        vec![&self.pairs]
    }
}
