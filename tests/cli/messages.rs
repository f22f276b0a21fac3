//! Messages say what is wrong, once.

use crate::support::{self, PUZZLE, SOLVED, command, run, satoku};
use crate::{refused, rows};

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
                tab or # before what follows a puzzle; sed 's/ /,/' FILE writes a comma for the \
                first space of each line";
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
    let rows = rows(&blanked, "");
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

/// The first argument was looked at as text, before all others, and ended in a panic.
#[cfg(unix)]
#[test]
fn a_command_that_is_not_utf8_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    for word in [&b"\xff"[..], b"so\xff", b"--\xff", b"-\xff"] {
        let ran = run(command(&[]).arg(std::ffi::OsStr::from_bytes(word)), "");
        assert!(ran.stderr.starts_with("satoku: error: "), "{}", ran.stderr);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    }
}

/// The message did not say which argument was wrong.
#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf8_is_named_with_the_remedy() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"a\xff.txt");
    let ran = run(command(&["solve"]).arg(name), "");
    let says = "satoku: error: found the argument 'a\\xff.txt', expected UTF-8; rename the file, \
                or read it as standard input: 'satoku COMMAND - < FILE'\n";
    assert_eq!((ran.stderr.as_str(), ran.code), (says, 2));
}

#[test]
fn what_keeps_text_from_being_a_grid_is_named() {
    let spaced = rows(PUZZLE, " ");
    let count = "expected a count only before rows of 9 digits, 0 for empty cells; tail -n +2 FILE \
                 leaves the first line out";
    let says = format!("1:1: found '1' before rows with spaces, {count}");
    refused(
        &["solve"],
        &format!("1\n{}", spaced.replace('.', "_")),
        &says,
    );
    refused(&["solve"], "1\n6 0 0 0 5 3\n", &says);
    let says = format!("1:1: found '49151' before puzzles on one line each, {count}");
    refused(&["solve"], &format!("49151\n{PUZZLE}\n"), &says);
    let cell = "expected a number, a mark such as . for an empty cell, or nothing";
    for (row, place, field) in [
        (
            "\"5\",\"3\",\"\",\"\",\"7\",\"\",\"\",\"\",\"\"",
            1,
            "'\"5\"' in field 1",
        ),
        ("5,3,NaN,NaN,7,NaN,NaN,NaN,NaN", 5, "'NaN' in field 3"),
        ("5.0,3.0,,,7.0,,,,", 1, "'5.0' in field 1"),
        ("c1,c2,c3,c4,c5,c6,c7,c8,c9", 1, "'c1' in field 1"),
    ] {
        let says = format!("1:{place}: found {field}, {cell}");
        refused(&["solve"], &format!("{row}\n"), &says);
    }
    let brackets = "1:1: found '[5' in field 1, expected rows of cells without brackets";
    refused(&["solve"], "[5, 3, 0, 0, 7, 0, 0, 0, 0],\n", brackets);
    let blank = "1:10: found nothing between two vertical bars, expected a mark such as . for an \
                 empty cell";
    refused(&["solve"], "| 5 | 3 |   |   | 7 |   |   |   |   |\n", blank);
    let tabs = "1:1: found 3 cells in row 1, expected a puzzle of side 4 or more; tr '\\t' , < FILE \
                writes commas for tabs, and nothing between two is an empty cell";
    refused(&["solve"], "5\t3\t\t\t7\t\t\t\t\n", tabs);
}

