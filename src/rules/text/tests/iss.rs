use super::*;
use serde_json::json;

fn constraints(text: &str) -> Value {
    json!(record(text).description.constraints)
}

#[test]
fn boxes_follow_shape_and_region_size() {
    let regions = |text: &str| record(text).description.regions;
    for (text, expected) in [
        (".Shape~4x4", Some("1122112233443344")),
        (".Shape~6x4", Some("111122222222111133334444")),
        (".Shape~2x6~6", Some("111222111222")),
        (".Shape~5x5", None),
        (".Shape~4x4.NoBoxes", None),
        (".Shape~4x4~8.RegionSize~8", Some("1111111122222222")),
    ] {
        let expected = expected.map(str::to_owned);
        match text {
            ".Shape~6x4" => assert_eq!(regions(text).map(|map| map.len()), Some(24)),
            _ => assert_eq!(regions(text), expected, "{text}"),
        }
    }
}

#[test]
fn pieces_beside_boxes_are_sets_of_different_digits() {
    let both = record(".Shape~4x4.Jigsaw~0000111122223333").description;
    assert_eq!(both.regions.as_deref(), Some("1122112233443344"));
    assert_eq!(both.constraints.len(), 4);
    let alone = record(".Shape~4x4.NoBoxes.Jigsaw~5555111122223333").description;
    assert_eq!(alone.regions.as_deref(), Some("1111222233334444"));
    assert!(alone.constraints.is_empty());
}

#[test]
fn windows_that_do_not_fit_evenly_are_sets_of_cells() {
    let alone = constraints(".Shape~6x6.Windoku");
    assert_eq!(alone.as_array().map(Vec::len), Some(1));
    assert_eq!(alone, constraints(".Shape~6x6.NoBoxes.Windoku"));
    let classic = record(".Windoku").description;
    assert_eq!(classic.rules, ["windoku"]);
    assert!(classic.constraints.is_empty());
}

#[test]
fn constraints_that_are_missing_here_are_told_from_mistakes() {
    let says = "which satoku does not have, expected a constraint of Interactive-Sudoku-Solver \
                that satoku knows";
    for (text, column) in [
        (".ChaosConstruction", 2),
        (".DutchFlatmates", 2),
        (".~R1C1_1.EqualSum~R1C1~R1C2", 10),
        (".RellikCage~3~R1C1~R1C2", 2),
    ] {
        let name = text[column - 1..].split('~').next().unwrap();
        let expected = format!("x:1:{column}: found '{name}', {says}");
        assert_eq!(message(text.as_bytes(), None), expected, "{text}");
    }
}

/// As in Interactive-Sudoku-Solver, where a clue is known by its place.
#[test]
fn a_later_clue_at_the_same_place_stands_instead_of_the_earlier_one() {
    let kinds = |text: &str| -> Vec<String> {
        let constraints = record(text).description.constraints;
        constraints
            .iter()
            .map(|each| json!(each).to_string())
            .collect()
    };
    for (earlier, later) in [
        (".LittleKiller~3~R3C1", ".LittleKiller~5~R3C1"),
        (".Sandwich~0~R1", ".Sandwich~5~R1"),
        (".Skyscraper~R1~1", ".Skyscraper~R1~2"),
        (".NumberedRoom~R1~1", ".NumberedRoom~R1~2"),
        (".XSum~R1~1", ".XSum~R1~3"),
        (".HiddenSkyscraper~R1~1", ".HiddenSkyscraper~R1~2"),
        (".Quad~R1C2~2~4~3", ".Quad~R1C2~1~2"),
    ] {
        let both = format!(".Shape~4x4{earlier}.AntiKing{later}");
        assert_eq!(kinds(&both), kinds(&format!(".Shape~4x4{later}")), "{both}");
        let others = format!(".Shape~4x4{earlier}.Or{later}.End");
        assert_eq!(kinds(&others).len(), 2, "{others}");
    }
    assert_eq!(
        kinds(".Shape~4x4.Skyscraper~R1~1.Skyscraper~R1~~2").len(),
        2
    );
    assert_eq!(kinds(".Sum~5~R1C1~R1C2.Sum~5~R1C1~R1C2").len(), 2);
}

