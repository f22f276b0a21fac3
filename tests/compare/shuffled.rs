//! Solvers that get shuffled formulas.
//!
//! Without CaDiCaL these tests are skipped, unless `SATOKU_REQUIRE_SOLVERS` is set.

use crate::planted::files;
use crate::support::{Ran, is_installed, satoku, script};

const PUZZLES: &str = "compare --random 6 --boxes 2x2,2x3 --encoding minimal --limit 2";
const VARIANTS: &str = "compare --random 3 --rules random --encoding minimal --limit 2";

/// Compares with a solver and these options.
fn compared(puzzles: &str, solver: &str, options: &[&str]) -> Ran {
    let mut args: Vec<&str> = puzzles.split(' ').collect();
    args.extend(["--solver", solver]);
    args.extend(options);
    satoku(&args, "")
}

#[test]
fn a_right_solver_is_right_about_shuffled_formulas() {
    if is_installed("cadical") {
        for (puzzles, shuffle) in [(PUZZLES, "--shuffle"), (VARIANTS, "--shuffle=77")] {
            let ran = compared(puzzles, "cadical -q {cnf} {proof}", &[shuffle]);
            assert_eq!(ran.code, 0, "{puzzles}: {}{}", ran.stdout, ran.stderr);
        }
    }
}

/// A solver that is wrong if the first literal of the formula is negative, as it never is in
/// these formulas unless they are shuffled.
#[test]
fn a_bug_that_depends_on_the_order_is_found() {
    if is_installed("cadical") {
        let folder = tempfile::tempdir().unwrap();
        let text = "if sed -n '/^p/{n;p;q}' \"$1\" | grep -q '^-'; then\n\
            echo 's UNSATISFIABLE'; exit 20; fi\nexec cadical -q \"$1\"";
        let solver = script(folder.path(), "reads-signs", text);
        let plain = compared(PUZZLES, &solver, &[]);
        assert_eq!(plain.code, 0, "{}{}", plain.stdout, plain.stderr);
        let found = folder.path().join("found");
        let options = ["--shuffle=3", "--findings", &found.display().to_string()];
        let shuffled = compared(PUZZLES, &solver, &options);
        assert_eq!(shuffled.code, 1, "{}", shuffled.stderr);
        let finding = shuffled.stdout.lines().find(|l| l.starts_with("finding "));
        assert!(
            finding.is_some_and(|line| line.contains(": wrong-unsat by reads-signs on ")),
            "{finding:?}"
        );
        assert!(shuffled.stdout.contains(" --shuffle=3"));
        // The formula is saved as the solver saw it.
        let formula = std::fs::read_to_string(&files(&found, "cnf")[0]).unwrap();
        let first = formula
            .lines()
            .skip_while(|line| !line.starts_with('p'))
            .nth(1);
        assert!(first.is_some_and(|line| line.starts_with('-')), "{formula}");
    }
}

#[test]
fn only_solvers_get_shuffled_formulas() {
    let ran = satoku(&["compare", "--random", "1", "--shuffle"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("--solver"), "{}", ran.stderr);
}
