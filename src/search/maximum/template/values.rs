//! An objective as small numbers, those of each cell around 0.

use super::bound::{CellValues, MOST_PRICE, MOST_VALUE, Node};
use super::lanes::Lanes;
use crate::grid::Digit;
use crate::objective::Objective;

/// How many of the finest units make one step of the score.
const FINEST: i64 = 64;

/// How much narrower the values must have become for finer units to be worth while.
const FINER: i64 = 2;

/// An objective in the form that the bound takes.
///
/// If the values differ too much for 16 bits, a unit is more than one step, and values are
/// rounded up: bounds stay upper bounds, but are up to 81 units too high. The fewer candidates
/// are left, the closer their values are, and the finer [`refined`](Values::refined) units can
/// be.
#[derive(Clone)]
pub struct Values {
    /// In units.
    pub cells: CellValues,
    scale: Scale,
    /// The greatest common divisor of all differences.
    step: i64,
    /// The score is this and the sum of the values in steps.
    constant: i64,
    /// In steps, without the constant.
    steps: Vec<[i64; 9]>,
    /// The largest amount of a value in steps.
    most: i64,
}

/// How many units stand for how many steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Scale {
    units: i64,
    steps: i64,
}

impl Values {
    /// The values of an objective on 9×9.
    pub fn new(objective: &Objective) -> Values {
        let reduced = objective.reduced();
        let value = |cell, digit| reduced.objective.value(cell, Digit::from_index(digit));
        let cells = objective.geometry().cells();
        let scores: Vec<[i64; 9]> = cells
            .map(|cell| std::array::from_fn(|digit| value(cell, digit)))
            .collect();
        let step = reduced.objective.step();
        let constant = scores.iter().map(|scores| scores[0]).sum::<i64>() + reduced.constant;
        let steps = scores
            .iter()
            .map(|scores| scores.map(|score| (score - scores[0]) / step));
        let mut values = Values {
            cells: [Lanes::all(0); 81],
            scale: Scale { units: 1, steps: 1 },
            step,
            constant,
            steps: steps.collect(),
            most: 1,
        };
        let middles = values.middles(&[0x1FF; 81]);
        values.shift(&middles);
        values.rescale(&[0x1FF; 81]);
        values
    }

    /// Whether units are steps or finer, so that nothing is rounded.
    pub fn is_exact(&self) -> bool {
        self.scale.steps == 1
    }

    /// Units of one step; 1 if they are coarser.
    pub fn units_of_step(&self) -> i32 {
        (self.scale.units / self.scale.steps).max(1) as i32
    }

    /// All scores differ by multiples of this.
    pub fn step(&self) -> i64 {
        self.step
    }

    /// The highest score that solutions can have, up to this one.
    pub fn at_most(&self, score: i64) -> i64 {
        score - score.saturating_sub(self.constant).rem_euclid(self.step)
    }

    /// No solution scores less.
    pub fn lowest(&self) -> i64 {
        let most: i64 = (0..81).map(|cell| self.weight(cell)).sum();
        self.constant - self.step * most
    }

    /// The difference of scores that this many units stand for, at least one step.
    pub fn score_of(&self, units: i64) -> i64 {
        let steps = i128::from(units) * i128::from(self.scale.steps) / i128::from(self.scale.units);
        let score = steps.max(1) * i128::from(self.step);
        i64::try_from(score).unwrap_or(i64::MAX)
    }

    /// The highest score that a bound allows.
    pub fn highest(&self, bound: i32) -> i64 {
        let steps = i128::from(bound) * i128::from(self.scale.steps);
        let steps = steps.div_euclid(i128::from(self.scale.units));
        let score = i128::from(self.constant) + steps * i128::from(self.step);
        i64::try_from(score).unwrap_or(i64::MAX)
    }

    /// The bound that a solution with this score reaches at least.
    pub fn needed(&self, score: i64) -> i32 {
        let steps = ceiling(
            i128::from(score) - i128::from(self.constant),
            i128::from(self.step),
        );
        let units = ceiling(
            steps * i128::from(self.scale.units),
            i128::from(self.scale.steps),
        );
        // Nothing reaches more than a bound of all cells.
        let most = 81 * i128::from(MOST_VALUE);
        units.clamp(-2 * most, 2 * most) as i32
    }

