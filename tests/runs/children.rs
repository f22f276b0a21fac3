//! Solvers as child processes: how they are started, watched and ended.

use crate::support::{HARD, NONE, Ran, command, quoted, run, satoku, script, soon};
use std::path::Path;
use std::process::Command;

/// Runs the program with a solver that is a shell script.
fn with_solver(text: &str, args: &[&str]) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let solver = script(folder.path(), "solver", text);
    satoku(&[args, &["--solver", &solver]].concat(), HARD)
}

/// A shell command for our own solver, `satoku sat`.
pub fn honest() -> String {
    format!("exec {} sat \"$1\"", quoted(env!("CARGO_BIN_EXE_satoku")))
}

/// Whether a process runs; a zombie does not.
pub fn runs(pid: i32) -> bool {
    let state = |pid: String| {
        let listed = Command::new("ps")
            .args(["-o", "stat=", "-p", &pid])
            .output();
        let listed = String::from_utf8(listed.unwrap().stdout).unwrap();
        listed.trim().to_owned()
    };
    let own = state(std::process::id().to_string());
    assert!(!own.is_empty(), "ps shows no processes");
    let state = state(pid.to_string());
    !state.is_empty() && !state.starts_with('Z')
}

/// Waits for a file and returns the process id in it.
pub fn pid_in(path: &Path) -> i32 {
    let read = || std::fs::read_to_string(path).ok()?.trim().parse().ok();
    let mut pid = None;
    assert!(
        soon(|| {
            pid = read();
            pid.is_some()
        }),
        "{}: no process",
        path.display()
    );
    pid.unwrap()
}

#[test]
fn solver_commands_are_split_as_a_shell_does() {
    let folder = tempfile::tempdir().unwrap();
    let tools = folder.path().join("my tools");
    std::fs::create_dir(&tools).unwrap();
    // Writes its arguments to a file, then solves.
    let seen = folder.path().join("seen");
    let text = format!(
        "printf '%s|' \"$1\" \"$2\" \"$#\" > {}; shift 2; {}",
        quoted(&seen),
        honest()
    );
    script(&tools, "the solver", &text);
    let solver = tools.join("the solver").display().to_string();
    let own = satoku(&["solve"], HARD).stdout;
    let commands = [
        format!("'{solver}' 'a \"b\" c' \"d e\" {{cnf}}"),
        format!("\"{solver}\" a\\ \\\"b\\\"\\ c 'd e'"),
        format!("{} 'a \"b\" c' 'd e'", solver.replace(' ', "\\ ")),
    ];
    for command in &commands {
        let ran = satoku(&["solve", "--solver", command], HARD);
        assert_eq!(
            (ran.stdout, ran.code),
            (own.clone(), 0),
            "{command}: {}",
            ran.stderr
        );
        let words = std::fs::read_to_string(&seen).unwrap();
        assert_eq!(words, "a \"b\" c|d e|3|", "{command}");
    }
}

#[test]
fn a_quote_that_is_not_closed_is_told() {
    let verbs: [&[&str]; 4] = [
        &["solve"],
        &["compare", "--random", "1"],
        &["encodings", "measure"],
        &["prove", "unique", "-", "-o", "/no/such/folder/x"],
    ];
    for verb in verbs {
        let ran = satoku(&[verb, &["--solver", "cadical 'x"]].concat(), HARD);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{verb:?}");
        let expected = "satoku: error: --solver: the command has a quote that is not closed: \
                        cadical 'x; close it, or write \\ before it\n";
        assert_eq!(ran.stderr, expected, "{verb:?}");
    }
}

#[test]
fn what_keeps_a_solver_from_starting_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let here = quoted(folder.path());
    let ran = satoku(&["solve", "--solver", &here], HARD);
    assert!(
        ran.stderr.contains("is a folder, expected a program"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, 2);
    let solver = script(folder.path(), "solver", "exit 0");
    let mut missing = command(&["solve", "--solver", &solver]);
    let ran = run(missing.env("TMPDIR", "/no/such"), HARD);
    let says = "the temporary folder /no/such ($TMPDIR) cannot be written: No such file";
    assert!(ran.stdout.contains(says), "{}", ran.stdout);
    assert_eq!(ran.code, 4);
    let file = folder.path().join("solver");
    std::fs::write(file, "#!/no/such/interpreter\n").unwrap();
    let ran = satoku(&["solve", "--solver", &solver], HARD);
    let says = "(os error 2): the program, or the interpreter in its first line";
    assert!(ran.stdout.contains(says), "{}", ran.stdout);
    assert_eq!(ran.code, 4);
}

