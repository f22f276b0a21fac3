//! The answers about a column.

use crate::error::{Failure, missing_column_error};
use crate::pickle::{Reduced, columns, reduced};
use crate::text::cut;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::{DataType, Field, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyIterator, PyList};
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};
use std::sync::Arc;

/// Fewest rows of a batch, unless there are no more.
const BATCH: usize = 1024;

/// The answers about a column: Arrow record batches, in the order of the rows.
///
/// Anything that reads the Arrow PyCapsule interface takes them without a copy:
/// `pyarrow.table(answers)`, `polars.DataFrame(answers)`,
/// `pandas.DataFrame.from_arrow(answers)`, `duckdb.from_arrow(answers)`.
///
/// >>> import satoku
/// >>> answers = satoku.count(["." * 81], limit=2)
/// >>> answers.column_names
/// ['verdict', 'count', 'microseconds']
/// >>> answers["count"]
/// [2]
/// >>> list(dict(answers))
/// ['verdict', 'count', 'microseconds']
#[pyclass(module = "satoku", frozen)]
pub struct Answers {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Answers {
    /// These batches, small ones together.
    ///
    /// # Errors
    /// Batches of another schema.
    pub fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Result<Answers, Failure> {
        let (mut joined, mut small, mut rows) = (Vec::new(), Vec::new(), 0);
        for batch in batches {
            rows += batch.num_rows();
            small.push(batch);
            if rows >= BATCH {
                joined.push(join(&schema, &mut small)?);
                rows = 0;
            }
        }
        if !small.is_empty() {
            joined.push(join(&schema, &mut small)?);
        }
        Ok(Answers {
            schema,
            batches: joined,
        })
    }

    /// The names and types of the columns.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn position(&self, py: Python<'_>, name: &str) -> PyResult<usize> {
        match self.schema.index_of(name) {
            Ok(position) => Ok(position),
            Err(_) => {
                let names = self.column_names().join("', '");
                let what = format!("found no column '{}', expected one of '{names}'", cut(name));
                let error = missing_column_error(py)?.call1((what,))?;
                Err(PyErr::from_value(error))
            }
        }
    }

    /// The values of the column at this place.
    ///
    /// # Errors
    /// Those of Python.
    pub fn values<'py>(&self, py: Python<'py>, position: usize) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for batch in &self.batches {
            append(&list, batch.column(position))?;
        }
        Ok(list)
    }
}

/// The places of the values of a column among its words, and the words, if it has such.
pub fn words_of(answers: &Answers, position: usize) -> Option<(Vec<Option<i8>>, Vec<String>)> {
    let data = answers.schema.field(position).data_type();
    if !matches!(data, DataType::Dictionary(..)) {
        return None;
    }
    let (mut keys, mut words) = (Vec::new(), Vec::new());
    for batch in &answers.batches {
        let column = batch.column(position).as_dictionary::<Int8Type>();
        keys.extend(column.keys().iter());
        // All batches of a verb have the same words.
        let texts = column.values().as_string::<i32>().iter().flatten();
        words = texts.map(str::to_owned).collect();
    }
    Some((keys, words))
}

fn join(schema: &SchemaRef, batches: &mut Vec<RecordBatch>) -> Result<RecordBatch, Failure> {
    let joined = match &batches[..] {
        [one] => Ok(one.clone()),
        many => arrow_select::concat::concat_batches(schema, many),
    };
    batches.clear();
    joined.map_err(|error| Failure::Engine(error.to_string()))
}

/// Appends the values of an array to a list.
fn append(list: &Bound<'_, PyList>, array: &ArrayRef) -> PyResult<()> {
    let py = list.py();
    match array.data_type() {
        DataType::Utf8 => array
            .as_string::<i32>()
            .iter()
            .try_for_each(|text| list.append(text)),
        DataType::Int64 => {
            let numbers = array.as_primitive::<Int64Type>();
            numbers.iter().try_for_each(|number| list.append(number))
        }
        DataType::Float64 => {
            let numbers = array.as_primitive::<Float64Type>();
            numbers.iter().try_for_each(|number| list.append(number))
        }
        DataType::Boolean => array
            .as_boolean()
            .iter()
            .try_for_each(|flag| list.append(flag)),
        DataType::Binary => {
            let bytes = array.as_binary::<i32>().iter();
            bytes
                .map(|bytes| bytes.map(|bytes| PyBytes::new(py, bytes)))
                .try_for_each(|bytes| list.append(bytes))
        }
        DataType::Dictionary(..) => {
            let words = array.as_dictionary::<Int8Type>();
            let texts = words.values().as_string::<i32>();
            let keys = words.keys().iter();
            keys.map(|key| key.map(|key| texts.value(key as usize)))
                .try_for_each(|text| list.append(text))
        }
        other => Err(Failure::Engine(format!("a column of type {other}")).into()),
    }
}

#[pymethods]
impl Answers {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect()
    }

    /// Rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// Record batches.
    #[getter]
    fn num_batches(&self) -> usize {
        self.batches.len()
    }

    fn __len__(&self) -> usize {
        self.num_rows()
    }

    /// The values of a column as a list.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        self.values(py, self.position(py, name)?)
    }

    /// The names of the columns, so that `dict(answers)` has all of them.
    fn keys(&self) -> Vec<String> {
        self.column_names()
    }

    /// The values of a column as a list, or the default if there is no column of this name.
    #[pyo3(signature = (name, default=None, /))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.schema.index_of(name) {
            Ok(position) => Ok(Some(self.values(py, position)?.into_any())),
            Err(_) => Ok(default),
        }
    }

    /// All columns, as `dict.items` has them.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Bound<'py, PyList>)>> {
        let names = self.column_names().into_iter().enumerate();
        names
            .map(|(position, name)| Ok((name, self.values(py, position)?)))
            .collect()
    }

    /// All columns without their names.
    #[pyo3(name = "values")]
    fn all_values<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyList>>> {
        let positions = 0..self.schema.fields().len();
        positions
            .map(|position| self.values(py, position))
            .collect()
    }

    /// Whether a column has this name.
    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        let name = name.extract::<String>();
        name.is_ok_and(|name| self.schema.index_of(&name).is_ok())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.column_names())?.try_iter()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "_answers", (columns(self, py)?,))
    }

    /// All columns as lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for (name, values) in self.items(py)? {
            columns.set_item(name, values)?;
        }
        Ok(columns)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, &*self.schema)?)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let fields = self.schema.fields().clone();
        let field = Arc::new(Field::new_struct("", fields, false));
        let batches = self.batches.clone().into_iter();
        let arrays = batches.map(|batch| Ok(Arc::new(StructArray::from(batch)) as ArrayRef));
        let reader = ArrayIterator::new(arrays.collect::<Vec<_>>(), field);
        Ok(to_stream_pycapsule(py, Box::new(reader), requested_schema)?)
    }

    fn __repr__(&self) -> String {
        format!(
            "Answers({} rows: {})",
            self.num_rows(),
            self.column_names().join(", ")
        )
    }
}
