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

use crate::pairs::SLICE;
use crate::{Objects, Pair};
use esker_geom::spheres_touch;
use std::marker::PhantomData;

/// Bodies of one run that are tested at once.
const WIDTH: usize = 4;
/// Bodies of two runs that are tested at once: columns and lists have so much room to spare.
const SPARE: usize = 2 * WIDTH;
/// The room behind a list: a slice, and what two probes may add before it is taken up.
const ROOM: usize = SLICE + 2 * SPARE;

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
}

/// The columns as a search reads them: a few addresses, kept in registers.
#[derive(Clone, Copy)]
pub(crate) struct View<'a, const D: usize> {
    centers: [&'a [f64]; D],
    radii: &'a [f64],
    ids: &'a [u32],
}

impl<'a, const D: usize> View<'a, D> {
    #[inline(always)]
    pub(crate) fn of(columns: &'a Columns<D>) -> Self {
        let Columns { centers, radii, ids, .. } = columns;
        Self { centers: centers.each_ref().map(Vec::as_slice), radii, ids }
    }

    /// The body in a slot.
    #[inline(always)]
    pub(crate) fn probe(&self, slot: usize) -> Probe<D> {
        let center = std::array::from_fn(|axis| self.centers[axis][slot]);
        Probe { center, radius: self.radii[slot], id: self.ids[slot] }
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

/// Pairs on their way to the caller: into a list, or through it slice by slice to an action.
pub(crate) struct Listing<'a, const D: usize> {
    pub(crate) objects: &'a Objects<'a, D>,
    pub(crate) list: &'a mut Vec<Pair>,
    pub(crate) action: Option<Action<'a>>,
}

/// Where slices of pairs go.
type Action<'a> = &'a mut dyn FnMut(&[Pair]);

impl<const D: usize> Listing<'_, D> {
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

/// One body to be tested against others.
#[derive(Clone, Copy)]
pub(crate) struct Probe<const D: usize> {
    pub(crate) center: [f64; D],
    pub(crate) radius: f64,
    pub(crate) id: u32,
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
        if has!("avx512f") && has!("avx512vl") && has!("bmi2") && has!("popcnt") {
            // SAFETY: the processor has the features that the function is compiled for.
            return unsafe { search_avx512(search, listing) };
        }
        if has!("avx2") && has!("bmi2") && has!("popcnt") {
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

    /// Hands on what is left.
    #[inline(always)]
    pub(crate) fn finish(self) {
        // SAFETY: as in `scan`.
        unsafe { self.listing.take(self.length) };
    }
}

/// How a probe is tested against WIDTH bodies from each of two slots on.
pub(crate) trait Lanes {
    /// The bodies, as the processor holds them.
    type Bodies<const D: usize>;

    /// Takes up the bodies from each of two slots on.
    ///
    /// # Safety
    /// The columns hold WIDTH numbers from each slot on, and the processor can do it.
    unsafe fn load<const D: usize>(view: &View<'_, D>, slots: [usize; 2]) -> Self::Bodies<D>;

    /// Those bits of `inside`, one for each body and those of the first slot first, whose bodies the
    /// probe touches.
    ///
    /// # Safety
    /// The processor can do it.
    unsafe fn touching<const D: usize>(
        probe: &Probe<D>,
        bodies: &Self::Bodies<D>,
        inside: u32,
    ) -> u32;

    /// Writes a pair for each set bit, in order; up to 2 WIDTH pairs of the list are overwritten.
    ///
    /// # Safety
    /// The processor can do it, and the list has room for 2 WIDTH pairs.
    unsafe fn append<const D: usize>(
        touching: u32,
        bodies: &Self::Bodies<D>,
        id: u32,
        list: *mut Pair,
    );
}

/// One body at a time: the slow twin, and the way of processors we know nothing of.
pub(crate) struct Scalar;

impl Lanes for Scalar {
    type Bodies<const D: usize> = [Probe<D>; 2 * WIDTH];

