//! One JSON document after the other: one a line, one over many lines, or the items of
//! an array. A document is an object, an array of arrays, or a text in an array.

use super::gathered::{EXPECTED, Gathered};
use super::look_ahead::{brackets, puzzles_follow, value_length};
use crate::grid::text::InputError;
use crate::grid::text::error::quote;
use crate::grid::text::lines::InputLines;
use crate::grid::text::words::Line;
use crate::rules::text::detect::is_link_or_string;
use serde_json::Value;

/// What may come after an item of an array.
const AFTER_ITEM: &str = "a comma and a puzzle, or ']'";

/// Takes documents from lines.
#[derive(Default)]
pub struct Documents {
    /// What is left of the current line, from this byte.
    rest: Option<(Line, usize)>,
    array: Array,
    /// The line where the array began.
    opened: u64,
    /// Whether no comma comes before the item that is next or was last.
    lacks_comma: bool,
    counted: Counted,
}

/// How far the characters of a line were counted.
#[derive(Default)]
struct Counted {
    line: u64,
    /// Characters of the line before its text.
    skipped: usize,
    bytes: usize,
    characters: usize,
}

impl Counted {
    /// How many characters of a line come before this byte. Asked in order, so that long
    /// lines are counted once.
    fn before(&mut self, line: &Line, at: usize) -> usize {
        let is_same = (self.line, self.skipped) == (line.number, line.before);
        if !is_same || self.bytes > at {
            *self = Counted {
                line: line.number,
                skipped: line.before,
                ..Counted::default()
            };
        }
        self.characters += line.text[self.bytes..at].chars().count();
        self.bytes = at;
        self.skipped + self.characters
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
    /// Its column, from 1, if it is one of several in an array.
    pub column: Option<usize>,
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
                        AFTER_ITEM.into(),
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
                (Array::Start | Array::AfterComma, '"') => {
                    let end = at + value_length(&line.text[at..]);
                    let mut text = self.gathered(&line, at);
                    text.push(&line.text[at..end]);
                    self.array = Array::AfterItem;
                    self.rest = Some((line, end));
                    return text.parse(lines).map(Next::Document);
                }
                (Array::Outside, '[') if brackets(lines, &line, at)? == 2 => {
                    return self.gather(lines, line, at).map(Next::Document);
                }
                (Array::Outside, '[') => {
                    (self.opened, self.lacks_comma) = (line.number, false);
                    Array::Start
                }
                (Array::Start | Array::AfterItem, ']') => {
                    self.array = Array::Outside;
                    self.rest = Some((line, at + 1));
                    return Ok(Next::ArrayEnd);
                }
                (Array::AfterItem, ',') => {
                    self.lacks_comma = false;
                    Array::AfterComma
                }
                (Array::AfterItem, '{') => {
                    let column = self.counted.before(&line, at) + 1;
                    let found = quote(&line.text[at..]);
                    let error = lines.error(&line, column, found, AFTER_ITEM.into());
                    // Once more, and these are lines of their own.
                    self.array = match std::mem::replace(&mut self.lacks_comma, true) {
                        true => Array::Outside,
                        false => Array::AfterComma,
                    };
                    self.rest = Some((line, at));
                    return Err(error);
                }
                (state, _) => {
                    // What else is in brackets is no array.
                    let is_first = state == Array::Start && self.opened == line.number;
                    if is_first && !puzzles_follow(lines, &line, at)? {
                        self.array = Array::Outside;
                    }
                    let expected = match state {
                        Array::AfterItem => AFTER_ITEM,
                        _ => EXPECTED,
                    };
                    let found = quote(&line.text[at..]);
                    let column = self.counted.before(&line, at) + 1;
                    let error = lines.error(&line, column, found, expected.into());
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
                        AFTER_ITEM.into(),
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
        let mut gathered = self.gathered(&first, at);
        let mut line = first;
        let mut from = at;
        loop {
            if let Some(end) = gathered.scan(lines, &line, from)? {
                gathered.push(&line.text[from..end]);
                self.rest = Some((line, end));
                return gathered.parse(lines);
            }
            gathered.push_line(&line.text[from..], lines)?;
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

    /// Nothing yet of the document that begins at this byte.
    fn gathered(&mut self, line: &Line, at: usize) -> Gathered {
        let before = self.counted.before(line, at);
        Gathered::new(line, at, before, self.array != Array::Outside)
    }
}
