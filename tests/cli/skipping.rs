//! `--on-error skip` and `report` continue past a malformed grid.

use crate::packed::gzip;
use crate::rows;
use crate::support::{HARD, PUZZLE, Ran, SOLVED, satoku};

/// Asserts the answers to three grids, the second of which is malformed.
fn check(format: &str, [good, bad, again]: [&str; 3], errors: &[&str]) {
    let text = format!("{good}{bad}{again}");
    let run = |what: &str| {
        let args = [
            "solve",
            "--from",
            format,
            "--to",
            "line",
            "--on-error",
            what,
        ];
        let ran = satoku(&args, &text);
        assert_eq!(ran.code, 2, "{format}: {}", ran.stderr);
        // Large grids are answered in numbers split by spaces.
        let digit_by_digit = |line: &str| match line.starts_with("error: ") {
            true => format!("{line}\n"),
            false => line.replace(' ', "") + "\n",
        };
        Ran {
            stdout: ran.stdout.lines().map(digit_by_digit).collect(),
            ..ran
        }
    };
    let told: Vec<String> = errors
        .iter()
        .map(|e| format!("satoku: error: <stdin>:{e}\n"))
        .collect();
    let skipped = run("skip");
    assert_eq!(skipped.stderr, told.concat(), "{format}\n{text}");
    assert_eq!(
        skipped.stdout,
        format!("{SOLVED}\n{SOLVED}\n"),
        "{format}\n{text}"
    );
    let lines: Vec<String> = errors
        .iter()
        .map(|e| format!("error: <stdin>:{e}\n"))
        .collect();
    let expected = format!("{SOLVED}\n{}{SOLVED}\n", lines.concat());
    assert_eq!(run("report").stdout, expected, "{format}");
    let stopped = run("stop");
    assert_eq!(stopped.stdout, format!("{SOLVED}\n"), "{format}");
    assert_eq!(stopped.stderr, told[0], "{format}");
}

#[test]
fn rows_with_spaces_go_on_behind_a_bad_grid() {
    for (format, empty, cell) in [
        ("hdu", "?", "a digit 1-9 or ? for an empty cell"),
        ("pyramid", "0", "an integer 0-9, 0 for an empty cell"),
    ] {
        let good = rows(&PUZZLE.replace('.', empty), " ") + "\n";
        let bad = good.replacen('7', "x", 1);
        let says = format!("11:9: found 'x', expected {cell}");
        check(format, [&good, &bad, &good], &[&says]);
        // Without empty lines between the grids, the remaining rows are skipped.
        let tight = good.trim_end().to_owned() + "\n";
        let bad = tight.replacen('7', "70", 1);
        let says = format!("10:9: found '70', expected {cell}");
        check(format, [&tight, &bad, &tight], &[&says]);
        let cut: String = good.lines().take(7).map(|row| format!("{row}\n")).collect();
        let says = "18:1: found an empty line after 7 rows, expected 9 rows without a gap: the \
                    grid is cut off";
        check(format, [&good, &(cut + "\n"), &good], &[says]);
    }
}

