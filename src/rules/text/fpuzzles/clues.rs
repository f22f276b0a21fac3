//! Clues outside the grid, and indexers.

use super::super::draft::{self, Place, item, names, ray, with_number};
use super::super::fault::Fault;
use super::Import;
use super::items::{Item, items};
use crate::rules::region_map;
use serde_json::{Value, json};

/// Reads a list of clues; whether the field is one.
pub fn read(key: &str, value: &Value, import: &mut Import) -> Result<bool, Fault> {
    let (kind, parameter) = match key {
        "sandwichsum" => ("sandwich", "sum"),
        "xsum" => ("x-sum", "sum"),
        "skyscraper" => ("skyscraper", "visible"),
        "littlekillersum" => {
            for item in items(key, value, &["cell", "cells", "direction", "value"])? {
                little_killer(&item, import)?;
            }
            return Ok(true);
        }
        "rowindexer" | "columnindexer" | "boxindexer" => {
            for item in items(key, value, &["cells"])? {
                indexer(key, &item, import)?;
            }
            return Ok(true);
        }
        _ => return Ok(false),
    };
    for item in items(key, value, &["cell", "value"])? {
        let cells = facing(&item, import)?;
        match item.value()? {
            Some(number) => {
                let constraint = with_number(kind, &cells, parameter, number);
                import.description.constraints.push(constraint);
            }
            None => import.ignore(&format!("clues of {key} without a value")),
        }
    }
    Ok(true)
}

/// The row or column that a clue at its end looks along.
fn facing(item: &Item<'_>, import: &Import) -> Result<Vec<Place>, Fault> {
    let size = import.description.rows;
    let after = size as i64 + 1;
    let (row, column) = item.outside()?;
    let in_grid = |index: i64| {
        let index = usize::try_from(index).ok()?.checked_sub(1)?;
        (index < size).then_some(index)
    };
    let last = size - 1;
    let (start, step) = match (in_grid(row), in_grid(column)) {
        (Some(row), None) if column == 0 => ((row, 0), (0, 1)),
        (Some(row), None) if column == after => ((row, last), (0, -1)),
        (None, Some(column)) if row == 0 => ((0, column), (1, 0)),
        (None, Some(column)) if row == after => ((last, column), (-1, 0)),
        _ => {
            let expected = format!("a cell beside the grid, in row or column 0 or {after}");
            return Err(item.fault("cell", expected));
        }
    };
    Ok(ray(&import.description, start, step))
}

/// A sum along a diagonal, which begins beside the clue.
fn little_killer(item: &Item<'_>, import: &mut Import) -> Result<(), Fault> {
    let step = match item.text("direction") {
        "DR" => (1, 1),
        "DL" => (1, -1),
        "UR" => (-1, 1),
        "UL" => (-1, -1),
        _ => return Err(item.fault("direction", "DR, DL, UR or UL")),
    };
    let (row, column) = item.outside()?;
    let size = import.description.rows as i64;
    if (1..=size).contains(&row) && (1..=size).contains(&column) {
        let expected = format!("a cell around the grid, in row or column 0 or {}", size + 1);
        return Err(item.fault("cell", expected));
    }
    let first = |index: i64, step: isize| {
        let index = index.checked_add(step as i64)?.checked_sub(1)?;
        usize::try_from(index).ok()
    };
    let start = first(row, step.0).zip(first(column, step.1));
    let cells = start.map(|start| ray(&import.description, start, step));
    let Some(cells) = cells.filter(|cells| !cells.is_empty()) else {
        return Err(item.fault("cell", "a cell around the grid with a diagonal that way"));
    };
    if item.has("cells") && item.cells("cells", &import.description)? != cells {
        let expected = format!("the cells of the diagonal, {}", names(&cells).join(" "));
        return Err(item.fault("cells", expected));
    }
    // 0 is what editors write for no sum.
    match item.value()?.filter(|&sum| sum != 0) {
        Some(sum) => {
            let constraint = with_number("little-killer", &cells, "sum", sum);
            import.description.constraints.push(constraint);
        }
        None => import.ignore("clues of littlekillersum without a value"),
    }
    Ok(())
}

/// Cells that say where the number of their row, column or place in a box is.
fn indexer(key: &str, each: &Item<'_>, import: &mut Import) -> Result<(), Fault> {
    let description = &mut import.description;
    for control in each.cells("cells", description)? {
        let (row, column) = control;
        let (digit, line) = match key {
            "rowindexer" => (row + 1, ray(description, (0, column), (1, 0))),
            "columnindexer" => (column + 1, ray(description, (row, 0), (0, 1))),
            _ => {
                let map = description.regions.as_deref().unwrap_or_default();
                let mut regions = region_map::cells(map, description.columns).into_iter();
                let region = regions.find(|region| region.contains(&control));
                let place = |region: &Vec<Place>| region.iter().position(|&c| c == control);
                let fault = || each.fault("cells", "cells in regions");
                let region = region.ok_or_else(fault)?;
                (place(&region).unwrap_or(0) + 1, region)
            }
        };
        let fields = json!({
            "control": draft::name(control),
            "digit": digit,
            "cells": names(&line),
        });
        description.constraints.push(item("index", fields));
    }
    Ok(())
}
