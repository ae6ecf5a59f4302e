//! kiddo: its immutable k-d tree of the centres, searched around each within the largest distance at
//! which the sphere can touch another.

use super::{Tool, timed};
use crate::spheres::{SLACK, Sphere, Spheres, cutoff};
use esker_broad::Pair;
use kiddo::{ImmutableKdTree, SquaredEuclidean};

/// A tree of points.
#[derive(Default)]
pub struct KiddoTree {
    tree: Option<ImmutableKdTree<f64, 3>>,
    pairs: Vec<Pair>,
}

impl KiddoTree {
    fn find(&mut self, rows: &[Sphere], points: &[[f64; 3]], tree: &ImmutableKdTree<f64, 3>) {
        self.pairs.clear();
        let largest = 0.5 * cutoff(rows);
        for (index, point) in points.iter().enumerate() {
            let sphere = &rows[index];
            let reach = sphere.radius * (1.0 + SLACK) + largest;
            let within = tree.query(point).within::<SquaredEuclidean<f64>>(reach * reach);
            within.unsorted().visit(|found| {
                let (index, other) = (index as u32, found.item);
                if index < other && sphere.touches(&rows[other as usize]) {
                    self.pairs.push([index, other]);
                }
            });
        }
    }
}

impl Tool for KiddoTree {
    fn rebuild(&mut self, spheres: &Spheres) -> f64 {
        self.tree = None;
        timed(|| {
            let points = &spheres.packing.centers;
            let tree = ImmutableKdTree::new_from_slice(points).expect("finite points");
            self.find(&spheres.rows, points, &tree);
            self.tree = Some(tree);
        })
    }

    fn pairs(&self) -> Vec<&[Pair]> {
        vec![&self.pairs]
    }
}
