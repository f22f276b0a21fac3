//! One puzzle a line, row by row: 81 characters for 9×9, `N²` in general.
//!
//! What follows a comma, semicolon, colon, tab or `#` belongs to the
//! collection (a rating, a solution, a name) and is left alone. Sides above
//! the reach of an alphabet are written as numbers split by spaces. All lines
//! of an input have the size of the first, unless other sizes are allowed.

use super::alphabet::{Alphabet, CellSymbol};
use super::error::{InputError, quote};
use super::lines::{InputLines, Line, Token};
use super::rows::{self, CellStyle, ParsedPuzzle, SHAPE_EXPECTED};
use super::{ReadOptions, SMALLEST_SIDE, hint};
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

/// What ends a puzzle on its line; what follows belongs to the collection.
pub const SEPARATORS: [char; 5] = [',', ';', ':', '#', '\t'];

/// Longest name of a column, in bytes.
const LONGEST_NAME: usize = 40;

/// Reads puzzles, each on a line of its own.
pub struct LineReader {
    options: ReadOptions,
    /// Alphabet and side of the line before.
    last: Option<(Alphabet, usize)>,
    /// Side and number of the first line.
    first: Option<(usize, u64)>,
    started: bool,
}

/// Whether this is the header line of a table of puzzles.
pub fn is_header(line: &Line) -> bool {
    is_header_text(&line.text)
}

/// Like [`is_header`], of the text of a line. All of its fields are names, or
/// it holds more than a header.
pub fn is_header_text(text: &str) -> bool {
    let first = first_field(text);
    let rest = &text[first.len()..];
    let mut others = rest.split(SEPARATORS);
    is_name_of_puzzles(first.trim())
        && match rest.starts_with(':') {
            true => others.all(|field| field.trim().is_empty()),
            false => others.all(|field| is_name(field.trim())),
        }
}

/// Whether a column of this name holds puzzles.
pub fn is_name_of_puzzles(name: &str) -> bool {
    HEADERS.contains(&name.to_ascii_lowercase().as_str())
}

