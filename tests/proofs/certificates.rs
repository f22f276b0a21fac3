//! Certificates are made, and our own checker accepts them.

use crate::support::certificates::{
    PYRAMID, Place, SMALL, assert_rejected, assert_verified, forge, manifest, verify,
};
use crate::support::{self, EMPTY, HARD, NONE, PUZZLE, satoku};
use std::path::{Path, PathBuf};

#[test]
fn what_is_verified_is_told_line_by_line() {
    let place = Place::new();
    let folder = place.prove(&["exactly", "3"], SMALL, &[]);
    let ran = verify(&folder);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let expected = [
        "manifest.json: 5 files have the sizes and SHA-256 sums that it lists (satoku)",
        "claim.txt: says what the manifest says (satoku)",
        "puzzle.txt: boxes of 2x2 cells, 3 givens (satoku)",
        "solutions.txt: 3 grids, all different, obey the rules and the givens (satoku)",
        "formula.cnf: its 390 clauses are those that say the claim is false (satoku)",
    ];
    assert_eq!(lines[..5], expected);
    assert!(lines[5].starts_with("proof.drat: "));
    let claim = "The puzzle in puzzle.txt has exactly 3 solutions.";
    let verdict = [format!("puzzle: {SMALL}"), format!("verified: {claim}")];
    assert_eq!(lines[6..], verdict);
    let json = satoku(&["verify", "--json", &folder.display().to_string()], "");
    let object: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(
        (object["verdict"].as_str(), object["claim"].as_str()),
        (Some("verified"), Some(claim))
    );
    assert_eq!(object["puzzle"], SMALL);
    assert_eq!(object["checked"][0]["by"], "satoku");
}

#[test]
fn every_claim_is_proven_and_verified_in_every_form() {
    let place = Place::new();
    let claims: [(&[&str], &str); 10] = [
        (&["none"], NONE),
        (&["none"], "11.............."),
        (&["unique"], HARD),
        (&["unique"], "1234341221434321"),
        (&["unique", "--box", "1x1"], "1"),
        (&["exactly", "3"], SMALL),
        (&["exactly", "288"], "................"),
        (&["maximum"], PYRAMID),
        (&["maximum"], EMPTY),
        (&["maximum", "--minimise"], "................"),
    ];
    for (claim, puzzle) in claims {
        for format in ["text", "binary", "lrat", "binary-lrat"] {
            let folder = place.prove(claim, puzzle, &["--proof-format", format]);
            assert_verified(&folder);
        }
    }
    let rectangular = place.prove(&["maximum"], ".".repeat(36).as_str(), &["--box", "3x2"]);
    let claim = std::fs::read_to_string(rectangular.join("claim.txt")).unwrap();
    assert!(
        claim.contains("puzzle.txt (boxes of 3x2 cells) under"),
        "{claim}"
    );
    assert_verified(&rectangular);
}

#[test]
fn weights_of_ones_own_are_reduced_and_proven() {
    let place = Place::new();
    let mut state = 7u64;
    for (shape, count) in [("3x3", 81), ("3x3", 729), ("2x3", 36), ("2x3", 216)] {
        let numbers = (0..count).map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ((state >> 33) % 19) as i64 - 9
        });
        let text: Vec<String> = numbers.map(|number| number.to_string()).collect();
        let weights = place.folder("weights");
        std::fs::write(&weights, text.join(" ")).unwrap();
        let puzzle = match shape {
            "3x3" => PYRAMID.to_owned(),
            _ => ".".repeat(36),
        };
        for direction in [None, Some("--minimise")] {
            let mut claim = vec!["maximum", "--weights", &weights, "--box", shape];
            claim.extend(direction);
            assert_verified(&place.prove(&claim, &puzzle, &[]));
        }
    }
}

#[test]
fn false_claims_are_answered_without_a_folder() {
    let place = Place::new();
    let folder = place.folder("none");
    for (claim, puzzle, truth) in [
        (&["none"][..], SMALL, "the puzzle has a solution"),
        (&["unique"], SMALL, "the puzzle has more than one solution"),
        (&["unique"], NONE, "the puzzle has no solution"),
        (&["exactly", "4"], SMALL, "the puzzle has 3 solutions"),
        (&["exactly", "10000"], SMALL, "the puzzle has 3 solutions"),
        (
            &["exactly", "2"],
            SMALL,
            "the puzzle has more than 2 solutions",
        ),
        (&["maximum"], NONE, "the puzzle has no solution"),
    ] {
        let mut args = vec!["prove"];
        args.extend(claim);
        args.extend(["-", "-o", &folder]);
        let ran = satoku(&args, puzzle);
        assert_eq!((ran.stdout, ran.code), (format!("false: {truth}\n"), 1));
        assert_eq!(std::fs::read_dir(place.0.path()).unwrap().count(), 0);
    }
}

