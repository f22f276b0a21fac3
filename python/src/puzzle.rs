//! One puzzle in any form that Python has: text, cells, or a description.

use crate::cells::digits_of;
use crate::error::{BadInput, Failure};
use crate::options::Reading;
use crate::solution::GridSolution;
use crate::text::{bytes, is_mapping, json, utf8};
use crate::variant::{self, Variant};
use crate::watch::{watched, watched_if};
use pyo3::prelude::*;
use pyo3::types::PyString;
use satoku::grid::Row;
use satoku::grid::text::{Alphabet, PuzzleReader, ReadOptions, line_text, only_nine};
use satoku::rules::text::{VariantFormat, VariantReader, detect, solution_text};
use satoku::rules::{Board, Description};
use satoku::{Digit, Geometry, Limits, Puzzle, Solution};
use std::time::Duration;

/// A puzzle, by the engines that take it.
#[derive(Clone, Debug)]
pub enum Question {
    /// 9×9 with 3×3 boxes.
    Nine(Row),
    /// Any other classic puzzle.
    Classic(Puzzle, Alphabet),
    /// A variant.
    Variant(Box<Variant>),
}

/// The name of a puzzle's text in messages of the readers; it is not shown.
const TEXT: &str = "puzzle";

/// How many cells the other rows of a column have, and the first row that has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Cells.
    pub cells: usize,
    /// The row, from 0.
    pub row: usize,
}

