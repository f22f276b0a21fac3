//! The items of a list of constraints: cells, lines, values.

use super::super::draft::{Place, is_inside};
use super::super::fault::{Fault, short, shown};
use crate::grid::place_named;
use crate::rules::Description;
use serde_json::{Map, Value};
use std::fmt;
use std::slice;

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

/// Cells of an item that messages name.
const MOST_NAMED: usize = 6;

/// An item of a list.
pub struct Item<'a> {
    /// The key of the list.
    key: &'a str,
    /// Its place in the list, from 1.
    number: usize,
    fields: &'a Map<String, Value>,
}

/// The items of a list. Each of their fields must be in `known`, or say only how the item looks.
pub fn items<'a>(key: &'a str, value: &'a Value, known: &[&str]) -> Result<Vec<Item<'a>>, Fault> {
    let Some(values) = value.as_array() else {
        return Err(Fault::in_field(key, value, "an array"));
    };
    let item = |(place, value): (usize, &'a Value)| {
        let number = place + 1;
        let Some(fields) = value.as_object() else {
            let found = format!("{} as {key} {number}", shown(value));
            return Err(Fault::new(found, "an object"));
        };
        let item = Item {
            key,
            number,
            fields,
        };
        let is_known = |field: &str| known.contains(&field) || LOOKS.contains(&field);
        match fields.keys().find(|field| !is_known(field)) {
            None => Ok(item),
            Some(field) => {
                let found = format!("the field {} of {item}", short(field));
                let expected = match known {
                    [only] => format!("the field {only}"),
                    _ => format!("one of {}", known.join(", ")),
                };
                Err(Fault::new(found, expected))
            }
        }
    };
    values.iter().enumerate().map(item).collect()
}

/// What messages call it, such as `killercage 2 (R1C1 R1C2)`.
impl fmt::Display for Item<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.key, self.number)?;
        let mut names = self.cell_names();
        if names.len() > MOST_NAMED {
            names.truncate(MOST_NAMED);
            names.push("…".into());
        }
        match names.is_empty() {
            true => Ok(()),
            false => write!(f, " ({})", names.join(" ")),
        }
    }
}

impl Item<'_> {
    /// Its cells, or those of its first line, as the file names them.
    fn cell_names(&self) -> Vec<String> {
        let cells = self.fields.get("cells").or(self.fields.get("cell"));
        let first_line = || self.fields.get("lines")?.as_array()?.first();
        let cells = match cells.or_else(first_line) {
            Some(Value::Array(cells)) => &cells[..],
            cells => cells.map(slice::from_ref).unwrap_or_default(),
        };
        cells.iter().filter_map(Value::as_str).map(short).collect()
    }

    /// The key of the list that it is in.
    pub fn key(&self) -> &str {
        self.key
    }

    /// What messages call a field.
    fn field(&self, key: &str) -> String {
        format!("{key} of {self}")
    }

    /// A cell of the grid.
    pub fn cell(&self, description: &Description) -> Result<Place, Fault> {
        let value = self.fields.get("cell").unwrap_or(&Value::Null);
        cell(value, &|| self.field("cell"), description)
    }

    /// A cell around the grid, by row and column from 0 for what is before the first.
    pub fn outside(&self) -> Result<(i64, i64), Fault> {
        let value = self.fields.get("cell").unwrap_or(&Value::Null);
        let parsed = value.as_str().and_then(|name| {
            let (row, column) = name.strip_prefix('R')?.split_once('C')?;
            Some((row.parse().ok()?, column.parse().ok()?))
        });
        parsed.ok_or_else(|| self.fault("cell", "a cell around the grid, such as R0C1"))
    }

    /// The cells in this field.
    pub fn cells(&self, key: &str, description: &Description) -> Result<Vec<Place>, Fault> {
        let value = self.fields.get(key).unwrap_or(&Value::Null);
        cells(value, &|| self.field(key), description)
    }

    /// The cells of each line.
    pub fn lines(&self, description: &Description) -> Result<Vec<Vec<Place>>, Fault> {
        let value = self.fields.get("lines").unwrap_or(&Value::Null);
        let Some(lines) = value.as_array() else {
            return Err(self.fault("lines", "an array of lines"));
        };
        let line = |line| cells(line, &|| self.field("lines"), description);
        lines.iter().map(line).collect()
    }

    /// The numbers in this field; none if it is missing.
    pub fn numbers(&self, key: &str) -> Result<Vec<i64>, Fault> {
        let values = match self.fields.get(key) {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(Value::Array(values)) => values,
            Some(_) => return Err(self.fault(key, "an array of numbers")),
        };
        let number = |value: &Value| {
            let fault = || Fault::in_field(&self.field(key), value, "a number");
            number(value).ok_or_else(fault)
        };
        values.iter().map(number).collect()
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
                let fault = || self.fault("value", "a number");
                number(value).map(Some).ok_or_else(fault)
            }
        }
    }

    /// An error about one of its fields.
    pub fn fault(&self, key: &str, expected: impl Into<String>) -> Fault {
        let value = self.fields.get(key).unwrap_or(&Value::Null);
        Fault::in_field(&self.field(key), value, expected)
    }

    /// Whether it has this field.
    pub fn has(&self, key: &str) -> bool {
        self.fields.get(key).is_some_and(|value| !value.is_null())
    }
}

/// A whole number, written as a number or as text.
pub fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64().or_else(|| whole(number.as_f64()?)),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// A whole number that is written with a fraction, as in 10.0.
fn whole(number: f64) -> Option<i64> {
    /// Above, not every whole number is a number of 64 bits with a fraction.
    const MOST: f64 = (1_u64 << 53) as f64;
    (number.fract() == 0.0 && number.abs() <= MOST).then_some(number as i64)
}

fn cells(
    value: &Value,
    field: &dyn Fn() -> String,
    description: &Description,
) -> Result<Vec<Place>, Fault> {
    let Some(names) = value.as_array().filter(|names| !names.is_empty()) else {
        let expected = "an array of cells, such as [\"R1C1\"]";
        return Err(Fault::in_field(&field(), value, expected));
    };
    let names = names.iter();
    names.map(|name| cell(name, field, description)).collect()
}

fn cell(
    value: &Value,
    field: &dyn Fn() -> String,
    description: &Description,
) -> Result<Place, Fault> {
    let parsed = value.as_str().and_then(place_named);
    let on_board = parsed.filter(|&cell| is_inside(description, cell));
    let expected = || {
        let (rows, columns) = (description.rows, description.columns);
        format!("a cell from R1C1 to R{rows}C{columns}")
    };
    on_board.ok_or_else(|| Fault::in_field(&field(), value, expected()))
}
