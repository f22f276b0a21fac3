//! Best grids as Python sees them.

use crate::pickle::{Reduced, reduced};
use crate::puzzle::Question;
use crate::solution::GridSolution;
use pyo3::prelude::*;
use satoku::Optimum;
use satoku::objective::Direction;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How good the best solution of a puzzle is known to be.
///
/// >>> import satoku
/// >>> best = satoku.maximum("." * 81)
/// >>> best.verdict, best.score, best.bound
/// ('optimal', 2906, 2906)
#[pyclass(module = "satoku", name = "Optimum", frozen)]
pub struct BestFound {
    /// `optimal`, `feasible`, `unsatisfiable` or `unknown`.
    #[pyo3(get)]
    verdict: &'static str,
    /// The score of the best solution found.
    #[pyo3(get)]
    score: Option<i64>,
    /// No solution is better than this, where that is known.
    #[pyo3(get)]
    bound: Option<i64>,
    /// Why the search stopped before its end.
    #[pyo3(get)]
    reason: Option<String>,
    /// The best solution found.
    #[pyo3(get)]
    solution: Option<Py<GridSolution>>,
}

/// The figures of a maximum, with the sign that the user counts by.
pub struct OptimumFigures {
    pub verdict: &'static str,
    pub score: Option<i64>,
    pub bound: Option<i64>,
    pub reason: Option<String>,
}

impl OptimumFigures {
    /// Where the lowest score was asked for, scores change their sign.
    pub fn new(optimum: &Optimum, direction: Direction) -> OptimumFigures {
        let shown = |score: i64| direction.signed(score);
        let (verdict, score, bound, reason) = match optimum {
            Optimum::Optimal { score, .. } => ("optimal", Some(*score), Some(*score), None),
            Optimum::Feasible {
                score,
                bound,
                reason,
                ..
            } => ("feasible", Some(*score), *bound, Some(reason.to_string())),
            Optimum::Unsatisfiable => ("unsatisfiable", None, None, None),
            Optimum::Unknown(reason) => ("unknown", None, None, Some(reason.to_string())),
        };
        OptimumFigures {
            verdict,
            score: score.map(shown),
            bound: bound.map(shown),
            reason,
        }
    }
}

/// What is known of a maximum.
const VERDICTS: [&str; 4] = ["optimal", "feasible", "unsatisfiable", "unknown"];

impl BestFound {
    /// An answer by its attributes, if the verdict is one.
    pub fn restored(
        verdict: &str,
        score: Option<i64>,
        bound: Option<i64>,
        reason: Option<String>,
        solution: Option<Py<GridSolution>>,
    ) -> Option<BestFound> {
        Some(BestFound {
            verdict: VERDICTS.into_iter().find(|known| *known == verdict)?,
            score,
            bound,
            reason,
            solution,
        })
    }

    /// All but the solution.
    fn key(&self) -> (&str, Option<i64>, Option<i64>, Option<&str>) {
        let reason = self.reason.as_deref();
        (self.verdict, self.score, self.bound, reason)
    }

    /// The answer about this puzzle.
    ///
    /// # Errors
    /// Those of Python.
    pub fn new(
        py: Python<'_>,
        question: Question,
        optimum: &Optimum,
        direction: Direction,
    ) -> PyResult<BestFound> {
        let figures = OptimumFigures::new(optimum, direction);
        let best = optimum.best().map(|(solution, _)| solution.clone());
        let solution = best.map(|solution| Py::new(py, GridSolution::new(question, solution)));
        Ok(BestFound {
            verdict: figures.verdict,
            score: figures.score,
            bound: figures.bound,
            reason: figures.reason,
            solution: solution.transpose()?,
        })
    }
}

#[pymethods]
impl BestFound {
    /// The best solution as a list of rows.
    #[getter]
    fn grid(&self) -> Option<Vec<Vec<i32>>> {
        self.solution.as_ref().map(|solution| solution.get().rows())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let solution = self.solution.as_ref().map(|solution| solution.bind(py));
        let (score, bound, reason) = (self.score, self.bound, &self.reason);
        reduced(
            py,
            "_optimum",
            (self.verdict, score, bound, reason, solution),
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<BestFound>() else {
            return false;
        };
        let other = other.get();
        let solutions = (self.solution.as_ref(), other.solution.as_ref());
        self.key() == other.key()
            && match solutions {
                (Some(one), Some(other)) => one.get().is_same(other.get()),
                (one, other) => one.is_none() && other.is_none(),
            }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let number = |n: Option<i64>| n.map_or("None".into(), |n| n.to_string());
        let (score, bound) = (number(self.score), number(self.bound));
        format!(
            "Optimum(verdict='{}', score={score}, bound={bound})",
            self.verdict
        )
    }
}