#[test]
fn measure_reports_the_time_of_the_program_itself() {
    let folder = tempfile::tempdir().unwrap();
    let sleeps = script(folder.path(), "sleeps", &format!("sleep 0.4; {}", honest()));
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (csv, json, html) = (file("t.csv"), file("t.json"), file("t.html"));
    let puzzle = file("puzzle.txt");
    std::fs::write(&puzzle, format!("{HARD}\n")).unwrap();
    let args = [
        "encodings",
        "measure",
        &puzzle,
        "--encoding",
        "extended",
        "--solver",
        &sleeps,
        "--csv",
        &csv,
        "--json",
        &json,
        "--html",
        &html,
    ];
    let ran = satoku(&args, "");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let head = ran.stdout.lines().next().unwrap();
    assert!(head.contains("max ms") && head.contains("cpu ms"), "{head}");
    assert!(std::fs::read_to_string(&html).unwrap().contains(">cpu ms<"));
    let table = std::fs::read_to_string(&csv).unwrap();
    let mut lines = table
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let column = |name: &str| head.iter().position(|head| *head == name).unwrap();
    let program = lines.find(|row| row[0] == "sleeps").unwrap();
    let number = |name: &str| program[column(name)].parse::<f64>().unwrap();
    let (wall, cpu) = (number("solve_median"), number("cpu_median"));
    assert!(
        wall > 0.4 && cpu > 0.0 && cpu < wall - 0.3,
        "{cpu} of {wall}"
    );
    let rows = std::fs::read_to_string(&json).unwrap();
    for row in rows.lines() {
        let row: serde_json::Value = serde_json::from_str(row).unwrap();
        let cpu = row["cpu"]["sum"].as_f64().unwrap();
        assert!(
            cpu > 0.0 && cpu < row["solve"]["sum"].as_f64().unwrap() + 0.01,
            "{row}"
        );
    }
}

#[test]
fn a_solver_that_gives_up_is_left_open() {
    let ways = [
        "echo 's UNKNOWN'",
        "echo 'c UNKNOWN'",
        "echo 'c interrupted'; echo 's UNKNOWN'; exit 1",
        "exit 0",
    ];
    for way in ways {
        let ran = with_solver(way, &["solve"]);
        assert!(
            ran.stdout.starts_with("unknown: solver gave up"),
            "{way}: {}",
            ran.stdout
        );
        assert_eq!(
            (ran.code, ran.stdout.contains("garbage")),
            (3, false),
            "{way}"
        );
        let random = [
            "compare",
            "--random",
            "1",
            "--box",
            "2x2",
            "--encoding",
            "minimal",
        ];
        let ran = with_solver(way, &random);
        assert_eq!(ran.code, 3, "{way}: {}", ran.stdout);
        assert!(
            ran.stdout
                .ends_with("by solver/minimal+givens): no disagreement\n"),
            "{}",
            ran.stdout
        );
        assert_eq!(ran.stdout.lines().count(), 1, "{way}: {}", ran.stdout);
        let ran = with_solver(way, &["prove", "unique", "-", "-o", "/tmp/satoku-no-such"]);
        assert!(
            ran.stdout.starts_with("unknown: solver gave up"),
            "{way}: {}",
            ran.stdout
        );
        assert_eq!(ran.code, 3, "{way}");
        let ran = with_solver(way, &["encodings", "measure", "--encoding", "minimal", "-"]);
        assert_eq!(ran.code, 3, "{way}: {}", ran.stderr);
    }
    // Output without a status line is not the same as giving up.
    let ran = with_solver("echo hello", &["solve"]);
    assert_eq!(ran.code, 4, "{}", ran.stdout);
}

#[test]
fn standard_error_without_end_ends_the_solver() {
    let ran = with_solver("yes >&2", &["solve"]);
    let expected = "unknown: solver: it was ended: it wrote more than 64 MiB to standard error\n";
    assert_eq!((ran.stdout.as_str(), ran.code), (expected, 4));
}

#[test]
fn a_long_status_line_is_not_echoed() {
    let ran = with_solver(
        "printf 's '; head -c 200000000 /dev/zero | tr '\\0' X",
        &["solve"],
    );
    assert_eq!(ran.code, 4);
    assert!(
        ran.stdout
            .starts_with("unknown: solver: longer than 64 MiB"),
        "{:.200}",
        ran.stdout
    );
    assert!(ran.stdout.len() + ran.stderr.len() < 500);
    let ran = with_solver(
        "printf 's '; head -c 2000000 /dev/zero | tr '\\0' X",
        &["solve"],
    );
    assert!(
        ran.stdout.starts_with("unknown: solver: found 's XXX"),
        "{:.200}",
        ran.stdout
    );
    assert!(ran.stdout.len() + ran.stderr.len() < 500);
}

