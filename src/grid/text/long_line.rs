//! Lines that are longer than any row.

use super::alphabet::Alphabet;
use super::drawn;
use super::line::SEPARATORS;
use super::words::Line;

/// Most characters of a row whose cells are characters: there are no more digits.
const MOST_SYMBOLS: usize = 61;

/// Most characters of a cell that is a number or lists its candidates.
const LONGEST_CELL: usize = 9;

/// Whether a line of digits is longer than any row of a grid, although not all of its cells are
/// separated: a puzzle with something between its cells.
pub fn is_longer_than_rows(line: &Line) -> bool {
    let is_gap = |c: char| c.is_whitespace() || drawn::is_stroke(c) || SEPARATORS.contains(&c);
    let is_cell = |c: char| c.is_ascii_digit() || Alphabet::is_empty_mark(c) || is_gap(c);
    let groups = line.text.split(is_gap).map(|group| group.chars().count());
    let (mut symbols, mut longest) = (0, 0);
    for length in groups {
        symbols += length;
        longest = longest.max(length);
    }
    let has_marks = line.text.contains(Alphabet::is_empty_mark) && longest > 4;
    symbols > MOST_SYMBOLS
        && (longest > LONGEST_CELL || has_marks)
        && line.text.chars().all(is_cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_long(text: &str) -> bool {
        let line = Line::new(1, text.into());
        is_longer_than_rows(&line)
    }

    #[test]
    fn lines_of_digits_with_something_between_them_are_longer_than_rows() {
        let nine = "4.....8.5";
        let nines = |count: usize, separator: &str| vec![nine; count].join(separator);
        for separator in ["", " ", "|", "\t", ",", " | "] {
            assert!(is_long(&nines(9, separator)), "{separator}");
            assert!(is_long(&nines(7, separator)), "{separator}");
        }
        // No more characters than there are digits.
        assert!(!is_long(&nines(6, " ")));
        assert!(!is_long(&".".repeat(61)));
        assert!(is_long(&".".repeat(62)));
        // Cells apart, numbers, and cells that list their candidates.
        assert!(!is_long(&vec!["."; 81].join(" ")));
        assert!(!is_long(&vec!["1024"; 81].join(" ")));
        assert!(!is_long(&vec!["...."; 81].join(" ")));
        assert!(is_long(&vec!["....."; 81].join(" ")));
        assert!(!is_long(&["123456789"; 9].join(" ")));
        assert!(is_long(&["1234567891"; 9].join(" ")));
        // Prose, letters and other symbols.
        assert!(!is_long(&"a".repeat(81)));
        assert!(!is_long(&format!("{} x", ".".repeat(81))));
        assert!(!is_long(&"+---".repeat(20)));
    }
}
