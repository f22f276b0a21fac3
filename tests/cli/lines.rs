//! Long lists of 9×9 lines: the answers do not depend on how they are read, on the
//! instruction set, or on the number of workers.

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
    let ran = support::run(command(&["solve"]).env("SATOKU_SIMD", "mmx"), PUZZLE);
    assert_eq!(ran.code, 2);
    let expected =
        "satoku: error: SATOKU_SIMD: found 'mmx', expected one of avx512, avx2, portable\n";
    assert_eq!(ran.stderr, expected);
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
    assert_eq!(
        ran.stdout.lines().nth(1).unwrap(),
        format!(r#"{{"error":"{error}"}}"#)
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
