//! Answers of cubes that are kept in a file.

use crate::support::{Ran, satoku};
use std::path::PathBuf;
use tempfile::TempDir;

const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";
const OTHER: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

/// A file of answers in a folder of its own.
struct Answers(TempDir);

impl Answers {
    fn new() -> Answers {
        Answers(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("answers.json")
    }

    fn read(&self) -> String {
        std::fs::read_to_string(self.path()).unwrap()
    }

    fn run(&self, options: &[&str], puzzle: &str) -> Ran {
        let path = self.path().display().to_string();
        let args = ["cubes", "--count", "4", "--solve", "--resume", &path];
        satoku(&[&args[..], options].concat(), puzzle)
    }

    /// A run that must be refused, and change nothing.
    fn refused(&self, options: &[&str], puzzle: &str, says: &str) {
        let before = self.read();
        let ran = self.run(options, puzzle);
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
        assert_eq!(self.read(), before);
    }
}

#[test]
fn a_file_that_no_run_wrote_is_refused_and_kept() {
    let answers = Answers::new();
    for text in ["precious notes", "precious\nnotes\n", "{\"puzzles\":1}\n"] {
        std::fs::write(answers.path(), text).unwrap();
        let says = "expected the answers of an earlier run of 'satoku cubes'";
        answers.refused(&[], HARD, says);
    }
}

#[test]
fn a_line_that_cannot_be_read_is_named_with_its_column() {
    let answers = Answers::new();
    assert_eq!(answers.run(&[], HARD).code, 0);
    let text = answers.read();
    let line = text.lines().nth(1).unwrap();
    std::fs::write(answers.path(), text.replace(line, "{\"cube\":x")).unwrap();
    let says = "answers.json:2:9: found '{\"cube\":x' (expected value), expected a line that \
                'satoku cubes' wrote";
    answers.refused(&[], HARD, says);
}

/// It was noticed when the puzzle had been split, which may take hours.
#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_puzzle_is_read() {
    let answers = Answers::new();
    let name = |file: &str| answers.0.path().join(file).display().to_string();
    for (file, says) in [
        (name("no/cubes.txt"), "there is no folder"),
        (name("cubes.zip"), "cannot be compressed with zip"),
    ] {
        let ran = answers.run(&["-o", &file], "no puzzle");
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    }
    assert_eq!(answers.0.path().read_dir().unwrap().count(), 0);
}

#[test]
fn a_head_that_was_not_finished_is_begun_anew() {
    let answers = Answers::new();
    for text in ["", "{\"puz", "{\"puzzle\":\"8...."] {
        std::fs::write(answers.path(), text).unwrap();
        let ran = answers.run(&[], HARD);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(answers.read().lines().count() > 1);
    }
}

#[test]
fn answers_of_another_run_are_named_as_such() {
    let answers = Answers::new();
    assert_eq!(answers.run(&["--maximum"], HARD).code, 0);
    let other = "answers.json: holds answers to another puzzle; use the puzzle";
    answers.refused(&["--maximum"], OTHER, other);
    let question = "answers.json: holds answers to a different question; use the puzzle";
    answers.refused(&[], HARD, question);
    let wrong = answers.0.path().join("known.txt");
    std::fs::write(&wrong, "no solution\n").unwrap();
    let wrong = wrong.display().to_string();
    answers.refused(&["--maximum", "--known", &wrong], HARD, "known.txt");
}

#[cfg(unix)]
#[test]
fn two_runs_do_not_write_to_one_file() {
    let answers = Answers::new();
    assert_eq!(answers.run(&[], HARD).code, 0);
    let file = std::fs::File::options().write(true).open(answers.path());
    let file = file.unwrap();
    file.lock().unwrap();
    answers.refused(&[], HARD, "another run writes to this file");
    drop(file);
    assert_eq!(answers.run(&[], HARD).code, 0);
}

/// The empty 4×4 grid with some givens, and 72 solutions.
const FOUR: &str = "1...............\n";

/// The answers of four cubes of this puzzle, in order, up to a limit that none of them reaches.
fn four() -> (Answers, String) {
    let answers = Answers::new();
    let ran = answers.run(&["--limit", "1000", "--jobs", "1"], FOUR);
    assert_eq!(ran.stdout.lines().next(), Some("72 solutions"));
    let text = answers.read();
    (answers, text)
}

#[test]
fn answers_that_contradict_themselves_are_refused() {
    let (answers, text) = four();
    let line = text.lines().nth(1).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
    let found = value["found"].as_u64().unwrap();
    assert!(found > 1);
    let refused = |changed: &str, says: &str| {
        std::fs::write(answers.path(), text.replace(line, changed)).unwrap();
        let says = format!("answers.json:2: {says}");
        answers.refused(&["--limit", "1000"], FOUR, &says);
    };
    let twice = {
        let mut twice = value.clone();
        twice["solutions"][0] = twice["solutions"][1].clone();
        twice.to_string()
    };
    refused(
        &twice,
        "the answer of cube 1 contradicts itself: the same solution twice; remove this line",
    );
    let more = line.replace(
        &format!("\"found\":{found}"),
        &format!("\"found\":{}", found + 1),
    );
    let says = format!(
        "contradicts itself: {} solutions found, but {found} ",
        found + 1
    );
    refused(&more, &format!("the answer of cube 1 {says}"));
    let says = "the answer of cube 1 contradicts itself: the limit of 1000 was reached with";
    refused(&line.replace("\"all\"", "\"enough\""), says);
    refused(
        &line.replace("\"cube\":1", "\"cube\":99"),
        "cube 99 has an answer",
    );
    refused(
        &line.replace("\"cube\":1", "\"cube\":0"),
        "cube 0 has an answer",
    );
    value["best"] = true.into();
    refused(&value.to_string(), "found \"found\":");
}

