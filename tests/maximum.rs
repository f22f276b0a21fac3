//! Proven optima of `pyramid/instances.jsonl`, agreed on by other engines.

mod support;

use serde::Deserialize;
use support::satoku;

#[derive(Deserialize)]
struct Instance {
    puzzle: String,
    givens: usize,
    optimum: i64,
}

/// Instances that plain methods settle in no time: many givens, or none of
/// the solutions left.
fn instances() -> (String, String) {
    let text = support::read("pyramid/instances.jsonl");
    let instances = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let chosen = instances.filter(|i: &Instance| i.givens >= 26 || i.optimum == -1);
    chosen
        .map(|i| (format!("{}\n", i.puzzle), format!("{}\n", i.optimum)))
        .unzip()
}

#[test]
fn native_finds_every_optimum() {
    let (puzzles, expected) = instances();
    let ran = satoku(&["pyramid"], &puzzles);
    assert_eq!((ran.stdout, ran.code), (expected, 1));
}

#[test]
fn enumeration_finds_every_optimum() {
    let (puzzles, expected) = instances();
    let ran = satoku(&["pyramid", "--method", "enumerate"], &puzzles);
    assert_eq!((ran.stdout, ran.code), (expected, 1));
}

#[test]
fn both_methods_agree() {
    let (puzzles, expected) = instances();
    let ran = satoku(&["pyramid", "--check"], &puzzles);
    assert_eq!(ran.stdout, expected, "{}", ran.stderr);
}
