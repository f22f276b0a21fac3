//! An upper bound from the places of the largest digits, and the candidates of grids that
//! reach it.
//!
//! A score is the sum over k of the weights of the cells that hold one of the k largest
//! digits. Such a set has k cells in each house. Finding the heaviest such set is a linear
//! program, and its dual solution gives a bound that integer arithmetic verifies: for any
//! prices of the houses, `k · Σ prices` plus the amount by which each cell's weight
//! exceeds its houses' prices. In a grid that reaches the sum of these bounds, no set
//! contains a cell that weighs less than its prices or lacks one that weighs more.

use super::Objective;
use crate::grid::{Candidate, Candidates, Cell, Digit};
use crate::limits::Limits;
use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// The bound, and the candidates of grids that reach it.
#[derive(Debug)]
pub struct Thresholds {
    /// No grid of the candidates scores more.
    pub bound: i64,
    /// All candidates of the grids that score no less than the bound minus the slack.
    pub tight: Candidates,
}

/// Maximum number of cells for which the linear programs are solved; they take 0.6 s then.
const MAX_CELLS: usize = 625;

/// Largest weight, so that prices fit.
const MAX_WEIGHT: i64 = 1 << 24;

/// Prices are multiples of 1 / `SCALE`.
pub(super) const SCALE: i64 = 1 << 20;

/// Whether a cell is in the set of the k largest digits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum In {
    Always,
    Never,
    Perhaps,
}

/// A bound on the scores of grids of these candidates.
#[cfg(test)]
pub(super) fn thresholds(
    objective: &Objective,
    candidates: &Candidates,
    slack: i64,
    limits: &Limits,
) -> Option<Thresholds> {
    let parts = Parts::new(objective, candidates)?;
    Some(PricedSets::new(&parts, candidates, limits)?.thresholds(slack))
}

/// The sets of cells with the largest digits and the prices of houses for them, which hold for
/// any slack.
pub struct PricedSets<'p> {
    pub(super) parts: &'p Parts<'p>,
    candidates: &'p Candidates,
    pub(super) sets: Vec<(LargestDigits<'p>, Vec<i64>)>,
}

impl<'p> PricedSets<'p> {
    /// Solves the linear programs. `None` if one cannot be solved, or if the limits are exceeded.
    pub fn new(
        parts: &'p Parts<'p>,
        candidates: &'p Candidates,
        limits: &Limits,
    ) -> Option<PricedSets<'p>> {
        let of_largest = |k| {
            limits.check().ok()?;
            let set = LargestDigits::new(candidates, parts.weights, &parts.houses, k);
            let prices = set.prices()?;
            Some((set, prices))
        };
        let side = candidates.geometry().side();
        Some(PricedSets {
            parts,
            candidates,
            sets: (1..=side).map(of_largest).collect::<Option<_>>()?,
        })
    }

    /// The bound, and the candidates of grids that reach it but for the slack.
    pub fn thresholds(&self, slack: i64) -> Thresholds {
        let mut found = Thresholds {
            bound: self.parts.constant,
            tight: self.candidates.clone(),
        };
        for (k, (set, prices)) in (1..).zip(&self.sets) {
            let (bound, places) = set.bound(prices, slack);
            found.bound += bound;
            for (cell, place) in self.candidates.geometry().cells().zip(places) {
                keep(&mut found.tight, cell, place, k);
            }
        }
        found
    }
}

/// An objective of digit × weight, and the houses.
pub struct Parts<'o> {
    pub(super) constant: i64,
    pub(super) weights: &'o [i64],
    pub(super) houses: Vec<Vec<usize>>,
}

impl Parts<'_> {
    /// `None` if the values are not digit × weight, or too many or too large for the linear
    /// programs, or if some cell has no candidate.
    pub fn new<'o>(objective: &'o Objective, candidates: &Candidates) -> Option<Parts<'o>> {
        let geometry = objective.geometry();
        let reduced = objective.reduced();
        let weights = reduced.objective.weights()?;
        let empty = |cell: Cell| candidates.digits(cell).next().is_none();
        if weights.len() > MAX_CELLS
            || weights.iter().any(|weight| weight.abs() > MAX_WEIGHT)
            || geometry.cells().any(empty)
        {
            return None;
        }
        let houses = geometry.houses();
        let houses = houses.map(|house| geometry.house_cells(house).map(Cell::index).collect());
        Some(Parts {
            constant: reduced.constant,
            weights,
            houses: houses.collect(),
        })
    }
}

