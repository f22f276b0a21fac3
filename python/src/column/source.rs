//! Where the rows of a column are: in Arrow arrays or in a NumPy array, neither of which
//! is copied, unless its numbers are other than bytes and `i64`.

use super::form::{is_puzzle_width, is_side};
use super::lists::{self, Lists};
use crate::error::{BadInput, Failure};
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, LargeBinaryArray,
    LargeListArray, LargeStringArray, StringArray, StringViewArray,
};
use arrow_schema::DataType;
use numpy::{Element, PyReadonlyArray2};
use satoku::Geometry;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A row of a column.
#[derive(Clone, Copy, Debug)]
pub enum RowData<'a> {
    /// Nothing.
    Null,
    /// Text.
    Text(&'a [u8]),
    /// The digits of all cells; 0 is an empty one.
    Digits(Digits<'a>),
    /// The same, of which some may need more than a byte.
    Numbers(&'a [i64]),
    /// Digits of which one is a null.
    Holed,
    /// An object that is no puzzle, and what is wrong with it.
    Wrong(&'a str),
}

/// The digits of a row.
#[derive(Clone, Copy, Debug)]
pub struct Digits<'a> {
    pub bytes: &'a [u8],
    /// Whether a byte from 128 on is a negative number.
    pub is_signed: bool,
}

impl<'a> Digits<'a> {
    /// The digits as numbers.
    pub fn numbers(self) -> impl ExactSizeIterator<Item = i64> + use<'a> {
        let number = move |byte: &u8| match self.is_signed {
            true => i64::from(byte.cast_signed()),
            false => i64::from(*byte),
        };
        self.bytes.iter().map(number)
    }
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
    Lists(Lists),
    /// The rows of a matrix.
    Matrix {
        digits: Cow<'a, [u8]>,
        width: usize,
        rows: usize,
    },
    /// Lists of numbers of any length.
    NumberLists(LargeListArray),
    /// The rows of a matrix of numbers.
    NumberMatrix {
        numbers: Cow<'a, [i64]>,
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
    NumberMatrix(PyReadonlyArray2<'py, i64>),
}

/// The rows of a column.
pub struct Column<'a> {
    pub chunks: Vec<Chunk<'a>>,
}

impl Chunk<'_> {
    /// Rows.
    pub fn len(&self) -> usize {
        match self {
            Chunk::Matrix { rows, .. } | Chunk::NumberMatrix { rows, .. } => *rows,
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
            Chunk::Lists(lists) => &lists.lists,
            Chunk::NumberLists(lists) => lists,
            Chunk::Matrix { .. } | Chunk::NumberMatrix { .. } => return None,
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
            Chunk::Lists(lists) => lists.row(row),
            Chunk::Matrix { digits, width, .. } => RowData::Digits(Digits {
                bytes: &digits[row * width..][..*width],
                is_signed: false,
            }),
            Chunk::NumberLists(lists) => lists::number_row(lists, row),
            Chunk::NumberMatrix { numbers, width, .. } => {
                RowData::Numbers(&numbers[row * width..][..*width])
            }
        }
    }
}

impl Items {
    /// How to pass rows or cells that are strings as one puzzle.
    fn as_one(&self) -> Option<String> {
        let lengths = self.texts.iter().map(|text| Some(text?.chars().count()));
        let lengths: Option<BTreeSet<usize>> = lengths.collect();
        let (rows, length) = (self.texts.len(), lengths?);
        let glue = match length.len() == 1 {
            true if length.contains(&1) && rows > 1 => "",
            true if length.contains(&rows) && !is_puzzle_width(rows) => "\\n",
            _ => return None,
        };
        let what = "a list of strings is a column of puzzles; join those of one puzzle";
        Some(format!("{what}: '{glue}'.join(...)"))
    }

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
            Source::Matrix(matrix) => {
                let (digits, width, rows) = together(matrix);
                vec![Chunk::Matrix {
                    digits,
                    width,
                    rows,
                }]
            }
            Source::NumberMatrix(matrix) => {
                let (numbers, width, rows) = together(matrix);
                vec![Chunk::NumberMatrix {
                    numbers,
                    width,
                    rows,
                }]
            }
        };
        Ok(Column { chunks })
    }
}

