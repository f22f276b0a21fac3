//! Hints about lines that hold a puzzle where no format looks for it: in quotes, after
//! other text, in a column of a table.

use super::advice::{Advice, Setting};
use super::alphabet::Alphabet;
use super::dashes;
use super::detect::LONGEST_ROW;
use super::drawn;
use super::error::{InputError, quote};
use super::fields::{Field, columns};
use super::grid::NUMBERS;
use super::header;
use super::line;
use super::lines::InputLines;
use super::words::{Line, Token};
use super::{Format, SMALLEST_SIDE, rated};
use crate::grid::Geometry;

/// What is wrong with a line.
pub struct Hint {
    /// Where, in characters from 1.
    pub column: usize,
    /// What is there.
    pub found: String,
    /// What was expected.
    pub expected: String,
    /// What to do about it.
    pub advice: Option<Advice>,
    /// The format whose reader reports it.
    pub format: Format,
}

impl Hint {
    /// The error about this line.
    pub fn in_line(self, lines: &InputLines<'_>, line: &Line) -> InputError {
        let error = lines.error(line, self.column, self.found, self.expected);
        error.advise(self.advice)
    }
}

/// What a command does that rewrites the input.
fn command(command: &str, does: &str) -> Advice {
    Advice::new(format!("{{}} {does}"), [Setting::Shell(command.into())])
}

/// Fewest delimited fields that are taken for the cells of a row.
const FEWEST_CELLS: usize = 4;

/// Longest cell: the largest number or a few marks for empty.
const LONGEST_CELL: usize = 4;

/// A hint about a line that does not start with a puzzle, if it holds one.
pub fn of(line: &Line) -> Option<Hint> {
    let odd = lone_return(line).or_else(|| blanks_for_empty(line));
    if let Some(hint) = odd.or_else(|| behind_a_bar(line)) {
        return Some(hint);
    }
    let field = line::field(line);
    let words = field.words();
    let leading = words.first();
    if leading.is_some_and(|leading| is_puzzle(leading.text)) {
        let culprit = rated::first_other(&words[1..]);
        return culprit.as_ref().or(words.get(1)).map(behind_a_space);
    }
    let columns = columns(&line.text);
    let behind = |leading| {
        let mut numbered = words.iter().enumerate();
        numbered.find_map(|(before, word)| behind_words(leading, word, before + 1))
    };
    cells(&columns)
        .or_else(|| in_columns(&line.text, &columns))
        .or_else(|| of_header(line))
        .or_else(|| leading.and_then(behind))
}

/// A hint about the header of a table whose puzzles are not in the first column.
pub fn of_header(line: &Line) -> Option<Hint> {
    columns(&line.text).iter().find_map(named)
}

/// Whether separators split a text into cells, or a puzzle from what is before it.
pub fn has_fields(text: &str) -> bool {
    let columns = columns(text);
    cells(&columns).is_some() || in_columns(text, &columns).is_some()
}

/// Whether the text alone is a puzzle with the usual box shape.
pub fn is_puzzle(text: &str) -> bool {
    let count = text.chars().count();
    let side = count.isqrt();
    if side * side != count || side < SMALLEST_SIDE || Geometry::from_side(side).is_err() {
        return false;
    }
    let text = dashes::replaced(text);
    let alphabet = Alphabet::detect(&text, side);
    text.chars().all(|c| alphabet.symbol(c, side).is_some())
}

/// A carriage return inside a line, of a file whose lines end in several ways.
fn lone_return(line: &Line) -> Option<Hint> {
    let text = line.text.trim_end();
    let place = text.chars().position(|c| c == '\r').filter(|at| *at > 0)?;
    Some(Hint {
        column: place + 1,
        found: "a lone CR (0x0D) inside a line".into(),
        expected: "lines that all end with LF".into(),
        advice: Some(command(r"tr '\r' '\n' < FILE", "writes them so")),
        format: Format::Line,
    })
}

/// A puzzle or a row of 9×9 with blanks for empty cells. Nine characters with single blanks may
/// be something else.
fn blanks_for_empty(line: &Line) -> Option<Hint> {
    let count = line.text.len();
    let mut characters = line.text.bytes();
    let (format, may_be_cells) = match count {
        81 => (
            Format::Line,
            line.text.split(' ').any(|word| word.len() != 1),
        ),
        9 => (
            Format::Grid,
            line.text.contains("  ") && line.text.split_whitespace().count() != SMALLEST_SIDE,
        ),
        _ => return None,
    };
    let at = line.text.find(' ')?;
    let are_cells = characters.all(|c| matches!(c, b' ' | b'1'..=b'9')) && !line.is_blank();
    (may_be_cells && are_cells).then(|| Hint {
        column: at + 1,
        found: format!("spaces among {count} characters"),
        expected: "a mark such as . for an empty cell".into(),
        advice: Some(command("tr ' ' . < FILE", "writes one for each space")),
        format,
    })
}

