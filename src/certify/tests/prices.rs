//! Certificates by prices: good ones are accepted, forged ones are refused.

use crate::backend::{self, NativeBackend, Optimum, Query};
use crate::certify::manifest::{Entry, Manifest};
use crate::certify::prices::text;
use crate::certify::{
    self, Assertion, Certification, CertifyError, CertifyRequest, CubesDraft, Finding, MAX_PROOF,
    ProofFormat,
};
use crate::cubes::{self, Split, SplitRequest};
use crate::grid::{Cell, Digit, Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::objective::prices::Prices;
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
    assertion: &Assertion,
    format: ProofFormat,
) -> Result<Certification<certify::Certificate>, CertifyError> {
    certify::in_memory(&CertifyRequest {
        puzzle,
        assertion,
        format,
        limits: &Limits::unlimited(),
        max_proof: MAX_PROOF,
    })
}

fn proven(puzzle: &Puzzle, assertion: &Assertion) -> certify::Certificate {
    match prove(puzzle, assertion, ProofFormat::Prices) {
        Ok(Certification::Proven(certificate)) => certificate,
        other => panic!("{other:?}"),
    }
}

fn at_most(puzzle: &Puzzle, objective: &Objective, bound: Option<i64>) -> certify::Certificate {
    let assertion = Assertion::AtMost {
        objective: objective.clone(),
        lowest: false,
        solution: best(puzzle, objective),
        bound,
    };
    proven(puzzle, &assertion)
}

