//! Checks solutions against the rules and the givens, a lane for each: as characters
//! where some are shown, else as sets. The givens are read again from the puzzle; the
//! check shares nothing with the search but the vectors and the reading of text.

use super::frame::{ALL_DIGITS, Frame};
use super::text;
use crate::grid::row::{CELLS, Row};
use crate::search::simd::{Lanes, MAX_LANES, Work};

/// The set of solutions that break the rules or a given of their puzzle. They are in the
/// first lanes of a frame, one for each puzzle.
#[inline(always)]
pub fn wrong<V: Lanes>(puzzles: &[&[u8; CELLS]], solutions: &Frame<V>) -> u32 {
    let cells = &solutions.cells;
    let mut givens = [V::splat(0); CELLS];
    text::read(&mut givens, 0, puzzles);
    let mut wrong = V::splat(0);
    for (k, cell) in cells.iter().enumerate() {
        wrong = wrong.or3(givens[k].without(*cell), cell.without_lowest());
    }
    for house in 0..9 {
        let mut seen = [V::splat(0); 3];
        for k in 0..9 {
            let in_box = 27 * (house / 3) + 3 * (house % 3) + 9 * (k / 3) + k % 3;
            seen[0] = seen[0].or(cells[9 * house + k]);
            seen[1] = seen[1].or(cells[9 * k + house]);
            seen[2] = seen[2].or(cells[in_box]);
        }
        for seen in seen {
            wrong = wrong.or(V::splat(ALL_DIGITS).without(seen));
        }
    }
    let asked = (1u64 << puzzles.len()) - 1;
    !V::bits(wrong.zeros()) & asked as u32
}

/// The wrong ones among solutions as characters, at most as many as there are lanes.
#[inline(always)]
pub fn wrong_texts<V: Lanes>(puzzles: &[&[u8; CELLS]], solutions: &[&[u8; CELLS]]) -> u32 {
    // Solutions with other characters are as wrong as an empty grid.
    let mut texts = [Row::EMPTY.text(); MAX_LANES];
    for (text, solution) in texts.iter_mut().zip(solutions) {
        if Row::is_valid(solution) {
            *text = solution;
        }
    }
    let mut frame = Frame::<V>::new();
    text::read(&mut frame.cells, ALL_DIGITS, &texts[..solutions.len()]);
    wrong(puzzles, &frame)
}

/// [`wrong_texts`] as work.
pub struct Check<'a> {
    pub puzzles: &'a [&'a [u8; CELLS]],
    pub solutions: &'a [&'a [u8; CELLS]],
}

impl Work for Check<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<V: Lanes>(self) -> u32 {
        wrong_texts::<V>(self.puzzles, self.solutions)
    }
}
