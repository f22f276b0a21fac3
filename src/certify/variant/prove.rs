//! What is true of a variant puzzle, and its certificate without the proof.

use super::formula;
use super::{MAX_CANDIDATES, MAX_PUZZLE, NotWritten, TooLarge, file};
use crate::backend::models::{best_solution, each_solution, engine_fault};
use crate::certify::files::{Draft, Stated};
use crate::certify::request::{Assertion, CertifyError, CertifyRequest, NotProven, unknown};
use crate::certify::{Certifiable, Conclusion, ProofFormat};
use crate::cnf::{Formula, Limited, Lit, Var};
use crate::encoding::NotAGrid;
use crate::encoding::kernels::VariantMap;
use crate::grid::{Candidate, Solution};
use crate::limits::Limits;
use crate::objective::{CellWeights, Progress};
use crate::outcome::{End, Optimum, Reason};
use crate::rules::VariantPuzzle;
use crate::sat::enumerate::Blocking;
use crate::sat::optimise::Strategy;
use crate::sat::{LimitChecks, Varisat};
use satoku_verify::file as names;
use std::ops::ControlFlow;

impl From<TooLarge> for CertifyError {
    fn from(why: TooLarge) -> CertifyError {
        CertifyError::TooLarge(why.to_string())
    }
}

impl Certifiable for VariantPuzzle {
    fn admit(&self, request: &CertifyRequest<'_, VariantPuzzle>) -> Result<(), CertifyError> {
        match (request.proof.format, request.assertion) {
            (ProofFormat::Prices, _) | (_, Assertion::AtMost { .. }) => Err(CertifyError::NoPrices),
            _ => Ok(text(self).map(drop)?),
        }
    }

    fn find_solutions(
        &self,
        most: u64,
        limits: &Limits,
    ) -> Result<(Vec<Solution>, End), CertifyError> {
        let map = VariantMap::full(self.board());
        let read = |value: &dyn Fn(Var) -> bool| map.decode(value).map_err(fault);
        let mut found = Vec::new();
        let (mut solver, blocking) = match solver(self, limits)? {
            Ok(solver) => (solver, Blocking::Permanent),
            Err(reason) => return Ok((found, End::Stopped(reason))),
        };
        let end = each_solution(&mut solver, &[], blocking, limits, read, |solution| {
            let clause = formula::blocking(self, &solution);
            found.push(solution);
            match (found.len() as u64) < most {
                true => ControlFlow::Continue(clause),
                false => ControlFlow::Break(()),
            }
        });
        for solution in &found {
            check(self, solution)?;
        }
        Ok((found, end))
    }

    fn find_best(&self, maximised: &CellWeights, limits: &Limits) -> Result<Optimum, CertifyError> {
        let losses = match formula::losses(self, maximised, limits) {
            Ok(losses) => losses,
            Err(reason) => return Ok(Optimum::Unknown(reason)),
        };
        let map = VariantMap::full(self.board());
        let scored = |solution| (maximised.score(self.board(), &solution), solution);
        let read = |value: &dyn Fn(Var) -> bool| map.decode(value).map(scored).map_err(fault);
        let (mut solver, silent) = match solver(self, limits)? {
            Ok(solver) => (solver, Progress::SILENT),
            Err(reason) => return Ok(Optimum::Unknown(reason)),
        };
        let strategy = Strategy::Linear;
        let best = best_solution(&mut solver, &losses, strategy, None, limits, read, silent);
        if let Some((solution, _)) = best.best() {
            check(self, solution)?;
        }
        Ok(best)
    }

    fn draft(
        &self,
        conclusion: &Conclusion<CellWeights>,
        _bound: Option<i64>,
    ) -> Result<Draft, NotProven> {
        match conclusion {
            Conclusion::AtMost { .. } => Err(CertifyError::NoPrices.into()),
            _ => Ok(draft(text(self)?, self, conclusion)),
        }
    }

    fn negation(
        &self,
        conclusion: &Conclusion<CellWeights>,
        limits: &Limits,
    ) -> Result<Formula, NotProven> {
        let mut formula = unless_stopped(formula::rules(self, limits))?.or_else(unknown)?;
        match conclusion {
            Conclusion::All(solutions) => formula::exclude(self, solutions, &mut formula),
            Conclusion::Best {
                solution,
                objective,
            } => {
                let weights = objective.to_maximise();
                let score = weights.score(self.board(), solution);
                formula::losses(self, weights, limits)
                    .and_then(|losses| losses.require_above(score, &mut formula))
                    .or_else(unknown)?;
            }
            Conclusion::AtMost { .. } => return Err(CertifyError::NoPrices.into()),
        }
        Ok(formula)
    }

    fn literal(&self, Candidate { cell, digit }: Candidate) -> Option<Lit> {
        Some(formula::holds(self, cell, digit))
    }
}

/// The text of `puzzle.json`, unless it would be too large.
fn text(puzzle: &VariantPuzzle) -> Result<String, TooLarge> {
    let board = puzzle.board();
    if board.cell_count() * board.digit_count() > MAX_CANDIDATES {
        return Err(TooLarge("more than 46,656 candidates"));
    }
    let text = file::puzzle(puzzle);
    match text.len() > MAX_PUZZLE {
        true => Err(TooLarge("a puzzle.json of more than 16 MiB")),
        false => Ok(text),
    }
}

/// The certificate of a puzzle whose `puzzle.json` is this text, without its formula.
pub fn draft(text: String, puzzle: &VariantPuzzle, conclusion: &Conclusion<CellWeights>) -> Draft {
    let board = puzzle.board();
    let stated = Stated::of(puzzle, conclusion, None);
    let mut texts = vec![
        (names::CLAIM, stated.sentence(names::PUZZLE_JSON) + "\n"),
        (names::PUZZLE_JSON, text),
        (
            names::SOLUTIONS,
            file::solutions(board, conclusion.solutions()),
        ),
    ];
    if let Some((solution, objective)) = conclusion.best() {
        let score = objective.plain().score(board, solution);
        texts.push((names::OBJECTIVE, file::weights(board, objective, score)));
    }
    Draft {
        texts,
        stated,
        shape: None,
    }
}

/// The fault of the solver that finds solutions.
fn fault(error: NotAGrid) -> Reason {
    engine_fault("varisat", &error)
}

/// An error if a solution breaks a constraint.
fn check(puzzle: &VariantPuzzle, solution: &Solution) -> Result<(), CertifyError> {
    let checked = puzzle.check(solution);
    checked.map_err(|why| CertifyError::Engine(format!("a wrong solution: {why}")))
}

/// A solver that holds the rules, or the limit that came first.
fn solver(
    puzzle: &VariantPuzzle,
    limits: &Limits,
) -> Result<Result<Varisat, Reason>, CertifyError> {
    let mut solver = Varisat::new(LimitChecks::WhileSolving);
    let rules = unless_stopped(formula::rules(puzzle, limits))?;
    Ok(rules.and_then(|rules| {
        let mut limited = Limited::new(&mut solver, limits);
        rules.replay(&mut limited);
        limited.finish().map(|()| solver)
    }))
}

/// What was written, or the limit that came first.
fn unless_stopped<T>(written: Result<T, NotWritten>) -> Result<Result<T, Reason>, CertifyError> {
    match written {
        Ok(written) => Ok(Ok(written)),
        Err(NotWritten::Stopped(reason)) => Ok(Err(reason)),
        Err(NotWritten::TooLarge(why)) => Err(why.into()),
    }
}
