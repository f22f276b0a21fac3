//! Tells lines that are puzzles from rows of one large grid: 81 lines of 81 cells may be
//! either.

use super::advice::{Advice, Setting};
use super::alphabet::Alphabet;
use super::dashes;
use super::error::InputError;
use super::grid::NUMBERS;
use super::line;
use super::lines::InputLines;
use super::split;
use super::words::{Line, Token};
use crate::grid::{Cell, Digit, Geometry, Puzzle};
use crate::words::counted;
use std::collections::BTreeSet;

/// What some lines are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// A puzzle each.
    Puzzles,
    /// Rows of one grid.
    Rows,
}

/// What the given numbers and the rules say about some lines.
enum Reading {
    /// They are one of the two.
    Known(Lines),
    /// They may be either; this is the first of them.
    Open(Line),
}

/// What the next `count` lines of content are, each of which has `count` cells: puzzles of a
/// side whose square that is, or the rows of a grid of side `count`.
///
/// A cell that no puzzle of the small side has makes them rows. Otherwise the reading decides
/// in which fewer lines contradict the rules; every line that does as a puzzle does as a row,
/// too. Lines without any givens are rows: a list of empty puzzles is of no use.
///
/// # Errors
/// Lines that may be either.
pub fn told(lines: &mut InputLines<'_>, count: usize) -> Result<Lines, InputError> {
    match reading(lines, count)? {
        Reading::Known(known) => Ok(known),
        Reading::Open(first) => Err(undecided(lines, &first, count)),
    }
}

/// Whether the next `count` lines, which were always read as rows, can only be puzzles.
pub fn are_certainly_puzzles(lines: &mut InputLines<'_>, count: usize) -> Result<bool, InputError> {
    let reading = reading(lines, count)?;
    Ok(matches!(reading, Reading::Known(Lines::Puzzles)))
}

fn reading(lines: &mut InputLines<'_>, count: usize) -> Result<Reading, InputError> {
    const ROWS: Reading = Reading::Known(Lines::Rows);
    let side = count.isqrt();
    let (Ok(small), Ok(large)) = (Geometry::from_side(side), Geometry::from_side(count)) else {
        return Ok(ROWS);
    };
    let (mut cells, mut distance, mut first) = (Vec::new(), 0, None);
    let mut contradictory_puzzles = 0;
    while cells.len() < count * count {
        let Some(line) = lines.peek(distance)? else {
            return Ok(ROWS);
        };
        distance += 1;
        if line.is_blank() || line.is_comment() {
            continue;
        }
        if split::is_blank(line) {
            return Ok(ROWS);
        }
        first.get_or_insert_with(|| line.clone());
        let read = cells_of(line, side).and_then(|cells| Puzzle::new(small, cells));
        let Some(puzzle) = read else {
            return Ok(ROWS);
        };
        contradictory_puzzles += usize::from(!puzzle.clashes().is_empty());
        cells.extend_from_slice(puzzle.cells());
    }
    if cells.iter().all(Option::is_none) {
        return Ok(ROWS);
    }
    let grid = Puzzle::new(large, cells).map_or_else(Vec::new, |grid| grid.clashes());
    let row = |cell: Cell| cell.index() / count;
    let contradictory_rows: BTreeSet<usize> = grid.iter().map(|clash| row(clash.second)).collect();
    Ok(
        match (first, contradictory_rows.len() > contradictory_puzzles) {
            (Some(first), false) => Reading::Open(first),
            _ => Reading::Known(Lines::Puzzles),
        },
    )
}

/// Whether the next lines are the rows of a grid of side `count` although not all have that many
/// cells: most numbers in them are larger than those of a puzzle on one line.
pub fn are_uneven_rows(lines: &mut InputLines<'_>, count: usize) -> Result<bool, InputError> {
    let side = count.isqrt();
    let (mut rows, mut distance) = (0, 0);
    let (mut small, mut large) = (0, 0);
    while rows < count {
        let Some(line) = lines.peek(distance)? else {
            break;
        };
        distance += 1;
        if line.is_blank() || line.is_comment() {
            continue;
        }
        rows += 1;
        let tokens = split::cells_of_whole(line).unwrap_or_else(|| line::field(line).words());
        for number in tokens
            .iter()
            .filter_map(|token| token.text.parse::<usize>().ok())
        {
            small += usize::from((1..=side).contains(&number));
            large += usize::from((side + 1..=count).contains(&number));
        }
        if tokens.len() != count {
            break;
        }
    }
    Ok(rows > 1 && large > small)
}

fn undecided(lines: &InputLines<'_>, first: &Line, count: usize) -> InputError {
    let side = count.isqrt();
    let shape = |side: usize| {
        Geometry::from_side(side).map_or_else(|_| "RxC".into(), |shape| shape.to_string())
    };
    let (small, large) = (shape(side), shape(count));
    let found = format!(
        "{} of {count} cells with no digit above {side}, which may be puzzles or the rows of one",
        counted(count as u64, "line")
    );
    let text = "{} if each line is a puzzle, {} if each is a row";
    let advice = Advice::new(text, [Setting::Box(small), Setting::Box(large)]);
    let error = lines.error(first, 1, found, "a box shape that says which".into());
    error.advise(advice)
}

/// The cells of a line that may be a puzzle of this side; `None` if something in it is none.
fn cells_of(line: &Line, side: usize) -> Option<Vec<Option<Digit>>> {
    let field = line::field(line);
    let words = match split::cells_of_whole(line) {
        Some(cells) => Some(cells),
        None => (field.text.contains(char::is_whitespace)).then(|| field.words()),
    };
    let (words, alphabet) = match words {
        Some(words) => {
            let alphabet = Alphabet::of_words(words.iter().map(|word| word.text), side);
            (words, alphabet)
        }
        None => {
            let alphabet = Alphabet::detect(&dashes::replaced(field.text), side);
            let cells = field.characters();
            match dashes::are_cells(line) {
                true => (cells.map(dashes::as_mark).collect(), alphabet),
                false => (cells.collect(), alphabet),
            }
        }
    };
    let cell = |word: &Token<'_>| cell_of(word.text, alphabet, side);
    words.iter().map(cell).collect()
}

/// What a word says about a cell of a grid of this side; `None` if nothing.
fn cell_of(word: &str, alphabet: Alphabet, side: usize) -> Option<Option<Digit>> {
    let mut characters = word.chars();
    match (characters.next(), characters.next()) {
        (Some(one), None) => Some(alphabet.symbol(one, side)?.digit()),
        _ if NUMBERS.empty.contains(&word) => Some(None),
        _ if alphabet.has_spaces() => alphabet.number(word, side).map(Some),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_several_characters_is_a_number_or_an_empty_cell() {
        let read = |word| cell_of(word, Alphabet::Numbers, 16).map(|digit| digit.map(Digit::value));
        assert_eq!(read("7"), Some(Some(7)));
        assert_eq!(read("16"), Some(Some(16)));
        assert_eq!(read("17"), None);
        assert_eq!(read("."), Some(None));
        assert_eq!(read("__"), Some(None));
        let hex = |word| cell_of(word, Alphabet::Hex, 16);
        assert_eq!(hex("10"), None);
        assert!(hex("A").is_some());
    }
}
