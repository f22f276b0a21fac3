//! satoku for Python: the extension module `satoku._satoku`.

#![warn(clippy::unwrap_used)]

mod callable;
mod cells;
mod certificate;
mod column;
mod compare;
mod cubes;
mod disk;
mod engines;
mod error;
mod formula;
mod generate;
mod goal;
mod keywords;
mod measure;
mod numbers;
mod optimum;
mod options;
mod pickle;
mod puzzle;
mod returned;
mod solution;
mod text;
mod variant;
mod verbs;
mod verification;
mod watch;
mod weights;

use pyo3::prelude::*;

/// The extension module; `satoku` shows what is in it.
#[pymodule]
fn _satoku(module: &Bound<'_, PyModule>) -> PyResult<()> {
    error::keep_panics_quiet();
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("SatokuError", py.get_type::<error::SatokuError>())?;
    module.add("InputError", error::input_error(py)?)?;
    module.add("UnsolvableError", py.get_type::<error::UnsolvableError>())?;
    module.add("UnknownError", error::unknown_error(py)?)?;
    module.add("UnsupportedError", py.get_type::<error::UnsupportedError>())?;
    module.add("MissingColumnError", error::missing_column_error(py)?)?;
    module.add("ClaimError", py.get_type::<error::ClaimError>())?;
    module.add("EngineError", py.get_type::<error::EngineError>())?;
    module.add_class::<solution::GridSolution>()?;
    module.add_class::<optimum::BestFound>()?;
    module.add_class::<verbs::solutions::Solutions>()?;
    module.add_class::<column::Answers>()?;
    module.add_class::<cubes::Cubes>()?;
    module.add_class::<formula::PuzzleFormula>()?;
    module.add_class::<certificate::Certificate>()?;
    module.add_class::<verification::Verification>()?;
    module.add_class::<compare::Comparison>()?;
    module.add_class::<compare::Disagreement>()?;
    module.add_function(wrap_pyfunction!(verbs::solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::solve::is_proper, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::count::count, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::solutions::solutions, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::candidates::candidates, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::explain::contradiction, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::explain::redundant, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::canonical::canonical, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::minimize::minimize, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::maximum::maximum, module)?)?;
    module.add_function(wrap_pyfunction!(generate::generate, module)?)?;
    module.add_function(wrap_pyfunction!(formula::encode, module)?)?;
    module.add_function(wrap_pyfunction!(certificate::prove, module)?)?;
    module.add_function(wrap_pyfunction!(certificate::verify, module)?)?;
    module.add_function(wrap_pyfunction!(certificate::certify, module)?)?;
    module.add_function(wrap_pyfunction!(measure::measure, module)?)?;
    module.add_function(wrap_pyfunction!(compare::compare, module)?)?;
    module.add_function(wrap_pyfunction!(pickle::classic_solution, module)?)?;
    module.add_function(wrap_pyfunction!(pickle::variant_solution, module)?)?;
    module.add_function(wrap_pyfunction!(pickle::optimum, module)?)?;
    module.add_function(wrap_pyfunction!(pickle::certificate, module)?)?;
    module.add_function(wrap_pyfunction!(pickle::verification, module)?)?;
    module.add_function(wrap_pyfunction!(pickle::answers, module)?)?;
    module.add_function(wrap_pyfunction!(pickle::disagreement, module)?)?;
    module.add_function(wrap_pyfunction!(pickle::comparison, module)?)?;
    Ok(())
}
