//! Which character is which digit on grids above 9×9, and how answers are spaced.

use crate::refused;
use crate::support::{PUZZLE, SOLVED, satoku};

/// The characters of a grid of this side whose digits begin with 0.
fn digits_from_zero(side: usize) -> String {
    ('0'..='9').chain('A'..='Z').take(side).collect()
}

fn spaced(text: &str) -> String {
    let cells: Vec<String> = text.chars().map(String::from).collect();
    cells.join(" ")
}

#[test]
fn zero_is_a_digit_in_each_puzzle_that_has_another_mark_for_empty_cells() {
    let row = digits_from_zero(16);
    let hex = row.clone() + &".".repeat(240);
    let sparse = "1".to_owned() + &".".repeat(255);
    let zeros = "123456789ABCDEFG".to_owned() + &"0".repeat(240);
    let text = format!("{sparse}\n{hex}\n{zeros}\n");
    let ran = satoku(&["solve"], &text);
    let firsts: Vec<&str> = ran.stdout.lines().map(|line| &line[..16]).collect();
    assert_eq!((firsts[1], firsts[2]), (row.as_str(), "123456789ABCDEFG"));
    assert!(
        firsts[0].starts_with('1') && ran.code == 0,
        "{}",
        ran.stderr
    );
}

#[test]
fn zero_beside_another_mark_is_a_digit_on_every_side_above_9() {
    for side in [10, 12, 15, 16, 20, 25, 36] {
        let row = digits_from_zero(side);
        let line = row.clone() + &".".repeat(side * side - side);
        let rows = row.clone() + "\n" + &(".".repeat(side) + "\n").repeat(side - 1);
        let words = spaced(&row) + "\n" + &(spaced(&".".repeat(side)) + "\n").repeat(side - 1);
        for text in [&line, &rows, &spaced(&line), &words] {
            for more in [&[][..], &["--alphabet", "hex"]] {
                let ran = satoku(&[&["solve", "--to", "line"], more].concat(), text);
                assert_eq!(ran.stdout.get(..side), Some(row.as_str()), "{text}");
                assert_eq!(ran.code, 0, "{}", ran.stderr);
            }
        }
    }
}

#[test]
fn zero_is_an_empty_cell_where_it_cannot_be_a_digit() {
    for (side, first) in [(9, "0..9"), (12, "0..C"), (16, "0..G"), (25, "0..P")] {
        let text = first.to_owned() + &".".repeat(side * side - first.len());
        let ran = satoku(&["solve"], &text);
        assert!(!ran.stdout.contains('0') && ran.code == 0, "{}", ran.stdout);
        assert_eq!(ran.stdout.trim().len(), side * side, "{first}");
    }
}

/// The words of a grid of this side whose digits are numbers from 0 on.
fn numbers_from_zero(side: usize) -> Vec<String> {
    (0..side).map(|number| number.to_string()).collect()
}

#[test]
fn numbers_from_0_stand_beside_another_mark_on_every_side_above_9() {
    for side in [12, 16, 25, 49] {
        let first = numbers_from_zero(side).join(" ");
        let empty = vec!["."; side].join(" ");
        let rest = vec![empty.as_str(); side - 1];
        let rows = format!("{first}\n{}\n", rest.join("\n"));
        let line = format!("{first} {}\n", rest.join(" "));
        for text in [&rows, &line] {
            for more in [&[][..], &["--alphabet", "numbers-from-0"]] {
                let ran = satoku(&[&["solve", "--to", "line"], more].concat(), text);
                assert!(
                    ran.stdout.starts_with(&format!("{first} ")),
                    "{}",
                    ran.stdout
                );
                assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{text}");
                let last = format!(" {} ", side - 1);
                assert_eq!(ran.stdout.replace('\n', " ").matches(&last).count(), side);
            }
            // The user may know better.
            let ran = satoku(&["solve", "--to", "line", "--alphabet", "numbers"], text);
            assert!(
                !format!(" {}", ran.stdout).contains(" 0 "),
                "{}",
                ran.stdout
            );
        }
    }
}

