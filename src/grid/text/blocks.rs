//! Puzzles by the thousand: what stands on lines in the plainest form is handed
//! on in blocks, without a look at single characters; every other line goes
//! through the reader of the format.
//!
//! A plain line starts with 81 characters `1` to `9`, `.` or `0`, and ends there
//! or goes on, in ASCII, behind a separator.

use super::error::InputError;
use super::line;
use super::lines::{Lines, MAX_LINE};
use super::{Format, PuzzleReader, ReadOptions, Record};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;

/// Cells of a plain line.
pub const CELLS: usize = 81;

/// Bytes that are read at once, at most.
const CHUNK: usize = 1 << 17;

/// Puzzles of neighbouring plain lines.
#[derive(Clone, Debug)]
pub struct Block {
    /// Their characters.
    pub puzzles: Vec<[u8; CELLS]>,
    /// The number of each line, from 1.
    lines: Vec<u64>,
    /// The place of the first among the puzzles of its input, from 1.
    first: u64,
    file: Arc<str>,
}

/// A part of an input of lines.
pub enum Piece {
    /// Plain lines.
    Block(Block),
    /// A puzzle on any other line.
    Record(Box<Record>),
    /// A line that is no puzzle. What follows can be read.
    Bad(InputError),
}

/// Reads an input of lines piece by piece.
pub struct BlockReader<R> {
    input: R,
    file: Arc<str>,
    others: line::Reader,
    /// Bytes of a line whose end was not read.
    carry: Vec<u8>,
    line: u64,
    index: u64,
    ready: VecDeque<Piece>,
    ended: bool,
    /// In a line that is too long, whose rest is nobody's.
    skipping: bool,
}

impl Block {
    /// One of the puzzles, with its place.
    ///
    /// # Errors
    /// Never for plain lines, which are puzzles; the type says what reading says.
    pub fn record(&self, puzzle: usize) -> Result<Record, InputError> {
        let options = ReadOptions {
            format: Some(Format::Line),
            ..ReadOptions::default()
        };
        let mut reader = PuzzleReader::new(&self.puzzles[puzzle][..], &self.file, options);
        let end = || InputError::Io {
            file: self.file.clone(),
            reason: io::ErrorKind::UnexpectedEof.into(),
        };
        let record = reader.next().unwrap_or_else(|| Err(end()))?;
        Ok(Record {
            line: self.lines[puzzle],
            index: self.first + puzzle as u64,
            ..record
        })
    }

    /// Leaves the first puzzles out.
    pub fn skip(&mut self, count: usize) {
        self.puzzles.drain(..count);
        self.lines.drain(..count);
        self.first += count as u64;
    }
}

/// Whether an input that starts with these bytes is one of plain lines: the first
/// line that holds anything is one, or follows the header of a table. `None` if
/// that takes more bytes to say.
pub fn starts_plain(start: &[u8]) -> Option<bool> {
    let mut header = false;
    for line in start.split_inclusive(|byte| *byte == b'\n') {
        if line.last() != Some(&b'\n') {
            return (line.len() > MAX_LINE).then_some(false);
        }
        let text = line.trim_ascii();
        if text.is_empty() || text.starts_with(b"#") {
            continue;
        }
        if plain(line).is_some() {
            return Some(true);
        }
        if header || !line::is_header_text(&String::from_utf8_lossy(text)) {
            return Some(false);
        }
        header = true;
    }
    None
}

/// Whether there is nothing but digits and dots.
#[inline]
pub fn has_plain_characters(puzzle: &[u8; CELLS]) -> bool {
    // No early end: so the compiler checks many characters at once.
    puzzle.iter().fold(true, |good, character| {
        good & ((character.wrapping_sub(b'0') <= 9) | (*character == b'.'))
    })
}

