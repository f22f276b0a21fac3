//! Classic puzzles in formats of variants, for commands that take one puzzle.

use crate::support::{HARD, satoku};
use crate::variants::KILLER;

const LINE: &str = "1.......3......2\n";

/// The puzzle of [`LINE`] in other words.
const OTHERS: [&str; 3] = [
    r#"{"grid":"1.......3......2","box":"2x2"}"#,
    r#"{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344",
        "candidates":{"r1c1":[1],"r3c1":[3],"r4c4":[2]}}"#,
    r#"{"size":4,"grid":[[{"value":1,"given":true},{},{},{}],[{},{},{},{}],
        [{"value":3,"given":true},{},{},{}],[{},{},{},{"value":2,"given":true}]]}"#,
];

#[test]
fn they_are_encoded_like_lines() {
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("weights").display().to_string();
    let numbers: Vec<String> = (1..=64).map(|number: u8| number.to_string()).collect();
    std::fs::write(&weights, numbers.join(" ")).unwrap();
    for args in [
        &["encode"][..],
        &["encode", "--presolve", "locked", "--show"],
        &["encode", "--to", "wcnf", "--weights", &weights],
        &["cubes", "--maximum", "--weights", &weights, "--solve"],
    ] {
        let expected = satoku(args, LINE);
        assert_eq!(expected.code, 0, "{}", expected.stderr);
        for puzzle in OTHERS {
            let ran = satoku(args, puzzle);
            assert_eq!((&ran.stdout, ran.code), (&expected.stdout, 0), "{args:?}");
        }
    }
}

#[test]
fn their_certificates_are_those_of_lines() {
    for (number, puzzle) in OTHERS.iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join(number.to_string()).display().to_string();
        let ran = satoku(&["prove", "exactly", "3", "-o", &place], puzzle);
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
        let text = std::fs::read_to_string(folder.path().join(format!("{number}/puzzle.txt")));
        assert_eq!(text.unwrap(), LINE);
        assert_eq!(satoku(&["verify", &place], "").code, 0);
    }
}

#[test]
fn the_clauses_of_a_cell_are_explained_as_those_of_a_grid() {
    let args = ["encodings", "explain", "-", "r1c2"];
    let body = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    let expected = body(&satoku(&args, LINE).stdout);
    for puzzle in OTHERS {
        assert_eq!(body(&satoku(&args, puzzle).stdout), expected);
    }
}

/// What an answer in JSON says, apart from who gave and checked it, and how fast.
fn said(line: &str) -> serde_json::Value {
    let mut answer: serde_json::Value = serde_json::from_str(line).unwrap();
    let fields = answer.as_object_mut().unwrap();
    for how in ["backend", "checked_by", "time_us"] {
        fields.remove(how);
    }
    answer
}

/// Answers to puzzles of these sizes by turns: nothing that is known of one size may be used for
/// another.
fn are_answered_like_lines(sizes: &[(&str, &str)], verbs: &[&[&str]]) {
    let generated = sizes.iter().map(|(shape, givens)| {
        let shape = ["generate", "--box", shape, "--givens", givens];
        let ran = satoku(&[&shape[..], &["--count", "3", "--seed", "5"]].concat(), "");
        ran.stdout.lines().map(str::to_owned).collect()
    });
    let generated: Vec<Vec<String>> = generated.collect();
    let turn = |place| {
        generated
            .iter()
            .map(move |size| format!("{}\n", size[place]))
    };
    let lines: String = (0..3).flat_map(turn).collect();
    for format in ["json", "f-puzzles"] {
        let records = satoku(&["convert", "--mixed-sizes", "--to", format], &lines).stdout;
        // Those of f-puzzles have numbers.
        let lines = match format {
            "json" => lines.clone(),
            _ => satoku(&["convert", "--to", "line"], &records).stdout,
        };
        for verb in verbs {
            let json = [verb, &["--to", "json"][..]].concat();
            let expected = satoku(&[&json[..], &["--mixed-sizes"]].concat(), &lines);
            let ran = satoku(&json, &records);
            assert_eq!(
                (expected.code, ran.code),
                (0, 0),
                "{verb:?}: {}",
                ran.stderr
            );
            let (found, expected) = (ran.stdout.lines(), expected.stdout.lines());
            assert!(
                found.map(said).eq(expected.map(said)),
                "{verb:?}: {}",
                ran.stdout
            );
        }
    }
}

#[test]
fn they_are_answered_like_lines() {
    let verbs = [
        &["minimize"][..],
        &["minimize", "--seed", "7"],
        &["pyramid", "--grid"],
        &["pyramid", "--minimise", "--base", "-3"],
        &["canonical"],
        &["count"],
        &["solve"],
    ];
    are_answered_like_lines(&[("2x2", "9"), ("2x3", "20"), ("3x3", "36")], &verbs);
}

#[test]
fn givens_of_large_ones_are_tried_in_reading_order() {
    let verbs = [&["minimize"][..], &["minimize", "--seed", "7"]];
    are_answered_like_lines(&[("2x5", "60"), ("3x4", "80")], &verbs);
}

/// Proper, without solutions, with several, and proper again.
const PROPER_OR_NOT: &str =
    "1234341221434321\n11..............\n1...............\n1.....3..4.....2\n";

