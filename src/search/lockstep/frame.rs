//! A frame: one grid in each lane.

use crate::grid::row::CELLS;
use crate::search::simd::{Lanes, MAX_LANES, lanes_of};

/// All nine digits.
pub const ALL_DIGITS: u16 = 0x1FF;

/// The bits of a cell's number that are the number of its stack.
pub const IN_STACK: u16 = 0b11;

/// The number by which lanes refer to a cell: its place in its stack, row by row, then
/// its stack.
pub const fn number(row: usize, column: usize) -> u16 {
    (4 * (3 * row + column % 3) + column / 3) as u16
}

/// The cell, row by row, of a number.
#[inline(always)]
pub fn cell_of(number: u16) -> usize {
    CELLS_BY_NUMBER[usize::from(number) % CELLS_BY_NUMBER.len()].into()
}

/// [`cell_of`] each number, which has seven bits.
static CELLS_BY_NUMBER: [u8; 128] = {
    let mut cells = [0; 128];
    let mut cell = 0;
    while cell < CELLS {
        cells[number(cell / 9, cell % 9) as usize] = cell as u8;
        cell += 1;
    }
    cells
};

/// The numbers of all cells, row by row.
pub const NUMBERS: [u16; CELLS] = {
    let mut numbers = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        numbers[cell] = number(cell / 9, cell % 9);
        cell += 1;
    }
    numbers
};

/// One grid in each lane.
pub struct Frame<V> {
    /// The candidates of each cell, row by row.
    pub cells: [V; CELLS],
    /// The number of the cell by which each grid is split.
    pub split: V,
}

/// Lanes that take a grid, and the lane that each takes it from.
pub struct Moves {
    from: [u16; MAX_LANES],
    to: u32,
}

/// Second children that move to other lanes.
pub struct Seconds<V> {
    pub moves: Moves,
    /// In the lanes that they come from, what their cell loses besides its lowest candidate.
    pub without: V,
}

impl<V: Lanes> Seconds<V> {
    #[inline(always)]
    pub fn none() -> Seconds<V> {
        Seconds {
            moves: Moves::none(),
            without: V::splat(0),
        }
    }
}

impl Moves {
    #[inline(always)]
    pub fn none() -> Moves {
        // Lanes that take nothing name themselves.
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

    /// As a permutation, and the lanes that it applies to.
    #[inline(always)]
    pub fn permutation<V: Lanes>(&self) -> (V::Index, V::Mask) {
        (V::index(&self.from), V::mask(self.to))
    }

    /// Lanes that take a grid.
    #[inline(always)]
    pub fn lanes(&self) -> u32 {
        self.to
    }

    /// The pairs of source and target lanes.
    #[inline(always)]
    pub fn each(&self) -> impl Iterator<Item = (usize, usize)> {
        lanes_of(self.to).map(|lane| (usize::from(self.from[lane]), lane))
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
        Frame {
            cells: [V::splat(ALL_DIGITS); CELLS],
            split: V::splat(0),
        }
    }

    /// Lanes in which two cells of a house have the same candidate only, where cells have
    /// either one candidate or all.
    #[inline(always)]
    pub fn clashing(&self) -> u32 {
        let zero = V::splat(0);
        let (mut columns, mut clash) = ([zero; 9], zero);
        for band in 0..3 {
            let mut boxes = [zero; 3];
            for row in 3 * band..3 * band + 3 {
                let mut in_row = zero;
                for (column, seen) in columns.iter_mut().enumerate() {
                    let cell = self.cells[9 * row + column];
                    let given = zero.select(cell.equal(V::splat(ALL_DIGITS)), cell);
                    let in_box = &mut boxes[column / 3];
                    clash = clash.or(given.and(in_row.or3(*seen, *in_box)));
                    (in_row, *seen) = (in_row.or(given), seen.or(given));
                    *in_box = in_box.or(given);
                }
            }
        }
        !V::bits(clash.zeros()) & V::all()
    }

    /// Takes grids from another frame.
    #[inline(always)]
    pub fn take(&mut self, other: &Frame<V>, moves: &Moves) {
        let (index, to) = moves.permutation::<V>();
        for (cell, mine) in self.cells.iter_mut().enumerate() {
            *mine = other.cells[cell].permute(index).select(to, *mine);
        }
        self.split = other.split.permute(index).select(to, self.split);
    }

    /// Splits the grids of these lanes: they keep the lowest candidate of the cell, and
    /// the lanes that they move to take the others, as far as second children have them.
    #[inline(always)]
    pub fn split(&mut self, lanes: u32, seconds: &Seconds<V>) {
        let split = self.split;
        if !seconds.moves.is_empty() {
            let (index, _) = seconds.moves.permutation::<V>();
            for cell in &mut self.cells {
                *cell = cell.permute(index);
            }
            self.split = split.permute(index);
        }
        self.keep_lowest(lanes, split);
        self.drop_lowest(seconds);
    }

    /// Takes the second children of grids of another frame.
    #[inline(always)]
    pub fn take_seconds(&mut self, other: &Frame<V>, seconds: &Seconds<V>) {
        self.take(other, &seconds.moves);
        self.drop_lowest(seconds);
    }

    /// Leaves these lanes the lowest candidate of their cell: one lane after the other, because
    /// a pass that looks for the cells would take longer.
    #[inline(always)]
    fn keep_lowest(&mut self, lanes: u32, split: V) {
        let numbers = numbers(split);
        for lane in lanes_of(lanes) {
            let cell = &mut self.cells[cell_of(numbers[lane])];
            let others = cell.without_lowest();
            *cell = cell.without(others).select(V::mask(1 << lane), *cell);
        }
    }

    /// Takes from grids that have moved what second children lack.
    #[inline(always)]
    fn drop_lowest(&mut self, seconds: &Seconds<V>) {
        let (index, _) = seconds.moves.permutation::<V>();
        let without = seconds.without.permute(index);
        let numbers = numbers(self.split);
        for lane in lanes_of(seconds.moves.lanes()) {
            let cell = &mut self.cells[cell_of(numbers[lane])];
            let others = cell.without_lowest().without(without);
            *cell = others.select(V::mask(1 << lane), *cell);
        }
    }
}

/// The numbers in all lanes.
#[inline(always)]
fn numbers<V: Lanes>(split: V) -> [u16; MAX_LANES] {
    let mut numbers = [0; MAX_LANES];
    split.store(&mut numbers);
    numbers
}
