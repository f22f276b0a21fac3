//! The neutral description of a variant puzzle, which is also satoku's JSON: what a
//! puzzle says, before any rule file has said what that means.

use super::board::MAX_DIGITS;
use super::region_map;
use crate::grid::Puzzle;
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
    /// The digits of givens and of cells with pencil marks, by the names of the cells.
    #[serde(default)]
    pub candidates: BTreeMap<String, Vec<i64>>,
    /// Rules for the whole grid, by their names.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Constraints of some cells.
    #[serde(default)]
    pub constraints: Vec<ConstraintItem>,
}

/// A constraint as it is written in JSON: a type, cells, and parameters of that type.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub struct ConstraintItem {
    /// The type, which a rule file defines.
    #[serde(rename = "type")]
    pub kind: String,
    /// All other fields.
    #[serde(flatten)]
    pub fields: serde_json::Map<String, serde_json::Value>,
}

impl Description {
    /// The description of a classic puzzle, if it has at most
    /// [`MAX_DIGITS`](super::MAX_DIGITS) digits.
    pub fn of_classic(puzzle: &Puzzle) -> Option<Description> {
        let geometry = puzzle.geometry();
        let side = geometry.side();
        if side > MAX_DIGITS {
            return None;
        }
        let shape = (geometry.box_rows(), geometry.box_columns());
        let givens = puzzle
            .givens()
            .map(|(cell, digit)| (geometry.name(cell), vec![i64::from(digit.value())]));
        Some(Description {
            rows: side,
            columns: side,
            min: 1,
            max: side as i32,
            regions: region_map::boxes((side, side), shape),
            candidates: givens.collect(),
            rules: Vec::new(),
            constraints: Vec::new(),
        })
    }

    /// Adds rules of the whole board, unless they are there already.
    #[must_use]
    pub fn with_rules<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Description {
        for name in names {
            let name = name.as_ref();
            if !self.rules.iter().any(|rule| rule == name) {
                self.rules.push(name.to_owned());
            }
        }
        self
    }

    /// The board and its candidates, without rules and constraints.
    #[must_use]
    pub fn without_rules(&self) -> Description {
        Description {
            rules: Vec::new(),
            constraints: Vec::new(),
            ..self.clone()
        }
    }

    /// The board, without candidates, rules and constraints.
    #[must_use]
    pub fn board_alone(&self) -> Description {
        Description {
            candidates: BTreeMap::new(),
            ..self.without_rules()
        }
    }
}
