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
             puzzles or the rows of one, expected a box shape that says which; --box {small} if each line is a puzzle, --box \
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

#[test]
fn cells_may_be_separated_by_commas_or_semicolons() {
    let count = |text: &str| satoku(&["count"], text);
    for delimiter in [",", ";", ", "] {
        for mark in [".", "0", "", "_"] {
            let grid = rows(&PUZZLE.replace('.', "~"), delimiter).replace('~', mark);
            let ran = satoku(
                &["solve", "--to", "line"],
                &format!("{grid}\n# a note\n{grid}"),
            );
            let expected = format!("{SOLVED}\n{SOLVED}\n");
            assert_eq!(
                (ran.stdout, ran.code),
                (expected, 0),
                "{grid}{}",
                ran.stderr
            );
        }
    }
    let small = "1,2,,\n,,,\n,,3,\n,,,4\n";
    assert_eq!(
        count(small).stdout,
        count(&small.replace(",", " , ")).stdout
    );
    let numbers: Vec<String> = (1..=16).map(|number| number.to_string()).collect();
    let large = format!(
        "{}\n{}",
        numbers.join(","),
        format!("{}\n", ",".repeat(15)).repeat(15)
    );
    let ran = satoku(&["solve", "--to", "line"], &large);
    assert!(
        ran.stdout.starts_with("1 2 3 4 5 6 7 8 9 10 11 "),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn rows_with_commas_have_as_many_fields_as_the_grid_has_rows() {
    let grid = rows(&PUZZLE.replace('.', "~"), ",").replace('~', "");
    let short = grid.replacen("6,,,1,9,5,,,", "6,,,1,9,5,,", 1);
    let says = "2:1: found 8 cells in row 2, expected 9 cells in each row";
    refused(&["count"], &short, says);
    let says = "1:1: found 9 cells in row 1, expected 16 cells in each row";
    refused(&["count", "--box", "4x4"], &grid, says);
    let says = "2:5: found '10', expected a number 1-9 or . 0 ? _ * for an empty cell";
    refused(&["count"], &grid.replacen("6,,,1,", "6,,,10,", 1), says);
    let cut: String = grid.lines().take(8).map(|row| format!("{row}\n")).collect();
    let says = "8: found the end of the input after 8 rows, expected 9 rows, as many as there are \
                cells in a row";
    refused(&["count"], &cut, says);
}

/// Rows of a large grid, of which one is short, were taken for puzzles of a list.
#[test]
fn a_row_of_one_cell_has_one_cell() {
    let says = "1:1: found 3 cells in row 1, expected 1 cell in each row";
    refused(&["solve", "--box", "1x1"], "1..\n", says);
}

#[test]
fn a_short_row_of_a_large_grid_is_told() {
    for side in [49, 64, 100] {
        let row = |count: usize| -> String {
            let cells: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
            cells.join(" ") + "\n"
        };
        for short in [2, 3, side] {
            let text =
                row(side).repeat(short - 1) + &row(side - 1) + &row(side).repeat(side - short);
            let says = format!(
                "{short}:1: found {} cells in row {short}, expected {side} cells in each row",
                side - 1
            );
            refused(&["count", "--limit", "1"], &text, &says);
        }
    }
}

#[test]
fn a_puzzle_on_one_line_takes_no_grid_with_it() {
    let grid = rows(PUZZLE, "");
    let text = format!("{grid}\n{PUZZLE}\n\n{grid}\n{grid}");
    let says = "11:1: found 81 cells in one row in a file of 9x9 grids, expected 9 cells in each \
                row; puzzles on one line belong in a file of their own";
    let report = ["solve", "--to", "line", "--on-error", "report"];
    for between in ["\n\n", "\n"] {
        let text = text.replace(&format!("{PUZZLE}\n\n"), &format!("{PUZZLE}{between}"));
        let ran = satoku(&report, &text);
        let solved = format!("{SOLVED}\n");
        let expected = format!("{solved}error: <stdin>:{says}\n{solved}{solved}");
        assert_eq!((ran.stdout, ran.code), (expected, 2));
    }
}

/// Rows of the smaller grids are none of the large grid that the long line might begin.
#[test]
fn a_puzzle_on_one_line_among_many_grids_is_no_first_row() {
    let small = "1...\n..2.\n.3..\n...4\n\n";
    let long = "................\n";
    let says = "6:1: found 16 cells in one row in a file of 4x4 grids, expected 4 cells in each row; \
                puzzles on one line belong in a file of their own";
    for after in [small.repeat(5), format!("{small}{long}").repeat(20)] {
        let text = format!("{small}{long}{after}");
        let ran = satoku(&["count", "--limit", "2"], &text);
        let told = format!("satoku: error: <stdin>:{says}\n");
        assert_eq!(
            (&*ran.stdout, ran.stderr, ran.code),
            ("1\n", told, 2),
            "{text}"
        );
    }
}

#[test]
fn a_grid_whose_side_is_a_square_may_follow_a_smaller_one() {
    let small = "1...\n..2.\n.3..\n...4\n\n";
    let band = "................\n".repeat(4);
    for border in ["", "\n", "----+----+----+----\n"] {
        let large = [&*band; 4].join(border);
        let ran = satoku(
            &["count", "--limit", "1"],
            &format!("{small}{large}\n{small}"),
        );
        assert_eq!(
            (ran.stdout.lines().count(), ran.code),
            (3, 0),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn an_empty_line_is_between_a_grid_and_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let grid = file("grid.txt", rows(PUZZLE, ""));
    let lines = file("lines.txt", format!("{PUZZLE}\n{PUZZLE}\n"));
    let ran = satoku(&["solve", &grid, &lines, &grid], "");
    let solved = rows(SOLVED, "");
    let expected = format!("{solved}\n{SOLVED}\n{SOLVED}\n\n{solved}");
    assert_eq!(ran.stdout, expected);
    for verb in ["canonical", "minimize"] {
        let ran = satoku(&[verb, &grid, &lines], "");
        let found: Vec<usize> = ran.stdout.lines().map(str::len).collect();
        let expected = [&[9; 9][..], &[0, 81, 81]].concat();
        assert_eq!(found, expected, "{verb}");
    }
}

#[test]
fn pencil_marks_are_told() {
    let row = "2    679  789  | 1    4689 5    | 3    4    67";
    let solved = "2    6    7    | 1    4    5    | 3    8    9";
    let mark = |column: usize, mark: &str| {
        format!(
            "{column}: found pencil marks such as '{mark}', expected a digit or a mark such as . \
             for each cell, as text formats hold only givens; candidates can be written in JSON, \
             which --from json reads"
        )
    };
    let framed = |rows: &[&str]| {
        let rows: Vec<String> = rows.iter().map(|row| format!("| {row} |\n")).collect();
        format!(
            "*----------------+----------------+----------------*\n{}",
            rows.concat()
        )
    };
    let plain = row.replace('|', " ") + "\n";
    for (text, place) in [
        (framed(&[row; 9]), "2:8"),
        (framed(&[&[solved][..], &[row; 8]].concat()), "3:8"),
        (plain.repeat(9), "1:6"),
        (plain.replacen('2', ".", 1) + &plain.repeat(8), "1:6"),
        (plain.replacen('2', "?", 1) + &plain.repeat(8), "1:6"),
    ] {
        let (line, column) = place.split_once(':').unwrap();
        let says = format!("{line}:{}", mark(column.parse().unwrap(), "679"));
        refused(&["count"], &text, &says);
        refused(&["count", "--from", "grid", "--box", "3x3"], &text, &says);
    }
}
