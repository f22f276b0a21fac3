//! Constraints whose type f-puzzles has, but not with these cells or numbers.

use super::super::draft::Place;
use super::lines;
use super::write::places;
use crate::rules::{ConstraintItem, Description};
use serde_json::Value;

/// Rules that all dots of some kind are given.
pub const STRICT: [&str; 3] = ["strict-white-dots", "strict-black-dots", "strict-kropki"];

/// What it is about a constraint that cannot be written, and what f-puzzles has instead.
pub struct Unwritable {
    /// What is added to its type.
    pub part: String,
    /// What is added to the sentence.
    pub instead: &'static str,
}

/// Dots that cannot be written beside a rule that all dots are given: programs disagree on whether
/// those with other numbers than the usual one except a pair from it.
pub fn confused(rule: &str, description: &Description) -> Option<&'static str> {
    if !STRICT.contains(&rule) {
        return None;
    }
    let confused = |item: &ConstraintItem| {
        let is_usual = |usual: i64| {
            let number = item.fields.get(&item.kind);
            number.is_none_or(|number| number.as_i64() == Some(usual))
        };
        match item.kind.as_str() {
            "difference" if !is_usual(1) => Some("other differences"),
            "ratio" if !is_usual(2) => Some("other ratios"),
            _ => None,
        }
    };
    description.constraints.iter().find_map(confused)
}

/// Why a constraint cannot be written, if it is of a type that can.
pub fn unwritable(item: &ConstraintItem, description: &Description) -> Option<Unwritable> {
    let kind = item.kind.as_str();
    let (keys, instead): (&[&str], _) = match kind {
        "sandwich" | "x-sum" => (
            &["cells", "sum"],
            ", which has it only for whole rows and columns",
        ),
        "skyscraper" => (
            &["cells", "visible"],
            ", which has it only for whole rows and columns",
        ),
        "little-killer" => (
            &["cells", "sum"],
            ", which has it only along whole diagonals",
        ),
        "maximum" | "minimum" => (
            &["cells"],
            ", which has it only against all neighbours of the cell without such a mark",
        ),
        "index" => (
            &["control", "digit", "cells"],
            ", which has it only along the whole row or column of the cell, for its number, or \
             in its region",
        ),
        "pill-arrow" => (
            &["pill", "cells"],
            ", which has pills only from left to right and top to bottom",
        ),
        "same-digits" => (&["sets"], ", which has it only for two single cells"),
        "region-sum" if !lines::is_in_regions(item, description) => {
            (&["cells"], ", which passes over cells in no region")
        }
        "killer" => (&["cells", "sum"], ""),
        _ => return None,
    };
    if !item.fields.keys().all(|key| keys.contains(&key.as_str())) {
        return None;
    }
    let number = keys.iter().find(|key| **key == "sum" || **key == "visible");
    if let Some(key) = number {
        match item.fields.get(*key).map(Value::as_i64) {
            Some(Some(0)) if kind == "killer" || kind == "little-killer" => {
                return Some(Unwritable {
                    part: format!(" with {key} 0"),
                    instead: ", which reads a sum of 0 as none",
                });
            }
            Some(Some(_)) => {}
            _ => return None,
        }
    }
    let are_cells =
        |cells: &Value| places(cells).is_some_and(|cells: Vec<Place>| !cells.is_empty());
    let has_cells = kind == "same-digits" || item.fields.get("cells").is_some_and(are_cells);
    (has_cells && kind != "killer").then(|| Unwritable {
        part: " on these cells".to_owned(),
        instead,
    })
}
