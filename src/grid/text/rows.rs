//! What the row formats share: a fixed number of rows, one after the other,
//! and cells that are read one token at a time.

use super::SMALLEST_SIDE;
use super::alphabet::Alphabet;
use super::error::{InputError, quote};
use super::lines::{InputLines, Line, Recovery, Token};
use crate::grid::{Digit, Geometry, Puzzle};

/// What to do about a side without a box shape of its own.
pub const SHAPE_EXPECTED: &str = "another side, or its box shape given with --box RxC";

/// A puzzle as a format read it.
pub struct ParsedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How its digits were written.
    pub alphabet: Alphabet,
    /// Number of its first line, from 1.
    pub line: u64,
    /// What stands behind the puzzle on its line, if anything.
    pub note: String,
}

/// How one format writes cells.
pub struct CellStyle {
    /// Words that mean an empty cell.
    pub empty: &'static [&'static str],
    /// What a cell may be, for messages; the side stands for `{N}`.
    pub expected: &'static str,
}

impl CellStyle {
    /// Reads one cell.
    pub fn read(
        &self,
        lines: &InputLines<'_>,
        line: &Line,
        token: Token<'_>,
        side: usize,
    ) -> Result<Option<Digit>, InputError> {
        if self.empty.contains(&token.text) {
            return Ok(None);
        }
        let plain = token.text.bytes().all(|b| b.is_ascii_digit());
        let value = token.text.parse::<u16>().ok().filter(|_| plain);
        match value.and_then(Digit::new) {
            Some(digit) if digit.index() < side => Ok(Some(digit)),
            _ => Err(lines.error(line, token.column, quote(token.text), self.describe(side))),
        }
    }

    fn describe(&self, side: usize) -> String {
        self.expected.replace("{N}", &side.to_string())
    }
}

/// Reads `N` rows and turns each into `N` cells with `cut`; blank lines before
/// the first row are skipped, inside the grid they are errors.
pub fn read_rows(
    lines: &mut InputLines<'_>,
    geometry: Geometry,
    style: &CellStyle,
    cut: impl for<'l> Fn(&'l Line) -> Vec<Token<'l>>,
) -> Result<Option<ParsedPuzzle>, InputError> {
    let side = geometry.side();
    let mut cells = Vec::with_capacity(geometry.cell_count());
    let mut start = None;
    lines.skip_to_content()?;
    for row in 0..side {
        while lines.peek(0)?.is_some_and(Line::is_comment) {
            lines.take()?;
        }
        let Some(line) = lines.take()? else {
            if row == 0 {
                return Ok(None);
            }
            return Err(lines.error_at_end(
                format!("the end of the input after {}", rows(row)),
                format!("{side} rows: the grid is cut off"),
            ));
        };
        start.get_or_insert(line.number);
        lines.set_recovery(match line.is_blank() {
            true => Recovery::Nothing,
            false => Recovery::Rows(side - row - 1),
        });
        let tokens = cut(&line);
        if tokens.len() != side {
            return Err(wrong_width(lines, &line, tokens.len(), row, side));
        }
        for token in tokens {
            cells.push(style.read(lines, &line, token, side)?);
        }
    }
    lines.set_recovery(Recovery::Nothing);
    Ok(Some(ParsedPuzzle {
        puzzle: puzzle_of(geometry, cells),
        alphabet: Alphabet::default().reaching(side),
        line: start.unwrap_or(1),
        note: String::new(),
    }))
}

/// The puzzle from cells that a reader has counted and checked.
pub fn puzzle_of(geometry: Geometry, cells: Vec<Option<Digit>>) -> Puzzle {
    Puzzle::new(geometry, cells).expect("the reader has counted the cells and checked the digits")
}

/// "1 row", "2 rows".
pub fn rows(count: usize) -> String {
    match count {
        1 => "1 row".into(),
        _ => format!("{count} rows"),
    }
}

/// A message about a row with too many or too few cells.
pub fn wrong_width(
    lines: &InputLines<'_>,
    line: &Line,
    found: usize,
    row: usize,
    side: usize,
) -> InputError {
    if line.is_blank() {
        return lines.error(
            line,
            1,
            format!("an empty line after {}", rows(row)),
            format!("{side} rows without a gap: the grid is cut off"),
        );
    }
    lines.error(
        line,
        1,
        cells_in_row(found, row),
        format!("{side} cells in each row"),
    )
}

/// "1 cell in row 1", "2 cells in row 2"; rows count from 0.
pub fn cells_in_row(found: usize, row: usize) -> String {
    match found {
        1 => format!("1 cell in row {}", row + 1),
        _ => format!("{found} cells in row {}", row + 1),
    }
}

/// What to do about a side that may be no puzzle at all.
pub fn too_small(side: usize) -> String {
    format!(
        "a puzzle of side {SMALLEST_SIDE} or more; a smaller one with its box shape, --box 1x{side}"
    )
}
