//! A tree of boxes over the facets, built once: median split along the longest side.
//!
//! Nodes lie in the order of a walk that goes down first, each with the place where the walk goes on
//! when its box is missed: a query is one loop without a stack. Build O(n log n), query O(log n + found).

use esker_geom::{Aabb, Vector};
use std::ops::ControlFlow;

/// A leaf holds at most this many facets.
const LEAF: usize = 4;

#[derive(Clone, Debug)]
struct Node<const D: usize> {
    bounds: Aabb<D>,
    /// The node to go on with when this one is missed.
    skip: u32,
    /// The facets of a leaf as a range of `order`; empty for an inner node.
    first: u32,
    end: u32,
}

/// The tree.
#[derive(Clone, Debug)]
pub(super) struct Tree<const D: usize> {
    nodes: Vec<Node<D>>,
    boxes: Vec<Aabb<D>>,
    order: Vec<u32>,
}

impl<const D: usize> Tree<D> {
    /// The tree over these boxes.
    pub fn new(boxes: &[Aabb<D>]) -> Self {
        let order = (0..boxes.len() as u32).collect();
        let mut tree = Self { nodes: Vec::new(), boxes: boxes.to_vec(), order };
        tree.split(0, boxes.len());
        tree
    }

    fn split(&mut self, first: usize, end: usize) {
        let joined = |boxes: &mut dyn Iterator<Item = Aabb<D>>| {
            boxes.fold(Aabb::EMPTY, |sum, one| sum.join(&one))
        };
        let (boxes, part) = (&self.boxes, &mut self.order[first..end]);
        let bounds = joined(&mut part.iter().map(|&facet| boxes[facet as usize]));
        let node = self.nodes.len();
        let leaf = end - first <= LEAF;
        let inside = if leaf { first..end } else { first..first };
        self.nodes.push(Node {
            bounds,
            skip: 0,
            first: inside.start as u32,
            end: inside.end as u32,
        });
        if !leaf {
            let middles = joined(&mut part.iter().map(|&facet| {
                let middle = boxes[facet as usize].middle();
                Aabb { low: middle, high: middle }
            }));
            let side = middles.extent();
            let axis = (0..D).max_by(|&a, &b| side[a].total_cmp(&side[b])).unwrap_or(0);
            let key = |facet: &u32| boxes[*facet as usize].middle()[axis];
            let half = part.len() / 2;
            part.select_nth_unstable_by(half, |a, b| key(a).total_cmp(&key(b)).then(a.cmp(b)));
            self.split(first, first + half);
            self.split(first + half, end);
        }
        self.nodes[node].skip = self.nodes.len() as u32;
    }

    /// Calls the action with every facet whose box comes within `reach` of the centre, until it breaks.
    pub fn near(
        &self,
        center: &Vector<D>,
        reach: f64,
        mut action: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if !node.bounds.touches_sphere(center, reach) {
                at = node.skip as usize;
                continue;
            }
            let leaf = &self.order[node.first as usize..node.end as usize];
            let touched = |facet: &&u32| self.boxes[**facet as usize].touches_sphere(center, reach);
            leaf.iter().filter(touched).try_for_each(|&facet| action(facet))?;
            at += 1;
        }
        ControlFlow::Continue(())
    }
}
