//! What is said about variants that are refused, and what to do about it.

use crate::support::satoku;
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
            "type 'entropic' need another board, expected a number of digits that 3 divides",
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
            ".Shape~4x4.Or.Modular~9~R1C1~R1C2.Whisper~1~R2C1~R2C2.End",
            "puzzle 1: any-of, modular r1c1 r1c2, modulus: found 9, expected a number from",
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
