//! POJ 2676, "Sudoku": a count T, then T × 9 rows of 9 digits without spaces,
//! `0` for an empty cell. The answer has the rows and no count.
//!
//! Other judges have the count before rows of another side, in letters or with other marks for
//! empty cells, such as SPOJ before 16×16: these are read as grids are. So are rows in an alphabet
//! that the user names and that POJ does not have.

use super::alphabet::Alphabet;
use super::error::{InputError, quote};
use super::grid::GridReader;
use super::integer::{is_unsigned, unsigned};
use super::lines::InputLines;
use super::rows::{CellStyle, ParsedPuzzle, read_rows};
use super::words::{Line, Token};
use super::{Format, SMALLEST_SIDE, detect};
use crate::grid::{Digit, Geometry};
use crate::words::counted;
use std::io::{self, Write};

pub const STYLE: CellStyle = CellStyle {
    empty: &["0"],
    expected: "a digit 0-{N}, 0 for an empty cell",
};

/// Largest side that single digits can write.
pub const MAX_SIDE: usize = 9;

/// Reads the count first, then that many puzzles.
pub struct PojReader {
    announced: Option<u64>,
    seen: u64,
    ended: bool,
    /// The shape from `--box`.
    geometry: Option<Geometry>,
    /// The alphabet from `--alphabet`.
    alphabet: Option<Alphabet>,
    grids: GridReader,
    /// Whether the puzzles are other grids than those of POJ.
    are_grids: bool,
}

impl PojReader {
    /// Reads grids of this shape, others than those of POJ in this alphabet, if they are known.
    pub fn new(geometry: Option<Geometry>, alphabet: Option<Alphabet>) -> PojReader {
        PojReader {
            announced: None,
            seen: 0,
            ended: false,
            geometry,
            alphabet,
            grids: GridReader::new(geometry, alphabet),
            are_grids: false,
        }
    }

    /// The format of the last puzzle.
    pub fn format(&self) -> Format {
        match self.are_grids {
            true => self.grids.format(),
            false => Format::Poj,
        }
    }

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
    pub fn read(&mut self, lines: &mut InputLines<'_>) -> Result<Option<ParsedPuzzle>, InputError> {
        self.ended = true;
        let announced = match self.announced {
            Some(announced) => announced,
            None => match read_count(lines)? {
                Some(count) => {
                    self.are_grids = count > 0 && self.are_other_grids(lines)?;
                    *self.announced.insert(count)
                }
                None => return Ok(None),
            },
        };
        if self.seen == announced {
            return self.expect_end(lines, announced);
        }
        self.ended = false;
        self.seen += 1;
        let geometry = self.geometry.unwrap_or(Geometry::CLASSIC);
        let grid = match self.are_grids {
            true => self.grids.read(lines)?,
            false => read_rows(lines, geometry, &STYLE, digits)?,
        };
        match grid {
            Some(grid) => Ok(Some(grid)),
            None => Err(self.too_few(lines, announced)),
        }
    }

    /// Whether the rows of a grid come next that is none of POJ: in another alphabet, if one is
    /// named, of another side than 9, unless that is named, or with other marks for empty cells
    /// and no `0`.
    fn are_other_grids(&self, lines: &mut InputLines<'_>) -> Result<bool, InputError> {
        if self.alphabet.is_some_and(|named| !named.is_usual()) {
            return Ok(true);
        }
        let side = match self.geometry.map(Geometry::side) {
            Some(side) if side > MAX_SIDE => return Ok(true),
            Some(side) => side,
            None => match side_of_square(lines)? {
                Some(side) if side != MAX_SIDE => return Ok(true),
                Some(side) => side,
                None => return Ok(false),
            },
        };
        let rows = next_rows(lines, side)?;
        let is_mark = |c: char| c == '-' || Alphabet::is_empty_mark(c);
        let are_cells = rows.chars().all(|c| is_mark(c) || matches!(c, '1'..='9'));
        Ok(are_cells && rows.contains(is_mark))
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

/// The side of the grid that comes next, if its rows are words and as many as their characters.
fn side_of_square(lines: &mut InputLines<'_>) -> Result<Option<usize>, InputError> {
    lines.skip_to_content()?;
    let Some(first) = lines.peek(0)? else {
        return Ok(None);
    };
    let row = first.text.trim();
    let side = row.chars().count();
    let is_one_word = !row.contains(char::is_whitespace);
    let is_square = is_one_word && side >= SMALLEST_SIDE && detect::is_square_from(lines, 0, side)?;
    Ok(is_square.then_some(side))
}

/// The next rows, up to this many, as one text.
fn next_rows(lines: &mut InputLines<'_>, side: usize) -> Result<String, InputError> {
    let (mut rows, mut distance, mut text) = (0, 0, String::new());
    while rows < side
        && let Some(line) = lines.peek(distance)?
    {
        distance += 1;
        if !line.is_blank() && !line.is_comment() {
            rows += 1;
            text += line.text.trim();
        }
    }
    Ok(text)
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
        message_of(text, None)
    }

    /// The first error in a text.
    fn message_of(text: &str, geometry: Option<Geometry>) -> String {
        let mut lines = InputLines::new(text.as_bytes(), "x");
        let mut reader = PojReader::new(geometry, None);
        loop {
            match reader.read(&mut lines) {
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
        let small = Geometry::from_side(4).ok();
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