/// What may stand between a puzzle and what follows it.
const SEPARATOR: &str = "a comma, semicolon, colon, tab or # before what follows a puzzle";

/// A bar after a whole puzzle, which is too long for a row.
fn behind_a_bar(line: &Line) -> Option<Hint> {
    let (before, _) = line.text.split_once('|')?;
    let puzzle = before.trim();
    let is_whole = puzzle.chars().count() > LONGEST_ROW && is_puzzle(puzzle);
    (is_whole && !drawn::is_border(line)).then(|| Hint {
        column: before.chars().count() + 1,
        found: "'|' after a puzzle".into(),
        expected: SEPARATOR.into(),
        advice: Some(command("tr '|' , < FILE", "writes commas for bars")),
        format: Format::Line,
    })
}

fn behind_a_space(word: &Token<'_>) -> Hint {
    Hint {
        column: word.column,
        found: format!("{} after a puzzle and a space", quote(word.text)),
        expected: SEPARATOR.into(),
        advice: Some(command(
            "sed 's/ /,/' FILE",
            "writes a comma for the first space of each line",
        )),
        format: Format::Line,
    }
}

fn behind_words(leading: &Token<'_>, word: &Token<'_>, number: usize) -> Option<Hint> {
    is_puzzle(word.text).then(|| Hint {
        column: leading.column,
        found: format!("{} before a puzzle", quote(leading.text)),
        expected: "the puzzle first on its line".into(),
        advice: Some(command(
            &format!("awk '{{print ${number}}}' FILE"),
            "writes the puzzles alone",
        )),
        format: Format::Line,
    })
}

