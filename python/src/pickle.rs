//! Answers as `pickle` and `copy` take them: a function of this module and its arguments.

use crate::certificate::Certificate;
use crate::column::{Answers, words_of};
use crate::compare::{Comparison, Disagreement};
use crate::error::{BadInput, Failure};
use crate::optimum::BestFound;
use crate::options::geometry;
use crate::puzzle::Question;
use crate::solution::GridSolution;
use crate::verbs::exposed;
use crate::verification::Verification;
use crate::watch::watched;
use arrow_array::builder::BinaryBuilder;
use arrow_array::{
    ArrayRef, BooleanArray, DictionaryArray, Float64Array, Int8Array, Int64Array, RecordBatch,
    StringArray,
};
use arrow_schema::{Field, Schema};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use satoku::grid::text::Alphabet;
use satoku::{Digit, Puzzle, Solution};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What `__reduce__` returns.
pub type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// A call of the function of this name.
///
/// # Errors
/// Those of Python.
pub fn reduced<'py>(
    py: Python<'py>,
    function: &str,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Reduced<'py>> {
    let function = py.import("satoku._satoku")?.getattr(function)?;
    Ok((function, arguments.into_pyobject(py)?))
}

fn damaged(what: &str) -> Failure {
    BadInput::new(format!("found a damaged pickle: {what}")).into()
}

/// A solution of a classic puzzle, whose empty cells are 0.
#[pyfunction]
#[pyo3(name = "_classic_solution")]
pub fn classic_solution(
    shape: &str,
    alphabet: &str,
    givens: Vec<u16>,
    digits: Vec<u16>,
) -> PyResult<GridSolution> {
    exposed(|| {
        let geometry = geometry(shape)?;
        let alphabet = Alphabet::ALL.into_iter().find(|a| a.name() == alphabet);
        let alphabet = alphabet.ok_or_else(|| damaged("an unknown alphabet"))?;
        let side = geometry.side();
        let is_digit = |digit: &u16| usize::from(*digit) <= side;
        let puzzle = givens
            .iter()
            .all(is_digit)
            .then(|| Puzzle::new(geometry, givens.into_iter().map(Digit::new).collect()));
        let puzzle = puzzle.flatten().ok_or_else(|| damaged("no puzzle"))?;
        let solution = solution(digits, geometry.cell_count(), side)?;
        Ok(GridSolution::new(
            Question::of_puzzle(puzzle, alphabet),
            solution,
        ))
    })
}

/// A solution of a variant in satoku's JSON.
#[pyfunction]
#[pyo3(name = "_variant_solution")]
pub fn variant_solution(
    py: Python<'_>,
    description: &str,
    digits: Vec<u16>,
) -> PyResult<GridSolution> {
    exposed(|| {
        let description = serde_json::from_str(description);
        let description = description.map_err(|error| damaged(&error.to_string()))?;
        let (question, board) = watched(py, None, |limits| {
            Ok(Question::of_description(description, limits)?)
        })?;
        let solution = solution(digits, board.cell_count(), board.digit_count())?;
        Ok(GridSolution::new(question, solution))
    })
}

fn solution(digits: Vec<u16>, cells: usize, most: usize) -> Result<Solution, Failure> {
    let is_full = digits.len() == cells && digits.iter().all(|digit| usize::from(*digit) <= most);
    let digits: Option<Vec<Digit>> = digits.into_iter().map(Digit::new).collect();
    let digits = digits.filter(|_| is_full);
    Ok(Solution::new(
        digits.ok_or_else(|| damaged("no full grid"))?,
    ))
}

/// An optimum by its attributes.
#[pyfunction]
#[pyo3(name = "_optimum")]
pub fn optimum(
    verdict: &str,
    score: Option<i64>,
    bound: Option<i64>,
    reason: Option<String>,
    solution: Option<Py<GridSolution>>,
) -> PyResult<BestFound> {
    let restored = BestFound::restored(verdict, score, bound, reason, solution);
    exposed(|| restored.ok_or_else(|| damaged("an unknown verdict")))
}

/// A certificate by its claim and its files.
#[pyfunction]
#[pyo3(name = "_certificate")]
pub fn certificate(claim: String, files: BTreeMap<String, Vec<u8>>) -> Certificate {
    Certificate::restored(claim, files)
}

/// The verifier's opinion by its attributes.
#[pyfunction]
#[pyo3(name = "_verification")]
pub fn verification(
    verdict: &str,
    claim: Option<String>,
    puzzle: Option<String>,
    objective: Option<String>,
    reason: Option<String>,
) -> PyResult<Verification> {
    let restored = Verification::restored(verdict, claim, puzzle, objective, reason);
    exposed(|| restored.ok_or_else(|| damaged("an unknown verdict")))
}

