//! Maxima as text and as JSON.

use super::optima::Complete;
use super::{Answered, Objectives, PyramidArgs};
use crate::backend::Optimum;
use crate::cli::exit::Exit;
use crate::cli::messages::warn;
use crate::cli::pipeline::present::{AnsweredBy, NO_SOLUTION, Position, Presenter, solution_text};
use crate::cli::pipeline::session::place;
use crate::grid::Solution;
use crate::outcome::Reason;
use anyhow::Result;
use serde::Serialize;

/// A score and a grid that has it.
#[derive(Serialize)]
struct JsonScore {
    score: i64,
    solution: String,
}

#[derive(Serialize)]
struct JsonLine<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optima: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optima_complete: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grids: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top: Option<Vec<JsonScore>>,
    #[serde(flatten)]
    effort: AnsweredBy<'a>,
}

/// Tells on stderr why best grids or next scores are missing.
pub fn tell_stops(answered: &Answered) {
    let what = [
        (
            "the best grids",
            answered.optima.best.as_ref().map(|(_, complete)| complete),
        ),
        (
            "the next scores",
            answered.optima.top.as_ref().map(|(_, complete)| complete),
        ),
    ];
    for (what, complete) in what {
        if let Some(Complete::Stopped(reason)) = complete {
            let place = place(&answered.record);
            warn(format_args!("{place}: {what} are not all there: {reason}"));
        }
    }
}

/// The exit code that an answer asks for.
pub fn exit_of(answered: &Answered) -> Exit {
    let parts = &answered.optima;
    let completes = [
        parts.best.as_ref().map(|(_, complete)| complete),
        parts.top.as_ref().map(|(_, complete)| complete),
    ];
    for complete in completes.into_iter().flatten() {
        if let Complete::Stopped(reason) = complete {
            return Exit::of_reason(reason);
        }
    }
    match &answered.optimum {
        Optimum::Optimal { .. } => Exit::Answered,
        Optimum::Unsatisfiable => Exit::NoSolution,
        Optimum::Feasible { reason, .. } | Optimum::Unknown(reason) => Exit::of_reason(reason),
    }
}

/// One line; `shown` turns scores into what the user counts.
pub fn text(optimum: &Optimum, shown: &dyn Fn(i64) -> i64) -> String {
    match optimum {
        Optimum::Optimal { score, .. } => shown(*score).to_string(),
        Optimum::Unsatisfiable => "-1".into(),
        Optimum::Unknown(reason) => format!("not proven: no solution found yet ({reason})"),
        Optimum::Feasible {
            score,
            bound,
            reason,
            ..
        } => {
            let (score, beyond) = (shown(*score), if shown(1) > 0 { "above" } else { "below" });
            match bound.map(shown) {
                Some(bound) => {
                    format!("not proven: best {score}, no solution {beyond} {bound} ({reason})")
                }
                None => format!("not proven: best {score} ({reason})"),
            }
        }
    }
}

fn best(optimum: &Optimum) -> Option<&Solution> {
    match optimum {
        Optimum::Optimal { solution, .. } | Optimum::Feasible { solution, .. } => Some(solution),
        Optimum::Unsatisfiable | Optimum::Unknown(_) => None,
    }
}

/// Writes an answer.
pub fn present(
    args: &PyramidArgs,
    objectives: &Objectives,
    presenter: &mut Presenter<'_>,
    answered: &Answered,
    checked_by: &[String],
) -> Result<()> {
    let shown = |score: i64| objectives.shown(score);
    if presenter.is_json() {
        return presenter.json(&json(args, objectives, answered, checked_by));
    }
    let record = &answered.record;
    let none = answered.optimum == Optimum::Unsatisfiable;
    let mut line = match none && objectives.may_be_negative() {
        true => NO_SOLUTION.to_owned(),
        false => text(&answered.optimum, &shown),
    };
    let best_grids = answered.optima.best.as_ref();
    if let (Some((grids, complete)), true) = (best_grids, args.count) {
        let more = if *complete == Complete::Yes { "" } else { "+" };
        line += &format!(" {}{more}", grids.len());
    }
    presenter.line(&line)?;
    if let (Some((grids, _)), true) = (best_grids, args.all) {
        grids
            .iter()
            .try_for_each(|grid| presenter.grid(record, grid))?;
    } else if let (Some(grid), true) = (best(&answered.optimum), args.grid) {
        presenter.grid(record, grid)?;
    }
    let next = answered
        .optima
        .top
        .iter()
        .flat_map(|(top, _)| top.iter().skip(1));
    for (score, grid) in next {
        presenter.line(&shown(*score).to_string())?;
        if args.grid {
            presenter.grid(record, grid)?;
        }
    }
    Ok(())
}

fn json<'a>(
    args: &PyramidArgs,
    objectives: &Objectives,
    answered: &'a Answered,
    checked_by: &'a [String],
) -> JsonLine<'a> {
    let shown = |score: i64| objectives.shown(score);
    let record = &answered.record;
    let (score, bound, reason) = match &answered.optimum {
        Optimum::Feasible {
            score,
            bound,
            reason,
            ..
        } => (Some(shown(*score)), bound.map(shown), Some(reason)),
        Optimum::Unknown(reason) => (None, None, Some(reason)),
        Optimum::Optimal { .. } | Optimum::Unsatisfiable => (None, None, None),
    };
    let text = |grid: &Solution| solution_text(record, grid);
    let found = answered.optima.best.as_ref();
    let top = answered.optima.top.as_ref().map(|(top, _)| {
        let scores = top.iter().map(|(score, grid)| JsonScore {
            score: shown(*score),
            solution: text(grid),
        });
        scores.collect()
    });
    JsonLine {
        position: Position::of(record),
        verdict: verdict(&answered.optimum),
        maximum: match &answered.optimum {
            Optimum::Optimal { score, .. } => Some(shown(*score)),
            // Where -1 may be a score, it says nothing.
            Optimum::Unsatisfiable => (!objectives.may_be_negative()).then_some(-1),
            Optimum::Feasible { .. } | Optimum::Unknown(_) => None,
        },
        score,
        bound,
        reason: reason.map(Reason::to_string),
        solution: best(&answered.optimum).map(text),
        optima: found.map(|(grids, _)| grids.len() as u64),
        optima_complete: found.map(|(_, complete)| match complete {
            Complete::Yes => "yes",
            Complete::Enough => "limit reached",
            Complete::Stopped(_) => "stopped",
        }),
        grids: found
            .filter(|_| args.all)
            .map(|(grids, _)| grids.iter().map(text).collect()),
        top,
        effort: AnsweredBy::new(&answered.backend, checked_by, answered.time),
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
