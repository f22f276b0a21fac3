//! The score of a solution: the sum over its cells of a value for each candidate. Most
//! often the value is digit × weight of the cell.

pub mod assignment;
mod bound;
mod cell_weights;
mod direction;
mod largest_digits;
pub mod priced;
pub mod prices;
mod progress;
mod reduce;
mod step;
pub mod text;
pub mod thresholds;

pub use cell_weights::{CellWeights, CellWeightsError};
pub use direction::{Directed, Direction, Negate};
pub use progress::{Improvement, Progress};
pub use reduce::Reduced;
pub(crate) use step::greatest_common_divisor;

use crate::grid::{Cell, Digit, Geometry, Solution};
use crate::words::counted;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// No score is further from 0, so that sums and differences of a few of them
/// fit an `i64`.
pub const MAX_SCORE: i64 = i64::MAX / 64;

/// The weight of the rim of the pyramid of NOIP 2009.
pub const PYRAMID_BASE: i64 = 6;

/// Values of the candidates of one geometry. Clones share the smallest equivalent
/// objective, which is computed when it is first needed.
#[derive(Clone, Debug)]
pub struct Objective {
    geometry: Geometry,
    values: Values,
    reduced: Arc<OnceLock<Reduced>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Values {
    /// A weight for each cell, to be multiplied by the digit.
    Weights(Vec<i64>),
    /// A value for each candidate, cell by cell.
    Candidates(Vec<i64>),
}

/// Why numbers are not an objective.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ObjectiveError {
    /// The scores could be larger than [`MAX_SCORE`].
    #[error("the value {value} of {cell} makes scores too large: expected sums up to {MAX_SCORE}")]
    TooLarge {
        /// The name of the cell.
        cell: String,
        /// Its weight, or the value of one of its candidates.
        value: i64,
    },
    /// Neither a weight for each cell nor a value for each candidate.
    #[error(
        "found {}, expected {cells} (one per cell) or {candidates} (one per digit of each cell)",
        counted(*.found as u64, "number")
    )]
    Count {
        /// Numbers given.
        found: usize,
        /// Cells of the grid.
        cells: usize,
        /// Candidates of the grid.
        candidates: usize,
    },
}

impl PartialEq for Objective {
    fn eq(&self, other: &Objective) -> bool {
        (self.geometry, &self.values) == (other.geometry, &other.values)
    }
}

impl Eq for Objective {}

impl Negate for Objective {
    fn negated(&self) -> Objective {
        let negate = |values: &[i64]| values.iter().map(|value| -value).collect();
        let values = match &self.values {
            Values::Weights(weights) => Values::Weights(negate(weights)),
            Values::Candidates(values) => Values::Candidates(negate(values)),
        };
        Objective::from_values(self.geometry, values)
    }
}

impl Objective {
    /// The pyramid of NOIP 2009: 6 on the rim and one more for each ring, so that the
    /// centre of a 9×9 grid weighs 10. Its smallest equivalent is a constant on 9×9, and
    /// computed once for each other geometry.
    pub fn pyramid(geometry: Geometry) -> Objective {
        static KNOWN: Mutex<Option<HashMap<Geometry, Objective>>> = Mutex::new(None);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_default();
        let fresh = || {
            let pyramid = Objective::rings(geometry, PYRAMID_BASE);
            if geometry == Geometry::CLASSIC {
                let reduced = reduce::reduce_pyramid(&pyramid);
                pyramid.reduced.get_or_init(|| reduced);
            }
            pyramid
        };
        known.entry(geometry).or_insert_with(fresh).clone()
    }

    /// The pyramid whose rim weighs `rim`, with one more for each ring inwards.
    ///
    /// # Errors
    /// [`ObjectiveError::TooLarge`] if scores could leave ±[`MAX_SCORE`].
    pub fn pyramid_with_rim(geometry: Geometry, rim: i64) -> Result<Objective, ObjectiveError> {
        let pyramid = Objective::rings(geometry, rim);
        pyramid.check_size()?;
        Ok(pyramid)
    }

    fn rings(geometry: Geometry, rim: i64) -> Objective {
        let last = geometry.side() - 1;
        let ring = |cell: Cell| {
            let (row, column) = (geometry.row(cell), geometry.column(cell));
            row.min(column).min(last - row).min(last - column)
        };
        let weights = geometry
            .cells()
            .map(|cell| rim.saturating_add(ring(cell) as i64));
        Objective::from_values(geometry, Values::Weights(weights.collect()))
    }

