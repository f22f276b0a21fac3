//! One column of a CSV table as a stream of lines, so that line readers read tables as
//! well.
//!
//! Fields may be quoted as in RFC 4180. Each line keeps the line number of its record
//! in the table. Columns in messages about a puzzle count within its field.

use super::error::{InputError, counted, quote};
use super::hint;
use super::line::SEPARATORS;
use super::lines::{BYTE_ORDER_MARK, MAX_LINE};
use csv_core::ReadRecordResult;
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read};
use std::str::FromStr;
use std::sync::Arc;

/// Bytes per read.
const CHUNK: usize = 1 << 16;

/// Possible delimiters; the most frequent one is chosen.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// Maximum number of column names in a message.
const NAMES_SHOWN: usize = 12;

/// Which column holds the puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// The one with this number, from 1.
    Number(usize),
    /// The one with this name in the header.
    Name(String),
}

/// A text that does not name a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected the name of a column, or its number from 1")]
pub struct NoColumn;

/// Reads a table and yields one of its columns, a line for each record.
///
/// A record without a puzzle is an I/O error that carries an [`InputError`]; reading
/// can continue after it.
pub struct ColumnReader<R> {
    input: R,
    file: Arc<str>,
    column: Column,
    parser: Option<csv_core::Reader>,
    /// The column's place, from 0; `None` before the header.
    index: Option<usize>,
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

/// A record under construction.
#[derive(Default)]
struct TableRow {
    fields: Vec<u8>,
    ends: Vec<usize>,
    bytes: usize,
    count: usize,
    /// The line it starts on.
    line: u64,
    is_open: bool,
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Column::Number(number) => number.fmt(f),
            Column::Name(name) => f.write_str(name),
        }
    }
}

impl FromStr for Column {
    type Err = NoColumn;

    fn from_str(text: &str) -> Result<Column, NoColumn> {
        match text.parse() {
            Ok(0) => Err(NoColumn),
            Ok(number) => Ok(Column::Number(number)),
            Err(_) if text.trim().is_empty() => Err(NoColumn),
            Err(_) => Ok(Column::Name(text.trim().to_owned())),
        }
    }
}

impl TableRow {
    /// Adds a line; returns whether the record is complete.
    fn take(&mut self, parser: &mut csv_core::Reader, mut line: &[u8]) -> bool {
        // Fields are no longer than their text, and no more numerous than its bytes.
        self.fields.resize(self.bytes + line.len() + 1, 0);
        self.ends.resize(self.count + line.len() + 1, 0);
        loop {
            let (fields, ends) = (&mut self.fields[self.bytes..], &mut self.ends[self.count..]);
            let (result, read, written, ended) = parser.read_record(line, fields, ends);
            self.bytes += written;
            self.count += ended;
            line = &line[read..];
            match result {
                ReadRecordResult::Record | ReadRecordResult::End => return true,
                ReadRecordResult::InputEmpty if line.is_empty() => return false,
                _ => {}
            }
        }
    }

    fn field(&self, index: usize) -> Option<&[u8]> {
        let start = match index {
            0 => 0,
            _ => *self.ends[..self.count].get(index - 1)?,
        };
        let end = *self.ends[..self.count].get(index)?;
        Some(self.fields[start..end].trim_ascii())
    }

    fn name(&self, index: usize) -> Option<String> {
        let text = String::from_utf8_lossy(self.field(index)?);
        Some(text.trim_start_matches('\u{feff}').to_owned())
    }
}

impl<R: Read> ColumnReader<R> {
    /// Reads this column of `input`, called `file` in messages.
    pub fn new(input: R, file: &str, column: Column) -> ColumnReader<R> {
        ColumnReader {
            input,
            file: file.into(),
            column,
            parser: None,
            index: None,
            carry: Vec::new(),
            read: 0,
            emitted: 0,
            record: TableRow::default(),
            ready: VecDeque::new(),
            ended: false,
            failed: false,
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
        if self.carry.len() > MAX_LINE || self.record.bytes > MAX_LINE {
            self.too_long();
        } else if self.ended && self.record.is_open {
            let found = "the end of the input inside a quoted field".into();
            let error = self.error(self.record.line, found, "a second quote".into());
            self.ready.push_back(Err(error));
        } else if self.ended && self.index.is_none() && !self.failed {
            let expected = "a table with puzzles in one of its columns".into();
            let error = self.error(self.read.max(1), "an empty table".into(), expected);
            self.ready.push_back(Err(error));
        }
        Ok(())
    }

    /// Gives up on a record that does not fit in memory.
    fn too_long(&mut self) {
        let line = match self.record.is_open {
            true => self.record.line,
            false => self.read + 1,
        };
        let found = format!("a record of more than {} MiB", MAX_LINE >> 20);
        let expected = "a table of puzzles: is a quote not closed?".into();
        self.ready.push_back(Err(self.error(line, found, expected)));
        self.carry.clear();
        self.failed = true;
    }

    fn line(&mut self, line: &[u8]) {
        self.read += 1;
        if self.failed {
            return;
        }
        if !self.record.is_open {
            let text = match self.read {
                1 => line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line),
                _ => line,
            };
            let text = text.trim_ascii();
            if text.is_empty() || text.starts_with(b"#") {
                return;
            }
            self.record.line = self.read;
            (self.record.bytes, self.record.count) = (0, 0);
        }
        let parser = self.parser.get_or_insert_with(|| {
            let mut builder = csv_core::ReaderBuilder::new();
            builder
                .terminator(csv_core::Terminator::Any(b'\n'))
                .delimiter(delimiter(line))
                .build()
        });
        self.record.is_open = !self.record.take(parser, line);
        if !self.record.is_open {
            match self.value() {
                Ok(None) => {}
                Ok(Some(value)) => self.emit(&value),
                Err(error) => {
                    // Without the column, nothing in the table can be read.
                    self.failed = self.index.is_none();
                    self.ready.push_back(Err(error));
                }
            }
        }
    }

