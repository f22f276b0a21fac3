//! Solvers whose answers change from run to run.

use super::planted::{compare_on, compare_with, files};
use crate::support::{is_installed, script};

/// A solver that lies on every third run: nothing that is said of it depends on a single run.
#[test]
fn what_is_not_reproduced_every_time_is_told() {
    if !is_installed("cadical") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs").display().to_string();
    let text = format!(
        "echo x >> '{runs}'\n\
         if [ $(($(wc -l < '{runs}') % 3)) = 0 ]; then echo 's UNSATISFIABLE'; exit 20; fi\n\
         exec cadical -q \"$1\""
    );
    let solver = script(folder.path(), "flaky", &text);
    let found = folder.path().join("found");
    // With other threads, a run of theirs in between could let each lie be repeated.
    let ran = compare_on(&["--jobs", "1"], &solver, &found, "5");
    assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
    let findings = ran
        .stdout
        .lines()
        .filter(|line| line.starts_with("finding "));
    let findings: Vec<&str> = findings.collect();
    // A single one, of the solver and not of those who asked it.
    let [finding] = findings[..] else {
        panic!("{}", ran.stdout);
    };
    assert!(
        finding.starts_with("finding 1: wrong-unsat by flaky on "),
        "{finding}"
    );
    let [story] = &files(&found, "md")[..] else {
        panic!("{}", ran.stdout)
    };
    let text = std::fs::read_to_string(story).unwrap();
    assert!(story.with_extension("cnf").exists(), "{text}");
    assert!(finding.ends_with("not reproduced every time"), "{finding}");
    assert!(text.contains("Not reproduced every time"), "{text}");
    assert!(text.contains("The formula of one run"), "{text}");
}

/// Under load, any solver may be late once.
#[test]
fn a_time_out_that_a_second_run_does_not_repeat_leaves_no_query_open() {
    if !is_installed("cadical") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let was_late = folder.path().join("late").display().to_string();
    let text = format!(
        "if mkdir '{was_late}' 2> /dev/null; then sleep 1000; fi\n\
         exec cadical -q \"$1\""
    );
    let solver = script(folder.path(), "late-once", &text);
    let found = folder.path().join("found");
    let ran = compare_with(&solver, &found, "2");
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains(", 0 left open: "), "{}", ran.stdout);
    let told = ran.stdout.lines().next().unwrap();
    assert!(
        told.starts_with("finding 1: time-out by late-once on 1 puzzle, "),
        "{told}"
    );
    assert!(told.ends_with("; not reproduced every time"), "{told}");
    let [story] = &files(&found, "md")[..] else {
        panic!("{}", ran.stdout)
    };
    let text = std::fs::read_to_string(story).unwrap();
    assert!(text.contains("it answered a second run"), "{text}");
}
