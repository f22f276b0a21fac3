//! SAT on variants with several threads: what one solver has not answered soon is split into
//! cubes, and idle threads take one after the other, each with a formula of its own.

#[cfg(test)]
mod tests;

use super::{Cube, SplitRequest, Splittable, split};
use crate::backend::{Approach, Backend, End, Optimum, Query, Unsupported, VariantSat, Visitor};
use crate::limits::{Limits, StopOnDrop};
use crate::objective::{CellWeights, Progress};
use crate::outcome::Reason;
use crate::rules::VariantPuzzle;
use crate::search::Threads;
use crate::{Instant, Solution};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope, panicking};
use std::time::Duration;
use std::vec::IntoIter;

/// How long one solver works alone, at least: what it has learnt is lost if others help.
const ALONE: Duration = Duration::from_secs(1);

/// How long one solver works alone: at least this many times as long as its formula took to write,
/// because each cube needs a formula of its own.
const WRITINGS_ALONE: u32 = 16;

/// How long a thread must have been idle: between two puzzles, threads are so for moments.
const IDLE: Duration = Duration::from_millis(5);

/// About how many cubes there are for each thread, and the limits to all of them. Few leave
/// threads without work at the end, many take long to make.
const CUBES_EACH: usize = 8;
const FEWEST_CUBES: usize = 32;
const MOST_CUBES: usize = 256;

/// Solutions that may wait to be shown; a thread that finds more waits, too.
const MOST_WAITING: usize = 1000;

/// How long to wait for solutions before looking for more idle threads.
const PAUSE: Duration = Duration::from_millis(50);

/// [`VariantSat`], with idle threads where a puzzle takes long. Which of several solutions is
/// shown first depends on the machine then.
pub struct SharedVariantSat {
    alone: VariantSat,
    threads: Arc<Threads>,
    /// How long one solver works alone, at least.
    patience: Duration,
    /// How long a thread must have been idle then.
    idle: Duration,
}

impl SharedVariantSat {
    /// Shares these threads with other searches. Solvers that are programs work alone.
    pub fn new(alone: VariantSat, threads: Arc<Threads>) -> SharedVariantSat {
        SharedVariantSat {
            alone,
            threads,
            patience: ALONE,
            idle: IDLE,
        }
    }

    /// Searches alone, for as long as that takes or until there are idle threads after a
    /// while: `None`.
    fn search_alone(
        &mut self,
        puzzle: &VariantPuzzle,
        limits: &Limits,
        visitor: &mut Visitor<'_>,
    ) -> Option<End> {
        let begun = Instant::now();
        let loaded = match self.alone.load_first(puzzle, &limits.clone().watched()) {
            Ok(loaded) => loaded,
            Err(end) => return Some(end),
        };
        let until = Instant::now() + self.patience.max(begun.elapsed() * WRITINGS_ALONE);
        let help = Help::after(until, self.idle, self.threads.clone());
        let impatient = limits.clone().stopped_when(move || help.is_here());
        match self.alone.enumerate(loaded, &impatient, visitor) {
            End::Stopped(Reason::Interrupted) => limits.exceeded().map(End::Stopped),
            end => Some(end),
        }
    }

    /// Searches in cubes, on all threads that are idle.
    fn search_in_cubes(
        &self,
        puzzle: &VariantPuzzle,
        limits: &Limits,
        visitor: &mut Visitor<'_>,
    ) -> End {
        let _place = self.threads.join();
        let most = CUBES_EACH * self.threads.total();
        let request = SplitRequest {
            query: &Query::First,
            above: None,
            count: most.clamp(FEWEST_CUBES, MOST_CUBES),
            limits,
        };
        let cubes = split(puzzle, &request).cubes;
        let over = Arc::new(AtomicBool::new(false));
        let work = Work {
            alone: &self.alone,
            puzzle,
            cubes: Mutex::new(cubes.into_iter()),
            limits: limits.clone().stopped_by(over.clone()),
            threads: &self.threads,
            size: AtomicUsize::new(0),
        };
        std::thread::scope(|scope| {
            let _over = StopOnDrop(&over);
            let (send, receive) = sync_channel(MOST_WAITING);
            Crew {
                scope,
                work: &work,
                send,
                receive,
            }
            .search(visitor)
        })
    }
}

/// Whether idle threads can help, from some time on. A thread between two puzzles is not idle,
/// and a solver that was stopped stays stopped.
struct Help {
    until: Instant,
    least: Duration,
    threads: Arc<Threads>,
    /// Since when there has been an idle thread.
    idle_since: Mutex<Option<Instant>>,
    is_here: AtomicBool,
}

impl Help {
    /// From this time on, help by a thread that has been idle for at least so long.
    fn after(until: Instant, least: Duration, threads: Arc<Threads>) -> Help {
        Help {
            until,
            least,
            threads,
            idle_since: Mutex::new(None),
            is_here: AtomicBool::new(false),
        }
    }

    fn is_here(&self) -> bool {
        if self.is_here.load(Ordering::Relaxed) {
            return true;
        }
        let now = Instant::now();
        if now < self.until {
            return false;
        }
        let idle_since = self.idle_since.lock();
        let mut idle_since = idle_since.unwrap_or_else(PoisonError::into_inner);
        if self.threads.share(1) <= 1 {
            *idle_since = None;
            return false;
        }
        let is_here = now.duration_since(*idle_since.get_or_insert(now)) >= self.least;
        self.is_here.store(is_here, Ordering::Relaxed);
        is_here
    }
}

