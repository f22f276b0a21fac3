//! What hints show, and what they do not.

use super::super::Hint::{self, Candidate, Clause, Unit};
use super::super::database::Id;
use super::super::follower::{Follower, Ground, settled};
use super::super::propagation::Propagation;
use crate::proof::examples::formula_of;
use crate::proof::pace::Pace;
use crate::proof::variables::{Code, VariableMap};

/// Clauses of which the last two settle 4 and 5.
const CLAUSES: [&[i32]; 6] = [&[-1, 2, 3], &[2, -3], &[3, 1], &[6, 7], &[4], &[-4, 5]];

struct Example {
    known: Propagation,
    variables: VariableMap,
    is_needed: Vec<bool>,
}

impl Example {
    fn new() -> Example {
        let formula = formula_of(&CLAUSES.map(<[i32]>::to_vec));
        let mut example = Example {
            known: Propagation::default(),
            variables: VariableMap::new(&formula),
            is_needed: vec![true; 8],
        };
        example.known.grow(8);
        for clause in CLAUSES {
            let mut codes = example.codes(clause);
            let (id, _) = example.known.insert(&mut codes);
            example.known.put_into_core(id);
            assert_eq!(example.known.propagate(), None);
        }
        example
    }

    fn codes(&mut self, clause: &[i32]) -> Vec<Code> {
        let mut codes = Vec::new();
        self.variables.codes(clause, &mut codes);
        codes
    }

    fn shows(&mut self, clause: &[i32], hints: &[Hint]) -> bool {
        let codes = self.codes(clause);
        let (known, is_needed) = (&self.known, &self.is_needed[..]);
        let (ground, variables) = (Ground { known, is_needed }, &mut self.variables);
        let pace = &mut Pace::new(&|| false);
        let shown = Follower::new(8).shows(ground, variables, &codes, hints, pace);
        shown.is_ok_and(|shown| shown)
    }

    /// The lemma's first literal is its pivot.
    fn shows_resolvents(&mut self, lemma: &[i32], core: &[Id], hints: &[Hint]) -> bool {
        let codes = self.codes(lemma);
        let (known, is_needed) = (&self.known, &self.is_needed[..]);
        let (ground, variables) = (Ground { known, is_needed }, &mut self.variables);
        let lemma = (&codes[..], codes[0]);
        let pace = &mut Pace::new(&|| false);
        let shown = Follower::new(8).shows_resolvents(ground, variables, core, lemma, hints, pace);
        shown.is_ok_and(|shown| shown)
    }
}

#[test]
fn hints_that_end_with_a_clause_without_a_literal_show_a_lemma() {
    let mut example = Example::new();
    for (clause, hints) in [
        (&[3, 1][..], &[Clause(2)][..]),
        (&[2], &[Clause(1), Clause(2), Clause(0)]),
        (&[4], &[Unit(4)]),
        (&[5, -5], &[]),
    ] {
        assert!(example.shows(clause, hints), "{clause:?}");
    }
    for (clause, hints) in [
        // Satisfied.
        (&[2, 3][..], &[Clause(1)][..]),
        // Two literals are left.
        (&[1], &[Clause(0)]),
        (&[8], &[Clause(3)]),
        // Nothing is settled about 1.
        (&[1], &[Unit(1)]),
        // Settled, but no contradiction.
        (&[8], &[Unit(4), Unit(5)]),
        // A candidate belongs to RAT.
        (&[3, 1], &[Candidate(2)]),
    ] {
        assert!(!example.shows(clause, hints), "{clause:?} {hints:?}");
    }
    example.known.database.delete(2);
    assert!(!example.shows(&[3, 1], &[Clause(2)]));
}

/// Nothing else is checked later.
#[test]
fn what_is_not_in_the_core_and_what_is_not_needed_show_nothing() {
    let mut example = Example::new();
    let mut codes = example.codes(&[3, 1]);
    let (outside, _) = example.known.insert(&mut codes);
    assert!(example.shows(&[3, 1], &[Clause(2)]));
    assert!(!example.shows(&[3, 1], &[Clause(outside)]));
    example.is_needed.fill(false);
    assert!(!example.shows(&[4], &[Unit(4)]));
}

#[test]
fn each_clause_with_the_negated_pivot_is_a_candidate() {
    let mut example = Example::new();
    let all = [0, 1, 2, 3];
    assert!(example.shows_resolvents(&[1], &all, &[Candidate(0), Clause(2)]));
    // No clause has it.
    assert!(example.shows_resolvents(&[-6, 1], &[0, 1, 2], &[]));
    // The resolvent is always true.
    assert!(example.shows_resolvents(&[1, -2], &all, &[Candidate(0)]));
    for hints in [
        &[][..],
        &[Candidate(0)],
        // 3 is assumed to be false, and so is not what makes 2 true.
        &[Candidate(0), Clause(1)],
        &[Candidate(1), Clause(2)],
        &[Clause(2)],
        &[Candidate(0), Clause(2), Candidate(0), Clause(2)],
    ] {
        assert!(!example.shows_resolvents(&[1], &all, hints), "{hints:?}");
    }
    // A pivot that is settled.
    assert!(!example.shows_resolvents(&[-4], &[0, 1], &[]));
    // In the order of the core.
    let both = [Candidate(2), Clause(1), Candidate(0), Clause(1)];
    for (core, shown) in [([2, 0], true), ([0, 2], false)] {
        assert_eq!(example.shows_resolvents(&[-3, 2], &core, &both), shown);
    }
    assert!(!example.shows_resolvents(&[-3, 2], &[2, 0], &both[..2]));
}

#[test]
fn what_settles_a_literal_is_a_clause_with_no_other_literal_left() {
    let mut example = Example::new();
    let codes = example.codes(&[4, 5, -4]);
    let known = &mut example.known;
    assert!(settled(known, codes[0], 4));
    assert!(settled(known, codes[1], 5));
    assert!(!settled(known, codes[1], 4));
    assert!(!settled(known, codes[0], 5));
    assert!(!settled(known, codes[2], 5));
    known.database.delete(4);
    assert!(!settled(known, codes[0], 4));
}
