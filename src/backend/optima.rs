//! More than one best solution: all of them, or their number.

use super::ask::{assert_fits, checked_score};
use super::sat::SatBackend;
use super::{Verdict, Visitor, WrongAnswer, checked};
use crate::grid::{Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::outcome::{End, Reason};
use crate::search::Native;
use std::ops::ControlFlow;

/// Solutions that share the highest score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestSolutions {
    /// The solutions, all different and checked. Their number is the number of optima if
    /// the search ended with [`End::Exhausted`].
    pub solutions: Vec<Solution>,
    /// Why there are no more: [`End::Enough`] if the limit was reached.
    pub end: End,
}

/// The solutions with the highest score, up to `limit` (at least 1), of a puzzle whose
/// maximum is known: `best` is one of them. By native search, as far as that is quick or the score has
/// too many sums for clauses, else by clauses.
///
/// ```
/// use satoku::backend::{self, NativeBackend, Presolve, SatBackend};
/// use satoku::encoding::{DEFAULT, Encoding};
/// use satoku::grid::{Geometry, Puzzle};
/// use satoku::limits::Limits;
/// use satoku::objective::Objective;
/// use satoku::outcome::End;
/// use satoku::sat::Engine;
///
/// let geometry = "2x2".parse()?;
/// let (puzzle, limits) = (Puzzle::empty(geometry), Limits::unlimited());
/// let objective = Objective::pyramid(geometry);
/// let mut native = NativeBackend::default();
/// let optimum = backend::maximise(&mut native, &puzzle, &objective, &limits)?;
/// let (best, _) = optimum.best().ok_or("no solution")?;
///
/// let encoding = Encoding::named(DEFAULT).ok_or("no encoding")?;
/// let mut sat = SatBackend::new(Engine::varisat(), encoding, Presolve::Locked);
/// let all = backend::best_solutions(&mut sat, &puzzle, &objective, best, 1000, &limits)?;
/// assert_eq!((all.solutions.len(), all.end), (4, End::Exhausted));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`WrongAnswer`] if a solution, `best` too, breaks the rules or a given.
///
/// # Panics
/// If the objective is of another shape than the puzzle.
pub fn best_solutions(
    sat: &mut SatBackend,
    puzzle: &Puzzle,
    objective: &Objective,
    best: &Solution,
    limit: u64,
    limits: &Limits,
) -> Result<BestSolutions, WrongAnswer> {
    let score = checked_score(sat, puzzle, objective, best)?;
    let mut found = up_to(limit, best, |visitor| {
        Native::default().quickly_reaching(puzzle, objective, score, limits, visitor)
    });
    if found.end == End::Stopped(Reason::NodeLimit) {
        found = up_to(limit, best, |visitor| {
            sat.scoring_at_least(puzzle, objective, score, limits, visitor)
        });
    }
    if found.end == End::Stopped(Reason::TooManySums) {
        found = up_to(limit, best, |visitor| {
            Native::default().reaching(puzzle, objective, score, limits, visitor)
        });
    }
    for solution in &found.solutions {
        checked(sat, puzzle, solution)?;
    }
    Ok(found)
}

/// Maximum number of solutions that are listed where scores have too many sums for clauses.
const MAX_LISTED: u64 = 1_000_000;

/// Shows every solution, without any clauses. If there are too many, the search stops for
/// [`Reason::TooManySums`].
pub(super) fn listed(puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
    let (mut left, mut is_enough) = (MAX_LISTED, false);
    let end = Native::default().enumerate(puzzle, limits, &mut |solution| {
        if left == 0 {
            return ControlFlow::Break(());
        }
        left -= 1;
        let flow = visitor(solution);
        is_enough = flow.is_break();
        flow
    });
    match end {
        End::Enough if !is_enough => End::Stopped(Reason::TooManySums),
        end => end,
    }
}

