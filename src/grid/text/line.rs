//! One puzzle a line, row by row: 81 characters for 9×9, `N²` in general.
//!
//! What follows a comma, semicolon, colon, tab or `#` belongs to the
//! collection (a rating, a solution, a name) and is left alone. Sides above
//! the reach of an alphabet are written as numbers split by spaces.

use super::alphabet::{Alphabet, Symbol};
use super::error::{InputError, quote};
use super::lines::{Line, Lines, Token};
use super::rows::{self, CellStyle, Grid, SHAPE_EXPECTED};
use crate::grid::{Digit, Geometry};
use std::io::{self, Write};

const NUMBERS: CellStyle = CellStyle {
    empty: &[".", "0", "?", "_", "*"],
    expected: "a number 1-{N} or . 0 ? _ * for an empty cell",
};

/// Fewest cells that are written as numbers with spaces on one line: a 4×4
/// grid.
const FEWEST_NUMBERS: usize = 16;

/// Digits of the largest side.
const LONGEST_NUMBER: usize = 4;

/// First words of the header line that tables of puzzles carry.
const HEADERS: [&str; 5] = ["puzzle", "puzzles", "quizzes", "quiz", "sudoku"];

/// Characters that end the puzzle; what follows belongs to the collection.
pub(super) const SEPARATORS: [char; 5] = [',', ';', ':', '#', '\t'];

/// Reads puzzles, each on a line of its own.
pub struct Reader {
    geometry: Option<Geometry>,
    alphabet: Option<Alphabet>,
    /// Alphabet and side of the line before.
    last: Option<(Alphabet, usize)>,
    started: bool,
}

/// Whether this is the header line of a table of puzzles.
pub fn is_header(line: &Line) -> bool {
    is_header_text(&line.text)
}

/// Like [`is_header`], of the text of a line.
pub fn is_header_text(text: &str) -> bool {
    let first = first_field(text).trim().to_ascii_lowercase();
    HEADERS.contains(&first.as_str())
}

/// The text up to a separator.
fn first_field(text: &str) -> &str {
    text.split(SEPARATORS).next().unwrap_or(text)
}

/// The part of the line that holds the puzzle.
pub fn field(line: &Line) -> Token<'_> {
    let start = line.text.len() - line.text.trim_start().len();
    let rest = &line.text[start..];
    let text = first_field(rest).trim_end();
    Token {
        text,
        column: line.text[..start].chars().count() + 1,
    }
}

/// What follows the puzzle, with the separator in front.
fn note(line: &Line) -> String {
    let behind = &line.text.trim_start()[field(line).text.len()..];
    behind.trim().to_owned()
}

impl Reader {
    /// With the shape and the alphabet that the user named, if any.
    pub fn new(geometry: Option<Geometry>, alphabet: Option<Alphabet>) -> Reader {
        Reader {
            geometry,
            alphabet,
            last: None,
            started: false,
        }
    }

    /// A 9×9 puzzle of digits was read by somebody else.
    pub fn saw_plain(&mut self) {
        self.started = true;
        self.last = Some((Alphabet::Digits, 9));
    }

    /// Reads the next puzzle.
    pub fn read(&mut self, lines: &mut Lines<'_>) -> Result<Option<Grid>, InputError> {
        let Some(mut line) = lines.take_content()? else {
            return Ok(None);
        };
        if !std::mem::replace(&mut self.started, true) && is_header(&line) {
            match lines.take_content()? {
                Some(next) => line = next,
                None => return Ok(None),
            }
        }
        self.parse(lines, &line).map(Some)
    }

    fn parse(&mut self, lines: &Lines<'_>, line: &Line) -> Result<Grid, InputError> {
        let field = field(line);
        if field.text.contains(char::is_whitespace) {
            return self.parse_numbers(lines, line);
        }
        let count = field.text.chars().count();
        let geometry = self.geometry_of(lines, line, field, count)?;
        let side = geometry.side();
        let alphabet = self.alphabet_of(field.text, side);
        let mut cells = Vec::with_capacity(count);
        for (k, c) in field.text.chars().enumerate() {
            let symbol = alphabet.symbol(c, side).ok_or_else(|| {
                let found = quote(c.encode_utf8(&mut [0; 4]));
                lines.error(line, field.column + k, found, alphabet.describe(side))
            })?;
            cells.push(Symbol::digit(symbol));
        }
        Ok(self.grid(line, geometry, alphabet, cells))
    }

