use super::fpuzzles::puzzle;
use super::*;
use VariantFormat::{FPuzzles, Iss, Jigsaw, Json, SumoCue};

fn assert_message(text: &str, format: Option<VariantFormat>, expected: &str) {
    assert_eq!(message(text.as_bytes(), format), expected, "{text}");
}

#[test]
fn json_errors_name_line_and_column() {
    for (text, expected) in [
        (
            "{\"rows\": 9,\n \"columns\" 9}",
            "x:2:12: found malformed JSON (expected `:`), expected a puzzle as a JSON object",
        ),
        (
            "  {\"rows\": 9,, }",
            "x:1:14: found malformed JSON (key must be a string), expected a puzzle as a JSON object",
        ),
        (
            "  {\"é\": 1,\n\"é\": 2}",
            "x:2:7: found malformed JSON (the key é twice), expected a puzzle as a JSON object",
        ),
        (
            "{\"rows\": [9}",
            "x:1:12: found malformed JSON (expected `,` or `]`), expected a puzzle as a JSON object",
        ),
        (
            "{\"rows\": 9",
            "x:1:10: found malformed JSON (it is cut off), expected a puzzle as a JSON object",
        ),
        (
            "[{\"rows\":1,\"columns\":1,\"min\":1,\"max\":1}, 5]",
            "x:1:42: found '5]', expected a puzzle as a JSON object",
        ),
        (
            "[{\"rows\":1,\"columns\":1,\"min\":1,\"max\":1} {",
            "x:1:41: found '{', expected a comma and a puzzle, or ']'",
        ),
        (
            "[",
            "x:1: found the end of the input inside an array, expected a comma and a puzzle, or ']'",
        ),
    ] {
        assert_message(text, Some(Json), expected);
    }
}

#[test]
fn json_errors_name_the_field() {
    let puzzle = |rest: &str| format!("{{\"rows\":1,\"columns\":1,\"min\":1,\"max\":1{rest}}}");
    for (rest, expected) in [
        (
            ",\"rule\":[]",
            "x:1: found the field /rule, expected one of rows, columns, min, max, regions, candidates, rules, constraints in a puzzle",
        ),
        (
            ",\"id\":\"a\"",
            "x:1: found the field /id, expected the name beside the puzzle: {\"id\": …, \"puzzle\": {…}}",
        ),
        (
            ",\"regions\":7",
            "x:1: found 7 at /regions, expected a string with one character per cell, or null",
        ),
        (
            ",\"rules\":[\"a\",[]]",
            "x:1: found an empty array at /rules/1, expected the name of a rule",
        ),
        (
            ",\"candidates\":{\"a/b\":[1,\"2\"]}",
            "x:1: found the text '2' at /candidates/a~1b/1, expected a digit",
        ),
        (
            ",\"constraints\":[{\"cells\":[]}]",
            "x:1: found a constraint without a type at /constraints/0 (an object), expected a field \"type\"",
        ),
        (
            ",\"constraints\":[{\"type\":1}]",
            "x:1: found 1 at /constraints/0/type, expected the name of a type",
        ),
    ] {
        assert_message(&puzzle(rest), Some(Json), expected);
    }
    assert_message(
        "{\"id\":1,\"puzzle\":{\"rows\":1}}",
        Some(Json),
        "x:1: found no field \"columns\" in /puzzle, expected rows, columns, min and max",
    );
    assert_message(
        "{\"rows\":1e3,\"columns\":1,\"min\":1,\"max\":1}",
        Some(Json),
        "x:1: found 1000.0 at /rows, expected a number of rows or columns",
    );
    for (digits, expected) in [
        (
            "\"min\":-1000001,\"max\":1",
            "x:1: found -1000001 at /min, expected a whole number from -1000000 to 1000000",
        ),
        (
            "\"min\":1,\"max\":1000064",
            "x:1: found 1000064 at /max, expected a whole number from -1000000 to 1000063",
        ),
    ] {
        let text = format!("{{\"rows\":1,\"columns\":1,{digits}}}");
        assert_message(&text, Some(Json), expected);
    }
}

