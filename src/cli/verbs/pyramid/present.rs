//! Maxima as text and as JSON.

use super::optima::Optima;
use super::{Objectives, Output, PyramidArgs};
use crate::backend::{BestSolutions, Optimum};
use crate::cli::exit::Exit;
use crate::cli::messages::warn;
use crate::cli::pipeline::pictures;
use crate::cli::pipeline::present::{AnsweredBy, NO_SOLUTION, Position, Presenter, solution_text};
use crate::grid::Solution;
use crate::outcome::{End, Reason};
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
    #[serde(flatten)]
    optima: OptimaJson,
    #[serde(flatten)]
    effort: AnsweredBy<'a>,
}

/// Solutions in addition to the best one.
#[derive(Serialize)]
pub struct OptimaJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    optima: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optima_complete: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grids: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top: Option<Vec<JsonScore>>,
}

impl OptimaJson {
    /// `shown` turns scores into the user's, `text` writes a grid.
    pub fn of(
        optima: &Optima,
        with_grids: bool,
        shown: impl Fn(i64) -> i64,
        text: impl Fn(&Solution) -> String,
    ) -> OptimaJson {
        let found = optima.best.as_ref();
        let grids = found.filter(|_| with_grids);
        let top = optima.top.as_ref().map(|top| {
            let scores = top.scores.iter().map(|(score, grid)| JsonScore {
                score: shown(*score),
                solution: text(grid),
            });
            scores.collect()
        });
        OptimaJson {
            optima: found.map(|best| best.solutions.len() as u64),
            optima_complete: found.map(|best| match best.end {
                End::Exhausted => "yes",
                End::Enough => "limit reached",
                End::Stopped(_) => "stopped",
            }),
            grids: grids.map(|best| best.solutions.iter().map(&text).collect()),
            top,
        }
    }
}

/// Reports on stderr why best grids or next scores are missing.
pub fn warn_stops(optima: &Optima, place: impl Fn() -> String) {
    for (what, reason) in optima.stops() {
        let place = place();
        warn(format_args!("{place}: {what} are incomplete: {reason}"));
    }
}

/// The exit code of an answer.
pub fn exit(optimum: &Optimum, optima: &Optima) -> Exit {
    if let Some((_, reason)) = optima.stops().next() {
        return Exit::of_reason(reason);
    }
    match optimum {
        Optimum::Optimal { .. } => Exit::Answered,
        Optimum::Unsatisfiable => Exit::NoSolution,
        Optimum::Feasible { reason, .. } | Optimum::Unknown(reason) => Exit::of_reason(reason),
    }
}

/// One line; `shown` turns scores into the user's.
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

/// Writes an answer.
pub fn present(
    args: &PyramidArgs,
    objectives: &Objectives,
    presenter: &mut Presenter<'_>,
    output: &Output,
    checked_by: &[String],
) -> Result<()> {
    let shown = |score: i64| objectives.shown(score);
    if presenter.is_json() {
        return presenter.json(&json(args, objectives, output, checked_by));
    }
    let record = &output.record;
    let none = output.optimum == Optimum::Unsatisfiable;
    let mut line = match none && objectives.may_be_negative() {
        true => NO_SOLUTION.to_owned(),
        false => text(&output.optimum, &shown),
    };
    let best_grids = output.optima.best.as_ref();
    if let (Some(best), true) = (best_grids, args.count) {
        line += &number(best);
    }
    if presenter.is_svg() {
        let note = in_words(&output.optimum, objectives.minimise, line);
        return draw(args, objectives, presenter, output, &note);
    }
    presenter.line(&line)?;
    if let (Some(best), true) = (best_grids, args.all) {
        let mut grids = best.solutions.iter();
        grids.try_for_each(|grid| presenter.grid(record, grid))?;
    } else if let (Some((grid, _)), true) = (output.optimum.best(), args.grid) {
        presenter.grid(record, grid)?;
    }
    for (score, grid) in output.optima.next_scores() {
        presenter.line(&shown(*score).to_string())?;
        if args.grid {
            presenter.grid(record, grid)?;
        }
    }
    Ok(())
}

/// How many best grids there are, after the score.
pub fn number(best: &BestSolutions) -> String {
    let more = if best.end == End::Exhausted { "" } else { "+" };
    format!(" {}{more}", best.solutions.len())
}

/// What a picture says below the board.
pub fn in_words(optimum: &Optimum, minimise: bool, line: String) -> String {
    match (optimum, minimise) {
        (Optimum::Optimal { .. }, false) => format!("maximum {line}"),
        (Optimum::Optimal { .. }, true) => format!("minimum {line}"),
        (Optimum::Unsatisfiable, _) => NO_SOLUTION.to_owned(),
        _ => line,
    }
}

/// Draws the weights with a best grid, or with each of those that are asked for.
fn draw(
    args: &PyramidArgs,
    objectives: &Objectives,
    presenter: &mut Presenter<'_>,
    output: &Output,
    line: &str,
) -> Result<()> {
    let record = &output.record;
    let objective = objectives.of(record.puzzle.geometry())?;
    let picture = |note: &str| {
        let picture = pictures::of_puzzle(record, &record.puzzle).note(note);
        // Values of candidates are no weights of cells.
        let Some(weights) = objective.weights() else {
            return picture;
        };
        let weights: Vec<i64> = weights.iter().map(|&w| objectives.shown(w)).collect();
        picture.heat(&weights)
    };
    let all = output.optima.best.as_ref().filter(|_| args.all);
    let best: Vec<&Solution> = match (all, output.optimum.best()) {
        (Some(best), _) => best.solutions.iter().collect(),
        (None, Some((grid, _))) => vec![grid],
        (None, None) => return presenter.picture(&picture(line)),
    };
    for grid in best {
        presenter.picture(&picture(line).solution(grid))?;
    }
    for (score, grid) in output.optima.next_scores() {
        let note = objectives.shown(*score).to_string();
        presenter.picture(&picture(&note).solution(grid))?;
    }
    Ok(())
}

fn json<'a>(
    args: &PyramidArgs,
    objectives: &Objectives,
    output: &'a Output,
    checked_by: &'a [String],
) -> JsonLine<'a> {
    let shown = |score: i64| objectives.shown(score);
    let record = &output.record;
    let (score, bound, reason) = match &output.optimum {
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
    JsonLine {
        position: Position::of(record),
        verdict: verdict(&output.optimum),
        maximum: match &output.optimum {
            Optimum::Optimal { score, .. } => Some(shown(*score)),
            // Where -1 may be a score, it cannot stand for "no solution".
            Optimum::Unsatisfiable => (!objectives.may_be_negative()).then_some(-1),
            Optimum::Feasible { .. } | Optimum::Unknown(_) => None,
        },
        score,
        bound,
        reason: reason.map(Reason::to_string),
        solution: output.optimum.best().map(|(grid, _)| text(grid)),
        optima: OptimaJson::of(&output.optima, args.all, shown, text),
        effort: AnsweredBy::new(&output.backend, checked_by, output.time),
    }
}

/// The verdict in JSON.
pub fn verdict(optimum: &Optimum) -> &'static str {
    match optimum {
        Optimum::Optimal { .. } => "optimal",
        Optimum::Feasible { .. } => "feasible",
        Optimum::Unsatisfiable => "unsatisfiable",
        Optimum::Unknown(_) => "unknown",
    }
}
