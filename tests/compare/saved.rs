//! Whose state a comparison continues.

use crate::support::{PUZZLE, path, satoku};
use std::path::Path;

const VARIANTS: &str = "variants/thermo.jsonl";

/// Compares with a state in this folder.
fn resumed(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let state = folder.join("state.json").display().to_string();
    let common = ["compare", "--encoding", "extended", "--limit", "2"];
    let ran = satoku(&[&common, args, &["--resume", &state]].concat(), "");
    (ran.code, ran.stdout, ran.stderr)
}

#[test]
fn a_state_is_continued_only_if_the_input_is_read_in_the_same_way() {
    let variants = path(VARIANTS);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("good.txt").display().to_string();
    std::fs::write(&file, format!("{PUZZLE}\n")).unwrap();
    for (file, first, then, says) in [
        (
            &file,
            &["--rules", "diagonal"][..],
            &["--rules", "anti-knight"][..],
            "--rules diagonal",
        ),
        (&file, &[], &["--rules", "diagonal"], "--rules diagonal"),
        (&file, &[], &["--from", "line"], "--from line"),
        (&file, &["--box", "3x3"], &[], "--box 3x3"),
        (&file, &["--alphabet", "digits"], &[], "--alphabet digits"),
        (&file, &["--column", "1"], &[], "--column 1"),
        (&file, &["--mixed-sizes"], &[], "--mixed-sizes"),
        (&variants, &[], &["--rules", "diagonal"], "--rules diagonal"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let run = |options: &[&str]| resumed(folder.path(), &[&[file.as_str()], options].concat());
        let (code, _, told) = run(first);
        assert!(code < 2, "{first:?}: {told}");
        let (code, shown, told) = run(then);
        assert_eq!((code, shown.as_str()), (2, ""), "{first:?}, {then:?}");
        assert!(told.contains(says), "{first:?}, {then:?}: {told}");
        assert!(run(first).0 < 2, "{first:?}");
    }
}

#[test]
fn a_state_is_not_continued_by_another_text_of_a_rule_file() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own.toml");
    let rule = include_str!("../../rules/anti-king.toml").replace("\"anti-king\"", "\"own\"");
    std::fs::write(&own, &rule).unwrap();
    let own_name = own.display().to_string();
    for args in [
        &["--rules", &own_name, &path(VARIANTS)][..],
        &["--rules", &own_name, "--random", "1"],
    ] {
        let state = tempfile::tempdir().unwrap();
        std::fs::write(&own, &rule).unwrap();
        assert!(resumed(state.path(), args).0 < 2);
        std::fs::write(&own, format!("{rule}\n# Changed.\n")).unwrap();
        let (code, _, told) = resumed(state.path(), args);
        assert_eq!(code, 2, "{told}");
        assert!(told.contains("give the same options"), "{told}");
    }
}

/// The corrected command was refused as that of another run.
#[test]
fn a_command_with_a_mistake_leaves_no_state() {
    let folder = tempfile::tempdir().unwrap();
    let rules = path(VARIANTS);
    for more in [
        &["--random", "1", "--solver", "/no/such/program"][..],
        &["--random", "1", "--encoding", "no-encoding"],
        &["--solver", "/no/such/program", &rules],
        &["--random", "1", "--rules", "diagonal", "--solver", "true '"],
    ] {
        let (code, _, told) = resumed(folder.path(), more);
        assert_eq!(code, 2, "{more:?}: {told}");
        assert!(!folder.path().join("state.json").exists(), "{more:?}");
    }
}

/// Puzzles that were never looked at were reported as compared.
#[test]
fn a_state_is_continued_only_if_the_input_begins_with_the_same_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("in.txt").display().to_string();
    let (one, other) = ("1.....3..4.....2", "1..............2");
    let run = |text: &str, more: &[&str]| {
        std::fs::write(&file, text).unwrap();
        resumed(folder.path(), &[&[file.as_str()], more].concat())
    };
    let (code, shown, told) = run(&format!("{one}\n{other}\n"), &[]);
    assert_eq!((code, told.as_str()), (0, ""), "{shown}");
    let changed = "the first 2 puzzles of the input are not those that were compared";
    let shorter = "the input has 1 puzzle, and the state 2 puzzles of it";
    for (text, says) in [
        (format!("{one}:2\n{other}\n"), changed),
        (format!("{other}\n{one}\n"), changed),
        (format!("{other}\n"), shorter),
        (format!("{one}\n"), shorter),
    ] {
        let (code, shown, told) = run(&text, &[]);
        assert_eq!((code, shown.as_str()), (2, ""), "{text}");
        assert!(told.contains(says), "{told}");
    }
    // Spaces and names are no other puzzles, and there may be more of them.
    let (code, shown, told) = run(&format!("{one} \n{other},b\n{one}:1\n"), &[]);
    assert_eq!((code, told.as_str()), (0, ""));
    assert!(shown.starts_with("3 puzzles"), "{shown}");
    let (code, _, told) = run(&format!("{one}\n{other}\n{one}:2\n"), &[]);
    assert_eq!(code, 2, "{told}");
}

/// The same cells in other boxes are another puzzle, and random puzzles come after all of the input.
#[test]
fn a_state_knows_boxes_and_how_many_puzzles_were_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("in.txt").display().to_string();
    let line = format!("12{}", ".".repeat(34));
    let drawn = |shape| satoku(&["convert", "--box", shape, "--to", "pretty"], &line).stdout;
    let run = |text: &str, more: &[&str]| {
        std::fs::write(&file, text).unwrap();
        resumed(folder.path(), &[&[file.as_str()], more].concat())
    };
    let (code, _, told) = run(&drawn("2x3"), &[]);
    assert_eq!((code, told.as_str()), (0, ""));
    let (code, _, told) = run(&drawn("3x2"), &[]);
    assert_eq!(code, 2);
    let says = "the first puzzle of the input is not the one that was compared";
    assert!(told.contains(says), "{told}");
    let folder = tempfile::tempdir().unwrap();
    let run = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let random = ["--random", "2", "--boxes", "2x2", "--kinds", "proper"];
        resumed(folder.path(), &[&[file.as_str()], &random[..]].concat())
    };
    let puzzle = "1.....3..4.....2\n";
    assert_eq!(run(puzzle).0, 0);
    let (code, _, told) = run(&puzzle.repeat(2));
    assert_eq!(code, 2);
    assert!(
        told.contains("the input has 2 puzzles, and the state 1 puzzle of it"),
        "{told}"
    );
}
