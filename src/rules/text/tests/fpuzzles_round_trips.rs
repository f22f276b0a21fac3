//! Puzzles keep their solutions on the way to f-puzzles and back, or are refused.

use super::fpuzzles::puzzle;
use super::*;
use crate::backend::{self, VariantNative};
use crate::grid::Solution;
use crate::limits::Limits;
use crate::puzzles::variant::shapes::{Drawing, random_types};
use crate::rules::{Library, compile};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

/// The first solutions of a puzzle; none if it means nothing.
fn solutions(description: &Description, most: u64) -> Vec<Solution> {
    let Ok(puzzle) = compile(description, Library::built_in()) else {
        return Vec::new();
    };
    let mut native = VariantNative::default();
    let found = backend::solutions(&mut native, &puzzle, most, &Limits::unlimited());
    found.unwrap().0
}

/// How many solutions are compared.
const MOST: u64 = 1500;

/// How many solutions a puzzle has.
fn count(description: &Description) -> usize {
    compile(description, Library::built_in()).unwrap();
    solutions(description, MOST).len()
}

/// A board with a map of regions, on which nothing is given.
fn board(side: usize, map: Option<&str>) -> Description {
    let fields = json!({
        "rows": side, "columns": side, "min": 1, "max": side, "regions": map,
    });
    record(&fields.to_string()).description
}

fn with(mut description: Description, rules: &[&str], constraints: Value) -> Description {
    description.rules = rules.iter().map(|rule| (*rule).to_owned()).collect();
    description.constraints = serde_json::from_value(constraints).unwrap();
    description
}

/// The puzzle that is read where this one was written.
fn back(description: &Description) -> Description {
    record(&write_fpuzzles(description, "").unwrap()).description
}

const BOXES: Option<&str> = Some("1122112233443344");

#[test]
fn rules_that_all_dots_are_given_are_written() {
    let dots = json!([
        {"type": "white-dot", "cells": ["r1c1", "r1c2"]},
        {"type": "black-dot", "cells": ["r2c1", "r3c1"]},
    ]);
    for rule in ["strict-kropki", "strict-white-dots", "strict-black-dots"] {
        for dots in [&dots, &json!([dots[0]]), &json!([dots[1]]), &json!([])] {
            let board = json!({
                "rows": 4, "columns": 4, "min": 1, "max": 4, "regions": "1122112233443344",
                "rules": [rule, "strict-black-dots"], "constraints": dots,
            });
            let description = record(&board.to_string()).description;
            let text = write_fpuzzles(&description, "").unwrap();
            let again = record(&text).description;
            assert_eq!(again.constraints, description.constraints);
            assert_eq!(count(&again), count(&description), "{text}");
        }
    }
}

#[test]
fn lines_of_region_sums_pass_over_cells_without_a_region() {
    let text = r#"{"size":4,"grid":[
        [{"region":0},{"region":0},{"region":null},{"region":null}],
        [{"region":0},{"region":0},{"region":null},{"region":null}],
        [{"region":null},{"region":null},{"region":3},{"region":3}],
        [{"region":null},{"region":null},{"region":3},{"region":3}]],
        "regionsumline":[{"lines":[["R2C2","R2C3","R3C3"]]}]}"#;
    let constraints = record(&text.replace('\n', "")).description.constraints;
    assert_eq!(constraints[0].fields["cells"], json!(["r2c2", "r3c3"]));
}

#[test]
fn sums_through_cells_in_no_region_are_not_written() {
    for (map, cells) in [
        ("11..11..33443344", ["r1c1", "r1c2", "r1c3"]),
        ("11..11.33.33...2", ["r1c3", "r1c4", "r2c3"]),
    ] {
        let sum = json!([{"type": "region-sum", "cells": cells}]);
        let error = write_fpuzzles(&with(board(4, Some(map)), &[], sum), "").unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot write the constraint /constraints/0 of type region-sum on these cells as \
             f-puzzles, which passes over cells in no region"
        );
    }
    // A line of which nothing is left says nothing.
    let text = r#"{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],
        [{"region":null},{"region":null},{},{}]],
        "regionsumline":[{"lines":[["R4C1","R4C2"]]}]}"#;
    let record = record(&text.replace('\n', ""));
    assert_eq!(record.description.constraints, []);
    let note = "lines of regionsumline that are too short to say anything";
    assert_eq!(record.ignored, [note]);
}

#[test]
fn dots_with_other_numbers_are_not_written_beside_strict_rules() {
    let rules = ["strict-white-dots", "strict-black-dots", "strict-kropki"];
    let beside = |rule: &str, kind: &str, number: Value| {
        let mut dot = json!({"type": kind, "cells": ["r1c1", "r1c2"]});
        if !number.is_null() {
            dot[kind] = number;
        }
        with(board(4, BOXES), &[rule], json!([dot]))
    };
    for (kind, usual, says) in [
        ("difference", 1, "other differences as f-puzzles"),
        ("ratio", 2, "other ratios as f-puzzles"),
    ] {
        for rule in rules {
            for number in [Value::Null, json!(usual)] {
                let description = beside(rule, kind, number);
                let again = count(&back(&description));
                assert_eq!(again, count(&description), "{rule} {kind}");
            }
            let error = write_fpuzzles(&beside(rule, kind, json!(3)), "").unwrap_err();
            let says = format!("cannot write {rule} beside {says}");
            assert_eq!(error.to_string(), says);
        }
    }
}

