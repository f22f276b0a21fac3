//! Grids as people paste them: one row per line, cells with or without spaces
//! between them, `.` `0` `?` `_` `*` for empty cells, drawn or not.
//!
//! Cells may be separated by commas or semicolons instead; between two of these, nothing is
//! an empty cell. Borders and blank lines may separate all bands or all rows. Borders and strokes
//! between cells give the box shape, unless they are the same between all rows and cells.

use super::alphabet::{Alphabet, CellSymbol};
use super::alphabet_of_input::{
    AlphabetOfInput, Cells, PlacedCell, refuse_doubtful_zeros, refuse_letters,
};
use super::dash_lines::DashLines;
use super::divisions::{self, BetweenRows, Divisions};
use super::drawn;
use super::error::InputError;
use super::lines::{InputLines, Recovery};
use super::rows::{self, CellStyle, ParsedPuzzle};
use super::spacing::Spacing;
use super::split::CellSplit;
use super::words::{Line, Token};
use super::{Format, SMALLEST_SIDE, one_line, pencil_marks, sheet};
use crate::grid::geometry::MAX_SIDE;
use crate::grid::{Digit, Geometry};
use crate::words::counted;
use std::io::{self, Write};

pub const NUMBERS: CellStyle = CellStyle {
    empty: &[".", "0", "?", "_", "*", "__", "___"],
    expected: "a number 1-{N} or . 0 ? _ * for an empty cell",
};

/// Reads grids. What the user does not name is detected.
pub struct GridReader {
    /// The shape from `--box`.
    geometry: Option<Geometry>,
    /// The alphabet from `--alphabet`.
    alphabet: Option<Alphabet>,
    alphabet_of_input: AlphabetOfInput,
    /// Whether the last grid was rows of nothing but cells.
    is_bare: bool,
    /// The side of the last grid.
    last_side: Option<usize>,
}

/// The borders before the first row, or rows that look like them.
pub struct Above {
    pub borders: Vec<Line>,
    /// Whether blank lines follow them.
    pub are_spaced: bool,
}

/// The rows of a grid.
struct Body {
    rows: Vec<Line>,
    /// Whether there were borders or blank lines between them.
    has_breaks: bool,
}

impl GridReader {
    /// Reads grids of this shape and in this alphabet, if they are known.
    pub fn new(geometry: Option<Geometry>, alphabet: Option<Alphabet>) -> GridReader {
        GridReader {
            geometry,
            alphabet,
            alphabet_of_input: AlphabetOfInput::default(),
            is_bare: false,
            last_side: None,
        }
    }

    /// The format of the last grid.
    pub fn format(&self) -> Format {
        match self.is_bare {
            true => Format::Rows,
            false => Format::Grid,
        }
    }

