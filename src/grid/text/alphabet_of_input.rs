//! The alphabet shared by all puzzles of one side in an input.
//!
//! A puzzle in which not all digits are given may be read in several alphabets. All puzzles of
//! a side are therefore read like the first that has givens, and one that cannot be is an error.

use super::advice::{Advice, Setting};
use super::alphabet::Alphabet;
use super::error::{InputError, quote};
use super::grid::NUMBERS;
use super::lines::InputLines;
use super::numbering::{self, Numbering};
use super::words::{Line, Token};

/// A cell and its line.
pub type PlacedCell<'l> = (&'l Line, Token<'l>);

/// How the cells of a puzzle are told apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cells {
    /// Every character is one.
    Characters,
    /// They are words.
    Words,
}

/// What the puzzles of an input were written in so far.
#[derive(Default)]
pub struct AlphabetOfInput {
    numbering: Numbering,
    /// One for each side above 9.
    decided: Vec<Decided>,
}

/// The alphabet of one side.
struct Decided {
    side: usize,
    alphabet: Alphabet,
    /// The line of the puzzle that decided it.
    line: u64,
    /// The alphabets in which all puzzles so far can be read.
    common: Vec<Alphabet>,
}

impl AlphabetOfInput {
    /// The alphabet of the next puzzle.
    ///
    /// # Errors
    /// It contradicts an earlier puzzle.
    pub fn of(
        &mut self,
        lines: &InputLines<'_>,
        puzzle: &[PlacedCell<'_>],
        cells: Cells,
        side: usize,
    ) -> Result<Alphabet, InputError> {
        let words = || puzzle.iter().map(|(_, cell)| cell.text);
        let detected = match cells {
            Cells::Characters => Alphabet::detect(&words().collect::<String>(), side),
            Cells::Words => Alphabet::of_words(words(), side),
        };
        let (Some((first, _)), true) = (puzzle.first(), side > numbering::LARGEST_FROM_1) else {
            return Ok(detected);
        };
        let known = self.decided.iter_mut().find(|known| known.side == side);
        if !can_read(puzzle, detected, side) {
            // The reader reports the cell.
            return Ok(known.map_or(detected, |known| known.alphabet));
        }
        let is_empty = |cell: &str| cell != "0" && NUMBERS.empty.contains(&cell);
        if words().all(is_empty) {
            // Without givens, it decides nothing.
            return Ok(match known {
                Some(known) if !known.alphabet.has_spaces() => known.alphabet,
                _ if detected.has_spaces() => self.numbering.alphabet_of_blank(),
                _ => detected,
            });
        }
        let Some(decided) = known else {
            let alphabet = match detected.has_spaces() {
                true => self.numbering.alphabet_of(lines, puzzle, detected, side)?,
                false => detected,
            };
            self.decided.push(Decided {
                side,
                alphabet,
                line: first.number,
                common: readable(puzzle, cells, side, &Alphabet::ALL),
            });
            return Ok(alphabet);
        };
        let common = readable(puzzle, cells, side, &decided.common);
        if let Some((line, cell, found)) = decided.misread(puzzle, detected) {
            let expected = format!(
                "{}, as in the puzzle on line {}",
                described(decided.alphabet, side),
                decided.line
            );
            let error = lines.error(line, cell.column, found, expected);
            return Err(error.advise(advice(&common)));
        }
        decided.common = common;
        match decided.alphabet.has_spaces() {
            true => self.numbering.alphabet_of(lines, puzzle, detected, side),
            false => Ok(decided.alphabet),
        }
    }
}

/// Refuses a puzzle of a side up to 9 whose givens are all letters, and says how to read it.
/// Such puzzles are in digits unless the user says otherwise.
///
/// # Errors
/// The first letter.
pub fn refuse_letters<'l>(
    lines: &InputLines<'_>,
    puzzle: impl Iterator<Item = PlacedCell<'l>>,
    side: usize,
) -> Result<(), InputError> {
    let mut first = None;
    for (line, cell) in puzzle {
        if !reads(Alphabet::Letters, cell.text, side) {
            return Ok(());
        }
        if first.is_none() && cell.text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            first = Some((line, cell));
        }
    }
    let Some((line, cell)) = first else {
        return Ok(());
    };
    let digits = Alphabet::Digits.describe(side);
    let letters = Setting::Alphabet(Alphabet::Letters.name());
    let advice = Advice::new("for a puzzle in letters, add {}", [letters]);
    Err(lines.unexpected(line, cell, digits).advise(advice))
}

