//! Formulas that a solver gets wrong, and the smallest of them.

use super::FindingKind;
use super::case::{Case, wrong_formula};
use super::diagnose::Finding;
use super::watched::denies;
use crate::cnf::{ClauseSink, Formula, Lit, Var};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::puzzles::delta_debug;
use crate::sat::{Engine, LimitChecks, SatVerdict};
use std::collections::BTreeMap;
use std::time::Duration;

/// At most this many formulas are tried for one finding.
const MAX_FORMULAS: u32 = 400;

/// How long a puzzle or a formula may be shrunk: each smaller one takes another run.
pub(super) const SHRINK_TIME: Duration = Duration::from_secs(30);

/// How often a solver that is a program must repeat a wrong answer.
pub(super) const REPETITIONS: usize = 3;

/// A formula that a solver got wrong.
pub(super) struct WrongFormula {
    pub formula: Formula,
    /// Whether it did so each time.
    pub is_reproduced: bool,
}

/// The smallest formula that shows a finding, if it is a solver's.
pub(super) fn of_finding(case: &dyn Case, finding: &Finding) -> Option<WrongFormula> {
    let solver = case.solver(&finding.accused)?;
    let is_blamed = solver.engine.name == finding.culprit;
    is_blamed.then(|| smallest(case, &finding.accused, finding.kind))?
}

/// Looks for the smallest formula that the solver in a backend gets wrong in this way.
fn smallest(case: &dyn Case, backend: &str, kind: FindingKind) -> Option<WrongFormula> {
    let solver = case.solver(backend)?;
    let times = solver.program.as_ref().map_or(1, |_| REPETITIONS);
    // Chance decides about some answers: one more try may show it.
    let formula = (0..times).find_map(|_| wrong_formula(case, backend, kind))?;
    let is_wrong = |formula: &Formula| is_wrong(&solver.engine, formula, kind, &case.limits());
    let is_reproduced = |formula: &Formula| (0..times).all(|_| is_wrong(formula));
    if !is_reproduced(&formula) {
        return Some(WrongFormula {
            formula,
            is_reproduced: false,
        });
    }
    let mut left = MAX_FORMULAS;
    let time = Limits::unlimited().within(SHRINK_TIME);
    // A model of the formula is a model of every part, so a solver that denies a part is
    // just as wrong.
    let small = smaller(&formula, &mut |formula| {
        let may = left > 0 && time.exceeded().is_none() && !case.has_ended();
        left = left.saturating_sub(1);
        may && is_wrong(formula)
    });
    Some(match is_reproduced(&small) {
        true => WrongFormula {
            formula: small,
            is_reproduced: true,
        },
        false => WrongFormula {
            formula,
            is_reproduced: false,
        },
    })
}

fn smaller(formula: &Formula, wrong: &mut dyn FnMut(&Formula) -> bool) -> Formula {
    let clauses: Vec<Vec<Lit>> = formula.clauses().map(<[Lit]>::to_vec).collect();
    let variables = formula.variables();
    let kept = delta_debug(clauses, &mut |clauses| {
        wrong(&formula_of(variables, clauses))
    });
    let renumbered = renumbered(&kept);
    match wrong(&renumbered) {
        true => renumbered,
        false => formula_of(variables, &kept),
    }
}

fn is_wrong(engine: &Engine, formula: &Formula, kind: FindingKind, limits: &Limits) -> bool {
    let mut solver = (engine.make)(LimitChecks::WhileSolving);
    formula.replay(&mut *solver);
    match (solver.solve(limits), kind) {
        (verdict, FindingKind::WrongUnsat) => denies(&verdict),
        (SatVerdict::Unknown(Reason::Fault(fault, _)), kind) => kind == FindingKind::Fault(fault),
        _ => false,
    }
}

/// Whether one of the engines finds a model that satisfies every clause.
pub(super) fn has_model(
    formula: &Formula,
    engines: &[Engine],
    limits: &dyn Fn() -> Limits,
) -> bool {
    engines.iter().any(|engine| {
        let mut solver = (engine.make)(LimitChecks::WhileSolving);
        formula.replay(&mut *solver);
        solver.solve(&limits()) == SatVerdict::Sat
            && formula
                .broken_clause(|var| solver.value(var).unwrap_or(false))
                .is_none()
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
