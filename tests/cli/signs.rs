//! Strokes count as drawing only in a drawn grid.

use crate::support::{PUZZLE, satoku};
use crate::{refused, rows};

const CELL: &str = "expected a number, a letter, or . 0 ? _ * for an empty cell";

/// A grid of integers with one of them replaced.
fn with(cell: &str) -> String {
    rows(PUZZLE, " ").replacen("6 . . 1", &format!("{cell} . . 1"), 1)
}

#[test]
fn a_number_with_a_sign_is_no_cell() {
    for sign in ["-1", "-6", "+6", "=6", "--6"] {
        refused(
            &["solve"],
            &with(sign),
            &format!("2:1: found '{sign}', {CELL}"),
        );
        let zeros = with(sign).replace('.', "0");
        let integer = "expected an integer 0-9, 0 for an empty cell";
        refused(
            &["solve"],
            &zeros,
            &format!("2:1: found '{sign}', {integer}"),
        );
    }
    for text in ["0-0", "1=2", "1!2"] {
        let row = format!("{text} 3 . .\n");
        let ran = satoku(&["solve"], &row.repeat(4));
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{text}");
    }
}

#[test]
fn dashes_between_spaces_are_no_empty_cells_and_no_gaps() {
    let rows = "1 - - 2\n- - - -\n- - - -\n2 - - 1\n";
    refused(&["solve"], rows, &format!("1:3: found '-', {CELL}"));
    let one = "1 2 3 4\n3 4 1 2\n- - - -\n4 3 2 1\n2 1 4 3\n";
    let says = "3:1: found 4 times '-', expected a row with . for an empty cell, or a drawn line \
                without gaps";
    refused(&["solve"], one, says);
    let drawn = one.replace("- - - -", "- - + - -");
    assert_eq!(satoku(&["solve"], &drawn).code, 0);
}

#[test]
fn signs_are_no_cells_of_sudokusat() {
    let grid = |cells: &str| {
        format!(
            "puzzle size: 4x4\n+-----+-----+\n| 1 _ | _ _ |\n|{cells} | _ _ |\n\
             +-----+-----+\n| _ _ | _ _ |\n| _ _ | _ _ |\n+-----+-----+\n"
        )
    };
    assert_eq!(satoku(&["solve"], &grid(" 3 _")).code, 0);
    for sign in ["-3", "+3", "=3"] {
        let says = format!("4:3: found '{sign}', expected a number 1-4 or _ for an empty cell");
        refused(&["solve"], &grid(&format!(" {sign} _")), &says);
    }
    let says = "4:1: found vertical bars in row 2 that are not where those of row 1 are, expected \
                bars in the same places in every row";
    refused(&["solve"], &grid(" _ |3"), says);
    let size = grid(" 3 _").replace("4x4", "+4x+4");
    let says = "1:14: found '+4x+4', expected the side twice, such as 16x16";
    refused(&["solve"], &size, says);
}

#[test]
fn bars_stand_in_the_same_places_of_all_rows() {
    let drawn = rows(PUZZLE, " ").replace('\n', " \n");
    let drawn: String = drawn
        .lines()
        .map(|row| format!("{}| {}| {}\n", &row[..6], &row[6..12], &row[12..]))
        .collect();
    assert_eq!(satoku(&["solve"], &drawn).code, 0);
    let says = "2:1: found vertical bars in row 2 that are not where those of row 1 are, expected \
                bars in the same places in every row";
    refused(&["solve"], &drawn.replacen("6 . . |", "6 . | .", 1), says);
    refused(&["solve"], &drawn.replacen("6 . . |", "6 . .  ", 1), says);
    let says = "1:1: found vertical bars after cells 2, 6 of 9, expected vertical bars between \
                boxes of equal width, between all cells, or nowhere";
    refused(&["solve"], &drawn.replacen("5 3 . |", "5 3 | .", 1), says);
}

#[test]
fn a_count_has_no_sign() {
    let grid = rows(&PUZZLE.replace('.', "0"), "");
    for count in ["+1", "-1"] {
        let text = format!("{count}\n{grid}");
        let says =
            format!("1:1: found '{count}', expected the number of puzzles on the first line");
        refused(&["solve", "--from", "poj"], &text, &says);
        assert_eq!(satoku(&["solve"], &text).code, 2);
    }
    assert_eq!(satoku(&["solve"], &format!("1\n{grid}")).code, 0);
}
