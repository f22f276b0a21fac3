//! Lists of puzzles at full speed: lines of 81 characters are collected in blocks
//! without being parsed. Any other line goes through [`LineReader`](line::LineReader);
//! if it holds a 9×9 puzzle, that joins the block.

use super::error::InputError;
use super::line;
use super::lines::{BYTE_ORDER_MARK, InputLines, MAX_LINE};
pub use super::plain::CELLS;
use super::plain::{self, Row};
use super::{Alphabet, Format, ReadOptions, Record};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;

/// Maximum number of bytes per read.
const CHUNK: usize = 1 << 17;

/// A buffer that a long line has grown beyond this is shrunk again.
const MAX_IDLE_BUFFER: usize = 4 * CHUNK;

/// Consecutive 9×9 puzzles of a list.
#[derive(Clone, Debug)]
pub struct Block {
    /// The puzzles.
    pub puzzles: Vec<Row>,
    /// How they were written: digits, or numbers with spaces.
    pub alphabet: Alphabet,
    /// The number of each line, from 1.
    lines: Vec<u64>,
    /// The number of the first puzzle, from 1.
    first: u64,
    file: Arc<str>,
}

/// A part of a list of puzzles.
pub enum Piece {
    /// 9×9 puzzles.
    Block(Block),
    /// A puzzle of any other size.
    Record(Box<Record>),
    /// A malformed line. Reading can continue after it.
    Bad(InputError),
}

/// Reads a list of puzzles, one per line, in blocks.
pub struct BlockReader<R> {
    input: R,
    file: Arc<str>,
    line_reader: line::LineReader,
    /// Bytes read; reused.
    buffer: Vec<u8>,
    /// Bytes at its start that belong to an unfinished line.
    carried: usize,
    line: u64,
    index: u64,
    /// The puzzles after everything in `ready`.
    block: Block,
    ready: VecDeque<Piece>,
    ended: bool,
    /// Inside a line that is too long, whose rest is skipped.
    skipping: bool,
}

impl Block {
    fn new(file: Arc<str>) -> Block {
        Block {
            puzzles: Vec::new(),
            alphabet: Alphabet::Digits,
            lines: Vec::new(),
            first: 1,
            file,
        }
    }

    /// One of the puzzles as a record.
    pub fn record(&self, puzzle: usize) -> Record {
        let (line, index) = self.place(puzzle);
        Record {
            puzzle: self.puzzles[puzzle].to_puzzle(),
            file: self.file.clone(),
            line,
            index,
            format: Format::Line,
            alphabet: self.alphabet,
            note: String::new(),
        }
    }

    /// The input's name.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The line of a puzzle and its number among the puzzles of the input, both from
    /// 1.
    pub fn place(&self, puzzle: usize) -> (u64, u64) {
        (self.lines[puzzle], self.first + puzzle as u64)
    }

    /// Drops the first `count` puzzles.
    pub fn skip(&mut self, count: usize) {
        self.puzzles.drain(..count);
        self.lines.drain(..count);
        self.first += count as u64;
    }
}

impl<R: Read> BlockReader<R> {
    /// Reads `input`, called `file` in messages.
    pub fn new(input: R, file: &str, options: ReadOptions) -> BlockReader<R> {
        let file: Arc<str> = file.into();
        BlockReader {
            input,
            block: Block::new(file.clone()),
            file,
            line_reader: line::LineReader::new(options),
            buffer: Vec::new(),
            carried: 0,
            line: 0,
            index: 0,
            ready: VecDeque::new(),
            ended: false,
            skipping: false,
        }
    }

    /// The next part; `None` at the end.
    ///
    /// # Errors
    /// [`InputError::Io`] if the input cannot be read.
    pub fn take(&mut self) -> Result<Option<Piece>, InputError> {
        while self.ready.is_empty() && !self.ended {
            if let Err(reason) = self.fetch() {
                match InputError::of_reader(&self.file, reason) {
                    bad @ InputError::Syntax { .. } => {
                        // From a reader such as `ColumnReader`: only this line is bad.
                        self.push_part(Piece::Bad(bad));
                    }
                    error => return Err(error),
                }
            }
        }
        Ok(self.ready.pop_front())
    }

