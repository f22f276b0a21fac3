//! Lists of puzzles at full speed: what holds a 9×9 puzzle in a simple form is collected in
//! blocks without being parsed, and [`PuzzleReader`] reads everything else.
//!
//! A line is simple if it starts with 81 characters ([`plain`](super::plain)). A grid of any
//! other format is simple if the text around its cells is that of the grid before
//! ([`Stencil`]). Only what has arrived is collected, so that no puzzle of a block waits for
//! input.

use super::comments;
use super::error::InputError;
use super::lines::{InputLines, InputProgress};
use super::plain;
use super::stencil::{CellBytes, LONGEST, Stencil};
use super::{Alphabet, Format, PuzzleReader, ReadOptions, Record, Source};
use crate::grid::Geometry;
use crate::grid::row::{CELLS, Row};
use std::collections::VecDeque;
use std::io::Read;
use std::sync::Arc;

/// Consecutive 9×9 puzzles of a list.
#[derive(Clone, Debug)]
pub struct Block {
    puzzles: Vec<Row>,
    /// The format they were written in.
    pub format: Format,
    /// How they were written: digits, or numbers with spaces.
    pub alphabet: Alphabet,
    /// The number of each line, from 1.
    lines: Vec<u64>,
    /// The number of the first puzzle, from 1.
    first: u64,
    file: Arc<str>,
}

/// A part of a list of puzzles.
#[derive(Debug)]
pub enum Piece {
    /// 9×9 puzzles.
    Block(Block),
    /// A puzzle of any other size, or in letters.
    Record(Box<Record>),
    /// A malformed puzzle. Reading can continue after it.
    Bad(InputError),
}

/// Reads a list of puzzles in blocks.
pub struct BlockReader<'a> {
    reader: PuzzleReader<'a>,
    collected: Collected,
    /// The error after everything that was collected.
    failure: Option<InputError>,
    /// The text of the last grid, what the bytes in its cells mean, and its format.
    grids: Option<(Stencil, CellBytes, Format)>,
    keeps_notes: bool,
}

/// Parts that were not taken yet.
struct Collected {
    ready: VecDeque<Piece>,
    /// The puzzles after everything in `ready`.
    block: Block,
}

impl Block {
    fn new(file: Arc<str>) -> Block {
        Block {
            puzzles: Vec::new(),
            format: Format::Line,
            alphabet: Alphabet::Digits,
            lines: Vec::new(),
            first: 1,
            file,
        }
    }

    /// The puzzles.
    pub fn puzzles(&self) -> &[Row] {
        &self.puzzles
    }

    /// One of the puzzles, by its index in the block, as a record.
    ///
    /// # Panics
    /// If there is no such puzzle.
    pub fn record(&self, puzzle: usize) -> Record {
        let (line, index) = self.place(puzzle);
        Record {
            puzzle: self.puzzles[puzzle].to_puzzle(),
            file: self.file.clone(),
            line,
            index,
            format: self.format,
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
    ///
    /// # Panics
    /// If the block has no puzzle with this index.
    pub fn place(&self, puzzle: usize) -> (u64, u64) {
        (self.lines[puzzle], self.first + puzzle as u64)
    }

    /// Takes the puzzles beyond the first `count`, if there are any, into another block.
    pub fn split_off(&mut self, count: usize) -> Option<Block> {
        (self.puzzles.len() > count).then(|| Block {
            puzzles: self.puzzles.split_off(count),
            lines: self.lines.split_off(count),
            first: self.first + count as u64,
            file: self.file.clone(),
            ..*self
        })
    }

    /// Drops the first `count` puzzles.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn skip(&mut self, count: usize) {
        self.puzzles.drain(..count);
        self.lines.drain(..count);
        self.first += count as u64;
    }
}

impl Piece {
    /// Has the solutions of 9×9 and smaller grids written in digits, also where the puzzles
    /// are numbers with spaces.
    pub fn write_digits(&mut self) {
        match self {
            Piece::Block(block) => block.alphabet = Alphabet::Digits,
            Piece::Record(record) => record.write_digits(),
            Piece::Bad(_) => {}
        }
    }
}

impl Collected {
    /// Adds the puzzle that has this number and starts on this line.
    fn add(&mut self, puzzle: Row, line: u64, index: u64, written: (Format, Alphabet)) {
        if (self.block.format, self.block.alphabet) != written {
            self.finish_block();
            (self.block.format, self.block.alphabet) = written;
        }
        if self.block.puzzles.is_empty() {
            self.block.first = index;
        }
        self.block.puzzles.push(puzzle);
        self.block.lines.push(line);
    }

