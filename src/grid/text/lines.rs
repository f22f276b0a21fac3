//! InputLines with their numbers, as many ahead as a format needs to see.

use super::error::{InputError, Location};
use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::Arc;

/// Longest line that is taken for text, in bytes: a 1024×1024 grid written as
/// one line of numbers needs less.
pub const MAX_LINE: usize = 16 << 20;

/// What may stand at the start of a text file.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// One line without its ending.
#[derive(Clone, Debug)]
pub struct Line {
    /// From 1.
    pub number: u64,
    /// UTF-8, no byte order mark, no carriage return.
    pub text: String,
}

/// A word of a line and the column, from 1, where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The word.
    pub text: &'a str,
    /// Counted in characters, from 1.
    pub column: usize,
}

/// The lines of one input.
pub struct InputLines<'a> {
    input: Box<dyn BufRead + 'a>,
    file: Arc<str>,
    ahead: VecDeque<Line>,
    read: u64,
    rest: Recovery,
}

/// What is left of a puzzle that could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Recovery {
    /// Nothing.
    #[default]
    Nothing,
    /// So many rows, or fewer if an empty line comes first.
    Rows(usize),
    /// All lines up to an empty one.
    ToBlankLine,
    /// All lines before one that starts like this.
    To(&'static str),
}

impl Line {
    /// Nothing but white space.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// A line that starts with `#`.
    pub fn is_comment(&self) -> bool {
        self.text.trim_start().starts_with('#')
    }

    /// The words of the line, with all that `skip` accepts taken for space.
    pub fn tokens_without(&self, skip: impl Fn(char) -> bool) -> Vec<Token<'_>> {
        let whole = Token {
            text: &self.text,
            column: 1,
        };
        whole.split(|c| c.is_whitespace() || skip(c))
    }

    /// The words of the line.
    pub fn tokens(&self) -> Vec<Token<'_>> {
        self.tokens_without(|_| false)
    }
}

impl<'l> Token<'l> {
    /// The words of a token that holds white space.
    pub fn words(&self) -> Vec<Token<'l>> {
        self.split(char::is_whitespace)
    }

    fn split(&self, is_gap: impl Fn(char) -> bool) -> Vec<Token<'l>> {
        let mut tokens = Vec::new();
        let mut open: Option<(usize, usize)> = None;
        for (column, (offset, c)) in (self.column..).zip(self.text.char_indices()) {
            match (open, is_gap(c)) {
                (None, false) => open = Some((offset, column)),
                (Some((start, column)), true) => {
                    let text = &self.text[start..offset];
                    tokens.push(Token { text, column });
                    open = None;
                }
                _ => {}
            }
        }
        if let Some((start, column)) = open {
            let text = &self.text[start..];
            tokens.push(Token { text, column });
        }
        tokens
    }

    /// The characters of the word, each a token of its own.
    pub fn characters(&self) -> impl Iterator<Item = Token<'l>> + use<'l> {
        let Token { text, column } = *self;
        let starts = text.char_indices().enumerate();
        starts.map(move |(k, (offset, c))| Token {
            text: &text[offset..offset + c.len_utf8()],
            column: column + k,
        })
    }
}

