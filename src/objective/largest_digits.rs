//! The cells that hold one of the k largest digits, and the linear program for the heaviest ones.

use super::thresholds::{MAX_WEIGHT, Parts, SCALE};
use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// Whether a cell is in the set of the k largest digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum In {
    Always,
    Never,
    Perhaps,
}

/// The sets of cells that hold one of the k largest digits.
pub(super) struct LargestDigits<'p> {
    k: usize,
    parts: &'p Parts<'p>,
    cells: Vec<In>,
    /// The houses of each cell.
    houses_of: Vec<Vec<usize>>,
}

impl<'p> LargestDigits<'p> {
    pub fn new(parts: &'p Parts<'p>, k: usize) -> LargestDigits<'p> {
        let is_large = |digit: usize| digit >= parts.digits - k;
        let cells = parts.spans.iter().map(|span| match is_large(span.most) {
            true if is_large(span.least) => In::Always,
            true => In::Perhaps,
            false => In::Never,
        });
        let mut houses_of = vec![Vec::new(); parts.weights.len()];
        for (house, cells) in parts.houses.iter().enumerate() {
            cells.iter().for_each(|cell| houses_of[*cell].push(house));
        }
        LargestDigits {
            k,
            parts,
            cells: cells.collect(),
            houses_of,
        }
    }

    /// How many cells of a house hold such a digit, at least and at most.
    fn share(&self, house: usize) -> (i64, i64) {
        let cells = self.parts.houses[house].len();
        let missing = self.parts.digits.saturating_sub(cells);
        (
            self.k.saturating_sub(missing) as i64,
            self.k.min(cells) as i64,
        )
    }

    /// Prices of the houses, times `SCALE`, for which the bound is low.
    pub fn prices(&self) -> Option<Vec<i64>> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let free = (f64::NEG_INFINITY, f64::INFINITY);
        let positive = (0.0, f64::INFINITY);
        let always = |cell: &&usize| self.cells[**cell] == In::Always;
        let houses = self.parts.houses.iter().enumerate();
        // What is paid for a cell more in a house, and what for a cell less.
        let prices: Vec<_> = houses
            .map(|(house, cells)| {
                let known = cells.iter().filter(always).count() as i64;
                let (least, most) = self.share(house);
                let (least, most) = ((least - known) as f64, (most - known) as f64);
                match least == most {
                    true => (problem.add_var(most, free), None),
                    false => {
                        let more = problem.add_var(most, positive);
                        (more, Some(problem.add_var(-least, positive)))
                    }
                }
            })
            .collect();
        for (cell, &weight) in self.parts.weights.iter().enumerate() {
            if self.cells[cell] == In::Perhaps {
                let above = problem.add_var(1.0, positive);
                let mut sum = vec![(above, 1.0)];
                for &house in &self.houses_of[cell] {
                    let (more, less) = prices[house];
                    sum.push((more, 1.0));
                    sum.extend(less.map(|less| (less, -1.0)));
                }
                problem.add_constraint(sum, ComparisonOp::Ge, weight as f64);
            }
        }
        let solution = problem.solve().ok()?.into_solution().ok()?;
        let rounded = |(more, less): (_, Option<_>)| {
            let less = less.map_or(0.0, |less| solution.var_value(less));
            let price = ((solution.var_value(more) - less) * SCALE as f64).round();
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

    /// What houses pay at most for their cells in the set, times `SCALE`.
    pub fn paid(&self, prices: &[i64]) -> i128 {
        let houses = prices.iter().enumerate();
        let paid = houses.map(|(house, &price)| {
            let (least, most) = self.share(house);
            i128::from(price) * i128::from(if price < 0 { least } else { most })
        });
        paid.sum()
    }

    /// What a cell's weight exceeds the prices of its houses by, times `SCALE`.
    pub fn above(&self, prices: &[i64], cell: usize) -> i64 {
        let houses = self.houses_of[cell].iter();
        let sum: i64 = houses.map(|&house| prices[house]).sum();
        self.parts.weights[cell] * SCALE - sum
    }

    /// The bound for these prices, and where the cells are in any set that
    /// reaches it but for the slack.
    pub fn bound(&self, prices: &[i64], slack: i64) -> (i64, Vec<In>) {
        let above = |cell: usize| self.above(prices, cell);
        let mut total = self.paid(prices);
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
