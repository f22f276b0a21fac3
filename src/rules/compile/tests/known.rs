//! Counts of solutions in rule files, by brute force.

use super::compiled;
use crate::grid::{Digit, Solution};
use crate::rules::{Library, VariantPuzzle};
use serde_json::json;

fn empty(rules: &[&str]) -> VariantPuzzle {
    let regions = "1122112233443344";
    compiled(json!({
        "rows": 4, "columns": 4, "min": 1, "max": 4, "regions": regions, "rules": rules,
    }))
    .unwrap()
}

/// All grids that obey rows, columns and boxes.
fn grids() -> Vec<Vec<Digit>> {
    fn extend(cells: &mut Vec<usize>, grids: &mut Vec<Vec<Digit>>) {
        let at = cells.len();
        if at == 16 {
            grids.push(
                cells
                    .iter()
                    .map(|&digit| Digit::from_index(digit))
                    .collect(),
            );
            return;
        }
        for digit in 0..4 {
            let clashes = cells.iter().enumerate().any(|(other, &there)| {
                let (r, c, row, column) = (at / 4, at % 4, other / 4, other % 4);
                let meets = r == row || c == column || (r / 2, c / 2) == (row / 2, column / 2);
                there == digit && meets
            });
            if !clashes {
                cells.push(digit);
                extend(cells, grids);
                cells.pop();
            }
        }
    }
    let mut grids = Vec::new();
    extend(&mut Vec::new(), &mut grids);
    grids
}

#[test]
fn known_counts_are_right() {
    let grids = grids();
    assert_eq!(grids.len(), 288);
    let mut checked = 0;
    for definition in Library::built_in().definitions() {
        for known in definition.known() {
            assert_eq!(
                known.shape,
                "2x2",
                "{}: only 4×4 is small enough",
                definition.name()
            );
            let puzzle = empty(&[definition.name()]);
            let obeys = |grid: &&Vec<Digit>| puzzle.check(&Solution::new(grid.to_vec())).is_ok();
            let count = grids.iter().filter(obeys).count() as u64;
            assert_eq!(count, known.solutions, "{}", definition.name());
            checked += 1;
        }
    }
    assert!(checked >= 9);
}

/// Marks exempt their cells from the strict rules, and nothing else.
#[test]
fn strict_rules_look_at_marks() {
    let cells = [["r1c1", "r1c2"], ["r1c2", "r1c3"], ["r1c3", "r1c4"]];
    for (rule, kind, line, expected) in [
        ("strict-white-dots", "white-dot", [1, 2, 4, 6], 1),
        ("strict-white-dots", "white-dot", [1, 2, 3, 6], 2),
        ("strict-black-dots", "black-dot", [1, 2, 4, 5], 2),
        ("strict-kropki", "black-dot", [1, 2, 4, 3], 3),
        // Dots with numbers, here the usual ones.
        ("strict-white-dots", "difference", [1, 2, 4, 6], 1),
        ("strict-white-dots", "ratio", [1, 2, 4, 6], 1),
        ("strict-black-dots", "ratio", [1, 2, 4, 5], 2),
        ("strict-black-dots", "difference", [1, 2, 4, 5], 2),
        ("strict-kropki", "difference", [1, 2, 4, 3], 3),
        ("strict-kropki", "ratio", [1, 2, 4, 3], 3),
        ("strict-xv", "x", [4, 6, 3, 1], 1),
        ("strict-xv", "v", [4, 1, 4, 6], 3),
    ] {
        let digits = line.map(|value: usize| Digit::from_index(value - 1));
        let marked = |marks: usize| {
            let marks = cells[..marks].iter();
            let marks = marks.map(|cells| json!({"type": kind, "cells": cells}));
            compiled(json!({
                "rows": 1, "columns": 4, "min": 1, "max": 6, "rules": [rule],
                "constraints": marks.collect::<Vec<_>>(),
            }))
            .unwrap()
        };
        for marks in 0..=3 {
            let puzzle = marked(marks);
            let strict = puzzle.constraints().iter().find(|each| each.label == rule);
            let mut kernels = strict.unwrap().kernels.iter();
            let holds = kernels.all(|kernel| kernel.holds(puzzle.board(), &digits));
            assert_eq!(holds, marks >= expected, "{rule} {line:?} {marks}");
        }
    }
}
