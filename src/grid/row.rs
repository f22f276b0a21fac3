//! A 9×9 puzzle as its 81 characters: plain lines are read into it, and all 9×9 engines
//! take it.

use super::{Cell, Digit, Geometry, Puzzle, Solution};
use std::ops::Deref;

/// Cells of a 9×9 puzzle.
pub const CELLS: usize = 81;

/// A 9×9 puzzle as its characters, row by row: `1` to `9`, and `.` or `0` for an
/// empty cell. There are no others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row([u8; CELLS]);

impl Row {
    /// The empty grid.
    pub const EMPTY: Row = Row([b'.'; CELLS]);

    /// The puzzle of these characters; `None` if one is neither a digit nor `.`.
    #[inline]
    pub fn new(text: &[u8; CELLS]) -> Option<Row> {
        Row::is_valid(text).then_some(Row(*text))
    }

    /// [`Row::new`], but `None` as well if a `0` may be a digit: there is another mark for
    /// empty cells, no 9, and no more zeros than a digit has cells.
    #[inline]
    pub fn unambiguous(text: &[u8; CELLS]) -> Option<Row> {
        Row::new(text).filter(|row| !row.has_doubtful_zeros())
    }

    /// Whether there are no other characters.
    #[inline]
    pub(crate) fn is_valid(text: &[u8; CELLS]) -> bool {
        // No early exit, so that the compiler vectorises the check.
        text.iter().fold(true, |good, character| {
            good & ((character.wrapping_sub(b'0') <= 9) | (*character == b'.'))
        })
    }

    /// Whether `0` may be a digit; see [`Row::unambiguous`].
    #[inline]
    pub(crate) fn has_doubtful_zeros(&self) -> bool {
        // No early exit, so that the compiler vectorises the counts.
        let count = |wanted| self.0.iter().map(|c| u8::from(*c == wanted)).sum::<u8>();
        (1..=9).contains(&count(b'0')) && count(b'9') == 0 && count(b'.') > 0
    }

    /// The characters of a 9×9 puzzle; `None` unless its boxes are 3×3.
    pub fn of(puzzle: &Puzzle) -> Option<Row> {
        if puzzle.geometry() != Geometry::CLASSIC {
            return None;
        }
        let mut text = [b'.'; CELLS];
        for (cell, digit) in puzzle.givens() {
            text[cell.index()] = b'1' + digit.index() as u8;
        }
        Some(Row(text))
    }

    /// The characters.
    #[inline(always)]
    pub fn text(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// The puzzle cell by cell.
    pub fn to_puzzle(self) -> Puzzle {
        let mut puzzle = Puzzle::empty(Geometry::CLASSIC);
        for (cell, character) in (0..).map(Cell).zip(self.0) {
            let digit = character.wrapping_sub(b'0');
            if (1..=9).contains(&digit) {
                puzzle.set(cell, Digit::new(u16::from(digit)));
            }
        }
        puzzle
    }
}

impl Solution {
    /// A full 9×9 grid of the characters `1` to `9`.
    pub(crate) fn of_row(text: &[u8; CELLS]) -> Solution {
        let digit = |character: &u8| Digit::from_index(usize::from(character - b'1'));
        Solution::new(text.iter().map(digit).collect())
    }
}

impl Deref for Row {
    type Target = [u8; CELLS];

    fn deref(&self) -> &[u8; CELLS] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_digits_and_dots() {
        let mut text = [b'.'; CELLS];
        for good in *b".0123456789" {
            text[80] = good;
            assert_eq!(Row::new(&text).map(|row| *row), Some(text));
        }
        for bad in (0..=255).filter(|byte| !b".0123456789".contains(byte)) {
            text[80] = bad;
            assert!(Row::new(&text).is_none(), "{bad}");
            text[80] = b'.';
            text[0] = bad;
            assert!(Row::new(&text).is_none(), "{bad}");
            text[0] = b'.';
        }
    }

    #[test]
    fn a_row_is_the_puzzle() {
        let text =
            *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let row = Row::new(&text).unwrap();
        assert_eq!(Row::of(&row.to_puzzle()), Some(row));
        assert_eq!(row.to_puzzle().givens().count(), 30);
        let small = Puzzle::empty(Geometry::new(2, 2).unwrap());
        assert_eq!(Row::of(&small), None);
    }
}
