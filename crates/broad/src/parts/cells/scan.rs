//! Testing one body against a run of bodies: the innermost loop of all.
//!
//! ```text
//!   run a   [ o o o ] .      four bodies of one run and four of another are tested together,
//!   run b   [ o o ] . .      because runs are short: three cells of about one body each
//!   mask      1 0 1 0 0 1 0 0   ->   pairs (probe, a0), (probe, a2), (probe, b1)
//! ```
//!
//! The choice between AVX-512, AVX2 and plain code is made once per tile when the program runs. The
//! three decide every pair alike, because all of them compute what [`esker_geom::spheres_touch`] says,
//! operation by operation. Hits are packed without a branch: the lanes that touch are squeezed
//! together and stored whole, and the end of the list moves on by their number. What a store leaves
//! beyond that end is overwritten by the next.
//!
//! This folder is the one place of the crate with `unsafe` code.

use super::block::{Hit, Hits, MOST_HITS};
use super::columns::{Probe, SPARE, View};
use super::lanes::{Lanes, Scalar, WIDTH};
#[cfg(target_arch = "x86_64")]
use super::x86;
use crate::pairs::SLICE;
use crate::{Objects, Pair};
use std::marker::PhantomData;

/// The room behind a list: a slice, and what is added at most before it is taken up, by two probes or
/// by the hits of a block.
const ROOM: usize = SLICE + SPARE * MOST_HITS;

/// Pairs on their way to the caller: into a list, or through it slice by slice to an action.
pub(crate) struct Listing<'a, const D: usize> {
    pub(crate) objects: &'a Objects<'a, D>,
    pub(crate) list: &'a mut Vec<Pair>,
    pub(crate) action: Option<Action<'a>>,
}

/// Where slices of pairs go.
type Action<'a> = &'a mut dyn FnMut(&[Pair]);

impl<const D: usize> Listing<'_, D> {
    /// What is listed goes to an action.
    pub(crate) fn hand_on(
        objects: &Objects<D>,
        action: &mut dyn FnMut(&[Pair]),
        list_pairs: impl FnOnce(&mut Listing<'_, D>),
    ) {
        let mut hand_on = |slice: &[Pair]| action(slice);
        list_pairs(&mut Listing { objects, list: &mut Vec::new(), action: Some(&mut hand_on) });
    }

    /// Takes up the so many pairs written behind the end of the list, less those that are left out,
    /// and returns where the next ROOM pairs may be written.
    ///
    /// # Safety
    /// That many pairs have been written where the last call said, or none.
    #[cold]
    #[inline(never)]
    unsafe fn take(&mut self, count: usize) -> *mut Pair {
        let begin = self.list.len();
        // SAFETY: the pairs are written and lie inside what was reserved.
        unsafe { self.list.set_len(begin + count) };
        if self.objects.leaves_pairs_out() {
            let mut kept = begin;
            for index in begin..self.list.len() {
                let pair = self.list[index];
                self.list[kept] = pair;
                kept += usize::from(self.objects.may_pair(pair[0], pair[1]));
            }
            self.list.truncate(kept);
        }
        if let Some(action) = self.action.as_mut().filter(|_| !self.list.is_empty()) {
            action(self.list);
            self.list.clear();
        }
        self.list.reserve(ROOM);
        self.list.spare_capacity_mut().as_mut_ptr().cast()
    }
}

/// A run of bodies: so many slots from the first on.
#[derive(Clone, Copy, Default)]
pub(crate) struct Run {
    begin: usize,
    length: usize,
}

impl Run {
    /// The slots from the first up to, not including, the second.
    #[inline(always)]
    pub(crate) fn of((begin, end): (usize, usize)) -> Self {
        debug_assert!(begin <= end);
        Self { begin, length: end - begin }
    }

    /// A bit for each of the next WIDTH slots that belongs to the run.
    #[inline(always)]
    fn lanes(self) -> u32 {
        (1 << self.length.min(WIDTH)) - 1
    }

    /// What is left of the run behind the next WIDTH slots.
    #[inline(always)]
    fn behind(self) -> Self {
        let step = self.length.min(WIDTH);
        Self { begin: self.begin + step, length: self.length - step }
    }
}

/// A search that can be compiled for each kind of processor.
pub(crate) trait Search<const D: usize> {
    /// Runs the whole search, testing runs of bodies by `scanner`.
    fn search<L: Lanes>(&self, scanner: Scanner<'_, '_, D, L>);
}

/// Runs a search with the best instructions that this processor has.
pub(crate) fn search<const D: usize>(search: &impl Search<D>, listing: &mut Listing<'_, D>) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        let bits = has!("bmi1") && has!("bmi2") && has!("popcnt") && has!("lzcnt");
        if bits && has!("avx2") && has!("avx512f") && has!("avx512vl") {
            // SAFETY: the processor has the features that the function is compiled for.
            return unsafe { search_avx512(search, listing) };
        }
        if bits && has!("avx2") {
            // SAFETY: as above.
            return unsafe { search_avx2(search, listing) };
        }
    }
    search_by::<D, Scalar>(search, listing);
}