/// The puzzle of a plain line.
fn plain(line: &[u8]) -> Option<&[u8; CELLS]> {
    let (puzzle, rest) = line.split_first_chunk::<CELLS>()?;
    let ends = match rest {
        [] | b"\n" | b"\r\n" => true,
        [b',' | b';' | b':' | b'#' | b'\t', note @ ..] => note.is_ascii() && !note.contains(&0),
        _ => false,
    };
    (ends && has_plain_characters(puzzle)).then_some(puzzle)
}

impl<R: Read> BlockReader<R> {
    /// Reads `input`, called `file` in messages.
    pub fn new(input: R, file: &str, options: ReadOptions) -> BlockReader<R> {
        BlockReader {
            input,
            file: file.into(),
            others: line::Reader::new(options),
            carry: Vec::new(),
            line: 0,
            index: 0,
            ready: VecDeque::new(),
            ended: false,
            skipping: false,
        }
    }

    /// The next piece; `None` at the end.
    ///
    /// # Errors
    /// [`InputError::Io`] if the input cannot be read.
    pub fn take(&mut self) -> Result<Option<Piece>, InputError> {
        while self.ready.is_empty() && !self.ended {
            if let Err(reason) = self.fetch() {
                match InputError::of_reader(&self.file, reason) {
                    bad @ InputError::Syntax { .. } => {
                        // Whoever cuts lines out of something else could not, here.
                        self.index += 1;
                        self.ready.push_back(Piece::Bad(bad));
                    }
                    error => return Err(error),
                }
            }
        }
        Ok(self.ready.pop_front())
    }

