//! Minimal puzzles where rules forbid more without some of the constraints.

use super::contradiction::{Redundancy, redundant};
use super::generate::{VariantGenerator, VariantRecipe};
use super::minimize::{Preserved, VariantMinimizer};
use super::parts::PuzzlePart;
use crate::backend::VariantNative;
use crate::limits::Limits;
use crate::puzzles::Minimized;
use crate::puzzles::PuzzleKind;
use crate::rules::{Description, Library, Origin, compile};
use serde_json::{Value, json};

fn description(fields: Value) -> Description {
    serde_json::from_value(fields).unwrap()
}

/// What can be left out, apart from rules.
fn left_over(puzzle: &Description) -> Vec<String> {
    let library = Library::built_in();
    let compiled = compile(puzzle, library).unwrap();
    let native = &mut VariantNative::default();
    let found = redundant(&compiled, puzzle, library, native, &Limits::unlimited());
    let Redundancy::Each(mut parts) = found.unwrap() else {
        panic!("{puzzle:?} is not proper");
    };
    parts.retain(|part| match part {
        PuzzlePart::Cell(_) => true,
        PuzzlePart::Constraint(index) => {
            let origin = &compiled.constraints()[*index].origin;
            matches!(origin, Origin::Listed { .. })
        }
    });
    parts.iter().map(|part| part.label(&compiled)).collect()
}

/// One dot is needed until another is removed: then the rule forbids what it excluded.
#[test]
fn nothing_of_a_minimized_puzzle_is_redundant() {
    let dots = [
        ["r1c1", "r1c2"],
        ["r1c3", "r1c4"],
        ["r2c1", "r2c2"],
        ["r2c1", "r3c1"],
        ["r2c2", "r2c3"],
        ["r2c2", "r3c2"],
        ["r2c3", "r2c4"],
        ["r2c3", "r3c3"],
        ["r3c1", "r3c2"],
        ["r3c2", "r3c3"],
        ["r4c2", "r4c3"],
        ["r4c3", "r4c4"],
    ];
    let lunchbox = json!({
        "type": "lunchbox", "cells": ["r4c1", "r3c1", "r2c1", "r1c1"], "sum": 1,
    });
    let dots = dots.map(|cells| json!({"type": "white-dot", "cells": cells}));
    let constraints: Vec<Value> = [lunchbox].into_iter().chain(dots).collect();
    let puzzle = description(json!({
        "rows": 4, "columns": 4, "min": 0, "max": 3, "regions": "1122112233443344",
        "candidates": {"r4c1": [3]}, "rules": ["strict-black-dots"],
        "constraints": constraints,
    }));
    let native = &mut VariantNative::default();
    for seed in [None, Some(1), Some(2), Some(3)] {
        let mut minimizer = VariantMinimizer::new(Library::built_in(), native);
        let minimal = minimizer.minimize(&puzzle, Preserved::default(), seed, &Limits::unlimited());
        let Minimized::Puzzle(minimal) = minimal.unwrap() else {
            panic!("not minimized");
        };
        assert_eq!(left_over(&minimal), Vec::<String>::new(), "{minimal:?}");
    }
}

#[test]
fn nothing_of_a_generated_minimal_puzzle_is_redundant() {
    for rule in ["strict-kropki", "strict-black-dots", "strict-xv"] {
        let board = description(json!({
            "rows": 4, "columns": 4, "min": 1, "max": 4, "regions": "1122112233443344",
            "rules": [rule],
        }));
        let recipe = VariantRecipe {
            board,
            constraints: ["white-dot", "killer"].map(str::to_owned).to_vec(),
            kind: PuzzleKind::Minimal,
            givens: None,
            seed: 1,
        };
        let native = &mut VariantNative::default();
        let mut generator = VariantGenerator::new(recipe, Library::built_in(), native).unwrap();
        for number in 0..10 {
            let made = generator.puzzle(number, &Limits::unlimited()).unwrap();
            assert_eq!(
                left_over(&made.puzzle),
                Vec::<String>::new(),
                "{rule} {number}"
            );
        }
    }
}

/// The same sign between two cells was placed twice, once from either side.
#[test]
fn two_cells_get_a_sign_once() {
    let regions = "111222111222333444333444555666555666";
    let board = description(json!({
        "rows": 6, "columns": 6, "min": 1, "max": 6, "regions": regions,
    }));
    for kind in ["x", "v", "black-dot", "white-dot", "difference", "ratio"] {
        let recipe = VariantRecipe {
            board: board.clone(),
            constraints: vec![kind.to_owned()],
            kind: PuzzleKind::Proper,
            givens: None,
            seed: 5,
        };
        let native = &mut VariantNative::default();
        let mut generator = VariantGenerator::new(recipe, Library::built_in(), native).unwrap();
        for number in 0..20 {
            let made = generator.puzzle(number, &Limits::unlimited()).unwrap();
            let mut seen = std::collections::HashSet::new();
            for item in &made.puzzle.constraints {
                let mut cells = item.fields["cells"].as_array().unwrap().clone();
                cells.sort_by_key(ToString::to_string);
                assert!(
                    seen.insert(cells),
                    "{kind} {number}: {:?}",
                    made.puzzle.constraints
                );
            }
        }
    }
}
