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

/// The directions of lines: along a row, and, for palindromes, diagonal.
const STEPS: [usize; 2] = [0, 1];

/// The lengths of lines, and the numbers, in the order in which they are tried.
const LENGTHS: [usize; 9] = [2, 3, 4, 5, 6, 7, 8, 9, 1];
const NUMBERS: [i64; 9] = [5, 2, 1, 3, 4, 6, 7, 8, 9];

/// A constraint of this type that some grid satisfies on an empty 9×9 board, if a simple one
/// does.
pub(super) fn of(definition: &Definition, library: &Library) -> Option<ConstraintItem> {
    let board = Description::of_classic(&Puzzle::empty(Geometry::CLASSIC))?;
    let lines = STEPS.into_iter();
    let lines = lines.flat_map(|down| LENGTHS.map(|length| Line { down, length }));
    let tried = lines.flat_map(|line| NUMBERS.map(|number| (line, number)));
    let mut items = tried.map(|(line, number)| item(definition, line, number));
    items.find(|item| {
        let puzzle = Description {
            constraints: vec![item.clone()],
            ..board.clone()
        };
        is_satisfied(&puzzle, library)
    })
}

/// A line of cells.
#[derive(Clone, Copy)]
struct Line {
    /// Rows from one cell to the next.
    down: usize,
    length: usize,
}

impl Line {
    /// The names of its cells. Lines of different places begin in different houses.
    fn cells(self, place: usize) -> Vec<String> {
        let start = place % 3 * 3;
        let cell = |step| {
            let (row, column) = ((start + step * self.down) % 9, (start + step) % 9);
            format!("r{}c{}", row + 1, column + 1)
        };
        (0..self.length).map(cell).collect()
    }
}

fn item(definition: &Definition, line: Line, number: i64) -> ConstraintItem {
    let parameters = definition.parameters().iter().enumerate();
    let fields = parameters.filter_map(|(index, parameter)| {
        let value = value(parameter, index, line, number)?;
        Some((parameter.name().to_owned(), value))
    });
    ConstraintItem {
        kind: definition.name().to_owned(),
        fields: fields.collect(),
    }
}

/// The value of the parameter at this place; nothing if it is better left out.
fn value(parameter: &Parameter, place: usize, line: Line, number: i64) -> Option<Value> {
    if let Some(default) = parameter.default() {
        return serde_json::from_str(default).ok();
    }
    Some(match parameter.kind() {
        ParameterType::Cells => json!(line.cells(place)),
        ParameterType::Cell => json!(line.cells(place).first()),
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
