//! An objective as small numbers, those of each cell around 0.

use super::bound::{CellValues, MOST_VALUE};
use super::lanes::Lanes;
use crate::grid::Digit;
use crate::objective::Objective;

/// Finest steps of a score.
const FINEST: i64 = 64;

/// An objective in the form that the bound takes.
pub struct Values {
    /// In units.
    pub cells: CellValues,
    /// Units of one point of the score.
    pub scale: i32,
    /// The score is this and the sum of the values in points.
    pub constant: i64,
    /// What every solution scores in addition to these values.
    pub middles: i64,
    /// The value of each digit in each cell without the constant.
    pub points: Vec<[i64; 9]>,
}

impl Values {
    /// The values of an objective on 9×9; `None` if they differ too much to be
    /// told apart in 16 bits.
    pub fn new(objective: &Objective) -> Option<Values> {
        let reduced = objective.reduced();
        let mut middles = 0;
        let mut points = Vec::with_capacity(81);
        let mut most = 1;
        for cell in objective.geometry().cells() {
            let value = |digit| reduced.objective.value(cell, Digit::from_index(digit));
            let all: [i64; 9] = std::array::from_fn(value);
            let (low, high) = all.iter().fold((all[0], all[0]), |(low, high), &value| {
                (low.min(value), high.max(value))
            });
            let middle = low + (high - low) / 2;
            middles += middle;
            most = most.max(high - middle).max(middle - low);
            points.push(all.map(|value| value - middle));
        }
        let scale = (i64::from(MOST_VALUE) / most).min(FINEST);
        if scale == 0 {
            return None;
        }
        let mut cells = [Lanes::all(0); 81];
        for (lanes, points) in cells.iter_mut().zip(&points) {
            *lanes = Lanes::new(points.map(|points| (points * scale) as i16));
        }
        Some(Values {
            cells,
            scale: scale as i32,
            constant: reduced.constant + middles,
            middles,
            points,
        })
    }
}
