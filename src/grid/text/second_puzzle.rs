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
        let has_count = field.text.chars().count() == count;
        has_count && has_empty_cells(field.text) && hint::is_puzzle(field.text)
    };
    let second = others.iter().find(is_second)?;
    let is_full = !has_empty_cells(first.text);
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

fn has_empty_cells(text: &str) -> bool {
    let text = dashes::replaced(text);
    text.contains('0') || text.contains(Alphabet::is_empty_mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(usize, String, bool)> {
        let line = Line::new(1, text.into());
        of(&line).map(|hint| (hint.column, hint.found, hint.advice.is_some()))
    }

    #[test]
    fn a_field_with_empty_cells_is_a_second_puzzle() {
        let (dots, zeros, full) = ("1.2".repeat(27), "102".repeat(27), "123".repeat(27));
        let second = |column: usize, has_advice: bool| {
            Some((column, "a second puzzle on the line".into(), has_advice))
        };
        let behind = |column: usize| Some((column, "a puzzle after a full grid".into(), true));
        for (fields, expected) in [
            (vec![&dots, &dots], second(83, true)),
            (vec![&zeros, &zeros], second(83, true)),
            (vec![&dots, &full, &dots], second(165, true)),
            (vec![&full, &dots], behind(83)),
            (vec![&full, &zeros], behind(83)),
            (vec![&dots, &full], None),
            (vec![&full, &full], None),
            (vec![&dots], None),
        ] {
            let fields: Vec<&str> = fields.into_iter().map(String::as_str).collect();
            assert_eq!(found(&fields.join(",")), expected, "{fields:?}");
        }
        assert_eq!(found(&format!("{dots}#{dots}")), second(83, false));
        assert_eq!(found(&format!("{dots},{}", ".".repeat(80))), None);
        assert_eq!(found(&format!("{dots},{}", "x.".repeat(40) + ".")), None);
        // Lines that may be rows, and what is no puzzle.
        let short = ".".repeat(36);
        assert_eq!(found(&format!("{short},{short}")), None);
        let other = ".".repeat(80);
        assert_eq!(found(&format!("{other},{other}")), None);
    }
}
