//! Blocks, however the input is chunked.

use super::*;
use crate::grid::text::lines::MAX_LINE;
use std::io;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Reads a fixed number of bytes at a time.
struct Slow<'t>(&'t [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(self.0.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Is interrupted before each byte and fails at the end.
struct Interrupted<'t>(&'t [u8], bool);

impl Read for Interrupted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        match (self.1, self.0.is_empty()) {
            (true, _) => Err(io::ErrorKind::Interrupted.into()),
            (false, true) => Err(io::ErrorKind::BrokenPipe.into()),
            (false, false) => Slow::read(&mut Slow(self.0, 1), buffer).inspect(|count| {
                self.0 = &self.0[*count..];
            }),
        }
    }
}

/// Line and number of each puzzle, and the messages of malformed lines.
fn places(text: &str, step: usize) -> Vec<String> {
    let input = Slow(text.as_bytes(), step);
    let mut reader = BlockReader::new(input, "x", ReadOptions::default());
    let mut places = Vec::new();
    while let Some(piece) = reader.take().unwrap() {
        match piece {
            Piece::Block(block) => {
                for k in 0..block.puzzles.len() {
                    let record = block.record(k);
                    places.push(format!("{}:{}", record.line, record.index));
                }
            }
            Piece::Record(record) => places.push(format!("{}:{}*", record.line, record.index)),
            Piece::Bad(error) => places.push(error.to_string()),
        }
    }
    places
}

#[test]
fn positions_do_not_depend_on_chunking() {
    let other = PUZZLE.replace('.', "_");
    let text = format!(
        "puzzle,solution\n# note\n{PUZZLE}\n\n{PUZZLE},1,é\n{PUZZLE},7\r\n{other}\nno\n {PUZZLE}\n{PUZZLE}"
    );
    let expected = places(&text, 1 << 20);
    assert_eq!(expected[..4], ["3:1", "5:2", "6:3", "7:4"]);
    assert!(
        expected[4].starts_with("x:8:1: found 2 cells in 'no'"),
        "{expected:?}"
    );
    assert_eq!(expected[5..], ["9:6", "10:7"]);
    for step in [1, 2, 7, 81, 82, 83, 100] {
        assert_eq!(places(&text, step), expected, "{step} bytes");
    }
}

#[test]
fn other_simple_lines_do_not_end_a_block() {
    let spaced = PUZZLE.replace("", " ");
    let text = format!(
        "\u{feff} {PUZZLE}\n\n{PUZZLE} ,é\n# x\nGrid 3\n{}\n{PUZZLE}\n{spaced}\n{spaced}\n{PUZZLE}\n",
        PUZZLE.replace('.', "?")
    );
    let mut reader = BlockReader::new(text.as_bytes(), "x", ReadOptions::default());
    let mut blocks = Vec::new();
    while let Some(piece) = reader.take().unwrap() {
        let Piece::Block(block) = piece else {
            panic!("a 9×9 puzzle outside all blocks");
        };
        blocks.push((block.puzzles.len(), block.alphabet, block.place(0)));
    }
    let (digits, numbers) = (Alphabet::Digits, Alphabet::Numbers);
    let expected = [
        (4, digits, (1, 1)),
        (2, numbers, (8, 5)),
        (1, digits, (10, 7)),
    ];
    assert_eq!(blocks, expected);
}

#[test]
fn interruptions_are_retried_and_other_errors_reported() {
    let text = format!("{PUZZLE}\n{PUZZLE}\n");
    let input = Interrupted(text.as_bytes(), false);
    let mut reader = BlockReader::new(input, "x", ReadOptions::default());
    for _ in 0..2 {
        assert!(matches!(reader.take(), Ok(Some(Piece::Block(_)))));
    }
    assert!(matches!(reader.take(), Err(InputError::Io { .. })));
}

