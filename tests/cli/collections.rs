//! Lists as collections have them: titles, frames, names, ratings, numbers of puzzles.

use crate::support::{PUZZLE, SOLVED, satoku};
use crate::{refused, rows};

fn counts(text: &str, expected: u64) {
    let ran = satoku(&["count"], text);
    let ones = "1\n".repeat(expected as usize);
    assert_eq!((ran.stdout, ran.code), (ones, 0), "{text}\n{}", ran.stderr);
}

fn spaced() -> String {
    let cells: Vec<String> = PUZZLE.chars().map(String::from).collect();
    cells.join(" ")
}

#[test]
fn lists_of_lines_with_spaces_may_have_notes_titles_and_other_lines() {
    let line = spaced();
    counts(&format!("{line} # a\n{line} # b\n"), 2);
    counts(&format!("{line}\n{line},7\n"), 2);
    counts(&format!("{line}\n{PUZZLE}\n{line}\n"), 3);
    counts(&format!("{line}\nPuzzle 2\n{line}\n"), 2);
    let ran = satoku(&["count"], &format!("{line}\n---\n{line}\n"));
    assert_eq!((ran.stdout.as_str(), ran.code), ("1\n", 2));
    assert!(ran.stderr.contains("<stdin>:2:1: found"), "{}", ran.stderr);
}

#[test]
fn names_and_ratings_stand_beside_puzzles() {
    for line in [
        format!("0000183b305c {PUZZLE} 1.2"),
        format!("0000183b305c {PUZZLE}  7"),
        format!("0000183b305c {PUZZLE}"),
        format!("{PUZZLE} 1.2"),
        format!("{PUZZLE}   11.9"),
        format!("{PUZZLE} 1.2 # note"),
        format!("{PUZZLE} ED=9.0/1.2/1.2"),
        format!("{PUZZLE} 11.9/11.9/2.6 - 123"),
        format!("1) {PUZZLE}"),
        format!("12. {PUZZLE} 1.2"),
    ] {
        counts(&format!("{line}\n{line}\n{PUZZLE}\n"), 3);
    }
    for other in [
        format!("{PUZZLE} easy\n"),
        format!("{PUZZLE} -1\n"),
        format!("{PUZZLE} 1.\n"),
        format!("{PUZZLE} A=1/2\n"),
        format!("{PUZZLE} 1.2 -\n"),
        format!("1.2. {PUZZLE}\n"),
        format!("0000183b305 {PUZZLE}\n"),
        format!("0000183b305g {PUZZLE} 1.2\n"),
        format!("0000183b305c {PUZZLE} easy\n"),
        "1............... 1.2\n".to_owned(),
    ] {
        let ran = satoku(&["count"], &other);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{other}");
    }
}

#[test]
fn titles_surround_grids() {
    let grid = rows(PUZZLE, "");
    counts(&format!("[Puzzle]\n{grid}"), 1);
    counts(&format!("[Puzzle 1]\n{grid}[Puzzle 2]\n{grid}"), 2);
    counts(&format!("PUZZLE SE=1.5\n{grid}PUZZLE SE=7.2\n{grid}"), 2);
    counts(
        &format!("Puzzle #12 (easy)\n{grid}\nPuzzle #13, hard\n{grid}"),
        2,
    );
    counts(
        &format!("Sudoku: easy\n{PUZZLE}\nSudoku 2 (hard)\n{PUZZLE}\n"),
        2,
    );
    counts(&format!("Grid 01\n{grid}Grid 02\n{grid}"), 2);
    counts(&format!("Puzzle #1:\n{grid}\n\nPuzzle #2:\n{grid}"), 2);
    counts(&format!("Sudoku 1\n{PUZZLE}\nSudoku 2\n{PUZZLE}\n"), 2);
    let wrong = grid.replacen("195", "19x", 1);
    let list = format!("Grid 01\n{wrong}Grid 02\n{grid}");
    let ran = satoku(&["count", "--on-error", "skip"], &list);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("1\n", 2),
        "{}",
        ran.stderr
    );
    for other in ["[5 3]\n", "Grid one\n", "Level 1\n", "Grid\n", "[]\n"] {
        let ran = satoku(&["count"], &format!("{other}{grid}"));
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{other}");
    }
}

#[test]
fn frames_have_corners() {
    let rows = PUZZLE.as_bytes().chunks(9).map(|row| {
        let groups: Vec<_> = row.chunks(3).map(String::from_utf8_lossy).collect();
        format!("|{}|\n", groups.join("|"))
    });
    let rows: Vec<String> = rows.collect();
    let bands: Vec<String> = rows.chunks(3).map(<[String]>::concat).collect();
    for (top, inner, bottom) in [
        ("*-----------*", "|---+---+---|", "*-----------*"),
        (".---.---.---.", ":---+---+---:", "'---'---'---'"),
    ] {
        let grid = format!("{top}\n{}{bottom}\n", bands.join(&format!("{inner}\n")));
        counts(&format!("{grid}\n{grid}"), 2);
    }
}

