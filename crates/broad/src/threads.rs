//! Threads: outside the algorithms, over shares that do not depend on their number.

use std::sync::{Arc, Mutex, PoisonError};

/// The threads a detection may use; one by default.
///
/// The calling thread is one of them: it works too, beside a pool of the others.
#[derive(Clone, Debug, Default)]
pub struct Threads(Option<Arc<rayon::ThreadPool>>);

impl Threads {
    /// The calling thread alone.
    pub fn one() -> Self {
        Self(None)
    }

    /// So many threads; zero means one for each core.
    pub fn new(count: usize) -> Result<Self, rayon::ThreadPoolBuildError> {
        let count = match count {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            count => count,
        };
        if count == 1 {
            return Ok(Self::one());
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count - 1).build()?;
        Ok(Self(Some(Arc::new(pool))))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.as_ref().map_or(1, |pool| pool.current_num_threads() + 1)
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
        if self.0.is_none() || items.len() < 2 {
            return items.iter_mut().enumerate().map(|(index, item)| job(index, item)).collect();
        }
        let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
        self.for_each(items.iter_mut().zip(&mut results).enumerate(), |(index, (item, result))| {
            *result = Some(job(index, item));
        });
        results.into_iter().flatten().collect()
    }

    /// Runs a job on every item.
    ///
    /// Whoever is free takes the next item. The calling thread does not wait for a sleeping one to
    /// wake before work begins, as it would if it handed all of it to a pool.
    pub fn for_each<T: Send>(&self, items: impl Iterator<Item = T> + Send, job: impl Fn(T) + Sync) {
        let Some(pool) = &self.0 else { return items.for_each(job) };
        let queue = Mutex::new(items);
        // A panic of the job goes on where the scope ends; until then the others may finish.
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some(item) = next() {
                job(item);
            }
        };
        pool.in_place_scope(|scope| {
            (0..pool.current_num_threads()).for_each(|_| scope.spawn(|_| work()));
            work();
        });
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
