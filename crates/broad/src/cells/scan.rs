//! Testing one body against a run of bodies: the innermost loop of all.
//!
//! A run is tested 8 bodies at a time with AVX-512, 4 with AVX2, one at a time elsewhere; the choice
//! is made once per tile when the program runs. The three decide every pair alike, because all of
//! them compute what [`esker_geom::spheres_touch`] says, operation by operation. Hits are packed
//! without a branch: the lanes that touch are squeezed together and stored whole, and the end of the
//! list moves on by their number. What a store leaves beyond that end is overwritten by the next.
//!
//! This is the one module of the crate with `unsafe` code.

use crate::pairs::SLICE;
use crate::{Objects, Pair};
use std::marker::PhantomData;

/// The most bodies tested at once: columns and lists have so much room to spare.
const SPARE: usize = 8;

/// Bodies in sorted order, a column for each number, with room for a whole vector beyond the last.
#[derive(Clone, Debug)]
pub(crate) struct Columns<const D: usize> {
    pub(crate) centers: [Vec<f64>; D],
    pub(crate) radii: Vec<f64>,
    pub(crate) ids: Vec<u32>,
    length: usize,
}

impl<const D: usize> Default for Columns<D> {
    fn default() -> Self {
        let centers = std::array::from_fn(|_| vec![0.0; SPARE]);
        Self { centers, radii: vec![0.0; SPARE], ids: vec![0; SPARE], length: 0 }
    }
}

impl<const D: usize> Columns<D> {
    /// Makes room for so many bodies; what the columns hold is arbitrary until it is written.
    pub(crate) fn resize(&mut self, length: usize) {
        self.centers.iter_mut().for_each(|column| column.resize(length + SPARE, 0.0));
        self.radii.resize(length + SPARE, 0.0);
        self.ids.resize(length + SPARE, 0);
        self.length = length;
    }

    /// The columns cut into parts of so many bodies, for several hands to fill.
    pub(crate) fn parts(&mut self, size: usize) -> Vec<Part<'_, D>> {
        let (length, size) = (self.length, size.max(1));
        let mut centers = self.centers.each_mut().map(|column| column[..length].chunks_mut(size));
        let radii = self.radii[..length].chunks_mut(size);
        let ids = self.ids[..length].chunks_mut(size);
        radii
            .zip(ids)
            .map(|(radii, ids)| {
                let centers = centers.each_mut().map(|parts| parts.next().unwrap_or_default());
                Part { centers, radii, ids }
            })
            .collect()
    }

    /// The number of bodies.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    #[inline(always)]
    pub(crate) fn center(&self, slot: usize) -> [f64; D] {
        std::array::from_fn(|axis| self.centers[axis][slot])
    }
}

/// A part of the columns.
pub(crate) struct Part<'a, const D: usize> {
    centers: [&'a mut [f64]; D],
    radii: &'a mut [f64],
    ids: &'a mut [u32],
}

impl<const D: usize> Part<'_, D> {
    /// Writes one object.
    #[inline(always)]
    pub(crate) fn put(&mut self, slot: usize, objects: &Objects<D>, id: u32) {
        let center = &objects.centers()[id as usize];
        for axis in 0..D {
            self.centers[axis][slot] = center[axis];
        }
        self.radii[slot] = objects.radii()[id as usize];
        self.ids[slot] = id;
    }
}

/// Pairs on their way to the caller: a slice that is handed on when it is full.
pub(crate) struct Listing<'a, const D: usize> {
    objects: &'a Objects<'a, D>,
    pairs: Box<[Pair; SLICE + SPARE]>,
    length: usize,
    action: &'a mut dyn FnMut(&[Pair]),
}

impl<'a, const D: usize> Listing<'a, D> {
    pub(crate) fn new(objects: &'a Objects<'a, D>, action: &'a mut dyn FnMut(&[Pair])) -> Self {
        Self { objects, pairs: Box::new([[0; 2]; SLICE + SPARE]), length: 0, action }
    }

    #[cold]
    fn hand_on(&mut self) {
        let mut length = self.length;
        if self.objects.leaves_pairs_out() {
            length = 0;
            for index in 0..self.length {
                let pair = self.pairs[index];
                self.pairs[length] = pair;
                length += usize::from(self.objects.may_pair(pair[0], pair[1]));
            }
        }
        if length > 0 {
            (self.action)(&self.pairs[..length]);
        }
        self.length = 0;
    }
}

impl<const D: usize> Drop for Listing<'_, D> {
    fn drop(&mut self) {
        self.hand_on();
    }
}

