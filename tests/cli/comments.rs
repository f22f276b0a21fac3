//! Lines that are comments, and lines that are not, although they begin like comments.

use crate::support::{PUZZLE, SOLVED, satoku};
use crate::{refused, rows};

const COMMENTS: [&str; 6] = [
    "// easy",
    "//53..7....",
    "; 17 clues",
    ";; rated 7.2, 7.2",
    "% easy",
    ";",
];

#[test]
fn comments_may_stand_around_lines_and_grids_and_inside_grids() {
    let grid = rows(PUZZLE, "");
    let cells = rows(PUZZLE, " ").replace('.', "?");
    for comment in COMMENTS {
        let line = format!("{comment}\n{PUZZLE}\n");
        let inside = |grid: &str| grid.replacen('\n', &format!("\n{comment}\n"), 4);
        for text in [
            line.repeat(3) + comment,
            format!("{comment}\n{grid}\n").repeat(3),
            (inside(&grid) + "\n").repeat(3),
            (inside(&cells) + "\n").repeat(3),
            format!(
                "{comment}\n3\n{}",
                inside(&grid.replace('.', "0")).repeat(3)
            ),
        ] {
            for verb in [
                &["solve", "--to", "line"][..],
                &["solve", "--to", "line", "--timeout", "9"],
            ] {
                let ran = satoku(verb, &text);
                assert_eq!(
                    ran.stdout,
                    format!("{SOLVED}\n").repeat(3),
                    "{text}{}",
                    ran.stderr
                );
                assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
            }
        }
    }
}

#[test]
fn comments_count_as_lines() {
    let text = format!("// one\n{PUZZLE}\n% two\n; three\n{PUZZLE}x\n");
    let ran = satoku(&["count"], &text);
    let says = "satoku: error: <stdin>:5:1: found 82 cells in ";
    assert!(ran.stderr.starts_with(says), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.code), ("1\n", 2));
}

#[test]
fn lines_with_cells_are_no_comments() {
    let says = "1:2: found a table with a puzzle in column 2, expected the puzzle first on its \
                line; --column 2 reads that column";
    refused(&["count"], &format!(";{PUZZLE}\n{PUZZLE}\n"), says);
    let percent = rows(&PUZZLE.replace('.', "%"), "").replacen('5', "%", 1);
    let ran = satoku(&["count"], &percent);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    assert!(
        ran.stderr.contains("<stdin>:1:1: found '%'"),
        "{}",
        ran.stderr
    );
}

/// What is read from a table is not looked at as a line of its own.
#[test]
fn fields_of_a_table_that_look_like_comments_are_told() {
    for field in ["// easy", "% easy"] {
        let table = format!("id,puzzle\n1,{field}\n2,{PUZZLE}\n");
        let says = format!("2: found '{field}' in field 2, expected a puzzle");
        refused(&["count", "--column", "puzzle"], &table, &says);
    }
}

/// A record of a table may begin with the number sign, and so may its header.
#[test]
fn records_that_begin_with_a_hash_are_no_comments() {
    for (table, columns, count) in [
        (
            format!("#,puzzle\n1,{PUZZLE}\n2,{PUZZLE}\n"),
            &["puzzle", "2"][..],
            2,
        ),
        (format!("#;\"puzzle\"\n# 1;{PUZZLE}\n"), &["puzzle", "2"], 1),
        (
            format!("id,puzzle\n#1,{PUZZLE}\n#2,{PUZZLE}\n3,{PUZZLE}\n"),
            &["puzzle", "2"],
            3,
        ),
        (
            format!("id,puzzle\n#1,\"{}\"\n", rows(PUZZLE, "")),
            &["puzzle", "2"],
            1,
        ),
        (format!("#1,{PUZZLE}\n#2,{PUZZLE}\n"), &["2"], 2),
    ] {
        for column in columns {
            let ran = satoku(&["count", "--column", column], &table);
            assert_eq!(
                (ran.stdout, ran.code),
                ("1\n".repeat(count), 0),
                "{table}{}",
                ran.stderr
            );
        }
    }
    for separator in [",", ";", "\t"] {
        let table = format!("id,puzzle\n#1,\n2,{PUZZLE}\n").replace(',', separator);
        let says = "2: found an empty field 2, expected a puzzle";
        refused(&["count", "--column", "puzzle"], &table, says);
    }
}

#[test]
fn comments_of_a_table_have_one_field_or_come_first() {
    for (table, columns) in [
        (
            format!("# by hand, 2024\n# 81, of them\nid,puzzle\n# easy\n1,{PUZZLE}\n"),
            &["puzzle", "2"][..],
        ),
        (
            format!("puzzle\n# easy, or not\n{PUZZLE}\n"),
            &["puzzle", "1"],
        ),
    ] {
        for column in columns {
            let ran = satoku(&["count", "--column", column], &table);
            assert_eq!(
                (&ran.stdout[..], ran.code),
                ("1\n", 0),
                "{table}{}",
                ran.stderr
            );
        }
    }
    let table = format!("id,puzzle\n1,{PUZZLE}\n# easy, or not\n");
    let ran = satoku(&["count", "--column", "puzzle"], &table);
    assert_eq!((&ran.stdout[..], ran.code), ("1\n", 2), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("<stdin>:3:11: found a space"),
        "{}",
        ran.stderr
    );
}

#[test]
fn comments_stand_before_variants_too() {
    let json = r#"{"rows":1,"columns":2,"min":1,"max":2}"#;
    for (input, count) in [(".Shape~2x2.NoBoxes", "2\n"), (json, "2\n")] {
        for comment in ["// easy", "; easy", "% easy"] {
            let ran = satoku(&["count", "--to", "line"], &format!("{comment}\n{input}\n"));
            assert_eq!((&ran.stdout[..], ran.code), (count, 0), "{}", ran.stderr);
        }
    }
}
