//! The proven optima in `pyramid/instances.jsonl`, confirmed by several engines,
//! and the laws that maxima obey.

use crate::support::{path, read, satoku};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;

#[derive(Deserialize)]
struct Instance {
    puzzle: String,
    givens: usize,
    optimum: i64,
}

/// The puzzles and optima, one per line, of the instances that `chosen` picks.
fn instances(chosen: impl Fn(&Instance) -> bool) -> (String, String) {
    let text = read("pyramid/instances.jsonl");
    let instances = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let chosen = instances.filter(chosen);
    chosen
        .map(|i| (format!("{}\n", i.puzzle), format!("{}\n", i.optimum)))
        .unzip()
}

fn finds(method: &str, chosen: impl Fn(&Instance) -> bool) {
    let (puzzles, expected) = instances(chosen);
    let ran = satoku(&["pyramid", "--method", method], &puzzles);
    assert_eq!((ran.stdout, ran.code), (expected, 1), "{}", ran.stderr);
}

/// Instances that simple methods settle quickly: many givens, or no solution.
fn plain(instance: &Instance) -> bool {
    instance.givens >= 26 || instance.optimum == -1
}

#[test]
fn every_optimum_is_found_and_proven() {
    finds("auto", |_| true);
    finds("sat", |_| true);
}

#[test]
fn cores_find_every_optimum() {
    finds("cores", |i| i.givens >= 17 || i.givens == 0);
}

#[test]
fn native_search_finds_plain_optima() {
    finds("native", plain);
}

#[test]
fn enumeration_finds_plain_optima() {
    finds("enumerate", plain);
    finds("project", |i| i.givens >= 24 || i.optimum == -1);
}

#[test]
fn both_methods_agree() {
    let (puzzles, expected) = instances(plain);
    let ran = satoku(&["pyramid", "--check", "all"], &puzzles);
    assert_eq!(ran.stdout, expected, "{}", ran.stderr);
}

/// Replaces every digit d by 10 − d.
fn complement(puzzles: &str) -> String {
    let swap = |c: char| match c.to_digit(10) {
        Some(digit @ 1..=9) => char::from_digit(10 - digit, 10).unwrap(),
        _ => c,
    };
    puzzles.chars().map(swap).collect()
}

fn scores(arguments: &[&str], puzzles: &str) -> Vec<i64> {
    let ran = satoku(&[&["pyramid"], arguments].concat(), puzzles);
    let scores: Vec<i64> = ran
        .stdout
        .lines()
        .map(|line| line.parse().unwrap())
        .collect();
    let code = i32::from(scores.contains(&-1));
    assert_eq!(ran.code, code, "{}", ran.stderr);
    scores
}

#[test]
fn a_grid_and_its_complement_add_up_to_5700() {
    let (puzzles, _) = instances(|i| i.optimum != -1);
    let most = scores(&[], &puzzles);
    let least = scores(&["--minimise"], &complement(&puzzles));
    assert!(most.len() > 50);
    assert_eq!(most.len(), puzzles.lines().count());
    assert_eq!(most.len(), least.len());
    for (most, least) in most.iter().zip(&least) {
        assert_eq!(most + least, 5700);
    }
}

/// Permutes the cells of each line of 81.
fn rearranged(puzzles: &str, from: impl Fn(usize, usize) -> (usize, usize)) -> String {
    let lines = puzzles.lines().map(|line| {
        let cells: Vec<char> = line.chars().collect();
        let cell = |k: usize| {
            let (row, column) = from(k / 9, k % 9);
            cells[9 * row + column]
        };
        (0..81).map(cell).chain(['\n']).collect::<String>()
    });
    lines.collect()
}

#[test]
fn turned_and_mirrored_grids_have_the_same_maximum() {
    let (puzzles, expected) = instances(|_| true);
    let expected: Vec<i64> = expected.lines().map(|line| line.parse().unwrap()).collect();
    let turned = rearranged(&puzzles, |row, column| (column, 8 - row));
    assert_eq!(scores(&[], &turned), expected);
    let mirrored = rearranged(&puzzles, |row, column| (row, 8 - column));
    assert_eq!(scores(&["--method", "sat"], &mirrored), expected);
}

