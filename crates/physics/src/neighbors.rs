//! The list of near pairs, as compressed rows, with the history of contacts beside it.
//!
//! ```text
//!   row of body i:   start[i] .. start[i+1]         every pair once, in the row of the smaller place,
//!   other            j₀  j₁  j₂ …   (j > i)          rows sorted: the list is the same whichever
//!   touching          1   0   1                      method found the pairs
//!   history          ξ₀  ·   ξ₂                      valid where the pair touched in the last step
//! ```
//!
//! Rows are worked through in tiles of whole rows. Bodies are sorted in space, so the others of a tile lie in
//! it or not far behind it: a tile adds to its own bodies in place and to those behind in a buffer of
//! its own. Tiles depend on the list alone, never on threads, and so does every sum.

use crate::bodies::Bodies;
use crate::laws::Symmetry;
use esker_broad::PairList;
use std::ops::Range;

/// The fewest bodies of a tile: its columns fill a second-level cache about half.
const TILE: usize = 4096;
/// A tile has so many times as many bodies as lie behind it in its buffer, or more.
const TILE_OVER_AHEAD: usize = 4;

/// Near pairs and what they remember.
#[derive(Clone, Debug, Default)]
pub struct Neighbors {
    /// Where the row of each body begins; one more than bodies.
    pub start: Vec<u32>,
    /// The other body of each pair, at a larger place.
    pub other: Vec<u32>,
    /// One where the pair touched in the last step, zero elsewhere.
    pub touching: Vec<u8>,
    /// The numbers that laws keep, `stride` for each pair; meaningful where the pair touched.
    pub history: Vec<f64>,
    /// How many numbers are kept for each pair.
    pub stride: usize,
    pub(crate) tiles: Vec<Tile>,
    /// The ids of the bodies when the list was made.
    pub(crate) ids: Vec<u32>,
}

/// A run of bodies whose rows are worked through by one thread.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tile {
    pub(crate) bodies: Range<usize>,
    /// Where the last body ends that a row of the tile names.
    pub(crate) end: usize,
}

/// What became of contacts that ended or went on, taken out of a list.
struct Remembered {
    /// The place of a body with an id in the old list.
    place: Vec<u32>,
    start: Vec<u32>,
    other: Vec<u32>,
    history: Vec<f64>,
}

