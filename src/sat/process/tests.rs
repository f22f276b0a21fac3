//! Solvers that are one line of shell.

use super::*;
use crate::sat::{LimitChecks, VARISAT_NAME};

/// A solver that is one line of shell, with the formula as $1 and the model file as $2.
fn shell(script: &str) -> Engine {
    shell_with(script, &[CNF, MODEL])
}

/// A solver that is one line of shell, with these files as its arguments.
fn shell_with(script: &str, files: &[&str]) -> Engine {
    let words = [script, "solver"].into_iter().chain(files.iter().copied());
    let command = words.fold(FileCommand::parse("sh -c").unwrap(), FileCommand::with);
    SolverCommand::of(command).engine()
}

/// The verdict of a scripted solver on x ∨ y.
fn verdict(script: &str, limits: &Limits) -> SatVerdict {
    verdict_of(&shell(script), limits)
}

/// The verdict of an engine on x ∨ y.
fn verdict_of(engine: &Engine, limits: &Limits) -> SatVerdict {
    let mut solver = (engine.make)(LimitChecks::WhileSolving);
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

/// The name of a result file is the program's own unless the command gives it to the solver.
#[test]
fn a_file_that_the_command_does_not_name_is_no_answer() {
    let limits = Limits::unlimited();
    let solver = |script: &str| shell_with(script, &[CNF]);
    let notes = "echo statistics > \"$(dirname $1)/model.txt\"; echo 's UNSATISFIABLE'; exit 20";
    assert_eq!(verdict_of(&solver(notes), &limits), SatVerdict::Unsat);
    let hidden = "printf 'SAT\\n1 0\\n' > \"$(dirname $1)/model.txt\"";
    let silent = verdict_of(&solver(hidden), &limits);
    assert!(
        matches!(silent, SatVerdict::Unknown(Reason::Fault(Fault::GaveUp, _))),
        "{silent:?}"
    );
}

#[test]
fn standard_output_and_the_result_file_say_the_same() {
    let limits = Limits::unlimited();
    let minisat = "echo '2 conflicts'; echo SATISFIABLE; echo '3 more'; printf 'SAT\\n1 0\\n' > $2";
    assert_eq!(verdict(minisat, &limits), SatVerdict::Sat);
    let open = "echo INDETERMINATE; echo INDET > $2";
    let open = verdict(open, &limits);
    assert!(
        matches!(open, SatVerdict::Unknown(Reason::Fault(Fault::GaveUp, _))),
        "{open:?}"
    );
    for (script, says) in [
        (
            "echo 's UNSATISFIABLE'; printf 'SAT\\n1 0\\n' > $2",
            "standard output says UNSATISFIABLE, but its result file says SATISFIABLE",
        ),
        (
            "echo SATISFIABLE; echo UNSAT > $2",
            "standard output says SATISFIABLE, but its result file says UNSATISFIABLE",
        ),
        (
            "echo SATISFIABLE; echo UNSATISFIABLE; echo UNSAT > $2",
            "found 'UNSATISFIABLE', expected one status",
        ),
    ] {
        match verdict(script, &limits) {
            SatVerdict::Unknown(Reason::Fault(Fault::Garbage, text)) => {
                assert!(text.contains(says), "{script}: {text}");
            }
            other => panic!("{script}: {other:?}"),
        }
    }
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
        ("kill -SEGV $$", ": it ended with signal 11"),
        (
            "rm -r \"$(dirname $1)\"; echo 's UNSATISFIABLE'; exit 20",
            "it removed formula.cnf, which it was given",
        ),
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
fn a_result_that_is_no_file_is_not_waited_for() {
    let pipe = "mkfifo $2; echo 's UNSATISFIABLE'; exit 20";
    assert_eq!(verdict(pipe, &Limits::unlimited()), SatVerdict::Unsat);
}

#[test]
fn the_time_of_the_program_is_its_own() {
    let mut solver = (shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; sleep 0.3; exit 0")
        .make)(LimitChecks::WhileSolving);
    assert_eq!(solver.cpu_time(), None);
    let start = Instant::now();
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
    let hangs = "sleep 60 & sleep 60";
    assert_eq!(
        verdict(hangs, &limits),
        SatVerdict::Unknown(Reason::Timeout)
    );
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

/// (x ∨ y) ∧ (x ∨ ¬y) ∧ (¬x ∨ y) ∧ (¬x ∨ ¬y): unit propagation alone does not refute it.
fn verdict_on_unsat(script: &str) -> SatVerdict {
    let engine = shell_with(script, &[CNF, PROOF]);
    let mut solver = (engine.make)(LimitChecks::WhileSolving);
    let [x, y] = [solver.new_var(), solver.new_var()];
    for x in [x.positive(), x.negative()] {
        for y in [y.positive(), y.negative()] {
            solver.add_clause(&[x, y]);
        }
    }
    solver.solve(&Limits::unlimited())
}

#[test]
fn unsatisfiable_is_believed_with_a_right_proof_only() {
    let after = |proof: &str| format!("{proof}; echo 's UNSATISFIABLE'; exit 20");
    for proof in [
        "printf '1 0\\n0\\n' > $2",
        "printf '5 1 0 1 2 0\\n6 0 5 3 4 0\\n' > $2",
        "printf 'a\\002\\000a\\000' > $2",
    ] {
        assert_eq!(
            verdict_on_unsat(&after(proof)),
            SatVerdict::Unsat,
            "{proof}"
        );
    }
    for (proof, why) in [
        (
            "true",
            "the proof ends after 0 lemmas without a contradiction",
        ),
        ("printf '0\\n' > $2", "lemma 1 (0) does not follow"),
        ("printf '1 x\\n' > $2", "line 1: found 'x'"),
        (
            "printf 'UNSAT\\n' > $2",
            "it wrote its result in place of a proof",
        ),
        ("rm $2", "it is not a file"),
        ("rm $2; mkfifo $2", "it is not a file"),
    ] {
        match verdict_on_unsat(&after(proof)) {
            SatVerdict::Unknown(Reason::Fault(Fault::WrongProof, text)) => {
                assert!(text.contains(why), "{proof}: {text}");
            }
            other => panic!("{proof}: {other:?}"),
        }
    }
}

/// The check counted as time of the solver.
#[test]
fn the_check_of_a_proof_has_a_time_of_its_own() {
    for (files, is_checked) in [(&[CNF, PROOF][..], true), (&[CNF], false)] {
        let engine = shell_with(
            "echo 0 > \"${2:-/dev/null}\"; echo 's UNSATISFIABLE'; exit 20",
            files,
        );
        let mut solver = (engine.make)(LimitChecks::WhileSolving);
        let x = solver.new_var();
        solver.add_clause(&[x.positive()]);
        solver.add_clause(&[x.negative()]);
        assert_eq!(solver.solve(&Limits::unlimited()), SatVerdict::Unsat);
        assert_eq!(solver.proof_check_time() > Duration::ZERO, is_checked);
    }
}

/// What is assumed is part of what is refuted.
#[test]
fn a_proof_may_use_assumptions() {
    let engine = shell_with("echo 's UNSATISFIABLE'; exit 20", &[CNF, PROOF]);
    let mut solver = (engine.make)(LimitChecks::WhileSolving);
    let x = solver.new_var();
    solver.add_clause(&[x.positive()]);
    solver.assume(&[x.negative()]);
    assert_eq!(solver.solve(&Limits::unlimited()), SatVerdict::Unsat);
    assert_eq!(solver.core(), [x.negative()]);
    let unassumed = solver.solve(&Limits::unlimited());
    assert!(
        matches!(
            unassumed,
            SatVerdict::Unknown(Reason::Fault(Fault::WrongProof, _))
        ),
        "{unassumed:?}"
    );
}
