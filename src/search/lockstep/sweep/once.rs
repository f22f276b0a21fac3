//! Eliminates candidates once and stores the result: less to compute, more to store.

use super::super::frame::Frame;
use super::{BOXES, COLUMNS, Found, Gathered, ROWS, Sweep, hidden_or_all, locked_out};
use crate::grid::row::CELLS;
use crate::search::simd::Lanes;

/// The sweep for processors with few registers.
pub struct StrikeOnce<V> {
    /// The candidates without those that a naked single excludes.
    kept: [V; CELLS],
    /// Naked singles of each row, column and box.
    singles: [[V; 9]; 3],
    /// Digits with one place in each row, column and box.
    once: [[V; 9]; 3],
    /// Mini-rows `3·row + box` and mini-columns `3·column + band`.
    minis: [Minis<V>; 2],
}

/// The digits of the mini-rows, or of the mini-columns.
struct Minis<V> {
    /// Digits in any of the three cells.
    any: [V; 27],
    /// Digits in two or three of them.
    twice: [V; 27],
    /// Digits that locked candidates exclude.
    excluded: [V; 27],
}

impl<V: Lanes> Sweep<V> for StrikeOnce<V> {
    #[inline(always)]
    fn new() -> StrikeOnce<V> {
        let zero = V::splat(0);
        let minis = || Minis {
            any: [zero; 27],
            twice: [zero; 27],
            excluded: [zero; 27],
        };
        StrikeOnce {
            kept: [zero; CELLS],
            singles: [[zero; 9]; 3],
            once: [[zero; 9]; 3],
            minis: [minis(), minis()],
        }
    }

    #[inline(always)]
    fn run(&mut self, frame: &mut Frame<V>) -> Found {
        self.find_naked_singles(frame);
        let mut gathered = Gathered::nothing();
        for band in 0..3 {
            for stack in 0..3 {
                gathered = self.strike_box(frame, band, stack, gathered);
            }
        }
        for line in 0..9 {
            for kind in [ROWS, COLUMNS] {
                gathered = self.close_line(kind, line, gathered);
            }
        }
        for minis in &mut self.minis {
            for chute in 0..3 {
                minis.lock(chute);
            }
        }
        self.apply(frame, gathered).found()
    }
}

impl<V: Lanes> StrikeOnce<V> {
    /// Collects the cells with one candidate, by house.
    #[inline(always)]
    fn find_naked_singles(&mut self, frame: &Frame<V>) {
        let zero = V::splat(0);
        let mut columns = [zero; 9];
        let mut boxes = [zero; 9];
        for row in 0..9 {
            let mut in_row = zero;
            for q in 0..3 {
                let mut in_mini = zero;
                for c in 0..3 {
                    let cell = frame.cells[9 * row + 3 * q + c];
                    let single = cell.select(cell.without_lowest().zeros(), zero);
                    columns[3 * q + c] = columns[3 * q + c].or(single);
                    in_mini = in_mini.or(single);
                }
                in_row = in_row.or(in_mini);
                let number = row / 3 * 3 + q;
                boxes[number] = boxes[number].or(in_mini);
            }
            self.singles[ROWS][row] = in_row;
        }
        self.singles[COLUMNS] = columns;
        self.singles[BOXES] = boxes;
    }

    /// Eliminates what the naked singles exclude in a box, and collects its
    /// mini-rows and mini-columns.
    #[inline(always)]
    fn strike_box(
        &mut self,
        frame: &Frame<V>,
        band: usize,
        stack: usize,
        gathered: Gathered<V>,
    ) -> Gathered<V> {
        let number = 3 * band + stack;
        let in_box = self.singles[BOXES][number];
        let mut cells = [V::splat(0); 9];
        for r in 0..3 {
            let row = 3 * band + r;
            let placed = self.singles[ROWS][row].or(in_box);
            for c in 0..3 {
                let column = 3 * stack + c;
                let cell = 9 * row + column;
                let placed = placed.or(self.singles[COLUMNS][column]);
                let candidates = frame.cells[cell];
                let single = candidates.without_lowest().zeros();
                let kept = candidates.select(single, candidates.without(placed));
                self.kept[cell] = kept;
                cells[3 * r + c] = kept;
            }
        }
        let [rows, columns] = &mut self.minis;
        let (mut any, mut twice) = ([in_box; 3], [in_box; 3]);
        for k in 0..3 {
            let [a, b, c] = [cells[3 * k], cells[3 * k + 1], cells[3 * k + 2]];
            (any[k], twice[k]) = (a.or3(b, c), a.majority(b, c));
            rows.any[3 * (3 * band + k) + stack] = any[k];
            rows.twice[3 * (3 * band + k) + stack] = twice[k];
            let [a, b, c] = [cells[k], cells[3 + k], cells[6 + k]];
            columns.any[3 * (3 * stack + k) + band] = a.or3(b, c);
            columns.twice[3 * (3 * stack + k) + band] = a.majority(b, c);
        }
        self.close(BOXES, number, any, twice, gathered)
    }

    /// Counts the places of each digit in a row or column.
    #[inline(always)]
    fn close_line(&mut self, kind: usize, line: usize, gathered: Gathered<V>) -> Gathered<V> {
        let minis = &self.minis[kind];
        let of = |sets: &[V; 27]| [sets[3 * line], sets[3 * line + 1], sets[3 * line + 2]];
        let (any, twice) = (of(&minis.any), of(&minis.twice));
        self.close(kind, line, any, twice, gathered)
    }

    /// Counts the places of each digit in a house by its three minis.
    #[inline(always)]
    fn close(
        &mut self,
        kind: usize,
        house: usize,
        any: [V; 3],
        twice: [V; 3],
        mut gathered: Gathered<V>,
    ) -> Gathered<V> {
        let [a, b, c] = any;
        let somewhere = a.or3(b, c);
        let several = twice[0].or3(twice[1], twice[2]).or(a.majority(b, c));
        gathered.complete = gathered.complete.and(somewhere);
        let clash = self.singles[kind][house].and(several);
        gathered.clash = gathered.clash.or(clash);
        if kind == ROWS {
            gathered.open = gathered.open.or(several);
        }
        self.once[kind][house] = somewhere.without(several);
        gathered
    }

    /// Eliminates what locked candidates exclude, and places hidden singles.
    #[inline(always)]
    fn apply(&mut self, frame: &mut Frame<V>, mut gathered: Gathered<V>) -> Gathered<V> {
        let [rows, columns] = &self.minis;
        for row in 0..9 {
            for q in 0..3 {
                let once = self.once[ROWS][row].or(self.once[BOXES][row / 3 * 3 + q]);
                let excluded = rows.excluded[3 * row + q];
                for c in 0..3 {
                    let column = 3 * q + c;
                    let kept = self.kept[9 * row + column];
                    let left = kept.without_both(excluded, columns.excluded[3 * column + row / 3]);
                    let left = hidden_or_all(left, once.or(self.once[COLUMNS][column]));
                    let cell = &mut frame.cells[9 * row + column];
                    gathered = gathered.cell(*cell, left);
                    *cell = left;
                }
            }
        }
        gathered
    }
}

impl<V: Lanes> Minis<V> {
    /// Finds what locked candidates exclude in three lines.
    #[inline(always)]
    fn lock(&mut self, chute: usize) {
        let mut any = [V::splat(0); 9];
        any.copy_from_slice(&self.any[9 * chute..9 * chute + 9]);
        self.excluded[9 * chute..9 * chute + 9].copy_from_slice(&locked_out(&any));
    }
}
