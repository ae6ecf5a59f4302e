//! Close pairs: those of a tile's near pairs that may touch within the next few steps.
//!
//! ```text
//!   near pairs    gaps up to m₁ + m₂, the margins of both, when the list was made, for many steps
//!      │ looked at whenever a body around the tile may have used up a share σ of its margin
//!      ▼
//!   close pairs   gaps up to σ (m₁ + m₂) when they were picked: all go through the laws, with no
//!                 look before; a pair that is apart does nothing and remembers nothing
//! ```
//!
//! To look at a pair costs almost half of what its laws do, and most pairs of a packing that are so
//! near touch: it is cheaper to push a few in vain than to look at all in every step. Which pairs
//! are picked, and when, changes no result. Every tile has a share σ of its own, tuned as margins
//! are (see `margins.rs`): picking costs L for each near pair, a step P for each that is apart, they
//! last σ / v steps, if bodies use up v of their margins in one, and gain p pairs with each unit of
//! σ. The cost of a step, L n v / σ + P p σ, is least at σ² = L n v / (P p).

use crate::batch::{LANES, Lined, Row};
use crate::neighbors::Numbering;
use crate::processor::fetch;

/// What it costs to look at a pair, in steps of one through the laws (L / P above),
const LOOKING: f64 = 0.4;
/// and the same where its bodies are packed for the laws alone.
const LOOKING_ALONE: f64 = 0.1;
/// The first share, and the smallest.
const FIRST: f64 = 0.1;
const LEAST: f64 = 0.01;
/// So much of it is kept back for rounding.
const USED: f64 = 1.0 - 1e-6;
/// How many batches ahead it is said what will be needed.
const AHEAD: usize = 5;
/// The bytes in a line of a cache.
const LINE: usize = 64;
/// Near pairs that are looked at together: what is written does not depend on what was found.
const BLOCK: usize = 64;

/// The close pairs of a tile and what they remember.
#[derive(Clone, Debug)]
pub(crate) struct Close {
    /// The pairs, in the words and the order of the list.
    pub(crate) pairs: Vec<u32>,
    pub(crate) history: History,
    /// The share of its margin that a body could use up since the pairs were picked.
    share: f64,
    /// What one may have used up, and in how many steps.
    used: f64,
    steps: u64,
}

impl Close {
    /// Forgets all pairs, which are yet to be picked; laws will keep so many numbers of each.
    pub(crate) fn clear(&mut self, stride: usize) {
        self.pairs.clear();
        self.history.clear(stride);
        self.used = f64::INFINITY;
    }

    /// Gives pairs the words of a new list, in the same order, and forgets those without one; the
    /// others are yet to be picked.
    pub(crate) fn renumber(&mut self, mut word: impl FnMut(u32) -> Option<u32>) {
        let mut kept = 0;
        for place in 0..self.pairs.len() {
            let Some(pair) = word(self.pairs[place]) else { continue };
            self.pairs[kept] = pair;
            for number in 0..if kept < place { self.history.stride } else { 0 } {
                let value = self.history.block(place)[number][place % LANES];
                self.history.set(kept, number, value);
            }
            kept += 1;
        }
        self.pairs.truncate(kept);
        self.history.resize(kept);
        self.used = f64::INFINITY;
    }

    /// One more pair, behind all others, and what it remembers.
    pub(crate) fn push(&mut self, pair: u32, history: impl Iterator<Item = f64>) {
        let place = self.pairs.len();
        self.pairs.push(pair);
        self.history.resize(place + 1);
        history.enumerate().for_each(|(number, value)| self.history.set(place, number, value));
    }

    /// The pairs that remember something, and what.
    pub(crate) fn remembering(&self) -> impl Iterator<Item = (u32, impl Iterator<Item = f64>)> {
        let pairs = (0..).zip(&self.pairs).map(|(place, &pair)| (pair, self.history.of(place)));
        pairs.filter(|(_, history)| history.clone().any(|number| number != 0.0))
    }

    /// Says that the first batches will be needed soon.
    pub(crate) fn fetch_first(&self) {
        (0..AHEAD).for_each(|batch| self.fetch(batch * LANES));
    }

    /// Says that the batch after the next few will be needed soon.
    #[inline(always)]
    pub(crate) fn fetch_next(&self, first: usize) {
        self.fetch(first + AHEAD * LANES);
    }

    #[inline(always)]
    fn fetch(&self, first: usize) {
        (0..LANES)
            .step_by(LINE / size_of::<u32>())
            .for_each(|pair| fetch(self.pairs.as_ptr(), first + pair));
        let (blocks, stride) = (self.history.blocks.as_ptr().cast::<f64>(), self.history.stride);
        let numbers = (0..stride * LANES).step_by(LINE / size_of::<f64>());
        numbers.for_each(|number| fetch(blocks, first * stride + number));
    }

    /// The share of its margin that a body may use up until pairs are picked again.
    #[inline(always)]
    pub(crate) fn share(&self) -> f64 {
        self.share
    }

