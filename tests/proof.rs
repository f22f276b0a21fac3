//! Certificates: made, verified here and elsewhere, and forged, which is found out.

mod support;

use satoku::proof::manifest::{Entry, Manifest};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{EMPTY, HARD, NONE, Ran, command, satoku};
use tempfile::TempDir;

/// Givens of the pyramid problem.
const PYRAMID: &str =
    "700900001100005900000200080005020003000000648413000000007002090201060804080504012";

/// What its houses lose at least is what its best solution loses.
const SETTLED: &str =
    "096000040301000000000000900000000000000000070000000000000900000000000000050000090";

/// Three solutions.
const SMALL: &str = "1.......3......2";

const REQUIRED: &str = "SATOKU_REQUIRE_SOLVERS";

fn is_installed(program: &str) -> bool {
    let found = Command::new(program).arg("--help").output().is_ok();
    let required = std::env::var_os(REQUIRED).is_some();
    assert!(
        found || !required,
        "{program} is not installed, but {REQUIRED} is set"
    );
    found
}

/// A place for certificates.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn folder(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Proves a claim and returns the folder.
    fn prove(&self, claim: &[&str], puzzle: &str, options: &[&str]) -> PathBuf {
        let count = std::fs::read_dir(self.0.path()).unwrap().count();
        let folder = self.folder(&format!("certificate{count}"));
        let mut args = vec!["prove"];
        args.extend(claim);
        args.extend(["-", "-o", &folder]);
        args.extend(options);
        let ran = satoku(&args, puzzle);
        assert_eq!(
            (ran.code, ran.stderr.as_str()),
            (0, ""),
            "{claim:?} {}",
            ran.stdout
        );
        assert!(ran.stdout.starts_with("proven: The "), "{}", ran.stdout);
        folder.into()
    }
}

