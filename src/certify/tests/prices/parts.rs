//! Prices of the parts of a split.

use super::*;
#[cfg(feature = "process")]
use crate::certify::{KeptProofs, PartsWork};
use crate::cubes::Cube;
#[cfg(feature = "process")]
use std::{collections::BTreeMap, sync::Mutex};

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

fn draft<'p>(puzzle: &'p Puzzle, objective: &Directed<Objective>) -> CubesDraft<'p, Puzzle> {
    let conclusion = Conclusion::AtMost {
        solution: best(puzzle, objective.to_maximise()),
        objective: objective.clone(),
    };
    let cubes = split(puzzle, objective.to_maximise()).cubes;
    let draft = CubesDraft::new(puzzle, conclusion, cubes, &Limits::unlimited()).unwrap();
    match draft {
        Certification::Proven(draft) => draft,
        _ => panic!("no draft"),
    }
}

fn in_parts(puzzle: &Puzzle, objective: &Directed<Objective>) -> certify::Certificate {
    let draft = draft(puzzle, objective);
    let limits = Limits::unlimited();
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
        let highest = Directed::highest(objective.clone());
        let parts = in_parts(&puzzle, &highest);
        let bound = |certificate: &certify::Certificate| {
            let bytes = &certificate.files.files[file::MANIFEST];
            let manifest: Manifest = serde_json::from_slice(bytes).unwrap();
            manifest.bound.or(manifest.score).unwrap()
        };
        lower += u32::from(bound(&parts) < bound(&whole));
        let score = objective.score(&best(&puzzle, &objective));
        assert!(bound(&parts) >= score);
        let lowest = Directed::lowest(objective.clone());
        let score = objective.score(&best(&puzzle, lowest.to_maximise()));
        assert!(bound(&in_parts(&puzzle, &lowest)) <= score);
    }
    assert!(lower > 0, "{lower}");
}

