//! The check of what a search says: solutions as characters against the rules and the
//! givens, many at once. It shares the reading of text with the search and
//! nothing else.

use super::frame::{ALL_DIGITS, CELLS, Frame};
use super::lanes::Lanes;
use super::text::{self, Line, Row};

/// Which of the solutions, by their bits, break the rules or a given of their
/// puzzle. No more than there are lanes.
#[inline(always)]
pub fn wrong<V: Lanes>(puzzles: &[Row<'_>], solutions: &[Line]) -> u32 {
    let mut unkept = 0;
    for (lane, (puzzle, solution)) in puzzles.iter().zip(solutions).enumerate() {
        unkept |= u32::from(!keeps_givens(puzzle.text(), solution.text())) << lane;
    }
    let mut digits = Frame::<V>::new();
    text::read(&mut digits, solutions);
    let mut wrong = V::splat(0);
    for digit in &digits.cells {
        wrong = wrong.or(digit.without_lowest());
    }
    for house in 0..9 {
        let mut seen = [V::splat(0); 3];
        for k in 0..9 {
            let in_box = 27 * (house / 3) + 3 * (house % 3) + 9 * (k / 3) + k % 3;
            for (seen, cell) in seen.iter_mut().zip([9 * house + k, 9 * k + house, in_box]) {
                *seen = seen.or(digits.cells[cell]);
            }
        }
        for seen in seen {
            wrong = wrong.or(V::splat(ALL_DIGITS).minus(seen));
        }
    }
    let asked = (1u64 << solutions.len()) - 1;
    (!V::bits(wrong.zeros()) | unkept) & asked as u32
}

/// Characters that are compared at once.
const TOGETHER: usize = 32;

/// Where to begin so that all characters are compared; some are twice.
const BEGINNINGS: [usize; 3] = [0, TOGETHER, CELLS - TOGETHER];

/// Whether there are digits in all cells, and the givens where they stood.
#[inline(always)]
fn keeps_givens(puzzle: &[u8; CELLS], solution: &[u8; CELLS]) -> bool {
    let mut differs = [0; TOGETHER];
    for first in BEGINNINGS {
        let givens = &puzzle[first..first + TOGETHER];
        let digits = &solution[first..first + TOGETHER];
        for ((differs, given), digit) in differs.iter_mut().zip(givens).zip(digits) {
            let no_digit = digit.wrapping_sub(b'1').saturating_sub(8);
            let other = if *given > b'0' { given ^ digit } else { 0 };
            *differs |= no_digit | other;
        }
    }
    differs == [0; TOGETHER]
}
