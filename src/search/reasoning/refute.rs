//! Refuting a 9×9 puzzle without branching, by stronger reasoning than searches use: the
//! cells of a house must take different digits, so there must be a matching between them
//! (P. Hall, "On representatives of subsets", 1935). Three cells that share two digits are
//! the simplest case without one.
//!
//! A search that does not look for matchings may branch for a long time before it finds
//! out. The test takes microseconds, so it is made after many contradictions only.

use crate::grid::row::CELLS;

const ALL: u16 = 0x1FF;

/// The cells of each row, column and box.
const HOUSES: [[usize; 9]; 27] = {
    let mut houses = [[0; 9]; 27];
    let mut number = 0;
    while number < 9 {
        let mut k = 0;
        while k < 9 {
            houses[number][k] = 9 * number + k;
            houses[9 + number][k] = 9 * k + number;
            houses[18 + number][k] = 27 * (number / 3) + 3 * (number % 3) + 9 * (k / 3) + k % 3;
            k += 1;
        }
        number += 1;
    }
    houses
};

/// A contradiction.
struct Contradiction;

/// Whether a puzzle, as digits and other characters for empty cells, is known to have no
/// solution. `false` says nothing.
pub fn is_refuted(puzzle: &[u8; CELLS]) -> bool {
    let mut grid = puzzle.map(|character| match character {
        b'1'..=b'9' => 1 << (character - b'1'),
        _ => ALL,
    });
    loop {
        let before = grid;
        let closed = HOUSES.iter().try_for_each(|house| close(&mut grid, house));
        if closed.is_err() {
            return true;
        }
        if grid == before {
            return !HOUSES.iter().all(|house| is_matched(&grid, house));
        }
    }
}

/// Naked and hidden singles of a house.
fn close(grid: &mut [u16; CELLS], house: &[usize; 9]) -> Result<(), Contradiction> {
    let (mut placed, mut once, mut twice) = (0, 0, 0);
    for cell in house {
        let candidates = grid[*cell];
        if candidates.is_power_of_two() {
            if placed & candidates != 0 {
                return Err(Contradiction);
            }
            placed |= candidates;
        }
        twice |= once & candidates;
        once |= candidates;
    }
    if once != ALL {
        return Err(Contradiction);
    }
    let hidden = once & !twice;
    for cell in house {
        let candidates = &mut grid[*cell];
        if candidates.is_power_of_two() {
            continue;
        }
        *candidates &= !placed;
        match *candidates & hidden {
            0 => {}
            single if single.is_power_of_two() => *candidates = single,
            _ => return Err(Contradiction),
        }
        if *candidates == 0 {
            return Err(Contradiction);
        }
    }
    Ok(())
}

/// Whether the cells of a house can take different digits.
fn is_matched(grid: &[u16; CELLS], house: &[usize; 9]) -> bool {
    let candidates = house.map(|cell| grid[cell]);
    let mut holder = [None; 9];
    (0..9).all(|place| find_digit(&candidates, place, &mut holder, &mut 0))
}

/// Finds a digit for a place of a house, reassigning others if necessary.
fn find_digit(
    candidates: &[u16; 9],
    place: usize,
    holder: &mut [Option<usize>; 9],
    tried: &mut u16,
) -> bool {
    loop {
        let left = candidates[place] & !*tried;
        if left == 0 {
            return false;
        }
        let digit = left.trailing_zeros() as usize;
        *tried |= 1 << digit;
        let is_free = match holder[digit] {
            None => true,
            Some(other) => find_digit(candidates, other, holder, tried),
        };
        if is_free {
            holder[digit] = Some(place);
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_cells_for_two_digits_are_a_contradiction() {
        // Three cells of the fourth row have two digits between them.
        let text =
            b"..4...8................1..34.6..8.........7.2......3.1......6.....8....4.17.2....";
        assert!(is_refuted(text));
    }

    #[test]
    fn what_has_a_solution_is_not_refuted() {
        let lines = include_str!("../../../tests/data/lines/top95.txt").lines();
        for line in lines {
            let text: &[u8; CELLS] = line.as_bytes().try_into().expect("81 characters");
            assert!(!is_refuted(text), "{line}");
        }
        assert!(!is_refuted(&[b'.'; CELLS]));
    }
}
