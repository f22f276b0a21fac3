//! The `sudokusat` course format (TU Dresden, 2018): header lines, then boxes
//! drawn with `+ - |`, numbers right-aligned, `_` for empty cells.
//!
//! ```text
//! experiment: 4x4
//! number of tasks: 1
//! task: 1
//! puzzle size: 4x4
//! +-----+-----+
//! | 1 _ | _ _ |
//! ```
//!
//! The number of tasks is not checked: files of the course announce more than they
//! have.

use super::alphabet::Alphabet;
use super::divisions::{self, BetweenRows, Divisions};
use super::drawn;
use super::error::{InputError, quote};
use super::integer::unsigned;
use super::lines::{InputLines, Recovery};
use super::rows::{self, CellStyle, ParsedPuzzle};
use super::words::Line;
use crate::grid::geometry::MAX_SIDE;
use crate::grid::{Digit, Geometry};
use crate::words::counted;
use std::io::{self, Write};

pub const STYLE: CellStyle = CellStyle {
    empty: &["_", "__", "___", "____", "."],
    expected: "a number 1-{N} or _ for an empty cell",
};

/// The header line before each grid.
const SIZE: &str = "puzzle size:";

const HEADERS: [&str; 4] = ["experiment:", "number of tasks:", "task:", SIZE];

/// Whether the line is one of the format's header lines.
pub fn is_header(line: &Line) -> bool {
    is_header_text(&line.text)
}

/// Like [`is_header`] for the text of a line.
pub fn is_header_text(text: &str) -> bool {
    let text = text.trim_start();
    HEADERS.iter().any(|header| text.starts_with(header))
}

/// Reads the next puzzle.
pub fn read(
    lines: &mut InputLines<'_>,
    given: Option<Geometry>,
) -> Result<Option<ParsedPuzzle>, InputError> {
    let Some(size) = read_size(lines, given)? else {
        return Ok(None);
    };
    let side = size.side;
    let mut shape = None;
    let mut cells = Vec::with_capacity(side * side);
    let mut start = 0;
    for row in 0..side {
        let line = next_row(lines, row, side)?;
        let strokes = Divisions::of_row(&line, side, |group| group.split_whitespace().count());
        let tokens = drawn::tokens(&line);
        if tokens.len() != side {
            return Err(rows::wrong_width(lines, &line, tokens.len(), row, side));
        }
        let (_, first) = match &mut shape {
            Some(shape) => shape,
            None => {
                start = line.number;
                strokes.check_first(lines, &line)?;
                let geometry = match given {
                    Some(given) => given,
                    None => size.geometry(lines, &line, &strokes)?,
                };
                shape.insert((geometry, strokes.clone()))
            }
        };
        strokes.check_row(lines, &line, row, first)?;
        for token in tokens {
            cells.push(STYLE.read(lines, &line, token, side)?);
        }
    }
    lines.set_recovery(Recovery::NextLine);
    Ok(shape.map(|(geometry, _)| ParsedPuzzle {
        puzzle: rows::puzzle_of(geometry, cells),
        alphabet: Alphabet::Numbers,
        line: start,
        note: String::new(),
    }))
}

/// The next row of an unfinished grid.
fn next_row(lines: &mut InputLines<'_>, row: usize, side: usize) -> Result<Line, InputError> {
    loop {
        match lines.peek(0)?.cloned() {
            Some(line) if is_gap(&line) => {
                lines.take()?;
            }
            Some(line) if drawn::is_border(&line) && !drawn::may_be_a_row(&line, side) => {
                lines.take()?;
            }
            Some(line) if !begins_like_size(&line) && !is_header(&line) => {
                lines.take()?;
                return Ok(line);
            }
            // The header belongs to the next puzzle.
            next => return Err(cut_off(lines, next.as_ref(), row, side)),
        }
    }
}

/// The size that a header line announced.
struct Size {
    side: usize,
    line: Line,
    column: usize,
}

impl Size {
    /// The box shape: drawn, or the usual one.
    fn geometry(
        &self,
        lines: &mut InputLines<'_>,
        first: &Line,
        strokes: &Divisions,
    ) -> Result<Geometry, InputError> {
        let side = self.side;
        let between_rows = BetweenRows::ahead(lines, first, side, |line| {
            is_header(line) || begins_like_size(line)
        })?;
        let drawn = divisions::box_shape(lines, strokes, &between_rows)?;
        let geometry = drawn.map_or_else(|| Geometry::from_side(side), Ok);
        geometry.map_err(|error| {
            let found = format!("'{side}x{side}': {error}");
            rows::without_shape(lines, &self.line, self.column, found)
        })
    }
}

