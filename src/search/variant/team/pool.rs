//! What the threads of a team share: the parts that nobody searches yet, the solutions that
//! the first thread has not shown, and who works.

use super::super::copying::{Copying, Part};
use super::super::search::Goal;
use crate::rules::Mask;
use crate::search::threads::{AtWork, Threads};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::wanted::Wanted;

/// Solutions that may wait for the first thread; who finds more waits until it shows them.
const MOST_WAITING: usize = 1000;

/// How long the first thread waits for parts and solutions at a time, and keeps nobody from
/// noticing a limit.
const PAUSE: Duration = Duration::from_millis(10);

/// What the threads share.
pub(in crate::search::variant) struct Pool {
    shared: Mutex<Shared>,
    has_changed: Condvar,
    /// Whether more threads wait than there are parts to take.
    needs_parts: AtomicBool,
    /// How many threads help the first one.
    helpers: AtomicUsize,
    /// Ends all other threads.
    pub(super) stop: Arc<AtomicBool>,
    wanted: Option<Wanted>,
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
pub(super) enum Next {
    Take(Part),
    Wait,
    /// Nothing is left.
    End,
}

impl Pool {
    /// A pool whose first thread has all the work, for a goal on a board of this many cells.
    pub fn new(goal: &dyn Goal, cells: usize) -> Pool {
        let wanted = goal.wanted();
        Pool {
            wanted: wanted.map(|wanted| Wanted::new(&wanted, cells)),
            ..Pool::of_parts(Vec::new())
        }
    }

