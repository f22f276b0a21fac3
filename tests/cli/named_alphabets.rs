//! `--alphabet` decides how 9×9 grids are read, too, whatever format they look like.

use crate::support::{SOLVED, path, satoku};
use crate::{refused, rows};

/// The solution in the digits 0 to 8.
fn from_zero() -> String {
    let lowered = SOLVED.bytes().map(|byte| char::from(byte - 1));
    lowered.collect()
}

/// The same with equal digits in the first two cells.
fn clashing() -> String {
    let full = from_zero();
    full[..1].repeat(2) + &full[2..]
}

#[test]
fn zero_is_a_digit_where_the_alphabet_says_so() {
    let (full, clashing) = (from_zero(), clashing());
    let open = full.replacen('0', "?", 1);
    for (alphabet, between) in [("numbers-from-0", " "), ("hex", " "), ("hex", "")] {
        let count = |text: &str| satoku(&["count", "--alphabet", alphabet], text);
        for (puzzle, expected) in [(&full, "1\n"), (&open, "1\n"), (&clashing, "0\n")] {
            let mut texts = vec![rows(puzzle, between)];
            if between.is_empty() {
                texts.push(format!("1\n{}", rows(puzzle, between)));
            }
            for text in texts {
                let ran = count(&text);
                assert_eq!(ran.stdout, expected, "{alphabet} {text}: {}", ran.stderr);
            }
        }
        let told = count(&rows(&clashing, between)).stderr;
        let digit = &clashing[..1];
        let says = format!("r1c1 and r1c2 both hold {digit} in row 1");
        assert!(told.contains(&says), "{told}");
    }
}

#[test]
fn a_count_may_be_followed_by_rows_with_spaces_in_a_named_alphabet() {
    let text = format!("1\n{}", rows(&clashing(), " "));
    let ran = satoku(&["count", "--alphabet", "numbers-from-0"], &text);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("0\n", 1),
        "{}",
        ran.stderr
    );
}

#[test]
fn letters_with_spaces_are_read_where_they_are_named() {
    let letters: String = SOLVED
        .bytes()
        .map(|byte| char::from(byte - b'1' + b'A'))
        .collect();
    let ran = satoku(&["count", "--alphabet", "letters"], &rows(&letters, " "));
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("1\n", 0),
        "{}",
        ran.stderr
    );
}

/// The judges have digits from 1 on.
#[test]
fn formats_of_judges_are_written_in_their_own_digits() {
    let text = rows(&from_zero(), " ");
    for (to, between) in [("hdu", " "), ("pyramid", " "), ("poj", "")] {
        let args = ["solve", "--alphabet", "numbers-from-0", "--to", to];
        let ran = satoku(&args, &text);
        assert_eq!((ran.stdout, ran.code), (rows(SOLVED, between), 0), "{to}");
    }
}

#[test]
fn a_format_without_the_alphabet_is_refused() {
    let grid = rows(SOLVED, " ");
    let says = |format: &str, alphabet: &str| {
        format!(
            "1:1: found the format {format}, which has numbers from 1 on, expected one that has \
             the alphabet {alphabet}: poj, line, grid, rows; leave --alphabet {alphabet} out"
        )
    };
    for alphabet in ["hex", "letters", "numbers-from-0"] {
        for format in ["hdu", "pyramid"] {
            let args = ["count", "--from", format, "--alphabet", alphabet];
            refused(&args, &grid, &says(format, alphabet));
        }
        let header = "puzzle size: 9x9\n";
        let args = ["count", "--alphabet", alphabet];
        refused(&args, header, &says("sudokusat", alphabet));
    }
    for alphabet in ["digits", "numbers"] {
        for format in ["hdu", "pyramid"] {
            let args = ["count", "--from", format, "--alphabet", alphabet];
            assert_eq!(satoku(&args, &grid).stdout, "1\n");
        }
    }
    let file = path("judge/hdu1426.in");
    let ran = satoku(&["count", "--alphabet", "letters", &file], "");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{}", ran.stderr);
}
