//! Close pairs: those of a tile's near pairs that may touch within the next few steps.
//!
//! ```text
//!   near pairs    gaps up to 2 m when the list was made, for many steps
//!      │ looked at whenever bodies of the tile may have moved by μ
//!      ▼
//!   close pairs   gaps up to 2 μ when they were picked: all go through the laws, with no look
//!                 before; a pair that turns out to be apart does nothing and remembers nothing
//! ```
//!
//! To look at a pair costs a quarter of what its laws do, and most pairs of a packing that are so
//! near touch: it is cheaper to push a few in vain than to look at all in every step. Which pairs
//! are picked, and when, changes no result. Every tile has a margin μ of its own, tuned as that of
//! the list is (see `detection.rs`): picking costs L for each near pair, a step P for each that is
//! apart, they last μ / v steps and gain p pairs with each unit of μ. The cost of a step,
//! L n v / μ + P p μ, is least at μ² = L n v / (P p).

use crate::batch::Row;
use crate::neighbors::Numbering;

/// What it costs to look at a pair, in steps of one through the laws (L / P above).
const LOOKING: f64 = 0.25;
/// The first margin, and the smallest, as shares of that of the list.
const FIRST: f64 = 0.1;
const LEAST: f64 = 0.01;
/// A share of the margin is kept back for rounding.
const USED: f64 = 1.0 - 1e-6;
/// Near pairs that are looked at together: what is written does not depend on what was found.
const BLOCK: usize = 64;

/// The close pairs of a tile and what they remember.
#[derive(Clone, Debug)]
pub(crate) struct Close {
    /// The pairs, in the words and the order of the list.
    pub(crate) pairs: Vec<u32>,
    /// The numbers that laws keep, the same count for each pair; zero where it does not touch.
    pub(crate) history: Vec<f64>,
    /// How far bodies could move (m) since the pairs were picked.
    margin: f64,
    /// How far they may have moved, and in how many steps.
    moved: f64,
    steps: u32,
}

impl Close {
    /// Forgets all pairs, which are yet to be picked.
    pub(crate) fn clear(&mut self) {
        self.pairs.clear();
        self.history.clear();
        self.moved = f64::INFINITY;
    }

    /// Whether others may touch by now, once bodies have moved by so much more.
    pub(crate) fn are_due(&mut self, moved: f64) -> bool {
        self.moved += moved;
        self.steps += 1;
        // A NaN is no movement to trust.
        !(self.moved <= self.margin * USED)
    }

    /// The margin of the next ones: see the head of this file.
    ///
    /// `near` pairs are to be looked at, `touching` of these touched, and no pair of the list has
    /// a gap beyond twice its margin `most`.
    pub(crate) fn tune(&mut self, near: usize, touching: usize, most: f64) {
        let speed = self.moved / f64::from(self.steps);
        let apart = self.pairs.len().saturating_sub(touching).max(1) as f64;
        let best = (LOOKING * near as f64 * speed * self.margin / apart).sqrt();
        if best.is_finite() {
            self.margin = best;
        } else if self.margin == 0.0 {
            self.margin = FIRST * most;
        }
        self.margin = self.margin.clamp(LEAST * most, most);
        (self.moved, self.steps) = (0.0, 0);
    }

    /// Picks the pairs with a gap below twice the margin and beyond it the `reach` of laws, from
    /// the centres and radii of the bodies.
    #[inline(always)]
    pub(crate) fn pick(
        &mut self,
        (near, numbering): (&[u32], Numbering),
        apart: impl Fn([u32; 2]) -> Row,
        (reach, stride): (f64, usize),
        picked: &mut Picked,
    ) {
        let reach = reach + 2.0 * self.margin;
        picked.pairs.resize(near.len(), 0);
        let (mut found, mut rows) = (0, [[0.0; 4]; BLOCK]);
        for block in near.chunks(BLOCK) {
            for (row, &pair) in rows.iter_mut().zip(block) {
                *row = apart(numbering.numbers(pair));
            }
            let mut is_close = [false; BLOCK];
            for (is_close, [x, y, z, sum]) in is_close.iter_mut().zip(rows) {
                let reach = sum + reach;
                *is_close = x * x + y * y + z * z <= reach * reach;
            }
            for (&pair, is_close) in block.iter().zip(is_close) {
                // The next pair takes the place of one that is not close.
                picked.pairs[found] = pair;
                found += usize::from(is_close);
            }
        }
        picked.remember(found, self, stride);
        replace(&mut self.pairs, &picked.pairs[..found]);
        replace(&mut self.history, &picked.history);
    }
}

