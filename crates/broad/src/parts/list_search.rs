//! The MR-linear search (Munjiza 2005, section 5): pairs from a list in the order of cells.
//!
//! ```text
//!   mask in 2D: two rows, begin ≤ target < end      the masks of contactors side by side
//!     y      [ . | c ]                                y      [ . | c | c | c ]
//!     y - 1  [ . | . | . ]                            y - 1  [ . | . | . | . | . ]
//! ```
//!
//! The contactor c walks the list once; the begin and the end of each row of its mask only ever
//! advance. Everything in a row before c's own cell, and c's own row up to c, are its targets: each
//! pair once.
//!
//! A contactor with nothing in its mask, the rule in a loose set, costs the advance and no more. If
//! there is something, those behind it in its row are taken up with it: their masks overlap, so each
//! target is fetched once and tested with all of them at once (`cells/block.rs`). In a dense set that is
//! 5 fetches a body instead of 13.
//!
//! Cost: O(n + candidates). Memory: none that grows.

use crate::Objects;
use crate::parts::cell_list::{CellList, Node};
use crate::parts::cell_order::{MOST_ROWS, in_one_row, row, rows_before};
use crate::parts::cells::{BLOCK, Block, Hits, Lanes, Listing, Probe, Scanner, Search, search};

impl CellList {
    /// Lists every body with all bodies of its contact mask that it touches.
    pub(crate) fn search<const D: usize>(&self, listing: &mut Listing<'_, D>) {
        search(&Walk { nodes: &self.nodes, objects: *listing.objects }, listing);
    }
}

/// The bodies of a contact mask: those before the contactor in its own row, and the rows before.
struct Mask {
    own_begin: u32,
    rows: [[u32; 2]; MOST_ROWS],
}

/// The walk of the contactors. It is handed on by value, so that what it refers to stays in registers.
#[derive(Clone, Copy)]
struct Walk<'a, const D: usize> {
    nodes: &'a [Node],
    objects: Objects<'a, D>,
}

impl<const D: usize> Search<D> for Walk<'_, D> {
    #[inline(always)]
    fn search<L: Lanes>(&self, scanner: Scanner<'_, '_, D, L>) {
        self.walk(scanner);
    }
}

