//! Forged prices, prices of something else, and provers with a mistake.

use super::*;

/// Changes the lines of prices that are right, which then are refused.
fn forged(change: &dyn Fn(&mut Vec<String>), says: &str) {
    let (puzzle, objective) = case(shape("2x2"), 2);
    let files = at_most(&puzzle, &objective, None).files;
    assert!(matches!(
        verified(files.clone(), |_| {}),
        Verdict::Verified(_)
    ));
    assert_refused(changed(&files, file::PRICES, |lines| change(lines)), says);
}

#[test]
fn forged_prices_of_cells_and_houses_are_refused() {
    // Each cell pays as little as it can.
    for place in 0..16 {
        let lower = |lines: &mut Vec<String>| {
            let first = block(lines, "cells");
            add(&mut lines[first + place / 4], place % 4, -1);
        };
        forged(&lower, "but pays only");
    }
    for kind in ["rows", "columns", "boxes"] {
        let lower = |lines: &mut Vec<String>| {
            let first = block(lines, kind);
            add(&mut lines[first], 3, -1);
        };
        forged(&lower, "but pays only");
        let missing = |lines: &mut Vec<String>| {
            let first = block(lines, kind);
            lines.remove(first);
        };
        forged(&missing, "expected 16 integers");
        forged(&|lines| lines.retain(|line| line != kind), "expected");
    }
}

#[test]
fn forged_scales_are_refused() {
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
    forged(&scale("1000"), "but pays only");
    forged(&scale("9223372036854775807"), "but pays only");
    forged(&scale("9223372036854775808"), "expected an integer");
}

#[test]
fn forged_sums_and_bounds_are_refused() {
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
        verified(forged, |manifest| manifest.bound = Some(bound))
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
    refused(claims(score), "contradicts");
    for proof in ["drat", "lrat"] {
        let proof = serde_json::from_str(&format!("\"{proof}\"")).unwrap();
        let verdict = verified(files.clone(), |manifest| manifest.proof = proof);
        refused(verdict, "expected the files");
    }
    let verdict = verified(files.clone(), |manifest| manifest.cubes = Some(1));
    refused(verdict, "expected the files");
    let verdict = verified(files.clone(), |manifest| manifest.shape = None);
    refused(verdict, "prices say nothing");
    let verdict = verified(files, |manifest| manifest.shape = Some("3x2".into()));
    refused(verdict, "");
}

/// A mistake in prices, and what the verifier says about it.
type Mistake = (&'static str, fn(&mut Prices), &'static str);

const MISTAKES: [Mistake; 8] = [
    (
        "a candidate left out",
        |prices| prices.cells[5] -= 1,
        "but pays only",
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
        "but pays only",
    ),
    (
        "the sign of the other direction",
        |prices| prices.cells.iter_mut().for_each(|price| *price = -*price),
        "prices.txt: ",
    ),
    ("another scale", |prices| prices.scale *= 2, "but pays only"),
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
        let text = text(puzzle.geometry(), &prices, Direction::Highest);
        files.files.insert(file::PRICES.into(), text.into_bytes());
        files
    };
    let found = verified(with(|_| {}), |_| {});
    let is_priced = |verdict: &Verdict| match verdict {
        Verdict::Verified(_) => true,
        Verdict::Rejected(why) => why.contains("shows that no score is above"),
        Verdict::TooLarge(_) | Verdict::Stopped => false,
    };
    assert!(is_priced(&found), "{found:?}");
    for (name, mistake, says) in MISTAKES {
        match verified(with(mistake), |_| {}) {
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
