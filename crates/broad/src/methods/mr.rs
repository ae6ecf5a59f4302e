//! MR (Munjiza 2005, sections 2 to 5): a list sorted by cell that is kept and only mended.
//!
//! ```text
//!   sorted so far                 still to walk (the order of the last step)
//!   ⇄ a ⇄ b ⇄ … ⇄ f ⇄ g ]  [ h ⇄ i ⇄ j ⇄ …      h < g: to be moved back to its place
//!         ↑       ↑
//!       3ᴰ places, one for each neighbour of the cell that the walk is at; they only advance
//! ```
//!
//! The old cells of the walk ascend, so the cell "one up, one left of it" ascends too, and with it
//! the place of that cell in the list. A body that has moved by at most one cell goes where the place
//! for its own move is. Each place passes every body at most once: the sort is linear.
//!
//! A body that has moved farther breaks that assumption; then the whole list is sorted anew. The
//! search is that of `parts/list_search.rs`.
//!
//! Cost: O(n + candidates), whatever the spacing. Memory: 16 bytes a body.

use crate::methods::pairing::search_all;
use crate::parts::cell_list::{CellList, Node};
use crate::parts::cell_order::{CellOrder, neighbor};
use crate::parts::cells::Listing;
use crate::{Aabb, BroadPhase, Entry, Objects, Pair};
use std::ops::ControlFlow;

/// The neighbours of a cell, itself included, in 3D.
const MOST_NEIGHBORS: usize = 27;

struct Mr<const D: usize> {
    /// The cells, once there are objects.
    order: Option<CellOrder<D>>,
    list: CellList,
    last_sort: &'static str,
}

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "mr",
        origin: "Munjiza 2005, sections 2 to 5",
        summary: "mends a list sorted by cell in linear time; blind to spacing, least memory",
        parameters: &[],
        build: |_, _| {
            Box::new(Mr::<D> { order: None, list: CellList::new(), last_sort: "not sorted yet" })
        },
    }
}

impl<const D: usize> BroadPhase<D> for Mr<D> {
    fn init(&mut self, objects: &Objects<D>) {
        let order = self.order.insert(CellOrder::centered(objects));
        self.list.sort(objects, order);
        self.last_sort = "sorted in full: new cells";
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        let same_number = self.list.head() as usize == objects.len();
        let order = self.order.filter(|order| same_number && order.still_suits(objects));
        let Some(order) = order else {
            return self.init(objects);
        };
        self.last_sort = "sorted linearly: no body moved by more than one cell";
        if linear_sort(&mut self.list, objects, &order).is_none() {
            self.list.sort(objects, &order);
            self.last_sort = "sorted in full: a body moved by more than one cell";
        }
    }

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        Listing::hand_on(objects, action, |listing| self.list.search(listing));
    }

    fn list_neighbors_in_tile(&self, objects: &Objects<D>, _tile: usize, list: &mut Vec<Pair>) {
        self.list.search(&mut Listing { objects, list, action: None });
    }

    fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        // A list has no way in but its head.
        search_all(objects, region, action);
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn explain(&self) -> Option<String> {
        Some(self.last_sort.to_string())
    }
}

/// MR-linear sort: takes the bodies in the order of the last step and puts each where its new cell
/// belongs. Nothing, and a list to be sorted anew, if a body has moved by more than one cell.
fn linear_sort<const D: usize>(
    list: &mut CellList,
    objects: &Objects<D>,
    order: &CellOrder<D>,
) -> Option<()> {
    let head = list.head();
    let nodes = &mut list.nodes[..];
    let mut places = [head; MOST_NEIGHBORS];
    let mut tail = head; // the end of what is sorted; its `next` may be out of date
    let mut walk = nodes[head as usize].next;
    while walk != head {
        let (body, old_cell) = (walk, nodes[walk as usize].cell);
        walk = nodes[body as usize].next;
        let cell = order.cell(&objects.centers()[body as usize]);
        let place = &mut places[neighbor::<D>(old_cell, cell)?];
        nodes[body as usize].cell = cell;
        if cell >= nodes[tail as usize].cell {
            if nodes[tail as usize].next != body {
                link(nodes, tail, body);
            }
            tail = body;
        } else {
            let after = advance(nodes, *place, cell);
            link(nodes, body, nodes[after as usize].next);
            link(nodes, after, body);
            *place = body;
        }
    }
    link(nodes, tail, head);
    Some(())
}

