//! One column of a CSV table as a stream of lines, so that line readers read tables as
//! well.
//!
//! Fields may be quoted as in RFC 4180. Each line keeps the line number of its record in the
//! table, and the columns of its characters unless the field takes several lines: blanks
//! stand for what is before the field.

mod first_record;
mod name;
mod row;
mod value;

use super::error::InputError;
use super::header;
use super::line_ends::LineEnds;
use super::lines::{BYTE_ORDER_MARK, MAX_LINE};
use super::not_text;
use first_record::FirstRecord;
pub use name::{Column, NoColumn};
use row::TableRow;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;

/// Bytes per read.
const CHUNK: usize = 1 << 16;

/// Maximum number of lines that are read again as records of their own.
const MOST_REREAD: usize = 10_000;

/// Maximum number of lines of a quoted field. The drawn rows of any grid are fewer.
const MOST_LINES: usize = 1 << 16;

/// Takes notes for the user.
type Tell = Box<dyn FnMut(&str) + Send>;

/// Reads a table and yields one of its columns, a line for each record.
///
/// A record without a puzzle is an I/O error that carries an [`InputError`]; reading
/// can continue after it.
pub struct ColumnReader<R> {
    input: LineEnds<R>,
    file: Arc<str>,
    column: Column,
    parser: Option<csv_core::Reader>,
    delimiter: u8,
    /// Fields of the first record.
    width: Option<usize>,
    /// The lines of a record with a quoted field that is still open.
    open: Vec<Vec<u8>>,
    /// Lines that turned out to be records of their own, and their numbers.
    again: VecDeque<(u64, Vec<u8>)>,
    /// How many of these there were.
    reread: usize,
    /// Whether fields have to end on their lines: one has not ended at all, or too many lines
    /// had to be read again.
    is_strict: bool,
    /// The column's place and the header; `None` before the first record.
    first: Option<FirstRecord>,
    /// Whether there was a record beside the header.
    has_record: bool,
    /// Is told which line was taken for a header without being asked for by name.
    on_header: Option<Tell>,
    /// The start of a line whose end has not been read.
    carry: Vec<u8>,
    /// Lines read and lines yielded.
    read: u64,
    emitted: u64,
    record: TableRow,
    ready: VecDeque<Result<io::Cursor<Vec<u8>>, InputError>>,
    ended: bool,
    /// The rest cannot be read.
    failed: bool,
}

impl<R: Read> ColumnReader<R> {
    /// Reads this column of `input`, called `file` in messages.
    pub fn new(input: R, file: &str, column: Column) -> ColumnReader<R> {
        ColumnReader {
            input: LineEnds::new(input),
            file: file.into(),
            column,
            parser: None,
            delimiter: b',',
            width: None,
            open: Vec::new(),
            again: VecDeque::new(),
            reread: 0,
            is_strict: false,
            first: None,
            has_record: false,
            on_header: None,
            carry: Vec::new(),
            read: 0,
            emitted: 0,
            record: TableRow::default(),
            ready: VecDeque::new(),
            ended: false,
            failed: false,
        }
    }

    /// Passes on a note if the first record is taken for a header although the column has no
    /// name, unless it is certain.
    pub fn on_header(self, tell: impl FnMut(&str) + Send + 'static) -> ColumnReader<R> {
        ColumnReader {
            on_header: Some(Box::new(tell)),
            ..self
        }
    }

    fn fetch(&mut self) -> io::Result<()> {
        let old = self.carry.len();
        self.carry.resize(old + CHUNK, 0);
        let read = self.input.read(&mut self.carry[old..]);
        let count = *read.as_ref().unwrap_or(&0);
        self.carry.truncate(old + count);
        self.ended = read? == 0;
        let mut bytes = std::mem::take(&mut self.carry);
        if self.ended && bytes.last().is_some_and(|last| *last != b'\n') {
            bytes.push(b'\n');
        }
        let mut start = 0;
        while let Some(length) = memchr::memchr(b'\n', &bytes[start..]) {
            self.line(&bytes[start..=start + length]);
            start += length + 1;
        }
        self.carry = bytes.split_off(start);
        let is_large = self.record.len() > MAX_LINE || self.open.len() > MOST_LINES;
        let is_endless = self.record.is_open() && (self.ended || is_large);
        if self.carry.len() > MAX_LINE {
            self.too_long();
        } else if is_endless {
            let found = match self.ended {
                true => "the end of the input inside a quoted field".into(),
                false if self.open.len() > MOST_LINES => {
                    format!("a quoted field of more than {MOST_LINES} lines")
                }
                false => format!("a quoted field of more than {} MiB", MAX_LINE >> 20),
            };
            self.is_strict = true;
            self.not_closed(found);
            self.lines_again();
        }
        if self.ended && !self.has_record && !self.failed {
            let (found, expected) = match self.first {
                None => (
                    "an empty table",
                    "a table with puzzles in one of its columns",
                ),
                Some(_) => (header::ALONE, header::PUZZLE_BELOW),
            };
            let error = self.error(self.read.max(1), found.into(), expected.into());
            self.ready.push_back(Err(error));
        }
        Ok(())
    }

    /// Gives up on a line that does not fit in memory.
    fn too_long(&mut self) {
        let found = format!("a record of more than {} MiB", MAX_LINE >> 20);
        let expected = "a table of puzzles".into();
        self.ready
            .push_back(Err(self.error(self.read + 1, found, expected)));
        self.carry.clear();
        self.failed = true;
    }

