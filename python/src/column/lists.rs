//! Lists of digits in Arrow arrays.

use super::source::{Digits, RowData};
use crate::error::{BadInput, Failure};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int64Type, UInt8Type};
use arrow_array::{Array, ArrayRef, FixedSizeListArray, LargeListArray};
use arrow_buffer::{NullBuffer, ScalarBuffer};
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
    let item = Field::new_list_field(DataType::Int64, true);
    let options = CastOptions {
        safe: false,
        ..CastOptions::default()
    };
    let lists = cast_with_options(array, &DataType::LargeList(Arc::new(item)), &options);
    let lists = lists.map_err(|error| BadInput::new(format!("found other digits: {error}")))?;
    Ok(lists.as_list::<i64>().clone())
}