    /// Whether others may touch by now, once bodies have used up so much more of their margins.
    pub(crate) fn are_due(&mut self, used: f64) -> bool {
        self.used += used;
        self.steps += 1;
        // A NaN is no movement to trust.
        self.used.is_nan() || self.used > self.share * USED
    }

    /// The share of the next ones: see the head of this file.
    ///
    /// `near` pairs are to be looked at, `touching` of these touched. Most bodies may be `alone`, in
    /// no close pair.
    pub(crate) fn tune(&mut self, near: usize, touching: usize, alone: bool) {
        let speed = self.used / self.steps as f64;
        let apart = self.pairs.len().saturating_sub(touching).max(1) as f64;
        let looking = if alone { LOOKING_ALONE } else { LOOKING };
        let best = (looking * near as f64 * speed * self.share / apart).sqrt();
        if best.is_finite() {
            self.share = best;
        } else if self.share == 0.0 {
            self.share = FIRST;
        }
        self.share = self.share.clamp(LEAST, 1.0);
        (self.used, self.steps) = (0.0, 0);
    }

    /// Picks the pairs with a gap below what both bodies may move and beyond it the `reach` of laws,
    /// from the centres and radii of the bodies.
    #[inline(always)]
    pub(crate) fn pick(
        &mut self,
        (near, numbering): (&[u32], Numbering),
        apart: impl Fn([u32; 2]) -> Row,
        reach: f64,
        picked: &mut Picked,
    ) {
        picked.pairs.resize(near.len(), 0);
        let (mut found, mut rows, mut allowed) = (0, [[0.0; 4]; BLOCK], [0.0; BLOCK]);
        for block in near.chunks(BLOCK) {
            for ((row, allowed), &pair) in rows.iter_mut().zip(&mut allowed).zip(block) {
                let bodies = numbering.numbers(pair);
                let [first, second] = bodies.map(|body| picked.allowed[body as usize]);
                (*row, *allowed) = (apart(bodies), first + second);
            }
            let mut is_close = [false; BLOCK];
            for ((is_close, [x, y, z, sum]), allowed) in is_close.iter_mut().zip(rows).zip(allowed)
            {
                let reach = sum + reach + f64::from(allowed);
                *is_close = x * x + y * y + z * z <= reach * reach;
            }
            for (&pair, is_close) in block.iter().zip(is_close) {
                // The next pair takes the place of one that is not close.
                picked.pairs[found] = pair;
                found += usize::from(is_close);
            }
        }
        picked.pairs.truncate(found);
        picked.remember(self);
        replace(&mut self.pairs, &picked.pairs);
        replace(&mut self.history.blocks, &picked.history.blocks);
    }
}

impl Default for Close {
    fn default() -> Self {
        let (pairs, history) = (Vec::new(), History::default());
        Self { pairs, history, share: 0.0, used: f64::INFINITY, steps: 0 }
    }
}

/// The numbers that laws keep of pairs; zero for one that does not touch.
///
/// They stand as batches have them: in blocks of as many pairs as a batch has lanes, a column for
/// each number.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    blocks: Vec<Lined>,
    /// How many numbers a pair has.
    stride: usize,
}

impl History {
    fn clear(&mut self, stride: usize) {
        self.blocks.clear();
        self.stride = stride;
    }

    /// Makes room for so many pairs.
    fn resize(&mut self, pairs: usize) {
        self.blocks.resize(pairs.div_ceil(LANES) * self.stride, Lined::ZERO);
    }

    /// The columns of the batch that begins with a pair.
    #[inline(always)]
    pub(crate) fn block(&self, first: usize) -> &[Lined] {
        &self.blocks[first / LANES * self.stride..][..self.stride]
    }

    #[inline(always)]
    pub(crate) fn block_mut(&mut self, first: usize) -> &mut [Lined] {
        &mut self.blocks[first / LANES * self.stride..][..self.stride]
    }

    /// The numbers of a pair.
    pub(crate) fn of(&self, pair: usize) -> impl Iterator<Item = f64> + Clone + '_ {
        self.block(pair).iter().map(move |column| column[pair % LANES])
    }

    fn set(&mut self, pair: usize, number: usize, value: f64) {
        self.block_mut(pair)[number][pair % LANES] = value;
    }
}

/// Room to pick pairs in.
#[derive(Debug, Default)]
pub(crate) struct Picked {
    /// How far each body may move (m), by its local number.
    pub(crate) allowed: Vec<f32>,
    pairs: Vec<u32>,
    history: History,
}