    /// A weight for each cell, row by row, or a value for each candidate, cell by cell and
    /// from digit 1 on.
    ///
    /// # Errors
    /// [`ObjectiveError`] for another number of them, and for scores that could leave
    /// ±[`MAX_SCORE`].
    pub fn new(geometry: Geometry, numbers: Vec<i64>) -> Result<Objective, ObjectiveError> {
        let cells = geometry.cell_count();
        let candidates = cells * geometry.side();
        let values = match numbers.len() {
            count if count == cells => Values::Weights(numbers),
            count if count == candidates => Values::Candidates(numbers),
            found => {
                return Err(ObjectiveError::Count {
                    found,
                    cells,
                    candidates,
                });
            }
        };
        let objective = Objective::from_values(geometry, values);
        objective.check_size()?;
        Ok(objective)
    }

    fn from_values(geometry: Geometry, values: Values) -> Objective {
        Objective {
            geometry,
            values,
            reduced: Arc::default(),
        }
    }

    /// Checks that scores stay within ±[`MAX_SCORE`].
    fn check_size(&self) -> Result<(), ObjectiveError> {
        let side = self.geometry.side() as i128;
        let mut sum = 0i128;
        for cell in self.geometry.cells() {
            let (largest, factor) = match &self.values {
                Values::Weights(weights) => (weights[cell.index()], side),
                Values::Candidates(values) => {
                    let of_cell = values.chunks(side as usize).nth(cell.index());
                    let largest = of_cell.unwrap_or_default().iter();
                    (
                        largest
                            .copied()
                            .max_by_key(|v| v.unsigned_abs())
                            .unwrap_or(0),
                        1,
                    )
                }
            };
            sum += i128::from(largest.unsigned_abs()) * factor;
            if sum > i128::from(MAX_SCORE) {
                return Err(ObjectiveError::TooLarge {
                    cell: self.geometry.name(cell),
                    value: largest,
                });
            }
        }
        Ok(())
    }

    /// Whether one of the two was cloned from the other, so that they are equal. Takes
    /// constant time.
    pub fn is_clone_of(&self, other: &Objective) -> bool {
        Arc::ptr_eq(&self.reduced, &other.reduced)
    }

    /// The shape that the values are for.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// # Errors
    /// What does not fit, if it is for another shape.
    pub(crate) fn fit(&self, geometry: Geometry) -> Result<(), String> {
        let found = self.geometry;
        match found == geometry {
            true => Ok(()),
            false => Err(format!(
                "the objective is one for boxes of {found}, expected {geometry} as in the puzzle"
            )),
        }
    }

    /// The weight of each cell, where values are digit × weight.
    pub fn weights(&self) -> Option<&[i64]> {
        match &self.values {
            Values::Weights(weights) => Some(weights),
            Values::Candidates(_) => None,
        }
    }

    /// The weight of each cell, or the value of each candidate, cell by cell.
    pub fn numbers(&self) -> &[i64] {
        match &self.values {
            Values::Weights(numbers) | Values::Candidates(numbers) => numbers,
        }
    }

    /// The value of a digit in a cell.
    ///
    /// # Panics
    /// If the grid has no such cell, or no such digit.
    pub fn value(&self, cell: Cell, digit: Digit) -> i64 {
        let side = self.geometry.side();
        assert!(
            digit.index() < side,
            "there is no digit {digit} on a grid of {side} rows"
        );
        match &self.values {
            Values::Weights(weights) => weights[cell.index()] * i64::from(digit.value()),
            Values::Candidates(values) => values[cell.index() * side + digit.index()],
        }
    }

    /// Whether any digit of this cell has a value other than 0.
    ///
    /// # Panics
    /// If the grid has no such cell.
    pub fn matters(&self, cell: Cell) -> bool {
        match &self.values {
            Values::Weights(weights) => weights[cell.index()] != 0,
            Values::Candidates(_) => self.geometry.digits().any(|d| self.value(cell, d) != 0),
        }
    }

    /// The score of a full grid.
    ///
    /// # Panics
    /// If the solution has more or fewer cells than the grid, or a digit larger than its side.
    pub fn score(&self, solution: &Solution) -> i64 {
        let (found, expected) = (solution.cells().len(), self.geometry.cell_count());
        assert!(
            found == expected,
            "a solution of {found} cells, expected {expected}"
        );
        let cells = self.geometry.cells().zip(solution.cells());
        cells.map(|(cell, &digit)| self.value(cell, digit)).sum()
    }

    /// A smaller equivalent objective: on every full grid, its score and a constant add up
    /// to the score of this one.
    pub fn reduced(&self) -> &Reduced {
        self.reduced.get_or_init(|| reduce::reduce(self))
    }