#[test]
fn skipping_puzzles_keeps_the_positions_of_the_others() {
    let text = format!("\n{PUZZLE}\n{PUZZLE}\n\n{PUZZLE}\n");
    let mut reader = BlockReader::new(text.as_bytes(), "x", ReadOptions::default());
    let Some(Piece::Block(mut block)) = reader.take().unwrap() else {
        panic!("no block");
    };
    block.skip(1);
    assert_eq!(block.puzzles.len(), 2);
    block.skip(1);
    let record = block.record(0);
    assert_eq!((record.line, record.index), (5, 3));
}

#[test]
fn an_endless_line_is_rejected() {
    let text = format!(
        "{PUZZLE}\n{}{PUZZLE}\n{PUZZLE}\n",
        "1".repeat(MAX_LINE + 10)
    );
    for step in [1 << 16, 1 << 20, 100_003] {
        let found = places(&text, step);
        assert!(
            found[1].starts_with("x:2: found a line of more than"),
            "{found:?}"
        );
        assert_eq!((found.len(), &*found[0], &*found[2]), (3, "1:1", "3:3"));
    }
}

const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Puzzles with other digits and other empty cells, `count` of them.
fn puzzles(count: usize) -> Vec<String> {
    let cell = |puzzle: usize, cell: usize, digit: u8| match (cell * 7 + puzzle) % 11 {
        0..4 => '.',
        _ => char::from((digit - b'1' + puzzle as u8 % 9) % 9 + b'1'),
    };
    let cells = |puzzle| {
        (0..)
            .zip(SOLVED.bytes())
            .map(move |(k, d)| cell(puzzle, k, d))
    };
    (0..count).map(|puzzle| cells(puzzle).collect()).collect()
}

/// The rows of a puzzle with this mark for empty cells, split by `between`.
fn rows(puzzle: &str, mark: &str, between: &str) -> Vec<String> {
    let cells: Vec<String> = puzzle.chars().map(String::from).collect();
    let marked = cells.iter().map(|cell| cell.replace('.', mark));
    let marked: Vec<String> = marked.collect();
    marked.chunks(9).map(|row| row.join(between)).collect()
}

/// Lists of grids in every format that has them.
fn lists(count: usize) -> Vec<String> {
    let all = |layout: &dyn Fn(usize, &str) -> String| -> String {
        let texts = puzzles(count).into_iter().enumerate();
        texts.map(|(k, puzzle)| layout(k, &puzzle)).collect()
    };
    let drawn = |puzzle: &str, line_end: &str| {
        let row = |row: &String| format!("│{}│{}│{}│{line_end}", &row[..3], &row[3..6], &row[6..]);
        let rows: Vec<String> = rows(puzzle, "0", "").iter().map(row).collect();
        let border = format!("+---+---+---+{line_end}");
        rows.chunks(3)
            .map(|band| border.clone() + &band.concat())
            .collect::<String>()
            + &border
    };
    vec![
        all(&|_, puzzle| rows(puzzle, ".", "").join("\n") + "\n\n"),
        all(&|_, puzzle| rows(puzzle, "_", " ").join("\n") + "\n"),
        all(&|k, puzzle| format!("# {k}\n{}\n", rows(puzzle, "*", "").join("\r\n") + "\r\n")),
        all(&|_, puzzle| drawn(puzzle, "\n") + "\n"),
        all(&|_, puzzle| drawn(puzzle, "\r\n")),
        all(&|_, puzzle| rows(puzzle, "?", " ").join("\n") + "\n\n"),
        all(&|_, puzzle| rows(puzzle, "0", " ").join(" \n") + "\n"),
        format!("{count}\n") + &all(&|_, puzzle| rows(puzzle, "0", "").join("\n") + "\n"),
        all(&|k, puzzle| format!("Grid {k:02}\n{}\n", rows(puzzle, "0", "").join("\n"))),
        all(&|k, puzzle| format!("[Puzzle {k}]\r\n{}", drawn(puzzle, "\r\n"))),
        all(&|_, puzzle| format!("\n[Easy]\n\n{}\n", rows(puzzle, "?", " ").join("\n"))),
    ]
}

