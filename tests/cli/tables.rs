//! Tables: `--column` chooses what is read; without it, the puzzle comes first.

use crate::support::{PUZZLE, SOLVED, path, read, satoku};
use crate::{refused, rows};

#[test]
fn a_field_before_a_puzzle_is_no_puzzle_of_side_one() {
    let table = "1:3: found a table with a puzzle in column 2, expected the puzzle first on its \
                 line; --column 2 reads that column";
    for before in ["0,", "1;", "7\t", "1234,", "17 givens;"] {
        let place = before.chars().count() + 1;
        let says = table.replacen('3', &place.to_string(), 1);
        refused(&["solve"], &format!("{before}{PUZZLE}\n"), &says);
    }
    // Of so many digits, it could be a puzzle, too.
    let mask = format!("{}1,", "0".repeat(15));
    let rest = format!("{}1;", "0".repeat(35));
    for before in [
        mask.as_str(),
        &mask.replace(',', "\t"),
        &rest,
        "....,",
        "................\t",
    ] {
        let place = before.chars().count() + 1;
        let says = table.replacen('3', &place.to_string(), 1);
        for verb in ["solve", "count", "canonical"] {
            refused(&[verb], &format!("{before}{PUZZLE}\n"), &says);
        }
    }
    let behind = "1:3: found a puzzle after ':', expected the puzzle first on its line; cut -d':' \
                  -f2 FILE writes the puzzles alone";
    refused(&["solve"], &format!("0:{PUZZLE}\n"), behind);
    let words = "1:1: found '7' before a puzzle, expected the puzzle first on its line; awk '{print \
                 $2}' FILE writes the puzzles alone";
    refused(&["solve"], &format!("7 {PUZZLE}\n"), words);
}

#[test]
fn sides_one_to_three_are_read_with_their_box_alone() {
    let small = |count| {
        format!(
            "expected a puzzle of side 4 or more; for a smaller one, add its box shape, --box 1x{count}"
        )
    };
    for (text, side, found) in [
        ("1", 1, "1 cell in '1'"),
        ("3#1", 1, "'#'"),
        ("12\n21", 2, "2 cells in row 1"),
        ("1 2 3\n2 3 1\n3 1 2", 3, "3 cells in row 1"),
    ] {
        let ran = satoku(&["count"], text);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{text}");
        assert!(ran.stderr.contains(found), "{}", ran.stderr);
        assert!(
            found == "'#'" || ran.stderr.contains(&small(side)),
            "{}",
            ran.stderr
        );
    }
    refused(
        &["count", "--from", "line"],
        "123231312\n",
        &format!("1:1: found 9 cells in '123231312', {}", small(3)),
    );
    let ran = satoku(&["count", "--box", "1x3"], "123231312\n...\n...\n...\n");
    assert_eq!(ran.stdout, "1\n", "{}", ran.stderr);
    let ran = satoku(&["count", "--box", "1x1"], ".\n");
    assert_eq!((ran.stdout.as_str(), ran.code), ("1\n", 0));
}

#[test]
fn a_whole_puzzle_with_commas_between_cells_is_no_row_of_a_grid() {
    let says = "1:2: found 81 cells separated by ',', expected cells separated by spaces, or by \
                nothing: write a space for each ',', and . for an empty cell";
    let all = PUZZLE.chars().map(String::from).collect::<Vec<_>>();
    let line = all.join(",") + "\n";
    for text in [line.trim_end().to_owned(), line.repeat(3)] {
        refused(&["solve", "--from", "grid"], &text, says);
        for args in [
            &["solve"][..],
            &["solve", "--from", "line"],
            &["solve", "--box", "3x3"],
        ] {
            let ran = satoku(args, &text);
            let count = text.lines().count();
            assert_eq!(
                (ran.stdout, ran.code),
                (format!("{SOLVED}\n").repeat(count), 0)
            );
        }
    }
}

#[test]
fn a_column_is_read_by_its_name_or_number() {
    let table = format!(
        "id,\"puzzle\",clues\r\n# note\r\n1,{PUZZLE},30\r\n\r\n\"a, b\",\"{PUZZLE}\",30\r\n"
    );
    let expected = format!("{SOLVED}\n{SOLVED}\n");
    for separator in [",", ";", "\t"] {
        let table = table.replace("a, b", "a. b").replace(',', separator);
        for column in ["puzzle", "PUZZLE", "2"] {
            let ran = satoku(&["solve", "--column", column], &table);
            assert_eq!(
                (ran.stdout.as_str(), ran.code),
                (expected.as_str(), 0),
                "{}",
                ran.stderr
            );
        }
    }
    let ran = satoku(&["solve", "--column", "2"], &table);
    assert_eq!((ran.stdout, ran.code), (expected, 0));
}

