//! What is refused, where, and with which words.

use super::compiled;
use crate::Puzzle;
use crate::rules::{CompileError, Description, Kernel, Library, compile_within};
use serde_json::{Value, json};

pub(super) fn board(rules: Value, constraints: Value) -> Value {
    json!({
        "rows": 4, "columns": 4, "min": 1, "max": 4, "regions": "1122112233443344",
        "rules": rules, "constraints": constraints,
    })
}

pub(super) fn refused(description: Value, pointer: &str, parts: &[&str]) {
    let error = compiled(description.clone()).expect_err(&description.to_string());
    assert_eq!(error.pointer, pointer, "{error}");
    let message = error.to_string();
    for part in parts {
        assert!(message.contains(part), "{message} without {part}");
    }
}

pub(super) fn item_refused(item: Value, pointer: &str, parts: &[&str]) {
    refused(
        board(json!([]), json!([item])),
        &format!("/constraints/0{pointer}"),
        parts,
    );
}

#[test]
fn names_and_parameters() {
    refused(
        board(json!(["anti-knigt"]), json!([])),
        "/rules/0",
        &["perhaps \"anti-knight\"", "one of: anti-king"],
    );
    for (name, says) in [
        ("killer", "list it under \"constraints\""),
        ("kropki", "perhaps \"strict-kropki\""),
    ] {
        refused(board(json!([name]), json!([])), "/rules/0", &[says]);
    }
    item_refused(
        json!({"type": "thermos"}),
        "/type",
        &["perhaps \"thermo\"; one of: all-pairs"],
    );
    for (name, says) in [
        ("cage", "perhaps \"killer\""),
        ("german-whispers", "perhaps \"whisper\""),
        ("windoku", "list it under \"rules\""),
        ("yin-yang", "connected"),
    ] {
        item_refused(json!({"type": name}), "/type", &[says]);
    }
    let cells = json!(["r1c1", "r1c2"]);
    item_refused(
        json!({"type": "killer", "cells": cells}),
        "",
        &["no \"sum\""],
    );
    let unknown = json!({"type": "killer", "cells": cells, "sum": 3, "summ": 3});
    item_refused(unknown, "/summ", &["unknown key", "perhaps \"sum\""]);
    let text = json!({"type": "killer", "cells": cells, "sum": "3"});
    item_refused(text, "/sum", &["\"3\"", "a whole number"]);
    let visible = json!({"type": "skyscraper", "cells": cells, "visible": 3});
    item_refused(visible, "/visible", &["found 3", "1 to 2"]);
}

#[test]
fn separators_in_a_map_of_regions_are_pointed_at() {
    for (map, parts) in [
        (
            "1122/1122/3344/3344",
            [
                "found '/' at character 5 of the map",
                "16 characters, one for each cell, `.` for none, without separators",
            ],
        ),
        (
            "1122 1122 3344 3344",
            ["found ' ' at character 5", "without separators"],
        ),
        (
            "1122/1122/3344",
            ["found a map of 14 cells", "expected 16 characters"],
        ),
    ] {
        let mut description = board(json!([]), json!([]));
        description["regions"] = map.into();
        refused(description, "/regions", &parts);
    }
}

#[test]
fn cells() {
    let outside = json!({"type": "thermo", "cells": ["r1c1", "r1c5"]});
    item_refused(outside, "/cells/1", &["\"r1c5\"", "r1c1 to r4c4"]);
    let twice = json!({"type": "thermo", "cells": ["r1c1", "r1c2", "r1c1"]});
    item_refused(twice, "/cells/2", &["r1c1 a second time"]);
    item_refused(
        json!({"type": "distinct", "cells": []}),
        "/cells",
        &["0 cells", "1 to 4"],
    );
    item_refused(
        json!({"type": "thermo", "cells": "r1c1"}),
        "/cells",
        &["a list of cells"],
    );
    let many = json!({"type": "killer", "sum": 15,
        "cells": ["r1c1", "r1c2", "r2c1", "r2c2", "r3c3"]});
    item_refused(many, "/cells", &["5 cells", "at most 4"]);
    let nested = json!({"type": "any-of", "branches": [[{"type": "odd", "cells": ["r9c9"]}]]});
    item_refused(nested, "/branches/0/0/cells/0", &["\"r9c9\""]);
    let sets = json!({"type": "same-digits", "sets": [["r1c1"], ["r2c2", "r3c3"]]});
    item_refused(sets, "/sets/1", &["2 cells", "1 cell,"]);
}

