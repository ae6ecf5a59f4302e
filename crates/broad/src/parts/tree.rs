//! The tree of nested boxes that `r-tree` and `dess-r-tree` share (Perkins 4.3), over any coordinate.
//!
//! ```text
//!   level 1   [ A  B  C ]               +-A----+ +-B---+
//!               |  |  |                 | o  o | |o  o |     a node: eight boxes side by side,
//!   level 0   [oooo] [oooo] [oo]        |o  o  | +-----+     each around a node one level below;
//!                                       +------+             the lowest are the items' own
//! ```
//!
//! It is packed at once, not grown item by item: items are halved along the longest side of their
//! middles, at a count that is a power of two, until at most eight are left. At every level eight
//! neighbours then lie side by side, every node but the last is full, and the children of box i are
//! node i of the level below: no pointers, and each build uses the arrays of the last again. An item's
//! place in the lowest level is its position; of two items the lower position finds the other, so a
//! search leaves out whole branches of lower positions than its own.
//!
//! Cost: n log n to pack, log n for a search that finds little, whatever the sizes. Memory: 2 D
//! coordinates per item and a seventh more for the boxes, D coordinates and a number to pack them.

use std::cmp::Ordering;
use std::ops::{ControlFlow, Sub};

/// The number of boxes in a node: a few vector registers of them; a power of two for the packing.
const FAN_OUT: usize = 1 << FAN_OUT_BITS;
const FAN_OUT_BITS: usize = 3;

/// How many items search for their partners in one tile.
const TILE: usize = 4096;

/// What boxes are made of.
pub(crate) trait Coordinate: Copy + PartialOrd + Sub<Output = Self> {
    /// Not above any other.
    const LOWEST: Self;
    /// Not below any other.
    const HIGHEST: Self;

    /// A number between the two.
    fn middle(low: Self, high: Self) -> Self;
}

impl Coordinate for f64 {
    const LOWEST: Self = f64::NEG_INFINITY;
    const HIGHEST: Self = f64::INFINITY;

    fn middle(low: Self, high: Self) -> Self {
        low.midpoint(high)
    }
}

impl Coordinate for u32 {
    const LOWEST: Self = u32::MIN;
    const HIGHEST: Self = u32::MAX;

    fn middle(low: Self, high: Self) -> Self {
        low.midpoint(high)
    }
}

/// A closed box: its lowest and its highest corner.
pub(crate) type Corners<S, const D: usize> = [[S; D]; 2];

/// Changes nothing it is joined with.
const fn nothing<S: Coordinate, const D: usize>() -> Corners<S, D> {
    [[S::HIGHEST; D], [S::LOWEST; D]]
}

fn join<S: Coordinate, const D: usize>(a: Corners<S, D>, b: Corners<S, D>) -> Corners<S, D> {
    let lower = |a: S, b: S| if b < a { b } else { a };
    let higher = |a: S, b: S| if b > a { b } else { a };
    [
        std::array::from_fn(|axis| lower(a[0][axis], b[0][axis])),
        std::array::from_fn(|axis| higher(a[1][axis], b[1][axis])),
    ]
}

/// Eight boxes, axis by axis, so that a query is compared with all of them at once.
#[derive(Clone, Debug)]
struct Node<S, const D: usize> {
    low: [[S; FAN_OUT]; D],
    high: [[S; FAN_OUT]; D],
}

impl<S: Coordinate, const D: usize> Node<S, D> {
    const EMPTY: Self = Self { low: [[S::HIGHEST; FAN_OUT]; D], high: [[S::LOWEST; FAN_OUT]; D] };

    fn set(&mut self, lane: usize, [low, high]: Corners<S, D>) {
        for axis in 0..D {
            self.low[axis][lane] = low[axis];
            self.high[axis][lane] = high[axis];
        }
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> Corners<S, D> {
        [self.low.map(|low| low[lane]), self.high.map(|high| high[lane])]
    }

    /// The box around all eight.
    fn joined(&self) -> Corners<S, D> {
        (0..FAN_OUT).fold(nothing(), |all, lane| join(all, self.get(lane)))
    }

    /// One bit for every box that touches the query.
    #[inline(always)]
    fn touching(&self, [low, high]: &Corners<S, D>) -> u32 {
        let mut bits = 0;
        for lane in 0..FAN_OUT {
            // No early end: without branches the eight are compared in a few vector instructions.
            let mut touches = true;
            for axis in 0..D {
                touches &= self.low[axis][lane] <= high[axis];
                touches &= low[axis] <= self.high[axis][lane];
            }
            bits |= u32::from(touches) << lane;
        }
        bits
    }
}

/// An item in its position.
#[derive(Clone, Copy, Debug)]
struct Item<S, const D: usize> {
    middle: [S; D],
    id: u32,
}

/// The tree. Items are numbered from 0 in the order they are given.
#[derive(Debug)]
pub(crate) struct Tree<S, const D: usize> {
    items: Vec<Item<S, D>>,
    /// From the items' own boxes up to a level of one node; none if there are no items.
    levels: Vec<Vec<Node<S, D>>>,
}

impl<S: Coordinate, const D: usize> Tree<S, D> {
    pub(crate) fn new() -> Self {
        Self { items: Vec::new(), levels: Vec::new() }
    }

