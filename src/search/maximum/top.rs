//! The highest scores by branch and bound: a part is left out once as many scores are known
//! as are wanted, and none that lies in it is higher.

use super::neighbours::{Effort, add_neighbours};
use super::nine::prepared;
use super::{QUICK_NODES, branch_and_bound, nodes_of_a_moment};
use crate::grid::{Puzzle, Row, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::outcome::{End, Reason};
use crate::search::Native;
use crate::search::dfs::tables::Tables;
use crate::search::ranked::Ranked;
use std::ops::ControlFlow;

/// Nodes of the search among the neighbours of a solution that share a set of cells.
const EACH: u64 = 100;

/// How many times the nodes of a moment all searches that reach that limit may take together.
const MOMENTS: u64 = 16;

/// Such searches in all, most of which end at once.
const SEARCHES: usize = 10_000;

impl Native {
    /// The highest scores, each different from the last, with a solution each: at most
    /// `count` (at least 1) of them. `best` must have the highest; it is the solution for its
    /// score, and of several others with one score, the first that the search finds. If a limit
    /// ends the search, there may be other and higher scores.
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
        let best_ranked = (reduced.score(best), best.clone());
        let mut ranked = Ranked::new(count, best_ranked, reduced.step());
        let end = match Row::of(puzzle) {
            Some(row) => {
                let prepared = prepared(&mut self.prepared, objective);
                let best = objective.score(best);
                prepared.top(&mut self.bitboard, row, best, count, &mut ranked, limits)
            }
            None => {
                let tables = self.tables(puzzle.geometry());
                top_of_any_shape(tables, puzzle, reduced, &mut ranked, limits)
            }
        };
        let scored = |solution: Solution| (objective.score(&solution), solution);
        (ranked.solutions().into_iter().map(scored).collect(), end)
    }

    /// [`Native::reaching`] as far as that is quick: it may end with
    /// [`Reason::NodeLimit`](crate::outcome::Reason::NodeLimit).
    pub(crate) fn quickly_reaching(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        least: i64,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        let limits = match Row::of(puzzle) {
            Some(_) => limits.clone(),
            None => limits.clone().within_nodes(nodes_of_a_moment(puzzle)),
        };
        self.reaching(puzzle, objective, least, &limits, visitor)
    }

    /// Shows all solutions that score `least` or more.
    pub(crate) fn reaching(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        least: i64,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        match Row::of(puzzle) {
            Some(row) => {
                let prepared = prepared(&mut self.prepared, objective);
                prepared.reaching(&mut self.bitboard, row, least, limits, visitor)
            }
            None => {
                let tables = self.tables(puzzle.geometry());
                branch_and_bound::reaching(tables, puzzle, objective, least, limits, visitor)
            }
        }
    }
}

/// Adds the highest scores on a shape other than 9×9: by a short search, near what that found, and
/// by a search to the end.
fn top_of_any_shape(
    tables: &Tables,
    puzzle: &Puzzle,
    objective: &Objective,
    ranked: &mut Ranked,
    limits: &Limits,
) -> End {
    let search = |puzzle: &Puzzle, ranked: &mut Ranked, limits: &Limits| {
        branch_and_bound::top(tables, puzzle, objective, ranked, limits)
    };
    let end = search(puzzle, ranked, &limits.clone().within_nodes(QUICK_NODES));
    if end != End::Stopped(Reason::NodeLimit) {
        return end;
    }
    let effort = Effort {
        each: EACH,
        cut: usize::try_from(MOMENTS * nodes_of_a_moment(puzzle) / EACH).unwrap_or(usize::MAX),
        searches: SEARCHES,
    };
    add_neighbours(puzzle, ranked, &effort, limits, search);
    match ranked.is_complete() {
        true => End::Exhausted,
        false => search(puzzle, ranked, limits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Geometry;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::collections::BTreeSet;

    /// With this many solutions, the short search leaves scores behind that are too low.
    const PUZZLE: &[u8; 81] =
        b"......9...59..1.7.......5.2..5...13.....53.68.....27.9......3.55.23.....79..2....";

    #[test]
    fn solutions_that_reach_a_score_are_all_shown_on_any_shape() {
        let geometry: Geometry = "2x2".parse().unwrap();
        let puzzle = Puzzle::empty(geometry);
        let weights = (0..16).map(|cell| cell * cell % 7 - 3).collect();
        let objective = Objective::new(geometry, weights).unwrap();
        let (mut native, limits) = (Native::default(), Limits::unlimited());
        let mut scores = Vec::new();
        native.enumerate(&puzzle, &limits, &mut |solution| {
            scores.push(objective.score(solution));
            ControlFlow::Continue(())
        });
        let levels: BTreeSet<i64> = scores.iter().copied().collect();
        assert!(levels.len() > 5);
        for least in levels {
            let mut shown = BTreeSet::new();
            let end = native.reaching(&puzzle, &objective, least, &limits, &mut |solution| {
                assert!(objective.score(solution) >= least);
                assert!(shown.insert(solution.clone()));
                ControlFlow::Continue(())
            });
            assert_eq!(end, End::Exhausted);
            let expected = scores.iter().filter(|score| **score >= least).count();
            assert_eq!(shown.len(), expected, "{least}");
        }
    }

    #[test]
    fn no_score_is_left_out_whatever_the_short_search_found() {
        let row = Row::new(PUZZLE).unwrap();
        let puzzle = row.to_puzzle();
        let limits = Limits::unlimited();
        let mut native = Native::default();
        let mut solutions = Vec::new();
        native.bitboard.search(row, &limits, |full| {
            solutions.push(full.solution());
            ControlFlow::Continue(())
        });
        assert_eq!(solutions.len(), 43_819);
        let mut random = ChaCha8Rng::seed_from_u64(5);
        for (reach, counts) in [(99_999, &[60, 300, 3000][..]), (999, &[300]), (9, &[40])] {
            let weights = (0..81).map(|_| random.random_range(0..=reach)).collect();
            let objective = Objective::new(Geometry::CLASSIC, weights).unwrap();
            let score = |solution: &Solution| (objective.score(solution), solution.clone());
            let (_, best) = solutions.iter().map(score).max().unwrap();
            let scores: BTreeSet<i64> = solutions.iter().map(|s| objective.score(s)).collect();
            for &count in counts {
                let (top, end) = native.top_scores(&puzzle, &objective, &best, count, &limits);
                assert_eq!(end, End::Exhausted);
                let top: Vec<i64> = top.into_iter().map(|(score, _)| score).collect();
                let expected: Vec<i64> = scores.iter().rev().copied().take(count).collect();
                assert!(top == expected, "{reach}, {count}");
            }
        }
    }
}
