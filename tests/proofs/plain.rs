//! Proofs of one's own formulas, in files of their own names.

use crate::support::certificates::Place;
use crate::support::{command, run, satoku};

/// A formula without a model, and its refutation as LRAT.
const SQUARE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
const LRAT: &str = "5 1 0 1 2 0\n6 0 5 3 4 0\n";

/// Writes the formula and a proof by this name, and returns their paths.
fn files(place: &Place, name: &str, proof: &str) -> [String; 2] {
    let paths = ["square.cnf", name].map(|name| place.folder(name));
    std::fs::write(&paths[0], SQUARE).unwrap();
    std::fs::write(&paths[1], proof).unwrap();
    paths
}

#[test]
fn lrat_by_the_name_of_drat_is_told() {
    let place = Place::new();
    for (name, proof, is_told) in [
        ("proof.drat", "5 1 0 1 2 0\n", true),
        ("proof.drat", "1 2 0\n", false),
        ("proof", "1 2 0\n", false),
    ] {
        let [formula, proof] = files(&place, name, proof);
        let ran = satoku(&["verify", "--formula", &formula, "--proof", &proof], "");
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        let says = "it was read as DRAT because of its name, but it begins like LRAT: let its \
                    name end in .lrat";
        assert_eq!(ran.stdout.contains(says), is_told, "{}", ran.stdout);
    }
    let [formula, proof] = files(&place, "proof.lrat", LRAT);
    let ran = satoku(&["verify", "--formula", &formula, "--proof", &proof], "");
    assert_eq!(ran.code, 0, "{}", ran.stdout);
}

#[test]
fn a_formula_or_a_proof_is_read_from_standard_input() {
    let place = Place::new();
    let [formula, proof] = files(&place, "proof.lrat", LRAT);
    let verify = |cnf: &str, proof: &str, input| {
        satoku(&["verify", "--formula", cnf, "--proof", proof], input)
    };
    for ran in [verify("-", &proof, SQUARE), verify(&formula, "-", LRAT)] {
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    }
    let both = verify("-", "-", LRAT);
    let says = "standard input can be read only once: found it as --formula and as --proof";
    assert!(both.stderr.contains(says), "{}", both.stderr);
    assert_eq!(both.code, 2);
}

/// The verifier's verdict does not depend on what else is installed.
#[cfg(unix)]
#[test]
fn a_crash_of_a_checker_that_nobody_asked_for_leaves_the_verdict() {
    let place = Place::new();
    let rate = place.script("rate", "kill -SEGV $$");
    let [formula, proof] = files(&place, "proof.drat", "1 0\n0\n");
    let args = ["verify", "--formula", &formula, "--proof", &proof];
    let path = format!("{}:/usr/bin:/bin", place.folder(""));
    let ran = run(command(&args).env("PATH", &path), "");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let says = "no verdict: it ended with signal 11";
    assert!(ran.stdout.contains(says), "{}", ran.stdout);
    assert!(ran.stdout.contains("(rate)\nverified: "), "{}", ran.stdout);
    let wanted = [&args[..], &["--checker", &rate]].concat();
    assert_eq!(satoku(&wanted, "").code, 4);
}
