//! The highest scores by branch and bound: a part is left out once as many scores are known
//! as are wanted, and none that lies in it is higher.

use super::branch_and_bound;
use super::nine::prepared;
use crate::grid::{Puzzle, Row, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::outcome::{End, Reason};
use crate::search::Native;
use crate::search::ranked::Ranked;
use std::ops::ControlFlow;

impl Native {
    /// The highest scores, each different from the last, with a solution each: at most
    /// `count` (at least 1) of them. `best` is the solution for its own score, and of several
    /// others with one score, the first that the search finds. If a limit ends the search,
    /// there may be other and higher scores.
    pub fn top_scores(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        best: &Solution,
        count: usize,
        limits: &Limits,
    ) -> (Vec<(i64, Solution)>, End) {
        // Scores differ by a constant from those of the smaller objective, which has
        // tighter bounds.
        let reduced = &objective.reduced().objective;
        let mut ranked = Ranked::new(count, (reduced.score(best), best.clone()));
        let end = match Row::of(puzzle) {
            Some(row) => {
                let prepared = prepared(&mut self.prepared, objective);
                let best = objective.score(best);
                prepared.top(&mut self.bitboard, row, best, count, &mut ranked, limits)
            }
            None => {
                let tables = self.tables(puzzle.geometry());
                branch_and_bound::top(tables, puzzle, reduced, &mut ranked, limits)
            }
        };
        let scored = |solution: Solution| (objective.score(&solution), solution);
        (ranked.solutions().into_iter().map(scored).collect(), end)
    }

    /// Shows all solutions of a 9×9 puzzle that score `least` or more, as far as that is quick:
    /// it may end with [`Reason::NodeLimit`], as it does at once on other shapes.
    pub(crate) fn reaching(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        least: i64,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        let Some(row) = Row::of(puzzle) else {
            return End::Stopped(Reason::NodeLimit);
        };
        let prepared = prepared(&mut self.prepared, objective);
        prepared.reaching(&mut self.bitboard, row, least, limits, visitor)
    }
}