    /// The puzzle of the record; `None` for the header.
    fn value(&mut self) -> Result<Option<Vec<u8>>, InputError> {
        let Some(index) = self.index else {
            let (index, is_header) = self.find()?;
            self.index = Some(index);
            return match is_header {
                true => Ok(None),
                false => self.value(),
            };
        };
        let line = self.record.line;
        let Some(field) = self.record.field(index) else {
            let found = format!("a record of {}", counted(self.record.count as u64, "field"));
            let expected = format!("a puzzle in field {}", index + 1);
            return Err(self.error(line, found, expected));
        };
        if field.is_empty() {
            let found = format!("an empty field {}", index + 1);
            return Err(self.error(line, found, "a puzzle".into()));
        }
        // On a line of its own, the rest of such a field would become a note.
        let text = String::from_utf8_lossy(field);
        if let Some(separator) = text.chars().find(|c| SEPARATORS.contains(c)) {
            let found = format!("'{}' in field {}", separator.escape_debug(), index + 1);
            return Err(self.error(line, found, "a puzzle and nothing else".into()));
        }
        Ok(Some(joined(field)))
    }

    /// The index of the column, and whether the record is a header.
    fn find(&self) -> Result<(usize, bool), InputError> {
        let names = (0..self.record.count).filter_map(|index| self.record.name(index));
        let names: Vec<String> = names.collect();
        let line = self.record.line;
        match &self.column {
            Column::Number(number) => {
                let first = names.get(number - 1);
                let is_name = |name: &String| {
                    name.starts_with(|c: char| c.is_alphabetic()) && !hint::is_puzzle(name)
                };
                Ok((number - 1, first.is_some_and(is_name)))
            }
            Column::Name(name) => {
                let same = |other: &&String| other.eq_ignore_ascii_case(name);
                let mut places = names.iter().enumerate().filter(|(_, other)| same(other));
                match (places.next(), places.next()) {
                    (Some((place, _)), None) => Ok((place, true)),
                    (Some(_), Some(_)) => {
                        let found = format!("two columns called {}", quote(name));
                        Err(self.error(line, found, "one; --column takes a number, too".into()))
                    }
                    (None, _) => {
                        let shown: Vec<String> = names
                            .iter()
                            .take(NAMES_SHOWN)
                            .map(|name| quote(name))
                            .collect();
                        let found = format!("a header with {}", shown.join(", "));
                        let expected = format!("a column called {}", quote(name));
                        Err(self.error(line, found, expected))
                    }
                }
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

/// The most frequent delimiter of a line.
fn delimiter(line: &[u8]) -> u8 {
    let mut quoted = false;
    let mut counts = [0; DELIMITERS.len()];
    for byte in line {
        quoted ^= *byte == b'"';
        if let Some(k) = DELIMITERS.iter().position(|d| !quoted && d == byte) {
            counts[k] += 1;
        }
    }
    let most = (0..counts.len()).rev().max_by_key(|k| counts[*k]);
    DELIMITERS[most.unwrap_or(0)]
}

/// The rows of a field as one line.
fn joined(field: &[u8]) -> Vec<u8> {
    if memchr::memchr2(b'\n', b'\r', field).is_none() {
        return field.to_owned();
    }
    let rows: Vec<&[u8]> = field
        .split(|byte| matches!(byte, b'\n' | b'\r'))
        .map(<[u8]>::trim_ascii)
        .filter(|row| !row.is_empty())
        .collect();
    let split = rows
        .iter()
        .any(|row| row.iter().any(u8::is_ascii_whitespace));
    rows.join(if split { &b" "[..] } else { b"" })
}

#[cfg(test)]
mod tests;
