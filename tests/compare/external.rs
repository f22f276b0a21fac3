//! Solvers that share no code with us read our files, and we read their output.
//!
//! A solver that is not installed is skipped, unless `SATOKU_REQUIRE_SOLVERS` is
//! set.

use crate::support::{command, is_installed, read, run, satoku};
use std::process::Command;

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

/// Encodes, runs a solver on the file with `solve`, and decodes its output.
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

/// The solver as a backend: solves, counts, and is compared with all others.
fn as_a_backend(command: &str) {
    for (puzzle, code) in puzzles() {
        let own = satoku(&["count", "--limit", "3"], &puzzle).stdout;
        let ran = satoku(&["count", "--limit", "3", "--solver", command], &puzzle);
        assert_eq!((ran.stdout, ran.code), (own, code), "{}", ran.stderr);
    }
    let args = [
        "compare",
        "--random",
        "3",
        "--box",
        "2x2",
        "--encoding",
        "extended",
        "--solver",
        command,
    ];
    let ran = satoku(&args, "");
    assert_eq!(ran.code, 0, "{}", ran.stdout);
}

#[test]
fn minisat_and_cadical_are_backends() {
    for (program, command) in [("minisat", "minisat"), ("cadical", "cadical -q")] {
        if is_installed(program) {
            as_a_backend(command);
            let listed = satoku(&["solvers"], "").stdout;
            assert!(
                listed.contains(&format!("--solver '{command}'")),
                "{listed}"
            );
        }
    }
}

#[test]
fn a_missing_or_lying_solver_gives_no_answer() {
    let puzzle = puzzles().remove(1).0;
    let ran = satoku(&["solve", "--solver", "/no/such/program"], &puzzle);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr
            .contains("there is no program '/no/such/program'"),
        "{}",
        ran.stderr
    );
    let text = crate::support::path("known/17clue.txt");
    let ran = satoku(&["compare", "--random", "1", "--solver", &text], "");
    assert_eq!(ran.code, 2, "{}", ran.stdout);
    let told = "a file that is not executable, expected a program; if it is one, run 'chmod +x";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
    let ran = satoku(&["solve", "--solver", "true"], &puzzle);
    assert!(
        ran.stdout
            .starts_with("unknown: true gave up: no status line"),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.code, 3);
    let ran = satoku(&["solve", "--solver", " "], &puzzle);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("the command is empty"),
        "{}",
        ran.stderr
    );
    let ran = satoku(
        &["solve", "--solver", "tail -f", "--timeout", "0.2"],
        &puzzle,
    );
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("unknown: time limit\n", 3)
    );
}

#[test]
fn live_candidates_are_exported_and_decoded() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = folder.path().join("puzzle.cnf").display().to_string();
    let puzzle = puzzles().remove(1).0;
    let own = satoku(&["solve"], &puzzle).stdout;
    for encoding in [
        "extended",
        "triad",
        "ordered",
        "sequential",
        "product",
        "commander",
        "bimander",
        "binary",
    ] {
        for presolve in ["givens", "singles", "locked"] {
            let args = [
                "encode",
                "--encoding",
                encoding,
                "--presolve",
                presolve,
                "-o",
                &cnf,
            ];
            assert_eq!(satoku(&args, &puzzle).code, 0);
            let said = satoku(&["sat", &cnf], "");
            let grid = satoku(
                &["decode", "--cnf", &cnf, "--to", "line", "-"],
                &said.stdout,
            );
            assert_eq!(
                (grid.stdout, grid.code),
                (own.clone(), 0),
                "{encoding} {presolve}"
            );
        }
    }
}

#[test]
fn clasp_finds_the_same_maximum_in_our_opb_file() {
    if !is_installed("clasp") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let opb = folder.path().join("puzzle.opb").display().to_string();
    for presolve in ["none", "givens", "locked"] {
        for encoding in ["extended", "triad", "product"] {
            let args = [
                "encode",
                "--objective",
                "pyramid",
                "--presolve",
                presolve,
                "--encoding",
                encoding,
                "tests/data/judge/noip2009.in",
                "-o",
                &opb,
            ];
            assert_eq!(satoku(&args, "").code, 0);
            let said = Command::new("clasp")
                .args([&opb, "--quiet=1"])
                .output()
                .unwrap();
            let said = String::from_utf8(said.stdout).unwrap();
            let number = |text: &str, before: &str, after: &str| -> i64 {
                let rest = text.split(before).nth(1).unwrap();
                rest.split(after).next().unwrap().trim().parse().unwrap()
            };
            let file = std::fs::read_to_string(&opb).unwrap();
            let settled = number(&file, "the score is ", " minus");
            let least = number(&said, "Optimization   :", "\n");
            assert!(said.contains("Optimum      : yes"));
            assert_eq!(settled - least, 2829, "{encoding} {presolve}");
        }
    }
}

/// A classic puzzle with 3 solutions, and a variant with 4.
#[test]
fn clasp_finds_as_many_models_in_our_opb_file_as_there_are_solutions() {
    if !is_installed("clasp") {
        return;
    }
    const VARIANT: &str = r#"{"rows":3,"columns":3,"min":1,"max":3,"candidates":{"r1c1":[1,2]},
        "constraints":[{"type":"sum","cells":["r1c1","r2c1"],"sum":3}]}"#;
    let variant = VARIANT.replace('\n', "");
    let folder = tempfile::tempdir().unwrap();
    let opb = folder.path().join("puzzle.opb").display().to_string();
    let files = std::fs::read_dir("encodings").unwrap();
    let files = files.map(|file| file.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let encodings: Vec<String> = files.map(|path| path.display().to_string()).collect();
    assert!(encodings.len() >= 10);
    for encoding in &encodings {
        for presolve in ["none", "givens", "locked"] {
            for puzzle in ["1.......3......2", &variant] {
                let options = ["--encoding", encoding, "--presolve", presolve, "-o", &opb];
                let ran = satoku(&[&["encode"], &options[..]].concat(), puzzle);
                assert_eq!(ran.code, 0, "{}", ran.stderr);
                let mut clasp = Command::new("clasp");
                let said = clasp.args(["--models=0", "--quiet", &opb]).output();
                let said = String::from_utf8(said.unwrap().stdout).unwrap();
                let models = said
                    .lines()
                    .find_map(|line| line.strip_prefix("c Models         : "));
                let solutions = satoku(&["count"], puzzle).stdout;
                assert_eq!(
                    models,
                    Some(solutions.trim()),
                    "{encoding} {presolve}\n{said}"
                );
            }
        }
    }
}

/// A full disk or a missing folder says nothing about the solver.
#[test]
fn what_the_system_lacks_is_not_blamed_on_a_solver() {
    let solver = format!("{} sat", env!("CARGO_BIN_EXE_satoku"));
    let mut command = command(&["compare", "--random", "1", "--solver", &solver]);
    let ran = run(command.env("TMPDIR", "/no/such"), "");
    assert_eq!(ran.code, 3, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("left open"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("crash"), "{}", ran.stdout);
}
