//! Formulas for the verifier, which has types of its own.

use super::Formula;

/// The formula as the verifier's checker of proofs takes it.
pub(crate) fn for_verifier(formula: &Formula) -> satoku_verify::formula::Formula {
    let mut converted = satoku_verify::formula::Formula::default();
    converted.variables = formula.variables() as i32;
    for clause in formula.clauses() {
        converted.add(clause.iter().map(|lit| lit.dimacs()));
    }
    converted
}
