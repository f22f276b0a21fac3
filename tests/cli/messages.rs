//! Messages say what is wrong, once.

use crate::refused;
use crate::support::{self, PUZZLE, SOLVED, command, run, satoku};

#[cfg(target_os = "linux")]
#[test]
fn an_error_of_the_system_is_told_once() {
    // A file that can be opened but not read.
    let name = "/proc/self/mem";
    for args in [
        &["solve", name][..],
        &["solve", "--timeout", "9", name],
        &["encode", name],
        &["sat", name],
        &["pyramid", "--weights", name],
        &["verify", "--formula", name, "--proof", name],
    ] {
        let ran = satoku(args, "");
        assert_eq!(
            ran.stderr.matches("(os error 5)").count(),
            1,
            "{}",
            ran.stderr
        );
        assert!(ran.stderr.contains(name), "{}", ran.stderr);
        assert_eq!(ran.stdout, "");
    }
    let ran = satoku(
        &["verify", "--formula", "no/such", "--proof", "no/such"],
        "",
    );
    assert_eq!(
        ran.stderr.matches("(os error 2)").count(),
        1,
        "{}",
        ran.stderr
    );
}

#[test]
fn words_behind_a_space_are_told_as_such() {
    let says = "1:83: found 'easy' after a puzzle and a space, expected a comma, semicolon, colon, \
                tab or # before what follows a puzzle; awk '{print $1}' FILE writes the puzzles \
                alone";
    refused(&["solve"], &format!("{PUZZLE} easy\n"), says);
    refused(
        &["solve", "--from", "line"],
        &format!("{PUZZLE} easy\n"),
        says,
    );
    let ran = satoku(&["solve"], &format!("{PUZZLE}, 9.2\n"));
    assert_eq!(ran.stdout, format!("{SOLVED}\n"));
}

#[test]
fn an_empty_satoku_simd_is_none() {
    let ran = run(command(&["solve"]).env("SATOKU_SIMD", ""), PUZZLE);
    assert_eq!((ran.stdout, ran.code), (format!("{SOLVED}\n"), 0));
}

#[test]
fn canonical_says_which_shapes_it_takes() {
    let help = satoku(&["canonical", "--help"], "").stdout;
    assert!(
        help.contains("up to 7 where a box is one row or one column"),
        "{help}"
    );
    for (shape, code) in [
        ("1x7", 0),
        ("7x1", 0),
        ("2x4", 0),
        ("1x8", 2),
        ("8x1", 2),
        ("1x9", 2),
    ] {
        let cells: usize = shape
            .split('x')
            .map(|n| n.parse::<usize>().unwrap())
            .product();
        let ran = satoku(&["canonical", "--box", shape], &".".repeat(cells * cells));
        assert_eq!(ran.code, code, "{shape}: {}", ran.stderr);
    }
}

#[test]
fn a_poj_file_with_a_bad_first_row_gives_no_answer() {
    for row in ["10300050", "10300.509", "1030005090"] {
        let text = format!("1\n{row}\n{}", "103000509\n".repeat(8));
        let ran = satoku(&["solve"], &text);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{row}");
        assert!(
            ran.stderr.starts_with("satoku: error: <stdin>:2:"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn a_list_with_a_letter_in_its_first_line_is_no_huge_grid() {
    let lines = support::read("lines/top95.txt").replacen('4', "x", 1);
    let ran = satoku(&["solve"], &lines);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    assert!(
        ran.stderr
            .starts_with("satoku: error: <stdin>:1:1: found 'x', expected a digit 1-9"),
        "{}",
        ran.stderr
    );
}

#[test]
fn columns_count_characters() {
    let ran = satoku(&["solve", "--from", "sudokusat"], "   puzzle size:4x5\n");
    assert!(
        ran.stderr
            .starts_with("satoku: error: <stdin>:1:16: found '4x5'"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_long_list_of_clashing_puzzles_is_summed_up() {
    let clash = format!("11{}\n", ".".repeat(79));
    for (puzzles, args) in [(5000, &["count", "--limit", "2"][..]), (150, &["minimize"])] {
        let ran = satoku(args, &clash.repeat(puzzles));
        assert_eq!(ran.stdout.lines().count(), puzzles);
        let lines: Vec<&str> = ran.stderr.lines().collect();
        let last = format!(
            "satoku: and {} more puzzles with clashing givens",
            puzzles - 100
        );
        assert_eq!(lines.last(), Some(&&*last));
        assert!(lines[199].starts_with("satoku: <stdin>:100: puzzle 100: "));
        assert_eq!(lines.len(), 201);
    }
}

#[test]
fn spaces_for_empty_cells_are_told_with_the_remedy() {
    let blanked = PUZZLE.replace('.', " ");
    let says = |column: usize, count: usize| {
        format!(
            "1:{column}: found spaces among {count} characters, expected a mark such as . for an \
             empty cell; tr ' ' . < FILE writes one for each space"
        )
    };
    refused(&["solve"], &format!("{blanked}\n"), &says(3, 81));
    let rows = crate::rows(&blanked, "");
    refused(&["solve"], &rows, &says(3, 9));
}

#[test]
fn a_lone_return_is_told_as_such() {
    let says = "1:82: found a lone CR (0x0D) inside a line, expected lines that all end with LF; \
                tr '\\r' '\\n' < FILE writes them so";
    refused(
        &["solve"],
        &format!("# list\n{PUZZLE}\r{PUZZLE}\n"),
        &says.replacen('1', "2", 1),
    );
}

#[test]
fn spaces_do_not_separate_columns() {
    let says = "1: found a record of 1 field, expected a puzzle in field 2; spaces do not separate \
                fields";
    refused(&["solve", "--column", "2"], &format!("1 {PUZZLE}\n"), says);
}

/// The message did not say which argument was wrong.
#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf8_is_named_with_the_remedy() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"a\xff.txt");
    let ran = run(command(&["solve"]).arg(name), "");
    let says = "satoku: error: found the argument 'a\\xff.txt', expected UTF-8; rename the file, \
                or read it as standard input: 'satoku solve - < FILE'\n";
    assert_eq!((ran.stderr.as_str(), ran.code), (says, 2));
}
