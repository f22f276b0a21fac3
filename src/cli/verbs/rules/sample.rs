//! A constraint of a type as JSON, to copy.

use crate::backend::{self, VariantNative};
use crate::cli::pipeline::session;
use crate::grid::{Geometry, Puzzle};
use crate::outcome::Verdict;
use crate::rules::{
    ConstraintItem, Definition, Description, Library, Parameter, ParameterType, compile_within,
};
use serde_json::{Value, json};
use std::time::Duration;

/// How long one constraint is tried.
const TIME: Duration = Duration::from_secs(1);

/// The lengths of lines, and the numbers, in the order in which they are tried.
const LENGTHS: [usize; 9] = [2, 3, 4, 5, 6, 7, 8, 9, 1];
const NUMBERS: [i64; 9] = [5, 2, 1, 3, 4, 6, 7, 8, 9];

/// A constraint of this type that some grid satisfies on an empty 9×9 board, if a simple one
/// does.
pub(super) fn of(definition: &Definition, library: &Library) -> Option<ConstraintItem> {
    let board = Description::of_classic(&Puzzle::empty(Geometry::CLASSIC))?;
    let sizes = LENGTHS.into_iter();
    let tried = sizes.flat_map(|length| NUMBERS.map(|number| (length, number)));
    let mut items = tried.map(|(length, number)| item(definition, length, number));
    items.find(|item| {
        let puzzle = Description {
            constraints: vec![item.clone()],
            ..board.clone()
        };
        is_satisfied(&puzzle, library)
    })
}

fn item(definition: &Definition, length: usize, number: i64) -> ConstraintItem {
    let parameters = definition.parameters().iter().enumerate();
    let fields = parameters.filter_map(|(index, parameter)| {
        let value = value(parameter, index, length, number)?;
        Some((parameter.name().to_owned(), value))
    });
    ConstraintItem {
        kind: definition.name().to_owned(),
        fields: fields.collect(),
    }
}

/// The value of the parameter at this place; nothing if it is better left out.
fn value(parameter: &Parameter, place: usize, length: usize, number: i64) -> Option<Value> {
    if let Some(default) = parameter.default() {
        return serde_json::from_str(default).ok();
    }
    // Those of different parameters share no house.
    let offset = place % 3 * 3;
    let cells = |length: usize| -> Vec<String> {
        let columns = (0..length).map(|column| (column + offset) % 9 + 1);
        let row = offset + 1;
        columns.map(|column| format!("r{row}c{column}")).collect()
    };
    Some(match parameter.kind() {
        ParameterType::Cells => json!(cells(length)),
        ParameterType::Cell => json!(cells(1).first()),
        ParameterType::Sets => json!([["r1c1", "r1c2"], ["r4c4", "r4c5"]]),
        ParameterType::Integer => json!(number),
        ParameterType::Boolean => json!(true),
        ParameterType::Digits => json!([2, 5]),
        ParameterType::Counts => json!([[1, 5]]),
        ParameterType::Table => json!([[1, 3], [3, 5]]),
        ParameterType::Regex => json!("1+2"),
        ParameterType::Branches => json!([
            [{"type": "killer", "cells": ["r1c1", "r1c2"], "sum": 5}],
            [{"type": "white-dot", "cells": ["r1c1", "r1c2"]}]
        ]),
        ParameterType::Text | ParameterType::Automaton => return None,
    })
}

fn is_satisfied(puzzle: &Description, library: &Library) -> bool {
    let limits = session::interrupts().within(TIME);
    let Ok(puzzle) = compile_within(puzzle, library, &limits) else {
        return false;
    };
    let solved = backend::first(&mut VariantNative::default(), &puzzle, &limits);
    matches!(solved, Ok(Verdict::Solved(_)))
}
