//! satoku for Python: the extension module `satoku._satoku`.

#![warn(clippy::unwrap_used)]

mod column;
mod engines;
mod error;
mod options;
mod puzzle;
mod solution;
mod verbs;
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
    module.add("UnknownError", py.get_type::<error::UnknownError>())?;
    module.add("UnsupportedError", py.get_type::<error::UnsupportedError>())?;
    module.add("EngineError", py.get_type::<error::EngineError>())?;
    module.add_class::<solution::GridSolution>()?;
    module.add_class::<solution::BestFound>()?;
    module.add_class::<verbs::solutions::Solutions>()?;
    module.add_class::<column::Answers>()?;
    module.add_function(wrap_pyfunction!(verbs::solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::solve::is_proper, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::count::count, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::solutions::solutions, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::canonical::canonical, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::minimize::minimize, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::maximum::maximum, module)?)?;
    Ok(())
}
