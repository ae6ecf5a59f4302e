//! The list of near pairs, as compressed rows, with the close ones of each tile beside it.
//!
//! ```text
//!   row of body i:   start[i] .. start[i+1]     every pair once, in the row of the smaller place,
//!   near pairs       j₀  j₁  j₂ …   (j > i)     rows sorted: the list is the same whichever
//!   close pairs      j₀      j₂                 method found the pairs
//!   history          ξ₀      ξ₂                 zero where the pair did not touch in the last step
//! ```
//!
//! Rows are worked through in tiles of whole rows. Bodies are sorted in space, so most others of a
//! tile are bodies of the tile; for those outside it has a list. Inside a tile bodies go by local
//! numbers: first its own, then those outside. The numbers of both bodies of a pair are one word of
//! 11 and 21 bits, so that a list takes little memory and a tile is worked through without rows.
//! Tiles depend on the list alone, never on threads, and so does every sum.

use crate::bodies::Bodies;
use crate::close::Close;
use crate::laws::Symmetry;
use crate::remembered::Remembered;
use crate::rows::Found;
use esker_broad::Threads;
use std::ops::Range;

/// Bodies of a tile: with those outside, their records fill a second-level cache about half.
const TILE: usize = 1 << (u32::BITS - OTHER_BITS);
/// There are so many tiles, for as many threads,
const TILES: usize = 16;
/// unless they had fewer bodies than this,
const SMALL_TILE: usize = 512;
/// or fewer bodies and pairs: what every tile costs is a tenth of what they do then.
const SMALL_WORK: usize = 2560;
/// The bits of a word that have the number of the second body of a pair.
const OTHER_BITS: u32 = 21;
/// The most pairs in the rows of a tile: even if none of the others is a body of the tile, they can
/// be numbered. A body with more has a tile and all bits for itself.
const MOST_PAIRS: usize = (1 << OTHER_BITS) - TILE;

/// Near pairs and what they remember.
#[derive(Clone, Debug, Default)]
pub struct Neighbors {
    /// Where the row of each body begins; one more than bodies.
    pub start: Vec<u32>,
    /// How many numbers are kept for each pair.
    pub stride: usize,
    /// Both bodies of each pair by their numbers inside the tile; before tiles are cut, the place of
    /// the other body, which is the larger one.
    pub(crate) pairs: Vec<u32>,
    pub(crate) tiles: Vec<Tile>,
    /// One for each tile.
    pub(crate) close: Vec<Close>,
    /// The ids of the bodies when the list was made.
    pub(crate) ids: Vec<u32>,
}

/// A run of bodies whose rows are worked through by one thread.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tile {
    pub(crate) bodies: Range<usize>,
    /// Other bodies that rows of the tile name, in order.
    pub(crate) outside: Vec<u32>,
    /// What tiles have for bodies of this one: the number of the tile, and from where to where in
    /// its list of those outside.
    pub(crate) incoming: Vec<(usize, Range<usize>)>,
    /// The tiles of the bodies outside.
    pub(crate) outgoing: Vec<usize>,
}

/// The word of a pair, by the local numbers of both bodies. A body with a tile for itself is number
/// 0, and leaves all bits to the other.
#[inline(always)]
fn word(first: u32, second: u32) -> u32 {
    first << OTHER_BITS | second
}

/// How the numbers of both bodies of a pair share a word.
#[derive(Clone, Copy)]
pub(crate) struct Numbering {
    other_bits: u32,
}

impl Numbering {
    /// The local numbers of both bodies of a pair.
    #[inline(always)]
    pub(crate) fn numbers(self, pair: u32) -> [u32; 2] {
        let pair = u64::from(pair);
        [(pair >> self.other_bits) as u32, (pair & ((1 << self.other_bits) - 1)) as u32]
    }
}

impl Tile {
    /// The local numbers of both bodies of a pair.
    #[inline(always)]
    pub(crate) fn numbers(&self, pair: u32) -> [u32; 2] {
        self.numbering().numbers(pair)
    }

    /// How the pairs of the tile are numbered.
    #[inline(always)]
    pub(crate) fn numbering(&self) -> Numbering {
        Numbering { other_bits: if self.bodies.len() == 1 { u32::BITS } else { OTHER_BITS } }
    }

    /// The local number of the body at a place, if the tile has one for it.
    #[inline(always)]
    fn number_of(&self, place: usize) -> Option<u32> {
        if place < self.bodies.end {
            return place.checked_sub(self.bodies.start).map(|number| number as u32);
        }
        let outside = self.outside.binary_search(&(place as u32)).ok()?;
        Some((self.bodies.len() + outside) as u32)
    }

    /// The place of the body with a local number.
    #[inline(always)]
    pub(crate) fn place(&self, local: u32) -> usize {
        match (local as usize).checked_sub(self.bodies.len()) {
            Some(outside) => self.outside[outside] as usize,
            None => self.bodies.start + local as usize,
        }
    }
}