/// A wrong answer as `pickle` takes it.
///
/// # Errors
/// Those of Python.
pub fn disagreement_arguments<'py>(py: Python<'py>, one: &Disagreement) -> PyResult<Reduced<'py>> {
    let (kind, accused, claim) = (&one.kind, &one.accused, &one.claim);
    let (witness, puzzle, smallest) = (&one.witness, &one.puzzle, &one.smallest);
    let attributes = (kind, accused, claim, witness, puzzle, smallest);
    reduced(py, "_disagreement", attributes)
}

/// The result of a comparison as `pickle` takes it.
///
/// # Errors
/// Those of Python.
pub fn comparison_arguments<'py>(py: Python<'py>, all: &Comparison) -> PyResult<Reduced<'py>> {
    let disagreements: Vec<_> = all.disagreements.iter().map(|one| one.bind(py)).collect();
    let attributes = (all.puzzles, all.answers, all.open, all.wrong, disagreements);
    reduced(py, "_comparison", attributes)
}

/// A wrong answer by its attributes.
#[pyfunction]
#[pyo3(name = "_disagreement")]
pub fn disagreement(
    kind: String,
    accused: String,
    claim: String,
    witness: Option<String>,
    puzzle: String,
    smallest: String,
) -> Disagreement {
    Disagreement {
        kind,
        accused,
        claim,
        witness,
        puzzle,
        smallest,
    }
}

/// The result of a comparison by its attributes.
#[pyfunction]
#[pyo3(name = "_comparison")]
pub fn comparison(
    puzzles: u64,
    answers: u64,
    open: u64,
    wrong: u64,
    disagreements: Vec<Py<Disagreement>>,
) -> Comparison {
    Comparison {
        puzzles,
        answers,
        open,
        wrong,
        disagreements,
    }
}

/// A column of answers: its name, its kind, its values, and the words that they stand for.
pub type Column<'py> = (String, String, Bound<'py, PyAny>, Vec<String>);

/// The columns of answers.
///
/// # Errors
/// Those of Python.
pub fn columns<'py>(answers: &Answers, py: Python<'py>) -> PyResult<Vec<Column<'py>>> {
    let schema = answers.schema();
    let fields = schema.fields().iter().enumerate();
    fields
        .map(|(index, field)| {
            let name = field.name().clone();
            let kind = field.data_type().to_string();
            let (values, words) = match words_of(answers, index) {
                Some((keys, words)) => (keys.into_pyobject(py)?, words),
                None => (answers.values(py, index)?.into_any(), Vec::new()),
            };
            Ok((name, kind, values, words))
        })
        .collect()
}

/// Answers by their columns.
#[pyfunction]
#[pyo3(name = "_answers")]
pub fn answers(columns: Vec<Column<'_>>) -> PyResult<Answers> {
    exposed(|| {
        let (mut fields, mut arrays) = (Vec::new(), Vec::new());
        for (name, kind, values, words) in columns {
            let array = array(&kind, &values, words)?;
            fields.push(Field::new(name, array.data_type().clone(), true));
            arrays.push(array);
        }
        let schema = Arc::new(Schema::new(fields));
        let batch = RecordBatch::try_new(schema.clone(), arrays);
        let batch = batch.map_err(|error| damaged(&error.to_string()))?;
        Answers::new(schema, vec![batch])
    })
}

fn array(kind: &str, values: &Bound<'_, PyAny>, words: Vec<String>) -> Result<ArrayRef, Failure> {
    Ok(match kind {
        "Utf8" => Arc::new(StringArray::from(values.extract::<Vec<Option<String>>>()?)),
        "Int64" => Arc::new(Int64Array::from(values.extract::<Vec<Option<i64>>>()?)),
        "Float64" => Arc::new(Float64Array::from(values.extract::<Vec<Option<f64>>>()?)),
        "Boolean" => Arc::new(BooleanArray::from(values.extract::<Vec<Option<bool>>>()?)),
        "Binary" => {
            let mut builder = BinaryBuilder::new();
            for value in values.try_iter()? {
                builder.append_option(value?.extract::<Option<Vec<u8>>>()?);
            }
            Arc::new(builder.finish())
        }
        "Dictionary(Int8, Utf8)" => {
            let keys = Int8Array::from(values.extract::<Vec<Option<i8>>>()?);
            let words = Arc::new(StringArray::from(words));
            let column = DictionaryArray::try_new(keys, words);
            Arc::new(column.map_err(|error| damaged(&error.to_string()))?)
        }
        other => return Err(damaged(&format!("a column of type {other}"))),
    })
}
