//! A header holds only names, and the puzzles of a list have one size.

use crate::support::{PUZZLE, SOLVED, satoku};
use crate::{refused, rows};

#[test]
fn a_label_before_a_puzzle_is_no_header() {
    for (label, says) in [
        (
            "puzzle: ",
            "1:9: found a puzzle after ':', expected the puzzle first on its line; cut -d':' -f2 \
             FILE writes the puzzles alone",
        ),
        (
            "puzzle,",
            "1:8: found a table with a puzzle in column 2, expected the puzzle first on its line; \
             --column 2 reads that column",
        ),
    ] {
        for rest in ["", &format!("{PUZZLE}\n")] {
            refused(&["solve"], &format!("{label}{PUZZLE}\n{rest}"), says);
            let line = ["solve", "--from", "line"];
            refused(&line, &format!("{label}{PUZZLE}\n{rest}"), says);
        }
    }
    let cut = satoku(
        &["solve"],
        &format!("puzzle: {}\n{PUZZLE}\n", &PUZZLE[..80]),
    );
    assert_eq!((cut.stdout.as_str(), cut.code), ("", 2), "{}", cut.stderr);
}

#[test]
fn a_header_of_names_is_passed_over() {
    for header in [
        "puzzle",
        "Puzzle:",
        "quizzes,solutions",
        "sudoku;No of clues;rating_2",
        "quiz\t",
    ] {
        let ran = satoku(&["solve"], &format!("{header}\n{PUZZLE}\n"));
        assert_eq!(
            (ran.stdout, ran.code),
            (format!("{SOLVED}\n"), 0),
            "{header}"
        );
    }
    let says = "1:4: found a table with a column called 'puzzle', expected puzzles first on their \
                lines; --column puzzle reads that column";
    refused(&["solve"], &format!("id,puzzle\n1,{PUZZLE}\n"), says);
}

#[test]
fn a_line_of_another_size_is_refused() {
    for (cut, noun) in [
        (64, "cells"),
        (36, "cells"),
        (16, "cells"),
        (4, "cells"),
        (1, "cell"),
    ] {
        let text = format!("# list\n{PUZZLE}\n{PUZZLE}\n{}", &SOLVED[..cut]);
        // Smaller puzzles need --box.
        let advice = match cut {
            16.. => "; --mixed-sizes reads lists of several sizes",
            _ => "",
        };
        let shown = match cut {
            25.. => format!("{}…", &SOLVED[..24]),
            _ => SOLVED[..cut].to_owned(),
        };
        let says = format!(
            "<stdin>:4:1: found {cut} {noun} in '{shown}', expected 81 cells, as on line 2{advice}"
        );
        for more in [&[][..], &["--timeout", "9"], &["--from", "line"]] {
            let ran = satoku(&[&["count"][..], more].concat(), &text);
            assert_eq!(ran.stdout, "1\n1\n");
            assert_eq!(
                (ran.stderr, ran.code),
                (format!("satoku: error: {says}\n"), 2)
            );
        }
    }
}

#[test]
fn plain_lines_behind_a_line_of_another_size_are_refused() {
    let text = format!("1...............\n{PUZZLE}\n");
    for more in [&[][..], &["--from", "line"]] {
        let ran = satoku(&[&["count"][..], more].concat(), &text);
        assert_eq!((ran.stdout.as_str(), ran.code), ("72\n", 2));
        let says = "expected 16 cells, as on line 1; --mixed-sizes reads lists of several sizes\n";
        assert!(ran.stderr.ends_with(says), "{}", ran.stderr);
    }
}

#[test]
fn a_list_of_several_sizes_is_read_on_request() {
    let text = format!(
        "{PUZZLE}\n1...............\n{PUZZLE},7\n{}\n",
        ".".repeat(36)
    );
    for more in [&[][..], &["--timeout", "9"], &["--from", "line"]] {
        let args = [&["count", "--mixed-sizes", "--limit", "99"][..], more].concat();
        let ran = satoku(&args, &text);
        assert_eq!(
            (ran.stdout.as_str(), ran.code),
            ("1\n72\n1\n99\n", 0),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn a_separator_inside_of_a_puzzle_does_not_end_it() {
    let line = format!("{}:{}", ".".repeat(16), &SOLVED[17..]);
    let says = "1:17: found a separator inside a line of 81 characters, after 16 cells, \
                expected a cell; if the puzzle ends there, add its box shape, --box 2x2";
    refused(&["count"], &line, says);
    assert_eq!(satoku(&["count", "--box", "2x2"], &line).stdout, "288\n");
    assert_eq!(satoku(&["count"], "................:288\n").stdout, "288\n");
}

#[test]
fn a_grid_that_is_cut_off_does_not_take_rows_of_the_next() {
    let whole = rows(PUZZLE, " ");
    let cut: String = whole
        .lines()
        .take(8)
        .map(|row| format!("{row}\n"))
        .collect();
    let says = "10:1: found an empty line after 8 rows, expected 9 rows, with empty lines between \
                all bands or nowhere: the grid is cut off";
    refused(&["solve"], &format!("{cut}\n{whole}"), says);
    let band: String = whole
        .lines()
        .take(3)
        .map(|row| format!("{row}\n"))
        .collect();
    let says = "8:1: found row 7 right after row 6, expected an empty line between them, as there is \
                one after row 3: put empty lines between all bands of a grid, or nowhere";
    refused(&["solve"], &format!("{band}\n{whole}"), says);
    let (first, others) = whole.split_once('\n').unwrap();
    let says = "4:1: found row 3 right after row 2, expected an empty line between them, as there is \
                one after row 1: put empty lines between all rows of a grid, or nowhere";
    refused(&["solve"], &format!("{first}\n\n{others}"), says);
    let lines: Vec<&str> = whole.lines().collect();
    let bands = lines.chunks(3).map(|band| band.join("\n") + "\n\n");
    let spaced = bands.collect::<String>() + &lines.join("\n\n");
    let ran = satoku(&["count"], &spaced);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("1\n1\n", 0),
        "{}",
        ran.stderr
    );
}
