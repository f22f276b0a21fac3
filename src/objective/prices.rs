//! Prices of cells, and of digits in houses, that show that no solution scores more than a
//! bound: integers that anybody can check.
//!
//! Every solution pays the price of each cell, and of each digit in each row, column and
//! box, once. If no candidate is worth more than it pays, no solution is worth more than all
//! prices together (weak duality of linear programs). The prices come from the linear
//! programs of [`thresholds`](super::thresholds), if they can be solved, and are improved
//! house by house: for each house, the prices of the cheapest assignment are the best that
//! it can have for those of the others.

use super::Objective;
use super::assignment::cheapest;
use super::priced::Priced;
use super::thresholds::SCALE;
use crate::grid::{Candidate, Candidates, Cell, Digit, Geometry, House, Puzzle};
use crate::limits::Limits;

/// Prices, and what they show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prices {
    /// How many units of the prices are a point of the score; at least 1.
    pub scale: i64,
    /// The price of each cell.
    pub cells: Vec<i64>,
    /// The price of each digit in each row, column and box, house by house.
    pub houses: Vec<i64>,
    /// No solution scores more.
    pub bound: i64,
}

/// How often all houses are improved, at most.
const ROUNDS: usize = 50;

/// Largest value of the reduced objective for which prices are computed.
const MAX_VALUE: i64 = 1 << 34;

impl Prices {
    /// Prices in as large units as suffice to show that no solution of a puzzle scores more
    /// than `wanted`; if they do not, the best that were found. `None` if values are too
    /// large, or the limits are exceeded.
    pub fn new(
        objective: &Objective,
        puzzle: &Puzzle,
        wanted: i64,
        limits: &Limits,
    ) -> Option<Prices> {
        let candidates = Candidates::of_givens(puzzle);
        let mut search = Search::new(objective, puzzle, &candidates, limits)?;
        let mut best = search.settled(wanted);
        for _ in 0..ROUNDS {
            limits.check().ok()?;
            if best.as_ref().is_some_and(|best| best.bound <= wanted) || !search.improve() {
                break;
            }
            let next = search.settled(wanted);
            best = match (best, next) {
                (Some(best), Some(next)) if best.bound <= next.bound => Some(best),
                (best, next) => next.or(best),
            };
        }
        best
    }

    /// The candidates that may be in a solution of a puzzle that scores more than `claimed`: those
    /// that pay no more above what they are worth than all prices leave above such a score.
    pub fn beyond(&self, objective: &Objective, puzzle: &Puzzle, claimed: i64) -> Candidates {
        let geometry = objective.geometry();
        let scale = i128::from(self.scale);
        let prices = self.houses.iter().chain(&self.cells);
        let total: i128 = prices.map(|&price| i128::from(price)).sum();
        let room = total - scale * (i128::from(claimed) + 1);
        let mut left = Candidates::of_givens(puzzle);
        for cell in geometry.cells() {
            for digit in geometry.digits() {
                let paid = paid(geometry, &self.houses, cell, digit);
                let paid = paid + i128::from(self.cells[cell.index()]);
                if paid - i128::from(objective.value(cell, digit)) * scale > room {
                    left.remove(Candidate { cell, digit });
                }
            }
        }
        left
    }
}

/// The prices of a digit in the houses of a cell.
fn paid(geometry: Geometry, houses: &[i64], cell: Cell, digit: Digit) -> i128 {
    let side = geometry.side();
    let price = |(kind, house): (usize, House)| {
        let house = kind * side + usize::from(house.index);
        i128::from(houses[house * side + digit.index()])
    };
    (0..).zip(geometry.houses_of(cell)).map(price).sum()
}

/// Prices of houses that are improved.
struct Search<'o> {
    objective: &'o Objective,
    /// The candidates of each cell.
    digits: Vec<Vec<Digit>>,
    /// The cells of each house.
    houses: Vec<Vec<Cell>>,
    /// Those of the reduced objective, in units of one point divided by `SCALE`.
    prices: Vec<i64>,
}

