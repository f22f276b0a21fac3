//! Descriptions and what they become.

mod branches;
mod builders;
mod data;
mod errors;
mod files;
mod impossible;
mod known;
mod ranges;
mod trial;
mod truth;
mod unread;

use crate::rules::{Description, Library, RuleError, VariantPuzzle, compile};

/// The puzzle of a description in JSON.
fn compiled(json: serde_json::Value) -> Result<VariantPuzzle, RuleError> {
    let description: Description = serde_json::from_value(json).unwrap();
    compile(&description, Library::built_in())
}
