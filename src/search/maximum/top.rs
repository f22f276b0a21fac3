//! The highest scores by branch and bound: a part is left out once as many scores are known
//! as are wanted, and none that lies in it is higher.

use super::branch_and_bound;
use super::nine::Prepared;
use crate::grid::{Puzzle, Row, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::outcome::End;
use crate::search::Native;
use crate::search::ranked::Ranked;

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
                let known = self.prepared.take();
                let known = known.filter(|prepared| prepared.is_of(objective));
                let prepared = known.unwrap_or_else(|| Prepared::new(objective));
                let prepared = self.prepared.insert(prepared);
                prepared.top(&mut self.bitboard, row, &mut ranked, limits)
            }
            None => {
                let tables = self.tables(puzzle.geometry());
                branch_and_bound::top(tables, puzzle, reduced, &mut ranked, limits)
            }
        };
        let scored = |solution: Solution| (objective.score(&solution), solution);
        (ranked.solutions().into_iter().map(scored).collect(), end)
    }
}
