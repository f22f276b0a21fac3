//! An objective in which the prices of houses are paid. It is equivalent where every house holds
//! each digit once, and bounds scores from above elsewhere.

use super::Objective;
use super::thresholds::{Parts, PricedSets, SCALE};
use crate::grid::{Candidate, Candidates, Cell, Digit};
use crate::limits::Limits;
use crate::rules::{Mask, members};

/// An objective that differs from another by as much in all solutions of a puzzle, or gives them
/// higher scores where houses have fewer cells than there are digits: the weights of each set of
/// largest digits less the prices of the houses. Few candidates are
/// better than others of their cell, so that the best of each cell make a low bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Priced {
    /// What is added to the values of a solution, times [`SCALE`].
    constant: i128,
    /// The price of each digit in each house, house by house, times [`SCALE`].
    prices: Vec<i64>,
    /// The values of all candidates, cell by cell, times [`SCALE`].
    values: Vec<i64>,
    side: usize,
}

impl Priced {
    /// The objective for the prices that are best for these candidates. `None` as for
    /// [`Parts::new`] and [`PricedSets::new`].
    pub fn new(objective: &Objective, candidates: &Candidates, limits: &Limits) -> Option<Priced> {
        let parts = Parts::new(objective, candidates)?;
        Some(Priced::of(&PricedSets::new(&parts, limits)?))
    }

    /// The objective for these prices.
    pub fn of(sets: &PricedSets<'_>) -> Priced {
        let (parts, side) = (sets.parts, sets.sets.len());
        let mut priced = Priced {
            constant: i128::from(parts.constant) * i128::from(SCALE),
            prices: vec![0; parts.houses.len() * side],
            values: vec![0; parts.weights.len() * side],
            side,
        };
        for (k, (set, prices)) in (1..).zip(&sets.sets) {
            priced.constant += set.paid(prices);
            for (sums, price) in priced.prices.chunks_mut(side).zip(prices) {
                sums[side - k..].iter_mut().for_each(|sum| *sum += price);
            }
            for (cell, values) in priced.values.chunks_mut(side).enumerate() {
                let above = set.above(prices, cell);
                values[side - k..]
                    .iter_mut()
                    .for_each(|value| *value += above);
            }
        }
        priced
    }

    /// The price of each digit in each row, column and box, house by house, in units of
    /// one point divided by `SCALE`, for the objective's [reduction](Objective::reduced).
    pub(super) fn prices(&self) -> &[i64] {
        &self.prices
    }

    /// The value of a candidate in fixed fractions of a point. Only differences within a puzzle
    /// mean anything.
    ///
    /// # Panics
    /// If there is no such candidate.
    pub fn value(&self, cell: Cell, digit: Digit) -> i64 {
        self.values[cell.index() * self.side + digit.index()]
    }

    /// The largest value of the candidates of a cell that are in the mask; 0 if there are none.
    pub fn best(&self, cell: Cell, mask: Mask) -> i64 {
        let values = members(mask).map(|digit| self.value(cell, Digit::from_index(digit)));
        values.max().unwrap_or(0)
    }

    /// By how much the values of a solution that scores `least` may be below these, which no
    /// solution exceeds; negative if it scores more than they say.
    pub fn spare(&self, values: i64, least: i64) -> i64 {
        let most = self.constant + i128::from(values) - i128::from(least) * i128::from(SCALE);
        most.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }

    /// Those of these candidates that are worth at most `loss` points less than the best one of
    /// their cell, and sometimes half a point more than that, because values are rounded.
    pub fn within(&self, candidates: &Candidates, loss: i64) -> Candidates {
        let mut near = candidates.clone();
        for cell in candidates.geometry().cells() {
            let digits: Vec<Digit> = candidates.digits(cell).collect();
            let best = digits.iter().map(|&digit| self.value(cell, digit)).max();
            let least = best.map_or(i64::MIN, |best| {
                best.saturating_sub(loss.saturating_mul(SCALE).saturating_add(SCALE / 2))
            });
            for digit in digits {
                if self.value(cell, digit) < least {
                    near.remove(Candidate { cell, digit });
                }
            }
        }
        near
    }

    /// The largest score that solutions whose values add up to this have.
    pub fn score(&self, values: i64) -> i64 {
        let score = (self.constant + i128::from(values)).div_euclid(i128::from(SCALE));
        i64::try_from(score).unwrap_or(i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Geometry, Puzzle};
    use crate::objective::thresholds::thresholds;
    use crate::search::Native;
    use std::ops::ControlFlow;

    /// All solutions have their scores under the priced objective, too.
    #[test]
    fn prices_change_no_score() {
        for seed in 0..20u64 {
            let geometry = Geometry::new(2, 2).unwrap();
            let weights = (0..16).map(|k| ((seed + 3) * (k + 7) * 7919 % 23) as i64 - 11);
            let objective = Objective::new(geometry, weights.collect()).unwrap();
            let all = Candidates::all(geometry);
            let priced = Priced::new(&objective, &all, &Limits::unlimited()).unwrap();
            let puzzle = Puzzle::empty(geometry);
            let _ = Native::default().enumerate(&puzzle, &Limits::unlimited(), &mut |solution| {
                let cells = geometry.cells().zip(solution.cells());
                let values = cells.map(|(cell, &digit)| priced.value(cell, digit)).sum();
                assert_eq!(priced.score(values), objective.score(solution));
                ControlFlow::Continue(())
            });
            let best = |cell| {
                geometry
                    .digits()
                    .map(|digit| priced.value(cell, digit))
                    .max()
            };
            let bound = priced.score(geometry.cells().filter_map(best).sum());
            let thresholds = thresholds(&objective, &all, 0, &Limits::unlimited()).unwrap();
            assert!(bound <= thresholds.bound, "{seed}");
        }
    }
}
