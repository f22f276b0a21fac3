//! The words, numbers and signs of an expression.

use super::expression::ExpressionError;

/// What was read, or why it could not be.
pub(super) type Parsed<T> = Result<T, ExpressionError>;

/// An error at this offset.
pub(super) fn error<T>(offset: usize, message: String) -> Parsed<T> {
    Err(ExpressionError { offset, message })
}

/// A word, number or sign.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Number(i64),
    Word(&'a str),
    Symbol(&'a str),
    End,
}

impl Token<'_> {
    /// What messages call it.
    pub fn name(self) -> String {
        match self {
            Token::Number(number) => format!("`{number}`"),
            Token::Word(text) | Token::Symbol(text) => format!("`{text}`"),
            Token::End => "the end".into(),
        }
    }

    /// How many bytes it has at the beginning of this text.
    pub fn length(self, rest: &str) -> usize {
        match self {
            Token::Number(_) => {
                let end = rest.find(|c: char| !c.is_ascii_digit());
                end.unwrap_or(rest.len())
            }
            Token::Word(text) | Token::Symbol(text) => text.len(),
            Token::End => 0,
        }
    }
}

/// The next token of a text from this offset on, and where it begins.
pub(super) fn peek(text: &str, at: usize) -> Parsed<(usize, Token<'_>)> {
    let rest = &text[at..];
    let offset = at + rest.len() - rest.trim_start().len();
    let rest = rest.trim_start();
    let Some(first) = rest.chars().next() else {
        return Ok((offset, Token::End));
    };
    let run = |is_part: fn(char) -> bool| {
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        &rest[..end]
    };
    if first.is_ascii_digit() {
        let digits = run(|c| c.is_ascii_digit());
        return match digits.parse() {
            Ok(number) => Ok((offset, Token::Number(number))),
            Err(_) => error(offset, format!("the number {digits} is too large")),
        };
    }
    if first.is_ascii_alphabetic() {
        let word = run(|c| c.is_ascii_alphanumeric() || c == '_');
        return Ok((offset, Token::Word(word)));
    }
    if let Some((foreign, ours)) = FOREIGN.iter().find(|(sign, _)| rest.starts_with(sign)) {
        return error(offset, format!("found `{foreign}`, expected `{ours}`"));
    }
    let symbols = [
        "!=", "<=", ">=", "=", "<", ">", "+", "-", "*", "(", ")", ",",
    ];
    match symbols.iter().find(|symbol| rest.starts_with(**symbol)) {
        Some(symbol) => Ok((offset, Token::Symbol(&rest[..symbol.len()]))),
        None => error(offset, format!("`{first}` is not part of any expression")),
    }
}

/// Signs of other languages, and what is written instead.
const FOREIGN: [(&str, &str); 11] = [
    ("==", "="),
    ("=>", ">="),
    ("=<", "<="),
    ("<>", "!="),
    ("&&", "and"),
    ("||", "or"),
    ("%", "mod"),
    ("/", "div"),
    ("≠", "!="),
    ("≤", "<="),
    ("≥", ">="),
];

/// How tightly an operator binds.
pub(super) fn binding(token: Token<'_>) -> Option<(u8, &str)> {
    let (Token::Word(name) | Token::Symbol(name)) = token else {
        return None;
    };
    let binding = match name {
        "or" => 1,
        "and" => 2,
        "=" | "!=" | "<" | "<=" | ">" | ">=" | "in" => 3,
        "+" | "-" => 4,
        "*" | "div" | "mod" => 5,
        _ => return None,
    };
    Some((binding, name))
}
