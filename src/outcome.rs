//! How certain an answer is, and what kept it from being more so.

use crate::escape;
use crate::grid::Solution;
use crate::words::mebibytes;
use std::fmt;

/// Whether a puzzle has a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It has this one.
    Solved(Solution),
    /// It has none.
    Unsatisfiable,
    /// The engine could not tell.
    Unknown(Reason),
}

impl Verdict {
    /// The verdict of a search for one solution, by what it found and why it ended.
    pub fn of(found: Option<Solution>, end: End) -> Verdict {
        match (found, end) {
            (Some(solution), _) => Verdict::Solved(solution),
            (None, End::Exhausted) => Verdict::Unsatisfiable,
            (None, End::Stopped(reason)) => Verdict::Unknown(reason),
            (None, End::Enough) => Verdict::Unknown(Reason::stopped_early()),
        }
    }
}

/// How many solutions were found, and whether these are all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Solutions found, all different.
    pub found: u64,
    /// Why the search for more ended.
    pub end: End,
}

/// How good the best solution is known to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Optimum {
    /// No solution scores more.
    Optimal {
        /// The solution.
        solution: Solution,
        /// Its score.
        score: i64,
    },
    /// A solution was found, but there may be a better one.
    Feasible {
        /// The best solution found.
        solution: Solution,
        /// Its score.
        score: i64,
        /// No solution scores more than this, where an upper bound is known.
        bound: Option<i64>,
        /// Why the search stopped.
        reason: Reason,
    },
    /// There is no solution at all.
    Unsatisfiable,
    /// No solution was found, and it was not shown that there is none.
    Unknown(Reason),
}

impl Optimum {
    /// The best solution found and its score.
    pub fn best(&self) -> Option<(&Solution, i64)> {
        match self {
            Optimum::Optimal { solution, score }
            | Optimum::Feasible {
                solution, score, ..
            } => Some((solution, *score)),
            Optimum::Unsatisfiable | Optimum::Unknown(_) => None,
        }
    }

    /// Why the maximum is not known; `None` if it is, or if there is no solution.
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Optimum::Feasible { reason, .. } | Optimum::Unknown(reason) => Some(reason),
            Optimum::Optimal { .. } | Optimum::Unsatisfiable => None,
        }
    }

    /// Whether two answers about one puzzle and objective can both be right.
    pub fn is_compatible_with(&self, other: &Optimum) -> bool {
        match (self.range(), other.range()) {
            (None, None) => true,
            (Some((low, high)), Some((other_low, other_high))) => {
                low <= other_high && other_low <= high
            }
            _ => [self, other]
                .iter()
                .any(|each| matches!(each, Optimum::Unknown(_))),
        }
    }

    /// What is left of two answers that cannot both be right.
    pub(crate) fn contradictory() -> Optimum {
        let why = "native search and SAT contradict each other about the maximum";
        Optimum::Unknown(Reason::Engine(why.into()))
    }

    /// The scores between which the maximum lies; `None` if there is no solution.
    fn range(&self) -> Option<(i64, i64)> {
        match self {
            Optimum::Optimal { score, .. } => Some((*score, *score)),
            Optimum::Feasible { score, bound, .. } => Some((*score, bound.unwrap_or(i64::MAX))),
            Optimum::Unsatisfiable => None,
            Optimum::Unknown(_) => Some((i64::MIN, i64::MAX)),
        }
    }
}

/// Why a query was left without a final answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The time limit passed.
    Timeout,
    /// A stop flag was set, as by Ctrl-C.
    Interrupted,
    /// The limit on models was reached.
    ModelLimit,
    /// The limit on nodes was reached.
    NodeLimit,
    /// The weights have too many different sums to be written as clauses.
    TooManySums,
    /// The proof grew larger than this many bytes.
    ProofSize(u64),
    /// The candidates that the givens leave do not fit in memory.
    TooLarge {
        /// Rows of the grid.
        side: usize,
        /// Candidates that are left.
        candidates: usize,
        /// Bytes that these would take.
        bytes: usize,
        /// Maximum number of candidates that are accepted.
        most: usize,
    },
    /// The engine failed, with this message.
    Engine(String),
    /// An external solver misbehaved, and how.
    Fault(Fault, String),
}

/// Ways in which an external solver misbehaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// It did not start, or ended before its answer.
    Crash,
    /// The system had no file, process or space left to run it, which says nothing about it.
    NotRun,
    /// Its model violates the formula.
    Lie,
    /// Its output is not an answer.
    Garbage,
    /// Its exit code contradicts its answer.
    ExitCode,
    /// Its proof does not show what it answered.
    WrongProof,
    /// It answered that it does not know.
    GaveUp,
}

/// Why a search ended. Wherever something is counted, reaching the count ends it with
/// [`End::Enough`], even if there happens to be no more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// There is nothing more to find: what was shown is all there is.
    Exhausted,
    /// The caller has what it asked for; there may be more.
    Enough,
    /// A limit or a failure came first; there may be more.
    Stopped(Reason),
}

impl Reason {
    /// The engine ended with [`End::Enough`] before it had shown enough.
    pub(crate) fn stopped_early() -> Reason {
        Reason::Engine("the engine stopped early and did not say why".into())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Timeout => f.write_str("time limit"),
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::ModelLimit => f.write_str("model limit"),
            Reason::NodeLimit => f.write_str("node limit"),
            Reason::TooManySums => {
                f.write_str("the sums of these weights are too many for clauses")
            }
            Reason::ProofSize(most) => write!(
                f,
                "the proof is larger than the limit of {}",
                mebibytes(*most)
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

impl std::error::Error for Reason {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Crash => "crash",
            Fault::NotRun => "not-run",
            Fault::Lie => "lie",
            Fault::Garbage => "garbage",
            Fault::ExitCode => "exit-code",
            Fault::WrongProof => "wrong-proof",
            Fault::GaveUp => "gave-up",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_below_a_mebibyte_are_named_in_bytes() {
        for (most, limit) in [(1, "1 byte"), (1000, "1000 bytes"), (5 << 20, "5 MiB")] {
            let says = format!("the proof is larger than the limit of {limit}");
            assert_eq!(Reason::ProofSize(most).to_string(), says);
        }
    }
}
