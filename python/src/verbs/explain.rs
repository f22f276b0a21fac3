//! `contradiction` and `redundant`: which givens and constraints make a puzzle what it is.

use super::{Options, exposed};
use crate::error::Failure;
use crate::keywords;
use crate::variant::Variant;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use satoku::grid::text::Alphabet;
use satoku::puzzles::contradiction as minimal_contradiction;
use satoku::puzzles::{
    Contradiction, PuzzlePart, Redundancy, VariantError, redundant as redundant_parts,
    smallest_contradiction,
};

/// Why a puzzle has no solution: givens and constraints that contradict each other, in words.
///
/// If any one of them is removed, the rest of them have a common solution; rows, columns and
/// regions are never listed. An empty list says that the board alone has no solution, None
/// that the puzzle has one. smallest=True asks for as few parts as possible, which may take
/// much longer. UnknownError says that the timeout came first. The other keywords are those of
/// solve, for one puzzle.
///
/// >>> import satoku
/// >>> satoku.contradiction("1...1...........")
/// ['r1c1 = 1', 'r2c1 = 1']
/// >>> satoku.contradiction("................") is None
/// True
#[pyfunction]
#[pyo3(signature = (puzzle, /, *, smallest=false, **keywords))]
pub fn contradiction(
    puzzle: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = keywords::smallest)] smallest: bool,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Option<Vec<String>>> {
    exposed(|| {
        let options = Options::new(keywords, &["smallest"])?;
        let question = options.only(puzzle, "contradiction takes one puzzle")?;
        options.watched(puzzle.py(), |engines, _, limits| {
            let alphabet = question.alphabet();
            let variant = question.into_variant(limits)?;
            let (puzzle, backend) = (variant.whole()?, engines.variants());
            let (found, open) = match smallest {
                true => smallest_contradiction(puzzle, backend, limits),
                false => {
                    let found = minimal_contradiction(puzzle, backend, limits);
                    found.map(|found| (found, None))
                }
            }
            .map_err(|error| Failure::Engine(error.to_string()))?;
            if let Some(open) = open {
                return Err(Failure::open(&open.reason));
            }
            match found {
                Contradiction::Minimal(parts) => Ok(Some(labels(&variant, alphabet, &parts)?)),
                Contradiction::Satisfiable => Ok(None),
                Contradiction::Reduced(_, reason) | Contradiction::Unknown(reason) => {
                    Err(Failure::open(&reason))
                }
            }
        })
    })
}

/// The givens and constraints that a puzzle with one solution does not need, each taken by itself,
/// in words.
///
/// Two of them cannot always be removed together; minimize removes one after another.
/// UnsolvableError says that the puzzle has no solution or several, UnknownError that the
/// timeout came first. The other keywords are those of solve, for one puzzle.
///
/// >>> import satoku
/// >>> satoku.redundant("1.....2...3....4")
/// []
/// >>> satoku.redundant("1.....2...3.2..4")
/// ['r4c1 = 2', 'r4c4 = 4']
#[pyfunction]
#[pyo3(signature = (puzzle, /, **keywords))]
pub fn redundant(
    puzzle: &Bound<'_, PyAny>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<String>> {
    exposed(|| {
        let options = Options::new(keywords, &[])?;
        let question = options.only(puzzle, "redundant takes one puzzle")?;
        options.watched(puzzle.py(), |engines, reading, limits| {
            let alphabet = question.alphabet();
            let variant = question.into_variant(limits)?;
            let puzzle = variant.whole()?;
            let (description, library) = (&variant.description, reading.library());
            let found = redundant_parts(puzzle, description, library, engines.variants(), limits);
            match found.map_err(|error: VariantError| Failure::Engine(error.to_string()))? {
                Redundancy::Each(parts) => labels(&variant, alphabet, &parts),
                Redundancy::Unknown(reason) => Err(Failure::open(&reason)),
                found @ (Redundancy::Unsatisfiable | Redundancy::SeveralSolutions) => {
                    Err(Failure::Unsolvable(found.to_string()))
                }
            }
        })
    })
}

/// The parts in words, with digits as the puzzle writes them.
fn labels(
    variant: &Variant,
    alphabet: Alphabet,
    parts: &[PuzzlePart],
) -> Result<Vec<String>, Failure> {
    let puzzle = variant.whole()?;
    let label = |part: &PuzzlePart| match alphabet {
        Alphabet::Digits => part.label(puzzle),
        other => part.label_with(puzzle, |digit| other.write(Some(digit))),
    };
    Ok(parts.iter().map(label).collect())
}
