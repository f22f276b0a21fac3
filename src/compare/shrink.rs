//! The smallest puzzle, and the smallest formula, on which a finding can be seen.
//!
//! Both are found by delta debugging (A. Zeller and R. Hildebrandt, "Simplifying and
//! isolating failure-inducing input", 2002): remove everything, then halves, quarters
//! and so on, down to single items.

use super::corpus::{Corpus, InstanceKind};
use super::diagnose::{Diagnosis, Finding};
use super::roster::SatSpec;
use super::{Figures, FindingKind, Instance, KnownCount, QuerySet, compare};
use crate::backend::{Backend, Query, SatBackend};
use crate::cnf::{ClauseSink, Formula, Lit, Var};
use crate::grid::{Cell, Digit, Geometry, Puzzle};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::puzzles::delta_debug;
use crate::sat::{Engine, LimitChecks, SatVerdict};
use crate::search::Native;
use std::collections::BTreeMap;

/// At most this many puzzles, and formulas, are tried for one finding.
const MAX_PUZZLES: u32 = 250;
const MAX_FORMULAS: u32 = 400;

/// Smaller grids to try, and how many puzzles of each kind.
const SHAPES: [&str; 6] = ["1x1", "1x2", "1x3", "2x2", "2x3", "3x3"];
const SEEDS: u64 = 2;

/// A finding, shrunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shrunk {
    /// What is wrong; a time-out may turn out to be a hang.
    pub kind: FindingKind,
    /// The smallest puzzle found.
    pub puzzle: Puzzle,
    /// What is known about it, if the finding cannot be seen otherwise.
    pub known: KnownCount,
    /// The smallest formula found, if a SAT solver is to blame.
    pub formula: Option<Formula>,
}

impl Diagnosis<'_> {
    /// Looks for the smallest puzzle, and formula, that shows the finding.
    pub fn shrink(&self, instance: &Instance, finding: &Finding) -> Shrunk {
        let mut shrunk = Shrunk {
            kind: finding.kind,
            puzzle: instance.puzzle.clone(),
            known: instance.known,
            formula: None,
        };
        let spec = self.roster.sat_spec(&finding.accused);
        if !finding.kind.is_wrong() {
            if spec.is_some_and(|spec| self.hangs(&instance.puzzle, spec)) {
                shrunk.kind = FindingKind::Hang;
            }
            return shrunk;
        }
        if let Some(puzzle) = self.smaller_puzzle(&instance.puzzle, finding) {
            shrunk.puzzle = puzzle;
            shrunk.known = KnownCount::Unknown;
        }
        if let Some(spec) = spec.filter(|spec| spec.engine.name == finding.culprit) {
            shrunk.formula = self.smaller_formula(&shrunk.puzzle, spec, finding.kind);
        }
        shrunk
    }

    /// Whether a solver gives no answer within several times its limit either.
    fn hangs(&self, puzzle: &Puzzle, spec: &SatSpec) -> bool {
        let Some(program) = &spec.program else {
            return false;
        };
        let Some(formula) = first_formula(puzzle, spec) else {
            return false;
        };
        let mut solver = (program.patient.make)(LimitChecks::WhileSolving);
        formula.replay(&mut *solver);
        // The solver's own limit applies here, and Ctrl-C.
        let limits = Limits::unlimited().stopped_as((self.limits)());
        solver.solve(&limits) == SatVerdict::Unknown(Reason::Timeout)
    }

    fn smaller_puzzle(&self, puzzle: &Puzzle, finding: &Finding) -> Option<Puzzle> {
        let mut left = MAX_PUZZLES;
        let queries = [QuerySet::First, QuerySet::Solutions, QuerySet::All]
            .into_iter()
            .find(|&queries| self.shows(puzzle, finding, queries))?;
        let mut shows = |puzzle: &Puzzle| {
            let may = left > 0 && (self.limits)().exceeded().is_none();
            left = left.saturating_sub(1);
            may && self.shows(puzzle, finding, queries)
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
        let kept = delta_debug(givens, &mut |givens| shows(&of(givens)));
        Some(of(&kept))
    }

    /// Whether the finding can be seen on a puzzle about which nothing is known: the
    /// same backend is accused of the same, with the same witness.
    fn shows(&self, puzzle: &Puzzle, finding: &Finding, queries: QuerySet) -> bool {
        let names = std::iter::once(&finding.accused).chain(&finding.witness);
        let mut pair: Vec<_> = names.filter_map(|n| self.roster.backend(n)).collect();
        let instance = Instance::unknown(puzzle.clone());
        let mut figures = Figures::default();
        let found = compare(
            &instance,
            &mut pair,
            self.depth,
            queries,
            self.limits,
            &mut figures,
        );
        let same = |kind: FindingKind| match finding.kind {
            FindingKind::WrongUnsat => matches!(
                kind,
                FindingKind::Verdict | FindingKind::Count | FindingKind::Maximum
            ),
            expected => kind == expected,
        };
        found
            .iter()
            .any(|d| same(d.kind) && d.accused.contains(&finding.accused))
    }

    fn smaller_formula(
        &self,
        puzzle: &Puzzle,
        spec: &SatSpec,
        kind: FindingKind,
    ) -> Option<Formula> {
        let instance = Instance::unknown(puzzle.clone());
        let formula = self.wrong_formula(&instance, spec, kind)?;
        let mut left = MAX_FORMULAS;
        // A model of the formula is a model of every part, so a solver that denies a
        // part is just as wrong.
        let mut wrong = |formula: &Formula| {
            let may = left > 0 && (self.limits)().exceeded().is_none();
            left = left.saturating_sub(1);
            may && self.is_wrong(&spec.engine, formula, kind)
        };
        if !wrong(&formula) {
            return Some(formula);
        }
        let clauses: Vec<Vec<Lit>> = formula.clauses().map(<[Lit]>::to_vec).collect();
        let variables = formula.variables();
        let kept = delta_debug(clauses, &mut |clauses| {
            wrong(&formula_of(variables, clauses))
        });
        let renumbered = renumbered(&kept);
        match wrong(&renumbered) {
            true => Some(renumbered),
            false => Some(formula_of(variables, &kept)),
        }
    }

    fn is_wrong(&self, engine: &Engine, formula: &Formula, kind: FindingKind) -> bool {
        let mut solver = (engine.make)(LimitChecks::WhileSolving);
        formula.replay(&mut *solver);
        match (solver.solve(&(self.limits)()), kind) {
            (SatVerdict::Unsat, FindingKind::WrongUnsat) => true,
            (SatVerdict::Unknown(Reason::Fault(fault, _)), kind) => {
                kind == FindingKind::Fault(fault)
            }
            _ => false,
        }
    }
}

