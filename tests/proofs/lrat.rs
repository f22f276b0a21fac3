//! Certificates with LRAT proofs: forgeries are rejected, and other people's
//! checkers accept the proofs.

use crate::support::certificates::{agree, rejection, verify_with};
use crate::support::{self, EMPTY, HARD, NONE, command, is_installed, satoku};
use satoku::certify::manifest::Evidence;
use std::path::PathBuf;
use tempfile::TempDir;

const CLAIMS: [(&[&str], &str); 3] = [
    (&["unique"], HARD),
    (&["none"], NONE),
    (&["maximum"], EMPTY),
];

/// A certificate in a temporary folder.
struct Certificate(TempDir);

impl Certificate {
    fn new(claim: &[&str], puzzle: &str, format: &str) -> Certificate {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("certificate").display().to_string();
        let mut args = vec!["prove"];
        args.extend(claim);
        args.extend(["-", "-o", &folder, "--proof-format", format]);
        let ran = satoku(&args, puzzle);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
        Certificate(place)
    }

    fn folder(&self) -> PathBuf {
        self.0.path().join("certificate")
    }

    fn proof(&self) -> PathBuf {
        self.folder().join("proof.lrat")
    }

    fn lines(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.proof()).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    /// Replaces the proof, updates the manifest, and returns the verdict.
    fn forged(&self, proof: impl AsRef<[u8]>) -> String {
        let before = std::fs::read(self.proof()).unwrap();
        assert_ne!(before, proof.as_ref());
        std::fs::write(self.proof(), proof).unwrap();
        agree(&self.folder(), |_| {});
        let ran = verify_with(&self.folder(), "");
        std::fs::write(self.proof(), before).unwrap();
        rejection(&ran).to_owned()
    }
}

/// A line of LRAT: number, literals, hints.
type Lemma = (String, String, Vec<String>);

fn parts(line: &str) -> Lemma {
    let (number, rest) = line.split_once(' ').unwrap();
    let (clause, hints) = match rest.strip_prefix("0 ") {
        Some(hints) => ("", hints),
        None => rest.split_once(" 0 ").unwrap(),
    };
    let hints = hints.strip_suffix(" 0").unwrap_or_default().split(' ');
    let hints = hints.map(str::to_owned).collect();
    (number.into(), clause.into(), hints)
}