impl Backend<VariantPuzzle> for SharedVariantSat {
    fn name(&self) -> &str {
        self.alone.name()
    }

    fn answered_by(&self) -> &str {
        self.alone.answered_by()
    }

    fn approach(&self) -> Approach {
        self.alone.approach()
    }

    fn supports(
        &self,
        puzzle: &VariantPuzzle,
        query: &Query<CellWeights>,
    ) -> Result<(), Unsupported> {
        self.alone.supports(puzzle, query)
    }

    fn search(
        &mut self,
        puzzle: &VariantPuzzle,
        limits: &Limits,
        visitor: &mut Visitor<'_>,
    ) -> End {
        if self.threads.total() == 1 || !self.alone.is_linked() {
            return self.alone.search(puzzle, limits, visitor);
        }
        let mut shown = HashSet::new();
        let end = self.search_alone(puzzle, limits, &mut |solution| {
            shown.insert(solution.clone());
            visitor(solution)
        });
        end.unwrap_or_else(|| {
            self.search_in_cubes(
                puzzle,
                limits,
                &mut |solution| match shown.contains(solution) {
                    true => ControlFlow::Continue(()),
                    false => visitor(solution),
                },
            )
        })
    }

    fn maximise(
        &mut self,
        puzzle: &VariantPuzzle,
        weights: &CellWeights,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Optimum {
        self.alone.maximise(puzzle, weights, limits, progress)
    }
}

/// What the threads share.
struct Work<'w> {
    alone: &'w VariantSat,
    puzzle: &'w VariantPuzzle,
    cubes: Mutex<IntoIter<Cube>>,
    limits: Limits,
    threads: &'w Threads,
    /// Threads that take cubes.
    size: AtomicUsize,
}

impl Work<'_> {
    fn size(&self) -> usize {
        self.size.load(Ordering::Relaxed)
    }

    /// How many threads the others leave for this search.
    fn share(&self) -> usize {
        self.threads.share(self.size())
    }

    fn cubes(&self) -> MutexGuard<'_, IntoIter<Cube>> {
        self.cubes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes cubes until none is left, or until `leaves` says so between two.
    fn take_cubes(&self, leaves: &dyn Fn() -> bool, visitor: &mut Visitor<'_>) -> End {
        while !leaves() {
            let Some(cube) = self.cubes().next() else {
                break;
            };
            let Some(part) = self.puzzle.within(&cube) else {
                continue;
            };
            let end = match self.alone.load(&part, &self.limits) {
                Ok(loaded) => self.alone.enumerate(loaded, &self.limits, visitor),
                Err(end) => end,
            };
            if end != End::Exhausted {
                return end;
            }
        }
        End::Exhausted
    }
}

/// What a thread tells the first one, which shows all solutions.
enum Report {
    Solution(Solution),
    Left(End),
}

/// Reports that a thread left, even if it panics: the first one waits for that.
struct Leaving {
    send: SyncSender<Report>,
    end: End,
}

impl Drop for Leaving {
    fn drop(&mut self) {
        let end = match panicking() {
            true => End::Stopped(Reason::Engine("a search panicked".into())),
            false => std::mem::replace(&mut self.end, End::Exhausted),
        };
        // The receiver is gone once the search is over.
        _ = self.send.send(Report::Left(end));
    }
}

/// The first thread's view of the others. It sleeps while they work, so one of them does the
/// work of its thread and stays to the end.
struct Crew<'s, 'e> {
    scope: &'s Scope<'s, 'e>,
    work: &'e Work<'e>,
    send: SyncSender<Report>,
    receive: Receiver<Report>,
}

impl Crew<'_, '_> {
    fn search(self, visitor: &mut Visitor<'_>) -> End {
        loop {
            self.grow();
            if self.work.size() == 0 {
                // The system could not start a thread: the cubes are solved here.
                return self.work.take_cubes(&|| false, visitor);
            }
            match self.receive.recv_timeout(PAUSE) {
                Ok(Report::Solution(solution)) => {
                    if visitor(&solution).is_break() {
                        return End::Enough;
                    }
                }
                Ok(Report::Left(End::Stopped(reason))) => return End::Stopped(reason),
                Ok(Report::Left(_)) => {
                    // Not before all that a thread found has been shown.
                    let size = self.work.size.fetch_sub(1, Ordering::Relaxed);
                    if size == 1 && self.work.cubes().len() == 0 {
                        return End::Exhausted;
                    }
                }
                // There is nothing to show yet.
                Err(_) => {}
            }
        }
    }

    /// Starts threads as long as there are cubes and idle threads to share.
    fn grow(&self) {
        let work = self.work;
        loop {
            let is_first = work.size() == 0;
            if !is_first && (work.size() >= work.share() || work.cubes().len() == 0) {
                return;
            }
            let at_work = (!is_first).then(|| work.threads.work());
            let send = self.send.clone();
            let run = move || {
                let mut leaving = Leaving {
                    send: send.clone(),
                    end: End::Exhausted,
                };
                let leaves = || at_work.is_some() && work.share() < work.size();
                leaving.end = work.take_cubes(&leaves, &mut |solution| match send
                    .send(Report::Solution(solution.clone()))
                {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                });
            };
            if Builder::new().spawn_scoped(self.scope, run).is_err() {
                return;
            }
            work.size.fetch_add(1, Ordering::Relaxed);
        }
    }
}