#[test]
fn a_number_of_puzzles_may_be_long_and_its_digits_spaced() {
    let (plain, words) = (rows(PUZZLE, ""), rows(PUZZLE, " "));
    let [plain, words] = [plain, words].map(|grid| grid.replace('.', "0"));
    let solved = rows(SOLVED, "");
    let ran = satoku(&["solve"], &format!("2\n{words}\n{words}"));
    assert_eq!((ran.stdout, ran.code), (solved.repeat(2), 0));
    let ran = satoku(&["solve"], &format!("1000000000\n{plain}"));
    assert_eq!((ran.stdout, ran.code), (solved, 2));
    assert!(ran.stderr.contains("after 1 puzzle"), "{}", ran.stderr);
    let says = "1:1: found '100000000', which is taken for a row, expected the number of puzzles \
                on the first line";
    let text = format!("100000000\n{plain}");
    refused(&["solve", "--from", "poj"], &text, says);
}

#[test]
fn zero_alone_is_an_empty_cell_or_a_number_of_puzzles() {
    for cell in ["0", ".", "?", "1"] {
        let ran = satoku(&["solve", "--box", "1x1"], &format!("{cell}\n"));
        assert_eq!((ran.stdout.as_str(), ran.code), ("1\n", 0), "{cell}");
    }
    let says = "1:1: found nothing but '0', expected a puzzle; --from poj reads it as a list of \
                0 puzzles, --box 1x1 as an empty cell";
    refused(&["solve"], "0\n", says);
    let ran = satoku(&["solve", "--from", "poj"], "0\n");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 0));
}

#[test]
fn marks_of_other_systems_are_passed_over() {
    counts(&format!("\u{feff}{PUZZLE}\n\u{feff}{PUZZLE}\n"), 2);
    counts(&format!("{PUZZLE}\r\n{PUZZLE}\r\n\u{1a}"), 2);
    counts(&format!("{PUZZLE}\n{PUZZLE}\u{1a}"), 2);
    let grid = rows(PUZZLE, " ");
    counts(&format!("{grid}\n\u{feff}{grid}\n\u{1a}"), 2);
}

#[test]
fn letters_behind_an_empty_cell_are_no_constraint() {
    let rest = "................\n".repeat(15);
    for first in [".gjfnbd.a.cohmi.", ".GJFNBD.A.COHMI.", ".Gjfnbd.a.cohmi."] {
        let ran = satoku(&["solve", "--to", "line"], &format!("{first}\n{rest}"));
        assert_eq!(&ran.stdout[1..7], "GJFNBD", "{}", ran.stderr);
        assert_eq!(ran.code, 0);
    }
}

#[test]
fn titles_before_a_puzzle_on_the_same_line_are_told() {
    let says = "1:11: found a puzzle after ':', expected the puzzle first on its line; \
                cut -d':' -f2 FILE writes the puzzles alone";
    refused(&["count"], &format!("Puzzle 1: {PUZZLE}\n"), says);
    let says = "1:1: found 'Puzzle' before a puzzle, expected the puzzle first on its line; \
                awk '{print $3}' FILE writes the puzzles alone";
    refused(&["count"], &format!("Puzzle 1 {PUZZLE}\n"), says);
}

/// What somebody has found so far of a puzzle of SadMan Sudoku counted as another puzzle.
#[test]
fn the_state_of_a_puzzle_is_no_puzzle_of_its_own() {
    let grid = rows(PUZZLE, "");
    let started = rows(&SOLVED.replacen('5', ".", 1), "");
    let marks = ",12,,,,,,,9\n".repeat(9);
    let saved = format!(
        "#AAuthor\n[Puzzle]\n{grid}[State]\n{started}[PencilMarks]\n{marks}[Colors]\n{marks}"
    );
    let ran = satoku(&["solve", "--to", "line"], &saved);
    assert_eq!(
        (ran.stdout, ran.code),
        (format!("{SOLVED}\n"), 0),
        "{}",
        ran.stderr
    );
    counts(&saved.repeat(3), 3);
    counts(&format!("{saved}Grid 2\n{grid}"), 2);
    // Without the puzzle, the state is all there is.
    counts(&format!("[State]\n{started}"), 1);
    let cut = saved.replacen("....8..79\n", "", 1);
    let ran = satoku(&["count", "--on-error", "skip"], &format!("{cut}{saved}"));
    let says = "satoku: error: <stdin>:11:1: found '[State]' after 8 rows, expected 9 rows: the \
                grid is cut off\n";
    assert_eq!((&*ran.stdout, &*ran.stderr, ran.code), ("1\n", says, 2));
}