#[test]
fn numbers_begin_at_1_where_0_cannot_be_a_digit() {
    let row = |cells: &[&str]| cells.join(" ") + "\n";
    let empty = row(&["."; 16]);
    let reached = row(&[&["0", "16"][..], &["."; 14]].concat()) + &empty.repeat(15);
    let crowded = row(&[&["0"; 15][..], &["10"]].concat()) + &row(&["0"; 16]) + &empty.repeat(14);
    for text in [reached, crowded] {
        let ran = satoku(&["solve", "--to", "line"], &text);
        assert!(
            !format!(" {}", ran.stdout).contains(" 0 "),
            "{}",
            ran.stdout
        );
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
}

#[test]
fn letters_with_0_and_another_mark_for_empty_cells_are_hex() {
    let row = "0ABCDEF.........";
    let text = format!("{row}\n{}", "................\n".repeat(15));
    let ran = satoku(&["solve", "--to", "line"], &text);
    assert!(ran.stdout.starts_with("0ABCDEF"), "{}", ran.stdout);
    assert!(ran.stdout.contains('9') && ran.code == 0, "{}", ran.stderr);
    // More zeros than a digit can have.
    let text = text.replacen("................", &"0".repeat(16), 1);
    let ran = satoku(&["solve", "--to", "line"], &text);
    assert!(ran.stdout.contains('P') && ran.code == 0, "{}", ran.stdout);
}

#[test]
fn lines_with_spaces_are_read_in_the_alphabet_that_is_named() {
    let cells = spaced(&("A".to_owned() + &".".repeat(255)));
    let ran = satoku(&["solve", "--alphabet", "letters"], &cells);
    assert!(
        ran.stdout.starts_with('A') && ran.code == 0,
        "{}",
        ran.stderr
    );
    let says = "1:1: found '10', expected 1-9, A-G or . 0 ? _ * for empty";
    let numbers = cells.replacen('A', "10", 1);
    refused(&["solve", "--alphabet", "digits"], &numbers, says);
}

#[test]
fn answers_have_the_spaces_of_the_input_unless_a_format_is_named() {
    let line = spaced(PUZZLE) + "\n";
    let list = line.repeat(3);
    let digits = format!("{SOLVED}\n").repeat(3);
    let spaces = (spaced(SOLVED) + "\n").repeat(3);
    for (more, expected) in [
        (&[][..], &spaces),
        (&["--to", "line"], &digits),
        (&["--alphabet", "digits"], &digits),
        (&["--to", "line", "--timeout", "9"], &digits),
        (&["--timeout", "9"], &spaces),
    ] {
        let ran = satoku(&[&["solve"][..], more].concat(), &list);
        assert_eq!((&ran.stdout, ran.code), (expected, 0), "{more:?}");
    }
    let unique = satoku(&["solve", "--unique", "--to", "line"], &line);
    assert_eq!(unique.stdout, format!("one\t{SOLVED}\n"));
    for verb in ["solve", "enumerate"] {
        let json = satoku(&[verb, "--to", "json"], &line).stdout;
        assert!(json.contains(SOLVED), "{json}");
    }
    for verb in ["canonical", "minimize"] {
        let ran = satoku(&[verb, "--to", "line"], &line);
        assert_eq!(ran.stdout.len(), 82, "{}", ran.stdout);
    }
    let formula = satoku(&["encode"], &line).stdout;
    let model = satoku(&["sat"], &formula).stdout;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("spaced");
    std::fs::write(&file, &line).unwrap();
    let file = file.display().to_string();
    let ran = satoku(&["decode", "--puzzle", &file, "--to", "line"], &model);
    assert_eq!(ran.stdout, format!("{SOLVED}\n"), "{}", ran.stderr);
    let large = spaced(&("1".to_owned() + &".".repeat(255)));
    let ran = satoku(&["solve", "--to", "line"], &large);
    assert_eq!(ran.stdout.split_whitespace().count(), 256, "{}", ran.stdout);
}

/// The alphabet of the line before does not make digits of empty cells.
#[test]
fn zeros_that_are_too_many_are_empty_cells() {
    let hex = format!("0123456789AB{}\n", ".".repeat(132));
    let zeros = format!("123456789AB{}\n", "0".repeat(133));
    let ran = satoku(&["solve"], &(hex + &zeros));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let last = ran.stdout.lines().last().unwrap_or_default();
    assert!(last.starts_with("123456789ABC"), "{last}");
}