impl<'a> InputLines<'a> {
    /// InputLines of `input`, called `file` in messages.
    pub fn new(input: impl BufRead + 'a, file: &str) -> InputLines<'a> {
        InputLines {
            input: Box::new(input),
            file: file.into(),
            ahead: VecDeque::new(),
            read: 0,
            rest: Recovery::Nothing,
        }
    }

    /// Like [`InputLines::new`], with the number of the first line, from 1.
    pub fn numbered(input: impl BufRead + 'a, file: &str, first: u64) -> InputLines<'a> {
        let mut lines = InputLines::new(input, file);
        lines.read = first - 1;
        lines
    }

    /// The name of the input.
    pub fn file(&self) -> Arc<str> {
        self.file.clone()
    }

    /// The line `distance` ahead, 0 for the next one; `None` after the end.
    pub fn peek(&mut self, distance: usize) -> Result<Option<&Line>, InputError> {
        while self.ahead.len() <= distance {
            match self.fetch()? {
                Some(line) => self.ahead.push_back(line),
                None => return Ok(None),
            }
        }
        Ok(self.ahead.get(distance))
    }

    /// Takes the next line.
    pub fn take(&mut self) -> Result<Option<Line>, InputError> {
        match self.ahead.pop_front() {
            Some(line) => Ok(Some(line)),
            None => self.fetch(),
        }
    }

    /// Takes the next line that is neither blank nor a comment.
    pub fn take_content(&mut self) -> Result<Option<Line>, InputError> {
        self.skip_to_content()?;
        self.take()
    }

    /// Leaves blank lines and comments behind.
    pub fn skip_to_content(&mut self) -> Result<(), InputError> {
        while let Some(line) = self.peek(0)? {
            if !line.is_blank() && !line.is_comment() {
                break;
            }
            self.take()?;
        }
        Ok(())
    }

    /// Says what is to be left out if the puzzle that is being read cannot be.
    pub fn set_recovery(&mut self, rest: Recovery) {
        self.rest = rest;
    }

    /// Leaves out what is left of a puzzle that could not be read.
    pub fn recover(&mut self) -> Result<(), InputError> {
        while self.rest != Recovery::Nothing {
            let rest = std::mem::take(&mut self.rest);
            let Some(line) = self.peek(0)? else {
                break;
            };
            let blank = line.is_blank();
            self.rest = match rest {
                Recovery::To(start) if line.text.trim_start().starts_with(start) => return Ok(()),
                Recovery::To(_) => rest,
                _ if blank => Recovery::Nothing,
                Recovery::Rows(0) => return Ok(()),
                Recovery::Rows(_) if line.is_comment() => rest,
                Recovery::Rows(rows) => Recovery::Rows(rows - 1),
                rest => rest,
            };
            self.take()?;
        }
        Ok(())
    }

    /// A message about a word of a line.
    pub fn error(&self, line: &Line, column: usize, found: String, expected: String) -> InputError {
        InputError::Syntax {
            place: Location {
                file: self.file(),
                line: line.number,
                column: Some(column),
            },
            found,
            expected,
        }
    }

    /// A message about the end of the input.
    pub fn error_at_end(&self, found: String, expected: String) -> InputError {
        InputError::Syntax {
            place: Location {
                file: self.file(),
                line: self.read.max(1),
                column: None,
            },
            found,
            expected,
        }
    }

    fn fetch(&mut self) -> Result<Option<Line>, InputError> {
        let mut bytes = Vec::new();
        let mut limited = std::io::Read::take(&mut self.input, MAX_LINE as u64 + 1);
        let count = limited
            .read_until(b'\n', &mut bytes)
            .map_err(|reason| InputError::of_reader(&self.file, reason))?;
        if count == 0 {
            return Ok(None);
        }
        self.read += 1;
        if count > MAX_LINE {
            return Err(self.error_at_end(
                format!("a line of more than {} MiB", MAX_LINE >> 20),
                "lines of text".into(),
            ));
        }
        let text = self.decode(&bytes)?;
        Ok(Some(Line {
            number: self.read,
            text,
        }))
    }

    fn decode(&self, bytes: &[u8]) -> Result<String, InputError> {
        let end = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let mut body = end.strip_suffix(b"\r").unwrap_or(end);
        if self.read == 1 {
            body = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
        }
        let text = std::str::from_utf8(body).map_err(|error| {
            let at = error.valid_up_to();
            let before = String::from_utf8_lossy(&body[..at]);
            self.not_text(body[at], before.chars().count())
        })?;
        match text.chars().position(|c| c == '\0') {
            Some(at) => Err(self.not_text(0, at)),
            None => Ok(text.to_owned()),
        }
    }

    fn not_text(&self, byte: u8, at: usize) -> InputError {
        InputError::Syntax {
            place: Location {
                file: self.file(),
                line: self.read,
                column: Some(at + 1),
            },
            found: format!("the byte 0x{byte:02X}, which is no text"),
            expected: "a text file with puzzles (UTF-8)".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_and_marks_are_taken_off() {
        let mut lines = InputLines::new(&b"\xef\xbb\xbfone\r\ntwo\n\n# no\nthree"[..], "x");
        let mut next = || lines.take_content().unwrap().map(|l| (l.number, l.text));
        assert_eq!(next(), Some((1, "one".into())));
        assert_eq!(next(), Some((2, "two".into())));
        assert_eq!(next(), Some((5, "three".into())));
        assert_eq!(next(), None);
    }

    #[test]
    fn tokens_know_their_columns() {
        let line = Line {
            number: 1,
            text: "| 1 é2\t_|".into(),
        };
        let tokens = line.tokens_without(|c| c == '|');
        let seen: Vec<_> = tokens.iter().map(|t| (t.text, t.column)).collect();
        assert_eq!(seen, [("1", 3), ("é2", 5), ("_", 8)]);
    }

    #[test]
    fn the_longest_line_is_read_and_a_longer_one_is_refused() {
        let mut text = vec![b'1'; MAX_LINE];
        let line = InputLines::new(&text[..], "x").take().unwrap();
        assert!(line.is_some_and(|line| line.text.len() == MAX_LINE));
        text.push(b'1');
        let error = InputLines::new(&text[..], "x")
            .take()
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("x:1: found a line of more than 16 MiB"),
            "{error}"
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        let message = |bytes: &[u8]| {
            let error = InputLines::new(bytes, "x").take().unwrap_err();
            error.to_string()
        };
        assert!(message(b"ab\xff").starts_with("x:1:3: found the byte 0xFF"));
        assert!(message(b"\0").starts_with("x:1:1: found the byte 0x00"));
    }
}
