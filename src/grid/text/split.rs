//! How a row of a grid splits into cells.

use super::advice::{Advice, Setting};
use super::divisions::Divisions;
use super::drawn;
use super::error::InputError;
use super::grid::NUMBERS;
use super::lines::InputLines;
use super::words::{Line, Token};
use super::{SMALLEST_SIDE, apart, dashes, hint};

/// Delimiters of cells.
const DELIMITERS: [char; 2] = [',', ';'];

/// Smallest side of a grid whose rows may be puzzles with a delimiter between any two cells.
const SMALLEST_WHOLE: usize = SMALLEST_SIDE * SMALLEST_SIDE;

/// The cells of a line that may be a whole puzzle with a delimiter between any two of them.
pub fn cells_of_whole(line: &Line) -> Option<Vec<Token<'_>>> {
    let (delimiter, count) = delimited(line)?;
    (count >= SMALLEST_WHOLE).then(|| fields(line, delimiter))
}

/// Whether nothing is between the delimiters of a line.
pub fn is_blank(line: &Line) -> bool {
    let is_gap = |c: char| c.is_whitespace() || DELIMITERS.contains(&c);
    line.text.chars().all(is_gap)
}

/// The delimiter of a line that has nothing else.
pub fn delimiter_alone(line: &Line) -> Option<char> {
    let first = line.text.trim().chars().next();
    first.filter(|first| DELIMITERS.contains(first) && is_blank(line))
}

/// Whether such lines come next, beginning with `first`. Without anything between its delimiters
/// it is none, but an empty row of a table. The side of the puzzles may be known.
pub fn are_whole(
    lines: &mut InputLines<'_>,
    first: &Line,
    side: Option<usize>,
) -> Result<bool, InputError> {
    let Some((delimiter, count)) = delimited(first).filter(|_| !is_blank(first)) else {
        return Ok(false);
    };
    if count < SMALLEST_WHOLE || count.isqrt().pow(2) != count {
        return Ok(false);
    }
    Ok(match side {
        Some(side) => side * side == count,
        None if are_rows(lines, 1, delimiter, count)? => {
            apart::are_certainly_puzzles(lines, count)?
        }
        None => !apart::are_uneven_rows(lines, count)?,
    })
}

/// How a row splits into cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellSplit {
    /// Every word is a cell.
    Words,
    /// Every character is a cell.
    Characters,
    /// Every field between two of these delimiters is a cell, an empty one if there is
    /// nothing in it.
    Fields(char),
}

impl CellSplit {
    /// How the first row of a grid splits; the others come next. The side may be known.
    pub fn of(
        lines: &mut InputLines<'_>,
        first: &Line,
        side: Option<usize>,
    ) -> Result<CellSplit, InputError> {
        if let Some((delimiter, count)) = delimited(first) {
            let are_rows = match side {
                Some(side) => count != side * side,
                None => are_rows(lines, 0, delimiter, count)?,
            };
            if are_rows {
                return Ok(CellSplit::Fields(delimiter));
            }
        }
        Ok(match are_cells(&drawn::tokens(first)) {
            true => CellSplit::Words,
            false => CellSplit::Characters,
        })
    }

    /// The strokes of a row of `side` cells.
    pub fn strokes(self, line: &Line, side: usize) -> Divisions {
        Divisions::of_row(line, side, |group| match self {
            CellSplit::Words => group.split_whitespace().count(),
            CellSplit::Characters => group.chars().filter(|c| !c.is_whitespace()).count(),
            CellSplit::Fields(delimiter) => group.split(delimiter).count(),
        })
    }

