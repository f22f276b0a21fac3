//! Which canonical forms were met before.

use crate::grid::{Digit, Puzzle};
use std::collections::HashSet;

/// The classes of puzzles that were met, by their canonical forms. Each takes
/// some hundred bytes.
#[derive(Default)]
pub struct Classes {
    met: HashSet<Box<[u8]>>,
}

/// Whether a class was met before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Met {
    /// This puzzle is the first of its class.
    First,
    /// Another one was there before.
    Again,
}

impl Classes {
    /// Takes note of a canonical form.
    pub fn meet(&mut self, canonical: &Puzzle) -> Met {
        match self.met.insert(packed(canonical)) {
            true => Met::First,
            false => Met::Again,
        }
    }
}

/// The box shape, and two cells a byte: digits that have a canonical form fit
/// four bits.
fn packed(puzzle: &Puzzle) -> Box<[u8]> {
    let geometry = puzzle.geometry();
    let shape = [geometry.box_rows() as u8, geometry.box_columns() as u8];
    let number = |cell: &Option<Digit>| cell.map_or(0, Digit::value) as u8;
    let cells = puzzle.cells().chunks(2);
    let cells = cells.map(|pair| pair.iter().fold(0, |byte, cell| byte << 4 | number(cell)));
    shape.into_iter().chain(cells).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Geometry};

    #[test]
    fn a_class_is_new_once() {
        let mut classes = Classes::default();
        let mut puzzle = Puzzle::empty(Geometry::CLASSIC);
        assert_eq!(classes.meet(&puzzle), Met::First);
        puzzle.set(Cell(80), Digit::new(1));
        assert_eq!(classes.meet(&puzzle), Met::First);
        assert_eq!(classes.meet(&puzzle), Met::Again);
        for shape in ["1x6", "6x1", "2x3", "3x2"] {
            let empty = Puzzle::empty(shape.parse().unwrap());
            assert_eq!(classes.meet(&empty), Met::First);
            assert_eq!(classes.meet(&empty), Met::Again);
        }
    }
}
