//! `0` beside another mark for empty cells: a digit or an empty cell.

use crate::support::{PUZZLE, SOLVED, satoku};
use crate::{refused, rows};

const DOUBTFUL: &str =
    "...5.7..11..........413..6.7..6.20....6.8.....2..7..5.6.......84....6..0.5...02..";

/// What is said about a `0` of [`DOUBTFUL`].
fn doubt(place: &str) -> String {
    format!(
        "{place}: found '0' beside another mark for empty cells, and no 9, expected digits 1-9 and \
         one mark for empty cells, or a named alphabet; --alphabet digits reads 0 as an empty cell, \
         --alphabet hex as a digit"
    )
}

#[test]
fn zeros_that_may_be_digits_are_refused_unless_the_alphabet_is_named() {
    let line = DOUBTFUL.to_owned() + "\n";
    refused(&["solve"], &line, &doubt("1:34"));
    refused(&["solve"], &rows(DOUBTFUL, " "), &doubt("4:13"));
    refused(&["solve"], &rows(DOUBTFUL, ""), &doubt("4:7"));
    for input in [&line, &rows(DOUBTFUL, " "), &rows(DOUBTFUL, "")] {
        let count = |alphabet: &str| {
            let asked = ["count", "--alphabet", alphabet, "--limit", "1"];
            let ran = satoku(&asked, input);
            assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{alphabet}");
        };
        count("digits");
        count("hex");
    }
}

#[test]
fn zeros_that_may_be_digits_are_refused_wherever_they_are_in_a_list() {
    for between in ["", " "] {
        let [good, bad] = [PUZZLE, DOUBTFUL].map(|puzzle| rows(puzzle, between) + "\n");
        let ran = satoku(
            &["solve", "--to", "line", "--on-error", "skip"],
            &(good.repeat(3) + &bad),
        );
        assert_eq!(ran.stdout, format!("{SOLVED}\n").repeat(3));
        assert!(
            ran.stderr.contains("found '0' beside another mark"),
            "{}",
            ran.stderr
        );
    }
    let list = format!("{PUZZLE}\n").repeat(3) + DOUBTFUL + "\n";
    let ran = satoku(&["solve", "--on-error", "skip"], &list);
    assert_eq!(ran.stdout, format!("{SOLVED}\n").repeat(3));
    assert!(ran.stderr.contains(&doubt("4:34")), "{}", ran.stderr);
}

#[test]
fn zeros_are_empty_cells_where_the_largest_digit_or_many_of_them_show_it() {
    let mixed = PUZZLE.replacen('.', "0", 5);
    let without_nine = PUZZLE.replace('9', "0").replacen('.', "0", 9);
    for puzzle in [&mixed, &without_nine] {
        for input in [format!("{puzzle}\n"), rows(puzzle, ",")] {
            let ran = satoku(&["count", "--limit", "1"], &input);
            assert_eq!(
                (ran.stdout.as_str(), ran.code),
                ("1\n", 0),
                "{}",
                ran.stderr
            );
        }
    }
}
