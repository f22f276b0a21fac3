//! `-` for empty cells, and borders of dashes in the same grid.

use crate::support::{PUZZLE, SOLVED, satoku};
use crate::{refused, rows};

/// A line that is as long as a row.
const LINE: &str = "---------\n";

/// The rows of a 9×9 puzzle in which each empty cell is a dash.
fn dashed() -> Vec<String> {
    let text = rows(PUZZLE, "").replace('.', "-");
    text.split_inclusive('\n').map(str::to_owned).collect()
}

/// The puzzle with these rows empty.
fn without(empty: &[usize]) -> Vec<String> {
    let mut rows = dashed();
    empty.iter().for_each(|&row| rows[row] = LINE.to_owned());
    rows
}

/// The rows with this between the bands.
fn banded(rows: &[String], between: &str) -> String {
    let bands: Vec<String> = rows.chunks(3).map(<[String]>::concat).collect();
    bands.join(between)
}

/// What the same text gives with dots for dashes in rows, and no borders.
fn answer(rows: &[String]) -> String {
    satoku(&["solve"], &rows.concat().replace('-', ".")).stdout
}

#[track_caller]
fn solved(text: &str, rows: &[String]) {
    let ran = satoku(&["solve"], text);
    let cells = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    assert_eq!(
        cells(&ran.stdout),
        cells(&answer(rows)),
        "{text}{}",
        ran.stderr
    );
    assert_eq!(ran.code, 0, "{text}");
}

#[test]
fn borders_of_dashes_are_no_rows_where_cells_are_dashes() {
    let grid = dashed();
    let inner = banded(&grid, LINE);
    let framed = format!("{LINE}{inner}{LINE}");
    for text in [
        inner.clone(),
        framed.clone(),
        format!("{inner}\n{inner}"),
        format!("{framed}\n{framed}"),
        format!("{LINE}{}{LINE}", grid.concat()),
        format!("Puzzle 1\n{LINE}{}", grid.concat()),
        banded(&grid, &format!("\n{LINE}\n")),
        banded(&grid, "---+---+---\n"),
        banded(&grid, "------+-------+------\n"),
        banded(&grid, "-----------\n"),
    ] {
        let count = text.matches("53--7----").count();
        let expected = vec![grid.clone(); count].concat();
        let ran = satoku(&["solve"], &text);
        let cells: String = ran.stdout.chars().filter(char::is_ascii_digit).collect();
        assert_eq!(
            cells,
            SOLVED.repeat(expected.len() / 9),
            "{text}{}",
            ran.stderr
        );
        assert_eq!(ran.code, 0, "{text}");
    }
    // A first band without empty cells does not show yet what dashes are.
    let mut full = grid;
    for row in 0..3 {
        full[row] = format!("{}\n", &SOLVED[row * 9..][..9]);
    }
    solved(&banded(&full, LINE), &full);
}

#[test]
fn rows_of_empty_cells_are_rows_beside_borders_of_dashes() {
    for empty in [&[4][..], &[0], &[2], &[8], &[3, 7]] {
        let rows = without(empty);
        solved(&banded(&rows, LINE), &rows);
        solved(&format!("{LINE}{}{LINE}", banded(&rows, LINE)), &rows);
    }
}

#[test]
fn rows_of_empty_cells_are_rows_where_cells_are_dashes() {
    for empty in [&[0][..], &[3], &[3, 7], &[8], &[1, 5], &[0, 4, 8]] {
        let rows = without(empty);
        let twice = [rows.clone(), rows.clone()].concat();
        solved(&rows.concat(), &rows);
        solved(&format!("{}\n{}", rows.concat(), rows.concat()), &twice);
        solved(&banded(&rows, "\n"), &rows);
        solved(&rows.join("\n"), &rows);
        solved(&banded(&rows, "---+---+---\n"), &rows);
    }
    let twice = [without(&[0]), without(&[4])].concat();
    solved(&twice.concat(), &twice);
}

#[test]
fn a_grid_of_dashes_that_is_cut_off_is_told_as_such() {
    let rows = without(&[4]);
    let says = "8: found the end of the input after 8 rows, expected 9 rows, as many as there are \
                cells in a row";
    refused(&["solve"], &rows[..8].concat(), says);
    let says = "7:1: found an empty line after 5 rows, expected 9 rows, with empty lines between all \
                bands or nowhere: the grid is cut off";
    let early = [&rows[..4], &[LINE.to_owned(), "\n".to_owned()], &rows[5..]].concat();
    refused(&["solve"], &early.concat(), says);
}

#[test]
fn a_border_of_dashes_may_stand_apart() {
    let grid = dashed();
    solved(&format!("{LINE}{}\n{LINE}", grid.concat()), &grid);
    solved(&format!("{LINE}{}\n{LINE}", banded(&grid, LINE)), &grid);
    solved(&format!("{LINE}\n{}{LINE}", grid.concat()), &grid);
}

