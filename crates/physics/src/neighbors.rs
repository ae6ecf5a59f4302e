//! The list of near pairs, as compressed rows, with the history of contacts beside it.
//!
//! ```text
//!   row of body i:   start[i] .. start[i+1]       every pair once, in the row of the smaller place,
//!   other            j₀  j₁  j₂ …   (j > i)       rows sorted: the list is the same whichever
//!   touching          1   0   1                   method found the pairs
//!   history          ξ₀  ·   ξ₂                   zero where the pair did not touch in the last step
//! ```
//!
//! Rows are worked through in tiles of whole rows. Bodies are sorted in space, so most others of a
//! tile are bodies of the tile; for those outside it has a list. Inside a tile bodies go by local
//! numbers: first its own, then those outside. Tiles depend on the list alone, never on threads,
//! and so does every sum.

use crate::bodies::Bodies;
use crate::laws::Symmetry;
use esker_broad::PairList;
use std::ops::Range;

/// Bodies of a tile: with those outside, their records fill a second-level cache about half.
const TILE: usize = 2048;

/// Near pairs and what they remember.
#[derive(Clone, Debug, Default)]
pub struct Neighbors {
    /// Where the row of each body begins; one more than bodies.
    pub start: Vec<u32>,
    /// The other body of each pair, at a larger place.
    pub other: Vec<u32>,
    /// One where the pair touched in the last step, zero elsewhere.
    pub touching: Vec<u8>,
    /// The numbers that laws keep, `stride` for each pair; zero where the pair did not touch.
    pub history: Vec<f64>,
    /// How many numbers are kept for each pair.
    pub stride: usize,
    /// Both bodies of each pair by their numbers inside the tile.
    pub(crate) local: Vec<[u32; 2]>,
    pub(crate) tiles: Vec<Tile>,
    /// The ids of the bodies when the list was made.
    pub(crate) ids: Vec<u32>,
}

/// A run of bodies whose rows are worked through by one thread.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tile {
    pub(crate) bodies: Range<usize>,
    /// Other bodies that rows of the tile name, in order.
    pub(crate) outside: Vec<u32>,
}

impl Tile {
    /// The place of the body with a local number.
    #[inline(always)]
    pub(crate) fn place(&self, local: u32) -> usize {
        match (local as usize).checked_sub(self.bodies.len()) {
            Some(outside) => self.outside[outside] as usize,
            None => self.bodies.start + local as usize,
        }
    }
}

/// What became of contacts that ended or went on, taken out of a list.
struct Remembered {
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
    /// Pairs may name images of bodies: their numbers follow those of the bodies, and `images` has
    /// the body of each.
    pub(crate) fn rebuild<const D: usize>(
        &mut self,
        bodies: &Bodies<D>,
        pairs: &PairList,
        images: &[u32],
        history: &[Symmetry],
    ) {
        let remembered = self.remember();
        let in_order = self.ids == bodies.id;
        self.fill_rows(bodies.len(), pairs, images);
        self.stride = history.len();
        self.touching.clear();
        self.touching.resize(self.other.len(), 0);
        self.history.clear();
        self.history.resize(self.other.len() * self.stride, 0.0);
        match remembered.history.len() == remembered.other.len() * self.stride {
            true if in_order => self.recall_in_order(&remembered),
            true => self.recall(&remembered, bodies, history),
            false => (),
        }
        self.ids.clone_from(&bodies.id);
        self.cut_tiles(bodies.len());
    }

    /// The contacts that touched, and nothing else: a fraction of the list.
    fn remember(&self) -> Remembered {
        let touched = self.touching.iter().filter(|&&touching| touching != 0).count();
        let mut start = Vec::with_capacity(self.start.len());
        let mut other = Vec::with_capacity(touched);
        let mut history = Vec::with_capacity(touched * self.stride);
        start.push(0);
        for body in 0..self.ids.len() {
            for pair in self.row(body).filter(|&pair| self.touching[pair] != 0) {
                other.push(self.other[pair]);
                history.extend_from_slice(&self.history[pair * self.stride..][..self.stride]);
            }
            start.push(other.len() as u32);
        }
        Remembered { start, other, history }
    }

