//! Writing the JSON of f-puzzles, where it has a field for everything.

use super::super::draft::{Place, place};
use super::super::{board_map, fault};
use super::grid::box_shape;
use super::{RULES, out_clues};
use crate::rules::{ConstraintItem, Description};
use serde_json::{Map, Value, json};

/// Something that f-puzzles cannot say.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("f-puzzles has no field for {0}")]
pub struct NotWritten(pub(super) String);

/// The puzzle as f-puzzles writes it, on one line.
///
/// # Errors
/// [`NotWritten`] names what f-puzzles has no field for.
pub fn write(description: &Description, title: &str) -> Result<String, NotWritten> {
    Ok(Value::Object(object(description, title)?).to_string())
}

/// The puzzle as a link to f-puzzles.
///
/// # Errors
/// Those of [`write()`].
pub fn link(description: &Description, title: &str) -> Result<String, NotWritten> {
    let compressed = lz_str::compress_to_base64(write(description, title)?.as_str());
    let escaped = compressed.replace('+', "%2B").replace('=', "%3D");
    Ok(format!("https://www.f-puzzles.com/?load={escaped}"))
}

fn not_written(what: impl Into<String>) -> NotWritten {
    NotWritten(what.into())
}

fn object(description: &Description, title: &str) -> Result<Map<String, Value>, NotWritten> {
    let size = description.rows;
    let is_plain = description.columns == size && description.min == 1;
    if !is_plain || description.max as i64 != size as i64 {
        return Err(not_written(
            "a board that is not square, or digits that do not go from 1 to its size",
        ));
    }
    let mut object = Map::new();
    object.insert("size".into(), size.into());
    if !title.is_empty() {
        object.insert("title".into(), title.into());
    }
    object.insert("grid".into(), grid(description)?);
    for rule in &description.rules {
        match rule.as_str() {
            "non-consecutive" if has_white_dots(description) => {
                return Err(not_written("non-consecutive beside white dots"));
            }
            "non-consecutive" => insert_true(&mut object, "nonconsecutive"),
            "strict-white-dots" if has_white_dots(description) => {
                insert_true(&mut object, "nonconsecutive");
            }
            "strict-black-dots" => push(&mut object, "negative", "ratio".into()),
            "strict-xv" => push(&mut object, "negative", "xv".into()),
            name => match RULES.iter().find(|(_, known)| *known == name) {
                Some((field, _)) => insert_true(&mut object, field),
                None => return Err(not_written(format!("the rule {}", fault::token(name)))),
            },
        }
    }
    for (index, item) in description.constraints.iter().enumerate() {
        let no_field = || {
            let kind = fault::token(&item.kind);
            not_written(format!("the constraint /constraints/{index} of type {kind}"))
        };
        let (field, value) = constraint(item, description).ok_or_else(no_field)?;
        push(&mut object, field, value);
    }
    Ok(object)
}

fn has_white_dots(description: &Description) -> bool {
    let mut kinds = description.constraints.iter().map(|item| &item.kind);
    kinds.any(|kind| kind == "white-dot")
}

fn insert_true(object: &mut Map<String, Value>, field: &str) {
    object.insert(field.into(), true.into());
}

fn push(object: &mut Map<String, Value>, field: &str, value: Value) {
    let list = object.entry(field).or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(values) = list {
        values.push(value);
    }
}

fn grid(description: &Description) -> Result<Value, NotWritten> {
    let size = description.rows;
    let mut cells = vec![vec![Map::new(); size]; size];
    let usual = board_map::boxes((size, size), box_shape(size));
    if description.regions != usual {
        let regions = description.regions.as_deref().unwrap_or_default();
        let regions = board_map::cells(regions, size);
        if regions.len() > size {
            return Err(not_written("more regions than rows"));
        }
        for cell in cells.iter_mut().flatten() {
            cell.insert("region".into(), Value::Null);
        }
        for (number, region) in regions.iter().enumerate() {
            for &(row, column) in region {
                let cell = cells.get_mut(row).and_then(|row| row.get_mut(column));
                let cell = cell.ok_or_else(|| not_written("a map of regions of another size"))?;
                cell.insert("region".into(), number.into());
            }
        }
    }
    for (name, digits) in &description.candidates {
        let cell = place(name).and_then(|(row, column)| cells.get_mut(row)?.get_mut(column));
        let Some(cell) = cell else {
            return Err(not_written(format!("the cell {}", fault::token(name))));
        };
        match digits[..] {
            [] => return Err(not_written(format!("the cell {name} without candidates"))),
            [digit] => {
                cell.insert("value".into(), digit.into());
                cell.insert("given".into(), true.into());
            }
            _ => {
                cell.insert("givenPencilMarks".into(), json!(digits));
            }
        }
    }
    Ok(json!(cells))
}

