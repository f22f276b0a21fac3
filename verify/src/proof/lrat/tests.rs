//! Proofs that must pass, and proofs that must not.

use super::{check, check_at_most};
use crate::proof::examples::{
    EIGHT, Ending, SQUARE, formula, formula_of, has_model, large_formula, random_clauses,
};
use crate::proof::steps::StepReader;
use crate::proof::{CheckResult, ProofSystem};
use proptest::prelude::*;
use std::cell::Cell;
use std::io::BufReader;

fn outcome(text: &str, proof: &[u8]) -> String {
    match check(&formula(text), proof, &|| false) {
        Ok(CheckResult::Refuted(stats)) => format!("{} lemmas, {} RAT", stats.lemmas, stats.rat),
        Ok(CheckResult::Flawed(why) | CheckResult::TooLarge(why)) => why,
        Ok(CheckResult::Stopped) => "stopped".into(),
        Err(error) => match error.line() {
            Some(line) => format!("{line}: {error}"),
            None => error.to_string(),
        },
    }
}

/// `SQUARE` is 1: 1 2, 2: -1 2, 3: 1 -2, 4: -1 -2.
#[track_caller]
fn says(proof: &str, expected: &str) {
    assert_eq!(outcome(SQUARE, proof.as_bytes()), expected);
}

#[test]
fn hints_lead_to_the_empty_clause() {
    says("5 1 0 1 3 0\n6 0 5 2 4 0\n", "2 lemmas, 0 RAT");
    says(
        "c x\n5 1 0 1 3 0\n5 d 1 3 0\n9 0 5 2 4 0\n10 7 0 0\n",
        "2 lemmas, 0 RAT",
    );
    // Nothing counts after the empty clause, but other checkers read it.
    says(
        "5 1 0 1 3 0\n6 0 5 2 4 0\nx",
        "3: found 'x', expected the number of a lemma, above 0",
    );
    // A deletion of what is not there does nothing.
    says(
        "4 d 9 0\n5 1 0 1 3 0\n5 d 3 3 0\n9 0 5 2 4 0\n",
        "2 lemmas, 0 RAT",
    );
    // What is deleted may be derived again.
    says(
        "5 1 0 1 3 0\n5 d 1 0\n6 1 2 0 5 0\n7 0 5 2 4 0",
        "3 lemmas, 0 RAT",
    );
    says("5 1 1 0 3 1 0\n6 0 5 4 2 0\n", "2 lemmas, 0 RAT");
    let binary = b"a\x0a\x02\x00\x02\x06\x00d\x02\x06\x00a\x0c\x00\x0a\x04\x08\x00";
    assert_eq!(outcome(SQUARE, binary), "2 lemmas, 0 RAT");
    let empty = "p cnf 1 2\n1 0\n0\n";
    assert_eq!(outcome(empty, b"3 0 2 0\n"), "1 lemmas, 0 RAT");
}

/// Clauses that are deleted need no hints in a RAT lemma.
#[test]
fn what_is_deleted_holds_no_literal() {
    let text = "p cnf 3 5\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n-3 1 0\n";
    let proof = b"5 d 5 0\n6 3 0 0\n7 1 0 1 3 0\n8 0 7 2 4 0\n";
    assert_eq!(outcome(text, proof), "3 lemmas, 0 RAT");
}

/// A number with more characters than any that fits is one word, and not two numbers.
#[test]
fn long_words_are_not_cut_into_numbers() {
    says(
        "5 000000000000000000012 0 1 3 0\n",
        "1: found '00000000000000000001…', expected a literal, or 0 for the end of the clause",
    );
}

#[test]
fn hints_must_be_there_and_be_unit() {
    says(
        "5 1 0 1 3 0\n",
        "the proof ends after 1 lemma without the empty clause",
    );
    says("", "the proof ends after 0 lemmas without the empty clause");
    let unit = "expected a clause with one literal left, or none";
    says(
        "5 1 2 0 2 0\n",
        &format!("1: found hint 2, whose last literal is true already, {unit}"),
    );
    says(
        "5 1 0 2 3 0\n",
        &format!("1: found hint 2 with 2 literals left, {unit}"),
    );
    says(
        "5 0 1 3 0\n",
        &format!("1: found hint 1 with 2 literals left, {unit}"),
    );
    // The right hints in the wrong order.
    says(
        "5 1 0 1 3 0\n6 0 2 5 4 0\n",
        &format!("2: found hint 2 with 2 literals left, {unit}"),
    );
    let there = "expected the number of a clause that is there";
    says("5 1 0 1 7 0\n", &format!("1: found hint 7, {there}"));
    says("5 1 0 1 5 0\n", &format!("1: found hint 5, {there}"));
    says(
        "c\n4 d 3 0\n5 1 0 1 3 0\n",
        &format!("3: found hint 3, {there}"),
    );
}

