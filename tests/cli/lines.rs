//! Long lists of 9×9 lines: the answers do not depend on how they are read, on the
//! instruction set, or on the number of workers.

use crate::refused;
use crate::support::{self, PUZZLE, Ran, SOLVED, command, mixed, satoku};

fn same(ran: &Ran, expected: &Ran, what: &str) {
    assert_eq!(ran.stdout, expected.stdout, "{what}");
    assert_eq!(
        (&ran.stderr, ran.code),
        (&expected.stderr, expected.code),
        "{what}"
    );
}

#[test]
fn blocks_and_single_puzzles_have_the_same_answers() {
    let text = mixed();
    for verb in [
        &["solve", "--unique"][..],
        &["count", "--limit", "7"],
        &["count"],
    ] {
        let limited = [verb, &["--limit", "50"]].concat();
        let verb = if verb == ["count"] { &limited } else { verb };
        // A time limit makes the program solve one puzzle at a time.
        let single = satoku(
            &[verb, &["--timeout", "100", "--jobs", "1"]].concat(),
            &text,
        );
        assert_eq!(single.code, 1, "{}", single.stderr);
        for jobs in ["1", "2", "5"] {
            let ran = satoku(&[verb, &["--jobs", jobs]].concat(), &text);
            if verb[0] == "count" {
                same(&ran, &single, jobs);
            } else {
                // Which two of several solutions are shown is unspecified.
                let words = |ran: &Ran| -> Vec<String> {
                    let word = |line: &str| line.split('\t').next().unwrap().to_owned();
                    ran.stdout.lines().map(word).collect()
                };
                assert_eq!(words(&ran), words(&single));
                assert_eq!((ran.stderr, ran.code), (single.stderr.clone(), 1));
            }
        }
    }
}

#[test]
fn every_instruction_set_answers_the_same() {
    let text = mixed();
    let expected = satoku(&["count", "--limit", "9"], &text);
    for simd in ["avx512", "avx2", "portable"] {
        let ran = support::run(
            command(&["count", "--limit", "9"]).env("SATOKU_SIMD", simd),
            &text,
        );
        if !ran.stderr.contains("this processor has no") {
            same(&ran, &expected, simd);
        }
    }
    let expected =
        "satoku: error: SATOKU_SIMD: found 'mmx', expected one of avx512, avx2, portable\n";
    // Whether or not the verb uses vectors.
    for verb in ["solve", "pyramid", "minimize", "formats"] {
        let ran = support::run(command(&[verb]).env("SATOKU_SIMD", "mmx"), PUZZLE);
        assert_eq!((ran.code, &ran.stdout[..]), (2, ""), "{verb}");
        assert_eq!(ran.stderr, expected, "{verb}");
    }
}