fn file(folder: &tempfile::TempDir, content: &str) -> String {
    let path = folder.path().join("weights.csv");
    std::fs::write(&path, content).unwrap();
    path.display().to_string()
}

fn ring(cell: usize) -> i64 {
    let (row, column) = (cell / 9, cell % 9);
    [row, column, 8 - row, 8 - column]
        .into_iter()
        .min()
        .unwrap() as i64
}

#[test]
fn weights_from_a_file_are_what_they_say() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzles, expected) = instances(plain);
    let expected = expected.replace("-1\n", "no solution\n");
    let words = |numbers: Vec<i64>, separator: &str| {
        let words: Vec<String> = numbers.iter().map(i64::to_string).collect();
        words.join(separator)
    };
    let by_cell = words((0..81).map(|k| 6 + ring(k)).collect(), ",");
    let by_digit = |k: i64| (6 + ring(k as usize / 9)) * (k % 9 + 1);
    let by_candidate = words((0..729).map(by_digit).collect(), "\n");
    for content in [by_cell, by_candidate] {
        let weights = file(&folder, &content);
        let ran = satoku(&["pyramid", "--weights", &weights], &puzzles);
        assert_eq!((&ran.stdout, ran.code), (&expected, 1), "{}", ran.stderr);
    }
    // A rim of weight 0 lowers the score by 6 times the sum of all digits.
    let ran = satoku(&["pyramid", "--base", "0"], &read("judge/noip2009.in"));
    assert_eq!(ran.stdout, format!("{}\n", 2829 - 6 * 405));
    let ran = satoku(&["pyramid", "--base", "-10"], &read("judge/noip2009.in"));
    assert_eq!(ran.stdout, format!("{}\n", 2829 - 16 * 405));
}

/// Cores without some of their assumptions led to bounds that were too low.
#[test]
fn cores_and_search_agree_on_weights_without_a_pattern() {
    const FOUR_PUZZLES: [&str; 4] = [
        "....3........1..5.8164......2.1....25.6.6.58.34.8.........34875.",
        "..5.7.8.616..8.........3..7...31.5..3.18597.......6...5...6.97...6.........29.613",
        "7.......4.154......4.....6715....2....6275...2..9.....5...64...4..83...5.6....9..",
        "....51..969.3...1.2....8.3.9....36.7..68.4.9..14.....21.......48..7.5.2...7.398..",
    ];
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..10 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for puzzle in FOUR_PUZZLES {
            let weights = (0..puzzle.len()).map(|_| random.random_range(-9..10).to_string());
            let weights = file(&folder, &weights.collect::<Vec<_>>().join(" "));
            let best = |method| {
                let args = ["--weights", &weights, "--check", "none", "--method", method];
                scores(&args, puzzle)
            };
            assert_eq!(best("cores"), best("native"), "{seed} {puzzle}");
        }
    }
}

#[test]
fn weights_that_are_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = read("judge/noip2009.in");
    for (content, expected) in [
        (
            "1 2 3",
            "found 3 numbers, expected 81 (one per cell) or 729",
        ),
        (
            "1 2\n3 x",
            "weights.csv:2:3: found 'x', expected an integer",
        ),
        ("99999999999999999999", "weights.csv:1:1: found '99999"),
        (
            &"9000000000000000000 ".repeat(81),
            "of r1c1 makes scores too large",
        ),
        ("", "found 0 numbers"),
    ] {
        let weights = file(&folder, content);
        let ran = satoku(&["pyramid", "--weights", &weights], &puzzle);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{content:.20}");
        assert!(
            ran.stderr.contains(expected),
            "{content:.20}: {}",
            ran.stderr
        );
    }
    let ran = satoku(&["pyramid", "--weights", "/no/such/file"], &puzzle);
    assert_eq!(ran.code, 2);
    let ran = satoku(&["pyramid", "--base", "9223372036854775807"], &puzzle);
    assert!(ran.stderr.contains("too large"), "{}", ran.stderr);
}

