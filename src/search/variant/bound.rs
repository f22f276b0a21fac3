//! Upper bounds on scores.

use super::store::digits;
use crate::objective::CellWeights;
use crate::objective::assignment::least_loss;
use crate::rules::{Board, BoardHouseKind, Mask};

/// Upper bounds on the scores below given candidates.
pub struct Bound<'o> {
    board: &'o Board,
    weights: &'o [i64],
    /// Houses without common cells.
    houses: Vec<Vec<usize>>,
    /// Cells that are in none of them.
    alone: Vec<usize>,
}

impl<'o> Bound<'o> {
    pub fn new(board: &'o Board, weights: &'o CellWeights, masks: &[Mask]) -> Bound<'o> {
        let bounds = BoardHouseKind::ALL.map(|kind| Bound::with(board, weights, kind));
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

    fn with(board: &'o Board, weights: &'o CellWeights, kind: BoardHouseKind) -> Bound<'o> {
        let houses = board.houses_of_kind(kind);
        let houses = houses.map(|house| house.cells.iter().map(|cell| cell.index()).collect());
        let houses: Vec<Vec<usize>> = houses.collect();
        let mut is_alone = vec![true; board.cell_count()];
        houses
            .iter()
            .flatten()
            .for_each(|&cell| is_alone[cell] = false);
        let alone = (0..is_alone.len()).filter(|&cell| is_alone[cell]);
        Bound {
            board,
            weights: weights.weights(),
            houses,
            alone: alone.collect(),
        }
    }

    fn value(&self, cell: usize, digit: u32) -> i64 {
        self.weights[cell] * (i64::from(self.board.min()) + i64::from(digit))
    }

    /// The largest share of a cell.
    fn most(&self, cell: usize, mask: Mask) -> i64 {
        let ends = [mask.trailing_zeros(), mask.ilog2()];
        ends.map(|digit| self.value(cell, digit))
            .into_iter()
            .max()
            .unwrap_or(0)
    }

    /// Whether every solution below these candidates scores less than that.
    pub fn is_below(&self, masks: &[Mask], score: i64) -> bool {
        let by_houses = || self.by_houses(masks);
        self.by_cells(masks) < score || by_houses().is_none_or(|bound| bound < score)
    }

    /// The digit with which a cell adds most to the score.
    pub fn best_digit(&self, cell: usize, mask: Mask) -> u32 {
        match self.weights[cell] > 0 {
            true => mask.ilog2(),
            false => mask.trailing_zeros(),
        }
    }

    /// Every cell for itself: the score, where each has a single candidate.
    pub fn by_cells(&self, masks: &[Mask]) -> i64 {
        let cells = masks.iter().enumerate();
        cells.map(|(cell, &mask)| self.most(cell, mask)).sum()
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
            let lost = least_loss(lost, self.board.digit_count())?;
            sum += most - i64::try_from(lost).ok()?;
        }
        Some(sum)
    }
}