    /// Reads the bytes available and splits their complete lines.
    fn fetch(&mut self) -> io::Result<()> {
        let (old, count) = (self.carried, self.read()?);
        self.ended = count == 0;
        let end = old + count;
        let new = &self.buffer[old..end];
        let mut start = 0;
        if self.skipping {
            let Some(rest) = memchr::memchr(b'\n', new) else {
                return Ok(());
            };
            self.skipping = false;
            start = old + rest + 1;
        }
        let whole = match memchr::memrchr(b'\n', new) {
            _ if self.ended => end,
            Some(last) => old + last + 1,
            None if end > MAX_LINE => {
                self.skipping = true;
                end
            }
            None => 0,
        };
        let mut buffer = std::mem::take(&mut self.buffer);
        self.split_lines(&buffer[start..whole]);
        buffer.copy_within(whole..end, 0);
        self.carried = end - whole;
        if buffer.len() > MAX_IDLE_BUFFER && self.carried < CHUNK {
            buffer.truncate(MAX_IDLE_BUFFER);
            buffer.shrink_to_fit();
        }
        self.buffer = buffer;
        Ok(())
    }

    /// Reads some bytes after those carried over; returns how many.
    fn read(&mut self) -> io::Result<usize> {
        let room = self.carried + CHUNK;
        if self.buffer.len() < room {
            self.buffer.resize(room, 0);
        }
        loop {
            match self.input.read(&mut self.buffer[self.carried..room]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }

    fn split_lines(&mut self, mut bytes: &[u8]) {
        let most = bytes.len() / (CELLS + 1) + 1;
        self.block.puzzles.reserve(most);
        self.block.lines.reserve(most);
        while !bytes.is_empty() {
            self.line += 1;
            if self.line_reader.takes_plain()
                && let Some((puzzle, rest)) = plain::first_line(bytes)
            {
                self.line_reader.saw_plain(self.line);
                self.add(puzzle, Alphabet::Digits);
                bytes = rest;
                continue;
            }
            let end = memchr::memchr(b'\n', bytes).map_or(bytes.len(), |end| end + 1);
            let (line, rest) = bytes.split_at(end);
            bytes = rest;
            match self.simple(line) {
                Some(puzzle) => {
                    self.line_reader.saw_plain(self.line);
                    self.add(puzzle, Alphabet::Digits);
                }
                None => self.read_other(line),
            }
        }
        self.finish_block();
    }

    /// The puzzle of a simple line, unless puzzles here have another size.
    fn simple(&self, line: &[u8]) -> Option<Row> {
        if !self.line_reader.takes_plain() {
            return None;
        }
        let line = match self.line {
            1 => line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line),
            _ => line,
        };
        plain::plain(line).or_else(|| plain::simple(line))
    }

    /// Adds the puzzle of the current line to the block.
    fn add(&mut self, puzzle: Row, alphabet: Alphabet) {
        if self.block.alphabet != alphabet {
            self.finish_block();
            self.block.alphabet = alphabet;
        }
        self.index += 1;
        self.block.puzzles.push(puzzle);
        self.block.lines.push(self.line);
    }

    /// Finishes the block and starts another.
    fn finish_block(&mut self) {
        let next = Block {
            first: self.index + 1,
            ..Block::new(self.file.clone())
        };
        let block = std::mem::replace(&mut self.block, next);
        if !block.puzzles.is_empty() {
            self.ready.push_back(Piece::Block(block));
        }
    }

    /// Reads a line that is not simple; it may be blank.
    fn read_other(&mut self, line: &[u8]) {
        let mut lines = InputLines::numbered(line, &self.file, self.line);
        let piece = match self.line_reader.read(&mut lines) {
            Ok(None) => return,
            Ok(Some(grid)) => {
                if let Some(puzzle) = Row::of(&grid.puzzle) {
                    return self.add(puzzle, grid.alphabet);
                }
                Piece::Record(Box::new(Record {
                    puzzle: grid.puzzle,
                    file: self.file.clone(),
                    line: grid.line,
                    index: self.index + 1,
                    format: Format::Line,
                    alphabet: grid.alphabet,
                    note: grid.note,
                }))
            }
            Err(error) => Piece::Bad(error),
        };
        self.push_part(piece);
    }

    /// Appends a part that is not a block. Malformed lines are numbered, too.
    fn push_part(&mut self, piece: Piece) {
        self.index += 1;
        self.finish_block();
        self.ready.push_back(piece);
    }
}

#[cfg(test)]
mod tests;
