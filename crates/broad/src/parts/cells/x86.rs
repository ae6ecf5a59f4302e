//! The lanes of processors with AVX-512 and with AVX2.

use super::columns::{Probe, View};
use super::lanes::Lanes;
use crate::{Objects, Pair};
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

/// As [`Lanes::prefetch`].
#[inline(always)]
fn prefetch<const D: usize>(objects: &Objects<D>, body: u32) {
    let center = objects.centers().as_ptr().wrapping_add(body as usize);
    let radius = objects.radii().as_ptr().wrapping_add(body as usize);
    // SAFETY: a prefetch reads nothing and may be of any address.
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(center.cast());
        _mm_prefetch::<_MM_HINT_T0>(radius.cast());
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
    unsafe fn gather<const D: usize>(objects: &Objects<D>, ids: &[u32; 8]) -> Wide<D> {
        let spheres = ids.map(|id| objects.sphere(id));
        // SAFETY: as above.
        unsafe {
            // In registers: a load would have to wait for the stores of its parts.
            let wide = |[a, b, c, d, e, f, g, h]: [f64; 8]| _mm512_setr_pd(a, b, c, d, e, f, g, h);
            Wide {
                centers: std::array::from_fn(|axis| wide(spheres.map(|(center, _)| center[axis]))),
                radii: wide(spheres.map(|(_, radius)| radius)),
                ids: _mm256_loadu_si256(ids.as_ptr().cast()),
            }
        }
    }

    #[inline(always)]
    fn prefetch<const D: usize>(objects: &Objects<D>, body: u32) {
        prefetch(objects, body);
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
    unsafe fn append<const D: usize>(touching: u32, bodies: &Wide<D>, id: u32, list: *mut Pair) {
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
    unsafe fn gather<const D: usize>(objects: &Objects<D>, ids: &[u32; 8]) -> Halves<D> {
        let spheres = ids.map(|id| objects.sphere(id));
        // SAFETY: as above.
        unsafe {
            let halves = |[a, b, c, d, e, f, g, h]: [f64; 8]| {
                [_mm256_setr_pd(a, b, c, d), _mm256_setr_pd(e, f, g, h)]
            };
            Halves {
                centers: std::array::from_fn(|axis| {
                    halves(spheres.map(|(center, _)| center[axis]))
                }),
                radii: halves(spheres.map(|(_, radius)| radius)),
                ids: _mm256_loadu_si256(ids.as_ptr().cast()),
            }
        }
    }

    #[inline(always)]
    fn prefetch<const D: usize>(objects: &Objects<D>, body: u32) {
        prefetch(objects, body);
    }

    #[inline(always)]
    unsafe fn touching<const D: usize>(probe: &Probe<D>, bodies: &Halves<D>, inside: u32) -> u32 {
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
    unsafe fn append<const D: usize>(touching: u32, bodies: &Halves<D>, id: u32, list: *mut Pair) {
        // SAFETY: as above; `touching` has eight bits.
        unsafe {
            let squeeze = _mm_loadl_epi64(SQUEEZE[touching as usize & 255].as_ptr().cast());
            let order = _mm256_cvtepu8_epi32(squeeze);
            store_pairs(_mm256_permutevar8x32_epi32(bodies.ids, order), touching, id, list);
        }
    }
}
