//! Options that would have no effect are refused: a run must not seem to be about something else.

use crate::support::{PUZZLE, path, satoku};

fn refused(words: &str, says: &str) {
    let args: Vec<&str> = words.split(' ').collect();
    let ran = satoku(&args, PUZZLE);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{words}");
    assert!(ran.stderr.contains(says), "{words}: {}", ran.stderr);
}

#[test]
fn compare_takes_no_options_about_an_input_that_it_does_not_read() {
    for (words, option) in [
        ("--alphabet hex", "--alphabet"),
        ("--from hdu", "--from"),
        ("--mixed-sizes", "--mixed-sizes"),
        ("--column 2", "--column"),
        ("--rules diagonal --alphabet hex", "--alphabet"),
    ] {
        let words = format!("compare --random 1 {words}");
        refused(&words, &format!("{option}: has no effect without an input"));
    }
}

#[test]
fn compare_takes_no_shape_that_no_puzzle_has() {
    let words = "compare --rules diagonal --random 1 --box 2x3";
    refused(words, "--box: applies only to classic puzzles");
    let words = "compare --boxes 2x2 --box 3x3 --random 1";
    refused(words, "--box: has no effect beside --boxes");
    let words = "compare --images 3 --boxes 2x2,2x3 --random 1";
    refused(words, "--images: has no effect on grids with boxes 2x2,2x3");
    let words = "compare --random 1 --solver-timeout 1";
    refused(words, "--solver <COMMAND>");
}

#[test]
fn the_objective_of_pyramid_is_shown_whatever_the_puzzles_are() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("explained").display().to_string();
    for more in [
        "puzzle.txt",
        "--rules diagonal",
        "--to json",
        "--from hdu",
        "--grid",
        "--all",
        "--top 3",
        "--check all",
        "--method sat",
        "--encoding triad",
        "--timeout 1",
        "--jobs 2",
        "--on-error skip",
        "--certify folder",
    ] {
        let words = format!("pyramid --explain --box 2x2 -o {file} {more}");
        refused(&words, "'--explain' cannot be used with");
    }
    assert!(!std::path::Path::new(&file).exists());
    let explained = ["pyramid", "--explain", "--box", "2x2", "--minimise"];
    let shown = satoku(&explained, "");
    let written = satoku(&[&explained[..], &["-o", &file]].concat(), "");
    assert_eq!((written.stdout.as_str(), written.code), ("", 0));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), shown.stdout);
}

#[test]
fn variants_are_measured_with_the_options_about_their_input() {
    let killer = path("variants/killer.jsonl");
    let measure = |more: &[&str], input: &str| {
        let args = [
            "encodings",
            "measure",
            "--encoding",
            "minimal",
            "--first",
            "1",
        ];
        satoku(&[&args[..], more].concat(), input)
    };
    // The first row is the encoding as it is: variables and clauses.
    let size = |more: &[&str], input: &str| {
        let ran = measure(more, input);
        assert_eq!(ran.code, 0, "{more:?}: {}", ran.stderr);
        let row = ran.stdout.lines().nth(1).unwrap_or_default().to_owned();
        let words: Vec<&str> = row.split_whitespace().collect();
        let end = words.len() - 2;
        [words[end - 2], words[end - 1]].map(str::to_owned)
    };
    let plain = size(&["--variants", &killer], "");
    assert_ne!(
        size(&["--variants", &killer, "--rules", "diagonal"], ""),
        plain
    );
    // Rules make variants of classic puzzles, whose boxes may have to be named.
    let puzzle = "1...............\n";
    let rules = ["--variants", "-", "--rules", "diagonal"];
    let diagonal = size(&rules, puzzle);
    assert_ne!(diagonal, size(&rules[..2], puzzle));
    let long = "1".to_owned() + &".".repeat(35);
    let shaped = |shape| size(&[&rules[..], &["--box", shape]].concat(), &long);
    assert_ne!(shaped("2x3"), shaped("1x6"));
    for (more, says) in [
        (
            &["--box", "2x2"][..],
            "--box has no effect on puzzles in JSON",
        ),
        (&["--alphabet", "hex"], "--alphabet has no effect"),
        (&["--presolve", "none"], "'--presolve <LEVEL>'"),
    ] {
        let ran = measure(&[&["--variants", &killer], more].concat(), "");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{more:?}");
        assert!(ran.stderr.contains(says), "{more:?}: {}", ran.stderr);
    }
}

#[test]
fn options_of_classic_text_have_no_effect_on_links() {
    let link = "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQih\n";
    let ran = satoku(&["count", "--box", "2x2"], link);
    let says = "satoku: error: --box has no effect on puzzles in JSON or links, which name their \
                boxes and digits themselves: leave it out\n";
    assert_eq!((ran.stderr.as_str(), ran.code), (says, 2));
}

#[test]
fn an_encoding_must_exist_whoever_answers() {
    for verb in [
        "solve --check none",
        "count --check none",
        "enumerate --check none",
        "explain --redundant",
        "explain --contradiction",
    ] {
        let says = "--encoding none-such: no such encoding, expected minimal, ";
        refused(&format!("{verb} --encoding none-such -"), says);
    }
}

#[test]
fn measure_says_how_variants_are_measured() {
    let killer = path("variants/killer.jsonl");
    let words = format!("encodings measure {killer}");
    refused(&words, &format!("{killer}: found a variant"));
    refused(&words, &format!("with --variants {killer}\n"));
    let words = "encodings measure --rules diagonal -";
    refused(words, "--rules: makes a variant of each puzzle");
}

#[test]
fn compare_adds_random_rules_to_no_puzzle_of_an_input() {
    let words = "compare --rules random -";
    refused(
        words,
        "--rules random: has no effect on the puzzles of an input",
    );
}

/// The claim was neither checked nor refused.
#[test]
fn numbers_of_solutions_are_for_puzzles_without_more_rules() {
    let compare = |args: &[&str], input: &str| {
        let args = [&["compare", "--encoding", "extended"][..], args, &["-"]].concat();
        let ran = satoku(&args, input);
        (ran.code, ran.stderr)
    };
    let (code, told) = compare(&["--rules", "diagonal"], "1.....3..4.....2:2\n");
    assert_eq!(code, 2);
    assert!(told.contains("which rules may change"), "{told}");
    let (code, told) = compare(&[], "1.....3..4.....2:18446744073709551616\n");
    assert_eq!(code, 2);
    assert!(
        told.contains("expected at most 18446744073709551615"),
        "{told}"
    );
}

#[test]
fn only_contradictions_can_be_smallest() {
    let words = "explain --redundant --smallest";
    refused(words, "'--smallest'");
}
