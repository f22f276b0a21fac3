//! What the threads of a team share: the parts that nobody searches yet, the solutions that
//! the first thread has not shown, and who works.

#[cfg(test)]
mod tests;

use super::super::copying::{Copying, Part};
use super::super::goal::Goal;
use crate::rules::Mask;
use crate::search::threads::AtWork;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::wanted::Wanted;

/// Solutions that may wait for the first thread; who finds more waits until it shows them.
const MOST_WAITING: usize = 1000;

/// How long a thread waits for parts and solutions at a time: the first one has to notice a
/// limit, the others that their threads are needed elsewhere.
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
        let shared = Shared {
            busy: 1,
            ..Shared::default()
        };
        let wanted = goal.wanted();
        Pool {
            wanted: wanted.map(|wanted| Wanted::new(&wanted, cells)),
            ..Pool::with(shared)
        }
    }

    /// A pool of parts, none of which the first thread has yet, for a goal to which all
    /// solutions count.
    pub(super) fn of_parts(parts: Vec<Part>) -> Pool {
        Pool::with(Shared {
            parts,
            waiting: 1,
            ..Shared::default()
        })
    }

    fn with(shared: Shared) -> Pool {
        Pool {
            shared: Mutex::new(shared),
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

    /// Lets a helper go if other puzzles need its thread, with what is left of its part: it
    /// counts as at work no more. Returns what stays at work.
    pub fn dismiss<'t>(&self, helper: AtWork<'t>) -> Option<AtWork<'t>> {
        if !self.has_too_many(&helper) {
            return Some(helper);
        }
        let _shared = self.lock();
        self.dismiss_one(helper)
    }

    fn has_too_many(&self, helper: &AtWork<'_>) -> bool {
        helper.threads().share(self.size()) < self.size()
    }

    /// To be called under the lock, so that helpers go one after the other: fewer may be too
    /// few already. The caller takes one that goes off `busy` or `waiting`.
    fn dismiss_one<'t>(&self, helper: AtWork<'t>) -> Option<AtWork<'t>> {
        if !self.has_too_many(&helper) {
            return Some(helper);
        }
        self.helpers.fetch_sub(1, Ordering::Relaxed);
        None
    }

    /// Takes back the part of a thread that leaves.
    pub fn take_back(&self, rest: Copying) {
        let mut shared = self.lock();
        shared.parts.push(Part::Rest(Box::new(rest)));
        shared.busy -= 1;
        self.publish(&shared);
        self.has_changed.notify_all();
    }

    /// A thread is done with its part, and waits for the next one.
    pub fn finish_part(&self) {
        let mut shared = self.lock();
        shared.busy -= 1;
        shared.waiting += 1;
        self.publish(&shared);
    }

    /// What a thread that waits does now.
    pub(super) fn next(&self) -> Next {
        self.next_of(&mut self.lock())
    }

    fn next_of(&self, shared: &mut Shared) -> Next {
        let next = shared.next();
        self.publish(shared);
        if shared.is_over {
            self.has_changed.notify_all();
        }
        next
    }

    /// A helper waits for a part, which it returns with what stays at work; `None` if nothing
    /// is left, or if other puzzles need its thread.
    pub fn wait<'t>(&self, mut helper: AtWork<'t>) -> Option<(Part, AtWork<'t>)> {
        let mut shared = self.lock();
        loop {
            match self.next_of(&mut shared) {
                Next::Take(part) => return Some((part, helper)),
                Next::End => return None,
                Next::Wait => {}
            }
            let Some(stays) = self.dismiss_one(helper) else {
                shared.waiting -= 1;
                self.publish(&shared);
                return None;
            };
            helper = stays;
            let changed = self.has_changed.wait_timeout(shared, PAUSE);
            (shared, _) = changed.unwrap_or_else(PoisonError::into_inner);
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
    fn next(&mut self) -> Next {
        if self.is_over {
            return Next::End;
        }
        match self.parts.pop() {
            Some(part) => {
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
