//! `--check`: a second engine confirms the answers.

use crate::support::{self, EMPTY, HARD, NONE, Ran, path, quoted, read, run, satoku};
use std::path::Path;
use std::process::Command;

/// Three solutions.
pub const THREE: &str = "1.......3......2";

/// The engines that agreed with each answer, from lines of JSON.
pub fn checked_by(ran: &Ran) -> Vec<Vec<String>> {
    let value = |line: &str| -> serde_json::Value { serde_json::from_str(line).unwrap() };
    let names = |line: &str| serde_json::from_value(value(line)["checked_by"].clone()).ok();
    ran.stdout.lines().filter_map(names).collect()
}

pub fn assert_checked(args: &[&str], input: &str, expected: &[&str]) {
    let ran = satoku(args, input);
    let found = checked_by(&ran);
    // Of the answers of `enumerate`, the last line says it.
    let is_answer = |line: &&str| !line.contains(r#""verdict":"solution""#);
    let answers = ran.stdout.lines().filter(is_answer).count();
    assert!(
        answers > 0 && found.len() == answers,
        "{args:?}: {}",
        ran.stdout
    );
    for by in found {
        assert_eq!(by, expected, "{args:?}");
    }
}

/// A puzzle of side 25 without a solution: 11 cells of the first row share 10
/// candidates. Search sees that at once; resolution on pairwise clauses needs
/// exponentially many steps.
fn pigeons() -> String {
    const HOLES: usize = 10;
    let grid = |row: usize, column: usize| (5 * (row % 5) + row / 5 + column) % 25;
    let symbol = |digit: usize| b"123456789ABCDEFGHIJKLMNOP"[digit] as char;
    let cell = |row: usize, column: usize| match (row, column) {
        (0, 24) => symbol(HOLES),
        (1.., 0..=HOLES) if grid(row, column) >= HOLES => symbol(grid(row, column)),
        _ => '.',
    };
    (0..625).map(|place| cell(place / 25, place % 25)).collect()
}

#[test]
fn both_engines_answer_by_default() {
    let line = read("judge/hdu1426.in");
    assert_checked(
        &["solve", "--to", "json"],
        &line,
        &["varisat/extended+givens"],
    );
    let unique = ["solve", "--unique", "--to", "json"];
    for puzzle in [HARD, NONE, THREE, EMPTY] {
        assert_checked(&unique, puzzle, &["varisat/extended+givens"]);
        assert_checked(
            &["solve", "--to", "json"],
            puzzle,
            &["varisat/extended+givens"],
        );
        let count = ["count", "--limit", "5", "--to", "json"];
        assert_checked(&count, puzzle, &["varisat/extended+givens"]);
        let enumerate = ["enumerate", "--limit", "5", "--to", "json"];
        assert_checked(&enumerate, puzzle, &["varisat/extended+givens"]);
    }
}

#[test]
fn search_is_checked_by_sat_and_sat_by_search() {
    for (engine, by) in [
        (&["--backend", "native"][..], "varisat/extended+givens"),
        (&["--backend", "cdcl"], "varisat/extended+givens"),
        (&["--backend", "varisat"], "native"),
        (
            &["--backend", "portfolio", "--member", "native"],
            "varisat/extended+givens",
        ),
        (&["--backend", "portfolio", "--member", "varisat"], "native"),
        (&["--encoding", "minimal"], "varisat/minimal+givens"),
    ] {
        let args = [&["solve", "--to", "json"], engine].concat();
        for puzzle in [HARD, NONE, THREE] {
            assert_checked(&args, puzzle, &[by]);
        }
    }
}

#[test]
fn every_size_from_4x4_to_16x16_is_checked() {
    for (shape, cells) in [("2x2", 16), ("2x3", 36), ("2x4", 64), ("3x4", 144)] {
        let args = ["solve", "--to", "json", "--box", shape];
        assert_checked(&args, &".".repeat(cells), &["varisat/extended+givens"]);
    }
    let large = path("large/table16-1.txt");
    let args = ["solve", "--unique", "--to", "json", &large];
    assert_checked(&args, "", &["varisat/extended+givens"]);
}

#[test]
fn a_maximum_is_checked_by_another_method() {
    let file = path("judge/noip2009.in");
    let pyramid = |more: &[&str]| {
        let ran = satoku(&[&["pyramid", "--to", "json", &file], more].concat(), "");
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        checked_by(&ran).concat()
    };
    assert_eq!(pyramid(&[]), ["varisat/extended+givens"]);
    assert_eq!(pyramid(&["--check", "all"]), ["varisat/extended+givens"]);
    assert_eq!(pyramid(&["--method", "sat"]), ["native"]);
    assert_eq!(pyramid(&["--method", "cores", "--check", "1"]), ["native"]);
    assert!(pyramid(&["--check", "none"]).is_empty());
}

#[test]
fn the_first_puzzles_are_counted_across_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, puzzles: &[&str]| {
        let path = folder.path().join(name).display().to_string();
        std::fs::write(&path, puzzles.join("\n")).unwrap();
        path
    };
    let files = [file("a", &[HARD, NONE]), file("b", &[EMPTY, HARD])];
    let files = [&files[0][..], &files[1]];
    let ran = satoku(
        &[&["solve", "--to", "json", "--check", "3"], &files[..]].concat(),
        "",
    );
    let counts: Vec<usize> = checked_by(&ran).iter().map(Vec::len).collect();
    assert_eq!(counts, [1, 1, 1, 0]);
    for (wanted, told) in [
        (
            "3",
            "3 answers checked by varisat/extended+givens: no difference",
        ),
        (
            "all",
            "4 answers checked by varisat/extended+givens: no difference",
        ),
        (
            "1",
            "1 answer checked by varisat/extended+givens: no difference",
        ),
        ("none", "no answer was checked by a second engine"),
        ("0", "no answer was checked by a second engine"),
    ] {
        for verb in [&["solve"][..], &["count", "--limit", "2"]] {
            let args = [verb, &["--stats", "--check", wanted], &files[..]].concat();
            let ran = satoku(&args, "");
            assert!(ran.stderr.contains(told), "{args:?}: {}", ran.stderr);
        }
    }
}

