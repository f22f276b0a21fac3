//! Lines of marks between grids, such as `*********`. Taken for rows of empty cells, they would
//! move the rows of all puzzles after them.

use super::advice::{Advice, Setting};
use super::drawn;
use super::error::InputError;
use super::lines::InputLines;
use super::words::Line;
use crate::grid::Geometry;

/// Marks for empty cells that people draw lines of, too.
const DRAWN_MARKS: [char; 3] = ['*', '_', '?'];

/// All marks for empty cells.
const MARKS: &str = ".0*_?-";

/// Whether a row is nothing but one mark that lines are drawn of.
pub fn may_separate(mut cells: impl Iterator<Item = char>) -> Option<char> {
    let mark = cells.next().filter(|mark| DRAWN_MARKS.contains(mark))?;
    cells.all(|cell| cell == mark).then_some(mark)
}

/// Refuses a row of nothing but a mark that no other row has, if others have other marks. In drawn
/// grids, rows are told from lines by strokes.
///
/// # Errors
/// Where it is, and the command that leaves such rows out.
pub fn refuse_among(
    lines: &InputLines<'_>,
    rows: &[Line],
    geometry: Geometry,
) -> Result<(), InputError> {
    let mut separators = rows.iter().filter_map(|row| {
        let mark = may_separate(row.text.trim().chars())?;
        Some((row, mark))
    });
    let (Some((row, mark)), None) = (separators.next(), separators.next()) else {
        return Ok(());
    };
    let cells = || rows.iter().flat_map(|row| row.text.chars());
    let is_drawn = cells().any(drawn::is_stroke);
    let is_alone = cells().filter(|cell| *cell == mark).count() == geometry.side();
    let has_other = cells().any(|cell| cell != mark && MARKS.contains(cell));
    if is_drawn || !is_alone || !has_other {
        return Ok(());
    }
    let found = format!("a row of nothing but '{mark}', and another mark for empty cells");
    let expected = "rows of cells, and no lines between grids".into();
    let command = Setting::Shell(format!("grep -vE '^[{mark} ]+$' FILE"));
    let shape = Setting::Box(geometry.to_string());
    let text = "{} leaves such lines out, and {} reads them as cells";
    let error = lines.error(row, 1, found, expected);
    Err(error.advise(Advice::new(text, [command, shape])))
}
