//! The check of what a search says: solutions against the rules and the givens,
//! many at once: where some are shown, as characters, and else as sets. The givens are
//! read again from the text of the puzzle. Of the search, the check shares the vectors
//! and the reading of text.

use super::frame::{ALL_DIGITS, CELLS, Frame};
use super::text::{self, Row};
use crate::search::simd::{Lanes, MAX_LANES};

/// Which of the solutions, by their bits, break the rules or a given of their
/// puzzle: those in the first lanes of a frame, one for each puzzle.
#[inline(always)]
pub fn wrong<V: Lanes>(puzzles: &[Row<'_>], solutions: &Frame<V>) -> u32 {
    let cells = &solutions.cells;
    let mut givens = [V::splat(0); CELLS];
    text::read(&mut givens, 0, puzzles);
    let mut wrong = V::splat(0);
    for (given, cell) in givens.iter().zip(cells) {
        wrong = wrong.or3(given.minus(*cell), cell.without_lowest());
    }
    for house in 0..9 {
        let mut seen = [V::splat(0); 3];
        for k in 0..9 {
            let in_box = 27 * (house / 3) + 3 * (house % 3) + 9 * (k / 3) + k % 3;
            for (seen, cell) in seen.iter_mut().zip([9 * house + k, 9 * k + house, in_box]) {
                *seen = seen.or(cells[cell]);
            }
        }
        for seen in seen {
            wrong = wrong.or(V::splat(ALL_DIGITS).minus(seen));
        }
    }
    let asked = (1u64 << puzzles.len()) - 1;
    !V::bits(wrong.zeros()) & asked as u32
}

/// The same of solutions as characters, no more than there are lanes.
#[inline(always)]
pub fn wrong_texts<V: Lanes>(puzzles: &[Row<'_>], solutions: &[&[u8; CELLS]]) -> u32 {
    let mut rows = [Row::EMPTY; MAX_LANES];
    for (row, solution) in rows.iter_mut().zip(solutions) {
        // What is no row of digits is as wrong as an empty one.
        *row = Row::new(solution).unwrap_or(Row::EMPTY);
    }
    let mut frame = Frame::<V>::new();
    text::read(&mut frame.cells, ALL_DIGITS, &rows[..solutions.len()]);
    wrong(puzzles, &frame)
}
