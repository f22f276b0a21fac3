//! More than one best solution of a variant, by native search.

use super::native::VariantNative;
use crate::backend::ask::checked_score;
use crate::backend::optima::up_to;
use crate::backend::{BestSolutions, TopScores, WrongAnswer, checked};
use crate::grid::Solution;
use crate::limits::Limits;
use crate::objective::CellWeights;
use crate::outcome::{End, Reason};
use crate::rules::{VariantPuzzle, Violation};
use crate::search::variant;

/// Like [`best_solutions`](crate::backend::best_solutions), for a variant, on the threads that a
/// backend shares.
///
/// # Errors
/// [`WrongAnswer`] if a solution, `best` too, violates a constraint.
///
/// # Panics
/// If there are more or fewer weights than cells.
pub fn variant_best_solutions(
    native: &VariantNative,
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    best: &Solution,
    limit: u64,
    limits: &Limits,
) -> Result<BestSolutions, WrongAnswer<Violation>> {
    let score = checked_score(native, puzzle, weights, best)?;
    let found = up_to(limit, best, |visitor| {
        variant::scoring_at_least(puzzle, weights, score, native.threads(), limits, visitor)
    });
    for solution in &found.solutions {
        checked(native, puzzle, solution)?;
    }
    Ok(found)
}

/// Like [`top_scores`](crate::backend::top_scores()), for a variant, on the threads that a backend
/// shares. If a limit is reached, `best` is the only score: those below it would not be proven.
///
/// # Errors
/// [`WrongAnswer`] if a solution, `best` too, violates a constraint.
///
/// # Panics
/// If there are more or fewer weights than cells.
pub fn variant_top_scores(
    native: &VariantNative,
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    best: &Solution,
    count: u64,
    limits: &Limits,
) -> Result<TopScores, WrongAnswer<Violation>> {
    let highest = checked_score(native, puzzle, weights, best)?;
    let most = usize::try_from(count).unwrap_or(usize::MAX);
    let (scores, end) = variant::top_scores(puzzle, weights, best, most, native.threads(), limits);
    let is_whole = scores.first().is_some_and(|(score, _)| *score == highest);
    let end = match end {
        End::Exhausted | End::Enough if most > 0 && !is_whole => {
            let fault = format!("native: the highest scores leave out {highest}");
            End::Stopped(Reason::Engine(fault))
        }
        end => end,
    };
    let mut top = TopScores { scores, end };
    match top.end {
        End::Stopped(_) => top.scores = vec![(highest, best.clone())],
        _ => top.begin_with(highest, best),
    }
    for (_, solution) in &top.scores {
        checked(native, puzzle, solution)?;
    }
    Ok(top)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{Optimum, maximise};
    use crate::rules::{Description, Library, compile};
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;
    use std::time::Duration;

    fn diagonal() -> VariantPuzzle {
        let empty = crate::Puzzle::empty("2x2".parse().unwrap());
        let description = Description::of_classic(&empty).unwrap();
        compile(&description.with_rules(["diagonal"]), Library::built_in()).unwrap()
    }

    #[test]
    fn the_best_solutions_and_the_top_scores_are_those_of_all_solutions() {
        let (puzzle, unlimited) = (diagonal(), Limits::unlimited());
        let board = puzzle.board();
        let weights = CellWeights::new(board, (0..16).map(|k| k * k % 7 - 2).collect()).unwrap();
        let mut ranked: BTreeMap<i64, Vec<Solution>> = BTreeMap::new();
        variant::enumerate(&puzzle, None, &unlimited, &mut |solution| {
            let score = weights.score(board, solution);
            ranked.entry(score).or_default().push(solution.clone());
            ControlFlow::Continue(())
        });
        let (highest, mut all) = ranked
            .last_key_value()
            .map(|(k, v)| (*k, v.clone()))
            .unwrap();
        let mut native = VariantNative::default();
        let optimum = maximise(&mut native, &puzzle, &weights, &unlimited).unwrap();
        let Optimum::Optimal {
            solution: best,
            score,
        } = optimum
        else {
            panic!("{optimum:?}")
        };
        assert_eq!(score, highest);
        let best_up_to = |limit, limits: &Limits| {
            variant_best_solutions(&native, &puzzle, &weights, &best, limit, limits).unwrap()
        };
        let mut found = best_up_to(1000, &unlimited);
        found.solutions.sort();
        all.sort();
        assert_eq!((found.solutions, found.end), (all.clone(), End::Exhausted));
        assert_eq!(best_up_to(1, &unlimited).solutions.len(), 1);
        let late = unlimited.clone().within(Duration::ZERO);
        assert_eq!(best_up_to(1000, &late).end, End::Stopped(Reason::Timeout));
        let top = |count, limits: &Limits| {
            variant_top_scores(&native, &puzzle, &weights, &best, count, limits).unwrap()
        };
        assert_eq!(top(5, &late).scores, [(highest, best.clone())]);
        // The first is the one that is known.
        for best in &all {
            let top = variant_top_scores(&native, &puzzle, &weights, best, 2, &unlimited).unwrap();
            assert_eq!(top.scores[0], (highest, best.clone()));
        }
        for count in [1, 3, 1000] {
            let TopScores { scores, end } = top(count, &unlimited);
            let expected = ranked.keys().rev().take(count as usize);
            assert!(scores.iter().map(|(score, _)| score).eq(expected));
            assert!(
                scores
                    .iter()
                    .all(|(score, each)| ranked[score].contains(each))
            );
            assert_eq!(
                end == End::Enough,
                count as usize <= ranked.len(),
                "{count}"
            );
        }
    }
}