/// What a record says, in words.
fn described(record: &Record) -> String {
    let Record {
        line,
        index,
        format,
        alphabet,
        ..
    } = record;
    let row = Row::of(&record.puzzle).expect("a 9×9 puzzle");
    let text = String::from_utf8_lossy(&*row).replace('0', ".");
    format!("{line}:{index}: {format} {alphabet} {text}")
}

/// What the reader of single puzzles reads.
fn one_by_one(text: &str) -> Vec<String> {
    let mut reader = PuzzleReader::new(text.as_bytes(), "x", ReadOptions::default());
    let mut found = Vec::new();
    while let Some(record) = reader.next() {
        found.push(record.map_or_else(|error| error.to_string(), |record| described(&record)));
        if found.last().is_some_and(|last| last.starts_with("x:")) && !reader.go_on() {
            break;
        }
    }
    found
}

/// What is found in blocks, and the number of blocks.
fn in_blocks(text: &str, step: usize) -> (Vec<String>, usize) {
    let input = Slow(text.as_bytes(), step);
    let mut reader = BlockReader::new(input, "x", ReadOptions::default());
    let (mut found, mut blocks) = (Vec::new(), 0);
    loop {
        match reader.take() {
            Ok(None) => return (found, blocks),
            Ok(Some(Piece::Block(block))) => {
                blocks += 1;
                found.extend((0..block.puzzles.len()).map(|k| described(&block.record(k))));
            }
            Ok(Some(Piece::Record(_))) => panic!("a 9×9 puzzle outside all blocks"),
            Ok(Some(Piece::Bad(error))) => found.push(error.to_string()),
            Err(error) => {
                found.push(error.to_string());
                return (found, blocks);
            }
        }
    }
}

#[test]
fn grids_of_every_format_are_collected_in_blocks() {
    for text in lists(1000) {
        let (found, blocks) = in_blocks(&text, usize::MAX);
        assert!(found == one_by_one(&text), "{}", &text[..400]);
        // As many as are read at a time, and those that were looked at to detect the format. Borders
        // before titles are left to the reader of the format.
        let is_collected = blocks < 20 || text.starts_with("[Puzzle");
        assert!(is_collected, "{blocks} blocks: {}", &text[..400]);
    }
}

#[test]
fn grids_are_the_same_however_they_arrive() {
    for text in lists(40) {
        let expected = one_by_one(&text);
        for step in [1, 9, 10, 91, 163, 1000] {
            assert!(
                in_blocks(&text, step).0 == expected,
                "{step}: {}",
                &text[..400]
            );
        }
    }
}

#[test]
fn malformed_grids_are_found_where_they_are() {
    for text in lists(60) {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for at in (300..400).step_by(7) {
            for other in [
                "",
                "x\n",
                "1\n",
                "123456789\n",
                "\n",
                "# 1\n",
                "Grid 1\n",
                "[Puzzle]\n",
                "[Puzzle]\n[State]\n",
                "12345678A\n",
            ] {
                let text = lines[..at].concat() + other + &lines[at + 1..].concat();
                let (found, expected) = (in_blocks(&text, 4000).0, one_by_one(&text));
                assert_eq!(found, expected, "{other:?} in line {at}: {}", &text[..400]);
            }
        }
    }
}

#[test]
fn lines_after_one_of_numbers_are_still_digits() {
    let spaced = PUZZLE.replace("", " ");
    let text = format!("{PUZZLE}\n{spaced}\n{PUZZLE}\n");
    for step in [1, 100, 10_000] {
        let (found, _) = in_blocks(&text, step);
        let alphabets = found.iter().map(|text| text.split(' ').nth(2).unwrap());
        let expected = ["digits", "numbers", "digits"];
        assert_eq!(alphabets.collect::<Vec<_>>(), expected, "{step}");
    }
}