/// A puzzle after the progress on another one, as in files that were joined, was lost without a
/// word.
#[test]
fn the_state_of_a_puzzle_ends_with_its_last_row() {
    let grid = rows(PUZZLE, "");
    let started = rows(&SOLVED.replacen('5', ".", 1), "");
    let frame = "*-----------*\n";
    for next in [
        format!("# second file\n{grid}"),
        format!("#AAuthor\n#DPuzzle\n{grid}"),
        grid.clone(),
        format!("\n{grid}"),
        format!("{frame}{}", rows(PUZZLE, "|")),
    ] {
        for state in [&*started, &format!("{SOLVED}\n"), &rows(SOLVED, " ")] {
            counts(&format!("[Puzzle]\n{grid}[State]\n{state}{next}"), 2);
        }
    }
    // Of other sections, nobody knows how long they are.
    let marks = ",12,,,,,,,9\n".repeat(9);
    let saved = format!("[Puzzle]\n{grid}[PencilMarks]\n{marks}");
    counts(&format!("{saved}\n{grid}"), 2);
    counts(&format!("{saved}#AAuthor\n{grid}"), 2);
}

/// A solution was read as another puzzle.
#[test]
fn the_solution_of_a_puzzle_is_no_puzzle_of_its_own() {
    for solution in [format!("{SOLVED}\n"), rows(SOLVED, "")] {
        counts(&format!("[Puzzle]\n{PUZZLE}\n[Solution]\n{solution}"), 1);
        counts(
            &format!("[Puzzles]\n{PUZZLE}\n{PUZZLE}\n[Solutions]\n{solution}"),
            2,
        );
        counts(&format!("[Solution]\n{solution}"), 1);
    }
}

/// Titles between grids were passed over inside of them: a missing row moved all rows behind
/// it into the grid before.
#[test]
fn a_title_ends_a_grid_that_is_cut_off() {
    let grid = rows(PUZZLE, "");
    let cut = grid.lines().skip(1).collect::<Vec<_>>().join("\n");
    for (input, row) in [
        (format!("Grid 1\n{cut}\nGrid 2\n{grid}Grid 3\n{grid}"), 10),
        (format!("Grid 1\n{grid}\nGrid 2\n{cut}\nGrid 3\n{grid}"), 21),
    ] {
        let ran = satoku(&["solve", "--to", "line", "--on-error", "skip"], &input);
        assert_eq!(ran.code, 2);
        let says = format!("<stdin>:{row}:1: found 'Grid ");
        assert!(ran.stderr.contains(&says), "{}", ran.stderr);
        assert!(ran.stderr.contains("the grid is cut off"), "{}", ran.stderr);
        assert_eq!(ran.stdout, format!("{SOLVED}\n{SOLVED}\n"));
    }
}

/// A puzzle of 4×4 without empty cells is a number, but not one of puzzles.
#[test]
fn numbers_of_16_digits_are_puzzles() {
    let lists = [
        ("1200341221434321\n1000000000000000;note\n", "1\n72\n"),
        ("1234341221434321\n1000000000000000\n", "1\n72\n"),
    ];
    for (list, counts) in lists {
        let ran = satoku(&["count"], list);
        assert_eq!((&ran.stdout[..], ran.code), (counts, 0), "{}", ran.stderr);
    }
    let mixed = format!("1234341221434321\n{}\n", PUZZLE.replace('.', "0"));
    let ran = satoku(&["count", "--mixed-sizes"], &mixed);
    assert_eq!((&ran.stdout[..], ran.code), ("1\n1\n", 0), "{}", ran.stderr);
}

#[test]
fn titles_stand_before_variants_too() {
    let json = r#"{"rows":1,"columns":2,"min":1,"max":2}"#;
    for (input, count) in [("[Puzzle]\n.Shape~2x2.NoBoxes\n", "2\n"), (json, "2\n")] {
        let input = format!("Grid 01\n{input}\n");
        let ran = satoku(&["count", "--to", "line"], &input);
        assert_eq!((&ran.stdout[..], ran.code), (count, 0), "{}", ran.stderr);
    }
}

/// The first field that reads as a grid was advised, which may be the solution.
#[test]
fn a_full_grid_is_not_advised_as_the_puzzle() {
    for [puzzle, solution] in [["unsolved", "solved"], ["task", "finished"]] {
        let text = format!(r#"{{"{solution}":"{SOLVED}","{puzzle}":"{PUZZLE}"}}"#);
        let says = format!(
            "1: found no field \"rows\", expected a puzzle in the field \"puzzle\" or \"grid\", or \
             rows, columns, min and max; rename the field \"{puzzle}\" to \"puzzle\" if that is the \
             puzzle"
        );
        refused(&["solve"], &text, &says);
    }
}

/// A title with a colon was taken for the header of a table.
#[test]
fn a_title_may_be_a_word_and_a_colon() {
    let grid = rows(PUZZLE, "");
    for title in ["Puzzle:", "Sudoku:", "Grid:"] {
        counts(&format!("{title}\n{grid}\n{title}\n{grid}"), 2);
        counts(&format!("{title}\n{PUZZLE}\n"), 1);
    }
}
