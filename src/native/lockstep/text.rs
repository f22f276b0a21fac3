//! Between lines of 81 characters and frames.
//!
//! Two neighbouring characters make one number of 16 bits; a square of such
//! numbers is transposed, so that one vector holds the same two cells of all
//! grids.

use super::frame::{ALL_DIGITS, CELLS, Frame};
use super::lanes::{Lanes, MAX_LANES, transpose};
use crate::grid::text::blocks::has_plain_characters;
use crate::grid::{Geometry, Puzzle};

/// Numbers of 16 bits that hold a line, the last with one character only.
const PAIRS: usize = CELLS.div_ceil(2);

/// Pairs with room for whole squares of any size.
const ROOM: usize = 2 * MAX_LANES;

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

/// The digits of one grid, in pairs.
#[derive(Clone, Copy)]
pub struct Digits([u16; ROOM]);

impl Digits {
    /// The characters `1` to `9`, row by row.
    #[inline(always)]
    pub fn text(&self) -> [u8; CELLS] {
        let mut text = [0; CELLS];
        let (pairs, last) = text.as_chunks_mut::<2>();
        for (pair, number) in pairs.iter_mut().zip(&self.0) {
            *pair = number.to_le_bytes();
        }
        last[0] = self.0[PAIRS - 1] as u8;
        text
    }
}

/// Fills the first lanes of a frame with grids of digits and dots, no more than
/// there are lanes.
#[inline(always)]
pub fn read<'t, V: Lanes>(frame: &mut Frame<V>, texts: impl Iterator<Item = &'t [u8; CELLS]>) {
    let mut lines = [[0u16; ROOM]; MAX_LANES];
    for (line, text) in lines.iter_mut().zip(texts) {
        let (pairs, last) = text.as_chunks::<2>();
        for (number, pair) in line.iter_mut().zip(pairs) {
            *number = u16::from_le_bytes(*pair);
        }
        line[PAIRS - 1] = u16::from(last[0]);
    }
    for first in (0..PAIRS).step_by(V::COUNT) {
        let mut square = [V::splat(0); MAX_LANES];
        for (vector, line) in square.iter_mut().zip(&lines[..V::COUNT]) {
            *vector = V::load(&line[first..first + V::COUNT]);
        }
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

/// The digits of full grids.
#[inline(always)]
pub fn write<V: Lanes>(frame: &Frame<V>) -> [Digits; MAX_LANES] {
    let mut lines = [Digits([0; ROOM]); MAX_LANES];
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
            vector.store(&mut line.0[first..first + V::COUNT]);
        }
    }
    lines
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