fn joined((number, clause, hints): &Lemma) -> String {
    let words = [number, clause, "0", &hints.join(" "), "0"];
    let words = words.into_iter().filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// The first lemma with at least this many hints.
fn long(lines: &[String]) -> usize {
    let is_long = |line: &String| !line.contains(" d ") && parts(line).2.len() > 5;
    lines.iter().position(is_long).unwrap()
}

#[test]
fn forged_hints_are_rejected() {
    for (claim, puzzle) in CLAIMS {
        let certificate = Certificate::new(claim, puzzle, "lrat");
        let lines = certificate.lines();
        let place = long(&lines);
        let forged = |change: &dyn Fn(&mut Lemma), says: &str| {
            let mut lines = lines.clone();
            let mut lemma = parts(&lines[place]);
            change(&mut lemma);
            lines[place] = joined(&lemma);
            let said = certificate.forged(lines.join("\n"));
            let line = format!("proof.lrat:{}: found ", place + 1);
            assert!(said.contains(&line) && said.contains(says), "{said}");
        };
        // Missing hints: the first, the last, all.
        forged(&|lemma| drop(lemma.2.remove(0)), "");
        forged(&|lemma| drop(lemma.2.pop()), "no contradiction");
        forged(&|lemma| lemma.2.clear(), "no contradiction");
        // A hint that is wrong, repeated, or does not exist.
        forged(&|lemma| lemma.2[1] = "1".into(), "hint 1");
        forged(
            &|lemma| lemma.2.insert(1, lemma.2[0].clone()),
            "is true already",
        );
        forged(
            &|lemma| lemma.2[2] = "99999999".into(),
            "a clause that is there",
        );
        forged(
            &|lemma| lemma.2[2] = lemma.0.clone(),
            "a clause that is there",
        );
        forged(
            &|lemma| lemma.2[0].insert(0, '-'),
            "negation of the lemma's first literal",
        );
        // Hints in another order, or too many.
        forged(&|lemma| lemma.2.reverse(), "");
        forged(&|lemma| lemma.2.push("1".into()), "after a contradiction");
        // Another lemma, and another number for it.
        forged(&|lemma| lemma.1 = "1".into(), "");
        forged(
            &|lemma| lemma.0 = "7".into(),
            "the number 7 for a lemma after clause",
        );
    }
}

#[test]
fn forged_steps_are_rejected() {
    for (claim, puzzle) in CLAIMS {
        let certificate = Certificate::new(claim, puzzle, "lrat");
        let lines = certificate.lines();
        let place = long(&lines);
        let (number, _, hints) = parts(&lines[place]);
        let forged = |change: &dyn Fn(&mut Vec<String>), says: &str| {
            let mut lines = lines.clone();
            change(&mut lines);
            let said = certificate.forged(lines.join("\n"));
            assert!(said.contains(says), "{said}");
        };
        forged(
            &|all| all.truncate(all.len() / 2),
            "without the empty clause",
        );
        forged(&|all| all.clear(), "ends after 0 lemmas");
        forged(&|all| all[0] = "1 x 0 0".into(), "proof.lrat:1: found 'x'");
        // A hint names a clause that has just been deleted.
        let deletion = format!("1 d {} 0", hints[0]);
        forged(
            &|all| all.insert(place, deletion.clone()),
            &format!("hint {}", hints[0]),
        );
        // A needed lemma is removed; an underivable one is added.
        let needs = |line: &String| !line.contains(" d ") && parts(line).2.contains(&number);
        assert!(lines.iter().any(needs), "{number}");
        forged(
            &|all| drop(all.remove(place)),
            &format!("hint {number}, expected"),
        );
        forged(
            &|all| all.insert(place, format!("{number} 0 0")),
            "found 0 hints without",
        );
        // A number is used twice.
        forged(
            &|all| all.insert(place, all[place].clone()),
            &format!("the number {number} for"),
        );
        // A line, or the end of one, is missing.
        let text = lines.join("\n");
        let half = certificate.forged(&text[..text.len() / 2]);
        assert!(half.contains("proof.lrat"), "{half}");
    }
}

#[test]
fn forged_bytes_are_rejected() {
    for (claim, puzzle) in CLAIMS {
        let certificate = Certificate::new(claim, puzzle, "binary-lrat");
        let bytes = std::fs::read(certificate.proof()).unwrap();
        let half = certificate.forged(&bytes[..bytes.len() / 2]);
        assert!(half.contains("proof.lrat: "), "{half}");
        let mut other = bytes.clone();
        other[0] = b'b';
        let said = certificate.forged(&other);
        assert!(said.contains("proof.lrat:1: found 'b"), "{said}");
        // Most bytes matter; the others are in deletions.
        let mut rejected = 0;
        for place in (1..bytes.len()).step_by(bytes.len() / 40) {
            let mut other = bytes.clone();
            other[place] ^= 0x40;
            std::fs::write(certificate.proof(), other).unwrap();
            agree(&certificate.folder(), |_| {});
            let ran = verify_with(&certificate.folder(), "");
            assert!(ran.code <= 1 && ran.stderr.is_empty(), "{}", ran.stderr);
            rejected += ran.code;
        }
        assert!(rejected > 20, "{rejected}");
    }
}

#[test]
fn the_proof_of_another_claim_and_of_another_kind_is_rejected() {
    let one = Certificate::new(&["unique"], HARD, "lrat");
    let other = Certificate::new(&["maximum"], EMPTY, "lrat");
    for (this, that) in [(&one, &other), (&other, &one)] {
        this.forged(std::fs::read(that.proof()).unwrap());
    }
    agree(&one.folder(), |manifest| manifest.proof = Evidence::Drat);
    let ran = verify_with(&one.folder(), "");
    assert!(
        ran.stdout.contains("proof.drat, puzzle.txt"),
        "{}",
        ran.stdout
    );
    agree(&one.folder(), |manifest| {
        for entry in &mut manifest.files {
            entry.name = entry.name.replace("lrat", "drat");
        }
    });
    std::fs::rename(one.proof(), one.folder().join("proof.drat")).unwrap();
    let ran = verify_with(&one.folder(), "");
    assert!(ran.stdout.contains("rejected: "), "{}", ran.stdout);
}

/// `verify --formula --proof` on the files of a certificate under other names.
/// LRAT after a long comment was taken for DRAT and rejected.
#[test]
fn the_kind_of_a_proof_is_known_behind_a_long_comment() {
    let place = tempfile::tempdir().unwrap();
    let [formula, proof] = ["x.cnf", "x.proof"].map(|name| place.path().join(name));
    std::fs::write(&formula, "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n").unwrap();
    let comment = "x".repeat(100_000);
    std::fs::write(&proof, format!("c {comment}\n5 1 0 1 3 0\n6 0 5 2 4 0\n")).unwrap();
    let files = [&formula, &proof].map(|file| file.display().to_string());
    let ran = satoku(
        &["verify", "--formula", &files[0], "--proof", &files[1]],
        "",
    );
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let says = format!("{}: read as LRAT, ", files[1]);
    assert!(ran.stdout.starts_with(&says), "{}", ran.stdout);
}

#[test]
fn the_kind_of_a_proof_is_known_by_its_first_lemma() {
    for (format, says) in [
        ("text", "DRAT"),
        ("binary", "DRAT"),
        ("lrat", "LRAT"),
        ("binary-lrat", "LRAT"),
    ] {
        let certificate = Certificate::new(&["unique"], HARD, format);
        let place = certificate.folder();
        let proof = place.join("any name");
        let given = if format.contains("lrat") {
            "proof.lrat"
        } else {
            "proof.drat"
        };
        std::fs::rename(place.join(given), &proof).unwrap();
        let (cnf, proof) = (place.join("formula.cnf"), proof.display().to_string());
        let cnf = cnf.display().to_string();
        let ran = satoku(&["verify", "--formula", &cnf, "--proof", &proof], "");
        let says = format!("{proof}: read as {says}, ");
        assert!(ran.stdout.starts_with(&says), "{format}: {}", ran.stdout);
        assert_eq!(ran.code, 0);
    }
}

/// A folder with a shell script in it.
#[cfg(unix)]
fn program(name: &str, text: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    support::script(folder.path(), name, text);
    folder
}

#[cfg(unix)]
#[test]
fn each_checker_gets_what_it_reads() {
    let certificates = ["text", "binary", "lrat", "binary-lrat"]
        .map(|format| (format, Certificate::new(&["unique"], HARD, format)));
    let is_text = "read first < \"$2\"; test \"${first#a}\" = \"$first\"";
    for (name, script, found) in [
        (
            "drat-trim",
            "test \"$3 $4 $5\" = '-t 2000000000 ' && echo 's VERIFIED'".to_owned(),
            ["accepted (", "no verdict", "-", "-"],
        ),
        (
            "drat-trim",
            "test \"$3 $4 $5\" = '-t 2000000000 -i' && echo 's VERIFIED'".to_owned(),
            ["no verdict", "accepted (", "-", "-"],
        ),
        (
            "cake_lpr",
            "echo 's VERIFIED UNSAT'".to_owned(),
            [
                "as LRAT in text (",
                "as LRAT in text (",
                "accepted (",
                "accepted (",
            ],
        ),
        (
            "lrat-check",
            format!("{is_text} && echo 'c VERIFIED'"),
            [
                "as LRAT in text (",
                "as LRAT in text (",
                "accepted (",
                "as LRAT in text (",
            ],
        ),
        (
            "lrat-trim",
            "echo 's VERIFIED'; exit 20".to_owned(),
            [
                "as LRAT in text (",
                "as LRAT in text (",
                "accepted (",
                "accepted (",
            ],
        ),
    ] {
        let path = program(name, &script);
        for ((format, certificate), found) in certificates.iter().zip(found) {
            let ran = verify_with(&certificate.folder(), &path.path().display().to_string());
            let said = format!("{name} {format}: {}{}", ran.stdout, ran.stderr);
            match found {
                "no verdict" => {
                    assert!(
                        ran.stdout.contains("proof.drat: no verdict: it ended"),
                        "{said}"
                    );
                    assert_eq!(ran.code, 0, "{said}");
                }
                "-" => assert!(ran.code == 0 && !ran.stdout.contains(name), "{said}"),
                _ => {
                    assert!(ran.stdout.contains(&format!("{found}{name})\n")), "{said}");
                    assert_eq!(ran.code, 0, "{said}");
                }
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_checker_of_drat_is_not_given_lrat() {
    let certificate = Certificate::new(&["unique"], HARD, "lrat");
    let folder = certificate.folder().display().to_string();
    let rate = program("rate", "echo 's VERIFIED'");
    let mut asked = command(&["verify", &folder, "--checker", "rate"]);
    let output = asked.env("PATH", rate.path()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("the checker rate reads DRAT, and the proof is LRAT"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(2));
}

/// `rate` and every other checker that is installed.
#[test]
fn checkers_by_other_people_accept_our_proofs() {
    let checkers = ["drat-trim", "rate", "cake_lpr", "lrat-check", "lrat-trim"];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |name: &&str| std::env::split_paths(&path).any(|at| at.join(name).is_file());
    let is_asked = |name: &&&str| is_there(name) || **name == "rate" && is_installed("rate");
    let claims: [(&[&str], &str); 4] = [
        CLAIMS[0],
        CLAIMS[2],
        (&["none"], "11.............."),
        (&["exactly", "3"], "1.......3......2"),
    ];
    for (claim, puzzle) in claims {
        for format in ["text", "binary", "lrat", "binary-lrat"] {
            let certificate = Certificate::new(claim, puzzle, format);
            let folder = certificate.folder().display().to_string();
            let ran = satoku(&["verify", &folder], "");
            assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
            let reads_drat = |name: &&&str| matches!(**name, "drat-trim" | "rate");
            let is_drat = !format.contains("lrat");
            for name in checkers.iter().filter(is_asked) {
                let accepted = ran
                    .stdout
                    .lines()
                    .any(|line| line.contains("accepted") && line.ends_with(&format!("({name})")));
                let is_read = is_drat || !reads_drat(&name);
                assert_eq!(accepted, is_read, "{name} {}", ran.stdout);
            }
        }
    }
}
