//! Rows of answers as Arrow arrays.

use arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Float64Builder, Int8Builder, Int64Builder, StringBuilder,
};
use arrow_array::types::Int8Type;
use arrow_array::{ArrayRef, DictionaryArray, Int8Array, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::sync::Arc;

/// What a column of answers holds.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// One of these words.
    Word(&'static [&'static str]),
    Text,
    Number,
    Real,
    Flag,
    Bytes,
}

/// An answer in one column.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Null,
    Word(&'static str),
    Text(String),
    Number(i64),
    Real(f64),
    Flag(bool),
    Bytes(Vec<u8>),
}

/// The columns of a verb's answers.
#[derive(Clone, Debug)]
pub struct Layout {
    columns: Vec<(&'static str, Kind)>,
    /// Whether a last column says what is wrong with a row.
    has_errors: bool,
}

/// The name of that column.
const ERROR: &str = "error";

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Value {
        number.map_or(Value::Null, Value::Number)
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Value {
        text.map_or(Value::Null, Value::Text)
    }
}

/// The values of a dictionary column.
pub fn words(words: &[&str]) -> ArrayRef {
    Arc::new(StringArray::from(words.to_vec()))
}

/// A dictionary column from the places of its words.
pub fn word_column(keys: Int8Array, words: &ArrayRef) -> ArrayRef {
    match DictionaryArray::<Int8Type>::try_new(keys, words.clone()) {
        Ok(column) => Arc::new(column),
        // Keys are places in the list of words.
        Err(_) => Arc::new(StringArray::new_null(0)),
    }
}

impl Layout {
    /// These columns, and perhaps one for errors.
    pub fn new(columns: &[(&'static str, Kind)], has_errors: bool) -> Layout {
        Layout {
            columns: columns.to_vec(),
            has_errors,
        }
    }

    /// The schema of the answers. All columns may hold nulls.
    pub fn schema(&self) -> SchemaRef {
        let columns = self
            .columns
            .iter()
            .map(|(name, kind)| Field::new(*name, kind.data_type(), true));
        let error = self
            .has_errors
            .then(|| Field::new(ERROR, DataType::Utf8, true));
        Arc::new(Schema::new(columns.chain(error).collect::<Vec<_>>()))
    }

    /// The answers to some rows; an error has no other values.
    pub fn arrays(&self, rows: &[Result<Vec<Value>, String>]) -> Vec<ArrayRef> {
        let columns = self.columns.iter().enumerate().map(|(index, (_, kind))| {
            let values = rows
                .iter()
                .map(|row| row.as_ref().ok().and_then(|row| row.get(index)));
            kind.array(values)
        });
        let errors = self.has_errors.then(|| {
            let texts = rows
                .iter()
                .map(|row| row.as_ref().err().map(String::as_str));
            Arc::new(texts.collect::<StringArray>()) as ArrayRef
        });
        columns.chain(errors).collect()
    }
}

impl Kind {
    fn data_type(self) -> DataType {
        match self {
            Kind::Word(_) => {
                DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8))
            }
            Kind::Text => DataType::Utf8,
            Kind::Number => DataType::Int64,
            Kind::Real => DataType::Float64,
            Kind::Flag => DataType::Boolean,
            Kind::Bytes => DataType::Binary,
        }
    }

    /// The array of these values; one of another kind is a null.
    fn array<'v>(self, values: impl Iterator<Item = Option<&'v Value>>) -> ArrayRef {
        macro_rules! built {
            ($builder:ty, $pattern:pat => $value:expr) => {{
                let mut builder = <$builder>::new();
                for value in values {
                    builder.append_option(match value {
                        Some($pattern) => Some($value),
                        _ => None,
                    });
                }
                Arc::new(builder.finish())
            }};
        }
        match self {
            Kind::Word(known) => {
                let mut keys = Int8Builder::new();
                for value in values {
                    let place = match value {
                        Some(Value::Word(word)) => known.iter().position(|other| other == word),
                        _ => None,
                    };
                    keys.append_option(place.and_then(|place| i8::try_from(place).ok()));
                }
                word_column(keys.finish(), &words(known))
            }
            Kind::Text => built!(StringBuilder, Value::Text(text) => text),
            Kind::Number => built!(Int64Builder, Value::Number(number) => *number),
            Kind::Real => built!(Float64Builder, Value::Real(number) => *number),
            Kind::Flag => built!(BooleanBuilder, Value::Flag(flag) => *flag),
            Kind::Bytes => built!(BinaryBuilder, Value::Bytes(bytes) => bytes),
        }
    }
}
