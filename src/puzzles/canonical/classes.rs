//! Which canonical forms have occurred before.

use crate::grid::{Digit, Puzzle};
use std::collections::HashSet;

/// The classes of puzzles that have occurred, by their canonical forms. Each takes about
/// a hundred bytes.
#[derive(Default)]
pub struct Classes {
    forms: HashSet<Box<[u8]>>,
}

/// Whether a class has occurred before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Novelty {
    /// This is the first puzzle of its class.
    New,
    /// There was another one before.
    Repeated,
}

impl Classes {
    /// Adds a canonical form, which must come from a [`Canonizer`](super::Canonizer).
    pub fn insert(&mut self, canonical: &Puzzle) -> Novelty {
        match self.forms.insert(packed(canonical)) {
            true => Novelty::New,
            false => Novelty::Repeated,
        }
    }
}

/// The box shape, then two cells in each byte: the digits of grids that have a canonical
/// form fit into four bits.
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
        assert_eq!(classes.insert(&puzzle), Novelty::New);
        puzzle.set(Cell(80), Digit::new(1));
        assert_eq!(classes.insert(&puzzle), Novelty::New);
        assert_eq!(classes.insert(&puzzle), Novelty::Repeated);
        for shape in ["1x6", "6x1", "2x3", "3x2"] {
            let empty = Puzzle::empty(shape.parse().unwrap());
            assert_eq!(classes.insert(&empty), Novelty::New);
            assert_eq!(classes.insert(&empty), Novelty::Repeated);
        }
    }
}