/// The first formula that a backend gives its engine.
fn first_formula(puzzle: &Puzzle, spec: &SatSpec) -> Option<Formula> {
    let backend = SatBackend::new(spec.engine.clone(), spec.encoding.clone(), spec.presolve);
    backend.supports(puzzle, &Query::First).ok()?;
    let map = spec.presolve.variables(&mut Native::default(), puzzle)?;
    let mut formula = Formula::default();
    spec.encoding.encode(puzzle, &map, &mut formula);
    Some(formula)
}

/// Empty and random puzzles on smaller grids, the smallest first.
fn small_puzzles(than: &Puzzle) -> impl Iterator<Item = Puzzle> {
    let cells = than.cells().len();
    let shapes = SHAPES.iter().filter_map(|shape| shape.parse().ok());
    let smaller = shapes.filter(move |shape: &Geometry| shape.cell_count() < cells);
    smaller.flat_map(|shape| {
        let kinds = InstanceKind::ALL.into_iter();
        let random = kinds.flat_map(move |kind| {
            let corpus = Corpus {
                kinds: vec![kind],
                shapes: vec![shape],
            };
            (0..SEEDS).map(move |seed| corpus.instance(seed).puzzle)
        });
        std::iter::once(Puzzle::empty(shape)).chain(random)
    })
}

fn formula_of(variables: usize, clauses: &[Vec<Lit>]) -> Formula {
    let mut formula = Formula::default();
    for _ in 0..variables {
        formula.new_var();
    }
    for clause in clauses {
        formula.add_clause(clause);
    }
    formula
}

/// The same clauses with variables numbered 1, 2, 3 and so on.
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
    formula_of(numbers.len(), &clauses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_renumbered_without_gaps() {
        let lit = |number| Lit::from_dimacs(number).unwrap();
        let formula = renumbered(&[vec![lit(9), lit(-4)], vec![lit(-9)]]);
        assert_eq!(formula.variables(), 2);
        let clauses: Vec<&[Lit]> = formula.clauses().collect();
        assert_eq!(clauses, [&[lit(2), lit(-1)][..], &[lit(-2)][..]]);
    }
}
