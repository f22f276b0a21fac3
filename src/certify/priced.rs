//! Certificates of scores by prices: alone, or with a refutation of what they leave.

use super::certifiable::{Certifiable, Conclusion};
use super::files::{Draft, Grounds};
use super::request::{Assertion, CertifyError, CertifyRequest, NotProven, unknown};
use super::solver::{ProofFormat, ProofLimits, SolverAnswer};
use super::{formula, learnt, prices};
use crate::cnf::ClauseSink;
use crate::encoding::VarMap;
use crate::grid::{Candidate, Candidates, Puzzle, Solution};
use crate::objective::prices::Prices;
use crate::objective::{Directed, Objective};
use satoku_verify::file;
use std::time::Duration;

/// Least side of grids whose best scores are proven by prices, if these suffice.
pub const PRICED_SIDE: usize = 10;

/// The name of the solver where satoku itself wrote the proof.
pub const SATOKU: &str = "satoku";

/// How long a refutation of the candidates that prices leave is looked for.
const SOON: Duration = Duration::from_secs(60);

/// What is to be bounded by prices; scores are those of what is maximised.
struct Goal<'a> {
    objective: &'a Directed<Objective>,
    /// The score of the solution that is known.
    score: i64,
    /// What no solution scores more than, if the prices suffice.
    wanted: i64,
    /// Whether a search has shown that.
    is_shown: bool,
    /// Whether a higher bound is of use, too.
    any: bool,
}

/// What is asked of prices; `None` if nothing is.
fn goal<'a>(
    request: &'a CertifyRequest<'_, Puzzle>,
    best: Option<&Solution>,
) -> Result<Option<Goal<'a>>, CertifyError> {
    let is_large = request.puzzle.geometry().side() >= PRICED_SIDE;
    let goal = match (request.assertion, request.proof.format, best) {
        (
            Assertion::AtMost {
                objective, bound, ..
            },
            _,
            Some(best),
        ) => {
            let score = objective.to_maximise().score(best);
            let signed = |bound| objective.direction().signed(bound);
            Goal {
                objective,
                score,
                wanted: bound.map_or(score, signed).max(score),
                is_shown: bound.is_some(),
                any: true,
            }
        }
        (Assertion::Best(objective), format, Some(best))
            if format == ProofFormat::Prices || format == ProofFormat::Auto && is_large =>
        {
            let score = objective.to_maximise().score(best);
            Goal {
                objective,
                score,
                wanted: score,
                is_shown: true,
                any: false,
            }
        }
        (_, ProofFormat::Prices, _) => return Err(CertifyError::NoPrices),
        _ => return Ok(None),
    };
    Ok(Some(goal))
}

/// The certificate by prices, if they are wanted and suffice.
///
/// # Errors
/// If nothing but prices would do and there are none, or a limit is exceeded.
pub fn draft(
    request: &CertifyRequest<'_, Puzzle>,
    conclusion: &Conclusion<Objective>,
) -> Result<Option<(Draft, Grounds)>, NotProven> {
    let best = conclusion.best().map(|(solution, _)| solution);
    let Some(goal) = goal(request, best)? else {
        return Ok(None);
    };
    let must = goal.any || request.proof.format == ProofFormat::Prices;
    let puzzle = request.puzzle;
    let (maximised, limits) = (goal.objective.to_maximise(), request.proof.limits);
    let Some(prices) = Prices::new(maximised, puzzle, goal.wanted, limits) else {
        return match limits.exceeded() {
            Some(reason) => unknown(reason),
            None if must => Err(CertifyError::NoPrices.into()),
            None => Ok(None),
        };
    };
    let refuted = match prices.bound <= goal.wanted {
        true => None,
        false if goal.is_shown => refuted(request, &goal, &prices),
        false => None,
    };
    let direction = goal.objective.direction();
    let shown = match refuted {
        Some(_) => goal.wanted,
        None => prices.bound,
    };
    if shown > goal.wanted && !goal.any {
        let (bound, score) = (direction.signed(shown), direction.signed(goal.score));
        return match must {
            true => Err(CertifyError::Prices { bound, score }.into()),
            false => Ok(None),
        };
    }
    let bound = (shown > goal.score).then_some(direction.signed(shown));
    let text = prices::text(puzzle.geometry(), &prices, direction);
    let mut draft = puzzle.draft(conclusion, bound)?;
    draft.texts.push((file::PRICES, text));
    let grounds = refuted.map_or(Grounds::Prices, |(formula, proof)| {
        Grounds::Refutation(formula, proof)
    });
    Ok(Some((draft, grounds)))
}

/// The formula of the candidates that prices leave to better solutions than wanted, and
/// its refutation, if that is found.
fn refuted(
    request: &CertifyRequest<'_, Puzzle>,
    goal: &Goal<'_>,
    prices: &Prices,
) -> Option<(crate::cnf::Formula, Vec<u8>)> {
    let map = VarMap::full(request.puzzle.geometry());
    let left = prices.beyond(goal.objective.to_maximise(), request.puzzle, goal.wanted);
    let limits = ProofLimits {
        limits: &request.proof.limits.clone().within(SOON),
        most: request.proof.max_proof,
    };
    let (answer, proof) = learnt::some_solution(&left, &map, limits);
    if answer != SolverAnswer::Unsatisfiable {
        return None;
    }
    let mut formula = formula::rules(request.puzzle, &map).ok()?;
    for candidate in lost(request.puzzle, &left) {
        let literal = map.term(candidate.cell, candidate.digit).literal()?;
        formula.add_clause(&[!literal]);
    }
    Some((formula, proof))
}

/// The candidates of the givens that are not left.
fn lost(puzzle: &Puzzle, left: &Candidates) -> Vec<Candidate> {
    let all = Candidates::of_givens(puzzle);
    let candidates = puzzle.geometry().cells().flat_map(|cell| {
        let digits = all.digits(cell);
        digits.map(move |digit| Candidate { cell, digit })
    });
    candidates.filter(|&each| !left.contains(each)).collect()
}
