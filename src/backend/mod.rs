//! Queries about puzzles, and the backends that answer them.
//!
//! No engine is trusted: [`ask`] and the other functions of this module check every
//! solution against the rules and the givens before they pass it on.

mod ask;
mod auto;
mod boxed;
mod by_type;
pub mod cross_check;
mod improve;
mod lockstep;
pub(crate) mod losses;
pub(crate) mod models;
mod native;
mod optima;
#[cfg(feature = "threads")]
mod portfolio;
mod presolve;
mod sat;
mod sat_maximum;
mod solver_cache;
#[cfg(test)]
mod tests;
mod top_scores;
pub(crate) mod variant;

pub use ask::{SHOWN, ask, count, enumerate, first, maximise, maximise_with_progress, solutions};
pub(crate) use ask::{assert_fits, checked, judged};
pub use auto::AutoBackend;
pub use by_type::ByType;
pub use lockstep::LockstepBackend;
pub use native::{CdclBackend, NativeBackend};
pub use optima::{BestSolutions, best_solutions, solution_above};
#[cfg(feature = "threads")]
pub use portfolio::Portfolio;
pub use presolve::{MAX_CANDIDATES, Presolve};
pub use sat::{SatBackend, formula_fits};
pub use sat_maximum::MaximumMethod;
pub use top_scores::{TopScores, top_scores};
pub use variant::{
    VariantAuto, VariantNative, VariantSat, VariantSearch, variant_best_solutions,
    variant_top_scores,
};

use crate::grid::{Flaw, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::{CellWeights, Objective, Progress};
use crate::outcome::Reason;
pub use crate::outcome::{End, Optimum, Tally, Verdict};
use crate::rules::{VariantPuzzle, Violation};
use std::ops::ControlFlow;

/// Makes a backend, inside the thread that will use it.
pub type MakeBackend<P = Puzzle> = Box<dyn Fn() -> Box<dyn Backend<P>> + Send + Sync>;

/// What backends answer queries about.
pub trait Problem {
    /// What can be wrong with a claimed solution.
    type Flaw: std::error::Error + Send + Sync + 'static;
    /// What can be maximised.
    type Objective: Clone + std::fmt::Debug;

    /// Checks a solution against the rules and the givens.
    ///
    /// # Errors
    /// The first flaw.
    fn check(&self, solution: &Solution) -> Result<(), Self::Flaw>;

    /// Checks that the objective has the puzzle's shape.
    ///
    /// # Errors
    /// How the shapes differ.
    fn fits(&self, objective: &Self::Objective) -> Result<(), String>;

    /// The pyramid, an objective for any shape.
    fn pyramid(&self) -> Self::Objective;

    /// The score of a solution.
    fn score(&self, objective: &Self::Objective, solution: &Solution) -> i64;

    /// Whether SAT answers within milliseconds. An engine that checks the clock while it
    /// works is half as fast there, so that a check looks at the clock only between two
    /// solutions.
    fn is_quick(&self) -> bool {
        false
    }

    /// Whether the formula stays small enough for a check.
    fn formula_is_small(&self) -> bool {
        true
    }
}

/// Largest side whose puzzles SAT solves within milliseconds.
const QUICK_SIDE: usize = 9;

impl Problem for Puzzle {
    type Flaw = Flaw;
    type Objective = Objective;

    fn check(&self, solution: &Solution) -> Result<(), Flaw> {
        solution.check(self)
    }

    fn fits(&self, objective: &Objective) -> Result<(), String> {
        objective.fit(self.geometry())
    }

    fn pyramid(&self) -> Objective {
        Objective::pyramid(self.geometry())
    }

    fn score(&self, objective: &Objective, solution: &Solution) -> i64 {
        objective.score(solution)
    }

    fn is_quick(&self) -> bool {
        self.geometry().side() <= QUICK_SIDE
    }

    fn formula_is_small(&self) -> bool {
        cross_check::formula_is_small(self)
    }
}

impl Problem for VariantPuzzle {
    type Flaw = Violation;
    type Objective = CellWeights;

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        VariantPuzzle::check(self, solution)
    }

    fn fits(&self, objective: &CellWeights) -> Result<(), String> {
        let fits = objective.fit(self.board());
        fits.map_err(|error| error.to_string())
    }

    fn pyramid(&self) -> CellWeights {
        CellWeights::pyramid(self.board())
    }

    fn score(&self, objective: &CellWeights, solution: &Solution) -> i64 {
        objective.score(self.board(), solution)
    }
}