/// One body to be tested against others.
#[derive(Clone, Copy)]
pub(crate) struct Probe<const D: usize> {
    pub(crate) center: [f64; D],
    pub(crate) radius: f64,
    pub(crate) id: u32,
}

impl<const D: usize> Probe<D> {
    /// The body in a slot of the columns.
    #[inline(always)]
    pub(crate) fn of(columns: &Columns<D>, slot: usize) -> Self {
        Self { center: columns.center(slot), radius: columns.radii[slot], id: columns.ids[slot] }
    }
}

/// A search that can be compiled for each kind of processor.
pub(crate) trait Search<const D: usize> {
    /// Runs the whole search, testing runs of bodies by `scanner`.
    fn search<L: Lanes>(&self, scanner: &mut Scanner<'_, '_, D, L>);
}

/// Runs a search with the best instructions that this processor has.
pub(crate) fn search<const D: usize>(search: &impl Search<D>, listing: &mut Listing<'_, D>) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        if has!("avx512f") && has!("avx512vl") && has!("bmi2") && has!("popcnt") {
            // SAFETY: the processor has the features that the function is compiled for.
            return unsafe { search_avx512(search, listing) };
        }
        if has!("avx2") && has!("bmi2") && has!("popcnt") {
            // SAFETY: as above.
            return unsafe { search_avx2(search, listing) };
        }
    }
    search.search(&mut Scanner::<D, Scalar> { listing, lanes: PhantomData });
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,popcnt,lzcnt")]
fn search_avx512<const D: usize>(search: &impl Search<D>, listing: &mut Listing<'_, D>) {
    search.search(&mut Scanner::<D, x86::Avx512> { listing, lanes: PhantomData });
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn search_avx2<const D: usize>(search: &impl Search<D>, listing: &mut Listing<'_, D>) {
    search.search(&mut Scanner::<D, x86::Avx2> { listing, lanes: PhantomData });
}

/// Tests runs and lists the hits.
pub(crate) struct Scanner<'s, 'a, const D: usize, L> {
    listing: &'s mut Listing<'a, D>,
    lanes: PhantomData<L>,
}

impl<const D: usize, L: Lanes> Scanner<'_, '_, D, L> {
    /// Lists the probe with every body of the run that it touches.
    #[inline(always)]
    pub(crate) fn scan(&mut self, probe: &Probe<D>, columns: &Columns<D>, run: (usize, usize)) {
        let (mut slot, end) = run;
        assert!(end <= columns.len());
        // A run is rarely longer than a vector and often empty: testing first and looking at the
        // end afterwards saves a branch that would be hard to foresee.
        loop {
            let rest = (end as isize - slot as isize).clamp(0, 63);
            // SAFETY: slot <= columns.len() (it starts at most one past the end of the bodies and
            // goes on only while below `end`), and every column has SPARE >= WIDTH numbers beyond;
            // `length` < SLICE here, and the list has SPARE pairs of room beyond SLICE.
            unsafe {
                let touching = L::touching(probe, columns, slot) & ((1u64 << rest) - 1) as u32;
                let list = self.listing.pairs.as_mut_ptr().cast::<Pair>().add(self.listing.length);
                L::append(touching, columns.ids.as_ptr().add(slot), probe.id, list);
                self.listing.length += touching.count_ones() as usize;
            }
            if self.listing.length >= SLICE {
                self.listing.hand_on();
            }
            slot += L::WIDTH;
            if slot >= end {
                return;
            }
        }
    }
}

/// How many bodies are tested at once, and how.
pub(crate) trait Lanes {
    /// The number of bodies, at most SPARE.
    const WIDTH: usize;

    /// A bit for each of the WIDTH bodies from this slot on: set if the probe touches it.
    ///
    /// # Safety
    /// The columns hold WIDTH numbers from `slot` on.
    unsafe fn touching<const D: usize>(probe: &Probe<D>, columns: &Columns<D>, slot: usize) -> u32;

    /// Writes a pair for each set bit, in order; up to WIDTH pairs of the list may be overwritten.
    ///
    /// # Safety
    /// `ids` can be read and `list` be written WIDTH times.
    unsafe fn append(touching: u32, ids: *const u32, id: u32, list: *mut Pair);
}

/// One body at a time: the slow twin, and the way of processors we know nothing of.
pub(crate) struct Scalar;

impl Lanes for Scalar {
    const WIDTH: usize = 1;

    #[inline(always)]
    unsafe fn touching<const D: usize>(probe: &Probe<D>, columns: &Columns<D>, slot: usize) -> u32 {
        let (center, radius) = (columns.center(slot), columns.radii[slot]);
        u32::from(esker_geom::spheres_touch(&probe.center, probe.radius, &center, radius))
    }

    #[inline(always)]
    unsafe fn append(_: u32, ids: *const u32, id: u32, list: *mut Pair) {
        // SAFETY: the caller's promise.
        unsafe {
            let other = *ids;
            *list = [id.min(other), id.max(other)];
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Columns, Lanes, Pair, Probe};
    use std::arch::x86_64::*;

    pub(super) struct Avx512;

    impl Lanes for Avx512 {
        const WIDTH: usize = 8;

        #[inline(always)]
        unsafe fn touching<const D: usize>(probe: &Probe<D>, columns: &Columns<D>, slot: usize) -> u32 {
            // SAFETY: compiled only into functions that enable the features; the caller's promise.
            unsafe {
                let mut sum = _mm512_setzero_pd();
                for axis in 0..D {
                    let other = _mm512_loadu_pd(columns.centers[axis].as_ptr().add(slot));
                    let difference = _mm512_sub_pd(_mm512_set1_pd(probe.center[axis]), other);
                    sum = _mm512_add_pd(sum, _mm512_mul_pd(difference, difference));
                }
                let radii = _mm512_loadu_pd(columns.radii.as_ptr().add(slot));
                let reach = _mm512_add_pd(_mm512_set1_pd(probe.radius), radii);
                u32::from(_mm512_cmp_pd_mask::<_CMP_LE_OQ>(sum, _mm512_mul_pd(reach, reach)))
            }
        }

        #[inline(always)]
        unsafe fn append(touching: u32, ids: *const u32, id: u32, list: *mut Pair) {
            // SAFETY: as above.
            unsafe {
                let others = _mm256_maskz_compress_epi32(touching as u8, _mm256_loadu_si256(ids.cast()));
                let id = _mm256_set1_epi32(id as i32);
                let low = _mm512_cvtepu32_epi64(_mm256_min_epu32(id, others));
                let high = _mm512_cvtepu32_epi64(_mm256_max_epu32(id, others));
                let pairs = _mm512_or_si512(low, _mm512_slli_epi64::<32>(high));
                _mm512_storeu_si512(list.cast(), pairs);
            }
        }
    }

    pub(super) struct Avx2;

    /// For each set of four lanes, the bytes that squeeze them to the front.
    const SQUEEZE: [[u8; 16]; 16] = {
        let mut table = [[0x80; 16]; 16];
        let mut set = 0;
        while set < 16 {
            let (mut lane, mut to) = (0, 0);
            while lane < 4 {
                if set >> lane & 1 == 1 {
                    let mut byte = 0;
                    while byte < 4 {
                        table[set][4 * to + byte] = (4 * lane + byte) as u8;
                        byte += 1;
                    }
                    to += 1;
                }
                lane += 1;
            }
            set += 1;
        }
        table
    };

    impl Lanes for Avx2 {
        const WIDTH: usize = 4;

        #[inline(always)]
        unsafe fn touching<const D: usize>(probe: &Probe<D>, columns: &Columns<D>, slot: usize) -> u32 {
            // SAFETY: compiled only into functions that enable the features; the caller's promise.
            unsafe {
                let mut sum = _mm256_setzero_pd();
                for axis in 0..D {
                    let other = _mm256_loadu_pd(columns.centers[axis].as_ptr().add(slot));
                    let difference = _mm256_sub_pd(_mm256_set1_pd(probe.center[axis]), other);
                    sum = _mm256_add_pd(sum, _mm256_mul_pd(difference, difference));
                }
                let radii = _mm256_loadu_pd(columns.radii.as_ptr().add(slot));
                let reach = _mm256_add_pd(_mm256_set1_pd(probe.radius), radii);
                let touching = _mm256_cmp_pd::<_CMP_LE_OQ>(sum, _mm256_mul_pd(reach, reach));
                _mm256_movemask_pd(touching) as u32
            }
        }

        #[inline(always)]
        unsafe fn append(touching: u32, ids: *const u32, id: u32, list: *mut Pair) {
            // SAFETY: as above; `touching` has four bits.
            unsafe {
                let squeeze = _mm_loadu_si128(SQUEEZE[touching as usize & 15].as_ptr().cast());
                let others = _mm_shuffle_epi8(_mm_loadu_si128(ids.cast()), squeeze);
                let id = _mm_set1_epi32(id as i32);
                let (low, high) = (_mm_min_epu32(id, others), _mm_max_epu32(id, others));
                let list = list.cast::<__m128i>();
                _mm_storeu_si128(list, _mm_unpacklo_epi32(low, high));
                _mm_storeu_si128(list.add(1), _mm_unpackhi_epi32(low, high));
            }
        }
    }
}
