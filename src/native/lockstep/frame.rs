//! A frame: as many grids side by side as there are lanes.

use super::lanes::{Lanes, MAX_LANES};

/// Cells of a grid.
pub const CELLS: usize = 81;

/// All nine digits.
pub const ALL_DIGITS: u16 = 0x1FF;

/// One grid in each lane.
pub struct Frame<V> {
    /// The candidates of each cell, row by row.
    pub cells: [V; CELLS],
}

/// Lanes that take something, each with the lane that it takes it from.
pub struct Moves {
    from: [u16; MAX_LANES],
    to: u32,
}

impl Moves {
    /// Nobody takes anything.
    #[inline(always)]
    pub fn none() -> Moves {
        // Lanes that stay name themselves.
        let mut from = [0; MAX_LANES];
        for (lane, own) in from.iter_mut().enumerate() {
            *own = lane as u16;
        }
        Moves { from, to: 0 }
    }

    /// Lane `to` takes from lane `from`.
    #[inline(always)]
    pub fn add(&mut self, from: usize, to: usize) {
        self.from[to] = from as u16;
        self.to |= 1 << to;
    }

    /// Whether nothing moves.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.to == 0
    }
}

impl<V: Lanes> Frame<V> {
    /// Empty grids in all lanes.
    #[inline(always)]
    pub fn new() -> Frame<V> {
        let cells = [V::splat(ALL_DIGITS); CELLS];
        Frame { cells }
    }

    /// The candidates of a cell in one lane.
    #[inline(always)]
    pub fn lane(&self, cell: usize, lane: usize) -> u16 {
        let mut lanes = [0; MAX_LANES];
        self.cells[cell].store(&mut lanes);
        lanes[lane]
    }

    /// Takes grids from another frame.
    #[inline(always)]
    pub fn take(&mut self, other: &Frame<V>, moves: &Moves) {
        let (index, to) = (V::index(&moves.from), V::mask(moves.to));
        for (mine, theirs) in self.cells.iter_mut().zip(&other.cells) {
            *mine = theirs.permute(index).select(to, *mine);
        }
    }

    /// Copies grids to other lanes of the same frame.
    #[inline(always)]
    pub fn spread(&mut self, moves: &Moves) {
        // Lanes that stay name themselves.
        let index = V::index(&moves.from);
        for cell in &mut self.cells {
            *cell = cell.permute(index);
        }
    }

    /// Leaves in one cell of each lane only the digits to be kept. A lane whose
    /// cell is no cell stays as it is.
    #[inline(always)]
    pub fn restrict(&mut self, cell: &[u16], keep: &[u16]) {
        let (chosen, keep) = (V::load(cell), V::load(keep));
        let mut number = V::splat(0);
        for cell in &mut self.cells {
            *cell = cell.and(keep).select(chosen.equal(number), *cell);
            number = number.add(V::splat(1));
        }
    }
}
