//! Blocks, however the input is chunked.

use super::*;

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
        "\u{feff} {PUZZLE}\n\n{PUZZLE} ,é\n# x\n{}\n{PUZZLE}\n{spaced}\n{spaced}\n{PUZZLE}\n",
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
        (2, numbers, (7, 5)),
        (1, digits, (9, 7)),
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
