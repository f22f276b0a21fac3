//! Certificates by prices: good ones are accepted, forged ones are refused.

mod forged;
mod parts;

use crate::backend::{self, NativeBackend, Optimum, Query};
use crate::certify::manifest::{Entry, Manifest};
use crate::certify::prices::text;
use crate::certify::{
    self, Assertion, Certification, CertifyError, CertifyRequest, Conclusion, CubesDraft,
    MAX_PROOF, ProofFormat, ProofRequest,
};
use crate::cubes::{self, Split, SplitRequest};
use crate::grid::{Cell, Digit, Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::prices::Prices;
use crate::objective::{Directed, Direction, Objective};
use crate::search::Native;
use satoku_verify::file;
use satoku_verify::files::Memory;
use satoku_verify::verify::{Verdict, certificate};
use std::ops::ControlFlow;

/// A puzzle with weights or values made from a seed, and perhaps a given.
fn case(geometry: Geometry, seed: u64) -> (Puzzle, Objective) {
    let cells = geometry.cell_count() as u64;
    let count = match seed % 4 {
        3 => cells * geometry.side() as u64,
        _ => cells,
    };
    let number = |k: u64| ((seed + 5) * (k + 3) * 7919 % 31) as i64 - 12;
    let mut puzzle = Puzzle::empty(geometry);
    if seed % 2 == 1 {
        let digit = Digit::from_index(seed as usize % geometry.side());
        puzzle.set(Cell((seed % cells) as u32), Some(digit));
    }
    (
        puzzle,
        Objective::new(geometry, (0..count).map(number).collect()).unwrap(),
    )
}

fn shape(text: &str) -> Geometry {
    text.parse().unwrap()
}

/// The best of the first solutions: of all on 4×4.
fn best(puzzle: &Puzzle, objective: &Objective) -> Solution {
    let (mut best, mut seen) = (None, 0);
    Native::default().enumerate(puzzle, &Limits::unlimited(), &mut |solution| {
        let score = objective.score(solution);
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, solution.clone()));
        }
        seen += 1;
        match seen < 1000 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    best.unwrap().1
}

fn prove(
    puzzle: &Puzzle,
    assertion: &Assertion<Objective>,
    format: ProofFormat,
) -> Result<Certification<certify::Certificate>, CertifyError> {
    certify::in_memory(&CertifyRequest {
        puzzle,
        assertion,
        proof: ProofRequest::new(format, &Limits::unlimited()),
    })
}

fn proven(puzzle: &Puzzle, assertion: &Assertion<Objective>) -> certify::Certificate {
    match prove(puzzle, assertion, ProofFormat::Prices) {
        Ok(Certification::Proven(certificate)) => certificate,
        other => panic!("{other:?}"),
    }
}

fn at_most(puzzle: &Puzzle, objective: &Objective, bound: Option<i64>) -> certify::Certificate {
    let assertion = Assertion::AtMost {
        objective: Directed::highest(objective.clone()),
        solution: best(puzzle, objective),
        bound,
    };
    proven(puzzle, &assertion)
}

/// What the verifier says about files that the manifest agrees with, after this change.
fn verified(mut files: Memory, change: impl FnOnce(&mut Manifest)) -> Verdict {
    let bytes = &files.files[file::MANIFEST];
    let mut manifest: Manifest = serde_json::from_slice(bytes).unwrap();
    for entry in &mut manifest.files {
        *entry = Entry::read(&entry.name, &mut &files.files[&entry.name][..]).unwrap();
    }
    change(&mut manifest);
    let text = serde_json::to_vec(&manifest).unwrap();
    files.files.insert(file::MANIFEST.into(), text);
    certificate(&files, &|| false, &mut |_| {}).unwrap()
}

fn assert_refused(files: Memory, says: &str) {
    match verified(files, |_| {}) {
        Verdict::Rejected(why) => assert!(why.contains(says), "expected '{says}': {why}"),
        other => panic!("expected '{says}': {other:?}"),
    }
}

/// A file with its text changed.
fn changed(files: &Memory, name: &str, change: impl FnOnce(&mut Vec<String>)) -> Memory {
    let text = String::from_utf8(files.files[name].clone()).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    let mut files = files.clone();
    let text = lines.join("\n") + "\n";
    files.files.insert(name.into(), text.into_bytes());
    files
}

/// Adds to a number of a line.
fn add(line: &mut String, place: usize, more: i64) {
    let mut words: Vec<i64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
    words[place] += more;
    let words: Vec<String> = words.iter().map(i64::to_string).collect();
    *line = words.join(" ");
}

