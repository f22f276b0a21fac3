//! `--check` of puzzles that are made or reduced, and of explanations.

use crate::check::{THREE, assert_checked, checked_by, shown};
use crate::support::{self, HARD, NONE, path, satoku};

/// A proper puzzle of 4×4 with a diagonal, and more givens than it needs.
const DIAGONAL: &str = "1234....2143....";

#[test]
fn sat_checks_minimal_puzzles() {
    let by = "varisat/extended+givens";
    let minimize = ["minimize", "--to", "json"];
    let solved = "1234341221434321";
    for puzzle in [HARD, NONE, THREE, solved] {
        assert_checked(&minimize, puzzle, &[by]);
        assert_checked(&[&minimize[..], &["--seed", "3"]].concat(), puzzle, &[by]);
    }
    let variant = [&minimize[..], &["--rules", "diagonal"]].concat();
    for puzzle in [DIAGONAL, NONE, THREE] {
        assert_checked(&variant, puzzle, &["varisat/extended"]);
    }
    let one = [&minimize[..], &["--check", "1"]].concat();
    let counts: Vec<usize> = checked_by(&satoku(&one, &format!("{HARD}\n{HARD}\n")))
        .iter()
        .map(Vec::len)
        .collect();
    assert_eq!(counts, [1, 0]);
}

#[test]
fn sat_checks_generated_puzzles() {
    for kind in ["proper", "minimal"] {
        let generate = ["generate", "--count", "3", "--kind", kind, "--to", "json"];
        assert_checked(&generate, "", &["varisat/extended+givens"]);
        let variant = ["--box", "2x2", "--rules", "diagonal"];
        let variant = [&generate[..], &variant].concat();
        assert_checked(&variant, "", &["varisat/extended"]);
    }
    assert_checked(&["generate", "--kind", "solution", "--to", "json"], "", &[]);
    let ran = satoku(&["generate", "--to", "pretty"], "");
    let told = "1 answer checked by varisat/extended+givens: no difference";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
}

#[test]
fn another_engine_checks_explanations() {
    for question in [
        &["--contradiction"][..],
        &["--contradiction", "--smallest"],
        &["--redundant"],
    ] {
        let explain = [&["explain", "--to", "json"], question].concat();
        for puzzle in [HARD, NONE, THREE] {
            assert_checked(&explain, puzzle, &["varisat/extended"]);
            let sat = [&explain[..], &["--backend", "varisat"]].concat();
            assert_checked(&sat, puzzle, &["native"]);
        }
        let none = [&explain[..], &["--check", "none"]].concat();
        assert_checked(&none, HARD, &[]);
    }
}

#[test]
fn what_is_printed_of_puzzles_does_not_depend_on_checks() {
    let file = path("known/none.txt");
    let grids = path("judge/noip2009.in");
    for command in [
        &["minimize", &grids][..],
        &["minimize", "--to", "json", &file],
        &["minimize", "--rules", "diagonal", &file],
        &["explain", "--contradiction", &file],
        &["explain", "--redundant", "--to", "json", &grids],
        &["generate", "--count", "5"],
        &["generate", "--to", "json", "--kind", "solution"],
        &[
            "generate",
            "--box",
            "2x2",
            "--rules",
            "diagonal",
            "--constraints",
            "killer",
        ],
    ] {
        let none = shown(&[command, &["--check", "none"]].concat());
        for check in ["all", "1"] {
            assert_eq!(
                none,
                shown(&[command, &["--check", check]].concat()),
                "{command:?}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn a_lying_solver_is_caught_where_it_is_measured_or_explains() {
    let folder = tempfile::tempdir().unwrap();
    let liar = support::script(folder.path(), "liar", "echo 's UNSATISFIABLE'; exit 20");
    let ask = |args: &[&str]| {
        let ran = satoku(
            &[args, &["--solver", &liar, "--presolve", "none"]].concat(),
            HARD,
        );
        assert_eq!(ran.code, 4, "{args:?}: {}", ran.stderr);
        ran.stderr
    };
    let measured = ask(&["encodings", "measure", "--encoding", "extended", "-"]);
    assert!(measured.contains("but it has one"), "{measured}");
    for (question, first, second) in [
        (
            "--contradiction",
            "liar/extended says: a contradiction",
            "native says: no contradiction: a solution: ",
        ),
        (
            "--redundant",
            "liar/extended says: the puzzle has no solution",
            "native says: nothing is redundant",
        ),
    ] {
        let told = ask(&["explain", question]);
        for part in ["<stdin>:1: puzzle 1: the answers differ", first, second] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert_eq!(crate::check::replayed(&told).stderr, told);
    }
}