/// The field and the item of a constraint.
fn constraint(item: &ConstraintItem, description: &Description) -> Option<(&'static str, Value)> {
    let has_only = |keys: &[&str]| item.fields.keys().all(|key| keys.contains(&key.as_str()));
    let number = |key: &str| item.fields.get(key)?.as_i64();
    let cells = || cells(item.fields.get("cells")?);
    let lines = |field| has_only(&["cells"]).then(|| Some((field, json!({"lines": [cells()?]}))))?;
    let valued = |field, key: &'static str| {
        let known = has_only(&["cells", key]);
        let value = number(key)?.to_string();
        known.then(|| Some((field, json!({"lines": [cells()?], "value": value}))))?
    };
    let group = |field| has_only(&["cells"]).then(|| Some((field, json!({"cells": cells()?}))))?;
    match item.kind.as_str() {
        "thermo" => lines("thermometer"),
        "palindrome" => lines("palindrome"),
        "renban" => lines("renban"),
        "region-sum" => lines("regionsumline"),
        "between" => lines("betweenline"),
        "entropic" => lines("entropicline"),
        "zipper" => lines("zipperline"),
        "double-arrow" => lines("doublearrow"),
        "slow-thermo" => lines("slowthermometer"),
        "nabner" => lines("nabner"),
        "whisper" => valued("whispers", "difference"),
        "lockout" => valued("lockout", "difference"),
        "modular" => valued("modularline", "modulus"),
        "distinct" => group("killercage"),
        "white-dot" => group("difference"),
        "black-dot" => group("ratio"),
        "difference" | "ratio" if has_only(&["cells", &item.kind]) => {
            let field = if item.kind == "ratio" { "ratio" } else { "difference" };
            let value = number(&item.kind)?.to_string();
            Some((field, json!({ "cells": cells()?, "value": value })))
        }
        "x" | "v" if has_only(&["cells"]) => {
            let value = if item.kind == "x" { "X" } else { "V" };
            Some(("xv", json!({ "cells": cells()?, "value": value })))
        }
        "killer" if has_only(&["cells", "sum"]) => {
            let sum = number("sum")?.to_string();
            Some(("killercage", json!({ "cells": cells()?, "value": sum })))
        }
        "quadruple" if has_only(&["cells", "digits"]) => {
            let digits = item.fields.get("digits")?;
            Some(("quadruple", json!({ "cells": cells()?, "values": digits })))
        }
        "arrow" if has_only(&["cells"]) => {
            let line = cells()?;
            let fields = json!({ "cells": [line.first()?], "lines": [line] });
            Some(("arrow", fields))
        }
        "same-digits" if has_only(&["sets"]) => clone(item),
        _ => out_clues::constraint(item, description),
    }
}

/// Sets of one cell each, two of them.
fn clone(item: &ConstraintItem) -> Option<(&'static str, Value)> {
    let sets = item.fields.get("sets")?.as_array()?;
    let [first, second] = &sets[..] else {
        return None;
    };
    let (first, second) = (cells(first)?, cells(second)?);
    let is_clone = first.len() == 1 && second.len() == 1;
    is_clone.then(|| ("clone", json!({ "cells": first, "cloneCells": second })))
}

/// Names of cells as f-puzzles writes them.
fn cells(names: &Value) -> Option<Vec<String>> {
    let names = names.as_array()?.iter();
    names.map(|name| Some(upper(place(name.as_str()?)?))).collect()
}

fn upper((row, column): Place) -> String {
    format!("R{}C{}", row + 1, column + 1)
}
