//! Validates arrays that come from other libraries: arrow-rs trusts their offsets and keys, and
//! reads out of bounds if these are wrong.

use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, ByteViewType, Int16Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, GenericByteArray, GenericByteViewArray, OffsetSizeTrait};
use arrow_buffer::Buffer;
use arrow_schema::{ArrowError, DataType};
use std::fmt::Display;

/// Refuses an array whose offsets or keys lead elsewhere. Types that hold no puzzles are not
/// looked at.
///
/// # Errors
/// What is wrong with it.
pub fn check(array: &dyn Array) -> Result<(), String> {
    match array.data_type() {
        // Text is checked where it is read: whether it is UTF-8 is no question of memory.
        DataType::Utf8 => bytes(array.as_string::<i32>()),
        DataType::LargeUtf8 => bytes(array.as_string::<i64>()),
        DataType::Binary => bytes(array.as_binary::<i32>()),
        DataType::LargeBinary => bytes(array.as_binary::<i64>()),
        DataType::Utf8View => views(array.as_string_view()),
        DataType::BinaryView => views(array.as_binary_view()),
        DataType::List(_) => lists::<i32>(array),
        DataType::LargeList(_) => lists::<i64>(array),
        DataType::FixedSizeList(..) => check(array.as_fixed_size_list().values()),
        DataType::Dictionary(..) => {
            // Keys of nulls may be anything.
            array.to_data().validate_values().map_err(words)?;
            check(array.as_any_dictionary().values())
        }
        DataType::RunEndEncoded(ends, _) => runs(array, ends.data_type()),
        _ => Ok(()),
    }
}

/// What arrow-rs says, without what kind of error it is.
fn words(error: ArrowError) -> String {
    match error {
        ArrowError::InvalidArgumentError(what) => what,
        other => other.to_string(),
    }
}

fn bytes<T: ByteArrayType<Offset: Display>>(array: &GenericByteArray<T>) -> Result<(), String> {
    match array.is_empty() {
        true => Ok(()),
        false => rise(array.value_offsets(), array.values().len()),
    }
}

fn lists<O: OffsetSizeTrait + Display>(array: &dyn Array) -> Result<(), String> {
    let lists = array.as_list::<O>();
    if !lists.is_empty() {
        rise(lists.value_offsets(), lists.values().len())?;
    }
    check(lists.values())
}

/// Refuses offsets that go backwards, or beyond the end of the values.
fn rise<O: OffsetSizeTrait + Display>(offsets: &[O], len: usize) -> Result<(), String> {
    let is_beyond = |offset: O| offset.to_usize().is_none_or(|offset| offset > len);
    let ends = [offsets.first(), offsets.last()];
    if let Some(end) = ends.into_iter().flatten().find(|end| is_beyond(**end)) {
        return Err(format!("found the offset {end}, expected 0 to {len}"));
    }
    // Without a branch for each, this is a fraction of a nanosecond a row.
    let rise = |all, pair: &[O]| all & (pair[0] <= pair[1]);
    if offsets.windows(2).fold(true, rise) {
        return Ok(());
    }
    let fall = offsets.windows(2).find(|pair| pair[0] > pair[1]);
    let fall = fall.map_or_else(String::new, |pair| format!("{} after {}", pair[1], pair[0]));
    Err(format!(
        "found the offset {fall}, expected none that is smaller"
    ))
}

/// Refuses strings that are in no buffer; nulls may be anything.
fn views<T: ByteViewType + ?Sized>(array: &GenericByteViewArray<T>) -> Result<(), String> {
    let sizes: Vec<usize> = array.data_buffers().iter().map(Buffer::len).collect();
    for (row, view) in array.views().iter().enumerate() {
        let len = *view as u32 as usize;
        if len <= INLINE {
            continue;
        }
        let (buffer, offset) = ((view >> 64) as u32 as usize, (view >> 96) as usize);
        let is_inside = sizes.get(buffer).is_some_and(|size| offset + len <= *size);
        if !is_inside && array.is_valid(row) {
            return Err(format!(
                "row {row}: found {len} bytes from byte {offset} of buffer {buffer}, which has no \
                 such bytes"
            ));
        }
    }
    Ok(())
}

/// Bytes of a string that is in its view.
const INLINE: usize = 12;

fn runs(array: &dyn Array, ends: &DataType) -> Result<(), String> {
    let data = array.to_data();
    let checked = data.validate().and_then(|()| data.validate_values());
    checked.map_err(words)?;
    let values: Option<&ArrayRef> = match ends {
        DataType::Int16 => array.as_run_opt::<Int16Type>().map(|runs| runs.values()),
        DataType::Int32 => array.as_run_opt::<Int32Type>().map(|runs| runs.values()),
        DataType::Int64 => array.as_run_opt::<Int64Type>().map(|runs| runs.values()),
        _ => None,
    };
    values.map_or(Ok(()), |values| check(values))
}
