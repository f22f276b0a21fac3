//! The threads that check the answers of a worker.

use super::log::CheckOutcome;
use super::replay::PuzzleTexts;
use super::second::ClassicSecond;
use super::{allowed, is_for_sat};
use crate::backend::cross_check::{
    Agreement, Claim, GiveUp, MAX_CLAUSES, cross_check, formula_is_small,
};
use crate::cli::pipeline::provenance::Provenance;
use crate::encoding::Encoding;
use crate::grid::text::Record;
use crate::limits::Limits;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for a check beyond its time.
const GRACE: Duration = Duration::from_secs(1);

/// This few answers are not worth another thread.
const FEW: usize = 16;

/// An answer to be checked.
pub struct AnswerToCheck {
    /// The puzzle.
    pub record: Record,
    /// The answer.
    pub claim: Claim,
    /// The engine that gave it.
    pub by: Provenance,
}

/// Checks the answers of one worker, in threads that start when they are needed.
pub struct AnswerChecker {
    encoding: Encoding,
    timeout: Option<Duration>,
    limits: Limits,
    threads: Vec<Sender<Job>>,
    /// Maximum number of threads.
    most: usize,
}

struct Job {
    items: Vec<AnswerToCheck>,
    reply: Sender<Vec<CheckOutcome>>,
}

/// A running check.
pub struct PendingCheck {
    /// Answers that are checked.
    pub answers: u64,
    allowed: Duration,
    results: Receiver<Vec<CheckOutcome>>,
    /// Jobs whose results are outstanding.
    open: usize,
    /// Results received.
    pub here: Vec<CheckOutcome>,
}

impl AnswerChecker {
    /// Checks by this encoding, or by native search; no puzzle may take longer
    /// than `timeout`, its first answer included, and all ends with `limits`. `most` is the number of
    /// threads.
    pub fn new(
        encoding: Encoding,
        timeout: Option<Duration>,
        limits: Limits,
        most: usize,
    ) -> AnswerChecker {
        AnswerChecker {
            encoding,
            timeout,
            limits,
            threads: Vec::new(),
            most: most.max(1),
        }
    }

    /// Starts a check of these answers; `None` if there are none.
    pub fn submit(&mut self, mut items: Vec<AnswerToCheck>) -> Option<PendingCheck> {
        if items.is_empty() {
            return None;
        }
        let (reply, results) = channel();
        let allowed = items
            .iter()
            .map(|item| allowed(item.by.took, self.timeout))
            .sum();
        let answers = items.len() as u64;
        let jobs = items.len().div_ceil(FEW).min(self.most);
        let share = items.len().div_ceil(jobs);
        let mut open = 0;
        while !items.is_empty() {
            let rest = items.split_off(share.min(items.len()));
            let job = Job {
                items: std::mem::replace(&mut items, rest),
                reply: reply.clone(),
            };
            // If the thread has ended, waiting for the check fails.
            let _ = self.thread(open).send(job);
            open += 1;
        }
        Some(PendingCheck {
            answers,
            allowed,
            results,
            open,
            here: Vec::new(),
        })
    }

    /// The thread of this number; one more, if it is the next.
    fn thread(&mut self, number: usize) -> &Sender<Job> {
        if number == self.threads.len() {
            let (send, jobs) = channel();
            let (encoding, limits) = (self.encoding.clone(), self.limits.clone());
            let timeout = self.timeout;
            // Without a thread, waiting for the check fails.
            let _ = thread::Builder::new().spawn(move || {
                let second = ClassicSecond::new(encoding);
                serve(&jobs, Engines { second, limits }, timeout);
            });
            self.threads.push(send);
        }
        &self.threads[number]
    }
}

impl PendingCheck {
    /// The results, if they come within this time.
    ///
    /// # Errors
    /// They did not arrive, or never will.
    pub fn wait(&mut self, time: Duration) -> Result<Vec<CheckOutcome>, RecvTimeoutError> {
        let start = Instant::now();
        while self.open > 0 {
            let left = time.saturating_sub(start.elapsed());
            self.here.extend(self.results.recv_timeout(left)?);
            self.open -= 1;
        }
        Ok(std::mem::take(&mut self.here))
    }

    /// The longest wait that makes sense.
    pub fn longest(&self) -> Duration {
        self.allowed.saturating_add(GRACE)
    }
}

fn serve(jobs: &Receiver<Job>, mut engines: Engines, timeout: Option<Duration>) {
    for job in jobs {
        let check = |item| engines.check(item, timeout);
        let results = job.items.into_iter().map(check).collect();
        // The receiver is gone if the run ended early.
        let _ = job.reply.send(results);
    }
}

/// The engines that check, inside their thread.
struct Engines {
    second: ClassicSecond,
    limits: Limits,
}

impl Engines {
    fn check(&mut self, item: AnswerToCheck, timeout: Option<Duration>) -> CheckOutcome {
        let (first, puzzle) = (&item.by, &item.record.puzzle);
        let second = self.second.other(first.approach, puzzle);
        let by = second.name().to_owned();
        let time = allowed(first.took, timeout);
        let is_too_large = is_for_sat(first.approach, puzzle) && !formula_is_small(puzzle);
        let agreement = match is_too_large {
            true => Agreement::GaveUp(GiveUp::Unsupported(format!(
                "a formula of more than {MAX_CLAUSES} clauses"
            ))),
            false => cross_check(second, puzzle, &item.claim, time, &self.limits),
        };
        let answer = (&*first.engine, &item.claim);
        let texts = || PuzzleTexts::of(&item.record);
        CheckOutcome::of(agreement, by, time, answer, texts, PuzzleTexts::claim)
    }
}
