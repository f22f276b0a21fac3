//! Which character is which digit on grids above 9×9, and how answers are spaced.

use crate::support::{PUZZLE, SOLVED, satoku};
use crate::{refused, rows};

/// The characters of a grid of this side whose digits begin with 0.
fn digits_from_zero(side: usize) -> String {
    ('0'..='9').chain('A'..='Z').take(side).collect()
}

fn spaced(text: &str) -> String {
    let cells: Vec<String> = text.chars().map(String::from).collect();
    cells.join(" ")
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

/// A 16×16 grid of numbers whose first row begins with these cells.
fn numbers_16(first: &str) -> String {
    let gaps = 16 - first.split(' ').count();
    let empty = vec!["."; 16].join(" ") + "\n";
    first.to_owned() + &" .".repeat(gaps) + "\n" + &empty.repeat(15)
}

/// The same as one line.
fn line_of(grid: &str) -> String {
    grid.split_whitespace().collect::<Vec<_>>().join(" ") + "\n"
}

#[test]
fn numbers_of_one_input_all_begin_at_0_or_all_at_1() {
    let [from_0, from_1, open] = ["0 15", "16 1", "12 13"].map(numbers_16);
    let firsts = |text: &str, more: &[&str]| -> Vec<String> {
        let ran = satoku(&[&["solve", "--to", "line"], more].concat(), text);
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{text}");
        let words = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
        ran.stdout.lines().map(words).collect()
    };
    let lists = [
        (vec![&from_0, &open], ["0 15", "12 13"], 15),
        (vec![&from_1, &open], ["16 1", "12 13"], 16),
        (vec![&open, &from_1], ["12 13", "16 1"], 16),
    ];
    for (grids, expected, largest) in lists {
        let rows: Vec<String> = grids.iter().map(|grid| format!("{grid}\n")).collect();
        let lines: Vec<String> = grids.iter().map(|grid| line_of(grid)).collect();
        for text in [rows.concat(), lines.concat()] {
            assert_eq!(firsts(&text, &[]), expected);
            let ran = satoku(&["solve", "--to", "line"], &text);
            for line in ran.stdout.lines() {
                let numbers = line.split(' ').map(|word| word.parse::<u16>().unwrap());
                assert_eq!(numbers.max(), Some(largest), "{line}");
            }
        }
    }
    let all = format!("{open}\n{from_0}");
    let from_0 = firsts(&all, &["--alphabet", "numbers-from-0"]);
    assert_eq!(from_0, ["12 13", "0 15"]);
    let ran = satoku(
        &["solve", "--to", "line", "--alphabet", "numbers-from-0"],
        &all,
    );
    assert_eq!(
        (ran.stdout.lines().count(), ran.code),
        (2, 0),
        "{}",
        ran.stderr
    );
    assert!(!ran.stdout.contains("16"), "{}", ran.stdout);
}

#[test]
fn numbers_that_begin_elsewhere_than_before_are_refused() {
    let [from_0, from_1, open] = ["0 15", "16 1", "12 13"].map(numbers_16);
    let crowded = numbers_16(&["0"; 15].join(" ")).replacen(" .", " 0", 2);
    let zero = "found '0' beside another mark for empty cells, expected numbers from 1, as in the \
                puzzle on line 1; --alphabet numbers-from-0 reads all from 0, and --alphabet \
                numbers all from 1";
    let from_16 = "found '16', expected numbers from 0 to 15, as in the puzzle on line 1; \
                   --alphabet numbers reads all from 1";
    let many = "found 17 times '0', expected numbers from 0 to 15";
    for (first, second, says) in [
        (&open, &from_0, zero),
        (&from_1, &from_0, zero),
        (&from_0, &from_1, from_16),
        (&from_0, &crowded, many),
    ] {
        let lines = line_of(first) + &line_of(second);
        for (text, line) in [(format!("{first}\n{second}"), 18), (lines.clone(), 2)] {
            let ran = satoku(&["solve", "--to", "line"], &text);
            let says = format!("satoku: error: <stdin>:{line}:1: {says}");
            assert!(ran.stderr.starts_with(&says), "{}", ran.stderr);
            assert_eq!((ran.stdout.lines().count(), ran.code), (1, 2), "{text}");
        }
        let more = format!("{lines}{}", line_of(first));
        let ran = satoku(&["solve", "--on-error", "skip"], &more);
        assert_eq!(
            (ran.stdout.lines().count(), ran.code),
            (2, 2),
            "{}",
            ran.stderr
        );
        if first != &from_0 {
            let ran = satoku(&["solve", "--alphabet", "numbers"], &lines);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
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
    let ran = satoku(&["decode", "--puzzles", &file, "--to", "line"], &model);
    assert_eq!(ran.stdout, format!("{SOLVED}\n"), "{}", ran.stderr);
    let large = spaced(&("1".to_owned() + &".".repeat(255)));
    let ran = satoku(&["solve", "--to", "line"], &large);
    assert_eq!(ran.stdout.split_whitespace().count(), 256, "{}", ran.stdout);
}

#[test]
fn candidates_are_written_as_the_puzzle_was() {
    let candidates = |puzzle: &str, more: &[&str]| {
        let ran = satoku(&[&["candidates"], more].concat(), puzzle);
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{puzzle}");
        ran.stdout
    };
    // Each row is the one before moved by 4, or by 1 after each band; only r1c1 is empty. The
    // solution obeys the rule disjoint-groups.
    let digit = |row: usize, column: usize| (4 * (row % 4) + row / 4 + column) % 16;
    let grid = |names: &[&str], between: &str| {
        let row = |row| {
            let cells: Vec<&str> = (0..16).map(|column| names[digit(row, column)]).collect();
            cells.join(between) + "\n"
        };
        (0..16).map(row).collect::<String>()
    };
    let numbers = numbers_from_zero(16);
    let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let hex: Vec<String> = digits_from_zero(16).chars().map(String::from).collect();
    let hex: Vec<&str> = hex.iter().map(String::as_str).collect();
    let letters: Vec<&str> = "A B C D E F G H I J K L M N O P".split(' ').collect();
    let spaced = [(&numbers, " "), (&hex, " ")];
    let others = [(&hex, ""), (&hex, ","), (&letters, "")];
    for (names, between) in spaced.into_iter().chain(others) {
        let full = grid(names, between);
        let puzzle = full.replacen(names[0], ".", 1);
        let words =
            |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
        assert_eq!(
            words(&candidates(&puzzle, &[])),
            words(&grid(names, " ")),
            "{puzzle}"
        );
        let counted = candidates(&puzzle, &["--limit", "5"]);
        assert!(
            counted.starts_with(&format!("{}:1 ", names[0])),
            "{counted}"
        );
        let first = if names == &letters { 1 } else { 0 };
        let json = candidates(&puzzle, &["--to", "json"]);
        let says = format!(r#""r1c1":[{first}],"#);
        assert!(json.contains(&says), "{json}");
        // So are solutions that obey further rules.
        for to in ["line", "pretty"].iter().filter(|_| first == 0) {
            let solve = |more: &[&str]| satoku(&[&["solve", "--to", to], more].concat(), &puzzle);
            let (plain, ruled) = (solve(&[]), solve(&["--rules", "disjoint-groups"]));
            assert_eq!(
                (ruled.stdout, ruled.code),
                (plain.stdout, 0),
                "{}",
                ruled.stderr
            );
        }
    }
}

#[test]
fn a_small_grid_is_answered_in_the_alphabet_that_is_named() {
    let from = |first: u8| -> String {
        let cell = |c: char| match c.to_digit(10) {
            Some(digit) => char::from(first + digit as u8 - 1),
            None => c,
        };
        PUZZLE.chars().map(cell).collect()
    };
    for (alphabet, first) in [("letters", b'A'), ("hex", b'0'), ("numbers-from-0", b'0')] {
        let text = rows(&from(first), " ");
        let args = ["solve", "--alphabet", alphabet, "--to", "grid"];
        let ran = satoku(&args, &text);
        let solved: String = SOLVED
            .chars()
            .map(|c| char::from(first + c as u8 - b'1'))
            .collect();
        let cells: String = ran
            .stdout
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        assert_eq!((cells, ran.code), (solved, 0), "{alphabet}: {}", ran.stderr);
    }
}

#[test]
fn puzzles_without_givens_or_with_errors_do_not_decide_the_alphabet() {
    let blank = vec!["."; 256].join(" ");
    let wrong = blank.replacen('.', "99", 1);
    let first = numbers_from_zero(16).join(" ");
    let from_zero = format!("{first} {}", vec!["."; 240].join(" "));
    for (before, more, answers) in [
        (&blank, &[][..], 2),
        (&wrong, &["--on-error", "skip"][..], 1),
    ] {
        let text = format!("{before}\n{from_zero}\n");
        let ran = satoku(&[&["solve", "--to", "line"], more].concat(), &text);
        let lines: Vec<&str> = ran.stdout.lines().collect();
        assert_eq!(lines.len(), answers, "{}", ran.stderr);
        assert!(lines[answers - 1].starts_with(&first), "{}", ran.stdout);
    }
    // Rows of unequal widths.
    let row = |first: &str| first.to_owned() + &".".repeat(12 - first.len()) + "\n";
    let uneven = row("1") + ".\n" + &row("").repeat(10);
    let letters = row("ABCDEFGHIJKL") + &row("").repeat(11);
    let text = format!("{uneven}\n{letters}");
    let ran = satoku(&["solve", "--to", "line", "--on-error", "skip"], &text);
    assert!(ran.stdout.starts_with("ABCDEFGHIJKL"), "{}", ran.stderr);
    let hex = "0123456789ABCDEF".to_owned() + &".".repeat(240);
    let text = format!("{}\n{hex}\n{}\n", ".".repeat(256), ".".repeat(256));
    let ran = satoku(&["solve"], &text);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "{}", ran.stderr);
    assert!(lines[1].starts_with("0123456789ABCDEF"), "{}", ran.stdout);
}

/// Digits are assumed up to side 9; a puzzle in letters is refused with what to do.
#[test]
fn a_small_puzzle_in_letters_says_which_option_reads_it() {
    let letters = |text: &str| -> String {
        let letter = |c: char| match c.to_digit(10) {
            Some(digit) => char::from(b'A' + digit as u8 - 1),
            None => c,
        };
        text.chars().map(letter).collect()
    };
    let (puzzle, solved) = (letters(PUZZLE), letters(SOLVED));
    let line = |by: &str| {
        let cells: Vec<String> = puzzle.chars().map(String::from).collect();
        cells.join(by) + "\n"
    };
    let marks = ["", " ", ",", ";"];
    let grids = marks.map(|by| rows(&puzzle, by));
    for text in marks.map(line).into_iter().chain(grids) {
        let ran = satoku(&["solve", "--to", "line"], &text);
        let says = "<stdin>:1:1: found 'E', expected a digit 1-9 or . 0 ? _ * for empty; for a \
                    puzzle in letters, add --alphabet letters\n";
        assert!(ran.stderr.ends_with(says), "{text}{}", ran.stderr);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{text}");
        let ran = satoku(&["solve", "--to", "line", "--alphabet", "letters"], &text);
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{text}");
        assert_eq!(ran.stdout, format!("{solved}\n"), "{text}");
    }
    // One letter among digits is a mistake, and no other alphabet.
    let ran = satoku(&["solve"], &PUZZLE.replacen('7', "G", 1));
    assert!(!ran.stderr.contains("--alphabet"), "{}", ran.stderr);
}