/// Whether a field is the name of a column, or empty, and no part of a puzzle.
fn is_name(field: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || " _-()/%".contains(c);
    let begins = |c: char| c.is_alphabetic();
    field.is_empty()
        || (field.len() <= LONGEST_NAME && field.starts_with(begins) && field.chars().all(fits))
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

impl LineReader {
    /// With what the user said about the input.
    pub fn new(options: ReadOptions) -> LineReader {
        LineReader {
            options,
            last: None,
            first: None,
            started: false,
        }
    }

    /// A 9×9 puzzle of digits was read by somebody else on this line.
    pub fn saw_plain(&mut self, line: u64) {
        self.started = true;
        self.last = Some((Alphabet::Digits, 9));
        self.first.get_or_insert((9, line));
    }

    /// Whether a 9×9 puzzle may come next.
    pub fn takes_plain(&self) -> bool {
        self.options.mixed_sizes || self.first.is_none_or(|(side, _)| side == 9)
    }

    /// Reads the next puzzle.
    pub fn read(&mut self, lines: &mut InputLines<'_>) -> Result<Option<ParsedPuzzle>, InputError> {
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

    fn parse(&mut self, lines: &InputLines<'_>, line: &Line) -> Result<ParsedPuzzle, InputError> {
        let field = field(line);
        if field.text.contains(char::is_whitespace) {
            return self.parse_numbers(lines, line);
        }
        let count = field.text.chars().count();
        let geometry = self.geometry_of(lines, line, field, count)?;
        self.check_separator(lines, line, geometry)?;
        let side = geometry.side();
        let alphabet = self.alphabet_of(field.text, side);
        let mut cells = Vec::with_capacity(count);
        for (k, c) in field.text.chars().enumerate() {
            let symbol = alphabet.symbol(c, side).ok_or_else(|| {
                let found = quote(c.encode_utf8(&mut [0; 4]));
                let expected = alphabet.describe(side);
                hinted(lines, line)
                    .unwrap_or_else(|| lines.error(line, field.column + k, found, expected))
            })?;
            cells.push(CellSymbol::digit(symbol));
        }
        Ok(self.grid(line, geometry, alphabet, cells))
    }

    /// The alphabet that was named, or that of the line before if it can read
    /// this one, or the one that this line seems to be written in.
    fn alphabet_of(&mut self, text: &str, side: usize) -> Alphabet {
        let reads = |(a, of): &(Alphabet, usize)| {
            *of == side && text.chars().all(|c| a.symbol(c, side).is_some())
        };
        let alphabet = match (self.options.alphabet, self.last.filter(reads)) {
            (Some(named), _) => named,
            (None, Some((last, _))) => last,
            (None, None) => Alphabet::detect(text, side),
        };
        self.last = Some((alphabet, side));
        alphabet
    }

    fn parse_numbers(
        &mut self,
        lines: &InputLines<'_>,
        line: &Line,
    ) -> Result<ParsedPuzzle, InputError> {
        let start = field(line);
        let tokens = start.words();
        let is_number = |token: &Token<'_>| token.text.len() <= LONGEST_NUMBER;
        if tokens.len() < FEWEST_NUMBERS || !tokens.iter().all(is_number) {
            if let Some(error) = hinted(lines, line) {
                return Err(error);
            }
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
    ) -> ParsedPuzzle {
        self.last = Some((alphabet, geometry.side()));
        self.first.get_or_insert((geometry.side(), line.number));
        ParsedPuzzle {
            puzzle: rows::puzzle_of(geometry, cells),
            alphabet,
            line: line.number,
            note: note(line),
        }
    }

    fn geometry_of(
        &self,
        lines: &InputLines<'_>,
        line: &Line,
        field: Token<'_>,
        count: usize,
    ) -> Result<Geometry, InputError> {
        let side = count.isqrt();
        let wrong = |expected: String| {
            let noun = if count == 1 { "cell" } else { "cells" };
            let found = format!("{count} {noun} in {}", quote(field.text));
            lines.error(line, field.column, found, expected)
        };
        if let Some(geometry) = self.options.geometry {
            let cells = geometry.cell_count();
            return match count == cells {
                true => Ok(geometry),
                false => Err(wrong(format!(
                    "{cells} cells, as --box {geometry} asks for"
                ))),
            };
        }
        if (side * side != count || side < SMALLEST_SIDE)
            && let Some(error) = hinted(lines, line)
        {
            return Err(error);
        }
        if side * side != count {
            return Err(wrong(match self.last {
                Some((_, side)) => format!("{} cells, as on the lines before", side * side),
                None => "81 cells, or 16, 36, 256, 625 … for other sides".into(),
            }));
        }
        if let Some((first, number)) = self.first
            && first != side
            && !self.options.mixed_sizes
        {
            return Err(wrong(format!(
                "{} cells, as on line {number}; --mixed-sizes reads lists of several sizes",
                first * first
            )));
        }
        if side < SMALLEST_SIDE {
            return Err(wrong(rows::too_small(side)));
        }
        Geometry::from_side(side).map_err(|error| {
            let found = format!("{count} cells: {error}");
            lines.error(line, field.column, found, SHAPE_EXPECTED.into())
        })
    }

    /// Refuses a line that is a larger puzzle but for one separator inside of it.
    fn check_separator(
        &self,
        lines: &InputLines<'_>,
        line: &Line,
        geometry: Geometry,
    ) -> Result<(), InputError> {
        let whole = line.text.trim();
        let total = whole.chars().count();
        let side = total.isqrt();
        let known = self.options.geometry.is_some() || geometry == Geometry::CLASSIC;
        if known || side * side != total || side <= geometry.side() {
            return Ok(());
        }
        let joined: String = whole.splitn(2, SEPARATORS).collect();
        if joined.chars().count() + 1 != total || !hint::is_puzzle(&format!("{joined}.")) {
            return Ok(());
        }
        let field = field(line);
        let at = field.column + field.text.chars().count();
        let found = format!(
            "a separator inside of a line of {total} characters, after {} cells",
            geometry.cell_count()
        );
        let expected =
            format!("a cell; if the puzzle ends there, its box shape given with --box {geometry}");
        Err(lines.error(line, at, found, expected))
    }
}

/// The message about a line that holds its puzzle somewhere else.
fn hinted(lines: &InputLines<'_>, line: &Line) -> Option<InputError> {
    let hint = hint::of(line)?;
    Some(lines.error(line, hint.column, hint.found, hint.expected))
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
