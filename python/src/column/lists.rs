//! Lists of digits in Arrow arrays.

use super::source::{Digits, RowData};
use crate::error::{BadInput, Failure};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int64Type, UInt8Type};
use arrow_array::{Array, ArrayRef, FixedSizeListArray, LargeListArray};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_cast::{CastOptions, cast_with_options};
use arrow_schema::{DataType, Field};
use std::sync::Arc;

/// Lists of digits, all of the same length.
pub struct Lists {
    pub lists: FixedSizeListArray,
    digits: ScalarBuffer<u8>,
    is_signed: bool,
    /// Where digits are nulls.
    nulls: Option<NullBuffer>,
}

impl Lists {
    /// Lists of bytes, signed or not.
    pub fn new(array: &ArrayRef, item: &Field) -> Lists {
        let lists = array.as_fixed_size_list().clone();
        let values = lists.values();
        let nulls = values
            .nulls()
            .filter(|nulls| nulls.null_count() > 0)
            .cloned();
        let is_signed = item.data_type() == &DataType::Int8;
        let digits: ScalarBuffer<u8> = match is_signed {
            false => values.as_primitive::<UInt8Type>().values().clone(),
            true => {
                let digits = values.as_primitive::<Int8Type>().values().iter();
                digits
                    .map(|digit| digit.cast_unsigned())
                    .collect::<Vec<_>>()
                    .into()
            }
        };
        Lists {
            lists,
            digits,
            is_signed,
            nulls,
        }
    }

    /// The row with this number, unless it is null.
    pub fn row(&self, row: usize) -> RowData<'_> {
        let start = self.lists.value_offset(row) as usize;
        let len = self.lists.value_length() as usize;
        let is_null = |nulls: &NullBuffer| (start..start + len).any(|at| nulls.is_null(at));
        if self.nulls.as_ref().is_some_and(is_null) {
            return RowData::Holed;
        }
        RowData::Digits(Digits {
            bytes: &self.digits[start..][..len],
            is_signed: self.is_signed,
        })
    }
}

/// The row with this number, unless it is null.
pub fn number_row(lists: &LargeListArray, row: usize) -> RowData<'_> {
    let ends = lists.value_offsets();
    let cells = ends[row] as usize..ends[row + 1] as usize;
    let numbers = lists.values().as_primitive::<Int64Type>();
    match cells.clone().any(|cell| numbers.is_null(cell)) {
        true => RowData::Holed,
        false => RowData::Numbers(&numbers.values()[cells]),
    }
}

/// Lists of integers of any type as such of 64 bits.
///
/// # Errors
/// Numbers beyond them.
pub fn numbers(array: &ArrayRef) -> Result<LargeListArray, Failure> {
    let lists = cast(array, &list_of(DataType::Int64))?;
    Ok(lists.as_list::<i64>().clone())
}

/// Whether values of this type may be rows of a grid.
pub fn is_row(data: &DataType) -> bool {
    match data {
        DataType::FixedSizeList(cell, _) | DataType::List(cell) | DataType::LargeList(cell) => {
            cell.data_type().is_integer()
        }
        _ => false,
    }
}

/// Lists of rows, which are lists of integers, as lists of cells. A grid with a row that is null
/// is null.
///
/// # Errors
/// Numbers beyond 64 bits.
pub fn grids(array: &ArrayRef) -> Result<LargeListArray, Failure> {
    let grids = cast(array, &list_of(list_of(DataType::Int64)))?;
    let grids = grids.as_list::<i64>();
    let rows = grids.values().as_list::<i64>();
    let starts = rows.value_offsets();
    let offsets = grids.value_offsets().iter();
    let offsets: Vec<i64> = offsets.map(|row| starts[*row as usize]).collect();
    let is_whole = |grid: usize| {
        let ends = grids.value_offsets();
        grids.is_valid(grid) && (ends[grid]..ends[grid + 1]).all(|row| rows.is_valid(row as usize))
    };
    let nulls: NullBuffer = (0..grids.len()).map(is_whole).collect();
    let cell = Arc::new(Field::new_list_field(DataType::Int64, true));
    let offsets = OffsetBuffer::new(offsets.into());
    let cells = LargeListArray::try_new(cell, offsets, rows.values().clone(), Some(nulls));
    Ok(cells.map_err(|error| BadInput::new(error.to_string()))?)
}

fn list_of(item: DataType) -> DataType {
    DataType::LargeList(Arc::new(Field::new_list_field(item, true)))
}

fn cast(array: &ArrayRef, to: &DataType) -> Result<ArrayRef, Failure> {
    let options = CastOptions {
        safe: false,
        ..CastOptions::default()
    };
    let cast = cast_with_options(array, to, &options);
    Ok(cast.map_err(|error| BadInput::new(format!("found other digits: {error}")))?)
}
