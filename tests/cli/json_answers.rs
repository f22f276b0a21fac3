//! Which puzzles are answered in JSON if no format is named.

use crate::support::satoku;

/// A classic puzzle as a record, as an array of rows, as a puzzle of satoku, and as one of
/// f-puzzles.
const CLASSIC: [&str; 4] = [
    r#"{"box":"2x2","grid":".21313422......4"}"#,
    "[[0,2,1,3],[1,3,4,2],[2,0,0,0],[0,0,0,4]]",
    r#"{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344","candidates":{"r1c2":[2],"r1c3":[1],"r1c4":[3],"r2c1":[1],"r2c2":[3],"r2c3":[4],"r2c4":[2],"r3c1":[2],"r4c4":[4]}}"#,
    r#"{"size":4,"grid":[[{},{"value":2,"given":true},{"value":1,"given":true},{"value":3,"given":true}],[{"value":1,"given":true},{"value":3,"given":true},{"value":4,"given":true},{"value":2,"given":true}],[{"value":2,"given":true},{},{},{}],[{},{},{},{"value":4,"given":true}]]}"#,
];

/// The same with a cage around the first two cells, where that can be said.
const VARIANTS: [&str; 2] = [
    r#"{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344","candidates":{"r1c2":[2],"r1c3":[1],"r1c4":[3],"r2c1":[1],"r2c2":[3],"r2c3":[4],"r2c4":[2],"r3c1":[2],"r4c4":[4]},"constraints":[{"type":"killer","cells":["r1c1","r1c2"],"sum":6}]}"#,
    r#"{"size":4,"grid":[[{},{"value":2,"given":true},{"value":1,"given":true},{"value":3,"given":true}],[{"value":1,"given":true},{"value":3,"given":true},{"value":4,"given":true},{"value":2,"given":true}],[{"value":2,"given":true},{},{},{}],[{},{},{},{"value":4,"given":true}]],"killercage":[{"cells":["R1C1","R1C2"],"value":"6"}]}"#,
];

/// Whether every line of the answer, of which there is one at least, is a JSON object.
fn is_json(args: &[&str], input: &str) -> bool {
    let ran = satoku(args, input);
    assert_eq!(ran.code, 0, "{args:?}: {}", ran.stderr);
    assert!(!ran.stdout.is_empty());
    let is_object =
        |line| serde_json::from_str::<serde_json::Value>(line).is_ok_and(|v| v.is_object());
    ran.stdout.lines().all(is_object)
}

#[test]
fn puzzles_and_solutions_are_answered_in_json_if_the_puzzle_is_in_json() {
    for args in [
        &["solve"][..],
        &["solve", "--unique"],
        &["enumerate"],
        &["pyramid"],
        &["pyramid", "--grid"],
        &["minimize"],
    ] {
        for puzzle in CLASSIC.iter().chain(&VARIANTS) {
            assert!(is_json(args, puzzle), "{args:?} {puzzle}");
        }
    }
    for puzzle in CLASSIC {
        assert!(is_json(&["canonical"], puzzle), "{puzzle}");
        let from = ["canonical", "--distinct", "--original"];
        assert!(is_json(&from, puzzle), "{puzzle}");
    }
    for (format, puzzle) in [("json", VARIANTS[0]), ("f-puzzles", VARIANTS[1])] {
        assert!(is_json(&["solve", "--from", format], puzzle), "{format}");
    }
}

#[test]
fn numbers_candidates_and_explanations_are_text_unless_json_is_asked_for() {
    for args in [&["count"][..], &["candidates"], &["explain", "--redundant"]] {
        for puzzle in CLASSIC.iter().chain(&VARIANTS) {
            assert!(!is_json(args, puzzle), "{args:?} {puzzle}");
            let json = [args, &["--to", "json"]].concat();
            assert!(is_json(&json, puzzle), "{json:?} {puzzle}");
        }
    }
}

#[test]
fn links_and_lines_are_answered_with_lines() {
    let puzzle: satoku::rules::Description = serde_json::from_str(VARIANTS[0]).unwrap();
    let link = satoku::rules::text::fpuzzles_link(&puzzle, "").unwrap();
    for puzzle in [link.as_str(), ".21313422......4", ".Shape~4x4.~R1C1_4"] {
        assert!(!is_json(&["solve"], puzzle), "{puzzle}");
    }
}