#[test]
fn poj_goes_on_with_the_next_group_of_rows() {
    let good = rows(&PUZZLE.replace('.', "0"), "");
    let first = format!("3\n{good}");
    let cell = "expected a digit 0-9, 0 for an empty cell";
    check(
        "poj",
        [&first, &good.replacen('7', "x", 1), &good],
        &[&format!("11:5: found 'x', {cell}")],
    );
    let short = "11:1: found 8 cells in row 1, expected 9 cells in each row";
    check("poj", [&first, &good.replacen('7', "", 1), &good], &[short]);
    // After a wrong count there is nothing to continue with.
    let ran = satoku(
        &["solve", "--on-error", "skip", "--from", "poj"],
        &format!("x\n{good}"),
    );
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    assert_eq!(ran.stderr.lines().count(), 1);
    let more = format!("4\n{good}");
    let ran = satoku(&["solve", "--on-error", "skip", "--from", "poj"], &more);
    assert!(
        ran.stderr.contains("the end of the input after 1 puzzle"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.stderr.lines().count(), 1);
}

#[test]
fn grids_go_on_behind_the_rows_or_the_next_empty_line() {
    let good = rows(PUZZLE, " ") + "\n";
    let cell = "expected a digit 1-9 or . 0 ? _ * for empty";
    let bad = good.replacen("6 . . 1", "6 . x 1", 1);
    check(
        "grid",
        [&good, &bad, &good],
        &[&format!("12:5: found 'x', {cell}")],
    );
    let comma = good.replacen("5 3 .", "5 3 ;", 1);
    let says = "11:5: found ';', expected a number, a letter, or . 0 ? _ * for an empty cell";
    check("grid", [&good, &comma, &good], &[says]);
    let cut: String = good.lines().take(5).map(|row| format!("{row}\n")).collect();
    let says = "17:1: found an empty line after 5 rows, expected 9 rows, with empty lines between \
                all bands or nowhere: the grid is cut off";
    check("grid", [&good, &(cut + "\n"), &good], &[says]);
}

#[test]
fn a_good_grid_after_a_row_too_short_or_too_many_is_answered() {
    let good = rows(PUZZLE, " ") + "\n";
    let short = good.replacen("5 3 .", "5 3", 1);
    let says = "12:1: found 9 cells in row 2, expected 8 cells in each row";
    check("grid", [&good, &short, &good], &[says]);
    let ran = satoku(&["solve", "--on-error", "skip"], &(short + &good));
    assert_eq!(
        (ran.code, ran.stdout.lines().count()),
        (2, 11),
        "{}",
        ran.stderr
    );
    // The row is the first of a grid of its own, in which the others follow an empty line.
    let row = good.lines().next().unwrap();
    let long = format!("{}\n{row}\n\n", good.trim_end());
    let says = "23:1: found row 3 right after row 2, expected an empty line between them, as there \
                is one after row 1: put empty lines between all rows of a grid, or nowhere";
    let input = format!("{good}{long}{good}");
    let ran = satoku(&["count", "--from", "grid", "--on-error", "skip"], &input);
    assert_eq!((&*ran.stdout, ran.code), ("1\n1\n1\n", 2));
    assert_eq!(ran.stderr, format!("satoku: error: <stdin>:{says}\n"));
}

#[test]
fn sudokusat_goes_on_with_the_next_size() {
    let good = satoku(&["solve", "--to", "sudokusat"], &format!("{PUZZLE}\n")).stdout;
    let expected = "expected a number 1-9 or _ for an empty cell";
    let bad = good.replacen("| 5", "| x", 1);
    check(
        "sudokusat",
        [&good, &bad, &good],
        &[&format!("19:3: found 'x', {expected}")],
    );
    let cut: String = good.lines().take(5).map(|row| format!("{row}\n")).collect();
    let says = "21:1: found 'task: 1' after 2 rows, expected 9 rows: the grid is cut off";
    check("sudokusat", [&good, &cut, &good], &[says]);
}

#[test]
fn a_report_stands_as_a_block_between_grids() {
    let good = rows(&PUZZLE.replace('.', "?"), " ") + "\n";
    let text = format!("{good}{}{good}", good.replacen("7", "x", 1));
    let ran = satoku(&["solve", "--on-error", "report"], &text);
    let solved = rows(SOLVED, " ");
    let error = "error: <stdin>:11:9: found 'x', expected a digit 1-9 or ? for an empty cell";
    assert_eq!(ran.stdout, format!("{solved}\n{error}\n\n{solved}"));
}

#[test]
fn malformed_lines_can_be_skipped_by_every_verb() {
    for verb in ["enumerate", "minimize", "canonical", "pyramid"] {
        let file = format!("{HARD}\nno puzzle\n{HARD}\n");
        let alone = satoku(&[verb], &format!("{HARD}\n{HARD}\n"));
        let skipped = satoku(&[verb, "--on-error", "skip"], &file);
        assert_eq!(skipped.stdout, alone.stdout, "{verb}");
        assert_eq!(skipped.code, 2, "{verb}: {}", skipped.stderr);
        assert!(
            skipped.stderr.contains("<stdin>:2:"),
            "{verb}: {}",
            skipped.stderr
        );
        let stopped = satoku(&[verb], &file);
        assert!(stopped.stdout.len() < alone.stdout.len(), "{verb}");
    }
}

/// What was no object or array in an array took the rest of the line along, and so did an object
/// that was no JSON.
#[test]
fn the_items_of_an_array_after_a_wrong_one_are_answered() {
    let good = r#"{"grid":"1.......3......2"}"#;
    for wrong in [
        "null",
        "3",
        "-2.5e3",
        "true",
        "nonsense",
        r#""a, b] \" c""#,
        r#"{"a":1,}"#,
        "{}",
        "[1,2]",
        r#"{"grid":"x"}"#,
    ] {
        for (before, after) in [("", ", "), ("\n", ",\n")] {
            let array = format!("[{good},{before}{wrong}{after}{good},{good}]\n{good}\n");
            let ran = satoku(&["count", "--on-error", "report"], &array);
            let lines: Vec<&str> = ran.stdout.lines().collect();
            assert_eq!(lines.len(), 5, "{array}{}{}", ran.stdout, ran.stderr);
            assert!(lines[1].starts_with("error: "), "{array}{}", ran.stdout);
            assert_eq!(
                [lines[0], lines[2], lines[3], lines[4]],
                ["3"; 4],
                "{array}"
            );
            assert_eq!(ran.code, 2);
            if wrong == "[1,2]" {
                // The first row of a grid.
                continue;
            }
            let first = format!("[{wrong}{after}{good},{good}]\n{good}\n");
            let args = ["count", "--from", "json", "--on-error", "report"];
            let ran = satoku(&args, &first);
            let lines: Vec<&str> = ran.stdout.lines().collect();
            assert!(lines[0].starts_with("error: "), "{first}{}", ran.stdout);
            assert_eq!(lines[1..], ["3"; 3], "{first}{}", ran.stdout);
        }
    }
}

/// A JSON object that was cut off took the puzzles on the lines after it along.
#[test]
fn puzzles_after_a_malformed_object_are_answered() {
    let good = r#"{"rows":1,"columns":3,"min":1,"max":3}"#;
    for (bad, says) in [
        ("{bad", "2:2: found malformed JSON (key must be a string)"),
        (
            r#"{"rows":1,"#,
            "2:10: found malformed JSON (it is cut off)",
        ),
        (r#"{"rows":1,"columns":[3}"#, "2:23: found malformed JSON"),
    ] {
        let text = format!("{good}\n{bad}\n{good}\n{good}\n");
        let ran = satoku(&["count", "--on-error", "skip"], &text);
        assert_eq!((ran.stdout.as_str(), ran.code), ("6\n6\n6\n", 2), "{bad}");
        let says = format!("satoku: error: <stdin>:{says}");
        assert!(ran.stderr.starts_with(&says), "{}", ran.stderr);
    }
    // The first line after it could be an item of its list.
    let cut = format!("{}\"constraints\": [\n", &good.replace('}', ","));
    let ran = satoku(
        &["count", "--on-error", "skip"],
        &(cut + &format!("{good}\n").repeat(4)),
    );
    assert_eq!((ran.stdout.as_str(), ran.code), ("6\n6\n6\n", 2));
    let array = format!("[\n  {good},\n  {{\"rows\":1,\n  {good},\n  {good}\n]\n");
    let ran = satoku(&["count", "--on-error", "skip"], &array);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("6\n6\n6\n", 2),
        "{}",
        ran.stderr
    );
    let pretty = "{\"rows\": 1, \"columns\": 3, \"min\": 1, \"max\": 3, \"constraints\": [\n\
                  {\"type\": \"thermo\", \"cells\": [\"r1c1\", \"r1c2\"]},\n\
                  {\"type\": \"thermo\", \"cells\": [\"r1c2\", \"r1c3\"]}\n]}\n";
    assert_eq!(satoku(&["count"], pretty).stdout, "1\n");
}

#[test]
fn a_report_stands_as_a_block_between_explanations() {
    let text = "11..............\nx\n12..............\n";
    let reported = ["--on-error", "report"];
    let ran = satoku(
        &[&["explain", "--contradiction"], &reported[..]].concat(),
        text,
    );
    let starts = "r1c1 and r1c2 both hold 1 in row 1\nr1c1 = 1\nr1c2 = 1\n\nerror: <stdin>:2:1: ";
    assert!(ran.stdout.starts_with(starts), "{}", ran.stdout);
    assert!(
        ran.stdout.ends_with("\n\nthe puzzle has a solution\n"),
        "{}",
        ran.stdout
    );
    let ran = satoku(&[&["candidates"], &reported[..]].concat(), text);
    assert!(
        ran.stdout.starts_with("no solution\n\nerror: "),
        "{}",
        ran.stdout
    );
}

/// The number of a picture is that of its puzzle.
#[test]
fn a_report_leaves_out_the_number_of_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let output = format!("{}/", folder.path().display());
    let text = "1...............\nx\n2...............\n";
    let ran = satoku(&["draw", "--on-error", "report", "-o", &output], text);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let entries = std::fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["0001.svg", "0003.svg"]);
}