    /// Packs the tree anew over this many items.
    pub(crate) fn pack(&mut self, count: usize, corners_of: impl Fn(u32) -> Corners<S, D>) {
        self.items.clear();
        self.items.extend((0..count as u32).map(|id| {
            let [low, high] = corners_of(id);
            Item { middle: std::array::from_fn(|axis| S::middle(low[axis], high[axis])), id }
        }));
        halve(&mut self.items);
        let boxes = std::iter::successors((count > 0).then_some(count), |&below| {
            (below > FAN_OUT).then_some(below.div_ceil(FAN_OUT))
        });
        self.levels.resize_with(boxes.clone().count(), Vec::new);
        for (level, boxes) in boxes.enumerate() {
            let (below, above) = self.levels.split_at_mut(level);
            match below.last() {
                None => fill(&mut above[0], boxes, |position| corners_of(self.items[position].id)),
                Some(nodes) => fill(&mut above[0], boxes, |node| nodes[node].joined()),
            }
        }
    }

    /// Calls the action with every item whose box touches the query, until it breaks off.
    pub(crate) fn find(
        &self,
        query: &Corners<S, D>,
        action: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.find_from(0, query, action)
    }

    /// How many tiles the search for pairs splits into.
    pub(crate) fn tiles(&self) -> usize {
        self.items.len().div_ceil(TILE)
    }

    /// Calls the action with every two items whose boxes touch, the lower of whose positions lies in
    /// the tile.
    pub(crate) fn find_pairs(&self, tile: usize, action: &mut impl FnMut(u32, u32)) {
        let end = self.items.len().min((tile + 1) * TILE);
        for position in tile * TILE..end {
            let id = self.items[position].id;
            let query = self.levels[0][position / FAN_OUT].get(position % FAN_OUT);
            let _ = self.find_from(position + 1, &query, &mut |other| {
                action(id, other);
                ControlFlow::Continue(())
            });
        }
    }

    /// The items from one position on whose boxes touch the query.
    fn find_from(
        &self,
        first: usize,
        query: &Corners<S, D>,
        action: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.levels.len().checked_sub(1) {
            Some(top) => self.descend([top, 0], first, query, action),
            None => ControlFlow::Continue(()),
        }
    }