/// The scores of all solutions, by the formula of the problem, highest first.
fn all_scores(puzzle: &str) -> Vec<i64> {
    let ran = satoku(&["enumerate", "--to", "line", "--limit", "100000"], puzzle);
    let grids = ran.stdout.lines().filter(|line| line.len() == 81);
    let score = |grid: &str| -> i64 {
        let digits = grid.chars().filter_map(|c| c.to_digit(10));
        digits
            .enumerate()
            .map(|(k, digit)| i64::from(digit) * (6 + ring(k)))
            .sum()
    };
    let mut scores: Vec<i64> = grids.map(score).collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    scores
}

#[test]
fn the_best_grids_are_all_there_and_the_next_best_scores_follow() {
    let (puzzles, _) = instances(|i| (28..=30).contains(&i.givens) && i.optimum != -1);
    let mut several = 0;
    for puzzle in puzzles.lines() {
        let expected = all_scores(puzzle);
        let best = expected
            .iter()
            .filter(|score| **score == expected[0])
            .count();
        several += usize::from(best > 1);
        let ran = satoku(&["pyramid", "--count", "--all", "--to", "line"], puzzle);
        let mut lines = ran.stdout.lines();
        assert_eq!(lines.next().unwrap(), format!("{} {best}", expected[0]));
        let grids: std::collections::BTreeSet<&str> = lines.collect();
        assert_eq!(grids.len(), best);
        let reached = grids.iter().all(|grid| all_scores(grid) == [expected[0]]);
        assert!(reached, "{grids:?}");
        let mut distinct = expected.clone();
        distinct.dedup();
        distinct.truncate(4);
        assert_eq!(scores(&["--top", "4"], puzzle), distinct);
    }
    assert!(several > 0);
}

#[test]
fn counts_that_a_limit_ends_say_so() {
    let empty = ".".repeat(16);
    let ran = satoku(&["pyramid", "--count", "--limit", "2"], &empty);
    assert_eq!(ran.stdout, "254 2+\n");
    let json = satoku(
        &["pyramid", "--count", "--top", "2", "--to", "json"],
        &empty,
    )
    .stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (json["maximum"].as_i64(), json["optima"].as_u64()),
        (Some(254), Some(4))
    );
    assert_eq!(json["optima_complete"], "yes");
    assert_eq!(json["top"].as_array().unwrap().len(), 2);
}

