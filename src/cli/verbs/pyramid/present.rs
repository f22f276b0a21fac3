//! Maxima as text and as pictures.

use super::found::Found;
use super::json::{MaximumJson, Style};
use super::optima::Optima;
use super::{Objectives, PyramidArgs};
use crate::backend::{BestSolutions, Optimum};
use crate::cli::messages::warn;
use crate::cli::pipeline::present::{AnsweredBy, NO_SOLUTION, Presenter};
use crate::cli::pipeline::presentable::Presentable;
use crate::grid::Solution;
use crate::objective::Direction;
use crate::outcome::End;
use anyhow::Result;

/// Reports on stderr why best grids or next scores are missing.
pub fn warn_stops(optima: &Optima, place: impl Fn() -> String) {
    for (what, reason) in optima.stops() {
        let place = place();
        warn(format_args!("{place}: {what} are incomplete: {reason}"));
    }
}

/// The score that stands for "no solution": judges want one for the puzzles of their formats, but
/// it must not be one that a grid may have.
pub fn unsolvable(objectives: &Objectives, is_classic: bool) -> Option<i64> {
    (is_classic && !objectives.may_be_negative()).then_some(-1)
}

/// One line; `shown` turns scores into the user's.
pub fn text(optimum: &Optimum, unsolvable: Option<i64>, shown: &dyn Fn(i64) -> i64) -> String {
    match optimum {
        Optimum::Optimal { score, .. } => shown(*score).to_string(),
        Optimum::Unsatisfiable => {
            unsolvable.map_or_else(|| NO_SOLUTION.to_owned(), |score| score.to_string())
        }
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

/// An answer to a puzzle, classic or a variant.
pub struct MaximumAnswer<'a, P> {
    pub puzzle: &'a P,
    pub found: &'a Found,
    pub answered_by: AnsweredBy<'a>,
    /// The optimum of a puzzle without a solution, if a number stands for that.
    pub unsolvable: Option<i64>,
    /// The weights of the cells as they are given, if each cell has one.
    pub weights: &'a dyn Fn() -> Result<Option<Vec<i64>>>,
}

impl<P: Presentable> MaximumAnswer<'_, P> {
    /// Writes the answer.
    pub fn present(
        self,
        args: &PyramidArgs,
        objectives: &Objectives,
        presenter: &mut Presenter<'_>,
    ) -> Result<()> {
        let shown = |score: i64| objectives.direction.signed(score);
        if presenter.is_json() {
            return presenter.json(&self.json(args, objectives));
        }
        let (puzzle, best_grids) = (self.puzzle, self.found.optima.best.as_ref());
        let mut line = text(&self.found.optimum, self.unsolvable, &shown);
        if let (Some(best), true) = (best_grids, args.count) {
            line += &number(best);
        }
        if presenter.is_svg() {
            let note = in_words(&self.found.optimum, objectives.direction, line);
            return self.draw(args, &shown, presenter, &note);
        }
        if args.top.is_some() {
            // A puzzle may have fewer scores than asked for.
            presenter.begin_group()?;
        }
        presenter.line(&line)?;
        if let (Some(best), true) = (best_grids, args.all) {
            let mut grids = best.solutions.iter();
            grids.try_for_each(|grid| puzzle.solution_below(presenter, grid))?;
        } else if let (Some((grid, _)), true) = (self.found.optimum.best(), args.grid) {
            puzzle.solution_below(presenter, grid)?;
        }
        for (score, grid) in self.found.optima.next_scores() {
            presenter.line(&shown(*score).to_string())?;
            if args.grid {
                puzzle.solution_below(presenter, grid)?;
            }
        }
        Ok(())
    }

    /// Draws the weights with a best grid, or with each of those that are asked for.
    fn draw(
        &self,
        args: &PyramidArgs,
        shown: &dyn Fn(i64) -> i64,
        presenter: &mut Presenter<'_>,
        note: &str,
    ) -> Result<()> {
        let weights = (self.weights)()?;
        let picture = |note: &str| {
            let picture = self.puzzle.picture().remark(note);
            match &weights {
                Some(weights) => picture.heat(weights),
                None => picture,
            }
        };
        let all = self.found.optima.best.as_ref().filter(|_| args.all);
        let best: Vec<&Solution> = match (all, self.found.optimum.best()) {
            (Some(best), _) => best.solutions.iter().collect(),
            (None, Some((grid, _))) => vec![grid],
            (None, None) => return presenter.picture(&picture(note)),
        };
        for grid in best {
            presenter.picture(&picture(note).solution(grid))?;
        }
        for (score, grid) in self.found.optima.next_scores() {
            let note = shown(*score).to_string();
            presenter.picture(&picture(&note).solution(grid))?;
        }
        Ok(())
    }

    fn json(&self, args: &PyramidArgs, objectives: &Objectives) -> MaximumJson<'_> {
        let style = Style {
            grids: args.all,
            direction: objectives.direction,
            unsolvable: self.unsolvable,
            text: &|grid| self.puzzle.text(grid),
        };
        let position = self.puzzle.position();
        MaximumJson::of(position, self.found, self.answered_by, &style)
    }
}

/// How many best grids there are, after the score.
fn number(best: &BestSolutions) -> String {
    let more = if best.end == End::Exhausted { "" } else { "+" };
    format!(" {}{more}", best.solutions.len())
}

/// What a picture says below the board.
fn in_words(optimum: &Optimum, direction: Direction, line: String) -> String {
    match optimum {
        Optimum::Optimal { .. } => format!("{} {line}", direction.extremum()),
        Optimum::Unsatisfiable => NO_SOLUTION.to_owned(),
        _ => line,
    }
}
