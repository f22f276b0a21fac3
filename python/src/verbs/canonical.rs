//! `canonical`.

use super::per_row::PerRow;
use super::{Input, Options, exposed};
use crate::column::{Kind, Layout, Value};
use crate::engines::Engines;
use crate::error::Failure;
use crate::options::Reading;
use crate::puzzle::Question;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use satoku::Limits;

const VERDICTS: &[&str] = &["canonical", "unknown"];

/// The canonical (minlex) form of a puzzle, or of every puzzle of a column: the same for
/// all puzzles that differ by a symmetry of the grid.
///
/// >>> import satoku
/// >>> satoku.canonical("1...............") == satoku.canonical("...............4")
/// True
///
/// A column gives Answers with the columns verdict ('canonical', 'unknown'), puzzle and
/// microseconds. The keywords are those of solve.
#[pyfunction]
#[pyo3(name = "canonical", signature = (puzzle, /, *, **keywords))]
pub fn canonical<'py>(
    puzzle: &Bound<'py, PyAny>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzle.py();
    exposed(|| {
        let options = Options::new(keywords, &[])?;
        match options.asked(puzzle)? {
            Input::One(question) => {
                let found = options.watched(py, |engines, _, limits| {
                    engines.canonical(&question, limits)
                })?;
                let text = found.map_err(|reason| Failure::open(&reason))?;
                Ok(text.into_pyobject(py).map_err(PyErr::from)?.into_any())
            }
            Input::Many => {
                let columns = [
                    ("verdict", Kind::Word(VERDICTS)),
                    ("puzzle", Kind::Text),
                    ("microseconds", Kind::Real),
                ];
                let verb = PerRow {
                    layout: Layout::new(&columns, options.keeps_errors),
                    answer: &row,
                };
                Ok(Bound::new(py, options.run(puzzle, &verb)?)?.into_any())
            }
        }
    })
}

fn row(
    engines: &mut Engines,
    question: &Question,
    _: &Reading,
    limits: &Limits,
) -> Result<Vec<Value>, Failure> {
    Ok(match engines.canonical(question, limits)? {
        Ok(text) => vec![Value::Word("canonical"), Value::Text(text)],
        Err(_) => vec![Value::Word("unknown"), Value::Null],
    })
}
