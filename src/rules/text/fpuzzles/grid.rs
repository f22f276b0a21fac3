//! The grid: givens, pencil marks, regions.

use super::super::draft;
use super::super::fault::{Fault, short, shown};
use super::Import;
use super::items::number;
use crate::grid::Geometry;
use crate::rules::{Description, MAX_DIGITS, region_map};
use serde_json::{Map, Value};

/// Fields with the side of the grid.
pub const SIZES: [&str; 3] = ["size", "width", "height"];

/// The side of the grid.
pub fn size(object: &Map<String, Value>) -> Result<usize, Fault> {
    let Some(rows) = object.get("grid").and_then(Value::as_array) else {
        let expected = "a puzzle of f-puzzles, with an array \"grid\" of rows";
        return Err(Fault::new("no array grid", expected));
    };
    if !draft::is_size(rows.len()) {
        let found = format!("{} rows in the field grid", rows.len());
        return Err(Fault::new(found, format!("1 to {MAX_DIGITS} rows")));
    }
    for key in SIZES {
        let is_other = |size: &&Value| !size.is_null() && number(size) != Some(rows.len() as i64);
        if let Some(size) = object.get(key).filter(is_other) {
            let expected = format!("{}, the number of rows of the grid", rows.len());
            return Err(Fault::in_field(key, size, expected));
        }
    }
    Ok(rows.len())
}

/// Reads all cells.
pub fn read(object: &Map<String, Value>, import: &mut Import) -> Result<(), Fault> {
    let rows = object.get("grid").and_then(Value::as_array);
    let rows = rows.map(Vec::as_slice).unwrap_or_default();
    let size = rows.len();
    // The format names a region only where it is not the usual one, which is a row if the
    // size is prime.
    let mut regions = region_map::box_numbers((size, size), Geometry::squarest_box(size));
    for (row, cells) in rows.iter().enumerate() {
        let Some(cells) = cells.as_array().filter(|cells| cells.len() == size) else {
            let found = format!("{} as row {}", shown(cells), row + 1);
            return Err(Fault::new(found, format!("an array of {size} cells")));
        };
        for (column, cell) in cells.iter().enumerate() {
            let place = (row, column);
            let fields = match cell {
                Value::Null => continue,
                Value::Object(fields) => fields,
                _ => {
                    let found = format!("{} as {}", shown(cell), name(place));
                    return Err(Fault::new(found, "a cell as an object"));
                }
            };
            read_cell(fields, place, import)?;
            if let Some(named) = named_region(fields, place, size)? {
                regions[row * size + column] = named;
            }
        }
    }
    import.description.regions = region_map::map(&regions);
    Ok(())
}

/// Leaves regions out that are the rows, which say nothing, unless something is about regions.
pub fn drop_rows(description: &mut Description) {
    let size = description.rows;
    let shape = Geometry::squarest_box(size);
    let is_about_regions = description
        .rules
        .iter()
        .any(|rule| rule == "disjoint-groups")
        || description
            .constraints
            .iter()
            .any(|item| item.kind == "region-sum");
    let is_usual = description.regions == region_map::boxes((size, size), shape);
    if shape.0 == 1 && is_usual && !is_about_regions {
        description.regions = None;
    }
}

/// A cell as f-puzzles names it.
fn name((row, column): draft::Place) -> String {
    format!("R{}C{}", row + 1, column + 1)
}

fn read_cell(
    fields: &Map<String, Value>,
    cell: draft::Place,
    import: &mut Import,
) -> Result<(), Fault> {
    let is_given = fields.get("given") == Some(&Value::Bool(true));
    let has_value = fields.get("value").is_some_and(|value| !is_no_digit(value));
    let size = import.description.rows;
    for (key, value) in fields {
        let field = || format!("{} of {}", short(key), name(cell));
        match key.as_str() {
            "region" => {}
            _ if is_nothing(value) && key != "given" => {}
            "given" if is_given => {
                if !has_value {
                    import.ignore("givens without a digit");
                }
            }
            "given" if value.is_null() || value.is_boolean() => {}
            "given" => return Err(Fault::in_field(&field(), value, "true or false")),
            "value" if !has_value => {}
            "value" if is_given => {
                let digit = digit(value, &field(), size)?;
                draft::restrict(&mut import.description, cell, &[digit]);
            }
            "givenPencilMarks" => {
                let digits = digits(value, &field(), size)?;
                draft::restrict(&mut import.description, cell, &digits);
            }
            "value" => import.ignore("digits of the grid that are not given"),
            "centerPencilMarks" | "cornerPencilMarks" => {
                import.ignore("pencil marks of the player");
            }
            "c" | "cArray" | "highlight" => import.ignore("colours of cells"),
            _ => {
                let expected = "a field of a cell of f-puzzles that satoku knows";
                return Err(Fault::new(format!("the field {}", field()), expected));
            }
        }
    }
    Ok(())
}

/// The region that a cell names: one, none, or nothing said.
fn named_region(
    fields: &Map<String, Value>,
    cell: draft::Place,
    size: usize,
) -> Result<Option<Option<usize>>, Fault> {
    match fields.get("region") {
        None => Ok(None),
        Some(Value::Null) => Ok(Some(None)),
        Some(value) if number(value) == Some(-1) => Ok(Some(None)),
        Some(value) => {
            let number = number(value).and_then(|number| usize::try_from(number).ok());
            let fault = || {
                let expected = format!("a region from 0 to {}, or null", size - 1);
                Fault::in_field(&format!("region of {}", name(cell)), value, expected)
            };
            let number = number.filter(|&number| number < size).ok_or_else(fault)?;
            Ok(Some(Some(number)))
        }
    }
}

fn is_nothing(value: &Value) -> bool {
    matches!(value, Value::Null) || value.as_array().is_some_and(Vec::is_empty)
}

/// What stands in place of the digit of a cell without one.
fn is_no_digit(value: &Value) -> bool {
    let is_blank = value.as_str().is_some_and(|text| text.trim().is_empty());
    is_nothing(value) || is_blank || number(value) == Some(0)
}

fn digit(value: &Value, field: &str, size: usize) -> Result<i64, Fault> {
    let in_range = |digit: &i64| (1..=size as i64).contains(digit);
    let fault = || Fault::in_field(field, value, format!("a digit from 1 to {size}"));
    number(value).filter(in_range).ok_or_else(fault)
}

fn digits(value: &Value, field: &str, size: usize) -> Result<Vec<i64>, Fault> {
    let Some(values) = value.as_array() else {
        return Err(Fault::in_field(field, value, "an array of digits"));
    };
    let digits = values.iter();
    digits.map(|value| digit(value, field, size)).collect()
}
