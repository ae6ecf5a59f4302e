//! A team of threads that are awake when work comes.
//!
//! ```text
//!   caller     ─┬─ work(0) ──────────── waits ─┬─▶     a piece of work is laid on the seats of those
//!   member 1    ├─▶ work(1) ─────▶ done ───────┤       who take part; a member without any looks
//!   member 2    └─▶ work(2) ──────────▶ done ──┘       again and again, for a while, then sleeps
//!   member 3        looks, sleeps                      until it has some
//! ```
//!
//! A step has a few pieces of work, each of some tens of microseconds in a small world. To wake a thread
//! takes about ten, by the one who wakes it: with sixteen threads that were woken for each piece, a heap
//! of 1200 grains took four times as long as with one. Members stay awake between the
//! pieces of a step, and from step to step.

use std::any::Any;
use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::null_mut;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle, park, yield_now};
use std::time::{Duration, Instant};

/// How often one looks before it lets other threads of its core go first: some microseconds.
const LOOKS: usize = 100;
/// How long a member without work stays awake.
const AWAKE: Duration = Duration::from_millis(1);

/// What is done at one time by many, each told its number.
type Work<'a> = dyn Fn(usize) + Sync + 'a;

/// Threads beside the calling one.
#[derive(Debug)]
pub(crate) struct Team {
    shared: Arc<Shared>,
    members: Vec<JoinHandle<()>>,
    /// Whether there is a piece of work already.
    taken: AtomicBool,
}

#[derive(Debug, Default)]
struct Shared {
    seats: Vec<Seat>,
    /// How many have yet to end their part.
    left: AtomicUsize,
    dismissed: AtomicBool,
    /// What a member panicked with.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

/// The place of a member; apart from others in the caches.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Seat {
    /// The work (a `&Work`) laid there, if any.
    work: AtomicPtr<()>,
    asleep: AtomicBool,
}

impl Team {
    /// A team of so many beside the calling thread.
    pub(crate) fn new(count: usize) -> std::io::Result<Self> {
        let seats = (0..count).map(|_| Seat::default()).collect();
        let shared = Arc::new(Shared { seats, ..Shared::default() });
        // Those that have come are dismissed if another cannot.
        let mut team = Self { shared, members: Vec::new(), taken: AtomicBool::new(false) };
        for seat in 0..count {
            let (shared, builder) = (team.shared.clone(), Builder::new());
            let named = builder.name(format!("esker-{}", seat + 1));
            team.members.push(named.spawn(move || shared.serve(seat))?);
        }
        Ok(team)
    }

    /// How many there are beside the calling thread.
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    /// Does the work so many times, each time with another number from zero on; zero is done by the
    /// calling thread, and a member has the same number every time.
    ///
    /// A team that has work already, from another thread or because this is part of it, leaves all to
    /// the calling thread.
    pub(crate) fn work(&self, times: usize, work: &Work<'_>) {
        if self.taken.swap(true, Acquire) {
            return (0..times).for_each(work);
        }
        let parts = times - 1;
        self.shared.left.store(parts, Relaxed);
        for (seat, member) in self.shared.seats.iter().zip(&self.members).take(parts) {
            seat.work.store((&raw const work).cast_mut().cast(), SeqCst);
            if seat.asleep.load(SeqCst) {
                member.thread().unpark();
            }
        }
        let mine = catch_unwind(AssertUnwindSafe(|| work(0)));
        // What the members work on is borrowed until here, whatever has happened.
        let mut looks = 0;
        while self.shared.left.load(Acquire) > 0 {
            look_again(&mut looks);
        }
        let theirs = self.shared.panicked().take();
        self.taken.store(false, Release);
        if let Some(panic) = mine.err().or(theirs) {
            resume_unwind(panic);
        }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.shared.dismissed.store(true, SeqCst);
        for member in self.members.drain(..) {
            member.thread().unpark();
            // A member catches all panics of its work.
            let _ = member.join();
        }
    }
}