/// Runs a search with these lanes.
#[inline(always)]
pub(super) fn search_by<const D: usize, L: Lanes>(
    search: &impl Search<D>,
    listing: &mut Listing<'_, D>,
) {
    search.search(Scanner::<D, L>::new(listing));
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,popcnt,lzcnt")]
fn search_avx512<const D: usize>(search: &impl Search<D>, listing: &mut Listing<'_, D>) {
    search_by::<D, x86::Avx512>(search, listing);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn search_avx2<const D: usize>(search: &impl Search<D>, listing: &mut Listing<'_, D>) {
    search_by::<D, x86::Avx2>(search, listing);
}

/// Tests runs and lists the hits. The number of listed pairs lives here, in a register.
pub(crate) struct Scanner<'s, 'a, const D: usize, L> {
    listing: &'s mut Listing<'a, D>,
    list: *mut Pair,
    length: usize,
    lanes: PhantomData<L>,
}

impl<'s, 'a, const D: usize, L: Lanes> Scanner<'s, 'a, D, L> {
    #[inline(always)]
    fn new(listing: &'s mut Listing<'a, D>) -> Self {
        // SAFETY: nothing has been written.
        let list = unsafe { listing.take(0) };
        Self { listing, list, length: 0, lanes: PhantomData }
    }

    /// Lists each probe with every body of two runs that it touches, as far as its mask allows: a bit
    /// for each of the first WIDTH bodies of the first run, then for those of the second.
    ///
    /// # Safety
    /// Both runs lie inside the columns of this view.
    #[inline(always)]
    pub(crate) unsafe fn scan<const P: usize>(
        &mut self,
        probes: &[Probe<D>; P],
        masks: [u32; P],
        view: View<'_, D>,
        runs: [Run; 2],
    ) {
        let ([mut a, mut b], mut masks) = (runs, masks);
        // Most runs fit and many are empty: testing first and looking at the ends afterwards saves a
        // branch that would be hard to foresee.
        loop {
            let inside = a.lanes() | b.lanes() << WIDTH;
            // SAFETY: both runs begin at most one past the last body, and every column has SPARE
            // numbers more.
            let others = unsafe { L::load(&view, [a.begin, b.begin]) };
            let mut touching = [0; P];
            for index in 0..P {
                // SAFETY: this search is compiled for a processor that can do it.
                touching[index] =
                    unsafe { L::touching(&probes[index], &others, inside & masks[index]) };
            }
            if touching != [0; P] {
                for index in 0..P {
                    // SAFETY: the list has SLICE + P SPARE pairs of room, and had fewer than SLICE.
                    unsafe {
                        let list = self.list.add(self.length);
                        L::append(touching[index], &others, probes[index].id, list);
                    }
                    self.length += touching[index].count_ones() as usize;
                }
                if self.length >= SLICE {
                    // SAFETY: `length` pairs have been written to the place that it returned before.
                    self.list = unsafe { self.listing.take(self.length) };
                    self.length = 0;
                }
            }
            if a.length.max(b.length) <= WIDTH {
                return;
            }
            (a, b) = (a.behind(), b.behind());
            // Masks are about the first bodies of a run: behind those, a granted run is granted whole.
            masks = masks.map(|mask| if mask == 0 { 0 } else { u32::MAX });
        }
    }

    /// Lists the hits of a block of bodies.
    #[inline(always)]
    pub(super) fn list_hits(&mut self, bodies: &L::Bodies<D>, hits: &Hits) {
        for &Hit { id, touching } in hits.iter() {
            // SAFETY: the list has room for SLICE pairs and SPARE for each of MOST_HITS, and had fewer
            // than SLICE.
            unsafe { L::append(touching, bodies, id, self.list.add(self.length)) };
            self.length += touching.count_ones() as usize;
        }
        if self.length >= SLICE {
            // SAFETY: as in `scan`.
            self.list = unsafe { self.listing.take(self.length) };
            self.length = 0;
        }
    }

    /// Hands on what is left.
    #[inline(always)]
    pub(crate) fn finish(self) {
        // SAFETY: as in `scan`.
        unsafe { self.listing.take(self.length) };
    }
}

/// What a search lists on every kind of processor that this one can be, plain code first.
#[cfg(test)]
pub(crate) fn by_every_kind<const D: usize>(
    wanted: &impl Search<D>,
    objects: &Objects<D>,
) -> Vec<Vec<Pair>> {
    let [mut plain, mut best] = [Vec::new(), Vec::new()];
    search_by::<D, Scalar>(wanted, &mut Listing { objects, list: &mut plain, action: None });
    search(wanted, &mut Listing { objects, list: &mut best, action: None });
    let mut lists = vec![plain, best];
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        let mut list = Vec::new();
        // SAFETY: the processor has AVX2, and with it the other features.
        unsafe { search_avx2(wanted, &mut Listing { objects, list: &mut list, action: None }) };
        lists.push(list);
    }
    lists
}