    /// A pool of parts, for a goal to which all solutions count.
    pub(super) fn of_parts(parts: Vec<Part>) -> Pool {
        Pool {
            shared: Mutex::new(Shared {
                parts,
                busy: 1,
                ..Shared::default()
            }),
            has_changed: Condvar::new(),
            needs_parts: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            stop: Arc::new(AtomicBool::new(false)),
            wanted: None,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets those that work know whether others need parts.
    fn publish(&self, shared: &Shared) {
        let needs_parts = shared.waiting > shared.parts.len();
        self.needs_parts.store(needs_parts, Ordering::Relaxed);
    }

    /// How many threads search.
    pub fn size(&self) -> usize {
        self.helpers.load(Ordering::Relaxed) + 1
    }

    /// One more thread helps, and waits for its first part.
    pub fn add_helper(&self) {
        self.helpers.fetch_add(1, Ordering::Relaxed);
        let mut shared = self.lock();
        shared.waiting += 1;
        self.publish(&shared);
    }

    /// A helper did not start after all.
    pub fn remove_helper(&self) {
        self.helpers.fetch_sub(1, Ordering::Relaxed);
        let mut shared = self.lock();
        shared.waiting -= 1;
        self.publish(&shared);
    }

    /// Lets a helper go if other puzzles need its thread, with what is left of its part.
    /// Returns whether it goes.
    pub fn dismiss(&self, threads: &Threads, at_work: &mut Option<AtWork<'_>>) -> bool {
        let is_too_many = || threads.share(self.size()) < self.size();
        if !is_too_many() {
            return false;
        }
        // One after the other: fewer may be too many already.
        let _shared = self.lock();
        let goes = is_too_many();
        if goes {
            self.helpers.fetch_sub(1, Ordering::Relaxed);
            drop(at_work.take());
        }
        goes
    }

    /// Takes back the part of a thread that leaves.
    pub fn take_back(&self, rest: Copying) {
        let mut shared = self.lock();
        shared.parts.push(Part::Rest(Box::new(rest)));
        shared.busy -= 1;
        self.publish(&shared);
        self.has_changed.notify_all();
    }

    /// What a thread without work does now; `is_waiting` says whether it counts as such.
    pub(super) fn next(&self, is_waiting: &mut bool) -> Next {
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
    pub fn wait(&self, is_waiting: &mut bool) -> Option<Part> {
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
    pub fn feed(&self, copying: &mut Copying) {
        if !self.needs_parts.load(Ordering::Relaxed) {
            return;
        }
        let mut shared = self.lock();
        if shared.waiting > shared.parts.len()
            && let Some(part) = copying.give()
        {
            shared.parts.push(part);
            self.publish(&shared);
            self.has_changed.notify_all();
        }
    }

    /// Keeps a solution for the first thread; breaks if none is wanted any more.
    fn keep(&self, masks: &[Mask]) -> ControlFlow<()> {
        let mut shared = self.lock();
        while shared.solutions.len() >= MOST_WAITING && !shared.is_over {
            let changed = self.has_changed.wait(shared);
            shared = changed.unwrap_or_else(PoisonError::into_inner);
        }
        if shared.is_over {
            return ControlFlow::Break(());
        }
        shared.solutions.push(masks.to_vec());
        // Before others have to wait.
        if shared.solutions.len() == MOST_WAITING / 2 {
            self.has_changed.notify_all();
        }
        ControlFlow::Continue(())
    }

    /// Shows what the helpers found to a goal until that breaks. Returns whether it did.
    pub fn show(&self, goal: &mut dyn Goal) -> ControlFlow<()> {
        let mut shared = self.lock();
        let solutions = std::mem::take(&mut shared.solutions);
        drop(shared);
        if solutions.len() >= MOST_WAITING {
            self.has_changed.notify_all();
        }
        for masks in &solutions {
            goal.solution(masks)?;
        }
        if let (Some(mine), Some(wanted)) = (&self.wanted, goal.wanted()) {
            mine.keep_only(&wanted);
        }
        ControlFlow::Continue(())
    }

    /// The first thread waits for a while, unless there is something to do for it.
    pub fn pause(&self) {
        let shared = self.lock();
        let is_idle = shared.parts.is_empty() && shared.solutions.is_empty() && shared.busy > 0;
        if is_idle && !shared.is_broken {
            _ = self.has_changed.wait_timeout(shared, PAUSE);
        }
    }

    /// Notes that a thread panicked.
    pub fn break_down(&self) {
        self.lock().is_broken = true;
    }

    pub fn is_broken(&self) -> bool {
        self.lock().is_broken
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
pub(in crate::search::variant) struct Closing<'p>(pub &'p Pool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A helper's goal: it keeps solutions for the first thread.
pub(in crate::search::variant) struct Collected<'p>(pub &'p Pool);

impl Goal for Collected<'_> {
    fn is_hopeless(&mut self, masks: &[Mask]) -> bool {
        let wanted = self.0.wanted.as_ref();
        wanted.is_some_and(|wanted| wanted.has_none(masks))
    }

    fn wanted(&self) -> Option<Vec<(u32, u32)>> {
        self.0.wanted.as_ref().map(Wanted::candidates)
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        let wanted = self.0.wanted.as_ref();
        match wanted.is_none_or(|wanted| wanted.take(masks)) {
            true => self.0.keep(masks),
            false => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    struct All;

    impl Goal for All {
        fn solution(&mut self, _: &[Mask]) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    /// Threads that wait for parts end with the first one, whatever ends that.
    #[test]
    fn threads_without_work_end_with_the_pool() {
        let pool = Pool::new(&All, 1);
        pool.add_helper();
        thread::scope(|scope| {
            let helper = scope.spawn(|| pool.wait(&mut true).is_none());
            drop(Closing(&pool));
            assert!(helper.join().unwrap());
        });
    }

    /// Solutions that the first thread has not shown take a bounded amount of memory.
    #[test]
    fn threads_that_find_too_many_solutions_wait() {
        let pool = Pool::new(&All, 1);
        thread::scope(|scope| {
            let closing = Closing(&pool);
            let finder = scope.spawn(|| (0..).find(|_| Collected(&pool).solution(&[1]).is_break()));
            let mut shown = 0;
            while shown < 10 * MOST_WAITING {
                let waiting = pool.lock().solutions.len();
                assert!(waiting <= MOST_WAITING, "{waiting}");
                assert!(pool.show(&mut All).is_continue());
                shown += waiting;
            }
            drop(closing);
            assert!(finder.join().unwrap() >= Some(shown));
        });
    }

    /// Other puzzles come first.
    #[test]
    fn helpers_leave_as_soon_as_their_threads_have_other_work() {
        let (pool, threads) = (Pool::new(&All, 1), Threads::new(2));
        let _first = threads.work();
        pool.add_helper();
        let mut helper = Some(threads.work());
        assert!(!pool.dismiss(&threads, &mut helper));
        let other = threads.work();
        assert!(pool.dismiss(&threads, &mut helper));
        assert_eq!((pool.size(), threads.share(1)), (1, 1));
        drop(other);
        assert_eq!(threads.share(1), 2);
    }
}