#[test]
fn every_verb_that_reads_puzzles_reads_columns() {
    let table = format!("id;quiz\n7;{PUZZLE}\n");
    for (verb, expected) in [
        (&["count"][..], "1\n".to_owned()),
        (&["count", "--timeout", "9"], "1\n".to_owned()),
        (&["enumerate"], format!("{SOLVED}\n")),
        (&["pyramid", "--to", "line"], String::new()),
        (&["minimize"], String::new()),
        (&["canonical"], String::new()),
        (&["encode"], String::new()),
        (&["compare"], String::new()),
    ] {
        let ran = satoku(&[verb, &["--column", "quiz"]].concat(), &table);
        assert_eq!(ran.code, 0, "{verb:?}: {}", ran.stderr);
        assert!(ran.stdout.starts_with(&expected) && !ran.stdout.is_empty());
    }
    let cnf = satoku(&["encode", "--column", "2"], &table).stdout;
    let model = satoku(&["sat"], &cnf).stdout;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.csv");
    std::fs::write(&file, &table).unwrap();
    let file = file.display().to_string();
    let ran = satoku(&["decode", "--puzzles", &file, "--column", "2"], &model);
    assert_eq!(ran.stdout, format!("{SOLVED}\n"), "{}", ran.stderr);
}

#[test]
fn a_column_of_a_long_list_has_the_answers_of_the_list() {
    let list = read("known/17clue.txt") + &read("known/many_solutions_10k.txt");
    let puzzles = list.lines().filter(|line| !line.starts_with('#'));
    let table: String = puzzles
        .enumerate()
        .map(|(k, line)| format!("{k},\"{}\",x\n", &line[..81]))
        .collect();
    let table = format!("id,puzzle,note\n{}", table.repeat(20));
    let ran = satoku(&["count", "--limit", "5", "--column", "puzzle"], &table);
    let [first, second] = ["17clue", "many_solutions_10k"].map(|name| {
        satoku(
            &["count", "--limit", "5", &path(&format!("known/{name}.txt"))],
            "",
        )
    });
    let expected = format!("{}{}", first.stdout, second.stdout).repeat(20);
    assert!(ran.stdout == expected && ran.code == 0, "{}", ran.stderr);
}

#[test]
fn records_without_a_puzzle_have_their_place() {
    let table = format!("id,puzzle\n1,{PUZZLE}\n2\n3,\n4,12x\n5,{PUZZLE}\n");
    let errors = [
        "<stdin>:3: found a record of 1 field, expected a puzzle in field 2",
        "<stdin>:4: found an empty field 2, expected a puzzle",
        "<stdin>:5:3: found 3 cells in '12x', expected 81 cells, as on the lines before",
    ];
    let report = ["solve", "--column", "puzzle", "--on-error", "report"];
    for more in [&[][..], &["--timeout", "9"]] {
        let ran = satoku(&[&report[..], more].concat(), &table);
        let lines: Vec<String> = errors
            .iter()
            .map(|error| format!("error: {error}\n"))
            .collect();
        assert_eq!(
            ran.stdout,
            format!("{SOLVED}\n{}{SOLVED}\n", lines.concat())
        );
        assert_eq!(ran.code, 2);
    }
    let missing = "1: found a header with 'id', 'puzzle', expected a column called 'quiz'";
    refused(&["solve", "--column", "quiz"], &table, missing);
    let empty = "1: found an empty table, expected a table with puzzles in one of its columns";
    refused(&["solve", "--column", "quiz"], "", empty);
    let ran = satoku(&["solve", "--column", "0"], "");
    assert!(ran.stderr.contains("its number from 1"), "{}", ran.stderr);
}

