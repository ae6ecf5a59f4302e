//! Threads: outside the algorithms, over shares that do not depend on their number.

use crate::team::Team;
use std::sync::{Arc, Mutex, PoisonError};

/// A piece has at least so many items.
const LEAST: usize = 256;
/// So many items are worth to call a thread for.
const WORTHWHILE: usize = 1024;

/// The threads a detection may use; one by default.
///
/// The calling thread is one of them: it works too, beside a team of the others (`team.rs`).
#[derive(Clone, Debug, Default)]
pub struct Threads {
    team: Option<Arc<Team>>,
    /// How many of the team are left aside.
    aside: usize,
}

impl Threads {
    /// The calling thread alone.
    pub fn one() -> Self {
        Self::default()
    }

    /// So many threads; zero means one for each core.
    pub fn new(count: usize) -> std::io::Result<Self> {
        let count = match count {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            count => count,
        };
        if count == 1 {
            return Ok(Self::one());
        }
        Ok(Self { team: Some(Arc::new(Team::new(count - 1)?)), aside: 0 })
    }

    /// As many of them as are worth to be called for so many items.
    pub fn for_items(&self, items: usize) -> Self {
        let count = items.div_ceil(WORTHWHILE).clamp(1, self.count());
        Self { team: self.team.clone(), aside: self.aside + self.count() - count }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.team.as_ref().map_or(1, |team| team.len() + 1 - self.aside)
    }

    /// How many of so many items make an equal share for each thread; at least one.
    pub(crate) fn share_of(&self, items: usize) -> usize {
        items.div_ceil(self.count()).max(1)
    }

    /// How many of so many items make a piece, 32 for each thread, unless there are few: one that is
    /// held up leaves its pieces to the others, and waits for them no longer than a piece takes.
    pub(crate) fn piece_of(&self, items: usize) -> usize {
        match self.count() {
            1 => items.max(1),
            count => items.div_ceil(32 * count).max(LEAST),
        }
    }

    /// Runs a job on every item; results come in the order of the items.
    ///
    /// Each thread has a stretch of items that follow each other, because what they read is near each
    /// other too, and would otherwise be fetched by all threads. One that is done with its own takes
    /// from the far end of another's.
    pub fn map_mut<T: Send, R: Send>(
        &self,
        items: &mut [T],
        job: impl Fn(usize, &mut T) -> R + Sync,
    ) -> Vec<R> {
        if self.count() == 1 || items.len() < 2 {
            return items.iter_mut().enumerate().map(|(index, item)| job(index, item)).collect();
        }
        let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
        let share = self.share_of(items.len());
        let stretches = items.chunks_mut(share).zip(results.chunks_mut(share));
        let stretches: Vec<_> = stretches
            .map(|(items, results)| Stretch::new(items.iter_mut().zip(results).enumerate()))
            .collect();
        self.on_each(stretches.len(), |thread| {
            let next = |turn: usize| {
                let number = (thread + turn) % stretches.len();
                let stretch = &stretches[number];
                let next = if turn == 0 { stretch.first() } else { stretch.last() };
                next.map(|(index, item)| (number * share + index, item))
            };
            while let Some((index, (item, result))) = (0..stretches.len()).find_map(next) {
                *result = Some(job(index, item));
            }
        });
        drop(stretches);
        results.into_iter().flatten().collect()
    }

    /// Runs a job on every item, shared out as by [`Self::map_mut`].
    pub fn for_each<T: Send>(&self, items: impl Iterator<Item = T>, job: impl Fn(T) + Sync) {
        if self.count() == 1 {
            return items.for_each(job);
        }
        let mut items: Vec<Option<T>> = items.map(Some).collect();
        self.map_mut(&mut items, |_, item| item.take().map(&job));
    }

    /// Does the work so many times, but no oftener than there are threads, at one time: each is told
    /// which it is of them. Zero is the calling thread; the others keep their numbers from call to call.
    /// When they have work already, which must not wait for this, the calling thread does all of it.
    pub fn on_each(&self, most: usize, work: impl Fn(usize) + Sync) {
        match (&self.team, most.min(self.count())) {
            (Some(team), count @ 2..) => team.work(count, &work),
            _ => work(0),
        }
    }
}

/// Items in a row, of which threads take from either end; apart from others in the caches.
#[repr(align(128))]
pub(crate) struct Stretch<I>(Mutex<I>);

impl<I: DoubleEndedIterator> Stretch<I> {
    pub(crate) fn new(items: I) -> Self {
        Self(Mutex::new(items))
    }

    /// The first of those that are left.
    pub(crate) fn first(&self) -> Option<I::Item> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    /// The last of those that are left.
    pub(crate) fn last(&self) -> Option<I::Item> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).next_back()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_items_are_worth_few_threads() {
        let threads = Threads::new(8).unwrap();
        let counts =
            [0, 1, 1024, 1025, 5000, usize::MAX].map(|items| threads.for_items(items).count());
        assert_eq!(counts, [1, 1, 1, 2, 5, 8]);
        assert_eq!(threads.for_items(3000).for_items(2000).count(), 2);
        assert_eq!(Threads::one().for_items(5000).count(), 1);
        let called = Mutex::new(Vec::new());
        threads.for_items(3000).on_each(9, |thread| called.lock().unwrap().push(thread));
        let mut called = called.into_inner().unwrap();
        called.sort_unstable();
        assert_eq!(called, [0, 1, 2]);
    }

    #[test]
    fn results_come_in_order() {
        for count in [1, 2, 8] {
            let threads = Threads::new(count).unwrap();
            assert_eq!(threads.count(), count);
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