    #[inline(always)]
    unsafe fn load<const D: usize>(view: &View<'_, D>, slots: [usize; 2]) -> Self::Bodies<D> {
        std::array::from_fn(|lane| view.probe(slots[lane / WIDTH] + lane % WIDTH))
    }

    #[inline(always)]
    unsafe fn touching<const D: usize>(
        probe: &Probe<D>,
        bodies: &Self::Bodies<D>,
        inside: u32,
    ) -> u32 {
        let touches = |other: &Probe<D>| {
            spheres_touch(&probe.center, probe.radius, &other.center, other.radius)
        };
        let bits = bodies.iter().enumerate().map(|(lane, other)| u32::from(touches(other)) << lane);
        bits.sum::<u32>() & inside
    }

    #[inline(always)]
    unsafe fn append<const D: usize>(
        touching: u32,
        bodies: &Self::Bodies<D>,
        id: u32,
        list: *mut Pair,
    ) {
        let set = bodies.iter().enumerate().filter(|(lane, _)| touching >> lane & 1 == 1);
        for (at, (_, other)) in set.enumerate() {
            // SAFETY: there are 2 WIDTH bodies, and the list has room for as many pairs.
            unsafe { *list.add(at) = [id.min(other.id), id.max(other.id)] };
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Lanes, Pair, Probe, View};
    use std::arch::x86_64::*;

    /// Ids from two slots on, side by side.
    ///
    /// # Safety
    /// There are WIDTH ids from each slot on; the processor has AVX2.
    #[inline(always)]
    unsafe fn load_ids(ids: &[u32], slots: [usize; 2]) -> __m256i {
        // SAFETY: the caller's promise.
        unsafe {
            let [first, second] = slots.map(|slot| _mm_loadu_si128(ids.as_ptr().add(slot).cast()));
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(first), second)
        }
    }

    /// Writes pairs of `id` with as many of the others as there are bits in `touching`.
    ///
    /// Four pairs are stored in any case and the other four only when they are needed: that is rare,
    /// and short stores seldom cross a cache line.
    ///
    /// # Safety
    /// The list has room for eight pairs; the processor has AVX2.
    #[inline(always)]
    unsafe fn store_pairs(others: __m256i, touching: u32, id: u32, list: *mut Pair) {
        // SAFETY: the caller's promise.
        unsafe {
            let store_four = |others: __m128i, list: *mut Pair| {
                let id = _mm_set1_epi32(id as i32);
                let (low, high) = (_mm_min_epu32(id, others), _mm_max_epu32(id, others));
                _mm_storeu_si128(list.cast(), _mm_unpacklo_epi32(low, high));
                _mm_storeu_si128(list.add(2).cast(), _mm_unpackhi_epi32(low, high));
            };
            store_four(_mm256_castsi256_si128(others), list);
            if touching.count_ones() > 4 {
                store_four(_mm256_extracti128_si256::<1>(others), list.add(4));
            }
        }
    }

    /// Both runs in one register.
    pub(super) struct Avx512;

    /// # Safety
    /// The column holds WIDTH numbers from each slot on; the processor has AVX-512.
    #[inline(always)]
    unsafe fn load_column(column: &[f64], slots: [usize; 2]) -> __m512d {
        // SAFETY: the caller's promise.
        unsafe {
            let [first, second] = slots.map(|slot| _mm256_loadu_pd(column.as_ptr().add(slot)));
            _mm512_insertf64x4::<1>(_mm512_castpd256_pd512(first), second)
        }
    }

    pub(super) struct Wide<const D: usize> {
        centers: [__m512d; D],
        radii: __m512d,
        ids: __m256i,
    }

    impl Lanes for Avx512 {
        type Bodies<const D: usize> = Wide<D>;

        #[inline(always)]
        unsafe fn load<const D: usize>(view: &View<'_, D>, slots: [usize; 2]) -> Wide<D> {
            // SAFETY: compiled only into functions that enable the features; the caller's promise.
            unsafe {
                Wide {
                    centers: std::array::from_fn(|axis| load_column(view.centers[axis], slots)),
                    radii: load_column(view.radii, slots),
                    ids: load_ids(view.ids, slots),
                }
            }
        }