impl Neighbors {
    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.other.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.other.is_empty()
    }

    /// The pairs in the row of a body, as indices into the columns.
    pub fn row(&self, body: usize) -> Range<usize> {
        self.start[body] as usize..self.start[body + 1] as usize
    }

    /// Takes new pairs of the bodies, which may have been sorted, added and removed since; contacts
    /// that touched keep their history.
    ///
    /// `real` gives the body of an index, for pairs that name images of bodies behind the bodies.
    pub(crate) fn rebuild<const D: usize>(
        &mut self,
        bodies: &Bodies<D>,
        pairs: &PairList,
        images: &[u32],
        history: &[Symmetry],
    ) {
        let remembered = self.remember(bodies.next_id());
        self.fill_rows(bodies.len(), pairs, images);
        self.stride = history.len();
        self.ids.clone_from(&bodies.id);
        self.touching.clear();
        self.touching.resize(self.other.len(), 0);
        self.history.clear();
        self.history.resize(self.other.len() * self.stride, 0.0);
        if remembered.history.len() == remembered.other.len() * self.stride {
            self.recall(&remembered, history);
        }
        self.cut_tiles(bodies.len());
    }

    /// The contacts that touched, and nothing else: a fraction of the list.
    fn remember(&self, next_id: u32) -> Remembered {
        let mut place = vec![u32::MAX; next_id as usize];
        let mut start = Vec::with_capacity(self.start.len());
        let touched = self.touching.iter().filter(|&&touching| touching != 0).count();
        let mut other = Vec::with_capacity(touched);
        let mut history = Vec::with_capacity(touched * self.stride);
        start.push(0);
        for (body, &id) in self.ids.iter().enumerate() {
            place[id as usize] = body as u32;
            for pair in self.row(body).filter(|&pair| self.touching[pair] != 0) {
                other.push(self.other[pair]);
                history.extend_from_slice(&self.history[pair * self.stride..][..self.stride]);
            }
            start.push(other.len() as u32);
        }
        Remembered { place, start, other, history }
    }

    fn recall(&mut self, remembered: &Remembered, symmetry: &[Symmetry]) {
        for body in 0..self.ids.len() {
            let first = remembered.place[self.ids[body] as usize];
            for pair in self.row(body) {
                let second = remembered.place[self.ids[self.other[pair] as usize] as usize];
                let Some(old) = remembered.find(first, second) else { continue };
                self.touching[pair] = 1;
                let now = &mut self.history[pair * self.stride..][..self.stride];
                let then = &remembered.history[old * self.stride..][..self.stride];
                for ((now, then), symmetry) in now.iter_mut().zip(then).zip(symmetry) {
                    let swapped = first > second && *symmetry == Symmetry::Odd;
                    *now = if swapped { -then } else { *then };
                }
            }
        }
    }

    /// Sorts pairs into rows, and rows by the other body.
    fn fill_rows(&mut self, bodies: usize, pairs: &PairList, images: &[u32]) {
        let real = |index: u32| match (index as usize).checked_sub(bodies) {
            Some(image) => images[image],
            None => index,
        };
        let kept =
            || pairs.tiles().flatten().filter_map(|&[a, b]| pair_of_bodies(a, b, bodies, real));
        self.start.clear();
        self.start.resize(bodies + 1, 0);
        kept().for_each(|[a, _]| self.start[a as usize] += 1);
        let mut sum = 0;
        for start in &mut self.start {
            sum += std::mem::replace(start, sum);
        }
        self.other.clear();
        self.other.resize(sum as usize, 0);
        for [a, b] in kept() {
            let next = &mut self.start[a as usize];
            self.other[*next as usize] = b;
            *next += 1;
        }
        self.start.rotate_right(1);
        self.start[0] = 0;
        for body in 0..bodies {
            let row = self.row(body);
            self.other[row].sort_unstable();
        }
    }

    /// Cuts rows into tiles that are large against the bodies behind them.
    pub(crate) fn cut_tiles(&mut self, bodies: usize) {
        let ends = |body: usize| {
            self.other[self.row(body)].last().map_or(body, |&other| other as usize) + 1
        };
        let ahead = (0..bodies).map(|body| ends(body) - body).max().unwrap_or(0);
        let count = (bodies / TILE.max(TILE_OVER_AHEAD * ahead)).max(1);
        let tiles = (0..count).map(|tile| {
            let bodies = bodies * tile / count..bodies * (tile + 1) / count;
            let end = bodies.clone().map(ends).fold(bodies.end, usize::max);
            Tile { bodies, end }
        });
        self.tiles = tiles.collect();
    }
}

/// A pair that may name images, as one of bodies; each pair once, from the side of the smaller place.
#[inline(always)]
fn pair_of_bodies(a: u32, b: u32, bodies: usize, real: impl Fn(u32) -> u32) -> Option<[u32; 2]> {
    // a < b, so that a is a body whenever one of them is.
    if (b as usize) < bodies {
        return Some([a, b]);
    }
    let body = real(b);
    ((a as usize) < bodies && a < body).then_some([a, body])
}

impl Remembered {
    fn find(&self, first: u32, second: u32) -> Option<usize> {
        if first == u32::MAX || second == u32::MAX {
            return None;
        }
        let (row, other) = (first.min(second) as usize, first.max(second));
        let range = self.start[row] as usize..self.start[row + 1] as usize;
        Some(range.start + self.other[range].iter().position(|&found| found == other)?)
    }
}
