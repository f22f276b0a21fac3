//! What rule files call impossible, against all digits of a few cells.

use crate::grid::Digit;
use crate::rules::{CompileError, Definition, Description, Kind, Library, compile_within};
use crate::rules::{RuleError, VariantPuzzle};
use serde_json::{Value, json};

const CELLS: [&str; 6] = ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"];

/// How many digits the boards have.
const DIGITS: usize = 4;

/// The smallest digits of the boards: with negative digits alone, up to 0, from 0 and from 1.
const SMALLEST: [i64; 4] = [-5, -3, 0, 1];

fn compiled(item: &Value, min: i64, library: &Library) -> Result<VariantPuzzle, RuleError> {
    let description: Description = serde_json::from_value(json!({
        "rows": 2, "columns": 3, "min": min, "max": min + DIGITS as i64 - 1, "regions": null,
        "constraints": [item],
    }))
    .unwrap();
    match compile_within(&description, library, &crate::Limits::unlimited()) {
        Ok(puzzle) => Ok(puzzle),
        Err(CompileError::Rule(error)) => Err(error),
        Err(CompileError::Stopped(reason)) => panic!("{reason}"),
    }
}

/// The same type under the name `unlimited`, without the range of a parameter.
fn without_range(definition: &Definition, parameter: &str) -> Library {
    let mut is_inside = false;
    let lines = definition.text().lines().filter(|line| {
        if line.starts_with("[[") {
            is_inside = false;
        }
        is_inside |= *line == format!("name = \"{parameter}\"");
        let is_range = ["least", "most", "impossible"];
        let is_dropped = is_inside && is_range.iter().any(|key| line.starts_with(key));
        !is_dropped && !line.starts_with("also = ")
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    let named = format!("name = \"{}\"", definition.name());
    let text = text.replacen(&named, "name = \"unlimited\"", 1);
    Library::built_in().with_file(&text, "unlimited").unwrap()
}

/// Whether some digits of the first `count` cells satisfy the constraint.
fn can_hold(puzzle: &VariantPuzzle, count: usize) -> bool {
    let kernels = &puzzle.constraints().last().unwrap().kernels;
    (0..DIGITS.pow(count as u32)).any(|number| {
        let digit = |at: usize| match at < count {
            true => Digit::from_index(number / DIGITS.pow(at as u32) % DIGITS),
            false => Digit::from_index(0),
        };
        let digits: Vec<Digit> = (0..CELLS.len()).map(digit).collect();
        kernels
            .iter()
            .all(|kernel| kernel.holds(puzzle.board(), &digits))
    })
}

/// Values of a parameter, in its range and out of it.
fn values(parameter: &str, min: i64) -> Vec<Value> {
    match parameter {
        "cells" => vec![Value::Null],
        "digits" => (1..=7)
            .flat_map(|count| {
                let alternating = (0..count).map(|at| min + at % 2).collect::<Vec<_>>();
                [json!(vec![min; count as usize]), json!(alternating)]
            })
            .collect(),
        _ => (-3..=30).chain([1001]).map(Value::from).collect(),
    }
}

#[test]
fn what_rule_files_call_impossible_holds_for_no_digits() {
    let mut found = 0;
    for definition in Library::built_in().definitions() {
        for parameter in definition.parameters() {
            let beyond = parameter.impossible;
            if definition.kind() != Kind::Constraint || !(beyond.below || beyond.above) {
                continue;
            }
            let library = without_range(definition, parameter.name());
            let mut seen = 0;
            for (min, count) in SMALLEST
                .into_iter()
                .flat_map(|min| (2..=6).map(move |n| (min, n)))
            {
                for value in values(parameter.name(), min) {
                    let mut item = json!({"type": definition.name(), "cells": &CELLS[..count]});
                    match parameter.name() {
                        "cells" => complete(&mut item, definition),
                        name => item[name] = value,
                    }
                    let Err(error) = compiled(&item, min, Library::built_in()) else {
                        continue;
                    };
                    if error.pointer != format!("/constraints/0/{}", parameter.name())
                        || !error.is_impossible()
                    {
                        continue;
                    }
                    seen += 1;
                    item["type"] = "unlimited".into();
                    match compiled(&item, min, &library) {
                        Ok(puzzle) => assert!(!can_hold(&puzzle, count), "{item} from {min}"),
                        Err(error) => assert!(error.is_impossible(), "{item}: {error}"),
                    }
                }
            }
            assert!(seen > 0, "{}: {}", definition.name(), parameter.name());
            found += 1;
        }
    }
    assert!(found > 10);
}

/// Adds the numbers that a type needs beside its cells.
fn complete(item: &mut Value, definition: &Definition) {
    for parameter in definition.parameters() {
        if parameter.is_required() && parameter.name() != "cells" {
            item[parameter.name()] = 3.into();
        }
    }
}
