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

use super::alphabet::Alphabet;
use super::drawn;
use super::error::{InputError, quote};
use super::lines::{Line, Lines};
use super::rows::{self, CellStyle, Grid, SHAPE_EXPECTED};
use crate::grid::{Digit, Geometry};
use std::io::{self, Write};

const STYLE: CellStyle = CellStyle {
    empty: &["_", "__", "___", "____", "."],
    expected: "a number 1-{N} or _ for an empty cell",
};

const HEADERS: [&str; 4] = ["experiment:", "number of tasks:", "task:", "puzzle size:"];

/// Whether the line is one of the format's header lines.
pub fn is_header(line: &Line) -> bool {
    let text = line.text.trim_start();
    HEADERS.iter().any(|header| text.starts_with(header))
}

/// Reads the next puzzle.
pub fn read(lines: &mut Lines<'_>, given: Option<Geometry>) -> Result<Option<Grid>, InputError> {
    let Some(geometry) = read_size(lines, given)? else {
        return Ok(None);
    };
    let side = geometry.side();
    let mut cells = Vec::with_capacity(geometry.cell_count());
    let mut start = 0;
    for row in 0..side {
        let line = loop {
            match lines.take_content()? {
                Some(line) if drawn::is_border(&line) => continue,
                Some(line) if !is_header(&line) => break line,
                Some(line) => return Err(cut_off(lines, Some(&line), row, side)),
                None => return Err(cut_off(lines, None, row, side)),
            }
        };
        if row == 0 {
            start = line.number;
        }
        let tokens = drawn::tokens(&line);
        if tokens.len() != side {
            return Err(rows::wrong_width(lines, &line, tokens.len(), row, side));
        }
        for token in tokens {
            cells.push(STYLE.read(lines, &line, token, side)?);
        }
    }
    Ok(Some(Grid {
        puzzle: rows::full_size(geometry, cells),
        alphabet: Alphabet::Numbers,
        line: start,
        note: String::new(),
    }))
}

/// Skips to the next `puzzle size:` line and reads it.
fn read_size(
    lines: &mut Lines<'_>,
    given: Option<Geometry>,
) -> Result<Option<Geometry>, InputError> {
    while let Some(line) = lines.take_content()? {
        if let Some(text) = line.text.trim_start().strip_prefix("puzzle size:") {
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

fn parse_size(
    lines: &Lines<'_>,
    line: &Line,
    text: &str,
    given: Option<Geometry>,
) -> Result<Geometry, InputError> {
    let column = "puzzle size: ".len() + 1;
    let error = |expected: String| lines.error(line, column, quote(text), expected);
    let shapeless = |error| {
        let found = format!("{}: {error}", quote(text));
        lines.error(line, column, found, SHAPE_EXPECTED.into())
    };
    let sides = text.split_once('x').and_then(|(rows, columns)| {
        let rows: usize = rows.trim().parse().ok()?;
        let columns: usize = columns.trim().parse().ok()?;
        (rows == columns).then_some(rows)
    });
    let side = sides.ok_or_else(|| error("the side twice, such as 16x16".into()))?;
    match given {
        Some(geometry) if geometry.side() == side => Ok(geometry),
        Some(geometry) => Err(error(format!(
            "side {}, as --box asks for",
            geometry.side()
        ))),
        None => Geometry::from_side(side).map_err(shapeless),
    }
}

fn cut_off(lines: &Lines<'_>, next: Option<&Line>, row: usize, side: usize) -> InputError {
    let expected = format!("{side} rows: the grid is cut off");
    match next {
        Some(line) => {
            let found = format!("{} after {}", quote(line.text.trim()), rows::rows(row));
            lines.error(line, 1, found, expected)
        }
        None => {
            let found = format!("the end of the input after {}", rows::rows(row));
            lines.error_at_end(found, expected)
        }
    }
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
