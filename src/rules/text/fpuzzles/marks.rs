//! Marks in cells and on edges: odd and even, dots, XV, and their negative rules.

use super::super::draft::{Place, add_rule, neighbours, of_cells, with_number};
use super::super::fault::Fault;
use super::Import;
use super::items::{Item, items};
use super::unwritable::STRICT;
use crate::rules::Description;
use serde_json::{Map, Value};
use std::collections::HashSet;

/// Reads a list of marks; whether the field is one.
pub fn read(key: &str, value: &Value, import: &mut Import) -> Result<bool, Fault> {
    match key {
        "odd" | "even" => {
            for item in items(key, value, &["cell"])? {
                let cell = item.cell(&import.description)?;
                import.description.constraints.push(of_cells(key, &[cell]));
            }
        }
        "minimum" | "maximum" => {
            let items = items(key, value, &["cell"])?;
            let cells = items.iter().map(|item| item.cell(&import.description));
            extremes(key, &cells.collect::<Result<Vec<Place>, Fault>>()?, import);
        }
        "difference" | "ratio" | "xv" => {
            for item in items(key, value, &["cells", "value"])? {
                on_edge(key, &item, import)?;
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Cells of `minimum` or `maximum`. Neighbours that are both marked are not compared: the
/// solvers that read f-puzzles agree on that, and otherwise no grid would do.
fn extremes(kind: &str, cells: &[Place], import: &mut Import) {
    let marked = cells.iter().copied().collect();
    for &cell in cells {
        let compared = compared(&import.description, cell, &marked);
        if compared.is_empty() {
            import.ignore(&format!("cells of {kind} without a cell to compare"));
            continue;
        }
        let cells = [&[cell][..], &compared].concat();
        import.description.constraints.push(of_cells(kind, &cells));
    }
}

/// The cells with which a marked one is compared.
pub fn compared(description: &Description, cell: Place, marked: &HashSet<Place>) -> Vec<Place> {
    let others = neighbours(description, cell);
    others.filter(|other| !marked.contains(other)).collect()
}

fn on_edge(key: &str, item: &Item<'_>, import: &mut Import) -> Result<(), Fault> {
    let description = &mut import.description;
    let cells = item.cells("cells", description)?;
    if cells.len() != 2 {
        return Err(item.fault("cells", "two cells"));
    }
    if key == "xv" {
        let kind = match item.text("value") {
            "X" | "x" => "x",
            "V" | "v" => "v",
            "" => {
                import.ignore("marks of xv without a value");
                return Ok(());
            }
            _ => return Err(item.fault("value", "X or V")),
        };
        description.constraints.push(of_cells(kind, &cells));
        return Ok(());
    }
    let constraint = match (key, item.value()?) {
        ("difference", None | Some(1)) => of_cells("white-dot", &cells),
        ("ratio", None | Some(2)) => of_cells("black-dot", &cells),
        (_, Some(number)) => with_number(key, &cells, key, number),
        (_, None) => return Ok(()),
    };
    description.constraints.push(constraint);
    Ok(())
}

/// Reads which marks are all given.
pub fn negative(value: &Value, import: &mut Import) -> Result<(), Fault> {
    let Some(names) = value.as_array() else {
        return Err(Fault::in_field("negative", value, "an array"));
    };
    for name in names {
        match name.as_str() {
            Some("ratio") => import.rule("strict-black-dots"),
            Some("xv") => import.rule("strict-xv"),
            _ => return Err(Fault::in_field("negative", name, "ratio or xv")),
        }
    }
    Ok(())
}

/// What `nonconsecutive` means depends on whether dots are given: then it says that all
/// white ones are. A pair with a black dot needs no white one.
pub fn nonconsecutive(object: &Map<String, Value>, description: &mut Description) {
    let has_dots = |key: &str| {
        let dots = object.get(key).and_then(Value::as_array);
        dots.is_some_and(|dots| !dots.is_empty())
    };
    match has_dots("difference") || has_dots("ratio") {
        true => add_rule(description, "strict-white-dots"),
        false => add_rule(description, "non-consecutive"),
    }
}

/// Refuses negative rules beside dots of other numbers, about which programs disagree.
pub fn check_negative(object: &Map<String, Value>, description: &Description) -> Result<(), Fault> {
    let is_strict = |rule: &String| STRICT.contains(&rule.as_str());
    if !description.rules.iter().any(is_strict) {
        return Ok(());
    }
    for (key, plain) in [("ratio", 2), ("difference", 1)] {
        let Some(dots) = object.get(key) else {
            continue;
        };
        for item in items(key, dots, &["cells", "value"])? {
            if item.value()?.is_some_and(|number| number != plain) {
                let expected = format!("{plain}, because all dots of {key} are given");
                return Err(item.fault("value", expected));
            }
        }
    }
    Ok(())
}
