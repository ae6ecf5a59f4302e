//! Quicksort + binary search (Munjiza 2005, figure 22): bodies in an array sorted by cell.
//!
//! ```text
//!    cells  3 3 4 7 7 8 9 9        the begin and the end of each row of the mask are found by
//!           └───┘     ↑            halving the array, not by advancing
//!            row      contactor
//! ```
//!
//! The slower of the two combinations the paper compares with. What it gains is a way into the order
//! from anywhere, so a region search looks only at the rows of cells around the region.
//!
//! Cost: O(n log n + candidates). Memory: 16 bytes a body.

use crate::methods::pairing::search_all;
use crate::pairs::Report;
use crate::parts::cell_order::{CellOrder, row, rows_before};
use crate::parts::cell_sort::{Place, quicksort};
use crate::{Aabb, BroadPhase, Entry, Objects, Pair};
use std::ops::{ControlFlow, Range};

#[derive(Default)]
struct MrBinary<const D: usize> {
    /// The cells, once there are objects.
    order: Option<CellOrder<D>>,
    places: Vec<Place>,
}

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "mr-binary",
        origin: "Munjiza 2005, sections 3 and 5",
        summary: "sorts all bodies by cell at every step and finds neighbours by halving",
        parameters: &[],
        build: |_, _| Box::new(MrBinary::<D>::default()),
    }
}

impl<const D: usize> BroadPhase<D> for MrBinary<D> {
    fn init(&mut self, objects: &Objects<D>) {
        let order = self.order.insert(CellOrder::centered(objects));
        let bodies = objects.centers().iter().zip(0..);
        self.places.clear();
        self.places.extend(bodies.map(|(center, body)| Place { cell: order.cell(center), body }));
        quicksort(&mut self.places, |place| place.cell);
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        self.init(objects);
    }

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        let mut report = Report::new(objects, action);
        let mut rows: [Range<usize>; 5] = Default::default();
        let own_row = rows_before::<D>();
        for (index, contactor) in self.places.iter().enumerate() {
            if index == 0 || contactor.cell != self.places[index - 1].cell {
                for (number, targets) in rows[..=own_row].iter_mut().enumerate() {
                    *targets = self.between(row::<D>(contactor.cell, number));
                }
            }
            rows[own_row].end = index;
            for target in rows[..=own_row].iter().flat_map(|row| &self.places[row.clone()]) {
                if objects.touch(contactor.body, target.body) {
                    report.pair(contactor.body, target.body);
                }
            }
        }
    }

    fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        let rows = self.order.and_then(|order| order.rows_around(objects, region));
        let Some(rows) = rows else {
            return search_all(objects, region, action);
        };
        for row in rows.iter() {
            for place in &self.places[self.between([*row.start(), *row.end()])] {
                if objects.touches_region(place.body, region) && action(place.body).is_break() {
                    return;
                }
            }
        }
    }

    fn is_exact(&self) -> bool {
        true
    }
}

impl<const D: usize> MrBinary<D> {
    /// The places of the bodies whose cells lie between these two, both included.
    #[inline(always)]
    fn between(&self, [first, last]: [u64; 2]) -> Range<usize> {
        let begin = self.places.partition_point(|place| place.cell < first);
        let row = &self.places[begin..];
        begin..begin + row.partition_point(|place| place.cell <= last)
    }
}
