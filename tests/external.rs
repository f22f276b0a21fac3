//! Solvers that share no code with us read our files, and we read theirs.
//!
//! A solver that is not installed is passed over, unless
//! `SATOKU_REQUIRE_SOLVERS` is set: then it must be there.

mod support;

use std::process::Command;
use support::{read, satoku};

const REQUIRED: &str = "SATOKU_REQUIRE_SOLVERS";

fn is_installed(solver: &str) -> bool {
    let found = Command::new(solver).arg("--help").output().is_ok();
    let required = std::env::var_os(REQUIRED).is_some();
    assert!(
        found || !required,
        "{solver} is not installed, but {REQUIRED} is set"
    );
    found
}

/// A proper puzzle, one with many solutions, and one without any.
fn puzzles() -> Vec<(String, i32)> {
    let first = |file: &str| {
        let text = read(file);
        let line = text.lines().find(|l| !l.starts_with('#')).unwrap();
        line.split(':').next().unwrap().to_owned()
    };
    let none = read("known/none.txt")
        .lines()
        .last()
        .unwrap()
        .split(':')
        .next()
        .unwrap()
        .to_owned();
    vec![
        (first("known/17clue.txt"), 0),
        (first("known/hardest_11plus_2k.txt"), 0),
        (first("known/many_solutions_10k.txt"), 0),
        (none, 1),
    ]
}

/// Encodes, lets `solve` run a solver on the file, decodes what it left.
fn full_circle(solve: impl Fn(&std::path::Path) -> String) {
    let folder = tempfile::tempdir().unwrap();
    for encoding in ["minimal", "efficient", "extended"] {
        for (puzzle, code) in puzzles() {
            let cnf = folder.path().join("puzzle.cnf");
            let cnf_name = cnf.display().to_string();
            let ran = satoku(
                &["encode", "--encoding", encoding, "-o", &cnf_name],
                &puzzle,
            );
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            let said = solve(&cnf);
            let grid = satoku(&["decode", "--cnf", &cnf_name, "--to", "line", "-"], &said);
            assert_eq!(grid.code, code, "{encoding} {puzzle}: {}", grid.stderr);
            let own = satoku(&["solve", "--unique"], &puzzle).stdout;
            let own: Vec<&str> = own.trim().split('\t').collect();
            match own[..] {
                ["one", solution] => assert_eq!(grid.stdout.trim(), solution),
                ["none"] => assert_eq!(grid.stdout, "no solution\n"),
                _ => assert_eq!(grid.stdout.trim().len(), 81),
            }
        }
    }
}

#[test]
fn minisat_solves_our_files() {
    if is_installed("minisat") {
        full_circle(|cnf| {
            let result = cnf.with_extension("result");
            let ran = Command::new("minisat")
                .arg(cnf)
                .arg(&result)
                .output()
                .unwrap();
            assert!(matches!(ran.status.code(), Some(10 | 20)));
            std::fs::read_to_string(result).unwrap()
        });
    }
}

#[test]
fn cadical_solves_our_files() {
    if is_installed("cadical") {
        full_circle(|cnf| {
            let ran = Command::new("cadical").arg("-q").arg(cnf).output().unwrap();
            assert!(matches!(ran.status.code(), Some(10 | 20)));
            String::from_utf8(ran.stdout).unwrap()
        });
    }
}
