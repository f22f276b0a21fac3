//! The samples of the online judges, byte for byte.

use crate::rows;
use crate::support::{PUZZLE, SOLVED, path, read, satoku};

#[test]
fn hdu_1426() {
    for backend in ["native", "varisat"] {
        let input = path("judge/hdu1426.in");
        let ran = satoku(&["solve", "--backend", backend, &input], "");
        assert_eq!(ran.stdout, read("judge/hdu1426.out"));
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
    }
}

#[test]
fn poj_2676() {
    // This puzzle has several solutions, and the judge accepts any. The native
    // search finds the judge's own; the program checks that of varisat.
    let input = path("judge/poj2676.in");
    let ran = satoku(&["solve", &input], "");
    assert_eq!(ran.stdout, read("judge/poj2676.out"));
    let ran = satoku(&["solve", "--backend", "varisat", &input], "");
    let rows: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!((rows.len(), ran.code), (9, 0));
    assert!(rows.iter().all(|row| row.len() == 9));
}

#[test]
fn the_pyramid_samples() {
    for name in ["noip2009", "pyramid"] {
        let input = read(&format!("judge/{name}.in"));
        let expected = read(&format!("judge/{name}.out"));
        for method in ["native", "enumerate"] {
            let ran = satoku(&["pyramid", "--method", method], &input);
            assert_eq!((ran.stdout.as_str(), ran.code), (expected.as_str(), 0));
        }
        let ran = satoku(&["pyramid", "--check", "all", "-"], &input);
        assert_eq!(ran.stdout, expected);
    }
}

#[test]
fn line_endings_marks_tabs_and_a_missing_last_newline_change_nothing() {
    for (name, verb) in [
        ("hdu1426", "solve"),
        ("poj2676", "solve"),
        ("noip2009", "pyramid"),
    ] {
        let input = read(&format!("judge/{name}.in"));
        let expected = read(&format!("judge/{name}.out"));
        let variants = [
            input.replace('\n', "\r\n"),
            format!("\u{feff}{input}"),
            input.replace(' ', "\t"),
            input.trim_end().to_owned(),
            format!("\n\n{input}\n\n"),
            input.replace('\n', "  \n"),
        ];
        for variant in variants {
            let ran = satoku(&[verb], &variant);
            assert_eq!(ran.stdout, expected, "{variant:?}: {}", ran.stderr);
        }
    }
}

#[test]
fn an_unsolvable_puzzle_keeps_its_place() {
    let good = read("judge/hdu1426.in");
    let first = good.split("\n\n").next().unwrap();
    let clash = first.replacen("7 1 2 ?", "7 1 2 7", 1);
    let ran = satoku(&["solve"], &format!("{clash}\n\n{first}\n"));
    let answer = read("judge/hdu1426.out");
    let answer = answer.split("\n\n").next().unwrap();
    assert_eq!(ran.stdout, format!("no solution\n\n{answer}\n"));
    assert_eq!(
        ran.stderr,
        "satoku: <stdin>:1: puzzle 1: r1c1 and r1c4 both hold 7 in row 1\n\
         satoku: <stdin>:1: puzzle 1: r1c4 and r6c4 both hold 7 in column 4\n\
         satoku: <stdin>:1: puzzle 1: r1c4 and r2c6 both hold 7 in box 2\n"
    );
    assert_eq!(ran.code, 1);
    let pyramid = read("judge/noip2009.in").replacen("7 0 0 9", "7 0 0 7", 1);
    let ran = satoku(&["pyramid"], &pyramid);
    assert_eq!((ran.stdout.as_str(), ran.code), ("-1\n", 1));
}

/// A solution of side 16 in the letters A to P, and the same with `-` in some cells and in all
/// cells of the second row.
fn letters() -> (String, String) {
    let (mut solution, mut puzzle) = (String::new(), String::new());
    for row in 0..16_u8 {
        for column in 0..16_u8 {
            let digit = (row % 4 * 4 + row / 4 + column) % 16;
            let letter = char::from(b'A' + digit);
            solution.push(letter);
            let is_given = row != 1 && column != row;
            puzzle.push(if is_given { letter } else { '-' });
        }
        solution.push('\n');
        puzzle.push('\n');
    }
    (solution, puzzle)
}