#[test]
fn tokens_become_constraints() {
    for (text, expected) in [
        (
            ".Cage~0~R1C1~R1C2",
            json!([{"type": "distinct", "cells": ["r1c1", "r1c2"]}]),
        ),
        (
            ".Whisper~R1C1~R1C2.Whisper~3~R1C1~R1C2",
            json!([
                {"type": "whisper", "cells": ["r1c1", "r1c2"], "difference": 5},
                {"type": "whisper", "cells": ["r1c1", "r1c2"], "difference": 3},
            ]),
        ),
        (
            ".SumLine~10~r1c1~r1c2~LOOP",
            json!([{"type": "sum-line", "cells": ["r1c1", "r1c2"], "sum": 10, "loop": true}]),
        ),
        (
            ".ContainExact~1_1_3~R1C1~R1C2~R1C3",
            json!([{"type": "counts", "cells": ["r1c1", "r1c2", "r1c3"], "counts": [[2, 1], [1, 3]]}]),
        ),
        (
            ".Shape~4x4.LittleKiller~5~R2C4",
            json!([{"type": "little-killer", "cells": ["r2c4", "r1c3"], "sum": 5}]),
        ),
        (
            ".Shape~2x2.XSum~C2~~3",
            json!([{"type": "x-sum", "cells": ["r2c2", "r1c2"], "sum": 3}]),
        ),
        (
            ".Cage~00~R1C1~R1C2",
            json!([{"type": "distinct", "cells": ["r1c1", "r1c2"]}]),
        ),
        (
            ".Sum~7_=_2_0_1~R1C1~R1C2~R1C3",
            json!([{"type": "sum", "cells": ["r1c1", "r1c1", "r1c3"], "sum": 7}]),
        ),
        (
            ".Replicate~C.X~R1C1~R1C2.End",
            json!([{"type": "x", "cells": ["r1c2", "r1c3"]}]),
        ),
    ] {
        assert_eq!(constraints(text), expected, "{text}");
    }
}

#[test]
fn givens_of_a_cell_are_intersected_and_steering_is_ignored() {
    let record = record(".~R1C1_1_2_3~R2C2_4.~R1C1_2_3.SearchPriority~3~R1C1");
    assert_eq!(record.description.candidates["r1c1"], [2, 3]);
    assert_eq!(record.description.candidates["r2c2"], [4]);
    assert_eq!(record.ignored, ["SearchPriority"]);
}

#[test]
fn lines_that_are_too_short_say_nothing() {
    for name in [
        "Entropic",
        "Palindrome",
        "RegionSumLine",
        "Thermo",
        "Zipper",
        "Between",
    ] {
        let record = record(&format!(".{name}~R1C1"));
        assert!(record.description.constraints.is_empty(), "{name}");
        assert_eq!(record.ignored, [format!("{name} without effect")]);
    }
    let text = ".Between~R1C1~R1C2.Whisper~R1C1.Whisper~3~R1C1.Modular~3~R1C1";
    assert_eq!(constraints(text), json!([]));
    // A branch that says nothing always holds.
    let either = record(".Or.Thermo~R1C1.Cage~3~R1C1~R1C2.End").description;
    let library = crate::rules::Library::built_in();
    assert!(crate::rules::compile(&either, library).is_ok());
}

#[test]
fn windows_and_places_in_boxes_need_no_boxes() {
    for (name, sets) in [("Windoku", 4), ("DisjointSets", 9)] {
        let with = record(&format!(".{name}")).description;
        assert_eq!((with.rules.len(), with.constraints.len()), (1, 0));
        let without = record(&format!(".NoBoxes.{name}")).description;
        assert_eq!((without.rules.len(), without.constraints.len()), (0, sets));
    }
    assert_eq!(
        constraints(".Shape~4x4.NoBoxes.Windoku"),
        json!([{"type": "distinct", "cells": ["r2c2", "r2c3", "r3c2", "r3c3"]}])
    );
    assert_eq!(
        constraints(".Shape~4x4.NoBoxes.DisjointSets")[1],
        json!({"type": "distinct", "cells": ["r1c2", "r1c4", "r3c2", "r3c4"]})
    );
}

