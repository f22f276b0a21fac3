//! One answer from those of all cubes.

use super::check::check;
use super::{Cube, CubeAnswer, Split, Splittable};
use crate::backend::{Answer, Query};
use crate::grid::Solution;
use crate::outcome::{End, Optimum, Reason, Tally, Verdict};
use crate::words::counted;
use std::collections::BTreeSet;

/// The answers of cubes as they come in, in any order.
pub struct Combination<'p, P: Splittable> {
    puzzle: &'p P,
    query: &'p Query<P::Objective>,
    /// How each cube ended; `None` as long as it has no answer.
    ends: Vec<Option<End>>,
    /// How many may have more solutions.
    unfinished: usize,
    /// Upper bounds on the scores in cubes that stay open.
    bounds: Vec<Option<i64>>,
    /// How many solutions were found in each cube; cubes have none in common.
    found: Vec<u64>,
    /// Their sum.
    total: u128,
    solutions: BTreeSet<Solution>,
    best: Option<(i64, Solution)>,
}

/// An answer that cannot be one of these cubes'.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CombineError {
    /// There is no such cube.
    #[error("cube {found} has an answer, expected one from 1 to {cubes}")]
    Index {
        /// The number of the cube, from 1.
        found: usize,
        /// How many there are.
        cubes: usize,
    },
    /// An answer to another query.
    #[error("the answer of cube {0} is not one to this query")]
    Query(usize),
    /// A solution that does not belong to the cube.
    #[error("the solution of cube {cube} is wrong: {flaw}")]
    Solution {
        /// The number of the cube, from 1.
        cube: usize,
        /// What is wrong with it.
        flaw: String,
    },
    /// An answer whose parts cannot all be right.
    #[error("the answer of cube {cube} contradicts itself: {what}")]
    Contradiction {
        /// The number of the cube, from 1.
        cube: usize,
        /// Which parts.
        what: String,
    },
    /// An answer that cannot be right if an earlier one, which was stopped, was.
    #[error("the answer of cube {cube} contradicts what was known of it: {what}")]
    Earlier {
        /// The number of the cube, from 1.
        cube: usize,
        /// What was known, and what the answer says.
        what: String,
    },
}

impl<'p, P: Splittable> Combination<'p, P> {
    /// Starts without answers. `cubes` is the number of cubes, which must be all of a
    /// [`Split`](super::Split) for this query.
    pub fn new(puzzle: &'p P, query: &'p Query<P::Objective>, cubes: usize) -> Self {
        Combination {
            puzzle,
            query,
            ends: vec![None; cubes],
            unfinished: cubes,
            bounds: vec![None; cubes],
            found: vec![0; cubes],
            total: 0,
            solutions: BTreeSet::new(),
            best: None,
        }
    }

    /// Takes the upper bounds of a split, for cubes that stay open.
    #[must_use]
    pub fn bounded_by(mut self, split: &Split) -> Self {
        let bounds = split.bounds.iter().chain(std::iter::repeat(&None));
        self.bounds = bounds.copied().take(self.ends.len()).collect();
        self
    }

    /// Takes a solution that was known before: needed if the split left out what scores
    /// no more than it.
    ///
    /// # Errors
    /// What is wrong with the solution.
    pub fn know(&mut self, solution: &Solution) -> Result<(), P::Flaw> {
        self.puzzle.check(solution)?;
        self.consider(solution);
        Ok(())
    }

    /// Takes the answer of the cube with this index, from 0. A cube that was answered
    /// before keeps its answer, unless that was stopped.
    ///
    /// # Errors
    /// [`CombineError`]; the answer does not count then.
    pub fn add(
        &mut self,
        index: usize,
        cube: &Cube,
        answer: CubeAnswer,
    ) -> Result<(), CombineError> {
        if index < self.ends.len() && !self.is_answered(index) {
            check(self.puzzle, self.query, index, cube, &answer)?;
        }
        self.add_checked(index, answer)
    }

    /// [`Combination::add`] for an answer that was [checked](check()).
    pub(super) fn add_checked(
        &mut self,
        index: usize,
        answer: CubeAnswer,
    ) -> Result<(), CombineError> {
        let (found, cubes) = (index + 1, self.ends.len());
        if index >= cubes {
            return Err(CombineError::Index { found, cubes });
        }
        if self.is_answered(index) {
            return Ok(());
        }
        if let Some(what) = self.contradicted(index, &answer) {
            let cube = index + 1;
            return Err(CombineError::Earlier { cube, what });
        }
        let end = match answer {
            CubeAnswer::Solutions {
                found,
                solutions,
                end,
            } => {
                // A cube that was stopped is solved again, and may be stopped earlier.
                let more = found.saturating_sub(self.found[index]);
                self.found[index] += more;
                self.total += u128::from(more);
                self.solutions.extend(solutions);
                end
            }
            CubeAnswer::Best {
                solution,
                bound,
                end,
            } => {
                if let Some(solution) = &solution {
                    self.consider(solution);
                }
                let earlier = self.bounds[index];
                self.bounds[index] = match (earlier, bound) {
                    (Some(earlier), Some(bound)) => Some(earlier.min(bound)),
                    (earlier, bound) => bound.or(earlier),
                };
                end
            }
        };
        self.unfinished -= usize::from(end == End::Exhausted);
        self.ends[index] = Some(end);
        Ok(())
    }

