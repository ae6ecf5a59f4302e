//! Threads: outside the algorithms, over shares that do not depend on their number.

use rayon::prelude::*;
use std::sync::Arc;

/// The threads a detection may use; one by default.
#[derive(Clone, Debug, Default)]
pub struct Threads(Option<Arc<rayon::ThreadPool>>);

impl Threads {
    /// The calling thread alone.
    pub fn one() -> Self {
        Self(None)
    }

    /// A pool of this many threads; zero means one for each core.
    pub fn new(count: usize) -> Result<Self, rayon::ThreadPoolBuildError> {
        let count = match count {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            count => count,
        };
        if count == 1 {
            return Ok(Self::one());
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build()?;
        Ok(Self(Some(Arc::new(pool))))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.as_ref().map_or(1, |pool| pool.current_num_threads())
    }

    /// Runs a job of several parts on the threads: between the parts they stay awake.
    pub(crate) fn inside<R: Send>(&self, job: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            None => job(),
            Some(pool) => pool.install(job),
        }
    }

    /// How many of so many items make an equal share for each thread; at least one.
    pub(crate) fn share_of(&self, items: usize) -> usize {
        items.div_ceil(self.count()).max(1)
    }

    /// How many of so many items make a piece, eight for each thread: one that is held up leaves its
    /// pieces to the others.
    pub(crate) fn piece_of(&self, items: usize) -> usize {
        match self.count() {
            1 => items.max(1),
            count => items.div_ceil(8 * count).max(1),
        }
    }

    /// Runs a job on every item; results come in the order of the items.
    pub fn map_mut<T: Send, R: Send>(
        &self,
        items: &mut [T],
        job: impl Fn(usize, &mut T) -> R + Sync,
    ) -> Vec<R> {
        match &self.0 {
            None => items.iter_mut().enumerate().map(|(index, item)| job(index, item)).collect(),
            Some(pool) => pool.install(|| {
                items.par_iter_mut().enumerate().map(|(index, item)| job(index, item)).collect()
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        for count in [1, 2, 8] {
            let threads = Threads::new(count).unwrap();
            let mut items: Vec<usize> = (0..100).collect();
            let squares = threads.map_mut(&mut items, |index, item| {
                *item += 1;
                index * index
            });
            assert_eq!(squares, (0..100).map(|index| index * index).collect::<Vec<_>>());
            assert_eq!(items, (1..=100).collect::<Vec<_>>());
        }
    }
}
