//! `--check` on variants: the native search checks SAT, and SAT checks the native search.

use super::VariantAnswer;
use crate::backend::cross_check::{Agreement, Claim, Extent, cross_check};
use crate::backend::{Approach, Backend, Optimum, VariantNative, VariantSat};
use crate::cli::args::{EngineArgs, InputArgs};
use crate::cli::pipeline::check::{CheckOutcome, MaximumToCheck, PuzzleTexts, allowed};
use crate::cli::pipeline::engines;
use crate::cli::pipeline::provenance::Provenance;
use crate::cli::pipeline::session;
use crate::grid::Cell;
use crate::limits::Limits;
use crate::objective::CellWeights;
use crate::rules::{Constraint, Kernel, Mask, Origin, VariantPuzzle};
use crate::sat::Engine;
use crate::search::variant::TrueCandidates;
use anyhow::Result;
use std::fmt::Display;
use std::time::Duration;

/// The puzzle, restricted to solutions with a candidate that was not found to occur; `None` if all
/// were.
fn others(puzzle: &VariantPuzzle, found: &TrueCandidates) -> Option<VariantPuzzle> {
    let others = puzzle.board().cells().map(|cell| {
        let others = puzzle.candidates()[cell.index()] & !found.possible(cell);
        (cell, others)
    });
    let others: Vec<(Cell, Mask)> = others.filter(|(_, mask)| *mask != 0).collect();
    if others.is_empty() {
        return None;
    }
    let mut puzzle = puzzle.clone();
    let constraint = Constraint {
        label: "another candidate".to_owned(),
        origin: Origin::Rule("some".to_owned()),
        kernels: vec![Kernel::Clause(others)],
    };
    puzzle.add(constraint).ok().map(|()| puzzle)
}

/// The engines that answer a puzzle once more.
pub struct VariantSecond {
    native: VariantNative,
    sat: VariantSat,
    timeout: Option<Duration>,
    limits: Limits,
    /// For the command that replays a difference.
    rules: Vec<String>,
}

impl VariantSecond {
    /// SAT with this encoding, and the native search; no puzzle may take longer than the
    /// time limit, its first answer included.
    ///
    /// # Errors
    /// An encoding that does not exist.
    pub fn new(
        encoding: &str,
        timeout: Option<Duration>,
        rules: &[String],
    ) -> Result<VariantSecond> {
        let encoding = engines::encoding(encoding)?;
        Ok(VariantSecond {
            native: VariantNative::default(),
            sat: VariantSat::new(&encoding, &Engine::varisat()),
            timeout,
            limits: session::interrupts(),
            rules: rules.to_vec(),
        })
    }

    /// [`VariantSecond::new`] for verbs with all options of engines.
    ///
    /// # Errors
    /// An encoding that does not exist.
    pub fn of(engine: &EngineArgs, input: &InputArgs) -> Result<VariantSecond> {
        VariantSecond::new(&engine.encoding, engine.time.timeout, &input.read.rules)
    }

    /// The same engines within the limits of a whole run.
    #[must_use]
    pub fn within(self, limits: Limits) -> VariantSecond {
        VariantSecond { limits, ..self }
    }

    /// Has the engine that works in another way look at an answer. It is given a time and the
    /// limits of the run. `texts` and `shown` say how messages show the puzzle and answers.
    pub fn cross_check<'t, A, F: Display>(
        &mut self,
        first: &Provenance,
        answer: &A,
        texts: impl FnOnce(&[String]) -> PuzzleTexts<'t>,
        shown: impl Fn(&PuzzleTexts<'t>, &A) -> String,
        check: impl FnOnce(&mut dyn Backend<VariantPuzzle>, Duration, &Limits) -> Agreement<A, F>,
    ) -> CheckOutcome {
        let time = allowed(first.took, self.timeout);
        let limits = self.limits.clone();
        let (second, rules) = self.other(first.approach);
        let by = second.name().to_owned();
        let agreement = check(second, time, &limits);
        CheckOutcome::of(
            agreement,
            by,
            time,
            (&*first.engine, answer),
            || texts(rules),
            shown,
        )
    }

