//! Pairing (Perkins 3.2.1): every unique pair, untested.
//!
//! ```text
//!      0 1 2 3
//!   0  . x x x      two nested loops over the upper triangle;
//!   1    . x x      n(n − 1)/2 candidates, no memory, no preparation
//!   2      . x
//!   3        .
//! ```

use crate::pairs::Report;
use crate::{Aabb, BroadPhase, Entry, Objects, Pair};
use std::ops::ControlFlow;

struct Pairing;

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "pairing",
        origin: "Perkins 1999, 3.2.1",
        summary: "reports every unique pair without a look at it",
        parameters: &[],
        build: |_, _| Box::new(Pairing),
    }
}

impl<const D: usize> BroadPhase<D> for Pairing {
    fn init(&mut self, _: &Objects<D>) {}

    fn step_init(&mut self, _: &Objects<D>) {}

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        let mut report = Report::new(objects, action);
        let count = objects.len() as u32;
        for a in 0..count {
            for b in a + 1..count {
                report.pair(a, b);
            }
        }
    }

    fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        search_all(objects, region, action);
    }
}

/// The region search of the two naive methods: look at every object.
pub(crate) fn search_all<const D: usize>(
    objects: &Objects<D>,
    region: &Aabb<D>,
    action: &mut dyn FnMut(u32) -> ControlFlow<()>,
) {
    for object in 0..objects.len() as u32 {
        if objects.touches_region(object, region) && action(object).is_break() {
            return;
        }
    }
}
