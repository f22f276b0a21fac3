//! Tables, however the input is chunked.

use super::*;

/// The lines of a column and the messages between them.
fn lines(table: &str, column: &str, step: usize) -> Vec<String> {
    let mut input = table.as_bytes();
    let slow = std::iter::from_fn(|| {
        let part = input.split_off(..step.min(input.len()))?;
        (!part.is_empty()).then_some(part)
    });
    let input = slow.fold(Box::new(io::empty()) as Box<dyn Read>, |before, part| {
        Box::new(before.chain(part))
    });
    let mut reader = ColumnReader::new(input, "x", column.parse().unwrap());
    let mut text = String::new();
    while let Err(error) = reader.read_to_string(&mut text) {
        text += &format!("! {error}\n");
    }
    text.lines()
        .map(|line| line.trim_start().to_owned())
        .collect()
}

#[test]
fn values_keep_the_line_numbers_of_their_records() {
    let table = "\u{feff}# note\nid;Puzzle; x\r\n\n1; 12 ;a\n\"\"\"2\";\"34\";b\r\n\
                 3;\"5.\n.6\n\";c\n4;7";
    let expected = ["", "", "", "12", "34", "5..6", "", "", "7"];
    for step in [1, 2, 3, 5, 1000] {
        for column in ["puzzle", "2"] {
            assert_eq!(lines(table, column, step), expected, "{column} {step}");
        }
    }
}

#[test]
fn a_first_record_with_a_puzzle_is_not_a_header() {
    let puzzle = "ABCDEFGHIJKLMNOP".repeat(16);
    assert_eq!(lines(&format!("{puzzle},x\n"), "1", 9), [puzzle]);
    assert_eq!(lines("grid,x\n..12,7\n", "1", 9), ["", "..12"]);
}

#[test]
fn records_without_a_puzzle_are_reported_and_skipped() {
    let table = "id,puzzle\n1,12\n2\n3,\n4,\"5,6\"\n5,7\n";
    let expected = [
        "",
        "12",
        "! x:3: found a record of 1 field, expected a puzzle in field 2",
        "! x:4: found an empty field 2, expected a puzzle",
        "! x:5: found ',' in field 2, expected a puzzle and nothing else",
        "",
        "",
        "",
        "7",
    ];
    assert_eq!(lines(table, "puzzle", 4), expected);
}

#[test]
fn a_table_without_the_column_is_rejected_at_once() {
    let expected = ["! x:1: found a header with 'id', 'quiz', expected a column called 'puzzle'"];
    assert_eq!(lines("id,quiz\n1,2\n3,4\n", "puzzle", 100), expected);
    let twice = lines("quiz,QUIZ\n1,2\n", "quiz", 100);
    assert!(twice[0].contains("two columns called 'quiz'"), "{twice:?}");
    let open = lines("id,quiz\n1,\"2\n3,4\n", "quiz", 100);
    assert!(
        open[0].starts_with("! x:2:3: found the end of the input"),
        "{open:?}"
    );
}
