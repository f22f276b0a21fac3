//! Several puzzles on one line, of which only the first would be read.

use super::advice::{Advice, Setting};
use super::alphabet::Alphabet;
use super::detect::LONGEST_ROW;
use super::fields::{Field, columns};
use super::hint::{self, Hint};
use super::words::Line;
use super::{Format, dashes};

/// A hint about a line that begins with a puzzle, if a field after it has as many cells and some of
/// them are empty: it is no solution. Lines that may be short rows are not looked at.
pub fn of(line: &Line) -> Option<Hint> {
    let columns = columns(&line.text);
    let (first, others) = columns.split_first()?;
    let count = first.text.chars().count();
    if count <= LONGEST_ROW || !hint::is_puzzle(first.text) {
        return None;
    }
    let is_second = |field: &&Field<'_>| {
        let text = dashes::replaced(field.text);
        let has_empty = text.contains('0') || text.contains(Alphabet::is_empty_mark);
        has_empty && text.chars().count() == count && hint::is_puzzle(field.text)
    };
    let second = others.iter().find(is_second)?;
    let is_full = !first.text.contains('0') && !first.text.contains(Alphabet::is_empty_mark);
    let column = |number: usize| Setting::Column(Some(number.to_string()));
    let (found, expected, advice) = match (is_full, second.number) {
        (true, Some(number)) => (
            "a puzzle after a full grid",
            "the puzzle first on its line",
            Some(Advice::new("{} reads that column", [column(number)])),
        ),
        (false, Some(number)) => (
            "a second puzzle on the line",
            "one puzzle per line",
            Some(Advice::new(
                "{} reads the first column of a table, {} this one",
                [column(1), column(number)],
            )),
        ),
        (_, None) => ("a second puzzle on the line", "one puzzle per line", None),
    };
    Some(Hint {
        column: second.start,
        found: found.into(),
        expected: expected.into(),
        advice,
        format: Format::Line,
    })
}
