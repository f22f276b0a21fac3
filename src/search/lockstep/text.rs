//! Conversion between 81 characters and frames.
//!
//! Two neighbouring characters are loaded as one 16-bit number. A square of such numbers
//! is transposed, so that one vector holds the same two cells of all grids.

use super::frame::Frame;
use crate::grid::row::CELLS;
use crate::search::simd::{Lanes, MAX_LANES};

/// Pairs of characters in a line, the last with one only.
const PAIRS: usize = CELLS.div_ceil(2);

/// Characters of a line, padded to whole squares of any size.
const PADDED: usize = 4 * MAX_LANES;

/// The characters of a solution, padded so that vectors can be stored over its end.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Line([u8; PADDED]);

impl Line {
    pub const EMPTY: Line = Line([0; PADDED]);

    pub fn new(text: &[u8; CELLS]) -> Line {
        let mut line = Line::EMPTY;
        line.0[..CELLS].copy_from_slice(text);
        line
    }

    /// The characters, row by row.
    #[inline(always)]
    pub fn text(&self) -> &[u8; CELLS] {
        self.0.first_chunk().unwrap_or(&[0; CELLS])
    }
}

/// Reads the characters of puzzles into the first lanes: the digit of each cell as a set,
/// and `empty` for empty cells and in all other lanes.
#[inline(always)]
pub fn read<V: Lanes>(cells: &mut [V; CELLS], empty: u16, puzzles: &[&[u8; CELLS]]) {
    let block = 2 * V::COUNT;
    for done in (0..CELLS).step_by(block) {
        // The last block ends with the text and overlaps the one before.
        let first = done.min(CELLS - block);
        let mut square = [V::splat(0); MAX_LANES];
        let count = puzzles.len().min(V::COUNT);
        for (lane, puzzle) in puzzles[..count].iter().enumerate() {
            square[lane] = V::load_pairs(&puzzle[first..]);
        }
        V::transpose(&mut square);
        for (k, pair) in square[..V::COUNT].iter().enumerate() {
            let cell = first + 2 * k;
            let (one, next) = pair.look_up(&digits(empty));
            if cell >= done {
                cells[cell] = one;
            }
            if cell + 1 >= done {
                cells[cell + 1] = next;
            }
        }
    }
}

/// The digit of a character as a set, indexed by the lower half of the character.
const fn digits(empty: u16) -> [u16; 16] {
    let mut digits = [0; 16];
    // Lanes without a puzzle.
    digits[0] = empty;
    digits[(b'0' & 15) as usize] = empty;
    digits[(b'.' & 15) as usize] = empty;
    let mut digit = 1;
    while digit <= 9 {
        digits[digit] = 1 << (digit - 1);
        digit += 1;
    }
    digits
}

/// Writes the digits of full grids, a line for each lane.
#[inline(always)]
pub fn write<V: Lanes>(frame: &Frame<V>, lines: &mut [Line; MAX_LANES]) {
    for first in (0..PAIRS).step_by(V::COUNT) {
        let mut square = [V::splat(0); MAX_LANES];
        let pairs = V::COUNT.min(PAIRS - first);
        for (k, pair) in square[..pairs].iter_mut().enumerate() {
            let cell = 2 * (first + k);
            *pair = character(frame.cells[cell]);
            if let Some(next) = frame.cells.get(cell + 1) {
                *pair = pair.or(character(*next).to_high_byte());
            }
        }
        V::transpose(&mut square);
        for lane in 0..V::COUNT {
            square[lane].store_pairs(&mut lines[lane].0[2 * first..]);
        }
    }
}

/// The character of a single candidate, built from its digit bit by bit.
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
