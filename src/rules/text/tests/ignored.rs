//! What says nothing about a puzzle is listed as ignored.

use super::fpuzzles::puzzle;
use super::*;

#[test]
fn what_editors_leave_behind_is_noted() {
    for (fields, note) in [
        (
            r#","arrow":[{"cells":["R1C1"],"lines":[]}]"#,
            "items of arrow without lines",
        ),
        (
            r#","thermometer":[{"lines":[]}]"#,
            "items of thermometer without lines",
        ),
        (
            r#","whispers":[{"lines":[]},{"lines":[]}]"#,
            "items of whispers without lines",
        ),
        (
            r#","killercage":[{"cells":["R1C1"],"value":"0"}]"#,
            "sums of 0 of killercage, which stand for none",
        ),
        (
            r#","killercage":[{"cells":["R1C1"],"value":0}]"#,
            "sums of 0 of killercage, which stand for none",
        ),
        (
            r#","quadruple":[{"cells":["R1C1"],"values":[]}]"#,
            "quadruples without digits",
        ),
    ] {
        assert_eq!(record(&puzzle(fields)).ignored, [note], "{fields}");
    }
    for cell in [r#"{"given":true}"#, r#"{"given":true,"value":null}"#] {
        let given = puzzle("").replacen("{}", cell, 1);
        assert_eq!(record(&given).ignored, ["givens without a digit"], "{cell}");
    }
}

#[test]
fn a_size_of_boxes_that_do_not_fit_is_noted() {
    let note = |text: &str| record(text).ignored;
    let says = "RegionSize 6: no boxes of that size fit the board";
    assert_eq!(note(".Shape~4x4.RegionSize~6"), [says]);
    for text in [
        ".Shape~4x4.RegionSize~4",
        ".Shape~4x4.RegionSize~6.NoBoxes",
        ".Shape~5x5",
    ] {
        assert_eq!(note(text), [""; 0], "{text}");
    }
}

#[test]
fn sizes_as_text_are_numbers() {
    let text = puzzle("").replace("\"size\":4", "\"size\":\"4\"");
    assert_eq!(record(&text).description, record(&puzzle("")).description);
    let text = text.replace("\"size\":\"4\"", "\"size\":\"5\"");
    let says = "found '5' in the field size, expected 4, the number of rows of the grid";
    let told = message(text.as_bytes(), None);
    assert!(told.contains(says), "{told}");
}

#[test]
fn arrows_without_a_shaft_are_noted_like_other_lines() {
    for (arrow, note) in [
        (r#"{"cells":["R1C1"]}"#, "items of arrow without lines"),
        (
            r#"{"cells":["R1C1"],"lines":[["R1C1"]]}"#,
            "lines of arrow that are too short to say anything",
        ),
    ] {
        let parsed = record(&puzzle(&format!(",\"arrow\":[{arrow}]")));
        assert_eq!(parsed.ignored, [note], "{arrow}");
        assert!(parsed.description.constraints.is_empty(), "{arrow}");
    }
}

#[test]
fn values_that_are_no_digit_are_alike() {
    for value in ["0", "\"\"", "\" \"", "null", "\"0\""] {
        let cell = |given: bool| format!("{{\"value\":{value},\"given\":{given}}}");
        let ignored = |given| record(&puzzle("").replacen("{}", &cell(given), 1)).ignored;
        assert_eq!(ignored(true), ["givens without a digit"], "{value}");
        assert_eq!(ignored(false), [""; 0], "{value}");
    }
}

#[test]
fn sums_on_a_board_without_regions_are_noted() {
    let text = ".Shape~4x4.NoBoxes.RegionSumLine~R1C1~R1C2~R1C3";
    assert_eq!(record(text).ignored, ["RegionSumLine without effect"]);
}

#[test]
fn numbers_may_be_written_as_text_or_with_a_fraction_of_0() {
    let sum = |value: &str| {
        let cage = format!(",\"killercage\":[{{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":{value}}}]");
        record(&puzzle(&cage)).description
    };
    assert_eq!(sum("3.0"), sum("3"));
    let region = |value: &str| {
        let cell = format!("{{\"region\":{value}}}");
        record(&puzzle("").replacen("{}", &cell, 1)).description
    };
    assert_eq!(region("\"3\""), region("3"));
    assert_eq!(region("-1"), region("null"));
    let sides = puzzle(",\"width\":4,\"height\":\"4\"");
    assert_eq!(record(&sides).description, record(&puzzle("")).description);
    let told = message(puzzle(",\"width\":5").as_bytes(), None);
    let says = "found 5 in the field width, expected 4, the number of rows of the grid";
    assert!(told.contains(says), "{told}");
}
