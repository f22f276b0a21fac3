//! Certificates of variant puzzles in `tests/data`, and forged copies of them.
//!
//! `count` has a kernel of each kind on a board of three digits, and an LRAT proof;
//! `maximum` has numbers of two digits, weights, and a DRAT proof.

mod puzzles;

use satoku_verify::files::Folder;
use satoku_verify::verify::{Proven, Verdict, VerifyError, certificate};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::cell::Cell;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

/// A copy that can be changed.
struct Copy(TempDir);

impl Copy {
    fn of(name: &str) -> Copy {
        let copy = tempfile::tempdir().unwrap();
        for entry in std::fs::read_dir(data(name)).unwrap() {
            let entry = entry.unwrap();
            std::fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
        }
        Copy(copy)
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.path().join(file)).unwrap()
    }

    /// Writes a file, and its size and SHA-256 into the manifest.
    fn write(&self, file: &str, text: &str) {
        std::fs::write(self.0.path().join(file), text).unwrap();
        let mut manifest: Value = serde_json::from_str(&self.read("manifest.json")).unwrap();
        let hash = Sha256::digest(text.as_bytes());
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        for entry in manifest["files"].as_array_mut().unwrap() {
            if entry["name"] == file {
                entry["bytes"] = json!(text.len());
                entry["sha256"] = json!(hash);
            }
        }
        self.manifest(&manifest);
    }

    fn manifest(&self, manifest: &Value) {
        let path = self.0.path().join("manifest.json");
        std::fs::write(path, manifest.to_string()).unwrap();
    }

    fn verdict(&self) -> Result<Verdict, VerifyError> {
        certificate(&Folder::new(self.0.path()), &|| false, &mut |_| {})
    }

    fn assert_rejected(&self, says: &str) {
        match self.verdict().unwrap() {
            Verdict::Rejected(why) => assert!(why.contains(says), "expected '{says}': {why}"),
            other => panic!("expected '{says}': {other:?}"),
        }
    }
}

/// Replaces a text in a file of a copy, which must then be rejected.
fn forged(name: &str, file: &str, from: &str, to: &str, says: &str) {
    let copy = Copy::of(name);
    let text = copy.read(file);
    assert!(text.contains(from), "{file}: {from}");
    copy.write(file, &text.replacen(from, to, 1));
    copy.assert_rejected(says);
}

