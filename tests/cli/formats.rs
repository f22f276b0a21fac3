//! Every format is detected, and what is written is read back.

use crate::support;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satoku::compare::corpus::random_solution;
use satoku::grid::text::{Alphabet, Format, PuzzleReader, ReadOptions, Record};
use satoku::grid::{Geometry, Puzzle};

fn read_all(text: &str, options: ReadOptions) -> Vec<Record> {
    let reader = PuzzleReader::new(text.as_bytes(), "test", options);
    let records: Result<Vec<Record>, _> = reader.collect();
    records.unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn detect(text: &str) -> Format {
    read_all(text, ReadOptions::default())[0].format
}

#[test]
fn samples_are_recognised() {
    let rows = |row: &str| format!("{row}\n").repeat(9);
    let classic =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let samples = [
        (classic.to_owned(), Format::Line),
        (classic.replace('.', "0"), Format::Line),
        (format!("# a comment\n\n{classic}"), Format::Line),
        (
            format!("quizzes,solutions\n{classic},{classic}\n"),
            Format::Line,
        ),
        (format!("{classic} # hard"), Format::Line),
        ("................".to_owned(), Format::Line),
        (support::read("judge/hdu1426.in"), Format::Hdu),
        (support::read("judge/poj2676.in"), Format::Poj),
        (support::read("judge/noip2009.in"), Format::Pyramid),
        (rows("1 2 3 4 5 6 7 8 9"), Format::Pyramid),
        (rows("53..7...."), Format::Rows),
        (rows("530070000"), Format::Rows),
        (rows("53--7----"), Format::Rows),
        (rows("53. .7. ..."), Format::Grid),
        (rows("5 3 . . 7 . . . ."), Format::Grid),
        (rows("5 3 . | . 7 . | . . ."), Format::Grid),
        (rows("|53.|.7.|...|"), Format::Grid),
        (rows("│5 3 .│. 7 .│. . .│"), Format::Grid),
        (
            "1 2 . .\n. . . .\n. . . .\n. . . 12\n".replace("12", "3"),
            Format::Grid,
        ),
        (support::read("large/table16-1.txt"), Format::Sudokusat),
        (support::read("large/extable25-1.txt"), Format::Sudokusat),
    ];
    for (text, expected) in samples {
        assert_eq!(detect(&text), expected, "{text}");
    }
}

#[test]
fn sixteen_rows_of_sixteen_are_a_grid_and_sixteen_lines_are_puzzles() {
    let row = "123456789ABCDEFG\n";
    let records = read_all(&row.repeat(16), ReadOptions::default());
    assert_eq!((records.len(), records[0].format), (1, Format::Rows));
    assert_eq!(records[0].puzzle.geometry().side(), 16);
    let line = "12..34..........\n";
    let records = read_all(&line.repeat(16), ReadOptions::default());
    assert_eq!((records.len(), records[0].format), (16, Format::Line));
    assert_eq!(records[0].puzzle.geometry().side(), 4);
}

#[test]
fn rows_of_single_letters_are_told_from_rows_of_numbers() {
    let split = |row: &str| {
        row.split("")
            .collect::<Vec<_>>()
            .join(" ")
            .trim()
            .to_owned()
    };
    let letters = split("123456789ABCDEFG") + "\n";
    let records = read_all(&letters.repeat(16), ReadOptions::default());
    assert_eq!(records[0].alphabet, Alphabet::Digits);
    let last = |record: &Record| record.puzzle.givens().last().unwrap().1.value();
    assert_eq!(last(&records[0]), 16);
    let numbers = letters.replace("A B C D E F G", "10 11 12 13 14 15 16");
    let records = read_all(&numbers.repeat(16), ReadOptions::default());
    assert_eq!(
        (records[0].alphabet, last(&records[0])),
        (Alphabet::Numbers, 16)
    );
    // Zeros and dots: 0 to F.
    let hex = "0 1 2 3 4 5 6 7 8 9 A B C D E .\n";
    let records = read_all(&hex.repeat(16), ReadOptions::default());
    assert_eq!(
        (records[0].alphabet, last(&records[0])),
        (Alphabet::Hex, 15)
    );
}

#[test]
fn a_line_in_another_alphabet_than_the_first_is_an_error() {
    let line = |start: &str| format!("{start}{}\n", ".".repeat(256 - start.len()));
    let text = line("ABCDEFGHIJKLMNOP") + &line("AB") + &line("123456789ABCDEFG");
    let reader = PuzzleReader::new(text.as_bytes(), "test", ReadOptions::default());
    let read: Vec<_> = reader
        .map(|read| read.ok().map(|record| record.alphabet))
        .collect();
    let letters = Some(Alphabet::Letters);
    assert_eq!(read, [letters, letters, None]);
}

#[test]
fn what_a_format_cannot_mean_is_told() {
    let first = |text: &str, options: ReadOptions| {
        let mut reader = PuzzleReader::new(text.as_bytes(), "x", options);
        reader.next().unwrap().unwrap_err().to_string()
    };
    let line = ReadOptions {
        format: Some(Format::Line),
        ..ReadOptions::default()
    };
    assert!(first("1 2 3\n", line).contains("found a space"));
    let classic = ReadOptions {
        geometry: Some(Geometry::CLASSIC),
        ..ReadOptions::default()
    };
    let says = first("puzzle size: 16x16\n", classic);
    assert!(
        says.contains("side 9, as the given box shape requires"),
        "{says}"
    );
}

#[test]
fn reading_goes_on_behind_a_bad_line_or_a_bad_grid() {
    let line = "................\n";
    let rows = |count| "53..7....\n".repeat(count);
    for text in [
        format!("{line}bad\n{line}"),
        format!("{}53..7....x\n{}{}", rows(4), rows(4), rows(9)),
    ] {
        let mut reader = PuzzleReader::new(text.as_bytes(), "test", ReadOptions::default());
        assert!(reader.find(|record| record.is_err()).is_some(), "{text}");
        assert!(reader.go_on());
        assert!(reader.next().is_some_and(|record| record.is_ok()), "{text}");
        assert!(reader.next().is_none());
    }
}

#[test]
fn the_box_shape_is_taken_from_the_drawing() {
    let text = "1 2 | 3 4 | 5 6\n".to_owned() + &". . | . . | . .\n".repeat(5);
    let records = read_all(&text, ReadOptions::default());
    assert_eq!(records[0].puzzle.geometry().to_string(), "3x2");
    let tight = text.replace(' ', "");
    let records = read_all(&tight, ReadOptions::default());
    assert_eq!(records[0].puzzle.geometry().to_string(), "3x2");
    let text = text.replace(" |", "");
    let records = read_all(&text, ReadOptions::default());
    assert_eq!(records[0].puzzle.geometry().to_string(), "2x3");
}

#[test]
fn what_follows_a_puzzle_on_its_line_is_kept_as_a_note() {
    let text = "................:288\n................ # hello\n";
    let records = read_all(text, ReadOptions::default());
    let notes: Vec<&str> = records.iter().map(|r| r.note.as_str()).collect();
    assert_eq!(notes, [":288", "# hello"]);
}

#[test]
fn large_files_are_read_with_their_shape() {
    for (name, side) in [("table16-1", 16), ("table25-1", 25), ("table36-4", 36)] {
        let text = support::read(&format!("large/{name}.txt"));
        let records = read_all(&text, ReadOptions::default());
        assert_eq!(records.len(), 1);
        assert_eq!(records[0].puzzle.geometry().side(), side);
        assert!(records[0].puzzle.givens().count() > side);
    }
}

fn write(format: Format, alphabet: Alphabet, puzzle: &Puzzle) -> String {
    let mut text = Vec::new();
    format
        .write(&mut text, puzzle.geometry(), alphabet, 1, puzzle.cells())
        .unwrap();
    String::from_utf8(text).unwrap()
}

/// A random full grid with about half of its cells emptied.
fn half_empty(geometry: Geometry, seed: u64) -> Puzzle {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let solution = random_solution(geometry, &mut random);
    let mut puzzle = Puzzle::empty(geometry);
    for cell in geometry.cells() {
        let given = random.random_bool(0.5).then(|| solution.digit(cell));
        puzzle.set(cell, given);
    }
    puzzle
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_written_is_read_back(
        seed: u64,
        shape in prop::sample::select(vec!["1x1", "2x2", "2x3", "3x3", "3x4", "4x4", "5x5", "6x6", "8x8"]),
    ) {
        let geometry: Geometry = shape.parse().unwrap();
        let puzzle = half_empty(geometry, seed);
        for format in Format::ALL {
            for alphabet in Alphabet::ALL {
                if geometry.side() > format.max_side().min(alphabet.max_side()) {
                    continue;
                }
                let text = write(format, alphabet, &puzzle);
                let text = if format == Format::Poj { format!("1\n{text}") } else { text };
                // These are written in their own digits.
                let of_judges = [Format::Hdu, Format::Poj, Format::Pyramid, Format::Sudokusat];
                let options = ReadOptions {
                    format: Some(format),
                    geometry: Some(geometry),
                    alphabet: Some(alphabet).filter(|_| !of_judges.contains(&format)),
                    ..ReadOptions::default()
                };
                // A line of numbers needs at least those of a 4×4 grid, or it is a
                // line with a gap.
                let short = format == Format::Line && geometry.side() < 4;
                // Rows without spaces have letters for large numbers.
                let lettered = format == Format::Rows && geometry.side() > 9;
                if alphabet.has_spaces() && (short || lettered) {
                    continue;
                }
                let records = read_all(&text, options);
                prop_assert_eq!(records.len(), 1);
                prop_assert_eq!(&records[0].puzzle, &puzzle, "{} {}\n{}", format, alphabet, text);
            }
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[-0-9A-Ga-x .?_*|+\n\t#:]{0,400}") {
        let _ = PuzzleReader::new(text.as_bytes(), "test", ReadOptions::default()).count();
        for format in Format::ALL {
            let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
            let _ = PuzzleReader::new(text.as_bytes(), "test", options).count();
        }
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = PuzzleReader::new(&bytes[..], "test", ReadOptions::default()).count();
    }
}

/// With 49 characters, they were taken for puzzles of 7×7, although the boxes were named.
#[test]
fn long_rows_are_rows_where_the_boxes_are_named() {
    let rows = support::satoku(
        &[
            "generate", "--box", "7x7", "--kind", "solution", "--seed", "1", "--to", "rows",
        ],
        "",
    );
    for shape in ["7x7", "1x49"] {
        let read = support::satoku(&["convert", "--box", shape, "--to", "rows"], &rows.stdout);
        assert_eq!(read.stderr.contains("--box 1x49"), shape == "1x49");
        assert_eq!((read.stdout, read.code), (rows.stdout.clone(), 0));
    }
}
