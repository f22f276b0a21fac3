//! The puzzle of a record.

use super::first_record::FirstRecord;
use super::{ColumnReader, header, row};
use crate::grid::text::InputError;
use crate::grid::text::comments;
use crate::grid::text::error::quote;
use crate::grid::text::line::{END, SEPARATORS};
use crate::words::counted;
use std::io::Read;

impl<R: Read> ColumnReader<R> {
    /// The puzzle of the record; `None` for the header.
    pub(super) fn value(&mut self) -> Result<Option<Vec<u8>>, InputError> {
        let Some(FirstRecord { index, header }) = &self.first else {
            return self.first_value();
        };
        let index = *index;
        self.has_record = true;
        if header.as_ref().is_some_and(|names| self.record.is(names)) {
            let line = self.record.line;
            return Err(self.error(line, header::AGAIN.into(), header::PUZZLE.into()));
        }
        let line = self.record.line;
        let Some(field) = self.record.field(index) else {
            let found = format!(
                "a record of {}",
                counted(self.record.width() as u64, "field")
            );
            let only = self.record.field(0).filter(|_| self.record.width() == 1);
            let advice = match only.is_some_and(|text| text.contains(&b' ')) {
                true => "; spaces do not separate fields",
                false => "",
            };
            let expected = format!("a puzzle in field {}{advice}", index + 1);
            return Err(self.error(line, found, expected));
        };
        let field = row::without_quotes(field);
        let text = String::from_utf8_lossy(field);
        if text.trim().is_empty() {
            let found = format!("an empty field {}", index + 1);
            return Err(self.error(line, found, "a puzzle".into()));
        }
        // On a line of its own, the rest of such a field would become a note, all of it a comment,
        // or the end of the input.
        let is_other = |c: &char| *c == '"' || SEPARATORS.contains(c);
        let wrong = |what: &str, expected: &str| {
            let found = format!("{} in field {}", quote(what), index + 1);
            Err(self.error(line, found, expected.into()))
        };
        match text.chars().find(is_other) {
            _ if comments::is_title(&text) || text.trim() == END => wrong(&text, "a puzzle"),
            Some(other) => wrong(other.encode_utf8(&mut [0; 4]), "a puzzle and nothing else"),
            None if comments::is_comment(&text) => wrong(&text, "a puzzle"),
            None => Ok(Some(self.record.as_line(index, field))),
        }
    }

    /// The puzzle of the first record; `None` if that is a header.
    fn first_value(&mut self) -> Result<Option<Vec<u8>>, InputError> {
        let line = self.record.line;
        let first = FirstRecord::find(&self.column, self.names());
        let first = first.map_err(|missing| {
            let error = self.error(line, missing.found, missing.expected);
            error.advise(missing.advice)
        })?;
        if let (Some(guess), Some(tell)) = (first.guess(&self.column), &mut self.on_header) {
            tell(&format!("{}:{line}: {guess}", self.file));
        }
        let is_header = first.header.is_some();
        self.first = Some(first);
        match is_header {
            true => Ok(None),
            false => self.value(),
        }
    }

    /// The fields of the record as names of columns.
    fn names(&self) -> Vec<String> {
        let fields = 0..self.record.width();
        fields.filter_map(|index| self.record.name(index)).collect()
    }
}
