//! Writing the JSON of f-puzzles, where it has a field for everything.

use super::super::draft::{Place, is_size};
use super::super::fault;
use super::out_marks::Marked;
use super::unwritable::{Unwritable, confused, unwritable};
use super::{RULES, lines, out_clues, out_marks};
use crate::escape;
use crate::grid::{Geometry, place_named};
use crate::rules::{ConstraintItem, Description, region_map};
use crate::words::{counted, rows_and_columns};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Something that f-puzzles cannot say.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot write {what} as f-puzzles{instead}")]
pub struct NotWritten {
    what: String,
    /// What f-puzzles has instead, as the end of the sentence; perhaps nothing.
    instead: &'static str,
}

/// The puzzle as f-puzzles writes it, on one line.
///
/// # Errors
/// [`NotWritten`] names what f-puzzles has no field for.
pub fn write(description: &Description, title: &str) -> Result<String, NotWritten> {
    Ok(escape::json_value(&Value::Object(object(
        description,
        title,
    )?)))
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
    NotWritten {
        what: what.into(),
        instead: "",
    }
}

/// Refuses boards other than f-puzzles has.
fn check_board(description: &Description) -> Result<(), NotWritten> {
    let (rows, columns) = (description.rows, description.columns);
    let (min, max) = (description.min, description.max);
    let (what, instead) = if rows != columns || !is_size(rows) {
        let what = format!("a board of {}", rows_and_columns(rows, columns));
        (what, ", which has only square ones")
    } else if min != 1 || i64::from(max) != rows as i64 {
        let size = counted(rows as u64, "row");
        let what = format!("digits from {min} to {max} on a board of {size}");
        (what, ", whose digits go from 1 to the number of rows")
    } else {
        return Ok(());
    };
    Err(NotWritten { what, instead })
}

fn object(description: &Description, title: &str) -> Result<Map<String, Value>, NotWritten> {
    let size = description.rows;
    check_board(description)?;
    let mut object = Map::new();
    object.insert("size".into(), size.into());
    if !title.is_empty() {
        object.insert("title".into(), title.into());
    }
    object.insert("grid".into(), grid(description)?);
    add_rules(description, &mut object)?;
    let marked = Marked::of(description);
    for (index, item) in description.constraints.iter().enumerate() {
        let no_field = || {
            let kind = fault::token(&item.kind);
            let (part, instead) = match unwritable(item, description) {
                Some(Unwritable { part, instead }) => (part, instead),
                None => (String::new(), ""),
            };
            NotWritten {
                what: format!("the constraint /constraints/{index} of type {kind}{part}"),
                instead,
            }
        };
        if let Some(cells) = parity(item) {
            for cell in cells {
                push(&mut object, &item.kind, json!({ "cell": cell }));
            }
            continue;
        }
        for item in on_single_edges(item) {
            let (field, value) = constraint(&item, description, &marked).ok_or_else(no_field)?;
            push(&mut object, field, value);
        }
    }
    Ok(object)
}

fn add_rules(description: &Description, object: &mut Map<String, Value>) -> Result<(), NotWritten> {
    for rule in &description.rules {
        if let Some(dots) = confused(rule, description) {
            return Err(not_written(format!("{rule} beside {dots}")));
        }
        match rule.as_str() {
            "non-consecutive" if has(description, &DOTS) => {
                return Err(not_written("non-consecutive beside dots"));
            }
            "diagonal" => {
                insert_true(object, "diagonal+");
                insert_true(object, "diagonal-");
            }
            "non-consecutive" => insert_true(object, "nonconsecutive"),
            // Without any dot, it is read as non-consecutive, which then says the same.
            "strict-white-dots" => insert_true(object, "nonconsecutive"),
            "strict-black-dots" => add_negative(object, "ratio"),
            "strict-kropki" => {
                insert_true(object, "nonconsecutive");
                add_negative(object, "ratio");
            }
            "strict-xv" => add_negative(object, "xv"),
            name => match RULES.iter().find(|(_, known)| *known == name) {
                Some((field, _)) => insert_true(object, field),
                None => return Err(not_written(format!("the rule {}", fault::token(name)))),
            },
        }
    }
    Ok(())
}

/// Types of dots.
const DOTS: [&str; 4] = ["white-dot", "black-dot", "difference", "ratio"];

/// A chain of marks on edges, which f-puzzles writes edge by edge; other constraints as
/// they are.
fn on_single_edges(item: &ConstraintItem) -> Vec<Cow<'_, ConstraintItem>> {
    let is_mark = DOTS.contains(&item.kind.as_str()) || item.kind == "x" || item.kind == "v";
    match item.fields.get("cells").and_then(Value::as_array) {
        Some(cells) if is_mark && cells.len() > 2 => {
            let on_edge = |edge: &[Value]| {
                let mut item = item.clone();
                item.fields.insert("cells".into(), edge.into());
                Cow::Owned(item)
            };
            cells.windows(2).map(on_edge).collect()
        }
        _ => vec![Cow::Borrowed(item)],
    }
}

/// Whether there is a constraint of one of these types.
fn has(description: &Description, types: &[&str]) -> bool {
    let mut kinds = description.constraints.iter().map(|item| &item.kind);
    kinds.any(|kind| types.contains(&kind.as_str()))
}

fn insert_true(object: &mut Map<String, Value>, field: &str) {
    object.insert(field.into(), true.into());
}

