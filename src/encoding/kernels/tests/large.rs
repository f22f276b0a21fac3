//! Boards far beyond 9×9 become formulas of a size that fits.

use super::*;
use crate::backend::{self, VariantSat};
use crate::grid::{Cell, Digit, Solution};
use crate::limits::Limits;
use crate::outcome::Verdict;
use crate::rules::{Board, Kernel, Mask};
use crate::sat::Engine;

/// A filling of boxes with `side` rows and columns each.
fn filling(side: usize) -> Vec<usize> {
    let digits = side * side;
    let cells = (0..digits).flat_map(|r| (0..digits).map(move |c| (r, c)));
    let cells = cells.map(|(r, c)| (side * (r % side) + r / side + c) % digits);
    cells.collect()
}

fn cage(cells: Vec<Cell>, board: &Board, filling: &[usize]) -> Vec<Kernel> {
    let value = |cell: &Cell| i64::from(board.value(Digit::from_index(filling[cell.index()])));
    let total = cells.iter().map(value).sum();
    let sum = Kernel::sum(cells.iter().map(|&cell| (cell, 1)), total);
    vec![Kernel::Distinct(cells), sum]
}

/// Cages of `sizes` along each row, in turn.
fn killer(side: usize, sizes: &[usize]) -> VariantPuzzle {
    let boxes = format!("{side}x{side}").parse().unwrap();
    let board = Board::classic(boxes).unwrap();
    let filling = filling(side);
    let mut puzzle = VariantPuzzle::new(board.clone());
    for row in 0..board.rows() {
        let mut column = 0;
        for size in sizes.iter().cycle() {
            let end = board.columns().min(column + size);
            let cells = (column..end).map(|column| board.cell(row, column));
            puzzle = puzzle.with(cage(cells.collect(), &board, &filling));
            column = end;
            if end == board.columns() {
                break;
            }
        }
    }
    puzzle
}

fn size(puzzle: &VariantPuzzle) -> Counter {
    let left = closure(puzzle, &Limits::unlimited()).unwrap().unwrap();
    let map = VariantMap::live(puzzle.board(), &left);
    let encoding = Encoding::named("extended").unwrap();
    let mut counter = Counter::default();
    encoding.encode_variant(puzzle, &map, &mut counter, &mut Silent);
    counter
}

#[test]
fn a_killer_of_25_by_25_has_under_two_million_clauses() {
    // 12 cells have thousands of combinations and are a diagram.
    let size = size(&killer(5, &[2, 3, 4, 12]));
    assert!((15_000..1_000_000).contains(&size.variables), "{size:?}");
    assert!((500_000..2_000_000).contains(&size.clauses), "{size:?}");
}

#[test]
fn a_jigsaw_of_16_by_16_is_solved() {
    // Two boxes exchange cells with the same digit, so the filling still holds.
    let filling = filling(4);
    let place = |cell: usize| (cell / 16 / 4 * 4 + cell % 16 / 4) as u16;
    let mut regions: Vec<u16> = (0..256).map(place).collect();
    let own = 3;
    let other = (0..256).find(|&c| regions[c] == 1 && filling[c] == filling[own]);
    regions.swap(own, other.unwrap());
    let regions = regions.into_iter().map(Some).collect();
    let board = Board::new((16, 16), (1, 16), Some(regions)).unwrap();
    let mut puzzle = VariantPuzzle::new(board.clone());
    for cell in board.cells().filter(|cell| cell.index() % 3 != 0) {
        let digit: Mask = 1 << filling[cell.index()];
        puzzle.restrict(cell, digit);
    }
    let encoding = Encoding::named("extended").unwrap();
    let mut backend = VariantSat::new(&encoding, &Engine::varisat());
    let found = backend::first(&mut backend, &puzzle, &Limits::unlimited()).unwrap();
    let Verdict::Solved(solution) = found else {
        panic!("no solution");
    };
    assert_eq!(puzzle.check(&solution), Ok(()));
    let digits = filling.into_iter().map(Digit::from_index);
    assert_eq!(puzzle.check(&Solution::new(digits.collect())), Ok(()));
}
