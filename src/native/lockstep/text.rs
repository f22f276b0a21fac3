//! Between lines of 81 characters and frames.
//!
//! Two neighbouring characters make one number of 16 bits; a square of such
//! numbers is transposed, so that one vector holds the same two cells of all
//! grids.

use super::frame::{ALL_DIGITS, CELLS, Frame};
use super::lanes::{Lanes, MAX_LANES, transpose};
use crate::grid::text::blocks::has_plain_characters;
use crate::grid::{Geometry, Puzzle};

/// Pairs of characters in a line, the last with one only.
const PAIRS: usize = CELLS.div_ceil(2);

/// Characters with room for whole squares of any size.
const ROOM: usize = 4 * MAX_LANES;

/// A puzzle as 81 characters, row by row: `1` to `9`, and `.` or `0` for an
/// empty cell.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a>(&'a [u8; CELLS]);

impl<'a> Row<'a> {
    /// The empty grid.
    pub const EMPTY: Row<'static> = Row(&[b'.'; CELLS]);

    /// `None` if there is any other character.
    #[inline]
    pub fn new(text: &'a [u8; CELLS]) -> Option<Row<'a>> {
        has_plain_characters(text).then_some(Row(text))
    }

    /// The characters.
    pub fn text(self) -> &'a [u8; CELLS] {
        self.0
    }
}

/// The characters of a puzzle with 3×3 boxes; `None` for any other shape.
pub fn characters(puzzle: &Puzzle) -> Option<[u8; CELLS]> {
    if puzzle.geometry() != Geometry::CLASSIC {
        return None;
    }
    let mut text = [b'.'; CELLS];
    for (cell, digit) in puzzle.givens() {
        text[cell.index()] = b'1' + digit.index() as u8;
    }
    Some(text)
}

/// The characters of one grid, and room to read and write them by vectors.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Line([u8; ROOM]);

impl Line {
    /// Without characters.
    pub const EMPTY: Line = Line([0; ROOM]);

    /// Takes these characters.
    #[inline(always)]
    pub fn set(&mut self, text: &[u8; CELLS]) {
        self.0[..CELLS].copy_from_slice(text);
    }

    /// The characters, row by row.
    #[inline(always)]
    pub fn text(&self) -> &[u8; CELLS] {
        self.0.first_chunk().unwrap_or(&[0; CELLS])
    }
}

/// Fills the first lanes of a frame with grids of digits and dots, no more than
/// there are lanes. The other lanes hold empty grids.
#[inline(always)]
pub fn read<V: Lanes>(frame: &mut Frame<V>, lines: &[Line]) {
    for first in (0..PAIRS).step_by(V::COUNT) {
        let mut square = std::array::from_fn(|lane| match lines.get(lane) {
            Some(line) => V::load_pairs(&line.0[2 * first..]),
            None => V::splat(0),
        });
        transpose(&mut square);
        let cells = frame.cells[2 * first..].chunks_mut(2);
        for (cells, pair) in cells.zip(&square[..V::COUNT]) {
            cells[0] = candidates(pair.and(V::splat(0xFF)));
            if let Some(cell) = cells.get_mut(1) {
                *cell = candidates(pair.high_byte());
            }
        }
    }
}

/// The candidates that a character leaves.
#[inline(always)]
fn candidates<V: Lanes>(character: V) -> V {
    let digit = character.sub(V::splat(u16::from(b'1'))).power_of_two();
    V::splat(ALL_DIGITS).select(digit.zeros(), digit)
}

/// Writes the digits of full grids, a line for each lane.
#[inline(always)]
pub fn write<V: Lanes>(frame: &Frame<V>, lines: &mut [Line; MAX_LANES]) {
    for first in (0..PAIRS).step_by(V::COUNT) {
        let mut square = [V::splat(0); MAX_LANES];
        let cells = frame.cells[2 * first..].chunks(2);
        for (pair, cells) in square[..V::COUNT].iter_mut().zip(cells) {
            *pair = character(cells[0]);
            if let Some(cell) = cells.get(1) {
                *pair = pair.or(character(*cell).to_high_byte());
            }
        }
        transpose(&mut square);
        for (line, vector) in lines.iter_mut().zip(&square[..V::COUNT]) {
            vector.store_pairs(&mut line.0[2 * first..]);
        }
    }
}

/// The character of a single candidate: its digit in binary, one bit a test.
#[inline(always)]
fn character<V: Lanes>(cell: V) -> V {
    let zero = V::splat(0);
    let mut character = V::splat(u16::from(b'1'));
    for (bit, digits) in [(1, 0xAA), (2, 0xCC), (4, 0xF0), (8, 0x100)] {
        let without = cell.and(V::splat(digits)).zeros();
        character = character.add(zero.select(without, V::splat(bit)));
    }
    character
}
