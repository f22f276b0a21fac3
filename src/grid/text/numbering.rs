//! Whether the numbers of an input begin at 1 or at 0, on grids of any side.
//!
//! A puzzle without a 0 and without the number that is its side may be read either way.
//! All puzzles of an input are therefore read like the first that has givens, from 1 if that is
//! one of these, and a puzzle that shows the opposite is an error.

use super::advice::{Advice, Setting};
use super::alphabet::Alphabet;
use super::alphabet_of_input::PlacedCell;
use super::error::{InputError, quote};
use super::grid::NUMBERS;
use super::lines::InputLines;

/// Largest side whose numbers begin at 1 unless the user says otherwise.
pub const LARGEST_FROM_1: usize = 9;

/// How the numbers of an input are read, once its first puzzle was.
#[derive(Clone, Copy, Default)]
pub struct Numbering {
    /// Where they begin, and the line of the puzzle that decided it.
    decided: Option<(Start, u64)>,
}

/// The number that stands for the digit 1.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Zero,
    One,
}

impl Numbering {
    /// The alphabet of a puzzle without givens.
    pub fn alphabet_of_blank(&self) -> Alphabet {
        match self.decided {
            Some((Start::Zero, _)) => Alphabet::NumbersFromZero,
            Some((Start::One, _)) | None => Alphabet::Numbers,
        }
    }

    /// The alphabet of a puzzle with these words as cells, which is numbers and appears to be
    /// `detected`.
    ///
    /// # Errors
    /// It contradicts an earlier puzzle.
    pub fn alphabet_of(
        &mut self,
        lines: &InputLines<'_>,
        cells: &[PlacedCell<'_>],
        detected: Alphabet,
        side: usize,
    ) -> Result<Alphabet, InputError> {
        let are_numbers = cells.iter().all(|(_, word)| is_number_or_empty(word.text));
        let (Some((first, _)), true) = (cells.first(), are_numbers) else {
            return Ok(detected);
        };
        let shown = shown_by(cells, detected, side);
        match (shown, self.decided) {
            (Some(Start::Zero), Some((Start::One, earlier))) => {
                Err(begins_at_zero(lines, cells, earlier))
            }
            (Some(Start::One), Some((Start::Zero, earlier))) => {
                Err(begins_at_one(lines, cells, side, earlier))
            }
            (None, Some((Start::Zero, _))) => Ok(Alphabet::NumbersFromZero),
            _ => {
                let start = shown.unwrap_or(Start::One);
                self.decided.get_or_insert((start, first.number));
                Ok(detected)
            }
        }
    }
}

/// Whether a cell is a number, or one of the marks for empty cells.
pub fn is_number_or_empty(word: &str) -> bool {
    NUMBERS.empty.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_number(word: &str, number: usize) -> bool {
    word.parse() == Ok(number)
}

fn zeros(cells: &[PlacedCell<'_>]) -> usize {
    let zeros = cells.iter().filter(|(_, word)| is_number(word.text, 0));
    zeros.count()
}

/// Where the numbers of a puzzle begin, if it shows that.
fn shown_by(cells: &[PlacedCell<'_>], detected: Alphabet, side: usize) -> Option<Start> {
    let has_side = cells.iter().any(|(_, word)| is_number(word.text, side));
    match detected.has_zero() {
        true => Some(Start::Zero),
        false => (has_side || zeros(cells) > side).then_some(Start::One),
    }
}

fn begins_at_zero(lines: &InputLines<'_>, cells: &[PlacedCell<'_>], earlier: u64) -> InputError {
    let zero = cells.iter().find(|(_, word)| is_number(word.text, 0));
    let (line, zero) = zero.unwrap_or(&cells[0]);
    let found = format!("{} beside another mark for empty cells", quote(zero.text));
    let expected = format!("numbers from 1, as in the puzzle on line {earlier}");
    let settings = [Alphabet::NumbersFromZero, Alphabet::Numbers];
    let settings = settings.map(|alphabet| Setting::Alphabet(alphabet.name()));
    let advice = Advice::new("{} reads all from 0, and {} all from 1", settings);
    let error = lines.error(line, zero.column, found, expected);
    error.advise(advice)
}

fn begins_at_one(
    lines: &InputLines<'_>,
    cells: &[PlacedCell<'_>],
    side: usize,
    earlier: u64,
) -> InputError {
    let largest = cells.iter().find(|(_, word)| is_number(word.text, side));
    let (line, column, found) = match largest {
        Some((line, word)) => (*line, word.column, quote(word.text)),
        None => (cells[0].0, 1, format!("{} times '0'", zeros(cells))),
    };
    let expected = format!(
        "numbers from 0 to {}, as in the puzzle on line {earlier}",
        side - 1
    );
    let from_one = Setting::Alphabet(Alphabet::Numbers.name());
    let error = lines.error(line, column, found, expected);
    error.advise(Advice::new("{} reads all from 1", [from_one]))
}
