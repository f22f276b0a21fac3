//! Many questions at once, answers in the order of the questions, in constant
//! memory.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// Questions that wait for one worker, and answers of one worker that wait to
/// be taken: what keeps memory constant.
const WAITING: usize = 8;

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
        let mut answers: Vec<Receiver<O>> = Vec::new();
        for _ in 0..jobs {
            let (question, asked) = sync_channel(WAITING);
            let (answered, answer) = sync_channel(WAITING);
            questions.push(question);
            answers.push(answer);
            let worker = &worker;
            let run = move || {
                let mut work = worker();
                for item in asked {
                    if answered.send(work(item)).is_err() {
                        return;
                    }
                }
            };
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
        while let Ok(answer) = answers[turn].recv() {
            if take(answer).is_break() {
                return;
            }
            turn = (turn + 1) % jobs;
        }
    });
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
                        thread::sleep(std::time::Duration::from_micros(200));
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
    fn a_break_ends_the_workers_and_the_feed() {
        assert_eq!(run(3, u32::MAX, 5), [0, 2, 4, 6, 8]);
    }
}
