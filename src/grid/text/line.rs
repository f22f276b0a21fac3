//! One puzzle per line, row by row: 81 characters for 9×9, `N²` in general.
//!
//! Whatever follows a comma, semicolon, colon, tab or `#` is a note of the collection
//! (a rating, a solution, a name), unless commas or semicolons separate all cells. Sides beyond
//! an alphabet are written as numbers separated by spaces. All lines of an input have the size
//! of the first unless mixed sizes are allowed.

use super::advice::{Advice, Setting};
use super::alphabet::{Alphabet, CellSymbol};
use super::alphabet_of_input::{AlphabetOfInput, Cells, refuse_doubtful_zeros, refuse_letters};
use super::error::{InputError, quote};
use super::lines::InputLines;
use super::rows::{self, CellStyle, ParsedPuzzle};
use super::words::{Line, Token};
use super::{ReadOptions, SMALLEST_SIDE, dashes, grid, header, hint, rated, split};
use crate::grid::{Digit, Geometry, Puzzle};
use crate::words::counted;
use std::io::{self, Write};

pub const NUMBERS: CellStyle = CellStyle {
    empty: &[".", "0", "?", "_", "*"],
    expected: "a number 1-{N} or . 0 ? _ * for an empty cell",
};

/// Fewest cells that are read as numbers separated by spaces: those of a 4×4 grid.
const FEWEST_NUMBERS: usize = 16;

/// Decimal digits of the largest side.
const LONGEST_NUMBER: usize = 4;

/// The line after the last puzzle of POJ 3074.
pub const END: &str = "end";

/// What ends a puzzle on its line; a note follows.
pub const SEPARATORS: [char; 5] = [',', ';', ':', '#', '\t'];

/// Reads one puzzle per line.
pub struct LineReader {
    options: ReadOptions,
    /// Side of the previous line.
    last: Option<usize>,
    /// Side and line number of the first puzzle.
    first: Option<(usize, u64)>,
    alphabet_of_input: AlphabetOfInput,
    started: bool,
}

/// The text before the first separator.
pub fn first_field(text: &str) -> &str {
    text.split(SEPARATORS).next().unwrap_or(text)
}

/// The part of the line that holds the puzzle.
pub fn field(line: &Line) -> Token<'_> {
    let start = line.text.len() - line.text.trim_start().len();
    let rest = &line.text[start..];
    let text = first_field(rest).trim_end();
    let field = Token {
        text,
        column: line.text[..start].chars().count() + 1,
    };
    rated::puzzle_of(&field).unwrap_or(field)
}

/// What follows the puzzle, starting with the separator.
fn note(line: &Line) -> String {
    let behind = line.text.split_once(field(line).text);
    let behind = behind.map_or("", |(_, behind)| behind);
    behind.trim_start_matches(' ').trim_end().to_owned()
}

impl LineReader {
    /// A reader with these options.
    pub fn new(options: ReadOptions) -> LineReader {
        LineReader {
            options,
            last: None,
            first: None,
            alphabet_of_input: AlphabetOfInput::default(),
            started: false,
        }
    }

    /// Notes that a 9×9 puzzle of digits was read on this line without this reader.
    pub fn saw_plain(&mut self, line: u64) {
        self.started = true;
        self.last = Some(9);
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
        if header::is_header(&line) {
            if std::mem::replace(&mut self.started, true) {
                let found = header::AGAIN.into();
                return Err(lines.error(&line, 1, found, header::PUZZLE.into()));
            }
            header::refuse_variants(lines, &line)?;
            let next = lines.take_content()?;
            let found = header::ALONE.into();
            let expected = header::PUZZLE_BELOW.into();
            line = next.ok_or_else(|| lines.error_at_end(found, expected))?;
        }
        self.started = true;
        if self.last.is_some() && line.text.trim() == END {
            return match lines.take_content()? {
                None => Ok(None),
                Some(next) => {
                    let found = quote(next.text.trim());
                    let expected = format!("the end of the input after '{END}'");
                    Err(lines.error(&next, 1, found, expected))
                }
            };
        }
        self.parse(lines, &line).map(Some)
    }

