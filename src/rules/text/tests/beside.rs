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
        ("XV", CAGE),
        ("extra_regions", CAGE),
        ("sandwich_sums", CAGE),
        ("kropki_dots", CAGE),
        ("inequalities", CAGE),
        ("killers", CAGE),
        ("disjointgroup", "true"),
        ("antiknight", "1"),
        ("anti_knight", r#""true""#),
        ("cages", r#""R1C1+R1C2=3""#),
        ("sum", r#"[{"cells": ["R1C1"], "value": 1}]"#),
        ("regionMap", r#""1122112233443344""#),
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
        r#""count": 1, "maximum": 2829, "sum": 405, "odd": 3, "counts": {"single": 30}"#,
        r#""sums": [405], "index": true, "difference": [1, 2], "x": [1, 2], "negative": true"#,
        r#""layout": "standard", "jigsaw": "no", "killer": "none", "size": 17"#,
        r#""between": ["2020", "2021"], "clone": true, "v": {"major": 1}, "pairs": [[1, 2]]"#,
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
    for (beside, says) in [
        (
            r#""antiknight": true"#,
            "the field antiknight beside the field puzzle, expected it in",
        ),
        (
            r#""grid": "1...............""#,
            "the field grid beside the field puzzle, expected one of",
        ),
    ] {
        for puzzle in [fpuzzles(), format!("\"{}\"", link())] {
            let text = format!(r#"{{"puzzle": {puzzle}, {beside}}}"#);
            let told = message(text.as_bytes(), None);
            assert!(told.contains(says), "{told}");
        }
    }
    // Prose of other programs.
    let text = format!(
        r#"{{"puzzle": "{}", "rules": "Normal rules apply."}}"#,
        link()
    );
    assert_eq!(record(&text).name, "linked");
    let named = VariantReader::new(text.as_bytes(), "x", Some(VariantFormat::FPuzzles)).next();
    assert_eq!(named.unwrap().unwrap().name, "linked");
}

#[test]
fn numbers_in_answers_keep_their_advice() {
    let told = message(br#"{"puzzle": 1, "candidates": [[1]]}"#, None);
    assert!(
        told.contains("found 1 at /puzzle, expected a puzzle as an object"),
        "{told}"
    );
}

#[test]
fn labels_that_name_a_variant_are_refused_beside_a_classic_grid() {
    for label in [r#""variant": "anti-knight""#, r#""variants": ["Killer"]"#] {
        let told = message(format!(r#"{{"grid": "{LINE}", {label}}}"#).as_bytes(), None);
        assert!(told.contains("expected a classic puzzle"), "{told}");
        let variant = r#"{"rows": 4, "columns": 4, "min": 1, "max": 4}"#;
        assert_eq!(
            records(&format!(r#"{{"puzzle": {variant}, {label}}}"#)).len(),
            1
        );
    }
    assert_eq!(
        records(&format!(r#"{{"grid": "{LINE}", "variant": "classic"}}"#)).len(),
        1
    );
}

#[test]
fn an_input_may_mix_formats_of_one_line() {
    let texts = [
        link(),
        fpuzzles(),
        ".Shape~4x4.Cage~3~R1C1~R1C2".to_owned(),
        "https://localhost/solver?q=.Shape~4x4.Cage~4~R1C1~R1C2".to_owned(),
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
    // What is left of a line or an array comes before the next line.
    let (first, second) = (
        format!(r#"{{"id": 1, "grid": "{LINE}"}}"#),
        r#"{"id": 2, "grid": "2..............."}"#,
    );
    for json in [
        format!("{first} {second}"),
        format!("[{first},\n{second}]"),
        format!("[{first}]\n{second}"),
    ] {
        let read = records(&format!("{json}\n{}\n", link()));
        let names: Vec<&str> = read.iter().map(|record| &record.name[..]).collect();
        assert_eq!(names, ["1", "2", "linked"], "{json}");
    }
    // A malformed line takes nothing else with it.
    for malformed in [
        "error: puzzle 1 was not written",
        "https://example.org/?load=%G",
        "{\"grid\": 3}",
        "[Killer 2]",
        "[[[[x",
        "{Killer 2",
        "{\"grid\": \"1234",
        "[{\"grid\": 3},",
    ] {
        for named in [None, Some(VariantFormat::FPuzzles)] {
            let text = format!("{0}\n{malformed}\n{0}\n{1}\n{0}\n", link(), fpuzzles());
            let mut reader = VariantReader::new(text.as_bytes(), "x", named);
            let mut read = Vec::new();
            while let Some(record) = reader.next() {
                if record.is_err() {
                    reader.go_on();
                }
                read.push(record.is_ok());
            }
            let good = read.iter().filter(|is_good| **is_good).count();
            assert_eq!(
                (read[0], read[1], good),
                (true, false, 4),
                "{malformed} {named:?}"
            );
        }
    }
}

/// The grid was dropped.
#[test]
fn a_puzzle_is_written_once() {
    for [one, other] in [["grid", "puzzle"], ["puzzle", "grid"]] {
        let text = format!(r#"{{"{one}": "{LINE}", "{other}": "2{}"}}"#, &LINE[1..]);
        let told = message(text.as_bytes(), None);
        assert!(
            told.contains("found the field grid beside the field puzzle"),
            "{told}"
        );
        assert!(told.contains("expected one of them"), "{told}");
    }
    // The number of the puzzle in answers of satoku.
    record(&format!(r#"{{"puzzle": 1, "grid": "{LINE}"}}"#));
}
