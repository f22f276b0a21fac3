//! Upper bounds on scores.

use super::losses::Losses;
use super::store::digits;
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::objective::assignment::least_loss;
use crate::objective::priced::Priced;
use crate::objective::thresholds::{Parts, PricedSets};
use crate::objective::{CellWeights, greatest_common_divisor};
use crate::rules::{Board, BoardHouseKind, Mask, VariantPuzzle};

/// Upper bounds on the scores below given candidates.
pub struct Bound<'o> {
    puzzle: &'o VariantPuzzle,
    weights: &'o CellWeights,
    /// Houses without common cells.
    houses: Vec<Vec<usize>>,
    /// Cells that are in none of them.
    alone: Vec<usize>,
    /// The greatest common divisor of the weights.
    step: u64,
    priced: Option<Priced>,
}

impl<'o> Bound<'o> {
    pub fn new(puzzle: &'o VariantPuzzle, weights: &'o CellWeights, masks: &[Mask]) -> Bound<'o> {
        let bounds = BoardHouseKind::ALL.map(|kind| Bound::with(puzzle, weights, kind));
        let [first, rest @ ..] = bounds;
        // Without an assignment there is no solution; any kind will do.
        let size = |bound: &Bound<'_>| bound.by_houses(masks).unwrap_or(i64::MIN);
        rest.into_iter().fold(first, |best, next| {
            if size(&next) < size(&best) {
                next
            } else {
                best
            }
        })
    }

    fn with(
        puzzle: &'o VariantPuzzle,
        weights: &'o CellWeights,
        kind: BoardHouseKind,
    ) -> Bound<'o> {
        let board = puzzle.board();
        let houses = board.houses_of_kind(kind);
        let houses = houses.map(|house| house.cells.iter().map(|cell| cell.index()).collect());
        let houses: Vec<Vec<usize>> = houses.collect();
        let mut is_alone = vec![true; board.cell_count()];
        houses
            .iter()
            .flatten()
            .for_each(|&cell| is_alone[cell] = false);
        let alone = (0..is_alone.len()).filter(|&cell| is_alone[cell]);
        let sizes = weights.weights().iter().map(|weight| weight.unsigned_abs());
        let step = sizes.fold(0, greatest_common_divisor);
        Bound {
            puzzle,
            weights,
            houses,
            alone: alone.collect(),
            step: step.max(1),
            priced: None,
        }
    }

    /// Computes prices of the houses for these candidates, which make a tighter bound where many
    /// candidates are left. Without any, as for [`Parts::of_variant`] and [`PricedSets::new`], the
    /// bound stays as it is.
    pub fn tighten(&mut self, masks: &[Mask], limits: &Limits) {
        let parts = Parts::of_variant(self.puzzle, self.weights, masks);
        let sets = parts
            .as_ref()
            .and_then(|parts| PricedSets::new(parts, limits));
        self.priced = sets.as_ref().map(Priced::of);
    }

    pub fn board(&self) -> &'o Board {
        self.puzzle.board()
    }

    fn value(&self, cell: usize, digit: u32) -> i64 {
        self.weights.weights()[cell] * (i64::from(self.puzzle.board().min()) + i64::from(digit))
    }

    /// The smallest and the largest share of a cell.
    fn ends(&self, cell: usize, mask: Mask) -> [i64; 2] {
        let [one, other] =
            [mask.trailing_zeros(), mask.ilog2()].map(|digit| self.value(cell, digit));
        [one.min(other), one.max(other)]
    }

    /// The largest share of a cell.
    fn most(&self, cell: usize, mask: Mask) -> i64 {
        self.ends(cell, mask)[1]
    }

    /// No solution of these candidates scores less than the first or more than the second.
    pub fn range(&self, masks: &[Mask]) -> (i64, i64) {
        let cells = masks.iter().enumerate();
        let ends = cells.map(|(cell, &mask)| self.ends(cell, mask));
        ends.fold((0, 0), |(low, high), [least, most]| {
            (low + least, high + most)
        })
    }

    /// Scores differ by multiples of this.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// Whether every solution below these candidates scores less than that.
    pub fn is_below(&self, masks: &[Mask], score: i64) -> bool {
        let by_houses = || self.by_houses(masks);
        let by_prices = || self.by_prices(masks).is_some_and(|bound| bound < score);
        self.by_cells(masks) < score || by_prices() || by_houses().is_none_or(|bound| bound < score)
    }

    /// The digit with which a cell adds most to the score.
    pub fn best_digit(&self, cell: usize, mask: Mask) -> u32 {
        match self.weights.weights()[cell] > 0 {
            true => mask.ilog2(),
            false => mask.trailing_zeros(),
        }
    }

    /// The digit of a cell that is worth most at the prices of its houses, if there are any.
    pub fn best_digit_at_prices(&self, cell: u32, mask: Mask) -> Option<u32> {
        let priced = self.priced.as_ref()?;
        let value = |&digit: &u32| priced.value(Cell(cell), Digit::from_index(digit as usize));
        digits(mask).max_by_key(value)
    }

    /// Every cell for itself: the score, where each has a single candidate.
    pub fn by_cells(&self, masks: &[Mask]) -> i64 {
        let cells = masks.iter().enumerate();
        cells.map(|(cell, &mask)| self.most(cell, mask)).sum()
    }

    /// The best of each cell at the prices of its houses, if there are any.
    pub fn by_prices(&self, masks: &[Mask]) -> Option<i64> {
        let priced = self.priced.as_ref()?;
        let values = (0..)
            .zip(masks)
            .map(|(cell, &mask)| priced.best(Cell(cell), mask));
        Some(priced.score(values.sum()))
    }

    /// What solutions of these candidates with at least this score lose at most, against
    /// [`Bound::by_prices`] or else [`Bound::by_cells`].
    pub fn losses(&self, masks: &[Mask], least: i64) -> Losses {
        let Some(priced) = &self.priced else {
            let spare = self.by_cells(masks).saturating_sub(least);
            let loss = |cell, digit| self.most(cell, masks[cell]) - self.value(cell, digit);
            return self.limited(masks, spare, loss);
        };
        let best: Vec<i64> = (0..)
            .zip(masks)
            .map(|(cell, &mask)| priced.best(Cell(cell), mask))
            .collect();
        let spare = priced.spare(best.iter().sum(), least);
        self.limited(masks, spare, |cell, digit| {
            best[cell] - priced.value(Cell(cell as u32), Digit::from_index(digit as usize))
        })
    }

    /// That solutions of these candidates score no more than this, as a limit on how far they are
    /// above the lowest digits.
    pub fn at_most(&self, masks: &[Mask], most: i64) -> Losses {
        let (lowest, _) = self.range(masks);
        self.limited(masks, most.saturating_sub(lowest), |cell, digit| {
            self.value(cell, digit) - self.ends(cell, masks[cell])[0]
        })
    }

    /// A limit on the sum of what the digits of all cells lose.
    fn limited(&self, masks: &[Mask], most: i64, loss: impl Fn(usize, u32) -> i64) -> Losses {
        let of = masks.iter().enumerate().map(|(cell, &mask)| {
            let digits = 0..self.board().digit_count() as u32;
            let loss = |digit| match mask >> digit & 1 == 1 {
                true => loss(cell, digit),
                false => 0,
            };
            digits.map(loss).collect()
        });
        let of = of.collect();
        Losses::new((0..masks.len() as u32).collect(), of, most)
    }

    /// The best assignments of different digits, house by house; `None` if there is
    /// none.
    pub fn by_houses(&self, masks: &[Mask]) -> Option<i64> {
        let alone = self.alone.iter().map(|&cell| self.most(cell, masks[cell]));
        let mut sum: i64 = alone.sum();
        for house in &self.houses {
            let most = house.iter().map(|&cell| self.most(cell, masks[cell]));
            let most: i64 = most.sum();
            let lost = house.iter().map(|&cell| {
                let most = self.most(cell, masks[cell]);
                let loss = move |digit| most.abs_diff(self.value(cell, digit));
                digits(masks[cell]).map(move |digit| (digit as usize, loss(digit)))
            });
            let lost = least_loss(lost, self.puzzle.board().digit_count())?;
            sum += most - i64::try_from(lost).ok()?;
        }
        Some(sum)
    }
}
