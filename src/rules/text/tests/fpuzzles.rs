use super::*;
use crate::rules::text::fpuzzles::lines::LINES;
use serde_json::json;

pub fn puzzle(fields: &str) -> String {
    let row = "[{},{},{},{}]";
    format!("{{\"size\":4,\"grid\":[{row},{row},{row},{row}]{fields}}}")
}

fn constraints(fields: &str) -> Value {
    json!(record(&puzzle(fields)).description.constraints)
}

#[test]
fn lists_of_lines_and_groups_become_constraints() {
    for (fields, expected) in [
        (
            r#","thermometer":[{"lines":[["R1C1","R1C2"],["R2C1","R2C2"]]}]"#,
            json!([
                {"type": "thermo", "cells": ["r1c1", "r1c2"]},
                {"type": "thermo", "cells": ["r2c1", "r2c2"]},
            ]),
        ),
        (
            r##","whispers":[{"lines":[["R1C1","R1C2"]],"outlineC":"#FFF"}]"##,
            json!([{"type": "whisper", "cells": ["r1c1", "r1c2"], "difference": 2}]),
        ),
        (
            r#","killercage":[{"cells":["R1C1"],"value":""},{"cells":["R1C1"],"value":" 3"}]"#,
            json!([
                {"type": "distinct", "cells": ["r1c1"]},
                {"type": "killer", "cells": ["r1c1"], "sum": 3},
            ]),
        ),
        (
            r#","arrow":[{"cells":["R1C2","R1C1"],"lines":[["R1C2","R2C2"]]}]"#,
            json!([{"type": "pill-arrow", "pill": ["r1c1", "r1c2"], "cells": ["r2c2"]}]),
        ),
    ] {
        assert_eq!(constraints(fields), expected, "{fields}");
    }
}

#[test]
fn lists_of_clues_and_marks_become_constraints() {
    for (fields, expected) in [
        (
            r#","xsum":[{"cell":"R5C2","value":"3"}],"sandwichsum":[{"cell":"R3C0","value":"0"}]"#,
            json!([
                {"type": "sandwich", "cells": ["r3c1", "r3c2", "r3c3", "r3c4"], "sum": 0},
                {"type": "x-sum", "cells": ["r4c2", "r3c2", "r2c2", "r1c2"], "sum": 3},
            ]),
        ),
        (
            r#","littlekillersum":[{"cell":"R5C2","direction":"UR","value":"4"}]"#,
            json!([{"type": "little-killer", "cells": ["r4c3", "r3c4"], "sum": 4}]),
        ),
        (
            r#","columnindexer":[{"cells":["R2C3"]}],"boxindexer":[{"cells":["R1C4"]}]"#,
            json!([
                {"type": "index", "control": "r1c4", "digit": 2,
                    "cells": ["r1c3", "r1c4", "r2c3", "r2c4"]},
                {"type": "index", "control": "r2c3", "digit": 3,
                    "cells": ["r2c1", "r2c2", "r2c3", "r2c4"]},
            ]),
        ),
        (
            r#","difference":[{"cells":["R1C1","R1C2"],"value":"2"}],"ratio":[{"cells":["R1C1","R1C2"]}]"#,
            json!([
                {"type": "difference", "cells": ["r1c1", "r1c2"], "difference": 2},
                {"type": "black-dot", "cells": ["r1c1", "r1c2"]},
            ]),
        ),
        (
            r#","maximum":[{"cell":"R1C1"}]"#,
            json!([{"type": "maximum", "cells": ["r1c1", "r1c2", "r2c1"]}]),
        ),
        // Neighbours that are both marked are not compared.
        (
            r#","minimum":[{"cell":"R1C1"},{"cell":"R1C2"}]"#,
            json!([
                {"type": "minimum", "cells": ["r1c1", "r2c1"]},
                {"type": "minimum", "cells": ["r1c2", "r1c3", "r2c2"]},
            ]),
        ),
    ] {
        assert_eq!(constraints(fields), expected, "{fields}");
    }
}

