//! Quicksort + MR search (Munjiza 2005, figure 21): the list of `mr`, sorted in full at
//! every step.
//!
//! ```text
//!   bodies ── quicksort by the middle cell, (13) and (14) ──► list ── MR-linear search ──► pairs
//! ```
//!
//! The first of the two slower combinations the paper compares with: what the linear sort saves is the
//! difference between this and `mr`. It does not mind how far a body moves.
//!
//! Cost: O(n log n + candidates). Memory: 16 bytes a body.

use crate::methods::pairing::search_all;
use crate::parts::cell_list::CellList;
use crate::parts::cell_order::CellOrder;
use crate::parts::cells::Listing;
use crate::{Aabb, BroadPhase, Entry, Objects, Pair};
use std::ops::ControlFlow;

struct MrQuicksort(CellList);

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "mr-quicksort",
        origin: "Munjiza 2005, sections 3 and 5",
        summary: "sorts all bodies by cell at every step, then searches as mr does",
        parameters: &[],
        build: |_, _| Box::new(MrQuicksort(CellList::new())),
    }
}

impl<const D: usize> BroadPhase<D> for MrQuicksort {
    fn init(&mut self, objects: &Objects<D>) {
        self.0.sort(objects, &CellOrder::centered(objects));
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        self.init(objects);
    }

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        Listing::hand_on(objects, action, |listing| self.0.search(listing));
    }

    fn list_neighbors_in_tile(&self, objects: &Objects<D>, _tile: usize, list: &mut Vec<Pair>) {
        self.0.search(&mut Listing { objects, list, action: None });
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
}
