//! `-` for an empty cell, in rows and lines of nothing but cells, as POJ 3076 and SPOJ write
//! grids. Where there are spaces or strokes, dashes are drawing or signs.

use super::alphabet::Alphabet;
use super::drawn;
use super::words::{Line, Token};
use std::borrow::Cow;

/// The mark.
const DASH: &str = "-";

/// The same text with `.` for each dash, unless it is nothing but dashes: that is a border.
pub fn replaced(text: &str) -> Cow<'_, str> {
    match text.contains(DASH) && text.contains(|c| c != '-') {
        true => text.replace(DASH, ".").into(),
        false => text.into(),
    }
}

/// A cell, which is `.` if it is a dash.
pub fn as_mark(cell: Token<'_>) -> Token<'_> {
    match cell.text {
        DASH => Token { text: ".", ..cell },
        _ => cell,
    }
}

/// Whether all characters of a line are cells, and some of them dashes.
pub fn are_cells(line: &Line) -> bool {
    let text = line.text.trim();
    let may_be_cell = |c: char| c == '-' || c.is_ascii_alphanumeric() || Alphabet::is_empty_mark(c);
    text.contains('-') && text.chars().all(may_be_cell) && !drawn::is_border(line)
}

/// Whether a line is a row of `side` empty cells, in a grid that has dashes for them.
pub fn are_all_cells(line: &Line, side: usize) -> bool {
    line.text.trim().len() == side && are_all(line)
}

/// Whether a line is nothing but dashes without gaps.
pub fn are_all(line: &Line) -> bool {
    let text = line.text.trim();
    !text.is_empty() && text.bytes().all(|byte| byte == b'-')
}