#[test]
fn poj_3076_has_rows_of_letters_and_dashes() {
    let (solution, puzzle) = letters();
    for (input, expected) in [
        (puzzle.clone(), solution.clone()),
        (
            format!("{puzzle}\n{puzzle}"),
            format!("{solution}\n{solution}"),
        ),
    ] {
        let ran = satoku(&["solve"], &input);
        assert_eq!((ran.stdout, ran.code), (expected, 0), "{}", ran.stderr);
    }
}

#[test]
fn a_row_of_dashes_may_be_the_first_or_the_last_row() {
    let (solution, puzzle) = letters();
    let reversed = |text: &str| {
        text.lines()
            .rev()
            .map(|row| format!("{row}\n"))
            .collect::<String>()
    };
    let dashes = format!("{}\n", "-".repeat(16));
    for place in [0, 15] {
        let shifted = |text: &str| {
            let rows: Vec<&str> = text.lines().collect();
            // Bands, and the rows of a band, may be permuted.
            let order = if place == 0 {
                [1, 0, 2, 3]
            } else {
                [0, 2, 3, 1]
            };
            let mut bands: Vec<Vec<&str>> = rows.chunks(4).map(<[&str]>::to_vec).collect();
            bands[0] = order.iter().map(|&row| rows[row]).collect();
            if place != 0 {
                bands.rotate_left(1);
            }
            bands
                .concat()
                .iter()
                .map(|row| format!("{row}\n"))
                .collect::<String>()
        };
        let puzzle = shifted(&puzzle);
        let is_there = if place == 0 {
            puzzle.starts_with(&dashes)
        } else {
            puzzle.ends_with(&dashes)
        };
        assert!(is_there, "{puzzle}");
        let input = format!("{puzzle}\n{puzzle}");
        let ran = satoku(&["solve"], &input);
        let answer = shifted(&solution);
        assert_eq!(ran.stdout, format!("{answer}\n{answer}"), "{}", ran.stderr);
    }
    let ran = satoku(&["solve"], &reversed(&puzzle));
    assert_eq!(ran.stdout, reversed(&solution), "{}", ran.stderr);
}

#[test]
fn a_count_stands_before_grids_of_any_side() {
    let (solution, puzzle) = letters();
    let ran = satoku(&["solve"], &format!("2\n{puzzle}{puzzle}"));
    assert_eq!(
        ran.stdout,
        format!("{solution}\n{solution}"),
        "{}",
        ran.stderr
    );
    for (count, says) in [
        ("1", "the first line says 1 puzzle"),
        ("3", "after 2 puzzles"),
    ] {
        let ran = satoku(&["solve"], &format!("{count}\n{puzzle}{puzzle}"));
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
        assert_eq!(ran.code, 2);
    }
    let dotted = rows(PUZZLE, "");
    for marked in [
        dotted.clone(),
        dotted.replace('.', "-"),
        dotted.replace('.', "?"),
    ] {
        let ran = satoku(&["solve"], &format!("1\n{marked}"));
        assert_eq!(ran.stdout, rows(SOLVED, ""), "{}", ran.stderr);
    }
}

#[test]
fn rows_are_answered_by_rows() {
    let bare = rows(PUZZLE, "");
    let ran = satoku(&["solve"], &format!("{bare}\n{bare}\n{bare}"));
    let answer = rows(SOLVED, "");
    assert_eq!(ran.stdout, format!("{answer}\n{answer}\n{answer}"));
    let spaced = rows(PUZZLE, " ");
    let ran = satoku(&["solve"], &format!("{bare}\n{spaced}\n{bare}"));
    let blocks: Vec<&str> = ran.stdout.split("\n\n").collect();
    assert_eq!(blocks[0], answer.trim_end());
    assert!(blocks[1].starts_with("5 3 4 | 6 7 8"), "{}", ran.stdout);
    assert_eq!(blocks[2], answer);
    let ran = satoku(&["solve", "--to", "rows"], PUZZLE);
    assert_eq!(ran.stdout, answer);
}

