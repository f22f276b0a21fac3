//! Several threads on one search that copies. Each has a search of its own; a thread with
//! nothing left takes the first alternative that another one has left, and its weights. The
//! thread that began reports all solutions, and ends when no part is left.

use super::copying::{Copying, Part};
use super::search::Goal;
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::rules::Mask;
use crate::search::threads::Place;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};

/// Leaves between two looks at who needs work and at the solutions of others.
const SLICE: u64 = 64;

/// Solutions that may wait for the first thread; more are too many for several threads.
const MOST_WAITING: usize = 1000;

/// What the threads share.
#[derive(Default)]
pub(super) struct Pool {
    shared: Mutex<Shared>,
    has_changed: Condvar,
    /// Whether more threads wait than there are parts to take.
    needs_parts: AtomicBool,
    /// Ends all other threads.
    stop: Arc<AtomicBool>,
}

#[derive(Default)]
struct Shared {
    parts: Vec<Part>,
    /// Threads that have a part, and those that have none.
    busy: usize,
    waiting: usize,
    solutions: Vec<Vec<Mask>>,
    is_over: bool,
    /// Whether a thread panicked.
    is_broken: bool,
}

/// What a thread without work does.
enum Next {
    Take(Part),
    Wait,
    /// Nothing is left.
    End,
}

impl Pool {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets those that work know whether others need parts.
    fn publish(&self, shared: &Shared) {
        let needs_parts = shared.waiting > shared.parts.len();
        self.needs_parts.store(needs_parts, Ordering::Relaxed);
    }

    /// What a thread without work does now; `is_waiting` says whether it counts as such.
    fn next(&self, is_waiting: &mut bool) -> Next {
        let mut shared = self.lock();
        self.next_of(&mut shared, is_waiting)
    }

    fn next_of(&self, shared: &mut Shared, is_waiting: &mut bool) -> Next {
        let next = shared.next(is_waiting);
        self.publish(shared);
        if shared.is_over {
            self.has_changed.notify_all();
        }
        next
    }

