//! Classic puzzles in formats of variants, for commands that take one puzzle.

use crate::support::satoku;

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
