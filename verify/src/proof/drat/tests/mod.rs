//! Proofs that must pass, and proofs that must not.

mod follower;
mod rat;
mod stopped;

use super::{check, check_at_most};
use crate::formula::Formula;
use crate::proof::examples::{EIGHT, SQUARE, formula, formula_of, has_model, random_clauses};
use crate::proof::steps::StepReader;
use crate::proof::{CheckResult, CheckStats, ProofSystem};
use proptest::prelude::*;

fn checked_of(formula: &Formula, proof: &str) -> CheckResult {
    check(formula, proof.as_bytes(), &|| false, None).unwrap()
}

fn checked(text: &str, proof: &str) -> CheckResult {
    checked_of(&formula(text), proof)
}

fn stats(formula: &str, proof: &str) -> CheckStats {
    match checked(formula, proof) {
        CheckResult::Refuted(stats) => stats,
        other => panic!("{other:?}"),
    }
}

fn flaw(formula: &str, proof: &str) -> String {
    match checked(formula, proof) {
        CheckResult::Flawed(why) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn lemmas_by_propagation_pass() {
    assert_eq!(stats(SQUARE, "1 0\n0\n").lemmas, 1);
    let proof = "-1 0\n2 0\n0\n";
    assert_eq!(
        (stats(EIGHT, proof).lemmas, stats(EIGHT, proof).rat),
        (2, 1)
    );
    // A contradiction by propagation alone needs no proof.
    assert_eq!(stats("p cnf 1 2\n1 0\n-1 0\n", ""), CheckStats::default());
    assert_eq!(stats("p cnf 0 1\n0\n", ""), CheckStats::default());
}

/// Other checkers read it, and fail.
#[test]
fn what_comes_after_the_contradiction_is_a_proof_all_the_same() {
    let trivial = "p cnf 1 2\n1 0\n-1 0\n";
    for (formula, lemmas) in [(trivial, ""), (SQUARE, "1 0\n"), (SQUARE, "1 0\n0\n")] {
        let read = |rest: &str| {
            let proof = format!("{lemmas}{rest}");
            check(&self::formula(formula), proof.as_bytes(), &|| false, None)
        };
        let plain = read("").unwrap();
        assert!(matches!(plain, CheckResult::Refuted(_)), "{plain:?}");
        assert_eq!(read("7 0\nd 5 0\nc a comment\n").unwrap(), plain);
        for garbage in ["x", "1 2", "0 x", "d 1"] {
            assert!(read(garbage).is_err(), "{lemmas:?} {garbage:?}");
        }
    }
}

#[test]
fn lemmas_from_nowhere_do_not() {
    let formula = "p cnf 3 2\n1 2 3 0\n-1 -2 0\n";
    assert!(flaw(formula, "-3 0\n0\n").contains("lemma 2 (0) does not follow"));
    let formula = format!("{formula}3 0\n").replace(" 3 2\n", " 3 3\n");
    assert!(flaw(&formula, "-3 0\n").contains("lemma 1 (-3 0) does not follow"));
    assert!(flaw(SQUARE, "0\n").contains("lemma 1 (0)"));
    assert!(flaw(SQUARE, "").contains("ends after 0 lemmas"));
    assert!(flaw(SQUARE, "1 2 0\n").contains("ends after 1 lemma"));
}

#[test]
fn lemmas_that_nothing_needs_are_not_checked() {
    // "3" follows from nowhere, and "-2" is false in all models of "1 -2".
    let found = stats(
        "p cnf 3 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n",
        "3 0\n-3 2 1 0\n1 0\n",
    );
    assert_eq!((found.lemmas, found.needed), (3, 1));
    let words = "derives a contradiction in 3 lemmas (1 needed, 0 by RAT), with 0 deletions";
    assert_eq!(found.to_string(), words);
    // Needed by a lemma that is needed, or by what that settles.
    let chain = stats(EIGHT, "7 0\n-1 0\n2 0\n0\n");
    assert_eq!((chain.lemmas, chain.needed, chain.rat), (3, 2, 1));
    assert!(flaw(SQUARE, "3 0\n-3 0\n").contains("lemma 2 (-3 0) does not follow"));
}

/// Ten clauses without a model. "2" follows by propagation if "3" does not follow from
/// "1" in vain, and 2 and 7 make a contradiction.
const TEN: &str = "p cnf 10 11\n-3 2 0\n-1 2 4 0\n-1 2 -4 0\n1 5 0\n-5 2 6 0\n-5 2 -6 0\n\
                   -2 7 8 0\n-2 7 -8 0\n-2 -7 8 0\n-2 -7 -8 0\n-3 9 10 0\n";

#[test]
fn rat_may_be_on_any_literal() {
    // The resolvent on 3 with "-3 2" follows, that on -1 with "1 5" does not.
    for lemma in ["3 -1 0", "-1 3 0"] {
        let found = stats(TEN, &format!("{lemma}\n2 0\n7 0\n"));
        assert_eq!((found.needed, found.rat), (3, 1), "{lemma}");
    }
    // The resolvent of 3 with the last clause does not follow either.
    let eleven = TEN
        .replace("-3 9 10 0", "-3 9 0\n-9 0")
        .replace(" 11\n", " 12\n");
    for lemma in ["3 -1 0", "-1 3 0"] {
        let why = flaw(&eleven, &format!("{lemma}\n-3 0\n2 0\n7 0\n"));
        let refusal = format!("lemma 1 ({lemma}) does not follow");
        assert!(why.contains(&refusal), "{why}");
    }
    // Nothing needs "-3 9 10", until a lemma does.
    let why = flaw(TEN, "3 -1 0\n-9 0\n-10 0\n-3 0\n2 0\n7 0\n");
    assert!(why.contains("does not follow"), "{why}");
}

#[test]
fn clauses_are_there_again_before_their_deletion() {
    let deleted = "d -1 2 4 0\nd -1 2 -4 0\nd -3 9 10 0\n";
    let found = stats(TEN, &format!("3 -1 0\n{deleted}2 0\nd 3 -1 0\n7 0\n"));
    assert_eq!((found.needed, found.rat, found.deletions), (3, 1, 4));
    let why = flaw(TEN, &format!("{deleted}3 -1 0\n2 0\nd 3 -1 0\n7 0\n"));
    assert!(why.contains("lemma 1 (3 -1 0) does not follow"), "{why}");
}

#[test]
fn new_variables_may_be_defined() {
    // They stand for "1 implies 2", as "3 -1" and "-3 2" do elsewhere.
    for new in ["11", "2000000000"] {
        let found = stats(TEN, &format!("{new} -1 0\n-{new} 2 0\n2 0\n7 0\n"));
        assert_eq!((found.needed, found.rat), (4, 2), "{new}");
    }
}

#[test]
fn deleted_clauses_are_gone_but_units_stay() {
    assert!(flaw(SQUARE, "d 1 2 0\n1 0\n").contains("lemma 1 (1 0)"));
    assert!(flaw(SQUARE, "d 2 1 0\nd -1 2 0\n2 0\n").contains("lemma 1"));
    // A copy is left.
    let twice = "p cnf 2 5\n1 2 0\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
    assert_eq!(stats(twice, "d 1 2 0\n1 0\n").deletions, 1);
    // The unit clause and the clause that made 2 true are not deleted.
    let units = "p cnf 4 6\n1 0\n-1 2 0\n-2 3 4 0\n-2 3 -4 0\n-2 -3 4 0\n-2 -3 -4 0\n";
    let stats = stats(units, "d 1 0\nd -1 2 0\nd 3 -4 1 0\n3 0\n");
    assert_eq!((stats.deletions, stats.ignored), (0, 3));
}

#[test]
fn what_a_clause_made_true_is_known_exactly() {
    let square = "3 4 0\n-3 4 0\n3 -4 0\n-3 -4 0\n";
    // "1 2" is true by the unit clause, which alone must stay.
    let units = format!("p cnf 4 6\n1 0\n-2 0\n{square}");
    for (deleted, expected) in [("d 1 0\n", (0, 1)), ("d 1 2 0\n", (1, 0))] {
        let found = stats(&units, &format!("1 2 0\n{deleted}3 0\n"));
        assert_eq!((found.deletions, found.ignored), expected, "{deleted}");
    }
    // Both clauses were used to justify "1", but made nothing true for good.
    let used = format!("p cnf 4 6\n1 2 0\n1 -2 0\n{square}");
    let used = stats(&used, "1 0\nd 1 2 0\nd 1 -2 0\n3 0\n");
    assert_eq!((used.deletions, used.ignored), (2, 0));
}

#[test]
fn a_lemma_with_one_open_literal_makes_it_true() {
    let formula = "p cnf 5 7\n-2 0\n1 2 5 0\n1 2 -5 0\n\
                   -1 3 4 0\n-1 3 -4 0\n-1 -3 4 0\n-1 -3 -4 0\n";
    assert_eq!(stats(formula, "1 2 0\n3 0\n").lemmas, 2);
}

#[test]
fn new_variables_are_told_from_the_old_ones() {
    assert!(flaw(TEN, "2000000000 0\n-2000000001 0\n").contains("ends after 2"));
    let same = flaw(TEN, "2000000001 0\n-2000000001 0\n");
    assert!(
        same.contains("lemma 2 (-2000000001 0) does not follow"),
        "{same}"
    );
    assert!(flaw(TEN, "2000000001 0\n-3 0\n").contains("ends after 2"));
}

#[test]
fn eight_literals_of_a_lemma_are_shown() {
    let formula = "p cnf 9 1\n1 2 0\n";
    assert!(flaw(formula, "1 3 4 5 6 7 8 9 0\n0\n").contains("(0) does not"));
    let units = |last: i32| -> String { (1..=last).map(|n| format!("-{n} 0\n")).collect() };
    let eight = flaw(&format!("p cnf 10 8\n{}", units(8)), "1 2 3 4 5 6 7 8 0\n");
    assert!(eight.contains("(1 2 3 4 5 6 7 8 0)"), "{eight}");
    let nine = flaw(
        &format!("p cnf 10 9\n{}", units(9)),
        "1 2 3 4 5 6 7 8 9 0\n",
    );
    assert!(nine.contains("(1 2 3 4 5 6 7 8 … 0)"), "{nine}");
}

#[test]
fn many_deletions_are_followed() {
    let mut proof = String::new();
    for first in 3..60_000 {
        proof += &format!("-{first} 1 2 0\nd 2 -{first} 1 0\n");
    }
    proof += "1 0\n";
    let stats = stats(SQUARE, &proof);
    assert_eq!((stats.lemmas, stats.ignored), (59_998, 0));
}

#[test]
fn repeated_literals_and_tautologies_do_no_harm() {
    let taut = stats(SQUARE, "5 -5 0\nd 5 -5 0\n1 1 0\n");
    assert_eq!((taut.lemmas, taut.deletions, taut.ignored), (2, 0, 1));
    let formula = "p cnf 2 5\n1 1 2 0\n1 -1 0\n-1 2 0\n1 -2 0\n-1 -2 -2 0\n";
    assert_eq!(stats(formula, "1 0\n").lemmas, 1);
}

/// If each search for a literal to watch began at the front, this would take a minute.
#[test]
fn the_literals_of_a_long_clause_become_false_one_by_one() {
    const LONG: i32 = 60_000;
    let [cause, rest] = [LONG + 1, LONG + 2];
    let mut formula = Formula::default();
    formula.variables = rest;
    (1..=LONG).for_each(|each| formula.add([-cause, each]));
    formula.add((1..=LONG).map(|each| -each));
    formula.add([cause, rest]);
    formula.add([cause, -rest]);
    let proof = format!("-{cause} 0\n");
    let checked = checked_of(&formula, &proof);
    assert!(matches!(checked, CheckResult::Refuted(_)), "{checked:?}");
}

/// If each clause that makes a literal true moved the rest of the list of those that wait, this
/// would take half a minute.
#[test]
fn the_clauses_of_a_long_list_make_literals_true_one_by_one() {
    const LONG: i32 = 300_000;
    let first = |each| 4 + 3 * each;
    let mut formula = Formula::default();
    formula.variables = first(LONG);
    for each in (0..LONG).map(first) {
        formula.add([1, each]);
        formula.add([1, 2, each + 1, each + 2]);
    }
    formula.add((0..LONG).map(|each| -first(each)).chain([1]));
    formula.add([-1, 3]);
    formula.add([-1, -3]);
    let checked = checked_of(&formula, "1 0\n");
    assert!(matches!(checked, CheckResult::Refuted(_)), "{checked:?}");
}

proptest! {
    #[test]
    fn no_proof_refutes_a_formula_with_a_model(
        clauses in random_clauses(),
        steps in prop::collection::vec(
            (any::<bool>(), prop::collection::vec((1..=10i32, any::<bool>()), 0..4)),
            0..60,
        ),
    ) {
        let formula = formula_of(&clauses);
        // Lemmas that do not follow are left out, so that many get in.
        let mut proof = String::new();
        for (delete, clause) in steps {
            let literals = clause.iter().map(|(var, sign)| if *sign { *var } else { -var });
            let words: String = literals.map(|literal| format!("{literal} ")).collect();
            let step = format!("{}{words}0\n", if delete { "d " } else { "" });
            let longer = format!("{proof}{step}");
            match checked_of(&formula, &longer) {
                CheckResult::Flawed(why) if why.contains("does not follow") => {}
                CheckResult::Flawed(_) => proof = longer,
                CheckResult::Refuted(_) => {
                    prop_assert!(!has_model(&formula), "{}", longer);
                    break;
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn a_proof_that_does_not_fit_in_memory_is_neither_right_nor_wrong() {
    let mut formula = Formula::default();
    formula.variables = 2;
    formula.add([1, 2]);
    let proof = "1 2 0\n".repeat(10);
    let result = |most, proof: &str| {
        let steps = StepReader::new(proof.as_bytes(), ProofSystem::Drat).unwrap();
        check_at_most(most, &formula, steps, &|| false, None).unwrap()
    };
    let too_large = |most, proof| match result(most, proof) {
        CheckResult::TooLarge(why) => why,
        other => panic!("{other:?}"),
    };
    assert!(matches!(
        result([22, 10, 0], &proof),
        CheckResult::Flawed(_)
    ));
    assert!(too_large([21, 10, 0], &proof).contains("more than 21 literals"));
    assert!(too_large([22, 9, 0], &proof).contains("more than 9 steps"));
    let new = "7 0\n9 7 0\n";
    assert!(matches!(result([5, 2, 2], new), CheckResult::Flawed(_)));
    assert!(too_large([5, 2, 1], new).contains("more than 1 new variables"));
}