impl Question {
    /// Reads a text that holds one puzzle in any format, and finds out within the limits what
    /// a variant means.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn of_text(text: &[u8], reading: &Reading, limits: &Limits) -> Result<Question, BadInput> {
        if let Some(row) = plain(text, reading) {
            return Ok(Question::Nine(row));
        }
        if !reading.is_about_lines() && detect(text).is_some() {
            return variant_of_text(text, reading, limits);
        }
        let options = ReadOptions {
            format: None,
            geometry: reading.geometry,
            alphabet: reading.alphabet,
            mixed_sizes: true,
        };
        let mut reader = PuzzleReader::of_text(text, TEXT, options);
        let record = reader
            .next()
            .ok_or_else(|| BadInput::new("found no puzzle, expected one"))?
            .map_err(|error| refused_variant(text, reading).unwrap_or_else(|| error.into()))?;
        if reader.next().is_some() {
            return Err(several());
        }
        Question::of_classic(record.puzzle, record.alphabet, reading, limits)
    }

    /// Reads the digits of all cells; 0 is an empty cell.
    ///
    /// # Errors
    /// A wrong number of cells, or a digit that is too large.
    pub fn of_digits(
        digits: impl ExactSizeIterator<Item = i64>,
        reading: &Reading,
        limits: &Limits,
    ) -> Result<Question, BadInput> {
        let geometry = geometry_of(digits.len(), reading)?;
        let side = geometry.side();
        let mut cells = Vec::with_capacity(digits.len());
        for (place, digit) in digits.enumerate() {
            let known = u16::try_from(digit)
                .ok()
                .filter(|d| usize::from(*d) <= side);
            let known = known.ok_or_else(|| {
                let what =
                    format!("found {digit}, expected a digit 1 to {side}, or 0 for an empty cell");
                BadInput::in_cell(place + 1, what)
            })?;
            cells.push(Digit::new(known));
        }
        let puzzle = Puzzle::new(geometry, cells);
        let puzzle = puzzle.ok_or_else(|| BadInput::new("found cells that form no grid"))?;
        Question::of_classic(puzzle, Alphabet::Digits.reaching(side), reading, limits)
    }

    /// A classic puzzle in this alphabet, with the rules of the reader.
    ///
    /// # Errors
    /// A puzzle that is too large for rules, or contradicts them.
    pub fn of_classic(
        puzzle: Puzzle,
        alphabet: Alphabet,
        reading: &Reading,
        limits: &Limits,
    ) -> Result<Question, BadInput> {
        if !reading.rules.is_empty() {
            let description = variant::description(&puzzle).map_err(BadInput::new)?;
            return variant(description, None, reading, limits);
        }
        Ok(Question::of_puzzle(puzzle, alphabet))
    }

    /// A classic puzzle in this alphabet.
    pub fn of_puzzle(puzzle: Puzzle, alphabet: Alphabet) -> Question {
        match Row::of(&puzzle) {
            Some(row) if alphabet == Alphabet::Digits => Question::Nine(row),
            _ => Question::Classic(puzzle, alphabet),
        }
    }

    /// A variant whose rules and types of constraints are all built in, and its board.
    ///
    /// # Errors
    /// A variant that contradicts their definitions.
    pub fn of_description(
        description: Description,
        limits: &Limits,
    ) -> Result<(Question, Board), BadInput> {
        let variant = Variant::new(description, None, &Reading::default(), limits)?;
        let board = variant.puzzle.board().clone();
        Ok((Question::Variant(Box::new(variant)), board))
    }

    /// Reads whatever a caller passes as one puzzle. Finding out what a variant means may
    /// take this time, and Ctrl-C ends it.
    ///
    /// # Errors
    /// A type that is no puzzle, or what is wrong with the puzzle.
    pub fn of_object(
        object: &Bound<'_, PyAny>,
        reading: &Reading,
        timeout: Option<Duration>,
    ) -> Result<Question, Failure> {
        let py = object.py();
        if let Ok(text) = object.cast::<PyString>() {
            let text = utf8(text)?.as_bytes();
            if let Some(row) = plain(text, reading) {
                return Ok(Question::Nine(row));
            }
            return watched(py, timeout, |limits| {
                Ok(Question::of_text(text, reading, limits)?)
            });
        }
        if let Ok(solution) = object.cast::<GridSolution>() {
            let solution = solution.get();
            return watched_if(!reading.rules.is_empty(), py, timeout, |limits| {
                Ok(solution.as_puzzle(reading, limits)?)
            });
        }
        if is_mapping(object)? {
            if reading.is_about_lines() {
                let what = "box and alphabet do not apply to a dict, which names its regions and \
                            digits itself: leave them out";
                return Err(BadInput::new(what).into());
            }
            let text = json(object)?;
            return watched(py, timeout, |limits| {
                Ok(variant_of_text(text.as_bytes(), reading, limits)?)
            });
        }
        if let Some(text) = bytes(object).filter(|bytes| is_text(bytes)) {
            return watched(py, timeout, |limits| {
                Ok(Question::of_text(&text, reading, limits)?)
            });
        }
        let digits = digits_of(object)?;
        reading.refuse_alphabet_of_digits()?;
        watched_if(!reading.rules.is_empty(), py, timeout, |limits| {
            Ok(Question::of_digits(digits.into_iter(), reading, limits)?)
        })
    }

    /// Refuses a puzzle of another size than its column has.
    ///
    /// # Errors
    /// What the sizes are.
    pub fn check_size(&self, size: Option<Size>) -> Result<(), BadInput> {
        let cells = self.cell_count();
        match size {
            Some(size) if size.cells != cells => Err(BadInput::new(format!(
                "found {cells} cells, expected {} as in row {}; mixed_sizes=True allows both",
                size.cells, size.row
            ))),
            _ => Ok(()),
        }
    }

    /// Cells of the grid.
    pub fn cell_count(&self) -> usize {
        match self {
            Question::Nine(_) => 81,
            Question::Classic(puzzle, _) => puzzle.geometry().cell_count(),
            Question::Variant(variant) => variant.puzzle.board().cell_count(),
        }
    }

    /// The puzzle, unless it is a variant.
    pub fn classic(&self) -> Option<Puzzle> {
        match self {
            Question::Nine(row) => Some(row.to_puzzle()),
            Question::Classic(puzzle, _) => Some(puzzle.clone()),
            Question::Variant(_) => None,
        }
    }

    /// The puzzle for engines that know variants only.
    ///
    /// # Errors
    /// A classic puzzle that is too large for them.
    pub fn into_variant(self, limits: &Limits) -> Result<Variant, Failure> {
        let classic = match self {
            Question::Variant(variant) => return Ok(*variant),
            Question::Nine(row) => row.to_puzzle(),
            Question::Classic(puzzle, _) => puzzle,
        };
        let description = variant::description(&classic).map_err(Failure::Unsupported)?;
        Ok(Variant::new(
            description,
            None,
            &Reading::default(),
            limits,
        )?)
    }

    /// The alphabet of a classic puzzle.
    pub fn alphabet(&self) -> Alphabet {
        match self {
            Question::Classic(_, alphabet) => *alphabet,
            _ => Alphabet::Digits,
        }
    }

    /// The text of a solution, in the alphabet of the puzzle.
    pub fn solution_text(&self, solution: &Solution) -> String {
        match self {
            Question::Nine(_) => grid_text(Geometry::CLASSIC, Alphabet::Digits, solution),
            Question::Classic(puzzle, alphabet) => {
                grid_text(puzzle.geometry(), *alphabet, solution)
            }
            Question::Variant(variant) => solution_text(variant.puzzle.board(), solution),
        }
    }

    /// The text of another classic puzzle of the same shape.
    pub fn puzzle_text(&self, puzzle: &Puzzle) -> String {
        let alphabet = match self {
            Question::Classic(_, alphabet) => *alphabet,
            _ => Alphabet::Digits.reaching(puzzle.geometry().side()),
        };
        line_text(puzzle.geometry(), alphabet, puzzle.cells())
    }

    /// Why there is no solution, as far as that is plain to see.
    pub fn no_solution(&self) -> String {
        let clash = self.classic().and_then(|puzzle| {
            let clash = puzzle.clashes().into_iter().next()?;
            let geometry = puzzle.geometry();
            let alphabet = self.alphabet().reaching(geometry.side());
            Some(clash.describe(geometry, |digit| alphabet.write(Some(digit))))
        });
        match clash {
            Some(clash) => format!("the puzzle has no solution: {clash}"),
            None => "the puzzle has no solution".into(),
        }
    }
}

