//! A few bodies of a list side by side in the lanes, tested with others that lie anywhere in memory.
//!
//! ```text
//!   block      a b c d e f g .      gathered once
//!   others  p  0 0 1 0 0 0 0 .
//!           q  0 0 0 0 0 0 0 .
//!           r  0 1 1 0 0 0 0 .      hits: p r   ->   pairs (p, c), (r, b), (r, c)
//! ```
//!
//! What a run of columns is to the grid, a block is to methods whose bodies are linked: each of the
//! others is fetched once for all bodies of the block. Whether it hits is hard to foresee, so that
//! nothing branches on it: every result is written where the next hit belongs, and kept by counting it.
//! Pairs are made of the hits when all others are tested.

use super::columns::Probe;
use super::lanes::{Lanes, WIDTH};
use super::scan::Scanner;
use crate::Objects;

/// The most bodies of a block.
pub(crate) const BLOCK: usize = 2 * WIDTH;

/// The most others that a block remembers to have hit.
pub(super) const MOST_HITS: usize = 32;

/// Up to BLOCK bodies.
pub(crate) struct Block<const D: usize, L: Lanes> {
    bodies: L::Bodies<D>,
    /// A bit for each lane that holds a body.
    inside: u32,
}

/// Others that touch bodies of the block.
pub(crate) struct Hits {
    others: [Hit; MOST_HITS],
    count: usize,
}

/// One of them, with a bit for each body that it touches.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    pub(super) id: u32,
    pub(super) touching: u32,
}

impl Hits {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { others: [Hit { id: 0, touching: 0 }; MOST_HITS], count: 0 }
    }

    /// Whether they are to be listed before as many others as BLOCK are tested.
    #[inline(always)]
    pub(crate) fn are_many(&self) -> bool {
        self.count > MOST_HITS - BLOCK
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Hit> {
        self.others.iter().take(self.count)
    }
}

impl<const D: usize, L: Lanes> Block<D, L> {
    /// Takes up the first so many of these bodies; those behind may be any.
    #[inline(always)]
    pub(crate) fn gather(objects: &Objects<D>, bodies: &[u32; BLOCK], count: usize) -> Self {
        // SAFETY: only a search knows its lanes, and it is compiled for a processor that can do it.
        Self { bodies: unsafe { L::gather(objects, bodies) }, inside: (1 << count) - 1 }
    }

    /// Tests another body with those of the block from one lane on.
    #[inline(always)]
    pub(crate) fn test(&self, other: &Probe<D>, from: usize, hits: &mut Hits) {
        debug_assert!(hits.count < MOST_HITS);
        let inside = self.inside & u32::MAX << from;
        // SAFETY: as above.
        let touching = unsafe { L::touching(other, &self.bodies, inside) };
        hits.others[hits.count % MOST_HITS] = Hit { id: other.id, touching };
        hits.count += usize::from(touching != 0);
    }

    /// Lists all pairs found so far.
    #[inline(always)]
    pub(crate) fn list(&self, hits: &mut Hits, scanner: &mut Scanner<'_, '_, D, L>) {
        scanner.list_hits(&self.bodies, hits);
        hits.count = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::cells::scan::{Search, by_every_kind};
    use crate::{Pair, Vector};
    use esker_packing::Random;

    /// All pairs, by blocks of bodies that lie apart: each block with itself and those behind it.
    struct Blocks<'a, const D: usize> {
        objects: &'a Objects<'a, D>,
        length: usize,
        order: &'a [u32],
    }

    impl<const D: usize> Search<D> for Blocks<'_, D> {
        #[inline(always)]
        fn search<L: Lanes>(&self, mut scanner: Scanner<'_, '_, D, L>) {
            let mut hits = Hits::new();
            for begin in (0..self.order.len()).step_by(self.length) {
                let taken = &self.order[begin..self.order.len().min(begin + self.length)];
                let ids = std::array::from_fn(|lane| taken[lane.min(taken.len() - 1)]);
                let block = Block::<D, L>::gather(self.objects, &ids, taken.len());
                for (place, &other) in self.order[begin..].iter().enumerate() {
                    if hits.are_many() {
                        block.list(&mut hits, &mut scanner);
                    }
                    // A body of the block meets those behind it.
                    let from = if place < taken.len() { place + 1 } else { 0 };
                    block.test(&Probe::of(self.objects, other), from, &mut hits);
                }
                block.list(&mut hits, &mut scanner);
            }
            scanner.finish();
        }
    }

    fn check<const D: usize>(centers: &[Vector<D>], radii: &[f64]) {
        let objects = &Objects::new(centers, radii).unwrap();
        let count = objects.len() as u32;
        let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
        let expected: Vec<Pair> = all.filter(|&[a, b]| objects.touch(a, b)).collect();
        // Three is no factor of the number: neighbours in the block lie apart in memory.
        let order: Vec<u32> = (0..count).map(|place| place * 3 % count).collect();
        for length in 1..=BLOCK {
            let lists = by_every_kind(&Blocks { objects, length, order: &order }, objects);
            assert!(lists.iter().all(|list| *list == lists[0]), "another sequence");
            let mut found = lists[0].clone();
            found.sort_unstable();
            assert_eq!(found, expected, "blocks of {length}");
        }
    }

    #[test]
    fn blocks_decide_every_pair_as_the_spheres_do() {
        let mut random = Random::new(5);
        for scale in [1.0, 1e-160, 1e-3, 1e9, 1e100] {
            let centers: Vec<[f64; 3]> =
                (0..200).map(|_| random.place::<3>(5.0).map(|x| x * scale)).collect();
            let radii: Vec<f64> = (0..200).map(|_| random.between(0.0, 0.6) * scale).collect();
            check(&centers, &radii);
        }
    }

    #[test]
    fn blocks_of_bodies_that_just_touch_coincide_or_are_points() {
        let lattice: Vec<[f64; 2]> =
            (0..145).map(|i| [i % 12, i / 12].map(|x| 1e6 + 0.1 * f64::from(x))).collect();
        check(&lattice, &[0.05; 145]);
        check(&lattice, &[0.0; 145]);
        // More hits than a block remembers, and more pairs than a slice holds.
        check(&[[3.0, 3.0]; 145], &[0.5; 145]);
        check(&[[3.0, 3.0]; 1], &[0.5; 1]);
    }
}
