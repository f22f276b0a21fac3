//! Many questions at once, answers in the order of the questions, in constant
//! memory.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Questions that wait for one worker: what keeps memory constant.
const WAITING: usize = 16;

/// How long a worker keeps answers to hand on several at once. Waking another
/// thread takes some microseconds, as long as an easy puzzle.
const HANDFUL: Duration = Duration::from_micros(500);

/// After how long answers are looked for that a worker keeps while it is busy
/// with a hard question.
const LOOK: Duration = Duration::from_millis(20);

/// Answers every item with one of `jobs` workers and hands the answers on in the
/// order of the items.
///
/// `feed` runs in a thread of its own and gives items to its argument until that
/// breaks. `worker` makes a worker inside of each thread. `take` gets the
/// answers in the calling thread; a break ends everything.
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

/// Takes a part of an answer; a break says that no more are wanted.
pub type Emit<'e, O> = dyn FnMut(O) -> ControlFlow<()> + 'e;

/// Like [`ordered`], for answers that are too long to be kept: a worker may emit any
/// number of parts before it returns the last one. Parts keep their order, and a
/// worker whose turn has not come waits after some milliseconds' worth of them.
pub fn in_parts<I: Send, O: Send, W: FnMut(I, &mut Emit<'_, O>) -> O>(
    jobs: usize,
    feed: impl FnOnce(&mut dyn FnMut(I) -> ControlFlow<()>) + Send,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(O) -> ControlFlow<()>,
) {
    let jobs = jobs.max(1);
    thread::scope(|scope| {
        let mut questions: Vec<SyncSender<I>> = Vec::new();
        let mut answers: Vec<Answers<O>> = Vec::new();
        for _ in 0..jobs {
            let (question, asked) = sync_channel(WAITING);
            let (ready, announced) = sync_channel(1);
            let kept = Kept::default();
            questions.push(question);
            answers.push(Answers::of(kept.clone(), announced));
            let worker = &worker;
            let run = move || serve(&asked, Outbox::new(kept, ready), worker());
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                // The system gives no more threads: those that run will do.
                questions.pop();
                answers.pop();
                break;
            }
        }
        let jobs = questions.len();
        if jobs == 0 {
            return answer_here(feed, worker(), &mut take);
        }
        // Item k goes to worker k modulo their number, and its answer is taken
        // from there: the order keeps itself.
        scope.spawn(move || {
            let mut turn = 0;
            feed(&mut |item| {
                let sent = questions[turn].send(item);
                turn = (turn + 1) % jobs;
                match sent {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
        });
        let mut turn = 0;
        while let Some((answer, is_last)) = answers[turn].next() {
            if take(answer).is_break() {
                return;
            }
            if is_last {
                turn = (turn + 1) % jobs;
            }
        }
    });
}

/// Answers every item in this thread.
fn answer_here<I, O>(
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

/// Parts of answers that a worker has and nobody took yet, and whether each is the
/// last of its answer.
struct Kept<O>(Arc<Mutex<Vec<(O, bool)>>>);

impl<O> Kept<O> {
    fn add(&self, part: O, is_last: bool) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push((part, is_last));
    }

    fn take(&self) -> Vec<(O, bool)> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *kept)
    }
}

impl<O> Clone for Kept<O> {
    fn clone(&self) -> Kept<O> {
        Kept(self.0.clone())
    }
}

impl<O> Default for Kept<O> {
    fn default() -> Kept<O> {
        Kept(Arc::new(Mutex::new(Vec::new())))
    }
}

/// Where a worker puts its answers.
struct Outbox<O> {
    kept: Kept<O>,
    ready: SyncSender<()>,
    announced: Instant,
}

impl<O> Outbox<O> {
    fn new(kept: Kept<O>, ready: SyncSender<()>) -> Outbox<O> {
        Outbox {
            kept,
            ready,
            announced: Instant::now(),
        }
    }

    /// Puts a part there, and announces those that are there now and then.
    fn put(&mut self, part: O, is_last: bool) -> ControlFlow<()> {
        self.kept.add(part, is_last);
        match self.announced.elapsed() >= HANDFUL {
            true => self.announce(),
            false => ControlFlow::Continue(()),
        }
    }

    /// Waits where the last two announcements were not seen; a break if nobody
    /// listens any more.
    fn announce(&mut self) -> ControlFlow<()> {
        let sent = self.ready.send(());
        self.announced = Instant::now();
        match sent {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// Answers questions until there are no more, or nobody listens.
fn serve<I, O>(
    asked: &Receiver<I>,
    mut outbox: Outbox<O>,
    mut work: impl FnMut(I, &mut Emit<'_, O>) -> O,
) {
    while let Ok(first) = asked.recv() {
        outbox.announced = Instant::now();
        let waiting: Vec<I> = asked.try_iter().take(WAITING).collect();
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

/// The answers of one worker, in their order.
struct Answers<O> {
    kept: Kept<O>,
    announced: Receiver<()>,
    here: VecDeque<(O, bool)>,
}

impl<O> Answers<O> {
    fn of(kept: Kept<O>, announced: Receiver<()>) -> Answers<O> {
        Answers {
            kept,
            announced,
            here: VecDeque::new(),
        }
    }

    /// The next part of an answer, and whether it is the last; waits for it. `None` if
    /// the worker has ended.
    fn next(&mut self) -> Option<(O, bool)> {
        while self.here.is_empty() {
            let ended = self.announced.recv_timeout(LOOK) == Err(RecvTimeoutError::Disconnected);
            self.here.extend(self.kept.take());
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
    fn answers_in_parts_come_in_the_order_of_the_questions() {
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