#[test]
fn the_next_file_is_read_after_one_that_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let killer = r#"{"rows":4,"columns":4,"min":1,"max":4,"rules":["diagonal"]}"#;
    let next = write("next.txt", format!("{HARD}\n").as_bytes());
    for (name, lines) in [("short", 1), ("long", 5000)] {
        let classic = format!("{PUZZLE}\n").repeat(lines);
        for (kind, text) in [("classic", classic), ("variant", format!("{killer}\n"))] {
            let packed = gzip(text.as_bytes());
            let cut = write(&format!("{name}-{kind}.gz"), &packed[..packed.len() - 9]);
            let solve = |on_error: &str| {
                let args = ["count", "--limit", "2", "--on-error", on_error, &cut, &next];
                satoku(&args, "")
            };
            let says = format!("satoku: error: {cut}: cannot be read: as gzip data it is cut off");
            let stopped = solve("stop");
            assert!(stopped.stderr.starts_with(&says), "{}", stopped.stderr);
            assert_eq!(stopped.code, 2);
            let skipped = solve("skip");
            assert!(skipped.stderr.starts_with(&says), "{}", skipped.stderr);
            assert_eq!(skipped.code, 2);
            assert_eq!(skipped.stdout, stopped.stdout.clone() + "1\n", "{cut}");
            let reported = solve("report").stdout;
            let line = format!("error: {cut}: cannot be read");
            assert!(
                reported.contains(&line) && reported.ends_with("\n1\n"),
                "{reported}"
            );
        }
    }
}

