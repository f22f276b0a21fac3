//! One JSON document after the other: one a line, one over many lines, or the items of
//! an array. A document is an object, or an array of arrays.

use super::look_ahead::{brackets, puzzles_follow, value_length};
use super::numpy;
use super::strict::Strict;
use crate::grid::text::InputError;
use crate::grid::text::error::quote;
use crate::grid::text::lines::{InputLines, MAX_LINE};
use crate::grid::text::words::Line;
use crate::rules::text::detect::is_link_or_string;
use serde_json::Value;

/// Maximum number of brackets inside each other.
const MAX_DEPTH: usize = 100;

/// The longest document in bytes.
const LONGEST: usize = MAX_LINE;

const EXPECTED: &str = "a puzzle as a JSON object";

/// Up to this length, a document is tried at each line that may begin another one.
const SHORT: usize = 1 << 14;

/// Takes documents from lines.
#[derive(Default)]
pub struct Documents {
    /// What is left of the current line, from this byte.
    rest: Option<(Line, usize)>,
    array: Array,
    /// The line where the array began.
    opened: u64,
    counted: Counted,
}

/// How far the characters of a line were counted.
#[derive(Default)]
struct Counted {
    line: u64,
    bytes: usize,
    characters: usize,
}

impl Counted {
    /// How many characters of a line come before this byte. Asked in order, so that long
    /// lines are counted once.
    fn before(&mut self, line: &Line, at: usize) -> usize {
        if self.line != line.number || self.bytes > at {
            *self = Counted {
                line: line.number,
                ..Counted::default()
            };
        }
        self.characters += line.text[self.bytes..at].chars().count();
        self.bytes = at;
        self.characters
    }
}

/// Where in an array around the documents.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Array {
    /// Not in an array.
    #[default]
    Outside,
    /// After `[`.
    Start,
    /// After an item.
    AfterItem,
    /// After a comma.
    AfterComma,
}

/// What comes next.
pub enum Next<T> {
    /// A document, raw or parsed.
    Document(T),
    /// The end of an array. What follows need not be JSON.
    ArrayEnd,
    /// The end of the input.
    InputEnd,
}

/// A document and where it begins.
pub struct Document {
    pub value: Value,
    pub line: u64,
}

/// The text of a document while it is gathered.
struct Gathered {
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
}

impl Documents {
    /// Whether what comes next is within a line or an array that was begun.
    pub fn is_within(&self) -> bool {
        let mut rest = self.rest.iter().map(|(line, at)| &line.text[*at..]);
        self.array != Array::Outside || rest.any(|rest| !rest.trim().is_empty())
    }

    /// The next document.
    pub fn read(&mut self, lines: &mut InputLines<'_>) -> Result<Next<Document>, InputError> {
        loop {
            let Some((line, at)) = self.next_character(lines)? else {
                return match std::mem::take(&mut self.array) {
                    Array::Outside => Ok(Next::InputEnd),
                    _ => Err(lines.error_at_end(
                        "the end of the input inside an array".into(),
                        "a comma and a puzzle, or ']'".into(),
                    )),
                };
            };
            let symbol = line.text[at..].chars().next().unwrap_or(' ');
            self.array = match (self.array, symbol) {
                (Array::Outside | Array::Start | Array::AfterComma, '{')
                | (Array::Start | Array::AfterComma, '[') => {
                    let document = self.gather(lines, line, at);
                    // One that was cut off is followed by the next, without a comma.
                    let is_whole = document.is_ok() || self.rest.is_some();
                    if self.array != Array::Outside && is_whole {
                        self.array = Array::AfterItem;
                    }
                    return document.map(Next::Document);
                }
                (Array::Outside, '[') if brackets(lines, &line, at)? == 2 => {
                    return self.gather(lines, line, at).map(Next::Document);
                }
                (Array::Outside, '[') => {
                    self.opened = line.number;
                    Array::Start
                }
                (Array::Start | Array::AfterItem, ']') => {
                    self.array = Array::Outside;
                    self.rest = Some((line, at + 1));
                    return Ok(Next::ArrayEnd);
                }
                (Array::AfterItem, ',') => Array::AfterComma,
                (state, _) => {
                    // What else is in brackets is no array.
                    let is_first = state == Array::Start && self.opened == line.number;
                    if is_first && !puzzles_follow(lines, &line, at)? {
                        self.array = Array::Outside;
                    }
                    let expected = match state {
                        Array::AfterItem => "a comma and a puzzle, or ']'",
                        _ => EXPECTED,
                    };
                    let found = quote(&line.text[at..]);
                    let error = lines.error(&line, column(&line, at), found, expected.into());
                    if matches!(self.array, Array::Start | Array::AfterComma) {
                        self.array = Array::AfterItem;
                        let end = at + value_length(&line.text[at..]);
                        self.rest = Some((line, end));
                    }
                    return Err(error);
                }
            };
            self.rest = Some((line, at + symbol.len_utf8()));
        }
    }

