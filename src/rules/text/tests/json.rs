use super::*;

const PUZZLE: &str = r#"{"rows": 4, "columns": 4, "min": 1, "max": 4,
    "regions": "1122112233443344", "candidates": {"r1c1": [2], "r4c4": [1, 2]},
    "rules": ["diagonal-up"],
    "constraints": [{"type": "killer", "cells": ["r1c2", "r1c3"], "sum": 5}]}"#;

#[test]
fn lines_documents_and_arrays_hold_the_same() {
    let line = PUZZLE.replace('\n', " ");
    let named = format!(r#"{{"id": "a", "more": [1, {{}}], "puzzle": {line}}}"#);
    let texts = [
        line.clone(),
        PUZZLE.to_owned(),
        named.clone(),
        format!("\u{feff}# comment\n\n[{line}]"),
        format!("[\n{PUZZLE}\n]\n"),
    ];
    let expected = record(&line).description;
    for text in &texts {
        assert_eq!(record(text).description, expected, "{text}");
    }
    let many = records(&format!(
        "{line}\n\n{named}\n{PUZZLE} {line}\n[{named},\n{line}]\n[]"
    ));
    let places: Vec<_> = many
        .iter()
        .map(|r| (r.index, r.line, &r.name[..]))
        .collect();
    let expected_places = [
        (1, 1, ""),
        (2, 3, "a"),
        (3, 4, ""),
        (4, 7, ""),
        (5, 8, "a"),
        (6, 9, ""),
    ];
    assert_eq!(places, expected_places);
    assert!(
        many.iter()
            .all(|r| r.description == expected && r.format == VariantFormat::Json)
    );
}

#[test]
fn fields_of_a_puzzle_belong_into_it() {
    let grid = r#"{"id": "a", "grid": "................", "box": "2x2", "note": []"#;
    let line = PUZZLE.replace('\n', " ");
    let object = format!(r#"{{"id": "a", "puzzle": {line}, "note": []"#);
    for (record, says) in [
        (
            grid,
            " beside the field grid, expected a classic puzzle; variants have an object \"puzzle\" \
             with all that they say",
        ),
        (
            &object[..],
            " beside the field puzzle, expected it in that object",
        ),
    ] {
        assert_eq!(records(&format!("{record}}}")).len(), 1);
        for field in [
            r#""constraints": []"#,
            r#""rules": ["diagonal"]"#,
            r#""candidates": {}"#,
            r#""regions": null"#,
            r#""rows": 4"#,
        ] {
            let told = message(format!("{record}, {field}}}").as_bytes(), None);
            let name = field.split('"').nth(1).unwrap();
            let says = format!("x:1: found the field {name}{says}");
            assert!(told.contains(&says), "{told}");
        }
        for name in ["rule", "Constraints", "ROWS"] {
            let told = message(format!("{record}, \"{name}\": []}}").as_bytes(), None);
            let says = format!("x:1: found the field {name}{says}");
            assert!(told.contains(&says), "{told}");
        }
    }
    let told = message(format!("{grid}, \"Box\": \"1x4\"}}").as_bytes(), None);
    let says = "x:1: found the field Box beside the field grid, expected the field box";
    assert!(told.contains(says), "{told}");
}

#[test]
fn what_is_written_is_read_again() {
    let expected = record(PUZZLE).description;
    let mut text = Vec::new();
    write_json(&mut text, &expected).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.lines().count(), 1);
    assert_eq!(record(&text).description, expected);
}

#[test]
fn a_long_input_is_read_puzzle_by_puzzle() {
    let line = PUZZLE.replace('\n', " ") + "\n";
    let input = std::io::BufReader::new(Endless(line.into_bytes(), 0));
    let reader = VariantReader::new(input, "x", None);
    assert_eq!(reader.take(2000).filter(Result::is_ok).count(), 2000);
}

/// The same bytes again and again.
struct Endless(Vec<u8>, usize);

impl std::io::Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        for byte in buffer.iter_mut() {
            *byte = self.0[self.1];
            self.1 = (self.1 + 1) % self.0.len();
        }
        Ok(buffer.len())
    }
}

#[test]
fn json_of_sudokupad_is_told_from_puzzles_without_fields() {
    for text in [
        r#"{"cellSize":50,"metadata":{"title":"x"},"cells":[[{},{}]]}"#,
        r#"{"id":"x","cellSize":50,"cells":[[{},{}]],"regions":[]}"#,
    ] {
        let told = message(text.as_bytes(), None);
        let says = "x:1: found a puzzle in SudokuPad's own format, expected a link with \
                    …/fpuzzles… at SudokuPad, or rows, columns, min and max: SudokuPad's own \
                    puzzles hold no typed constraints";
        assert_eq!(told, says, "{text}");
    }
}