    /// What an answer says, and what else was known of its cube.
    fn contradicted(&self, index: usize, answer: &CubeAnswer) -> Option<String> {
        match answer {
            CubeAnswer::Solutions { found, end, .. } => {
                let earlier = self.found[index];
                let is_less = *end == End::Exhausted && *found < earlier;
                is_less.then(|| {
                    let earlier = counted(earlier, "solution");
                    format!("{earlier} were found earlier, and now there are {found} in all")
                })
            }
            CubeAnswer::Best { solution, .. } => {
                let Query::Maximise(objective) = self.query else {
                    return None;
                };
                let score = self.puzzle.score(objective, solution.as_ref()?);
                let bound = self.bounds[index]?;
                let is_more = score > bound;
                is_more.then(|| format!("a solution scores {score}, and the bound was {bound}"))
            }
        }
    }

    fn consider(&mut self, solution: &Solution) {
        if let Query::Maximise(objective) = self.query {
            let score = self.puzzle.score(objective, solution);
            if self.best.as_ref().is_none_or(|(best, _)| score > *best) {
                self.best = Some((score, solution.clone()));
            }
        }
    }

    /// The score above which solutions are of interest: that of the best solution so far.
    pub fn best_score(&self) -> Option<i64> {
        self.best.as_ref().map(|(score, _)| *score)
    }

    /// The least of the solutions that the answers hold.
    pub fn least(&self) -> Option<&Solution> {
        self.solutions.first()
    }

    /// Whether the query is answered: further answers change neither the verdict nor the count,
    /// only which solutions are shown.
    pub fn is_settled(&self) -> bool {
        let is_enough = match self.query {
            Query::First => !self.solutions.is_empty(),
            Query::Count { limit } => self.total >= u128::from(*limit),
            Query::Enumerate { limit } => self.solutions.len() as u64 >= *limit,
            Query::Maximise(_) => false,
        };
        is_enough || self.unfinished == 0
    }

    /// Whether the cube with this index needs no further work.
    pub fn is_answered(&self, index: usize) -> bool {
        let end = self.ends.get(index).and_then(Option::as_ref);
        matches!(end, Some(End::Exhausted | End::Enough))
    }

    /// The number of cubes.
    pub fn cubes(&self) -> usize {
        self.ends.len()
    }

    /// The answer to the query, as far as the answers of the cubes allow.
    pub fn answer(&self) -> Answer {
        let open = self.open();
        match self.query {
            Query::First => Answer::First(match (self.solutions.first(), open) {
                (Some(solution), _) => Verdict::Solved(solution.clone()),
                (None, Some(reason)) => Verdict::Unknown(reason),
                (None, None) => Verdict::Unsatisfiable,
            }),
            Query::Count { limit } => {
                let found = u64::try_from(self.total).unwrap_or(u64::MAX);
                Answer::Count(tally(found, *limit, open))
            }
            Query::Enumerate { limit } => {
                let most = usize::try_from(*limit).unwrap_or(usize::MAX);
                let solutions: Vec<Solution> = self.solutions.iter().take(most).cloned().collect();
                let found = self.solutions.len() as u64;
                Answer::Enumerate(solutions, tally(found, *limit, open))
            }
            Query::Maximise(_) => Answer::Maximise(self.optimum(open)),
        }
    }

    fn optimum(&self, open: Option<Reason>) -> Optimum {
        match (self.best.clone(), open) {
            (None, None) => Optimum::Unsatisfiable,
            (None, Some(reason)) => Optimum::Unknown(reason),
            (Some((score, solution)), None) => Optimum::Optimal { solution, score },
            (Some((score, solution)), Some(reason)) => Optimum::Feasible {
                solution,
                score,
                bound: self.bound(),
                reason,
            },
        }
    }

    /// No solution scores more than this. `None` if some open cube has no bound.
    pub fn bound(&self) -> Option<i64> {
        let mut most = self.best_score();
        for (end, bound) in self.ends.iter().zip(&self.bounds) {
            if *end != Some(End::Exhausted) {
                most = most.max(Some((*bound)?));
            }
        }
        most
    }

    /// Why some cube is open.
    fn open(&self) -> Option<Reason> {
        let reasons = self.ends.iter().filter_map(|end| match end {
            None => Some(Reason::Interrupted),
            Some(End::Stopped(reason)) => Some(reason.clone()),
            Some(End::Exhausted | End::Enough) => None,
        });
        // Any other reason says more than an interruption.
        reasons.max_by_key(|reason| *reason != Reason::Interrupted)
    }
}

fn tally(found: u64, limit: u64, open: Option<Reason>) -> Tally {
    let end = match open {
        _ if found >= limit => End::Enough,
        Some(reason) => End::Stopped(reason),
        None => End::Exhausted,
    };
    Tally {
        found: found.min(limit),
        end,
    }
}