    /// Appends a part that is not a block.
    fn push(&mut self, piece: Piece) {
        self.finish_block();
        self.ready.push_back(piece);
    }

    /// Finishes the block and starts another.
    fn finish_block(&mut self) {
        if let Some(block) = self.block.split_off(0) {
            self.ready.push_back(Piece::Block(block));
        }
    }
}

impl<'a> BlockReader<'a> {
    /// Reads `input`, called `file` in messages.
    pub fn new(input: impl Read + 'a, file: &str, options: ReadOptions) -> BlockReader<'a> {
        let lines = InputLines::new(input, file);
        BlockReader {
            collected: Collected {
                ready: VecDeque::new(),
                block: Block::new(lines.file()),
            },
            reader: PuzzleReader::of(lines, options),
            failure: None,
            grids: None,
            keeps_notes: false,
        }
    }

    /// Reads all puzzles as records with their notes, which blocks do not have.
    #[must_use]
    pub fn keeping_notes(self) -> Self {
        BlockReader {
            keeps_notes: true,
            ..self
        }
    }

    /// How far the input was read.
    pub fn progress(&self) -> InputProgress {
        self.reader.reading.lines.progress()
    }

    /// The next part; `None` at the end. A block holds what is here without waiting for more
    /// input, which is at most what one read has returned: of a pipe it may be a single puzzle.
    ///
    /// # Errors
    /// A mistake after which nothing can be read.
    pub fn take(&mut self) -> Result<Option<Piece>, InputError> {
        loop {
            if let Some(piece) = self.collected.ready.pop_front() {
                return Ok(Some(piece));
            }
            if let Some(error) = self.failure.take() {
                return Err(error);
            }
            self.collect();
            let is_waiting = !self.collected.block.puzzles.is_empty() && !self.has_line();
            if is_waiting || !self.read_one() {
                self.collected.finish_block();
                if self.collected.ready.is_empty() && self.failure.is_none() {
                    return Ok(None);
                }
            }
        }
    }

    /// Whether the next line is here and is a puzzle of its own.
    fn has_line(&self) -> bool {
        let is_of_lines = matches!(self.reader.source, Some(Source::Line(_)));
        is_of_lines && memchr::memchr(b'\n', self.reader.reading.lines.arrived()).is_some()
    }

    /// Adds the simple puzzles that are here to the block.
    fn collect(&mut self) {
        if self.keeps_notes {
            return;
        }
        let ReadOptions {
            geometry, alphabet, ..
        } = self.reader.options;
        let is_classic = geometry.is_none_or(|shape| shape == Geometry::CLASSIC);
        if !is_classic || alphabet.is_some_and(|named| named != Alphabet::Digits) {
            return;
        }
        match &self.reader.source {
            Some(Source::Line(_)) => self.collect_lines(),
            Some(_) => self.collect_grids(),
            None => {}
        }
    }

    fn collect_lines(&mut self) {
        let (reading, collected) = (&mut self.reader.reading, &mut self.collected);
        let Some(Source::Line(reader)) = &mut self.reader.source else {
            return;
        };
        let is_named = self.reader.options.alphabet.is_some();
        let arrived = reading.lines.arrived();
        let most = arrived.len() / (CELLS + 1);
        collected.block.puzzles.reserve(most);
        collected.block.lines.reserve(most);
        let before = reading.lines.taken();
        let (mut rest, mut line) = (arrived, before);
        while reader.takes_plain()
            && let Some((puzzle, alphabet, behind)) = simple_line(rest)
            && (is_named || !puzzle.is_some_and(|puzzle| puzzle.has_doubtful_zeros()))
            && !(is_named && alphabet == Alphabet::Numbers)
        {
            (rest, line) = (behind, line + 1);
            if let Some(puzzle) = puzzle {
                reader.saw_plain(line);
                reading.index += 1;
                let written = (Format::Line, alphabet);
                collected.add(puzzle, line, reading.index, written);
            }
        }
        let bytes = arrived.len() - rest.len();
        reading.lines.take_arrived(line - before, bytes);
    }

    fn collect_grids(&mut self) {
        let (reading, collected) = (&mut self.reader.reading, &mut self.collected);
        let is_named = self.reader.options.alphabet.is_some();
        let (Some((stencil, cells, format)), Some(source)) = (&self.grids, &mut self.reader.source)
        else {
            return;
        };
        loop {
            let arrived = reading.lines.arrived();
            let (skipped, rest) = after_blank_lines(arrived);
            let Some(puzzle) = stencil.read(rest, cells) else {
                return;
            };
            if !is_named && puzzle.has_doubtful_zeros() {
                return;
            }
            if let Source::Poj(reader) = source
                && !reader.sees_another()
            {
                return;
            }
            let bytes = arrived.len() - rest.len() + stencil.length();
            let row = reading.lines.taken() + skipped + stencil.lines_before_row() + 1;
            reading.lines.take_arrived(skipped + stencil.lines(), bytes);
            reading.index += 1;
            // How digits are written does not depend on their values.
            let written = (*format, Alphabet::Digits);
            collected.add(puzzle, row, reading.index, written);
        }
    }

    /// Has the next puzzle parsed, and waits for it if necessary; `false` at the end.
    fn read_one(&mut self) -> bool {
        let lines = &self.reader.reading.lines;
        let before = lines.taken();
        let text = match self.reader.source {
            Some(Source::Line(_)) | None => Vec::new(),
            Some(_) => lines.arrived().iter().copied().take(LONGEST).collect(),
        };
        match self.reader.next() {
            None => return false,
            Some(Ok(record)) => match Row::of(&record.puzzle) {
                Some(puzzle) if is_in_digits(record.alphabet) && !self.keeps_notes => {
                    let taken = self.reader.reading.lines.taken() - before;
                    self.remember(&text, taken, &puzzle);
                    let written = (record.format, record.alphabet);
                    let (line, index) = (record.line, record.index);
                    self.collected.add(puzzle, line, index, written);
                }
                _ => self.collected.push(Piece::Record(Box::new(record))),
            },
            Some(Err(error)) if self.reader.go_on() => self.collected.push(Piece::Bad(error)),
            Some(Err(error)) => {
                self.collected.finish_block();
                self.failure = Some(error);
            }
        }
        true
    }

    /// Remembers the text of a grid, the first `lines` lines of this one.
    fn remember(&mut self, text: &[u8], lines: u64, puzzle: &Row) {
        let Some(source) = &self.reader.source else {
            return;
        };
        let mut ends = memchr::memchr_iter(b'\n', text);
        let end = ends.nth((lines as usize).saturating_sub(1));
        let (_, text) = after_blank_lines(&text[..end.map_or(0, |end| end + 1)]);
        let cells = CellBytes::of(source.style());
        if let Some(stencil) = Stencil::of(text, puzzle, &cells) {
            self.grids = Some((stencil, cells, source.format()));
        }
    }
}

/// Whether the solutions of blocks can be written in this alphabet.
fn is_in_digits(alphabet: Alphabet) -> bool {
    alphabet.is_usual()
}

/// The puzzle of the first line, none if it is to be skipped, how it is written, and what follows
/// the line. `None` if the line has not ended or is not simple.
fn simple_line(bytes: &[u8]) -> Option<(Option<Row>, Alphabet, &[u8])> {
    if let Some((puzzle, rest)) = plain::first_line(bytes) {
        return Some((Some(puzzle), Alphabet::Digits, rest));
    }
    let (line, rest) = bytes.split_at(memchr::memchr(b'\n', bytes)? + 1);
    if let Some(puzzle) = plain::plain(line).or_else(|| plain::simple(line)) {
        return Some((Some(puzzle), Alphabet::Digits, rest));
    }
    let spaced = plain::spaced(line);
    (spaced.is_some() || is_blank(line)).then_some((spaced, Alphabet::Numbers, rest))
}

/// How many lines at the start are to be skipped, and what follows them.
fn after_blank_lines(mut bytes: &[u8]) -> (u64, &[u8]) {
    let mut lines = 0;
    while let Some(end) = memchr::memchr(b'\n', bytes)
        && is_blank(&bytes[..end])
    {
        bytes = &bytes[end + 1..];
        lines += 1;
    }
    (lines, bytes)
}

/// Whether a line is blank, a comment or a title. A title that begins a section is not among them:
/// it says what the lines after it are.
fn is_blank(line: &[u8]) -> bool {
    let text = std::str::from_utf8(line).unwrap_or("text").trim();
    let is_title = || comments::is_title(text) && comments::section(text).is_none();
    text.is_empty() || (comments::is_comment(text) || is_title()) && !text.contains('\0')
}

#[cfg(test)]
mod tests;