    /// The alphabet that was named, or that of the line before if it can read
    /// this one, or the one that this line seems to be written in.
    fn alphabet_of(&mut self, text: &str, side: usize) -> Alphabet {
        let reads = |(a, of): &(Alphabet, usize)| {
            *of == side && text.chars().all(|c| a.symbol(c, side).is_some())
        };
        let alphabet = match (self.alphabet, self.last.filter(reads)) {
            (Some(named), _) => named,
            (None, Some((last, _))) => last,
            (None, None) => Alphabet::detect(text, side),
        };
        self.last = Some((alphabet, side));
        alphabet
    }

    fn parse_numbers(&mut self, lines: &Lines<'_>, line: &Line) -> Result<Grid, InputError> {
        let start = field(line);
        let tokens = start.words();
        let is_number = |token: &Token<'_>| token.text.len() <= LONGEST_NUMBER;
        if tokens.len() < FEWEST_NUMBERS || !tokens.iter().all(is_number) {
            let gap = tokens[0].column + tokens[0].text.chars().count();
            let expected = "no space inside a puzzle, unless all its cells are split by spaces";
            return Err(lines.error(line, gap, "a space".into(), expected.into()));
        }
        let geometry = self.geometry_of(lines, line, start, tokens.len())?;
        let mut cells = Vec::with_capacity(tokens.len());
        for token in tokens {
            cells.push(NUMBERS.read(lines, line, token, geometry.side())?);
        }
        Ok(self.grid(line, geometry, Alphabet::Numbers, cells))
    }

    fn grid(
        &mut self,
        line: &Line,
        geometry: Geometry,
        alphabet: Alphabet,
        cells: Vec<Option<Digit>>,
    ) -> Grid {
        self.last = Some((alphabet, geometry.side()));
        Grid {
            puzzle: rows::full_size(geometry, cells),
            alphabet,
            line: line.number,
            note: note(line),
        }
    }

    fn geometry_of(
        &self,
        lines: &Lines<'_>,
        line: &Line,
        field: Token<'_>,
        count: usize,
    ) -> Result<Geometry, InputError> {
        let side = count.isqrt();
        let wrong = |expected: String| {
            let found = format!("{count} cells in {}", quote(field.text));
            lines.error(line, field.column, found, expected)
        };
        if let Some(geometry) = self.geometry {
            let cells = geometry.cell_count();
            return match count == cells {
                true => Ok(geometry),
                false => Err(wrong(format!(
                    "{cells} cells, as --box {geometry} asks for"
                ))),
            };
        }
        if side * side != count {
            return Err(wrong(match self.last {
                Some((_, side)) => format!("{} cells, as on the lines before", side * side),
                None => "81 cells, or 16, 36, 256, 625 … for other sides".into(),
            }));
        }
        Geometry::from_side(side).map_err(|error| {
            let found = format!("{count} cells: {error}");
            lines.error(line, field.column, found, SHAPE_EXPECTED.into())
        })
    }
}

/// Writes a grid and the end of the line.
pub fn write(
    out: &mut dyn Write,
    geometry: Geometry,
    alphabet: Alphabet,
    cells: &[Option<Digit>],
) -> io::Result<()> {
    writeln!(out, "{}", text(geometry, alphabet, cells))
}

/// The line without its end, in this alphabet or, where it does not reach the
/// side, in numbers.
pub fn text(geometry: Geometry, alphabet: Alphabet, cells: &[Option<Digit>]) -> String {
    let alphabet = alphabet.reaching(geometry.side());
    let separator = match alphabet {
        Alphabet::Numbers => " ",
        _ => "",
    };
    let words: Vec<String> = cells.iter().map(|cell| alphabet.write(*cell)).collect();
    words.join(separator)
}
