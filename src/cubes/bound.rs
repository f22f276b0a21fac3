//! Upper bounds on the scores within candidates, and the best solution above a known
//! score.

use super::solve::CubeAnswer;
use super::splittable::{CandidateLists, Splittable};
use crate::backend::{
    self, NativeBackend, Optimum, Presolve, SatBackend, VariantNative, WrongAnswer,
};
use crate::encoding::{DEFAULT, Encoding};
use crate::grid::{Candidate, Cell, Digit, HouseKind, Puzzle};
use crate::limits::Limits;
use crate::objective::assignment::least_loss;
use crate::objective::priced::Priced;
use crate::objective::{CellWeights, Improvement, Objective, Progress, Reduced};
use crate::outcome::{Reason, Verdict};
use crate::rules::{VariantPuzzle, Violation};
use crate::sat::Engine;
use crate::search::{Native, variant};

/// Largest side on which native search is tried before clauses.
const QUICK_SIDE: usize = 9;

/// Limit on the nodes of that native search.
pub const QUICK_NODES: u64 = 300;

/// How much less each candidate scores than the best one of its cell.
pub struct CandidateLosses {
    /// The sum of the best candidates.
    most: Option<i64>,
    /// Cell by cell.
    losses: Vec<Vec<(Digit, u64)>>,
}

impl CandidateLosses {
    /// The losses of these candidates.
    pub fn new(left: &CandidateLists, value: impl Fn(Cell, Digit) -> i64) -> CandidateLosses {
        let mut sum = Some(0);
        let cells = left.0.iter().enumerate().map(|(index, digits)| {
            let value = |digit| value(Cell(index as u32), digit);
            let most = digits.iter().map(|&digit| value(digit)).max();
            sum = sum.zip(most).map(|(sum, most)| sum + most);
            let most = most.unwrap_or(0);
            let losses = digits.iter();
            losses
                .map(|&digit| (digit, most.abs_diff(value(digit))))
                .collect()
        });
        let losses = cells.collect();
        CandidateLosses { most: sum, losses }
    }

    /// The least of the bounds by these kinds of houses: the houses of a kind share no
    /// cell. `None` if a cell has no candidate, or the cells of a house cannot differ.
    pub fn bound(&self, kinds: &[Vec<Vec<Cell>>], digits: usize) -> Option<i64> {
        let mut most_lost = 0;
        for houses in kinds {
            let mut lost = 0u64;
            for house in houses {
                lost = lost.saturating_add(self.house(house, digits)?);
            }
            most_lost = most_lost.max(lost);
        }
        Some(self.most?.saturating_sub_unsigned(most_lost))
    }

    /// The least loss of a house.
    fn house(&self, cells: &[Cell], digits: usize) -> Option<u64> {
        let lost = cells.iter().map(|cell| {
            let losses = self.losses[cell.index()].iter();
            losses.map(|(digit, loss)| (digit.index(), *loss))
        });
        least_loss(lost, digits)
    }
}

/// The objective of a classic puzzle in two forms that give bounds.
pub struct Scores {
    reduced: Reduced,
    /// If the linear programs of prices can be solved.
    priced: Option<Priced>,
    /// Rows, columns, boxes.
    houses: [Vec<Vec<Cell>>; 3],
    side: usize,
}

impl Scores {
    /// The objective within a puzzle.
    pub fn new(puzzle: &Puzzle, objective: &Objective, limits: &Limits) -> Scores {
        let geometry = puzzle.geometry();
        let candidates = crate::grid::Candidates::of_givens(puzzle);
        Scores {
            reduced: objective.reduced().clone(),
            priced: Priced::new(objective, &candidates, limits),
            houses: HouseKind::ALL.map(|kind| {
                let houses = geometry.houses_of_kind(kind);
                houses
                    .map(|house| geometry.house_cells(house).collect())
                    .collect()
            }),
            side: geometry.side(),
        }
    }

    /// No solution within these candidates scores more. `None` if they have none.
    pub fn bound(&self, left: &CandidateLists) -> Option<i64> {
        let reduced = &self.reduced;
        let losses = CandidateLosses::new(left, |cell, digit| reduced.objective.value(cell, digit));
        let bound = reduced.constant + losses.bound(&self.houses, self.side)?;
        let Some(priced) = &self.priced else {
            return Some(bound);
        };
        let losses = CandidateLosses::new(left, |cell, digit| priced.value(cell, digit));
        let by_prices = priced.score(losses.bound(&self.houses, self.side)?);
        Some(bound.min(by_prices))
    }

    /// What a candidate adds to the score, but for a constant.
    pub fn value(&self, Candidate { cell, digit }: Candidate) -> i64 {
        match &self.priced {
            Some(priced) => priced.value(cell, digit),
            None => self.reduced.objective.value(cell, digit),
        }
    }
}