    fn parse(&mut self, lines: &InputLines<'_>, line: &Line) -> Result<ParsedPuzzle, InputError> {
        if let Some(cells) = delimited_cells(line) {
            let whole = Token {
                text: line.text.trim(),
                column: 1,
            };
            let parsed = self.parse_words(lines, line, whole, cells)?;
            let is_short = parsed.puzzle.geometry().side() <= 9;
            return Ok(ParsedPuzzle {
                alphabet: match parsed.alphabet {
                    Alphabet::Numbers if is_short => Alphabet::Digits,
                    alphabet => alphabet,
                },
                note: String::new(),
                ..parsed
            });
        }
        let field = field(line);
        if field.text.contains(char::is_whitespace) {
            return self.parse_numbers(lines, line);
        }
        let count = field.text.chars().count();
        if let Some(hint) = hint::larger_puzzle(line, count) {
            return Err(hint.in_line(lines, line));
        }
        let geometry = self.geometry_of(lines, line, field, count)?;
        self.check_separator(lines, line, geometry)?;
        let side = geometry.side();
        let text = dashes::replaced(field.text);
        let marked = Token {
            text: &text,
            ..field
        };
        let cells = marked.characters();
        let alphabet = self.alphabet_of(lines, line, cells, Cells::Characters, side)?;
        let mut cells = Vec::with_capacity(count);
        for (k, c) in text.chars().enumerate() {
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

    /// The alphabet of the options, else that of the input.
    fn alphabet_of<'l>(
        &mut self,
        lines: &InputLines<'_>,
        line: &'l Line,
        cells: impl Iterator<Item = Token<'l>>,
        kind: Cells,
        side: usize,
    ) -> Result<Alphabet, InputError> {
        match (self.options.alphabet, kind) {
            (Some(named), _) => Ok(named),
            (None, kind) if side <= 9 => {
                let placed: Vec<_> = cells.map(|cell| (line, cell)).collect();
                refuse_letters(lines, placed.iter().copied(), side)?;
                refuse_doubtful_zeros(lines, &placed, side)?;
                Ok(match kind {
                    Cells::Characters => Alphabet::Digits,
                    Cells::Words => Alphabet::Numbers,
                })
            }
            (None, _) => {
                let placed: Vec<_> = cells.map(|cell| (line, cell)).collect();
                self.alphabet_of_input.of(lines, &placed, kind, side)
            }
        }
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
            let expected = "no space inside a puzzle, unless all its cells are separated by spaces";
            return Err(lines.error(line, gap, "a space".into(), expected.into()));
        }
        self.parse_words(lines, line, start, tokens)
    }

    /// Reads a puzzle of which every word is a cell.
    fn parse_words(
        &mut self,
        lines: &InputLines<'_>,
        line: &Line,
        field: Token<'_>,
        words: Vec<Token<'_>>,
    ) -> Result<ParsedPuzzle, InputError> {
        let geometry = self.geometry_of(lines, line, field, words.len())?;
        let side = geometry.side();
        let cells = words.iter().copied();
        let alphabet = self.alphabet_of(lines, line, cells, Cells::Words, side)?;
        let mut cells = Vec::with_capacity(words.len());
        for word in words {
            cells.push(grid::read_cell(lines, line, word, alphabet, side)?);
        }
        Ok(self.grid(line, geometry, alphabet, cells))
    }

