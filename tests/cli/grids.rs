//! Grids in all layouts, drawn or not, with comments and notes.

use crate::support::{self, PUZZLE, SOLVED, satoku};
use crate::{refused, rows};

/// The rows, with separators between and around their cells.
fn drawn(left: &str, between: &str, right: &str) -> String {
    let rows = rows(PUZZLE, between);
    rows.lines()
        .map(|row| format!("{left}{row}{right}\n"))
        .collect()
}

#[test]
fn strokes_beside_every_cell_are_no_boxes() {
    let ran = satoku(
        &["solve", "--unique", "--to", "line"],
        &drawn("| ", " | ", " |"),
    );
    assert_eq!(ran.stdout, format!("one\t{SOLVED}\n"));
}

#[test]
fn three_characters_between_strokes_are_three_cells_whichever_they_are() {
    let all = PUZZLE.replace('.', "0");
    let grid = |first: &str, between: &str| -> String {
        let rows = std::iter::once(first.as_bytes()).chain(all.as_bytes()[9..].chunks(9));
        let groups = rows.flat_map(|row| [&row[..3], &row[3..6], &row[6..]]);
        let ends = [between, between, "\n"].into_iter().cycle();
        let texts = groups.zip(ends);
        texts
            .map(|(group, end)| format!("{}{end}", String::from_utf8_lossy(group)))
            .collect()
    };
    for first in ["000000000", "_________", "001002003"] {
        for between in ["|", " ", " | "] {
            let ran = satoku(&["count", "--limit", "1"], &grid(first, between));
            let says = format!("{first} {between} {}", ran.stderr);
            assert_eq!(ran.stdout.trim().len(), 1, "{says}");
        }
    }
}

#[test]
fn drawn_boxes_of_sudokusat_are_read_back() {
    let line = "1..........3.......................2\n";
    for shape in ["2x3", "3x2"] {
        let text = satoku(&["solve", "--box", shape, "--to", "sudokusat"], line).stdout;
        let again = satoku(&["solve"], &text);
        assert_eq!((again.stdout, again.code), (text, 0), "{shape}");
    }
}

#[test]
fn a_spaced_grid_becomes_a_line_of_81_characters() {
    let ran = satoku(&["solve", "--to", "line"], &drawn("", " ", ""));
    assert_eq!(ran.stdout, format!("{SOLVED}\n"));
}

#[test]
fn a_sparse_first_row_does_not_make_a_grid_a_list() {
    let text = format!(
        "{}\n{}\n{}",
        ".".repeat(16),
        "1234567890ABCDEF",
        "................\n".repeat(14)
    );
    let ran = satoku(&["solve", "--to", "line"], &text.replace('0', "G"));
    assert_eq!(
        (ran.stdout.trim().len(), ran.code),
        (256, 0),
        "{}",
        ran.stderr
    );
}

#[test]
fn an_hdu_file_may_start_with_a_full_grid() {
    let full: String = SOLVED
        .as_bytes()
        .chunks(9)
        .map(|row| {
            let row: Vec<String> = row.iter().map(|b| char::from(*b).to_string()).collect();
            format!("{}\n", row.join(" "))
        })
        .collect();
    let ran = satoku(
        &["solve"],
        &format!("{full}\n{}", drawn("", " ", "").replace('.', "?")),
    );
    assert_eq!((ran.stdout, ran.code), (format!("{full}\n{full}"), 0));
}

#[test]
fn a_list_keeps_one_alphabet() {
    // The second line has no 0 to show that it is hex.
    let first = format!("0123456789ABCDEF{}", ".".repeat(240));
    let second = format!("123456789ABCDEF.{}", ".".repeat(240));
    let ran = satoku(&["solve"], &format!("{first}\n{second}\n"));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(&lines[1][..16], "123456789ABCDEF0");
}

#[test]
fn a_line_of_numbers_may_carry_a_note() {
    let cells = "1 . . . . . 3 . . 4 . . . . . 2";
    for note in ["", ":1", ",easy", " # easy"] {
        let ran = satoku(&["count"], &format!("{cells}{note}\n"));
        assert_eq!(
            (ran.stdout.as_str(), ran.code),
            ("1\n", 0),
            "{note}: {}",
            ran.stderr
        );
    }
}

