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
use super::divisions::{self, BetweenRows, Divisions};
use super::doubts::UsualGrid;
use super::drawn;
use super::error::InputError;
use super::grid_body::{self, Body};
use super::lines::{InputLines, Recovery};
use super::rows::{self, CellStyle, ParsedPuzzle};
use super::split::CellSplit;
use super::words::{Line, Token};
use super::{Format, SMALLEST_SIDE, one_line, pencil_marks, separators, sheet};
use crate::grid::geometry::MAX_SIDE;
use crate::grid::{Digit, Geometry};
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
        let above = grid_body::skip_to_first_row(lines)?;
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
        let body = grid_body::read_body(lines, first, geometry, above)?;
        lines.set_recovery(Recovery::NextLine);
        self.is_bare = split == CellSplit::Characters && body.is_bare();
        let is_first = self.last_side.replace(side).is_none();
        let Body { rows: body, .. } = body;
        let (alphabet, cells) = self.cells_of(lines, &body, split, &strokes)?;
        if self.geometry.is_none() {
            separators::refuse_among(lines, &body, geometry)?;
        }
        if self.geometry.is_none() && is_first {
            let grid = UsualGrid {
                rows: &body,
                split,
                geometry,
                cells: &cells,
            };
            // The next one is then the first.
            grid.check(lines).inspect_err(|_| self.last_side = None)?;
        }
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

    /// The cells of all rows, which are divided like the first.
    fn cells_of(
        &mut self,
        lines: &mut InputLines<'_>,
        body: &[Line],
        split: CellSplit,
        strokes: &Divisions,
    ) -> Result<(Alphabet, Vec<Option<Digit>>), InputError> {
        let side = body.len();
        let mut placed = Vec::with_capacity(side * side);
        for (row, line) in body.iter().enumerate() {
            let tokens = split.cells(lines, line)?;
            if tokens.len() != side {
                skip_other_rows(lines, split, side)?;
                return Err(rows::wrong_width(lines, line, tokens.len(), row, side));
            }
            split
                .strokes(line, side)
                .check_row(lines, line, row, strokes)?;
            placed.extend(tokens.into_iter().map(|token| (line, token)));
        }
        let alphabet = self.alphabet_of(lines, &placed, split, side)?;
        let cells = placed
            .into_iter()
            .map(|(line, token)| read_cell(lines, line, token, alphabet, side));
        Ok((alphabet, cells.collect::<Result<_, _>>()?))
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
