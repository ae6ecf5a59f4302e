//! bvh: its hierarchy by the surface area heuristic, searched once for each box.

use super::{Tool, timed};
use crate::spheres::{SLACK, Sphere, Spheres};
use bvh::aabb::{Aabb, Bounded};
use bvh::bounding_hierarchy::BHShape;
use bvh::bvh::Bvh;
use esker_broad::Pair;

struct Shape {
    sphere: Sphere,
    index: u32,
    node: usize,
}

impl Bounded<f64, 3> for Shape {
    fn aabb(&self) -> Aabb<f64, 3> {
        let bounds = self.sphere.widened_box(SLACK);
        Aabb::with_bounds(bounds.low.into(), bounds.high.into())
    }
}

impl BHShape<f64, 3> for Shape {
    fn set_bh_node_index(&mut self, node: usize) {
        self.node = node;
    }

    fn bh_node_index(&self) -> usize {
        self.node
    }
}

/// A hierarchy and the shapes it is made of.
pub struct BvhTree {
    tree: Bvh<f64, 3>,
    shapes: Vec<Shape>,
    pairs: Vec<Pair>,
}

impl BvhTree {
    pub fn new() -> Self {
        Self { tree: Bvh { nodes: Vec::new() }, shapes: Vec::new(), pairs: Vec::new() }
    }

    fn build(&mut self, rows: &[Sphere]) {
        let shapes = rows.iter().zip(0..).map(|(&sphere, index)| Shape { sphere, index, node: 0 });
        self.shapes.clear();
        self.shapes.extend(shapes);
        self.tree = Bvh::build(&mut self.shapes);
    }

    fn find(&mut self) {
        self.pairs.clear();
        for shape in &self.shapes {
            for other in self.tree.traverse_iterator(&shape.aabb(), &self.shapes) {
                if shape.index < other.index && shape.sphere.touches(&other.sphere) {
                    self.pairs.push([shape.index, other.index]);
                }
            }
        }
    }
}

impl Tool for BvhTree {
    fn rebuild(&mut self, spheres: &Spheres) -> f64 {
        self.tree = Bvh { nodes: Vec::new() };
        timed(|| {
            self.build(&spheres.rows);
            self.find();
        })
    }

    fn pairs(&self) -> Vec<&[Pair]> {
        vec![&self.pairs]
    }
}
