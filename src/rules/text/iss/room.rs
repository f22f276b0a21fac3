//! How much the constraints of one string may say in all: a few characters can stand for many
//! copies of a long constraint.

use super::super::fault::Fault;
use super::tokens::Node;
use crate::rules::ConstraintItem;
use serde_json::Value;
use std::cell::Cell;

/// Maximum number of values, which take some 100 MiB.
const MOST: usize = 1 << 20;

/// Characters of a string that count as one value.
const CHARACTERS: usize = 16;

/// What is left for constraints that have not been read yet.
pub(super) struct Room(Cell<usize>);

impl Room {
    pub fn new() -> Room {
        Room(Cell::new(MOST))
    }

    /// Refuses more values than are left, before they are made.
    ///
    /// # Errors
    /// They are too many.
    pub fn require(&self, values: usize, node: &Node) -> Result<(), Fault> {
        match values <= self.0.get() {
            true => Ok(()),
            false => Err(too_many(node)),
        }
    }

    fn take(&self, values: usize, node: &Node) -> Result<(), Fault> {
        match self.0.get().checked_sub(values) {
            Some(left) => {
                self.0.set(left);
                Ok(())
            }
            None => Err(too_many(node)),
        }
    }

    /// Counts what a constraint says.
    ///
    /// # Errors
    /// It is too much.
    pub fn take_item(&self, item: &ConstraintItem, node: &Node) -> Result<(), Fault> {
        self.take(1 + item.fields.values().map(size).sum::<usize>(), node)
    }
}

fn too_many(node: &Node) -> Fault {
    node.fault(format!(
        "constraints of at most {MOST} cells and numbers in all"
    ))
}

/// How many values it holds, long strings counting as several.
pub(super) fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text_size(text),
        Value::Array(values) => 1 + values.iter().map(size).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// How many values a string counts as.
pub(super) fn text_size(text: &str) -> usize {
    1 + text.len() / CHARACTERS
}
