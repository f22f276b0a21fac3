//! Which field of f-puzzles is which rule or type of constraint.

use super::super::draft::{self, Place, of_cells, with_number};
use super::super::fault::{Fault, shown_exactly};
use super::items::{Item, items};
use super::lines::{self, lines_of, too_short};
use super::{Import, RULES, clues, marks};
use serde_json::{Value, json};
use std::collections::HashSet;

/// Reads a rule for the whole grid; whether the field is one.
pub fn global(key: &str, value: &Value, import: &mut Import) -> Result<bool, Fault> {
    if key == "negative" {
        marks::negative(value, import)?;
        return Ok(true);
    }
    let rule = RULES.iter().find(|(field, _)| *field == key);
    if rule.is_none() && key != "nonconsecutive" {
        return Ok(false);
    }
    if value != &Value::Bool(true) {
        let found = format!("{} in the field {key}", shown_exactly(value));
        return Err(Fault::new(found, "true or false"));
    }
    match rule {
        Some((_, name)) => import.rule(name),
        None => import.is_nonconsecutive = true,
    }
    Ok(true)
}

/// Reads a list of constraints; whether the field is one.
pub fn listed(key: &str, value: &Value, import: &mut Import) -> Result<bool, Fault> {
    Ok(lines::read(key, value, import)?
        || groups(key, value, import)?
        || marks::read(key, value, import)?
        || clues::read(key, value, import)?)
}

/// Groups of cells and arrows.
fn groups(key: &str, value: &Value, import: &mut Import) -> Result<bool, Fault> {
    match key {
        "killercage" => {
            for item in items(key, value, &["cells", "value"])? {
                let cells = item.cells("cells", &import.description)?;
                let cage = match item.value()? {
                    Some(0) => {
                        import.ignore("sums of 0 of killercage, which stand for none");
                        of_cells("distinct", &cells)
                    }
                    Some(sum) => with_number("killer", &cells, "sum", sum),
                    None => of_cells("distinct", &cells),
                };
                import.description.constraints.push(cage);
            }
        }
        "extraregion" => {
            for item in items(key, value, &["cells"])? {
                let cells = item.cells("cells", &import.description)?;
                import
                    .description
                    .constraints
                    .push(of_cells("distinct", &cells));
            }
        }
        "arrow" => {
            for item in items(key, value, &["cells", "lines"])? {
                arrow(&item, import)?;
            }
        }
        "clone" => {
            for item in items(key, value, &["cells", "cloneCells"])? {
                clone(&item, import)?;
            }
        }
        "quadruple" => {
            for item in items(key, value, &["cells", "values"])? {
                quadruple(&item, import)?;
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// An arrow for each line. Its first cell is in the circle; a circle of several cells
/// holds a number, read from left to right or from top to bottom.
fn arrow(item: &Item<'_>, import: &mut Import) -> Result<(), Fault> {
    let mut circle = item.cells("cells", &import.description)?;
    circle.sort_unstable();
    for line in lines_of(item, import)? {
        let Some((first, shaft)) = line.split_first() else {
            continue;
        };
        if !circle.contains(first) {
            let found = format!("{} first in a line of {item}", draft::name(*first));
            return Err(Fault::new(found, "lines that begin in the arrow's circle"));
        }
        if shaft.is_empty() {
            import.ignore(&too_short(item.key()));
            continue;
        }
        import.description.constraints.push(match circle[..] {
            [_] => of_cells("arrow", &line),
            _ => {
                let (pill, cells) = (draft::names(&circle), draft::names(shaft));
                draft::item("pill-arrow", json!({ "pill": pill, "cells": cells }))
            }
        });
    }
    Ok(())
}

fn clone(item: &Item<'_>, import: &mut Import) -> Result<(), Fault> {
    let description = &mut import.description;
    let cells = item.cells("cells", description)?;
    let clones = item.cells("cloneCells", description)?;
    if cells.len() != clones.len() {
        let expected = format!("as many cells as in cells, which are {}", cells.len());
        return Err(item.fault("cloneCells", expected));
    }
    let is_once = |cells: &[Place]| cells.iter().collect::<HashSet<_>>().len() == cells.len();
    if is_once(&cells) && is_once(&clones) {
        let fields = json!({ "cells": draft::names(&cells), "clones": draft::names(&clones) });
        description.constraints.push(draft::item("clone", fields));
        return Ok(());
    }
    for pair in cells.into_iter().zip(clones) {
        let sets = [[draft::name(pair.0)], [draft::name(pair.1)]];
        let constraint = draft::item("same-digits", json!({ "sets": sets }));
        description.constraints.push(constraint);
    }
    Ok(())
}

fn quadruple(item: &Item<'_>, import: &mut Import) -> Result<(), Fault> {
    let cells: Vec<Place> = item.cells("cells", &import.description)?;
    let digits = item.numbers("values")?;
    if digits.is_empty() {
        import.ignore("quadruples without digits");
        return Ok(());
    }
    let fields = json!({ "cells": draft::names(&cells), "digits": digits });
    let constraint = draft::item("quadruple", fields);
    import.description.constraints.push(constraint);
    Ok(())
}