/// Keeps the digits of a cell that fit whether it is in the set.
fn keep(tight: &mut Candidates, cell: Cell, set: In, k: usize) {
    let side = tight.geometry().side();
    let digits: Vec<Digit> = tight.digits(cell).collect();
    for digit in digits {
        let large = digit.index() >= side - k;
        if (set == In::Never && large) || (set == In::Always && !large) {
            tight.remove(Candidate { cell, digit });
        }
    }
}

/// The sets of cells that hold one of the k largest digits.
pub(super) struct LargestDigits<'w> {
    pub(super) k: i64,
    weights: &'w [i64],
    houses: &'w [Vec<usize>],
    cells: Vec<In>,
    /// The houses of each cell.
    houses_of: Vec<Vec<usize>>,
}

impl<'w> LargestDigits<'w> {
    pub(super) fn new(
        candidates: &Candidates,
        weights: &'w [i64],
        houses: &'w [Vec<usize>],
        k: usize,
    ) -> LargestDigits<'w> {
        let geometry = candidates.geometry();
        let large = |digit: Digit| digit.index() >= geometry.side() - k;
        let cells = geometry.cells().map(|cell| {
            let mut digits = candidates.digits(cell);
            let first = digits.next().is_some_and(large);
            match digits.last().map_or(first, large) {
                true if first => In::Always,
                true => In::Perhaps,
                false => In::Never,
            }
        });
        let mut houses_of = vec![Vec::new(); weights.len()];
        for (house, cells) in houses.iter().enumerate() {
            cells.iter().for_each(|cell| houses_of[*cell].push(house));
        }
        LargestDigits {
            k: k as i64,
            weights,
            houses,
            cells: cells.collect(),
            houses_of,
        }
    }

    /// Prices of the houses, times `SCALE`, for which the bound is low.
    pub(super) fn prices(&self) -> Option<Vec<i64>> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let always = |cell: &&usize| self.cells[**cell] == In::Always;
        let prices: Vec<_> = self
            .houses
            .iter()
            .map(|cells| {
                let left = self.k - cells.iter().filter(always).count() as i64;
                problem.add_var(left as f64, (f64::NEG_INFINITY, f64::INFINITY))
            })
            .collect();
        for (cell, &weight) in self.weights.iter().enumerate() {
            if self.cells[cell] == In::Perhaps {
                let above = problem.add_var(1.0, (0.0, f64::INFINITY));
                let mut sum = vec![(above, 1.0)];
                sum.extend(
                    self.houses_of[cell]
                        .iter()
                        .map(|&house| (prices[house], 1.0)),
                );
                problem.add_constraint(sum, ComparisonOp::Ge, weight as f64);
            }
        }
        let solution = problem.solve().ok()?.into_solution().ok()?;
        let rounded = |price| {
            let price = (solution.var_value(price) * SCALE as f64).round();
            // Any prices give a bound.
            let most = (MAX_WEIGHT * SCALE) as f64;
            if price.is_finite() {
                price.clamp(-most, most) as i64
            } else {
                0
            }
        };
        Some(prices.into_iter().map(rounded).collect())
    }

    /// What a cell's weight exceeds the prices of its houses by, times `SCALE`.
    pub(super) fn above(&self, prices: &[i64], cell: usize) -> i64 {
        let houses = self.houses_of[cell].iter();
        let sum: i64 = houses.map(|&house| prices[house]).sum();
        self.weights[cell] * SCALE - sum
    }

    /// The bound for these prices, and where the cells are in any set that
    /// reaches it but for the slack.
    fn bound(&self, prices: &[i64], slack: i64) -> (i64, Vec<In>) {
        let above = |cell: usize| self.above(prices, cell);
        let mut total = i128::from(self.k) * prices.iter().map(|&p| i128::from(p)).sum::<i128>();
        for (cell, set) in self.cells.iter().enumerate() {
            total += i128::from(match set {
                In::Always => above(cell),
                In::Never => 0,
                In::Perhaps => above(cell).max(0),
            });
        }
        let scale = i128::from(SCALE);
        let bound = total.div_euclid(scale);
        // A grid that loses more than this is below the bound.
        let spare = total.rem_euclid(scale) + i128::from(slack) * scale;
        let cells = self.cells.iter().enumerate().map(|(cell, set)| {
            let above = above(cell);
            match set {
                In::Perhaps if i128::from(above) > spare => In::Always,
                In::Perhaps if -i128::from(above) > spare => In::Never,
                set => *set,
            }
        });
        (bound as i64, cells.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Geometry, Puzzle};
    use crate::search::Native;
    use std::ops::ControlFlow;

    fn bound(rows: usize, columns: usize) -> i64 {
        let geometry = Geometry::new(rows, columns).unwrap();
        let all = Candidates::all(geometry);
        thresholds(&Objective::pyramid(geometry), &all, 0, &Limits::unlimited())
            .unwrap()
            .bound
    }

    #[test]
    fn the_pyramids_of_empty_grids_are_bounded_by_their_maxima() {
        assert_eq!(bound(3, 3), 2906);
        assert_eq!(bound(4, 4), 18312);
    }

    #[test]
    fn weights_that_are_too_large_for_prices_have_no_bound() {
        let geometry = Geometry::new(2, 2).unwrap();
        for (weight, has_bound) in [(1 << 20, true), (1 << 24, true), (1 << 30, false)] {
            let mut weights = vec![0; 16];
            weights[5] = weight;
            let objective = Objective::new(geometry, weights).unwrap();
            let found = thresholds(
                &objective,
                &Candidates::all(geometry),
                0,
                &Limits::unlimited(),
            );
            // No best grid has a small digit there.
            let found = found.map(|found| (found.bound, found.tight.count(Cell(5))));
            assert_eq!(found, has_bound.then_some((4 * weight, 2)), "{weight}");
        }
    }

    #[test]
    fn what_is_lost_within_the_slack_is_allowed() {
        let geometry = Geometry::new(2, 2).unwrap();
        let mut weights = vec![0; 16];
        weights[5] = 1000;
        let objective = Objective::new(geometry, weights).unwrap();
        for (slack, digit) in [(1000, 3), (2000, 2), (3000, 1)] {
            let found = thresholds(
                &objective,
                &Candidates::all(geometry),
                slack,
                &Limits::unlimited(),
            )
            .unwrap();
            let digit = Digit::new(digit).unwrap();
            let cell = Cell(5);
            assert!(found.tight.contains(Candidate { cell, digit }), "{slack}");
        }
    }

    #[test]
    fn grids_that_are_too_large_have_no_bound() {
        let geometry = Geometry::new(6, 6).unwrap();
        let all = Candidates::all(geometry);
        assert!(thresholds(&Objective::pyramid(geometry), &all, 0, &Limits::unlimited()).is_none());
    }

    /// Every solution is within the bound, and keeps to the tight candidates if
    /// it reaches it.
    #[test]
    fn solutions_of_small_grids_keep_to_bound_and_candidates() {
        let mut reached = 0;
        for seed in 0..60u64 {
            let geometry = Geometry::new(2, 2).unwrap();
            let weights = (0..16).map(|k| ((seed + 3) * (k + 7) * 7919 % 23) as i64 - 11);
            let objective = Objective::new(geometry, weights.collect()).unwrap();
            let mut puzzle = Puzzle::empty(geometry);
            if seed % 2 == 1 {
                let digit = Digit::from_index(seed as usize % 4);
                puzzle.set(Cell(seed as u32 % 16), Some(digit));
            }
            let slack = [0, 1, 2, 9][seed as usize % 4];
            let candidates = Candidates::of_givens(&puzzle);
            let found = thresholds(&objective, &candidates, slack, &Limits::unlimited()).unwrap();
            let _ =
                Native::default().enumerate(&puzzle, &Limits::unlimited(), &mut |solution| {
                    let score = objective.score(solution);
                    assert!(score <= found.bound);
                    if score >= found.bound - slack {
                        reached += 1;
                        let mut placed = geometry.cells().zip(solution.cells());
                        assert!(placed.all(|(cell, &digit)| {
                            found.tight.contains(Candidate { cell, digit })
                        }));
                    }
                    ControlFlow::Continue(())
                });
        }
        assert!(reached > 20, "{reached}");
    }
}
