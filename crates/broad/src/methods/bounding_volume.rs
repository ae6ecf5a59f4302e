//! Bounding volume check (Perkins 3.2.2): every unique pair, each tested. **The oracle.**
//!
//! It is the definition of a right answer, so it stays as plain as this for ever: no state, no
//! cells, no order but the objects' own. Every other method is tested against it.

use crate::methods::pairing::search_all;
use crate::pairs::Report;
use crate::{Aabb, BroadPhase, Entry, Objects, Pair};
use std::ops::ControlFlow;

struct BoundingVolume;

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "bounding-volume",
        origin: "Perkins 1999, 3.2.2",
        summary: "tests every unique pair; the oracle of all other methods",
        parameters: &[],
        build: |_, _| Box::new(BoundingVolume),
    }
}

impl<const D: usize> BroadPhase<D> for BoundingVolume {
    fn init(&mut self, _: &Objects<D>) {}

    fn step_init(&mut self, _: &Objects<D>) {}

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        let mut report = Report::new(objects, action);
        let count = objects.len() as u32;
        for a in 0..count {
            for b in a + 1..count {
                if objects.touch(a, b) {
                    report.pair(a, b);
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
        search_all(objects, region, action);
    }

    fn is_exact(&self) -> bool {
        true
    }
}