/// The first line of a block of prices.
fn block(lines: &[String], name: &str) -> usize {
    lines.iter().position(|line| line == name).unwrap() + 1
}

#[test]
fn bounds_by_prices_are_proven_and_true() {
    let mut settled = [0; 2];
    for (kind, geometry) in [shape("2x2"), shape("2x3")].into_iter().enumerate() {
        for seed in 0..24 {
            let (puzzle, objective) = case(geometry, seed);
            let certificate = at_most(&puzzle, &objective, None);
            let score = objective.score(&best(&puzzle, &objective));
            let words: Vec<&str> = certificate.claim.split(' ').collect();
            if certificate.claim.starts_with("The highest score") {
                settled[kind] += 1;
                assert!(certificate.claim.ends_with(&format!(" is {score}.")));
            } else {
                let bound: i64 = words[6].parse().unwrap();
                assert!(bound > score, "{}", certificate.claim);
                assert!(certificate.claim.ends_with(&format!(" scores {score}.")));
            }
            assert!(!certificate.files.files.contains_key(file::FORMULA));
        }
    }
    assert!(settled[0] > 8, "{settled:?}");
}

/// Where prices settle the score, clauses settle it alike.
#[test]
fn clauses_agree_with_prices() {
    let (mut both, mut open) = (0, 0);
    for seed in 0..24 {
        let (puzzle, objective) = case(shape("2x2"), seed);
        for direction in [Direction::Highest, Direction::Lowest] {
            let assertion = Assertion::Best(Directed::new(objective.clone(), direction));
            let by_clauses = prove(&puzzle, &assertion, ProofFormat::Auto).unwrap();
            let Certification::Proven(by_clauses) = by_clauses else {
                panic!("{by_clauses:?}");
            };
            assert!(by_clauses.files.files.contains_key(file::DRAT));
            match prove(&puzzle, &assertion, ProofFormat::Prices) {
                Ok(Certification::Proven(by_prices)) => {
                    both += 1;
                    assert_eq!(by_prices.claim, by_clauses.claim);
                }
                Err(CertifyError::Prices { bound, score }) => {
                    open += 1;
                    assert!(direction.signed(bound) > direction.signed(score));
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(both > 10, "{both} {open}");
}

/// What a search has shown is proven by a refutation of the candidates that prices leave.
#[test]
fn prices_and_clauses_prove_bounds_together() {
    let mut together = 0;
    for seed in 0..40 {
        let (puzzle, objective) = case(shape("2x3"), seed);
        let mut native = NativeBackend::default();
        let found = backend::maximise(&mut native, &puzzle, &objective, &Limits::unlimited());
        let Optimum::Optimal { solution, score } = found.unwrap() else {
            panic!("no optimum of {seed}");
        };
        let assertion = Assertion::AtMost {
            objective: Directed::highest(objective),
            solution,
            bound: Some(score),
        };
        let certificate = proven(&puzzle, &assertion);
        let files = certificate.files;
        if !files.files.contains_key(file::DRAT) {
            continue;
        }
        together += 1;
        assert!(certificate.claim.ends_with(&format!(" is {score}.")));
        let formula = |change: fn(&mut Vec<String>), says: &str| {
            let change = |lines: &mut Vec<String>| {
                change(lines);
                let header: Vec<&str> = lines[0].split(' ').collect();
                lines[0] = format!("p cnf {} {}", header[2], lines.len() - 1);
            };
            assert_refused(changed(&files, file::FORMULA, change), says);
        };
        // The clauses of candidates come last.
        formula(|lines| drop(lines.pop()), "formula.cnf: lacks the clause");
        formula(
            |lines| lines.push("-1 0".into()),
            "formula.cnf: has the clause",
        );
        let lower = |lines: &mut Vec<String>| {
            let first = block(lines, "cells");
            add(&mut lines[first], 0, -1);
        };
        assert_refused(changed(&files, file::PRICES, lower), "but pays only");
        let mut without = files.clone();
        without.files.insert(file::DRAT.into(), Vec::new());
        if let Verdict::Rejected(why) = verified(without, |_| {}) {
            assert!(why.contains("without a contradiction"), "{why}");
        }
        let remove = |manifest: &mut Manifest| {
            manifest.files.retain(|entry| entry.name != file::PRICES);
        };
        assert!(matches!(verified(files, remove), Verdict::Rejected(_)));
    }
    assert!(together > 0, "{together}");
}