    /// Reports a quoted field that does not end where it should: what follows its first line
    /// is read as records.
    fn not_closed(&mut self, found: String) {
        let line = self.record.line;
        let place = (line, Some(self.record.open_column()));
        let expected = "a second quote at the end of the field".into();
        let error = InputError::syntax(&self.file, place, found, expected);
        self.ready.push_back(Err(error));
        self.reread += self.open.len();
        // Reading all lines again for each of many such fields would take forever.
        self.is_strict |= self.reread > MOST_REREAD;
        let lines = std::mem::take(&mut self.open).into_iter().skip(1);
        let numbered: Vec<_> = (line + 1..).zip(lines).collect();
        for line in numbered.into_iter().rev() {
            self.again.push_front(line);
        }
        self.record.close();
        if let Some(parser) = &mut self.parser {
            parser.reset();
        }
    }

    fn line(&mut self, line: &[u8]) {
        self.read += 1;
        self.numbered_line(self.read, line);
        self.lines_again();
    }

    fn lines_again(&mut self) {
        while let Some((number, line)) = self.again.pop_front() {
            self.numbered_line(number, &line);
        }
    }

    fn numbered_line(&mut self, number: u64, line: &[u8]) {
        if self.failed {
            return;
        }
        if number == 1
            && let Some((found, expected)) = not_text::known(line)
        {
            let error = self.error(number, found.into(), expected);
            self.ready.push_back(Err(error));
            self.failed = true;
            return;
        }
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        if !self.record.is_open() {
            let text = line.trim_ascii();
            let fields = line.trim_ascii_start(); // a tab at the end is a separator
            if text.is_empty() || text.starts_with(b"#") && self.is_comment(fields) {
                return;
            }
            if self.parser.is_none()
                && let Some(delimiter) = row::named_delimiter(text)
            {
                self.delimiter = delimiter;
                self.parser = Some(row::parser(delimiter));
                return;
            }
            self.record.begin(number);
        }
        let parser = self.parser.get_or_insert_with(|| {
            self.delimiter = row::delimiter(line);
            row::parser(self.delimiter)
        });
        if !self.record.is_open() && memchr::memchr(b'"', line).is_none() {
            self.record.take_plain(self.delimiter, line);
            self.finish();
            return;
        }
        let is_complete = self.record.take(parser, line);
        if !is_complete || !self.open.is_empty() {
            self.open.push(line.to_owned());
        }
        if is_complete && self.is_one_record() {
            self.open.clear();
            self.finish();
        } else if is_complete || self.is_strict {
            self.not_closed("a quoted field that runs into the next line".into());
        }
    }

    /// Whether a line that begins with `#` is a comment. With a separator it is a record, if
    /// there are several columns; before the first one, only if it has what is looked for.
    fn is_comment(&self, line: &[u8]) -> bool {
        if self.first.is_some() {
            return self.width == Some(1) || row::width(line, self.delimiter) == 1;
        }
        let delimiter = match self.parser {
            Some(_) => self.delimiter,
            None => row::delimiter(line),
        };
        let fields: Vec<String> = row::plain_fields(line, delimiter).collect();
        fields.len() == 1 || !FirstRecord::may_be(&self.column, &fields)
    }

    /// Whether the lines of a record belong together: not if each has a puzzle in the column,
    /// or if they do not make a record where they are joined.
    fn is_one_record(&self) -> bool {
        let (Some(last), Some(width)) = (self.open.last(), self.width) else {
            return true;
        };
        let is_row = |line: &Vec<u8>| match &self.first {
            Some(first) => row::has_puzzle(line, self.delimiter, first.index),
            None => row::width(line, self.delimiter) == width,
        };
        let are_rows = width > 1 && self.open.iter().all(is_row);
        self.record.width() >= width && row::ends_field(last, self.delimiter) && !are_rows
    }

    /// Passes on the puzzle of a complete record.
    fn finish(&mut self) {
        self.width.get_or_insert(self.record.width());
        match self.value() {
            Ok(None) => {}
            Ok(Some(value)) => self.emit(&value),
            Err(error) => {
                // Without the column, nothing in the table can be read.
                self.failed = self.first.is_none();
                self.ready.push_back(Err(error));
            }
        }
    }

    /// Yields a line with the number of the record.
    fn emit(&mut self, value: &[u8]) {
        let gap = self.record.line - self.emitted - 1;
        if !matches!(self.ready.back(), Some(Ok(_))) {
            self.ready.push_back(Ok(io::Cursor::default()));
        }
        if let Some(Ok(lines)) = self.ready.back_mut() {
            let lines = lines.get_mut();
            lines.extend(std::iter::repeat_n(b'\n', gap as usize));
            lines.extend_from_slice(value);
            lines.push(b'\n');
        }
        self.emitted = self.record.line;
    }

    fn error(&self, line: u64, found: String, expected: String) -> InputError {
        InputError::syntax(&self.file, (line, None), found, expected)
    }
}

impl<R: Read> Read for ColumnReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.ready.pop_front() {
                Some(Ok(mut lines)) => {
                    let count = lines.read(buffer)?;
                    if (lines.position() as usize) < lines.get_ref().len() {
                        self.ready.push_front(Ok(lines));
                    }
                    return Ok(count);
                }
                Some(Err(error)) => return Err(io::Error::other(error)),
                None if self.ended || self.failed => return Ok(0),
                None => self.fetch()?,
            }
        }
    }
}

#[cfg(test)]
mod tests;
