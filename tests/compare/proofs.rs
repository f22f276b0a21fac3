//! Solvers that write proofs: a wrong one is a finding, even if the answer is right.
//!
//! Without CaDiCaL these tests are skipped, unless `SATOKU_REQUIRE_SOLVERS` is set.

use crate::planted::{compare_with, files, is_found_with};
use crate::support::{is_installed, satoku, script};
use std::path::Path;

#[test]
fn a_wrong_proof_of_a_right_answer_is_found() {
    if is_installed("cadical") {
        let folder = tempfile::tempdir().unwrap();
        let text = "cadical -q \"$1\"; code=$?; : > \"$2\"; exit $code";
        let solver = script(folder.path(), "proves-nothing", text) + " {cnf} {proof}";
        let found = folder.path().join("found").display().to_string();
        let args = "compare --random 4 --kinds minimal --encoding minimal --limit 2 --findings";
        let mut args: Vec<&str> = args.split(' ').collect();
        args.extend([&found, "--solver", &solver]);
        let ran = satoku(&args, "");
        assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
        let told: Vec<&str> = ran
            .stdout
            .lines()
            .filter(|l| l.starts_with("finding "))
            .collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].contains(": wrong-proof by proves-nothing on "),
            "{told:?}"
        );
        let story = std::fs::read_to_string(&files(Path::new(&found), "md")[0]).unwrap();
        assert!(story.contains("    satoku verify --formula "), "{story}");
        // Its formula needs lemmas, so it is not empty.
        assert!(!told[0].ends_with(", 0 clauses"), "{told:?}");
    }
}

#[test]
fn a_wrong_proof_of_a_wrong_answer_is_a_wrong_answer() {
    if is_installed("cadical") {
        let text = "echo 's UNSATISFIABLE'; exit 20";
        let arguments = " {cnf} {proof}";
        assert_eq!(is_found_with(arguments, "denies", text, "wrong-unsat"), 0);
    }
}

#[test]
fn right_proofs_are_no_finding() {
    if is_installed("cadical") {
        let folder = tempfile::tempdir().unwrap();
        for solver in [
            "cadical -q {cnf} {proof}",
            "cadical -q --no-binary {cnf} {proof}",
        ] {
            let ran = compare_with(solver, &folder.path().join("found"), "5");
            assert_eq!(ran.code, 0, "{solver}: {}{}", ran.stdout, ran.stderr);
        }
    }
}