        #[inline(always)]
        unsafe fn touching<const D: usize>(probe: &Probe<D>, bodies: &Wide<D>, inside: u32) -> u32 {
            // SAFETY: as above.
            unsafe {
                let mut sum = _mm512_setzero_pd();
                for axis in 0..D {
                    let center = _mm512_set1_pd(probe.center[axis]);
                    let difference = _mm512_sub_pd(bodies.centers[axis], center);
                    sum = _mm512_add_pd(sum, _mm512_mul_pd(difference, difference));
                }
                let reach = _mm512_add_pd(_mm512_set1_pd(probe.radius), bodies.radii);
                let reach = _mm512_mul_pd(reach, reach);
                u32::from(_mm512_mask_cmp_pd_mask::<_CMP_LE_OQ>(inside as u8, sum, reach))
            }
        }

        #[inline(always)]
        unsafe fn append<const D: usize>(
            touching: u32,
            bodies: &Wide<D>,
            id: u32,
            list: *mut Pair,
        ) {
            // SAFETY: as above.
            unsafe {
                let others = _mm256_maskz_compress_epi32(touching as u8, bodies.ids);
                store_pairs(others, touching, id, list);
            }
        }
    }

    /// Each run in a register of its own.
    pub(super) struct Avx2;

    pub(super) struct Halves<const D: usize> {
        centers: [[__m256d; 2]; D],
        radii: [__m256d; 2],
        ids: __m256i,
    }

    /// For each set of eight lanes, the order that squeezes them to the front.
    const SQUEEZE: [[u8; 8]; 256] = {
        let mut table = [[0; 8]; 256];
        let mut set = 0;
        while set < 256 {
            let (mut lane, mut to) = (0, 0);
            while lane < 8 {
                if set >> lane & 1 == 1 {
                    table[set][to] = lane as u8;
                    to += 1;
                }
                lane += 1;
            }
            set += 1;
        }
        table
    };

    impl Lanes for Avx2 {
        type Bodies<const D: usize> = Halves<D>;

        #[inline(always)]
        unsafe fn load<const D: usize>(view: &View<'_, D>, slots: [usize; 2]) -> Halves<D> {
            // SAFETY: compiled only into functions that enable the features; the caller's promise.
            unsafe {
                let load =
                    |column: &[f64]| slots.map(|slot| _mm256_loadu_pd(column.as_ptr().add(slot)));
                Halves {
                    centers: view.centers.map(load),
                    radii: load(view.radii),
                    ids: load_ids(view.ids, slots),
                }
            }
        }

        #[inline(always)]
        unsafe fn touching<const D: usize>(
            probe: &Probe<D>,
            bodies: &Halves<D>,
            inside: u32,
        ) -> u32 {
            let mut touching = 0;
            for half in 0..2 {
                // SAFETY: as above.
                unsafe {
                    let mut sum = _mm256_setzero_pd();
                    for axis in 0..D {
                        let center = _mm256_set1_pd(probe.center[axis]);
                        let difference = _mm256_sub_pd(bodies.centers[axis][half], center);
                        sum = _mm256_add_pd(sum, _mm256_mul_pd(difference, difference));
                    }
                    let reach = _mm256_add_pd(_mm256_set1_pd(probe.radius), bodies.radii[half]);
                    let hits = _mm256_cmp_pd::<_CMP_LE_OQ>(sum, _mm256_mul_pd(reach, reach));
                    touching |= (_mm256_movemask_pd(hits) as u32) << (4 * half);
                }
            }
            touching & inside
        }

        #[inline(always)]
        unsafe fn append<const D: usize>(
            touching: u32,
            bodies: &Halves<D>,
            id: u32,
            list: *mut Pair,
        ) {
            // SAFETY: as above; `touching` has eight bits.
            unsafe {
                let squeeze = _mm_loadl_epi64(SQUEEZE[touching as usize & 255].as_ptr().cast());
                let order = _mm256_cvtepu8_epi32(squeeze);
                store_pairs(_mm256_permutevar8x32_epi32(bodies.ids, order), touching, id, list);
            }
        }
    }
}