#[test]
fn coefficients_that_no_repetition_of_cells_says_are_refused() {
    let says = |text: &str| message(text.as_bytes(), Some(VariantFormat::Iss));
    for (text, expected) in [
        (
            ".Sum~0_=_1_-1~R1C1~R1C2",
            "x:1:6: found '-1', expected coefficients from 0 to 100",
        ),
        (
            ".Sum~0_=_1_101~R1C1~R1C2",
            "x:1:6: found '101', expected coefficients from 0 to 100",
        ),
        (
            ".Sum~5_=_1~R1C1~R1C2",
            "x:1:6: found '5_=_1', expected as many coefficients as cells, which are 2",
        ),
        (
            ".Sum~5_=_0~R1C1",
            "x:1:6: found '5_=_0', expected a coefficient above 0",
        ),
        (
            ".Sum~5_1~R1C1",
            "x:1:6: found '5_1', expected the sum, a whole number",
        ),
    ] {
        assert_eq!(says(text), expected);
    }
}

#[test]
fn links_are_read() {
    let link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape%7E4x4.X~R1C1~R1C2";
    let expected = record(".Shape~4x4.X~R1C1~R1C2").description;
    assert_eq!(record(link).description, expected);
}

#[test]
fn links_hold_the_cells_of_a_classic_puzzle_too() {
    let cells = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    for cells in [
        cells,
        &cells.replace('.', "0"),
        &format!("..{}", &cells[2..]),
    ] {
        let link = format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={cells}");
        let read = record(&link).description;
        let givens = cells.bytes().filter(|byte| (b'1'..=b'9').contains(byte));
        assert_eq!(read.candidates.len(), givens.count(), "{link}");
        assert_eq!(read.candidates.get("r5c5"), Some(&vec![8]));
        assert!(read.rules.is_empty() && read.constraints.is_empty());
    }
    let small = record("https://sigh.github.io/Interactive-Sudoku-Solver/?q=1...............");
    assert_eq!((small.description.rows, small.description.max), (4, 4));
    assert_eq!(small.description.candidates.len(), 1);
}

#[test]
fn loops_and_coefficients_after_cells_are_refused_by_name() {
    for (text, says) in [
        (
            ".Whisper~5~R1C1~R1C2~R2C2~LOOP",
            "x:1:27: found 'LOOP', expected cells alone: LOOP is read only after SumLine",
        ),
        (
            ".Sum~10~R1C1~R1C2~1~-1",
            "x:1:19: found '1', expected cells alone: coefficients are read only after the sum, \
             such as .Sum~10_=_1_2~R1C1~R1C2",
        ),
    ] {
        let told = message(text.as_bytes(), Some(VariantFormat::Iss));
        assert!(told.starts_with(says), "{told}");
    }
}

/// A few characters stand for gigabytes.
#[test]
fn strings_of_too_many_copies_are_refused() {
    let all = "_".repeat(43);
    let copies = |text: &str, count: usize| text.repeat(count);
    for text in [
        format!(
            ".Shape~16x16.Replicate~{all}.Or{}.End.End",
            copies(".AllDifferent~R1C1", 20_000)
        ),
        format!(
            ".Shape~4x4.Regex~{}{}",
            "YQ".repeat(40_000),
            copies("~~R1C1", 10_000)
        ),
        format!(
            ".Shape~4x4.Sum~9_=_100{}~R1C1{}",
            "_100".repeat(20_000),
            "~R1C1".repeat(20_000)
        ),
    ] {
        let fault = crate::rules::text::iss::parse(&text).unwrap_err();
        let expected = "constraints of at most 1048576 cells and numbers in all";
        assert!(fault.expected.contains(expected), "{fault:?}");
    }
}
