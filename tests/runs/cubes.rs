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
    let question = "answers.json: holds answers to another question; use the puzzle";
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
