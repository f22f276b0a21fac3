//! What stands between a puzzle and the other text of its line.

use crate::refused;
use crate::support::{PUZZLE, satoku};

#[test]
fn a_puzzle_between_separators_is_cut_out() {
    for (line, place, before, cut) in [
        (":0000:x:P:::", 9, ':', "-d':' -f4"),
        ("1: P", 4, ':', "-d':' -f2"),
        ("1: a, b;P", 9, ';', "-d';' -f2"),
        ("7:x,P", 5, ',', "-d',' -f2"),
        ("7:x\tP", 5, '\t', "-f2"),
    ] {
        let text = line.replace('P', PUZZLE) + "\n";
        let before = before.escape_debug();
        let says = format!(
            "1:{place}: found a puzzle after '{before}', expected the puzzle first on its line; \
             cut {cut} FILE writes the puzzles alone"
        );
        refused(&["count"], &text, &says);
    }
}

#[test]
fn a_bar_after_a_puzzle_is_no_separator() {
    let says = "found '|' after a puzzle, expected a comma, semicolon, colon, tab or # before what \
                follows a puzzle; tr '|' , < FILE writes commas for bars";
    for note in [
        "|",
        "|comment",
        " | a comment",
        "|1.2|easy",
        "| 19 characters more",
    ] {
        let text = format!("{PUZZLE}{note}\n");
        let place = PUZZLE.len() + 1 + note.find('|').unwrap_or(0);
        refused(&["count"], &text, &format!("1:{place}: {says}"));
        let second = format!("{PUZZLE}\n{text}");
        let ran = satoku(&["count"], &second);
        let says = format!("satoku: error: <stdin>:2:{place}: {says}\n");
        assert_eq!((ran.stderr, ran.code), (says, 2));
    }
}

#[test]
fn large_puzzles_with_commas_between_cells_are_answered_in_numbers() {
    let cells = ["16", &",".repeat(255), "\n"].concat();
    let ran = satoku(&["convert", "--to", "line"], &cells);
    let expected = format!("16{}\n", " .".repeat(255));
    assert_eq!((ran.stdout, ran.code), (expected, 0), "{}", ran.stderr);
}
