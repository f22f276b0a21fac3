//! Tables that hold a grid and more, which is not taken for cells.

use crate::support::{PUZZLE, SOLVED, satoku};
use crate::{refused, rows};

/// The rows of [`PUZZLE`] as a spreadsheet writes them.
fn sheet() -> Vec<String> {
    let text = rows(PUZZLE, ",").replace('.', "");
    text.lines().map(str::to_owned).collect()
}

fn lines<'a>(rows: impl IntoIterator<Item = &'a String>) -> String {
    rows.into_iter().map(|row| format!("{row}\n")).collect()
}

#[test]
fn an_empty_row_and_column_beside_a_grid_are_not_part_of_it() {
    // A grid without a 9 in it, so that nothing shows the side.
    let small = |row: String| row.replace('9', "");
    let empty = ",".repeat(9);
    let before = sheet().into_iter().map(small).map(|row| format!(",{row}"));
    let before: Vec<String> = std::iter::once(empty.clone()).chain(before).collect();
    let behind = sheet().into_iter().map(|row| format!("{row},"));
    let behind: Vec<String> = behind.chain([empty]).collect();
    let says = "1:1: found 10 rows of 10 cells with an empty row and an empty column at the \
                border, and no number above 9, expected a grid of side 9 alone, or a box shape; \
                --box 2x5 reads a grid of side 10";
    for grid in [before, behind] {
        refused(&["solve"], &lines(&grid), says);
        let ran = satoku(&["count", "--box", "2x5", "--limit", "2"], &lines(&grid));
        assert_eq!(ran.stdout, "0\n", "{}", ran.stderr);
        let large = lines(&grid).replace("7,9", "10,9").replace(",8,", ",10,");
        let ran = satoku(&["count", "--limit", "1"], &large);
        assert_ne!(ran.code, 2, "{large}{}", ran.stderr);
    }
}

#[test]
fn empty_rows_between_bands_are_not_part_of_a_grid() {
    let empty = ",".repeat(8);
    let mut rows = sheet();
    rows.insert(6, empty.clone());
    rows.insert(3, empty.clone());
    let says = "1:1: found a row of nothing but ',' after each 3 rows, expected the rows of a \
                grid one after another; grep -v '^,*$' FILE leaves such rows out, and --box 3x3 \
                reads them as cells";
    let grid = lines(&rows);
    refused(&["solve"], &grid, says);
    refused(&["solve"], &format!("{grid}{empty}\n{grid}"), says);
    // Two bands of two rows.
    let small = "1,,,\n,,2,\n,,,\n,3,,\n,,,4\n";
    let says = "1:1: found a row of nothing but ',' after each 2 rows, expected the rows of a \
                grid one after another; grep -v '^,*$' FILE leaves such rows out, and --box 2x2 \
                reads them as cells";
    refused(&["solve"], small, says);
    // Empty rows of a puzzle are cells.
    let mut rows = sheet();
    rows[3] = empty.clone();
    rows[7] = empty;
    let ran = satoku(&["count", "--limit", "1"], &lines(&rows));
    assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
}

#[test]
fn the_header_of_a_data_frame_is_no_row_of_a_grid() {
    let cells = "expected nothing but cells, as DataFrame.to_csv(header=False, index=False) writes";
    let header = "0,1,2,3,4,5,6,7,8\n".to_owned();
    let grid = header.clone() + &lines(&sheet());
    let says = format!(
        "1:1: found the numbers 0 to 8 as names of columns, {cells}; --box 3x3 reads the numbers \
         as cells"
    );
    refused(&["solve"], &grid, &says);
    let indexed = |(number, row): (usize, String)| format!("{number},{row}\n");
    let rows: String = sheet().into_iter().enumerate().map(indexed).collect();
    let says = format!(
        "1:1: found the numbers 0 to 8 as names of columns and rows, {cells}; --box 2x5 reads the \
         numbers as cells"
    );
    refused(&["solve"], &format!(",{header}{rows}"), &says);
    // A grid may begin like a header.
    let ran = satoku(
        &["count", "--limit", "1"],
        &(header + ",,,,9,,,,\n" + &",,,,,,,,\n".repeat(7)),
    );
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("1\n", 0),
        "{}",
        ran.stderr
    );
    let ran = satoku(&["solve", "--to", "line"], &lines(&sheet()));
    assert_eq!(ran.stdout, format!("{SOLVED}\n"));
}

/// The rows of all puzzles after an empty one were moved by one.
#[test]
fn empty_rows_between_grids_are_not_part_of_one() {
    let empty = ",".repeat(8);
    let grid = lines(&sheet());
    let says = "10:1: found a row of nothing but ',' between grids, expected the rows of a grid \
                one after another; grep -v '^,*$' FILE leaves such rows out, and --box 3x3 reads \
                them as cells";
    for text in [
        format!("{grid}{empty}\n{grid}"),
        format!("{grid}{empty}\n").repeat(9),
        format!("{grid}{empty}\n"),
        format!("{grid}{empty}\n{grid}\n{grid}"),
    ] {
        let ran = satoku(&["convert", "--to", "line"], &text);
        assert!(ran.stderr.contains(says), "{text}{}", ran.stderr);
        assert_eq!((ran.stdout.lines().count(), ran.code), (1, 2), "{text}");
    }
    let ran = satoku(&["convert", "--to", "line"], &format!("{grid}{empty}\n\n"));
    let says = "expected 9 rows, as many as there are cells in a row; grep -v '^,*$' FILE leaves \
                out rows of nothing but separators";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
    // The first row of a puzzle may be empty.
    let mut rows = sheet();
    rows[0] = empty;
    for text in [
        lines(&rows).repeat(3),
        lines(&rows) + &grid,
        grid.clone() + &lines(&rows),
        format!("{grid}\n{}\n{grid}", lines(&rows)),
    ] {
        let ran = satoku(&["convert", "--to", "line"], &text);
        assert_eq!(ran.code, 0, "{text}{}", ran.stderr);
    }
}

#[test]
fn lines_of_marks_between_grids_are_not_part_of_one() {
    let grid = rows(PUZZLE, "");
    for mark in ['*', '_', '?'] {
        let line = mark.to_string().repeat(9);
        let says = format!(
            "10:1: found a row of nothing but '{mark}', and another mark for empty cells, expected \
             rows of cells, and no lines between grids; grep -vE '^[{mark} ]+$' FILE leaves such \
             lines out, and --box 3x3 reads them as cells"
        );
        for text in [
            format!("{grid}{line}\n").repeat(9),
            format!("{grid}{line}\n{grid}"),
        ] {
            let ran = satoku(&["convert", "--to", "line"], &text);
            assert!(ran.stderr.contains(&says), "{text}{}", ran.stderr);
            assert_eq!((ran.stdout.lines().count(), ran.code), (1, 2), "{text}");
        }
        // With the only mark of a grid, a row is empty.
        let other = grid.replace('.', &mark.to_string());
        let mut rows: Vec<&str> = other.lines().collect();
        rows[4] = &line;
        let ran = satoku(
            &["convert", "--to", "line"],
            &(rows.join("\n") + "\n").repeat(5),
        );
        assert_eq!(
            (ran.stdout.lines().count(), ran.code),
            (5, 0),
            "{}",
            ran.stderr
        );
    }
}