    /// Reads the next puzzle.
    pub fn read(&mut self, lines: &mut InputLines<'_>) -> Result<Option<ParsedPuzzle>, InputError> {
        let above = skip_to_first_row(lines)?;
        let Some(first) = lines.take()? else {
            return Ok(None);
        };
        lines.set_recovery(Recovery::SkipToBlankLine);
        let split = CellSplit::of(lines, &first, self.geometry.map(Geometry::side))?;
        if split == CellSplit::Characters
            && let Some(error) = pencil_marks::in_row(lines, &first)
        {
            return Err(error);
        }
        let side = split.cells(lines, &first)?.len();
        if split == CellSplit::Characters {
            one_line::refuse_among_grids(lines, &first, side, self.last_side)?;
        }
        if side == 1 && first.text.contains(drawn::is_stroke) {
            let expected = "a cell at each place of the row: write . for an empty one";
            return Err(lines.error(&first, 1, "1 cell in row 1".into(), expected.into()));
        }
        let strokes = split.strokes(&first, side);
        let geometry = self.geometry_of(lines, &first, &strokes, side)?;
        if let (CellSplit::Fields(delimiter), None) = (split, self.geometry) {
            sheet::check(lines, &first, delimiter, geometry)?;
        }
        let body = read_body(lines, first, geometry, above)?;
        lines.set_recovery(Recovery::NextLine);
        self.is_bare = split == CellSplit::Characters && body.is_bare();
        self.last_side = Some(side);
        let Body { rows: body, .. } = body;
        let mut placed = Vec::with_capacity(side * side);
        for (row, line) in body.iter().enumerate() {
            let tokens = split.cells(lines, line)?;
            if tokens.len() != side {
                skip_other_rows(lines, split, side)?;
                return Err(rows::wrong_width(lines, line, tokens.len(), row, side));
            }
            split
                .strokes(line, side)
                .check_row(lines, line, row, &strokes)?;
            placed.extend(tokens.into_iter().map(|token| (line, token)));
        }
        let alphabet = self.alphabet_of(lines, &placed, split, side)?;
        let cells = placed
            .into_iter()
            .map(|(line, token)| read_cell(lines, line, token, alphabet, side))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Some(ParsedPuzzle {
            puzzle: rows::puzzle_of(geometry, cells),
            alphabet: match alphabet {
                Alphabet::Numbers if side <= 9 => Alphabet::Digits,
                alphabet => alphabet,
            },
            line: body.first().map_or(1, |row| row.number),
            note: String::new(),
        }))
    }

    fn alphabet_of(
        &mut self,
        lines: &InputLines<'_>,
        cells: &[PlacedCell<'_>],
        split: CellSplit,
        side: usize,
    ) -> Result<Alphabet, InputError> {
        if let Some(alphabet) = self.alphabet {
            return Ok(alphabet);
        }
        if side <= 9 {
            refuse_letters(lines, cells.iter().copied(), side)?;
            refuse_doubtful_zeros(lines, cells, side)?;
        }
        let kind = match split {
            CellSplit::Characters => Cells::Characters,
            CellSplit::Words | CellSplit::Fields(_) => Cells::Words,
        };
        self.alphabet_of_input.of(lines, cells, kind, side)
    }

    fn geometry_of(
        &self,
        lines: &mut InputLines<'_>,
        first: &Line,
        strokes: &Divisions,
        side: usize,
    ) -> Result<Geometry, InputError> {
        if let Some(geometry) = self.geometry {
            if geometry.side() != side {
                return Err(rows::wrong_width(lines, first, side, 0, geometry.side()));
            }
            strokes.check_first(lines, first)?;
            return Ok(geometry);
        }
        if side < SMALLEST_SIDE {
            let found = rows::cells_in_row(side, 0);
            let (expected, advice) = rows::too_small(side);
            let advice = rows::empty_fields(first).unwrap_or(advice);
            return Err(lines.error(first, 1, found, expected).advise(advice));
        }
        strokes.check_first(lines, first)?;
        let between_rows = BetweenRows::ahead(lines, first, side.min(MAX_SIDE), Line::is_title)?;
        let drawn = divisions::box_shape(lines, strokes, &between_rows)?;
        let geometry = drawn.map_or_else(|| Geometry::from_side(side), Ok);
        geometry.map_err(|error| {
            let found = format!("a row of {side} cells: {error}");
            rows::without_shape(lines, first, 1, found)
        })
    }
}

impl Body {
    /// Whether there is nothing but cells.
    fn is_bare(&self) -> bool {
        let is_one_word =
            |row: &Line| drawn::tokens(row).len() == 1 && !row.text.contains(drawn::is_stroke);
        !self.has_breaks && self.rows.iter().all(is_one_word)
    }
}

/// Sets what to skip after a malformed grid: if the next line is not as wide as its first row,
/// that row was the wrong one, and the grid goes on.
fn skip_other_rows(
    lines: &mut InputLines<'_>,
    split: CellSplit,
    side: usize,
) -> Result<(), InputError> {
    let next = lines.peek(0)?.filter(|line| !line.is_blank()).cloned();
    let is_other =
        |line: &Line| !matches!(split.cells(lines, line), Ok(cells) if cells.len() == side);
    if next.is_some_and(|next| is_other(&next)) {
        lines.set_recovery(Recovery::SkipToBlankLine);
    }
    Ok(())
}

/// Skips to the first row, and titles before it. Borders that a blank line separates from the row
/// belong to what came before, unless there is one after the row, too.
fn skip_to_first_row(lines: &mut InputLines<'_>) -> Result<Above, InputError> {
    let (mut borders, mut before_gap) = (Vec::new(), 0);
    while let Some(line) = lines.peek(0)? {
        if line.is_title() {
            (borders, before_gap) = (Vec::new(), 0);
        } else if line.is_blank() {
            before_gap = borders.len();
        } else if drawn::is_border(line) {
            borders.push(line.clone());
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
            borders.push(border);
        } else if !line.is_comment() {
            break;
        }
        lines.take()?;
    }
    Ok(gap)
}