/// A query about a puzzle.
#[derive(Clone, Debug)]
pub enum Query<O = Objective> {
    /// One solution, or that there is none.
    First,
    /// How many solutions, counted up to a limit.
    Count {
        /// Where counting ends.
        limit: u64,
    },
    /// The solutions, up to a limit.
    Enumerate {
        /// Where enumeration ends.
        limit: u64,
    },
    /// The solution with the highest score.
    Maximise(O),
}

/// An answer to a [`Query`] of the same kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// To [`Query::First`].
    First(Verdict),
    /// To [`Query::Count`].
    Count(Tally),
    /// To [`Query::Enumerate`].
    Enumerate(Vec<Solution>, Tally),
    /// To [`Query::Maximise`].
    Maximise(Optimum),
}

/// A query that a backend cannot answer, reported before any work is done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{backend} cannot take this: {why}")]
pub struct Unsupported {
    /// The backend's name.
    pub backend: String,
    /// Why not, and what to do instead.
    pub why: String,
}

/// A backend that gave a wrong answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{backend} gave a wrong solution: {flaw}")]
pub struct WrongAnswer<F = Flaw> {
    /// The backend's name.
    pub backend: String,
    /// What is wrong with its solution.
    pub flaw: F,
}

/// Counts the solutions of a puzzle up to a limit, and checks them against the rules and the
/// givens.
pub type Counter<'c> = Box<dyn FnOnce(u64, &Limits) -> Tally + 'c>;

/// Called with each solution; a break ends the search.
pub type Visitor<'v> = dyn FnMut(&Solution) -> ControlFlow<()> + 'v;

/// How a backend finds its answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Approach {
    /// By search on the grid itself.
    Search,
    /// By clauses and a SAT solver.
    Clauses,
    /// By reasoning that search and the clauses of a [`SatBackend`] begin with, and nothing
    /// else.
    Presolve,
}

/// Answers queries about puzzles.
pub trait Backend<P: Problem = Puzzle> {
    /// The name in reports, such as `native` or `varisat/extended`.
    fn name(&self) -> &str;

    /// What found the last answer, for reports: the backend by its name, unless the answer
    /// came from reasoning before any solver was started, or from one of several backends.
    fn answered_by(&self) -> &str {
        self.name()
    }

    /// How the last answer was found, so that a check can use another approach.
    fn approach(&self) -> Approach {
        Approach::Search
    }

    /// Whether the query can be answered. By default, all but those for a maximum.
    ///
    /// # Errors
    /// [`Unsupported`], before any work is done.
    fn supports(&self, _: &P, query: &Query<P::Objective>) -> Result<(), Unsupported> {
        match query {
            Query::Maximise(_) => {
                Err(self.unsupported("it knows no objective; use the native search"))
            }
            Query::First | Query::Count { .. } | Query::Enumerate { .. } => Ok(()),
        }
    }

    /// Whether the objective of a query, if it has one, is one for the puzzle.
    ///
    /// # Errors
    /// [`Unsupported`] if not.
    fn check_objective(&self, puzzle: &P, query: &Query<P::Objective>) -> Result<(), Unsupported> {
        match query {
            Query::Maximise(objective) => {
                let fits = puzzle.fits(objective);
                fits.map_err(|why| self.unsupported(&why))
            }
            Query::First | Query::Count { .. } | Query::Enumerate { .. } => Ok(()),
        }
    }

    /// An [`Unsupported`] in the name of this backend.
    fn unsupported(&self, why: &str) -> Unsupported {
        Unsupported {
            backend: self.name().to_owned(),
            why: why.to_owned(),
        }
    }

    /// Shows solutions, all different, to the visitor until it breaks, there are no more,
    /// or a limit is reached. A break ends the search with [`End::Enough`].
    #[must_use = "only [`End::Exhausted`] says that no solution is missing"]
    fn search(&mut self, puzzle: &P, limits: &Limits, visitor: &mut Visitor<'_>) -> End;

    /// A faster way to count the solutions of this puzzle than to show them all, if there is
    /// one.
    fn counter(&mut self, _: &P) -> Option<Counter<'_>> {
        None
    }

    /// Looks for the solution with the highest score, and reports better scores and
    /// bounds on the way. The objective must be one for the puzzle. By default the answer is
    /// [`Optimum::Unknown`]: such a backend refuses the query in [`Backend::supports`].
    fn maximise(&mut self, _: &P, _: &P::Objective, _: &Limits, _: Progress<'_>) -> Optimum {
        Optimum::Unknown(Reason::Engine(format!(
            "{} knows no objective",
            self.name()
        )))
    }
}
