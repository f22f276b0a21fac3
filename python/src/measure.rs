//! Encodings × solvers in figures, a row for each run.

use crate::column::{Answers, Entry, Kind, Layout, RowFailure, Task, Value, Verb};
use crate::engines::encoding;
use crate::error::{BadInput, Failure};
use crate::keywords::Keyword;
use crate::options::{self, Names, presolve_named};
use crate::text::cut;
use crate::verbs::{Options, exposed};
use arrow_array::{ArrayRef, Int64Array};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use satoku::backend::Presolve;
use satoku::measure::{CombinationFigures, Combinations, Measurement, Times};
use satoku::outcome::Reason;
use satoku::sat::Engine;
use satoku::sat::process::SolverCommand;
use satoku::{Encoding, Puzzle};
use std::ops::ControlFlow;
use std::sync::Arc;

const VERDICTS: &[&str] = &["solved", "unsatisfiable", "unknown", "skipped"];

/// The figures of SAT solvers with encodings: a row for each puzzle, encoding, solver and
/// presolving level, with the columns row (of the puzzle, from 0), encoding, solver,
/// presolve, verdict ('solved', 'unsatisfiable', 'unknown', or 'skipped' because the
/// formula is too large), variables, clauses, literals, propagated (unit propagation
/// alone decides it), encode_seconds, solve_seconds, cpu_seconds, conflicts, and fault
/// (what is wrong with the solver).
///
/// encodings are names or .toml files, all built-in ones by default. solvers are 'varisat' (the
/// default) and commands that speak DIMACS, such as 'cadical -q'; a string is one of them. Every model is checked. The
/// timeout is for each run, and for each formula whose size is measured: variables and
/// clauses of one that is not finished in time are null. So are the times of the solver where
/// none ran, because presolving refuted the puzzle.
///
/// >>> import satoku
/// >>> runs = satoku.measure(["..1..3..2......4"], encodings=["minimal", "extended"])
/// >>> runs["encoding"], runs["verdict"]
/// (['minimal', 'extended'], ['solved', 'solved'])
#[pyfunction]
#[pyo3(signature = (puzzles, /, *, encodings=None, solvers=None, presolve=None, **keywords))]
pub fn measure(
    puzzles: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = options::encodings)] encodings: Option<Names>,
    #[pyo3(from_py_with = solvers)] solvers: Option<Vec<String>>,
    #[pyo3(from_py_with = options::presolve)] presolve: Option<Names>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Answers> {
    exposed(|| {
        let options = Options::new(keywords, &["encodings", "solvers", "presolve"])?;
        let encodings = match encodings.map(Names::into_vec) {
            None => Encoding::built_in(),
            Some(names) => some("encodings", names)?
                .iter()
                .map(|name| encoding(name, "encodings"))
                .collect::<Result<_, _>>()?,
        };
        let solvers = some("solvers", solvers.unwrap_or_else(|| vec!["varisat".into()]))?;
        let engines = solvers
            .iter()
            .map(|name| engine(puzzles.py(), name))
            .collect::<Result<_, _>>()?;
        let levels = presolve.map_or_else(|| vec!["locked".into()], Names::into_vec);
        let presolves = some("presolve", levels)?
            .iter()
            .map(|name| presolve_named(name))
            .collect::<Result<_, _>>()?;
        let verb = Measure {
            engines,
            encodings,
            presolves,
            layout: Layout::new(&columns(), options.keeps_errors),
        };
        options.run(puzzles, &verb)
    })
}