#[test]
fn the_next_file_is_read_after_one_without_a_format() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let next = write("next.txt", &format!("{PUZZLE}\n"));
    let grid = rows(&PUZZLE.replace('.', "0"), "");
    for (name, text, before) in [
        ("prose.txt", "hello big world\n".to_owned(), String::new()),
        ("count.txt", format!("2\n{grid}"), rows(SOLVED, "")),
    ] {
        let first = write(name, &text);
        let args = ["solve", "--on-error", "skip", &first, &next];
        let ran = satoku(&args, "");
        assert!(ran.stderr.contains(&first), "{}", ran.stderr);
        assert_eq!((ran.stdout, ran.code), (format!("{before}{SOLVED}\n"), 2));
    }
}

#[test]
fn a_puzzle_too_large_for_rules_can_be_skipped() {
    let list = format!("{}\n1...............\n", ".".repeat(81 * 81));
    let args = ["count", "--rules", "diagonal", "--mixed-sizes"];
    let ran = satoku(&[&args[..], &["--on-error", "skip"]].concat(), &list);
    assert_eq!((ran.stdout.as_str(), ran.code), ("12\n", 2));
    let says = "<stdin>:1: found a puzzle of side 81, expected one of side 64 or less, the most that variants have";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
}

#[test]
fn a_malformed_puzzle_of_sudokusat_is_skipped_up_to_the_next_size() {
    let puzzle = satoku(&["convert", "--to", "sudokusat"], PUZZLE).stdout;
    let bad = puzzle
        .replacen("| _ _ _ ", "| x _ _ ", 1)
        .replacen("| _ ", "\n\n| _ ", 1);
    assert_ne!(bad, puzzle);
    let report = ["solve", "--to", "line", "--on-error", "report"];
    let ran = satoku(&report, &format!("{bad}{puzzle}"));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("error: <stdin>:"), "{}", ran.stdout);
    assert_eq!(
        (&lines[1..], ran.code),
        (&[SOLVED][..], 2),
        "{}",
        ran.stdout
    );
}
