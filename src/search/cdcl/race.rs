//! Several parallel searches on the same exact cover, each with a seed of its own: on hard
//! grids their times differ by a factor of ten. They exchange nothing, so that the first
//! one takes the same path as it would alone.

use super::Search;
use super::exact_cover::ExactCover;
use crate::grid::Solution;
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::search::threads::Threads;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, Scope};
use std::time::Duration;

/// How long the first search runs alone, and how often threads are redistributed.
const INTERVAL: Duration = Duration::from_millis(50);

/// Solutions in the channel.
const QUEUE: usize = 16;

/// Solutions after which one search continues alone: the caller wants all of them, and
/// those that several searches may find must be kept in memory.
const MOST_SHARED: usize = 1000;

/// What a search reports.
enum Report {
    Found(Solution),
    /// `None` if it panicked.
    Ended(usize, Option<End>),
}

/// Reports that a search has ended, even if it panics: nobody would stop waiting for it.
struct Ending {
    number: usize,
    end: Option<End>,
    send: SyncSender<Report>,
}

impl Drop for Ending {
    fn drop(&mut self) {
        // The receiver is gone once the race is over.
        let _ = self.send.send(Report::Ended(self.number, self.end.take()));
    }
}

/// Shows every solution of the cover to `visit`, whichever search finds it first. With
/// more than one thread, which solution comes first depends on the machine.
pub(super) fn search(
    cover: &ExactCover,
    seed: u64,
    threads: &Threads,
    most: usize,
    limits: &Limits,
    visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> End {
    if threads.total() == 1 || most == 1 {
        return Search::new(cover, seed).run(limits, visit);
    }
    let _place = threads.join();
    thread::scope(|scope| {
        let (send, receive) = sync_channel(QUEUE);
        let mut race = Race {
            scope,
            cover,
            seed,
            threads,
            limits,
            running: Vec::new(),
            started: 0,
            alone: false,
        };
        let end = race.run(most, send, &receive, visit);
        race.stop_all();
        // Searches that wait to report end when the receiver is gone.
        drop(receive);
        end
    })
}

/// A search that runs: its number, and the flag that stops it.
struct Runner {
    number: usize,
    stop: Arc<AtomicBool>,
}

struct Race<'s, 'e: 's> {
    scope: &'s Scope<'s, 'e>,
    cover: &'e ExactCover,
    seed: u64,
    threads: &'e Threads,
    limits: &'e Limits,
    running: Vec<Runner>,
    started: usize,
    /// Whether one search continues alone.
    alone: bool,
}

impl Race<'_, '_> {
    fn run(
        &mut self,
        most: usize,
        send: SyncSender<Report>,
        receive: &Receiver<Report>,
        visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        let mut shown = HashSet::new();
        self.start(&send);
        loop {
            if self.running.is_empty() {
                // Reached only if the machine has no threads.
                return Search::new(self.cover, self.seed).run(self.limits, visit);
            }
            match receive.recv_timeout(INTERVAL) {
                Ok(Report::Found(solution)) => {
                    // One search alone finds nothing twice, but perhaps again what others
                    // found.
                    let new = match self.running.len() {
                        1 if self.alone => !shown.contains(&solution),
                        _ => shown.insert(solution.clone()),
                    };
                    if new && visit(&solution).is_break() {
                        return End::Enough;
                    }
                    self.alone |= shown.len() >= MOST_SHARED;
                }
                Ok(Report::Ended(number, end)) => {
                    let stopped = self.forget(number);
                    match end {
                        Some(end) if !stopped || end == End::Exhausted => return end,
                        Some(_) => {}
                        // The panic goes on where the threads are joined.
                        None => return End::Stopped(Reason::Engine("a search panicked".into())),
                    }
                }
                Err(RecvTimeoutError::Timeout) if self.alone => {}
                Err(RecvTimeoutError::Timeout) => {
                    let share = self.threads.share(self.running.len()).min(most);
                    self.resize(share, &send);
                }
                // This thread holds a sender.
                Err(RecvTimeoutError::Disconnected) => {}
            }
            if self.alone {
                self.resize(1, &send);
            }
        }
    }