#[test]
fn json_nested_a_million_deep_is_an_error() {
    for (open, close) in [("{\"a\":", "}"), ("{\"a\":[", "]}"), ("[", "]")] {
        let text = format!("{}1{}", open.repeat(1_000_000), close.repeat(1_000_000));
        for format in [None, Some(Json), Some(FPuzzles)] {
            let message = message(text.as_bytes(), format);
            assert!(
                message.contains("more than 100 brackets inside each other"),
                "{message}"
            );
        }
    }
    let message = message("[".repeat(1_000_000).as_bytes(), Some(Json));
    let says = "x:1:102: found more than 100 brackets inside each other";
    assert!(message.starts_with(says), "{message}");
}

#[test]
fn json_without_end_is_an_error() {
    let line = "{\"rows\": 9, \"columns\": [";
    let long = format!("{line}{}", "1,".repeat(20 << 19));
    let message_of = |text: &str| message(text.as_bytes(), Some(Json));
    assert!(message_of(&long).contains("a line of more than 16 MiB"));
    let lines = format!("{line}\n{}", ("1,".repeat(1 << 12) + "\n").repeat(1 << 12));
    assert!(message_of(&lines).contains("a JSON document of more than 16 MiB"));
    // The error is where the text stops making sense, not where it grows too long.
    let cut = format!(
        "{line}\n{}",
        ("{\"rows\": 9, 5}".repeat(1 << 10) + "\n").repeat(1 << 11)
    );
    let found = message_of(&cut);
    assert!(found.starts_with("x:2:13: found malformed JSON"), "{found}");
}

#[test]
fn f_puzzles_errors_name_what_is_wrong() {
    let puzzle = |rest: &str| format!("{{\"size\":2,\"grid\":[[{{}},{{}}],[{{}},null]]{rest}}}");
    for (rest, expected) in [
        (
            ",\"wormhole\":[1]",
            "x:1: found the field wormhole, expected a field of f-puzzles that satoku knows",
        ),
        (
            ",\"killercage\":[{\"cells\":[\"R1C3\"]}]",
            "x:1: found 'R1C3' in the field cells of killercage 1 (R1C3), expected a cell from R1C1 to R2C2",
        ),
        (
            ",\"killercage\":[{\"cells\":[\"R1C1\"],\"value\":\"?\"}]",
            "x:1: found '?' in the field value of killercage 1 (R1C1), expected a number",
        ),
        (
            ",\"killercage\":[{\"cells\":[\"R1C1\"],\"sum\":3}]",
            "x:1: found the field sum of killercage 1 (R1C1), expected one of cells, value",
        ),
        (
            ",\"negative\":[\"xv\",\"dot\"]",
            "x:1: found 'dot' in the field negative, expected ratio or xv",
        ),
        (
            ",\"antiknight\":1",
            "x:1: found 1 in the field antiknight, expected true or false",
        ),
        (
            ",\"nonconsecutive\":true,\"difference\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"3\"}]",
            "x:1: found '3' in the field value of difference 1 (R1C1 R1C2), expected 1, because all dots of difference are given",
        ),
    ] {
        assert_message(&puzzle(rest), None, expected);
    }
}

#[test]
fn f_puzzles_errors_name_what_is_wrong_in_the_grid() {
    for (text, expected) in [
        (
            "{\"grid\":[[{}],[{}]]}",
            "x:1: found an array as row 1, expected an array of 2 cells",
        ),
        (
            "{\"grid\":[[{\"value\":2,\"given\":true}]]}",
            "x:1: found 2 in the field value of R1C1, expected a digit from 1 to 1",
        ),
        (
            "{\"grid\":[[{\"region\":1}]]}",
            "x:1: found 1 in the field region of R1C1, expected a region from 0 to 0, or null",
        ),
        (
            "{\"grid\":[[{\"fog\":1}]]}",
            "x:1: found the field fog of R1C1, expected a field of a cell of f-puzzles that satoku knows",
        ),
        (
            "{\"grid\":[]}",
            "x:1: found 0 rows in the field grid, expected 1 to 64 rows",
        ),
        (
            "N4IgzglgXgpiBcBWANCA",
            "x:1:1: found compressed text that is cut off or damaged, expected a puzzle that f-puzzles exported",
        ),
    ] {
        assert_message(text, Some(FPuzzles), expected);
    }
}

