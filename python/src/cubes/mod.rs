//! Cubes: a puzzle in parts that other machines solve. Cubes and answers are lines of JSON,
//! as `satoku cubes` writes them.

mod lines;
mod proof;
mod task;

use crate::certificate::packed;
use crate::column::form::refuse_column;
use crate::error::{BadInput, Failure};
use crate::keywords;
use crate::numbers;
use crate::options::{self, Names, Reading, duration, refuse};
use crate::puzzle::Question;
use crate::verbs::exposed;
use crate::watch::watched;
use crate::weights::Weights;
use proof::certified;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use satoku::Puzzle;
use satoku::certify::MAX_PROOF;

use satoku::rules::VariantPuzzle;
use std::num::{NonZeroU64, NonZeroUsize};
use task::Task;

/// A question about a puzzle that is answered in parts: its solutions up to a limit, or
/// its highest score. limit is 2 unless given. UnknownError says that the timeout came before it
/// was known what a variant means.
///
/// >>> import json, satoku
/// >>> task = satoku.Cubes("1.....3..4.....2", limit=10)
/// >>> cubes = task.split(4)
/// >>> answers = [task.solve(cube) for cube in cubes]
/// >>> json.loads(task.combine(cubes, answers))["verdict"]
/// 'unique'
#[pyclass(module = "satoku", frozen)]
pub struct Cubes(Kind);

enum Kind {
    Classic(Task<Puzzle>),
    Variant(Box<Task<VariantPuzzle>>),
}

/// The same call for both kinds.
macro_rules! each {
    ($cubes:expr, $task:ident => $call:expr) => {
        match &$cubes.0 {
            Kind::Classic($task) => $call,
            Kind::Variant($task) => $call,
        }
    };
}

