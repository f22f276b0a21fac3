//! Many items in parallel, results in the order of the items, in constant memory.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum number of items in the queue of one worker; it keeps memory constant.
const QUEUE: usize = 16;

/// How long a worker collects results before it announces them. Waking another thread
/// takes some microseconds, as long as an easy puzzle.
const COLLECTING: Duration = Duration::from_micros(500);

/// How often results are fetched from a worker that is busy with a hard item.
const POLL: Duration = Duration::from_millis(20);

/// Processes every item with one of `jobs` workers and passes the results on in the
/// order of the items.
///
/// `feed` runs in a thread of its own and passes items to its argument until that
/// breaks. `worker` makes a worker inside each thread. `take` receives the results in
/// the calling thread; a break ends everything.
pub fn ordered<I: Send, O: Send, W: FnMut(I) -> O>(
    jobs: usize,
    feed: impl FnOnce(&mut dyn FnMut(I) -> ControlFlow<()>) + Send,
    worker: impl Fn() -> W + Sync,
    take: impl FnMut(O) -> ControlFlow<()>,
) {
    let whole = || {
        let mut work = worker();
        move |item, _: &mut Emit<'_, O>| work(item)
    };
    in_parts(jobs, feed, whole, take);
}

/// Receives a part of a result; a break says that no more are wanted.
pub type Emit<'e, O> = dyn FnMut(O) -> ControlFlow<()> + 'e;

/// Like [`ordered`], for results too long to be held in memory: a worker may emit any
/// number of parts before it returns the last one. Parts keep their order, and a worker
/// whose turn has not come waits after some milliseconds' worth of them.
pub fn in_parts<I: Send, O: Send, W: FnMut(I, &mut Emit<'_, O>) -> O>(
    jobs: usize,
    feed: impl FnOnce(&mut dyn FnMut(I) -> ControlFlow<()>) + Send,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(O) -> ControlFlow<()>,
) {
    // Whoever runs takes it: a thread of its own, or this one where there are no others.
    let feed = Mutex::new(Some(feed));
    let feed = || feed.lock().unwrap_or_else(PoisonError::into_inner).take();
    thread::scope(|scope| {
        let (hand_over, handed) = sync_channel::<Vec<SyncSender<I>>>(1);
        let feeder = move || {
            let Ok(queues) = handed.recv() else { return };
            if let Some(feed) = feed() {
                distribute(feed, &queues);
            }
        };
        let is_fed = thread::Builder::new().spawn_scoped(scope, feeder).is_ok();
        let mut queues = Vec::new();
        let mut results: Vec<Results<O>> = Vec::new();
        while is_fed && queues.len() < jobs.max(1) {
            let (queue, items) = sync_channel(QUEUE);
            let (ready, announced) = sync_channel(1);
            let done = Done::default();
            let mine = Results::of(done.clone(), announced);
            let worker = &worker;
            let run = move || serve(&items, Outbox::new(done, ready), worker());
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                // The system gives no more threads: those that run will do.
                break;
            }
            queues.push(queue);
            results.push(mine);
        }
        if queues.is_empty() || hand_over.send(queues).is_err() {
            drop(hand_over);
            if let Some(feed) = feed() {
                process_here(feed, worker(), &mut take);
            }
            return;
        }
        let mut turn = 0;
        while let Some((result, is_last)) = results[turn].next() {
            if take(result).is_break() {
                return;
            }
            if is_last {
                turn = (turn + 1) % results.len();
            }
        }
    });
}