#[test]
fn a_quote_that_is_not_closed_swallows_no_rows() {
    let row = |name: &str| format!("{name}\t{PUZZLE}\n");
    let [first, last] = ["1\t\"Nice one", "2\tb\""].map(row);
    let tabs = format!("id\tname\tpuzzle\n{first}{last}");
    let open = "a quoted field that runs into the next line";
    let tabs = (tabs, format!("2:3: found {open}"), 1);
    let rows = |open: &str| -> String {
        let name = |k: usize| if k == 3 { open } else { "plain" };
        (2..=8)
            .map(|k| format!("{k},{},{PUZZLE}\n", name(k)))
            .collect()
    };
    let end = "the end of the input inside a quoted field";
    let commas = format!("id,name,puzzle\n{}", rows("\"open"));
    let commas = (commas, format!("3:3: found {end}"), 6);
    let quoted = rows("\"open").replace("7,plain", "7,\"x, y\"");
    let quoted = (
        format!("id,name,puzzle\n{quoted}"),
        format!("3:3: found {open}"),
        6,
    );
    for (table, error, others) in [tabs, commas, quoted] {
        let says = format!("{error}, expected a second quote at the end of the field\n");
        let skip = ["count", "--column", "puzzle", "--on-error", "skip"];
        let ran = satoku(&skip, &table);
        assert_eq!((ran.stdout, ran.code), ("1\n".repeat(others), 2), "{table}");
        assert!(ran.stderr.contains(&says), "{}", ran.stderr);
        let stop = satoku(&["count", "--column", "3"], &table);
        assert!(
            stop.stderr.ends_with(&says) && stop.code == 2,
            "{}",
            stop.stderr
        );
    }
}

#[test]
fn a_field_of_several_lines_is_one_field() {
    let grid = rows(PUZZLE, " ");
    let table = format!(
        "id,name,puzzle\n1,\"two\nlines, and \"\"quotes\"\"\",{PUZZLE}\n2,x,\"{grid}\"\n3,\"a\nb\",{PUZZLE}\n"
    );
    let ran = satoku(&["count", "--column", "puzzle"], &table);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("1\n1\n1\n", 0),
        "{}",
        ran.stderr
    );
}

#[test]
fn columns_in_messages_count_on_the_line() {
    let wrong = PUZZLE.replacen('7', "x", 1);
    for (table, place) in [
        (format!("id,puzzle\n1,{wrong}\n"), "2:7"),
        (format!("id,puzzle\n1,\"{wrong}\"\n"), "2:8"),
        (format!("id,puzzle\né,  {wrong}\n"), "2:9"),
        (format!("id,puzzle\n\"a, b\",{wrong}\n"), "2:12"),
        (format!("id , puzzle\n1 , \"{wrong}\" ,\n"), "2:10"),
    ] {
        let says = format!("{place}: found 'x', expected a digit 1-9 or . 0 ? _ * for empty");
        refused(&["count", "--column", "puzzle"], &table, &says);
    }
}

#[test]
fn quotes_with_blanks_around_them_are_quotes() {
    let table = format!("1 , {PUZZLE} , x\n2, \"{PUZZLE}\" ,y\n");
    let ran = satoku(&["count", "--column", "2"], &table);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("1\n1\n", 0),
        "{}",
        ran.stderr
    );
    let one = format!("1,{PUZZLE}\n2, \"{PUZZLE}\n");
    let ran = satoku(&["count", "--column", "2"], &one);
    let says = "<stdin>:2: found '\"' in field 2, expected a puzzle and nothing else\n";
    assert!(
        ran.stderr.ends_with(says) && ran.code == 2,
        "{}",
        ran.stderr
    );
}

