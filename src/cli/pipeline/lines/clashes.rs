//! Which givens of an unsolvable 9×9 puzzle clash, in the words that any other
//! puzzle gets, without a look at the cells of a puzzle that has no such givens.

use crate::cli::pipeline::output::SPEAKER;
use crate::cli::pipeline::session::CLASHES_TOLD;
use crate::escape;
use crate::grid::text::blocks::{Block, CELLS};
use std::fmt::Write;

/// Rows, columns and boxes.
const HOUSES: usize = 27;

/// Their names without the number.
const KINDS: [&str; 3] = ["row", "column", "box"];

/// The cells of each house, in reading order.
const HOUSE_CELLS: [[u8; 9]; HOUSES] = house_cells();

const fn house_cells() -> [[u8; 9]; HOUSES] {
    let mut houses = [[0; 9]; HOUSES];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        houses[row][column] = cell as u8;
        houses[9 + column][row] = cell as u8;
        houses[18 + row / 3 * 3 + column / 3][row % 3 * 3 + column % 3] = cell as u8;
        cell += 1;
    }
    houses
}

/// Adds the lines for stderr about one puzzle of a block.
pub fn describe(block: &Block, puzzle: usize, lines: &mut String) {
    let cells: &[u8; CELLS] = &block.puzzles[puzzle];
    if !any(cells) {
        return;
    }
    let (line, index) = block.place(puzzle);
    let start = lines.len();
    // Nothing that is written into a string fails.
    let file = escape::line(block.file());
    let _ = write!(lines, "{SPEAKER}{file}:{line}: puzzle {index}: ");
    let prefix = lines[start..].to_owned();
    lines.truncate(start);
    let mut count = 0;
    for (house, members) in HOUSE_CELLS.iter().enumerate() {
        each_pair(cells, members, |first, second| {
            count += 1;
            if count <= CLASHES_TOLD {
                lines.push_str(&prefix);
                pair(cells, house, [first, second], lines);
            }
        });
    }
    if count > CLASHES_TOLD {
        let _ = writeln!(lines, "{prefix}and {} more clashes", count - CLASHES_TOLD);
    }
}

/// Whether any two equal givens share a house.
fn any(cells: &[u8; CELLS]) -> bool {
    let (mut rows, mut columns, mut boxes) = ([0; 9], [0; 9], [0; 9]);
    let mut twice = 0;
    for (row, characters) in cells.chunks_exact(9).enumerate() {
        for (column, character) in characters.iter().enumerate() {
            let given = bit(*character);
            let square = row / 3 * 3 + column / 3;
            twice |= given & (rows[row] | columns[column] | boxes[square]);
            rows[row] |= given;
            columns[column] |= given;
            boxes[square] |= given;
        }
    }
    twice != 0
}

/// The bit of a digit; none for an empty cell.
fn bit(character: u8) -> u16 {
    (1 << (character & 15)) & 0b11_1111_1110
}

/// Shows the equal givens of a house that stand next to each other in its reading
/// order.
fn each_pair(cells: &[u8; CELLS], members: &[u8; 9], mut show: impl FnMut(u8, u8)) {
    let mut seen = 0;
    for (k, cell) in members.iter().enumerate() {
        let character = cells[usize::from(*cell)];
        let given = bit(character);
        if seen & given != 0 {
            let same = |other: &&u8| cells[usize::from(**other)] == character;
            if let Some(first) = members[..k].iter().rev().find(same) {
                show(*first, *cell);
            }
        }
        seen |= given;
    }
}

/// `r1c1 and r1c5 both hold 7 in row 1`
fn pair(cells: &[u8; CELLS], house: usize, pair: [u8; 2], line: &mut String) {
    let digit = |number: usize| char::from(b'0' + number as u8);
    let [first, second] = pair.map(usize::from);
    for (word, cell) in [("r", first), (" and r", second)] {
        line.push_str(word);
        line.push(digit(cell / 9 + 1));
        line.push('c');
        line.push(digit(cell % 9 + 1));
    }
    line.push_str(" both hold ");
    line.push(char::from(cells[first]));
    line.push_str(" in ");
    line.push_str(KINDS[house / 9]);
    line.push(' ');
    line.push(digit(house % 9 + 1));
    line.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::pipeline::session;
    use crate::grid::text::ReadOptions;
    use crate::grid::text::blocks::{BlockReader, Piece};
    use rand::{RngExt, SeedableRng};

    #[test]
    fn the_words_are_those_of_any_puzzle() {
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(15);
        let mut text = String::new();
        for puzzle in 0..3000 {
            // From none to several clashes each.
            let givens = puzzle % 24;
            for _ in 0..CELLS {
                let given = random.random_range(0..CELLS) < givens;
                let digit = random.random_range(b'1'..=b'9');
                text.push(if given { char::from(digit) } else { '.' });
            }
            text.push('\n');
        }
        let mut reader = BlockReader::new(text.as_bytes(), "file", ReadOptions::default());
        let (mut silent, mut long) = (0, 0);
        while let Some(Piece::Block(block)) = reader.take().unwrap() {
            for puzzle in 0..block.puzzles.len() {
                let mut lines = String::new();
                describe(&block, puzzle, &mut lines);
                assert_eq!(lines, session::clashes(&block.record(puzzle)));
                silent += usize::from(lines.is_empty());
                long += usize::from(lines.contains(" more clashes\n"));
            }
        }
        assert!(silent > 100 && long > 100, "{silent} {long}");
    }
}