#[test]
fn sums_and_automata() {
    let cells = json!(["r1c1", "r1c2"]);
    for sum in [2, 8, -1, 100] {
        let cage = json!({"type": "killer", "cells": cells, "sum": sum});
        item_refused(cage, "/sum", &["3 to 7", "2 different digits"]);
    }
    let repeating = json!({"type": "sum", "cells": cells, "sum": 9});
    item_refused(repeating, "/sum", &["2 to 8"]);
    let line = |more: Value| json!({"type": "automaton", "cells": cells, "regex": more});
    item_refused(line(json!("123")), "/regex", &["no digits in 2 cells"]);
    item_refused(line(json!("(12")), "/regex", &["`(` without `)`"]);
    item_refused(line(json!("19")), "/regex", &["`9`", "character 2"]);
    // Nothing, eight billion times.
    let nothing = json!("(((1{0}){2000}){2000}){2000}12");
    item_refused(line(nothing), "/regex", &["more than 20000 repetitions"]);
    let mut both = line(json!("12"));
    both["automaton"] =
        json!({"states": 1, "start": [0], "accept": [0], "transitions": [[0, 0, 0]]});
    both["regex"] = json!("((((");
    item_refused(both, "/regex", &["character 5"]);
    let whisper = json!({"type": "whisper", "cells": cells});
    item_refused(
        whisper,
        "",
        &["no \"difference\", whose default is 5", "from 0 to 3"],
    );
    let empty = json!({"states": 2, "start": [0], "accept": [1], "transitions": []});
    let item = json!({"type": "automaton", "cells": cells, "automaton": empty});
    item_refused(item, "/automaton", &["no digits in 2 cells"]);
    let short = json!({"states": 1, "start": [0], "accept": [0], "transitions": [[0, 0]]});
    let item = json!({"type": "automaton", "cells": cells, "automaton": short});
    let three = "expected three numbers from 0: a state, the place of a digit, the next state";
    item_refused(
        item,
        "/automaton/transitions/0",
        &["found a list of 2", three],
    );
    for (regex, found) in [
        ("1{100000}", "found a number above 2000, at character 9"),
        ("1{x}", "found `{` without a number, at character 3"),
        ("1{2x", "found `{` without `}`, at character 4"),
    ] {
        item_refused(line(json!(regex)), "/regex", &[found]);
    }
}

#[test]
fn what_no_digits_satisfy() {
    let cells = json!(["r1c1", "r1c2"]);
    let counts = |counts: Value| json!({"type": "counts", "cells": cells, "counts": counts});
    let meet = "expected counts that 2 cells can have";
    for (item, found) in [
        (
            json!({"type": "x", "cells": cells}),
            "a condition on r1c1 r1c2 that no digits",
        ),
        (
            json!({"type": "pairs", "cells": cells, "table": []}),
            "a condition on r1c1 r1c2 that no digits",
        ),
        (
            counts(json!([[2, 1], [1, 2]])),
            "counts of at least 3 digits in all",
        ),
        (
            counts(json!([[1, 1], [0, 2], [0, 3], [0, 4]])),
            "counts of at most 1 digit in all, expected counts",
        ),
    ] {
        if found.starts_with("counts") {
            item_refused(item.clone(), "", &[meet]);
        }
        item_refused(item.clone(), "", &[found]);
        let other = json!([{"type": "even", "cells": ["r1c1"]}]);
        let either = json!({"type": "any-of", "branches": [[item], other]});
        assert!(
            compiled(board(json!([]), json!([either]))).is_ok(),
            "{found}"
        );
    }
    for (wrong, pointer, says) in [
        (
            json!([[1, 2], [-1, 1]]),
            "/counts/1/0",
            "found -1, expected a number from 0 to 2",
        ),
        (
            json!([[3, 1]]),
            "/counts/0/0",
            "found 3, expected a number from 0 to 2",
        ),
        (
            json!([[1, 2], [0, 2]]),
            "/counts/1/1",
            "found the digit 2 a second time, with another count, expected one count for each digit",
        ),
    ] {
        item_refused(counts(wrong), pointer, &[says]);
    }
    // Each digit as often as it is named, and once more in the same words.
    for holds in [json!([[1, 1], [1, 2]]), json!([[2, 3], [2, 3]])] {
        assert!(compiled(board(json!([]), json!([counts(holds)]))).is_ok());
    }
}