fn proven(name: &str) -> Proven {
    match Copy::of(name).verdict().unwrap() {
        Verdict::Verified(proven) => proven,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_proven_is_told_by_kernels_and_not_by_labels() {
    let count = proven("count");
    assert!(count.claim.starts_with("The puzzle in puzzle.json has "));
    let puzzle = count.puzzle.unwrap();
    let kinds = "3x3 cells, digits 1 to 3, 1 any-of, 1 automaton, 1 candidates, 7 distinct, \
                 1 pair, 1 some, 1 sum, 1 cell with fewer candidates; givens .........";
    assert_eq!(puzzle, kinds);
    let maximum = proven("maximum");
    assert!(
        maximum
            .claim
            .starts_with("The highest score of any solution of puzzle.json ")
    );
    assert!(
        maximum
            .puzzle
            .unwrap()
            .ends_with("; givens . . . . . . . . .")
    );
    assert_eq!(maximum.objective.unwrap(), "weights 3 -2 0 7 1 -5 2 2 9");
}

#[test]
fn a_proof_has_no_comments() {
    for (name, file) in [("count", "proof.lrat"), ("maximum", "proof.drat")] {
        let copy = Copy::of(name);
        let proof = copy.read(file);
        for commented in [format!("c x\n{proof}"), format!("{proof}\nc x")] {
            copy.write(file, &commented);
            copy.assert_rejected("found a comment, expected a step");
        }
    }
}

/// Whenever the check is stopped, there is no verdict on the certificate.
#[test]
fn a_check_that_is_stopped_neither_verifies_nor_rejects() {
    for name in ["count", "maximum"] {
        let copy = Copy::of(name);
        let stopped_at = |look: u64| {
            let looks = Cell::new(0);
            let stop = || {
                looks.set(looks.get() + 1);
                looks.get() > look
            };
            let folder = Folder::new(copy.0.path());
            let verdict = certificate(&folder, &stop, &mut |_| {}).unwrap();
            (verdict, looks.get())
        };
        let (verdict, looks) = stopped_at(u64::MAX);
        assert!(matches!(verdict, Verdict::Verified(_)), "{verdict:?}");
        assert!(looks > 5, "{looks}");
        for look in 0..looks {
            let (verdict, _) = stopped_at(look);
            assert!(matches!(verdict, Verdict::Stopped), "{look}: {verdict:?}");
        }
    }
}

/// The formula belongs to the kernels as they were.
#[test]
fn a_changed_kernel_is_noticed() {
    let forged = |from: &str, to: &str| {
        forged("count", "puzzle.json", from, to, "");
    };
    // Each of these is a well-formed puzzle.
    forged("[2,3]]}}", "[2,1],[2,3]]}}");
    forged(r#""allowed":[[1,2],"#, r#""allowed":["#);
    forged(r#""total":4"#, r#""total":5"#);
    forged(r#"["r2c2",1]]"#, r#"["r2c2",2]]"#);
    forged(
        r#"{"distinct":["r1c1","r2c2"]}"#,
        r#"{"distinct":["r1c1","r3c3"]}"#,
    );
    forged(
        r#"{"distinct":["r1c1","r1c2","r1c3"]}"#,
        r#"{"distinct":["r1c1","r1c2"]}"#,
    );
    forged(r#""accepting":[0,1,2]"#, r#""accepting":[0,1]"#);
    forged("[1,2,2],", "[1,1,1],[1,2,2],");
    forged("[1,2,2],", "");
    forged(r#"["r3c3",[2]]"#, r#"["r3c3",[2,3]]"#);
    forged(r#"{"any-of":[["#, r#"{"any-of":[[],["#);
    forged(
        r#"{"candidates":["r3c1",[2,3]]}"#,
        r#"{"candidates":["r3c1",[1,2,3]]}"#,
    );
    forged(r#""candidates":[["r2c1",[2,3]]]"#, r#""candidates":[]"#);
    let copy = Copy::of("count");
    let text = copy.read("puzzle.json");
    let line = text.lines().find(|line| line.contains("\"sum\"")).unwrap();
    copy.write("puzzle.json", &text.replace(&format!("{line}\n"), ""));
    copy.assert_rejected("formula.cnf: has the clause");
}

#[test]
fn forged_solutions_and_claims_are_rejected() {
    let solutions = Copy::of("count").read("solutions.txt");
    let line = solutions.lines().next().unwrap();
    let swapped: String = line
        .chars()
        .map(|c| if c == '1' { '2' } else { c })
        .collect();
    forged(
        "count",
        "solutions.txt",
        line,
        &swapped,
        "solutions.txt: grid 1: ",
    );
    forged(
        "count",
        "solutions.txt",
        line,
        &line[1..],
        "expected 9 digits from 1 to 3",
    );
    forged(
        "count",
        "solutions.txt",
        line,
        &format!("4{}", &line[1..]),
        "from 1 to 3",
    );
    forged(
        "count",
        "solutions.txt",
        line,
        &format!("{line} "),
        "expected 9 digits from 1 to 3",
    );
    forged("count", "solutions.txt", "\n", "\r\n", "");
    forged(
        "count",
        "claim.txt",
        "puzzle.json",
        "puzzle.txt",
        "claim.txt: expected",
    );
    forged("maximum", "solutions.txt", " ", "  ", "separated by blanks");
}

#[test]
fn forged_objectives_are_rejected() {
    forged(
        "maximum",
        "objective.txt",
        "weights\n3 ",
        "weights\n4 ",
        "the grid scores",
    );
    forged(
        "maximum",
        "objective.txt",
        "highest",
        "lowest",
        "direction is not that of the claim",
    );
    forged(
        "maximum",
        "objective.txt",
        "score 211",
        "score 212",
        "states a score that is not",
    );
    forged(
        "maximum",
        "objective.txt",
        "weights",
        "values",
        "expected weights",
    );
    forged(
        "maximum",
        "objective.txt",
        "7 1 -5",
        "7  1 -5",
        "exactly as",
    );
    forged("maximum", "objective.txt", "2 2 9\n", "2 2 9\n9\n", "");
}

#[test]
fn forged_manifests_are_rejected() {
    for name in ["count", "maximum"] {
        let lies = |field: &str, value: Value, says: &str| {
            let copy = Copy::of(name);
            let mut manifest: Value = serde_json::from_str(&copy.read("manifest.json")).unwrap();
            manifest[field] = value;
            copy.manifest(&manifest);
            copy.assert_rejected(says);
        };
        lies(
            "box",
            json!("1x3"),
            "expected the files claim.txt, formula.cnf",
        );
        lies("claim", json!("none"), "contradicts");
        lies("solutions", json!(3), "");
        lies("note", json!(1), "unknown field");
        lies("version", json!(2), "version 2");
    }
}

#[test]
fn each_clause_is_needed_and_none_may_be_added() {
    for name in ["count", "maximum"] {
        let formula = Copy::of(name).read("formula.cnf");
        let lines: Vec<String> = formula.lines().map(str::to_owned).collect();
        let variables = lines[0].split(' ').nth(2).unwrap();
        for place in (1..lines.len()).step_by(lines.len() / 40) {
            let with = |change: &dyn Fn(&mut Vec<String>), says: &str| {
                let mut clauses = lines[1..].to_vec();
                change(&mut clauses);
                let header = format!("p cnf {variables} {}", clauses.len());
                let copy = Copy::of(name);
                copy.write(
                    "formula.cnf",
                    &format!("{header}\n{}\n", clauses.join("\n")),
                );
                copy.assert_rejected(says);
            };
            with(
                &|clauses| drop(clauses.remove(place - 1)),
                "formula.cnf: lacks the clause",
            );
            with(
                &|clauses| clauses.push(lines[place].clone()),
                "formula.cnf: has the clause",
            );
            let negated = match lines[place].strip_prefix('-') {
                Some(rest) => rest.to_owned(),
                None => format!("-{}", lines[place]),
            };
            with(
                &|clauses| clauses[place - 1].clone_from(&negated),
                "formula.cnf: ",
            );
        }
    }
}
