//! `minimize`.

use super::per_row::PerRow;
use super::{Input, Options, exposed};
use crate::column::{Kind, Layout, Value};
use crate::engines::{Engines, Minimal};
use crate::error::Failure;
use crate::numbers;
use crate::options::Reading;
use crate::puzzle::Question;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use satoku::Limits;

const VERDICTS: &[&str] = &["minimal", "unsatisfiable", "several", "unknown"];

/// A puzzle without its redundant givens, or every puzzle of a column.
///
/// Givens are removed in reading order, or in the random order of a seed, unless there
/// would be a second solution. Of a variant, givens and pencilmarks are removed first,
/// then constraints; the result is JSON. UnsolvableError says that the puzzle is not
/// proper, UnknownError that the timeout came first; its attribute reduced is the puzzle as
/// far as it was reduced, perhaps not minimal, or None if nothing was removed.
///
/// >>> import satoku
/// >>> satoku.minimize("1234341221434321")
/// '......12.1.3.32.'
///
/// A column gives Answers with the columns verdict ('minimal', 'unsatisfiable',
/// 'several', 'unknown'), puzzle, givens, removed, reduced and microseconds; reduced is as
/// above, where the verdict is 'unknown'. The other keywords are those of solve.
#[pyfunction]
#[pyo3(name = "minimize", signature = (puzzle, /, *, seed=None, **keywords))]
pub fn minimize<'py>(
    puzzle: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::seed)] seed: Option<u64>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzle.py();
    exposed(|| {
        let options = Options::new(keywords, &["seed"])?;
        match options.asked(puzzle)? {
            Input::One(question) => {
                let minimal = options.watched(py, |engines, reading, limits| {
                    engines.minimize(&question, reading.library(), seed, limits)
                })?;
                let text = only(minimal, &question)?;
                Ok(text.into_pyobject(py).map_err(PyErr::from)?.into_any())
            }
            Input::Many => {
                let columns = [
                    ("verdict", Kind::Word(VERDICTS)),
                    ("puzzle", Kind::Text),
                    ("givens", Kind::Number),
                    ("removed", Kind::Number),
                    ("reduced", Kind::Text),
                    ("microseconds", Kind::Real),
                ];
                let verb = PerRow {
                    layout: Layout::new(&columns, options.keeps_errors),
                    answer: &|engines: &mut Engines,
                              question: &Question,
                              reading: &Reading,
                              limits: &Limits| {
                        Ok(row(engines.minimize(
                            question,
                            reading.library(),
                            seed,
                            limits,
                        )?))
                    },
                };
                Ok(Bound::new(py, options.run(puzzle, &verb)?)?.into_any())
            }
        }
    })
}

fn only(minimal: Minimal, question: &Question) -> Result<String, Failure> {
    match minimal {
        Minimal::Puzzle { text, .. } => Ok(text),
        Minimal::Unsatisfiable => Err(Failure::Unsolvable(question.no_solution())),
        Minimal::Several => Err(Failure::Unsolvable(
            "the puzzle has several solutions, expected exactly one".into(),
        )),
        Minimal::Reduced(text, reason) => Err(Failure::reduced(&reason, text)),
        Minimal::Unknown(reason) => Err(Failure::open(&reason)),
    }
}

fn row(minimal: Minimal) -> Vec<Value> {
    let number = |count: usize| Value::Number(count as i64);
    let without = |word, reduced| {
        let (puzzle, givens, removed) = (Value::Null, Value::Null, Value::Null);
        vec![Value::Word(word), puzzle, givens, removed, reduced]
    };
    match minimal {
        Minimal::Puzzle {
            text,
            givens,
            removed,
        } => {
            vec![
                Value::Word("minimal"),
                Value::Text(text),
                number(givens),
                number(removed),
                Value::Null,
            ]
        }
        Minimal::Unsatisfiable => without("unsatisfiable", Value::Null),
        Minimal::Several => without("several", Value::Null),
        Minimal::Reduced(text, _) => without("unknown", Value::Text(text)),
        Minimal::Unknown(_) => without("unknown", Value::Null),
    }
}
