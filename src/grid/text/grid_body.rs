//! The rows of a grid, and the borders and blank lines around them.

use super::dash_lines::DashLines;
use super::drawn;
use super::error::InputError;
use super::lines::{InputLines, Recovery};
use super::rows;
use super::spacing::Spacing;
use super::words::Line;
use crate::grid::Geometry;
use crate::words::counted;

/// The most borders before a row. Some may be rows of empty cells, of which even the largest grids
/// have fewer.
const MOST_BORDERS: usize = 1 << 12;

/// The borders before the first row, or rows that look like them.
pub struct Above {
    pub borders: Vec<Line>,
    /// Whether blank lines follow them.
    pub are_spaced: bool,
}

/// The rows of a grid.
pub struct Body {
    pub rows: Vec<Line>,
    /// Whether there were borders or blank lines between them.
    pub has_breaks: bool,
}

impl Body {
    /// Whether there is nothing but cells.
    pub fn is_bare(&self) -> bool {
        let is_one_word =
            |row: &Line| drawn::tokens(row).len() == 1 && !row.text.contains(drawn::is_stroke);
        !self.has_breaks && self.rows.iter().all(is_one_word)
    }
}

/// Skips to the first row, and titles before it. Borders that a blank line separates from the row
/// belong to what came before, unless there is one after the row, too.
pub fn skip_to_first_row(lines: &mut InputLines<'_>) -> Result<Above, InputError> {
    let (mut borders, mut before_gap) = (Vec::new(), 0);
    while let Some(line) = lines.peek(0)? {
        if line.is_title() {
            (borders, before_gap) = (Vec::new(), 0);
        } else if line.is_blank() {
            before_gap = borders.len();
        } else if drawn::is_border(line) {
            let border = line.clone();
            keep_border(lines, &mut borders, border)?;
        } else if !line.is_comment() {
            break;
        }
        lines.take()?;
    }
    let are_spaced = before_gap > 0 && lines.peek(1)?.is_some_and(Line::is_blank);
    if !are_spaced {
        borders.drain(..before_gap);
    }
    Ok(Above {
        borders,
        are_spaced,
    })
}

/// Skips to the next row or title and collects the borders before it. Returns whether there
/// was a blank line.
fn skip_to_row(
    lines: &mut InputLines<'_>,
    borders: &mut Vec<Line>,
    is_row: impl Fn(&Line) -> bool,
) -> Result<bool, InputError> {
    let mut gap = false;
    while let Some(line) = lines.peek(0)?.filter(|line| !line.is_title()) {
        if is_row(line) {
            break;
        }
        if line.is_blank() {
            gap = true;
        } else if drawn::is_border(line) {
            let border = line.clone();
            keep_border(lines, borders, border)?;
        } else if !line.is_comment() {
            break;
        }
        lines.take()?;
    }
    Ok(gap)
}

fn keep_border(
    lines: &InputLines<'_>,
    borders: &mut Vec<Line>,
    border: Line,
) -> Result<(), InputError> {
    if borders.len() == MOST_BORDERS {
        let found = format!("more than {MOST_BORDERS} drawn lines without a row between them");
        return Err(lines.error(&border, 1, found, "rows of cells".into()));
    }
    borders.push(border);
    Ok(())
}

/// All rows of a grid, given the first and the borders before it.
pub fn read_body(
    lines: &mut InputLines<'_>,
    first: Line,
    geometry: Geometry,
    above: Above,
) -> Result<Body, InputError> {
    let side = geometry.side();
    let dash_lines = DashLines::of(lines, &above, &first, geometry)?;
    let is_row = |line: &Line| dash_lines.is_row(line);
    let holds_cells = |line: &Line| {
        is_row(line) || !(line.is_blank() || line.is_comment() || drawn::is_border(line))
    };
    let (mut body, mut borders): (Vec<Line>, _) = above.borders.into_iter().partition(is_row);
    body.truncate(side - 1);
    body.push(first);
    let mut spacing = Spacing::new(geometry);
    let mut has_breaks = above.are_spaced;
    for (row, line) in body.iter().enumerate().skip(1) {
        let spaced = spacing.row(row, above.are_spaced);
        spaced.map_err(|(found, expected)| lines.error(line, 1, found, expected))?;
    }
    loop {
        has_breaks |= !borders.is_empty();
        refuse_rows_among(&borders, lines, side)?;
        if body.len() == side {
            break;
        }
        borders.clear();
        let gap = skip_to_row(lines, &mut borders, is_row)?;
        has_breaks |= gap;
        let Some(line) = lines.peek(0)?.cloned() else {
            let expected = format!("{side} rows, as many as there are cells in a row");
            let error = lines.ended_after(counted(body.len() as u64, "row"), expected);
            return Err(error.advise(rows::too_few(&body, side)));
        };
        if line.is_title() {
            lines.set_recovery(Recovery::NextLine);
            return Err(rows::ended_by(lines, &line, body.len(), side));
        }
        place_row(lines, &line, body.len(), &mut spacing, gap)?;
        if body.len() == 1
            && gap
            && let Some(third) = lines.peek(1)?.filter(|line| holds_cells(line)).cloned()
            && let Err((found, expected)) = spacing.row(2, false)
        {
            // The first row may be the last of another grid, which has one too many.
            lines.set_recovery(Recovery::NextLine);
            return Err(lines.error(&third, 1, found, expected));
        }
        lines.take()?;
        body.push(line);
    }
    dash_lines.take_below(lines)?;
    Ok(Body {
        rows: body,
        has_breaks,
    })
}

/// Refuses a border that may be a row.
fn refuse_rows_among(
    borders: &[Line],
    lines: &InputLines<'_>,
    side: usize,
) -> Result<(), InputError> {
    let doubtful = borders.iter().find(|line| drawn::may_be_a_row(line, side));
    doubtful.map_or(Ok(()), |line| {
        let found = format!("{side} times '{}'", line.tokens()[0].text);
        let expected = "a row with . for an empty cell, or a drawn line without gaps";
        Err(lines.error(line, 1, found, expected.into()))
    })
}

/// Notes whether a blank line comes before a row, which has this many rows above it.
fn place_row(
    lines: &mut InputLines<'_>,
    line: &Line,
    above: usize,
    spacing: &mut Spacing,
    gap: bool,
) -> Result<(), InputError> {
    let Err((found, expected)) = spacing.row(above, gap) else {
        return Ok(());
    };
    lines.set_recovery(match gap {
        true => Recovery::NextLine,
        false => Recovery::SkipToBlankLine,
    });
    let advice = gap.then(|| spacing.other_bands(above)).flatten();
    Err(lines.error(line, 1, found, expected).advise(advice))
}
