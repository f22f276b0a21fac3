//! Known puzzles in every format, round trips, and malformed input.

mod beside;
mod errors;
mod field_types;
mod fpuzzles;
mod fpuzzles_round_trips;
mod ignored;
mod iss;
mod json;
mod json_arrays;
mod json_rows;
mod mutations;
mod originals;
mod others;
mod pretty;
mod unwritable;

use super::*;
use crate::rules::{ConstraintItem, region_map};
use serde_json::Value;

/// All records of a text.
pub fn records(text: &str) -> Vec<VariantRecord> {
    let reader = VariantReader::new(text.as_bytes(), "x", None);
    reader
        .map(|record| record.unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

/// The only record of a text.
pub fn record(text: &str) -> VariantRecord {
    let mut records = records(text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

/// The message about a text in this format.
pub fn message(text: &[u8], format: Option<VariantFormat>) -> String {
    let mut reader = VariantReader::new(text, "x", format);
    match reader.find_map(Result::err) {
        Some(error) => error.to_string(),
        None => panic!("no error"),
    }
}

/// The constraints and rules in an order of their own, regions by their first cells.
pub fn sorted(mut description: Description) -> Description {
    fn normal(item: &mut ConstraintItem) {
        let symmetric = ["white-dot", "black-dot", "x", "v"].contains(&item.kind.as_str());
        if let Some(Value::Array(cells)) = item.fields.get_mut("cells").filter(|_| symmetric) {
            cells.sort_by_key(Value::to_string);
        }
    }
    description.constraints.iter_mut().for_each(normal);
    let key = |item: &ConstraintItem| serde_json::to_string(item).unwrap();
    description.constraints.sort_by_key(key);
    description.rules.sort();
    if let Some(map) = &description.regions {
        let mut symbols: Vec<char> = Vec::new();
        let numbers: Vec<Option<usize>> = map
            .chars()
            .map(|c| {
                if c != '.' && !symbols.contains(&c) {
                    symbols.push(c);
                }
                symbols.iter().position(|known| *known == c)
            })
            .collect();
        description.regions = region_map::map(&numbers);
    }
    for digits in description.candidates.values_mut() {
        digits.sort_unstable();
    }
    description
}
