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
    let says = "RegionSize 6, of which no boxes fit the board";
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
