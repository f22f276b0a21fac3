//! 9×9 lines in every notation: answers, messages and line numbers are those of the
//! same puzzles on plain lines.

use crate::support::{self, PUZZLE, Ran, SOLVED, command, satoku};
use std::io::{BufRead, BufReader, Write};

/// Queries that are answered in lock-step, and one that is answered one by one.
const VERBS: [&[&str]; 5] = [
    &["solve"],
    &["solve", "--unique"],
    &["count", "--limit", "2"],
    &["count", "--limit", "7", "--jobs", "2"],
    &["solve", "--to", "pretty"],
];

/// Rewrites a line whose empty cells are dots.
type Shape = fn(&str) -> String;

/// Notations by name.
const SHAPES: [(&str, Shape); 14] = [
    ("a blank behind", |line| format!("{line} ")),
    ("a tab behind", |line| format!("{line}\t")),
    ("two ends", |line| format!("{line}\r\r")),
    ("blanks in front", |line| format!(" \t{line}")),
    ("a wide space around", |line| {
        format!("\u{3000}{line}\u{a0}")
    }),
    ("underscores", |line| line.replace('.', "_")),
    ("stars", |line| line.replace('.', "*")),
    ("question marks", |line| line.replace('.', "?")),
    ("zeros and a blank", |line| line.replace('.', "0") + " "),
    ("several marks", |line| {
        let marks = ["_", "*", "?", "0"];
        marks
            .iter()
            .fold(line.to_owned(), |line, mark| line.replacen('.', mark, 11))
    }),
    ("a name in another script", |line| format!("{line},数独 é")),
    ("a blank and a note", |line| format!("{line} ; a note, 4 5")),
    ("a blank and a comment", |line| format!("{line} #")),
    ("a tab, a blank and a rating", |line| {
        format!("{line}\t 9.1")
    }),
];

/// Proper puzzles, puzzles with many solutions, and unsolvable ones with and without
/// clashing givens.
fn puzzles() -> Vec<String> {
    let list = |name: &str| -> Vec<String> {
        let text = support::read(&format!("known/{name}.txt"));
        let lines = text.lines().filter(|line| line.len() >= 81);
        let puzzles = lines.filter(|line| !line.starts_with('#'));
        puzzles.map(|line| line[..81].replace('0', ".")).collect()
    };
    let proper = list("17clue").into_iter().take(150);
    let many = list("many_solutions_10k").into_iter().take(150);
    let mut puzzles: Vec<String> = proper.chain(many).collect();
    for (k, puzzle) in puzzles.iter_mut().enumerate() {
        let given = puzzle.find(|c| c != '.').unwrap();
        match k % 5 {
            // Another digit for the first given, and one more given.
            3 => puzzle.replace_range(given..=given, if k % 2 == 0 { "8" } else { "4" }),
            4 => puzzle.replace_range(..4, "5775"),
            _ => {}
        }
    }
    puzzles
}

fn text(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}

fn same(ran: &Ran, expected: &Ran, what: &str) {
    assert_eq!(ran.stdout, expected.stdout, "{what}");
    assert_eq!(ran.stderr, expected.stderr, "{what}");
    assert_eq!(ran.code, expected.code, "{what}");
}

#[test]
fn lines_of_every_shape_are_answered_like_plain_ones() {
    let puzzles = puzzles();
    let plain = text(puzzles.clone());
    for verb in VERBS {
        let expected = satoku(verb, &plain);
        assert_eq!(expected.code, 1);
        assert!(
            expected
                .stderr
                .contains("r1c2 and r1c3 both hold 7 in row 1")
        );
        for (name, shape) in SHAPES {
            let shaped = text(puzzles.iter().map(|line| shape(line)));
            same(
                &satoku(verb, &shaped),
                &expected,
                &format!("{verb:?}: {name}"),
            );
        }
        let marked = format!("\u{feff}{plain}");
        same(&satoku(verb, &marked), &expected, "a byte order mark");
    }
}

#[test]
fn lines_of_several_shapes_in_one_file_are_answered_like_plain_ones() {
    let puzzles = puzzles();
    let plain = text(puzzles.clone());
    // Every tenth line has another notation; then all take turns.
    let tenth = |k: usize, line: &String| match k % 10 {
        9 => SHAPES[k / 10 % SHAPES.len()].1(line),
        _ => line.clone(),
    };
    let turns = |k: usize, line: &String| match k % (SHAPES.len() + 1) {
        0 => line.clone(),
        turn => SHAPES[turn - 1].1(line),
    };
    let mixed = |shape: &dyn Fn(usize, &String) -> String| {
        text(puzzles.iter().enumerate().map(|(k, line)| shape(k, line)))
    };
    for verb in VERBS {
        let expected = satoku(verb, &plain);
        same(&satoku(verb, &mixed(&tenth)), &expected, "every tenth");
        same(&satoku(verb, &mixed(&turns)), &expected, "in turns");
    }
}