/// The first border of each grid was taken for a row, and its last row for the next grid's.
#[test]
fn borders_of_grids_that_follow_at_once_are_no_rows() {
    let grid = dashed();
    let inner = banded(&grid, LINE);
    let framed = format!("{LINE}{}{LINE}", grid.concat());
    let above = format!("{LINE}{}", grid.concat());
    let below = format!("{}{LINE}", grid.concat());
    for text in [
        inner.clone(),
        format!("{LINE}{inner}{LINE}"),
        framed,
        above,
        below,
    ] {
        for count in [2, 3, 9, 20] {
            let grids = vec![grid.clone(); count].concat();
            let text = text.repeat(count);
            let ran = satoku(&["solve", "--to", "line"], &text);
            let solved = format!("{SOLVED}\n").repeat(grids.len() / 9);
            assert_eq!((ran.stdout, ran.code), (solved, 0), "{text}{}", ran.stderr);
        }
    }
    let dots = rows(PUZZLE, "");
    let ran = satoku(
        &["solve", "--to", "line"],
        &format!("{LINE}{dots}{LINE}{}", grid.concat()),
    );
    assert_eq!((ran.stdout, ran.code), (format!("{SOLVED}\n").repeat(2), 0));
    // A title between the grids.
    let framed = format!("{LINE}{}{LINE}", grid.concat());
    let ran = satoku(
        &["solve", "--to", "line"],
        &format!("{framed}Grid 2\n{framed}"),
    );
    assert_eq!((ran.stdout, ran.code), (format!("{SOLVED}\n").repeat(2), 0));
    // Empty rows of grids without borders, though they stand where borders may.
    for empty in [[0, 1, 4], [4, 0, 1], [8, 8, 8]] {
        let rows = empty.map(|row| without(&[row])).concat();
        solved(&rows.concat(), &rows);
        let many = vec![rows; 5].concat();
        solved(&many.concat(), &many);
    }
}

/// Grids of a seed with 6 to 30 givens, so that many rows are empty.
#[test]
fn no_list_of_dashed_grids_is_misread() {
    let generate = [
        "generate", "--count", "40", "--seed", "77", "--kind", "solution",
    ];
    let grids = satoku(&generate, "").stdout;
    let mut puzzles = grids.lines().enumerate().map(|(k, grid)| -> String {
        let is_given = |cell: usize| (cell * 37 + k * 11) % 81 < 6 + k % 25;
        let cells = grid.chars().enumerate();
        let cell = |(cell, digit)| if is_given(cell) { digit } else { '.' };
        cells.map(cell).collect()
    });
    let mut whole = 0;
    for count in [1, 2, 3, 9, 10, 12] {
        let list: Vec<String> = puzzles.by_ref().take(count).collect();
        for (above, between, below) in [
            ("", "", ""),
            (LINE, "", ""),
            ("", "", LINE),
            (LINE, "", LINE),
            ("", LINE, ""),
            (LINE, LINE, LINE),
        ] {
            let grid = |puzzle: &String| {
                let rows = rows(puzzle, "").replace('.', "-");
                let rows: Vec<String> = rows.split_inclusive('\n').map(str::to_owned).collect();
                format!("{above}{}{below}", banded(&rows, between))
            };
            let text: String = list.iter().map(grid).collect();
            let ran = satoku(&["convert", "--to", "line"], &text);
            let read: Vec<&str> = ran.stdout.lines().collect();
            assert_eq!(read, list[..read.len()], "{text}");
            let is_whole = read.len() == list.len();
            whole += usize::from(is_whole);
            assert_eq!(
                ran.code,
                if is_whole { 0 } else { 2 },
                "{text}{}",
                ran.stderr
            );
        }
    }
    // Of 36; others may be refused.
    assert!(whole >= 30, "{whole}");
}

#[test]
fn a_grid_with_borders_is_answered_with_borders() {
    let dots = rows(PUZZLE, "");
    let lines: Vec<String> = dots.split_inclusive('\n').map(str::to_owned).collect();
    let drawn = satoku(&["solve", "--to", "grid"], &dots).stdout;
    for text in [
        banded(&lines, "---+---+---\n"),
        format!("---+---+---\n{dots}"),
    ] {
        assert_eq!(satoku(&["solve"], &text).stdout, drawn, "{text}");
    }
    assert_ne!(satoku(&["solve"], &dots).stdout, drawn);
}

#[test]
fn a_line_of_dashes_alone_is_no_puzzle() {
    let says = "1:1: found '-', expected a digit 1-4 or . 0 ? _ * for empty";
    refused(
        &["solve", "--from", "line"],
        &format!("{}\n", "-".repeat(16)),
        says,
    );
}

#[test]
fn dashes_that_may_be_either_are_refused() {
    let says = |line: usize| {
        format!(
            "{line}:1: found 9 dashes, either a border or a row of empty cells, expected rows with \
             . for an empty cell, or borders with +, such as ---+---"
        )
    };
    // Borders between the bands, or a frame around rows of which the third and seventh are empty.
    refused(&["solve"], &banded(&without(&[0, 8]), LINE), &says(1));
    let mut one_border = dashed();
    one_border.insert(6, LINE.to_owned());
    refused(&["solve"], &one_border.concat(), &says(7));
    let mut elsewhere = dashed();
    elsewhere.insert(4, LINE.to_owned());
    refused(&["solve"], &elsewhere.concat(), &says(5));
    // What follows the blank line is another puzzle.
    let ran = satoku(
        &["solve", "--on-error", "skip"],
        &format!("{}\n{}", one_border.concat(), dashed().concat()),
    );
    assert_eq!((ran.stdout, ran.code), (rows(SOLVED, ""), 2));
}
