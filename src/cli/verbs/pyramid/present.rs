//! Maxima as text and as pictures.

use super::json::{MaximumJson, Style};
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

/// Reports on stderr why best grids or next scores are missing.
pub fn warn_stops(optima: &Optima, place: impl Fn() -> String) {
    for (what, reason) in optima.stops() {
        let place = place();
        warn(format_args!("{place}: {what} are incomplete: {reason}"));
    }
}

/// Why something of an answer is missing, if it is.
pub fn reason<'a>(optimum: &'a Optimum, optima: &'a Optima) -> Option<&'a Reason> {
    if let Some((_, reason)) = optima.stops().next() {
        return Some(reason);
    }
    match optimum {
        Optimum::Optimal { .. } | Optimum::Unsatisfiable => None,
        Optimum::Feasible { reason, .. } | Optimum::Unknown(reason) => Some(reason),
    }
}

/// The exit code of an answer.
pub fn exit(optimum: &Optimum, optima: &Optima) -> Exit {
    match (reason(optimum, optima), optimum) {
        (Some(reason), _) => Exit::of_reason(reason),
        (None, Optimum::Unsatisfiable) => Exit::NoSolution,
        (None, _) => Exit::Answered,
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
    if args.top.is_some() {
        // A puzzle may have fewer scores than asked for.
        presenter.begin_group()?;
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
    let objective = objectives.on_grid(record.puzzle.geometry())?;
    let picture = |note: &str| {
        let picture = pictures::of_puzzle(record, &record.puzzle).note(note);
        // Values of candidates are not weights of cells.
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
) -> MaximumJson<'a> {
    let style = Style {
        grids: args.all,
        // Where -1 may be a score, it cannot stand for "no solution".
        lowest: objectives.minimise,
        unsolvable: (!objectives.may_be_negative()).then_some(-1),
        shown: &|score| objectives.shown(score),
        text: &|grid| solution_text(&output.record, grid),
    };
    let effort = AnsweredBy::new(&output.backend, checked_by, output.time);
    let position = Position::of(&output.record);
    MaximumJson::of(position, &output.optimum, &output.optima, effort, &style)
}
