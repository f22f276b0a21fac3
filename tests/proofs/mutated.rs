//! Proofs with mistakes: a third-party checker says the same of them.

use crate::support::certificates::Place;
use crate::support::{HARD, NONE, is_installed, satoku};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Changes of each proof.
const CHANGED: usize = 30;

/// Which lemmas a proof needs depends on the order of propagation, so a checker may
/// never look at a lemma that another one finds wrong. More than these differ for
/// another reason.
const FEW: usize = 2;

#[test]
fn rate_says_the_same_of_changed_proofs() {
    if !(is_installed("rate") && is_installed("cadical")) {
        return;
    }
    let place = Place::new();
    let cadical = ["--solver", "cadical -q --no-binary {cnf} {proof}"];
    let sources = [
        (&["unique"], HARD, &[][..]),
        (&["unique"], HARD, &cadical),
        (&["none"], NONE, &[]),
        (&["none"], NONE, &cadical),
    ];
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut accepted, mut rejected, mut different) = (0, 0, Vec::new());
    for (claim, puzzle, options) in sources {
        let folder = place.prove(claim, puzzle, options);
        let proof = fs::read_to_string(folder.join("proof.drat")).unwrap();
        let formula = folder.join("formula.cnf");
        let changed = folder.join("changed.drat");
        for number in 0..CHANGED {
            let mut lines: Vec<String> = proof.lines().map(str::to_owned).collect();
            for _ in 0..[1, 1, 2, 5][number % 4] {
                change(&mut lines, &mut random);
            }
            fs::write(&changed, lines.join("\n") + "\n").unwrap();
            match (ours(&formula, &changed), theirs(&formula, &changed)) {
                (true, true) => accepted += 1,
                (false, false) => rejected += 1,
                both => different.push((claim, options.is_empty(), number, both)),
            }
        }
    }
    assert!(different.len() <= FEW, "{different:?}");
    assert!(accepted > 10 && rejected > 10, "{accepted}, {rejected}");
}

/// Leaves out, repeats, moves or damages a step.
fn change(lines: &mut Vec<String>, random: &mut impl Rng) {
    let at = random.random_range(0..lines.len());
    let line = lines[at].clone();
    let (mark, literals) = match line.strip_prefix("d ") {
        Some(rest) => ("d ", rest),
        None => ("", line.as_str()),
    };
    let mut literals: Vec<&str> = literals.split(' ').filter(|word| *word != "0").collect();
    let other = random.random_range(0..lines.len());
    let negated;
    match random.random_range(0..6) {
        0 => {
            lines.remove(at);
            return;
        }
        1 => return lines.swap(at, other),
        2 => return lines.insert(other, line),
        3 => {
            lines[at] = if mark.is_empty() {
                format!("d {line}")
            } else {
                line[2..].to_owned()
            };
            return;
        }
        4 if literals.len() > 1 => {
            literals.remove(random.random_range(0..literals.len()));
        }
        _ => {
            let Some(first) = literals.first_mut() else {
                return;
            };
            negated = match first.strip_prefix('-') {
                Some(positive) => positive.to_owned(),
                None => format!("-{first}"),
            };
            *first = &negated;
        }
    }
    lines[at] = format!("{mark}{} 0", literals.join(" "));
}

fn ours(formula: &Path, proof: &Path) -> bool {
    let [formula, proof] = [formula, proof].map(|path| path.display().to_string());
    let ran = satoku(&["verify", "--formula", &formula, "--proof", &proof], "");
    assert!(matches!(ran.code, 0 | 1), "{}{}", ran.stdout, ran.stderr);
    ran.code == 0
}

/// As drat-trim means DRAT: unit clauses stay, and the first literal is the pivot.
fn theirs(formula: &Path, proof: &Path) -> bool {
    let mut rate = Command::new("rate");
    let ran = rate.args(["-d", "-p"]).args([formula, proof]).output();
    let said = String::from_utf8(ran.unwrap().stdout).unwrap();
    let accepts = said.lines().any(|line| line == "s VERIFIED");
    assert!(
        accepts || said.lines().any(|line| line == "s NOT VERIFIED"),
        "{said}"
    );
    accepts
}

/// Unit propagation refutes the formula; checkers that are installed read the proof, too.
#[test]
fn garbage_is_no_proof_of_what_needs_none() {
    let place = Place::new();
    let [cnf, proof] = ["x.cnf", "x.drat"].map(|name| place.folder(name));
    fs::write(&cnf, "p cnf 1 2\n1 0\n-1 0\n").unwrap();
    for (text, code, says) in [("x", 1, "rejected: "), ("1 0\n0\n", 0, "verified: ")] {
        fs::write(&proof, text).unwrap();
        let ran = satoku(&["verify", "--formula", &cnf, "--proof", &proof], "");
        assert_eq!(ran.code, code, "{ran:?}");
        let last = ran.stdout.lines().last().unwrap_or_default();
        assert!(last.starts_with(says), "{ran:?}");
    }
}