impl Column<'_> {
    /// Whether there are rows of numbers.
    pub fn has_digits(&self) -> bool {
        let is_of_digits = |chunk: &Chunk<'_>| {
            matches!(
                chunk,
                Chunk::Lists(_)
                    | Chunk::Matrix { .. }
                    | Chunk::NumberLists(_)
                    | Chunk::NumberMatrix { .. }
            )
        };
        self.chunks.iter().any(is_of_digits)
    }

    /// How to pass the column if it was meant as one puzzle, where it looks like one.
    pub fn as_one(&self) -> Option<String> {
        let [chunk] = &self.chunks[..] else {
            return None;
        };
        match chunk {
            Chunk::Matrix {
                digits,
                width,
                rows,
            } => square_as_one(*rows, *width, usize::from(*digits.iter().max()?)),
            Chunk::NumberMatrix {
                numbers,
                width,
                rows,
            } => square_as_one(*rows, *width, usize::try_from(*numbers.iter().max()?).ok()?),
            Chunk::Items(items) => items.as_one(),
            _ => None,
        }
    }

    /// Rows of all chunks.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(Chunk::len).sum()
    }
}

/// How to pass an array as one puzzle, if its largest digit is one of such a puzzle.
fn square_as_one(rows: usize, width: usize, most: usize) -> Option<String> {
    let geometry = square(rows, width)?;
    let is_one = most > width.isqrt() && most <= width;
    is_one.then(|| format!("box=\"{geometry}\" reads the array as one puzzle"))
}

/// The boxes of a square array.
pub fn square(rows: usize, columns: usize) -> Option<Geometry> {
    let is_square = rows == columns && is_side(rows);
    is_square.then(|| Geometry::from_side(rows).ok()).flatten()
}

/// The numbers of a matrix row by row, its width and its rows.
fn together<'a, T: Element + Copy>(
    matrix: &'a PyReadonlyArray2<'_, T>,
) -> (Cow<'a, [T]>, usize, usize) {
    let array = matrix.as_array();
    let (rows, width) = array.dim();
    let numbers = match array.to_slice() {
        Some(numbers) => Cow::Borrowed(numbers),
        // Columns of a larger array, or another order, do not lie together.
        None => Cow::Owned(array.iter().copied().collect()),
    };
    (numbers, width, rows)
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
            let (views, buffers, _) = views.as_string_view().clone().into_parts();
            // A row is also null where the value that it refers to is, which the cast forgets.
            let views = StringViewArray::try_new(views, buffers, array.logical_nulls());
            Chunk::TextView(views.map_err(|error| BadInput::new(error.to_string()))?)
        }
        DataType::FixedSizeList(item, _)
            if matches!(item.data_type(), DataType::UInt8 | DataType::Int8) =>
        {
            Chunk::Lists(Lists::new(array, item))
        }
        DataType::FixedSizeList(item, _) | DataType::List(item) | DataType::LargeList(item)
            if item.data_type().is_integer() =>
        {
            Chunk::NumberLists(lists::numbers(array)?)
        }
        DataType::FixedSizeList(row, _) | DataType::List(row) | DataType::LargeList(row)
            if lists::is_row(row.data_type()) =>
        {
            Chunk::NumberLists(lists::grids(array)?)
        }
        // Rows without values have no type.
        DataType::Null => Chunk::Text(StringArray::new_null(array.len())),
        other => return Err(wrong_type(other)),
    })
}

fn wrong_type(found: &DataType) -> Failure {
    let item = |data: &DataType| match data {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            Some(item.data_type().clone())
        }
        _ => None,
    };
    let advice = match (item(found), item(found).and_then(|rows| item(&rows))) {
        (None, _) => "",
        (Some(_), None) => {
            "; cast it, in polars to pl.List(pl.Int64), or make an array with \
             numpy.stack(column).astype(int)"
        }
        (Some(_), Some(_)) => "; cast it, in polars to pl.List(pl.List(pl.Int64))",
    };
    BadInput::new(format!(
        "found a column of type {found}, expected strings, binary, or lists of integers{advice}"
    ))
    .into()
}