#[test]
fn lines_that_are_no_puzzles_stop_or_are_skipped_or_keep_their_place() {
    let text = format!("{PUZZLE}\n12x\n{PUZZLE},7\n{PUZZLE}9\n");
    let error = "<stdin>:2:1: found 3 cells in '12x', expected 81 cells, as on the lines before";
    let second = format!(
        "<stdin>:4:1: found 82 cells in '{}…', expected 81 cells, as on the lines before",
        &PUZZLE[..24]
    );
    let ran = satoku(&["solve"], &text);
    assert_eq!((ran.stdout, ran.code), (format!("{SOLVED}\n"), 2));
    assert_eq!(ran.stderr, format!("satoku: error: {error}\n"));
    let both = format!("satoku: error: {error}\nsatoku: error: {second}\n");
    // Block by block, and one by one.
    for other in [&[][..], &["--timeout", "9"]] {
        let ran = satoku(&[&["solve", "--on-error", "skip"], other].concat(), &text);
        assert_eq!((ran.stdout, ran.code), (format!("{SOLVED}\n{SOLVED}\n"), 2));
        assert_eq!(ran.stderr, both);
        let ran = satoku(&[&["solve", "--on-error", "report"], other].concat(), &text);
        let expected = format!("{SOLVED}\nerror: {error}\n{SOLVED}\nerror: {second}\n");
        assert_eq!((ran.stdout, ran.code), (expected, 2));
        assert_eq!(ran.stderr, both);
    }
    let ran = satoku(&["solve", "--on-error", "report", "--to", "json"], &text);
    let place = r#""file":"<stdin>","line":2,"column":1"#;
    assert_eq!(
        ran.stdout.lines().nth(1).unwrap(),
        format!(r#"{{"error":"{error}",{place}}}"#)
    );
    // A format whose puzzles take several lines cannot be resumed.
    let ran = satoku(&["solve", "--on-error", "skip", "--from", "poj"], "2\nx\n");
    assert_eq!(ran.code, 2);
}

#[test]
fn statistics_say_what_was_checked() {
    let text = format!("{PUZZLE}\n{PUZZLE}\n55{}\n", &PUZZLE[2..]);
    let told = |args: &[&str]| {
        let ran = satoku(&[args, &["--stats"]].concat(), &text);
        let last = ran.stderr.lines().last().unwrap().to_owned();
        (
            last.starts_with("satoku: 3 puzzles in "),
            last.split(": ").last().unwrap().to_owned(),
        )
    };
    let none = "1 without a solution, 0 malformed";
    assert_eq!(
        told(&["solve"]),
        (true, format!("{none}, 2 solutions checked"))
    );
    assert_eq!(
        told(&["solve", "--no-verify"]),
        (true, format!("{none}, 0 solutions checked"))
    );
    assert_eq!(
        told(&["count", "--limit", "2"]),
        (true, format!("{none}, 2 solutions checked"))
    );
    let several = PUZZLE.replace("53..7", "....7");
    let ran = satoku(&["count", "--stats"], &several);
    let says = format!(
        ", {} solutions checked or counted together with a checked one\n",
        ran.stdout.trim()
    );
    assert!(ran.stderr.ends_with(&says), "{}", ran.stderr);
}

#[test]
fn without_verification_only_solutions_of_other_engines_are_checked() {
    let several = format!("{}\n", PUZZLE.replace("53..7", "....7"));
    let told = |args: &[&str]| {
        let ran = satoku(&[args, &["--no-verify", "--stats"]].concat(), &several);
        let last = ran.stderr.lines().last().unwrap().to_owned();
        last.split(", ").last().unwrap().to_owned()
    };
    assert_eq!(told(&["solve"]), "0 solutions checked");
    // In another format, the engine of the verb chooses the solution.
    assert_eq!(told(&["solve", "--to", "grid"]), "1 solution checked");
}

/// Solutions of puzzles in letters were written in digits where puzzles are answered
/// together.
#[test]
fn solutions_are_in_the_alphabet_of_the_puzzles() {
    for (alphabet, first) in [("letters", 'A'), ("hex", '0')] {
        let shown = |digit: char| match digit.to_digit(10) {
            Some(digit) => char::from(first as u8 + digit as u8 - 1),
            None => digit,
        };
        let input: String = PUZZLE.chars().map(shown).collect();
        let solution: String = SOLVED.trim_end().chars().map(shown).collect();
        for (verb, answer) in [
            (&["solve"][..], format!("{solution}\n")),
            (&["solve", "--unique"], format!("one\t{solution}\n")),
            (&["solve", "--timeout", "60"], format!("{solution}\n")),
        ] {
            let args = [verb, &["--alphabet", alphabet]].concat();
            let ran = satoku(&args, &format!("{input}\n{input}\n"));
            assert_eq!(ran.stdout, answer.repeat(2), "{args:?}: {}", ran.stderr);
        }
    }
}

/// A line with this between any two cells, and nothing in the empty ones if they have no mark.
fn separated(line: &str, between: &str, mark: &str) -> String {
    let cell = |c: char| match c {
        '.' => mark.to_owned(),
        c => c.to_string(),
    };
    let cells: Vec<String> = line.chars().map(cell).collect();
    cells.join(between) + "\n"
}

#[test]
fn commas_or_semicolons_may_separate_all_cells_of_a_line() {
    for between in [",", ";", ", "] {
        for mark in [".", "0", "", "_"] {
            let line = separated(PUZZLE, between, mark);
            for (text, count) in [(line.clone(), 1), (format!("# two\n{line}\n{line}"), 2)] {
                let ran = satoku(&["solve"], &text);
                assert_eq!(ran.stdout, format!("{SOLVED}\n").repeat(count), "{text}");
                assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{text}");
            }
        }
    }
    // As many lines as cells: they are puzzles, as lines with spaces would be.
    let list = separated(PUZZLE, ",", "0").repeat(81);
    let ran = satoku(&["solve"], &list);
    assert_eq!(
        (ran.stdout, ran.code),
        (format!("{SOLVED}\n").repeat(81), 0)
    );
    let small = satoku(&["solve"], "1,,,,,,,3,,,4,,,2,,\n");
    assert_eq!(
        (small.stdout.trim().len(), small.code),
        (16, 0),
        "{}",
        small.stderr
    );
    let numbers: Vec<String> = (1..=16).map(|number| number.to_string()).collect();
    let large = format!("{}{}\n", numbers.join(","), ",".repeat(240));
    let large = satoku(&["solve"], &large);
    let starts = large.stdout.starts_with("1 2 3 4 5 6 7 8 9 10 11 ");
    assert!(
        starts && large.code == 0,
        "{}{}",
        large.stdout,
        large.stderr
    );
}

#[test]
fn a_line_of_separated_cells_has_as_many_as_the_first() {
    let line = separated(PUZZLE, ",", "");
    let short = line.replacen("5,3,", "5,", 1);
    let ran = satoku(&["solve"], &format!("{line}{short}"));
    let says = "<stdin>:2:1: found 80 cells in '5,,,7,,,,,6,,,1,9,5,";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("expected 81 cells, as on the lines before")
    );
    assert_eq!((ran.stdout, ran.code), (format!("{SOLVED}\n"), 2));
    let says = "1:3: found '10', expected a number 1-9 or . 0 ? _ * for an empty cell";
    refused(&["solve"], &line.replacen("5,3", "5,10", 1), says);
    // What follows a puzzle on its line is a note, in a table another column.
    for text in [
        format!("{PUZZLE},1,2,3\n"),
        format!("{PUZZLE},{}\n", &line[..20]),
    ] {
        assert_eq!(satoku(&["solve"], &text).stdout, format!("{SOLVED}\n"));
    }
    let table = format!("id,quiz\n1,\"{}\"\n", line.trim());
    let ran = satoku(&["solve", "--column", "quiz"], &table);
    let says = ":2: found ',' in field 2, expected a puzzle and nothing else\n";
    assert!(ran.stderr.ends_with(says), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    // An empty row of a table is no puzzle.
    assert_eq!(satoku(&["count", "--limit", "2"], &",".repeat(80)).code, 2);
}

#[test]
fn lists_of_separated_lines_are_told_from_the_rows_of_one_grid() {
    // One line fewer than would be rows.
    let list = separated(PUZZLE, ",", "0").repeat(80);
    let ran = satoku(&["solve"], &list);
    assert_eq!(
        (ran.stdout, ran.code),
        (format!("{SOLVED}\n").repeat(80), 0)
    );
    // Letters that are far too often in a column for one grid.
    let letters = format!("A,B,C,D,E,F,G,H,I,J{}\n", ",".repeat(90));
    let ran = satoku(&["solve"], &letters.repeat(100));
    assert_eq!(ran.stdout.lines().count(), 100, "{}", ran.stderr);
    assert!(ran.stdout.starts_with("ABCDEFGHIJ"), "{}", ran.stdout);
    // The rows of a 16×16 grid, with small digits only, some rows without any.
    for given_rows in [16, 3] {
        let row = |row: usize| {
            let cell = |column: usize| match column == row && row < given_rows {
                true => (1 + row % 4).to_string(),
                false => String::new(),
            };
            (0..16).map(cell).collect::<Vec<_>>().join(",") + "\n"
        };
        let grid: String = (0..16).map(row).collect();
        let ran = satoku(&["solve", "--to", "line"], &grid);
        assert_eq!(ran.stdout.lines().count(), 1, "{grid}{}", ran.stderr);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
}