    /// Checks how many solutions a puzzle has.
    pub fn check_puzzle<'t>(
        &mut self,
        first: &Provenance,
        puzzle: &VariantPuzzle,
        claim: &Claim,
        texts: impl FnOnce(&[String]) -> PuzzleTexts<'t>,
    ) -> CheckOutcome {
        let check = |second: &mut dyn Backend<VariantPuzzle>, time, limits: &Limits| {
            cross_check(second, puzzle, claim, time, limits)
        };
        self.cross_check(first, claim, texts, PuzzleTexts::claim, check)
    }

    /// Checks how many solutions there are; `None` if a limit came before the puzzle was known.
    pub fn check<T>(&mut self, answer: &VariantAnswer<T>, claim: &Claim) -> Option<CheckOutcome> {
        let puzzle = answer.instance.puzzle.whole().ok()?;
        let texts = |rules: &[String]| answer.instance.texts(rules);
        Some(self.check_puzzle(&answer.by, puzzle, claim, texts))
    }

    /// Checks that no other candidates occur in solutions; `None` if a limit came first, or if all
    /// candidates do.
    pub fn check_candidates<T>(
        &mut self,
        answer: &VariantAnswer<T>,
        found: &TrueCandidates,
    ) -> Option<CheckOutcome> {
        let puzzle = answer.instance.puzzle.whole().ok()?;
        let others = others(puzzle, found).filter(|_| found.stopped.is_none())?;
        let claim = Claim {
            found: 0,
            extent: Extent::All,
            solutions: Vec::new(),
        };
        let texts = |rules: &[String]| answer.instance.texts(rules);
        let shown = |texts: &PuzzleTexts<'_>, claim: &Claim| match claim.found {
            0 => "no solution with another candidate".to_owned(),
            _ => texts.claim(claim),
        };
        let check = |second: &mut dyn Backend<VariantPuzzle>, time, limits: &Limits| {
            cross_check(second, &others, &claim, time, limits)
        };
        Some(self.cross_check(&answer.by, &claim, texts, shown, check))
    }

    /// Checks a maximum; `None` if there is none.
    pub fn check_maximum<T>(
        &mut self,
        answer: &VariantAnswer<T>,
        weights: &CellWeights,
        optimum: &Optimum,
        shown: impl Fn(&Optimum) -> String,
    ) -> Option<CheckOutcome> {
        let maximum = MaximumToCheck {
            puzzle: answer.instance.puzzle.whole().ok()?,
            objective: weights,
            optimum,
            by: &answer.by,
        };
        let timeout = self.timeout;
        let (second, rules) = self.other(answer.by.approach);
        maximum.check(second, timeout, || answer.instance.texts(rules), shown)
    }

    /// The engine that works in another way, and the rules for a replay.
    fn other(&mut self, approach: Approach) -> (&mut dyn Backend<VariantPuzzle>, &[String]) {
        let second: &mut dyn Backend<VariantPuzzle> = match approach {
            Approach::Search => &mut self.sat,
            Approach::Clauses | Approach::Presolve => &mut self.native,
        };
        (second, &self.rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend;
    use crate::grid::Geometry;
    use crate::outcome::Verdict;
    use crate::rules::Board;
    use crate::search::variant::true_candidates;

    /// A 4×4 board on which these cells, by their names, hold these digits, from 0.
    fn puzzle(givens: &[(&str, usize)]) -> VariantPuzzle {
        let board = Board::classic(Geometry::new(2, 2).unwrap()).unwrap();
        let mut puzzle = VariantPuzzle::new(board);
        for &(name, digit) in givens {
            let cell = puzzle.board().cell_named(name).unwrap();
            puzzle.set_candidates(cell, 1 << digit);
        }
        puzzle
    }

    fn candidates(puzzle: &VariantPuzzle) -> TrueCandidates {
        true_candidates(puzzle, 1, None, &Limits::unlimited())
    }

    #[test]
    fn a_candidate_that_was_left_out_is_found() {
        let [one, two] = [&[("r1c1", 0)][..], &[("r1c1", 0), ("r4c4", 1)]].map(puzzle);
        assert!(others(&puzzle(&[]), &candidates(&puzzle(&[]))).is_none());
        let none = others(&one, &candidates(&one)).unwrap();
        let found = others(&one, &candidates(&two)).unwrap();
        let encoding = engines::encoding(crate::encoding::DEFAULT).unwrap();
        let second = &mut VariantSat::new(&encoding, &Engine::varisat());
        let limits = Limits::unlimited();
        let first = backend::first(second, &none, &limits).unwrap();
        assert_eq!(first, Verdict::Unsatisfiable);
        match backend::first(second, &found, &limits).unwrap() {
            Verdict::Solved(solution) => assert!(two.check(&solution).is_err()),
            other => panic!("{other:?}"),
        }
    }
}