#[test]
fn numbers_with_spaces_are_answered_with_spaces_and_digits_with_digits() {
    let spaced = |line: &str| {
        let cells: Vec<String> = line.chars().map(String::from).collect();
        cells.join(" ")
    };
    let marked = PUZZLE.replace('.', "_");
    let input = text([PUZZLE.into(), spaced(PUZZLE), spaced(&marked), marked]);
    let ran = satoku(&["solve", "--from", "line"], &input);
    let expected = text([SOLVED.into(), spaced(SOLVED), spaced(SOLVED), SOLVED.into()]);
    assert_eq!((ran.stdout, ran.code), (expected, 0), "{}", ran.stderr);
    let ran = satoku(&["solve", "--unique"], &input);
    let expected = expected_unique(&[SOLVED, &spaced(SOLVED), &spaced(SOLVED), SOLVED]);
    assert_eq!((ran.stdout, ran.code), (expected, 0), "{}", ran.stderr);
}

fn expected_unique(solutions: &[&str]) -> String {
    text(solutions.iter().map(|solution| format!("one\t{solution}")))
}

#[test]
fn clashes_are_told_with_their_places_in_the_order_of_the_lines() {
    let clash = format!("55{}", &PUZZLE[2..]);
    let clashes = format!("5555{}", &PUZZLE[4..]);
    // Unsolvable although no givens clash.
    let hidden = PUZZLE.replacen("53.", "531", 1);
    let block = text([PUZZLE.into(), format!("{clash} "), hidden, "no".into()]);
    let input = format!("{block}# a comment\n{}\n{block}", clashes.replace('.', "_"));
    let in_row = "r1c1 and r1c2 both hold 5 in row 1";
    let in_box = "r1c1 and r1c2 both hold 5 in box 1";
    let bad = "1: found 2 cells in 'no', expected 81 cells, as on the lines before";
    let expected = [
        format!("satoku: <stdin>:2: puzzle 2: {in_row}"),
        format!("satoku: <stdin>:2: puzzle 2: {in_box}"),
        format!("satoku: error: <stdin>:4:{bad}"),
        format!("satoku: <stdin>:6: puzzle 5: {in_row}"),
        "satoku: <stdin>:6: puzzle 5: r1c2 and r1c3 both hold 5 in row 1".into(),
        "satoku: <stdin>:6: puzzle 5: r1c3 and r1c4 both hold 5 in row 1".into(),
        "satoku: <stdin>:6: puzzle 5: and 3 more clashes".into(),
        format!("satoku: <stdin>:8: puzzle 7: {in_row}"),
        format!("satoku: <stdin>:8: puzzle 7: {in_box}"),
        format!("satoku: error: <stdin>:10:{bad}"),
    ];
    for jobs in ["1", "2", "5"] {
        let args = [
            "count",
            "--limit",
            "2",
            "--on-error",
            "report",
            "--jobs",
            jobs,
        ];
        let ran = satoku(&args, &input);
        assert_eq!(ran.stderr, text(expected.clone()), "{jobs} jobs");
        let errors = [4, 10].map(|line| format!("error: <stdin>:{line}:{bad}\n"));
        let counts = format!("1\n0\n0\n{}0\n1\n0\n0\n{}", errors[0], errors[1]);
        assert_eq!((ran.stdout, ran.code), (counts, 2), "{jobs} jobs");
    }
}

#[test]
fn a_live_pipe_is_answered_at_once_whatever_the_shape_of_its_first_line() {
    for (name, shape) in SHAPES {
        let mut child = command(&["solve"]).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..3 {
            writeln!(stdin, "{}", shape(PUZZLE)).unwrap();
            let mut answer = String::new();
            answers.read_line(&mut answer).unwrap();
            assert_eq!(answer.trim_end(), SOLVED, "{name}");
        }
        drop(stdin);
        assert!(child.wait().unwrap().success(), "{name}");
    }
}

/// It was taken for a puzzle in the wrong column, unless lines before it were read in blocks.
#[test]
fn a_solution_with_a_quote_after_a_puzzle_is_a_note() {
    for line in [
        format!("{PUZZLE}:1:{SOLVED}\"\n"),
        format!("{PUZZLE}#\"{SOLVED}\"\n"),
    ] {
        let second = format!("{PUZZLE}\n{line}");
        for text in [&line, &second] {
            let ran = satoku(&["solve"], text);
            assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{text}");
            let one_by_one = satoku(&["solve", "--backend", "cdcl"], text);
            assert_eq!(one_by_one.stdout, ran.stdout);
            assert_eq!(
                ran.stdout,
                format!("{SOLVED}\n").repeat(text.lines().count())
            );
        }
    }
}
