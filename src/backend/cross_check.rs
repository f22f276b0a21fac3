//! A second opinion: whether another engine comes to the same answer.
//!
//! The other engine gets nothing but the puzzle. The solutions of both engines are
//! checked against the rules and the givens, and the two answers against each other.

mod maximum;

pub use maximum::cross_check_maximum;

use super::{Backend, End, Problem, Query, Tally, enumerate};
use crate::Instant;
use crate::grid::{Candidates, Flaw, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::Reason;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

/// Maximum number of solutions of one puzzle that are counted a second time: SAT excludes each by a
/// clause, so that the work grows with the square of their number.
pub const MAX_MODELS: u64 = 1000;

/// The second engine may always take this long.
const LEAST_PATIENCE: Duration = Duration::from_secs(1);

/// The second engine may take this many times as long as the first.
const PATIENCE_FACTOR: u32 = 10;

/// Maximum number of clauses of a formula for a check: about 150 MB.
pub const MAX_CLAUSES: usize = 4_000_000;

/// Largest side whose candidates are counted to see how large a formula gets.
const LARGEST_SIDE: usize = 256;

/// How many solutions an answer says there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Exactly as many as were found.
    All,
    /// At least as many as were found.
    AtLeast,
}

/// An answer to how many solutions a puzzle has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Solutions found.
    pub found: u64,
    /// Whether these are all.
    pub extent: Extent,
    /// The solutions that were kept, all of those found or some.
    pub solutions: Vec<Solution>,
}

/// The outcome of a check of answers of type `A`, where a solution has flaws of type `F`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Agreement<A = Claim, F = Flaw> {
    /// Both engines give the same answer.
    Agree,
    /// The second engine gave no answer.
    GaveUp(GiveUp),
    /// They cannot both be right.
    Differ(Box<Difference<A, F>>),
}

/// Why there is no second answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GiveUp {
    /// The engine ran out of time, or failed.
    #[error("{0}")]
    Stopped(Reason),
    /// There are too many solutions to count them twice.
    #[error("more than {MAX_MODELS} solutions are not counted twice")]
    TooMany,
    /// The second engine does not support such a puzzle.
    #[error("{0}")]
    Unsupported(String),
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference<A = Claim, F = Flaw> {
    /// A solution of the first engine breaks the rules or a given.
    FirstIsWrong(F),
    /// A solution of the second engine does.
    SecondIsWrong(F),
    /// The second engine gives this answer instead.
    Answers(A),
}

impl Claim {
    /// What an enumeration found; nothing if it was stopped before its end.
    pub fn of(tally: &Tally, solutions: Vec<Solution>) -> Option<Claim> {
        let extent = match tally.end {
            End::Exhausted => Extent::All,
            End::Enough => Extent::AtLeast,
            End::Stopped(_) => return None,
        };
        Some(Claim {
            found: tally.found,
            extent,
            solutions,
        })
    }

    /// Solutions that the second engine has to look for.
    fn needed(&self) -> u64 {
        match self.extent {
            Extent::All => self.found.saturating_add(1),
            Extent::AtLeast => self.found,
        }
    }
}

/// How long the second engine may take where the first took this long.
pub fn patience(first: Duration) -> Duration {
    first.saturating_mul(PATIENCE_FACTOR).max(LEAST_PATIENCE)
}

/// Whether the formula of a puzzle stays small enough for a check: pairs of
/// candidates of one cell, and as many in each kind of house.
pub fn formula_is_small(puzzle: &Puzzle) -> bool {
    if puzzle.geometry().side() > LARGEST_SIDE {
        return false;
    }
    let candidates = Candidates::of_givens(puzzle);
    let cells = puzzle.empty_cells();
    let pairs: usize = cells
        .map(|cell| candidates.count(cell).pow(2) / 2)
        .fold(0, usize::saturating_add);
    pairs <= MAX_CLAUSES / 4
}

/// Asks the second engine, for as long as `time` and `limits` allow, whether it
/// comes to the same answer.
pub fn cross_check<P: Problem>(
    second: &mut dyn Backend<P>,
    puzzle: &P,
    claim: &Claim,
    time: Duration,
    limits: &Limits,
) -> Agreement<Claim, P::Flaw> {
    let checked = claim.solutions.iter().try_for_each(|s| puzzle.check(s));
    if let Err(flaw) = checked {
        return differ(Difference::FirstIsWrong(flaw));
    }
    if claim.found > MAX_MODELS {
        return Agreement::GaveUp(GiveUp::TooMany);
    }
    let limit = claim.needed();
    let query = match limit {
        1 => Query::First,
        limit => Query::Count { limit },
    };
    if let Err(unsupported) = second.supports(puzzle, &query) {
        return Agreement::GaveUp(GiveUp::Unsupported(unsupported.to_string()));
    }
    let limits = match puzzle.is_quick() {
        true => limits.clone(),
        false => limits.clone().within(time),
    };
    Comparison::new(claim, Instant::now().checked_add(time)).run(second, puzzle, limit, &limits)
}

/// The second engine's solutions, as they come.
struct Comparison<'c> {
    claim: &'c Claim,
    /// All solutions, where the first engine says so and shows them.
    known: Option<HashSet<&'c Solution>>,
    deadline: Option<Instant>,
    kept: Vec<Solution>,
    /// One arrived that is not among these.
    unknown: bool,
}

impl<'c> Comparison<'c> {
    fn new(claim: &'c Claim, deadline: Option<Instant>) -> Comparison<'c> {
        let shows_all = claim.extent == Extent::All && claim.solutions.len() as u64 == claim.found;
        Comparison {
            claim,
            known: shows_all.then(|| claim.solutions.iter().collect()),
            deadline,
            kept: Vec::new(),
            unknown: false,
        }
    }

    fn run<P: Problem>(
        mut self,
        second: &mut dyn Backend<P>,
        puzzle: &P,
        limit: u64,
        limits: &Limits,
    ) -> Agreement<Claim, P::Flaw> {
        let tally = enumerate(second, puzzle, limit, limits, &mut |s| self.solution(s));
        let tally = match tally {
            Ok(tally) => tally,
            Err(wrong) => return differ(Difference::SecondIsWrong(wrong.flaw)),
        };
        let exceeds = self.claim.extent == Extent::All && tally.found > self.claim.found;
        if self.unknown || exceeds {
            return self.other(tally.found, Extent::AtLeast);
        }
        let same = tally.found == self.claim.found;
        match (tally.end, self.claim.extent) {
            (End::Exhausted, _) | (_, Extent::AtLeast) if same => Agreement::Agree,
            (End::Exhausted, _) => self.other(tally.found, Extent::All),
            (End::Stopped(reason), _) => Agreement::GaveUp(GiveUp::Stopped(reason)),
            (End::Enough, _) => Agreement::GaveUp(GiveUp::Stopped(Reason::Timeout)),
        }
    }

    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        if self.kept.len() < 2 {
            self.kept.push(solution.clone());
        }
        if let Some(known) = &self.known
            && !known.contains(solution)
        {
            self.unknown = true;
            self.kept = vec![solution.clone()];
            return ControlFlow::Break(());
        }
        match self.deadline.is_some_and(|end| Instant::now() >= end) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn other<F>(self, found: u64, extent: Extent) -> Agreement<Claim, F> {
        differ(Difference::Answers(Claim {
            found,
            extent,
            solutions: self.kept,
        }))
    }
}

fn differ<A, F>(difference: Difference<A, F>) -> Agreement<A, F> {
    Agreement::Differ(Box::new(difference))
}

#[cfg(test)]
mod tests;