/// Skips to the next `puzzle size:` line and reads it.
fn read_size(
    lines: &mut InputLines<'_>,
    given: Option<Geometry>,
) -> Result<Option<Size>, InputError> {
    while let Some(line) = next_header(lines)? {
        lines.set_recovery(Recovery::SkipTo(SIZE));
        if let Some(text) = line.text.trim_start().strip_prefix(SIZE) {
            return parse_size(lines, &line, text.trim(), given).map(Some);
        }
        if !is_header(&line) && !drawn::is_border(&line) {
            let found = quote(line.text.trim());
            let expected = "a header line such as 'puzzle size: 16x16'";
            return Err(lines.error(&line, 1, found, expected.into()));
        }
    }
    Ok(None)
}

/// The next line that is neither blank nor a comment.
fn next_header(lines: &mut InputLines<'_>) -> Result<Option<Line>, InputError> {
    while let Some(line) = lines.take()? {
        if !is_gap(&line) {
            return Ok(Some(line));
        }
    }
    Ok(None)
}

/// Whether a line begins like the size, whatever is wrong with it: it is no title here.
fn begins_like_size(line: &Line) -> bool {
    let start = line.text.trim_start().get(..6);
    start.is_some_and(|start| start.eq_ignore_ascii_case("puzzle"))
}

fn is_gap(line: &Line) -> bool {
    line.is_blank() || line.is_comment() && !begins_like_size(line)
}

fn parse_size(
    lines: &InputLines<'_>,
    line: &Line,
    text: &str,
    given: Option<Geometry>,
) -> Result<Size, InputError> {
    let before = line.text.rfind(text).unwrap_or(0);
    let column = line.text[..before].chars().count() + 1;
    let error = |expected: String| lines.error(line, column, quote(text), expected);
    let sides = text.split_once('x').and_then(|(rows, columns)| {
        let rows = unsigned(rows.trim())?;
        let columns = unsigned(columns.trim())?;
        (rows == columns).then(|| usize::try_from(rows).ok())?
    });
    let side = sides.ok_or_else(|| error("the side twice, such as 16x16".into()))?;
    if !(1..=MAX_SIDE).contains(&side) {
        return Err(error(format!("a side from 1 to {MAX_SIDE}")));
    }
    match given {
        Some(given) if given.side() != side => Err(error(format!(
            "side {}, as the given box shape requires",
            given.side()
        ))),
        _ => Ok(Size {
            side,
            line: line.clone(),
            column,
        }),
    }
}

fn cut_off(lines: &InputLines<'_>, next: Option<&Line>, row: usize, side: usize) -> InputError {
    let Some(line) = next else {
        return rows::cut_off(lines, row, side);
    };
    let rows = counted(row as u64, "row");
    let found = format!("{} after {rows}", quote(line.text.trim()));
    lines.error(line, 1, found, format!("{side} rows: the grid is cut off"))
}

/// Writes a grid as task number `task`, counted from 1.
pub fn write(
    out: &mut dyn Write,
    geometry: Geometry,
    task: u64,
    cells: &[Option<Digit>],
) -> io::Result<()> {
    let side = geometry.side();
    let width = side.to_string().len();
    let columns = geometry.box_columns();
    let stretch = format!("+{}", "-".repeat(columns * (width + 1) + 1));
    let border = format!("{}+", stretch.repeat(side / columns));
    writeln!(out, "task: {task}\npuzzle size: {side}x{side}")?;
    for (row, line) in cells.chunks(side).enumerate() {
        if row % geometry.box_rows() == 0 {
            writeln!(out, "{border}")?;
        }
        for (column, cell) in line.iter().enumerate() {
            if column % columns == 0 {
                out.write_all(if column == 0 { b"|" } else { b" |" })?;
            }
            match cell {
                Some(digit) => write!(out, " {:>width$}", digit.value())?,
                None => write!(out, " {}", "_".repeat(width))?,
            }
        }
        out.write_all(b" |\n")?;
    }
    writeln!(out, "{border}")
}