#[test]
fn the_first_hundred_answers_of_a_list_are_checked() {
    let list = format!("{HARD}\n").repeat(130);
    let ran = satoku(&["solve", "--stats"], &list);
    let told = "100 answers checked by varisat/extended+givens: no difference";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
}

#[test]
fn answers_of_an_earlier_run_are_not_checked_again() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).display().to_string();
    let (input, output) = (name("in"), name("out"));
    let solve = |text: &str, more: &[&str]| {
        std::fs::write(&input, text).unwrap();
        let args = ["solve", "--stats", "--resume", &input, "-o", &output];
        satoku(&[&args, more].concat(), "")
    };
    assert_eq!(solve(&format!("{HARD}\n"), &["--check", "none"]).code, 0);
    let all = format!("{HARD}\n{NONE}\n{HARD}\n");
    let answers = satoku(&["solve"], &all).stdout;
    let ran = solve(&all, &[]);
    let told = "2 answers checked by varisat/extended+givens: no difference";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
    assert_eq!(std::fs::read_to_string(&output).unwrap(), answers);
}

/// Standard output without times and checks, and the exit code.
pub fn shown(args: &[&str]) -> (String, i32) {
    let ran = satoku(args, "");
    let plain = |line: &str| match serde_json::from_str::<serde_json::Value>(line) {
        Ok(serde_json::Value::Object(mut object)) => {
            object.remove("checked_by");
            object.remove("time_us");
            serde_json::Value::Object(object).to_string()
        }
        _ => line.to_owned(),
    };
    let lines: Vec<String> = ran.stdout.split('\n').map(plain).collect();
    (lines.join("\n"), ran.code)
}

#[test]
fn what_is_printed_does_not_depend_on_checks() {
    let files = [
        "judge/hdu1426.in",
        "judge/poj2676.in",
        "judge/noip2009.in",
        "known/none.txt",
        "known/small_4x4.txt",
        "lines/top95.txt",
        "large/table16-1.txt",
        "large/table25-1.txt",
    ];
    let verbs = [
        &["solve"][..],
        &["solve", "--unique"],
        &["enumerate", "--limit", "3"],
    ];
    for file in files {
        let file = path(file);
        let mut commands = vec![vec!["count", "--limit", "3", &file]];
        for verb in verbs {
            for to in [
                "line",
                "grid",
                "hdu",
                "pyramid",
                "sudokusat",
                "pretty",
                "json",
            ] {
                commands.push([verb, &["--to", to, &file]].concat());
            }
            commands.push([verb, &[&file]].concat());
        }
        for command in commands {
            let none = shown(&[&command[..], &["--check", "none"]].concat());
            for check in ["all", "1", "100"] {
                let other = shown(&[&command[..], &["--check", check]].concat());
                assert_eq!(none, other, "{command:?} --check {check}");
            }
        }
    }
    for to in ["line", "pretty", "json"] {
        let file = path("judge/noip2009.in");
        let args = ["pyramid", "--grid", "--to", to, &file];
        let none = shown(&[&args[..], &["--check", "none"]].concat());
        assert_eq!(none, shown(&[&args[..], &["--check", "all"]].concat()));
        assert_eq!(none, shown(&args));
    }
}

#[test]
fn judges_see_no_difference_on_standard_error() {
    for file in ["judge/hdu1426.in", "judge/poj2676.in"] {
        assert_eq!(satoku(&["solve", &path(file)], "").stderr, "");
    }
    assert_eq!(
        satoku(&["pyramid", &path("judge/noip2009.in")], "").stderr,
        ""
    );
    let pretty = satoku(&["solve", "--to", "pretty"], HARD);
    let told = "satoku: 1 answer checked by varisat/extended+givens: no difference\n";
    assert_eq!(pretty.stderr, told);
}

