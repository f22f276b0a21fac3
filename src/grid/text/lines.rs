//! Numbered lines, with as much lookahead as a format needs.

mod ahead;
mod array_line;
mod skipped_section;

use super::advice::{Advice, Setting};
use super::error::{InputError, quote};
use super::line_ends::LineEnds;
use super::not_text;
use super::words::{Line, Token};
use ahead::Ahead;
use array_line::ArrayLine;
use skipped_section::SkippedSection;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

/// Longest line in bytes. A 1024×1024 grid written as one line of numbers fits.
pub const MAX_LINE: usize = 16 << 20;

/// Bytes per read.
const CHUNK: usize = 1 << 17;

/// The end of a text file for DOS.
const CTRL_Z: &[u8] = b"\x1a";

/// The byte order mark, with which UTF-8 files may start, even after they were joined.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The lines of one input.
pub struct InputLines<'a> {
    input: BufReader<LineEnds<Box<dyn Read + 'a>>>,
    file: Arc<str>,
    ahead: Ahead,
    read: u64,
    /// Bytes of the lines that were read.
    bytes: u64,
    recovery: Recovery,
    /// The rest of a line that is too long comes next.
    is_inside_line: bool,
    /// Whether an array on a line that is too long comes in parts.
    has_parts: bool,
    /// The array whose parts come next, if its line is too long.
    array: ArrayLine,
    skipped: SkippedSection,
}

/// How far an input was read, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InputProgress {
    /// Bytes of the lines that were read.
    pub read: u64,
    /// Bytes of these lines and of what has arrived of the next ones.
    pub arrived: u64,
}

/// How to find the next puzzle if the current one turns out malformed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Recovery {
    /// It starts on the next line.
    #[default]
    NextLine,
    /// Skip this many rows, fewer if a blank line or a title comes first.
    SkipRows(usize),
    /// Skip everything up to a blank line or a title.
    SkipToBlankLine,
    /// Skip everything before a line that starts like this.
    SkipTo(&'static str),
}