#[test]
fn nonconsecutive_depends_on_dots() {
    let rules = |fields: &str| record(&puzzle(fields)).description.rules;
    let dots = r#","nonconsecutive":true,"difference":[{"cells":["R1C1","R1C2"]}]"#;
    assert_eq!(rules(dots), ["strict-white-dots"]);
    let black = r#","nonconsecutive":true,"ratio":[{"cells":["R1C1","R1C2"],"value":""}]"#;
    assert_eq!(rules(black), ["strict-white-dots"]);
    assert_eq!(
        rules(r#","nonconsecutive":true,"difference":[]"#),
        ["non-consecutive"]
    );
    assert_eq!(
        rules(r#","negative":["xv","ratio"],"diagonal-":true,"antiking":false"#),
        ["diagonal-down", "strict-xv", "strict-black-dots"]
    );
}

#[test]
fn the_grid_gives_digits_marks_and_regions() {
    let text = r#"{"grid":[
        [{"value":1,"given":true},{"value":2},{"region":null},{}],
        [{"givenPencilMarks":[1,2]},{"centerPencilMarks":[1]},{},{"region":0}],
        [{},{},{},{}],[{"c":"red"},{},{},{}]],
        "odd":[{"cell":"R2C1"}],"even":[{"cell":"R4C4"}],
        "title":" T ","line":[{"any":"thing"}],"unknown":[]}"#;
    let record = record(text);
    let description = record.description;
    assert_eq!(description.regions.as_deref(), Some("11.2112133443344"));
    let expected = json!({"r1c1": [1], "r2c1": [1, 2]});
    assert_eq!(json!(description.candidates), expected);
    let parity = json!([
        {"type": "even", "cells": ["r4c4"]},
        {"type": "odd", "cells": ["r2c1"]},
    ]);
    assert_eq!(json!(description.constraints), parity);
    assert_eq!(
        (&record.name[..], record.format),
        ("T", VariantFormat::FPuzzles)
    );
    assert_eq!(
        record.ignored,
        [
            "digits of the grid that are not given",
            "pencil marks of the player",
            "colours of cells",
            "line",
        ]
    );
}

/// The format leaves out a region that is the usual one: on a prime size, the row.
#[test]
fn rows_are_the_usual_regions_of_prime_sizes() {
    let mut grid = vec![vec![json!({}); 5]; 5];
    let text = json!({ "grid": grid }).to_string();
    assert_eq!(record(&text).description.regions, None);
    grid[0][4] = json!({"region": 1});
    grid[1][4] = json!({"region": 0});
    let text = json!({ "grid": grid }).to_string();
    let regions = record(&text).description.regions;
    assert_eq!(regions.as_deref(), Some("1111222221333334444455555"));
}

#[test]
fn usual_boxes_are_wider_than_high() {
    let shape = |size: usize| {
        let row = vec![json!({}); size];
        let text = json!({ "grid": vec![row; size] }).to_string();
        record(&text).description.regions.map(|map| {
            let first = |c: &char| *c == '1';
            let width = map.chars().take_while(first).count();
            (map.chars().filter(first).count() / width, width)
        })
    };
    for (size, expected) in [
        (4, (2, 2)),
        (6, (2, 3)),
        (8, (2, 4)),
        (12, (3, 4)),
        (16, (4, 4)),
    ] {
        assert_eq!(shape(size), Some(expected));
    }
    assert_eq!(shape(7), None);
}

#[test]
fn what_is_written_is_read_again() {
    let mut written = 0;
    for line in include_str!("originals.jsonl").lines() {
        let record = record(line);
        let Ok(text) = write_fpuzzles(&record.description, &record.name) else {
            continue;
        };
        let again = self::record(&text);
        let link = fpuzzles_link(&record.description, &record.name).unwrap();
        let from_link = self::record(&link);
        assert_eq!(
            sorted(again.description.clone()),
            sorted(record.description),
            "{text}"
        );
        assert_eq!(
            (&again.name, again.description),
            (&record.name, from_link.description)
        );
        assert_eq!(again.name, record.name);
        written += 1;
    }
    assert!(written >= 20, "{written}");
}

