//! Classic puzzles as arrays of rows, and as lines in records.

use super::*;
use VariantFormat::{FPuzzles, Json};

const ROWS: &str = "[[1,0,0,0],[0,0,0,0],[0,0,0,2],[0,0,0,0]]";

#[test]
fn classic_puzzles_are_lines_or_rows() {
    let expected = record(r#"{"grid": "1..........2...."}"#).description;
    assert_eq!(expected.candidates["r1c1"], [1]);
    assert_eq!(expected.candidates["r3c4"], [2]);
    let blanks = ROWS.replace('0', "\" \"");
    for text in [
        r#"{"id": "a", "puzzle": "1..........2....", "solution": "1234"}"#.to_owned(),
        format!(r#"{{"puzzle": 1, "grid": {ROWS}, "box": "2x2"}}"#),
        format!(r#"{{"puzzle": {ROWS}}}"#),
        ROWS.to_owned(),
        format!("\u{feff}# comment\n\n{ROWS}\n"),
        format!("[{ROWS}]"),
        ROWS.replace('0', "null"),
        ROWS.replace('0', "\".\""),
        ROWS.replace('0', "\"\""),
        ROWS.replace('0', "\"-\""),
        blanks.replace('1', "\"1\"").replace('2', "\" 2\""),
        ROWS.replace("[[", "[\n[\n").replace(',', ",\n"),
        // As numpy prints arrays of integers, of other numbers, and of text.
        ROWS.replace("],", "]\n ").replace(',', " "),
        ROWS.replace("],", "]\n ")
            .replace(',', ". ")
            .replace(']', ".]")
            .replace(".].]", ".]]"),
        ROWS.replace("],", "]\n ")
            .replace(',', " ")
            .replace('0', "'.'"),
    ] {
        assert_eq!(record(&text).description, expected, "{text}");
    }
    let high = ROWS.replace("[[", "{\"box\": \"4x1\", \"grid\": [[") + "}";
    let regions = record(&high).description.regions;
    assert_eq!(regions.as_deref(), Some("1234123412341234"));
}

#[test]
fn arrays_of_rows_follow_each_other_and_other_puzzles() {
    let object = r#"{"rows":1,"columns":1,"min":1,"max":1}"#;
    let rows = ROWS.replace("],", "],\n ");
    let text = format!(
        "{ROWS}\n{rows}\n{object}{ROWS}\n[{ROWS}, {object},\n{rows}]\n[\n{ROWS}\n]\n[\n{rows},\n]"
    );
    let reader = VariantReader::new(text.as_bytes(), "x", None);
    let places: Vec<_> = reader.map_while(Result::ok).map(|r| r.line).collect();
    assert_eq!(places, [1, 2, 6, 6, 7, 7, 8, 13, 16]);
}

#[test]
fn a_grid_after_one_that_is_cut_off_is_read() {
    let many_lines = ROWS.replace("],", "],\n ");
    let cuts = [&ROWS[..20], &many_lines[..14], &many_lines[..25]];
    for (cut, grid) in cuts
        .iter()
        .flat_map(|cut| [(cut, ROWS), (cut, &many_lines)])
    {
        let text = format!("{ROWS}\n{cut}\n{grid}\n{grid}\n");
        let mut reader = VariantReader::new(text.as_bytes(), "x", None);
        let mut read = Vec::new();
        while let Some(record) = reader.next() {
            read.push(record.is_ok());
            if record.is_err() {
                reader.go_on();
            }
        }
        assert_eq!(read, [true, false, true, true], "{text}");
    }
}

#[test]
fn rows_of_f_puzzles_and_of_other_texts_are_no_classic_puzzle() {
    let is_json = |text: &str| detect(text.as_bytes()) == Some(Json);
    assert!(is_json(ROWS));
    assert!(is_json("[ [\n5,\n3"));
    assert!(is_json(&ROWS.replace(',', " ")));
    assert!(!is_json(&ROWS.replace(',', ";")));
    assert!(!is_json("[5, 3]\n[1, 2]"));
    assert!(!is_json("[["));
    let fpuzzles = r#"{"grid":[[null,{}],[null,null]]}"#;
    assert_eq!(record(fpuzzles).format, FPuzzles);
}

#[test]
fn malformed_rows_are_pointed_at() {
    for (text, says) in [
        (
            "[[1,0],[0,3]]",
            "x:1: found 3 at /1/1, expected a digit from 1 to 2, or 0 for an empty cell",
        ),
        ("[[1,0],[0,-1]]", "found -1 at /1/1, expected a digit"),
        ("[[1,0],[0,1.0]]", "found 1.0 at /1/1, expected a digit"),
        ("[[1,0],[0,true]]", "found true at /1/1, expected a digit"),
        ("[[1,0],[0,\"x\"]]", "found 'x' at /1/1, expected a digit"),
        ("[[1,0],[0,\"+1\"]]", "found '+1' at /1/1, expected a digit"),
        ("[[1,0],[0]]", "found 1 cells at /1, expected 2 cells"),
        ("[[1,0],2]", "found 2 at /1, expected an array of 2 cells"),
        ("[[1,0],[null,2]]", "found 0 at /0/1 beside null"),
        (
            "[[1,0,0,0,0],[],[],[],[]]",
            "found 5 rows: side 5 has no usual box shape",
        ),
        (
            r#"{"puzzle": [[1,0],[0,3]]}"#,
            "found 3 at /puzzle/1/1, expected",
        ),
        (
            r#"{"grid": [[1,0],[0,2]], "box": "2x2"}"#,
            "found 2 rows at /grid, expected 4 rows, as \"box\" says",
        ),
        (
            r#"{"puzzle": "1.........", "id": 1}"#,
            "found 10 cells in '1.........' at /puzzle, character 1, expected 81 cells",
        ),
        (
            r#"{"puzzle": "1...............", "rules": ["diagonal"]}"#,
            "found the field rules beside the field puzzle, expected a classic puzzle",
        ),
    ] {
        let message = message(text.as_bytes(), Some(Json));
        assert!(message.contains(says), "{text}: {message}");
    }
    let text = ROWS.as_bytes();
    let message = message(text, Some(FPuzzles));
    assert!(message.contains("found an array, expected a puzzle as a JSON object"));
}
