//! What splitting needs to know of a puzzle.

use super::Cube;
use super::solve::CubeAnswer;
use crate::backend::{self, Problem, WrongAnswer};
use crate::cnf::{Formula, Lit};
use crate::encoding::Encoding;
use crate::grid::{Candidate, Cell, Digit, Solution, place_named};
use crate::limits::Limits;
use crate::outcome::{End, Reason};

/// The digits that each cell may hold, cells in reading order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CandidateLists(pub Vec<Vec<Digit>>);

impl CandidateLists {
    /// How much is open: the logarithm of the number of ways to choose a candidate for
    /// each cell.
    pub fn size(&self) -> f64 {
        self.0.iter().map(|digits| (digits.len() as f64).ln()).sum()
    }

    /// Whether each cell has one candidate.
    pub fn is_settled(&self) -> bool {
        self.0.iter().all(|digits| digits.len() == 1)
    }
}

/// Puzzles that can be split into cubes.
pub trait Splittable: Problem + Clone + Sync + Sized {
    /// Memory that propagation reuses.
    type Engine: Default;

    /// What bounds on scores are computed from.
    type Scores;

    /// The puzzle with the assumptions of a cube as givens. `None` if they contradict the
    /// givens or each other, or do not fit the board.
    fn within(&self, cube: &Cube) -> Option<Self>;

    /// The candidates that are left without branching; `None` for a contradiction.
    ///
    /// # Errors
    /// The limit that was exceeded.
    fn propagate(
        &self,
        engine: &mut Self::Engine,
        limits: &Limits,
    ) -> Result<Option<CandidateLists>, Reason>;

    /// The candidates that are left of a part of this puzzle with one more assumption: `of` is
    /// the part without it, and what is left of that. The engine may be used for no other puzzle.
    ///
    /// # Errors
    /// The limit that was exceeded.
    fn propagate_further(
        &self,
        engine: &mut Self::Engine,
        of: (&Self, &CandidateLists),
        candidate: Candidate,
        limits: &Limits,
    ) -> Result<Option<CandidateLists>, Reason>;

    /// The work of such propagation, in microseconds, roughly, but the same on every machine;
    /// 0 if it is always cheap.
    fn work(engine: &Self::Engine) -> u64;

    /// The name of a candidate, such as `r1c2=3`.
    fn name(&self, candidate: Candidate) -> String;

    /// The candidate of this name.
    fn named(&self, name: &str) -> Option<Candidate>;

    /// The puzzle in a line of text, if it is a classic one.
    fn line(&self) -> Option<String>;

    /// The digits in cells that the solution of such a puzzle has in a line of text.
    fn solution_line(&self, solution: &Solution) -> String;

    /// A solution from such a line; nothing is checked but its size.
    fn solution_of(&self, line: &str) -> Option<Solution>;

    /// Formula with a variable for each candidate: comments, the clauses, and the literal
    /// of each candidate of a cube.
    ///
    /// # Errors
    /// The limit that was exceeded.
    fn formula(&self, encoding: &Encoding, limits: &Limits) -> Result<PuzzleFormula, Reason>;

    /// Adds to such a formula that a solution scores more than `above`.
    ///
    /// # Errors
    /// [`Reason::TooManySums`] for weights whose sums are too many, or a limit.
    fn require_above(
        &self,
        objective: &Self::Objective,
        above: i64,
        formula: &mut PuzzleFormula,
        limits: &Limits,
    ) -> Result<(), Reason>;

    /// Houses of which each holds every digit.
    fn full_houses(&self) -> Vec<Vec<Cell>>;

    /// The objective in a form that gives low bounds.
    fn scores(&self, objective: &Self::Objective, limits: &Limits) -> Self::Scores;

    /// No solution within these candidates scores more. `None` if they have none.
    fn bound(&self, scores: &Self::Scores, left: &CandidateLists) -> Option<i64>;

    /// What a candidate adds to the score, in a form of the objective in which few
    /// candidates count.
    fn value(&self, scores: &Self::Scores, candidate: Candidate) -> i64;

    /// Shows solutions to `visitor` until it breaks.
    ///
    /// # Errors
    /// [`WrongAnswer`] if a solution breaks the rules.
    fn enumerate(
        &self,
        limit: u64,
        limits: &Limits,
        visitor: &mut backend::Visitor<'_>,
    ) -> Result<End, WrongAnswer<Self::Flaw>>;

    /// A good solution to start from, if one is found within moments.
    ///
    /// # Errors
    /// [`WrongAnswer`] if a solution breaks the rules.
    fn good_solution(
        &self,
        objective: &Self::Objective,
        limits: &Limits,
    ) -> Result<Option<Solution>, WrongAnswer<Self::Flaw>>;

    /// The best solution, if it scores more than `above`.
    ///
    /// # Errors
    /// [`WrongAnswer`] if a solution breaks the rules.
    fn best_above(
        &self,
        objective: &Self::Objective,
        above: Option<i64>,
        limits: &Limits,
    ) -> Result<CubeAnswer, WrongAnswer<Self::Flaw>>;
}

/// A puzzle as clauses.
#[derive(Clone, Debug)]
pub struct PuzzleFormula {
    /// What the variables mean, a line each.
    pub comments: Vec<String>,
    /// The clauses of the rules and the givens.
    pub clauses: Formula,
    /// The literal of each candidate, cell by cell; cells have `digits` of them.
    pub(super) literals: Vec<Option<Lit>>,
    pub(super) digits: usize,
}

impl PuzzleFormula {
    /// The literal of a candidate of the puzzle.
    pub fn literal(&self, candidate: Candidate) -> Option<Lit> {
        let index = candidate.cell.index() * self.digits + candidate.digit.index();
        *self.literals.get(index)?
    }
}

/// `r1c2=3` → row 0, column 1, 3.
pub(super) fn parse_name(name: &str) -> Option<(usize, usize, i64)> {
    let (place, digit) = name.split_once('=')?;
    let (row, column) = place_named(place)?;
    Some((row, column, digit.parse().ok()?))
}