/// Refuses a puzzle of a side up to 9 in which `0` may be a digit or an empty cell: there is
/// another mark for empty cells, and the largest digit is missing.
///
/// # Errors
/// The first `0`.
pub fn refuse_doubtful_zeros(
    lines: &InputLines<'_>,
    puzzle: &[PlacedCell<'_>],
    side: usize,
) -> Result<(), InputError> {
    let count = |cell: &str| {
        puzzle
            .iter()
            .filter(|(_, other)| other.text == cell)
            .count()
    };
    let is_other_mark = |cell: &str| cell != "0" && NUMBERS.empty.contains(&cell);
    let Some((line, zero)) = puzzle.iter().find(|(_, cell)| cell.text == "0") else {
        return Ok(());
    };
    let has_other_mark = puzzle.iter().any(|(_, cell)| is_other_mark(cell.text));
    // A digit does not occur more often.
    if !has_other_mark || count("0") > side || count(&side.to_string()) > 0 {
        return Ok(());
    }
    let found = format!("'0' beside another mark for empty cells, and no {side}");
    let expected = format!("digits 1-{side} and one mark for empty cells, or a named alphabet");
    let settings = [Alphabet::Digits, Alphabet::Hex];
    let settings = settings.map(|alphabet| Setting::Alphabet(alphabet.name()));
    let advice = Advice::new("{} reads 0 as an empty cell, {} as a digit", settings);
    let error = lines.error(line, zero.column, found, expected);
    Err(error.advise(advice))
}

impl Decided {
    /// The first cell that shows that the puzzle is in another alphabet, and what is found there.
    /// Where numbers begin is left to [`Numbering`].
    fn misread<'l>(
        &self,
        puzzle: &[PlacedCell<'l>],
        detected: Alphabet,
    ) -> Option<(&'l Line, Token<'l>, String)> {
        let side = self.side;
        let found = |(line, cell): PlacedCell<'l>| (line, cell, quote(cell.text));
        if self.alphabet.has_spaces() {
            let mut cells = puzzle.iter();
            let other = cells.find(|(_, cell)| !numbering::is_number_or_empty(cell.text));
            return other.map(|cell| found(*cell));
        }
        let mut cells = puzzle.iter();
        if let Some(other) = cells.find(|(_, cell)| !reads(self.alphabet, cell.text, side)) {
            return Some(found(*other));
        }
        let mut zeros = puzzle.iter().filter(|(_, cell)| cell.text == "0");
        match self.alphabet.has_zero() {
            true => {
                let (line, cell) = *zeros.next()?;
                let count = 1 + zeros.count();
                (count > side).then(|| (line, cell, format!("{count} times '0'")))
            }
            false if detected.has_zero() => {
                let (line, cell) = *zeros.next()?;
                let found = format!("{} beside another mark for empty cells", quote(cell.text));
                Some((line, cell, found))
            }
            false => None,
        }
    }
}

/// Whether a cell can be read in an alphabet.
fn reads(alphabet: Alphabet, cell: &str, side: usize) -> bool {
    if alphabet.has_spaces() {
        let is_empty = NUMBERS.empty.contains(&cell) && (cell != "0" || !alphabet.has_zero());
        return is_empty || alphabet.number(cell, side).is_some();
    }
    let mut characters = cell.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => alphabet.symbol(c, side).is_some(),
        _ => false,
    }
}

fn can_read(puzzle: &[PlacedCell<'_>], alphabet: Alphabet, side: usize) -> bool {
    puzzle
        .iter()
        .all(|(_, cell)| reads(alphabet, cell.text, side))
}

/// Those of these alphabets in which a puzzle can be read.
fn readable(
    puzzle: &[PlacedCell<'_>],
    cells: Cells,
    side: usize,
    among: &[Alphabet],
) -> Vec<Alphabet> {
    let zeros = puzzle.iter().filter(|(_, cell)| cell.text == "0").count();
    let fits = |alphabet: &Alphabet| {
        side <= alphabet.max_side()
            && (cells == Cells::Words || !alphabet.has_spaces())
            && (zeros <= side || !alphabet.has_zero())
            && can_read(puzzle, *alphabet, side)
    };
    among.iter().copied().filter(fits).collect()
}

/// The digits of an alphabet in words.
fn described(alphabet: Alphabet, side: usize) -> String {
    match alphabet {
        Alphabet::Digits => "digits from 1 on".into(),
        Alphabet::Hex => "digits from 0 on".into(),
        Alphabet::Letters => "letters".into(),
        Alphabet::Numbers | Alphabet::NumbersFromZero => alphabet.describe(side),
    }
}

/// What to do about puzzles in several alphabets if these can be read in the given ones.
fn advice(common: &[Alphabet]) -> Advice {
    let settings: Vec<Setting> = common
        .iter()
        .map(|alphabet| Setting::Alphabet(alphabet.name()))
        .collect();
    match settings.is_empty() {
        true => Advice::new("puzzles in another alphabet belong in another file", []),
        false => Advice::any_of("name the alphabet of all with", settings),
    }
}
