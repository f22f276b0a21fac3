//! Grids as people paste them: a row a line, cells split by spaces or not,
//! `.` `0` `_` `?` `*` for empty cells, with or without drawing.
//!
//! Blank lines and drawn lines may stand between bands. The box shape is taken
//! from the drawing where the rows are split by strokes.

use super::alphabet::{Alphabet, Symbol};
use super::drawn;
use super::error::{InputError, quote};
use super::lines::{Line, Lines, Token};
use super::rows::{self, CellStyle, Grid, SHAPE_EXPECTED};
use crate::grid::{Digit, Geometry};
use std::io::{self, Write};

const NUMBERS: CellStyle = CellStyle {
    empty: &[".", "0", "_", "?", "*", "__", "___"],
    expected: "a number 1-{N} or . 0 _ ? * for an empty cell",
};

/// Options from the command line.
#[derive(Clone, Copy, Default)]
pub struct Reader {
    /// The shape from `--box`.
    pub geometry: Option<Geometry>,
    /// The alphabet from `--alphabet`.
    pub alphabet: Option<Alphabet>,
}

/// How the cells of a row are told apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// Every word is a cell.
    Words,
    /// Every character is a cell.
    Characters,
}

impl Reader {
    /// Reads the next puzzle.
    pub fn read(&self, lines: &mut Lines<'_>) -> Result<Option<Grid>, InputError> {
        let Some(first) = next_row(lines)? else {
            return Ok(None);
        };
        let cut = self.cut_of(&first);
        let side = cells_of(&first, cut).len();
        if side == 1 && first.text.contains(drawn::is_drawing) {
            let expected = "a cell at each place of the row: write . for an empty one";
            return Err(lines.error(&first, 1, "1 cell in row 1".into(), expected.into()));
        }
        let geometry = self.geometry_of(lines, &first, cut, side)?;
        let start = first.number;
        let mut body = vec![first];
        while body.len() < side {
            let Some(line) = next_row(lines)? else {
                return Err(lines.error_at_end(
                    format!("the end of the input after {}", rows::rows(body.len())),
                    format!("{side} rows, as many as there are cells in a row"),
                ));
            };
            body.push(line);
        }
        let alphabet = self.alphabet_of(&body, cut, side);
        let mut cells = Vec::with_capacity(side * side);
        for (row, line) in body.iter().enumerate() {
            let tokens = cells_of(line, cut);
            if tokens.len() != side {
                return Err(rows::wrong_width(lines, line, tokens.len(), row, side));
            }
            for token in tokens {
                cells.push(read_cell(lines, line, token, alphabet, side)?);
            }
        }
        Ok(Some(Grid {
            puzzle: rows::full_size(geometry, cells),
            alphabet: if side <= 9 {
                Alphabet::Digits
            } else {
                alphabet
            },
            line: start,
            note: String::new(),
        }))
    }

    /// Words are cells if each could be a number of this side or an empty
    /// cell, or a single letter; otherwise characters are.
    fn cut_of(&self, line: &Line) -> Cut {
        let tokens = drawn::tokens(line);
        let side = tokens.len();
        let is_cell = |token: &Token<'_>| {
            let number = token.text.parse::<usize>();
            NUMBERS.empty.contains(&token.text)
                || token.text.chars().count() == 1
                || number.is_ok_and(|value| (1..=side).contains(&value))
        };
        match side > 1 && tokens.iter().all(is_cell) {
            true => Cut::Words,
            false => Cut::Characters,
        }
    }

    fn alphabet_of(&self, body: &[Line], cut: Cut, side: usize) -> Alphabet {
        let single = |line: &Line| drawn::tokens(line).iter().all(|t| t.text.len() == 1);
        let letter = |line: &Line| line.text.contains(|c: char| c.is_ascii_alphabetic());
        if let Some(alphabet) = self.alphabet {
            return alphabet;
        }
        if cut == Cut::Words && !(body.iter().all(single) && body.iter().any(letter)) {
            return Alphabet::Numbers;
        }
        let text: String = body.iter().flat_map(|line| line.text.chars()).collect();
        Alphabet::detect(&text, side)
    }

    fn geometry_of(
        &self,
        lines: &Lines<'_>,
        first: &Line,
        cut: Cut,
        side: usize,
    ) -> Result<Geometry, InputError> {
        if let Some(geometry) = self.geometry {
            return match geometry.side() == side {
                true => Ok(geometry),
                false => Err(rows::wrong_width(lines, first, side, 0, geometry.side())),
            };
        }
        let width = |group: &str| match cut {
            Cut::Words => group.split_whitespace().count(),
            Cut::Characters => group.chars().filter(|c| !c.is_whitespace()).count(),
        };
        let drawn = drawn::box_columns(first, side, width)
            .and_then(|columns| Geometry::new(side / columns, columns).ok());
        let geometry = drawn.map_or_else(|| Geometry::from_side(side), Ok);
        geometry.map_err(|error| {
            let found = format!("a row of {side} cells: {error}");
            lines.error(first, 1, found, SHAPE_EXPECTED.into())
        })
    }
}

fn next_row(lines: &mut Lines<'_>) -> Result<Option<Line>, InputError> {
    while let Some(line) = lines.take_content()? {
        if !drawn::is_border(&line) {
            return Ok(Some(line));
        }
    }
    Ok(None)
}

fn cells_of(line: &Line, cut: Cut) -> Vec<Token<'_>> {
    let words = drawn::tokens(line);
    match cut {
        Cut::Words => words,
        Cut::Characters => words.iter().flat_map(Token::characters).collect(),
    }
}

fn read_cell(
    lines: &Lines<'_>,
    line: &Line,
    token: Token<'_>,
    alphabet: Alphabet,
    side: usize,
) -> Result<Option<Digit>, InputError> {
    if alphabet == Alphabet::Numbers {
        return NUMBERS.read(lines, line, token, side);
    }
    let mut characters = token.text.chars();
    let symbol = match (characters.next(), characters.next()) {
        (Some(c), None) => alphabet.symbol(c, side),
        _ => None,
    };
    let error = || {
        lines.error(
            line,
            token.column,
            quote(token.text),
            alphabet.describe(side),
        )
    };
    symbol.map(Symbol::digit).ok_or_else(error)
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
    // The outer groups lack the space that stands beside a stroke.
    let border: Vec<String> = (0..groups)
        .map(|k| match k {
            0 => stretch.clone(),
            _ => format!("-{stretch}"),
        })
        .collect();
    for (row, words) in words.chunks(geometry.side()).enumerate() {
        if row > 0 && row % geometry.box_rows() == 0 {
            let line = border.join("+");
            writeln!(out, "{}", &line[..line.len() - usize::from(groups > 0)])?;
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
