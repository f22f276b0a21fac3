//! Solutions by their score: all with the highest one, and the next scores.

mod all_best;

use super::maximum::Bound;
use super::search::{Goal, Search, solution};
use crate::grid::Solution;
use crate::limits::Limits;
use crate::objective::CellWeights;
use crate::outcome::End;
use crate::rules::{Mask, VariantPuzzle};
use crate::search::threads::Threads;
use all_best::AllBest;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Shows the solutions with at least this score, all different, to `visitor` until it
/// breaks. If it takes long, these threads help, which other searches share; which solutions
/// are shown, and in which order, does not depend on them unless a limit ends the work.
///
/// # Panics
/// If there are more or fewer weights than cells.
pub fn scoring_at_least(
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    least: i64,
    threads: Option<Arc<Threads>>,
    limits: &Limits,
    visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> End {
    weights.assert_fit(puzzle.board());
    // A limit on nodes is for one search.
    let patience = limits.nodes().map_or(all_best::PATIENCE, |_| u64::MAX);
    at_least(puzzle, weights, least, threads, patience, limits, visitor)
}

/// [`scoring_at_least`] with `patience`: after so many failures, other searches work beside branch
/// and bound.
fn at_least(
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    least: i64,
    threads: Option<Arc<Threads>>,
    patience: u64,
    limits: &Limits,
    visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> End {
    let mut search = match Search::new(puzzle, limits) {
        Err(reason) => return End::Stopped(reason),
        Ok(None) => return End::Exhausted,
        Ok(Some(search)) => search.sharing(threads),
    };
    let bound = Bound::new(puzzle.board(), weights, search.engine.store.masks());
    let all = AllBest {
        bound,
        least,
        visitor,
    };
    all.run(&mut search, patience, limits)
}

/// The highest scores, each different from the last, with a solution each: at most `count`
/// of them. It ends with [`End::Enough`] if there are so many: no others are higher, but there may
/// be lower ones. If a limit ends the search, there may be higher ones.
///
/// # Panics
/// If there are more or fewer weights than cells.
pub fn top_scores(
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    count: usize,
    limits: &Limits,
) -> (Vec<(i64, Solution)>, End) {
    weights.assert_fit(puzzle.board());
    if count == 0 {
        return (Vec::new(), End::Enough);
    }
    let scores = BTreeMap::new();
    let (goal, end) = run(puzzle, weights, limits, |bound| Top {
        bound,
        count,
        scores,
    });
    let scores = goal.map(|goal| goal.scores.into_iter().rev().collect());
    let scores: Vec<_> = scores.unwrap_or_default();
    let end = match end {
        End::Exhausted if scores.len() >= count => End::Enough,
        end => end,
    };
    (scores, end)
}

/// Runs a search for a goal that is made with a bound on scores.
fn run<'o, G: Goal>(
    puzzle: &'o VariantPuzzle,
    weights: &'o CellWeights,
    limits: &Limits,
    goal: impl FnOnce(Bound<'o>) -> G,
) -> (Option<G>, End) {
    match Search::new(puzzle, limits) {
        Err(reason) => (None, End::Stopped(reason)),
        Ok(None) => (None, End::Exhausted),
        Ok(Some(mut search)) => {
            let masks = search.engine.store.masks();
            let mut goal = goal(Bound::new(puzzle.board(), weights, masks));
            let end = search.run(limits, &mut goal);
            (Some(goal), end)
        }
    }
}

struct Top<'o> {
    bound: Bound<'o>,
    count: usize,
    scores: BTreeMap<i64, Solution>,
}

impl Goal for Top<'_> {
    fn is_hopeless(&mut self, masks: &[Mask]) -> bool {
        let lowest = self.scores.keys().next();
        let lowest = lowest.filter(|_| self.scores.len() >= self.count);
        lowest.is_some_and(|lowest| self.bound.is_below(masks, lowest.saturating_add(1)))
    }

    fn can_learn(&self) -> bool {
        false
    }

    fn digit(&self, cell: usize, mask: Mask) -> u32 {
        self.bound.best_digit(cell, mask)
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        let score = self.bound.by_cells(masks);
        self.scores.entry(score).or_insert_with(|| solution(masks));
        if self.scores.len() > self.count {
            self.scores.pop_first();
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Description, Library, compile};

    /// Which search finds a solution first depends on the machine; what is shown does not.
    #[test]
    fn the_best_solutions_come_in_one_order_with_any_number_of_threads() {
        let empty = crate::Puzzle::empty("2x2".parse().unwrap());
        let description = Description::of_classic(&empty).unwrap();
        let rules: [&[&str]; 2] = [&["diagonal"], &["anti-king"]];
        for rules in rules {
            let description = description.clone().with_rules(rules);
            let puzzle = compile(&description, Library::built_in()).unwrap();
            let weights = (0..16).map(|cell| cell * cell % 7 - 2).collect();
            let weights = CellWeights::new(puzzle.board(), weights).unwrap();
            for least in [i64::MIN, 20, 30, i64::MAX] {
                let shown = |threads: usize, patience: u64, most: usize| {
                    let mut shown = Vec::new();
                    let threads = (threads > 0).then(|| Arc::new(Threads::new(threads)));
                    let limits = Limits::unlimited();
                    let visit = &mut |each: &Solution| {
                        shown.push(each.clone());
                        match shown.len() == most {
                            true => ControlFlow::Break(()),
                            false => ControlFlow::Continue(()),
                        }
                    };
                    let end = at_least(&puzzle, &weights, least, threads, patience, &limits, visit);
                    (shown, end)
                };
                let mut alone = shown(0, u64::MAX, usize::MAX).0;
                alone.sort();
                for patience in [0, 1, 5, u64::MAX] {
                    let one = shown(0, patience, usize::MAX);
                    assert_eq!(one, shown(2, patience, usize::MAX));
                    let mut all = one.0.clone();
                    all.sort();
                    assert_eq!(all, alone, "{least} {patience}");
                    let few = shown(2, patience, 3);
                    assert_eq!(few.0, one.0[..one.0.len().min(3)]);
                }
            }
        }
    }

    fn empty_with_weights() -> (VariantPuzzle, CellWeights) {
        let empty = crate::Puzzle::empty("2x2".parse().unwrap());
        let puzzle = VariantPuzzle::from_classic(&empty).unwrap();
        let weights = CellWeights::pyramid(puzzle.board());
        (puzzle, weights)
    }

    #[test]
    fn lower_scores_than_those_that_were_asked_for_may_remain() {
        let (puzzle, weights) = empty_with_weights();
        let top = |count| top_scores(&puzzle, &weights, count, &Limits::unlimited());
        let (all, end) = top(usize::MAX);
        assert_eq!(end, End::Exhausted);
        assert!(all.len() > 2, "{}", all.len());
        for count in [0, 1, 2, all.len()] {
            let (scores, end) = top(count);
            let scores = scores.iter().map(|(score, _)| *score);
            let highest = all.iter().map(|(score, _)| *score).take(count);
            assert!(scores.eq(highest), "{count}");
            assert_eq!(end, End::Enough, "{count}");
        }
        assert_eq!(top(all.len() + 1).1, End::Exhausted);
    }

    #[test]
    #[should_panic(expected = "found 81 weights, expected one for each of the 16 cells")]
    fn weights_of_another_board_have_no_top_scores() {
        let (puzzle, _) = empty_with_weights();
        let board = crate::rules::Board::classic(crate::Geometry::CLASSIC).unwrap();
        let weights = CellWeights::pyramid(&board);
        top_scores(&puzzle, &weights, 3, &Limits::unlimited());
    }
}