#[test]
fn iss_errors_name_the_token_and_its_column() {
    for (text, expected) in [
        (
            ".AntiKnight.Chaos~R1C1",
            "x:1:13: found 'Chaos', expected a constraint of Interactive-Sudoku-Solver that satoku knows",
        ),
        (
            ".StrictXV.Or.V~R1C1~R1C2.End",
            "x:1:14: found '.V~R1C1~R1C2', expected no marks inside Or beside StrictXV",
        ),
        (
            ".Thermo~R1C1~R1CA",
            "x:1:14: found 'R1CA', expected a cell of 9 rows and 9 columns, such as R1C1 (10 is A)",
        ),
        (
            ".Cage~x~R1C1",
            "x:1:7: found 'x', expected the sum, a whole number",
        ),
        (
            ".~R1C1_10",
            "x:1:3: found 'R1C1_10', expected digits from 1 to 9",
        ),
        (
            ".Or.~R1C1_1",
            "x:1:2: found '.Or', expected an .End after it",
        ),
        (
            ".Thermo~R1C1.End",
            "x:1:14: found '.End', expected an End only after Or, And or Replicate",
        ),
        (
            ".Shape~17x9",
            "x:1:2: found '.Shape~17x9', expected Shape with rows x columns up to 16 and optionally digits, such as 9x9 or 9x9~0-8",
        ),
        (
            ".Shape~9x9~~Raw",
            "x:1:2: found '.Shape~9x9~~Raw', expected a grid with rows and columns, not of another type",
        ),
        (
            ".Jigsaw~111",
            "x:1:2: found '.Jigsaw~111', expected a map of 81 cells instead of 3",
        ),
        (
            ".X~R1C1~R5C5",
            "x:1:4: found 'R1C1', expected a neighbour of another cell of the token",
        ),
        (
            "Thermo",
            "x:1:1: found 'Thermo', expected a string that begins with '.', such as .Thermo~R1C1~R1C2",
        ),
    ] {
        assert_message(text, Some(Iss), expected);
    }
    let deep = ".Or".repeat(1_000_000);
    assert!(message(deep.as_bytes(), Some(Iss)).contains("at most 50 inside each other"));
}

#[test]
fn errors_of_number_formats_say_where() {
    let row = "0 0 0 0 0 0 0 0 0\n";
    for (text, expected) in [
        ("x", "x:1:1: found 'x', expected the number of cases".to_owned()),
        ("1\n0 0 0\n", "x:2:1: found 3 numbers, expected 9 numbers".into()),
        ("1\n0 0 0 0 0 0 0 0 10\n", "x:2:17: found '10', expected a digit from 0 to 9, plus 16, 32, 64, 128 for walls".into()),
        (&format!("1\n{row}"), "x:2: found the end of the input after 1 row of case 1, expected 9 rows per case".into()),
        (&format!("1\n32 {}{}", &row[2..], row.repeat(8)), "x:2: found a wall between r1c1 and r1c2 that only r1c1 has, expected the wall at both cells".into()),
        (&format!("1\n{}", row.repeat(9)), "x:2: found walls around a region of 81 cells with r1c1, expected regions of 9 cells".into()),
    ] {
        assert_message(text, Some(Jigsaw), &expected);
    }
    for (text, expected) in [
        ("SumoCueV1=5=", "x:1:12: found '=', expected '=' and a sum, or '+' and a cell from 0 to 80; then optionally J and a region from 0 to 8".to_owned()),
        ("SumoCueV1=5+0", "x:1:1: found 2 entries, expected 81 entries, one per cell".into()),
        (&format!("SumoCueV1=1+5=3{}", "+0".repeat(78)), "x:1:1: found entry 2, which names a cell without a sum, expected '+' and the cell with the sum of its cage".into()),
        ("3x3::j:1", "x:1:6: found 'j', expected k for a killer".into()),
        ("3x3:d:k:1:a", "x:1:11: found 'a', expected a number, 256 times the sum of the cage plus its identifier".into()),
        ("3x3::k:256:512", "x:1:12: found '2', expected 1, the sum of this cage's first cell".into()),
        ("3x3::k:256", "x:1:1: found 1 number, expected 81 numbers, one per cell".into()),
        ("53..7", "x:1:1: found '53..7', expected SumoCueV1=… with 81 entries, or 3x3::k:… with 81 numbers".into()),
    ] {
        assert_message(text, Some(SumoCue), &expected);
    }
}

