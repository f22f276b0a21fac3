//! Certificates of answers to variants, by `--certify`.

use crate::support::certificates::{Place, assert_verified};
use crate::support::satoku;
use std::path::Path;

/// A 4×4 board with these constraints.
fn board(constraints: &str) -> String {
    format!(
        r#"{{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344","rules":["diagonal"],"constraints":[{constraints}]}}"#
    )
}

const CAGES: &str = r#"{"type":"killer","cells":["r1c1","r1c2"],"sum":3},
    {"type":"killer","cells":["r2c3","r2c4"],"sum":3},{"type":"thermo","cells":["r1c1","r2c1"]}"#;

fn count(puzzle: &str) -> u64 {
    let counted = satoku(&["count", "-"], puzzle);
    counted.stdout.trim().parse().unwrap()
}

#[test]
fn answers_to_variants_are_certified_by_their_position() {
    let place = Place::new();
    let folder = place.folder("all");
    let puzzle = board(&CAGES.replace('\n', ""));
    let cage = |cells: &str| format!(r#"{{"type":"killer","cells":[{cells}],"sum":3}}"#);
    let cages = [cage(r#""r1c1","r1c2""#), cage(r#""r1c3","r1c4""#)];
    let none = board(&cages.join(","));
    let input = format!("{none}\n{{\"rows\":4}}\n{puzzle}\n");
    let args = ["count", "-", "--on-error", "skip", "--certify", &folder];
    let ran = satoku(&args, &input);
    assert_eq!(
        ran.stdout.lines().count(),
        2,
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    for (number, told) in [
        ("1", format!("{folder} is now {folder}/1\n")),
        ("3", format!("{folder}/3: verified: ")),
    ] {
        assert_verified(&Path::new(&folder).join(number));
        assert!(ran.stderr.contains(&told), "{}", ran.stderr);
    }
    assert!(!Path::new(&folder).join("2").exists());
}

#[test]
fn each_verb_certifies_what_it_says_of_a_variant() {
    let place = Place::new();
    let puzzle = board(&CAGES.replace('\n', ""));
    let solutions = count(&puzzle);
    assert!(solutions > 1, "{solutions}");
    let claims = |verb: &[&str], puzzle: &str| {
        let folder = place.folder(&verb.join("-"));
        let certify = ["-", "--certify", &folder];
        let ran = satoku(&[verb, &certify].concat(), puzzle);
        assert_verified(Path::new(&folder));
        std::fs::read_to_string(Path::new(&folder).join("claim.txt")).unwrap() + &ran.stdout
    };
    let said = claims(&["count"], &puzzle);
    assert!(
        said.contains(&format!("exactly {solutions} solutions")),
        "{said}"
    );
    let said = claims(&["pyramid"], &puzzle);
    let answer: serde_json::Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    assert!(
        said.contains(&format!(" is {}.", answer["maximum"])),
        "{said}"
    );
    let said = claims(&["pyramid", "--minimise"], &puzzle);
    assert!(said.to_lowercase().contains("lowest"), "{said}");
    let solved = satoku(&["solve", "-", "--to", "line"], &puzzle).stdout;
    let digits: Vec<char> = solved.trim().chars().collect();
    let given = format!(
        r#""candidates":{{"r1c1":[{}],"r1c3":[{}],"r2c1":[{}]}},"constraints""#,
        digits[0], digits[2], digits[4]
    );
    let said = claims(
        &["solve", "--unique"],
        &puzzle.replace("\"constraints\"", &given),
    );
    assert!(said.contains("exactly one solution"), "{said}");
}

#[test]
fn several_solutions_of_a_variant_have_no_certificate_of_uniqueness() {
    let place = Place::new();
    let folder = place.folder("several");
    let ran = satoku(
        &[
            "solve",
            "--unique",
            "--to",
            "line",
            "-",
            "--certify",
            &folder,
        ],
        &board(""),
    );
    assert!(ran.stdout.starts_with("several"), "{}", ran.stdout);
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
fn a_variant_that_cannot_be_certified_is_named_by_its_place() {
    let place = Place::new();
    let folder = place.folder("prices");
    let args = ["prove", "maximum", "--proof-format", "prices", "-o"];
    let ran = satoku(&[&args[..], &[&folder, "-"]].concat(), &board(""));
    let says = "<stdin>:1: puzzle 1: there are no prices";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
    assert_eq!(ran.code, 2);
}
