//! What is said of puzzles whose givens clash does not depend on how they are written, and on
//! what comes after them.

use crate::support::satoku;

const CLASH: &str = "11..............\n";

#[test]
fn clashing_givens_are_named_however_the_puzzle_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name).display().to_string();
        std::fs::write(&file, text).unwrap();
        file
    };
    let converted = satoku(&["convert", "--to", "json"], CLASH);
    let (text, json) = (write("a.txt", CLASH), write("a.json", &converted.stdout));
    let says = |file: &str| format!("satoku: {file}:1: puzzle 1: r1c1 and r1c2 both hold 1 in ");
    for args in [
        &["solve", &text][..],
        &["solve", &text, &json],
        &["solve", &json],
        &["count", &json],
        &["enumerate", &json],
        &["pyramid", &json],
        &["solve", "--rules", "diagonal", &text],
    ] {
        let ran = satoku(args, "");
        assert_eq!(ran.code, 1, "{args:?}: {}", ran.stderr);
        for file in args.iter().filter(|word| word.contains("/a.")) {
            let told = ran.stderr.matches(&says(file)).count();
            // In the row and in the box.
            assert_eq!(told, 2, "{args:?}: {}", ran.stderr);
        }
    }
    let many = write("many.json", &converted.stdout.repeat(102));
    let ran = satoku(&["solve", &many], "");
    assert_eq!(ran.stderr.lines().count(), 201, "{}", ran.stderr);
    let last = "satoku: and 2 more puzzles with clashing givens\n";
    assert!(ran.stderr.ends_with(last), "{}", ran.stderr);
}

#[test]
fn the_maximum_of_a_puzzle_in_a_classic_format_is_a_number_whatever_follows_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (text, json) = (file("a.txt"), file("a.json"));
    std::fs::write(&text, CLASH).unwrap();
    let converted = satoku(&["convert", "--to", "json"], CLASH);
    std::fs::write(&json, converted.stdout).unwrap();
    let answers = |args: &[&str]| satoku(&[&["pyramid"], args].concat(), "").stdout;
    assert_eq!(answers(&[&text]), "-1\n");
    assert_eq!(
        answers(&[&text, &json, "--to", "line"]),
        "-1\nno solution\n"
    );
    let objects = answers(&[&text, &json, "--to", "json"]);
    let [first, second] = objects.lines().collect::<Vec<_>>()[..] else {
        panic!("{objects}");
    };
    assert!(first.contains("\"maximum\":-1"), "{first}");
    assert!(!second.contains("maximum"), "{second}");
    // Where it may be a score, it stands for nothing else.
    let negative = ["--base", "-5", &text, &json, "--to", "line"];
    assert_eq!(answers(&negative), "no solution\nno solution\n");
}

#[test]
fn solutions_of_cubes_are_written_like_those_of_solve() {
    let puzzle = satoku(&["convert", "--to", "json"], "1.....3..4.....2\n").stdout;
    let solution = |args: &[&str]| {
        let ran = satoku(args, &puzzle);
        let object: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        object["solution"].as_str().unwrap().to_owned()
    };
    let solved = solution(&["solve", "--to", "json"]);
    assert_eq!(solved.len(), 16);
    assert_eq!(solution(&["cubes", "--solve", "--to", "json"]), solved);
}

/// A 16×16 puzzle that begins so, and has these rows below.
fn hex(first: &str) -> String {
    let empty = ".".repeat(16) + "\n";
    format!("{first:.<16}\n{}", empty.repeat(15))
}

#[test]
fn digits_are_named_as_they_were_written() {
    for (first, alphabet, digit) in [
        ("FF0", &[][..], "F"),
        ("GG1", &[], "G"),
        ("BBP", &["--alphabet", "letters"], "B"),
        ("00A", &["--alphabet", "hex"], "0"),
    ] {
        let text = hex(first);
        let says = format!("r1c1 and r1c2 both hold {digit} in row 1\n");
        for verb in [
            &["count"][..],
            &["solve", "--rules", "disjoint-groups"],
            &["cubes"],
            &["cubes", "--rules", "disjoint-groups"],
        ] {
            let ran = satoku(&[verb, alphabet].concat(), &text);
            assert!(ran.stderr.contains(&says), "{verb:?}: {}", ran.stderr);
        }
        let ran = satoku(&[&["explain", "--contradiction"], alphabet].concat(), &text);
        let parts = format!("r1c1 = {digit}\nr1c2 = {digit}\n");
        assert_eq!(ran.stdout, says + &parts, "{}", ran.stderr);
    }
    let numbers = "0 0 1 . . . . . .\n".to_owned() + &". . . . . . . . .\n".repeat(8);
    let args = ["explain", "--contradiction", "--alphabet", "numbers-from-0"];
    let ran = satoku(&[&args[..], &["--to", "json"]].concat(), &numbers);
    assert!(
        ran.stdout.contains(r#""parts":["r1c1 = 0","r1c2 = 0"]"#),
        "{}",
        ran.stdout
    );
}