#[test]
fn a_cell_has_one_list_of_candidates() {
    let mut twice = board(json!([]), json!([]));
    twice["candidates"] = json!({"r1c1": [1], "R1C1": [2]});
    let parts = [
        "found the cell r1c1 a second time",
        "expected each cell once",
    ];
    refused(twice, "/candidates/r1c1", &parts);
}

#[test]
fn digits_far_from_0() {
    let mut far = board(json!([]), json!([]));
    (far["min"], far["max"]) = (json!(4_000_000), json!(4_000_003));
    let says = "found 4000000 as the smallest digit, expected one from -1000000 to 1000000";
    refused(far, "/min", &[says]);
}

/// Thousands of positions, of which a short line reaches few.
#[test]
fn long_regular_expressions_on_short_lines() {
    let nested = format!("{}.{{0,1900}}{}", "(".repeat(90), "*1?)*".repeat(90));
    for regex in ["(.?){2000}", "(.?){1000}(1|2)*****", &nested] {
        let item = json!({"type": "automaton", "cells": ["r1c1", "r1c2"], "regex": regex});
        assert!(compiled(board(json!([]), json!([item]))).is_ok(), "{regex}");
    }
}

/// The states of all beginnings of a loop at once would be too many for one automaton.
#[test]
fn a_long_loop_becomes_several_automata() {
    let cells: Vec<String> = (0..20)
        .map(|k| format!("r{}c{}", k / 5 + 1, k % 5 + 1))
        .collect();
    let puzzle = compiled(json!({
        "rows": 4, "columns": 5, "min": 1, "max": 9, "regions": null,
        "constraints": [{"type": "sum-line", "cells": cells, "sum": 20, "loop": true}],
    }));
    let puzzle = puzzle.unwrap();
    let Kernel::AnyOf(branches) = &puzzle.constraints().last().unwrap().kernels[0] else {
        panic!("one automaton");
    };
    // The first cells after the last cut add up to 0 to 19.
    assert_eq!(branches.len(), 20);
    let all = |digit: usize| vec![crate::grid::Digit::from_index(digit - 1); 20];
    let holds = |digits: Vec<_>| {
        puzzle.constraints().last().unwrap().kernels[0].holds(puzzle.board(), &digits)
    };
    assert!(holds(all(5)) && holds(all(4)) && !holds(all(3)));
    // 1 + 19 and 20: a cut is not at the first cell.
    let mut turned = all(5);
    turned[0] = crate::grid::Digit::from_index(0);
    turned[19] = crate::grid::Digit::from_index(8);
    assert!(holds(turned));
}

#[test]
fn boards() {
    let with = |key: &str, value: Value| {
        let mut description = board(json!([]), json!([]));
        description[key] = value;
        description
    };
    refused(
        with("regions", json!("1122")),
        "/regions",
        &["16 characters"],
    );
    refused(
        with("regions", json!("1".repeat(16))),
        "/regions",
        &["at most 4 cells"],
    );
    let says = "found a board of 0×4 cells, expected 1 to 64 rows and columns";
    refused(with("rows", json!(0)), "/rows", &[says]);
    let says = "found 1 as the smallest digit, above the largest, 0, expected at most 0";
    refused(with("max", json!(0)), "/min", &[says]);
    refused(with("max", json!(3)), "/max", &["row 1", "at most 3"]);
    refused(
        with("candidates", json!({"r5c1": [1]})),
        "/candidates/r5c1",
        &["r4c4"],
    );
    refused(
        with("candidates", json!({"r1c1": [1, 5]})),
        "/candidates/r1c1/1",
        &["1 to 4"],
    );
    let mut jigsaw = board(json!(["windoku"]), json!([]));
    jigsaw["regions"] = json!("1112122233343444");
    refused(jigsaw, "/rules/0", &["equal boxes"]);
    let six = json!({"rows": 6, "columns": 6, "min": 1, "max": 6, "rules": ["windoku"],
        "regions": "111222111222333444333444555666555666"});
    refused(six, "/rules/0", &["square boxes"]);
    let flat = json!({"rows": 2, "columns": 4, "min": 1, "max": 4, "rules": ["diagonal"]});
    refused(flat, "/rules/0", &["square"]);
}