    fn grid(
        &mut self,
        line: &Line,
        geometry: Geometry,
        alphabet: Alphabet,
        cells: Vec<Option<Digit>>,
    ) -> ParsedPuzzle {
        self.last = Some(geometry.side());
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
        let wrong = |expected: String| {
            let found = format!("{} in {}", counted(count as u64, "cell"), quote(field.text));
            lines.error(line, field.column, found, expected)
        };
        if let Some(geometry) = self.options.geometry {
            let cells = counted(geometry.cell_count() as u64, "cell");
            let error = || wrong(format!("{cells}, the size of a grid with boxes {geometry}"));
            return (count == geometry.cell_count())
                .then_some(geometry)
                .ok_or_else(error);
        }
        let side = count.isqrt();
        if (side * side != count || side < SMALLEST_SIDE)
            && delimited_cells(line).is_none()
            && let Some(error) = hinted(lines, line)
        {
            return Err(error);
        }
        if let Some((expected, advice)) = self.expected_instead_of(count) {
            return Err(wrong(expected).advise(advice));
        }
        Geometry::from_side(side).map_err(|error| {
            let found = format!("{count} cells: {error}");
            rows::without_shape(lines, line, field.column, found)
        })
    }

    /// What was expected instead of this many cells, and what to do about them; `None` if they
    /// may be a puzzle.
    fn expected_instead_of(&self, count: usize) -> Option<(String, Option<Advice>)> {
        let side = count.isqrt();
        if side * side != count {
            let expected = match self.last {
                Some(side) => format!("{} cells, as on the lines before", side * side),
                None => "81 cells, or 16, 36, 256, 625 … for other sides".into(),
            };
            return Some((expected, None));
        }
        match self.first {
            Some((first, number)) if first != side && !self.options.mixed_sizes => {
                let expected = format!("{} cells, as on line {number}", first * first);
                let advice = match count == first {
                    true => Some(Advice::new(
                        "the rows of a grid belong in a file of their own",
                        [],
                    )),
                    false if side < SMALLEST_SIDE => None,
                    false => {
                        let mixed = [Setting::MixedSizes];
                        Some(Advice::new("{} reads lists of several sizes", mixed))
                    }
                };
                Some((expected, advice))
            }
            _ if count == 0 => Some(("a puzzle before the separator".into(), None)),
            _ if side >= SMALLEST_SIDE => None,
            _ => {
                let (expected, advice) = rows::too_small(side);
                Some((expected, Some(advice)))
            }
        }
    }

    /// Rejects a line that would be a larger puzzle if not for one separator in it.
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
            "a separator inside a line of {total} characters, after {} cells",
            geometry.cell_count()
        );
        let text = "if the puzzle ends there, add its box shape, {}";
        let advice = Advice::new(text, [Setting::Box(geometry.to_string())]);
        Err(lines.error(line, at, found, "a cell".into()).advise(advice))
    }
}

/// The cells of a line with a delimiter between any two of them.
fn delimited_cells(line: &Line) -> Option<Vec<Token<'_>>> {
    split::cells_of_whole(line).filter(|_| !split::is_blank(line))
}

/// The error about a line whose puzzle is elsewhere on the line.
fn hinted(lines: &InputLines<'_>, line: &Line) -> Option<InputError> {
    Some(hint::of(line)?.in_line(lines, line))
}

/// Writes a grid as one line.
pub fn write(
    out: &mut dyn Write,
    geometry: Geometry,
    alphabet: Alphabet,
    cells: &[Option<Digit>],
) -> io::Result<()> {
    writeln!(out, "{}", text(geometry, alphabet, cells))
}

/// A puzzle as one line that is read as the same puzzle where the alphabet must be detected.
pub fn of_puzzle(puzzle: &Puzzle) -> String {
    let geometry = puzzle.geometry();
    let alphabet = Alphabet::Digits.detected(geometry.side(), puzzle.cells());
    text(geometry, alphabet, puzzle.cells())
}

/// A grid as one line, in this alphabet or, for sides beyond it, in numbers.
pub fn text(geometry: Geometry, alphabet: Alphabet, cells: &[Option<Digit>]) -> String {
    let alphabet = alphabet.reaching(geometry.side());
    let separator = if alphabet.has_spaces() { " " } else { "" };
    let words: Vec<String> = cells.iter().map(|cell| alphabet.write(*cell)).collect();
    words.join(separator)
}
