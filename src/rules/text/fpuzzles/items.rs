//! The items of a list of constraints: cells, lines, values.

use super::super::draft::{Place, is_inside};
use super::super::fault::{Fault, token};
use crate::grid::place_named;
use crate::rules::Description;
use serde_json::{Map, Value};

/// Fields that only say how an item looks.
const LOOKS: [&str; 11] = [
    "angle",
    "baseC",
    "fontC",
    "fontS",
    "fromConstraint",
    "height",
    "isNewConstraint",
    "opacity",
    "outlineC",
    "size",
    "width",
];

/// An item and where it is.
pub struct Item<'a> {
    fields: &'a Map<String, Value>,
    /// Its JSON pointer.
    pub pointer: String,
}

/// The items of a list, none of which has a field that is not in `known` and does not
/// only say how it looks.
pub fn items<'a>(key: &str, value: &'a Value, known: &[&str]) -> Result<Vec<Item<'a>>, Fault> {
    let pointer = format!("/{}", token(key));
    let Some(values) = value.as_array() else {
        return Err(Fault::at(&pointer, value, "an array"));
    };
    let item = |(place, value): (usize, &'a Value)| {
        let pointer = format!("{pointer}/{place}");
        let Some(fields) = value.as_object() else {
            return Err(Fault::at(&pointer, value, "an object"));
        };
        let is_known = |field: &str| known.contains(&field) || LOOKS.contains(&field);
        match fields.keys().find(|field| !is_known(field)) {
            None => Ok(Item { fields, pointer }),
            Some(field) => {
                let found = format!("the field {pointer}/{}", token(field));
                Err(Fault::new(found, format!("one of {}", known.join(", "))))
            }
        }
    };
    values.iter().enumerate().map(item).collect()
}

impl Item<'_> {
    /// A cell of the grid.
    pub fn cell(&self, description: &Description) -> Result<Place, Fault> {
        let pointer = format!("{}/cell", self.pointer);
        let value = self.fields.get("cell").unwrap_or(&Value::Null);
        cell(value, &pointer, description)
    }

    /// A cell around the grid, by row and column from 0 for what is before the first.
    pub fn outside(&self) -> Result<(i64, i64), Fault> {
        let pointer = format!("{}/cell", self.pointer);
        let value = self.fields.get("cell").unwrap_or(&Value::Null);
        let parsed = value.as_str().and_then(|name| {
            let (row, column) = name.strip_prefix('R')?.split_once('C')?;
            Some((row.parse().ok()?, column.parse().ok()?))
        });
        parsed.ok_or_else(|| Fault::at(&pointer, value, "a cell around the grid, such as R0C1"))
    }

    /// The cells in this field.
    pub fn cells(&self, key: &str, description: &Description) -> Result<Vec<Place>, Fault> {
        let value = self.fields.get(key).unwrap_or(&Value::Null);
        cells(value, &format!("{}/{key}", self.pointer), description)
    }

    /// The cells of each line.
    pub fn lines(&self, description: &Description) -> Result<Vec<Vec<Place>>, Fault> {
        let pointer = format!("{}/lines", self.pointer);
        let value = self.fields.get("lines").unwrap_or(&Value::Null);
        let Some(lines) = value.as_array() else {
            return Err(Fault::at(&pointer, value, "an array of lines"));
        };
        let line = |(place, line)| cells(line, &format!("{pointer}/{place}"), description);
        lines.iter().enumerate().map(line).collect()
    }

    /// The numbers in this field; none if it is missing.
    pub fn numbers(&self, key: &str) -> Result<Vec<i64>, Fault> {
        let pointer = format!("{}/{key}", self.pointer);
        let values = match self.fields.get(key) {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(Value::Array(values)) => values,
            Some(other) => return Err(Fault::at(&pointer, other, "an array of numbers")),
        };
        let number = |(place, value): (usize, &Value)| {
            let fault = || Fault::at(&format!("{pointer}/{place}"), value, "a number");
            number(value).ok_or_else(fault)
        };
        values.iter().enumerate().map(number).collect()
    }

    /// The text of a field, without spaces around it; empty if it is missing.
    pub fn text(&self, key: &str) -> &str {
        let text = self.fields.get(key).and_then(Value::as_str);
        text.unwrap_or_default().trim()
    }

    /// The number in the field `value`; `None` if the field is missing or blank.
    pub fn value(&self) -> Result<Option<i64>, Fault> {
        match self.fields.get("value") {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
            Some(value) => {
                let fault = || Fault::at(&format!("{}/value", self.pointer), value, "a number");
                number(value).map(Some).ok_or_else(fault)
            }
        }
    }

    /// An error about one of its fields.
    pub fn fault(&self, key: &str, expected: impl Into<String>) -> Fault {
        let value = self.fields.get(key).unwrap_or(&Value::Null);
        Fault::at(&format!("{}/{key}", self.pointer), value, expected)
    }

    /// Whether it has this field.
    pub fn has(&self, key: &str) -> bool {
        self.fields.get(key).is_some_and(|value| !value.is_null())
    }
}

/// A whole number, written as a number or as text.
pub fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

fn cells(value: &Value, pointer: &str, description: &Description) -> Result<Vec<Place>, Fault> {
    let Some(names) = value.as_array().filter(|names| !names.is_empty()) else {
        return Err(Fault::at(
            pointer,
            value,
            "an array of cells, such as [\"R1C1\"]",
        ));
    };
    let names = names.iter().enumerate();
    names
        .map(|(place, name)| cell(name, &format!("{pointer}/{place}"), description))
        .collect()
}

fn cell(value: &Value, pointer: &str, description: &Description) -> Result<Place, Fault> {
    let parsed = value.as_str().and_then(place_named);
    let on_board = parsed.filter(|&cell| is_inside(description, cell));
    let expected = || {
        let (rows, columns) = (description.rows, description.columns);
        format!("a cell from R1C1 to R{rows}C{columns}")
    };
    on_board.ok_or_else(|| Fault::at(pointer, value, expected()))
}