    fn descend(
        &self,
        [level, node]: [usize; 2],
        first: usize,
        query: &Corners<S, D>,
        action: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut hits = self.levels[level][node].touching(query);
        let before = (first >> (FAN_OUT_BITS * level)).saturating_sub(node * FAN_OUT);
        hits &= u32::MAX << before.min(FAN_OUT);
        while hits != 0 {
            let child = node * FAN_OUT + hits.trailing_zeros() as usize;
            hits &= hits - 1;
            // A query without end touches the empty boxes of a last node, too: they have no child.
            match level.checked_sub(1) {
                Some(below) if child < self.levels[below].len() => {
                    self.descend([below, child], first, query, action)?;
                }
                None if child < self.items.len() => action(self.items[child].id)?,
                _ => {}
            }
        }
        ControlFlow::Continue(())
    }
}

/// Puts items into their positions, neighbours side by side.
fn halve<S: Coordinate, const D: usize>(items: &mut [Item<S, D>]) {
    if items.len() <= FAN_OUT {
        return;
    }
    let middles = items.iter().fold(nothing(), |all, item| join(all, [item.middle; 2]));
    let side = |axis: usize| middles[1][axis] - middles[0][axis];
    let axis = (1..D).fold(0, |best, axis| if side(axis) > side(best) { axis } else { best });
    // A power of two leaves every node of every level on one side of the cut.
    let half = items.len().next_power_of_two() / 2;
    items.select_nth_unstable_by(half, |a, b| {
        a.middle[axis].partial_cmp(&b.middle[axis]).unwrap_or(Ordering::Equal)
    });
    let (left, right) = items.split_at_mut(half);
    halve(left);
    halve(right);
}

/// Writes the nodes of one level, which hold this many boxes.
fn fill<S: Coordinate, const D: usize>(
    nodes: &mut Vec<Node<S, D>>,
    boxes: usize,
    corners_of: impl Fn(usize) -> Corners<S, D>,
) {
    nodes.clear();
    nodes.resize(boxes.div_ceil(FAN_OUT), Node::EMPTY);
    for index in 0..boxes {
        nodes[index / FAN_OUT].set(index % FAN_OUT, corners_of(index));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use esker_packing::Random;

    fn touch<S: Coordinate, const D: usize>(a: &Corners<S, D>, b: &Corners<S, D>) -> bool {
        (0..D).all(|axis| a[0][axis] <= b[1][axis] && b[0][axis] <= a[1][axis])
    }

    /// Packs the boxes and compares every search with a look at all of them.
    fn check<S: Coordinate, const D: usize>(tree: &mut Tree<S, D>, boxes: &[Corners<S, D>]) {
        tree.pack(boxes.len(), |id| boxes[id as usize]);
        let mut pairs = Vec::new();
        for tile in 0..tree.tiles() {
            tree.find_pairs(tile, &mut |a, b| pairs.push([a.min(b), a.max(b)]));
        }
        pairs.sort_unstable();
        let mut expected = Vec::new();
        for a in 0..boxes.len() {
            let later = (a + 1..boxes.len()).filter(|&b| touch(&boxes[a], &boxes[b]));
            expected.extend(later.map(|b| [a as u32, b as u32]));
        }
        assert_eq!(pairs, expected, "among {} boxes", boxes.len());
        let everything = [[S::LOWEST; D], [S::HIGHEST; D]];
        for query in boxes.iter().take(20).chain([&everything]) {
            let mut found = Vec::new();
            let _ = tree.find(query, &mut |id| {
                found.push(id as usize);
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            let expected: Vec<_> =
                (0..boxes.len()).filter(|&id| touch(query, &boxes[id])).collect();
            assert_eq!(found, expected, "in a region among {} boxes", boxes.len());
        }
    }

    /// Boxes whose sizes span three decades, in a cube with room for about eight neighbours each.
    fn random_boxes<const D: usize>(count: usize, random: &mut Random) -> Vec<Corners<f64, D>> {
        let side = 10.0 * (count as f64).powf(1.0 / D as f64);
        let mut corners = || {
            let low = random.place(side);
            [low, low.map(|x: f64| x + random.log_between(0.01, 20.0))]
        };
        (0..count).map(|_| corners()).collect()
    }

    /// Every count around which the tree takes another shape, up to more than a tile.
    const COUNTS: [usize; 14] = [600, 0, 1, 2, 7, 8, 9, 16, 17, 63, 64, 65, 513, TILE + 100];

    #[test]
    fn random_boxes_of_reals() {
        let mut random = Random::new(1);
        let (mut plane, mut space) = (Tree::new(), Tree::new());
        for count in COUNTS {
            check::<f64, 2>(&mut plane, &random_boxes(count, &mut random));
            check::<f64, 3>(&mut space, &random_boxes(count, &mut random));
        }
    }

    #[test]
    fn random_boxes_of_integers() {
        let mut random = Random::new(2);
        let mut tree = Tree::new();
        for count in COUNTS {
            let boxes = random_boxes::<3>(count, &mut random);
            let whole = boxes.iter().map(|corners| corners.map(|corner| corner.map(|x| x as u32)));
            check(&mut tree, &whole.collect::<Vec<_>>());
        }
    }

    #[test]
    fn boxes_that_are_all_equal() {
        for count in COUNTS.into_iter().filter(|&count| count < 600) {
            check(&mut Tree::new(), &vec![[[1.5, 2.5], [3.5, 2.5]]; count]);
            check(&mut Tree::new(), &vec![[[7u32; 3]; 2]; count]);
        }
    }

    #[test]
    fn a_search_breaks_off() {
        let mut tree = Tree::new();
        tree.pack(100, |_| [[0u32; 2], [1; 2]]);
        let mut calls = 0;
        let flow = tree.find(&[[0; 2]; 2], &mut |_| {
            calls += 1;
            if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((calls, flow), (3, ControlFlow::Break(())));
    }
}
