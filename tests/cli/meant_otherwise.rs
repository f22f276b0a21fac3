//! Inputs that could be read as puzzles which nobody meant, and are refused.

use crate::rows;
use crate::support::{PUZZLE, SOLVED, satoku};

/// Asserts that an input is refused as a whole, with a message that contains this.
fn refused(args: &[&str], input: &str, says: &str) {
    let ran = satoku(args, input);
    assert!(ran.stderr.contains(says), "{input}{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{input}");
}

/// Ten different proper 9×9 puzzles.
fn puzzles() -> Vec<String> {
    let ran = satoku(&["generate", "--seed", "1", "--count", "10"], "");
    ran.stdout.lines().map(str::to_owned).collect()
}

/// So many puzzles, one a line, that the lines could be the rows of one grid.
fn as_many_as_cells() -> String {
    let puzzles = puzzles();
    let lines = puzzles.iter().cycle().take(81);
    lines.map(|line| format!("{line}\n")).collect()
}

/// A text with this after every `count` characters of its lines.
fn with_every(text: &str, count: usize, separator: &str) -> String {
    let lines = text.lines().map(|line| {
        let groups: Vec<&[u8]> = line.as_bytes().chunks(count).collect();
        let groups = groups.iter().map(|group| String::from_utf8_lossy(group));
        groups.collect::<Vec<_>>().join(separator) + "\n"
    });
    lines.collect()
}

#[test]
fn a_list_with_something_between_its_cells_is_not_the_rows_of_a_large_grid() {
    let list = as_many_as_cells();
    let stray = list.replacen(&list[..9], &format!("{} ", &list[..9]), 1);
    let says = "1:10: found a space, expected no space inside a puzzle";
    refused(&["count"], &stray, says);
    refused(&["count"], &with_every(PUZZLE, 9, " "), says);
    let ran = satoku(&["count", "--on-error", "skip"], &stray);
    assert_eq!(ran.stdout, "1\n".repeat(80), "{}", ran.stderr);
    let ran = satoku(&["count", "--on-error", "skip"], &format!("---\n{list}"));
    assert_eq!(ran.stdout, "1\n".repeat(81), "{}", ran.stderr);
    refused(
        &["count"],
        &format!("---\n{list}"),
        "1:1: found 3 cells in '---'",
    );
    for (text, says) in [
        (with_every(&list, 9, "|"), "1:1: found 89 cells in "),
        (with_every(&list, 27, " "), "1:28: found a space"),
        (with_every(&list, 9, "\t"), "1:1: found 9 cells in "),
        (
            with_every(&list, 3, " "),
            "1:1: found 81 rows of 81 cells with no digit above 9, expected digits up to 81, \
             separate puzzles, or a box shape; --box 9x9 reads a grid of side 81",
        ),
    ] {
        refused(&["count"], &text, says);
    }
    let small = "1... .... 3... ...2\n".repeat(16);
    refused(
        &["count"],
        &small,
        "found 16 rows of 16 cells with no digit above 3",
    );
    let small = format!("---\n{}", "1.......3......2\n".repeat(16));
    refused(
        &["count"],
        &small,
        "found 16 rows of 16 cells with no digit above 3",
    );
}

#[test]
fn puzzles_beside_each_other_are_not_one_grid() {
    let puzzles = puzzles();
    for separator in [" ", "|", "\t", " | "] {
        let both = |left: &str, right: &str| -> String {
            let [left, right] = [left, right].map(|puzzle| with_every(puzzle, 9, "\n"));
            let rows = left.lines().zip(right.lines());
            rows.map(|(left, right)| format!("{left}{separator}{right}\n"))
                .collect()
        };
        let text = both(&puzzles[0], &puzzles[1]) + &both(&puzzles[2], &puzzles[3]);
        refused(
            &["count"],
            &text,
            "found 18 rows of 18 cells with no digit above 9",
        );
    }
}

#[test]
fn names_of_rows_and_columns_are_not_cells() {
    let grid = rows(PUZZLE, ",").replace('.', "");
    let named = grid
        .lines()
        .enumerate()
        .map(|(row, line)| format!("{},{line}\n", row + 1));
    let named = format!(",1,2,3,4,5,6,7,8,9\n{}", named.collect::<String>());
    let marked: String = named
        .lines()
        .map(|line| {
            let cells = line
                .split(',')
                .map(|cell| if cell.is_empty() { "." } else { cell });
            cells.collect::<Vec<_>>().join(" ") + "\n"
        })
        .collect();
    let says = "1:1: found 10 rows of 10 cells with the numbers 1 to 9 as names of columns and rows, \
                and no number above 9, expected a grid of side 9 alone, or a box shape; --box 2x5 \
                reads a grid of side 10";
    for text in [
        &named,
        &marked,
        &marked.replace(' ', ""),
        &marked.replace('.', "0"),
    ] {
        refused(&["solve"], text, says);
    }
    let ran = satoku(&["count", "--box", "2x5"], &named);
    assert_eq!(ran.stdout, "0\n", "{}", ran.stderr);
}