    /// Reads what there is, and takes its whole lines apart.
    fn fetch(&mut self) -> io::Result<()> {
        let mut bytes = std::mem::take(&mut self.carry);
        let old = bytes.len();
        bytes.resize(old + CHUNK, 0);
        let count = loop {
            match self.input.read(&mut bytes[old..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        bytes.truncate(old + count);
        self.ended = count == 0;
        if self.skipping {
            let Some(end) = memchr::memchr(b'\n', &bytes) else {
                return Ok(());
            };
            self.skipping = false;
            bytes.drain(..=end);
        }
        let whole = match memchr::memrchr(b'\n', &bytes) {
            _ if self.ended => bytes.len(),
            Some(end) => end + 1,
            None if bytes.len() > MAX_LINE => {
                self.skipping = true;
                bytes.len()
            }
            None => 0,
        };
        self.carry = bytes.split_off(whole);
        self.take_apart(&bytes);
        Ok(())
    }

    fn take_apart(&mut self, mut bytes: &[u8]) {
        let mut block = self.block();
        while !bytes.is_empty() {
            let end = memchr::memchr(b'\n', bytes).map_or(bytes.len(), |end| end + 1);
            let (line, rest) = bytes.split_at(end);
            bytes = rest;
            self.line += 1;
            if let Some(puzzle) = plain(line).filter(|_| self.others.takes_plain()) {
                self.others.saw_plain(self.line);
                self.index += 1;
                block.puzzles.push(*puzzle);
                block.lines.push(self.line);
            } else if let Some(other) = self.other(line) {
                self.hand_on(block);
                self.ready.push_back(other);
                block = self.block();
            }
        }
        self.hand_on(block);
    }

    /// An empty block behind the last puzzle.
    fn block(&self) -> Block {
        Block {
            puzzles: Vec::new(),
            lines: Vec::new(),
            first: self.index + 1,
            file: self.file.clone(),
        }
    }

    fn hand_on(&mut self, block: Block) {
        if !block.puzzles.is_empty() {
            self.ready.push_back(Piece::Block(block));
        }
    }

    /// What stands on a line that is not plain; `None` for nothing.
    fn other(&mut self, line: &[u8]) -> Option<Piece> {
        let mut lines = Lines::numbered(line, &self.file, self.line);
        let grid = match self.others.read(&mut lines) {
            Ok(grid) => grid?,
            Err(error) => {
                // It has a place among the puzzles.
                self.index += 1;
                return Some(Piece::Bad(error));
            }
        };
        self.index += 1;
        Some(Piece::Record(Box::new(Record {
            puzzle: grid.puzzle,
            file: self.file.clone(),
            line: grid.line,
            index: self.index,
            format: Format::Line,
            alphabet: grid.alphabet,
            note: grid.note,
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Reads as many bytes at once as it is told.
    struct Slow<'t>(&'t [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    /// Is interrupted before each byte, and broken at the end.
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

    /// The places of all puzzles, and the messages of bad lines.
    fn places(text: &str, step: usize) -> Vec<String> {
        let input = Slow(text.as_bytes(), step);
        let mut reader = BlockReader::new(input, "x", ReadOptions::default());
        let mut places = Vec::new();
        while let Some(piece) = reader.take().unwrap() {
            match piece {
                Piece::Block(block) => {
                    for k in 0..block.puzzles.len() {
                        let record = block.record(k).unwrap();
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
    fn all_lines_have_their_places_however_they_come() {
        let other = PUZZLE.replace('.', "_");
        let text = format!(
            "puzzle,solution\n# note\n{PUZZLE}\n\n{PUZZLE},1,é\n{PUZZLE},7\r\n{other}\nno\n {PUZZLE}\n{PUZZLE}"
        );
        let expected = places(&text, 1 << 20);
        assert_eq!(expected[..4], ["3:1", "5:2*", "6:3", "7:4*"]);
        assert!(
            expected[4].starts_with("x:8:1: found 2 cells in 'no'"),
            "{expected:?}"
        );
        assert_eq!(expected[5..], ["9:6*", "10:7"]);
        for step in [1, 2, 7, 81, 82, 83, 100] {
            assert_eq!(places(&text, step), expected, "{step} bytes");
        }
    }

    #[test]
    fn interruptions_are_nothing_and_other_errors_are_told() {
        let text = format!("{PUZZLE}\n{PUZZLE}\n");
        let input = Interrupted(text.as_bytes(), false);
        let mut reader = BlockReader::new(input, "x", ReadOptions::default());
        for _ in 0..2 {
            assert!(matches!(reader.take(), Ok(Some(Piece::Block(_)))));
        }
        assert!(matches!(reader.take(), Err(InputError::Io { .. })));
    }

    #[test]
    fn a_block_without_its_first_puzzles_keeps_the_places_of_the_others() {
        let text = format!("\n{PUZZLE}\n{PUZZLE}\n\n{PUZZLE}\n");
        let mut reader = BlockReader::new(text.as_bytes(), "x", ReadOptions::default());
        let Some(Piece::Block(mut block)) = reader.take().unwrap() else {
            panic!("no block");
        };
        block.skip(1);
        assert_eq!(block.puzzles.len(), 2);
        block.skip(1);
        let record = block.record(0).unwrap();
        assert_eq!((record.line, record.index), (5, 3));
    }

    #[test]
    fn plain_starts_are_known_as_soon_as_they_can_be() {
        assert_eq!(starts_plain(b""), None);
        assert_eq!(starts_plain(PUZZLE.as_bytes()), None);
        assert_eq!(starts_plain(format!("{PUZZLE}\n").as_bytes()), Some(true));
        assert_eq!(starts_plain(b"\n# x\nPuzzle\n"), None);
        let table = format!("quizzes,solutions\r\n{PUZZLE},x\n");
        assert_eq!(starts_plain(table.as_bytes()), Some(true));
        assert_eq!(starts_plain(b"2\n530070000\n"), Some(false));
        assert_eq!(starts_plain(format!("{PUZZLE}x\n").as_bytes()), Some(false));
        // The longest line may still end.
        let mut long = vec![b'1'; MAX_LINE];
        assert_eq!(starts_plain(&long), None);
        long.push(b'1');
        assert_eq!(starts_plain(&long), Some(false));
    }

    #[test]
    fn a_line_without_end_is_refused() {
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
}