#[test]
fn no_time_is_no_answer() {
    let place = Place::new();
    let folder = place.folder("none");
    for claim in [&["none"][..], &["unique"], &["exactly", "7"], &["maximum"]] {
        let mut args = vec!["prove"];
        args.extend(claim);
        args.extend(["-", "-o", &folder, "--timeout", "0.000001"]);
        let ran = satoku(&args, HARD);
        assert_eq!(
            (ran.stdout.as_str(), ran.code),
            ("unknown: time limit\n", 3)
        );
        assert!(!Path::new(&folder).exists());
    }
}

#[test]
fn lemmas_that_the_contradiction_does_not_need_are_not_checked() {
    let place = Place::new();
    let folder = place.prove(&["unique"], HARD, &[]);
    // It does not follow; but nothing needs it, as nothing falsifies 1000.
    forge(&folder, "proof.drat", |text| {
        format!("11 22 1000 0\n{text}")
    });
    let ran = verify(&folder);
    assert!(ran.stdout.contains(" needed, 0 by RAT"), "{}", ran.stdout);
    assert_verified(&folder);
    // A lemma that yields a contradiction at once is needed.
    forge(&folder, "proof.drat", |text| format!("0\n{text}"));
    assert_rejected(&folder, "lemma 1 (0) does not follow");
}

#[test]
fn the_largest_grids_are_taken() {
    let place = Place::new();
    let folder = place.folder("none");
    let digit = |row: usize, column: usize| (6 * (row % 6) + row / 6 + column) % 36 + 1;
    let digits = (0..36 * 36).map(|place| digit(place / 36, place % 36).to_string());
    let full = digits.collect::<Vec<_>>().join(" ");
    let ran = satoku(&["prove", "none", "-", "-o", &folder], &full);
    let expected = "false: the puzzle has a solution\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (expected, ""));
}

/// Runs the program and expects this message and exit code.
fn message(args: &[&str], input: &str, code: i32, says: &str) {
    let ran = satoku(args, input);
    assert!(ran.stderr.contains(says), "{args:?}: {}", ran.stderr);
    assert_eq!(ran.code, code, "{args:?}");
}

#[test]
fn what_is_no_certificate_gets_its_message() {
    let place = Place::new();
    let folder = place.folder("f");
    message(
        &["verify", &folder],
        "",
        2,
        "is not a certificate: there is no such folder",
    );
    std::fs::create_dir(&folder).unwrap();
    message(
        &["verify", &folder],
        "",
        2,
        "is not a certificate: it has no manifest.json",
    );
    std::fs::write(Path::new(&folder).join("manifest.json"), "{}").unwrap();
    assert_rejected(Path::new(&folder), "manifest.json:1:2: missing field");
    let good = place.prove(&["unique"], HARD, &[]);
    std::fs::remove_file(good.join("solutions.txt")).unwrap();
    assert_rejected(&good, "solutions.txt: is missing");
    std::fs::create_dir(good.join("solutions.txt")).unwrap();
    assert_rejected(&good, "solutions.txt: is a folder; a certificate holds");
    message(
        &["verify", "README.md"],
        "",
        2,
        "README.md: is not a certificate: it is a file, but not a complete ZIP archive (",
    );
    message(
        &["verify", "--formula", "README.md", "--proof", "README.md"],
        "",
        2,
        "README.md:1: found",
    );
    message(&["verify", "--formula", "x"], "", 2, "--proof");
}

#[test]
fn places_that_cannot_be_used_get_their_message() {
    let place = Place::new();
    place.prove(&["unique"], HARD, &[]);
    let used = place.0.path().display().to_string();
    message(
        &["prove", "unique", "-", "-o", &used],
        HARD,
        2,
        "is not empty; name a new",
    );
    message(
        &["prove", "unique", "-", "-o", "README.md"],
        HARD,
        2,
        "README.md: is not a folder",
    );
    message(
        &["prove", "unique", "-", "-o", &"x".repeat(300)],
        HARD,
        2,
        "too long",
    );
    message(
        &["prove", "unique", "-", "-o", "/no/such/place"],
        HARD,
        2,
        "/no/such",
    );
}

#[test]
fn options_that_prove_nothing_get_their_message() {
    let place = Place::new();
    let folder = place.folder("f");
    message(
        &["prove", "exactly", "10001", "-", "-o", "x"],
        HARD,
        2,
        "10001",
    );
    message(
        &["prove", "unique", "-", "-o", &folder, "--solver", "no-such"],
        HARD,
        2,
        "no program 'no-such'",
    );
    message(
        &["prove", "unique", "-", "-o", &folder, "--solver", "echo"],
        HARD,
        4,
        "echo: it ended with",
    );
    message(
        &["solve", "-", "--certify", &folder],
        HARD,
        2,
        "add --unique",
    );
    let large = format!("{}\n", vec!["."; 49 * 49].join(" "));
    message(
        &["prove", "unique", "-", "-o", &folder],
        &large,
        2,
        "side 49 is too large",
    );
    message(
        &[
            "prove",
            "unique",
            "-",
            "-o",
            &folder,
            "--proof-format",
            "text",
            "--solver",
            "true",
        ],
        HARD,
        2,
        "--proof-format: the solver chooses between text and binary",
    );
}