/// What the judge says about files that the manifest agrees with, after this change.
fn judged(mut files: Memory, change: impl FnOnce(&mut Manifest)) -> Verdict {
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
    match judged(files, |_| {}) {
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

/// The same by other means: where prices settle the score, clauses agree.
#[test]
fn clauses_agree_with_prices() {
    let (mut both, mut open) = (0, 0);
    for seed in 0..24 {
        let (puzzle, objective) = case(shape("2x2"), seed);
        for lowest in [false, true] {
            let objective = if lowest {
                objective.negated()
            } else {
                objective.clone()
            };
            let assertion = Assertion::Best { objective, lowest };
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
                    assert!(if lowest { bound < score } else { bound > score });
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(both > 10, "{both} {open}");
}

#[test]
fn forged_prices_are_refused() {
    let (puzzle, objective) = case(shape("2x2"), 2);
    let files = at_most(&puzzle, &objective, None).files;
    assert!(matches!(
        judged(files.clone(), |_| {}),
        Verdict::Verified(_)
    ));
    let forged = |change: &dyn Fn(&mut Vec<String>), says: &str| {
        assert_refused(changed(&files, file::PRICES, |lines| change(lines)), says);
    };
    // Each cell pays as little as it can.
    for place in 0..16 {
        let lower = |lines: &mut Vec<String>| {
            let first = block(lines, "cells");
            add(&mut lines[first + place / 4], place % 4, -1);
        };
        forged(&lower, "is worth");
    }
    for kind in ["rows", "columns", "boxes"] {
        let lower = |lines: &mut Vec<String>| {
            let first = block(lines, kind);
            add(&mut lines[first], 3, -1);
        };
        forged(&lower, "is worth");
        let missing = |lines: &mut Vec<String>| {
            let first = block(lines, kind);
            lines.remove(first);
        };
        forged(&missing, "expected 16 integers");
        forged(&|lines| lines.retain(|line| line != kind), "expected");
    }
    let scale = |text: &'static str| {
        move |lines: &mut Vec<String>| {
            let place = lines
                .iter()
                .position(|line| line.starts_with("scale"))
                .unwrap();
            lines[place] = format!("scale {text}");
        }
    };
    forged(&scale("0"), "the scale is 0");
    forged(&scale("-1"), "the scale is -1");
    forged(&scale("1000"), "is worth");
    forged(&scale("9223372036854775807"), "is worth");
    forged(&scale("9223372036854775808"), "expected 1 integers");
    let raised = |lines: &mut Vec<String>| {
        let first = block(lines, "rows");
        add(&mut lines[first], 0, 1);
    };
    let large = |lines: &mut Vec<String>| {
        let first = block(lines, "rows");
        lines[first] = ["9223372036854775807"; 4].join(" ");
    };
    forged(&large, "the prices make");
    // More is paid than is worth: that is no lie, if the bound is as much higher.
    forged(
        &|lines| (0..100).for_each(|_| raised(lines)),
        "the prices make",
    );
    let bound = |more: i64| {
        move |lines: &mut Vec<String>| {
            let last = lines.last_mut().unwrap();
            let bound: i64 = last.trim_start_matches("bound ").parse().unwrap();
            *last = format!("bound {}", bound + more);
        }
    };
    forged(&bound(-1), "the prices make");
    forged(&bound(1), "the prices make");
    forged(&|lines| lines.push("bound 1".into()), "expected the end");
    forged(
        &|lines| lines.insert(0, "# all is well".into()),
        "prices.txt: found",
    );
}

#[test]
fn prices_of_another_puzzle_are_refused() {
    let (puzzle, objective) = case(shape("2x2"), 2);
    let files = at_most(&puzzle, &objective, None).files;
    // With a given that the best solution has not, no solution may score as much.
    let score = objective.score(&best(&puzzle, &objective));
    let worse = puzzle
        .geometry()
        .cells()
        .flat_map(|cell| puzzle.geometry().digits().map(move |digit| (cell, digit)));
    let worse = worse.map(|(cell, digit)| {
        let mut given = puzzle.clone();
        given.set(cell, Some(digit));
        let most = objective.score(&best(&given, &objective));
        (most < score - 10).then(|| at_most(&given, &objective, None))
    });
    let worse = worse.flatten().next().unwrap();
    let (other, weights) = case(shape("2x2"), 6);
    let others = [worse, at_most(&other, &weights, None)];
    for other in others {
        let mut forged = files.clone();
        let prices = other.files.files[file::PRICES].clone();
        forged.files.insert(file::PRICES.into(), prices);
        assert_refused(forged, "prices.txt: ");
    }
}

#[test]
fn claims_are_no_stronger_than_their_prices() {
    let (puzzle, objective) = (0..)
        .map(|seed| case(shape("2x3"), seed))
        .find(|(puzzle, objective)| {
            at_most(puzzle, objective, None)
                .claim
                .starts_with("No solution")
        })
        .unwrap();
    let files = at_most(&puzzle, &objective, None).files;
    let manifest: Manifest = serde_json::from_slice(&files.files[file::MANIFEST]).unwrap();
    let (score, bound) = (manifest.score.unwrap(), manifest.bound.unwrap());
    assert!(score < bound);
    let claims = |bound: i64| {
        let claim = format!(
            "No solution of puzzle.txt scores above {bound} under objective.txt, and one scores \
             {score}.\n"
        );
        let mut forged = files.clone();
        forged.files.insert(file::CLAIM.into(), claim.into_bytes());
        judged(forged, |manifest| manifest.bound = Some(bound))
    };
    assert!(matches!(claims(bound), Verdict::Verified(_)));
    assert!(matches!(claims(bound + 1), Verdict::Verified(_)));
    let refused = |verdict: Verdict, says: &str| match verdict {
        Verdict::Rejected(why) => assert!(why.contains(says), "{why}"),
        other => panic!("{other:?}"),
    };
    if bound - 1 > score {
        refused(claims(bound - 1), "shows that no score is above");
    }
    refused(claims(score), "does not go with");
    for proof in ["drat", "lrat"] {
        let proof = serde_json::from_str(&format!("\"{proof}\"")).unwrap();
        let verdict = judged(files.clone(), |manifest| manifest.proof = proof);
        refused(verdict, "expected the files");
    }
    let verdict = judged(files.clone(), |manifest| manifest.cubes = Some(1));
    refused(verdict, "expected the files");
    let verdict = judged(files.clone(), |manifest| manifest.shape = None);
    refused(verdict, "prices say nothing");
    let verdict = judged(files, |manifest| manifest.shape = Some("3x2".into()));
    refused(verdict, "");
}

/// A prover that computes prices with a mistake.
#[test]
fn prices_by_a_prover_with_a_mistake_are_refused() {
    let (puzzle, objective) = case(shape("2x2"), 2);
    let files = at_most(&puzzle, &objective, None).files;
    let limits = Limits::unlimited();
    let right = Prices::new(&objective, &puzzle, i64::MAX, &limits).unwrap();
    let with = |change: fn(&mut Prices)| {
        let mut prices = right.clone();
        change(&mut prices);
        let mut files = files.clone();
        let text = text(puzzle.geometry(), &prices, false);
        files.files.insert(file::PRICES.into(), text.into_bytes());
        files
    };
    let found = judged(with(|_| {}), |_| {});
    let is_priced = |verdict: &Verdict| match verdict {
        Verdict::Verified(_) => true,
        Verdict::Rejected(why) => why.contains("shows that no score is above"),
        Verdict::Stopped => false,
    };
    assert!(is_priced(&found), "{found:?}");
    type Mistake = (&'static str, fn(&mut Prices), &'static str);
    let mistakes: [Mistake; 8] = [
        (
            "a candidate left out",
            |prices| prices.cells[5] -= 1,
            "is worth",
        ),
        (
            "rows and columns exchanged",
            |prices| prices.houses.rotate_left(16),
            "prices.txt: ",
        ),
        (
            "digits from 0",
            |prices| prices.houses.rotate_left(1),
            "prices.txt: ",
        ),
        (
            "a house forgotten",
            |prices| prices.houses[..4].fill(-100),
            "is worth",
        ),
        (
            "the sign of the other direction",
            |prices| prices.cells.iter_mut().for_each(|price| *price = -*price),
            "prices.txt: ",
        ),
        ("another scale", |prices| prices.scale *= 2, "is worth"),
        (
            "rounded too far",
            |prices| prices.bound -= 1,
            "the prices make",
        ),
        (
            "the sum without the cells",
            |prices| prices.bound -= prices.cells.iter().sum::<i64>(),
            "the prices make",
        ),
    ];
    for (name, mistake, says) in mistakes {
        match judged(with(mistake), |_| {}) {
            Verdict::Rejected(why) => {
                assert!(
                    why.contains(says) && !why.contains("shows that"),
                    "{name}: {why}"
                );
            }
            other => panic!("{name}: {other:?}"),
        }
    }
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
            objective,
            lowest: false,
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
        assert_refused(changed(&files, file::PRICES, lower), "is worth");
        let mut without = files.clone();
        without.files.insert(file::DRAT.into(), Vec::new());
        if let Verdict::Rejected(why) = judged(without, |_| {}) {
            assert!(why.contains("without a contradiction"), "{why}");
        }
        let remove = |manifest: &mut Manifest| {
            manifest.files.retain(|entry| entry.name != file::PRICES);
        };
        assert!(matches!(judged(files, remove), Verdict::Rejected(_)));
    }
    assert!(together > 0, "{together}");
}

fn split(puzzle: &Puzzle, objective: &Objective) -> Split {
    cubes::split(
        puzzle,
        &SplitRequest {
            query: &Query::Maximise(objective.clone()),
            above: None,
            count: 5,
            limits: &Limits::unlimited(),
        },
    )
}

fn in_parts(puzzle: &Puzzle, objective: &Objective, lowest: bool) -> certify::Certificate {
    let finding = Finding::AtMost {
        solution: best(puzzle, objective),
        objective: objective.clone(),
        lowest,
    };
    let limits = Limits::unlimited();
    let cubes = split(puzzle, objective).cubes;
    let draft = CubesDraft::new(puzzle, finding, cubes, &limits).unwrap();
    let Certification::Proven(draft) = draft else {
        panic!("no draft");
    };
    let part = |part| match draft.refute(part, &limits, MAX_PROOF).unwrap() {
        Certification::Proven(proof) => proof,
        other => panic!("{other:?}"),
    };
    let proofs: Vec<Vec<u8>> = (0..draft.parts()).map(part).collect();
    match draft.in_memory(&proofs, &limits).unwrap() {
        Certification::Proven(certificate) => certificate,
        other => panic!("{other:?}"),
    }
}

#[test]
fn cubes_are_bounded_by_prices() {
    let mut lower = 0;
    for seed in 0..16 {
        let geometry = shape(if seed < 10 { "2x2" } else { "2x3" });
        let (puzzle, objective) = case(geometry, seed);
        let whole = at_most(&puzzle, &objective, None);
        let parts = in_parts(&puzzle, &objective, false);
        let bound = |certificate: &certify::Certificate| {
            let bytes = &certificate.files.files[file::MANIFEST];
            let manifest: Manifest = serde_json::from_slice(bytes).unwrap();
            manifest.bound.or(manifest.score).unwrap()
        };
        lower += u32::from(bound(&parts) < bound(&whole));
        let score = objective.score(&best(&puzzle, &objective));
        assert!(bound(&parts) >= score);
        let negated = in_parts(&puzzle, &objective.negated(), true);
        assert!(
            bound(&negated)
                <= -objective
                    .negated()
                    .score(&best(&puzzle, &objective.negated()))
        );
    }
    assert!(lower > 0, "{lower}");
}

#[test]
fn prices_of_another_cube_are_refused() {
    let (puzzle, objective) = case(shape("2x3"), 1);
    let certify::Certificate { claim, files } = in_parts(&puzzle, &objective, false);
    let names: Vec<String> = files
        .files
        .keys()
        .filter(|name| name.ends_with(".prices"))
        .cloned()
        .collect();
    assert!(names.len() >= 4, "{names:?}");
    let mut refused = 0;
    for first in &names {
        for second in names.iter().filter(|second| *second != first) {
            let mut forged = files.clone();
            let prices = files.files[second].clone();
            forged.files.insert(first.clone(), prices);
            match judged(forged, |_| {}) {
                // It has too low prices for candidates that the other cube has not.
                Verdict::Rejected(why) => {
                    assert!(why.starts_with(&**first), "{why}");
                    refused += 1;
                }
                // They are right for both.
                Verdict::Verified(proven) => assert_eq!(proven.claim, claim),
                Verdict::Stopped => panic!("{first} {second}"),
            }
        }
    }
    assert!(refused > 2, "{refused}");
    // A cube that is left out is one that nothing covers.
    let mut missing = changed(&files, file::CUBES, |lines| drop(lines.pop()));
    let last = format!("cube-{}.prices", names.len());
    missing.files.remove(&last);
    let remove = |manifest: &mut Manifest| {
        manifest.files.retain(|entry| entry.name != last);
        manifest.cubes = manifest.cubes.map(|cubes| cubes - 1);
    };
    let bytes = &missing.files[file::MANIFEST];
    let mut manifest: Manifest = serde_json::from_slice(bytes).unwrap();
    remove(&mut manifest);
    missing.files.insert(
        file::MANIFEST.into(),
        serde_json::to_vec(&manifest).unwrap(),
    );
    assert_refused(missing, "cover.drat");
}
