//! Solutions by their score: all with the highest one, and the next scores.

mod all_best;
mod near;
mod scores;
mod target;
mod top;

use super::bound::Bound;
use super::search::Search;
use super::turns::patience;
use crate::grid::Solution;
use crate::limits::Limits;
use crate::objective::CellWeights;
use crate::outcome::End;
use crate::rules::VariantPuzzle;
use crate::search::threads::Threads;
use all_best::AllBest;
use std::ops::ControlFlow;
use std::sync::Arc;

pub use scores::Wanted;
pub use top::top;

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
    let patience = patience(limits);
    at_least(puzzle, weights, least, threads, patience, limits, visitor)
}

/// [`scoring_at_least`] with `patience`: after that many failures, other searches work beside
/// branch and bound.
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
    let bound = Bound::new(puzzle, weights, search.engine.store.masks());
    let all = AllBest {
        bound,
        least,
        visitor,
    };
    all.run(&mut search, patience, limits)
}

/// The highest scores, each different from the last, with a solution each: at most `count`
/// of them. `best` must have the highest. It ends with [`End::Enough`] if there are that many: no others are higher, but there
/// may be lower ones. If a limit ends the search, there may be higher ones.
///
/// If it takes long, these threads help, which other searches share; what is found does not
/// depend on them unless a limit ends the work.
///
/// # Panics
/// If there are more or fewer weights than cells.
pub fn top_scores(
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    best: &Solution,
    count: usize,
    threads: Option<Arc<Threads>>,
    limits: &Limits,
) -> (Vec<(i64, Solution)>, End) {
    weights.assert_fit(puzzle.board());
    let patience = patience(limits);
    highest(
        puzzle,
        weights,
        Some(best),
        count,
        threads,
        patience,
        limits,
    )
}

