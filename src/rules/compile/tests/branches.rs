//! Alternatives: one branch of constraints at least holds.

use super::compiled;
use super::errors::{board, item_refused, refused};
use serde_json::{Value, json};

/// As with givens, other branches may still hold.
#[test]
fn a_branch_that_no_digits_satisfy_is_false() {
    let cells = json!(["r1c1", "r1c2"]);
    let cage = |sum: i64| json!({"type": "killer", "cells": cells, "sum": sum});
    let any_of = |branches: Value| json!({"type": "any-of", "branches": branches});
    let row = json!(["r1c1", "r1c2", "r1c3", "r1c4", "r2c1"]);
    let impossible = [
        cage(2),
        json!({"type": "sum", "cells": cells, "sum": 9}),
        json!({"type": "automaton", "cells": cells, "regex": "123"}),
        json!({"type": "counts", "cells": cells, "counts": [[3, 1]]}),
        json!({"type": "killer", "cells": row, "sum": 15}),
        json!({"type": "renban", "cells": row}),
        json!({"type": "sandwich", "cells": cells, "sum": 1}),
        any_of(json!([[cage(2)], [cage(8)]])),
    ];
    let alone = compiled(board(json!([]), json!([any_of(json!([[cage(5)]]))]))).unwrap();
    for item in &impossible {
        for branches in [
            json!([[item], [cage(5)]]),
            json!([[cage(5)], [cage(4), item, cage(3)]]),
        ] {
            let puzzle = compiled(board(json!([]), json!([any_of(branches)]))).unwrap();
            for (one, other) in puzzle.constraints().iter().zip(alone.constraints()) {
                assert_eq!(one.kernels, other.kernels, "{item}");
            }
            let label = &puzzle.constraints().last().unwrap().label;
            assert!(label.contains("a branch that no digits satisfy"), "{label}");
        }
        refused(board(json!([]), json!([item])), &item_pointer(item), &[]);
    }
    // Without a branch that can hold, the first says what is wrong.
    item_refused(
        any_of(json!([[cage(2)], [cage(8)]])),
        "/branches/0/0/sum",
        &["found 2", "3 to 7"],
    );
    // What means nothing is an error beside an impossible constraint, too.
    item_refused(
        any_of(json!([[cage(2), {"type": "odd", "cells": ["r9c9"]}], [cage(5)]])),
        "/branches/0/1/cells/0",
        &["\"r9c9\""],
    );
    let mistaken = json!({"type": "skyscraper", "cells": cells, "visible": 9, "seen": 1});
    item_refused(
        any_of(json!([[mistaken], [cage(5)]])),
        "/branches/0/0/seen",
        &["unknown key"],
    );
    let mistaken = json!({"type": "lunchbox", "cells": row, "sum": "three"});
    item_refused(
        any_of(json!([[mistaken], [cage(5)]])),
        "/branches/0/0/sum",
        &["\"three\""],
    );
    // Too short a line says nothing.
    item_refused(
        any_of(json!([[{"type": "thermo", "cells": ["r1c1"]}], [cage(5)]])),
        "/branches/0/0/cells",
        &["found 1 cell"],
    );
}

/// Where an impossible constraint is refused that stands alone.
fn item_pointer(item: &Value) -> String {
    let within = match item["type"].as_str() {
        Some("killer") if item["sum"] == 15 => "/cells",
        Some("renban") => "/cells",
        Some("killer" | "sum" | "sandwich") => "/sum",
        Some("automaton") => "/regex",
        Some("counts") => "/counts/0/0",
        Some("any-of") => "/branches/0/0/sum",
        _ => "",
    };
    format!("/constraints/0{within}")
}

#[test]
fn labels_show_which_constraints_are_in_which_branch() {
    let odd = |cell: &str| json!({"type": "odd", "cells": [cell]});
    let any_of = |branches: Value| json!({"type": "any-of", "branches": branches});
    let (a, b, c) = (odd("r1c1"), odd("r1c2"), odd("r2c1"));
    let label = |item: Value| {
        let puzzle = compiled(board(json!([]), json!([item]))).unwrap();
        puzzle.constraints().last().unwrap().label.clone()
    };
    let both = label(any_of(json!([[c, any_of(json!([[a], [b]]))]])));
    let apart = label(any_of(json!([[c, any_of(json!([[a]]))], [b]])));
    assert_eq!(both, "any of: odd r2c1 and (any of: odd r1c1; or odd r1c2)");
    assert_eq!(
        apart,
        "any of: odd r2c1 and (any of: odd r1c1); or odd r1c2"
    );
}
