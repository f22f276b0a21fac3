//! Upper bounds on the scores within candidates, and the best solution above a known
//! score.

use super::solve::CubeAnswer;
use super::splittable::Candidates;
use crate::backend::{
    self, NativeBackend, Optimum, Presolve, SatBackend, VariantNative, WrongAnswer,
};
use crate::encoding::{DEFAULT, Encoding};
use crate::grid::{Cell, Digit, Puzzle};
use crate::limits::Limits;
use crate::objective::assignment::least_cost;
use crate::objective::thresholds::thresholds;
use crate::objective::{CellWeights, Objective};
use crate::outcome::{Reason, Verdict};
use crate::rules::{VariantPuzzle, Violation};
use crate::sat::Engine;
use crate::search::{Closure, Native};

/// Largest side on which native search is tried before clauses.
const QUICK_SIDE: usize = 9;

/// Its nodes.
const QUICK_NODES: u64 = 300;

/// What each candidate scores less than the best one of its cell.
pub struct Losses {
    /// The sum of the best candidates.
    most: Option<i64>,
    /// Cell by cell.
    losses: Vec<Vec<(Digit, u64)>>,
}

impl Losses {
    /// The losses of these candidates.
    pub fn new(left: &Candidates, value: impl Fn(Cell, Digit) -> i64) -> Losses {
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
        Losses { most: sum, losses }
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
        let costs = cells.iter().map(|cell| {
            let mut costs = vec![None; digits];
            for (digit, loss) in &self.losses[cell.index()] {
                costs[digit.index()] = Some(*loss);
            }
            costs
        });
        let costs: Vec<Vec<Option<u64>>> = costs.collect();
        least_cost(&costs)
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
        let quick = limits.clone().up_to_nodes(QUICK_NODES);
        let found = backend::maximise(&mut native, puzzle, objective, &quick)?;
        if !is_open(&found) {
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

fn is_open(found: &Optimum) -> bool {
    matches!(found, Optimum::Feasible { .. } | Optimum::Unknown(_))
}

fn sat_backend() -> SatBackend {
    let encoding = Encoding::named(DEFAULT).expect("the default encoding is built in");
    SatBackend::new(Engine::varisat(), encoding, Presolve::AllDifferent)
}

/// A bound by propagation and linear programs; `None` if there is no solution.
fn linear_bound(
    puzzle: &Puzzle,
    objective: &Objective,
    limits: &Limits,
) -> Result<Option<i64>, Reason> {
    let left = Native::default().close(puzzle, Closure::AllDifferent, limits)?;
    let by_houses = objective.bound(|cell| puzzle.given(cell));
    Ok(left.map(|left| {
        let by_sets = thresholds(objective, &left, 0, limits);
        by_sets.map_or(by_houses, |sets| sets.bound.min(by_houses))
    }))
}

/// [`Splittable::best_above`](super::Splittable::best_above) for variants.
pub fn variant_best_above(
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    above: Option<i64>,
    limits: &Limits,
) -> Result<CubeAnswer, WrongAnswer<Violation>> {
    let mut native = VariantNative::default();
    let found = backend::maximise(&mut native, puzzle, weights, limits)?;
    Ok(CubeAnswer::of_optimum(found, above))
}