#[test]
fn poj_3074_ends_with_end() {
    let ran = satoku(&["solve"], &format!("{PUZZLE}\n{PUZZLE}\nend\n"));
    assert_eq!((ran.stdout, ran.code), (format!("{SOLVED}\n{SOLVED}\n"), 0));
    let ran = satoku(&["solve"], &format!("{PUZZLE}\nend\n{PUZZLE}\n"));
    let says = "<stdin>:3:1: found";
    assert!(
        ran.stderr.contains(says) && ran.stderr.contains("after 'end'"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, 2);
    let dashed = PUZZLE.replace('.', "-");
    let ran = satoku(&["solve"], &format!("{dashed}\n{dashed}\n"));
    assert_eq!(ran.stdout, format!("{SOLVED}\n{SOLVED}\n"));
    let ran = satoku(&["solve"], &format!("{PUZZLE}\n{}\n", "-".repeat(81)));
    assert_eq!(ran.code, 2, "{}", ran.stdout);
}

#[test]
fn a_count_stands_before_grids_of_a_named_box_shape() {
    let grid = "1.3456\n......\n......\n......\n......\n......\n";
    let solved = satoku(&["solve", "--box", "2x3"], grid).stdout;
    for from in [&[][..], &["--from", "poj"]] {
        let solve = |text: &str| satoku(&[&["solve", "--box", "2x3"], from].concat(), text);
        for marked in [grid.to_owned(), grid.replace('.', "-")] {
            let ran = solve(&format!("2\n{marked}\n{marked}"));
            assert_eq!(ran.stdout, format!("{solved}\n{solved}"), "{}", ran.stderr);
        }
        let zeros = grid.replace('.', "0");
        for zeros in [zeros.clone(), zeros.replace("", " ")] {
            let ran = solve(&format!("2\n{zeros}{zeros}"));
            assert_eq!(ran.stdout, format!("{solved}{solved}"), "{}", ran.stderr);
        }
        let ran = solve(&format!("3\n{grid}\n{grid}"));
        assert!(ran.stderr.contains("after 2 puzzles"), "{}", ran.stderr);
    }
}

#[test]
fn a_count_stands_before_grids_of_a_named_alphabet() {
    let in_letters = |text: &str| {
        let letter = |c: char| match c.to_digit(10) {
            Some(digit) => char::from(b'A' + digit as u8 - 1),
            None => c,
        };
        text.chars().map(letter).collect::<String>()
    };
    let (grid, answer) = (in_letters(&rows(PUZZLE, "")), in_letters(&rows(SOLVED, "")));
    for args in [
        &[][..],
        &["--from", "poj"],
        &["--box", "3x3"],
        &["--from", "poj", "--box", "3x3"],
    ] {
        let args = [&["solve", "--alphabet", "letters"], args].concat();
        let ran = satoku(&args, &format!("2\n{grid}\n{grid}"));
        let both = format!("{answer}\n{answer}");
        assert_eq!((ran.stdout, ran.code), (both, 0), "{args:?} {}", ran.stderr);
    }
}

/// The usual boxes as regions: 16 for a wall above, 32 at the right, 64 below, 128 at the left.
fn walled(puzzle: &str) -> String {
    let cell = |(place, digit): (usize, char)| {
        let (row, column) = (place / 9, place % 9);
        let walls = [
            (row % 3 == 0, 16),
            (column % 3 == 2, 32),
            (row % 3 == 2, 64),
            (column % 3 == 0, 128),
        ];
        let walls = walls
            .iter()
            .map(|(is_there, bit)| u32::from(*is_there) * bit);
        let number = digit.to_digit(10).unwrap_or(0) + walls.sum::<u32>();
        let end = if column == 8 { '\n' } else { ' ' };
        format!("{number}{end}")
    };
    puzzle.chars().enumerate().map(cell).collect()
}

#[test]
fn hdu_4069() {
    let none = PUZZLE.replacen("53..", "535.", 1);
    let several = format!("{}{}", ".".repeat(40), &PUZZLE[40..]);
    let cases = [PUZZLE, &none, &several].map(walled);
    let input = format!("3\n{}", cases.join("\n"));
    let solved = rows(SOLVED, "");
    let expected = format!("Case 1:\n{solved}Case 2:\nNo solution\nCase 3:\nMultiple Solutions\n");
    for args in [&["solve"][..], &["solve", "--backend", "varisat", "-"]] {
        let ran = satoku(args, &input);
        assert_eq!((ran.stdout.as_str(), ran.code), (expected.as_str(), 1));
    }
    let ran = satoku(&["count", "--limit", "2"], &input);
    assert_eq!(ran.stdout, "1\n0\n2\n");
    // It cannot be mixed with other formats.
    let mixed = format!("{{\"grid\": \"{PUZZLE}\"}}\n{input}");
    assert_eq!(satoku(&["count"], &mixed).code, 2);
}
