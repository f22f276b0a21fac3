//! Maxima as JSON, of classic puzzles and of variants.

use super::found::Found;
use super::optima::Optima;
use crate::backend::Optimum;
use crate::cli::pipeline::present::{AnsweredBy, Position};
use crate::grid::Solution;
use crate::objective::Direction;
use crate::outcome::{End, Reason};
use serde::Serialize;

/// How answers are written.
pub struct Style<'a> {
    /// Whether the best grids are shown.
    pub grids: bool,
    /// The optimum of a puzzle without a solution, if a number stands for that.
    pub unsolvable: Option<i64>,
    /// Which score is the optimum.
    pub direction: Direction,
    /// Writes a grid.
    pub text: &'a dyn Fn(&Solution) -> String,
}

/// An answer.
#[derive(Serialize)]
pub struct MaximumJson<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(flatten)]
    optima: OptimaJson,
    #[serde(flatten)]
    answered_by: AnsweredBy<'a>,
}

impl<'a> MaximumJson<'a> {
    pub fn of(
        position: Position<'a>,
        found: &Found,
        answered_by: AnsweredBy<'a>,
        style: &Style<'_>,
    ) -> MaximumJson<'a> {
        let Found { optimum, optima } = found;
        let (score, bound, reason) = match optimum {
            Optimum::Feasible {
                score,
                bound,
                reason,
                ..
            } => (Some(*score), *bound, Some(reason)),
            Optimum::Unknown(reason) => (None, None, Some(reason)),
            Optimum::Optimal { .. } | Optimum::Unsatisfiable => (None, None, None),
        };
        let shown = |score| style.direction.signed(score);
        let proven = match optimum {
            Optimum::Optimal { score, .. } => Some(shown(*score)),
            Optimum::Unsatisfiable => style.unsolvable,
            Optimum::Feasible { .. } | Optimum::Unknown(_) => None,
        };
        MaximumJson {
            position,
            verdict: verdict(optimum),
            maximum: proven.filter(|_| style.direction == Direction::Highest),
            minimum: proven.filter(|_| style.direction == Direction::Lowest),
            score: score.map(shown),
            bound: bound.map(shown),
            reason: reason.map(Reason::to_string),
            solution: optimum.best().map(|(grid, _)| (style.text)(grid)),
            optima: OptimaJson::of(optima, style),
            answered_by,
        }
    }
}

fn verdict(optimum: &Optimum) -> &'static str {
    match optimum {
        Optimum::Optimal { .. } => "optimal",
        Optimum::Feasible { .. } => "feasible",
        Optimum::Unsatisfiable => "unsatisfiable",
        Optimum::Unknown(_) => "unknown",
    }
}

/// A score and a grid that has it.
#[derive(Serialize)]
struct JsonScore {
    score: i64,
    solution: String,
}

/// Solutions in addition to the best one.
#[derive(Serialize)]
struct OptimaJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    optima: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optima_complete: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grids: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top: Option<Vec<JsonScore>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_complete: Option<&'static str>,
}

/// Whether there is more than what is listed.
fn completeness(end: &End) -> &'static str {
    match end {
        End::Exhausted => "yes",
        End::Enough => "limit reached",
        End::Stopped(_) => "stopped",
    }
}

impl OptimaJson {
    fn of(optima: &Optima, style: &Style<'_>) -> OptimaJson {
        let found = optima.best.as_ref();
        let grids = found.filter(|_| style.grids);
        let top = optima.top.as_ref().map(|top| {
            let scores = top.scores.iter().map(|(score, grid)| JsonScore {
                score: style.direction.signed(*score),
                solution: (style.text)(grid),
            });
            scores.collect()
        });
        OptimaJson {
            optima: found.map(|best| best.solutions.len() as u64),
            optima_complete: found.map(|best| completeness(&best.end)),
            grids: grids.map(|best| best.solutions.iter().map(style.text).collect()),
            top,
            top_complete: optima.top.as_ref().map(|top| completeness(&top.end)),
        }
    }
}
