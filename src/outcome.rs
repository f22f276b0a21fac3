//! How sure an answer is, and why it is no surer.

use crate::escape;
use crate::grid::Solution;
use std::fmt;

/// Whether a puzzle has a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It has this one.
    Solved(Solution),
    /// It has none.
    Unsatisfiable,
    /// It is not known.
    Unknown(Reason),
}

/// How many solutions were seen, and what that says about how many there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Solutions seen.
    pub found: u64,
    /// Why no more were.
    pub end: End,
}

/// How good the best solution is known to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Optimum {
    /// No solution is worth more.
    Optimal {
        /// The solution.
        solution: Solution,
        /// Its score.
        score: i64,
    },
    /// A solution, but better ones were not excluded.
    Feasible {
        /// The solution.
        solution: Solution,
        /// Its score.
        score: i64,
        /// No solution is worth more than this, where a bound is known.
        bound: Option<i64>,
        /// Why the search stopped.
        reason: Reason,
    },
    /// There is no solution at all.
    Unsatisfiable,
    /// Nothing is known.
    Unknown(Reason),
}

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
