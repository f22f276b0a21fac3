//! The check of what a search says: solutions as text against the rules and the
//! givens, many at once. It shares the reading of text with the search and
//! nothing else.

use super::frame::{ALL_DIGITS, CELLS, Frame};
use super::lanes::{Lanes, MAX_LANES};
use super::text::{self, Row};

/// Which of the solutions, by their bits, break the rules or a given of their
/// puzzle. No more than there are lanes.
#[inline(always)]
pub fn wrong<V: Lanes>(puzzles: &[Row<'_>], solutions: &[[u8; CELLS]]) -> u32 {
    let mut unread = 0;
    let mut rows = [Row::EMPTY; MAX_LANES];
    for (lane, (row, solution)) in rows.iter_mut().zip(solutions).enumerate() {
        match Row::new(solution) {
            Some(text) => *row = text,
            None => unread |= 1 << lane,
        }
    }
    let (mut givens, mut digits) = (Frame::<V>::new(), Frame::<V>::new());
    text::read(&mut givens, puzzles);
    text::read(&mut digits, &rows[..solutions.len()]);
    let mut wrong = V::splat(0);
    for (given, digit) in givens.cells.iter().zip(&digits.cells) {
        wrong = wrong.or(digit.minus(*given)).or(digit.without_lowest());
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
    (!V::bits(wrong.zeros()) | unread) & asked as u32
}
