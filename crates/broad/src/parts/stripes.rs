//! Stripes: sections of a sorted axis with their border zones (Perkins 1999, 5.2).
//!
//! ```text
//!   ends on the axis     a( b( a) c( d( b) c) e( d) e)
//!   own: a, b            |---|                            what begins in the section
//!   border zone: c, d         |---------|                 what begins later, but before the highest
//!                                                         upper end of the stripe's own: here b)
//! ```
//!
//! A pair belongs to the stripe that owns the one of the two that begins first on the axis. That
//! stripe holds the other too, as its own or in its border zone, so each pair comes exactly once,
//! and in integers: a body is a stripe's own if its lower rank is below the stripe's limit.
//!
//! Cost: one sort of a stripe's members, and in the sweep as many steps per body as the stripe is
//! thick. Memory: that of the largest stripe.

use crate::Objects;
use crate::pairs::Report;
use crate::parts::ends::{End, Key};
use crate::parts::ranks::RankBox;

/// One body in a stripe; its ranks are those within the lists of the stripe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member<const D: usize> {
    pub(crate) object: u32,
    pub(crate) ranks: RankBox<D>,
}

/// A section of an axis, in ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stripe {
    /// The first lower end that is the stripe's own.
    pub(crate) start: u32,
    /// The rank after the last lower end of its own; the border zone begins here.
    pub(crate) limit: u32,
    /// The highest upper end of its own; the border zone ends here.
    pub(crate) end: u32,
}

/// Members with their ends sorted along one axis: what is cut into stripes.
#[derive(Clone, Copy)]
pub(crate) struct Band<'a, const D: usize> {
    pub(crate) axis: usize,
    pub(crate) ends: &'a [End],
    pub(crate) members: &'a [Member<D>],
}

impl<const D: usize> Band<'_, D> {
    /// Cuts the band into so many stripes with equal numbers of members of their own.
    pub(crate) fn cut(&self, parts: usize) -> Vec<Stripe> {
        let ranks = 0..self.ends.len() as u32;
        let lower: Vec<u32> = ranks.filter(|&rank| self.ends[rank as usize].is_lower()).collect();
        let stripe = |own: &[u32]| Stripe {
            start: own[0],
            limit: own[own.len() - 1] + 1,
            end: own.iter().map(|&rank| self.at(rank).ranks.high[self.axis]).max().unwrap_or(0),
        };
        lower.chunks(lower.len().div_ceil(parts).max(1)).map(stripe).collect()
    }

    fn at(&self, rank: u32) -> &Member<D> {
        &self.members[self.ends[rank as usize].object() as usize]
    }

    /// The members that begin in this part of the band, in order.
    fn begin_in(&self, from: u32, to: u32) -> impl Iterator<Item = &Member<D>> {
        let part = self.ends[from as usize..to as usize].iter();
        part.filter(|end| end.is_lower()).map(|end| &self.members[end.object() as usize])
    }

    /// The stripe's own members.
    pub(crate) fn own(&self, stripe: &Stripe) -> impl Iterator<Item = &Member<D>> {
        self.begin_in(stripe.start, stripe.limit)
    }

    /// The stripe's own members and those of its border zone.
    fn all(&self, stripe: &Stripe) -> impl Iterator<Item = &Member<D>> {
        self.begin_in(stripe.start, stripe.limit.max(stripe.end))
    }
}

/// The room in which a stripe's members are sorted along the next axis.
#[derive(Default)]
pub(crate) struct Room<const D: usize> {
    keys: Vec<Key>,
    ends: Vec<End>,
    members: Vec<Member<D>>,
}

impl<const D: usize> Room<D> {
    /// Gathers the members of a stripe and sorts their ends along the next axis: a new order in
    /// every stripe, hence a quicksort, as the paper advises.
    pub(crate) fn sort(
        &mut self,
        objects: &Objects<D>,
        band: &Band<D>,
        stripe: &Stripe,
    ) -> Band<'_, D> {
        let axis = band.axis + 1;
        self.members.clear();
        self.members.extend(band.all(stripe));
        self.keys.clear();
        for (index, member) in self.members.iter().enumerate() {
            let around = objects.box_of(member.object);
            self.keys.push(Key::new(around.low[axis], End::lower(index as u32)));
            self.keys.push(Key::new(around.high[axis], End::upper(index as u32)));
        }
        self.keys.sort_unstable();
        self.ends.clear();
        self.ends.extend(self.keys.iter().map(|key| key.end()));
        for (rank, end) in self.ends.iter().enumerate() {
            self.members[end.object() as usize].ranks.set(axis, *end, rank);
        }
        Band { axis, ends: &self.ends, members: &self.members }
    }
}

