//! Box shapes that are drawn: by strokes between cells, by lines between rows, by both.

use crate::refused;
use crate::support::satoku;

const SIX: [[&str; 6]; 6] = [
    ["1", ".", ".", ".", ".", "."],
    [".", ".", ".", ".", ".", "."],
    [".", ".", ".", ".", ".", "2"],
    [".", "3", ".", ".", ".", "."],
    [".", ".", ".", ".", "4", "."],
    [".", ".", ".", ".", ".", "."],
];

/// Rows of [`SIX`] with a separator between cells, and the line after each that has one; rows
/// count from 1.
fn six(between: [&str; 5], line: impl Fn(usize) -> Option<&'static str>) -> String {
    let mut text = String::new();
    for (row, cells) in SIX.iter().enumerate() {
        for (cell, between) in cells.iter().zip(between.into_iter().chain(["\n"])) {
            text += cell;
            text += between;
        }
        if let Some(line) = line(row + 1) {
            text = text + line + "\n";
        }
    }
    text
}

/// Asserts that a grid with the cells of [`SIX`] is read with boxes of this shape.
fn has_shape(grid: &str, shape: &str) {
    let line = SIX.concat().concat() + "\n";
    let expected = satoku(&["solve", "--to", "grid", "--box", shape], &line).stdout;
    let ran = satoku(&["solve", "--to", "grid"], grid);
    assert_eq!((ran.stderr.as_str(), ran.stdout), ("", expected), "{grid}");
}

fn after(rows: &'static [usize], line: &'static str) -> impl Fn(usize) -> Option<&'static str> {
    move |row| rows.contains(&row).then_some(line)
}

#[test]
fn lines_between_bands_give_the_height_of_boxes() {
    for between in [" ", "", ",", "\t", "|"] {
        for line in ["-----------", "+---------+", "======"] {
            let between = [between; 5];
            has_shape(&six(between, after(&[3], line)), "3x2");
            has_shape(&six(between, after(&[2, 4], line)), "2x3");
            has_shape(&six(between, after(&[1, 2, 3, 4, 5], line)), "2x3");
        }
    }
}

#[test]
fn sudokusat_takes_the_height_of_boxes_from_lines() {
    let rows = six([" "; 5], after(&[3], "+---------+"));
    has_shape(&format!("puzzle size: 6x6\n{rows}"), "3x2");
}

#[test]
fn the_boldest_strokes_and_lines_give_boxes_where_there_are_some_around_every_cell() {
    let double = |row| {
        Some(if row == 3 {
            "═══╪═══╬═══"
        } else {
            "───┼───╫───"
        })
    };
    has_shape(&six([" │ ", " ║ ", " │ ", " ║ ", " │ "], double), "3x2");
    let heavy = |row| {
        Some(if row % 2 == 0 {
            "━━━╋━━━"
        } else {
            "───┼───"
        })
    };
    has_shape(&six([" │ ", " │ ", " ┃ ", " │ ", " │ "], heavy), "2x3");
    let bars = [" | ", " || ", " | ", " || ", " | "];
    has_shape(&six(bars, after(&[3], "=========")), "3x2");
    has_shape(&six(["│"; 5], |_| Some("─┼─┼─┼─┼─┼─")), "2x3");
}

#[test]
fn lines_that_no_boxes_have_are_refused() {
    let advice = "--box 2x3 gives the boxes, whatever is drawn";
    let expected = "lines between bands of equal height, between all rows, or nowhere";
    for (rows, found, number) in [
        (&[4][..], "a line after row 4 of 6", 5),
        (&[3, 4], "lines after rows 3, 4 of 6", 4),
    ] {
        let grid = six([" "; 5], after(rows, "-----------"));
        let says = format!("{number}:1: found {found}, expected {expected}; {advice}");
        refused(&["solve"], &grid, &says);
    }
}

#[test]
fn lines_that_contradict_bars_are_refused() {
    let advice = "--box 2x3 gives the boxes, whatever is drawn";
    let bars = [" ", " ", " | ", " ", " "];
    let grid = six(bars, after(&[3], "------+------"));
    let found = "lines around 3 rows and bars around 3 cells of 6";
    let expected = "lines and bars around boxes of 6 cells";
    let says = format!("4:1: found {found}, expected {expected}; {advice}");
    refused(&["solve"], &grid, &says);
    let ran = satoku(&["solve", "--box", "2x3"], &grid);
    assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
}
