//! The neutral description of a variant puzzle, which is also satoku's JSON: what a
//! puzzle says, before any rule file has said what that means.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A variant puzzle as it is written in JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// The smallest digit.
    pub min: i32,
    /// The largest digit.
    pub max: i32,
    /// One character a cell, `.` for none; nothing at all if there are no regions.
    #[serde(default)]
    pub regions: Option<String>,
    /// The digits of given and pencilmarked cells, by the names of the cells.
    #[serde(default)]
    pub candidates: BTreeMap<String, Vec<i64>>,
    /// Rules of the whole board, by their names.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Constraints of some cells.
    #[serde(default)]
    pub constraints: Vec<ConstraintItem>,
}

/// A constraint as it is written in JSON: a type, cells, and parameters of that type.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ConstraintItem {
    /// The type, which a rule file defines.
    #[serde(rename = "type")]
    pub kind: String,
    /// All other fields.
    #[serde(flatten)]
    pub fields: serde_json::Map<String, serde_json::Value>,
}
