//! Where the rows of a column are: in Arrow arrays or in a NumPy array, neither of which
//! is copied.

use crate::error::{BadInput, Failure};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, UInt8Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, FixedSizeListArray,
    LargeBinaryArray, LargeStringArray, StringArray, StringViewArray,
};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field};
use numpy::PyReadonlyArray2;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A row of a column.
#[derive(Clone, Copy, Debug)]
pub enum RowData<'a> {
    /// Nothing.
    Null,
    /// Text.
    Text(&'a [u8]),
    /// The digits of all cells; 0 is an empty one.
    Digits(&'a [u8]),
    /// Digits of which one is a null.
    Holed,
    /// An object that is no puzzle, and what is wrong with it.
    Wrong(&'a str),
}

/// Rows that lie together.
pub enum Chunk<'a> {
    Text(StringArray),
    LargeText(LargeStringArray),
    /// The items of a list, and what is wrong with some, which are nulls.
    Items(&'a Items),
    TextView(StringViewArray),
    Bytes(BinaryArray),
    LargeBytes(LargeBinaryArray),
    BytesView(BinaryViewArray),
    FixedBytes(FixedSizeBinaryArray),
    /// Lists of digits, all of the same length. Some digits may be nulls.
    Lists(FixedSizeListArray, ScalarBuffer<u8>, Option<NullBuffer>),
    /// The rows of a matrix.
    Matrix {
        digits: Cow<'a, [u8]>,
        width: usize,
        rows: usize,
    },
}

/// The items of a list.
pub struct Items {
    /// The texts; nulls where there is none.
    pub texts: LargeStringArray,
    /// What is wrong with those that are no puzzles, by their rows.
    pub wrong: BTreeMap<usize, String>,
}

/// A column, as the object that was passed holds it.
pub enum Source<'py> {
    Arrow(Vec<ArrayRef>),
    Items(Items),
    Matrix(PyReadonlyArray2<'py, u8>),
}

/// The rows of a column.
pub struct Column<'a> {
    pub chunks: Vec<Chunk<'a>>,
}

impl Chunk<'_> {
    /// Rows.
    pub fn len(&self) -> usize {
        match self {
            Chunk::Matrix { rows, .. } => *rows,
            Chunk::Lists(lists, ..) => lists.len(),
            other => other.array().map_or(0, Array::len),
        }
    }

    fn array(&self) -> Option<&dyn Array> {
        Some(match self {
            Chunk::Text(array) => array,
            Chunk::LargeText(array) => array,
            Chunk::Items(items) => &items.texts,
            Chunk::TextView(array) => array,
            Chunk::Bytes(array) => array,
            Chunk::LargeBytes(array) => array,
            Chunk::BytesView(array) => array,
            Chunk::FixedBytes(array) => array,
            Chunk::Lists(array, ..) => array,
            Chunk::Matrix { .. } => return None,
        })
    }

    /// The row with this number, from 0.
    #[inline]
    pub fn row(&self, row: usize) -> RowData<'_> {
        if self.array().is_some_and(|array| array.is_null(row)) {
            return match self {
                Chunk::Items(items) => items.wrong(row),
                _ => RowData::Null,
            };
        }
        match self {
            Chunk::Text(array) => RowData::Text(array.value(row).as_bytes()),
            Chunk::LargeText(array) => RowData::Text(array.value(row).as_bytes()),
            Chunk::Items(items) => RowData::Text(items.texts.value(row).as_bytes()),
            Chunk::TextView(array) => RowData::Text(array.value(row).as_bytes()),
            Chunk::Bytes(array) => RowData::Text(array.value(row)),
            Chunk::LargeBytes(array) => RowData::Text(array.value(row)),
            Chunk::BytesView(array) => RowData::Text(array.value(row)),
            Chunk::FixedBytes(array) => RowData::Text(array.value(row)),
            Chunk::Lists(array, digits, nulls) => {
                let start = array.value_offset(row) as usize;
                let len = array.value_length() as usize;
                let is_null = |nulls: &NullBuffer| (start..start + len).any(|at| nulls.is_null(at));
                match nulls.as_ref().is_some_and(is_null) {
                    true => RowData::Holed,
                    false => RowData::Digits(&digits[start..][..len]),
                }
            }
            Chunk::Matrix { digits, width, .. } => {
                RowData::Digits(&digits[row * width..][..*width])
            }
        }
    }
}