#[test]
fn boards_of_any_size_are_measured() {
    for (rows, columns, pointer) in [
        (usize::MAX, 4, "/rows"),
        (4, usize::MAX, "/columns"),
        (usize::MAX, usize::MAX, "/rows"),
    ] {
        let mut huge = board(json!([]), json!([]));
        (huge["rows"], huge["columns"]) = (json!(rows), json!(columns));
        huge["regions"] = json!("1122/1122");
        refused(huge, pointer, &["1 to 64"]);
    }
}

/// A contradiction with the givens is a puzzle without solutions, not an error.
#[test]
fn contradictions_are_no_errors() {
    let mut description = board(json!([]), json!([{"type": "odd", "cells": ["r1c1"]}]));
    description["candidates"] = json!({"r1c1": [2]});
    assert!(compiled(description).is_ok());
}

#[test]
fn classic_puzzles_take_rules() {
    let shape = crate::grid::Geometry::new(2, 2).unwrap();
    let mut cells = vec![None; 16];
    cells[3] = Some(crate::grid::Digit::from_index(3));
    let classic = Puzzle::new(shape, cells).unwrap();
    let description = Description::of_classic(&classic).unwrap();
    let plain = compiled(serde_json::to_value(&description).unwrap()).unwrap();
    assert_eq!(plain.to_classic(), Some(classic));
    let description = description.with_rules(["diagonal", "anti-knight", "diagonal"]);
    assert_eq!(description.rules, ["diagonal", "anti-knight"]);
    let puzzle = compiled(serde_json::to_value(&description).unwrap()).unwrap();
    let labels = puzzle.constraints().iter().map(|each| each.label.as_str());
    assert_eq!(
        labels.skip(12).collect::<Vec<_>>(),
        ["diagonal", "anti-knight"]
    );
}

#[test]
fn constraints_have_labels() {
    let items = json!([
        {"type": "killer", "cells": ["r1c1", "r1c2"], "sum": 5},
        {"type": "pairs", "name": "Odd step", "cells": ["r1c1", "r1c2"], "table": [[1, 2]]},
        {"type": "any-of", "branches": [[{"type": "v", "cells": ["r1c1", "r1c2"]}],
            [{"type": "quadruple", "cells": ["r1c1", "r1c2"], "digits": [1, 3]}]]},
    ]);
    let puzzle = compiled(board(json!([]), items)).unwrap();
    let labels = puzzle.constraints().iter().map(|each| each.label.as_str());
    let expected = [
        "killer r1c1 r1c2, sum 5",
        "Odd step r1c1 r1c2, table (1, 2)",
        "any of: v r1c1 r1c2; or quadruple r1c1 r1c2, digits 1 3",
    ];
    assert_eq!(labels.skip(12).collect::<Vec<_>>(), expected);
}

#[test]
fn pairs_of_a_whole_board_are_compiled_within_the_limits() {
    let over = crate::Limits::unlimited().within(std::time::Duration::ZERO);
    for rule in ["anti-taxicab", "anti-knight"] {
        let puzzle = Description::of_classic(&Puzzle::empty("2x2".parse().unwrap()));
        let puzzle = puzzle.unwrap().with_rules([rule]);
        let compiled = compile_within(&puzzle, Library::built_in(), &over);
        let stopped = CompileError::Stopped(crate::Reason::Timeout);
        assert_eq!(compiled.unwrap_err(), stopped, "{rule}");
    }
}