#[test]
fn they_are_minimized_like_lines_in_classic_formats() {
    for from in ["json", "f-puzzles"] {
        let records = satoku(&["convert", "--to", from], PROPER_OR_NOT).stdout;
        for format in ["line", "grid", "rows", "pyramid", "sudokusat", "pretty"] {
            let args = ["minimize", "--to", format];
            let expected = satoku(&args, PROPER_OR_NOT);
            let ran = satoku(&args, &records);
            let found = (&ran.stdout, ran.code);
            assert_eq!(found, (&expected.stdout, 1), "{args:?}: {}", ran.stderr);
        }
    }
    let hdu = ["minimize", "--to", "hdu"];
    let records = satoku(&["convert", "--to", "json"], HARD).stdout;
    assert_eq!(satoku(&hdu, &records).stdout, satoku(&hdu, HARD).stdout);
}

/// A variant on a line of its own.
fn diagonal() -> String {
    let rules = r#"{"rules":["diagonal"],"#;
    OTHERS[1].replace('\n', " ").replacen('{', rules, 1)
}

/// What the verb says about puzzles that it does not take among others, as `--on-error` says.
fn are_left_out(args: &[&str], bad: &str, counts: [usize; 3], says: &str) {
    let good = OTHERS[0];
    let list = format!("{good}\n{bad}\n{bad}\n{good}\n");
    for (on_error, count) in ["stop", "skip", "report"].into_iter().zip(counts) {
        let ran = satoku(&[args, &["--on-error", on_error]].concat(), &list);
        let lines: Vec<&str> = ran.stdout.lines().collect();
        assert_eq!((lines.len(), ran.code), (count, 2), "{args:?} {on_error}");
        let says = format!("error: <stdin>:2: puzzle 2: {says}");
        assert!(ran.stderr.contains(&says), "{}", ran.stderr);
        if on_error == "report" {
            let place = lines.iter().position(|line| line.contains("error"));
            let place = place.expect("an error in place of the puzzle");
            let (first, last) = (&lines[..place], &lines[place + 2..]);
            assert!(
                lines[place].contains(&says["error: ".len()..]),
                "{}",
                lines[place]
            );
            assert!(last.is_empty() || last.ends_with(first), "{}", ran.stdout);
        }
    }
}

#[test]
fn canonical_forms_of_others_are_found_as_on_error_says() {
    let diagonal = diagonal();
    let large = format!(r#"{{"grid":"{}","box":"4x4"}}"#, ".".repeat(256));
    for (bad, says) in [
        (
            diagonal.as_str(),
            "found a variant, expected a classic puzzle",
        ),
        (
            &large,
            "found boxes of 4x4, which have too many symmetries for a canonical form",
        ),
    ] {
        are_left_out(&["canonical", "--to", "line"], bad, [1, 2, 4], says);
        let distinct = ["canonical", "--to", "line", "--distinct"];
        are_left_out(&distinct, bad, [1, 1, 3], says);
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("diagonal.json");
    std::fs::write(&file, &diagonal).unwrap();
    let skip = ["canonical", "--to", "line", "--on-error", "skip"];
    let ran = satoku(&[&skip[..], &[file.to_str().unwrap(), "-"]].concat(), LINE);
    assert_eq!(ran.stdout, satoku(&["canonical"], LINE).stdout);
}

#[test]
fn minimal_variants_are_not_written_in_classic_formats() {
    let diagonal = diagonal();
    let says = "found a variant, expected a classic puzzle: minimal variants are written as json, \
                f-puzzles or svg; choose one of them with --to";
    are_left_out(&["minimize", "--to", "line"], &diagonal, [1, 2, 4], says);
    let ran = satoku(&["minimize", "--to", "jigsaw"], OTHERS[0]);
    assert!(
        ran.stderr.contains("--to: minimal puzzles"),
        "{}",
        ran.stderr
    );
}

#[test]
fn engines_for_classic_puzzles_answer_those_in_json() {
    let both = format!("{KILLER}\n{}\n", OTHERS[0]);
    let cdcl = ["--backend", "cdcl"];
    let member = ["--member", "cdcl"];
    for (verb, engine, expected) in [
        ("count", cdcl, "3\n"),
        ("enumerate", cdcl, "1"),
        ("solve", cdcl, "1"),
        ("solve", ["--backend", "portfolio"], "1"),
        ("solve", member, "1"),
    ] {
        let to_line = if verb == "count" {
            &[][..]
        } else {
            &["--to", "line"]
        };
        let args = [&[verb, "--on-error", "skip"], &engine[..], to_line].concat();
        let ran = satoku(&args, &both);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.stderr);
        assert_eq!(
            ran.stderr.matches("satoku: error").count(),
            1,
            "{}",
            ran.stderr
        );
        assert!(ran.stderr.contains("classic puzzles"), "{}", ran.stderr);
        assert!(ran.stdout.starts_with(expected), "{args:?}: {}", ran.stdout);
    }
}

/// Without the search for classic puzzles, the second score of an empty 6×6 takes a second.
#[test]
fn the_highest_scores_are_those_of_lines() {
    let line = ".".repeat(36);
    let json = format!("{{\"grid\":\"{line}\"}}");
    let [of_line, of_json] = [line, json].map(|text| {
        let ran = satoku(&["pyramid", "--top", "4", "--to", "json"], &text);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        let top = answer["top"].as_array().unwrap().iter();
        let scores = top.map(|each| each["score"].as_i64());
        scores.collect::<Vec<_>>()
    });
    assert_eq!(of_line, [842, 841, 840, 839].map(Some));
    assert_eq!(of_line, of_json);
}
