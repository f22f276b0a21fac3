//! The smallest puzzle, and the smallest formula, on which a finding shows.
//!
//! Parts are taken away by delta debugging (A. Zeller and R. Hildebrandt,
//! "Simplifying and isolating failure-inducing input", 2002): first all of them,
//! then halves, quarters and so on, down to single ones.

use super::contestant::Mix;
use super::corpus::{Corpus, Sort};
use super::diagnose::{Court, Finding};
use super::{Case, Figures, Kind, Known, Questions, compare_on};
use crate::backend::{Backend, Query, SatBackend};
use crate::cnf::{ClauseSink, Formula, Lit, Var};
use crate::grid::{Cell, Digit, Geometry, Puzzle};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::sat::{Engine, SatVerdict};
use crate::search::Native;
use std::collections::BTreeMap;

/// Puzzles that are tried for one finding, and formulas.
const MAX_PUZZLES: u32 = 250;
const MAX_FORMULAS: u32 = 400;

/// Smaller grids that are tried, and how many puzzles of each sort.
const SHAPES: [&str; 6] = ["1x1", "1x2", "1x3", "2x2", "2x3", "3x3"];
const SEEDS: u64 = 2;

/// A finding on little.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shrunk {
    /// What is wrong; a time-out may have turned out to be a hang.
    pub kind: Kind,
    /// The puzzle: the one of the case where no smaller one was found.
    pub puzzle: Puzzle,
    /// What is known of it, if that is needed to see the finding.
    pub known: Known,
    /// The formula, where a SAT solver is to blame.
    pub formula: Option<Formula>,
}

/// The smallest part of `items` that passes, made by taking parts away while
/// `passes` says yes. All items together pass.
pub fn minimal<T: Clone>(mut items: Vec<T>, passes: &mut dyn FnMut(&[T]) -> bool) -> Vec<T> {
    let mut size = items.len();
    while size > 0 {
        let mut start = 0;
        let before = items.len();
        while start < items.len() {
            let end = (start + size).min(items.len());
            let rest = [&items[..start], &items[end..]].concat();
            match passes(&rest) {
                true => items = rest,
                false => start = end,
            }
        }
        // Single items once more, as long as that takes something away.
        if size > 1 {
            size = size.div_ceil(2).min(items.len());
        } else if items.len() == before {
            size = 0;
        }
    }
    items
}

impl Court<'_> {
    /// The finding on the smallest puzzle, and formula, that was found.
    pub fn shrink(&self, case: &Case, finding: &Finding) -> Shrunk {
        let mut shrunk = Shrunk {
            kind: finding.kind,
            puzzle: case.puzzle.clone(),
            known: case.known,
            formula: None,
        };
        let mix = self.roster.mix(&finding.accused);
        if !finding.kind.is_wrong() {
            if mix.is_some_and(|mix| self.hangs(&case.puzzle, mix)) {
                shrunk.kind = Kind::Hang;
            }
            return shrunk;
        }
        if let Some(puzzle) = self.smaller_puzzle(&case.puzzle, finding) {
            shrunk.puzzle = puzzle;
            shrunk.known = Known::Nothing;
        }
        if let Some(mix) = mix.filter(|mix| mix.engine.name == finding.culprit) {
            shrunk.formula = self.smaller_formula(&shrunk.puzzle, mix, finding.kind);
        }
        shrunk
    }

    /// Whether a solver has no answer after several times its limit, either.
    fn hangs(&self, puzzle: &Puzzle, mix: &Mix) -> bool {
        let Some(program) = &mix.program else {
            return false;
        };
        let Some(formula) = formula_of(puzzle, mix) else {
            return false;
        };
        let mut solver = (program.patient.make)(true);
        formula.replay(&mut *solver);
        // The program's own limit counts here, and Ctrl-C.
        let limits = Limits::unlimited().stopped_as((self.limits)());
        solver.solve(&limits) == SatVerdict::Unknown(Reason::Timeout)
    }

    fn smaller_puzzle(&self, puzzle: &Puzzle, finding: &Finding) -> Option<Puzzle> {
        let mut left = MAX_PUZZLES;
        let questions = [Questions::First, Questions::Solutions, Questions::All]
            .into_iter()
            .find(|&questions| self.shows(puzzle, finding, questions))?;
        let mut shows = |puzzle: &Puzzle| {
            let may = left > 0 && (self.limits)().exceeded().is_none();
            left = left.saturating_sub(1);
            may && self.shows(puzzle, finding, questions)
        };
        let small = small_puzzles(puzzle).find(|small| shows(small));
        let start = small.unwrap_or_else(|| puzzle.clone());
        let givens: Vec<(Cell, Digit)> = start.givens().collect();
        let of = |givens: &[(Cell, Digit)]| {
            let mut puzzle = Puzzle::empty(start.geometry());
            for &(cell, digit) in givens {
                puzzle.set(cell, Some(digit));
            }
            puzzle
        };
        let kept = minimal(givens, &mut |givens| shows(&of(givens)));
        Some(of(&kept))
    }

    /// Whether the finding shows on a puzzle of which nothing is known: the same
    /// backend is accused of the same against the same witness.
    fn shows(&self, puzzle: &Puzzle, finding: &Finding, questions: Questions) -> bool {
        let names = std::iter::once(&finding.accused).chain(&finding.witness);
        let mut pair: Vec<_> = names.filter_map(|n| self.roster.backend(n)).collect();
        let case = Case {
            puzzle: puzzle.clone(),
            known: Known::Nothing,
        };
        let mut figures = Figures::default();
        let found = compare_on(
            &case,
            &mut pair,
            self.depth,
            questions,
            self.limits,
            &mut figures,
        );
        let same = |kind: Kind| match finding.kind {
            Kind::WrongUnsat => matches!(kind, Kind::Verdict | Kind::Count | Kind::Maximum),
            expected => kind == expected,
        };
        found
            .iter()
            .any(|d| same(d.kind) && d.accused.contains(&finding.accused))
    }

    fn smaller_formula(&self, puzzle: &Puzzle, mix: &Mix, kind: Kind) -> Option<Formula> {
        let case = Case {
            puzzle: puzzle.clone(),
            known: Known::Nothing,
        };
        let formula = self.wrong_formula(&case, mix, kind)?;
        let mut left = MAX_FORMULAS;
        // A model of the whole formula is one of every part: a solver that denies
        // a part is as wrong.
        let mut wrong = |formula: &Formula| {
            let may = left > 0 && (self.limits)().exceeded().is_none();
            left = left.saturating_sub(1);
            may && self.is_wrong(&mix.engine, formula, kind)
        };
        if !wrong(&formula) {
            return Some(formula);
        }
        let clauses: Vec<Vec<Lit>> = formula.clauses().map(<[Lit]>::to_vec).collect();
        let variables = formula.variables();
        let kept = minimal(clauses, &mut |clauses| wrong(&written(variables, clauses)));
        let renumbered = renumbered(&kept);
        match wrong(&renumbered) {
            true => Some(renumbered),
            false => Some(written(variables, &kept)),
        }
    }

    fn is_wrong(&self, engine: &Engine, formula: &Formula, kind: Kind) -> bool {
        let mut solver = (engine.make)(true);
        formula.replay(&mut *solver);
        match (solver.solve(&(self.limits)()), kind) {
            (SatVerdict::Unsat, Kind::WrongUnsat) => true,
            (SatVerdict::Unknown(Reason::Fault(fault, _)), kind) => kind == Kind::Fault(fault),
            _ => false,
        }
    }
}