impl<'o> Search<'o> {
    fn new(
        objective: &'o Objective,
        puzzle: &Puzzle,
        candidates: &Candidates,
        limits: &Limits,
    ) -> Option<Search<'o>> {
        let geometry = objective.geometry();
        let side = geometry.side();
        let reduced = &objective.reduced().objective;
        let values = || {
            geometry
                .cells()
                .flat_map(|cell| geometry.digits().map(move |d| (cell, d)))
        };
        if values().any(|(cell, digit)| reduced.value(cell, digit).abs() > MAX_VALUE) {
            return None;
        }
        let digits = geometry.cells().map(|cell| match puzzle.given(cell) {
            Some(given) => vec![given],
            None => candidates.digits(cell).collect(),
        });
        let houses = geometry.houses();
        let houses: Vec<Vec<Cell>> = houses
            .map(|house| geometry.house_cells(house).collect())
            .collect();
        let program = Priced::new(objective, candidates, limits);
        let prices = program.map(|priced| priced.prices().to_vec());
        Some(Search {
            objective,
            digits: digits.collect(),
            prices: prices.unwrap_or_else(|| vec![0; houses.len() * side]),
            houses,
        })
    }

    fn side(&self) -> usize {
        self.objective.geometry().side()
    }

    fn paid(&self, prices: &[i64], cell: Cell, digit: Digit) -> i128 {
        paid(self.objective.geometry(), prices, cell, digit)
    }

    /// Gives each house in turn the best prices for those of the others. Whether that
    /// lowered the bound by a thousandth of a point or more.
    fn improve(&mut self) -> bool {
        let mut gained = 0;
        for house in 0..self.houses.len() {
            let costs = self.houses[house].iter().map(|&cell| self.losses(cell));
            let costs: Vec<Vec<Option<u64>>> = costs.collect();
            // A house without an assignment leaves no solution; its prices do not matter.
            let Some(found) = cheapest(&costs) else {
                continue;
            };
            gained += i128::from(found.cost);
            let first = house * self.side();
            for (price, taken) in self.prices[first..].iter_mut().zip(found.columns) {
                let changed = i128::from(*price) - taken;
                *price = i64::try_from(changed).unwrap_or(*price);
            }
        }
        gained >= i128::from(SCALE / 1000)
    }

    /// What the digits of a cell are worth less than its best one, less their prices.
    fn losses(&self, cell: Cell) -> Vec<Option<u64>> {
        let reduced = &self.objective.reduced().objective;
        let left = |digit: Digit| {
            i128::from(reduced.value(cell, digit)) * i128::from(SCALE)
                - self.paid(&self.prices, cell, digit)
        };
        let digits = &self.digits[cell.index()];
        let most = digits.iter().map(|&digit| left(digit)).max();
        let mut losses = vec![None; self.side()];
        for &digit in digits {
            let loss = most.unwrap_or_default() - left(digit);
            losses[digit.index()] = u64::try_from(loss).ok();
        }
        losses
    }

    /// The prices in the largest units that suffice, or in the smallest.
    fn settled(&self, wanted: i64) -> Option<Prices> {
        let mut best: Option<Prices> = None;
        for scale in (0..=SCALE.ilog2()).map(|power| 1i64 << power) {
            let Some(prices) = self.rounded(scale) else {
                continue;
            };
            if best.as_ref().is_none_or(|best| prices.bound < best.bound) {
                best = Some(prices);
            }
            if best.as_ref().is_some_and(|best| best.bound <= wanted) {
                break;
            }
        }
        best
    }

    /// The prices in these units, for the objective itself. `None` if they do not fit.
    fn rounded(&self, scale: i64) -> Option<Prices> {
        let reduced = self.objective.reduced();
        let side = self.side();
        let (one, half) = (SCALE / scale, SCALE / scale / 2);
        let of_houses = match self.objective.weights() {
            Some(_) => &reduced.taken[..],
            None => &reduced.taken[side * side..],
        };
        let price = |(place, price): (usize, &i64)| {
            // With weights, a house has a constant that each digit multiplies.
            let taken = match self.objective.weights() {
                Some(_) => i128::from(of_houses[place / side]) * (place % side + 1) as i128,
                None => i128::from(of_houses[place]),
            };
            let rounded = (price + half).div_euclid(one);
            i64::try_from(taken * i128::from(scale) + i128::from(rounded)).ok()
        };
        let houses = self.prices.iter().enumerate().map(price);
        let houses: Vec<i64> = houses.collect::<Option<_>>()?;
        let cells = self.objective.geometry().cells().map(|cell| {
            let left = self.digits[cell.index()].iter().map(|&digit| {
                let value = i128::from(self.objective.value(cell, digit));
                value * i128::from(scale) - self.paid(&houses, cell, digit)
            });
            i64::try_from(left.max().unwrap_or_default()).ok()
        });
        let cells: Vec<i64> = cells.collect::<Option<_>>()?;
        let total = houses.iter().chain(&cells).map(|&price| i128::from(price));
        let bound = total.sum::<i128>().div_euclid(i128::from(scale));
        Some(Prices {
            scale,
            bound: i64::try_from(bound).ok()?,
            cells,
            houses,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Geometry;
    use crate::search::Native;
    use std::ops::ControlFlow;

    fn best(puzzle: &Puzzle, objective: &Objective) -> Option<i64> {
        let mut best = None;
        let limits = Limits::unlimited();
        let _ = Native::default().enumerate(puzzle, &limits, &mut |solution| {
            best = best.max(Some(objective.score(solution)));
            ControlFlow::Continue(())
        });
        best
    }

    fn prices(objective: &Objective, puzzle: &Puzzle) -> Prices {
        Prices::new(objective, puzzle, i64::MIN, &Limits::unlimited()).unwrap()
    }

    /// Weights and values of candidates, with and without givens.
    #[test]
    fn no_solution_is_above_the_bound() {
        let (mut tight, mut all) = (0, 0);
        for seed in 0..60u64 {
            let geometry = Geometry::new(2, 2).unwrap();
            let count = if seed % 3 == 0 { 64 } else { 16 };
            let number = |k: u64| ((seed + 3) * (k + 7) * 7919 % 23) as i64 - 11;
            let objective = Objective::new(geometry, (0..count).map(number).collect()).unwrap();
            let mut puzzle = Puzzle::empty(geometry);
            if seed % 2 == 1 {
                let digit = Digit::from_index(seed as usize % 4);
                puzzle.set(Cell(seed as u32 % 16), Some(digit));
            }
            let best = best(&puzzle, &objective).unwrap();
            let bound = prices(&objective, &puzzle).bound;
            assert!(best <= bound, "{seed}: {best} {bound}");
            (tight, all) = (tight + u32::from(best == bound), all + 1);
        }
        assert!(2 * tight > all, "{tight} of {all}");
    }

    #[test]
    fn the_pyramids_of_empty_grids_are_bounded_in_large_units() {
        for (rows, columns, most) in [(2, 2, 254), (3, 3, 2906), (4, 4, 18312)] {
            let geometry = Geometry::new(rows, columns).unwrap();
            let pyramid = Objective::pyramid(geometry);
            let empty = Puzzle::empty(geometry);
            let found = Prices::new(&pyramid, &empty, most, &Limits::unlimited()).unwrap();
            let largest = found.scale <= 64;
            assert!(
                found.bound <= most && largest,
                "{} {}",
                found.bound,
                found.scale
            );
        }
    }

    #[test]
    fn values_that_are_too_large_have_no_prices() {
        let geometry = Geometry::new(2, 2).unwrap();
        let mut values = vec![0; 64];
        values[5] = i64::MAX / 128;
        let objective = Objective::new(geometry, values).unwrap();
        let empty = Puzzle::empty(geometry);
        assert!(Prices::new(&objective, &empty, 0, &Limits::unlimited()).is_none());
    }
}
