//! What a solution is worth: a weight for each cell, and the score
//! `Σ digit × weight`.

use crate::grid::{Cell, Digit, Geometry, House, HouseKind, Solution};

/// Weights of the cells of one geometry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    geometry: Geometry,
    weights: Vec<i64>,
}

impl Objective {
    /// The pyramid of NOIP 2009: 6 on the rim and one more for each ring, so
    /// that the centre of a 9×9 grid weighs 10.
    pub fn pyramid(geometry: Geometry) -> Objective {
        let last = geometry.side() - 1;
        let ring = |cell: Cell| {
            let (row, column) = (geometry.row(cell), geometry.column(cell));
            row.min(column).min(last - row).min(last - column)
        };
        Objective {
            geometry,
            weights: geometry.cells().map(|c| 6 + ring(c) as i64).collect(),
        }
    }

    /// The shape that the weights are for.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The weight of a cell.
    pub fn weight(&self, cell: Cell) -> i64 {
        self.weights[cell.index()]
    }

    /// What one digit in one cell is worth.
    pub fn value(&self, cell: Cell, digit: Digit) -> i64 {
        self.weight(cell) * i64::from(digit.value())
    }

    /// What a full grid is worth.
    pub fn score(&self, solution: &Solution) -> i64 {
        let cells = self.geometry.cells().zip(solution.cells());
        cells.map(|(cell, &digit)| self.value(cell, digit)).sum()
    }

    /// An upper bound on the score of every completion of a partial grid:
    /// house by house, the largest missing digits go to the heaviest empty
    /// cells (the rearrangement inequality). Rows, columns and boxes each give
    /// a bound; the least one counts.
    ///
    /// The placed digits of a house must differ from each other.
    pub fn bound(&self, placed: impl Fn(Cell) -> Option<Digit>) -> i64 {
        let kinds = HouseKind::ALL.into_iter();
        let bounds = kinds.map(|kind| {
            let houses = self.geometry.houses_of_kind(kind);
            houses.map(|house| self.house_bound(house, &placed)).sum()
        });
        bounds.min().unwrap_or(0)
    }

    fn house_bound(&self, house: House, placed: &impl Fn(Cell) -> Option<Digit>) -> i64 {
        let mut missing = vec![true; self.geometry.side()];
        let mut weights = Vec::with_capacity(self.geometry.side());
        let mut bound = 0;
        for cell in self.geometry.house_cells(house) {
            match placed(cell) {
                Some(digit) => {
                    missing[digit.index()] = false;
                    bound += self.value(cell, digit);
                }
                None => weights.push(self.weight(cell)),
            }
        }
        weights.sort_unstable();
        let digits = (1i64..).zip(&missing).filter(|(_, missing)| **missing);
        let pairs = digits.zip(&weights);
        bound
            + pairs
                .map(|((digit, _), weight)| digit * weight)
                .sum::<i64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::symmetry;

    #[test]
    fn the_pyramid_weighs_6_to_10() {
        let pyramid = Objective::pyramid(Geometry::CLASSIC);
        let row = |r: usize| -> Vec<i64> {
            let cells = (0..9).map(|c| pyramid.weight(Geometry::CLASSIC.cell(r, c)));
            cells.collect()
        };
        assert_eq!(row(0), [6; 9]);
        assert_eq!(row(3), [6, 7, 8, 9, 9, 9, 8, 7, 6]);
        assert_eq!(row(4), [6, 7, 8, 9, 10, 9, 8, 7, 6]);
    }

    #[test]
    fn the_bound_of_a_full_grid_is_its_score() {
        let geometry = Geometry::CLASSIC;
        let pyramid = Objective::pyramid(geometry);
        let solution = symmetry::pattern(geometry);
        let score = pyramid.score(&solution);
        assert_eq!(pyramid.bound(|cell| Some(solution.digit(cell))), score);
        for kept in 0..81 {
            let known = |cell: Cell| (cell.index() < kept).then(|| solution.digit(cell));
            assert!(pyramid.bound(known) >= score);
        }
    }
}