/// [`top_scores`] with `patience`, as for [`at_least`], whether or not a best solution is known.
fn highest(
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    best: Option<&Solution>,
    count: usize,
    threads: Option<Arc<Threads>>,
    patience: u64,
    limits: &Limits,
) -> (Vec<(i64, Solution)>, End) {
    if count == 0 {
        return (Vec::new(), End::Enough);
    }
    let mut search = match Search::new(puzzle, limits) {
        Err(reason) => return (Vec::new(), End::Stopped(reason)),
        Ok(None) => return (Vec::new(), End::Exhausted),
        Ok(Some(search)) => search.sharing(threads),
    };
    let mut bound = Bound::new(puzzle, weights, search.engine.store.masks());
    let wanted = Wanted {
        count,
        best,
        least: None,
        report: &|_| {},
    };
    let (ranking, end) = top(&mut bound, wanted, &mut search, patience, limits);
    let end = match end {
        End::Exhausted if ranking.is_full() => End::Enough,
        end => end,
    };
    (ranking.solutions(), end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::Progress;
    use crate::outcome::Optimum;
    use crate::rules::{Board, Description, Library, compile};
    use crate::search::variant::maximise;
    use std::collections::BTreeMap;
    use std::time::Duration;

    /// Without a solution that is known.
    fn top_of(
        puzzle: &VariantPuzzle,
        weights: &CellWeights,
        count: usize,
        limits: &Limits,
    ) -> (Vec<(i64, Solution)>, End) {
        weights.assert_fit(puzzle.board());
        highest(puzzle, weights, None, count, None, patience(limits), limits)
    }

    fn empty_with<const N: usize>(rules: [&str; N]) -> VariantPuzzle {
        let empty = crate::Puzzle::empty("2x2".parse().unwrap());
        let description = Description::of_classic(&empty).unwrap();
        compile(&description.with_rules(rules), Library::built_in()).unwrap()
    }

    /// Which search finds a solution first depends on the machine; what is shown does not.
    #[test]
    fn the_best_solutions_come_in_one_order_with_any_number_of_threads() {
        for rule in ["diagonal", "anti-king"] {
            let puzzle = empty_with([rule]);
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

    #[test]
    fn the_top_scores_are_the_same_with_any_number_of_threads() {
        let puzzle = empty_with(["diagonal"]);
        let weights = (0..16).map(|cell| cell * cell % 7 - 2).collect();
        let weights = CellWeights::new(puzzle.board(), weights).unwrap();
        let mut all: BTreeMap<i64, Solution> = BTreeMap::new();
        let unlimited = Limits::unlimited();
        scoring_at_least(&puzzle, &weights, i64::MIN, None, &unlimited, &mut |each| {
            let score = weights.score(puzzle.board(), each);
            let least = all.entry(score).or_insert_with(|| each.clone());
            *least = least.clone().min(each.clone());
            ControlFlow::Continue(())
        });
        let all: Vec<(i64, Solution)> = all.into_iter().rev().collect();
        for count in [1, 2, 5, usize::MAX] {
            let ranked = |threads: usize, patience| {
                let threads = (threads > 0).then(|| Arc::new(Threads::new(threads)));
                highest(
                    &puzzle, &weights, None, count, threads, patience, &unlimited,
                )
            };
            let expected = &all[..count.min(all.len())];
            let first = ranked(0, u64::MAX);
            let scores = |ranked: &[(i64, Solution)]| -> Vec<i64> {
                ranked.iter().map(|(score, _)| *score).collect()
            };
            assert_eq!(scores(&first.0), scores(expected));
            assert_eq!(first.1 == End::Enough, count <= all.len());
            for patience in [0, 1, 5] {
                let one = ranked(0, patience);
                assert_eq!(one, ranked(2, patience), "{count} {patience}");
                assert_eq!((scores(&one.0), &one.1), (scores(expected), &first.1));
            }
        }
    }

    /// What the first attempt has searched to the end is excluded from the root for good.
    #[test]
    fn no_score_is_lost_with_what_the_first_attempt_has_searched() {
        let puzzle = empty_with([]);
        let limits = Limits::unlimited();
        for weights in [[-1, 3, 0, 2], [7, -2, 5, 1]] {
            let weights = (0..16).map(|cell| weights[cell % 4] * cell as i64 % 11);
            let weights = CellWeights::new(puzzle.board(), weights.collect()).unwrap();
            let ranked = |count, patience| {
                let found = highest(&puzzle, &weights, None, count, None, patience, &limits).0;
                found.iter().map(|(score, _)| *score).collect::<Vec<_>>()
            };
            let all = ranked(usize::MAX, u64::MAX);
            assert!(all.len() > 20);
            for count in [1, 2, 3, 10, 20] {
                for patience in 0..120 {
                    let expected = &all[..count];
                    assert_eq!(ranked(count, patience), expected, "{count} {patience}");
                }
            }
        }
    }

    /// The search for targets ends at the maximum, even if that is the first score that counts.
    #[test]
    fn the_maximum_is_above_all_lower_scores() {
        let empty = crate::Puzzle::empty(crate::Geometry::CLASSIC);
        let description = Description::of_classic(&empty).unwrap();
        let puzzle = compile(&description.with_rules(["windoku"]), Library::built_in()).unwrap();
        let weights = CellWeights::pyramid(puzzle.board());
        let maximum = |above| {
            let limits = Limits::unlimited();
            maximise(&puzzle, &weights, above, None, &limits, Progress::SILENT)
        };
        for above in [None, Some(2800), Some(2896), Some(2897)] {
            let found = maximum(above).best().map(|(_, score)| score);
            assert_eq!(found, Some(2898), "{above:?}");
        }
        for above in [2898, 2899, i64::MAX] {
            assert_eq!(maximum(Some(above)), Optimum::Unsatisfiable, "{above}");
        }
    }

    /// Where the search for targets alone takes longer, and solutions are many.
    #[test]
    fn the_maximum_of_a_loose_board_is_the_same_with_any_number_of_threads() {
        let board = Board::new((5, 5), (1, 10), None).unwrap();
        let weights = CellWeights::pyramid(&board);
        let puzzle = VariantPuzzle::new(board);
        let found = [0, 1, 2, 3].map(|threads| {
            let threads = (threads > 0).then(|| Arc::new(Threads::new(threads)));
            let limits = Limits::unlimited();
            maximise(&puzzle, &weights, None, threads, &limits, Progress::SILENT)
        });
        assert!(matches!(found[0], Optimum::Optimal { score: 1288, .. }));
        assert!(found.iter().all(|each| *each == found[0]));
    }

    /// One weighted cell: astronomically many solutions share each score.
    #[test]
    fn scores_that_many_solutions_share_are_all_found() {
        let empty = crate::Puzzle::empty(crate::Geometry::CLASSIC);
        let description = Description::of_classic(&empty).unwrap();
        let puzzle = compile(&description.with_rules(["anti-king"]), Library::built_in()).unwrap();
        let mut weights = vec![0; 81];
        weights[40] = 3;
        let weights = CellWeights::new(puzzle.board(), weights).unwrap();
        let (scores, end) = top_of(&puzzle, &weights, 10, &Limits::unlimited());
        let scores: Vec<i64> = scores.iter().map(|(score, _)| *score).collect();
        assert_eq!(scores, [27, 24, 21, 18, 15, 12, 9, 6, 3]);
        assert_eq!(end, End::Exhausted);
    }

    /// Searches that prove one score after the other do not come to the second one for minutes.
    #[test]
    fn the_next_scores_of_a_loose_board_are_found_near_the_highest() {
        let puzzle = VariantPuzzle::new(Board::new((4, 7), (1, 7), None).unwrap());
        let weights = CellWeights::pyramid(puzzle.board());
        let limits = Limits::unlimited().within(Duration::from_secs(120));
        let (scores, end) = top_of(&puzzle, &weights, 4, &limits);
        let best = &scores[0].1;
        let again = highest(&puzzle, &weights, Some(best), 4, None, 0, &limits);
        for (scores, end) in [(scores.clone(), end), again] {
            let scores: Vec<i64> = scores.iter().map(|(score, _)| *score).collect();
            assert_eq!((&scores[..], end), (&[722, 721, 720, 719][..], End::Enough));
        }
    }

    /// Near the best solution, most others score as much.
    #[test]
    fn the_scores_of_one_cell_of_a_loose_board_are_all_found() {
        let board = Board::new((9, 9), (0, 10), None).unwrap();
        let weights = (0..81).map(|cell| 2 * i64::from(cell == 27)).collect();
        let weights = CellWeights::new(&board, weights).unwrap();
        let puzzle = VariantPuzzle::new(board);
        let limits = Limits::unlimited().within(Duration::from_secs(120));
        let (scores, end) = top_of(&puzzle, &weights, 20, &limits);
        let scores = scores.iter().map(|(score, _)| *score);
        assert!(scores.eq((0..=10).rev().map(|digit| 2 * digit)));
        assert_eq!(end, End::Exhausted);
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
        let top = |count| top_of(&puzzle, &weights, count, &Limits::unlimited());
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
        let board = Board::classic(crate::Geometry::CLASSIC).unwrap();
        let weights = CellWeights::pyramid(&board);
        top_of(&puzzle, &weights, 3, &Limits::unlimited());
    }
}
