//! Answers do not depend on whether puzzles are answered together or one by one.

use crate::rows;
use crate::support::{EMPTY, HARD, NONE, PUZZLE, satoku};
use satoku::grid::Geometry;
use satoku::grid::text::{Alphabet, Format, PuzzleReader, ReadOptions};
use serde_json::Value;

/// Proper puzzles, with others among them: givens that clash, no solution, several, one
/// that a few cells of a grid decide.
fn puzzles() -> Vec<String> {
    let clash = PUZZLE.replacen('.', "5", 1);
    let several = PUZZLE.replacen('5', ".", 3);
    let mut all = vec![PUZZLE.to_owned(); 40];
    all.splice(
        3..3,
        [HARD, NONE, EMPTY, &clash, &several].map(str::to_owned),
    );
    all.push(several);
    all.push(HARD.to_owned());
    all
}

/// The puzzles in a format.
fn written(puzzles: &[String], format: Format) -> String {
    let all = |mark: &str, between: &str, end: &str| -> String {
        let texts = puzzles.iter().map(|puzzle| puzzle.replace('.', mark));
        texts.map(|text| rows(&text, between) + end).collect()
    };
    match format {
        Format::Hdu => all("?", " ", "\n"),
        Format::Poj => format!("{}\n{}", puzzles.len(), all("0", "", "")),
        Format::Pyramid => all("0", " ", ""),
        Format::Grid => all("_", "", "\n"),
        _ => puzzles.join("\n") + "\n",
    }
}

/// What `solve` answers one by one: the verdict and the solutions.
fn verdicts(input: &str, args: &[&str]) -> Vec<(String, Vec<String>)> {
    let args = [&["solve", "--to", "json", "--check", "none"], args].concat();
    let answers = satoku(&args, input).stdout;
    let verdict = |line: &str| {
        let json: Value = serde_json::from_str(line).expect("JSON");
        let texts = ["solution", "second"].map(|name| json[name].as_str().map(str::to_owned));
        let verdict = json["verdict"].as_str().expect("a verdict").to_owned();
        (verdict, texts.into_iter().flatten().collect())
    };
    answers.lines().map(verdict).collect()
}

/// A solution in a format.
fn grid(solution: &str, format: Format) -> String {
    let options = ReadOptions {
        format: Some(Format::Line),
        ..ReadOptions::default()
    };
    let mut reader = PuzzleReader::new(solution.as_bytes(), "solution", options);
    let puzzle = reader.next().unwrap().unwrap().puzzle;
    let mut text = Vec::new();
    let (shape, digits) = (Geometry::CLASSIC, Alphabet::Digits);
    let written = format.write(&mut text, shape, digits, 1, puzzle.cells());
    written.unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn grids_of_every_format_are_answered_as_one_by_one() {
    let puzzles = puzzles();
    for from in [
        Format::Hdu,
        Format::Poj,
        Format::Pyramid,
        Format::Grid,
        Format::Line,
    ] {
        let input = written(&puzzles, from);
        let named = ["--from", from.name()];
        let first = verdicts(&input, &named);
        let all = verdicts(&input, &["--from", from.name(), "--unique"]);
        assert_eq!((first.len(), all.len()), (puzzles.len(), puzzles.len()));
        for to in [
            Format::Hdu,
            Format::Poj,
            Format::Pyramid,
            Format::Grid,
            Format::Rows,
        ] {
            let between = if to.blank_between() { "\n" } else { "" };
            let solved = first.iter().map(|(_, solutions)| match &solutions[..] {
                [] => "no solution\n".to_owned(),
                [solution, ..] => grid(solution, to),
            });
            let unique = all.iter().map(|(verdict, solutions)| {
                let grids = solutions.iter().map(|solution| grid(solution, to));
                format!("{verdict}\n{}", grids.collect::<String>())
            });
            let expected = solved.collect::<Vec<_>>().join(between);
            let args = ["solve", "--check", "none", "--to", to.name()];
            let ran = satoku(&[&args[..], &named].concat(), &input);
            assert_eq!((ran.stdout, ran.code), (expected, 1), "{from} to {to}");
            let expected = unique.collect::<Vec<_>>().join(between);
            let ran = satoku(&[&args[..], &named, &["--unique"]].concat(), &input);
            assert_eq!((ran.stdout, ran.code), (expected, 1), "{from} to {to}");
        }
    }
}

#[test]
fn a_time_limit_changes_no_answer_that_is_found_in_time() {
    let input = written(&puzzles(), Format::Line);
    for unique in [&[][..], &["--unique"]] {
        let lines = |args: &[&str]| {
            let args = [&["solve", "--check", "none"], args, unique].concat();
            satoku(&args, &input).stdout
        };
        let expected = verdicts(&input, unique)
            .into_iter()
            .map(|(verdict, solutions)| {
                let solutions = solutions.join("\t");
                match (unique, &*solutions) {
                    ([], "") => "no solution\n".to_owned(),
                    ([], _) => format!("{solutions}\n"),
                    (_, "") => format!("{verdict}\n"),
                    _ => format!("{verdict}\t{solutions}\n"),
                }
            });
        assert_eq!(lines(&["--timeout", "100"]), expected.collect::<String>());
    }
}

#[test]
fn each_puzzle_has_the_time_limit_to_itself() {
    // No block is done by then, and hardly any puzzle.
    let input = written(&puzzles(), Format::Line).repeat(20);
    let ran = satoku(
        &["solve", "--check", "none", "--timeout", "0.000001"],
        &input,
    );
    assert_eq!(ran.stdout.lines().count(), input.lines().count());
    let unknown = ran
        .stdout
        .lines()
        .filter(|line| line.starts_with("unknown: time limit"));
    assert!(unknown.count() > 0);
    assert_eq!(ran.code, 3);
    let ran = satoku(
        &["count", "--check", "none", "--timeout", "0.2"],
        &input[..82 * 8],
    );
    let counts: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(
        (&counts[..5], ran.code),
        (&["1", "1", "1", "1", "0"][..], 3)
    );
    assert!(counts[5].starts_with("unknown: at least "), "{}", counts[5]);
    assert_eq!((counts[6], counts.len()), ("0", 8));
}

#[test]
fn counts_without_a_limit_are_exact_and_in_order() {
    // From one solution to more than are counted together.
    let some = |givens: usize| {
        let solved = satoku(&["solve"], PUZZLE).stdout;
        let cells = solved.trim().chars().zip(0..);
        let cell = |(digit, k): (char, usize)| if k < givens { digit } else { '.' };
        cells.map(cell).collect::<String>()
    };
    let mut input: Vec<String> = (36..=60).chain(40..=81).map(some).collect();
    input.push(NONE.to_owned());
    let text = written(&input, Format::Grid);
    let together = satoku(&["count", "--check", "none"], &text).stdout;
    let counts: Vec<u64> = together.lines().map(|line| line.parse().unwrap()).collect();
    assert!(counts.iter().any(|&count| count > 10_000), "{counts:?}");
    assert_eq!((counts[66], counts[67], counts.len()), (1, 0, 68));
    let json = satoku(&["count", "--check", "none", "--to", "json"], &text).stdout;
    let one_by_one = json.lines().map(|line| {
        let json: Value = serde_json::from_str(line).unwrap();
        json["count"].as_u64().unwrap()
    });
    assert_eq!(one_by_one.collect::<Vec<_>>(), counts);
}