/// The search along the last axis, where the lists are short.
///
/// A stripe was cut on every axis before the last, and a pair belongs to it if on each of them one of
/// the two is the stripe's own: then so is the one that begins first. A target in a border zone is
/// therefore matched only with those that are own where it is not. For each set of axes (bit by
/// bit) there is a list of the members that are own on all of them. So one giant, whose border zone
/// is half the world, does not have all that dust compared with itself.
pub(crate) struct Sweep<const D: usize> {
    own_on: Vec<Vec<Member<D>>>,
    passed: Vec<usize>,
}

impl<const D: usize> Sweep<D> {
    pub(crate) fn new() -> Self {
        Self { own_on: vec![Vec::new(); 1 << (D - 1)], passed: vec![0; 1 << (D - 1)] }
    }

    /// Reports the pairs that belong to a stripe with these limits on the axes before the last.
    pub(crate) fn report(&mut self, band: &Band<D>, limits: &[u32; D], report: &mut Report<D>) {
        self.list(band, limits);
        self.passed.fill(0);
        let all_axes = self.passed.len() - 1;
        for target in &self.own_on[0] {
            let own = own_axes(target, limits);
            subsets(own).for_each(|axes| self.passed[axes] += 1);
            let needed = all_axes & !own;
            for other in &self.own_on[needed][self.passed[needed]..] {
                if other.ranks.low[D - 1] > target.ranks.high[D - 1] {
                    break;
                }
                if (0..D - 1).all(|axis| target.ranks.touches_on(axis, &other.ranks)) {
                    report.pair(target.object, other.object);
                }
            }
        }
    }

    fn list(&mut self, band: &Band<D>, limits: &[u32; D]) {
        self.own_on.iter_mut().for_each(Vec::clear);
        for member in band.begin_in(0, band.ends.len() as u32) {
            subsets(own_axes(member, limits)).for_each(|axes| self.own_on[axes].push(*member));
        }
    }
}

/// The axes, as bits, on which a member is its stripe's own.
fn own_axes<const D: usize>(member: &Member<D>, limits: &[u32; D]) -> usize {
    (0..D - 1).map(|axis| usize::from(member.ranks.low[axis] < limits[axis]) << axis).sum()
}

/// All sets of axes inside a set of axes, bit by bit.
fn subsets(axes: usize) -> impl Iterator<Item = usize> {
    (0..=axes).filter(move |subset| subset & !axes == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The drawing at the head of this file.
    #[test]
    fn a_border_zone_ends_at_the_highest_upper_end() {
        let [a, b, c, d, e] = [0, 1, 2, 3, 4];
        let (lower, upper) = (End::lower, End::upper);
        let ends = [lower(a), lower(b), upper(a), lower(c), lower(d)];
        let ends = [&ends[..], &[upper(b), upper(c), lower(e), upper(d), upper(e)]].concat();
        let mut members: Vec<_> =
            (0..5).map(|object| Member { object, ranks: RankBox::<2>::UNSET }).collect();
        for (rank, end) in ends.iter().enumerate() {
            members[end.object() as usize].ranks.set(0, *end, rank);
        }
        let band = Band { axis: 0, ends: &ends, members: &members };
        let stripes = band.cut(2);
        assert_eq!(stripes[0], Stripe { start: 0, limit: 4, end: 6 });
        assert_eq!(stripes[1], Stripe { start: 4, limit: 8, end: 9 });
        let stripes = band.cut(3);
        let names = |stripe| band.all(stripe).map(|member| member.object).collect::<Vec<_>>();
        assert_eq!(
            stripes.iter().map(names).collect::<Vec<_>>(),
            [vec![0, 1, 2, 3], vec![2, 3, 4], vec![4]]
        );
    }

    #[test]
    fn subsets_are_all_sets_inside() {
        assert_eq!(subsets(0).collect::<Vec<_>>(), [0]);
        assert_eq!(subsets(2).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(subsets(3).collect::<Vec<_>>(), [0, 1, 2, 3]);
    }
}
