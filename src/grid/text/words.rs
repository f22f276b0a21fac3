//! A line and its words, with their columns.

use super::comments;

/// One line without its ending.
#[derive(Clone, Debug)]
pub struct Line {
    /// From 1.
    pub number: u64,
    /// UTF-8, no byte order mark, no carriage return.
    pub text: String,
    /// Characters before the text, if this is a part of a line that is too long to be held.
    pub before: usize,
}

/// A word of a line and the column, from 1, where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The word.
    pub text: &'a str,
    /// Counted in characters, from 1.
    pub column: usize,
}

impl Line {
    /// A whole line.
    pub fn new(number: u64, text: String) -> Line {
        Line {
            number,
            text,
            before: 0,
        }
    }

    /// Whether there is nothing but white space.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Whether the line is a comment or a title.
    pub fn is_comment(&self) -> bool {
        comments::is_comment(&self.text) || self.is_title()
    }

    /// Whether the line is a title ([`comments::is_title`]).
    pub fn is_title(&self) -> bool {
        comments::is_title(&self.text)
    }

    /// The words of the line; characters that `skip` accepts count as space.
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
    /// The words of a token that contains white space.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_know_their_columns() {
        let line = Line::new(1, "| 1 é2\t_|".into());
        let tokens = line.tokens_without(|c| c == '|');
        let seen: Vec<_> = tokens.iter().map(|t| (t.text, t.column)).collect();
        assert_eq!(seen, [("1", 3), ("é2", 5), ("_", 8)]);
    }
}
