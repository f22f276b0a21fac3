//! Models that programs print, checked against the formula that they were given.

use super::{Formula, Lit, Var};
use std::collections::BTreeMap;

/// What is wrong with a model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BrokenModel {
    /// It has a value for a variable that the formula does not have.
    #[error(
        "its model has a value for variable {variable}, but the formula has only {variables} \
         variables"
    )]
    NoSuchVariable { variable: u32, variables: usize },
    /// It breaks a clause.
    #[error("its model breaks clause {number}: {clause}")]
    BrokenClause { number: usize, clause: String },
}

/// Checks a model in which variables may be missing: a clause with one of them is not broken.
///
/// # Errors
/// [`BrokenModel`].
#[cfg(feature = "cli")]
pub fn check_partial(formula: &Formula, model: &BTreeMap<u32, bool>) -> Result<(), BrokenModel> {
    if model.len() >= formula.variables() {
        return check(formula, model);
    }
    let is_false = |lit: &Lit| model.get(&lit.var().number()) == Some(&!lit.is_positive());
    let is_broken = |clause: &[Lit]| clause.iter().all(is_false);
    match formula.clauses().position(is_broken) {
        None => Ok(()),
        Some(index) => Err(BrokenModel::broken(formula, index + 1)),
    }
}

/// Checks a model, in which missing variables are false.
///
/// # Errors
/// [`BrokenModel`].
pub fn check(formula: &Formula, model: &BTreeMap<u32, bool>) -> Result<(), BrokenModel> {
    let variables = formula.variables();
    let last = model.last_key_value().map_or(0, |(&variable, _)| variable);
    if last as usize > variables {
        return Err(BrokenModel::NoSuchVariable {
            variable: last,
            variables,
        });
    }
    let holds = |var: Var| model.get(&var.number()) == Some(&true);
    match formula.broken_clause(holds) {
        None => Ok(()),
        Some(number) => Err(BrokenModel::broken(formula, number)),
    }
}

impl BrokenModel {
    fn broken(formula: &Formula, number: usize) -> BrokenModel {
        BrokenModel::BrokenClause {
            number,
            clause: formula.shown_clause(number),
        }
    }
}
