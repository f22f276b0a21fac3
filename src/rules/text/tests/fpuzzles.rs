use super::*;
use serde_json::json;

fn puzzle(fields: &str) -> String {
    let row = "[{},{},{},{}]";
    format!("{{\"size\":4,\"grid\":[{row},{row},{row},{row}]{fields}}}")
}

fn constraints(fields: &str) -> Value {
    json!(record(&puzzle(fields)).description.constraints)
}

#[test]
fn lists_become_constraints() {
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
            json!([
                {"type": "greater", "cells": ["r1c1", "r1c2"]},
                {"type": "greater", "cells": ["r1c1", "r2c1"]},
            ]),
        ),
    ] {
        assert_eq!(constraints(fields), expected, "{fields}");
    }
}

#[test]
fn nonconsecutive_depends_on_white_dots() {
    let rules = |fields: &str| record(&puzzle(fields)).description.rules;
    let dots = r#","nonconsecutive":true,"difference":[{"cells":["R1C1","R1C2"]}]"#;
    assert_eq!(rules(dots), ["strict-white-dots"]);
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
    let expected = json!({"r1c1": [1], "r2c1": [1], "r4c4": [2, 4]});
    assert_eq!(json!(description.candidates), expected);
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
            "title",
        ]
    );
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
fn what_f_puzzles_cannot_say_is_named() {
    let error = |text: &str| {
        write_fpuzzles(&record(text).description, "")
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error(".Windoku"),
        "f-puzzles has no field for the rule windoku"
    );
    assert_eq!(
        error(".Regex~WzEtNV0q~R7C3~R7C4"),
        "f-puzzles has no field for the constraint /constraints/0 of type automaton"
    );
    assert!(error(".Shape~9x9~0-8").contains("digits that do not go from 1"));
    assert!(error(".AntiConsecutive.WhiteDot~R1C1~R1C2").contains("beside white dots"));
}
