//! The closed list of bodies in the order of their cells (Munjiza, figures 4 and 6), and the
//! MR-linear search over it (section 5).
//!
//! ```text
//!       ┌─────────────────────────────────────────┐      mask in 2D: two rows, begin ≤ target < end
//!       └─ head ⇄ body ⇄ body ⇄ … ⇄ body ⇄ body ──┘        y      [ . | c ]
//!          cells   3      3           8      9             y - 1  [ . | . | . ]
//! ```
//!
//! The contactor c walks the list once; the begin and the end of each row of its mask only ever
//! advance. Everything in a row before c's own cell, and c's own row up to c, are its targets: each
//! pair once. Empty cells do not exist in a list, so spacing costs nothing.
//!
//! Cost: O(n + candidates). Memory: 16 bytes a body (4 integers of 4 bytes; the paper has 4 in 2D and
//! 5 in 3D), also while it is sorted.

use crate::pairs::Report;
use crate::parts::cell_order::{CellOrder, MOST_ROWS, row, rows_before};
use crate::parts::cell_sort::quicksort;
use crate::{Objects, Vector};
use esker_geom::spheres_touch;

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

/// The body whose mask is being searched.
struct Contactor<const D: usize> {
    body: u32,
    center: Vector<D>,
    radius: f64,
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

    /// MR-linear search: reports every body with all bodies of its contact mask.
    pub(crate) fn search<const D: usize>(&self, report: &mut Report<D>) {
        let head = self.head();
        let mut contactor = self.node(head).next;
        let mut rows = [[contactor; 2]; MOST_ROWS];
        let mut own_begin = contactor;
        let mut central_cell = 0;
        while contactor != head {
            let Node { cell, next, .. } = *self.node(contactor);
            if cell != central_cell {
                central_cell = cell;
                for (index, [begin, end]) in rows[..rows_before::<D>()].iter_mut().enumerate() {
                    let [first, last] = row::<D>(cell, index);
                    *begin = self.advance(*begin, |other| other < first);
                    let behind = self.node(*end).cell < first;
                    *end = self.advance(if behind { *begin } else { *end }, |other| other <= last);
                }
                own_begin = self.advance(own_begin, |other| other < cell - 1);
            }
            let (center, radius) = report.objects.sphere(contactor);
            let tested = Contactor { body: contactor, center, radius };
            for [begin, end] in &rows[..rows_before::<D>()] {
                self.report_row(&tested, *begin, *end, report);
            }
            self.report_row(&tested, own_begin, contactor, report);
            contactor = next;
        }
    }

    /// The first body from this one on whose cell has been reached. The whole mask lies before the
    /// contactor, so that is where the advance ends at the latest.
    #[inline(always)]
    fn advance(&self, mut body: u32, not_reached: impl Fn(u64) -> bool) -> u32 {
        while not_reached(self.node(body).cell) {
            body = self.node(body).next;
        }
        body
    }

    /// Reports those bodies of one row, begin ≤ target < end (22), that the contactor touches.
    #[inline(always)]
    fn report_row<const D: usize>(
        &self,
        contactor: &Contactor<D>,
        begin: u32,
        end: u32,
        report: &mut Report<D>,
    ) {
        let mut target = begin;
        while target != end {
            let next = self.node(target).next;
            let (center, radius) = report.objects.sphere(target);
            if spheres_touch(&contactor.center, contactor.radius, &center, radius) {
                report.pair(contactor.body, target);
            }
            target = next;
        }
    }

    #[inline(always)]
    fn node(&self, body: u32) -> &Node {
        &self.nodes[body as usize]
    }
}