    /// An upper bound on the score of every completion of a partial grid. The
    /// placed digits of a house must differ from each other.
    ///
    /// # Panics
    /// If a placed digit is larger than the side.
    pub fn bound(&self, placed: impl Fn(Cell) -> Option<Digit>) -> i64 {
        bound::bound(self, &placed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::symmetry;

    #[test]
    fn the_pyramid_weighs_6_to_10() {
        let pyramid = Objective::pyramid(Geometry::CLASSIC);
        let weights = pyramid.weights().unwrap();
        assert_eq!(weights[..9], [6; 9]);
        assert_eq!(weights[27..36], [6, 7, 8, 9, 9, 9, 8, 7, 6]);
        assert_eq!(weights[36..45], [6, 7, 8, 9, 10, 9, 8, 7, 6]);
    }

    #[test]
    fn huge_weights_are_refused_by_name() {
        let geometry: Geometry = "2x2".parse().unwrap();
        let mut weights = vec![0; 16];
        weights[5] = i64::MIN;
        let error = Objective::new(geometry, weights.clone()).unwrap_err();
        assert!(error.to_string().contains("of r2c2"), "{error}");
        weights[5] = MAX_SCORE / 4;
        assert!(Objective::new(geometry, weights.clone()).is_ok());
        weights[7] = 1;
        let error = Objective::new(geometry, weights).unwrap_err();
        assert!(error.to_string().contains("of r2c4"), "{error}");
        // With values of candidates, a score has one for each cell.
        let mut values = vec![0; 64];
        values[20] = MAX_SCORE;
        assert!(Objective::new(geometry, values.clone()).is_ok());
        values[30] = -1;
        let error = Objective::new(geometry, values).unwrap_err();
        assert!(error.to_string().contains("of r2c4"), "{error}");
        assert!(Objective::new(geometry, vec![0; 17]).is_err());
    }

    #[test]
    fn values_of_candidates_are_added() {
        let geometry: Geometry = "2x2".parse().unwrap();
        let solution = symmetry::pattern(geometry);
        let values = (0..64).collect();
        let objective = Objective::new(geometry, values).unwrap();
        let expected: i64 = (0..16)
            .map(|k| 4 * k + solution.digit(Cell(k as u32)).index() as i64)
            .sum();
        assert_eq!(objective.score(&solution), expected);
        assert_eq!(objective.negated().score(&solution), -expected);
    }

    #[test]
    fn cells_matter_where_a_digit_is_worth_something() {
        let geometry: Geometry = "2x2".parse().unwrap();
        let mut weights = vec![0; 16];
        weights[5] = -1;
        let mut values = vec![0; 64];
        values[5 * 4 + 3] = 2;
        for numbers in [weights, values] {
            let objective = Objective::new(geometry, numbers).unwrap();
            let matter = geometry.cells().filter(|cell| objective.matters(*cell));
            assert_eq!(matter.collect::<Vec<_>>(), [Cell(5)]);
        }
    }

    #[test]
    fn objectives_are_equal_by_their_values() {
        let geometry: Geometry = "2x2".parse().unwrap();
        let pyramid = Objective::pyramid(geometry);
        let with_rim = |rim| Objective::pyramid_with_rim(geometry, rim).unwrap();
        assert_eq!(pyramid, with_rim(PYRAMID_BASE));
        assert_ne!(pyramid, with_rim(PYRAMID_BASE + 1));
    }

    #[test]
    fn pyramids_whose_scores_are_too_large_are_refused() {
        for rim in [i64::MIN, i64::MAX / 2, i64::MAX] {
            let refused = Objective::pyramid_with_rim(Geometry::CLASSIC, rim);
            let cell = "r1c1".to_owned();
            assert_eq!(refused, Err(ObjectiveError::TooLarge { cell, value: rim }));
        }
    }

    #[test]
    #[should_panic(expected = "a solution of 16 cells, expected 81")]
    fn solutions_of_another_shape_have_no_score() {
        let solution = symmetry::pattern("2x2".parse().unwrap());
        Objective::pyramid(Geometry::CLASSIC).score(&solution);
    }

    #[test]
    #[should_panic(expected = "there is no digit 5 on a grid of 4 rows")]
    fn digits_of_a_larger_grid_have_no_value() {
        let geometry = "2x2".parse().unwrap();
        let values = Objective::new(geometry, vec![1; 64]).unwrap();
        values.value(Cell(0), Digit::from_index(4));
    }
}