/// [`Splittable::best_above`](super::Splittable::best_above) for classic puzzles: search
/// on small grids, bounds and clauses otherwise.
pub fn best_above(
    puzzle: &Puzzle,
    objective: &Objective,
    above: Option<i64>,
    limits: &Limits,
) -> Result<CubeAnswer, WrongAnswer> {
    let mut sat = sat_backend();
    let mut native = NativeBackend::default();
    if puzzle.geometry().side() <= QUICK_SIDE || above.is_none() {
        let quick = limits.clone().within_nodes(QUICK_NODES);
        let found = backend::maximise(&mut native, puzzle, objective, &quick)?;
        if found.reason().is_none() {
            return Ok(CubeAnswer::of_optimum(found, above));
        }
    }
    let Some(known) = above else {
        let found = backend::maximise(&mut sat, puzzle, objective, limits)?;
        return Ok(CubeAnswer::of_optimum(found, None));
    };
    let bound = match linear_bound(puzzle, objective, limits) {
        Err(reason) => return Ok(CubeAnswer::stopped(None, reason)),
        Ok(None) => return Ok(CubeAnswer::nothing()),
        Ok(Some(bound)) if bound <= known => return Ok(CubeAnswer::nothing()),
        Ok(Some(bound)) => bound,
    };
    match backend::solution_above(&mut sat, puzzle, objective, known, limits)? {
        Verdict::Unknown(reason) => Ok(CubeAnswer::stopped(Some(bound), reason)),
        Verdict::Unsatisfiable => Ok(CubeAnswer::nothing()),
        Verdict::Solved(better) => {
            let found = backend::maximise(&mut sat, puzzle, objective, limits)?;
            Ok(CubeAnswer::of_optimum(found, above).or(better, bound))
        }
    }
}

/// SAT for maxima on grids of any size.
pub fn sat_backend() -> SatBackend {
    let encoding = Encoding::named(DEFAULT).expect("the default encoding is built in");
    SatBackend::new(Engine::varisat(), encoding, Presolve::AllDifferent)
}

/// A bound by propagation and linear programs; `None` if there is no solution.
fn linear_bound(
    puzzle: &Puzzle,
    objective: &Objective,
    limits: &Limits,
) -> Result<Option<i64>, Reason> {
    let left = puzzle.propagate(&mut Native::default(), limits)?;
    let scores = Scores::new(puzzle, objective, limits);
    Ok(left.and_then(|left| scores.bound(&left)))
}

/// [`Splittable::best_above`](super::Splittable::best_above) for variants.
pub fn variant_best_above(
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    above: Option<i64>,
    limits: &Limits,
) -> Result<CubeAnswer, WrongAnswer<Violation>> {
    let mut native = VariantNative::default();
    if puzzle.to_classic().is_some() {
        let found = backend::maximise(&mut native, puzzle, weights, limits)?;
        return Ok(CubeAnswer::of_optimum(found, above));
    }
    let bound = std::cell::Cell::new(None);
    let watch = |improvement| {
        if let Improvement::Bound(most) = improvement {
            bound.set(Some(most));
        }
    };
    let found = variant::maximise(puzzle, weights, above, None, limits, Progress::to(&watch));
    Ok(match backend::judged(found, &native, puzzle, weights)? {
        Optimum::Unknown(reason) => CubeAnswer::stopped(bound.get(), reason),
        found => CubeAnswer::of_optimum(found, above),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Solution;
    use crate::outcome::End;
    use crate::rules::Board;

    /// The best of the latin squares of side 5 by scores that have no pattern.
    fn answer(above: Option<i64>, nodes: u64) -> (Option<i64>, End) {
        let board = Board::new((5, 5), (1, 5), None).unwrap();
        let weights = (0..25).map(|cell| cell * 7 % 11 - 3).collect();
        let weights = CellWeights::new(&board, weights).unwrap();
        let puzzle = VariantPuzzle::new(board.clone());
        assert!(puzzle.to_classic().is_none());
        let limits = Limits::unlimited().up_to_nodes(nodes);
        match variant_best_above(&puzzle, &weights, above, &limits).unwrap() {
            CubeAnswer::Best { solution, end, .. } => {
                let score = solution.map(|solution| weights.score(&board, &solution));
                (score, end)
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_known_score_saves_nodes_of_variants() {
        let nodes = |above| (0..).find(|&nodes| answer(above, nodes).1 == End::Exhausted);
        let (best, _) = answer(None, u64::MAX);
        let best = best.unwrap();
        assert_eq!(
            answer(Some(best - 1), u64::MAX),
            (Some(best), End::Exhausted)
        );
        assert_eq!(answer(Some(best), u64::MAX), (None, End::Exhausted));
        assert!(nodes(Some(best)) < nodes(None));
        assert_eq!(nodes(Some(1000)), Some(0));
    }

    #[test]
    fn the_score_of_a_solution_is_computed_whatever_the_engine_claims() {
        let board = Board::new((5, 5), (1, 5), None).unwrap();
        let weights = CellWeights::pyramid_with_rim(&board, 1).unwrap();
        let digits = (0..25).map(|cell| Digit::from_index((cell % 5 + cell / 5) % 5));
        let solution = Solution::new(digits.collect());
        let score = weights.score(&board, &solution);
        let puzzle = VariantPuzzle::new(board);
        let claim = Optimum::Optimal {
            solution,
            score: score + 1,
        };
        let engine = VariantNative::default();
        let found = backend::judged(claim, &engine, &puzzle, &weights).unwrap();
        assert_eq!(found.best().map(|(_, score)| score), Some(score));
        let answer = CubeAnswer::of_optimum(found, Some(score));
        assert!(matches!(answer, CubeAnswer::Best { solution: None, .. }));
    }

    #[test]
    fn a_variant_that_stays_open_has_a_bound() {
        let board = Board::new((5, 5), (1, 5), None).unwrap();
        let weights = CellWeights::pyramid_with_rim(&board, 1).unwrap();
        let puzzle = VariantPuzzle::new(board);
        let limits = Limits::unlimited().up_to_nodes(0);
        let found = variant_best_above(&puzzle, &weights, Some(0), &limits).unwrap();
        assert!(
            matches!(
                found,
                CubeAnswer::Best {
                    bound: Some(_),
                    end: End::Stopped(_),
                    ..
                }
            ),
            "{found:?}"
        );
    }
}
