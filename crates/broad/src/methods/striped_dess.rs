//! Striped double-ended spatial sorting (Perkins 1999, 5.2).
//!
//! ```text
//!   y | o  |o :   o|    |    the master axis is sorted and cut into stripes of equal numbers of
//!     |o  o|  : o  | o  |    bodies; each stripe, with the border zone (up to :) that its bodies
//!     |  (=====)   |   o|    reach into, is sorted along the next axis by itself, so that neighbour
//!     | o  |o : o o|o   |    lists there are as short as the stripe is thick
//!     +---------------- x    in 3D each stripe is cut again along y, and the rods swept along z
//! ```
//!
//! Cost: the sort of the master axis (insertion sort, kept from step to step), N log N for the
//! stripes, and a constant number of comparisons per body as long as border zones are thin: bodies of
//! similar size. Memory: 12 + 8·D bytes per body, 32 of scratch, and the room of one stripe at a time.

use crate::pairs::Report;
use crate::parts::ends::{Key, Sides, SortedEnds};
use crate::parts::ranks::RankBox;
use crate::parts::sorting::Sort;
use crate::parts::stripes::{Band, Member, Room, Stripe, Sweep};
use crate::{Aabb, Accepts, BroadPhase, Entry, Objects, Pair, Parameter};
use std::ops::{ControlFlow, Range};

/// The axis that is sorted for all bodies together.
const MASTER: usize = 0;

struct StripedDess<const D: usize> {
    thickness: f64,
    parts: usize,
    master: SortedEnds,
    members: Vec<Member<D>>,
    stripes: Vec<Stripe>,
    keys: Vec<Key>,
}

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "striped-dess",
        origin: "Perkins 1999, 5.2",
        summary: "cuts the sorted axis into stripes and sorts the next axis within each",
        parameters: &[Parameter {
            name: "stripe",
            default: "3",
            accepts: Accepts::Number(0.1, 1e9),
            meaning: "the thickness of a stripe, in bodies: it holds this many times N^(1 - 1/D)",
        }],
        build: |settings, _| Box::new(StripedDess::new(settings.number("stripe"))),
    }
}

impl<const D: usize> StripedDess<D> {
    fn new(thickness: f64) -> Self {
        Self {
            thickness,
            parts: 1,
            master: SortedEnds::new(MASTER, Sides::Both),
            members: Vec::new(),
            stripes: Vec::new(),
            keys: Vec::new(),
        }
    }

    fn band(&self) -> Band<'_, D> {
        Band { axis: MASTER, ends: self.master.as_slice(), members: &self.members }
    }

    /// Ranks the sorted ends of the master axis and cuts it.
    fn cut(&mut self, count: usize) {
        let member = |object| Member { object, ranks: RankBox::UNSET };
        self.members.clear();
        self.members.extend((0..count as u32).map(member));
        for (rank, end) in self.master.as_slice().iter().enumerate() {
            self.members[end.object() as usize].ranks.set(MASTER, *end, rank);
        }
        let bodies_across = (count as f64).powf(1.0 / D as f64);
        self.parts = ((bodies_across / self.thickness).round() as usize).clamp(1, count.max(1));
        self.stripes = self.band().cut(self.parts);
    }

    fn search(&self, objects: &Objects<D>, stripes: Range<usize>, report: &mut Report<D>) {
        let mut rooms: Vec<Room<D>> = (MASTER + 1..D).map(|_| Room::default()).collect();
        let mut search = Search { objects, parts: self.parts, limits: [0; D], sweep: Sweep::new() };
        for stripe in &self.stripes[stripes] {
            search.stripe(&self.band(), stripe, &mut rooms, report);
        }
    }
}

/// What a search carries down from axis to axis.
struct Search<'a, const D: usize> {
    objects: &'a Objects<'a, D>,
    parts: usize,
    limits: [u32; D],
    sweep: Sweep<D>,
}

impl<const D: usize> Search<'_, D> {
    /// Sorts a stripe along the next axis, which is swept if it is the last and else cut again.
    fn stripe(
        &mut self,
        band: &Band<D>,
        stripe: &Stripe,
        rooms: &mut [Room<D>],
        report: &mut Report<D>,
    ) {
        let Some((room, deeper)) = rooms.split_first_mut() else { return };
        self.limits[band.axis] = stripe.limit;
        let next = room.sort(self.objects, band, stripe);
        if deeper.is_empty() {
            return self.sweep.report(&next, &self.limits, report);
        }
        for stripe in next.cut(self.parts) {
            self.stripe(&next, &stripe, deeper, report);
        }
    }
}

impl<const D: usize> BroadPhase<D> for StripedDess<D> {
    fn init(&mut self, objects: &Objects<D>) {
        self.master.init(objects, &mut self.keys);
        self.cut(objects.len());
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        self.master.step_init(objects, Sort::Insertion, &mut self.keys);
        self.cut(objects.len());
    }

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        self.search(objects, 0..self.stripes.len(), &mut Report::new(objects, action));
    }

    /// As DESS, but stripes that end below the region are passed over as a whole.
    fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        let low = self.master.place(objects, region.low[MASTER]);
        let high = self.master.place(objects, region.high[MASTER]);
        let band = self.band();
        let near = self.stripes.iter().filter(|stripe| stripe.end >= low && stripe.start < high);
        for member in near.flat_map(|stripe| band.own(stripe)) {
            let object = member.object;
            if objects.touches_region(object, region) && action(object).is_break() {
                return;
            }
        }
    }

    fn tiles(&self) -> usize {
        self.stripes.len().max(1)
    }

    fn find_neighbors_in_tile(
        &self,
        objects: &Objects<D>,
        tile: usize,
        action: &mut dyn FnMut(&[Pair]),
    ) {
        let stripes = tile..self.stripes.len().min(tile + 1);
        self.search(objects, stripes, &mut Report::new(objects, action));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::dess::Dess;
    use esker_packing::Random;

    /// Stripes thinner than a body, of ordinary thickness, and one stripe for all.
    fn assert_same_as_dess<const D: usize>(count: usize, largest: f64) {
        let mut random = Random::new(12);
        let centers: Vec<[f64; D]> = (0..count).map(|_| random.place(10.0)).collect();
        let radii: Vec<f64> = (0..count).map(|_| random.log_between(0.1, largest)).collect();
        let objects = Objects::new(&centers, &radii).unwrap();
        let pairs_of = |method: &mut dyn BroadPhase<D>| {
            let mut pairs = Vec::new();
            method.init(&objects);
            method.find_neighbors(&objects, &mut |slice| pairs.extend_from_slice(slice));
            pairs.sort();
            pairs
        };
        let expected = pairs_of(&mut Dess::new(Sort::Heap));
        assert!(expected.len() > 50);
        for thickness in [0.1, 0.5, 1.0, 2.5, 6.0, 1e9] {
            let found = pairs_of(&mut StripedDess::new(thickness));
            assert!(found == expected, "stripe={thickness} in {D}D, largest radius {largest}");
        }
    }

    #[test]
    fn any_thickness_gives_the_pairs_of_dess() {
        for largest in [0.2, 1.0, 8.0] {
            assert_same_as_dess::<2>(700, largest);
            assert_same_as_dess::<3>(1500, largest);
        }
    }
}