impl Shared {
    /// What a member does until it is dismissed.
    fn serve(&self, number: usize) {
        let seat = &self.seats[number];
        let (mut since, mut looks) = (Instant::now(), 0);
        while !self.dismissed.load(Relaxed) {
            let laid = seat.work.load(Acquire);
            if !laid.is_null() {
                seat.work.store(null_mut(), Relaxed);
                // SAFETY: `Team::work` laid it there and waits for `left` before what it points to, the
                // caller's reference, and what that refers to, can go.
                let work = unsafe { *laid.cast::<&Work<'_>>() };
                if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(number + 1))) {
                    *self.panicked() = Some(panic);
                }
                self.left.fetch_sub(1, Release);
                (since, looks) = (Instant::now(), 0);
            } else if looks < LOOKS || since.elapsed() < AWAKE {
                look_again(&mut looks);
            } else {
                seat.asleep.store(true, SeqCst);
                // Either this sees the work, or whoever lays it there sees that nobody is awake.
                if seat.work.load(SeqCst).is_null() && !self.dismissed.load(SeqCst) {
                    park();
                }
                seat.asleep.store(false, Relaxed);
                (since, looks) = (Instant::now(), 0);
            }
        }
    }

    fn panicked(&self) -> MutexGuard<'_, Option<Box<dyn Any + Send>>> {
        self.panic.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits a moment; after some looks other threads go first.
fn look_again(looks: &mut usize) {
    *looks += 1;
    if *looks < LOOKS { spin_loop() } else { yield_now() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    /// Which numbers were called, in order.
    fn numbers(team: &Team, times: usize) -> Vec<usize> {
        let called = Mutex::new(Vec::new());
        team.work(times, &|number| called.lock().unwrap().push(number));
        let mut called = called.into_inner().unwrap();
        called.sort_unstable();
        called
    }

    #[test]
    fn all_take_part_at_one_time_and_each_once() {
        let team = Team::new(3).unwrap();
        for round in 0..2000 {
            let times = 1 + round % 4;
            let (together, names) = (Barrier::new(times), Mutex::new(vec![None; times]));
            team.work(times, &|number| {
                together.wait();
                let name = std::thread::current().id();
                assert_eq!(names.lock().unwrap()[number].replace(name), None);
            });
            let names = names.into_inner().unwrap();
            assert!(
                names.iter().all(Option::is_some) && names[0] == Some(std::thread::current().id())
            );
            // Now and then they have gone to sleep.
            if round % 500 == 0 {
                std::thread::sleep(3 * AWAKE);
            }
        }
    }

    #[test]
    fn work_in_work_is_done() {
        let (team, all) = (Team::new(2).unwrap(), AtomicUsize::new(0));
        team.work(3, &|_| {
            assert_eq!(numbers(&team, 3), [0, 1, 2]);
            all.fetch_add(1, Relaxed);
        });
        assert_eq!(all.into_inner(), 3);
    }

    #[test]
    fn two_may_call_at_one_time() {
        let team = Team::new(2).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| (0..500).for_each(|_| assert_eq!(numbers(&team, 3), [0, 1, 2])));
            }
        });
    }

    #[test]
    fn a_panic_comes_to_the_caller_when_all_are_done() {
        let team = Team::new(2).unwrap();
        for bad in 0..3 {
            let done = AtomicUsize::new(0);
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                team.work(3, &|number| {
                    if number == bad {
                        resume_unwind(Box::new("bad"));
                    }
                    std::thread::sleep(Duration::from_millis(2));
                    done.fetch_add(1, Relaxed);
                });
            }));
            assert_eq!(outcome.unwrap_err().downcast_ref(), Some(&"bad"));
            assert_eq!(done.into_inner(), 2);
            assert_eq!(numbers(&team, 3), [0, 1, 2]);
        }
    }
}