#[test]
fn a_minimal_classic_puzzle_is_written_as_one() {
    for puzzle in CLASSIC {
        let alone = satoku(&["minimize"], puzzle).stdout;
        assert!(alone.starts_with(r#"{"box":"2x2","grid":""#), "{alone}");
        assert_eq!(satoku(&["count"], &alone).stdout, "1\n");
        let line = satoku(&["minimize", "--to", "json"], puzzle).stdout;
        let report: serde_json::Value = serde_json::from_str(&line).unwrap();
        let grid = report["grid"].as_str().unwrap();
        assert!(alone.contains(grid), "{line}");
        let givens = grid.bytes().filter(u8::is_ascii_digit).count();
        let expected = serde_json::json!(["minimal", "2x2", givens, 9 - givens, null]);
        let fields = ["verdict", "box", "givens", "removed", "minimal"];
        assert_eq!(
            serde_json::json!(fields.map(|name| &report[name])),
            expected
        );
        let again = satoku(&["minimize", "--to", "json"], &line);
        assert!(again.stdout.contains(grid), "{}", again.stdout);
    }
}

#[test]
fn a_minimal_variant_is_written_as_a_puzzle() {
    for puzzle in VARIANTS {
        let alone = satoku(&["minimize", "--keep-constraints"], puzzle).stdout;
        assert!(alone.starts_with(r#"{"rows":4,"#), "{alone}");
        let line = satoku(&["minimize", "--keep-constraints", "--to", "json"], puzzle).stdout;
        assert!(
            line.contains(&format!(r#""minimal":{}"#, alone.trim_end())),
            "{line}"
        );
    }
}

#[test]
fn words_are_not_the_next_row_of_a_grid() {
    let puzzle = |row: &str| format!(r#"{{"grid":"{row}............","box":"2x2"}}"#);
    let (good, bad) = (&puzzle("1..."), &puzzle("11.."));
    let list = [good, bad, good]
        .map(|puzzle| format!("{puzzle}\n"))
        .concat();
    for to in ["grid", "pretty"] {
        let ran = satoku(&["solve", "--to", to], &list);
        let grid = satoku(&["solve", "--to", to], good).stdout;
        assert_eq!(ran.stdout, format!("{grid}\nno solution\n\n{grid}"), "{to}");
        assert_eq!(ran.code, 1);
    }
}

/// A program that reads the answers would have to find the place in the message.
#[test]
fn errors_among_answers_in_json_have_their_place_as_fields() {
    let text = r#"{"id":"a","grid":"1.......3......2"}
{"id":"b","grid":"123"}
{"id":"c","puzzle":{"rows":4,"columns":4,"min":1,"max":4,"constraints":[{"type":"none"}]}}
{"id":"d","box":"2x2","rows":4}
"#;
    let args = [
        "count",
        "--to",
        "json",
        "--on-error",
        "report",
        "--check",
        "none",
    ];
    let ran = satoku(&args, text);
    assert_eq!(ran.code, 2);
    let answers = ran.stdout.lines().map(serde_json::from_str);
    let answers: Vec<serde_json::Value> = answers.collect::<Result<_, _>>().unwrap();
    let place = |k: usize| {
        let field = |name| answers[k].get(name).map(ToString::to_string);
        let fields = ["file", "line", "column", "puzzle", "name"].map(field);
        fields.map(Option::unwrap_or_default).join(" ")
    };
    assert_eq!(answers.len(), 4);
    let places: Vec<String> = (0..4).map(place).collect();
    let expected = [
        r#""<stdin>" 1  1 "a""#,
        r#""<stdin>" 2   "#,
        r#""<stdin>" 3  3 "c""#,
        r#""<stdin>" 4   "#,
    ];
    assert_eq!(places, expected);
    for answer in &answers[1..] {
        let message = answer["error"].as_str().unwrap();
        let line = answer["line"].to_string();
        assert!(
            message.starts_with(&format!("<stdin>:{line}: ")),
            "{message}"
        );
    }
}

#[test]
fn minimal_puzzles_in_json_keep_their_names() {
    let variant = |puzzle: &str| format!(r#"{{"id":"a name","puzzle":{puzzle}}}"#);
    let classic = CLASSIC[0].replacen('{', r#"{"id":"a name","#, 1);
    for puzzle in [
        classic,
        variant(CLASSIC[1]),
        variant(CLASSIC[2]),
        variant(VARIANTS[0]),
    ] {
        let ran = satoku(&["minimize"], &puzzle);
        assert!(
            ran.stdout.starts_with(r#"{"id":"a name","#),
            "{}",
            ran.stdout
        );
    }
}

/// The same cells in another alphabet.
fn in_alphabet(text: &str, alphabet: &str) -> String {
    const DIGITS: &str = "123456789ABCDEFG";
    let other = match alphabet {
        "hex" => "0123456789ABCDEF",
        "letters" => "ABCDEFGHIJKLMNOP",
        _ => DIGITS,
    };
    let cell = |c| {
        DIGITS
            .find(c)
            .map_or(c, |place| other.as_bytes()[place].into())
    };
    text.chars().map(cell).collect()
}

/// Solutions were in numbers, and digits from 0 came back from 1.
#[test]
fn grids_above_nine_are_answered_in_their_own_alphabet() {
    for (shape, alphabet) in [
        ("4x4", "digits"),
        ("4x4", "hex"),
        ("4x4", "letters"),
        ("2x5", "digits"),
    ] {
        let generate = ["generate", "--box", shape, "--seed", "5", "--to", "json"];
        let generated = first_line(&satoku(&generate, "").stdout);
        let written = |field: &str| in_alphabet(generated[field].as_str().unwrap(), alphabet);
        let (line, solution) = (written("grid"), written("solution"));
        let object = format!(r#"{{"box":"{shape}","grid":"{line}"}}"#);
        for args in [
            &["solve"][..],
            &["solve", "--unique"],
            &["enumerate"],
            &["candidates"],
        ] {
            let args = [args, &["--to", "json", "--check", "none"]].concat();
            let of_line = satoku(&[&args[..], &["--alphabet", alphabet]].concat(), &line);
            let (answer, expected) = (satoku(&args, &object), first_line(&of_line.stdout));
            assert_eq!(answer.code, 0, "{}", answer.stderr);
            let answer = first_line(&answer.stdout);
            for field in ["solution", "candidates"] {
                assert_eq!(
                    answer.get(field),
                    expected.get(field),
                    "{args:?} {alphabet}"
                );
            }
            if args[0] != "candidates" {
                assert_eq!(answer["solution"], solution, "{args:?} {alphabet}");
            }
        }
        for verb in ["convert", "minimize"] {
            let answer = first_line(&satoku(&[verb, "--to", "json"], &object).stdout);
            let cells = answer["grid"].as_str().unwrap().chars().zip(line.chars());
            let is_kept = cells.clone().all(|(one, other)| one == other || one == '.');
            assert!(
                is_kept && cells.count() == line.len(),
                "{verb} {alphabet}: {answer}"
            );
        }
    }
}

fn first_line(text: &str) -> serde_json::Value {
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}
