//! The way to a maximum: what is quick first, then what ends.

pub mod maximise;
pub mod nine;
mod template;

use crate::grid::Row;
use crate::grid::{Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::objective::thresholds::thresholds;
use crate::outcome::End;
use crate::search::maximum::nine::Prepared;
use crate::search::{Closure, Maximum, Native, SEED, cdcl, with_width};
use std::ops::ControlFlow;
use std::time::Duration;

/// Nodes after which branch and bound is not quick any more.
const QUICK_NODES: u64 = 300;

/// How long clause learning may look for a solution that reaches a bound.
const SOON: Duration = Duration::from_secs(30);

/// How far below a bound clause learning looks, one after the other.
const SLACKS: [i64; 10] = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256];

/// What a search for a maximum starts from.
#[derive(Default)]
pub(in crate::search) struct Start {
    pub(in crate::search) best: Option<Solution>,
    /// No solution is worth more.
    pub(in crate::search) bound: Option<i64>,
}

impl Native {
    /// The best solution of a puzzle: by branch and bound as long as that is
    /// quick, then by templates on 9×9, by bounds that clause learning reaches on
    /// others, then by branch and bound to the end. The objective is prepared once,
    /// as long as its clones follow each other.
    pub fn maximise(&mut self, puzzle: &Puzzle, objective: &Objective, limits: &Limits) -> Maximum {
        let start = match self.quick_maximum(puzzle, objective, limits, u64::MAX) {
            Ok(maximum) => return maximum,
            Err(start) => start,
        };
        let first = match start.best {
            Some(best) => best,
            None => match self.first(puzzle, limits) {
                Ok(first) => first,
                Err(maximum) => return maximum,
            },
        };
        let tables = self.tables(puzzle.geometry());
        let (maximum, _) = maximise::maximise(objective, Some(first), None, |goal| {
            with_width(tables, puzzle, limits, goal)
        });
        maximum.within(start.bound)
    }

    /// Like [`Native::maximise`], but `None` if templates take more nodes than
    /// these, or branch and bound on other shapes more than some hundred.
    pub fn maximise_quickly(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
        nodes: u64,
    ) -> Option<Maximum> {
        self.quick_maximum(puzzle, objective, limits, nodes).ok()
    }

    fn quick_maximum(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
        nodes: u64,
    ) -> Result<Maximum, Start> {
        if let Some(row) = Row::of(puzzle) {
            let known = self.prepared.take();
            let known = known.filter(|prepared| prepared.is_of(objective));
            let prepared = known.unwrap_or_else(|| Prepared::new(objective));
            let prepared = self.prepared.insert(prepared);
            return prepared.maximise(&mut self.alone, row, limits, nodes);
        }
        let (best, end) = self.best_of_few(puzzle, objective, limits);
        if end == End::Exhausted {
            return Ok(Maximum::Proven(best));
        }
        let tables = self.tables(puzzle.geometry());
        let search = |goal: &mut maximise::Best<'_>| with_width(tables, puzzle, limits, goal);
        let (maximum, end) = maximise::maximise(objective, None, Some(QUICK_NODES), search);
        match end {
            End::Enough => self.approach_bound(puzzle, objective, limits),
            _ => Ok(maximum),
        }
    }

    /// A solution that is worth as much as the places of the largest digits allow,
    /// or little less, by clause learning, if that finds one soon.
    fn approach_bound(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
    ) -> Result<Maximum, Start> {
        let mut start = Start::default();
        let left = match self.close(puzzle, Closure::AllDifferent, limits) {
            Ok(Some(left)) => left,
            Ok(None) => return Ok(Maximum::Proven(None)),
            // The search that comes next says so.
            Err(_) => return Err(start),
        };
        let limits = limits.clone().within(SOON);
        for slack in SLACKS {
            if limits.exceeded().is_some() {
                break;
            }
            let Some(thresholds) = thresholds(objective, &left, slack, &limits) else {
                break;
            };
            start.bound.get_or_insert(thresholds.bound);
            let mut best = None;
            let end = cdcl::search(&thresholds.tight, SEED, &limits, &mut |solution| {
                best = Some(solution.clone());
                ControlFlow::Break(())
            });
            if let Some(best) = best {
                if start.bound == Some(objective.score(&best)) {
                    return Ok(Maximum::Proven(Some(best)));
                }
                start.best = Some(best);
                break;
            }
            match end {
                // What is worth that much has no candidates.
                End::Exhausted => start.bound = Some(thresholds.bound - slack - 1),
                End::Enough | End::Stopped(_) => break,
            }
        }
        Err(start)
    }

    /// A solution to start from, by clause learning where that is needed; or all
    /// that can be said without any.
    fn first(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Solution, Maximum> {
        let mut first = None;
        let end = self.enumerate(puzzle, limits, &mut |solution| {
            first = Some(solution.clone());
            ControlFlow::Break(())
        });
        first.ok_or(match end {
            End::Stopped(reason) => Maximum::Stopped {
                best: None,
                bound: None,
                reason,
            },
            End::Exhausted | End::Enough => Maximum::Proven(None),
        })
    }

    /// The best of the first solutions, and whether these are all.
    fn best_of_few(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
    ) -> (Option<Solution>, End) {
        let tables = self.tables(puzzle.geometry());
        let mut few = maximise::Few::new(objective);
        let end = with_width(tables, puzzle, limits, &mut few);
        (few.best(), end)
    }
}
