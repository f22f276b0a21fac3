//! Many items in parallel, with results in the order of the items, in constant memory.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Items in the queue of one worker: the limit keeps memory constant.
const QUEUE: usize = 16;

/// How long a worker collects results before it announces them. Waking another thread
/// takes some microseconds, as long as an easy puzzle.
const COLLECTING: Duration = Duration::from_micros(500);

/// How often results are fetched from a worker that has not announced them because it is
/// busy with a hard item.
const POLL: Duration = Duration::from_millis(20);

/// Processes every item with one of `jobs` workers (at least one) and passes the results
/// on in the order of the items.
///
/// `feed` runs in a thread of its own and gives items to its argument until that breaks.
/// `worker` makes a worker inside each thread. `take` gets the results in the calling
/// thread; a break ends everything. Where the system gives no threads, all work is done in
/// the calling thread.
pub fn ordered<I: Send, O: Send, W: FnMut(I) -> O>(
    jobs: usize,
    feed: impl FnOnce(&mut dyn FnMut(I) -> ControlFlow<()>) + Send,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(O) -> ControlFlow<()>,
) {
    let jobs = jobs.max(1);
    thread::scope(|scope| {
        let mut queues: Vec<SyncSender<I>> = Vec::new();
        let mut results: Vec<Results<O>> = Vec::new();
        for _ in 0..jobs {
            let (queue, items) = sync_channel(QUEUE);
            let (announce, announced) = sync_channel(1);
            let done = Done::default();
            queues.push(queue);
            results.push(Results::of(done.clone(), announced));
            let worker = &worker;
            let run = move || serve(&items, &done, &announce, worker());
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                // No more threads to be had: those that run will do.
                queues.pop();
                results.pop();
                break;
            }
        }
        let jobs = queues.len();
        if jobs == 0 {
            let mut work = worker();
            feed(&mut |item| take(work(item)));
            return;
        }
        // Item k goes to worker k modulo their number, and its result is taken from there,
        // which keeps the order.
        scope.spawn(move || {
            let mut turn = 0;
            feed(&mut |item| {
                let sent = queues[turn].send(item);
                turn = (turn + 1) % jobs;
                match sent {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
        });
        let mut turn = 0;
        while let Some(result) = results[turn].next() {
            if take(result).is_break() {
                return;
            }
            turn = (turn + 1) % jobs;
        }
    });
}

/// Results of a worker that were not taken yet.
struct Done<O>(Arc<Mutex<Vec<O>>>);

impl<O> Done<O> {
    fn add(&self, result: O) {
        let mut done = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        done.push(result);
    }

    fn take(&self) -> Vec<O> {
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

/// Processes items until there are no more, or the receiver is gone. Announces results
/// when it would have to wait, and from time to time.
fn serve<I, O>(
    items: &Receiver<I>,
    done: &Done<O>,
    announce: &SyncSender<()>,
    mut work: impl FnMut(I) -> O,
) {
    while let Ok(first) = items.recv() {
        let mut announced = Instant::now();
        let waiting: Vec<I> = items.try_iter().take(QUEUE).collect();
        for item in std::iter::once(first).chain(waiting) {
            done.add(work(item));
            if announced.elapsed() >= COLLECTING {
                if announce.send(()).is_err() {
                    return;
                }
                announced = Instant::now();
            }
        }
        if announce.send(()).is_err() {
            return;
        }
    }
}

/// The results of one worker, in order.
struct Results<O> {
    done: Done<O>,
    announced: Receiver<()>,
    here: VecDeque<O>,
}

impl<O> Results<O> {
    fn of(done: Done<O>, announced: Receiver<()>) -> Results<O> {
        Results {
            done,
            announced,
            here: VecDeque::new(),
        }
    }

    /// The next result; waits for it. `None` if the worker has ended.
    fn next(&mut self) -> Option<O> {
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
                    // Some answers come late.
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
    fn answers_come_in_the_order_of_the_questions() {
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
        let mut answers = Vec::new();
        ordered(1, feed, worker, |answer| {
            answers.push(answer);
            let _ = release.try_send(());
            ControlFlow::Continue(())
        });
        assert_eq!(answers, [true, true]);
    }

    #[test]
    fn a_break_ends_the_workers_and_the_feed() {
        assert_eq!(run(3, u32::MAX, 5), [0, 2, 4, 6, 8]);
    }
}