    /// The next character that is no space, in its line. Outside of arrays, there may
    /// be comments.
    fn next_character(
        &mut self,
        lines: &mut InputLines<'_>,
    ) -> Result<Option<(Line, usize)>, InputError> {
        loop {
            let (line, at) = match self.rest.take() {
                Some(rest) => rest,
                None if self.leave_cut_off_array(lines)? => {
                    return Err(lines.error_at_end(
                        "the next puzzle inside an array".into(),
                        "a comma and a puzzle, or ']'".into(),
                    ));
                }
                None => match lines.take()? {
                    Some(line) => (line, 0),
                    None => return Ok(None),
                },
            };
            let is_comment = at == 0 && self.array == Array::Outside && line.is_comment();
            let found = line.text[at..].find(|c: char| !c.is_whitespace());
            if let Some(skipped) = found.filter(|_| !is_comment) {
                return Ok(Some((line, at + skipped)));
            }
        }
    }

    /// Leaves an array that was cut off before a puzzle that is no JSON; whether it was.
    fn leave_cut_off_array(&mut self, lines: &mut InputLines<'_>) -> Result<bool, InputError> {
        let is_cut_off = self.array != Array::Outside
            && lines
                .peek(0)?
                .is_some_and(|line| is_link_or_string(&line.text));
        if is_cut_off {
            self.array = Array::Outside;
        }
        Ok(is_cut_off)
    }

    /// The document whose bracket is at this byte.
    fn gather(
        &mut self,
        lines: &mut InputLines<'_>,
        first: Line,
        at: usize,
    ) -> Result<Document, InputError> {
        let mut gathered = Gathered::new(&first, at, self.counted.before(&first, at));
        let mut line = first;
        let mut from = at;
        loop {
            if let Some(end) = gathered.scan(lines, &line, from)? {
                gathered.text.push_str(&line.text[from..end]);
                self.rest = Some((line, end));
                return gathered.parse(lines);
            }
            gathered.text.push_str(&line.text[from..]);
            gathered.text.push('\n');
            if gathered.text.len() > LONGEST {
                gathered.check_start(lines)?;
                let found = format!("a JSON document of more than {} MiB", LONGEST >> 20);
                let place = (gathered.line, Some(gathered.before + 1));
                let expected = "puzzles of at most that size".into();
                return Err(InputError::syntax(&lines.file(), place, found, expected));
            }
            let is_over = match lines.peek(0)? {
                Some(next) => gathered.ends_before(next),
                None => true,
            };
            if is_over {
                return gathered.parse(lines);
            }
            line = match lines.take()? {
                Some(line) => line,
                None => return gathered.parse(lines),
            };
            from = 0;
        }
    }
}

impl Gathered {
    fn new(line: &Line, indent: usize, before: usize) -> Gathered {
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
        }
    }

    /// Whether the document was cut off, and another puzzle begins with this line: one that is no
    /// JSON, or one that is indented as much and whose bracket cannot follow what there is. A long
    /// document is not tried again before there is twice as much.
    fn ends_before(&mut self, line: &Line) -> bool {
        if is_link_or_string(&line.text) {
            return true;
        }
        let opening = line.text.find(|c: char| !c.is_whitespace());
        let is_aligned =
            opening == Some(self.indent) && line.text[self.indent..].starts_with(self.bracket);
        if !is_aligned || self.text.len() < self.try_from {
            return false;
        }
        if self.text.len() > SHORT {
            self.try_from = 2 * self.text.len();
        }
        let is_of_rows = |text: &str| text.trim_start().starts_with("[[");
        if is_of_rows(&self.text) && is_of_rows(&line.text) {
            return true;
        }
        let text = format!("{}{}", self.text, self.bracket);
        serde_json::from_str::<Strict>(&text).is_err_and(|error| !error.is_eof())
    }

    /// Follows the brackets of a line; returns the byte after the last one, if the
    /// document ends here.
    fn scan(
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

    fn parse(mut self, lines: &InputLines<'_>) -> Result<Document, InputError> {
        if let Some(json) = numpy::to_json(&self.text).filter(|_| self.bracket == '[') {
            self.text = json;
        }
        match serde_json::from_str(self.text.trim_end()) {
            Ok(Strict(value)) => Ok(Document {
                value,
                line: self.line,
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
    line.text[..at].chars().count() + 1
}
