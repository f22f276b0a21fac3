//! Arrays of puzzles: texts as their items, the places of mistakes, and lines of any length.

use super::*;
use VariantFormat::{FPuzzles, Iss, Json};

const LINE: &str = "1..........2........................";

#[test]
fn texts_in_arrays_are_puzzles() {
    let expected = record(&format!(r#"{{"grid": "{LINE}"}}"#)).description;
    let text = format!(
        "[\"{LINE}\",\n\"{LINE}\" , {{\"grid\": \"{LINE}\"}}]\n[ \"\\u0031..........2........................\"]\n"
    );
    let records = records(&text);
    let places: Vec<_> = records.iter().map(|r| (r.line, r.index)).collect();
    assert_eq!(places, [(1, 1), (2, 2), (2, 3), (3, 4)]);
    let is_expected =
        |r: &VariantRecord| (r.format, &r.description, &r.name[..]) == (Json, &expected, "");
    assert!(records.iter().all(is_expected));
    assert!(begins_as_json(text.as_bytes()));
}

#[test]
fn texts_in_arrays_may_be_those_of_other_programs() {
    let iss = ".Shape~4x4~.Thermo~R1C1~R2C1";
    let link = "https://www.f-puzzles.com/?load=N4Ig5gTglgJiBcBtRoxQG4FMB2CAuEArpgDQjoCGANsQgIwC%2BJwTLzDAuiSq7%2B1z3ZCWAtmN4cuIAM5QAXpgQAWMngAWmCAFsA9lsx5NCFCCpRsmaccQgASnQDCdEGVsAmJyEmcGQA%3D%3D%3D";
    assert_eq!(record(&format!("[\"{iss}\"]")).format, Iss);
    let text = format!("[\"{link}\"]");
    let formats = [None, Some(FPuzzles)].map(|format| {
        let mut reader = VariantReader::new(text.as_bytes(), "x", format);
        reader.next().unwrap().unwrap().format
    });
    assert_eq!(formats, [FPuzzles, FPuzzles]);
    assert!(message(text.as_bytes(), Some(Json)).starts_with("x:1:2: found"));
}

#[test]
fn mistakes_in_arrays_have_the_column_of_their_item() {
    let text = format!(
        "[\"{LINE}\",\"é12\", {{\"grid\":\"123\"}},{{\"rows\":9}},\"{LINE}\", \"{LINE}x\",\"\", \
         \"{LINE}\"\"\\q\"]"
    );
    let mut reader = VariantReader::new(text.as_bytes(), "x", None);
    let mut seen = Vec::new();
    while let Some(next) = reader.next() {
        let is_bad = next.is_err();
        seen.push(next.map_or_else(|error| error.to_string(), |r| r.index.to_string()));
        assert!(!is_bad || reader.go_on());
    }
    for (said, expected) in seen.iter().zip([
        "1",
        "x:1:41: found 'é12', expected a puzzle of at least 36 cells",
        "x:1:48: found 3 cells in '123' at /grid, character 1, expected",
        "x:1:63: found no field \"columns\", expected",
        "5",
        "x:1:114: found ",
        "x:1:154: found '', expected a puzzle of at least",
        "8",
        "x:1:196: found '\"\\\\q\"]', expected a comma and a puzzle",
    ]) {
        assert!(said.starts_with(expected), "{said}");
    }
}

#[test]
fn arrays_on_a_line_of_any_length_are_read() {
    let item = format!(
        "{{\"é\": \"{}\", \"grid\": \"{LINE}\"}}",
        "],[{,\\\"".repeat(60_000)
    );
    let count = 50;
    let mut text = format!(" [{}", vec![&item[..]; count].join(", "));
    let wrong = text.chars().count() + 3;
    text += ", {\"rows\": 9}, \"1\"";
    text += &format!(",{}]\n{{\"grid\": \"{LINE}\"}}\n", "1".repeat(100));
    assert!(text.len() > 16 << 20);
    let mut reader = VariantReader::new(text.as_bytes(), "x", None);
    let mut read = Vec::new();
    let mut said = Vec::new();
    while let Some(next) = reader.next() {
        match next {
            Ok(record) => read.push((record.index, record.line)),
            Err(error) => {
                said.push(error.to_string());
                assert!(reader.go_on());
            }
        }
    }
    let mut expected: Vec<_> = (1..=count as u64).map(|index| (index, 1)).collect();
    expected.push((count as u64 + 4, 2));
    assert_eq!(read, expected);
    for (said, after) in said.iter().zip([0, 13, 17]) {
        let place = format!("x:1:{}: found ", wrong + after);
        assert!(said.starts_with(&place), "{said}");
    }
    assert_eq!(said.len(), 3);
}

#[test]
fn the_field_that_holds_a_puzzle_is_named() {
    for text in [
        format!("{{\"id\": 1, \"sudoku\": \"{LINE}\"}}"),
        format!("[{{\"clues\": \"x\", \"sudoku\": \"{LINE}\", \"w\": \"1234341221434321\"}}]"),
        "{\"sudoku\": [[1,0,0,0],[0,0,0,0],[0,0,0,2],[0,0,0,0]]}".to_owned(),
    ] {
        let said = format!(
            "{:?}",
            VariantReader::new(text.as_bytes(), "x", None).next()
        );
        assert!(said.contains(r#"no field \"rows\""#), "{said}");
        assert!(said.contains(r#"rename the field \"sudoku\""#), "{said}");
    }
}

/// Lines after one that was cut off within its brackets were taken for its items.
#[test]
fn lines_after_an_array_that_was_cut_off_are_read() {
    let object = format!("{{\"grid\": \"{LINE}\"}}\n");
    for (bad, mistakes) in [
        (r#"[["1",".",".","."]"#, 1),
        ("[[", 1),
        ("[[1,2,3,4],", 1),
        ("[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]", 1),
        ("[{\"id\":2", 3),
        ("[\"", 3),
        ("[\"\"", 3),
        ("[", 2),
    ] {
        let text = format!("{object}{bad}\n{}", object.repeat(20));
        let mut reader = VariantReader::new(text.as_bytes(), "x", Some(Json));
        let (mut read, mut errors) = (0, 0);
        while let Some(next) = reader.next() {
            match next {
                Ok(_) => read += 1,
                Err(_) => {
                    errors += 1;
                    reader.go_on();
                }
            }
        }
        assert_eq!((read, errors), (21, mistakes), "{bad}");
    }
}

#[test]
fn a_missing_comma_in_an_array_loses_no_puzzle() {
    let object = format!("{{\"grid\": \"{LINE}\"}}");
    let text = format!("[{object}, {object} {object},\n {object}]\n{object}\n");
    let mut reader = VariantReader::new(text.as_bytes(), "x", Some(Json));
    let mut seen = Vec::new();
    while let Some(next) = reader.next() {
        let is_bad = next.is_err();
        seen.push(next.map_or_else(|error| error.to_string(), |r| r.index.to_string()));
        assert!(!is_bad || reader.go_on());
    }
    assert!(seen[2].contains("expected a comma and a puzzle, or ']'"));
    seen.remove(2);
    // The mistake has a number, too.
    assert_eq!(seen, ["1", "2", "4", "5", "6"]);
}
