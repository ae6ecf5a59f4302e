//! MMR (Munjiza 2005, section 7): one MR search for each group of sizes, largest first.
//!
//! ```text
//!   group 0   O O                     step 0: cells of d₀;  contactors O, targets O o · (all)
//!   group 1   o o o o                 step 1: cells of d₁;  contactors o, targets   o ·
//!   group 2   · · · · · · ·           step 2: cells of d₂;  contactors ·, targets     ·
//! ```
//!
//! Group k holds the diameters up to d/αᵏ and above d/αᵏ⁺¹, (30). In step k the larger groups are
//! gone and all that remains is sorted into cells of d/αᵏ, group k and the smaller ones apart. Group
//! k is searched with the contact mask in itself and with all 3ᴰ cells in the smaller ones.
//!
//! The order of a step is used once, so it is made inside the search: nothing but the groups is kept.
//!
//! Cost: for each group, O(r log c) for the r bodies that remain in c cells, and its candidates.
//! Memory: 4 bytes a body, and 16 more while searching.

use crate::methods::pairing::search_all;
use crate::pairs::Report;
use crate::parts::cell_order::{CellOrder, MOST_ROWS, row, rows_before};
use crate::parts::cell_sort::{Place, quicksort};
use crate::{Aabb, Accepts, BroadPhase, Entry, Objects, Pair, Parameter};
use std::ops::{ControlFlow, Range};

/// The most groups; whatever is smaller still joins the last of them.
const MOST_GROUPS: usize = 64;

struct Mmr {
    alpha: f64,
    /// The bodies, group by group, and where each group begins; the last group ends with the bodies.
    bodies: Vec<u32>,
    groups: Vec<Group>,
}

struct Group {
    /// The largest radius in it.
    radius_max: f64,
    begin: usize,
}

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "mmr",
        origin: "Munjiza 2005, section 7",
        summary: "searches one group of sizes after the other in cells of its own size",
        parameters: &[Parameter {
            name: "alpha",
            default: "2",
            accepts: Accepts::Number(1.1, 16.0),
            meaning: "how many times smaller the bodies of the next group are",
        }],
        build: |settings, _| {
            let alpha = settings.number("alpha");
            Box::new(Mmr { alpha, bodies: Vec::new(), groups: Vec::new() })
        },
    }
}

impl<const D: usize> BroadPhase<D> for Mmr {
    fn init(&mut self, objects: &Objects<D>) {
        self.divide(objects.radii(), objects.radius_max());
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        self.init(objects);
    }

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        let mut report = Report::new(objects, action);
        let mut places = Vec::with_capacity(self.bodies.len());
        for (number, group) in self.groups.iter().enumerate() {
            let order = CellOrder::for_radius(objects, group.radius_max);
            let end = self.groups.get(number + 1).map_or(self.bodies.len(), |next| next.begin);
            places.clear();
            places.extend(
                self.bodies[group.begin..].iter().map(|&body| Place {
                    cell: order.cell(&objects.centers()[body as usize]),
                    body,
                }),
            );
            let (contactors, targets) = places.split_at_mut(end - group.begin);
            quicksort(contactors, |place| place.cell);
            quicksort(targets, |place| place.cell);
            search(contactors, targets, &mut report);
        }
    }

    fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        // No order outlives its step.
        search_all(objects, region, action);
    }

    fn explain(&self) -> Option<String> {
        Some(format!("groups of sizes: {} (alpha {})", self.groups.len(), self.alpha))
    }
}

impl Mmr {
    /// Divides the bodies into groups by size, (30); leaves out groups without bodies.
    fn divide(&mut self, radii: &[f64], radius_max: f64) {
        let mut limits = [radius_max; MOST_GROUPS];
        for group in 1..MOST_GROUPS {
            limits[group] = limits[group - 1] / self.alpha;
        }
        // The largest radius has group 0, so at least one limit holds for every body.
        let group_of = |radius: f64| limits.partition_point(|&limit| radius <= limit) - 1;
        let mut ends = [0; MOST_GROUPS];
        for &radius in radii {
            ends[group_of(radius)] += 1;
        }
        let mut begin = 0;
        self.groups.clear();
        for (end, &radius_max) in ends.iter_mut().zip(&limits) {
            let count = *end;
            if count > 0 {
                self.groups.push(Group { radius_max, begin });
            }
            *end = begin;
            begin += count;
        }
        self.bodies.clear();
        self.bodies.resize(radii.len(), 0);
        for (&radius, body) in radii.iter().zip(0..) {
            let place = &mut ends[group_of(radius)];
            self.bodies[*place] = body;
            *place += 1;
        }
    }
}

