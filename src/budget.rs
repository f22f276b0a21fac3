//! How long an engine may work, and why it stopped.

use crate::escape;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a question stayed open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The time limit passed.
    Timeout,
    /// The user asked to stop.
    Interrupted,
    /// As many models were seen as allowed.
    ModelLimit,
    /// Weights differ so much that their sums cannot be written as clauses.
    TooManySums,
    /// The proof grew larger than this many bytes.
    ProofSize(u64),
    /// What the givens leave open does not fit in memory.
    TooLarge {
        /// Rows of the grid.
        side: usize,
        /// Candidates that are left.
        candidates: usize,
        /// Bytes that these would take.
        bytes: usize,
        /// Most candidates that are accepted.
        most: usize,
    },
    /// The engine failed; its own words.
    Engine(String),
    /// A solver that is a program of its own broke its word, and how.
    Fault(Fault, String),
}

/// Ways in which a solver that is a program of its own breaks its word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// It did not start, or ended before its answer.
    Crash,
    /// Its model breaks the formula.
    Lie,
    /// What it printed is no answer.
    Garbage,
    /// Its exit code contradicts its answer.
    ExitCode,
    /// It said that it does not know.
    GaveUp,
}

/// Why a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// There is nothing more to find.
    Exhausted,
    /// Whoever asked had enough; there may be more.
    Enough,
    /// The engine stopped; there may be more.
    Stopped(Reason),
}

/// Limits on one question. The default has none.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    stops: Vec<Arc<AtomicBool>>,
    models: Option<u64>,
    watcher: Option<Watcher>,
}

/// Hears of better scores and better bounds during an optimisation; what is not
/// news is `None`.
type Watch = dyn Fn(Option<i64>, Option<i64>) + Send + Sync;

#[derive(Clone)]
struct Watcher(Arc<Watch>);

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

impl Budget {
    /// No limit at all.
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// Stops at `time` from now, unless it stops earlier already.
    pub fn within(mut self, time: Duration) -> Budget {
        let deadline = Instant::now().checked_add(time);
        self.deadline = match (self.deadline, deadline) {
            (Some(old), Some(new)) => Some(old.min(new)),
            (old, new) => old.or(new),
        };
        self
    }

    /// Stops soon after `flag` is set, as well as for the reasons so far.
    pub fn stopped_by(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.stops.push(flag);
        self
    }

    /// Stops soon after one of the flags of another budget is set.
    pub fn stopped_as(mut self, other: Budget) -> Budget {
        self.stops.extend(other.stops);
        self
    }

    /// Stops after `models` models of an optimisation by enumeration.
    pub fn up_to_models(mut self, models: u64) -> Budget {
        self.models = Some(models);
        self
    }

    /// Tells `watch` of better scores and better bounds.
    pub fn watched(
        mut self,
        watch: impl Fn(Option<i64>, Option<i64>) + Send + Sync + 'static,
    ) -> Budget {
        self.watcher = Some(Watcher(Arc::new(watch)));
        self
    }

    /// A better score or a better bound was found.
    pub fn report(&self, score: Option<i64>, bound: Option<i64>) {
        if let Some(Watcher(watch)) = &self.watcher {
            watch(score, bound);
        }
    }

    /// The limit on models, if there is one.
    pub fn models(&self) -> Option<u64> {
        self.models
    }

    /// Whether there is a time limit.
    pub fn has_deadline(&self) -> bool {
        self.deadline.is_some()
    }

    /// The time that is left, where there is a time limit.
    pub fn remaining(&self) -> Option<Duration> {
        let deadline = self.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether the work may have to end before its answer.
    pub fn is_limited(&self) -> bool {
        self.deadline.is_some() || !self.stops.is_empty()
    }

    /// The reason to stop now, if there is one. Costs a clock reading.
    pub fn exceeded(&self) -> Option<Reason> {
        let stopped = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if self.stops.iter().any(stopped) {
            return Some(Reason::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Some(Reason::Timeout),
            _ => None,
        }
    }

    /// Why work that saw this budget used up has ended.
    pub fn reason(&self) -> Reason {
        self.exceeded().unwrap_or(Reason::Interrupted)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Timeout => f.write_str("time limit"),
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::ModelLimit => f.write_str("model limit"),
            Reason::TooManySums => {
                f.write_str("the sums of these weights are too many for clauses")
            }
            Reason::ProofSize(most) => write!(
                f,
                "the proof is larger than {} MiB; 'prove --max-proof' allows more",
                most >> 20
            ),
            Reason::TooLarge {
                side,
                candidates,
                bytes,
                most,
            } => write!(
                f,
                "{candidates} candidates are left on {side}×{side} cells and would take about \
                 {:.1} GB of memory; at most {most} are accepted",
                *bytes as f64 / 1e9
            ),
            Reason::Engine(text) | Reason::Fault(_, text) => f.write_str(&escape::line(text)),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Crash => "crash",
            Fault::Lie => "lie",
            Fault::Garbage => "garbage",
            Fault::ExitCode => "exit-code",
            Fault::GaveUp => "gave-up",
        })
    }
}