impl<const D: usize> Walk<'_, D> {
    #[inline(always)]
    fn walk<L: Lanes>(self, mut scanner: Scanner<'_, '_, D, L>) {
        let head = self.nodes.len() as u32 - 1;
        let mut contactor = self.node(head).next;
        let mut mask = Mask { own_begin: contactor, rows: [[contactor; 2]; MOST_ROWS] };
        let mut hits = Hits::new();
        while contactor != head {
            // Wanted at once if anything is near, which takes a while to find out.
            L::prefetch(&self.objects, contactor);
            contactor = match self.advance_mask(&mut mask, contactor) {
                true => self.search_block(contactor, &mut mask, &mut hits, &mut scanner),
                false => self.node(contactor).next,
            };
        }
        scanner.finish();
    }

    /// Goes on to the mask of this contactor; says whether there is any body in it.
    #[inline(always)]
    fn advance_mask(self, mask: &mut Mask, contactor: u32) -> bool {
        let cell = self.node(contactor).cell;
        let mut near = false;
        for (index, [begin, end]) in mask.rows[..rows_before::<D>()].iter_mut().enumerate() {
            let [first, last] = row::<D>(cell, index);
            *begin = self.advance(*begin, |other| other < first);
            let behind = self.node(*end).cell < first;
            *end = self.advance(if behind { *begin } else { *end }, |other| other <= last);
            near |= begin != end;
        }
        mask.own_begin = self.advance(mask.own_begin, |other| other < cell - 1);
        near | (mask.own_begin != contactor)
    }

    /// Searches the masks of a contactor and of those behind it in its row, as many as are tested at
    /// once. Returns the first contactor that is left.
    #[inline(always)]
    fn search_block<L: Lanes>(
        self,
        contactor: u32,
        mask: &mut Mask,
        hits: &mut Hits,
        scanner: &mut Scanner<'_, '_, D, L>,
    ) -> u32 {
        let (mut contactors, mut count) = ([contactor; BLOCK], 0);
        let (mut next, mut cell) = (contactor, self.node(contactor).cell);
        while count < BLOCK && self.belongs(next, cell) {
            contactors[count] = next;
            count += 1;
            Node { cell, next, .. } = *self.node(next);
        }
        let block = Block::<D, L>::gather(&self.objects, &contactors, count);
        for (index, targets) in mask.rows[..rows_before::<D>()].iter_mut().enumerate() {
            let [first, last] = row::<D>(cell, index);
            let inside = |_, other| other <= last;
            *targets = self.test_row(&block, targets[0], first, inside, hits, scanner);
        }
        self.test_row(&block, mask.own_begin, 0, |target, _| target != contactor, hits, scanner);
        for lane in 1..count {
            block.test(&Probe::of(&self.objects, contactors[lane - 1]), lane, hits);
        }
        block.list(hits, scanner);
        next
    }

    /// Whether a contactor belongs to a block that ends with this cell: in the same row, and so near
    /// that no cell between is out of reach of both. The head is in no row.
    #[inline(always)]
    fn belongs(self, contactor: u32, last_cell: u64) -> bool {
        let cell = self.node(contactor).cell;
        in_one_row(cell, last_cell) && cell <= last_cell + 3
    }

    /// Tests the bodies of one row, begin ≤ target < end (22), with all contactors. Returns its begin
    /// for the contactors that are left, who need no cell before `first`, and its end.
    #[inline(always)]
    fn test_row<L: Lanes>(
        self,
        block: &Block<D, L>,
        mut begin: u32,
        first: u64,
        inside: impl Fn(u32, u64) -> bool,
        hits: &mut Hits,
        scanner: &mut Scanner<'_, '_, D, L>,
    ) -> [u32; 2] {
        let mut target = begin;
        loop {
            // No pair is handed on from in here, so that the contactors stay in registers.
            while inside(target, self.node(target).cell) && !hits.are_many() {
                let Node { cell, next, .. } = *self.node(target);
                block.test(&Probe::of(&self.objects, target), 0, hits);
                begin = if cell < first { next } else { begin };
                target = next;
            }
            if !hits.are_many() {
                return [begin, target];
            }
            block.list(hits, scanner);
        }
    }

    /// The first body from this one on whose cell has been reached. The whole mask lies before the
    /// contactor, so that is where the advance ends at the latest.
    #[inline(always)]
    fn advance(self, mut body: u32, not_reached: impl Fn(u64) -> bool) -> u32 {
        while not_reached(self.node(body).cell) {
            body = self.node(body).next;
        }
        body
    }

    #[inline(always)]
    fn node(&self, body: u32) -> &Node {
        &self.nodes[body as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::cell_order::CellOrder;
    use crate::parts::cells::by_every_kind;
    use crate::{Pair, Vector};
    use esker_packing::{Packings, Random, Recipe};

    fn check<const D: usize>(centers: &[Vector<D>], radii: &[f64]) {
        let objects = Objects::new(centers, radii).unwrap();
        let mut list = CellList::new();
        list.sort(&objects, &CellOrder::centered(&objects));
        let lists = by_every_kind(&Walk { nodes: &list.nodes, objects }, &objects);
        assert!(lists.iter().all(|list| *list == lists[0]), "another sequence");
        let mut found = lists[0].clone();
        found.sort_unstable();
        let count = objects.len() as u32;
        let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
        let expected: Vec<Pair> = all.filter(|&[a, b]| objects.touch(a, b)).collect();
        assert_eq!(found, expected);
    }

    /// From one body in a thousand cells to hundreds in one: blocks of one contactor, blocks with gaps
    /// in their row, blocks that end inside a cell.
    #[test]
    fn masks_of_any_density_are_searched_by_every_kind_of_processor() {
        let mut random = Random::new(4);
        for side in [0.5, 2.0, 5.0, 12.0, 100.0] {
            let centers: Vec<[f64; 3]> = (0..1000).map(|_| random.place(side)).collect();
            let radii: Vec<f64> = (0..1000).map(|_| random.between(0.1, 0.5)).collect();
            check(&centers, &radii);
            let flat: Vec<[f64; 2]> = centers.iter().map(|&[x, y, _]| [x, y]).collect();
            check(&flat, &radii);
            // Rows along x alone.
            let row: Vec<[f64; 2]> = flat.iter().map(|&[x, y]| [100.0 * x, 0.1 * y]).collect();
            check(&row, &radii);
        }
    }

    #[test]
    fn lattices_of_any_spacing_are_searched_by_every_kind_of_processor() {
        for name in ["B", "C", "D"] {
            for spacing in [0.3, 1.0, 1.5, 2.0, 3.0, 3.5, 200.0] {
                let recipe = Recipe { count: 1000, spacing, ..Recipe::default() };
                let packing = (Packings::<3>::find(name).unwrap().build)(&recipe);
                check(&packing.centers, &packing.radii);
            }
        }
        check::<3>(&[], &[]);
        check(&[[1.0, 2.0]], &[0.5]);
    }
}