/// Marks that are all given.
fn add_negative(object: &mut Map<String, Value>, marks: &str) {
    let marks = Value::from(marks);
    let is_there = |list: &Value| list.as_array().is_some_and(|list| list.contains(&marks));
    if !object.get("negative").is_some_and(is_there) {
        push(object, "negative", marks);
    }
}

fn push(object: &mut Map<String, Value>, field: &str, value: Value) {
    let list = object
        .entry(field)
        .or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(values) = list {
        values.push(value);
    }
}

fn grid(description: &Description) -> Result<Value, NotWritten> {
    let size = description.rows;
    let mut cells = vec![vec![Map::new(); size]; size];
    let usual = region_map::boxes((size, size), Geometry::squarest_box(size));
    if description.regions != usual {
        let regions = description.regions.as_deref().unwrap_or_default();
        let regions = region_map::cells(regions, size);
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
    for ((row, column), digits) in candidates(description)? {
        let name = upper((row, column));
        let Some(cell) = cells.get_mut(row).and_then(|row| row.get_mut(column)) else {
            return Err(not_written(format!("the cell {name}")));
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

/// The candidates by cell: those that all spellings of its name have in common.
fn candidates(description: &Description) -> Result<BTreeMap<Place, Vec<i64>>, NotWritten> {
    let mut candidates: BTreeMap<Place, Vec<i64>> = BTreeMap::new();
    for (name, digits) in &description.candidates {
        let Some(place) = place_named(name) else {
            return Err(not_written(format!("the cell {}", fault::token(name))));
        };
        let common = candidates.entry(place).or_insert_with(|| digits.clone());
        common.retain(|digit| digits.contains(digit));
    }
    Ok(candidates)
}

/// The cells of `odd` and `even`, which have an item each.
fn parity(item: &ConstraintItem) -> Option<Vec<String>> {
    let is_parity = item.kind == "odd" || item.kind == "even";
    let cells = item.fields.get("cells").filter(|_| item.fields.len() == 1);
    cells.filter(|_| is_parity).and_then(self::cells)
}

/// The field and the item of a constraint.
fn constraint(
    item: &ConstraintItem,
    description: &Description,
    marked: &Marked,
) -> Option<(&'static str, Value)> {
    let has_only = |keys: &[&str]| item.fields.keys().all(|key| keys.contains(&key.as_str()));
    let number = |key: &str| item.fields.get(key)?.as_i64();
    let cells = || cells(item.fields.get("cells")?);
    let group = |field| has_only(&["cells"]).then(|| Some((field, json!({"cells": cells()?}))))?;
    match item.kind.as_str() {
        "distinct" => group("killercage"),
        "white-dot" => group("difference"),
        "black-dot" => group("ratio"),
        "difference" | "ratio" if has_only(&["cells", &item.kind]) => {
            let is_ratio = item.kind == "ratio";
            let field = if is_ratio { "ratio" } else { "difference" };
            if !item.fields.contains_key(field) {
                return group(field);
            }
            let value = number(field)?.to_string();
            Some((field, json!({ "cells": cells()?, "value": value })))
        }
        "x" | "v" if has_only(&["cells"]) => {
            let value = if item.kind == "x" { "X" } else { "V" };
            Some(("xv", json!({ "cells": cells()?, "value": value })))
        }
        "killer" if has_only(&["cells", "sum"]) => {
            // A sum of 0 is read as none.
            let sum = number("sum").filter(|&sum| sum != 0)?.to_string();
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
        "pill-arrow" if has_only(&["pill", "cells"]) => pill_arrow(item),
        "clone" if has_only(&["cells", "clones"]) => {
            let clones = self::cells(item.fields.get("clones")?)?;
            Some(("clone", json!({ "cells": cells()?, "cloneCells": clones })))
        }
        "same-digits" if has_only(&["sets"]) => clone(item),
        _ => out_clues::constraint(item, description)
            .or_else(|| out_marks::constraint(item, description, marked))
            .or_else(|| lines::written(item, description)),
    }
}

/// An arrow that begins in the cell of the pill that is nearest to it. The order of the
/// pill's cells is not written: readers take them from left to right and top to bottom.
fn pill_arrow(item: &ConstraintItem) -> Option<(&'static str, Value)> {
    let pill = places(item.fields.get("pill")?)?;
    let shaft = places(item.fields.get("cells")?)?;
    let &(row, column) = shaft.first()?;
    let distance = |cell: &&Place| cell.0.abs_diff(row) + cell.1.abs_diff(column);
    let &start = pill.iter().min_by_key(distance)?;
    let in_order = pill.windows(2).all(|pair| pair[0] < pair[1]);
    let line: Vec<String> = [start].iter().chain(&shaft).copied().map(upper).collect();
    let pill: Vec<String> = pill.into_iter().map(upper).collect();
    in_order.then(|| ("arrow", json!({ "cells": pill, "lines": [line] })))
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
pub(super) fn cells(names: &Value) -> Option<Vec<String>> {
    Some(places(names)?.into_iter().map(upper).collect())
}

/// The cells of these names.
pub(super) fn places(names: &Value) -> Option<Vec<Place>> {
    let names = names.as_array()?.iter();
    names.map(|name| place_named(name.as_str()?)).collect()
}

/// The name of a cell as f-puzzles writes it.
pub(super) fn upper((row, column): Place) -> String {
    format!("R{}C{}", row + 1, column + 1)
}