impl Default for Close {
    fn default() -> Self {
        let (pairs, history) = (Vec::new(), Vec::new());
        Self { pairs, history, margin: 0.0, moved: f64::INFINITY, steps: 0 }
    }
}

/// Room to pick pairs in.
#[derive(Debug, Default)]
pub(crate) struct Picked {
    pairs: Vec<u32>,
    history: Vec<f64>,
}

impl Picked {
    /// Gives the first pairs the history of those that were close before, and zeros to others.
    fn remember(&mut self, found: usize, before: &Close, stride: usize) {
        self.history.clear();
        self.history.reserve(found * stride);
        let (new, old) = (&self.pairs[..found], &before.pairs[..]);
        let (mut here, mut there) = (0, 0);
        // Both ascend.
        while here < new.len() {
            let same = new[here..].iter().zip(&old[there..]).take_while(|(a, b)| a == b).count();
            self.history.extend_from_slice(&before.history[there * stride..][..same * stride]);
            (here, there) = (here + same, there + same);
            let gone = |&&pair: &&u32| here < new.len() && pair < new[here];
            there += old[there..].iter().take_while(gone).count();
            let is_new = |&&pair: &&u32| old.get(there).is_none_or(|&next| pair < next);
            let begun = new[here..].iter().take_while(is_new).count();
            self.history.resize(self.history.len() + begun * stride, 0.0);
            here += begun;
        }
    }
}

/// Replaces all entries, with a little room to spare if there is not enough.
fn replace<T: Copy>(column: &mut Vec<T>, entries: &[T]) {
    column.clear();
    if column.capacity() < entries.len() {
        column.reserve_exact(entries.len() + entries.len() / 32);
    }
    column.extend_from_slice(entries);
}

#[cfg(test)]
mod tests {
    use super::*;
    use esker_packing::Random;
    use std::collections::BTreeMap;

    /// Pairs come and go; each keeps its history for as long as it is close.
    #[test]
    fn history_follows_its_pair() {
        let mut random = Random::new(5);
        let (mut close, mut picked) = (Close::default(), Picked::default());
        let mut expected = BTreeMap::new();
        for round in 0..200 {
            let share = random.between(-0.1, 1.1);
            picked.pairs = (0..300).filter(|_| random.between(0.0, 1.0) < share).collect();
            if round % 20 == 0 {
                picked.pairs.push(u32::MAX);
            }
            picked.remember(picked.pairs.len(), &close, 2);
            replace(&mut close.pairs, &picked.pairs);
            replace(&mut close.history, &picked.history);
            let then = |pair| expected.get(pair).copied().unwrap_or([0.0; 2]);
            expected = close.pairs.iter().map(|pair| (*pair, then(pair))).collect();
            let history: Vec<[f64; 2]> = expected.values().copied().collect();
            assert_eq!(close.history, history.as_flattened());
            close.history.iter_mut().for_each(|number| *number = random.between(-1.0, 1.0));
            let numbers = close.history.chunks(2).map(|numbers| [numbers[0], numbers[1]]);
            expected.values_mut().zip(numbers).for_each(|(then, now)| *then = now);
        }
    }

    #[test]
    fn a_margin_is_longer_the_faster_bodies_are_and_the_fewer_pairs_are_in_vain() {
        let tuned = |moved: f64, touching: usize| {
            let mut close = Close { pairs: vec![0; 100], ..Close::default() };
            assert!(close.are_due(0.0));
            (close.margin, close.moved, close.steps) = (0.1, 0.0, 0);
            assert!(!close.are_due(0.05) && close.are_due(moved));
            close.tune(200, touching, 1.0);
            close.margin
        };
        assert!(tuned(0.5, 50) > tuned(0.1, 50) && tuned(0.1, 90) > tuned(0.1, 50));
        // √(L n v μ / apart)
        assert!((tuned(0.15, 50) - (0.25f64 * 200.0 * 0.1 * 0.1 / 50.0).sqrt()).abs() < 1e-12);
        assert_eq!([f64::NAN, f64::INFINITY].map(|moved| tuned(moved, 50)), [0.1; 2]);
        assert_eq!(tuned(1e9, 50), 1.0);
    }
}
