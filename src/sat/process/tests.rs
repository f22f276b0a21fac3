//! Solvers that are one line of shell.

use super::*;
use crate::sat::{LimitChecks, VARISAT_NAME};

/// A solver that is one line of shell, with the formula as $1 and the model file as $2.
fn shell(script: &str) -> Engine {
    let command = FileCommand::parse("sh -c").unwrap();
    let command = [script, "solver", CNF, MODEL]
        .into_iter()
        .fold(command, FileCommand::with);
    SolverCommand {
        command,
        limit: None,
    }
    .engine()
}

/// The verdict of a scripted solver on x ∨ y.
fn verdict(script: &str, limits: &Limits) -> SatVerdict {
    let mut solver = (shell(script).make)(LimitChecks::WhileSolving);
    let [x, y] = [solver.new_var(), solver.new_var()];
    solver.add_clause(&[x.positive(), y.positive()]);
    solver.solve(limits)
}

#[test]
fn right_answers_pass() {
    let limits = Limits::unlimited();
    let sat = "echo 's SATISFIABLE'; echo 'v 1 -2 0'; exit 10";
    assert_eq!(verdict(sat, &limits), SatVerdict::Sat);
    let unsat = "echo 's UNSATISFIABLE'; exit 20";
    assert_eq!(verdict(unsat, &limits), SatVerdict::Unsat);
    let minisat = "echo chatter; printf 'SAT\\n-1 2 0\\n' > $2; exit 10";
    assert_eq!(verdict(minisat, &limits), SatVerdict::Sat);
}

#[test]
fn crashes_lies_and_garbage_are_reported() {
    let faults = [
        (
            "echo 's SATISFIABLE'; echo 'v -1 -2 0'; exit 10",
            "its model breaks clause 1: 1 2 0",
        ),
        (
            "echo 's SATISFIABLE'; echo 'v 1 2 -3 0'; exit 10",
            "has a value for variable 3, but the formula has only 2 variables",
        ),
        (
            "echo 's SATISFIABLE'; echo 'v 1 2'; exit 10",
            "no complete model",
        ),
        (
            "echo 's SATISFIABLE'; echo 'v 1 2 0'; exit 20",
            "exit code contradicts",
        ),
        ("echo 's UNSATISFIABLE'; exit 10", "exit code contradicts"),
        ("echo hello; exit 3", "printed 'hello'"),
        ("echo oh no >&2; exit 1", "printed 'oh no'"),
        ("echo 's UNSATISFIABLE'; exit 1", "exit code contradicts"),
        ("kill -SEGV $$", ": it ended with signal: 11"),
        ("echo hello", "no status line"),
        ("echo 'v 1 2 0'", "no status line"),
        ("exit 10", "and printed nothing"),
    ];
    for (script, expected) in faults {
        match verdict(script, &Limits::unlimited()) {
            SatVerdict::Unknown(Reason::Fault(_, text)) => {
                assert!(text.contains(expected), "{script}: {text}");
            }
            other => panic!("{script}: {other:?}"),
        }
    }
}

#[test]
fn giving_up_is_not_garbage() {
    let scripts = [
        "echo 's UNKNOWN'",
        "echo 's UNKNOWN'; exit 1",
        "echo INDETERMINATE",
        "echo 'c UNKNOWN'",
        "exit 0",
    ];
    for script in scripts {
        match verdict(script, &Limits::unlimited()) {
            SatVerdict::Unknown(Reason::Fault(Fault::GaveUp, text)) => {
                assert!(text.contains("gave up"), "{script}: {text}");
            }
            other => panic!("{script}: {other:?}"),
        }
    }
}

#[test]
fn a_solver_may_remove_its_folder() {
    let removes = "rm -r \"$(dirname $1)\"; echo 's UNSATISFIABLE'; exit 20";
    assert_eq!(verdict(removes, &Limits::unlimited()), SatVerdict::Unsat);
}

#[test]
fn a_result_that_is_no_file_is_not_waited_for() {
    let pipe = "mkfifo $2; echo 's UNSATISFIABLE'; exit 20";
    assert_eq!(verdict(pipe, &Limits::unlimited()), SatVerdict::Unsat);
}

#[test]
fn the_time_of_the_program_is_its_own() {
    let mut solver = (shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; sleep 0.3; exit 0")
        .make)(LimitChecks::WhileSolving);
    assert_eq!(solver.cpu_time(), None);
    let start = std::time::Instant::now();
    solver.solve(&Limits::unlimited());
    let (wall, cpu) = (start.elapsed(), solver.cpu_time().unwrap());
    assert!(cpu > Duration::ZERO, "{cpu:?}");
    assert!(
        wall - cpu > Duration::from_millis(250),
        "{cpu:?} of {wall:?}"
    );
}

#[test]
fn a_solver_that_hangs_is_ended_with_its_children() {
    let limits = Limits::unlimited().within(Duration::from_millis(200));
    let start = std::time::Instant::now();
    let hangs = "sleep 60 & sleep 60";
    assert_eq!(
        verdict(hangs, &limits),
        SatVerdict::Unknown(Reason::Timeout)
    );
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_missing_program_is_a_crash() {
    let engine = SolverCommand::parse("/no/such/solver -q").unwrap().engine();
    let mut solver = (engine.make)(LimitChecks::WhileSolving);
    let verdict = solver.solve(&Limits::unlimited());
    assert!(matches!(
        verdict,
        SatVerdict::Unknown(Reason::Fault(Fault::Crash, _))
    ));
    assert_eq!(engine.name, "solver -q");
    assert_ne!(engine.name, VARISAT_NAME);
}

#[test]
fn commands_are_completed() {
    for (text, complete) in [
        ("cadical -q", "cadical -q {cnf}"),
        ("/usr/bin/minisat", "/usr/bin/minisat {cnf} {model}"),
        ("x -i {cnf} -o", "x -i {cnf} -o"),
        ("'/my tools/x' -o 'a b'", "'/my tools/x' -o 'a b' {cnf}"),
    ] {
        let command = SolverCommand::parse(text).unwrap().command;
        assert_eq!(command, FileCommand::parse(complete).unwrap());
    }
    assert_eq!(SolverCommand::parse("  "), Err(CommandError::Empty));
}
