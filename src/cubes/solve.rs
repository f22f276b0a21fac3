//! The answer of one cube.

use super::{Cube, Splittable};
use crate::backend::{Optimum, Query, WrongAnswer};
use crate::grid::Solution;
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use std::ops::ControlFlow;

/// What is known of the solutions in a cube.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CubeAnswer {
    /// To queries about solutions.
    Solutions {
        /// How many were found, all different, up to the query's limit.
        found: u64,
        /// These; the least of them, or none, if the query is for their number.
        solutions: Vec<Solution>,
        /// [`End::Exhausted`] if the cube has no more.
        end: End,
    },
    /// To queries for the maximum.
    Best {
        /// The best solution found that is better than the score known before.
        solution: Option<Solution>,
        /// No solution of the cube scores more than this, if it is known.
        bound: Option<i64>,
        /// [`End::Exhausted`] if the cube has no better solution than this one and those
        /// known before.
        end: End,
    },
}

impl CubeAnswer {
    /// How the search of the cube ended.
    pub fn end(&self) -> &End {
        match self {
            CubeAnswer::Solutions { end, .. } | CubeAnswer::Best { end, .. } => end,
        }
    }

    /// No solution above the known score.
    pub(super) fn nothing() -> CubeAnswer {
        CubeAnswer::Best {
            solution: None,
            bound: None,
            end: End::Exhausted,
        }
    }

    /// The search for the maximum was stopped.
    pub(super) fn stopped(bound: Option<i64>, reason: Reason) -> CubeAnswer {
        CubeAnswer::Best {
            solution: None,
            bound,
            end: End::Stopped(reason),
        }
    }

    /// An optimum, without the solution if it is not above the known score.
    pub(super) fn of_optimum(optimum: Optimum, above: Option<i64>) -> CubeAnswer {
        let is_better = |score: i64| above.is_none_or(|above| score > above);
        match optimum {
            Optimum::Unsatisfiable => CubeAnswer::nothing(),
            Optimum::Unknown(reason) => CubeAnswer::stopped(None, reason),
            Optimum::Optimal { solution, score } => CubeAnswer::Best {
                solution: is_better(score).then_some(solution),
                bound: Some(score),
                end: End::Exhausted,
            },
            Optimum::Feasible {
                solution,
                score,
                bound,
                reason,
            } => CubeAnswer::Best {
                solution: is_better(score).then_some(solution),
                bound,
                end: match bound.is_some_and(|bound| !is_better(bound)) {
                    true => End::Exhausted,
                    false => End::Stopped(reason),
                },
            },
        }
    }

    /// With this solution where none was found, and no higher bound than this one.
    pub(super) fn or(mut self, better: Solution, most: i64) -> CubeAnswer {
        if let CubeAnswer::Best {
            solution, bound, ..
        } = &mut self
        {
            solution.get_or_insert(better);
            *bound = Some(bound.unwrap_or(most).min(most));
        }
        self
    }
}

/// Answers a query about the solutions of a cube. Of a maximum, only solutions that score
/// more than `above` are of interest.
///
/// # Errors
/// [`WrongAnswer`] if an engine's solution breaks the rules or a given.
pub fn solve<P: Splittable>(
    puzzle: &P,
    cube: &Cube,
    query: &Query<P::Objective>,
    above: Option<i64>,
    limits: &Limits,
) -> Result<CubeAnswer, WrongAnswer<P::Flaw>> {
    let part = puzzle.within(cube);
    let (limit, keep) = match query {
        Query::First => (1, true),
        Query::Count { limit } => (*limit, false),
        Query::Enumerate { limit } => (*limit, true),
        Query::Maximise(objective) => {
            return match part {
                None => Ok(CubeAnswer::nothing()),
                Some(part) => part.best_above(objective, above, limits),
            };
        }
    };
    let (mut found, mut solutions) = (0, Vec::new());
    let end = match part {
        None => End::Exhausted,
        Some(part) => part.enumerate(limit, limits, &mut |solution| {
            found += 1;
            match solutions.first_mut() {
                Some(least) if !keep => {
                    if solution < least {
                        *least = solution.clone();
                    }
                }
                _ => solutions.push(solution.clone()),
            }
            ControlFlow::Continue(())
        })?,
    };
    Ok(CubeAnswer::Solutions {
        found,
        solutions,
        end,
    })
}
