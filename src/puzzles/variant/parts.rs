//! What can be left out of a variant puzzle, and whether the rest has one solution.

use crate::backend::{self, Backend, WrongAnswer};
use crate::grid::{Cell, Digit, Solution};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::rules::{Origin, VariantPuzzle, Violation, members};

/// A part of a variant puzzle that can be left out. The houses of the board cannot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PuzzlePart {
    /// What a cell is known to hold: its given, or its candidates.
    Cell(Cell),
    /// A constraint, by its place in [`VariantPuzzle::constraints`].
    Constraint(usize),
}

impl PuzzlePart {
    /// The parts of a puzzle: its cells with fewer than all candidates in reading order,
    /// then its constraints.
    pub fn of(puzzle: &VariantPuzzle) -> Vec<PuzzlePart> {
        let all = puzzle.board().all_digits();
        let cells = puzzle.board().cells();
        let restricted = cells.filter(|cell| puzzle.candidates()[cell.index()] != all);
        let listed = puzzle.constraints().iter().enumerate();
        let listed = listed.filter(|(_, each)| !matches!(each.origin, Origin::House(_)));
        restricted
            .map(PuzzlePart::Cell)
            .chain(listed.map(|(index, _)| PuzzlePart::Constraint(index)))
            .collect()
    }

    /// What it is for people, such as `r1c1 = 5` or `killer r1c1 r1c2, sum 12`. A constraint
    /// whose label others have too is numbered, as in `pairs r1c1 r1c2 (constraint 2)`: from 1 in
    /// the order of the puzzle.
    ///
    /// # Panics
    /// If the puzzle has no such part.
    pub fn label(self, puzzle: &VariantPuzzle) -> String {
        self.label_with(puzzle, |digit| puzzle.board().value(digit).to_string())
    }

    /// [`PuzzlePart::label`] with digits as `write` shows them.
    ///
    /// # Panics
    /// If the puzzle has no such part.
    pub fn label_with(self, puzzle: &VariantPuzzle, write: impl Fn(Digit) -> String) -> String {
        match self {
            PuzzlePart::Constraint(index) => constraint_label(puzzle, index),
            PuzzlePart::Cell(cell) => {
                let name = puzzle.board().name(cell);
                let candidates = members(puzzle.candidates()[cell.index()]);
                let digits = candidates.map(|index| write(Digit::from_index(index)));
                let digits: Vec<String> = digits.collect();
                match &digits[..] {
                    [] => format!("{name} has no candidate"),
                    [digit] => format!("{name} = {digit}"),
                    _ => format!("{name} is one of {}", digits.join(" ")),
                }
            }
        }
    }
}

fn constraint_label(puzzle: &VariantPuzzle, index: usize) -> String {
    let constraints = puzzle.constraints();
    let label = &constraints[index].label;
    let is_alone = constraints
        .iter()
        .filter(|each| each.label == *label)
        .count()
        == 1;
    match constraints[index].origin {
        Origin::Listed { index, .. } if !is_alone => format!("{label} (constraint {})", index + 1),
        _ => label.clone(),
    }
}

/// The puzzle of these parts alone, on the same board.
///
/// # Panics
/// If the puzzle has no such part.
pub fn of_parts(puzzle: &VariantPuzzle, parts: &[PuzzlePart]) -> VariantPuzzle {
    let mut rest = VariantPuzzle::new(puzzle.board().clone());
    for part in parts {
        match *part {
            PuzzlePart::Cell(cell) => rest.set_candidates(cell, puzzle.candidates()[cell.index()]),
            PuzzlePart::Constraint(index) => rest.add_of(puzzle, index),
        }
    }
    rest
}

/// Whether a puzzle has exactly one solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Properness {
    /// It has this one.
    Proper(Solution),
    /// It has none.
    Unsatisfiable,
    /// It has several.
    Several,
    /// A limit was reached first.
    Unknown(Reason),
}

impl Properness {
    /// Looks for a second solution.
    ///
    /// # Errors
    /// [`WrongAnswer`] if the backend gives a solution that is none.
    pub fn of(
        puzzle: &VariantPuzzle,
        backend: &mut dyn Backend<VariantPuzzle>,
        limits: &Limits,
    ) -> Result<Properness, WrongAnswer<Violation>> {
        let (mut found, tally) = backend::solutions(backend, puzzle, 2, limits)?;
        Ok(match (found.pop(), found.pop(), tally.end) {
            (Some(_), Some(_), _) => Properness::Several,
            (_, _, End::Stopped(reason)) => Properness::Unknown(reason),
            (Some(only), None, _) => Properness::Proper(only),
            (None, ..) => Properness::Unsatisfiable,
        })
    }
}
