//! The answers about a column.

use crate::error::{BadInput, Failure};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::{DataType, Field, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList};
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

    fn position(&self, name: &str) -> Result<usize, Failure> {
        let found = self.schema.index_of(name).ok();
        Ok(found.ok_or_else(|| {
            let names = self.column_names().join("', '");
            BadInput::new(format!(
                "found no column '{name}', expected one of '{names}'"
            ))
        })?)
    }
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
        let position = self.position(name)?;
        let list = PyList::empty(py);
        for batch in &self.batches {
            append(&list, batch.column(position))?;
        }
        Ok(list)
    }

    /// All columns as lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for name in self.column_names() {
            columns.set_item(&name, self.__getitem__(py, &name)?)?;
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