#[test]
fn every_field_that_is_read_is_written_again() {
    let lines = LINES.map(|(field, _, number)| {
        let value = number.map_or("", |_| r#","value":"7""#);
        format!(r#","{field}":[{{"lines":[["R1C1","R2C2","R3C2"]]{value}}}]"#)
    });
    let others = [
        r#","minimum":[{"cell":"R1C1"},{"cell":"R2C3"}],"maximum":[{"cell":"R4C4"}]"#,
        r#","minimum":[{"cell":"R1C1"},{"cell":"R1C2"}]"#,
        r#","rowindexer":[{"cells":["R2C3"]},{"cells":["R4C1"]}]"#,
        r#","columnindexer":[{"cells":["R2C3","R3C3"]}]"#,
        r#","boxindexer":[{"cells":["R1C4"]},{"cells":["R4C4"]}]"#,
        r#","arrow":[{"cells":["R1C1","R1C2"],"lines":[["R1C2","R2C3","R3C3"]]}]"#,
        r#","arrow":[{"cells":["R3C1","R2C1"],"lines":[["R2C1","R1C1"],["R3C1","R4C2"]]}]"#,
    ];
    for fields in others.into_iter().chain(lines.iter().map(String::as_str)) {
        let description = record(&puzzle(fields)).description;
        let text = write_fpuzzles(&description, "").unwrap();
        let again = record(&text).description;
        assert_eq!(again, description, "{text}");
    }
}

#[test]
fn marks_and_arrows_with_other_cells_are_not_written() {
    let board = json!({
        "rows": 4, "columns": 4, "min": 1, "max": 4, "regions": "1122112233443344",
    });
    let column = ["r1c1", "r2c1", "r3c1", "r4c1"];
    for items in [
        json!([{"type": "minimum", "cells": ["r1c1", "r1c2"]}]),
        json!([
            {"type": "maximum", "cells": ["r1c1", "r1c2", "r2c1"]},
            {"type": "maximum", "cells": ["r1c2", "r1c1", "r1c3", "r2c2"]},
        ]),
        json!([{"type": "index", "control": "r2c1", "digit": 1, "cells": column}]),
        json!([{"type": "index", "control": "r2c2", "digit": 2, "cells": column}]),
        json!([{"type": "index", "control": "r9c1", "digit": 9, "cells": column}]),
        json!([{"type": "pill-arrow", "pill": ["r1c2", "r1c1"], "cells": ["r2c1"]}]),
        // Sums of 0, which are read as none.
        json!([{"type": "killer", "cells": ["r1c1"], "sum": 0}]),
        json!([{"type": "little-killer", "cells": ["r2c1", "r1c2"], "sum": 0}]),
    ] {
        let mut puzzle = board.clone();
        puzzle["constraints"] = items.clone();
        let description = record(&puzzle.to_string()).description;
        let written = write_fpuzzles(&description, "");
        assert!(written.is_err(), "{items}: {written:?}");
    }
}

#[test]
fn what_f_puzzles_cannot_say_is_named() {
    let error = |text: &str| {
        write_fpuzzles(&record(text).description, "")
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error(".Windoku"),
        "cannot write the rule windoku as f-puzzles"
    );
    assert_eq!(
        error(".Regex~WzEtNV0q~R7C3~R7C4"),
        "cannot write the constraint /constraints/0 of type automaton as f-puzzles"
    );
    assert!(error(".Shape~9x9~0-8").contains("digits from 0 to 8 on a board of 9 rows"));
    assert!(error(".AntiConsecutive.WhiteDot~R1C1~R1C2").contains("beside dots"));
    let strict = r#"{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344",
        "rules":["strict-black-dots"],
        "constraints":[{"type":"ratio","cells":["r1c1","r1c2"],"ratio":3}]}"#;
    assert!(error(&strict.replace('\n', "")).contains("beside other ratios"));
}

/// The fields that are written for a board of 4×4 with this in it.
fn written(fields: Value) -> Value {
    let mut puzzle = json!({
        "rows": 4, "columns": 4, "min": 1, "max": 4, "regions": "1122112233443344",
    });
    for (key, value) in fields.as_object().unwrap() {
        puzzle[key] = value.clone();
    }
    let text = write_fpuzzles(&record(&puzzle.to_string()).description, "").unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_chain_of_dots_is_written_edge_by_edge() {
    let cells = json!(["r1c1", "r1c2", "r1c3"]);
    for (kind, field) in [
        ("white-dot", "difference"),
        ("black-dot", "ratio"),
        ("v", "xv"),
    ] {
        let item = json!([{"type": kind, "cells": cells}]);
        let written = written(json!({ "constraints": item }));
        let edges = written[field].as_array().unwrap().iter();
        let edges: Vec<_> = edges.map(|edge| &edge["cells"]).collect();
        assert_eq!(edges, [&json!(["R1C1", "R1C2"]), &json!(["R1C2", "R1C3"])]);
    }
}

#[test]
fn numbers_that_are_left_out_are_written() {
    for (kind, field, value) in [
        ("whisper", "whispers", json!("5")),
        ("lockout", "lockout", json!("2")),
        ("modular", "modularline", json!("3")),
        ("difference", "difference", Value::Null),
        ("ratio", "ratio", Value::Null),
    ] {
        let item = json!([{"type": kind, "cells": ["r1c1", "r1c2"]}]);
        let written = written(json!({ "constraints": item }));
        assert_eq!(written[field][0]["value"], value, "{written}");
    }
}

#[test]
fn candidates_of_a_cell_in_two_spellings_are_those_in_common() {
    let candidates = json!({"r1c1": [1, 2], "R1C1": [2, 3]});
    let written = written(json!({ "candidates": candidates }));
    assert_eq!(written["grid"][0][0]["value"], 2);
}

#[test]
fn both_diagonals_are_written() {
    let written = written(json!({ "rules": ["diagonal"] }));
    assert_eq!([&written["diagonal+"], &written["diagonal-"]], [true, true]);
}

/// What editors leave behind.
#[test]
fn short_lines_and_sums_of_0_say_nothing() {
    let text = puzzle(
        r#","thermometer":[{"lines":[["R1C1"]]}],"betweenline":[{"lines":[["R1C1","R1C2"]]}],
        "killercage":[{"cells":["R1C1","R1C2"],"value":"0"}],
        "littlekillersum":[{"cell":"R0C1","direction":"DR","value":"0"}]"#,
    );
    let record = record(&text.replace('\n', ""));
    let kinds: Vec<&str> = record
        .description
        .constraints
        .iter()
        .map(|item| item.kind.as_str())
        .collect();
    assert_eq!(kinds, ["distinct"]);
    assert_eq!(record.ignored.len(), 4, "{:?}", record.ignored);
}