impl Picked {
    /// Gives pairs the history of those that were close before, and zeros to others.
    #[inline(always)]
    fn remember(&mut self, before: &Close) {
        let (stride, then) = (before.history.stride, &before.history.blocks[..]);
        self.history.stride = stride;
        self.history.resize(self.pairs.len());
        let mut blocks = self.history.blocks.chunks_exact_mut(stride.max(1));
        let mut old = before.pairs.iter().zip(0..).peekable();
        for (pairs, block) in self.pairs.chunks(LANES).zip(&mut blocks) {
            // Where the first number of each pair stood; nowhere, if it was not close.
            let mut from = [usize::MAX; LANES];
            for (from, &pair) in from.iter_mut().zip(pairs) {
                // Both ascend.
                while old.next_if(|(old, _)| **old < pair).is_some() {}
                if let Some((_, place)) = old.next_if(|(old, _)| **old == pair) {
                    *from = place / LANES * LANES * stride + place % LANES;
                }
            }
            for (column, number) in block.iter_mut().zip(0..) {
                for (entry, from) in column.iter_mut().zip(from) {
                    let column = then.get(from / LANES + number);
                    *entry = column.map_or(0.0, |column| column[from % LANES]);
                }
            }
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
    use crate::shapes::Plane;
    use crate::{Body, Material, Pairing, Wall, World};
    use esker_packing::Random;
    use std::collections::BTreeMap;

    /// Pairs come and go; each keeps its history for as long as it is close.
    #[test]
    fn history_follows_its_pair() {
        let mut random = Random::new(5);
        let (mut close, mut picked) = (Close::default(), Picked::default());
        close.clear(2);
        let mut expected = BTreeMap::new();
        for round in 0..200 {
            let share = random.between(-0.1, 1.1);
            picked.pairs = (0..300).filter(|_| random.between(0.0, 1.0) < share).collect();
            if round % 20 == 0 {
                picked.pairs.push(u32::MAX);
            }
            picked.remember(&close);
            replace(&mut close.pairs, &picked.pairs);
            replace(&mut close.history.blocks, &picked.history.blocks);
            let then = |pair| expected.get(pair).copied().unwrap_or([0.0; 2]);
            expected = close.pairs.iter().map(|pair| (*pair, then(pair))).collect();
            for (place, then) in expected.values_mut().enumerate() {
                assert!(close.history.of(place).eq(*then));
                *then = [0, 1].map(|_| random.between(-1.0, 1.0));
                (0..2).for_each(|number| close.history.set(place, number, then[number]));
            }
        }
    }

    /// Whenever pairs are picked, and however many: the state is the same to the last bit.
    #[test]
    fn what_is_picked_changes_nothing() {
        for laws in ["hertz + tsuji + mindlin", "jkr + tsuji + tangential-spring + rolling-spring"]
        {
            let run = |mut before_step: Box<dyn FnMut(&mut Close)>| {
                let mut world = World::<3>::default();
                world.model = laws.parse().unwrap();
                let number = world.materials.add(Material::default()).unwrap();
                let pairing = Pairing { surface_energy: 0.05, ..Pairing::default() };
                world.materials.pair(number, number, pairing).unwrap();
                world.gravity = [0.0, -9.81, 0.0];
                world.periodic[0] = Some([0.0, 0.5]);
                let floor = Plane::new([0.0; 3], [0.0, 1.0, 0.0]).unwrap();
                world.add_wall(Wall::new("floor", floor)).unwrap();
                let mut random = Random::new(9);
                for place in 0..500 {
                    let cell = [place % 5, place / 25, place / 5 % 5].map(|cell| 0.1 * cell as f64);
                    let position = cell.map(|x| x + random.between(0.049, 0.051));
                    let velocity = [0, 1, 2].map(|_| random.between(-0.5, 0.5));
                    world.add(&Body { velocity, ..Body::new(position, 0.049) }).unwrap();
                }
                for _ in 0..400 {
                    world.neighbors.close.iter_mut().for_each(&mut before_step);
                    world.step().unwrap();
                }
                assert!(world.contacts() > 150, "{}", world.contacts());
                let columns = world.columns();
                columns.into_iter().map(|column| format!("{column:?}")).collect::<Vec<_>>()
            };
            let seldom = run(Box::new(|_| {}));
            let always = run(Box::new(|close| close.used = f64::INFINITY));
            let mut random = Random::new(2);
            let at_random = run(Box::new(move |close| {
                if random.between(0.0, 1.0) < 0.3 {
                    close.used = f64::INFINITY;
                    close.share *= random.between(0.2, 5.0);
                }
            }));
            assert!(seldom == always && seldom == at_random, "{laws}");
        }
    }

    #[test]
    fn a_share_is_larger_the_faster_bodies_are_and_the_fewer_pairs_are_in_vain() {
        let tuned = |used: f64, touching: usize| {
            let mut close = Close { pairs: vec![0; 100], ..Close::default() };
            assert!(close.are_due(0.0));
            (close.share, close.used, close.steps) = (0.1, 0.0, 0);
            assert!(!close.are_due(0.05) && close.are_due(used));
            close.tune(200, touching, false);
            close.share
        };
        assert!(tuned(0.5, 50) > tuned(0.1, 50) && tuned(0.1, 90) > tuned(0.1, 50));
        // √(L n v σ / apart)
        assert!((tuned(0.15, 50) - (LOOKING * 200.0 * 0.1 * 0.1 / 50.0).sqrt()).abs() < 1e-12);
        assert_eq!([f64::NAN, f64::INFINITY].map(|used| tuned(used, 50)), [0.1; 2]);
        assert_eq!(tuned(1e9, 50), 1.0);
    }
}