#[test]
fn an_input_without_a_puzzle_is_refused_in_every_format() {
    for format in VariantFormat::ALL {
        let mut reader = VariantReader::new(&b""[..], "x", Some(format));
        let message = reader.next().map(|next| next.unwrap_err().to_string());
        assert!(
            message.is_some_and(|text| text.starts_with("x:1: found ")),
            "{format:?}"
        );
        assert!(reader.next().is_none());
    }
    let expected = "x:1: found no puzzle: the input is empty, expected a variant puzzle";
    assert_message("[]", Some(Json), expected);
    assert_message(
        "# a comment\n\n",
        Some(Iss),
        "x:2: found no puzzle: the input is empty, expected a variant puzzle",
    );
}

#[test]
fn an_input_may_announce_that_it_holds_no_case() {
    let read = |text: &'static str| VariantReader::new(text.as_bytes(), "x", Some(Jigsaw)).next();
    assert!(read("0\n").is_none());
    let message = read("0\n1\n").map(|next| next.unwrap_err().to_string());
    assert_eq!(
        message.as_deref(),
        Some("x:2:1: found '1', expected nothing after 0 cases")
    );
}

#[test]
fn what_is_no_puzzle_is_refused() {
    assert_message(
        "\n",
        None,
        "x:1: found no puzzle: the input is empty, expected a variant puzzle",
    );
    assert_message(
        "53..7....\n",
        None,
        "x:1:1: found '53..7....', expected a variant puzzle",
    );
    assert_message(
        "{\0}",
        Some(Json),
        "x:1:2: found the byte 0x00, which no text has, expected puzzles as text (UTF-8)",
    );
}

#[test]
fn reading_goes_on_after_an_error() {
    let good = "{\"rows\":1,\"columns\":1,\"min\":1,\"max\":1}";
    let text = format!("{good}\n{{\"rows\":}}\n[{good},\n7]\n{good} x\n{good}\n{{\"rows\"");
    let mut reader = VariantReader::new(text.as_bytes(), "x", None);
    let mut seen = Vec::new();
    while let Some(next) = reader.next() {
        seen.push(next.map(|record| (record.index, record.line)).ok());
        assert!(seen.last() != Some(&None) || reader.go_on());
    }
    // The array never ends, so what follows it must be its items.
    assert_eq!(seen[..4], [Some((1, 1)), None, Some((3, 3)), None]);
    assert!(seen.len() < 12 && seen.last() == Some(&None), "{seen:?}");
    let lines = ".Thermo~R1C1\n.Nothing~\n.AntiKnight\n";
    let mut reader = VariantReader::new(lines.as_bytes(), "x", None);
    assert!(reader.next().is_some_and(|next| next.is_ok()));
    assert!(reader.next().is_some_and(|next| next.is_err()) && reader.go_on());
    assert_eq!(reader.next().map(|next| next.unwrap().index), Some(3));
    let mut reader = VariantReader::new(&b"2\n16 1\n"[..], "x", Some(Jigsaw));
    assert!(reader.next().is_some_and(|next| next.is_err()) && !reader.go_on());
}

#[test]
fn clues_of_f_puzzles_stand_around_the_grid() {
    let inside = r#","littlekillersum":[{"cell":"R2C2","direction":"DR","value":"5"}]"#;
    let says = "expected a cell around the grid, in row or column 0 or 5";
    let message = message(puzzle(inside).as_bytes(), None);
    assert!(
        message.contains("cell of littlekillersum 1 (R2C2)"),
        "{message}"
    );
    assert!(message.ends_with(says), "{message}");
}

#[test]
fn lists_of_f_puzzles_are_arrays() {
    for key in ["killercage", "arrow", "sandwichsum", "odd"] {
        let message = message(puzzle(&format!(",{key:?}:{{}}")).as_bytes(), None);
        let says = format!("found an object in the field {key}, expected an array");
        assert!(message.ends_with(&says), "{message}");
    }
    for nothing in [r#","killercage":null"#, r#","metadata":{}"#] {
        assert!(record(&puzzle(nothing)).ignored.is_empty(), "{nothing}");
    }
}
