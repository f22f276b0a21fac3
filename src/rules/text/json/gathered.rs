//! The text of one JSON document while it is gathered from its lines.

use super::documents::Document;
use super::numpy;
use super::strict::Strict;
use crate::grid::text::InputError;
use crate::grid::text::lines::{InputLines, MAX_LINE};
use crate::grid::text::words::Line;
use crate::rules::text::detect::is_link_or_string;

/// Maximum number of brackets inside each other.
const MAX_DEPTH: usize = 100;

/// The longest document in bytes.
const LONGEST: usize = MAX_LINE;

pub(super) const EXPECTED: &str = "a puzzle as a JSON object";

/// Up to this length, a document is tried at each line that may begin another one.
const SHORT: usize = 1 << 14;

/// The text of a document while it is gathered.
pub(super) struct Gathered {
    text: String,
    line: u64,
    /// Characters before it on its first line.
    before: usize,
    /// Bytes before it on its first line.
    indent: usize,
    /// Its first bracket.
    bracket: char,
    depth: usize,
    in_string: bool,
    after_backslash: bool,
    /// The length from which it is tried again whether another document may follow.
    try_from: usize,
    /// Whether it is an item of an array.
    is_item: bool,
}

impl Gathered {
    /// An empty text for the document that begins at byte `indent` of a line, after `before`
    /// characters.
    pub fn new(line: &Line, indent: usize, before: usize, is_item: bool) -> Gathered {
        Gathered {
            text: String::new(),
            line: line.number,
            before,
            indent,
            bracket: if line.text[indent..].starts_with('[') {
                '['
            } else {
                '{'
            },
            depth: 0,
            in_string: false,
            after_backslash: false,
            try_from: 0,
            is_item,
        }
    }

    /// Adds text.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds the rest of a line.
    pub fn push_line(&mut self, text: &str, lines: &InputLines<'_>) -> Result<(), InputError> {
        self.text.push_str(text);
        self.text.push('\n');
        if self.text.len() <= LONGEST {
            return Ok(());
        }
        self.check_start(lines)?;
        let found = format!("a JSON document of more than {} MiB", LONGEST >> 20);
        let place = (self.line, Some(self.before + 1));
        let expected = "puzzles of at most that size".into();
        Err(InputError::syntax(&lines.file(), place, found, expected))
    }

    /// Whether the document was cut off, and another puzzle begins with this line: one that is no
    /// JSON, or one that is not indented more and whose bracket cannot follow what there is. A long
    /// document is not tried again before there is twice as much.
    pub fn ends_before(&mut self, line: &Line) -> bool {
        if is_link_or_string(&line.text) {
            return true;
        }
        let start = line.text.trim_start();
        let indent = line.text.len() - start.len();
        let is_of_rows = |text: &str| text.trim_start().starts_with("[[");
        if indent == self.indent && is_of_rows(&self.text) && start.starts_with('{') {
            // Rows hold no objects.
            return true;
        }
        let may_begin = indent <= self.indent && start.starts_with(self.bracket);
        if !may_begin || self.text.len() < self.try_from {
            return false;
        }
        if self.text.len() > SHORT {
            self.try_from = 2 * self.text.len();
        }
        if is_of_rows(&self.text) && is_of_rows(start) {
            return true;
        }
        let text = format!("{}{}", self.text, self.bracket);
        serde_json::from_str::<Strict>(&text).is_err_and(|error| !error.is_eof())
    }

    /// Follows the brackets of a line; returns the byte after the last one, if the
    /// document ends here.
    pub fn scan(
        &mut self,
        lines: &InputLines<'_>,
        line: &Line,
        from: usize,
    ) -> Result<Option<usize>, InputError> {
        for (at, byte) in line.text.bytes().enumerate().skip(from) {
            if self.in_string {
                self.in_string = self.after_backslash || byte != b'"';
                self.after_backslash = !self.after_backslash && byte == b'\\';
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth -= 1,
                _ => {}
            }
            if self.depth > MAX_DEPTH {
                let found = format!("more than {MAX_DEPTH} brackets inside each other");
                let expected = "a puzzle, which needs only a few";
                return Err(lines.error(line, column(line, at), found, expected.into()));
            }
            if self.depth == 0 {
                return Ok(Some(at + 1));
            }
        }
        // No string goes over the end of a line.
        self.in_string = false;
        self.after_backslash = false;
        Ok(None)
    }

    /// An error, if already the beginning is no JSON.
    fn check_start(&self, lines: &InputLines<'_>) -> Result<(), InputError> {
        match serde_json::from_str::<Strict>(&self.text) {
            Err(error) if !error.is_eof() => Err(self.error(lines, &error)),
            _ => Ok(()),
        }
    }

    /// The document.
    pub fn parse(mut self, lines: &InputLines<'_>) -> Result<Document, InputError> {
        if let Some(json) = numpy::to_json(&self.text).filter(|_| self.bracket == '[') {
            self.text = json;
        }
        match serde_json::from_str(self.text.trim_end()) {
            Ok(Strict(value)) => Ok(Document {
                value,
                line: self.line,
                column: self.is_item.then_some(self.before + 1),
            }),
            Err(error) => Err(self.error(lines, &error)),
        }
    }

    fn error(&self, lines: &InputLines<'_>, error: &serde_json::Error) -> InputError {
        let row = error.line().max(1);
        let text = self.text.lines().nth(row - 1).unwrap_or("");
        let bytes = text.as_bytes();
        let upto = bytes.len().min(error.column().saturating_sub(1));
        let column = String::from_utf8_lossy(&bytes[..upto]).chars().count() + 1;
        let before = if row == 1 { self.before } else { 0 };
        let place = (self.line + row as u64 - 1, Some(before + column));
        // Without "at line 1 column 2", which counts from elsewhere.
        let text = error.to_string();
        let what = match error.is_eof() {
            true => "it is cut off",
            false => text
                .rsplit_once(" at line ")
                .map_or(&text[..], |(what, _)| what),
        };
        let found = format!("malformed JSON ({what})");
        InputError::syntax(&lines.file(), place, found, EXPECTED.into())
    }
}

/// The column of a byte, from 1.
fn column(line: &Line, at: usize) -> usize {
    line.before + line.text[..at].chars().count() + 1
}
