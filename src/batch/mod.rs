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
    mut take: impl FnMut(O) -> ControlFlow<()>,
) {
    let jobs = jobs.max(1);
    thread::scope(|scope| {
        let mut questions: Vec<SyncSender<I>> = Vec::new();
        let mut answers: Vec<Answers<O>> = Vec::new();
        for _ in 0..jobs {
            let (question, asked) = sync_channel(WAITING);
            let (ready, told) = sync_channel(1);
            let kept = Kept::default();
            questions.push(question);
            answers.push(Answers::of(kept.clone(), told));
            let worker = &worker;
            let run = move || serve(&asked, &kept, &ready, worker());
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                // The system gives no more threads: those that run will do.
                questions.pop();
                answers.pop();
                break;
            }
        }
        let jobs = questions.len();
        if jobs == 0 {
            let mut work = worker();
            feed(&mut |item| take(work(item)));
            return;
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
        while let Some(answer) = answers[turn].next() {
            if take(answer).is_break() {
                return;
            }
            turn = (turn + 1) % jobs;
        }
    });
}

/// Answers that a worker has and nobody took yet.
struct Kept<O>(Arc<Mutex<Vec<O>>>);

impl<O> Kept<O> {
    fn add(&self, answer: O) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push(answer);
    }

    fn take(&self) -> Vec<O> {
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

/// Answers questions until there are no more, or nobody listens. Tells that
/// answers are ready when it would have to wait, and now and then.
fn serve<I, O>(
    asked: &Receiver<I>,
    kept: &Kept<O>,
    ready: &SyncSender<()>,
    mut work: impl FnMut(I) -> O,
) {
    while let Ok(first) = asked.recv() {
        let mut told = Instant::now();
        let waiting: Vec<I> = asked.try_iter().take(WAITING).collect();
        for item in std::iter::once(first).chain(waiting) {
            kept.add(work(item));
            if told.elapsed() >= HANDFUL {
                if ready.send(()).is_err() {
                    return;
                }
                told = Instant::now();
            }
        }
        if ready.send(()).is_err() {
            return;
        }
    }
}

/// The answers of one worker, in their order.
struct Answers<O> {
    kept: Kept<O>,
    told: Receiver<()>,
    here: VecDeque<O>,
}

impl<O> Answers<O> {
    fn of(kept: Kept<O>, told: Receiver<()>) -> Answers<O> {
        Answers {
            kept,
            told,
            here: VecDeque::new(),
        }
    }

    /// The next answer; waits for it. `None` if the worker has ended.
    fn next(&mut self) -> Option<O> {
        while self.here.is_empty() {
            let ended = self.told.recv_timeout(LOOK) == Err(RecvTimeoutError::Disconnected);
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
    fn a_break_ends_the_workers_and_the_feed() {
        assert_eq!(run(3, u32::MAX, 5), [0, 2, 4, 6, 8]);
    }
}