    /// Starts or stops searches until this many run. The first one always runs.
    fn resize(&mut self, share: usize, send: &SyncSender<Report>) {
        let going = |runner: &&Runner| !runner.stop.load(Ordering::Relaxed);
        let count = self.running.iter().filter(going).count();
        for _ in count..share {
            if !self.start(send) {
                return;
            }
        }
        for runner in self.running.iter().filter(going).skip(share) {
            runner.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Starts one more search. Returns whether the system provided a thread.
    fn start(&mut self, send: &SyncSender<Report>) -> bool {
        let number = self.started;
        let stop = Arc::new(AtomicBool::new(false));
        let limits = self.limits.clone().stopped_by(stop.clone());
        let (cover, send) = (self.cover, send.clone());
        // The first one takes the same path as it would alone.
        let seed = self.seed.wrapping_add(10 * number as u64);
        // The thread that waits for the searches counts for the first one.
        let at_work = (!self.running.is_empty()).then(|| self.threads.work());
        let work = move || {
            let _at_work = at_work;
            let end = None;
            let mut ending = Ending { number, end, send };
            let mut search = Search::new(cover, seed);
            let mut report =
                |solution: &Solution| match ending.send.send(Report::Found(solution.clone())) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                };
            let end = search.run(&limits, &mut report);
            ending.end = Some(end);
        };
        if thread::Builder::new()
            .spawn_scoped(self.scope, work)
            .is_err()
        {
            return false;
        }
        self.started += 1;
        self.running.push(Runner { number, stop });
        true
    }

    /// A search has ended; whether it was stopped.
    fn forget(&mut self, number: usize) -> bool {
        let place = self.running.iter().position(|r| r.number == number);
        place.is_some_and(|place| self.running.remove(place).stop.load(Ordering::Relaxed))
    }

    fn stop_all(&self) {
        for runner in &self.running {
            runner.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Candidates;

    #[test]
    fn several_searches_show_every_grid_of_4x4_once() {
        let cover = ExactCover::new_within(
            &Candidates::all("2x2".parse().unwrap()),
            &Limits::unlimited(),
        )
        .unwrap();
        for total in [1, 2, 5] {
            let threads = Threads::new(total);
            let mut seen = HashSet::new();
            let limits = Limits::unlimited();
            let end = search(&cover, 6, &threads, 5, &limits, &mut |solution| {
                assert!(seen.insert(solution.clone()));
                // Slow enough for others to join.
                thread::sleep(Duration::from_millis(1));
                ControlFlow::Continue(())
            });
            assert_eq!((end, seen.len()), (End::Exhausted, 288), "{total} threads");
        }
    }

    #[test]
    fn a_visitor_that_has_enough_ends_all_searches() {
        let cover = ExactCover::new_within(
            &Candidates::all("4x4".parse().unwrap()),
            &Limits::unlimited(),
        )
        .unwrap();
        let threads = Threads::new(3);
        let mut count = 0;
        let limits = Limits::unlimited();
        let end = search(&cover, 6, &threads, 3, &limits, &mut |_| {
            count += 1;
            thread::sleep(Duration::from_millis(10));
            match count {
                20 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        assert_eq!((end, count), (End::Enough, 20));
        let _next = threads.join();
        assert_eq!(threads.share(1), 3);
    }

    /// A thread that panics says nothing of its own accord.
    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_search_that_panics_ends_the_race() {
        let mut cover = ExactCover::new_within(
            &Candidates::all("2x2".parse().unwrap()),
            &Limits::unlimited(),
        )
        .unwrap();
        cover.groups_of.clear();
        let (threads, limits) = (Threads::new(2), Limits::unlimited());
        search(&cover, 6, &threads, 2, &limits, &mut |_| {
            ControlFlow::Continue(())
        });
    }
}
