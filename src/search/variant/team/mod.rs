//! Several threads on one copying search. Each has a search of its own; a thread with
//! nothing left takes the first alternative that another one has left, and its weights. The
//! thread that began shows all solutions, and ends when no part is left. The others are those
//! of the run that are idle: one that searches leaves soon after its thread is needed for
//! another puzzle, and what it had left is a part like any other.

mod pool;
mod wanted;

use super::copying::{Copying, Part};
use super::goal::Goal;
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::search::threads::{AtWork, Place, Threads};
use pool::Next;
pub(super) use pool::{Closing, Collected, Pool};
use std::thread::{self, Scope};

/// Leaves between two looks at who needs work and at the solutions of others.
const SLICE: u64 = 64;

/// Leaves between two looks at how many threads may help, where no other search has turns.
const STRETCH: u64 = 4096;

/// Looks for all solutions in these parts of a search, the last of which are the largest.
pub(super) fn search(
    mut copying: Copying,
    parts: Vec<Part>,
    threads: &Threads,
    limits: &Limits,
    goal: &mut dyn Goal,
) -> End {
    let pool = Pool::of_parts(parts);
    thread::scope(|scope| {
        let _closing = Closing(&pool);
        let mut team = Team {
            work: Work::Wanted,
            ..Team::new(scope, &pool, threads.join(), limits)
        };
        team.finish(&mut copying, limits, goal)
    })
}

/// The first thread's view of all.
pub(super) struct Team<'s, 'e> {
    scope: &'s Scope<'s, 'e>,
    pool: &'e Pool,
    place: Place<'e>,
    limits: Limits,
    work: Work,
}

/// What the first thread searches.
enum Work {
    /// Everything: nobody has helped so far, and the pool holds nothing.
    Everything,
    /// A part. Others help, or have helped: the pool may hold parts and solutions.
    Part,
    /// Nothing: its part is done, and it waits for the next one. Others help.
    Wanted,
}

impl<'s, 'e> Team<'s, 'e> {
    pub fn new(
        scope: &'s Scope<'s, 'e>,
        pool: &'e Pool,
        place: Place<'e>,
        limits: &Limits,
    ) -> Team<'s, 'e> {
        Team {
            scope,
            pool,
            place,
            limits: limits.clone().stopped_by(pool.stop.clone()),
            work: Work::Everything,
        }
    }

    /// How many threads search.
    pub fn size(&self) -> usize {
        self.pool.size()
    }

    /// Starts threads as long as there are idle ones to share.
    pub fn grow(&mut self, copying: &Copying) {
        let threads = self.place.threads();
        while self.size() < threads.share(self.size()) {
            let (pool, limits) = (self.pool, self.limits.clone());
            let search = copying.without_work();
            let at_work = threads.work();
            pool.add_helper();
            let work = move || help(search, pool, at_work, &limits);
            let started = thread::Builder::new().spawn_scoped(self.scope, work);
            if started.is_err() {
                return pool.remove_helper();
            }
            if matches!(self.work, Work::Everything) {
                self.work = Work::Part;
            }
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
        if matches!(self.work, Work::Everything) {
            return copying.run(leaves, limits, goal);
        }
        while leaves > 0 {
            if matches!(self.work, Work::Wanted) {
                match self.pool.next() {
                    Next::Take(part) => copying.take(part),
                    Next::Wait => break,
                    Next::End => return self.report(goal).or(Some(End::Exhausted)),
                }
                self.work = Work::Part;
            }
            let slice = leaves.min(SLICE);
            leaves -= slice;
            match copying.run(slice, limits, goal) {
                None => self.pool.feed(copying),
                Some(End::Exhausted) => {
                    self.pool.finish_part();
                    self.work = Work::Wanted;
                }
                end => return end,
            }
            if let Some(end) = self.report(goal) {
                return Some(end);
            }
        }
        self.report(goal)
    }

    /// Continues to the end.
    pub fn finish(&mut self, copying: &mut Copying, limits: &Limits, goal: &mut dyn Goal) -> End {
        loop {
            self.grow(copying);
            match self.run(copying, STRETCH, limits, goal) {
                Some(End::Stopped(reason)) => return self.stopped(reason, goal),
                Some(end) => return end,
                None if matches!(self.work, Work::Wanted) => self.pool.pause(),
                None => {}
            }
            if let Some(reason) = limits.exceeded() {
                return self.stopped(reason, goal);
            }
        }
    }

    /// How the search ends at a limit: with what the others found, that may be enough.
    pub fn stopped(&self, reason: Reason, goal: &mut dyn Goal) -> End {
        self.report(goal).unwrap_or(End::Stopped(reason))
    }

    /// Shows what the others found.
    fn report(&self, goal: &mut dyn Goal) -> Option<End> {
        if self.pool.show(goal).is_break() {
            return Some(End::Enough);
        }
        // The panic goes on where the threads are joined.
        let is_broken = self.pool.is_broken();
        is_broken.then(|| End::Stopped(Reason::Engine("a search panicked".into())))
    }
}

/// The work of every other thread.
fn help(mut copying: Copying, pool: &Pool, mut at_work: AtWork<'_>, limits: &Limits) {
    let _alarm = Alarm(pool);
    while let Some((part, stays)) = pool.wait(at_work) {
        at_work = stays;
        copying.take(part);
        loop {
            match copying.run(SLICE, limits, &mut Collected(pool)) {
                None => match pool.dismiss(at_work) {
                    None => return pool.take_back(copying),
                    Some(stays) => {
                        at_work = stays;
                        pool.feed(&mut copying);
                    }
                },
                Some(End::Exhausted) => break pool.finish_part(),
                // What is left of this part counts as busy, so that the search as a whole is
                // never taken for exhausted.
                Some(End::Enough | End::Stopped(_)) => return,
            }
        }
    }
}

/// Notes that a thread panics: the first one would wait for its part.
struct Alarm<'p>(&'p Pool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.break_down();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Mask;
    use std::ops::ControlFlow;

    struct Nothing;

    impl Goal for Nothing {
        fn solution(&mut self, _: &[Mask]) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }

    /// The part of a thread that panics would never be done.
    #[test]
    fn a_thread_that_panics_ends_the_search() {
        let (pool, threads) = (Pool::new(&Nothing, 1), Threads::new(2));
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
        let (pool, threads) = (Pool::new(&Nothing, 1), Threads::new(2));
        thread::scope(|scope| {
            let team = Team::new(scope, &pool, threads.join(), &Limits::unlimited());
            let stopped = End::Stopped(Reason::Timeout);
            assert_eq!(team.stopped(Reason::Timeout, &mut Nothing), stopped);
            assert!(Collected(&pool).solution(&[1]).is_continue());
            assert_eq!(team.stopped(Reason::Timeout, &mut Nothing), End::Enough);
        });
    }
}