impl<'a> InputLines<'a> {
    /// The lines of `input`, which messages call `file`.
    pub fn new(input: impl Read + 'a, file: &str) -> InputLines<'a> {
        InputLines::in_chunks(CHUNK, Box::new(input), file)
    }

    /// The lines of a text. For a single puzzle, a buffer for whole files would take longer than
    /// its digits.
    pub fn of_text(text: &'a [u8], file: &str) -> InputLines<'a> {
        // Behind the last byte, the end of the text has to be seen.
        let chunk = CHUNK.min(text.len() + 1);
        InputLines::in_chunks(chunk, Box::new(text), file)
    }

    fn in_chunks(chunk: usize, input: Box<dyn Read + 'a>, file: &str) -> InputLines<'a> {
        InputLines {
            input: BufReader::with_capacity(chunk, LineEnds::new(input)),
            file: file.into(),
            ahead: Ahead::default(),
            read: 0,
            bytes: 0,
            recovery: Recovery::NextLine,
            is_inside_line: false,
            has_parts: false,
            array: ArrayLine::default(),
            skipped: SkippedSection::default(),
        }
    }

    /// From now on, an array of JSON on a line that is too long comes in parts.
    #[must_use]
    pub fn with_parts_of_arrays(mut self) -> InputLines<'a> {
        self.has_parts = true;
        self
    }

    /// The name of the input.
    pub fn file(&self) -> Arc<str> {
        self.file.clone()
    }

    /// Lines that were taken.
    pub fn taken(&self) -> u64 {
        self.read - self.ahead.len() as u64
    }

    /// How far the input was read.
    pub fn progress(&self) -> InputProgress {
        InputProgress {
            read: self.bytes,
            arrived: self.bytes + self.input.buffer().len() as u64,
        }
    }

    /// The bytes after the lines that were taken, as far as they are here: nothing is read.
    /// None if lines are ahead, or some are to be skipped.
    pub fn arrived(&self) -> &[u8] {
        let is_inside = self.is_inside_line || self.skipped.is_open() || self.array.is_open();
        let is_at_line = self.ahead.is_empty() && !is_inside;
        match is_at_line && self.recovery == Recovery::NextLine {
            true => self.input.buffer(),
            false => &[],
        }
    }

    /// Takes this many lines of those that have arrived, which are this many bytes.
    pub fn take_arrived(&mut self, lines: u64, bytes: usize) {
        self.input.consume(bytes);
        self.read += lines;
        self.bytes += bytes as u64;
    }

    /// The line `distance` ahead, 0 for the next one; `None` after the end. Lines that would take
    /// too much memory are an error, and are skipped.
    pub fn peek(&mut self, distance: usize) -> Result<Option<&Line>, InputError> {
        while self.ahead.len() <= distance {
            if self.ahead.is_too_long() {
                return Err(self.too_far_ahead());
            }
            match self.fetch()? {
                Some(line) => self.ahead.push(line),
                None => return Ok(None),
            }
        }
        Ok(self.ahead.get(distance))
    }

    fn too_far_ahead(&mut self) -> InputError {
        let first = self.taken() + 1;
        self.ahead = Ahead::default();
        let found = format!("lines up to {} without an end of the puzzle", self.read);
        let expected = "a puzzle, and another one or the end of the input".into();
        InputError::syntax(&self.file, (first, None), found, expected)
    }

    /// Takes the next line.
    pub fn take(&mut self) -> Result<Option<Line>, InputError> {
        match self.ahead.take() {
            Some(line) => Ok(Some(line)),
            None => self.fetch(),
        }
    }

    /// Takes the next line that is neither blank nor a comment.
    pub fn take_content(&mut self) -> Result<Option<Line>, InputError> {
        self.skip_to_content()?;
        self.take()
    }

    /// Skips blank lines and comments.
    pub fn skip_to_content(&mut self) -> Result<(), InputError> {
        while let Some(line) = self.peek(0)? {
            if !line.is_blank() && !line.is_comment() {
                break;
            }
            self.take()?;
        }
        Ok(())
    }

    /// Sets what to skip if the puzzle that is being read turns out malformed.
    pub fn set_recovery(&mut self, recovery: Recovery) {
        self.recovery = recovery;
    }

    /// Skips the remains of a malformed puzzle.
    pub fn recover(&mut self) -> Result<(), InputError> {
        while self.recovery != Recovery::NextLine {
            let recovery = std::mem::take(&mut self.recovery);
            let Some(line) = self.peek(0)? else {
                break;
            };
            let starts = |start: &str| line.text.trim_start().starts_with(start);
            self.recovery = match recovery {
                Recovery::SkipTo(start) if starts(start) => return Ok(()),
                Recovery::SkipTo(_) => recovery,
                _ if line.is_blank() || line.is_title() => Recovery::NextLine,
                Recovery::SkipRows(0) => return Ok(()),
                Recovery::SkipRows(rows) if !line.is_comment() => Recovery::SkipRows(rows - 1),
                _ => recovery,
            };
            self.take()?;
        }
        Ok(())
    }

    /// An error at a column of a line.
    pub fn error(&self, line: &Line, column: usize, found: String, expected: String) -> InputError {
        let place = (line.number, Some(column));
        InputError::syntax(&self.file, place, found, expected)
    }

    /// An error about a word that should be something else.
    pub fn unexpected(&self, line: &Line, token: Token<'_>, expected: String) -> InputError {
        self.error(line, token.column, quote(token.text), expected)
    }

    /// An error about the last line that was read.
    pub fn error_at_end(&self, found: String, expected: String) -> InputError {
        InputError::syntax(&self.file, (self.read.max(1), None), found, expected)
    }

    /// An error about an input that ends too early, after this many rows or puzzles.
    pub fn ended_after(&self, what: String, expected: String) -> InputError {
        self.error_at_end(format!("the end of the input after {what}"), expected)
    }

    fn fetch(&mut self) -> Result<Option<Line>, InputError> {
        while let Some(line) = self.fetch_any()? {
            if !self.skipped.skips(&line) {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// The next line, also one of a section to skip.
    fn fetch_any(&mut self) -> Result<Option<Line>, InputError> {
        let before = self.array.before();
        let mut bytes = self.array.take();
        if !bytes.ends_with(b"\n") {
            self.fetch_bytes(&mut bytes)
                .map_err(|reason| InputError::of_reader(&self.file, self.placed(reason)))?;
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        self.read += u64::from(before == 0);
        if bytes.len() > MAX_LINE && self.has_parts && self.array.cut(&mut bytes) {
            return self.part(&bytes, before).map(Some);
        }
        self.array.close();
        if bytes.len() > MAX_LINE {
            self.is_inside_line = !bytes.ends_with(b"\n");
            let found = format!("a line of more than {} MiB", MAX_LINE >> 20);
            if !self.has_parts || !array_line::is_array(&bytes, before > 0) {
                return Err(self.error_at_end(found, "lines of text".into()));
            }
            let found = format!("{found} without the end of an item of its array");
            let expected = "shorter items, and no bracket or quote missing".into();
            let place = (self.read, Some(before + 1));
            return Err(InputError::syntax(&self.file, place, found, expected));
        }
        self.part(&bytes, before).map(Some)
    }

    /// A line, or a part of one after this many characters.
    fn part(&self, bytes: &[u8], before: usize) -> Result<Line, InputError> {
        let text = self.decode(bytes, before)?;
        Ok(Line {
            before,
            ..Line::new(self.read, text)
        })
    }

    /// The error about malformed data, with the last line that was read.
    fn placed(&self, reason: io::Error) -> io::Error {
        match reason.kind() {
            io::ErrorKind::InvalidData if self.read > 0 => {
                let text = format!("{reason}, after line {}", self.read);
                io::Error::new(io::ErrorKind::InvalidData, text)
            }
            _ => reason,
        }
    }

    /// Reads the rest of a line, or more of one that is too long.
    fn fetch_bytes(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        if self.is_inside_line {
            self.bytes += self.input.skip_until(b'\n')? as u64;
            self.is_inside_line = false;
        }
        let most = (MAX_LINE + 1).saturating_sub(bytes.len());
        let mut limited = Read::take(&mut self.input, most as u64);
        self.bytes += limited.read_until(b'\n', bytes)? as u64;
        Ok(())
    }

    fn decode(&self, bytes: &[u8], before: usize) -> Result<String, InputError> {
        let end = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let mut body = end.strip_suffix(b"\r").unwrap_or(end);
        body = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
        if !bytes.ends_with(b"\n") {
            body = body.strip_suffix(CTRL_Z).unwrap_or(body);
        }
        if self.read == 1
            && before == 0
            && let Some((found, expected)) = not_text::known(body)
        {
            let place = (1, Some(1));
            return Err(InputError::syntax(
                &self.file,
                place,
                found.into(),
                expected,
            ));
        }
        let text = std::str::from_utf8(body).map_err(|error| {
            let at = error.valid_up_to();
            let valid = String::from_utf8_lossy(&body[..at]);
            let found = format!("the byte 0x{:02X}, which is not UTF-8 text", body[at]);
            let error = self.not_text(found, before + valid.chars().count());
            let is_printed = body.iter().all(|byte| *byte >= b' ' || *byte == b'\t');
            error.advise(is_printed.then(other_encoding))
        })?;
        match text.chars().position(|c| c == '\0') {
            Some(at) => {
                let found = "the byte 0x00, which no text has".into();
                Err(self.not_text(found, before + at))
            }
            None => Ok(text.to_owned()),
        }
    }

    fn not_text(&self, found: String, at: usize) -> InputError {
        let expected = "puzzles as text (UTF-8)".into();
        InputError::syntax(&self.file, (self.read, Some(at + 1)), found, expected)
    }
}

/// What to do about text in an older encoding, of which this one is the most frequent.
fn other_encoding() -> Advice {
    let command = Setting::Shell("iconv -f WINDOWS-1252 -t UTF-8 FILE".into());
    Advice::new("{} converts Western European text", [command])
}

#[cfg(test)]
mod tests;