    /// Waits for a part; `None` if nothing is left.
    fn wait(&self, is_waiting: &mut bool) -> Option<Part> {
        let mut shared = self.lock();
        loop {
            match self.next_of(&mut shared, is_waiting) {
                Next::Take(part) => return Some(part),
                Next::End => return None,
                Next::Wait => {
                    let changed = self.has_changed.wait(shared);
                    shared = changed.unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// Gives a part of a search to a thread that waits, if any does.
    fn feed(&self, copying: &mut Copying) {
        if !self.needs_parts.load(Ordering::Relaxed) {
            return;
        }
        let mut shared = self.lock();
        if shared.waiting > shared.parts.len()
            && let Some(part) = copying.give()
        {
            shared.parts.push(part);
            self.publish(&shared);
            self.has_changed.notify_one();
        }
    }

    fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
        let mut shared = self.lock();
        shared.is_over = true;
        self.has_changed.notify_all();
    }
}

impl Shared {
    fn next(&mut self, is_waiting: &mut bool) -> Next {
        if self.is_over {
            return Next::End;
        }
        if !*is_waiting {
            *is_waiting = true;
            self.busy -= 1;
            self.waiting += 1;
        }
        match self.parts.pop() {
            Some(part) => {
                *is_waiting = false;
                self.busy += 1;
                self.waiting -= 1;
                Next::Take(part)
            }
            None if self.busy == 0 => {
                self.is_over = true;
                Next::End
            }
            None => Next::Wait,
        }
    }
}

/// Closes a pool, even if its first thread panics: the others would wait for ever.
pub(super) struct Closing<'p>(pub &'p Pool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// The first thread's view of all.
pub(super) struct Team<'s, 'e> {
    scope: &'s Scope<'s, 'e>,
    pool: &'e Pool,
    place: Place<'e>,
    limits: Limits,
    helpers: usize,
    /// Whether this thread's search has something left, and whether it counts as waiting.
    has_work: bool,
    is_waiting: bool,
}

impl<'s, 'e> Team<'s, 'e> {
    pub fn new(
        scope: &'s Scope<'s, 'e>,
        pool: &'e Pool,
        place: Place<'e>,
        limits: &Limits,
    ) -> Team<'s, 'e> {
        pool.lock().busy = 1;
        Team {
            scope,
            pool,
            place,
            limits: limits.clone().stopped_by(pool.stop.clone()),
            helpers: 0,
            has_work: true,
            is_waiting: false,
        }
    }

    /// How many threads search.
    pub fn size(&self) -> usize {
        self.helpers + 1
    }

    /// Starts threads as long as there are more to share. None is stopped when there are
    /// fewer.
    pub fn grow(&mut self, copying: &Copying) {
        while self.size() < self.place.share() {
            let (pool, limits) = (self.pool, self.limits.clone());
            let search = copying.without_work();
            pool.lock().waiting += 1;
            let work = move || help(search, pool, &limits);
            let started = thread::Builder::new().spawn_scoped(self.scope, work);
            if started.is_err() {
                pool.lock().waiting -= 1;
                return;
            }
            self.helpers += 1;
            pool.publish(&pool.lock());
        }
    }

    /// Continues this thread's search for at most this many leaves, and shows what the others
    /// found, except at a limit ([`Team::stopped`]); `None` if the whole search is not done
    /// then.
    pub fn run(
        &mut self,
        copying: &mut Copying,
        mut leaves: u64,
        limits: &Limits,
        goal: &mut dyn Goal,
    ) -> Option<End> {
        if self.helpers == 0 {
            return copying.run(leaves, limits, goal);
        }
        while leaves > 0 {
            if !self.has_work {
                match self.pool.next(&mut self.is_waiting) {
                    Next::Take(part) => copying.take(part),
                    Next::Wait => break,
                    Next::End => return self.report(goal).or(Some(End::Exhausted)),
                }
                self.has_work = true;
            }
            let slice = leaves.min(SLICE);
            leaves -= slice;
            match copying.run(slice, limits, goal) {
                None => self.pool.feed(copying),
                Some(End::Exhausted) => self.has_work = false,
                end => return end,
            }
            if let Some(end) = self.report(goal) {
                return Some(end);
            }
        }
        self.report(goal)
    }

    /// How the search ends at a limit: with what the others found, that may be enough.
    pub fn stopped(&self, reason: Reason, goal: &mut dyn Goal) -> End {
        self.report(goal).unwrap_or(End::Stopped(reason))
    }

    /// Shows what the others found.
    fn report(&self, goal: &mut dyn Goal) -> Option<End> {
        let mut shared = self.pool.lock();
        let is_broken = shared.is_broken;
        let solutions = std::mem::take(&mut shared.solutions);
        drop(shared);
        for masks in solutions {
            if goal.solution(&masks).is_break() {
                return Some(End::Enough);
            }
        }
        // The panic goes on where the threads are joined.
        is_broken.then(|| End::Stopped(Reason::Engine("a search panicked".into())))
    }
}

/// The work of every other thread.
fn help(mut copying: Copying, pool: &Pool, limits: &Limits) {
    let _alarm = Alarm(pool);
    let mut is_waiting = true;
    while let Some(part) = pool.wait(&mut is_waiting) {
        copying.take(part);
        loop {
            match copying.run(SLICE, limits, &mut Collected(pool)) {
                None => pool.feed(&mut copying),
                Some(End::Exhausted) => break,
                // What is left of this part counts as busy, so that the search as a whole is
                // never taken for exhausted.
                Some(End::Enough | End::Stopped(_)) => return,
            }
        }
    }
}

/// Keeps solutions for the first thread.
struct Collected<'p>(&'p Pool);

impl Goal for Collected<'_> {
    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        let mut shared = self.0.lock();
        shared.solutions.push(masks.to_vec());
        match shared.solutions.len() < MOST_WAITING {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

/// Notes that a thread panics: the first one would wait for its part.
struct Alarm<'p>(&'p Pool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().is_broken = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::threads::Threads;

    struct Nothing;

    impl Goal for Nothing {
        fn solution(&mut self, _: &[Mask]) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }

    /// The part of a thread that panics would never be done.
    #[test]
    fn a_thread_that_panics_ends_the_search() {
        let (pool, threads) = (Pool::default(), Threads::new(2));
        thread::scope(|scope| {
            let _closing = Closing(&pool);
            let team = Team::new(scope, &pool, threads.join(), &Limits::unlimited());
            assert_eq!(team.report(&mut Nothing), None);
            let helper = scope.spawn(|| {
                let _alarm = Alarm(&pool);
                panic!("as a search might");
            });
            assert!(helper.join().is_err());
            let end = team.report(&mut Nothing);
            assert!(
                matches!(end, Some(End::Stopped(Reason::Engine(_)))),
                "{end:?}"
            );
        });
    }

    /// What others found counts, even if the first thread has not shown it at a limit.
    #[test]
    fn solutions_that_wait_are_shown_at_a_limit() {
        let (pool, threads) = (Pool::default(), Threads::new(2));
        thread::scope(|scope| {
            let team = Team::new(scope, &pool, threads.join(), &Limits::unlimited());
            let stopped = End::Stopped(Reason::Timeout);
            assert_eq!(team.stopped(Reason::Timeout, &mut Nothing), stopped);
            pool.lock().solutions.push(vec![1]);
            assert_eq!(team.stopped(Reason::Timeout, &mut Nothing), End::Enough);
        });
    }

    /// Threads that wait for parts end with the first one, whatever ends that.
    #[test]
    fn threads_without_work_end_with_the_pool() {
        let pool = Pool::default();
        pool.lock().busy = 1;
        pool.lock().waiting = 1;
        thread::scope(|scope| {
            let helper = scope.spawn(|| pool.wait(&mut true).is_none());
            drop(Closing(&pool));
            assert!(helper.join().unwrap());
        });
    }
}
