//! Pairs: how methods hand them out, and how callers collect them.

use crate::{BroadPhase, Objects, Threads};

/// Two objects, the smaller index first.
pub type Pair = [u32; 2];

/// How many pairs a method gathers before it hands them on: 8 KiB, a quarter of a first-level cache.
pub(crate) const SLICE: usize = 1024;

/// The way from a method's inner loop to the caller's action: orders each pair, leaves out those of
/// one owner and those of two fixed objects, and hands on slices.
pub(crate) struct Report<'a, const D: usize> {
    pub(crate) objects: &'a Objects<'a, D>,
    slice: Vec<Pair>,
    action: &'a mut dyn FnMut(&[Pair]),
}

impl<'a, const D: usize> Report<'a, D> {
    pub(crate) fn new(objects: &'a Objects<'a, D>, action: &'a mut dyn FnMut(&[Pair])) -> Self {
        Self { objects, slice: Vec::with_capacity(SLICE), action }
    }

    /// One candidate pair, in any order.
    #[inline(always)]
    pub(crate) fn pair(&mut self, a: u32, b: u32) {
        if self.objects.leaves_pairs_out() && !self.objects.may_pair(a, b) {
            return;
        }
        self.slice.push([a.min(b), a.max(b)]);
        if self.slice.len() == SLICE {
            (self.action)(&self.slice);
            self.slice.clear();
        }
    }
}

impl<const D: usize> Drop for Report<'_, D> {
    /// Hands on what is left.
    fn drop(&mut self) {
        if !self.slice.is_empty() {
            (self.action)(&self.slice);
        }
    }
}

/// All overlapping pairs of a set, in the order of the method, tile by tile.
#[derive(Clone, Debug, Default)]
pub struct PairList {
    tiles: Vec<Vec<Pair>>,
    candidates: usize,
}

impl PairList {
    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.tiles.iter().map(Vec::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many pairs the method had reported, overlapping or not.
    pub fn candidates(&self) -> usize {
        self.candidates
    }

    /// The pairs in order.
    pub fn iter(&self) -> impl Iterator<Item = &Pair> {
        self.tiles.iter().flatten()
    }

    /// The pairs in order, in slices; as they lie in memory.
    pub fn tiles(&self) -> impl Iterator<Item = &[Pair]> {
        self.tiles.iter().map(Vec::as_slice)
    }

    /// The pairs in order, as one array.
    pub fn to_vec(&self) -> Vec<Pair> {
        self.tiles.concat()
    }
}

/// Runs a method's search and keeps the pairs that overlap, reusing the memory of `list`.
///
/// The sequence is the method's own for any number of threads: they share out its fixed tiles.
pub fn find_pairs<const D: usize>(
    method: &dyn BroadPhase<D>,
    objects: &Objects<D>,
    threads: &Threads,
    list: &mut PairList,
) {
    let exact = method.is_exact();
    list.tiles.resize_with(method.tiles(), Vec::new);
    let candidates = threads.map_mut(&mut list.tiles, |tile, pairs| {
        pairs.clear();
        if exact {
            method.list_neighbors_in_tile(objects, tile, pairs);
            return pairs.len();
        }
        let mut candidates = 0;
        method.find_neighbors_in_tile(objects, tile, &mut |slice| {
            candidates += slice.len();
            pairs.extend(slice.iter().filter(|pair| objects.touch(pair[0], pair[1])));
        });
        candidates
    });
    list.candidates = candidates.into_iter().sum();
}

/// A number that is the same for the same set of pairs in any order.
pub fn checksum<'a>(pairs: impl IntoIterator<Item = &'a Pair>) -> u64 {
    pairs.into_iter().fold(0, |sum: u64, &[a, b]| {
        // splitmix64's finisher spreads each pair over all bits; the sum forgets the order.
        let mut hash = (u64::from(a) << 32 | u64::from(b)).wrapping_add(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        hash = (hash ^ (hash >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        sum.wrapping_add(hash ^ (hash >> 31))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_forgets_the_order_and_nothing_else() {
        let pairs = [[0, 1], [0, 2], [1, 2]];
        let turned = [[1, 2], [0, 1], [0, 2]];
        assert_eq!(checksum(&pairs), checksum(&turned));
        assert_ne!(checksum(&pairs), checksum(&pairs[..2]));
        assert_ne!(checksum(&[[0, 1], [2, 3]]), checksum(&[[0, 3], [1, 2]]));
    }

    #[test]
    fn a_report_orders_pairs_and_hands_on_the_rest() {
        let centers = vec![[0.0, 0.0]; 3];
        let objects = Objects::new(&centers, &[1.0; 3]).unwrap();
        let (mut seen, mut calls) = (Vec::new(), 0);
        let mut action = |slice: &[Pair]| {
            seen.extend_from_slice(slice);
            calls += 1;
        };
        let mut report = Report::new(&objects, &mut action);
        for _ in 0..SLICE + 1 {
            report.pair(2, 1);
        }
        drop(report);
        assert_eq!((seen.len(), calls), (SLICE + 1, 2));
        assert!(seen.iter().all(|pair| *pair == [1, 2]));
    }
}