    /// Gives contacts their history back when no body has changed its place: old and new rows are
    /// sorted alike.
    fn recall_in_order(&mut self, remembered: &Remembered) {
        for body in 0..self.ids.len() {
            let mut old = remembered.row(body);
            for pair in self.row(body) {
                while old.start < old.end && remembered.other[old.start] < self.other[pair] {
                    old.start += 1;
                }
                if old.start < old.end && remembered.other[old.start] == self.other[pair] {
                    self.touching[pair] = 1;
                    let then = &remembered.history[old.start * self.stride..][..self.stride];
                    self.history[pair * self.stride..][..self.stride].copy_from_slice(then);
                }
            }
        }
    }

    /// Gives contacts their history back, wherever the bodies are now.
    fn recall<const D: usize>(
        &mut self,
        remembered: &Remembered,
        bodies: &Bodies<D>,
        symmetry: &[Symmetry],
    ) {
        let mut place = vec![u32::MAX; bodies.next_id() as usize];
        for (body, &id) in self.ids.iter().enumerate() {
            place[id as usize] = body as u32;
        }
        for body in 0..bodies.len() {
            let first = place[bodies.id[body] as usize];
            for pair in self.row(body) {
                let second = place[bodies.id[self.other[pair] as usize] as usize];
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
            let row = &mut self.other[row];
            if !row.is_sorted() {
                row.sort_unstable();
            }
        }
        if !images.is_empty() {
            self.drop_repeated();
        }
    }

    /// Bodies near each other on both sides of a small periodic box are one pair all the same.
    fn drop_repeated(&mut self) {
        let (mut kept, mut begin) = (0, 0);
        for body in 1..self.start.len() {
            let (row, end) = (kept, self.start[body] as usize);
            for pair in begin..end {
                let other = self.other[pair];
                if kept == row || self.other[kept - 1] != other {
                    self.other[kept] = other;
                    kept += 1;
                }
            }
            self.start[body] = kept as u32;
            begin = end;
        }
        self.other.truncate(kept);
    }

    /// Cuts rows into tiles, and numbers their bodies.
    pub(crate) fn cut_tiles(&mut self, bodies: usize) {
        if self.start.is_empty() {
            return;
        }
        let count = bodies.div_ceil(TILE).max(1);
        let cuts = (0..count).map(|tile| bodies * tile / count..bodies * (tile + 1) / count);
        self.tiles = cuts.map(|bodies| Tile { bodies, outside: Vec::new() }).collect();
        self.local.clear();
        self.local.resize(self.other.len(), [0; 2]);
        let mut number = vec![0; bodies];
        for tile in &mut self.tiles {
            let Range { start, end } = tile.bodies;
            let pairs = self.start[start] as usize..self.start[end] as usize;
            let outside = self.other[pairs].iter().copied().filter(|&other| other as usize >= end);
            tile.outside.extend(outside);
            tile.outside.sort_unstable();
            tile.outside.dedup();
            for (outside, &body) in tile.outside.iter().enumerate() {
                number[body as usize] = (end - start + outside) as u32;
            }
            for body in start..end {
                for pair in self.start[body] as usize..self.start[body + 1] as usize {
                    let other = self.other[pair] as usize;
                    let other = if other < end { (other - start) as u32 } else { number[other] };
                    self.local[pair] = [(body - start) as u32, other];
                }
            }
        }
    }
}

/// A pair that may name images, as one of bodies; each pair once, from the side of the smaller
/// place.
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
    fn row(&self, body: usize) -> Range<usize> {
        self.start[body] as usize..self.start[body + 1] as usize
    }

    /// The contact of two bodies by their places in the old list.
    fn find(&self, first: u32, second: u32) -> Option<usize> {
        if first == u32::MAX || second == u32::MAX {
            return None;
        }
        let row = self.row(first.min(second) as usize);
        let other = first.max(second);
        Some(row.start + self.other[row].iter().position(|&found| found == other)?)
    }
}