#[test]
fn a_proof_beyond_its_limit_ends_the_solver() {
    let folder = tempfile::tempdir().unwrap();
    let solver = script(folder.path(), "solver", "yes > \"$2\"");
    let place = folder.path().join("certificate").display().to_string();
    let mut args = vec!["prove", "unique", "-", "-o", &place, "--max-proof", "3"];
    let expected =
        "unknown: the proof is larger than the limit of 3 MiB; --max-proof allows more\n";
    args.extend(["--solver", &solver]);
    let ran = satoku(&args, HARD);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        (expected, 3),
        "{}",
        ran.stderr
    );
    assert!(!Path::new(&place).exists());
}

#[test]
fn a_solver_or_checker_that_removes_its_files_is_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    for text in [
        "rm \"$1\"; echo 's UNSATISFIABLE'; exit 20",
        "rm -r \"$(dirname \"$1\")\"; echo 's UNSATISFIABLE'; exit 20",
    ] {
        for verb in ["solve", "count", "enumerate"] {
            let ran = with_solver(text, &[verb, "--check", "none", "-"]);
            assert_eq!(ran.code, 4, "{verb}");
            let said = "it removed formula.cnf, which it was given";
            let told = ran.stdout + &ran.stderr;
            assert!(told.contains(said), "{told}");
        }
    }
    let place = folder.path().join("certificate").display().to_string();
    for (file, name) in [("$1", "formula.cnf"), ("$2", "proof.drat")] {
        let text = format!("rm \"{file}\"; echo 's UNSATISFIABLE'; exit 20");
        let ran = with_solver(&text, &["prove", "unique", "-", "-o", &place]);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 4), "{}", ran.stderr);
        let said = format!("solver: it removed {name}, which it was given\n");
        assert!(ran.stderr.ends_with(&said), "{}", ran.stderr);
    }
    assert_eq!(
        satoku(&["prove", "unique", "-", "-o", &place], HARD).code,
        0
    );
    let checker = script(folder.path(), "checker", "rm \"$2\"; echo 's VERIFIED'");
    let ran = satoku(&["verify", &place, "--checker", &checker], "");
    assert_eq!(ran.code, 4, "{}", ran.stdout);
    assert!(
        ran.stderr.contains("checker: it removed "),
        "{}",
        ran.stderr
    );
}

#[test]
fn decode_of_a_wrong_model_is_a_fault() {
    let decode = ["decode", "--cnf", "tests/data/bad/tiny.cnf"];
    let wrong = [
        // Breaks a rule, breaks a given, two digits in a cell, an empty cell.
        (
            "1 -2 3 -4 5 -6 7 -8",
            "the model is not a solution: row 1 has no 2",
        ),
        (
            "-1 2 3 -4 5 -6 -7 8",
            "the model is not a solution: r1c1 holds 2, but 1 was given",
        ),
        (
            "1 2 3 4 5 6 7 8",
            "the model makes both r1c1=1 and r1c1=2 true",
        ),
        ("1", "the model leaves r1c2 without a digit"),
    ];
    for (model, says) in wrong {
        let ran = satoku(&decode, &format!("s SATISFIABLE\nv {model} 0\n"));
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 4), "{model}");
        assert_eq!(ran.stderr, format!("satoku: error: <stdin>: {says}\n"));
    }
    // What is not a model at all is malformed input.
    let ran = satoku(&decode, "s SATISFIABLE\nv 1 x 0\n");
    assert_eq!(ran.code, 2, "{}", ran.stderr);
}

#[test]
fn a_wrong_answer_is_not_shown_before_its_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificates").display().to_string();
    let liar = script(folder.path(), "liar", "echo 's UNSATISFIABLE'; exit 20");
    let verbs: [&[&str]; 3] = [
        &["solve", "--unique"],
        &["count"],
        &["count", "--to", "json"],
    ];
    for verb in verbs {
        // A second engine would find the fault first.
        let options = ["--check", "none", "--certify", &place, "--solver", &liar];
        let args = [verb, &options].concat();
        let ran = satoku(&args, HARD);
        assert_eq!(
            (ran.stdout.as_str(), ran.code),
            ("", 4),
            "{verb:?}: {}",
            ran.stderr
        );
        assert!(
            ran.stderr.contains("the answer is wrong: "),
            "{}",
            ran.stderr
        );
        // The first answer is right and is kept.
        let ran = satoku(&args, &format!("{NONE}\n{HARD}\n"));
        assert_eq!(
            (ran.stdout.lines().count(), ran.code),
            (1, 4),
            "{}",
            ran.stderr
        );
        assert_eq!(satoku(&["verify", &format!("{place}/1")], "").code, 0);
        std::fs::remove_dir_all(&place).unwrap();
    }
}
