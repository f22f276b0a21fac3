//! Certificates in parts: good ones are accepted, forged ones are rejected.

use crate::support::certificates::{
    PYRAMID, Place, SMALL, agree, assert_rejected, assert_verified, copy, forge, lines, verify,
};
use crate::support::{EMPTY, HARD, NONE, run, satoku};
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// A proper puzzle that takes a search.
const OTHER: &str =
    "98.7.....6...5.9....5....7.4....3..7..85..6.........24.1..2......68..7.......1..3";

/// The certificate of a puzzle's answer by about so many cubes.
fn certificate(place: &Place, puzzle: &str, count: &str, options: &[&str]) -> PathBuf {
    let number = std::fs::read_dir(place.0.path()).unwrap().count();
    let folder = place.folder(&format!("cubes{number}"));
    let mut args = vec!["cubes", "-", "--count", count, "--certify", &folder];
    args.extend(options);
    let ran = satoku(&args, puzzle);
    assert!(ran.stderr.contains("verified: The "), "{ran:?}");
    folder.into()
}

fn proofs(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut cubes: Vec<String> = names.filter(|name| name.starts_with("cube-")).collect();
    cubes.sort();
    cubes
}

/// Takes the last cube out of the certificate.
fn remove_last(folder: &Path, count: usize) {
    let name = format!("cube-{count}.drat");
    std::fs::remove_file(folder.join(&name)).unwrap();
    let path = folder.join("cubes.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    let left: Vec<&str> = text.lines().take(count - 1).collect();
    let left: String = left.iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(&path, left).unwrap();
    let path = folder.join("manifest.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut manifest: satoku::certify::manifest::Manifest = serde_json::from_str(&text).unwrap();
    manifest.files.retain(|entry| entry.name != name);
    manifest.cubes = Some(count as u64 - 1);
    std::fs::write(&path, serde_json::to_string(&manifest).unwrap()).unwrap();
    agree(folder, |_| {});
}

#[test]
fn each_kind_of_claim_is_proven_in_parts() {
    let place = Place::new();
    for (puzzle, options, says) in [
        (HARD, &[][..], "exactly one solution"),
        (NONE, &[], "no solution"),
        (SMALL, &["--limit", "9"], "exactly 3 solutions"),
        (PYRAMID, &["--maximum"], "is 2829."),
        (PYRAMID, &["--maximum", "--minimise"], "lowest score"),
    ] {
        let folder = certificate(&place, puzzle, "6", options);
        assert_verified(&folder);
        let ran = verify(&folder);
        assert!(ran.stdout.contains(says), "{}", ran.stdout);
        assert!(ran.stdout.contains("outside the cubes: "), "{}", ran.stdout);
    }
}

/// Cubes of large grids are refuted by clause learning, not by a SAT solver.
#[test]
fn large_grids_are_proven_in_parts() {
    let place = Place::new();
    let generated = satoku(&["generate", "--box", "4x4", "--seed", "3"], "");
    let puzzle = generated.stdout.trim();
    let folder = certificate(&place, puzzle, "6", &["--box", "4x4"]);
    assert_verified(&folder);
    let named = |name: &String| std::fs::metadata(folder.join(name)).unwrap().len();
    let longest = proofs(&folder)
        .iter()
        .max_by_key(|name| named(name))
        .unwrap()
        .clone();
    let copy = copy(&folder);
    std::fs::write(copy.path().join(&longest), b"a\0").unwrap();
    agree(copy.path(), |_| {});
    let ran = verify(copy.path());
    assert!(
        ran.code == 1 && ran.stdout.contains(&longest),
        "{}",
        ran.stdout
    );
}

#[test]
fn variants_are_proven_in_parts() {
    let place = Place::new();
    let puzzle = ".".repeat(16);
    let options = ["--rules", "diagonal", "--limit", "100"];
    let folder = certificate(&place, &puzzle, "7", &options);
    assert_verified(&folder);
    assert!(proofs(&folder).len() >= 7);
}

#[test]
fn a_missing_cube_is_noticed() {
    let place = Place::new();
    for (puzzle, options) in [(HARD, &[][..]), (EMPTY, &["--maximum"])] {
        let folder = certificate(&place, puzzle, "4", options);
        let count = proofs(&folder).len();
        assert!(count >= 2, "{count}");
        // Without the others, the last one is what the cover lacks.
        for left in (1..count).rev() {
            remove_last(&folder, left + 1);
        }
        remove_last(&folder, 1);
        assert_rejected(&folder, "cover.drat");
    }
}

#[test]
fn changed_cubes_are_noticed() {
    let place = Place::new();
    let folder = certificate(&place, HARD, "4", &[]);
    let forged = |change: &dyn Fn(&mut Vec<String>), says: &str| {
        let copy = copy(&folder);
        forge(copy.path(), "cubes.txt", |text| {
            lines(text, |all| change(all))
        });
        assert_rejected(copy.path(), says);
    };
    // An empty cube has all solutions: its proof would be that of the whole.
    forged(&|all| all[0] = "a 0".into(), "cube-1.drat");
    // The negation of a literal leaves the rest of the cube uncovered, or its part unproven.
    forged(
        &|all| {
            for line in all {
                *line = line.replacen("a ", "a -", 1);
            }
        },
        ".drat",
    );
    forged(&|all| drop(all.pop()), "lines, expected");
    forged(
        &|all| all[0] = all[0].replace(" 0", " 0 0"),
        "cubes.txt:1: found",
    );
    forged(&|all| all[0] = "a 730 0".into(), "");
    forged(&|all| all.push("c another".into()), "cubes.txt:");
}

#[test]
fn proofs_of_other_parts_and_other_puzzles_are_rejected() {
    let place = Place::new();
    let folder = certificate(&place, HARD, "4", &[]);
    let other = certificate(&place, OTHER, "4", &[]);
    // An empty proof proves only what unit propagation refutes.
    let mut hard = 0;
    for name in proofs(&folder)
        .iter()
        .map(|name| &**name)
        .chain(["cover.drat"])
    {
        let copy = copy(&folder);
        std::fs::write(copy.path().join(name), "").unwrap();
        assert_rejected(copy.path(), "has ");
        agree(copy.path(), |_| {});
        let ran = verify(copy.path());
        hard += u32::from(ran.code == 1 && ran.stdout.contains(name));
    }
    assert!(hard > 0, "no part takes a proof");
    for file in ["puzzle.txt", "solutions.txt", "formula.cnf", "cubes.txt"] {
        let copy = copy(&folder);
        std::fs::copy(other.join(file), copy.path().join(file)).unwrap();
        assert_rejected(copy.path(), file);
        agree(copy.path(), |_| {});
        assert_rejected(copy.path(), "");
    }
}

#[test]
fn another_best_score_is_rejected() {
    let place = Place::new();
    let folder = certificate(&place, PYRAMID, "4", &["--maximum"]);
    for (score, says) in [("2830", "not 2830"), ("2828", "not 2828")] {
        let copy = copy(&folder);
        forge(copy.path(), "claim.txt", |text| text.replace("2829", score));
        agree(copy.path(), |manifest| {
            manifest.score = score.parse().ok();
        });
        assert_rejected(copy.path(), says);
    }
}

#[test]
fn manifests_must_agree_with_the_files() {
    let place = Place::new();
    let folder = certificate(&place, HARD, "4", &[]);
    let lies = |cubes: Option<u64>, says: &str| {
        let copy = copy(&folder);
        agree(copy.path(), |manifest| manifest.cubes = cubes);
        assert_rejected(copy.path(), says);
    };
    lies(None, "each once");
    lies(Some(0), "each once");
    lies(Some(500_000), "each once");
    lies(Some(u64::MAX), "cubes");
    let whole = place.prove(&["unique"], HARD, &[]);
    let copy = copy(&whole);
    agree(copy.path(), |manifest| manifest.cubes = Some(1));
    assert_rejected(copy.path(), "each once");
}

#[test]
fn too_many_cubes_for_a_certificate_are_refused_at_once() {
    let place = Place::new();
    let folder = place.folder("c");
    let args = ["cubes", "-", "--count", "400000", "--certify", &folder];
    let ran = satoku(&args, HARD);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let says = "expected at most 372827 cubes";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
}

#[cfg(unix)]
#[test]
fn the_answer_is_shown_although_its_certificate_cannot_be_written() {
    let place = Place::new();
    let folder = place.folder("certificate");
    // No file may be larger than a few KiB, as on a disk that is almost full.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" cubes - --certify \"$1\"";
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_satoku"), &folder]);
    shell
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let ran = run(&mut shell, OTHER);
    assert!(ran.stdout.starts_with("one solution\n"), "{ran:?}");
    // Which file it is depends on how large each proof is.
    let inside = format!("{folder}/");
    assert!(ran.stderr.contains(&inside), "{ran:?}");
    assert!(ran.stderr.contains("File too large"), "{ran:?}");
    assert_eq!(ran.code, 4, "{ran:?}");
    assert!(!Path::new(&folder).exists());
}

#[test]
fn a_grid_that_is_too_large_for_a_certificate_is_refused_before_the_work() {
    let place = Place::new();
    let empty = format!("{}\n", ["0"; 49].join(" ")).repeat(49);
    let args = [
        "cubes",
        "-",
        "--box",
        "7x7",
        "--certify",
        &place.folder("c"),
    ];
    let ran = satoku(&args, &empty);
    assert!(
        ran.stderr
            .contains("side 49 is too large for a certificate"),
        "{ran:?}"
    );
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
}

/// Millions were counted and kept, although no certificate shows so many.
#[test]
fn too_many_solutions_for_a_certificate_are_refused_at_once() {
    let place = Place::new();
    let folder = place.folder("c");
    let args = ["cubes", "-", "--limit", "10001", "--certify", &folder];
    let ran = satoku(&args, HARD);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let says = "--limit is too large, expected at most 10000";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
}
