//! An upper bound from the places of the largest digits, and the digits of grids that reach it.
//!
//! A score is the sum over k of the weights of the cells that hold one of the k largest
//! digits. Such a set has k cells in each full house. Finding the heaviest such set is a linear
//! program, and its dual solution gives a bound that integer arithmetic verifies: for any
//! prices of the houses, `k · Σ prices` plus the amount by which each cell's weight
//! exceeds its houses' prices. In a house with fewer cells than there are digits, the number
//! of large digits is in a range, and the end that makes the bound higher counts in place of
//! k. In a grid that reaches the sum of these bounds, no set contains a cell that weighs less
//! than its prices or lacks one that weighs more.

use super::largest_digits::{In, LargestDigits};
use super::{CellWeights, Objective};
use crate::grid::{Candidate, Candidates, Cell, Digit};
use crate::limits::Limits;
use crate::rules::{Kernel, Mask, VariantPuzzle};
use std::collections::BTreeSet;

/// Maximum number of cells for which the linear programs are solved; they take 0.6 s then.
const MAX_CELLS: usize = 625;

/// Maximum number of houses. A board of that many cells has 75; other sets of cells that hold
/// each digit once may follow.
const MAX_HOUSES: usize = 256;

/// Largest weight, so that prices fit.
pub(super) const MAX_WEIGHT: i64 = 1 << 24;

/// Prices are multiples of 1 / `SCALE`.
pub(super) const SCALE: i64 = 1 << 20;

/// The smallest and the largest digit of a cell, by their indices. No digit is left if the first
/// is above the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The index of the smallest digit.
    pub least: usize,
    /// The index of the largest digit.
    pub most: usize,
}

/// The bound, and the digits of grids that reach it.
#[derive(Debug)]
pub struct Thresholds {
    /// No grid scores more.
    pub bound: i64,
    /// The digits of each cell in grids that score no less than the bound minus the slack.
    pub spans: Vec<Span>,
}

impl Thresholds {
    /// Those of these candidates that may be in a grid that scores at least the bound less the
    /// slack.
    pub fn tight(&self, candidates: &Candidates) -> Candidates {
        let mut tight = candidates.clone();
        for (cell, span) in candidates.geometry().cells().zip(&self.spans) {
            let is_outside = |digit: &Digit| !(span.least..=span.most).contains(&digit.index());
            let outside: Vec<Digit> = candidates.digits(cell).filter(is_outside).collect();
            for digit in outside {
                tight.remove(Candidate { cell, digit });
            }
        }
        tight
    }
}

/// The sets of cells with the largest digits and the prices of houses for them, which hold for
/// any slack.
pub struct PricedSets<'p> {
    pub(super) parts: &'p Parts<'p>,
    pub(super) sets: Vec<(LargestDigits<'p>, Vec<i64>)>,
}

impl<'p> PricedSets<'p> {
    /// Solves the linear programs. `None` if one cannot be solved, or if the limits are exceeded.
    pub fn new(parts: &'p Parts<'p>, limits: &Limits) -> Option<PricedSets<'p>> {
        let of_largest = |k| {
            limits.check().ok()?;
            let set = LargestDigits::new(parts, k);
            let prices = set.prices()?;
            Some((set, prices))
        };
        Some(PricedSets {
            parts,
            sets: (1..=parts.digits).map(of_largest).collect::<Option<_>>()?,
        })
    }

    /// The bound, and the digits of grids that reach it but for the slack.
    pub fn thresholds(&self, slack: i64) -> Thresholds {
        let mut bound = self.parts.constant;
        let mut spans = self.parts.spans.clone();
        for (k, (set, prices)) in (1..).zip(&self.sets) {
            let (most, places) = set.bound(prices, slack);
            bound += most;
            let least_large = self.parts.digits - k;
            for (span, place) in spans.iter_mut().zip(places) {
                match place {
                    In::Always => span.least = span.least.max(least_large),
                    // The set of all digits has every cell.
                    In::Never => span.most = span.most.min(least_large.saturating_sub(1)),
                    In::Perhaps => {}
                }
            }
        }
        Thresholds { bound, spans }
    }
}