impl Neighbors {
    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The pairs in the row of a body, as indices into the columns; none for a body that came after
    /// the list was made.
    pub fn row(&self, body: usize) -> Range<usize> {
        match self.start.get(body..body + 2) {
            Some(&[start, end]) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// Where the tiles of so many bodies end; where they would, if the list is of others.
    pub(crate) fn ends(&self, bodies: usize) -> Vec<usize> {
        match self.tiles.last() {
            Some(last) if last.bodies.end == bodies => {
                self.tiles.iter().map(|tile| tile.bodies.end).collect()
            }
            _ => tile_starts(bodies).split_off(1),
        }
    }

    /// The near pairs of a tile.
    pub(crate) fn near(&self, tile: &Tile) -> &[u32] {
        let Range { start, end } = tile.bodies;
        &self.pairs[self.start[start] as usize..self.start[end] as usize]
    }

    /// All pairs: where they stand in the columns, and the places of both bodies, the smaller first.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, [usize; 2])> {
        self.tiles.iter().flat_map(|tile| {
            let Range { start, end } = tile.bodies;
            let pairs = self.start[start] as usize..self.start[end] as usize;
            pairs
                .map(|pair| (pair, tile.numbers(self.pairs[pair]).map(|number| tile.place(number))))
        })
    }

    /// The close pairs, all that touch among them: the places of both bodies, the smaller first, and
    /// the numbers that laws keep.
    pub fn close_pairs(&self) -> impl Iterator<Item = ([usize; 2], impl Iterator<Item = f64>)> {
        self.tiles.iter().zip(&self.close).flat_map(|(tile, close)| {
            close.pairs.iter().enumerate().map(|(index, &pair)| {
                let places = tile.numbers(pair).map(|number| tile.place(number));
                (places, close.history.of(index))
            })
        })
    }

    /// The pairs that remember something: where they stand among all, and the numbers.
    pub(crate) fn remembering(&self) -> impl Iterator<Item = (usize, impl Iterator<Item = f64>)> {
        self.tiles.iter().zip(&self.close).flat_map(move |(tile, close)| {
            let first = self.start[tile.bodies.start] as usize;
            close.remembering().map(move |(pair, history)| {
                (first + self.near(tile).partition_point(|&near| near < pair), history)
            })
        })
    }

    /// Takes what pairs remember, as `remembering` has it.
    pub(crate) fn recall(&mut self, pairs: &[u32], history: &[f64]) {
        let Self { tiles, start, pairs: near, close, stride, .. } = self;
        *close = vec![Close::default(); tiles.len()];
        close.iter_mut().for_each(|close| close.clear(*stride));
        for (index, &pair) in pairs.iter().enumerate() {
            let tile = tiles.partition_point(|tile| start[tile.bodies.end] <= pair);
            let history = &history[index * *stride..][..*stride];
            close[tile].push(near[pair as usize], history.iter().copied());
        }
    }

    /// Gives the memory of near pairs back, which detection needs to find others.
    pub(crate) fn forget_near(&mut self) {
        (self.start, self.pairs) = (Vec::new(), Vec::new());
    }

    /// Takes new pairs of the bodies, which may have been sorted, added and removed since; contacts
    /// that touched get back what they remember.
    ///
    /// Pairs may name images of bodies: their numbers follow those of the bodies, and `images` has
    /// the body of each.
    pub(crate) fn rebuild<const D: usize>(
        &mut self,
        bodies: &Bodies<D>,
        found: Found,
        symmetry: &[Symmetry],
        threads: &Threads,
    ) {
        (self.start, self.pairs) = found.rows(bodies.len(), threads);
        drop(found);
        let old = std::mem::take(&mut self.tiles);
        self.cut_tiles(bodies.len(), threads);
        let of_same_bodies = |(a, b): (&Tile, &Tile)| a.bodies == b.bodies;
        let in_place = self.ids == bodies.id
            && self.stride == symmetry.len()
            && old.len() == self.tiles.len()
            && old.iter().zip(&self.tiles).all(of_same_bodies);
        if in_place {
            return self.renumber(&old, threads);
        }
        let remembered = Remembered::of(self, &old);
        self.stride = symmetry.len();
        self.ids.clone_from(&bodies.id);
        remembered.give_back(self, symmetry, threads);
    }

    /// Gives close pairs the words of the new list, when every body is where it was.
    fn renumber(&mut self, old: &[Tile], threads: &Threads) {
        let mut close = std::mem::take(&mut self.close);
        let work = old.iter().zip(&self.tiles).zip(&mut close);
        threads.for_each(work, |((old, new), close)| {
            let mut near = self.near(new).iter().copied().peekable();
            close.renumber(|pair| {
                let [first, second] = old.numbers(pair);
                let pair = word(first, new.number_of(old.place(second))?);
                while near.next_if(|&near| near < pair).is_some() {}
                near.next_if_eq(&pair)
            });
        });
        self.close = close;
    }

    /// Cuts rows into tiles, and numbers their bodies.
    pub(crate) fn cut_tiles(&mut self, bodies: usize, threads: &Threads) {
        if self.start.is_empty() {
            return;
        }
        let start = &self.start;
        self.tiles.clear();
        let starts = tile_starts(bodies);
        let together = small_tiles_together(bodies, starts.len() - 1, self.pairs.len());
        let cuts = starts[..starts.len() - 1].iter().step_by(together).copied();
        let cuts: Vec<usize> = cuts.chain([bodies]).collect();
        for tile in cuts.windows(2) {
            cut(tile[0]..tile[1], start, &mut self.tiles);
        }
        let mut rest = &mut self.pairs[..];
        let work = self.tiles.iter_mut().map(|tile| {
            let pairs = start[tile.bodies.start] as usize..start[tile.bodies.end] as usize;
            let (pairs, behind) = std::mem::take(&mut rest).split_at_mut(pairs.len());
            rest = behind;
            (tile, pairs)
        });
        threads.for_each(work, |(tile, pairs)| tile.number(start, pairs));
        for from in 0..self.tiles.len() {
            let outside = std::mem::take(&mut self.tiles[from].outside);
            for to in from + 1..self.tiles.len() {
                let end = self.tiles[to].bodies.end as u32;
                let first = outside.partition_point(|&b| b < self.tiles[to].bodies.start as u32);
                let last = first + outside[first..].partition_point(|&body| body < end);
                if first < last {
                    self.tiles[to].incoming.push((from, first..last));
                    self.tiles[from].outgoing.push(to);
                }
                if last == outside.len() {
                    break;
                }
            }
            self.tiles[from].outside = outside;
        }
    }
}

/// How many small tiles are one, if they all have so many bodies and pairs.
fn small_tiles_together(bodies: usize, tiles: usize, pairs: usize) -> usize {
    let (wanted, fit) = ((bodies + pairs) / SMALL_WORK, TILE / bodies.div_ceil(tiles).max(1));
    let enough = |together: &usize| tiles.div_ceil(*together) >= wanted;
    (1..=fit).rev().find(enough).unwrap_or(1)
}

/// Where tiles of so many bodies begin, small ones in small worlds, and the last ends.
pub(crate) fn tile_starts(bodies: usize) -> Vec<usize> {
    let count = bodies.div_ceil(TILE).max(TILES.min(bodies / SMALL_TILE)).max(1);
    (0..=count).map(|tile| bodies * tile / count).collect()
}

/// Makes a tile of these bodies, or two of half of them if they have too many pairs.
fn cut(bodies: Range<usize>, start: &[u32], tiles: &mut Vec<Tile>) {
    let pairs = (start[bodies.end] - start[bodies.start]) as usize;
    if pairs > MOST_PAIRS && bodies.len() > 1 {
        let middle = bodies.start + bodies.len() / 2;
        cut(bodies.start..middle, start, tiles);
        cut(middle..bodies.end, start, tiles);
    } else {
        tiles.push(Tile { bodies, ..Tile::default() });
    }
}

impl Tile {
    /// Lists the bodies outside and gives both bodies of each pair their local numbers, in place of
    /// that of the other.
    fn number(&mut self, start: &[u32], pairs: &mut [u32]) {
        let Range { start: first, end } = self.bodies;
        self.outside.extend(pairs.iter().copied().filter(|&other| other as usize >= end));
        self.outside.sort_unstable();
        self.outside.dedup();
        self.outside.shrink_to_fit();
        let begin = start[first] as usize;
        for body in first..end {
            for pair in &mut pairs[start[body] as usize - begin..start[body + 1] as usize - begin] {
                let second = self.number_of(*pair as usize).expect("it is in the tile or outside");
                *pair = word((body - first) as u32, second);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tiles of so many bodies, each with so many pairs.
    fn tiles(bodies: usize, pairs_each: usize) -> Vec<Tile> {
        let start = (0..=bodies).map(|body| (body * pairs_each) as u32).collect();
        // Which bodies they are does not matter here: all of them pair with the last.
        let pairs = vec![bodies.saturating_sub(1) as u32; bodies * pairs_each];
        let mut list = Neighbors { start, pairs, ..Neighbors::default() };
        list.cut_tiles(bodies, &Threads::one());
        list.tiles
    }

    #[test]
    fn every_body_has_a_tile_and_no_tile_has_too_many() {
        for bodies in [0, 1, 511, 512, 1024, 2049, 5000, 16_000, 32_768, 33_000, 100_000] {
            for pairs_each in [0, 1, 4] {
                let mut end = 0;
                for tile in tiles(bodies, pairs_each) {
                    assert!(tile.bodies.start == end && tile.bodies.len() <= TILE);
                    end = tile.bodies.end;
                }
                assert_eq!(end, bodies);
            }
        }
    }

    #[test]
    fn small_worlds_have_small_tiles_unless_they_are_sparse() {
        let count = |bodies, pairs_each| tiles(bodies, pairs_each).len();
        assert_eq!([1000, 3000, 8192, 20_000].map(|bodies| count(bodies, 4)), [1, 5, 16, 16]);
        assert_eq!([1000, 3000, 8192, 20_000].map(|bodies| count(bodies, 0)), [1, 2, 4, 16]);
        assert_eq!(count(100_000, 4), 49);
    }
}