/// The last body up to this cell, from one such body on. There is a greater one before the end of
/// what is sorted, or else the body would not have to move.
fn advance(nodes: &[Node], mut place: u32, cell: u64) -> u32 {
    loop {
        let next = nodes[place as usize].next;
        if nodes[next as usize].cell > cell {
            return place;
        }
        place = next;
    }
}

fn link(nodes: &mut [Node], body: u32, next: u32) {
    nodes[body as usize].next = next;
    nodes[next as usize].previous = body;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::lattice::Lattice;
    use esker_packing::Random;

    /// The bodies of the list in order, checked to be a closed list with links both ways.
    fn walk(list: &CellList) -> Vec<u32> {
        let mut bodies = vec![list.head()];
        loop {
            let body = *bodies.last().unwrap();
            let next = list.nodes[body as usize].next;
            assert_eq!(list.nodes[next as usize].previous, body);
            if next == list.head() {
                return bodies.split_off(1);
            }
            bodies.push(next);
        }
    }

    fn is_sorted(list: &CellList) -> bool {
        let cells: Vec<_> = walk(list).iter().map(|&body| list.nodes[body as usize].cell).collect();
        cells.len() == list.head() as usize && cells.is_sorted()
    }

    #[test]
    fn the_linear_sort_mends_the_list_while_no_body_moves_far() {
        let mut random = Random::new(3);
        let mut centers: Vec<[f64; 3]> = (0..2000).map(|_| random.place(12.0)).collect();
        let radii = [0.5; 2000];
        let mut order = None;
        let mut list = CellList::new();
        for _ in 0..60 {
            let objects = Objects::new(&centers, &radii).unwrap();
            match &order {
                None => list.sort(&objects, order.insert(CellOrder::of(&objects))),
                Some(order) => assert!(linear_sort(&mut list, &objects, order).is_some()),
            }
            assert!(is_sorted(&list));
            for center in &mut centers {
                *center = center.map(|x| x + random.between(-0.99, 0.99));
            }
        }
        centers[7][1] += 4.0;
        let objects = Objects::new(&centers, &radii).unwrap();
        assert!(linear_sort(&mut list, &objects, &order.unwrap()).is_none());
    }

    #[test]
    fn cells_are_kept_and_each_kind_of_sort_is_told() {
        let mut mr = Mr::<2> { order: None, list: CellList::new(), last_sort: "" };
        let mut told = |centers: &[[f64; 2]], radii: &[f64]| {
            mr.step_init(&Objects::new(centers, radii).unwrap());
            assert!(is_sorted(&mr.list));
            // The first body lies in the middle of its cell, but for rounding.
            let Lattice { origin, edge, .. } = mr.order.unwrap().lattice;
            let middle = |axis: usize| ((origin[axis] + 0.5 * edge[axis]) * 1e3).round() / 1e3;
            (mr.last_sort, std::array::from_fn(middle))
        };
        let (new, linear, far) = (
            "sorted in full: new cells",
            "sorted linearly: no body moved by more than one cell",
            "sorted in full: a body moved by more than one cell",
        );
        assert_eq!(told(&[[0.0, 0.0], [5.0, 5.0]], &[0.5; 2]), (new, [0.0, 0.0]));
        assert_eq!(told(&[[-0.5, 0.5], [5.0, 4.5]], &[0.5; 2]), (linear, [0.0, 0.0]));
        assert_eq!(told(&[[-7.5, 0.5], [5.0, 4.5]], &[0.5; 2]), (far, [0.0, 0.0]));
        assert_eq!(told(&[[-7.5, 0.5], [5.0, 4.5]], &[0.5, 0.6]), (new, [-7.5, 0.5]));
        assert_eq!(told(&[[-7.5, 0.5]], &[0.6]), (new, [-7.5, 0.5]));
        assert_eq!(told(&[], &[]).0, new);
        assert_eq!(told(&[[1e9, 1e9]], &[0.6]), (new, [1e9, 1e9]));
        assert_eq!(told(&[[-1e9, 1e9]], &[0.6]), (new, [-1e9, 1e9]));
    }
}