#[test]
fn rows_as_regions_are_kept_where_something_is_about_regions() {
    let rows = board(5, Some("1111122222333334444455555"));
    assert_eq!(back(&rows).regions, None);
    let sum = json!([{"type": "region-sum", "cells": ["r1c1", "r2c1"]}]);
    let sum = with(rows.clone(), &[], sum);
    assert_eq!(back(&sum), sum);
    let groups = with(board(3, Some("111222333")), &["disjoint-groups"], json!([]));
    assert_eq!((back(&groups), count(&groups)), (groups.clone(), 12));
    let index = json!([{"type": "index", "control": "r2c3", "digit": 3,
        "cells": ["r2c1", "r2c2", "r2c3", "r2c4", "r2c5"]}]);
    let index = with(rows, &[], index);
    assert_eq!(back(&index).constraints, index.constraints);
    let row = json!([{}, {}, {}, {}, {}]);
    let text = json!({"grid": [row, row, row, row, row], "boxindexer": [{"cells": ["R2C3"]}]});
    assert_eq!(
        record(&text.to_string()).description.constraints,
        index.constraints
    );
}

#[test]
fn clones_and_parity_stay_what_they_are() {
    let items = json!([
        {"type": "clone", "cells": ["r1c1", "r1c2"], "clones": ["r3c2", "r3c3"]},
        {"type": "even", "cells": ["r4c4"]},
        {"type": "odd", "cells": ["r4c1"]},
    ]);
    let description = with(board(4, BOXES), &[], items);
    assert_eq!(back(&description), description);
    // A cell that has two clones is in two pairs.
    let text = puzzle(r#","clone":[{"cells":["R1C1","R1C1"],"cloneCells":["R2C3","R3C2"]}]"#);
    let read = record(&text).description;
    let pair = |clone| json!({"type": "same-digits", "sets": [["r1c1"], [clone]]});
    assert_eq!(json!(read.constraints), json!([pair("r2c3"), pair("r3c2")]));
    // A cell that is its own clone says nothing.
    let text = puzzle(r#","clone":[{"cells":["R1C1"],"cloneCells":["R1C1"]}]"#);
    assert_eq!(count(&record(&text).description), 288);
}

/// Boards with usual regions, others, some cells in none, and rows as regions.
const BOARDS: [(usize, Option<&str>); 10] = [
    (4, BOXES),
    (4, BOXES),
    (4, Some("11..11..33443344")),
    (4, Some("1112122233343444")),
    (4, Some("11.2..12.3.2.33.")),
    (4, None),
    (3, Some("111222333")),
    (3, Some("112122333")),
    (5, Some("1111122222333334444455555")),
    (5, Some("11.222133.2.4.3.4433.5555")),
];

const RULES: [&str; 11] = [
    "non-consecutive",
    "strict-white-dots",
    "strict-black-dots",
    "strict-kropki",
    "strict-xv",
    "diagonal",
    "diagonal-up",
    "anti-knight",
    "anti-king",
    "disjoint-groups",
    "windoku",
];

/// A puzzle with few solutions: a rule that its board has, and marks and lines of all types.
fn random(random: &mut ChaCha8Rng, types: &[&str]) -> Description {
    let (side, map) = *BOARDS.choose(random).unwrap();
    let mut description = board(side, map);
    let rules = random.random_range(0..=2);
    for rule in RULES.sample(random, rules) {
        description.rules.push((*rule).to_owned());
        if solutions(&description, 1).is_empty() {
            description.rules.pop();
        }
    }
    let grids = solutions(&description, 100);
    let grid = grids.choose(random).unwrap();
    let puzzle = compile(&description, Library::built_in()).unwrap();
    for cell in puzzle.board().cells() {
        if side > 4 && random.random_bool(0.3) {
            let value = i64::from(puzzle.board().value(grid.digit(cell)));
            let name = puzzle.board().name(cell);
            description.candidates.insert(name, vec![value]);
        }
    }
    for _ in 0..random.random_range(1..=3_u32) {
        let kind = types.choose(random).unwrap();
        let mut drawing = Drawing {
            board: puzzle.board(),
            solution: grid,
            random,
        };
        let Some(item) = drawing.item(kind) else {
            continue;
        };
        description.constraints.push(item);
        if compile(&description, Library::built_in()).is_err() {
            description.constraints.pop();
        }
    }
    description
}

#[test]
fn whatever_is_written_keeps_its_solutions() {
    let marks = [
        "white-dot",
        "black-dot",
        "difference",
        "ratio",
        "x",
        "v",
        "region-sum",
    ];
    let types: Vec<&str> = random_types().collect();
    let mut seeded = ChaCha8Rng::seed_from_u64(4);
    let mut written = 0;
    for round in 0..1500 {
        let types = if round % 2 == 0 { &marks } else { &types[..] };
        let description = random(&mut seeded, types);
        if let Ok(text) = write_fpuzzles(&description, "") {
            let before = solutions(&description, MOST);
            let after = solutions(&record(&text).description, MOST);
            let json = serde_json::to_string(&description).unwrap();
            assert_eq!(before.len(), after.len(), "{json} becomes {text}");
            // Searches stop at different solutions.
            let is_whole = (before.len() as u64) < MOST;
            let is_kept = before.iter().all(|solution| after.contains(solution));
            assert!(is_kept || !is_whole, "{json} becomes {text}");
            written += 1;
        }
    }
    assert!(written > 500, "{written}");
}