#[test]
fn a_table_of_excel_names_its_delimiter() {
    let table = format!("sep=;\nid;a,b,c;puzzle\n1;,,,;{PUZZLE}\n");
    let ran = satoku(&["count", "--column", "puzzle"], &table);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("1\n", 0),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_line_that_begins_with_a_delimiter_is_a_table() {
    let says = "1:2: found a table with a puzzle in column 2, expected the puzzle first on its \
                line; --column 2 reads that column";
    refused(&["count"], &format!(",{PUZZLE}\n"), says);
    let says = "1:1: found ',,', expected a puzzle: a line of 81 characters, or 9 rows of 9 cells; \
                'satoku formats' lists the others, and --from names one";
    refused(&["count"], ",,\n", says);
    let says = "1:1: found 0 cells in '', expected a puzzle before the separator";
    refused(&["count", "--from", "line"], ",,\n", says);
}

/// Fields of several lines are legal: only lines that are records themselves come apart.
#[test]
fn notes_of_several_lines_stay_one_field() {
    for table in [
        format!("quiz,comment\n{PUZZLE},\"first\nsecond, third\"\n{PUZZLE},ok\n"),
        format!("note,quiz\n\"hello, you\n bye\",{PUZZLE}\nplain,{PUZZLE}\n"),
        format!("id,quiz,note\n1,{PUZZLE},\"two\nlines\"\n3,{PUZZLE},\"x\ny\",extra\n"),
    ] {
        let ran = satoku(&["count", "--column", "quiz"], &table);
        assert_eq!((&ran.stdout[..], ran.code), ("1\n1\n", 0), "{}", ran.stderr);
    }
}

/// A title in a field would be passed over like one between puzzles.
#[test]
fn a_title_in_the_column_keeps_its_place() {
    let table = format!("quiz,r\nGrid 1,x\n{PUZZLE},\n");
    let ran = satoku(
        &["count", "--column", "quiz", "--on-error", "report"],
        &table,
    );
    let says = "error: <stdin>:2: found 'Grid 1' in field 1, expected a puzzle\n1\n";
    assert_eq!((&ran.stdout[..], ran.code), (says, 2), "{}", ran.stderr);
}

#[test]
fn a_damaged_first_record_is_no_header() {
    let table = |first: &str| format!("{first}\n2,{PUZZLE}\n");
    for first in ["1,p..3", "1,NA", "1,x", "1,see 17", "a,4..3", "a,see 17"] {
        let report = ["count", "--column", "2", "--on-error", "report"];
        let ran = satoku(&report, &table(first));
        assert_eq!((ran.stdout.lines().count(), ran.code), (2, 2), "{first}");
        assert!(ran.stdout.starts_with("error: <stdin>:1:"), "{first}");
    }
    let letters = "1,A..............B\n2,1..............2\n";
    let ran = satoku(&["count", "--column", "2", "--limit", "2"], letters);
    assert_eq!(ran.code, 2, "{}", ran.stdout);
}

#[test]
fn a_header_that_is_taken_for_one_without_its_name_is_noted() {
    let table = |name: &str| format!("id,{name}\n1,{PUZZLE}\n");
    let ran = satoku(&["solve", "--column", "2"], &table("grid"));
    let note = "satoku: <stdin>:1: taken for the header of the table, since 'grid' looks like the \
                name of a column\n";
    assert_eq!((ran.stderr.as_str(), ran.code), (note, 0));
    for (column, name) in [("2", "quiz"), ("grid", "grid")] {
        let ran = satoku(&["solve", "--column", column], &table(name));
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
    }
}

#[test]
fn a_table_of_nothing_but_a_header_holds_no_column_of_puzzles() {
    let says = "1: found no puzzle, only the header of a table, expected a puzzle below it";
    for column in ["puzzle", "2"] {
        refused(&["count", "--column", column], "id,puzzle\n", says);
    }
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let empty = file("empty.csv", "id,puzzle\n".to_owned());
    let full = file("full.csv", format!("id,puzzle\n1,{PUZZLE}\n"));
    let report = ["count", "--column", "puzzle", "--on-error", "skip"];
    let ran = satoku(&[&report[..], &[&empty, &full]].concat(), "");
    assert_eq!((ran.stdout.as_str(), ran.code), ("1\n", 2));
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
}

#[test]
fn the_header_of_a_second_table_is_told_as_such() {
    let says = ": found the header of a table among its records, expected a puzzle";
    let table = format!("id,puzzle\n1,{PUZZLE}\n").repeat(2);
    for column in ["puzzle", "2"] {
        let ran = satoku(&["count", "--column", column], &table);
        assert_eq!((ran.stdout.as_str(), ran.code), ("1\n", 2));
        assert!(ran.stderr.contains(&format!(":3{says}")), "{}", ran.stderr);
        let skip = ["count", "--column", column, "--on-error", "skip"];
        let ran = satoku(&skip, &table);
        assert_eq!((ran.stdout.as_str(), ran.code), ("1\n1\n", 2));
    }
    let table = format!("puzzle,solution\n{PUZZLE},{SOLVED}\n").repeat(2);
    let ran = satoku(&["count"], &table);
    assert_eq!((ran.stdout.as_str(), ran.code), ("1\n", 2));
    assert!(
        ran.stderr.contains(&format!(":3:1{says}")),
        "{}",
        ran.stderr
    );
}
