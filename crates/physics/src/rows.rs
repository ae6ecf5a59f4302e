//! Rows of near pairs, sorted from what a method found.
//!
//! ```text
//!   found          2·7  4·9  3·4  2·5 …     in any order, perhaps with images of bodies
//!   rows      2:   5  7                     each pair once, in the row of the smaller place
//!             3:   4
//!             4:   9
//! ```
//!
//! Every thread goes through all pairs, which is cheap, and has the rows of its share of the bodies,
//! which it jumps about in.

use esker_broad::{PairList, Threads};

/// What detection found.
pub(crate) struct Found {
    /// Pairs of bodies, and of bodies and images of bodies, which are numbered from the bodies on.
    pub(crate) pairs: PairList,
    /// Whose images they are.
    pub(crate) images: Vec<u32>,
}

impl Found {
    /// Where the row of each of so many bodies begins, one more than bodies, and the other bodies of
    /// all pairs, row by row and in order.
    pub(crate) fn rows(&self, bodies: usize, threads: &Threads) -> (Vec<u32>, Vec<u32>) {
        let kept = || {
            let all = self.pairs.tiles().flatten();
            all.filter_map(|&pair| self.pair_of_bodies(pair, bodies))
        };
        let share = bodies.div_ceil(threads.count()).max(1);
        let mut start = vec![0; bodies + 1];
        let shares = start[..bodies].chunks_mut(share).zip((0..).step_by(share));
        threads.for_each(shares, |(counts, first)| {
            kept().for_each(|[a, _]| {
                if let Some(count) = counts.get_mut((a as usize).wrapping_sub(first)) {
                    *count += 1;
                }
            });
        });
        let mut sum = 0;
        for start in &mut start {
            sum += std::mem::replace(start, sum);
        }
        let mut others = vec![0; sum as usize];
        let begins: Vec<u32> = start.iter().copied().step_by(share).chain([sum]).collect();
        let mut rest = &mut others[..];
        let shares = start[..bodies].chunks_mut(share).zip((0..).step_by(share));
        let shares = shares.zip(begins.windows(2)).filter_map(|((next, first), ends)| {
            let others = rest.split_off_mut(..(ends[1] - ends[0]) as usize)?;
            Some((next, first, ends[0], others))
        });
        threads.for_each(shares, |(next, first, from, others)| {
            kept().for_each(|[a, b]| {
                if let Some(next) = next.get_mut((a as usize).wrapping_sub(first)) {
                    others[(*next - from) as usize] = b;
                    *next += 1;
                }
            });
            let mut begin = from;
            for &mut end in next {
                let row = &mut others[(begin - from) as usize..(end - from) as usize];
                if !row.is_sorted() {
                    row.sort_unstable();
                }
                begin = end;
            }
        });
        // Every row was filled from its begin to its end, where the next begins.
        start.rotate_right(1);
        start[0] = 0;
        if !self.images.is_empty() {
            drop_repeated(&mut start, &mut others);
        }
        (start, others)
    }

    /// A pair that may name images, as one of bodies; each pair once, from the side of the smaller
    /// place.
    #[inline(always)]
    fn pair_of_bodies(&self, [a, b]: [u32; 2], bodies: usize) -> Option<[u32; 2]> {
        // a < b, so that a is a body whenever one of them is.
        let Some(image) = (b as usize).checked_sub(bodies) else { return Some([a, b]) };
        let body = self.images[image];
        ((a as usize) < bodies && a < body).then_some([a, body])
    }
}

/// Bodies near each other on both sides of a small periodic box are one pair all the same.
fn drop_repeated(start: &mut [u32], others: &mut Vec<u32>) {
    let (mut kept, mut begin) = (0, 0);
    for start in &mut start[1..] {
        let (row, end) = (kept, *start as usize);
        for pair in begin..end {
            let other = others[pair];
            if kept == row || others[kept - 1] != other {
                others[kept] = other;
                kept += 1;
            }
        }
        *start = kept as u32;
        begin = end;
    }
    others.truncate(kept);
}
