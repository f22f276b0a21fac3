//! What is said of types that f-puzzles has, but not on these cells, and of other boards.

use super::record;
use crate::rules::text::write_fpuzzles;
use serde_json::{Value, json};

fn error(fields: Value) -> String {
    let mut puzzle = json!({
        "rows": 4, "columns": 4, "min": 1, "max": 4, "regions": "1122112233443344",
    });
    for (key, value) in fields.as_object().unwrap() {
        puzzle[key] = value.clone();
    }
    let written = write_fpuzzles(&record(&puzzle.to_string()).description, "");
    written.unwrap_err().to_string()
}

#[test]
fn cells_that_f_puzzles_does_not_have_are_told_from_types() {
    let lines = "on these cells as f-puzzles, which has it only for whole rows and columns";
    for (item, says) in [
        (
            json!({"type": "sandwich", "cells": ["r1c1", "r1c2", "r1c3"], "sum": 2}),
            format!("sandwich {lines}"),
        ),
        (
            json!({"type": "x-sum", "cells": ["r2c1", "r2c2"], "sum": 3}),
            format!("x-sum {lines}"),
        ),
        (
            json!({"type": "skyscraper", "cells": ["r1c1", "r2c2"], "visible": 2}),
            format!("skyscraper {lines}"),
        ),
        (
            json!({"type": "little-killer", "cells": ["r1c1", "r2c2"], "sum": 5}),
            "little-killer on these cells as f-puzzles, which has it only along whole diagonals"
                .into(),
        ),
        (
            json!({"type": "little-killer", "cells": ["r2c1", "r1c2"], "sum": 0}),
            "little-killer with sum 0 as f-puzzles, which reads a sum of 0 as none".into(),
        ),
        (
            json!({"type": "killer", "cells": ["r1c1"], "sum": 0}),
            "killer with sum 0 as f-puzzles, which reads a sum of 0 as none".into(),
        ),
        (
            json!({"type": "minimum", "cells": ["r1c1", "r1c2"]}),
            "minimum on these cells as f-puzzles, which has it only against all neighbours of the \
             cell without such a mark"
                .into(),
        ),
        (
            json!({"type": "numbered-room", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "digit": 2}),
            "numbered-room as f-puzzles".into(),
        ),
    ] {
        let says = format!("cannot write the constraint /constraints/0 of type {says}");
        assert_eq!(error(json!({ "constraints": [item] })), says);
    }
}

#[test]
fn boards_that_f_puzzles_does_not_have_are_told_apart() {
    let wide = json!({"rows": 2, "columns": 4, "regions": "11221122"});
    assert_eq!(
        error(wide),
        "cannot write a board of 2 rows and 4 columns as f-puzzles, which has only square ones"
    );
    let row = json!({"rows": 1, "columns": 4, "regions": null});
    assert_eq!(
        error(row),
        "cannot write a board of 1 row and 4 columns as f-puzzles, which has only square ones"
    );
    let one = json!({"rows": 1, "columns": 1, "regions": null});
    assert_eq!(
        error(one),
        "cannot write digits from 1 to 4 on a board of 1 row as f-puzzles, whose digits go from 1 \
         to the number of rows"
    );
    assert_eq!(
        error(json!({"min": 0, "max": 3})),
        "cannot write digits from 0 to 3 on a board of 4 rows as f-puzzles, whose digits go from 1 \
         to the number of rows"
    );
}
