//! The highest scores: by search, by clauses, or by search as long as that is quick.

mod by_search;

use super::ask::checked_score;
use super::auto::AutoBackend;
use super::optima::listed;
use super::sat::SatBackend;
use super::sat_maximum::Region;
use super::{Optimum, WrongAnswer, checked};
use crate::grid::{Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::{Objective, Progress};
use crate::outcome::{End, Reason};
use crate::sat::optimise::Strategy;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What is asked, and a solution with the highest score.
#[derive(Clone, Copy)]
struct Asked<'a> {
    puzzle: &'a Puzzle,
    objective: &'a Objective,
    best: &'a Solution,
    count: u64,
}

/// The highest scores, each different from the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TopScores {
    /// Scores from the highest on, each with one checked solution that has it.
    pub scores: Vec<(i64, Solution)>,
    /// Why there are no more: [`End::Exhausted`] if no solution scores less.
    pub end: End,
}

impl TopScores {
    /// The highest score.
    fn only(score: i64, best: &Solution, end: End) -> TopScores {
        TopScores {
            scores: vec![(score, best.clone())],
            end,
        }
    }

    /// Shows the solution that is known for the highest score, of several that have it.
    pub(super) fn begin_with(&mut self, score: i64, best: &Solution) {
        if let Some((highest, solution)) = self.scores.first_mut()
            && *highest == score
        {
            *solution = best.clone();
        }
    }
}

impl AutoBackend {
    /// Like [`top_scores`], by search and, if that takes long, by clauses.
    ///
    /// # Errors
    /// [`WrongAnswer`] if a solution, `best` too, breaks the rules or a given.
    ///
    /// # Panics
    /// If the objective is of another shape than the puzzle.
    pub fn top_scores(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        best: &Solution,
        count: u64,
        limits: &Limits,
    ) -> Result<TopScores, WrongAnswer> {
        let asked = Asked {
            puzzle,
            objective,
            best,
            count,
        };
        if !self.takes(puzzle, objective) {
            return self
                .native
                .top_scores(puzzle, objective, best, count, limits);
        }
        let found = self.native.quick_top_scores(asked, limits)?;
        if !asked.is_cut_short(&found, limits) {
            return Ok(found);
        }
        match by_clauses(&mut self.sat, asked, found.scores.clone(), limits)? {
            Some(found) => Ok(found),
            None => self.native.all_top_scores(asked, found, limits),
        }
    }
}

/// The `count` highest scores (at least 1) of a puzzle whose maximum is known: `best` has
/// it. Each next score is the maximum below the last, by clauses.
///
/// # Errors
/// [`WrongAnswer`] if a solution, `best` too, breaks the rules or a given.
///
/// # Panics
/// If the objective is of another shape than the puzzle.
pub fn top_scores(
    sat: &mut SatBackend,
    puzzle: &Puzzle,
    objective: &Objective,
    best: &Solution,
    count: u64,
    limits: &Limits,
) -> Result<TopScores, WrongAnswer> {
    let asked = Asked {
        puzzle,
        objective,
        best,
        count,
    };
    let highest = checked_score(sat, puzzle, objective, best)?;
    let known = vec![(highest, best.clone())];
    if let Some(found) = by_clauses(sat, asked, known, limits)? {
        return Ok(found);
    }
    let mut all = top_of_list(puzzle, objective, count, limits);
    all.begin_with(highest, best);
    if let End::Stopped(_) = all.end {
        return Ok(TopScores::only(highest, best, all.end));
    }
    for (_, solution) in &all.scores {
        checked(sat, puzzle, solution)?;
    }
    Ok(all)
}

/// [`top_scores`] as far as clauses can say, after those that are known; `None` if the scores have
/// too many sums for that.
fn by_clauses(
    sat: &mut SatBackend,
    asked: Asked<'_>,
    mut scores: Vec<(i64, Solution)>,
    limits: &Limits,
) -> Result<Option<TopScores>, WrongAnswer> {
    let (puzzle, objective) = (asked.puzzle, asked.objective);
    while let Some(&(below, _)) = scores.last()
        && (scores.len() as u64) < asked.count
    {
        let silent = Progress::SILENT;
        let region = Region {
            below: Some(below),
            ..Region::whole(Strategy::Linear)
        };
        let end = match sat.optimise(puzzle, objective, region, limits, silent) {
            Optimum::Optimal { score, solution } => {
                checked(sat, puzzle, &solution)?;
                scores.push((score, solution));
                continue;
            }
            Optimum::Unsatisfiable => End::Exhausted,
            Optimum::Unknown(Reason::TooManySums) => return Ok(None),
            Optimum::Feasible { reason, .. } | Optimum::Unknown(reason) => End::Stopped(reason),
        };
        return Ok(Some(TopScores { scores, end }));
    }
    let end = End::Enough;
    Ok(Some(TopScores { scores, end }))
}

/// The `count` highest scores of all solutions, in the same way.
fn top_of_list(puzzle: &Puzzle, objective: &Objective, count: u64, limits: &Limits) -> TopScores {
    let mut ranked: BTreeMap<i64, Solution> = BTreeMap::new();
    let end = listed(puzzle, limits, &mut |solution| {
        let score = objective.score(solution);
        ranked.entry(score).or_insert_with(|| solution.clone());
        if ranked.len() as u64 > count {
            ranked.pop_first();
        }
        ControlFlow::Continue(())
    });
    let end = match end {
        End::Exhausted if ranked.len() as u64 >= count => End::Enough,
        end => end,
    };
    let scores = ranked.into_iter().rev().collect();
    TopScores { scores, end }
}

#[cfg(test)]
mod tests;