/// All rows of a grid, given the first and the borders before it.
fn read_body(
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
        if let Some(line) = borders.iter().find(|line| drawn::may_be_a_row(line, side)) {
            let found = format!("{side} times '{}'", line.tokens()[0].text);
            let expected = "a row with . for an empty cell, or a drawn line without gaps";
            return Err(lines.error(line, 1, found, expected.into()));
        }
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
        if let Err((found, expected)) = spacing.row(body.len(), gap) {
            lines.set_recovery(if gap {
                Recovery::NextLine
            } else {
                Recovery::SkipToBlankLine
            });
            let error = lines.error(&line, 1, found, expected);
            let advice = gap.then(|| spacing.other_bands(body.len()));
            return Err(error.advise(advice.flatten()));
        }
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

/// Reads a cell in this alphabet.
pub fn read_cell(
    lines: &InputLines<'_>,
    line: &Line,
    token: Token<'_>,
    alphabet: Alphabet,
    side: usize,
) -> Result<Option<Digit>, InputError> {
    if alphabet == Alphabet::Numbers {
        return NUMBERS.read(lines, line, token, side);
    }
    let error = || lines.unexpected(line, token, alphabet.describe(side));
    if alphabet == Alphabet::NumbersFromZero {
        let is_empty = NUMBERS.empty.contains(&token.text) && token.text != "0";
        let cell = alphabet.number(token.text, side).map(Some);
        return cell.or(is_empty.then_some(None)).ok_or_else(error);
    }
    let mut characters = token.text.chars();
    let symbol = match (characters.next(), characters.next()) {
        (Some(c), None) => alphabet.symbol(c, side),
        _ => None,
    };
    symbol.map(CellSymbol::digit).ok_or_else(error)
}

/// Writes rows of nothing but cells: single characters, or numbers where characters would be
/// read as other digits.
pub fn write_rows(
    out: &mut dyn Write,
    geometry: Geometry,
    alphabet: Alphabet,
    cells: &[Option<Digit>],
) -> io::Result<()> {
    let side = geometry.side();
    let alphabet = match alphabet.reaching(side) {
        Alphabet::NumbersFromZero if side <= Alphabet::Hex.max_side() => Alphabet::Hex,
        Alphabet::Numbers | Alphabet::NumbersFromZero => Alphabet::Digits.detected(side, cells),
        single => single,
    };
    let separator = if alphabet.has_spaces() { " " } else { "" };
    for row in cells.chunks(side) {
        let row: Vec<String> = row.iter().map(|cell| alphabet.write(*cell)).collect();
        writeln!(out, "{}", row.join(separator))?;
    }
    Ok(())
}

/// Writes a grid with its boxes drawn.
pub fn write(
    out: &mut dyn Write,
    geometry: Geometry,
    alphabet: Alphabet,
    cells: &[Option<Digit>],
) -> io::Result<()> {
    let alphabet = alphabet.reaching(geometry.side());
    let words: Vec<String> = cells.iter().map(|cell| alphabet.write(*cell)).collect();
    let width = words.iter().map(String::len).max().unwrap_or(1);
    let columns = geometry.box_columns();
    let stretch = "-".repeat(columns * (width + 1));
    let groups = geometry.side() / columns;
    // The outer groups lack one of the spaces beside a stroke.
    let border: Vec<String> = (0..groups)
        .map(|k| match k {
            0 => stretch.clone(),
            _ => format!("-{stretch}"),
        })
        .collect();
    for (row, words) in words.chunks(geometry.side()).enumerate() {
        if row > 0 && row % geometry.box_rows() == 0 {
            let line = border.join("+");
            writeln!(out, "{}", &line[..line.len() - 1])?;
        }
        let groups: Vec<String> = words
            .chunks(columns)
            .map(|group| {
                let padded: Vec<String> = group.iter().map(|w| format!("{w:>width$}")).collect();
                padded.join(" ")
            })
            .collect();
        writeln!(out, "{}", groups.join(" | "))?;
    }
    Ok(())
}