/// An objective of digit × weight, the candidates, and the houses.
pub struct Parts<'o> {
    pub(super) constant: i64,
    pub(super) weights: &'o [i64],
    pub(super) houses: Vec<Vec<usize>>,
    pub(super) digits: usize,
    pub(super) spans: Vec<Span>,
}

impl<'o> Parts<'o> {
    /// `None` if the values are not digit × weight, or too many or too large for the linear
    /// programs, or if some cell has no candidate.
    pub fn new(objective: &'o Objective, candidates: &Candidates) -> Option<Parts<'o>> {
        let geometry = objective.geometry();
        let reduced = objective.reduced();
        let spans = geometry.cells().map(|cell| {
            let mut digits = candidates.digits(cell).map(Digit::index);
            let least = digits.next()?;
            let most = digits.last().unwrap_or(least);
            Some(Span { least, most })
        });
        let houses = geometry.houses();
        let houses = houses.map(|house| geometry.house_cells(house).map(Cell::index).collect());
        let parts = Parts {
            constant: reduced.constant,
            weights: reduced.objective.weights()?,
            houses: houses.collect(),
            digits: geometry.side(),
            spans: spans.collect::<Option<_>>()?,
        };
        parts.is_supported().then_some(parts)
    }

    /// The parts for a variant, whose cells have these candidates left. `None` as for
    /// [`Parts::new`].
    pub fn of_variant(
        puzzle: &VariantPuzzle,
        weights: &'o CellWeights,
        masks: &[Mask],
    ) -> Option<Parts<'o>> {
        let board = puzzle.board();
        let span = |mask: &Mask| {
            Some(Span {
                least: mask.trailing_zeros() as usize,
                most: mask.checked_ilog2()? as usize,
            })
        };
        let weights = weights.weights();
        let parts = Parts {
            // Digits count from 1 here.
            constant: weights.iter().sum::<i64>() * i64::from(board.min() - 1),
            weights,
            houses: houses(puzzle),
            digits: board.digit_count(),
            spans: masks.iter().map(span).collect::<Option<_>>()?,
        };
        parts.is_supported().then_some(parts)
    }

    fn is_supported(&self) -> bool {
        if self.houses.len() > MAX_HOUSES {
            return false;
        }
        let is_small = |weight: &i64| weight.abs() <= MAX_WEIGHT;
        self.weights.len() <= MAX_CELLS && self.weights.iter().all(is_small)
    }
}

/// The houses of a board, and all other cells that hold each digit once.
fn houses(puzzle: &VariantPuzzle) -> Vec<Vec<usize>> {
    let board = puzzle.board();
    let of_board = board.houses().iter().map(|house| &house.cells);
    let others = puzzle.kernels().filter_map(|kernel| match kernel {
        Kernel::Distinct(cells) if cells.len() == board.digit_count() => Some(cells),
        _ => None,
    });
    let sorted = of_board.chain(others).map(|cells| {
        let mut cells: Vec<usize> = cells.iter().map(|cell| cell.index()).collect();
        cells.sort_unstable();
        cells
    });
    sorted.collect::<BTreeSet<_>>().into_iter().collect()
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
    Some(PricedSets::new(&parts, limits)?.thresholds(slack))
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
            let found = found.map(|found| {
                (
                    found.bound,
                    found.tight(&Candidates::all(geometry)).count(Cell(5)),
                )
            });
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
            let tight = found.tight(&Candidates::all(geometry));
            assert!(tight.contains(Candidate { cell, digit }), "{slack}");
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
            let tight = found.tight(&candidates);
            let _ = Native::default().enumerate(&puzzle, &Limits::unlimited(), &mut |solution| {
                let score = objective.score(solution);
                assert!(score <= found.bound);
                if score >= found.bound - slack {
                    reached += 1;
                    let mut placed = geometry.cells().zip(solution.cells());
                    assert!(
                        placed.all(|(cell, &digit)| { tight.contains(Candidate { cell, digit }) })
                    );
                }
                ControlFlow::Continue(())
            });
        }
        assert!(reached > 20, "{reached}");
    }
}
