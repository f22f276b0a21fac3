//! The formula of a certificate, by the encoder: the claim is false. The verifier's FORMAT.md
//! describes it.

use crate::backend::losses::require_above;
use crate::cnf::{ClauseSink, Formula, Lit, Var, add_or_contradict};
use crate::encoding::{Encoding, VarMap};
use crate::grid::{Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::outcome::Reason;
use std::collections::HashSet;

/// The encoding whose clauses are those of the form.
const ENCODING: &str = "extended";

/// Keeps the first of equal clauses.
#[derive(Default)]
pub struct Distinct {
    pub formula: Formula,
    seen: HashSet<Vec<Lit>>,
}

impl Distinct {
    /// Over this many variables.
    pub fn over(variables: usize) -> Distinct {
        Distinct {
            formula: Formula::with_variables(variables),
            seen: HashSet::new(),
        }
    }
}

impl ClauseSink for Distinct {
    fn new_var(&mut self) -> Var {
        self.formula.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let mut sorted = clause.to_vec();
        sorted.sort_unstable();
        if self.seen.insert(sorted) {
            self.formula.add_clause(clause);
        }
    }
}

/// "The puzzle has another solution than these."
///
/// # Errors
/// If the encoding is not part of the program.
pub fn another_solution(puzzle: &Puzzle, solutions: &[Solution]) -> Result<Formula, Reason> {
    let map = VarMap::full(puzzle.geometry());
    let mut formula = rules(puzzle, &map)?;
    for solution in solutions {
        let open = puzzle.empty_cells();
        let clause: Vec<Lit> = open
            .filter_map(|cell| map.term(cell, solution.digit(cell)).literal())
            .map(|lit| !lit)
            .collect();
        add_or_contradict(&mut formula, &clause);
    }
    Ok(formula)
}

/// "The puzzle has a solution that scores more than this one."
///
/// # Errors
/// [`Reason::TooManySums`] for weights whose sums are too many, or a limit.
pub fn better_solution(
    puzzle: &Puzzle,
    objective: &Objective,
    solution: &Solution,
    limits: &Limits,
) -> Result<Formula, Reason> {
    let map = VarMap::full(puzzle.geometry());
    let mut formula = rules(puzzle, &map)?;
    require_above(
        puzzle,
        objective,
        objective.score(solution),
        &mut formula,
        limits,
    )?;
    Ok(formula)
}

/// The rules and the givens.
///
/// # Errors
/// If the encoding is not part of the program.
pub fn rules(puzzle: &Puzzle, map: &VarMap) -> Result<Formula, Reason> {
    let missing = || Reason::Engine(format!("there is no encoding '{ENCODING}'"));
    let encoding = Encoding::named(ENCODING).ok_or_else(missing)?;
    let mut rules = Distinct::default();
    encoding.encode(puzzle, map, &mut rules);
    Ok(rules.formula)
}
