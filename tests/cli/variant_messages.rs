//! What is said about variants that are refused, and what to do about it.

use crate::support::{EMPTY, satoku};
use crate::variants::KILLER;

/// A file of one's own is named with --rules, whatever it defines.
#[test]
fn an_unknown_name_may_be_that_of_a_file() {
    let thermos = KILLER.replace("thermo\"", "thermos\"");
    for (args, input) in [
        (&["count", "--rules", "antiknigt"][..], KILLER),
        (&["count"], &thermos),
        (
            &["count"],
            &KILLER.replace("\"rules\":[]", "\"rules\":[\"antiknigt\"]"),
        ),
    ] {
        let ran = satoku(args, input);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
        let says = ", or name its file with --rules FILE.toml\n";
        assert!(ran.stderr.ends_with(says), "{}", ran.stderr);
    }
}

#[test]
fn generate_says_which_type_the_board_does_not_allow() {
    for (kind, says) in [
        (
            "entropic",
            "type 'entropic' need another board, expected a number of digits divisible by 3",
        ),
        (
            "x",
            "no constraint of type 'x' can hold on this board: found a condition on r",
        ),
    ] {
        let args = ["generate", "--box", "2x2", "--constraints", kind];
        let ran = satoku(&args, "");
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{}", ran.stderr);
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
    }
}

/// What is not JSON has no places that a pointer names.
#[test]
fn mistakes_are_told_in_the_words_of_the_format() {
    let piece = r#"{"region":3},{"region":3},{"region":3},{"region":3}"#;
    let rest = "{},{},{},{}";
    let crowded = format!(
        r#"{{"size":4,"grid":[[{piece}],[{{"region":3}},{{}},{{}},{{}}],[{rest}],[{rest}]]}}"#
    );
    for (input, says) in [
        (
            ".Shape~4x4.Whisper~R1C1~R1C2",
            "puzzle 1: whisper r1c1 r1c2, difference: found 5, expected a number from 0 to 3\n",
        ),
        (
            r#"{"size":1,"grid":[[{}]],"killercage":[{"cells":["R1C1"],"value":"?"}]}"#,
            "found '?' in the field value of killercage 1 (R1C1), expected a number\n",
        ),
        (
            r#"{"size":1,"grid":[[{}]],"killercage":[{"cells":["R1C1"],"value":"9"}]}"#,
            "puzzle 1: killer r1c1, sum: found 9, expected",
        ),
        (
            ".Shape~4x4.Or.Modular~0~R1C1~R1C2.Whisper~1~R2C1~R2C2.End",
            "puzzle 1: any-of, modular r1c1 r1c2, modulus: found 0, expected a number from",
        ),
        (
            ".Shape~4x4.Jigsaw~1112112233443344.NoBoxes",
            "expected pieces of 4 cells, except for at most one\n",
        ),
        (
            &crowded,
            "cells in region 1, which begins at r1c1, more than the 4 digits",
        ),
    ] {
        let ran = satoku(&["count"], input);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
        assert!(!ran.stderr.contains(": /"), "{}", ran.stderr);
    }
}

#[test]
fn a_clue_that_no_line_has_is_told_with_the_clues_that_some_line_has() {
    let cells: Vec<String> = (1..=9).map(|column| format!("\"r1c{column}\"")).collect();
    let regions: String = (0..81)
        .map(|cell| char::from(b'1' + (cell / 27 * 3 + cell % 9 / 3) as u8))
        .collect();
    let puzzle = |constraint: &str| {
        format!(
            r#"{{"rows":9,"columns":9,"min":1,"max":9,"regions":"{regions}","candidates":{{}},"rules":[],"constraints":[{{{constraint},"cells":[{}]}}]}}"#,
            cells.join(",")
        )
    };
    for (constraint, says) in [
        (
            r#""type":"x-sum","sum":0"#,
            "/constraints/0/sum: found 0, expected a number from 1 to 81\n",
        ),
        (
            r#""type":"x-sum","sum":82"#,
            "/constraints/0/sum: found 82, expected a number from 1 to 81\n",
        ),
        (
            r#""type":"x-sum","sum":2"#,
            "/constraints/0/sum: found 2, expected a number from 1 to 81 that a line of 9 digits \
             can have, such as 1 or 3\n",
        ),
        (
            r#""type":"sandwich","sum":1"#,
            "/constraints/0/sum: found 1, expected a number from 0 to 56 that a line of 9 digits \
             can have, such as 0 or 2\n",
        ),
        (
            r#""type":"sandwich","sum":57"#,
            "/constraints/0/sum: found 57, expected a number from 0 to 56\n",
        ),
        (
            r#""type":"lunchbox","sum":1"#,
            "/constraints/0/sum: found 1, expected a number from 0 to 63 that a line of 9 digits \
             can have, such as 0 or 2\n",
        ),
        (
            r#""type":"skyscraper","visible":10"#,
            "/constraints/0/visible: found 10, expected a number from 1 to 9\n",
        ),
        (
            r#""type":"numbered-room","digit":10"#,
            "/constraints/0/digit: found 10, expected a number from 1 to 9\n",
        ),
        (
            r#""type":"hidden-skyscraper","digit":0"#,
            "/constraints/0/digit: found 0, expected a number from 1 to 9\n",
        ),
        (
            r#""type":"little-killer","sum":82"#,
            "/constraints/0/sum: found 82, expected a number from 9 to 81, the sums of \
             9 digits here\n",
        ),
        (
            r#""type":"killer","sum":44"#,
            "/constraints/0/sum: found 44, expected 45, the only sum of 9 different digits \
             here\n",
        ),
    ] {
        let ran = satoku(&["solve"], &puzzle(constraint));
        let kind = constraint.split('"').nth(3).unwrap();
        let says = says.replacen(':', &format!(" (constraint 1, {kind}):"), 1);
        assert!(ran.stderr.ends_with(&says), "{}", ran.stderr);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{constraint}");
    }
}

