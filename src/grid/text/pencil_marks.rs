//! Grids of candidates, as programs for people show them. Text formats hold givens alone.

use super::SMALLEST_SIDE;
use super::advice::{Advice, Setting};
use super::drawn;
use super::error::{InputError, quote};
use super::grid::NUMBERS;
use super::lines::InputLines;
use super::words::Line;

/// Largest side of which candidates are written one after another.
const LARGEST_SIDE: usize = 9;

/// The error about a row with the candidates of at least two cells, if it is one.
pub fn in_row(lines: &InputLines<'_>, line: &Line) -> Option<InputError> {
    let words = drawn::tokens(line);
    let side = words.len();
    if !(SMALLEST_SIDE..=LARGEST_SIDE).contains(&side) {
        return None;
    }
    let is_cell = |text: &str| text.chars().count() == 1 || NUMBERS.empty.contains(&text);
    let mut marks = words.iter().filter(|word| are_marks(word.text, side));
    let first = marks.next()?;
    marks.next()?;
    let mut others = words.iter().filter(|word| !are_marks(word.text, side));
    // Groups of one width are something else.
    let width = first.text.len();
    if !others.all(|word| is_cell(word.text)) || words.iter().all(|word| word.text.len() == width) {
        return None;
    }
    let found = format!("pencil marks such as {}", quote(first.text));
    let expected = "a digit or a mark such as . for each cell, as text formats hold only givens";
    let json = Setting::Format(Some("json"));
    let advice = Advice::new("candidates can be written in JSON, which {} reads", [json]);
    let error = lines.error(line, first.column, found, expected.into());
    Some(error.advise(advice))
}

/// Whether a word is several digits up to the side in ascending order.
fn are_marks(word: &str, side: usize) -> bool {
    let is_digit = |byte: &u8| (1..=side).contains(&usize::from(byte.wrapping_sub(b'0')));
    word.len() > 1
        && word.as_bytes().iter().all(is_digit)
        && word.as_bytes().is_sorted_by(|left, right| left < right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascending_digits_in_several_cells_are_pencil_marks() {
        for (text, expected) in [
            ("| 2 679 789 | 1 4689 5 | 3 4 6 |", Some("679")),
            ("2 679 789 1 4689 5 3 4 6", Some("679")),
            ("2 . 789 1 4689 5 3 4 6", Some("789")),
            ("12 3 4 134", Some("12")),
            ("2 679 8 1 4 5 3 . .", None),
            ("12 12 34 34", None),
            ("12 3 4 135", None),
            ("12 3 4 143", None),
            ("12 3 4. 134", None),
            ("123 456 789", None),
            ("1 12 13 4 5 6 7 8 9 10", None),
        ] {
            let line = Line::new(1, text.into());
            let lines = InputLines::new(&b""[..], "x");
            let found = in_row(&lines, &line).map(|error| error.to_string());
            let is_expected = match (&found, expected) {
                (Some(found), Some(word)) => found.contains(&format!("such as '{word}', expected")),
                (found, expected) => found.is_none() && expected.is_none(),
            };
            assert!(is_expected, "{text}: {found:?}");
        }
    }
}