#[test]
fn hints_must_end_with_a_contradiction() {
    let nothing = "expected no more of them";
    says(
        "5 1 0 1 3 2 0\n",
        &format!("1: found hint 2 after a contradiction, {nothing}"),
    );
    says(
        "5 1 0 1 3 -2 0\n",
        &format!("1: found hint -2 after a contradiction, {nothing}"),
    );
    let end = "expected hints that end with a clause without a literal left";
    says(
        "5 1 0 1 3 0\n6 0 5 2 0\n",
        &format!("2: found 2 hints without a contradiction, {end}"),
    );
    says(
        "5 0 0\n",
        &format!("1: found 0 hints without a contradiction, {end}"),
    );
    says(
        "5 1 0 1 0\n",
        "1: found no contradiction, and 0 of 2 clauses with the negation of the first literal, \
         expected a contradiction, or hints for all of them",
    );
}

#[test]
fn lemmas_must_have_larger_numbers() {
    let larger = "expected a larger one";
    says(
        "5 1 0 1 3 0\n5 0 5 2 4 0\n",
        &format!("2: found the number 5 for a lemma after clause 5, {larger}"),
    );
    says(
        "4 1 0 1 3 0\n",
        &format!("1: found the number 4 for a lemma after clause 4, {larger}"),
    );
}

#[test]
fn each_clause_with_the_negated_pivot_needs_hints() {
    // "1" must be in no clause: 3 -1 is RAT on 3, which occurs nowhere negated.
    let free = "p cnf 3 5\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n3 1 0\n";
    assert_eq!(
        outcome(free, b"6 3 -1 0 0\n7 1 0 1 3 0\n8 0 7 2 4 0\n"),
        "3 lemmas, 0 RAT"
    );
    // "-3 1" resolves with "3 1", which leaves "1".
    let all = "expected a contradiction, or hints for all of them";
    let missing = outcome(free, b"6 -3 1 0 0\n");
    let found = "1: found no contradiction, and 0 of 1 clauses with the negation of the first \
                 literal, ";
    assert_eq!(missing, format!("{found}{all}"));
    let open = outcome(free, b"6 -3 -2 0 -5 0\n");
    assert!(
        open.starts_with("1: found hint -5 without a contradiction, "),
        "{open}"
    );
    let rat = outcome(free, b"6 -3 -2 0 -5 3 0\n");
    assert_eq!(rat, "the proof ends after 1 lemma without the empty clause");
    let wrong = outcome(free, b"6 -3 -2 0 -5 1 0\n");
    assert!(
        wrong.starts_with("1: found hint 1, whose last literal"),
        "{wrong}"
    );
}

/// `EIGHT` is 1: 1 2 -3, 2: -1 -2 3, 3: 2 3 -4, 4: -2 -3 4, 5: -1 -3 -4, 6: 1 3 4,
/// 7: -1 2 4, 8: 1 -2 -4. "-1" follows only as RAT, with 1, 6 and 8.
const RAT: &str = "9 -1 0 -1 7 5 -6 2 7 -8 2 5 0";

#[test]
fn a_rat_lemma_needs_each_of_its_hints() {
    let text = format!("{RAT}\n10 2 0 9 1 6 3 0\n11 0 9 10 8 6 4 0\n");
    assert_eq!(outcome(EIGHT, text.as_bytes()), "3 lemmas, 1 RAT");
    let forged = |from: &str, to: &str, says: &str| {
        let said = outcome(EIGHT, text.replacen(from, to, 1).as_bytes());
        assert!(said.contains(says), "'{from}' '{to}': {said}");
    };
    for group in ["-1 7 5 ", "-6 2 7 ", "-8 2 5 "] {
        forged(group, "", "and 2 of 3 clauses with the negation");
        let (candidate, _) = group.split_once(' ').unwrap();
        let alone = format!("{candidate} ");
        let open = format!("hint {candidate} without a contradiction");
        forged(group, &alone, &open);
    }
    forged(
        "-1 7 5 -6 2 7 ",
        "-6 2 7 -1 7 5 ",
        "hint -1 after 6, expected",
    );
    forged("-1 7 5 ", "-1 7 5 -1 7 5 ", "hint -1 after 1, expected");
    forged("-1 7 5 ", "-1 7 5 -2 ", "hint -2 after 1, expected");
    forged("-6 2 7 ", "-6 1 7 ", "hint 1 with 3 literals left");
    forged("-8 2 5 ", "-8 2 5 7 ", "hint 7 after a contradiction");
    forged("9 -1 0", "8 d 6 0\n9 -1 0", "hint -6, expected");
    forged("9 -1 0 -1", "9 2 0 -1", "hint -1 after 0, expected");
}