/// A program that solved a cube elsewhere may know that there are no more solutions than the
/// limit.
#[test]
fn all_solutions_may_be_as_many_as_the_limit() {
    let (_, text) = four();
    let found = |line: &&str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        value["found"].as_u64().unwrap()
    };
    let largest = text.lines().skip(1).max_by_key(found).unwrap();
    assert!(largest.contains("\"end\":\"all\""), "{largest}");
    let limit = found(&largest).to_string();
    let answers = Answers::new();
    assert_eq!(answers.run(&["--limit", &limit], FOUR).code, 0);
    // Which cubes were solved before the limit was reached depends on the threads; only the head
    // does not.
    let written = answers.read();
    let head = written.lines().next().unwrap();
    std::fs::write(answers.path(), format!("{head}\n{largest}\n")).unwrap();
    let ran = answers.run(&["--limit", &limit], FOUR);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let says = format!("at least {limit} solutions");
    assert_eq!(ran.stdout.lines().next(), Some(says.as_str()));
}

#[test]
fn a_cube_without_an_answer_is_solved_again() {
    let (answers, text) = four();
    let line = text.lines().nth(1).unwrap().to_owned() + "\n";
    std::fs::write(answers.path(), text.replace(&line, "")).unwrap();
    let ran = answers.run(&["--limit", "1000"], FOUR);
    assert_eq!(ran.stdout.lines().next(), Some("72 solutions"));
    assert!(answers.read().contains(&line));
    // One that was stopped is not in the way of its answer.
    let late = "{\"cube\":1,\"found\":0,\"end\":\"timeout\"}\n";
    std::fs::write(
        answers.path(),
        text.replace(&line, &(late.to_owned() + &line)),
    )
    .unwrap();
    assert_eq!(answers.run(&["--limit", "1000"], FOUR).code, 0);
    // A second answer would be.
    std::fs::write(answers.path(), text + &line).unwrap();
    answers.refused(
        &["--limit", "1000"],
        FOUR,
        "cube 1 has a second answer, expected one",
    );
}

#[test]
fn the_best_solution_is_no_better_than_its_bound() {
    let answers = Answers::new();
    let first = ["--maximum", "--known"];
    let known = answers.0.path().join("known.txt");
    std::fs::write(&known, "1234341221434321\n").unwrap();
    let known = known.display().to_string();
    let options = [&first[..], &[&known]].concat();
    assert_eq!(answers.run(&options, FOUR).code, 0);
    let text = answers.read();
    let line = text
        .lines()
        .find(|line| line.contains("\"found\":1"))
        .unwrap();
    let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
    value["bound"] = 3.into();
    std::fs::write(answers.path(), text.replace(line, &value.to_string())).unwrap();
    answers.refused(&options, FOUR, "a solution that is better than its bound 3");
}

/// Rows and columns with these sums between 1 and 9.
fn sandwiches(rows: [u32; 9], columns: [u32; 9]) -> String {
    let line = |sum: u32, name: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = (1..=9).map(name).collect();
        serde_json::json!({"type": "sandwich", "cells": cells, "sum": sum})
    };
    let rows = (1..).zip(rows);
    let rows = rows.map(|(row, sum)| line(sum, &|column| format!("r{row}c{column}")));
    let columns = (1..).zip(columns);
    let columns = columns.map(|(column, sum)| line(sum, &|row| format!("r{row}c{column}")));
    let constraints: Vec<serde_json::Value> = rows.chain(columns).collect();
    let regions: String = (0..81)
        .map(|cell| char::from(b'0' + cell / 27 * 3 + cell % 9 / 3))
        .collect();
    let puzzle = serde_json::json!({
        "rows": 9, "columns": 9, "min": 1, "max": 9,
        "regions": regions, "constraints": constraints,
    });
    puzzle.to_string() + "\n"
}

/// The model of the puzzle was built anew for each candidate that was tried: 20 seconds.
#[test]
fn variants_are_split_in_moments_and_always_in_the_same_way() {
    let puzzle = sandwiches(
        [27, 23, 5, 0, 22, 7, 14, 0, 19],
        [0, 11, 14, 8, 4, 0, 0, 2, 7],
    );
    let split = || satoku(&["cubes", "--timeout", "10", "-"], &puzzle);
    let cubes = split();
    assert_eq!((cubes.code, cubes.stderr.as_str()), (0, ""));
    assert!(cubes.stdout.lines().count() >= 100);
    assert_eq!(split().stdout, cubes.stdout);
}

#[test]
fn a_run_that_fails_before_it_has_cubes_leaves_no_file() {
    let answers = Answers::new();
    let ran = answers.run(&["--maximum", "--known", "no-such-file"], HARD);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(!answers.path().exists());
    // One that was there is kept.
    std::fs::write(answers.path(), "").unwrap();
    answers.refused(
        &["--maximum", "--known", "no-such-file"],
        HARD,
        "no-such-file",
    );
}

#[test]
fn a_split_that_was_cut_short_saves_nothing_and_says_so() {
    let answers = Answers::new();
    let ran = answers.run(&["--timeout", "0.000000001"], HARD);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    let says = "no answers are saved, because another run would make other cubes";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
    assert!(!answers.path().exists());
}
