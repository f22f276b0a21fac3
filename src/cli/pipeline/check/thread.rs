//! The threads beside a worker that check its answers.

use super::log::Checked;
use super::replay::difference;
use crate::backend::cross_check::{
    self, Agreement, Claim, GiveUp, cross_check, formula_is_small, patience,
};
use crate::backend::{Approach, Backend, NativeBackend, Presolve, SatBackend};
use crate::cli::pipeline::session;
use crate::encoding::Encoding;
use crate::grid::text::Record;
use crate::limits::Limits;
use crate::sat::Engine;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// What SAT is told beside the rules: which candidates the givens leave. Stronger
/// reasoning is that of the native search, which is to be checked: with it, SAT
/// would never be asked about easy puzzles.
const PRESOLVE: Presolve = Presolve::Givens;

/// How long a check that does not end is waited for, beyond its time.
const GRACE: Duration = Duration::from_secs(1);

/// Answers that are not worth another thread.
const FEW: usize = 16;

/// An answer to be checked.
pub struct Item {
    /// The puzzle.
    pub record: Record,
    /// The answer.
    pub claim: Claim,
    /// Whose it is.
    pub first: String,
    /// How that engine came to it.
    pub approach: Approach,
    /// How long that took.
    pub took: Duration,
}

/// Checks the answers of one worker, in threads that start when they are needed.
pub struct Checker {
    encoding: Encoding,
    timeout: Option<Duration>,
    threads: Vec<Sender<Job>>,
    /// Threads that are worth having.
    most: usize,
}

struct Job {
    items: Vec<Item>,
    reply: Sender<Vec<Checked>>,
}

/// A check under way.
pub struct Ticket {
    /// Answers that are checked.
    pub answers: u64,
    allowed: Duration,
    results: Receiver<Vec<Checked>>,
    /// Jobs whose results did not come yet.
    open: usize,
    /// Results that came.
    pub here: Vec<Checked>,
}

impl Checker {
    /// Checks by this encoding, or by native search; no puzzle may take longer
    /// than `timeout`, with its first answer. `most` threads are worth having.
    pub fn new(encoding: Encoding, timeout: Option<Duration>, most: usize) -> Checker {
        Checker {
            encoding,
            timeout,
            threads: Vec::new(),
            most: most.max(1),
        }
    }

    /// Has answers checked; `None` if there are none.
    pub fn submit(&mut self, mut items: Vec<Item>) -> Option<Ticket> {
        if items.is_empty() {
            return None;
        }
        let (reply, results) = channel();
        let allowed = items.iter().map(|item| allowed(item, self.timeout)).sum();
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
            // A thread that ended took its side of the ticket with it.
            let _ = self.thread(open).send(job);
            open += 1;
        }
        Some(Ticket {
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
            let (encoding, timeout) = (self.encoding.clone(), self.timeout);
            // If the system gives no more threads, the ticket says so.
            let _ = thread::Builder::new().spawn(move || serve(&jobs, encoding, timeout));
            self.threads.push(send);
        }
        &self.threads[number]
    }
}

impl Ticket {
    /// The results, if they come within this time.
    ///
    /// # Errors
    /// They did not, or never will.
    pub fn wait(&mut self, time: Duration) -> Result<Vec<Checked>, RecvTimeoutError> {
        let start = Instant::now();
        while self.open > 0 {
            let left = time.saturating_sub(start.elapsed());
            self.here.extend(self.results.recv_timeout(left)?);
            self.open -= 1;
        }
        Ok(std::mem::take(&mut self.here))
    }

    /// The longest time that is worth waiting.
    pub fn longest(&self) -> Duration {
        self.allowed.saturating_add(GRACE)
    }
}

/// How long a check may take.
fn allowed(item: &Item, timeout: Option<Duration>) -> Duration {
    let patience = patience(item.took);
    match timeout {
        Some(timeout) => patience.min(timeout.saturating_sub(item.took)),
        None => patience,
    }
}

fn serve(jobs: &Receiver<Job>, encoding: Encoding, timeout: Option<Duration>) {
    let mut engines = Engines::new(encoding);
    for job in jobs {
        let check = |item| engines.check(item, timeout);
        let results = job.items.into_iter().map(check).collect();
        // Nobody listens any more if the run ended early.
        let _ = job.reply.send(results);
    }
}

/// The engines that check, inside of their thread.
struct Engines {
    native: NativeBackend,
    sat: SatBackend,
    sat_name: String,
}

impl Engines {
    fn new(encoding: Encoding) -> Engines {
        let engine = Engine::varisat();
        Engines {
            native: NativeBackend::default(),
            sat_name: format!("{}/{}", engine.name, encoding.name()),
            sat: SatBackend::new(engine, encoding, PRESOLVE),
        }
    }

    fn check(&mut self, item: Item, timeout: Option<Duration>) -> Checked {
        let by = match item.approach {
            Approach::Search => self.sat_name.clone(),
            Approach::Clauses => self.native.name().to_owned(),
        };
        let time = allowed(&item, timeout);
        match self.ask(&item, time) {
            Agreement::Agree => Checked::Agreed { by },
            Agreement::GaveUp(why) => Checked::GaveUp {
                by,
                place: session::place(&item.record),
                why,
                time,
            },
            Agreement::Differ(found) => Checked::Differ {
                text: difference(&item, &by, &found),
                record: Box::new(item.record),
            },
        }
    }

    fn ask(&mut self, item: &Item, time: Duration) -> Agreement {
        let puzzle = &item.record.puzzle;
        let second: &mut dyn Backend = match item.approach {
            Approach::Search if !formula_is_small(puzzle) => {
                let why = format!(
                    "a formula of more than {} clauses",
                    cross_check::MAX_CLAUSES
                );
                return Agreement::GaveUp(GiveUp::Unsupported(why));
            }
            Approach::Search => &mut self.sat,
            Approach::Clauses => &mut self.native,
        };
        let limits = Limits::unlimited().stopped_by(session::stop_flag());
        cross_check(second, puzzle, &item.claim, time, &limits)
    }
}