#[test]
fn errors_have_a_place() {
    says(
        "5 1 0 1 x 0\n",
        "1: found 'x', expected the number of a clause, or 0 for the end",
    );
    says(
        "5 1 0\n\n1 3",
        "3: found the end inside a clause, expected the number of a clause, or 0 for the end",
    );
    says(
        "5 1",
        "1: found the end inside a clause, expected a literal, or 0 for the end of the clause",
    );
    says(
        "0 1 0 0",
        "1: found '0', expected the number of a lemma, above 0",
    );
    says("x", "1: found 'x', expected the number of a lemma, above 0");
    says(
        "5 d -1 0",
        "1: found '-1', expected the number of a clause, or 0 for the end",
    );
    let bytes = |proof: &[u8]| outcome(SQUARE, proof);
    assert!(bytes(b"a\x0a\x02\x00\x04\x06\x00").contains("in the step before byte 8, expected"));
    assert!(bytes(b"a\x0a\x02\x00\x04").contains("after byte 5"));
    assert!(bytes(b"d\x03\x00").contains("found the number -1 before byte 2"));
    assert!(bytes(b"d\x02\x00b").contains("found 0x62 as byte 4"));
    assert!(bytes(b"a\x00").contains("found '0', expected the number of a lemma"));
}

#[test]
fn a_proof_that_does_not_fit_in_memory_is_neither_right_nor_wrong() {
    let formula = formula(SQUARE);
    let result = |most, proof: &str| {
        let steps = StepReader::new(proof.as_bytes(), ProofSystem::Lrat).unwrap();
        check_at_most(most, &formula, steps, &|| false).unwrap()
    };
    let too_large = |most, proof| match result(most, proof) {
        CheckResult::TooLarge(why) => why,
        other => panic!("{other:?}"),
    };
    let proof = "5 1 0 1 3 0\n5 d 1 3 0\n6 7 -7 0 0\n7 0 5 2 4 0\n";
    assert!(matches!(result([5, 9, 1], proof), CheckResult::Refuted(_)));
    let words = "the proof has more than 4 clauses, the most that are kept in memory";
    assert_eq!(too_large([4, 9, 1], proof), words);
    assert!(too_large([5, 8, 1], proof).contains("more than 8 literals"));
    assert!(too_large([5, 9, 0], proof).contains("more than 0 new variables"));
}

#[test]
fn a_check_can_be_stopped_while_the_formula_is_loaded() {
    let asked = Cell::new(0);
    let stop = || asked.replace(asked.get() + 1) > 0;
    let checked = check(&large_formula(), &b""[..], &stop).unwrap();
    assert_eq!(checked, CheckResult::Stopped);
}

#[test]
fn a_check_can_be_stopped() {
    let checked = check(&formula(SQUARE), b"5 1 0 1 3 0\n".as_slice(), &|| true).unwrap();
    assert_eq!(checked, CheckResult::Stopped);
}

proptest! {
    #[test]
    fn no_proof_refutes_a_formula_with_a_model(
        mut clauses in random_clauses(),
        model in any::<u16>(),
        lemmas in prop::collection::vec(
            (
                prop::collection::vec((1..=10i32, any::<bool>()), 0..3),
                prop::collection::vec(-70..70i64, 0..5),
            ),
            0..60,
        ),
    ) {
        let holds = |literal: &i32| (model >> literal.abs() & 1 == 1) == (*literal > 0);
        for clause in &mut clauses {
            if !clause.iter().any(holds) {
                clause[0] = -clause[0];
            }
        }
        let formula = formula_of(&clauses);
        prop_assert!(has_model(&formula));
        let mut proof = String::new();
        let mut number = formula.len();
        for (clause, hints) in lemmas {
            number += 1;
            let literals = clause.iter().map(|(var, sign)| if *sign { *var } else { -var });
            let words: String = literals.map(|literal| format!("{literal} ")).collect();
            let hints = hints.iter().filter(|hint| **hint != 0);
            let hints: String = hints.map(|hint| format!("{hint} ")).collect();
            let longer = format!("{proof}{number} {words}0 {hints}0\n");
            match check(&formula, longer.as_bytes(), &|| false) {
                Ok(CheckResult::Flawed(_)) => proof = longer,
                Err(_) => {}
                other => panic!("{other:?} {longer}"),
            }
        }
    }
}

/// One lemma may have many candidates.
#[test]
fn a_check_can_be_stopped_within_a_lemma() {
    const CANDIDATES: usize = 2500;
    let long: String = (3..500).map(|variable| format!(" {variable}")).collect();
    let clauses = format!("-1 2{long} 0\n").repeat(CANDIDATES);
    let formula = formula(&format!("p cnf 500 {CANDIDATES}\n{clauses}"));
    let hints: String = (1..=CANDIDATES)
        .map(|number| format!(" -{number}"))
        .collect();
    let first = CANDIDATES + 1;
    let proof = format!("{first} 500 -500 0 0\n{} 1 -2 0{hints} 0", first + 1);
    let stopped = Cell::new(false);
    let proof = BufReader::new(Ending(proof.as_bytes(), &stopped));
    let checked = check(&formula, proof, &|| stopped.get()).unwrap();
    assert_eq!(checked, CheckResult::Stopped);
}
