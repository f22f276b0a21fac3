//! What is true of a variant puzzle, and its certificate without the proof.

use super::formula;
use super::{MAX_CANDIDATES, MAX_PUZZLE, TooLarge, file};
use crate::certify::files::{Draft, Stated};
use crate::certify::request::{
    Assertion, CertifyError, CertifyRequest, NotProven, no_solution, unknown,
};
use crate::certify::{Certifiable, Conclusion, ProofFormat};
use crate::cnf::{Formula, Lit};
use crate::grid::{Candidate, Solution};
use crate::limits::Limits;
use crate::objective::CellWeights;
use crate::outcome::End;
use crate::rules::VariantPuzzle;
use crate::sat::enumerate::{Blocking, enumerate};
use crate::sat::optimise::{Minimum, Strategy, minimise};
use crate::sat::{LimitChecks, SatSolver, Varisat};
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
        solutions(self, &formula::rules(self)?, most, limits)
    }

    fn find_best(&self, maximised: &CellWeights, limits: &Limits) -> Result<Solution, NotProven> {
        best(self, maximised, limits)
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
        let mut formula = formula::rules(self)?;
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

/// Up to `most` solutions, and why the search for more ended.
fn solutions(
    puzzle: &VariantPuzzle,
    rules: &Formula,
    most: u64,
    limits: &Limits,
) -> Result<(Vec<Solution>, End), CertifyError> {
    let mut solver = Varisat::new(LimitChecks::WhileSolving);
    rules.replay(&mut solver);
    let (mut found, mut wrong) = (Vec::new(), None);
    let end = enumerate(&mut solver, &[], Blocking::Permanent, limits, |model| {
        match read(puzzle, model) {
            Ok(solution) => found.push(solution),
            Err(error) => {
                wrong = Some(error);
                return ControlFlow::Break(());
            }
        }
        let clause: Option<Vec<Lit>> = found.last().map(|last| formula::blocking(puzzle, last));
        match clause.filter(|_| (found.len() as u64) < most) {
            Some(clause) => ControlFlow::Continue(clause),
            None => ControlFlow::Break(()),
        }
    });
    wrong.map_or(Ok((found, end)), Err)
}

/// A solution that loses least.
fn best(
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    limits: &Limits,
) -> Result<Solution, NotProven> {
    let losses = formula::losses(puzzle, weights, limits).or_else(unknown)?;
    let mut solver = Varisat::new(LimitChecks::WhileSolving);
    formula::rules(puzzle)?.replay(&mut solver);
    let mut best = None;
    let mut visit = |model: &dyn SatSolver| best = Some(read(puzzle, model));
    let strategy = Strategy::Linear;
    let ended = minimise(
        &mut solver,
        &losses.clusters,
        strategy,
        None,
        limits,
        &mut visit,
        &mut |_| {},
    );
    match (ended, best) {
        (Minimum::Proven, Some(best)) => Ok(best?),
        (Minimum::Stopped { reason, .. }, _) => unknown(reason),
        _ => no_solution(),
    }
}

/// The solution of a model, which must keep the puzzle's constraints.
fn read(puzzle: &VariantPuzzle, model: &dyn SatSolver) -> Result<Solution, CertifyError> {
    let board = puzzle.board();
    let digits = board.cells().map(|cell| {
        let mut values = i64::from(board.min())..=i64::from(board.max());
        let digit = values.find_map(|value| {
            let digit = board.digit(value)?;
            let lit = formula::holds(puzzle, cell, digit);
            (model.value(lit.var()) == Some(true)).then_some(digit)
        });
        digit.ok_or_else(|| CertifyError::Engine(format!("{} has no digit", board.name(cell))))
    });
    let solution = Solution::new(digits.collect::<Result<_, _>>()?);
    let checked = puzzle.check(&solution);
    checked.map_err(|why| CertifyError::Engine(format!("a wrong solution: {why}")))?;
    Ok(solution)
}