#[test]
fn a_check_that_takes_much_longer_than_the_answer_is_given_up() {
    let puzzle = pigeons();
    let solve = |more: &[&str]| satoku(&[&["solve", "--box", "5x5"], more].concat(), &puzzle);
    let told = "<stdin>:1: puzzle 1: not checked: varisat/extended+givens had no answer after ";
    for more in [&["--stats"][..], &["--to", "pretty"]] {
        let ran = solve(more);
        assert_eq!((ran.stdout.as_str(), ran.code), ("no solution\n", 1));
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
    }
    let ran = solve(&["--to", "json"]);
    assert!(ran.stdout.contains("\"checked_by\":[]"), "{}", ran.stdout);
    let ran = solve(&["--stats", "--timeout", "0.5"]);
    assert!(ran.stderr.contains("no answer after 0."), "{}", ran.stderr);
}

#[test]
fn many_solutions_and_large_formulas_are_not_checked() {
    let ran = satoku(&["count", "--limit", "1001", "--stats"], EMPTY);
    let told = "varisat/extended+givens: more than 1000 solutions are not counted twice";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
    assert_eq!(ran.stdout, "1001\n");
    let line = vec!["."; 49 * 49].join(" ");
    let ran = satoku(&["solve", "--box", "7x7", "--stats"], &line);
    let told = "varisat/extended+givens: a formula of more than 4000000 clauses";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
}

#[test]
fn wrong_values_are_refused() {
    for verb in ["solve", "count", "enumerate"] {
        for value in ["some", "-1", "", "1.5"] {
            let ran = satoku(&[verb, &format!("--check={value}")], HARD);
            assert_eq!(ran.code, 2, "{value}");
            let told = "expected all, none or a number of puzzles";
            assert!(
                value.is_empty() || ran.stderr.contains(told),
                "{}",
                ran.stderr
            );
            assert_eq!(ran.stdout, "");
        }
    }
    let ran = satoku(&["pyramid", "--check=some"], HARD);
    assert_eq!(ran.code, 2);
}

/// Runs the command after `replay: ` in a shell.
#[cfg(unix)]
pub fn replayed(stderr: &str) -> Ran {
    let (_, command) = stderr.split_once("replay: ").unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_satoku"));
    let folder = program.parent().unwrap().display();
    let rest = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command.trim()])
        .env("PATH", format!("{folder}:{rest}"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    run(&mut shell, "")
}

#[cfg(unix)]
#[test]
fn a_lying_solver_is_caught_with_both_answers() {
    let folder = tempfile::tempdir().unwrap();
    let text = "echo 's UNSATISFIABLE'; exit 20";
    let liar = support::script(folder.path(), "liar", text);
    let letters = HARD.replace(|c: char| c.is_ascii_digit(), ".");
    for (puzzle, verb, said) in [
        (HARD, &["solve"][..], "native says: a solution: "),
        (HARD, &["solve", "--unique"], "native says: a solution: "),
        (
            &letters,
            &["count", "--limit", "2"],
            "native says: a solution",
        ),
        (THREE, &["enumerate"], "native says: a solution: "),
    ] {
        let args = [verb, &["--solver", &liar, "--presolve", "none"]].concat();
        let ran = satoku(&args, puzzle);
        assert_eq!(ran.code, 4, "{args:?}: {}", ran.stderr);
        assert_eq!(ran.stdout, "", "{args:?}");
        let first = "liar/extended says: no solution";
        assert!(
            ran.stderr
                .contains("<stdin>:1: puzzle 1: the answers differ")
        );
        for part in [first, said, &format!("puzzle: {puzzle}")] {
            assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
        }
        let again = replayed(&ran.stderr);
        assert_eq!((again.code, &again.stderr), (4, &ran.stderr));
        let trusted = satoku(&[&args[..], &["--check", "none"]].concat(), puzzle);
        assert_eq!(trusted.code, 1, "{}", trusted.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_solver_that_stops_too_early_is_caught() {
    let folder = tempfile::tempdir().unwrap();
    let called = quoted(folder.path().join("called"));
    let text = format!(
        "if [ -e {called} ]; then echo 's UNSATISFIABLE'; exit 20; fi\n\
         touch {called}; exec {} sat \"$1\"",
        quoted(env!("CARGO_BIN_EXE_satoku"))
    );
    let liar = support::script(folder.path(), "hasty", &text);
    let solve = ["solve", "--unique", "--solver", &liar, "--presolve", "none"];
    let ran = satoku(&solve, THREE);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 4), "{}", ran.stderr);
    for said in ["says: exactly 1 solution: ", "native says: at least "] {
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
}