/// What is wrong with a text that names its boxes and digits itself, where keywords do so, too.
fn refused_variant(text: &[u8], reading: &Reading) -> Option<BadInput> {
    let format = detect(text).filter(|format| {
        let is_like_lines = matches!(format, VariantFormat::Jigsaw | VariantFormat::SumoCue);
        reading.is_about_lines() && !is_like_lines
    })?;
    let expected = match (reading.geometry, reading.alphabet) {
        (Some(shape), _) => {
            let side = shape.side();
            format!("a line or a grid of {side}×{side} cells, as box=\"{shape}\" asks for")
        }
        (None, Some(alphabet)) => {
            format!(
                "a line or a grid, as alphabet=\"{}\" asks for",
                alphabet.name()
            )
        }
        (None, None) => return None,
    };
    let is_json = text.trim_ascii_start().starts_with(b"{");
    let name = if is_json { "JSON" } else { format.name() };
    Some(BadInput::new(format!(
        "found a puzzle in {name}, which names its boxes and digits itself, expected {expected}"
    )))
}

/// Whether bytes are characters rather than the digits of cells: those of a grid are 1 somewhere,
/// or 0 in an empty cell.
fn is_text(bytes: &[u8]) -> bool {
    !bytes.iter().any(|byte| *byte <= 1)
}

/// A 9×9 puzzle that is plain to see.
fn plain(text: &[u8], reading: &Reading) -> Option<Row> {
    reading.is_plain().then(|| only_nine(text)).flatten()
}

/// The digits of a solution as numbers.
pub fn values(board: Option<&Board>, solution: &Solution) -> Vec<i32> {
    let value = |digit: &Digit| match board {
        Some(board) => board.value(*digit),
        None => i32::from(digit.value()),
    };
    solution.cells().iter().map(value).collect()
}

fn grid_text(geometry: Geometry, alphabet: Alphabet, solution: &Solution) -> String {
    let cells: Vec<Option<Digit>> = solution.into();
    line_text(geometry, alphabet, &cells)
}

fn several() -> BadInput {
    BadInput::new("found several puzzles, expected one: pass a list of strings for a column")
}

fn geometry_of(cells: usize, reading: &Reading) -> Result<Geometry, BadInput> {
    if let Some(geometry) = reading.geometry {
        let expected = geometry.cell_count();
        return match cells == expected {
            true => Ok(geometry),
            false => Err(BadInput::new(format!(
                "found {cells} cells, expected {expected}, as box=\"{geometry}\" asks for"
            ))),
        };
    }
    let side = cells.isqrt();
    let square = side * side == cells && side >= satoku::grid::text::SMALLEST_SIDE;
    let geometry = square.then(|| Geometry::from_side(side).ok()).flatten();
    geometry.ok_or_else(|| {
        BadInput::new(format!(
            "found {cells} cells, expected the square of a side, such as 81 or 256; \
             box=\"2x3\" names other boxes"
        ))
    })
}

fn variant_of_text(text: &[u8], reading: &Reading, limits: &Limits) -> Result<Question, BadInput> {
    let mut reader = VariantReader::new(text, TEXT, None);
    let record = reader
        .next()
        .ok_or_else(|| BadInput::new("found no puzzle, expected one"))??;
    if reader.next().is_some() {
        return Err(several());
    }
    variant(record.description, Some(record.format), reading, limits)
}

/// What was written in this format; a classic puzzle with rules if there is none. It is a variant
/// unless nothing but rows, columns and boxes holds.
fn variant(
    description: Description,
    format: Option<VariantFormat>,
    reading: &Reading,
    limits: &Limits,
) -> Result<Question, BadInput> {
    let variant = Variant::new(description, format, reading, limits)?;
    Ok(match variant.classic() {
        Some(puzzle) => {
            // Letters that are detected depend on the givens, and a column has one alphabet.
            let side = puzzle.geometry().side();
            let alphabet = match side <= MAX_DIGIT {
                true => Alphabet::Digits,
                false => Alphabet::Numbers.reaching(side),
            };
            Question::of_puzzle(puzzle, alphabet)
        }
        None => Question::Variant(Box::new(variant)),
    })
}

/// The largest digit that is no letter in any alphabet.
const MAX_DIGIT: usize = 9;