#[test]
fn a_separator_at_the_end_of_each_row_makes_no_cell() {
    let grid = rows(PUZZLE, ",").replace('.', "");
    let ended: String = grid.lines().map(|line| format!("{line},\n")).collect();
    let says = "1:1: found 10 rows of 10 cells with an empty column at the border, and no number \
                above 9";
    refused(&["count"], &ended.repeat(10), says);
    refused(&["count"], &ended.repeat(2), says);
}

#[test]
fn gaps_between_other_boxes_than_the_usual_ones_are_not_ignored() {
    for (shape, width, usual) in [("3x2", 2, "2x3"), ("4x3", 3, "3x4"), ("5x2", 2, "2x5")] {
        let puzzle = satoku(&["generate", "--box", shape, "--seed", "5"], "").stdout;
        let solved = satoku(&["solve", "--box", shape], &puzzle).stdout;
        let side = (puzzle.trim().len() as f64).sqrt() as usize;
        let grid = with_every(&puzzle, side, "\n");
        let narrow = with_every(&grid, width, " ");
        let wide = with_every(&with_every(&grid, 1, " "), 2 * width, "  ");
        for text in [&narrow, &wide] {
            let says = format!(
                "1:1: found gaps after every {width} cells of each row, expected a box shape; --box \
                 {shape} for boxes as the gaps show, or --box {usual}"
            );
            refused(&["solve"], text, &says);
            let ran = satoku(&["solve", "--box", shape, "--to", "line"], text);
            assert_eq!(ran.stdout, solved, "{text}{}", ran.stderr);
        }
    }
    let grid = with_every(&with_every(PUZZLE, 9, "\n"), 3, "  ");
    let ran = satoku(&["solve", "--to", "line"], &grid);
    assert_eq!(ran.stdout, format!("{SOLVED}\n"), "{}", ran.stderr);
}

#[test]
fn only_one_puzzle_is_read_from_a_line() {
    let puzzles = puzzles();
    let two = puzzles[..2].join(",");
    let says = "1:83: found a second puzzle on the line, expected one puzzle per line; --column 1 \
                reads the first column of a table, --column 2 this one";
    refused(&["count"], &two, says);
    let says = "1:83: found a puzzle after a full grid, expected the puzzle first on its line; \
                --column 2 reads that column";
    refused(&["count"], &format!("{SOLVED},{PUZZLE}\n"), says);
    for (args, line) in [
        (
            &["count", "--column", "2"][..],
            format!("{SOLVED},{PUZZLE}\n"),
        ),
        (&["count"], format!("{PUZZLE},{SOLVED}\n")),
    ] {
        assert_eq!(satoku(args, &line).stdout, "1\n", "{args:?}");
    }
}

#[test]
fn sparse_grids_of_every_usual_shape_are_read() {
    for shape in ["2x2", "2x3", "2x4", "2x5", "3x4", "4x4"] {
        let puzzle = satoku(&["generate", "--box", shape, "--seed", "3"], "").stdout;
        let side = (puzzle.trim().len() as f64).sqrt() as usize;
        for kept in 1..4 {
            // Most givens are left out, and all in the first row and column.
            let cell = |(place, cell): (usize, char)| {
                let is_kept = place > side && place % side > 0 && place % 4 < kept;
                if is_kept { cell } else { '.' }
            };
            let sparse: String = puzzle.trim().chars().enumerate().map(cell).collect();
            let bare = with_every(&sparse, side, "\n");
            for text in [&bare, &with_every(&bare, 1, " ")] {
                let ran = satoku(&["convert", "--to", "line"], text);
                let read = ran.stdout.replace(' ', "");
                assert_eq!(read, format!("{sparse}\n"), "{text}{}", ran.stderr);
            }
        }
    }
}

#[test]
fn a_table_whose_puzzles_are_elsewhere_is_given_up() {
    let table = format!("solution,puzzle\n{SOLVED},{PUZZLE}\n");
    let says = "1:10: found a table with a column called 'puzzle'";
    for args in [&["count"][..], &["count", "--on-error", "skip"]] {
        refused(args, &table, says);
    }
}

#[test]
fn records_without_a_puzzle_are_reported() {
    let table =
        format!("id,puzzle\n1,{PUZZLE}\n2, \"\"\n3,\u{a0}\n4,end\n5,\"\u{3000}\n\"\n6,{PUZZLE}\n");
    let args = ["count", "--column", "puzzle", "--on-error", "report"];
    let ran = satoku(&args, &table);
    let empty =
        |line: usize| format!("error: <stdin>:{line}: found an empty field 2, expected a puzzle\n");
    let end = "error: <stdin>:5: found 'end' in field 2, expected a puzzle\n";
    let expected = format!("1\n{}{}{end}{}1\n", empty(3), empty(4), empty(6));
    assert_eq!((ran.stdout, ran.code), (expected, 2), "{}", ran.stderr);
}
