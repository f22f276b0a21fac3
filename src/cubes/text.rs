//! Cubes and their answers as JSON, an object a line.
//!
//! ```json
//! {"cube":1,"of":2,"candidates":["r1c1=1"],"puzzle":"1..............."}
//! ```
//!
//! `puzzle`, the puzzle with the cube's candidates as givens, is there for classic
//! puzzles: any program that solves puzzles can answer it.

use super::{Cube, CubeAnswer, Split, Splittable};
use crate::objective::Direction;
use crate::outcome::{End, Reason};
use crate::words::counted;
use serde::{Deserialize, Serialize};

/// A cube as a line of JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CubeLine {
    /// Its number, from 1.
    pub cube: usize,
    /// How many cubes there are.
    pub of: usize,
    /// What is assumed, such as `r1c2=3`.
    pub candidates: Vec<String>,
    /// If a maximum is wanted: an upper bound on the scores in the cube.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<i64>,
    /// If a maximum is wanted: solutions that score no more than this are of no interest,
    /// and are in no cube.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<i64>,
    /// If a minimum is wanted, instead of `above`; `bound` is a lower one then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<i64>,
    /// The puzzle with these givens, if it is a classic one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
}

/// The answer of a cube.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerLine {
    /// The number of the cube, from 1.
    pub cube: usize,
    /// How many solutions were found; for a maximum, whether a better one was.
    pub found: u64,
    /// These solutions, or the best one, a line each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<String>,
    /// An upper bound on the scores in the cube.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<i64>,
    /// Solutions that score no more than this were not looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<i64>,
    /// `all` if there is nothing more to find, `enough` if the query's limit was reached;
    /// otherwise why the search was stopped.
    pub end: String,
    /// Whether a maximum was asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub best: bool,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CubeTextError {
    /// Text that is no such object.
    #[error("{0}; expected an object that 'satoku cubes' writes")]
    Json(String),
    /// A candidate that the puzzle lacks.
    #[error("found {found}, expected a candidate of the puzzle, such as {expected}")]
    Candidate {
        /// The text.
        found: String,
        /// A candidate.
        expected: String,
    },
    /// A solution that cannot be read.
    #[error("found {0}, expected a full grid")]
    Solution(String),
    /// The best solution, but not one.
    #[error("found {0} as the best solution, expected at most one")]
    Best(String),
}

const ALL: &str = "all";
const ENOUGH: &str = "enough";
const TIMEOUT: &str = "timeout";
const INTERRUPTED: &str = "interrupted";

/// The cubes of a split as lines; `above` is that of its request.
pub fn cube_lines<'s, P: Splittable>(
    puzzle: &'s P,
    split: &'s Split,
    above: Option<i64>,
) -> impl Iterator<Item = CubeLine> + 's {
    let of = split.cubes.len();
    let cubes = split.cubes.iter().zip(&split.bounds);
    (1..)
        .zip(cubes)
        .map(move |(number, (cube, bound))| CubeLine {
            cube: number,
            of,
            candidates: names(puzzle, cube),
            bound: *bound,
            above,
            below: None,
            puzzle: puzzle.within(cube).and_then(|part| part.line()),
        })
}

impl CubeLine {
    /// A line made for what is maximised, in the signs of the plain objective.
    #[must_use]
    pub fn signed(self, direction: Direction) -> CubeLine {
        match direction {
            Direction::Highest => self,
            Direction::Lowest => CubeLine {
                bound: self.bound.map(|bound| direction.signed(bound)),
                above: None,
                below: self.above.map(|above| direction.signed(above)),
                ..self
            },
        }
    }
}

/// The names of the candidates that a cube assumes.
pub fn names<P: Splittable>(puzzle: &P, cube: &Cube) -> Vec<String> {
    let candidates = cube.candidates.iter();
    candidates.map(|&each| puzzle.name(each)).collect()
}

/// The cube of a line.
///
/// # Errors
/// [`CubeTextError`] if a candidate is none of the puzzle. The field `puzzle` is ignored.
pub fn cube_of<P: Splittable>(puzzle: &P, line: &CubeLine) -> Result<Cube, CubeTextError> {
    let candidates = line.candidates.iter().map(|name| {
        puzzle.named(name).ok_or_else(|| CubeTextError::Candidate {
            found: crate::escape::quoted(name, 40),
            expected: "r1c2=3".into(),
        })
    });
    let candidates = candidates.collect::<Result<_, _>>()?;
    Ok(Cube { candidates })
}

/// Reads a line that [`cube_lines`] or [`answer_line`] made.
///
/// # Errors
/// [`CubeTextError::Json`].
pub fn parse<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, CubeTextError> {
    serde_json::from_str(text)
        .map_err(|error| CubeTextError::Json(crate::escape::line(&error.to_string()).into_owned()))
}

/// An answer as a line; `index` is the cube's, from 0.
pub fn answer_line<P: Splittable>(puzzle: &P, index: usize, answer: &CubeAnswer) -> AnswerLine {
    let (found, solutions, bound, end, best) = match answer {
        CubeAnswer::Solutions {
            found,
            solutions,
            end,
        } => (*found, &solutions[..], None, end, false),
        CubeAnswer::Best {
            solution,
            bound,
            end,
        } => {
            let solutions = solution.as_slice();
            (solutions.len() as u64, solutions, *bound, end, true)
        }
    };
    AnswerLine {
        cube: index + 1,
        found,
        solutions: solutions
            .iter()
            .map(|each| puzzle.solution_line(each))
            .collect(),
        bound,
        above: None,
        end: match end {
            End::Exhausted => ALL.into(),
            End::Enough => ENOUGH.into(),
            End::Stopped(Reason::Timeout) => TIMEOUT.into(),
            End::Stopped(Reason::Interrupted) => INTERRUPTED.into(),
            End::Stopped(reason) => reason.to_string(),
        },
        best,
    }
}

/// The answer of a line.
///
/// # Errors
/// [`CubeTextError::Solution`].
pub fn answer_of<P: Splittable>(
    puzzle: &P,
    line: &AnswerLine,
) -> Result<CubeAnswer, CubeTextError> {
    let solutions = line.solutions.iter().map(|text| {
        let read = puzzle.solution_of(text);
        read.ok_or_else(|| CubeTextError::Solution(crate::escape::quoted(text, 100)))
    });
    let mut solutions: Vec<_> = solutions.collect::<Result<_, _>>()?;
    let end = match &*line.end {
        ALL => End::Exhausted,
        ENOUGH => End::Enough,
        TIMEOUT => End::Stopped(Reason::Timeout),
        INTERRUPTED => End::Stopped(Reason::Interrupted),
        why => End::Stopped(Reason::Engine(why.to_owned())),
    };
    if line.best && (solutions.len() > 1 || line.found != solutions.len() as u64) {
        let listed = counted(solutions.len() as u64, "solution");
        return Err(CubeTextError::Best(format!(
            "\"found\":{} and {listed}",
            line.found
        )));
    }
    Ok(match line.best {
        true => CubeAnswer::Best {
            solution: solutions.pop(),
            bound: line.bound,
            end,
        },
        false => CubeAnswer::Solutions {
            found: line.found,
            solutions,
            end,
        },
    })
}
