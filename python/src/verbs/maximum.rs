//! `maximum`.

use super::per_row::PerRow;
use super::{Input, Options, exposed};
use crate::column::{Kind, Layout, Value};
use crate::engines::Engines;
use crate::error::Failure;
use crate::keywords;
use crate::numbers;
use crate::optimum::{BestFound, OptimumFigures};
use crate::options::Reading;
use crate::puzzle::Question;
use crate::weights::Weights;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use satoku::Limits;

const VERDICTS: &[&str] = &["optimal", "feasible", "unsatisfiable", "unknown"];

/// The solution with the highest score Σ digit × weight, of one puzzle or of every
/// puzzle of a column.
///
/// weights has an integer for each cell in reading order, or for each digit of each
/// cell; without it, cells weigh 6 on the rim and one more for each ring inwards.
/// minimise=True looks for the lowest score. When the timeout comes first, the verdict is
/// 'feasible', with the best solution so far, or 'unknown', without one: it is not known then
/// whether there is any. No solution scores more than bound, or less with minimise=True; bound
/// is None where none is known.
///
/// >>> import satoku
/// >>> satoku.maximum("................", weights=[1] + [0] * 15)
/// Optimum(verdict='optimal', score=4, bound=4)
///
/// A column gives Answers with the columns verdict ('optimal', 'feasible',
/// 'unsatisfiable', 'unknown'), score, bound, solution and microseconds. The other
/// keywords are those of solve.
#[pyfunction]
#[pyo3(name = "maximum", signature = (puzzle, /, *, weights=None, minimise=false, **keywords))]
pub fn maximum<'py>(
    puzzle: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::weights)] weights: Option<Vec<i64>>,
    #[pyo3(from_py_with = keywords::minimise)] minimise: bool,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzle.py();
    exposed(|| {
        let options = Options::new(keywords, &["weights", "minimise"])?;
        let weights = Weights::new(weights, minimise);
        weights.check(options.reading.geometry)?;
        match options.asked(puzzle)? {
            Input::One(question) => {
                let optimum = options.watched(py, |engines, _, limits| {
                    engines.maximum(&question, &weights, limits)
                })?;
                let best = BestFound::new(py, question, &optimum, weights.direction)?;
                Ok(Bound::new(py, best)?.into_any())
            }
            Input::Many => {
                let columns = [
                    ("verdict", Kind::Word(VERDICTS)),
                    ("score", Kind::Number),
                    ("bound", Kind::Number),
                    ("solution", Kind::Text),
                    ("microseconds", Kind::Real),
                ];
                let verb = PerRow {
                    layout: Layout::new(&columns, options.keeps_errors),
                    answer: &|engines: &mut Engines,
                              question: &Question,
                              _: &Reading,
                              limits: &Limits| {
                        row(engines, question, &weights, limits)
                    },
                };
                Ok(Bound::new(py, options.run(puzzle, &verb)?)?.into_any())
            }
        }
    })
}

fn row(
    engines: &mut Engines,
    question: &Question,
    weights: &Weights,
    limits: &Limits,
) -> Result<Vec<Value>, Failure> {
    let optimum = engines.maximum(question, weights, limits)?;
    let figures = OptimumFigures::new(&optimum, weights.direction);
    let best = optimum
        .best()
        .map(|(solution, _)| question.solution_text(solution));
    Ok(vec![
        Value::Word(figures.verdict),
        figures.score.into(),
        figures.bound.into(),
        best.into(),
    ])
}
