//! Puzzles on one line in a file of grids.

use super::advice::Advice;
use super::drawn;
use super::error::InputError;
use super::lines::{InputLines, Recovery};
use super::words::Line;

/// Refuses a first row as long as all rows of the grid before together, whose side is
/// `last_side`, unless as many rows of this width follow as a grid has.
pub fn refuse_among_grids(
    lines: &mut InputLines<'_>,
    first: &Line,
    width: usize,
    last_side: Option<usize>,
) -> Result<(), InputError> {
    let Some(side) = last_side.filter(|side| side * side == width) else {
        return Ok(());
    };
    if rows_ahead(lines, width)? + 1 >= width {
        return Ok(());
    }
    lines.set_recovery(Recovery::NextLine);
    let found = format!("{width} cells in one row in a file of {side}x{side} grids");
    let error = lines.error(first, 1, found, format!("{side} cells in each row"));
    let text = "puzzles on one line belong in a file of their own";
    Err(error.advise(Advice::new(text, [])))
}

/// How many rows of this width come next, with nothing but empty lines, comments and borders
/// between them.
fn rows_ahead(lines: &mut InputLines<'_>, width: usize) -> Result<usize, InputError> {
    let (mut rows, mut distance) = (0, 0);
    while rows + 1 < width
        && let Some(line) = lines.peek(distance)?
    {
        let cells: usize = drawn::tokens(line)
            .iter()
            .map(|word| word.text.chars().count())
            .sum();
        if cells == width && !line.is_comment() {
            rows += 1;
        } else if !line.is_blank() && !line.is_comment() && !drawn::is_border(line) {
            break;
        }
        distance += 1;
    }
    Ok(rows)
}