#[test]
fn prices_of_another_cube_are_refused() {
    let (puzzle, objective) = case(shape("2x3"), 1);
    let certify::Certificate { claim, files } = in_parts(&puzzle, &Directed::highest(objective));
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
            match verified(forged, |_| {}) {
                // It has too low prices for candidates that the other cube has not.
                Verdict::Rejected(why) => {
                    assert!(why.starts_with(&**first), "{why}");
                    refused += 1;
                }
                // They are right for both.
                Verdict::Verified(proven) => assert_eq!(proven.claim, claim),
                Verdict::TooLarge(_) | Verdict::Stopped => panic!("{first} {second}"),
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

#[test]
fn too_many_parts_are_refused_before_any_is_proven() {
    let (puzzle, objective) = case(shape("2x2"), 0);
    let refusal = |parts: Vec<Cube>| {
        let conclusion = Conclusion::AtMost {
            solution: best(&puzzle, &objective),
            objective: Directed::highest(objective.clone()),
        };
        match CubesDraft::new(&puzzle, conclusion, parts, &Limits::unlimited()) {
            Err(CertifyError::TooLarge(why)) => why,
            _ => panic!("not refused"),
        }
    };
    let many = refusal(vec![Cube::default(); 400_000]);
    assert_eq!(
        many,
        "400000 cubes are too many for a certificate, expected at most 372827"
    );
}

/// Proofs in memory.
#[cfg(feature = "process")]
#[derive(Default)]
struct Kept(Mutex<BTreeMap<usize, Vec<u8>>>);

#[cfg(feature = "process")]
impl KeptProofs for Kept {
    fn load(&self, part: usize) -> Option<Vec<u8>> {
        self.0.lock().unwrap().get(&part).cloned()
    }

    fn keep(&self, part: usize, proof: &[u8]) {
        self.0.lock().unwrap().insert(part, proof.to_vec());
    }
}

/// Each part is proven by what is kept, or else anew; the claim, and the prices that are kept
/// then.
#[cfg(feature = "process")]
fn from_kept(
    (puzzle, objective): (&Puzzle, &Directed<Objective>),
    kept: BTreeMap<usize, Vec<u8>>,
) -> (String, BTreeMap<usize, Vec<u8>>) {
    let (draft, limits) = (draft(puzzle, objective), Limits::unlimited());
    let kept = Kept(Mutex::new(kept));
    let work = PartsWork {
        jobs: 2,
        limits: &limits,
        max_proof: MAX_PROOF,
        kept: &kept,
    };
    let around = tempfile::tempdir().unwrap();
    let target = certify::Target {
        folder: &around.path().join("certificate"),
        solver: None,
    };
    match draft.refute_all(&work, target).unwrap() {
        Certification::Proven(claim) => {
            let mut kept = kept.0.into_inner().unwrap();
            kept.retain(|_, proof| proof.starts_with(b"# Each solution"));
            (claim, kept)
        }
        other => panic!("{other:?}"),
    }
}

#[cfg(feature = "process")]
#[test]
fn kept_prices_of_another_puzzle_are_made_anew() {
    let cases = [
        (Direction::Highest, 1),
        (Direction::Lowest, 1),
        (Direction::Highest, 2),
    ];
    for (direction, seed) in cases {
        let (puzzle, objective) = case(shape("2x3"), seed);
        let (other, other_objective) = case(shape("2x3"), seed + 2);
        let [objective, other_objective] =
            [objective, other_objective].map(|plain| Directed::new(plain, direction));
        let question = (&puzzle, &objective);
        let (claim, good) = from_kept(question, BTreeMap::new());
        let (_, foreign) = from_kept((&other, &other_objective), BTreeMap::new());
        assert!(from_kept(question, foreign) == (claim, good), "{seed}");
    }
}

#[cfg(feature = "process")]
#[test]
fn kept_prices_with_a_changed_number_are_made_anew() {
    let (puzzle, objective) = case(shape("2x3"), 1);
    let objective = Directed::highest(objective);
    let question = (&puzzle, &objective);
    let (claim, good) = from_kept(question, BTreeMap::new());
    assert!(good.len() >= 4, "{}", good.len());
    let mut changed = good.clone();
    for proof in changed.values_mut() {
        let text = String::from_utf8(proof.clone()).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let first = lines.iter().position(|line| line == "cells").unwrap() + 1;
        add(&mut lines[first], 0, -1);
        *proof = (lines.join("\n") + "\n").into_bytes();
    }
    assert!(from_kept(question, changed) == (claim, good));
}

/// Looks into the folder in the making when a part's turn has come.
#[cfg(feature = "process")]
struct Watch<'w> {
    around: &'w std::path::Path,
    seen: Mutex<Vec<usize>>,
}

#[cfg(feature = "process")]
impl KeptProofs for Watch<'_> {
    fn load(&self, _part: usize) -> Option<Vec<u8>> {
        let folders = std::fs::read_dir(self.around).unwrap();
        let files = folders.flat_map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap());
        self.seen.lock().unwrap().push(files.count());
        None
    }

    fn keep(&self, _part: usize, _proof: &[u8]) {}
}

#[cfg(feature = "process")]
#[test]
fn a_proof_is_written_as_soon_as_it_is_made() {
    let around = tempfile::tempdir().unwrap();
    let (puzzle, objective) = case(shape("2x3"), 1);
    let draft = draft(&puzzle, &Directed::highest(objective));
    let watch = Watch {
        around: around.path(),
        seen: Mutex::default(),
    };
    let work = PartsWork {
        jobs: 1,
        limits: &Limits::unlimited(),
        max_proof: MAX_PROOF,
        kept: &watch,
    };
    let target = certify::Target {
        folder: &around.path().join("certificate"),
        solver: None,
    };
    let made = draft.refute_all(&work, target).unwrap();
    assert!(matches!(made, Certification::Proven(_)), "{made:?}");
    let seen = watch.seen.into_inner().unwrap();
    assert_eq!(seen, (0..draft.parts()).collect::<Vec<usize>>());
}