#[test]
fn a_grid_and_a_line_in_one_input_are_told_apart() {
    let row = "10:1: found 81 cells in one row in a file of 9x9 grids, expected 9 cells in each \
               row; puzzles on one line belong in a file of their own";
    let ran = satoku(&["solve"], &format!("{}{PUZZLE}\n", rows(PUZZLE, " ")));
    assert_eq!(
        (ran.stderr.contains(row), ran.code),
        (true, 2),
        "{}",
        ran.stderr
    );
    let cells = "2:1: found 9 cells in '53..7....', expected 81 cells, as on line 1; the rows of a \
                 grid belong in a file of their own";
    let ran = satoku(&["solve"], &format!("{PUZZLE}\n{}", rows(PUZZLE, "")));
    assert_eq!(
        (ran.stderr.contains(cells), ran.code),
        (true, 2),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_separator_after_each_row_is_named_if_rows_are_missing() {
    let cells = rows(PUZZLE, ",").replace('.', "");
    let ending = cells.replace('\n', ",\n");
    let beginning: String = cells.lines().map(|row| format!(",{row}\n")).collect();
    let found = "9: found the end of the input after 9 rows, expected 10 rows, as many as there \
                 are cells in a row; every row";
    refused(
        &["solve"],
        &ending,
        &format!("{found} ends with a separator and an empty cell"),
    );
    refused(
        &["solve"],
        &beginning,
        &format!("{found} begins with an empty cell and a separator"),
    );
}

#[test]
fn another_band_height_is_offered_where_empty_lines_show_it() {
    let text = "1.....\n......\n.....2\n\n.3....\n....4.\n......\n";
    let says = "5:1: found an empty line after 3 rows, expected 6 rows, with empty lines between \
                all bands or nowhere: the grid is cut off; if bands have 3 rows, add --box 3x2";
    refused(&["solve"], text, says);
    let ran = satoku(&["count", "--box", "3x2", "--limit", "1"], text);
    assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
}

#[test]
fn a_table_of_nothing_but_a_header_is_no_empty_list() {
    let says = "1: found no puzzle, only the header of a table, expected a puzzle below it";
    refused(&["count"], "puzzle,solution\n", says);
}

/// It named boxes of unequal width, because a `*` alone is an empty cell.
#[test]
fn pretty_output_is_no_input_and_says_so() {
    for puzzle in [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "1234............",
    ] {
        let pretty = satoku(&["solve", "--to", "pretty"], &format!("{puzzle}\n")).stdout;
        let ran = satoku(&["solve"], &pretty);
        let says = "found '*' after a digit, which marks a given in the output 'pretty', \
                    expected digits, and marks such as . for empty cells; --to grid writes grids \
                    that can be read again\n";
        assert!(ran.stderr.ends_with(says), "{}", ran.stderr);
        assert_eq!(ran.code, 2);
    }
    // Without spaces between cells it is an empty one.
    let glued = "|1*|**|\n|**|3*|\n|3*|**|\n|**|1*|\n";
    let ran = satoku(&["solve"], glued);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn a_puzzle_in_the_place_of_a_file_is_told_as_such() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for (name, is_puzzle) in [
        (puzzle, true),
        ("1234............", true),
        ("list-of-81.txt.gz", false),
    ] {
        let ran = satoku(&["solve", name], "");
        let says = format!(
            "satoku: error: {name}: cannot be opened: found a puzzle, expected the name of a \
             file; a puzzle itself goes through standard input: echo '{name}' | satoku COMMAND -\n"
        );
        assert_eq!(ran.stderr == says, is_puzzle, "{}", ran.stderr);
        assert_eq!(ran.code, 2);
    }
}

#[test]
fn an_empty_name_of_a_file_is_told_as_such() {
    let ran = satoku(&["solve", ""], "");
    let says = "satoku: error: the name of a file is empty: expected a file, or '-' for standard \
                input\n";
    assert_eq!((ran.stderr.as_str(), ran.code), (says, 2));
}

#[test]
fn of_the_words_behind_a_puzzle_the_one_that_is_no_rating_is_named() {
    let says = "1:87: found 'foo' after a puzzle and a space, expected a comma, semicolon, colon, \
                tab or # before what follows a puzzle; sed 's/ /,/' FILE writes a comma for the \
                first space of each line";
    refused(&["solve"], &format!("{PUZZLE} 1.2 foo\n"), says);
    for ratings in ["9.0 9.0 2.6", "25 9", "1.2", "ED=9.0/1.2/1.2 7", "25 9 - 7"] {
        let ran = satoku(&["solve"], &format!("{PUZZLE} {ratings}\n"));
        let answer = (ran.stdout, ran.code);
        assert_eq!(answer, (format!("{SOLVED}\n"), 0), "{ratings}");
    }
}

/// Written by `xz --lzma2=dict=1536MiB`.
#[test]
fn xz_that_takes_much_memory_is_not_called_damaged() {
    let packed = b"\
        \xfd\x37\x7a\x58\x5a\x00\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x25\x00\x00\
        \x00\x3b\x78\x7b\x41\xe0\x00\x10\x00\x0c\x5d\x00\x18\x8b\xb1\x06\x63\x1a\x31\
        \x01\x49\xa4\xf0\x00\x00\xe7\x2e\x25\xdf\xcd\xf9\x6d\x56\x00\x01\x28\x11\x73\
        \x3b\x6b\x17\x1f\xb6\xf3\x7d\x01\x00\x00\x00\x00\x04\x59\x5a";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.xz");
    std::fs::write(&file, packed).unwrap();
    let ran = satoku(&["count", &file.display().to_string()], "");
    let says = "as xz data it takes much memory; run: xz -dc FILE | satoku ...";
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{}", ran.stderr);
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
}
