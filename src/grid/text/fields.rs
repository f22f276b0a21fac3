//! The fields of a line, as in a table.

use super::line::SEPARATORS;

/// Delimiters of tables.
const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// A field of a line.
pub struct Field<'l> {
    pub text: &'l str,
    /// In characters from 1.
    pub start: usize,
    /// The separator before it.
    pub before: Option<char>,
    /// Its column from 1, if everything before it is delimited the same way.
    pub number: Option<usize>,
}

/// All fields of a line, whatever separates them.
pub fn columns(text: &str) -> Vec<Field<'_>> {
    let mut columns: Vec<Field<'_>> = Vec::new();
    let (mut start, mut before) = (1, None);
    // Whether all separators so far are the same delimiter.
    let mut one_kind = true;
    let mut rest = text;
    loop {
        let end = rest.find(SEPARATORS).unwrap_or(rest.len());
        let text = &rest[..end];
        let blanks = text.chars().take_while(|c| c.is_whitespace()).count();
        one_kind &= before.is_none_or(|last| DELIMITERS.contains(&last))
            && (columns.len() < 2 || columns.last().is_some_and(|last| last.before == before));
        columns.push(Field {
            text: text.trim(),
            start: start + blanks,
            before,
            number: one_kind.then_some(columns.len() + 1),
        });
        before = rest[end..].chars().next();
        let Some(separator) = before else {
            return columns;
        };
        start += text.chars().count() + 1;
        rest = &rest[end + separator.len_utf8()..];
    }
}
