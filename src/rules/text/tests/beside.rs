//! Fields beside a puzzle in its record, and inputs that mix formats.

use super::*;

const LINK: &str = "https://www.f-puzzles.com/?load=";
const LINE: &str = "1...............";
const CAGE: &str = r#"[{"cells": ["R1C1", "R1C2"], "value": 3}]"#;

/// A puzzle of f-puzzles.
fn fpuzzles() -> String {
    let row = "[{}, {}, {}, {}]";
    format!(r#"{{"size": 4, "grid": [{row}, {row}, {row}, {row}], "killercage": {CAGE}}}"#)
}

/// The same as a link.
fn link() -> String {
    let description = record(&fpuzzles()).description;
    let link = fpuzzles_link(&description, "linked").unwrap();
    assert!(link.starts_with(LINK), "{link}");
    link
}

#[test]
fn constraints_beside_a_classic_grid_are_refused() {
    for (field, value) in [
        ("killercage", CAGE),
        ("cages", CAGE),
        ("killer_cages", CAGE),
        ("thermo", "[[1, 2]]"),
        ("Thermometers", "[[1, 2]]"),
        ("antiknight", "true"),
        ("anti-king", "true"),
        ("diagonal+", "true"),
        ("diagonal", "true"),
        ("nonconsecutive", "true"),
        ("littlekillersum", CAGE),
        ("arrow", CAGE),
        ("jigsaw", r#""1122112233443344""#),
        ("layout", r#""1122112233443344""#),
        ("kropki", r#"{"white": []}"#),
    ] {
        for grid in [
            format!(r#""grid": "{LINE}""#),
            r#""puzzle": [[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]"#.to_owned(),
            r#""puzzle": {"rows": 4, "columns": 4, "min": 1, "max": 4}"#.to_owned(),
        ] {
            let text = format!(r#"{{"id": 1, {grid}, "{field}": {value}}}"#);
            let told = message(text.as_bytes(), None);
            let says = format!("found the field {field} beside the field ");
            assert!(told.contains(&says), "{text}: {told}");
        }
    }
}

#[test]
fn what_says_nothing_about_digits_may_stand_beside_a_grid() {
    for beside in [
        r#""count": 1, "maximum": 2829, "sum": 405, "odd": 3"#,
        r#""solution": "1234", "solutions": ["1234"], "tags": ["killer", "arrow"]"#,
        r#""type": "killer", "features": ["killer"], "author": "thermo", "size": 4"#,
        r#""antiknight": false, "killercage": [], "arrow": null, "diagonal": {}, "layout": """#,
    ] {
        let text = format!(r#"{{"puzzle": "{LINE}", {beside}}}"#);
        assert_eq!(records(&text).len(), 1, "{text}");
    }
    let told = message(
        format!(r#"{{"grid": "{LINE}", "size": 9}}"#).as_bytes(),
        None,
    );
    let says = "found 9 in the field size, expected 4, the number of rows of the grid";
    assert!(told.contains(says), "{told}");
}

#[test]
fn records_hold_puzzles_of_other_programs() {
    let expected = record(&fpuzzles());
    for puzzle in [fpuzzles(), format!("\"{}\"", link())] {
        let read = record(&format!(
            r#"{{"id": "a", "puzzle": {puzzle}, "rating": 3}}"#
        ));
        assert_eq!(read.description, expected.description, "{puzzle}");
        assert_eq!(
            (&read.name[..], read.format),
            ("a", VariantFormat::FPuzzles)
        );
    }
    let read = record(&format!(r#"{{"puzzle": "{}"}}"#, link()));
    assert_eq!(read.name, "linked");
    let iss = ".Shape~4x4.Cage~3~R1C1~R1C2";
    let read = record(&format!(r#"{{"id": 7, "puzzle": "{iss}"}}"#));
    assert_eq!(read.description, record(iss).description);
    assert_eq!((&read.name[..], read.format), ("7", VariantFormat::Iss));
    for (puzzle, says) in [
        (
            "https://sudokupad.app/scfN4Ig",
            "a link that does not hold a puzzle of f-puzzles at /puzzle",
        ),
        (".Shape~4x4.Nothing~1", "'Nothing' at /puzzle"),
    ] {
        let told = message(format!(r#"{{"puzzle": "{puzzle}"}}"#).as_bytes(), None);
        assert!(told.contains(says), "{told}");
    }
    let beside = format!(r#"{{"puzzle": "{}", "antiknight": true}}"#, link());
    let told = message(beside.as_bytes(), None);
    assert!(
        told.contains("beside the field puzzle, expected it in that puzzle"),
        "{told}"
    );
}

#[test]
fn an_input_may_mix_formats_of_one_line() {
    let texts = [
        link(),
        fpuzzles(),
        ".Shape~4x4.Cage~3~R1C1~R1C2".to_owned(),
        format!(r#"{{"grid": "{LINE}"}}"#),
        format!("[\n{},\n{}\n]", fpuzzles(), fpuzzles()),
    ];
    let alone: Vec<_> = texts.iter().flat_map(|text| records(text)).collect();
    for shift in 0..texts.len() {
        let mut order = texts.clone();
        order.rotate_left(shift);
        let mixed = records(&order.join("\n# a comment\n\n"));
        assert_eq!(mixed.len(), alone.len(), "{order:?}");
        let known =
            |read: &VariantRecord| alone.iter().any(|one| one.description == read.description);
        assert!(mixed.iter().all(known), "{order:?}");
    }
    // A malformed line takes nothing else with it.
    for malformed in [
        "error: puzzle 1 was not written",
        "https://example.org/?load=%G",
        "{\"grid\": 3}",
    ] {
        for named in [None, Some(VariantFormat::FPuzzles)] {
            let text = format!("{}\n{malformed}\n{}\n{}\n", link(), fpuzzles(), link());
            let mut reader = VariantReader::new(text.as_bytes(), "x", named);
            let mut read = Vec::new();
            while let Some(record) = reader.next() {
                if record.is_err() {
                    reader.go_on();
                }
                read.push(record.is_ok());
            }
            assert_eq!(read, [true, false, true, true], "{malformed}");
        }
    }
}