    /// The words or characters between strokes, or the fields.
    pub fn tokens(self, line: &Line) -> Vec<Token<'_>> {
        let words = drawn::tokens(line);
        match self {
            CellSplit::Words => words,
            CellSplit::Characters if dashes::are_cells(line) || dashes::are_all(line) => {
                let cells = words.iter().flat_map(Token::characters);
                cells.map(dashes::as_mark).collect()
            }
            CellSplit::Characters => words.iter().flat_map(Token::characters).collect(),
            CellSplit::Fields(delimiter) => fields(line, delimiter),
        }
    }

    /// The cells of a row, however many.
    pub fn cells<'l>(
        self,
        lines: &InputLines<'_>,
        line: &'l Line,
    ) -> Result<Vec<Token<'l>>, InputError> {
        if let Some(column) = drawn::empty_place(line) {
            let found = "nothing between two vertical bars".into();
            let expected = "a mark such as . for an empty cell".into();
            return Err(lines.error(line, column, found, expected));
        }
        if let Some(column) = drawn::mark_behind_a_digit(line) {
            let found = "'*' after a digit, which marks a given in the output 'pretty'";
            let expected = "digits, and marks such as . for empty cells";
            let error = lines.error(line, column, found.into(), expected.into());
            let grid = Setting::Shell("--to grid".into());
            let advice = Advice::new("{} writes grids that can be read again", [grid]);
            return Err(error.advise(advice));
        }
        let cells = self.tokens(line);
        let is_cell = |cell: &&Token<'_>| {
            let plain = cell.text.bytes().all(|byte| byte.is_ascii_alphanumeric());
            plain || NUMBERS.empty.contains(&cell.text)
        };
        let hint = match self {
            CellSplit::Fields(_) => None,
            _ => hint::of(line),
        };
        match (hint, cells.iter().find(|cell| !is_cell(cell))) {
            (Some(hint), _) => Err(hint.in_line(lines, line)),
            (None, Some(cell)) => {
                let expected = "a number, a letter, or . 0 ? _ * for an empty cell";
                Err(lines.unexpected(line, *cell, expected.into()))
            }
            (None, None) => Ok(cells),
        }
    }
}

/// Whether words are cells: each is a single character, a mark for an empty cell or a number
/// up to their count. Otherwise their characters are, and where all words are wider than that
/// and of one width, as in `001|002|003`. A signed number is not a cell, but it is not several
/// cells either.
fn are_cells(tokens: &[Token<'_>]) -> bool {
    let side = tokens.len();
    let width = |token: &Token<'_>| token.text.chars().count();
    let is_cell = |token: &Token<'_>| {
        let number = token.text.trim_start_matches(['-', '+']).parse::<usize>();
        width(token) == 1
            || NUMBERS.empty.contains(&token.text)
            || number.is_ok_and(|value| (1..=side).contains(&value))
    };
    let first = tokens.first().map_or(0, width);
    let is_grouped = first > side.to_string().len()
        && tokens
            .iter()
            .all(|token| width(token) == first && !token.text.starts_with(['-', '+']));
    side > 1 && !is_grouped && tokens.iter().all(is_cell)
}

/// The delimiter of a line that consists of cells and delimiters, and how many cells there
/// are.
fn delimited(line: &Line) -> Option<(char, usize)> {
    let is_cell = |side: usize, text: &str| {
        let number = text.parse::<usize>();
        text.chars().count() == 1
            || NUMBERS.empty.contains(&text)
            || number.is_ok_and(|value| value <= side)
    };
    let mut occurring = DELIMITERS.into_iter().filter(|c| line.text.contains(*c));
    occurring.find_map(|delimiter| {
        let cells = fields(line, delimiter);
        let count = cells.len();
        let are_cells = cells.iter().all(|cell| is_cell(count, cell.text));
        (count >= SMALLEST_SIDE && are_cells).then_some((delimiter, count))
    })
}

/// Whether a line of `count` cells is the first row of a grid, of which the others come next,
/// from the line at this distance on, and not a whole puzzle.
fn are_rows(
    lines: &mut InputLines<'_>,
    mut distance: usize,
    delimiter: char,
    count: usize,
) -> Result<bool, InputError> {
    let side = count.isqrt();
    if count < SMALLEST_WHOLE || side * side != count {
        return Ok(true);
    }
    let mut rows = 1;
    while rows < count {
        let Some(line) = lines.peek(distance)? else {
            return Ok(false);
        };
        distance += 1;
        if line.is_blank() || line.is_comment() {
            continue;
        }
        if delimited(line).is_none_or(|(other, _)| other != delimiter) {
            return Ok(false);
        }
        rows += 1;
    }
    Ok(true)
}

/// The fields of a line. An empty one is an empty cell.
fn fields(line: &Line, delimiter: char) -> Vec<Token<'_>> {
    let mut column = 1;
    let mut tokens = Vec::new();
    for field in line.text.split(delimiter) {
        let blanks = field.chars().take_while(|c| c.is_whitespace()).count();
        let text = match field.trim() {
            "" => ".",
            text => text,
        };
        tokens.push(Token {
            text,
            column: column + blanks,
        });
        column += field.chars().count() + 1;
    }
    tokens
}