/// Names that a puzzle gives its constraints cannot add lines, nor steer a terminal.
#[test]
fn names_of_constraints_are_escaped() {
    let input = r#"{"rows":4,"columns":4,"min":1,"max":4,"constraints":[
        {"type":"pairs","cells":["r1c1","r1c2"],"table":[[1,2]],"name":"A\nr3c3 = 4"},
        {"type":"pairs","cells":["r1c1","r1c2"],"table":[[2,1]],"name":"B\u001b[31m"}]}"#;
    let input = input.replace('\n', "");
    for args in [
        &["explain", "--contradiction"][..],
        &["encodings", "explain", "-", "r1c1"],
    ] {
        let ran = satoku(args, &input);
        assert!(
            ran.stdout.contains(r"A\nr3c3 = 4 r1c1 r1c2"),
            "{}",
            ran.stdout
        );
        assert!(
            ran.stdout.contains(r"B\u{1b}[31m r1c1 r1c2"),
            "{}",
            ran.stdout
        );
        assert!(!ran.stdout.contains('\u{1b}'));
    }
}

#[test]
fn generate_names_a_type_that_is_similar_to_an_unknown_one() {
    for (kind, says) in [
        (
            "termo",
            "found 'termo' as a type of constraint, expected a known one, perhaps \"thermo\"; one of: ",
        ),
        (
            "cage",
            "found 'cage' as a type of constraint, expected a known one, perhaps \"killer\"; one of: ",
        ),
    ] {
        let ran = satoku(&["generate", "--constraints", kind], "");
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
    }
}

#[test]
fn constraints_with_the_same_label_are_numbered() {
    let automaton = |digits: &str| {
        format!(
            r#"{{"type":"automaton","cells":["r1c1"],"automaton":{{"states":2,"start":[0],"accept":[1],
            "transitions":[{digits}]}}}}"#
        )
    };
    let constraints = [
        automaton("[0,0,1],[0,1,1]"),
        automaton("[0,0,1]"),
        automaton("[0,1,1]"),
    ];
    let constraints = constraints.join(",");
    let puzzle =
        format!(r#"{{"rows":4,"columns":4,"min":1,"max":4,"constraints":[{constraints}]}}"#);
    let ran = satoku(&["explain", "--contradiction"], &puzzle);
    let label = "automaton r1c1, 2 states, 1 transition";
    let says = format!("{label} (constraint 2)\n{label} (constraint 3)\n");
    assert!(ran.stdout.ends_with(&says), "{}", ran.stdout);
    assert_eq!(ran.code, 0);
}

#[test]
fn labels_hold_tables_and_expressions() {
    let long = "[1,1],[1,2],[1,3],[2,1],[2,2],[2,3],[3,1]";
    let constraints = format!(
        r#"{{"type":"pairs","cells":["r1c3","r1c4"],"table":[[1,2],[2,1]]}},
        {{"type":"automaton","cells":["r1c3","r1c4"],"regex":"[34]+"}},
        {{"type":"all-pairs","cells":["r2c3","r3c4"],"table":[{long}]}}"#
    );
    let puzzle =
        format!(r#"{{"rows":4,"columns":4,"min":1,"max":4,"constraints":[{constraints}]}}"#);
    let ran = satoku(&["explain", "--contradiction"], &puzzle);
    let says = "pairs r1c3 r1c4, table (1, 2) (2, 1)\nautomaton r1c3 r1c4, regex [34]+\n";
    assert!(ran.stdout.ends_with(says), "{}", ran.stdout);
    let drawn = satoku(&["draw"], &puzzle).stdout;
    for says in [
        "Here: regex [34]+.",
        "Here: table (1, 2) (2, 1).",
        "(1, 1) (1, 2) (1, 3) (2, 1) (2, 2) (2, 3) …",
    ] {
        // Long entries have several lines.
        let text: Vec<&str> = drawn.split(['<', '>']).collect();
        let words: String = text
            .iter()
            .step_by(2)
            .copied()
            .collect::<Vec<_>>()
            .join(" ");
        let words: Vec<&str> = words.split_whitespace().collect();
        assert!(
            words.join(" ").contains(says),
            "{says}: {}",
            words.join(" ")
        );
    }
}

#[test]
fn stats_say_how_many_solutions_of_variants_were_checked() {
    let ran = satoku(
        &["count", "--rules", "diagonal", "--limit", "5", "--stats"],
        EMPTY,
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let told = "0 without a solution, 0 malformed, 5 solutions checked";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
}