/// `best` and other solutions that are shown, up to `limit` in all.
pub(super) fn up_to(
    limit: u64,
    best: &Solution,
    show: impl FnOnce(&mut Visitor<'_>) -> End,
) -> BestSolutions {
    let mut solutions = vec![best.clone()];
    // A break means that there is one more than requested.
    let end = show(&mut |each| {
        if each == best {
            return ControlFlow::Continue(());
        }
        if solutions.len() as u64 >= limit {
            return ControlFlow::Break(());
        }
        solutions.push(each.clone());
        ControlFlow::Continue(())
    });
    BestSolutions { solutions, end }
}

/// A checked solution that scores more than `above`, or that there is none.
///
/// # Errors
/// [`WrongAnswer`] if the solution breaks the rules or a given.
///
/// # Panics
/// If the objective is of another shape than the puzzle.
pub fn solution_above(
    sat: &mut SatBackend,
    puzzle: &Puzzle,
    objective: &Objective,
    above: i64,
    limits: &Limits,
) -> Result<Verdict, WrongAnswer> {
    assert_fits(puzzle, objective);
    let mut found = None;
    let least = above.saturating_add(1);
    let end = sat.scoring_at_least(puzzle, objective, least, limits, &mut |each| {
        found = Some(each.clone());
        ControlFlow::Break(())
    });
    if let Some(solution) = &found {
        checked(sat, puzzle, solution)?;
    }
    Ok(Verdict::of(found, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{Presolve, top_scores};
    use crate::encoding::{DEFAULT, Encoding};
    use crate::grid::text::{PuzzleReader, ReadOptions};
    use crate::grid::{Cell, Geometry};
    use crate::sat::Engine;
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::Arc;
    use std::time::Duration;

    /// All solutions of the empty grid by score.
    fn ranked(objective: &Objective) -> BTreeMap<i64, Vec<Solution>> {
        let mut ranked: BTreeMap<i64, Vec<Solution>> = BTreeMap::new();
        let empty = Puzzle::empty(objective.geometry());
        Native::default().enumerate(&empty, &Limits::unlimited(), &mut |solution| {
            let score = objective.score(solution);
            ranked.entry(score).or_default().push(solution.clone());
            ControlFlow::Continue(())
        });
        ranked
    }

    /// A 6×6 puzzle with some dozen solutions.
    fn with_few_solutions() -> Puzzle {
        let text = ".4......64.........24..1.32....6.1..";
        let options = ReadOptions {
            geometry: Some("2x3".parse().unwrap()),
            ..ReadOptions::default()
        };
        let mut reader = PuzzleReader::of_text(text, "text", options);
        reader.next().unwrap().unwrap().puzzle
    }

    /// All solutions from the lowest score on.
    fn by_score(puzzle: &Puzzle, objective: &Objective) -> Vec<(i64, Solution)> {
        let mut scores = Vec::new();
        Native::default().enumerate(puzzle, &Limits::unlimited(), &mut |solution| {
            scores.push((objective.score(solution), solution.clone()));
            ControlFlow::Continue(())
        });
        scores.sort();
        scores
    }

    #[test]
    fn few_best_grids_are_found_without_clauses() {
        let puzzle = with_few_solutions();
        let objective = |weight: &dyn Fn(u32) -> i64| {
            let weights = (0..36).map(weight).collect();
            Objective::new(puzzle.geometry(), weights).unwrap()
        };
        // The digit of a single cell counts, of which there are few.
        let solutions = by_score(&puzzle, &objective(&|_| 0));
        let digits = |cell| {
            let digits = solutions.iter().map(|(_, each)| each.digit(Cell(cell)));
            digits.collect::<BTreeSet<_>>().len()
        };
        let open = (0..36).max_by_key(|&cell| digits(cell)).unwrap();
        let objective = objective(&|cell| i64::from(cell == open));
        let scores = by_score(&puzzle, &objective);
        let (highest, best) = scores[scores.len() - 1].clone();
        let all = scores.iter().filter(|(score, _)| *score == highest);
        let all: Vec<Solution> = all.map(|(_, solution)| solution.clone()).collect();
        assert!(all.len() > 1 && all.len() < scores.len());
        let mut engine = Engine::varisat();
        engine.make = Arc::new(|_| unreachable!("no solver is needed"));
        let encoding = Encoding::named(DEFAULT).unwrap();
        let mut sat = SatBackend::new(engine, encoding, Presolve::Locked);
        let unlimited = Limits::unlimited();
        let found = best_solutions(&mut sat, &puzzle, &objective, &best, 1000, &unlimited);
        let mut found = found.unwrap();
        found.solutions.sort();
        assert_eq!((found.solutions, found.end), (all, End::Exhausted));
    }

    #[test]
    fn scores_with_too_many_sums_are_listed() {
        let puzzle = with_few_solutions();
        let weights = (0..36_i64).map(|k| k * k * 7_919 % 1_000_003 - 400_000);
        let objective = Objective::new(puzzle.geometry(), weights.collect()).unwrap();
        let unlimited = Limits::unlimited();
        let scores = by_score(&puzzle, &objective);
        let best = scores[scores.len() - 1].1.clone();
        let encoding = Encoding::named(DEFAULT).unwrap();
        let mut sat = SatBackend::new(Engine::varisat(), encoding, Presolve::Locked);
        for count in [2, 5, 1000] {
            let top = top_scores(&mut sat, &puzzle, &objective, &best, count, &unlimited).unwrap();
            let mut expected: Vec<i64> = scores.iter().rev().map(|(score, _)| *score).collect();
            expected.dedup();
            expected.truncate(count as usize);
            assert!(top.scores.iter().map(|(score, _)| *score).eq(expected));
            let is_all = matches!(top.end, End::Exhausted);
            assert_eq!(is_all, count == 1000);
        }
        let all = best_solutions(&mut sat, &puzzle, &objective, &best, 9, &unlimited).unwrap();
        assert_eq!((all.solutions, all.end), (vec![best], End::Exhausted));
    }

    #[test]
    fn the_best_solutions_and_the_top_scores_are_those_of_all_solutions() {
        let geometry: Geometry = "2x2".parse().unwrap();
        let objective = Objective::new(geometry, (0..16).map(|k| k * k % 7).collect()).unwrap();
        let ranked = ranked(&objective);
        let scores: Vec<i64> = ranked.keys().rev().copied().collect();
        let (puzzle, unlimited) = (Puzzle::empty(geometry), Limits::unlimited());
        let encoding = Encoding::named(DEFAULT).unwrap();
        let mut sat = SatBackend::new(Engine::varisat(), encoding, Presolve::Locked);
        let mut all = ranked[&scores[0]].clone();
        all.sort();
        let best = all[0].clone();
        let mut best_up_to = |limit, limits: &Limits| {
            best_solutions(&mut sat, &puzzle, &objective, &best, limit, limits).unwrap()
        };
        let mut found = best_up_to(1000, &unlimited);
        found.solutions.sort();
        assert_eq!((found.solutions, found.end), (all.clone(), End::Exhausted));
        assert!(all.len() > 1);
        let found = best_up_to(1, &unlimited);
        assert_eq!((found.solutions.len(), found.end), (1, End::Enough));
        let late = best_up_to(1000, &unlimited.clone().within(Duration::ZERO));
        assert_eq!(late.end, End::Stopped(Reason::Timeout));
        for count in [1, 3, 1000] {
            let top = top_scores(&mut sat, &puzzle, &objective, &best, count, &unlimited);
            let top = top.unwrap();
            let expected = &scores[..scores.len().min(count as usize)];
            assert!(top.scores.iter().map(|(score, _)| score).eq(expected));
            assert!(
                top.scores
                    .iter()
                    .all(|(score, each)| objective.score(each) == *score)
            );
            let end = match count {
                1000 => End::Exhausted,
                _ => End::Enough,
            };
            assert_eq!(top.end, end);
        }
    }
}