/// What a mix asks its engine first.
fn formula_of(puzzle: &Puzzle, mix: &Mix) -> Option<Formula> {
    let backend = SatBackend::new(mix.engine.clone(), mix.encoding.clone(), mix.presolve);
    backend.supports(puzzle, &Query::First).ok()?;
    let map = mix.presolve.variables(&mut Native::default(), puzzle)?;
    let mut formula = Formula::default();
    mix.encoding.encode(puzzle, &map, &mut formula);
    Some(formula)
}

/// Empty and random puzzles on smaller grids, the smallest first.
fn small_puzzles(than: &Puzzle) -> impl Iterator<Item = Puzzle> {
    let cells = than.cells().len();
    let shapes = SHAPES.iter().filter_map(|shape| shape.parse().ok());
    let smaller = shapes.filter(move |shape: &Geometry| shape.cell_count() < cells);
    smaller.flat_map(|shape| {
        let sorts = Sort::ALL.into_iter();
        let random = sorts.flat_map(move |sort| {
            let corpus = Corpus {
                sorts: vec![sort],
                shapes: vec![shape],
            };
            (0..SEEDS).map(move |seed| corpus.specimen(seed).puzzle)
        });
        std::iter::once(Puzzle::empty(shape)).chain(random)
    })
}

fn written(variables: usize, clauses: &[Vec<Lit>]) -> Formula {
    let mut formula = Formula::default();
    for _ in 0..variables {
        formula.new_var();
    }
    for clause in clauses {
        formula.add_clause(clause);
    }
    formula
}

/// The same clauses over the variables 1, 2, 3 and so on.
fn renumbered(clauses: &[Vec<Lit>]) -> Formula {
    let variables = clauses.iter().flatten().map(|lit| lit.var());
    let mut numbers: BTreeMap<Var, usize> = variables.map(|var| (var, 0)).collect();
    for (index, number) in numbers.values_mut().enumerate() {
        *number = index;
    }
    let renamed = |lit: &Lit| {
        let index = numbers.get(&lit.var()).copied().unwrap_or_default();
        let var = Var::from_index(index);
        match lit.is_positive() {
            true => var.positive(),
            false => var.negative(),
        }
    };
    let clauses: Vec<Vec<Lit>> = clauses
        .iter()
        .map(|clause| clause.iter().map(renamed).collect())
        .collect();
    written(numbers.len(), &clauses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_minimal() {
        let mut tests = 0;
        let kept = minimal((0..100).collect(), &mut |items: &[i32]| {
            tests += 1;
            [7, 8, 61].iter().all(|item| items.contains(item))
        });
        assert_eq!(kept, [7, 8, 61]);
        assert!(tests < 80, "{tests}");
        let nothing = minimal(vec![1, 2, 3], &mut |_: &[i32]| true);
        assert!(nothing.is_empty());
        let all = minimal(vec![1, 2, 3], &mut |items: &[i32]| items.len() == 3);
        assert_eq!(all, [1, 2, 3]);
    }

    #[test]
    fn variables_close_up() {
        let lit = |number| Lit::from_dimacs(number).unwrap();
        let formula = renumbered(&[vec![lit(9), lit(-4)], vec![lit(-9)]]);
        assert_eq!(formula.variables(), 2);
        let clauses: Vec<&[Lit]> = formula.clauses().collect();
        assert_eq!(clauses, [&[lit(2), lit(-1)][..], &[lit(-2)][..]]);
    }
}