#[test]
fn comments_may_stand_inside_a_grid() {
    let text = support::read("judge/hdu1426.in").replacen('\n', "\n# a remark\n", 1);
    assert_eq!(
        satoku(&["solve"], &text).stdout,
        support::read("judge/hdu1426.out")
    );
}

/// Few givens in each line made 81 of them a grid, however often a row had a digit twice.
#[test]
fn sparse_lines_are_puzzles_if_they_contradict_each_other_as_rows() {
    let cells: Vec<&str> = PUZZLE.split("").filter(|cell| !cell.is_empty()).collect();
    let puzzle = |k: usize| {
        let kept = |(cell, text): (usize, &&'static str)| match (cell + k).is_multiple_of(11) {
            true => *text,
            false => ".",
        };
        let line: Vec<&str> = cells.iter().enumerate().map(kept).collect();
        line.join(" ") + "\n"
    };
    let list: String = (0..100).map(puzzle).collect();
    let named = satoku(&["count", "--limit", "3", "--box", "3x3"], &list);
    let found = satoku(&["count", "--limit", "3"], &list);
    assert_eq!(
        (found.stdout, found.code),
        (named.stdout, 0),
        "{}",
        found.stderr
    );
}

#[test]
fn lines_that_may_be_puzzles_or_rows_are_refused() {
    for (size, between, small, large) in [
        (81, " ", "3x3", "9x9"),
        (16, " ", "2x2", "4x4"),
        (16, "", "2x2", "4x4"),
    ] {
        let side = (size as f64).sqrt();
        let line = |given: &str| {
            let cells = std::iter::once(given).chain(std::iter::repeat_n(".", size - 1));
            cells.collect::<Vec<_>>().join(between) + "\n"
        };
        let text = format!("# one given\n{}{}", line("1"), line(".").repeat(size - 1));
        let says = format!(
            "2:1: found {size} lines of {size} cells with no digit above {side}, which may be \
             puzzles or the rows of one, expected --box {small} if each line is a puzzle, --box \
             {large} if each is a row"
        );
        refused(&["count", "--limit", "1"], &text, &says);
        for (shape, puzzles) in [(small, size), (large, 1)] {
            let ran = satoku(&["count", "--limit", "1", "--box", shape], &text);
            assert_eq!(ran.stdout, "1\n".repeat(puzzles), "{shape}: {}", ran.stderr);
        }
        // Nobody lists empty puzzles, and no puzzle has a larger digit.
        let larger = size.to_string();
        let larger = if between.is_empty() { "G" } else { &larger };
        for given in [".", larger] {
            let text = line(given) + &line(".").repeat(size - 1);
            let ran = satoku(&["count", "--limit", "1"], &text);
            assert_eq!(ran.stdout, "1\n", "{given} of {size}: {}", ran.stderr);
        }
    }
}

/// As many lines as there are cells in one were taken for the rows of a larger grid.
#[test]
fn spaced_lines_are_puzzles_however_many_there_are() {
    let spaced = |line: &str| line.chars().flat_map(|c| [c, ' ']).collect::<String>() + "\n";
    let line = spaced(PUZZLE);
    for count in [80, 81, 200] {
        for shape in [&[][..], &["--box", "3x3"]] {
            let ran = satoku(&[&["count"], shape].concat(), &line.repeat(count));
            assert_eq!(ran.stdout, "1\n".repeat(count), "{count} {shape:?}");
        }
    }
}

/// Marks of two characters beside cells of one.
#[test]
fn marks_of_any_width_may_stand_beside_cells() {
    for first in ["1 __ __ __", "1 ___ . _", "01 . __ 0"] {
        let text = format!("{first}\n__ __ 3 __\n__ 4 __ __\n__ __ __ 2\n");
        let ran = satoku(&["solve", "--to", "line"], &text);
        assert_eq!(ran.stdout, "1324423124133142\n", "{first}: {}", ran.stderr);
    }
}