/// One step: MR-linear search of the contactors among themselves and in the targets.
fn search<const D: usize>(contactors: &[Place], targets: &[Place], report: &mut Report<D>) {
    let own_row = rows_before::<D>();
    let mut own = Mask::default();
    let mut others = Mask::default();
    for (index, contactor) in contactors.iter().enumerate() {
        if index == 0 || contactor.cell != contactors[index - 1].cell {
            own.advance::<D>(contactors, contactor.cell, own_row + 1);
            others.advance::<D>(targets, contactor.cell, 2 * own_row + 1);
        }
        own.0[own_row].end = index;
        for row in &own.0[..=own_row] {
            contactors[row.clone()]
                .iter()
                .for_each(|other| report.pair(contactor.body, other.body));
        }
        for row in &others.0[..=2 * own_row] {
            targets[row.clone()].iter().for_each(|other| report.pair(contactor.body, other.body));
        }
    }
}

/// The begin and the end of each row of a mask, which only ever advance.
#[derive(Default)]
struct Mask([Range<usize>; MOST_ROWS]);

impl Mask {
    fn advance<const D: usize>(&mut self, places: &[Place], cell: u64, rows: usize) {
        for (number, targets) in self.0[..rows].iter_mut().enumerate() {
            let [first, last] = row::<D>(cell, number);
            targets.start = advance(places, targets.start, |cell| cell < first);
            targets.end = advance(places, targets.end.max(targets.start), |cell| cell <= last);
        }
    }
}

/// The first place, from a given one on, whose cell has been reached. The strides double, so that
/// few contactors cross many targets in few steps.
#[inline(always)]
fn advance(places: &[Place], mut begin: usize, not_reached: impl Fn(u64) -> bool) -> usize {
    let (mut probe, mut stride) = (begin, 1);
    while probe < places.len() && not_reached(places[probe].cell) {
        begin = probe + 1;
        probe += stride;
        stride *= 2;
    }
    let rest = &places[begin..probe.min(places.len())];
    begin + rest.partition_point(|place| not_reached(place.cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use esker_packing::Random;

    fn mmr(alpha: f64) -> Mmr {
        Mmr { alpha, bodies: Vec::new(), groups: Vec::new() }
    }

    #[test]
    fn groups_hold_their_upper_limit_and_not_their_lower_one() {
        let mut method = mmr(2.0);
        method.divide(&[0.25, 1.0, 0.5, 0.0, 0.51, 1e-300], 1.0);
        assert_eq!(method.bodies, [1, 4, 2, 0, 3, 5]);
        let begins: Vec<_> = method.groups.iter().map(|group| group.begin).collect();
        assert_eq!(begins, [0, 2, 3, 4]);
        method.divide(&[0.0; 3], 0.0);
        assert_eq!((method.groups.len(), method.bodies.len()), (1, 3));
        method.divide(&[], 0.0);
        assert_eq!(method.groups.len(), 0);
    }

    #[test]
    fn a_giant_does_not_make_the_dust_meet() {
        let mut random = Random::new(4);
        let centers: Vec<[f64; 3]> = (0..2000).map(|_| random.place(10.0)).collect();
        let mut radii = vec![0.05; 2000];
        radii[5] = 4.0;
        let objects = Objects::new(&centers, &radii).unwrap();
        let mut method = mmr(2.0);
        BroadPhase::<3>::init(&mut method, &objects);
        let (mut all, mut with_giant) = (0, 0);
        method.find_neighbors(&objects, &mut |slice| {
            all += slice.len();
            with_giant += slice.iter().filter(|pair| pair.contains(&5)).count();
        });
        assert_eq!(with_giant, 1999);
        assert!(all < 8 * 2000, "{all} candidates");
    }

    #[test]
    fn an_advance_ends_at_the_first_place_that_is_reached() {
        let places: Vec<_> = (0..100).map(|cell| Place { cell, body: 0 }).collect();
        for begin in 0..100 {
            for cell in 0..110 {
                let expected = (cell as usize).clamp(begin, 100);
                assert_eq!(advance(&places, begin, |other| other < cell), expected);
            }
        }
    }
}