/// Reads the keyword `solvers`: a command, which may have commas, or a list of such.
fn solvers(value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<String>>> {
    match value.is_instance_of::<PyString>() {
        true => Ok(Some(vec![String::read(value, "solvers")?])),
        false => Option::read(value, "solvers"),
    }
}

/// The names, of which there must be one at least.
fn some(keyword: &str, names: Vec<String>) -> Result<Vec<String>, Failure> {
    match names.is_empty() {
        true => {
            let what = format!(
                "{keyword}: found no names, expected at least one; leave {keyword} out for the default"
            );
            Err(BadInput::new(what).into())
        }
        false => Ok(names),
    }
}

/// An engine of this build, or the program of a command.
fn engine(py: Python<'_>, name: &str) -> Result<Engine, Failure> {
    if let Some(engine) = Engine::built_in()
        .into_iter()
        .find(|engine| engine.name == name)
    {
        return Ok(engine);
    }
    let bad = |error: String| Failure::from(BadInput::new(format!("solvers: {error}")));
    let command = SolverCommand::parse(name).map_err(|error| bad(error.to_string()))?;
    let program = command.program();
    let found = py.import("shutil")?.call_method1("which", (program,))?;
    if found.is_none() {
        return Err(bad(format!(
            "found no program '{}', expected 'varisat' or an installed solver",
            cut(program)
        )));
    }
    Ok(command.engine())
}

/// The place of the column with the number of the puzzle.
const ROW: usize = 0;

fn columns() -> [(&'static str, Kind); 14] {
    [
        ("row", Kind::Number),
        ("encoding", Kind::Text),
        ("solver", Kind::Text),
        ("presolve", Kind::Text),
        ("verdict", Kind::Word(VERDICTS)),
        ("variables", Kind::Number),
        ("clauses", Kind::Number),
        ("literals", Kind::Number),
        ("propagated", Kind::Flag),
        ("encode_seconds", Kind::Real),
        ("solve_seconds", Kind::Real),
        ("cpu_seconds", Kind::Real),
        ("conflicts", Kind::Number),
        ("fault", Kind::Text),
    ]
}

struct Measure {
    engines: Vec<Engine>,
    encodings: Vec<Encoding>,
    presolves: Vec<Presolve>,
    layout: Layout,
}

impl Measure {
    /// The rows of a puzzle; none if it was interrupted.
    fn runs(&self, puzzle: &Puzzle, row: usize, task: &Task<'_>) -> Option<Vec<Vec<Value>>> {
        let mut measurement = Measurement::new(Combinations {
            engines: self.engines.clone(),
            encodings: self.encodings.clone(),
            presolves: self.presolves.clone(),
        });
        let go_on = &mut || ControlFlow::Continue(());
        let added = measurement.add(puzzle, &|| task.limits(), go_on);
        added.is_continue().then(|| {
            let rows = measurement.rows().iter();
            rows.map(|figures| values(row, figures)).collect()
        })
    }
}

impl Verb for Measure {
    type Worker = ();

    fn worker(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn answer(&self, (): &mut (), task: &Task<'_>) -> Result<Vec<ArrayRef>, RowFailure> {
        let mut rows = Vec::new();
        // An error has no values but this one.
        let mut numbers = Vec::new();
        for index in 0..task.len {
            if task.stop.is_set() {
                return Err(task.failure(index, Failure::open(&Reason::Interrupted)));
            }
            let row = (task.row + index) as i64;
            let question = match task.entry(index)? {
                Entry::Puzzle(question) => question,
                Entry::Bad(error) => {
                    rows.push(Err(error.message()));
                    numbers.push(row);
                    continue;
                }
            };
            match question.classic() {
                Some(puzzle) => match self.runs(&puzzle, task.row + index, task) {
                    Some(runs) => rows.extend(runs.into_iter().map(Ok)),
                    None => return Err(task.failure(index, Failure::open(&Reason::Interrupted))),
                },
                None => {
                    let what = "variants cannot be measured, expected a classic puzzle";
                    rows.push(Err(task.kept(index, Failure::Unsupported(what.into()))?));
                }
            }
            numbers.resize(rows.len(), row);
        }
        let mut arrays = self.layout.arrays(&rows);
        arrays[ROW] = Arc::new(Int64Array::from(numbers));
        Ok(arrays)
    }
}

/// The figures of a combination on one puzzle.
fn values(row: usize, figures: &CombinationFigures) -> Vec<Value> {
    let verdict = match (figures.solved, figures.unsatisfiable, figures.skipped) {
        (1, ..) => "solved",
        (_, 1, _) => "unsatisfiable",
        (_, _, 1) => "skipped",
        _ => "unknown",
    };
    let size = |mean: f64| match figures.skipped == 0 && !mean.is_nan() {
        true => Value::Number(mean.round() as i64),
        false => Value::Null,
    };
    let time = |times: &Times| match times.summary() {
        Some(summary) => Value::Real(summary.sum),
        None => Value::Null,
    };
    let propagated = match figures.share_propagated() {
        Some(share) => Value::Flag(share > 0.0),
        None => Value::Null,
    };
    vec![
        Value::Number(row as i64),
        Value::Text(figures.encoding.clone()),
        Value::Text(figures.engine.clone()),
        Value::Text(figures.presolve.to_owned()),
        Value::Word(verdict),
        size(figures.variables),
        size(figures.clauses),
        size(figures.literals),
        propagated,
        time(&figures.encode),
        time(&figures.solve),
        time(&figures.cpu),
        figures.conflicts.map(|count| count as i64).into(),
        figures.fault.clone().into(),
    ]
}