#[test]
fn a_proof_for_another_formula_is_rejected() {
    let place = Place::new();
    let (one, other) = (
        place.prove(&["unique"], HARD, &[]),
        place.prove(&["maximum"], EMPTY, &[]),
    );
    let check = |cnf: &Path, proof: &Path| {
        let cnf = cnf.join("formula.cnf").display().to_string();
        let proof = proof.join("proof.drat").display().to_string();
        satoku(&["verify", "--formula", &cnf, "--proof", &proof], "")
    };
    let right = check(&one, &one);
    assert!(
        right.stdout.ends_with("formula.cnf has no model.\n"),
        "{}",
        right.stdout
    );
    for (cnf, proof) in [(&one, &other), (&other, &one)] {
        let ran = check(cnf, proof);
        assert!(ran.stdout.starts_with("rejected: "), "{}", ran.stdout);
        assert_eq!(ran.code, 1);
    }
}

#[test]
fn answers_are_certified_in_one_step() {
    let place = Place::new();
    let certified = |args: &[&str], input: &str, answer: &str, claims: &[&str]| {
        let folder = place.folder(&format!("{}{}", args[0], claims.len()));
        let mut all = args.to_vec();
        all.extend(["--certify", &folder]);
        let ran = satoku(&all, input);
        assert_eq!(ran.stdout, answer, "{}", ran.stderr);
        for (number, claim) in (1..).zip(claims) {
            let folder = match claims.len() {
                1 => PathBuf::from(&folder),
                _ => Path::new(&folder).join(number.to_string()),
            };
            let text = std::fs::read_to_string(folder.join("claim.txt")).unwrap();
            assert!(text.contains(claim), "{text}");
            assert!(ran.stderr.contains(text.trim()), "{}", ran.stderr);
            assert_verified(&folder);
        }
    };
    certified(&["count"], SMALL, "3\n", &["exactly 3 solutions"]);
    let two = format!("{SMALL}\n11..............\n");
    certified(
        &["count"],
        &two,
        "3\n0\n",
        &["exactly 3 solutions", "no solution"],
    );
    let none = format!("{NONE}\n");
    certified(&["solve", "--unique"], &none, "none\n", &["no solution"]);
    let grids = format!("{PYRAMID}\n{EMPTY}\n{NONE}\n");
    let claims = ["is 2829.", "is 2906.", "no solution"];
    certified(&["pyramid"], &grids, "2829\n2906\n-1\n", &claims);
    let folder = place.folder("several");
    let ran = satoku(&["solve", "--unique", "--certify", &folder], SMALL);
    assert!(
        ran.stderr
            .contains("there is no certificate for this answer"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, 1);
    assert!(!Path::new(&folder).exists());
}

#[test]
fn the_pyramid_instances_are_proven() {
    let file = support::list("pyramid/instances.jsonl");
    let place = Place::new();
    for line in std::fs::read_to_string(file).unwrap().lines().step_by(9) {
        let instance: serde_json::Value = serde_json::from_str(line).unwrap();
        let (puzzle, optimum) = (instance["puzzle"].as_str().unwrap(), &instance["optimum"]);
        match optimum.as_i64().unwrap() {
            -1 => assert_verified(&place.prove(&["none"], puzzle, &[])),
            optimum => {
                let folder = place.prove(&["maximum"], puzzle, &[]);
                assert_eq!(manifest(&folder).score, Some(optimum));
                assert_verified(&folder);
            }
        }
    }
}

#[test]
fn a_certificate_that_a_kill_left_on_its_way_is_put_in_its_place() {
    let around = tempfile::tempdir().unwrap();
    let place = around.path().join("c");
    let folder = place.display().to_string();
    assert_eq!(satoku(&["count", "--certify", &folder], PUZZLE).code, 0);
    // As a kill between the two steps of the move to FOLDER/1 leaves it.
    let way = around.path().join(".c.several");
    std::fs::create_dir(&way).unwrap();
    std::fs::rename(&place, way.join("1")).unwrap();
    let ran = satoku(&["count", "--certify", &folder], PUZZLE);
    assert!(ran.stderr.contains("is not empty"), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    assert!(!way.exists());
    let ran = satoku(&["verify", &place.join("1").display().to_string()], "");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}
