//! POJ 2676, "Sudoku": a count T, then T × 9 rows of 9 digits without spaces,
//! `0` for an empty cell. The answer has the rows and no count.

use super::error::{InputError, counted, is_unsigned, quote};
use super::lines::InputLines;
use super::rows::{CellStyle, ParsedPuzzle, read_rows};
use super::words::{Line, Token};
use crate::grid::{Digit, Geometry};
use std::io::{self, Write};

pub const STYLE: CellStyle = CellStyle {
    empty: &["0"],
    expected: "a digit 0-{N}, 0 for an empty cell",
};

/// Largest side that single digits can write.
pub const MAX_SIDE: usize = 9;

/// Reads the count first, then that many puzzles.
#[derive(Default)]
pub struct PojReader {
    announced: Option<u64>,
    seen: u64,
    ended: bool,
}

impl PojReader {
    /// Whether nothing can be read after an error: the count, or what follows the last
    /// puzzle, is wrong.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Counts a puzzle that is read without this reader, if one may come next.
    pub fn sees_another(&mut self) -> bool {
        let is_announced = self
            .announced
            .is_some_and(|announced| self.seen < announced);
        self.seen += u64::from(is_announced);
        is_announced
    }

    /// Reads the next puzzle.
    pub fn read(
        &mut self,
        lines: &mut InputLines<'_>,
        geometry: Geometry,
    ) -> Result<Option<ParsedPuzzle>, InputError> {
        self.ended = true;
        let announced = match self.announced {
            Some(announced) => announced,
            None => match read_count(lines)? {
                Some(count) => *self.announced.insert(count),
                None => return Ok(None),
            },
        };
        if self.seen == announced {
            return self.expect_end(lines, announced);
        }
        self.ended = false;
        self.seen += 1;
        match read_rows(lines, geometry, &STYLE, digits)? {
            Some(grid) => Ok(Some(grid)),
            None => Err(self.too_few(lines, announced)),
        }
    }

    fn too_few(&mut self, lines: &InputLines<'_>, announced: u64) -> InputError {
        self.ended = true;
        let expected = format!("{}, as the first line says", puzzles(announced));
        lines.ended_after(puzzles(self.seen - 1), expected)
    }

    fn expect_end(
        &self,
        lines: &mut InputLines<'_>,
        announced: u64,
    ) -> Result<Option<ParsedPuzzle>, InputError> {
        match lines.take_content()? {
            None => Ok(None),
            Some(line) => {
                let puzzles = puzzles(announced);
                let expected = format!("the end of the input: the first line says {puzzles}");
                Err(lines.error(&line, 1, quote(line.text.trim()), expected))
            }
        }
    }
}

fn puzzles(count: u64) -> String {
    counted(count, "puzzle")
}

fn read_count(lines: &mut InputLines<'_>) -> Result<Option<u64>, InputError> {
    let Some(line) = lines.take_content()? else {
        return Ok(None);
    };
    let text = line.text.trim();
    match unsigned(text) {
        Some(count) if text.len() != MAX_SIDE => Ok(Some(count)),
        count => {
            let found = match count {
                Some(_) => format!("{}, which is taken for a row", quote(text)),
                None => quote(text),
            };
            let mut expected = "the number of puzzles on the first line".to_owned();
            if count.is_none() && is_unsigned(text) {
                expected += &format!(", at most {}", u64::MAX);
            }
            Err(lines.error(&line, 1, found, expected))
        }
    }
}

/// A number without a sign.
pub fn unsigned(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| is_unsigned(text))
}

/// Each character of the row; spaces do not matter.
fn digits(line: &Line) -> Vec<Token<'_>> {
    let words = line.tokens();
    words.iter().flat_map(Token::characters).collect()
}

/// Writes a grid of side 9 at most ([`MAX_SIDE`]).
pub fn write(out: &mut dyn Write, geometry: Geometry, cells: &[Option<Digit>]) -> io::Result<()> {
    for row in cells.chunks(geometry.side()) {
        for cell in row {
            write!(out, "{}", cell.map_or(0, Digit::value))?;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        message_of(text, Geometry::CLASSIC)
    }

    /// The first error in a text.
    fn message_of(text: &str, geometry: Geometry) -> String {
        let mut lines = InputLines::new(text.as_bytes(), "x");
        let mut reader = PojReader::default();
        loop {
            match reader.read(&mut lines, geometry) {
                Ok(Some(_)) => {}
                Ok(None) => return "nothing".into(),
                Err(error) => return error.to_string(),
            }
        }
    }

    #[test]
    fn the_count_is_checked() {
        let grid = "530070000\n".repeat(9);
        assert_eq!(message(&format!("2\n{grid}\n{grid}\n")), "nothing");
        assert_eq!(message(""), "nothing");
        let more = message(&format!("1\n{grid}\nno\n"));
        let expected = "the end of the input: the first line says 1 puzzle";
        assert_eq!(more, format!("x:12:1: found 'no', expected {expected}"));
        let less = message(&format!("2\n{grid}"));
        assert!(
            less.contains("after 1 puzzle, expected 2 puzzles, as"),
            "{less}"
        );
        for wrong in [grid.as_str(), "-1\n", "+1\n", "two\n"] {
            let says = message(wrong);
            assert!(
                says.contains("the number of puzzles on the first"),
                "{says}"
            );
        }
    }

    #[test]
    fn rows_are_counted_in_messages() {
        let says = message("1\n5\n");
        assert!(
            says.starts_with("x:2:1: found 1 cell in row 1, expected 9"),
            "{says}"
        );
        let says = message("1\n530070000\n53\n");
        assert!(says.starts_with("x:3:1: found 2 cells in row 2"), "{says}");
        for (rows, words) in [(1, "1 row,"), (2, "2 rows,")] {
            let says = message(&format!("1\n{}", "530070000\n".repeat(rows)));
            assert!(
                says.contains(&format!("the end of the input after {words}")),
                "{says}"
            );
        }
    }

    #[test]
    fn digits_are_limited_by_the_side() {
        let small = Geometry::from_side(4).unwrap();
        let says = message_of("1\n1234\n5000\n0000\n0000\n", small);
        assert!(
            says.starts_with("x:3:1: found '5', expected a digit 0-4"),
            "{says}"
        );
        assert_eq!(message_of("1\n1234\n4000\n0000\n0000\n", small), "nothing");
    }

    #[test]
    fn errors_name_the_column() {
        let grid = "530070000\n".repeat(9).replacen("7", "x", 1);
        let says = message(&format!("1\n{grid}"));
        assert!(says.starts_with("x:2:5: found 'x'"), "{says}");
    }
}
