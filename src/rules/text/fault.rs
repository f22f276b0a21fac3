//! What is wrong with a puzzle, before it is known in which line.

use crate::grid::text::error::quote;
use crate::grid::text::{Advice, InputError};
use serde_json::Value;
use std::sync::Arc;

/// Found and expected, and perhaps a column of the line, from 1, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub column: Option<usize>,
    pub found: String,
    pub expected: String,
    pub advice: Option<Advice>,
}

impl Fault {
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> Fault {
        Fault {
            column: None,
            found: found.into(),
            expected: expected.into(),
            advice: None,
        }
    }

    /// A value at a JSON pointer that should be something else.
    pub fn at(pointer: &str, value: &Value, expected: impl Into<String>) -> Fault {
        Fault::new(format!("{} at {pointer}", shown_exactly(value)), expected)
    }

    /// A value in a field, such as `value of killercage 1`, that should be something else.
    pub fn in_field(field: &str, value: &Value, expected: impl Into<String>) -> Fault {
        Fault::new(format!("{} in the field {field}", shown(value)), expected)
    }

    /// A word at a column.
    pub fn word(column: usize, word: &str, expected: impl Into<String>) -> Fault {
        Fault {
            column: Some(column),
            ..Fault::new(quote(word), expected)
        }
    }

    /// This fault with this column, unless it has one.
    pub fn or_column(mut self, column: usize) -> Fault {
        self.column = self.column.or(Some(column));
        self
    }

    /// This fault with what to do about it.
    pub fn advise(mut self, advice: impl Into<Option<Advice>>) -> Fault {
        self.advice = advice.into();
        self
    }

    /// The error for the user.
    pub fn in_line(self, file: &Arc<str>, line: u64) -> InputError {
        let error = InputError::syntax(file, (line, self.column), self.found, self.expected);
        error.advise(self.advice)
    }
}

/// A JSON value, short enough for a message.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(yes) => yes.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => quote(text),
        Value::Array(values) if values.is_empty() => "an empty array".into(),
        Value::Array(_) => "an array".into(),
        Value::Object(_) => "an object".into(),
    }
}

/// [`shown`] where text is not read as what it would be without quotes.
pub fn shown_exactly(value: &Value) -> String {
    let is_literal = |text: &String| {
        let value = serde_json::from_str(text);
        matches!(value, Ok(Value::Null | Value::Bool(_) | Value::Number(_)))
    };
    match value {
        Value::String(text) if is_literal(text) => format!("the text {}", quote(text)),
        value => shown(value),
    }
}

/// A key as a token of a JSON pointer (RFC 6901), short enough for a message.
pub fn token(key: &str) -> String {
    short(&key.replace('~', "~0").replace('/', "~1"))
}

/// Foreign text, shortened for a message.
pub fn short(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    crate::escape::line(&short).into_owned()
}
