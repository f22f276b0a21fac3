//! Shared by the formats that write a grid as `N` consecutive rows of `N` cells.

use super::SMALLEST_SIDE;
use super::advice::{Advice, Setting};
use super::alphabet::Alphabet;
use super::error::{InputError, quote};
use super::lines::{InputLines, Recovery};
use super::pencil_marks;
use super::split;
use super::words::{Line, Token};
use crate::grid::{Digit, Geometry, Puzzle};
use crate::words::counted;

/// Reports a side that has no usual box shape.
pub fn without_shape(
    lines: &InputLines<'_>,
    line: &Line,
    column: usize,
    found: String,
) -> InputError {
    let error = lines.error(line, column, found, "another side, or a box shape".into());
    error.advise(Advice::new("{} gives one", [Setting::Box("RxC".into())]))
}

/// A puzzle with what its format knows about it.
pub struct ParsedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How its digits were written.
    pub alphabet: Alphabet,
    /// Number of its first line, from 1.
    pub line: u64,
    /// What follows the puzzle on its line.
    pub note: String,
}

/// How one format writes cells.
pub struct CellStyle {
    /// Words that mean an empty cell.
    pub empty: &'static [&'static str],
    /// What a cell may be, for messages; `{N}` stands for the side.
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
            _ => {
                let expected = self.expected.replace("{N}", &side.to_string());
                let unexpected = || lines.unexpected(line, token, expected);
                Err(pencil_marks::in_row(lines, line).unwrap_or_else(unexpected))
            }
        }
    }
}

/// Reads `N` rows, each split into `N` cells by `split`. Blank lines before the first
/// row are skipped; inside the grid they are errors.
pub fn read_rows(
    lines: &mut InputLines<'_>,
    geometry: Geometry,
    style: &CellStyle,
    split: impl for<'l> Fn(&'l Line) -> Vec<Token<'l>>,
) -> Result<Option<ParsedPuzzle>, InputError> {
    let side = geometry.side();
    let mut cells = Vec::with_capacity(geometry.cell_count());
    let mut start = None;
    lines.skip_to_content()?;
    for row in 0..side {
        while let Some(line) = lines.peek(0)?
            && line.is_comment()
        {
            if row > 0 && line.is_title() {
                let title = line.clone();
                lines.set_recovery(Recovery::NextLine);
                return Err(ended_by(lines, &title, row, side));
            }
            lines.take()?;
        }
        let Some(line) = lines.take()? else {
            if row == 0 {
                return Ok(None);
            }
            return Err(cut_off(lines, row, side));
        };
        start.get_or_insert(line.number);
        lines.set_recovery(match line.is_blank() {
            true => Recovery::NextLine,
            false => Recovery::SkipRows(side - row - 1),
        });
        let tokens = split(&line);
        if tokens.len() != side {
            return Err(wrong_width(lines, &line, tokens.len(), row, side));
        }
        for token in tokens {
            cells.push(style.read(lines, &line, token, side)?);
        }
    }
    lines.set_recovery(Recovery::NextLine);
    Ok(Some(ParsedPuzzle {
        puzzle: puzzle_of(geometry, cells),
        alphabet: Alphabet::default().reaching(side),
        line: start.unwrap_or(1),
        note: String::new(),
    }))
}

/// A puzzle from cells that a reader has counted and checked.
pub fn puzzle_of(geometry: Geometry, cells: Vec<Option<Digit>>) -> Puzzle {
    Puzzle::new(geometry, cells).expect("the reader has counted the cells and checked the digits")
}

/// An error about an input that ends inside a grid.
pub fn cut_off(lines: &InputLines<'_>, rows: usize, side: usize) -> InputError {
    let expected = format!("{side} rows: the grid is cut off");
    lines.ended_after(counted(rows as u64, "row"), expected)
}

/// An error about a title inside a grid.
pub fn ended_by(lines: &InputLines<'_>, title: &Line, rows: usize, side: usize) -> InputError {
    let text = title.text.trim();
    let found = format!("{} after {}", quote(text), counted(rows as u64, "row"));
    let expected = format!("{side} rows: the grid is cut off");
    lines.error(title, 1, found, expected)
}

/// An error about a row with too many or too few cells.
pub fn wrong_width(
    lines: &InputLines<'_>,
    line: &Line,
    found: usize,
    row: usize,
    side: usize,
) -> InputError {
    if line.is_blank() {
        let found = format!("an empty line after {}", counted(row as u64, "row"));
        let expected = format!("{side} rows without a gap: the grid is cut off");
        return lines.error(line, 1, found, expected);
    }
    let expected = format!("{} in each row", counted(side as u64, "cell"));
    let error = lines.error(line, 1, cells_in_row(found, row), expected);
    error.advise(empty_fields(line))
}

/// What to do if an input ends after these rows, fewer than each has cells.
pub fn too_few(rows: &[Line], side: usize) -> Option<Advice> {
    let is_square = side.isqrt().pow(2) == side && side.isqrt() >= SMALLEST_SIDE;
    let is_separator = [',', ';'];
    let all = |has: &dyn Fn(&str) -> bool| rows.iter().all(|row| has(row.text.trim()));
    if let [row] = rows
        && let Some(delimiter) = split::delimiter_alone(row)
    {
        let command = Setting::Shell(format!("grep -v '^{delimiter}*$' FILE"));
        return Some(Advice::new(
            "{} leaves out rows of nothing but separators",
            [command],
        ));
    }
    let text = match rows.len() {
        1 if is_square => "a puzzle on one line belongs in a file of lines",
        count if count + 1 < side => return None,
        _ if all(&|row| row.ends_with(is_separator)) => {
            "every row ends with a separator and an empty cell"
        }
        _ if all(&|row| row.starts_with(is_separator)) => {
            "every row begins with an empty cell and a separator"
        }
        _ => return None,
    };
    Some(Advice::new(text, []))
}

/// What to do about empty cells between tabs, if there are any.
pub fn empty_fields(line: &Line) -> Option<Advice> {
    let command = Setting::Shell(r"tr '\t' , < FILE".into());
    let text = "{} writes commas for tabs, and nothing between two is an empty cell";
    line.text
        .contains("\t\t")
        .then(|| Advice::new(text, [command]))
}

/// "1 cell in row 1", "2 cells in row 2"; rows count from 0.
pub fn cells_in_row(found: usize, row: usize) -> String {
    format!("{} in row {}", counted(found as u64, "cell"), row + 1)
}

/// What was expected instead of a side so small that the text is probably not a puzzle, and what
/// to do if it is one.
pub fn too_small(side: usize) -> (String, Advice) {
    let shape = Setting::Box(format!("1x{side}"));
    (
        format!("a puzzle of side {SMALLEST_SIDE} or more"),
        Advice::new("for a smaller one, add its box shape, {}", [shape]),
    )
}