    /// The score of a solution with these candidates.
    pub fn score(&self, digits: impl Iterator<Item = usize>) -> i64 {
        let steps = self.steps.iter().zip(digits);
        let steps: i64 = steps.map(|(steps, digit)| steps[digit]).sum();
        self.constant + self.step * steps
    }

    /// The largest difference between candidates of a cell and its middle, in steps.
    pub fn weight(&self, cell: usize) -> i64 {
        let amounts = self.steps[cell].iter().map(|steps| steps.abs());
        amounts.max().unwrap_or(0)
    }

    /// The same values in finer units, if those of the candidates that are left allow it, and
    /// the prices of the node in these.
    pub fn refined(&self, node: &mut Node) -> Option<Values> {
        if self.is_exact() {
            return None;
        }
        let middles = self.middles(&node.candidates);
        let most = self.most(&node.candidates, &middles);
        if most > self.most / FINER {
            return None;
        }
        let mut finer = self.clone();
        finer.shift(&middles);
        finer.rescale(&node.candidates);
        for (price, middle) in node.prices.iter_mut().zip(middles) {
            let steps = *price / self.scale.ratio() - middle as f32;
            *price = (steps * finer.scale.ratio()).clamp(-MOST_PRICE, MOST_PRICE);
        }
        Some(finer)
    }

    /// The middle of the values of each cell's candidates.
    fn middles(&self, candidates: &[u16; 81]) -> Vec<i64> {
        let of_cell = |(steps, mask): (&[i64; 9], &u16)| {
            let (low, high) = range(steps, *mask);
            low + (high - low) / 2
        };
        self.steps.iter().zip(candidates).map(of_cell).collect()
    }

    /// The largest amount of a candidate's value after a shift.
    fn most(&self, candidates: &[u16; 81], middles: &[i64]) -> i64 {
        let cells = self.steps.iter().zip(candidates).zip(middles);
        let amounts = cells.map(|((steps, mask), middle)| {
            let (low, high) = range(steps, *mask);
            (high - middle).max(middle - low)
        });
        amounts.fold(1, i64::max)
    }

    fn shift(&mut self, middles: &[i64]) {
        for (steps, middle) in self.steps.iter_mut().zip(middles) {
            *steps = steps.map(|step| step - middle);
        }
        self.constant += self.step * middles.iter().sum::<i64>();
    }

    /// Chooses the finest units that hold the values of these candidates.
    fn rescale(&mut self, candidates: &[u16; 81]) {
        let most = i64::from(MOST_VALUE);
        self.most = self.most(candidates, &[0; 81]);
        self.scale = match most / self.most {
            0 => Scale {
                units: most,
                steps: self.most,
            },
            units => Scale {
                units: units.min(FINEST),
                steps: 1,
            },
        };
        let scale = self.scale;
        for (lanes, steps) in self.cells.iter_mut().zip(&self.steps) {
            let units = steps.map(|steps| {
                let units = i128::from(steps) * i128::from(scale.units);
                let units = ceiling(units, i128::from(scale.steps));
                // Those of excluded candidates may lie outside, and are never taken.
                units.clamp(-i128::from(most), i128::from(most)) as i16
            });
            *lanes = Lanes::new(units);
        }
    }
}

impl Scale {
    fn ratio(self) -> f32 {
        self.units as f32 / self.steps as f32
    }
}

/// The smallest and the largest of the candidates' numbers.
fn range(steps: &[i64; 9], mask: u16) -> (i64, i64) {
    let all = (0..9).filter(|digit| mask >> digit & 1 == 1);
    let all = all.map(|digit| steps[digit]);
    let (low, high) = (all.clone().min(), all.max());
    (low.unwrap_or(0), high.unwrap_or(0))
}

fn ceiling(number: i128, divisor: i128) -> i128 {
    -(-number).div_euclid(divisor)
}
