//! Removing givens that singles restore: fast on grids of every size, and the result is
//! proper without a search.

use crate::grid::{Cell, Digit, Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::Reason;

/// Rounds between two checks of the limits; on the largest grids, a round takes about
/// 10 µs.
pub(super) const ROUNDS_PER_CHECK: usize = 1024;

/// Removes digits from a solution in the given order, those of one entry together, if naked or
/// hidden singles restore each of them, until `fewest` givens are left or all were tried.
///
/// In reverse order, every removed digit is forced, so the puzzle has exactly this
/// solution.
///
/// # Errors
/// The limit that was reached first.
pub fn dig_by_singles(
    geometry: Geometry,
    solution: &Solution,
    order: &[impl AsRef<[Cell]>],
    fewest: usize,
    limits: &Limits,
) -> Result<Puzzle, Reason> {
    let mut grid = Givens::full(geometry, solution);
    let mut left = geometry.cell_count();
    for (round, together) in order.iter().enumerate() {
        if round.is_multiple_of(ROUNDS_PER_CHECK) {
            limits.check()?;
        }
        if left <= fewest {
            break;
        }
        let cells = together.as_ref();
        if cells.len() > left - fewest {
            continue;
        }
        cells.iter().for_each(|&cell| grid.set(cell, None));
        // More givens leave a single a single, so these can be restored in any order.
        match cells
            .iter()
            .all(|&cell| grid.is_single(cell, solution.digit(cell)))
        {
            true => left -= cells.len(),
            false => cells
                .iter()
                .for_each(|&cell| grid.set(cell, Some(solution.digit(cell)))),
        }
    }
    Ok(grid.puzzle)
}

/// Givens that do not clash, and the digits given in each house.
struct Givens {
    puzzle: Puzzle,
    /// `has[house·N + digit]`; rows, columns, boxes.
    has: Vec<bool>,
}

impl Givens {
    fn full(geometry: Geometry, solution: &Solution) -> Givens {
        let mut grid = Givens {
            puzzle: Puzzle::empty(geometry),
            has: vec![false; 3 * geometry.cell_count()],
        };
        for cell in geometry.cells() {
            grid.set(cell, Some(solution.digit(cell)));
        }
        grid
    }

    fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        if let Some(digit) = digit.or(self.puzzle.given(cell)) {
            for house in self.houses(cell) {
                self.has[house + digit.index()] = !self.has[house + digit.index()];
            }
        }
        self.puzzle.set(cell, digit);
    }

    /// The offsets of the row, the column and the box in `has`.
    fn houses(&self, cell: Cell) -> [usize; 3] {
        let geometry = self.puzzle.geometry();
        let side = geometry.side();
        let [row, column, block] = geometry.houses_of(cell).map(|h| usize::from(h.index));
        [
            row * side,
            (side + column) * side,
            (2 * side + block) * side,
        ]
    }

    fn sees(&self, cell: Cell, digit: Digit) -> bool {
        let mut houses = self.houses(cell).into_iter();
        houses.any(|house| self.has[house + digit.index()])
    }

    /// Whether the givens force this digit into this empty cell.
    fn is_single(&self, cell: Cell, digit: Digit) -> bool {
        let geometry = self.puzzle.geometry();
        let taken = |other: Cell| self.puzzle.given(other).is_some() || self.sees(other, digit);
        let naked = |other| other == digit || self.sees(cell, other);
        let hidden = |house| {
            let mut cells = geometry.house_cells(house);
            cells.all(|other| other == cell || taken(other))
        };
        geometry.digits().all(naked) || geometry.houses_of(cell).into_iter().any(hidden)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::symmetry;
    use crate::search::Native;
    use std::ops::ControlFlow;

    #[test]
    fn the_result_is_proper() {
        for shape in ["1x1", "2x2", "2x3", "3x3", "4x4"] {
            let geometry: Geometry = shape.parse().unwrap();
            let solution = symmetry::pattern(geometry);
            let order: Vec<[Cell; 1]> = geometry.cells().map(|cell| [cell]).collect();
            let limits = Limits::unlimited();
            let puzzle = dig_by_singles(geometry, &solution, &order, 0, &limits).unwrap();
            assert!(puzzle.givens().count() < geometry.cell_count());
            let mut found = Vec::new();
            Native::default().enumerate(&puzzle, &Limits::unlimited(), &mut |other| {
                found.push(other.clone());
                ControlFlow::Continue(())
            });
            assert_eq!(found.as_slice(), std::slice::from_ref(&solution), "{shape}");
            let all = geometry.cell_count();
            let more = dig_by_singles(geometry, &solution, &order, all - 1, &limits).unwrap();
            assert_eq!(more.givens().count(), all - 1);
        }
    }
}
