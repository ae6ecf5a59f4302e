//! The closed list of bodies in the order of their cells (Munjiza, figures 4 and 6).
//!
//! ```text
//!       ┌─────────────────────────────────────────┐
//!       └─ head ⇄ body ⇄ body ⇄ … ⇄ body ⇄ body ──┘
//!          cells   3      3           8      9
//! ```
//!
//! Empty cells do not exist in a list, so spacing costs nothing. It is searched by `list_search.rs`.
//!
//! Memory: 16 bytes a body (4 integers of 4 bytes; the paper has 4 in 2D and 5 in 3D), also while it is
//! sorted.

use crate::Objects;
use crate::parts::cell_order::CellOrder;
use crate::parts::cell_sort::quicksort;

/// One body in the list, or the list's head.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    /// The number of the cell; the head's is zero, below that of any body.
    pub(crate) cell: u64,
    pub(crate) next: u32,
    pub(crate) previous: u32,
}

/// The node of each body at the body's index, and the head after the last of them.
pub(crate) struct CellList {
    pub(crate) nodes: Vec<Node>,
}

impl CellList {
    pub(crate) fn new() -> Self {
        Self { nodes: vec![Node::default()] }
    }

    /// The index of the head.
    pub(crate) fn head(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    /// Sorts any objects into the list, by quicksort.
    ///
    /// For the sort the nodes are a plain array whose `next` names the body; the links are then made
    /// in place, so that no second array is needed.
    pub(crate) fn sort<const D: usize>(&mut self, objects: &Objects<D>, order: &CellOrder<D>) {
        let (count, centers) = (objects.len(), objects.centers());
        if self.nodes.len() != count + 1 {
            self.nodes = Vec::new(); // first, so that the old and the new never exist together
            self.nodes.reserve_exact(count + 1);
            self.nodes.resize(count + 1, Node::default());
        }
        for (body, node) in self.nodes[..count].iter_mut().enumerate() {
            *node = Node { cell: order.cell(&centers[body]), next: body as u32, previous: 0 };
        }
        quicksort(&mut self.nodes[..count], |node| node.cell);
        self.link();
        for (node, center) in self.nodes.iter_mut().zip(centers) {
            node.cell = order.cell(center);
        }
    }

    /// Makes the links from the order in which `next` names the bodies, by backward links first.
    fn link(&mut self) {
        let head = self.head();
        let mut last = head;
        for place in 0..head as usize {
            let body = self.nodes[place].next;
            self.nodes[body as usize].previous = last;
            last = body;
        }
        self.nodes[head as usize].previous = last;
        let mut next = head;
        loop {
            let body = self.nodes[next as usize].previous;
            self.nodes[body as usize].next = next;
            next = body;
            if body == head {
                return;
            }
        }
    }
}
