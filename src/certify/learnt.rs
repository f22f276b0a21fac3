//! Refutations by native clause learning: on large grids it takes a fraction of the
//! conflicts that a SAT solver needs, and each clause that it learns follows from the
//! formula of a certificate by unit propagation.

use super::lrat::push_number;
use super::solver::{ProofLimits, SolverAnswer};
use crate::cnf::Lit;
use crate::encoding::VarMap;
use crate::grid::{Candidates, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::search::cdcl::{self, LemmaStep, Lemmas};
use crate::search::{Native, SEED, settle};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Called with each solution.
type Visitor<'v> = dyn FnMut(&Solution) -> ControlFlow<()> + 'v;

/// Refutes that a puzzle has another solution than these; the proof in binary DRAT, about
/// the formula with this map.
pub fn another_solution(
    puzzle: &Puzzle,
    solutions: &[Solution],
    map: &VarMap,
    limits: ProofLimits<'_>,
) -> (SolverAnswer, Vec<u8>) {
    refuted(solutions, map, limits, |within, visitor, lemmas| {
        Native::default().refute(puzzle, SEED, within, visitor, lemmas)
    })
}

/// Refutes that there is a solution of these candidates; the proof in binary DRAT, about
/// the formula of the rules with this map, and a clause for each missing candidate.
pub fn some_solution(
    left: &Candidates,
    map: &VarMap,
    limits: ProofLimits<'_>,
) -> (SolverAnswer, Vec<u8>) {
    refuted(&[], map, limits, |within, visitor, lemmas| {
        match settle(left.clone()) {
            Some(left) => cdcl::refute(&left, SEED, within, visitor, lemmas),
            None => {
                lemmas(LemmaStep::Learn, &[]);
                End::Exhausted
            }
        }
    })
}

/// What a search shows, if it finds no other solutions than these.
fn refuted(
    solutions: &[Solution],
    map: &VarMap,
    limits: ProofLimits<'_>,
    search: impl FnOnce(&Limits, &mut Visitor<'_>, &mut Lemmas<'_>) -> End,
) -> (SolverAnswer, Vec<u8>) {
    let mut proof = Vec::new();
    let is_full = Arc::new(AtomicBool::new(false));
    let most = usize::try_from(limits.most).unwrap_or(usize::MAX);
    let within = limits.limits.clone().stopped_by(is_full.clone());
    let mut is_false = false;
    let end = search(
        &within,
        &mut |solution| {
            is_false = !solutions.contains(solution);
            match is_false {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        },
        &mut |step, clause| {
            let literals = clause.iter().filter_map(|&(candidate, holds)| {
                let literal = map.term(candidate.cell, candidate.digit).literal()?;
                Some(if holds { literal } else { !literal })
            });
            write(&mut proof, step, literals);
            is_full.fetch_or(proof.len() > most, Ordering::Relaxed);
        },
    );
    let answer = match end {
        _ if is_false => SolverAnswer::Satisfiable,
        _ if proof.len() > most => SolverAnswer::Unknown(Reason::ProofSize(limits.most)),
        End::Exhausted => SolverAnswer::Unsatisfiable,
        End::Stopped(reason) => SolverAnswer::Unknown(reason),
        End::Enough => SolverAnswer::Unknown(limits.limits.reason()),
    };
    (answer, proof)
}

/// Writes a step as binary DRAT: `a` or `d`, the literals and 0.
fn write(proof: &mut Vec<u8>, step: LemmaStep, literals: impl Iterator<Item = Lit>) {
    proof.push(match step {
        LemmaStep::Learn => b'a',
        LemmaStep::Forget => b'd',
    });
    for literal in literals {
        push_number(proof, literal.dimacs().into());
    }
    proof.push(0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certify::formula;
    use crate::cnf::verified::for_verifier;
    use crate::limits::Limits;
    use satoku_verify::proof::{CheckResult, ProofSystem, check};
    use std::ops::ControlFlow::Continue;

    const HARD: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    fn puzzle(shape: &str, line: &str) -> Puzzle {
        let mut puzzle = Puzzle::empty(shape.parse().unwrap());
        for (cell, character) in puzzle.geometry().cells().zip(line.chars()) {
            let digit = character.to_digit(16).map(|digit| digit as u16);
            puzzle.set(cell, digit.and_then(crate::grid::Digit::new));
        }
        puzzle
    }

    fn solutions(puzzle: &Puzzle) -> Vec<Solution> {
        let mut all = Vec::new();
        Native::default().enumerate(puzzle, &Limits::unlimited(), &mut |solution| {
            all.push(solution.clone());
            Continue(())
        });
        all
    }

    fn refute(puzzle: &Puzzle, known: &[Solution], most: u64) -> (SolverAnswer, Vec<u8>) {
        let (map, limits) = (VarMap::full(puzzle.geometry()), &Limits::unlimited());
        another_solution(puzzle, known, &map, ProofLimits { limits, most })
    }

    fn is_refuted(puzzle: &Puzzle, known: &[Solution], proof: &[u8]) -> bool {
        let formula = for_verifier(&formula::another_solution(puzzle, known).unwrap());
        let checked = check(ProofSystem::Drat, &formula, proof, &|| false);
        matches!(checked, Ok(CheckResult::Refuted(_)))
    }

    #[test]
    fn the_verifier_accepts_what_is_learnt() {
        for (shape, line) in [
            ("2x2", "1"),
            ("3x3", HARD),
            // No solution: by unit propagation, by search.
            ("2x2", "11"),
            ("3x3", &HARD.replacen(".8", "28", 1)),
        ] {
            let puzzle = puzzle(shape, line);
            let all = solutions(&puzzle);
            let (answer, proof) = refute(&puzzle, &all, u64::MAX);
            assert_eq!(answer, SolverAnswer::Unsatisfiable, "{line}");
            assert!(is_refuted(&puzzle, &all, &proof), "{line}");
            if let Some((_, others)) = all.split_first() {
                let (answer, proof) = refute(&puzzle, others, u64::MAX);
                assert_eq!(answer, SolverAnswer::Satisfiable, "{line}");
                assert!(!is_refuted(&puzzle, others, &proof), "{line}");
            }
        }
    }

    #[test]
    fn no_part_of_a_proof_can_be_left_out() {
        let puzzle = puzzle("3x3", HARD);
        let all = solutions(&puzzle);
        let (_, proof) = refute(&puzzle, &all, u64::MAX);
        assert!(!is_refuted(&puzzle, &all, b"a\0"));
        assert!(!is_refuted(&puzzle, &all, &proof[proof.len() / 2..]));
        let (answer, _) = refute(&puzzle, &all, 100);
        assert_eq!(answer, SolverAnswer::Unknown(Reason::ProofSize(100)));
    }
}
