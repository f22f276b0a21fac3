//! Queries about puzzles, and the backends that answer them.
//!
//! No engine is trusted: [`ask`] and the other functions of this module check every
//! solution against the rules and the givens before they pass it on.

mod auto;
pub mod cross_check;
mod lockstep;
pub(crate) mod losses;
mod native;
mod optima;
#[cfg(feature = "threads")]
mod portfolio;
mod presolve;
mod sat;
mod sat_maximum;
mod solver_cache;

pub use auto::AutoBackend;
pub use lockstep::LockstepBackend;
pub use native::{CdclBackend, NativeBackend};
pub use optima::{BestSolutions, TopScores, best_solutions, top_scores};
#[cfg(feature = "threads")]
pub use portfolio::Portfolio;
pub use presolve::{MAX_CANDIDATES, Presolve};
pub use sat::{SatBackend, formula_fits};
pub use sat_maximum::MaximumMethod;

use crate::grid::{Flaw, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::{Objective, Progress};
use crate::outcome::Reason;
pub use crate::outcome::{End, Optimum, Tally, Verdict};
use std::ops::ControlFlow;

/// Makes a backend, inside the thread that will use it.
pub type MakeBackend = Box<dyn Fn() -> Box<dyn Backend> + Send + Sync>;

/// A query about a puzzle.
#[derive(Clone, Debug)]
pub enum Query {
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
    Maximise(Objective),
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
pub struct WrongAnswer {
    /// The backend's name.
    pub backend: String,
    /// What is wrong with its solution.
    pub flaw: Flaw,
}

/// Called with each solution; a break ends the search.
pub type Visitor<'v> = dyn FnMut(&Solution) -> ControlFlow<()> + 'v;

/// How a backend finds its answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Approach {
    /// By search on the grid itself.
    Search,
    /// By clauses and a SAT solver.
    Clauses,
}

/// Answers queries about puzzles.
pub trait Backend {
    /// The name in reports, such as `native` or `varisat/extended`.
    fn name(&self) -> &str;

    /// How the last answer was found, so that a check can use another approach.
    fn approach(&self) -> Approach {
        Approach::Search
    }

    /// Whether the query can be answered. By default, all but those for a maximum.
    ///
    /// # Errors
    /// [`Unsupported`], before any work is done.
    fn supports(&self, _: &Puzzle, query: &Query) -> Result<(), Unsupported> {
        match query {
            Query::Maximise(_) => {
                Err(self.unsupported("it knows no objective; use the native search"))
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
    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End;

    /// Looks for the solution with the highest score, and reports better scores and
    /// bounds on the way. By default the answer is [`Optimum::Unknown`]: such a backend
    /// refuses the query in [`Backend::supports`].
    fn maximise(&mut self, _: &Puzzle, _: &Objective, _: &Limits, _: Progress<'_>) -> Optimum {
        Optimum::Unknown(Reason::Engine(format!(
            "{} knows no objective",
            self.name()
        )))
    }
}

/// Shows checked solutions to `visitor`, up to `limit`.
///
/// # Errors
/// [`WrongAnswer`] as soon as a solution breaks the rules or a given.
pub fn enumerate(
    backend: &mut dyn Backend,
    puzzle: &Puzzle,
    limit: u64,
    limits: &Limits,
    visitor: &mut Visitor<'_>,
) -> Result<Tally, WrongAnswer> {
    let mut found = 0;
    let mut flaw = None;
    if limit == 0 {
        let end = End::Enough;
        return Ok(Tally { found, end });
    }
    let end = backend.search(puzzle, limits, &mut |solution| {
        if let Err(wrong) = solution.check(puzzle) {
            flaw = Some(wrong);
            return ControlFlow::Break(());
        }
        found += 1;
        visitor(solution)?;
        match found < limit {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    match flaw {
        None => Ok(Tally { found, end }),
        Some(flaw) => Err(wrong_answer(backend, flaw)),
    }
}

/// One checked solution, or why there is none.
///
/// # Errors
/// [`WrongAnswer`] if the solution breaks the rules or a given.
pub fn first(
    backend: &mut dyn Backend,
    puzzle: &Puzzle,
    limits: &Limits,
) -> Result<Verdict, WrongAnswer> {
    let mut kept = None;
    let tally = enumerate(backend, puzzle, 1, limits, &mut |solution| {
        kept = Some(solution.clone());
        ControlFlow::Continue(())
    })?;
    Ok(match (kept, tally.end) {
        (Some(solution), _) => Verdict::Solved(solution),
        (None, End::Stopped(reason)) => Verdict::Unknown(reason),
        (None, _) => Verdict::Unsatisfiable,
    })
}

/// The checked best solution. Its score is computed here, whatever the backend claims.
///
/// # Errors
/// [`WrongAnswer`] if the solution breaks the rules or a given.
pub fn maximise(
    backend: &mut dyn Backend,
    puzzle: &Puzzle,
    objective: &Objective,
    limits: &Limits,
) -> Result<Optimum, WrongAnswer> {
    maximise_with_progress(backend, puzzle, objective, limits, Progress::SILENT)
}

/// Like [`maximise`], and reports better scores and bounds on the way.
///
/// # Errors
/// [`WrongAnswer`] if the solution breaks the rules or a given.
pub fn maximise_with_progress(
    backend: &mut dyn Backend,
    puzzle: &Puzzle,
    objective: &Objective,
    limits: &Limits,
    progress: Progress<'_>,
) -> Result<Optimum, WrongAnswer> {
    let mut optimum = backend.maximise(puzzle, objective, limits, progress);
    if let Optimum::Optimal { solution, score }
    | Optimum::Feasible {
        solution, score, ..
    } = &mut optimum
    {
        checked(backend, puzzle, solution)?;
        *score = objective.score(solution);
    }
    Ok(optimum)
}

/// Answers any query, with every solution checked.
///
/// # Errors
/// [`WrongAnswer`] if a solution breaks the rules or a given.
pub fn ask(
    backend: &mut dyn Backend,
    puzzle: &Puzzle,
    query: &Query,
    limits: &Limits,
) -> Result<Answer, WrongAnswer> {
    Ok(match query {
        Query::First => Answer::First(first(backend, puzzle, limits)?),
        Query::Count { limit } => {
            let all = &mut |_: &Solution| ControlFlow::Continue(());
            Answer::Count(enumerate(backend, puzzle, *limit, limits, all)?)
        }
        Query::Enumerate { limit } => {
            let mut solutions = Vec::new();
            let tally = enumerate(backend, puzzle, *limit, limits, &mut |solution| {
                solutions.push(solution.clone());
                ControlFlow::Continue(())
            })?;
            Answer::Enumerate(solutions, tally)
        }
        Query::Maximise(objective) => {
            Answer::Maximise(maximise(backend, puzzle, objective, limits)?)
        }
    })
}

/// # Errors
/// [`WrongAnswer`] if the solution breaks the rules or a given.
fn checked(backend: &dyn Backend, puzzle: &Puzzle, solution: &Solution) -> Result<(), WrongAnswer> {
    let checked = solution.check(puzzle);
    checked.map_err(|flaw| wrong_answer(backend, flaw))
}

fn wrong_answer(backend: &dyn Backend, flaw: Flaw) -> WrongAnswer {
    WrongAnswer {
        backend: backend.name().to_owned(),
        flaw,
    }
}
