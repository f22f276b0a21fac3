//! RAT lemmas: what a resolvent is shown to follow from must be all of it.

use super::checked_of;
use crate::formula::Formula;
use crate::proof::CheckResult;
use crate::proof::examples::{formula_of, has_model, random_clauses};
use proptest::prelude::*;

/// Clauses, over the variables 1 to 5, that the lemmas of [`LEMMAS`] pretend to refute.
///
/// The first lemma does not follow from them. The second, `1`, is RAT only with the first: its
/// resolvent with `-1 2 3` is `2 3`, both of which are true already, 2 because of 3 alone.
const CLAUSES: [&[i32]; 6] = [
    &[-1, 2, 3],
    &[2, -3],
    &[-2, 4, 5],
    &[-2, 4, -5],
    &[-2, -4, 5],
    &[-2, -4, -5],
];
const LEMMAS: [&[i32]; 5] = [&[3, 1], &[1], &[-3], &[2], &[4]];

/// A clause with each variable under another name.
fn renamed(clause: &[i32], names: &[i32]) -> Vec<i32> {
    let named = |literal: &i32| names[literal.unsigned_abs() as usize - 1] * literal.signum();
    clause.iter().map(named).collect()
}

fn formula_of_variables(variables: i32, clauses: impl IntoIterator<Item = Vec<i32>>) -> Formula {
    let mut formula = Formula::default();
    formula.variables = variables;
    clauses.into_iter().for_each(|clause| formula.add(clause));
    formula
}

fn proof_of(lemmas: impl IntoIterator<Item = Vec<i32>>) -> String {
    let lines = lemmas.into_iter().map(|lemma| {
        let words: String = lemma.iter().map(|literal| format!("{literal} ")).collect();
        words + "0\n"
    });
    lines.collect()
}

fn refutes(formula: &Formula, proof: &str) -> bool {
    match checked_of(formula, proof) {
        CheckResult::Refuted(_) => true,
        CheckResult::Flawed(_) => false,
        other => panic!("{other:?}"),
    }
}

/// All orders of the numbers from 1 to `last`.
fn orders(last: i32) -> Vec<Vec<i32>> {
    if last == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(last - 1);
    let insertions = shorter.iter().flat_map(|order| {
        (0..=order.len()).map(move |place| {
            let mut longer = order.clone();
            longer.insert(place, last);
            longer
        })
    });
    insertions.collect()
}

#[test]
fn a_literal_that_is_true_already_is_not_assumed_to_be_false() {
    for names in orders(5) {
        let clauses = CLAUSES.map(|clause| renamed(clause, &names));
        let formula = formula_of_variables(5, clauses.clone());
        let proof = proof_of(LEMMAS.map(|lemma| renamed(lemma, &names)));
        assert!(!refutes(&formula, &proof), "{names:?}");
        // With the first lemma in the formula, it is a proof.
        let first = renamed(LEMMAS[0], &names);
        let formula = formula_of_variables(5, clauses.into_iter().chain([first]));
        assert!(refutes(&formula, &proof), "{names:?}");
    }
}

#[test]
fn no_definitions_of_new_variables_refute_a_formula_with_a_model() {
    let formula = formula_of_variables(8, [vec![1, 2]]);
    for names in orders(5) {
        let new: Vec<i32> = names.iter().map(|name| name + 8).collect();
        // The clauses become RAT one by one, beside a weaker form of the first.
        let definitions: [&[i32]; 7] = [
            &[-1, 2, 3, 4, 5],
            &[-2, 4, 5],
            &[-2, 4, -5],
            &[-2, -4, 5],
            &[-2, -4, -5],
            &[-3, 2],
            &[-1, 2, 3],
        ];
        let lemmas = definitions
            .iter()
            .chain(&LEMMAS)
            .map(|lemma| renamed(lemma, &new));
        assert!(!refutes(&formula, &proof_of(lemmas)), "{names:?}");
    }
}

fn literal() -> impl Strategy<Value = i32> {
    (1..=6i32, any::<bool>()).prop_map(|(var, sign)| if sign { var } else { -var })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// All lemmas are in the proof, whether they follow or not.
    #[test]
    fn no_proof_of_short_lemmas_refutes_a_formula_with_a_model(
        clauses in prop::collection::vec(prop::collection::vec(literal(), 2..=3), 3..12),
        lemmas in prop::collection::vec(prop::collection::vec(literal(), 1..=2), 2..8),
    ) {
        let formula = formula_of(&clauses);
        prop_assert!(!refutes(&formula, &proof_of(lemmas)) || !has_model(&formula));
    }

    #[test]
    fn no_proof_with_a_false_resolvent_refutes_a_formula_with_a_model(
        clauses in random_clauses(),
        names in Just((1..=8).collect::<Vec<i32>>()).prop_shuffle(),
        lemmas in prop::collection::vec(prop::collection::vec(literal(), 1..=2), 0..3),
    ) {
        let clauses: Vec<Vec<i32>> =
            (CLAUSES.iter().map(|clause| renamed(clause, &names))).chain(clauses).collect();
        let formula = formula_of(&clauses);
        let lemmas = LEMMAS.iter().map(|lemma| renamed(lemma, &names)).chain(lemmas);
        prop_assert!(!refutes(&formula, &proof_of(lemmas)) || !has_model(&formula));
    }
}
