//! One source, compiled for several kinds of processor; the running one chooses.
//!
//! A job is plain Rust that the compiler turns into vectors. No kind of processor may fuse a
//! multiplication with an addition, so every kind computes the same bits.

/// Work worth compiling for each kind of processor. `run` must be `#[inline(always)]`.
pub(crate) trait Job {
    type Output;
    fn run(self) -> Self::Output;
}

/// Runs a job with the widest vectors this processor has.
pub(crate) fn on_this_processor<J: Job>(job: J) -> J::Output {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        if has!("avx512f") && has!("avx512dq") && has!("avx512vl") {
            // SAFETY: the processor has these features.
            return unsafe { with_avx512(job) };
        }
        if has!("avx2") {
            // SAFETY: the processor has this feature.
            return unsafe { with_avx2(job) };
        }
    }
    job.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
fn with_avx512<J: Job>(job: J) -> J::Output {
    job.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<J: Job>(job: J) -> J::Output {
    job.run()
}

/// Says that all entries of a column will be needed soon.
pub(crate) fn fetch_all<T>(column: &[T]) {
    let bytes = column.as_ptr().cast::<u8>();
    (0..size_of_val(column)).step_by(64).for_each(|line| fetch(bytes, line));
}

/// Says that an entry of a column will be needed soon. Processors foresee what is read in a row, but
/// not beyond the end of a page.
#[inline(always)]
pub(crate) fn fetch<T>(column: *const T, index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every processor of this kind has it, and nothing is read at an address that is
        // not there.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(column.wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (column, index);
}