/// Cells with a delimiter between any two.
fn cells(columns: &[Field<'_>]) -> Option<Hint> {
    let short = |column: &Field<'_>| column.text.chars().count() <= LONGEST_CELL;
    let separator = columns.get(1)?.before?;
    let same = |column: &Field<'_>| column.before == Some(separator);
    let count = columns.len();
    let split = count >= FEWEST_CELLS
        && separator != '\t'
        && columns.iter().all(short)
        && columns[1..].iter().all(same);
    if !split {
        return None;
    }
    let is_too_large = |text: &str| text.parse::<usize>().is_ok_and(|number| number > count);
    if let Some(large) = columns
        .iter()
        .find(|column| is_too_large(column.text.trim()))
    {
        return Some(Hint {
            column: large.start,
            found: format!("{} in a row of {count} cells", quote(large.text)),
            expected: format!("numbers up to {count}"),
            advice: None,
            format: Format::Grid,
        });
    }
    if let Some(hint) = no_cell(columns) {
        return Some(hint);
    }
    Some(Hint {
        column: columns[1].start - 1,
        found: format!("{count} cells separated by '{separator}'"),
        expected: format!(
            "cells separated by spaces, or by nothing: write a space for each '{separator}', and . \
             for an empty cell"
        ),
        advice: None,
        format: Format::Grid,
    })
}

/// The first of these fields that is not a cell.
fn no_cell(columns: &[Field<'_>]) -> Option<Hint> {
    let is_cell = |text: &str| {
        let is_number = text.parse::<usize>().is_ok();
        text.is_empty() || text.chars().count() == 1 || is_number || NUMBERS.empty.contains(&text)
    };
    let mut numbered = columns.iter().enumerate();
    let (index, other) =
        numbered.find(|(_, column)| !is_cell(column.text) || column.text == "[")?;
    let expected = match other.text.starts_with('[') {
        true => "rows of cells without brackets",
        false => "a number, a mark such as . for an empty cell, or nothing",
    };
    Some(Hint {
        column: other.start,
        found: format!("{} in field {}", quote(other.text), index + 1),
        expected: expected.into(),
        advice: None,
        format: Format::Grid,
    })
}

/// The first of the columns of a line that holds a puzzle.
fn in_columns(text: &str, columns: &[Field<'_>]) -> Option<Hint> {
    columns.iter().find_map(|column| in_a_column(text, column))
}

/// A hint about a line that begins with this many cells, if a larger puzzle follows: what comes
/// first is a number in a table then, such as a mask in binary.
pub fn larger_puzzle(line: &Line, cells: usize) -> Option<Hint> {
    if line.text.len() <= 2 * cells {
        return None;
    }
    let columns = columns(&line.text);
    let mut larger = columns
        .iter()
        .filter(|column| column.text.trim_matches('"').chars().count() > cells);
    larger.find_map(|column| in_a_column(&line.text, column))
}

/// The command that writes this column alone, if the separator before it divides the line so.
fn cut(text: &str, column: &Field<'_>) -> Option<Advice> {
    let separator = column.before?;
    let mut fields = text.split(separator);
    let number = 1 + fields.position(|field| field.trim() == column.text)?;
    let cut = match separator {
        '\t' => format!("cut -f{number} FILE"),
        other => format!("cut -d'{other}' -f{number} FILE"),
    };
    Some(command(&cut, "writes the puzzles alone"))
}

fn in_a_column(text: &str, column: &Field<'_>) -> Option<Hint> {
    let bare = column.text.trim_matches('"');
    if !is_puzzle(bare) {
        return None;
    }
    let read = |number: usize, column: &str| {
        let setting = Setting::Column(Some(number.to_string()));
        Advice::new(format!("{{}} reads {column}"), [setting])
    };
    let (found, expected, advice) = match (column.number, column.before) {
        (Some(1), _) => (
            "a puzzle in quotes".into(),
            "a puzzle without quotes",
            Some(read(1, "the first column of a table")),
        ),
        (Some(number), _) => (
            format!("a table with a puzzle in column {number}"),
            "the puzzle first on its line",
            Some(read(number, "that column")),
        ),
        (None, before) => (
            format!("a puzzle after '{}'", before.unwrap_or(' ').escape_debug()),
            "the puzzle first on its line",
            cut(text, column),
        ),
    };
    Some(Hint {
        column: column.start,
        found,
        expected: expected.into(),
        advice,
        format: Format::Line,
    })
}

/// A field that names a column of puzzles.
fn named(column: &Field<'_>) -> Option<Hint> {
    let name = column.text.trim_matches('"');
    let number = column.number?;
    let setting = Setting::Column(Some(name.into()));
    (header::is_name_of_puzzles(name) && !(number == 1 && name == column.text)).then(|| Hint {
        column: column.start,
        found: format!("a table with a column called {}", quote(name)),
        expected: "puzzles first on their lines".into(),
        advice: Some(Advice::new("{} reads that column", [setting])),
        format: Format::Line,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<String> {
        let line = Line::new(1, text.into());
        of(&line).map(|hint| format!("{}: {}", hint.column, hint.found))
    }

    #[test]
    fn puzzles_are_found_anywhere_on_a_line() {
        let puzzle = ".".repeat(16);
        let says = |text: &str| found(&text.replace('P', &puzzle));
        for (text, expected) in [
            ("P", None),
            ("P,1,P", None),
            ("P # easy", None),
            ("7", None),
            ("7,P", Some("3: a table with a puzzle in column 2")),
            ("7;;\"P\"", Some("4: a table with a puzzle in column 3")),
            ("7\tP", Some("3: a table with a puzzle in column 2")),
            ("7: P", Some("4: a puzzle after ':'")),
            ("7:x,P", Some("5: a puzzle after ','")),
            ("\"P\"", Some("1: a puzzle in quotes")),
            ("P|x", None),
            ("id,quiz", Some("4: a table with a column called 'quiz'")),
            (
                "\"quiz\",id",
                Some("1: a table with a column called 'quiz'"),
            ),
            ("quiz,id", None),
            ("P 9.2", Some("18: '9.2' after a puzzle and a space")),
            (",P", Some("2: a table with a puzzle in column 2")),
            (",,", None),
            ("a b P", Some("1: 'a' before a puzzle")),
            ("1,,.,10", Some("6: '10' in a row of 4 cells")),
            ("1,,,", Some("2: 4 cells separated by ','")),
            ("1,,.,4", Some("2: 4 cells separated by ','")),
            ("1,,3", None),
            ("\rP", None),
            ("x\rP", Some("2: a lone CR (0x0D) inside a line")),
        ] {
            assert_eq!(says(text).as_deref(), expected, "{text}");
        }
    }
}
