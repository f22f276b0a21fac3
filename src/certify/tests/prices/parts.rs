//! Prices of the parts of a split.

use super::*;

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
