//! Eliminates candidates twice, to store less.
//!
//! With AVX-512, a sweep is limited by its stores, one vector a cycle, not by its logic.
//! So all work on a band is done while it is in registers, and candidates are eliminated
//! once to count places and a second time to store the result.

use super::super::frame::Frame;
use super::{BOXES, COLUMNS, Found, Gathered, ROWS, Sweep, hidden_or_all, locked_out};
use crate::search::simd::Lanes;

/// The sweep for processors with many registers and logic of three operands.
pub struct StrikeTwice<V> {
    /// Naked singles of each row, column and box.
    singles: [[V; 9]; 3],
    /// Digits with one place among the open cells of each row, column and box.
    once: [[V; 9]; 3],
    /// The digits of the open cells of mini-columns `3·column + band`.
    columns: Minis<V>,
    /// Digits that no open cell of a mini-row `3·row + box` can hold: those placed in
    /// its row or box, and those that locked candidates exclude.
    out_of_rows: [V; 27],
    /// Digits that no open cell of a mini-column can hold, without those placed in its box.
    out_of_columns: [V; 27],
}

/// The digits of the open cells of mini-columns.
struct Minis<V> {
    /// Digits in any of the three cells.
    any: [V; 27],
    /// Digits in two or three of them.
    twice: [V; 27],
}

/// Naked singles on the way through the boxes.
#[derive(Clone, Copy)]
struct Singles<V> {
    /// Of the rows of a band.
    rows: [V; 3],
    columns: [V; 9],
    /// Those that stand twice in a house.
    clash: V,
}

impl<V: Lanes> Sweep<V> for StrikeTwice<V> {
    #[inline(always)]
    fn new() -> StrikeTwice<V> {
        let zero = V::splat(0);
        StrikeTwice {
            singles: [[zero; 9]; 3],
            once: [[zero; 9]; 3],
            columns: Minis {
                any: [zero; 27],
                twice: [zero; 27],
            },
            out_of_rows: [zero; 27],
            out_of_columns: [zero; 27],
        }
    }

    #[inline(always)]
    fn run(&mut self, frame: &mut Frame<V>) -> Found {
        let mut gathered = Gathered::nothing();
        gathered.clash = self.find_naked_singles(frame);
        for band in 0..3 {
            gathered = self.close_band(frame, band, gathered);
        }
        for stack in 0..3 {
            gathered = self.close_stack(stack, gathered);
        }
        for band in 0..3 {
            for stack in 0..3 {
                gathered = self.apply(frame, band, stack, gathered);
            }
        }
        gathered.found()
    }
}

impl<V: Lanes> StrikeTwice<V> {
    /// Collects the cells with one candidate, by house. Returns those that stand
    /// twice in one.
    #[inline(always)]
    fn find_naked_singles(&mut self, frame: &Frame<V>) -> V {
        let zero = V::splat(0);
        let mut singles = Singles {
            rows: [zero; 3],
            columns: [zero; 9],
            clash: zero,
        };
        for band in 0..3 {
            singles.rows = [zero; 3];
            // One by one, so that all that was found stays in registers.
            singles = self.find_in_box(frame, band, 0, singles);
            singles = self.find_in_box(frame, band, 1, singles);
            singles = self.find_in_box(frame, band, 2, singles);
            self.singles[ROWS][3 * band..][..3].copy_from_slice(&singles.rows);
        }
        self.singles[COLUMNS] = singles.columns;
        singles.clash
    }

    /// Collects the naked singles of a box.
    #[inline(always)]
    fn find_in_box(
        &mut self,
        frame: &Frame<V>,
        band: usize,
        stack: usize,
        mut found: Singles<V>,
    ) -> Singles<V> {
        let zero = V::splat(0);
        let mut cells = [zero; 9];
        for r in 0..3 {
            for c in 0..3 {
                let cell = frame.cells[9 * (3 * band + r) + 3 * stack + c];
                cells[3 * r + c] = cell.select(cell.without_lowest().zeros(), zero);
            }
        }
        let mut minis = [zero; 3];
        for k in 0..3 {
            let [a, b, c] = [cells[3 * k], cells[3 * k + 1], cells[3 * k + 2]];
            minis[k] = a.or3(b, c);
            let again = found.rows[k].and(minis[k]);
            found.clash = found.clash.or3(a.majority(b, c), again);
            found.rows[k] = found.rows[k].or(minis[k]);
            let [a, b, c] = [cells[k], cells[3 + k], cells[6 + k]];
            let mini = a.or3(b, c);
            let column = &mut found.columns[3 * stack + k];
            found.clash = found.clash.or3(a.majority(b, c), column.and(mini));
            *column = column.or(mini);
        }
        let [a, b, c] = minis;
        found.clash = found.clash.or(a.majority(b, c));
        self.singles[BOXES][3 * band + stack] = a.or3(b, c);
        found
    }