#[test]
fn best_grids_and_next_scores_of_variants_are_those_of_all_solutions() {
    let empty = ".".repeat(16);
    let rules = ["--rules", "diagonal"];
    let asked = |words: &[&str]| satoku(&[words, &rules].concat(), &empty).stdout;
    let grids = asked(&["enumerate", "--to", "line"]);
    // 6 on the rim and 7 in the middle.
    let score = |grid: &str| -> u32 {
        let digits = grid.chars().filter_map(|c| c.to_digit(10)).enumerate();
        let weight = |k: usize| if [5, 6, 9, 10].contains(&k) { 7 } else { 6 };
        digits.map(|(k, digit)| digit * weight(k)).sum()
    };
    let mut scores: Vec<u32> = grids.lines().map(score).collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    let best = scores.iter().filter(|score| **score == scores[0]).count();
    let said = asked(&["pyramid", "--count", "--all", "--to", "line"]);
    let (first, shown) = said.split_once('\n').unwrap();
    assert_eq!(first, format!("{} {best}", scores[0]));
    let expected = grids.lines().filter(|grid| score(grid) == scores[0]);
    let mut expected: Vec<&str> = expected.collect();
    let mut shown: Vec<&str> = shown.lines().collect();
    expected.sort_unstable();
    shown.sort_unstable();
    assert_eq!(shown, expected);
    scores.dedup();
    let top = asked(&["pyramid", "--top", "100", "--to", "line"]);
    let top: Vec<u32> = top.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(top, scores);
    let json = asked(&["pyramid", "--count", "--top", "2", "--to", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["optima"].as_u64(), Some(best as u64));
    assert_eq!(
        json["top"].as_array().map(Vec::len),
        Some(scores.len().min(2))
    );
}

#[test]
fn small_pyramids_are_exact() {
    for (shape, cells) in [("2x2", 16), ("2x3", 36), ("3x2", 36)] {
        let empty = ".".repeat(cells);
        let ran = satoku(&["pyramid", "--box", shape, "--check", "all"], &empty);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let cores = ["pyramid", "--box", shape, "--method", "cores"];
        assert_eq!(satoku(&cores, &empty).stdout, ran.stdout);
    }
}

#[test]
fn answers_keep_their_order_whatever_the_number_of_workers() {
    let (puzzles, expected) = instances(|i| i.givens >= 20);
    for jobs in ["1", "2", "5"] {
        let ran = satoku(&["pyramid", "--jobs", jobs], &puzzles);
        assert_eq!(ran.stdout, expected, "{jobs}");
    }
    // The error comes after the answers before it.
    let bad = format!("{}{}", read("judge/noip2009.in"), "1 2 3\n");
    let ran = satoku(&["pyramid", "--jobs", "2"], &bad);
    assert_eq!((ran.stdout.as_str(), ran.code), ("2829\n", 2));
}

#[test]
fn the_smallest_equivalent_objective_is_drawn() {
    let ran = satoku(&["pyramid", "--explain"], "");
    assert!(ran.stdout.contains("over 81 cells"), "{}", ran.stdout);
    assert!(ran.stdout.contains("2745 + Σ digit × weight over 17 cells"));
    let ran = satoku(&["pyramid", "--explain", "--box", "4x4"], &path("unused"));
    assert_eq!(ran.code, 0);
}

#[test]
fn the_empty_16x16_grid_is_proven() {
    let empty = format!("{}\n", ".".repeat(256));
    for method in ["native", "auto"] {
        let ran = satoku(&["pyramid", "--method", method], &empty);
        assert_eq!((ran.stdout.as_str(), ran.code), ("18312\n", 0), "{method}");
    }
}

/// A proper puzzle that branch and bound alone, unlike other searches, does not solve in minutes.
#[test]
fn the_highest_scores_of_a_hard_variant_take_all_searches() {
    let steps = "r1c2 r2c3, r3c2 r2c1, r4c2 r5c1, r6c2 r5c3, r7c2 r8c3, r9c2 r8c1, r1c6 r2c6, \
                 r3c5 r2c4, r3c5 r2c5, r6c5 r5c4, r7c5 r8c4, r9c6 r8c6, r1c8 r2c9, r3c8 r2c7, \
                 r4c8 r5c9, r6c8 r5c7, r7c8 r8c9, r9c8 r8c7";
    let steps = steps.split(", ").map(|step| {
        let cells: Vec<&str> = step.split(' ').collect();
        serde_json::json!({ "type": "thermo", "cells": cells })
    });
    let constraints: Vec<serde_json::Value> = steps.collect();
    let regions = ["111222333", "444555666", "777888999"].map(|band| band.repeat(3));
    let puzzle = serde_json::json!({
        "rows": 9, "columns": 9, "min": 1, "max": 9,
        "regions": regions.concat(), "constraints": constraints,
    });
    for jobs in ["1", "2"] {
        let args = [
            "pyramid",
            "--top",
            "2",
            "--check",
            "none",
            "--timeout",
            "300",
            "--jobs",
            jobs,
        ];
        let ran = satoku(&args, &puzzle.to_string());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(answer["top"].as_array().unwrap().len(), 1);
        assert_eq!(
            (&answer["maximum"], &answer["top_complete"]),
            (&2848.into(), &"yes".into())
        );
    }
}