#[pymethods]
impl Cubes {
    #[new]
    #[pyo3(signature = (puzzle, /, *, maximum=false, weights=None, minimise=false, limit=None, r#box=None,
        alphabet=None, rules=None, timeout=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        puzzle: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = keywords::maximum)] maximum: bool,
        #[pyo3(from_py_with = numbers::weights)] weights: Option<Vec<i64>>,
        #[pyo3(from_py_with = keywords::minimise)] minimise: bool,
        #[pyo3(from_py_with = numbers::limit)] limit: Option<NonZeroU64>,
        #[pyo3(from_py_with = keywords::shape)] r#box: Option<&str>,
        #[pyo3(from_py_with = keywords::alphabet)] alphabet: Option<&str>,
        #[pyo3(from_py_with = options::rules)] rules: Option<Names>,
        #[pyo3(from_py_with = numbers::timeout)] timeout: Option<f64>,
    ) -> PyResult<Cubes> {
        exposed(|| {
            if maximum {
                let of_solutions = [("limit", limit.is_some())];
                refuse(&of_solutions, "to solutions", "the maximum is asked for")?;
            } else {
                let of_scores = [("weights", weights.is_some()), ("minimise", minimise)];
                refuse(&of_scores, "with maximum=True", "solutions are asked for")?;
            }
            let limit = limit.map_or(2, NonZeroU64::get);
            let reading = Reading::new(r#box, alphabet, rules)?;
            refuse_column(puzzle, reading.geometry, "Cubes takes one puzzle")?;
            let question = Question::of_object(puzzle, &reading, duration(timeout)?)?;
            let weights = maximum.then(|| Weights::new(weights, minimise));
            Ok(Cubes(match (question.classic(), question) {
                (_, Question::Variant(variant)) => {
                    let puzzle = variant.puzzle.into_whole();
                    let puzzle = puzzle.map_err(|reason| Failure::open(&reason))?;
                    let board = puzzle.board();
                    let objective = weights.map(|weights| weights.on_board(board)).transpose()?;
                    Kind::Variant(Box::new(Task::new(puzzle, objective, limit)))
                }
                (Some(puzzle), _) => {
                    let geometry = puzzle.geometry();
                    let objective = weights.map(|weights| weights.on_shape(geometry));
                    Kind::Classic(Task::new(puzzle, objective.transpose()?, limit))
                }
                (None, _) => return Err(BadInput::new("found no puzzle, expected one").into()),
            }))
        })
    }

    /// A good solution to start from, if a maximum is wanted and one is found in moments.
    #[pyo3(signature = (*, timeout=None))]
    fn good_solution(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::timeout)] timeout: Option<f64>,
    ) -> PyResult<Option<String>> {
        exposed(|| {
            watched(
                py,
                duration(timeout)?,
                |limits| each!(self, task => task.good_solution(limits)),
            )
        })
    }

    /// About this many cubes, which share no solution and together have all of them; for a
    /// maximum, all that score more than the solution `known`, which applies to nothing else.
    /// Cubes of a certificate must
    /// have all solutions.
    #[pyo3(signature = (count, *, known=None, timeout=None))]
    fn split(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::count)] count: NonZeroUsize,
        #[pyo3(from_py_with = keywords::known)] known: Option<&str>,
        #[pyo3(from_py_with = numbers::timeout)] timeout: Option<f64>,
    ) -> PyResult<Vec<String>> {
        exposed(|| {
            watched(
                py,
                duration(timeout)?,
                |limits| each!(self, task => task.split(count.get(), known, limits)),
            )
        })
    }

    /// The answer of a cube. Of a maximum, only what scores more than `above` is of
    /// interest, and of a minimum what scores less; the answer calls it `below` then.
    #[pyo3(signature = (cube, *, above=None, timeout=None))]
    fn solve(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = keywords::cube)] cube: &str,
        #[pyo3(from_py_with = numbers::above)] above: Option<i64>,
        #[pyo3(from_py_with = numbers::timeout)] timeout: Option<f64>,
    ) -> PyResult<String> {
        exposed(|| {
            watched(
                py,
                duration(timeout)?,
                |limits| each!(self, task => task.solve(cube, above, limits)),
            )
        })
    }

    /// The whole answer, an object of JSON: verdict, solutions, score, bound, whether it is
    /// settled, and how many cubes are answered. Every solution is checked. Cubes that were
    /// made with `known`, or solved with `above`, leave out what scores no more: they need a
    /// solution with that score, one of theirs or `known`.
    #[pyo3(signature = (cubes, answers, *, known=None))]
    fn combine(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = keywords::cubes)] cubes: Vec<String>,
        #[pyo3(from_py_with = keywords::answers)] answers: Vec<String>,
        #[pyo3(from_py_with = keywords::known)] known: Option<&str>,
    ) -> PyResult<String> {
        exposed(|| {
            watched(py, None, |limits| {
                each!(self, task => {
                    let parts = task.parts(&cubes, limits)?;
                    let all = task.combination(&parts, &answers, known, limits)?;
                    Ok(task.describe(&all, cubes.len()).to_string())
                })
            })
        })
    }

    /// The proof of one part of a certificate, in binary DRAT: that a cube (from 0) has no
    /// other solutions than these, or none that scores more; the last part, whose number is
    /// that of the cubes, is that nothing is outside them.
    #[pyo3(signature = (cubes, solutions, part, *, timeout=None))]
    fn refute<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = keywords::cubes)] cubes: Vec<String>,
        #[pyo3(from_py_with = keywords::solutions)] solutions: Vec<String>,
        #[pyo3(from_py_with = numbers::part)] part: usize,
        #[pyo3(from_py_with = numbers::timeout)] timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        exposed(|| {
            if part > cubes.len() {
                let what = format!("part: found {part}, expected at most {}", cubes.len());
                return Err(BadInput::new(what).into());
            }
            let proof = watched(py, duration(timeout)?, |limits| {
                each!(self, task => {
                    let draft = task.draft(&cubes, &solutions, limits)?;
                    certified(draft.refute(part, limits, MAX_PROOF))
                })
            })?;
            Ok(PyBytes::new(py, &proof))
        })
    }

    /// The certificate of these proofs, one for each part, once the verifier accepts it: an
    /// archive that `verify` takes.
    #[pyo3(signature = (cubes, solutions, proofs))]
    fn certificate<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = keywords::cubes)] cubes: Vec<String>,
        #[pyo3(from_py_with = keywords::solutions)] solutions: Vec<String>,
        proofs: Vec<Vec<u8>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        exposed(|| {
            let bytes = watched(py, None, |limits| {
                each!(self, task => {
                    let draft = task.draft(&cubes, &solutions, limits)?;
                    if proofs.len() != draft.parts() {
                        let (found, expected) = (proofs.len(), draft.parts());
                        let what = format!(
                            "proofs: found {found}, expected {expected}: one of each part"
                        );
                        return Err(BadInput::new(what).into());
                    }
                    let made = certified(draft.in_memory(&proofs, limits))?;
                    packed(&made.files, limits)
                })
            })?;
            Ok(PyBytes::new(py, &bytes))
        })
    }
}