/// Passes item k to queue k modulo their number, so that answers which are taken in turn
/// keep the order of the items.
fn distribute<I>(
    feed: impl FnOnce(&mut dyn FnMut(I) -> ControlFlow<()>),
    queues: &[SyncSender<I>],
) {
    let mut turn = 0;
    feed(&mut |item| {
        let sent = queues[turn].send(item);
        turn = (turn + 1) % queues.len();
        match sent {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
}

/// Processes every item in this thread.
fn process_here<I, O>(
    feed: impl FnOnce(&mut dyn FnMut(I) -> ControlFlow<()>),
    mut work: impl FnMut(I, &mut Emit<'_, O>) -> O,
    take: &mut Emit<'_, O>,
) {
    feed(&mut |item| {
        let mut flow = ControlFlow::Continue(());
        let last = work(item, &mut |part| {
            flow = take(part);
            flow
        });
        flow?;
        take(last)
    });
}

/// Parts of results that were not taken yet, and whether each is the last of its result.
struct Done<O>(Arc<Mutex<Vec<(O, bool)>>>);

impl<O> Done<O> {
    fn add(&self, part: O, is_last: bool) {
        let mut done = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        done.push((part, is_last));
    }

    fn take(&self) -> Vec<(O, bool)> {
        let mut done = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *done)
    }
}

impl<O> Clone for Done<O> {
    fn clone(&self) -> Done<O> {
        Done(self.0.clone())
    }
}

impl<O> Default for Done<O> {
    fn default() -> Done<O> {
        Done(Arc::new(Mutex::new(Vec::new())))
    }
}

/// Where a worker puts its results.
struct Outbox<O> {
    done: Done<O>,
    ready: SyncSender<()>,
    announced: Instant,
}

impl<O> Outbox<O> {
    fn new(done: Done<O>, ready: SyncSender<()>) -> Outbox<O> {
        Outbox {
            done,
            ready,
            announced: Instant::now(),
        }
    }

    /// Adds a part, and announces those that are there from time to time.
    fn put(&mut self, part: O, is_last: bool) -> ControlFlow<()> {
        self.done.add(part, is_last);
        match self.announced.elapsed() >= COLLECTING {
            true => self.announce(),
            false => ControlFlow::Continue(()),
        }
    }

    /// Waits while two announcements were not seen; a break if the receiver is gone.
    fn announce(&mut self) -> ControlFlow<()> {
        let sent = self.ready.send(());
        self.announced = Instant::now();
        match sent {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// Processes items until there are no more, or the receiver is gone.
fn serve<I, O>(
    items: &Receiver<I>,
    mut outbox: Outbox<O>,
    mut work: impl FnMut(I, &mut Emit<'_, O>) -> O,
) {
    while let Ok(first) = items.recv() {
        outbox.announced = Instant::now();
        let waiting: Vec<I> = items.try_iter().take(QUEUE).collect();
        for item in std::iter::once(first).chain(waiting) {
            let last = work(item, &mut |part| outbox.put(part, false));
            if outbox.put(last, true).is_break() {
                return;
            }
        }
        if outbox.announce().is_break() {
            return;
        }
    }
}

/// The results of one worker, in order.
struct Results<O> {
    done: Done<O>,
    announced: Receiver<()>,
    here: VecDeque<(O, bool)>,
}

impl<O> Results<O> {
    fn of(done: Done<O>, announced: Receiver<()>) -> Results<O> {
        Results {
            done,
            announced,
            here: VecDeque::new(),
        }
    }

    /// The next part of a result, and whether it is the last; waits for it. `None` if
    /// the worker has ended.
    fn next(&mut self) -> Option<(O, bool)> {
        while self.here.is_empty() {
            let ended = self.announced.recv_timeout(POLL) == Err(RecvTimeoutError::Disconnected);
            self.here.extend(self.done.take());
            if ended && self.here.is_empty() {
                return None;
            }
        }
        self.here.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(jobs: usize, count: u32, until: u32) -> Vec<u32> {
        let mut seen = Vec::new();
        ordered(
            jobs,
            |give| {
                for item in 0..count {
                    if give(item).is_break() {
                        return;
                    }
                }
            },
            || {
                |item: u32| {
                    // Some results come late.
                    if item.is_multiple_of(7) {
                        thread::sleep(Duration::from_micros(200));
                    }
                    item * 2
                }
            },
            |answer| {
                seen.push(answer);
                match seen.len() < until as usize {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            },
        );
        seen
    }

    #[test]
    fn results_come_in_the_order_of_the_queues() {
        for jobs in [0, 1, 2, 3, 8] {
            let expected: Vec<u32> = (0..1000).map(|k| k * 2).collect();
            assert_eq!(run(jobs, 1000, 5000), expected);
            assert!(run(jobs, 0, 10).is_empty());
        }
    }

    #[test]
    fn an_answer_does_not_wait_for_a_hard_question_behind_it() {
        let (release, released) = sync_channel(1);
        let released = Mutex::new(released);
        let feed = |give: &mut dyn FnMut(bool) -> ControlFlow<()>| {
            let _ = give(false).is_continue() && give(true).is_continue();
        };
        // The hard question is answered once the easy one's answer is out.
        let worker = || {
            |hard: bool| {
                let wait = Duration::from_secs(60);
                !hard || released.lock().unwrap().recv_timeout(wait).is_ok()
            }
        };
        let mut results = Vec::new();
        ordered(1, feed, worker, |answer| {
            results.push(answer);
            let _ = release.try_send(());
            ControlFlow::Continue(())
        });
        assert_eq!(results, [true, true]);
    }

    #[test]
    fn parts_keep_their_order_and_are_not_piled_up() {
        use std::sync::atomic::{AtomicU64, Ordering};
        const PARTS: u64 = 20_000_000;
        let emitted = AtomicU64::new(0);
        let feed = |give: &mut dyn FnMut(u64) -> ControlFlow<()>| {
            let _ = (0..4).try_for_each(give);
        };
        let worker = || {
            |item: u64, emit: &mut Emit<'_, (u64, u64)>| {
                for part in 0..PARTS {
                    emitted.fetch_add(1, Ordering::Relaxed);
                    if emit((item, part)).is_break() {
                        break;
                    }
                }
                (item, PARTS)
            }
        };
        let mut seen = 0;
        in_parts(2, feed, worker, |answer| {
            assert_eq!(answer, (0, seen));
            seen += 1;
            match seen {
                1 => thread::sleep(Duration::from_millis(300)),
                5000 => return ControlFlow::Break(()),
                _ => {}
            }
            ControlFlow::Continue(())
        });
        assert_eq!(seen, 5000);
        assert!(emitted.into_inner() < PARTS / 4);
    }

    #[test]
    fn results_in_parts_come_in_the_order_of_the_queues() {
        let feed = |give: &mut dyn FnMut(u32) -> ControlFlow<()>| {
            let _ = (0..100).try_for_each(give);
        };
        let worker = || {
            |item: u32, emit: &mut Emit<'_, (u32, u32)>| {
                for part in 0..item % 5 {
                    let _ = emit((item, part));
                }
                (item, item % 5)
            }
        };
        let expected: Vec<(u32, u32)> = (0..100)
            .flat_map(|item| (0..=item % 5).map(move |part| (item, part)))
            .collect();
        for jobs in [1, 2, 3] {
            let mut seen = Vec::new();
            in_parts(jobs, feed, worker, |part| {
                seen.push(part);
                ControlFlow::Continue(())
            });
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn a_break_ends_the_workers_and_the_feed() {
        assert_eq!(run(3, u32::MAX, 5), [0, 2, 4, 6, 8]);
    }
}