impl Items {
    /// A row without a text.
    fn wrong(&self, row: usize) -> RowData<'_> {
        let what = self.wrong.get(&row);
        what.map_or(RowData::Null, |what| RowData::Wrong(what))
    }
}

impl Source<'_> {
    /// The rows.
    ///
    /// # Errors
    /// A type that holds no puzzles.
    pub fn column(&self) -> Result<Column<'_>, Failure> {
        let chunks = match self {
            Source::Arrow(arrays) => arrays.iter().map(chunk).collect::<Result<_, _>>()?,
            Source::Items(items) => vec![Chunk::Items(items)],
            Source::Matrix(matrix) => vec![matrix_chunk(matrix)],
        };
        Ok(Column { chunks })
    }
}

impl Column<'_> {
    /// Rows of all chunks.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(Chunk::len).sum()
    }
}

fn matrix_chunk<'a>(matrix: &'a PyReadonlyArray2<'_, u8>) -> Chunk<'a> {
    let array = matrix.as_array();
    let (rows, width) = array.dim();
    let digits = match array.to_slice() {
        Some(digits) => Cow::Borrowed(digits),
        // Columns of a larger array, or another order, do not lie together.
        None => Cow::Owned(array.iter().copied().collect()),
    };
    Chunk::Matrix {
        digits,
        width,
        rows,
    }
}

fn chunk(array: &ArrayRef) -> Result<Chunk<'static>, Failure> {
    Ok(match array.data_type() {
        DataType::Utf8 => Chunk::Text(array.as_string::<i32>().clone()),
        DataType::LargeUtf8 => Chunk::LargeText(array.as_string::<i64>().clone()),
        DataType::Utf8View => Chunk::TextView(array.as_string_view().clone()),
        DataType::Binary => Chunk::Bytes(array.as_binary::<i32>().clone()),
        DataType::LargeBinary => Chunk::LargeBytes(array.as_binary::<i64>().clone()),
        DataType::BinaryView => Chunk::BytesView(array.as_binary_view().clone()),
        DataType::FixedSizeBinary(_) => Chunk::FixedBytes(array.as_fixed_size_binary().clone()),
        DataType::Dictionary(..) | DataType::RunEndEncoded(..) => {
            let views = arrow_cast::cast(array, &DataType::Utf8View);
            let views = views.map_err(|_| wrong_type(array.data_type()))?;
            Chunk::TextView(views.as_string_view().clone())
        }
        DataType::FixedSizeList(item, _) => list_chunk(array, item)?,
        // Rows without values have no type.
        DataType::Null => Chunk::Text(StringArray::new_null(array.len())),
        other => return Err(wrong_type(other)),
    })
}

fn list_chunk(array: &ArrayRef, item: &Field) -> Result<Chunk<'static>, Failure> {
    let lists = array.as_fixed_size_list().clone();
    let values = lists.values();
    let nulls = values
        .nulls()
        .filter(|nulls| nulls.null_count() > 0)
        .cloned();
    let digits: ScalarBuffer<u8> = match item.data_type() {
        DataType::UInt8 => values.as_primitive::<UInt8Type>().values().clone(),
        DataType::Int8 => {
            let digits = values.as_primitive::<Int8Type>().values().iter();
            digits
                .map(|digit| digit.cast_unsigned())
                .collect::<Vec<_>>()
                .into()
        }
        _ => return Err(wrong_type(array.data_type())),
    };
    Ok(Chunk::Lists(lists, digits, nulls))
}

fn wrong_type(found: &DataType) -> Failure {
    BadInput::new(format!(
        "found a column of type {found}, expected strings, binary, or lists of uint8 with one fixed length"
    ))
    .into()
}