/// Verifies by our own checker alone.
fn verify(folder: &Path) -> Ran {
    let folder = folder.display().to_string();
    let mut command = command(&["verify", &folder]);
    let output = command.env("PATH", "").output().unwrap();
    Ran {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

fn assert_verified(folder: &Path) {
    let ran = verify(folder);
    let last = ran.stdout.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("verified: The "),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    assert_eq!(ran.code, 0);
}

fn assert_rejected(folder: &Path, says: &str) {
    let ran = verify(folder);
    let last = ran.stdout.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("rejected: "),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    assert!(last.contains(says), "expected '{says}': {last}");
    assert_eq!(ran.code, 1);
}

/// Changes a file, and lets the manifest agree with that.
fn forge(folder: &Path, file: &str, change: impl FnOnce(String) -> String) {
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = change(text.clone());
    assert_ne!(text, changed, "{file}");
    std::fs::write(&path, changed).unwrap();
    agree(folder, |_| {});
}

/// Writes the manifest anew, with right sizes and hashes.
fn agree(folder: &Path, change: impl FnOnce(&mut Manifest)) {
    let mut manifest = manifest(folder);
    for entry in &mut manifest.files {
        *entry = Entry::of(folder, &entry.name).unwrap();
    }
    change(&mut manifest);
    let text = serde_json::to_string(&manifest).unwrap();
    std::fs::write(folder.join("manifest.json"), text).unwrap();
}

fn manifest(folder: &Path) -> Manifest {
    let text = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn copy(folder: &Path) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    copy
}

/// Lines of a file as they are, but for what `change` does.
fn lines(text: String, change: impl FnOnce(&mut Vec<String>)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    lines.join("\n") + "\n"
}

#[test]
fn what_is_verified_is_told_line_by_line() {
    let place = Place::new();
    let folder = place.prove(&["exactly", "3"], SMALL, &[]);
    let ran = verify(&folder);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let expected = [
        "manifest.json: 5 files have the sizes and SHA-256 that it says (satoku)",
        "claim.txt: says what the manifest says (satoku)",
        "puzzle.txt: boxes of 2x2 cells, 3 givens (satoku)",
        "solutions.txt: 3 grids, all different, keep the rules and the givens (satoku)",
        "formula.cnf: its 390 clauses are those that say the claim is false (satoku)",
    ];
    assert_eq!(lines[..5], expected);
    assert!(lines[5].starts_with("proof.drat: "));
    let claim = "The puzzle in puzzle.txt has exactly 3 solutions.";
    assert_eq!(lines[6..], [format!("verified: {claim}")]);
    let json = satoku(&["verify", "--json", &folder.display().to_string()], "");
    let object: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(
        (object["verdict"].as_str(), object["claim"].as_str()),
        (Some("verified"), Some(claim))
    );
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
        (&["unique"], "1"),
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

#[test]
fn a_formula_that_announces_other_variables_is_rejected() {
    let place = Place::new();
    let folder = place.prove(&["exactly", "3"], SMALL, &[]);
    forge(&folder, "formula.cnf", |text| {
        text.replace("p cnf 64 ", "p cnf 65 ")
    });
    assert_rejected(&folder, "has 65 variables, expected 64");
}

#[test]
fn a_file_that_no_certificate_needs_is_not_read_to_its_end() {
    let place = Place::new();
    let folder = place.prove(&["exactly", "3"], SMALL, &[]);
    let claim = std::fs::File::options()
        .write(true)
        .open(folder.join("claim.txt"));
    claim.and_then(|file| file.set_len((64 << 20) + 1)).unwrap();
    agree(&folder, |_| {});
    assert_rejected(&folder, "claim.txt: has more than 67108864 bytes");
}

#[test]
fn a_formula_that_is_no_text_is_rejected() {
    let place = Place::new();
    let folder = place.prove(&["exactly", "3"], SMALL, &[]);
    let path = folder.join("formula.cnf");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.splice(0..0, *b"c \xff\n");
    std::fs::write(&path, bytes).unwrap();
    agree(&folder, |_| {});
    assert_rejected(&folder, "valid UTF-8");
}

#[test]
fn forged_proofs_are_rejected() {
    let place = Place::new();
    for (claim, puzzle) in [
        (&["unique"][..], HARD),
        (&["none"], NONE),
        (&["maximum"], EMPTY),
    ] {
        let folder = place.prove(claim, puzzle, &[]);
        let forged = |change: &dyn Fn(&mut Vec<String>), says: &str| {
            let copy = copy(&folder);
            forge(copy.path(), "proof.drat", |text| {
                lines(text, |all| change(all))
            });
            assert_rejected(copy.path(), says);
        };
        forged(&|all| all[0] = "1 0".into(), "does not follow");
        forged(
            &|all| all.insert(0, "0".into()),
            "lemma 1 (0) does not follow",
        );
        forged(
            &|all| all.truncate(all.len() / 2),
            "without a contradiction",
        );
        forged(&|all| all.clear(), "without a contradiction");
        forged(&|all| all[0] = "1 x 0".into(), "proof.drat:1: found 'x'");
        let copy = copy(&folder);
        forge(copy.path(), "proof.drat", |text| {
            text[..text.len() / 2].trim_end_matches(" 0\n").into()
        });
        assert_rejected(copy.path(), "proof.drat");
        let bytes = std::fs::read(
            place
                .prove(claim, puzzle, &["--proof-format", "binary"])
                .join("proof.drat"),
        )
        .unwrap();
        std::fs::write(copy.path().join("proof.drat"), &bytes[..bytes.len() / 2]).unwrap();
        agree(copy.path(), |_| {});
        assert_rejected(copy.path(), "proof.drat");
    }
}

#[test]
fn forged_formulas_are_rejected() {
    let place = Place::new();
    for (claim, puzzle) in [(&["exactly", "3"][..], SMALL), (&["maximum"], PYRAMID)] {
        let folder = place.prove(claim, puzzle, &[]);
        let clauses = std::fs::read_to_string(folder.join("formula.cnf"))
            .unwrap()
            .lines()
            .count()
            - 1;
        let forged = |change: &dyn Fn(&mut Vec<String>), says: &str| {
            let copy = copy(&folder);
            forge(copy.path(), "formula.cnf", |text| {
                lines(text, |all| {
                    change(all);
                    let header: Vec<&str> = all[0].split(' ').collect();
                    all[0] = format!("p cnf {} {}", header[2], all.len() - 1);
                })
            });
            assert_rejected(copy.path(), says);
        };
        for place in (1..=clauses).step_by(clauses / 30).chain([clauses]) {
            forged(
                &|all| drop(all.remove(place)),
                "formula.cnf: lacks the clause",
            );
            forged(
                &|all| all.push(all[place].clone()),
                "formula.cnf: has the clause",
            );
            let flip = |line: &str| {
                line.strip_prefix('-')
                    .map_or(format!("-{line}"), str::to_owned)
            };
            forged(&|all| all[place] = flip(&all[place]), "formula.cnf: ");
        }
        forged(
            &|all| all.push("0".into()),
            "has the clause '0', which does not belong there",
        );
        forged(
            &|all| all[0] = all[0].replacen("p cnf ", "p cnf 1", 1),
            "variables, expected",
        );
        forged(&|all| all[1] = "x 0".into(), "formula.cnf:2: found 'x'");
        // Clauses may come in any order.
        let copy = copy(&folder);
        forge(copy.path(), "formula.cnf", |text| {
            lines(text, |all| all[1..].reverse())
        });
        assert_verified(copy.path());
    }
}

#[test]
fn forged_solutions_are_rejected() {
    let place = Place::new();
    let folder = place.prove(&["exactly", "3"], SMALL, &[]);
    let forged = |change: &dyn Fn(&mut Vec<String>), says: &str| {
        let copy = copy(&folder);
        forge(copy.path(), "solutions.txt", |text| {
            lines(text, |all| change(all))
        });
        assert_rejected(copy.path(), says);
    };
    forged(&|all| drop(all.remove(1)), "expected 3 grids, found 2");
    forged(
        &|all| all.push(all[0].clone()),
        "expected 3 grids, found more",
    );
    forged(&|all| all[2] = all[0].clone(), "grid 3: stands there twice");
    forged(
        &|all| all[0].replace_range(1..2, "1"),
        "grid 1: row 1 has 1 twice",
    );
    forged(
        &|all| all[0].replace_range(0..1, "2"),
        "grid 1: r1c1 holds 2, but 1 was given",
    );
    forged(
        &|all| all[0].replace_range(1..2, "."),
        "grid 1: r1c2 is empty",
    );
    forged(
        &|all| all[0].replace_range(1..2, "5"),
        "solutions.txt:1:2: found '5'",
    );
    // A wrong count that the manifest and the claim agree with.
    let copy = copy(&folder);
    forge(copy.path(), "claim.txt", |text| text.replace('3', "2"));
    forge(copy.path(), "solutions.txt", |text| {
        lines(text, |all| drop(all.pop()))
    });
    agree(copy.path(), |manifest| manifest.solutions = 2);
    assert_rejected(copy.path(), "formula.cnf: has the clause");
}

#[test]
fn forged_claims_and_manifests_are_rejected() {
    let place = Place::new();
    let unique = place.prove(&["unique"], HARD, &[]);
    let none = place.prove(&["none"], NONE, &[]);
    for (folder, other) in [(&unique, &none), (&none, &unique)] {
        let swapped = copy(folder);
        std::fs::copy(other.join("claim.txt"), swapped.path().join("claim.txt")).unwrap();
        agree(swapped.path(), |_| {});
        assert_rejected(swapped.path(), "claim.txt: expected 'The puzzle");
        for file in ["puzzle.txt", "solutions.txt", "formula.cnf", "proof.drat"] {
            let swapped = copy(folder);
            std::fs::copy(other.join(file), swapped.path().join(file)).unwrap();
            assert_rejected(swapped.path(), file);
            agree(swapped.path(), |_| {});
            // The proof of one may be good for the other, too.
            if file != "proof.drat" {
                assert_rejected(swapped.path(), "");
            }
        }
    }
    let lies = |change: &dyn Fn(&mut Manifest), says: &str| {
        let copy = copy(&unique);
        agree(copy.path(), |manifest| change(manifest));
        assert_rejected(copy.path(), says);
    };
    lies(
        &|manifest| manifest.files[3].bytes += 1,
        "as the manifest says",
    );
    lies(
        &|manifest| manifest.files[4].sha256 = "0".repeat(64),
        "another SHA-256",
    );
    lies(&|manifest| drop(manifest.files.pop()), "each once");
    lies(
        &|manifest| manifest.files[0].name = "../claim.txt".into(),
        "each once",
    );
    lies(
        &|manifest| manifest.shape = "1x9".into(),
        "claim.txt: expected",
    );
    lies(&|manifest| manifest.shape = "0x9".into(), "found box '0x9'");
    lies(&|manifest| manifest.version = 2, "version 2, expected");
    lies(
        &|manifest| manifest.solutions = 0,
        "does not go with 0 solutions",
    );
    lies(&|manifest| manifest.score = Some(3), "the score 3");
}

#[test]
fn forged_objectives_are_rejected() {
    let place = Place::new();
    let folder = place.prove(&["maximum"], PYRAMID, &[]);
    let forged = |change: &dyn Fn(String) -> String, says: &str| {
        let copy = copy(&folder);
        forge(copy.path(), "objective.txt", change);
        assert_rejected(copy.path(), says);
    };
    forged(
        &|text| text.replacen("weights\n6", "weights\n7", 1),
        "r1c1: the reduced number",
    );
    forged(
        &|text| text.replacen("rows\n", "rows\n1", 1),
        "r1c1: the reduced number",
    );
    forged(
        &|text| text.replace("constant 2", "constant 3"),
        "the constants make 2745",
    );
    forged(&|text| text.replace("score 2829", "score 2830"), "not 2830");
    forged(&|text| text.replace("highest", "lowest"), "direction");
    forged(
        &|text| {
            let text = text.replace("score 2829", "score 2830");
            text.replace("reduced-score 84", "reduced-score 85")
        },
        "states another score than the grid has",
    );
    forged(&|text| text + "1\n", "found '1', expected the end");
    forged(&|text| text.replace("boxes", "bocks"), "expected boxes");
    // All weights doubled, and all that follows from that.
    let copy = copy(&folder);
    forge(copy.path(), "objective.txt", |text| {
        let double = |word: &str| {
            word.parse()
                .map_or(word.to_owned(), |n: i64| (2 * n).to_string())
        };
        let line = |line: &str| line.split(' ').map(double).collect::<Vec<_>>().join(" ");
        let is_comment = |line: &&str| !line.starts_with('#');
        text.lines()
            .filter(is_comment)
            .map(line)
            .collect::<Vec<_>>()
            .join("\n")
    });
    assert_rejected(copy.path(), "the grid is worth 5658, not 2829");
    forge(copy.path(), "claim.txt", |text| {
        text.replace("2829", "2830")
    });
    agree(copy.path(), |manifest| manifest.score = Some(2830));
    assert_rejected(copy.path(), "the grid is worth 5658, not 2830");
}

#[test]
fn bad_input_gets_its_message() {
    let place = Place::new();
    let folder = place.folder("f");
    let message = |args: &[&str], input: &str, code: i32, says: &str| {
        let ran = satoku(args, input);
        assert!(ran.stderr.contains(says), "{args:?}: {}", ran.stderr);
        assert_eq!(ran.code, code, "{args:?}");
    };
    message(
        &["verify", &folder],
        "",
        2,
        "is no certificate: there is no such folder",
    );
    std::fs::create_dir(&folder).unwrap();
    message(
        &["verify", &folder],
        "",
        2,
        "is no certificate: it has no manifest.json",
    );
    let used = place.0.path().display().to_string();
    message(
        &["prove", "unique", "-", "-o", &used],
        HARD,
        2,
        "is not empty, expected a name",
    );
    message(
        &["prove", "unique", "-", "-o", "README.md"],
        HARD,
        2,
        "README.md: is no folder",
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
        &["prove", "unique", "-", "-o", &folder, "--solver", "true"],
        HARD,
        4,
        "true: it ended with",
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
    std::fs::write(Path::new(&folder).join("manifest.json"), "{}").unwrap();
    assert_rejected(Path::new(&folder), "manifest.json: missing field");
    let good = place.prove(&["unique"], HARD, &[]);
    std::fs::remove_file(good.join("solutions.txt")).unwrap();
    assert_rejected(&good, "solutions.txt: is missing");
    std::fs::create_dir(good.join("solutions.txt")).unwrap();
    message(
        &["verify", &good.display().to_string()],
        "",
        2,
        "solutions.txt: cannot be read",
    );
    message(
        &["verify", "README.md"],
        "",
        2,
        "README.md: is no certificate: it is a file, expected a folder; for a proof alone use",
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
    message(
        &["verify", "--formula", "README.md", "--proof", "README.md"],
        "",
        2,
        "README.md:1: found",
    );
    message(&["verify", "--formula", "x"], "", 2, "--proof");
}

#[cfg(unix)]
impl Place {
    /// A program that is a line of shell.
    fn script(&self, name: &str, text: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        let path = self.folder(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }
}

#[cfg(unix)]
#[test]
fn solvers_that_refute_nothing_are_told() {
    let place = Place::new();
    let folder = place.folder("none");
    for (text, says) in [
        ("echo s UNKNOWN", "solver: it gave up"),
        ("echo s UNKNOWN; exit 30", "solver: it gave up"),
        (
            "printf 's SATISFIABLE\\nv 1 0\\n'; exit 10",
            "solver finds a model",
        ),
        ("printf 's SATISFIABLE\\nv 1 0\\n'", "solver finds a model"),
        (
            "printf 's SATISFIABLE\\nv 1 0\\n'; exit 20",
            "solver: it ended with",
        ),
        ("echo s UNSATISFIABLE; exit 10", "solver: it ended with"),
        ("echo s UNSATISFIABLE; exit 20", "was rejected: "),
        ("echo s UNSATISFIABLE", "was rejected: "),
    ] {
        let solver = place.script("solver", text);
        let ran = satoku(
            &["prove", "unique", "-", "-o", &folder, "--solver", &solver],
            HARD,
        );
        assert!(ran.stderr.contains(says), "{text}: {}", ran.stderr);
        assert_eq!(ran.code, 4, "{text}");
        assert!(!Path::new(&folder).exists());
    }
}

/// Checkers that are lines of shell.
#[cfg(unix)]
#[test]
fn checkers_are_believed_or_told() {
    let place = Place::new();
    let folder = place.prove(&["unique"], HARD, &[]).display().to_string();
    let script = |text: &str| place.script("checker", text);
    let asked = |text: &str| {
        satoku(
            &[
                "verify",
                &folder,
                "--checker",
                &script(text),
                "--timeout",
                "5",
            ],
            "",
        )
    };
    let yes = asked("test -s $1 -a -s $2 && echo 's VERIFIED'");
    assert!(
        yes.stdout
            .contains("proof.drat: accepted (checker)\nverified: "),
        "{}",
        yes.stdout
    );
    let solver = asked("echo 's VERIFIED UNSAT'; exit 20");
    assert_eq!(solver.code, 0, "{}", solver.stdout);
    let both = asked("echo 's VERIFIED'; echo 's NOT VERIFIED'");
    assert_eq!(both.code, 1, "{}", both.stdout);
    let no = asked("echo 's NOT VERIFIED'; exit 1");
    assert!(
        no.stdout.contains("checker says 's NOT VERIFIED'"),
        "{}",
        no.stdout
    );
    assert_eq!((yes.code, no.code), (0, 1));
    for (text, says) in [
        ("kill -KILL $$", "signal: 9"),
        ("exit 0", "without a verdict and printed 'nothing'"),
        (
            "echo 's VERIFIED'; exit 1",
            "checker: it says VERIFIED, but ended with exit status: 1, expected exit code 0",
        ),
        (
            "echo 'c VERIFIED'",
            "without a verdict and printed 'c VERIFIED'",
        ),
        ("echo 's VERIFIEDLY'", "without a verdict"),
        (
            "echo 'c trivial UNSAT'; echo 's VERIFIED'; exit 1",
            "it says VERIFIED, but",
        ),
        ("echo oh no >&2; exit 3", "printed 'oh no'"),
    ] {
        let ran = asked(text);
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
        assert_eq!(ran.code, 4);
    }
    let slow = script("sleep 60");
    let ran = satoku(
        &["verify", &folder, "--checker", &slow, "--timeout", "1"],
        "",
    );
    assert!(
        ran.stdout.ends_with("unknown: time limit\n"),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.code, 3);
    let ran = satoku(&["verify", &folder, "--checker", "/no/such/checker"], "");
    assert!(
        ran.stderr
            .contains("there is no program '/no/such/checker'"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, 2);
}

#[test]
fn rate_accepts_our_proofs_and_rejects_forged_ones() {
    if !is_installed("rate") {
        return;
    }
    let place = Place::new();
    let claims = [
        (&["unique"][..], HARD),
        (&["none"], NONE),
        (&["maximum"], EMPTY),
    ];
    // Refuted without a proof: a clash, a full grid, and a bound that says it all.
    let trivial = [
        (&["none"][..], "11.............."),
        (&["unique"], "1234341221434321"),
        (&["maximum"], SETTLED),
    ];
    for (claim, puzzle) in claims.into_iter().chain(trivial) {
        for format in ["text", "binary"] {
            let folder = place.prove(claim, puzzle, &["--proof-format", format]);
            let folder = folder.display().to_string();
            let ran = satoku(&["verify", "--checker", "rate", &folder], "");
            assert!(
                ran.stdout.contains("proof.drat: accepted (rate)\nverified"),
                "{}{}",
                ran.stdout,
                ran.stderr
            );
        }
    }
    for (claim, puzzle) in claims {
        let folder = place.prove(claim, puzzle, &[]);
        let [cnf, proof] = ["formula.cnf", "proof.drat"].map(|name| folder.join(name));
        let text = std::fs::read_to_string(&proof).unwrap();
        std::fs::write(&proof, &text[..text.len() / 2]).unwrap();
        let ran = Command::new("rate").args([&cnf, &proof]).output().unwrap();
        assert!(!String::from_utf8_lossy(&ran.stdout).contains("\ns VERIFIED"));
    }
}

#[test]
fn cadical_proves_in_both_forms() {
    if !is_installed("cadical") {
        return;
    }
    let place = Place::new();
    for (claim, puzzle) in [
        (&["unique"][..], HARD),
        (&["none"], NONE),
        (&["maximum"], PYRAMID),
    ] {
        for solver in ["cadical", "cadical -q --no-binary {cnf} {proof}"] {
            let hints = ["--solver", solver, "--proof-format", "lrat"];
            assert_verified(&place.prove(claim, puzzle, &hints));
            let folder = place.prove(claim, puzzle, &["--solver", solver]);
            assert_verified(&folder);
            assert!(manifest(&folder).solver.starts_with("cadical"));
            let file = |name: &str| folder.join(name).display().to_string();
            let args = [
                "verify",
                "--formula",
                &file("formula.cnf"),
                "--proof",
                &file("proof.drat"),
            ];
            assert_eq!(satoku(&args, "").code, 0);
        }
    }
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
    let data = std::env::var_os("SATOKU_DATA").map_or_else(|| support::data(""), PathBuf::from);
    let file = std::path::absolute(data)
        .unwrap()
        .join("pyramid/instances.jsonl");
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