    /// Counts the places of each digit in the rows and boxes of a band and in its
    /// mini-columns, and finds what is out of its mini-rows.
    #[inline(always)]
    fn close_band(
        &mut self,
        frame: &Frame<V>,
        band: usize,
        mut gathered: Gathered<V>,
    ) -> Gathered<V> {
        let zero = V::splat(0);
        let (mut any, mut in_row) = ([zero; 9], [zero; 3]);
        for stack in 0..3 {
            let cells = self.open_cells(frame, band, stack);
            let mut twice = [zero; 3];
            for k in 0..3 {
                let [a, b, c] = [cells[3 * k], cells[3 * k + 1], cells[3 * k + 2]];
                (any[3 * k + stack], twice[k]) = (a.or3(b, c), a.majority(b, c));
                in_row[k] = in_row[k].or(twice[k]);
                let [a, b, c] = [cells[k], cells[3 + k], cells[6 + k]];
                let mini = 3 * (3 * stack + k) + band;
                self.columns.any[mini] = a.or3(b, c);
                self.columns.twice[mini] = a.majority(b, c);
            }
            let minis = [any[stack], any[3 + stack], any[6 + stack]];
            let twice = twice[0].or3(twice[1], twice[2]);
            (gathered, _) = self.close(BOXES, 3 * band + stack, minis, twice, gathered);
        }
        let locked = locked_out(&any);
        for r in 0..3 {
            let row = 3 * band + r;
            let minis = [any[3 * r], any[3 * r + 1], any[3 * r + 2]];
            let several;
            (gathered, several) = self.close(ROWS, row, minis, in_row[r], gathered);
            gathered.open = gathered.open.or(several);
            for stack in 0..3 {
                let in_box = self.singles[BOXES][3 * band + stack];
                let out = locked[3 * r + stack].or3(self.singles[ROWS][row], in_box);
                self.out_of_rows[3 * row + stack] = out;
            }
        }
        gathered
    }

    /// The candidates of a box without the digits placed; nothing in cells that are
    /// naked singles themselves.
    #[inline(always)]
    fn open_cells(&self, frame: &Frame<V>, band: usize, stack: usize) -> [V; 9] {
        let in_box = self.singles[BOXES][3 * band + stack];
        let mut cells = [in_box; 9];
        for r in 0..3 {
            let row = 3 * band + r;
            let placed = self.singles[ROWS][row].or(in_box);
            for c in 0..3 {
                let column = 3 * stack + c;
                let in_column = self.singles[COLUMNS][column];
                cells[3 * r + c] = frame.cells[9 * row + column].without_both(placed, in_column);
            }
        }
        cells
    }

    /// Counts the places of each digit in the columns of a stack, and finds what is
    /// out of its mini-columns.
    #[inline(always)]
    fn close_stack(&mut self, stack: usize, mut gathered: Gathered<V>) -> Gathered<V> {
        let mut any = [V::splat(0); 9];
        any.copy_from_slice(&self.columns.any[9 * stack..9 * stack + 9]);
        for c in 0..3 {
            let twice = &self.columns.twice[9 * stack + 3 * c..];
            let twice = twice[0].or3(twice[1], twice[2]);
            let minis = [any[3 * c], any[3 * c + 1], any[3 * c + 2]];
            (gathered, _) = self.close(COLUMNS, 3 * stack + c, minis, twice, gathered);
        }
        let locked = locked_out(&any);
        for (k, locked) in locked.into_iter().enumerate() {
            let placed = self.singles[COLUMNS][3 * stack + k / 3];
            self.out_of_columns[9 * stack + k] = locked.or(placed);
        }
        gathered
    }

    /// Counts the places of each digit in the open cells of a house by its three
    /// minis. Returns the digits with several, too.
    #[inline(always)]
    fn close(
        &mut self,
        kind: usize,
        house: usize,
        [a, b, c]: [V; 3],
        twice: V,
        mut gathered: Gathered<V>,
    ) -> (Gathered<V>, V) {
        let somewhere = a.or3(b, c);
        let several = twice.or(a.majority(b, c));
        let found = somewhere.or(self.singles[kind][house]);
        gathered.complete = gathered.complete.and(found);
        self.once[kind][house] = somewhere.without(several);
        (gathered, several)
    }

    /// Eliminates the impossible digits from the cells of a box, and places hidden
    /// singles.
    #[inline(always)]
    fn apply(
        &mut self,
        frame: &mut Frame<V>,
        band: usize,
        stack: usize,
        mut gathered: Gathered<V>,
    ) -> Gathered<V> {
        let in_box = self.once[BOXES][3 * band + stack];
        for r in 0..3 {
            let row = 3 * band + r;
            let once = self.once[ROWS][row].or(in_box);
            let out = self.out_of_rows[3 * row + stack];
            for c in 0..3 {
                let column = 3 * stack + c;
                let cell = &mut frame.cells[9 * row + column];
                let single = cell.without_lowest().zeros();
                let left = cell.without_both(out, self.out_of_columns[3 * column + band]);
                let left = cell.select(single, left);
                let left = hidden_or_all(left, once.or(self.once[COLUMNS][column]));
                gathered = gathered.cell(*cell, left);
                *cell = left;
            }
        }
        gathered
    }
}
