//! Words and numbers of a text.

use crate::escape;
use std::iter::Zip;
use std::ops::RangeFrom;
use std::str::{Lines, SplitWhitespace};

/// "1 lemma", "2 lemmas".
pub fn counted(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// The words that are left of the file, with their lines; `#` begins a comment.
pub struct Words<'t> {
    lines: Zip<RangeFrom<usize>, Lines<'t>>,
    /// The words of the line that are left, and its number.
    line: (usize, SplitWhitespace<'t>),
    next: Option<(usize, &'t str)>,
    /// The line of the last word that was taken.
    last_line: usize,
}

impl<'t> Words<'t> {
    pub fn new(text: &'t str) -> Words<'t> {
        let mut words = Words {
            lines: (1..).zip(text.lines()),
            line: (1, "".split_whitespace()),
            next: None,
            last_line: 1,
        };
        words.take();
        words
    }

    /// Takes the next word.
    fn take(&mut self) {
        if let Some((line, _)) = self.next {
            self.last_line = line;
        }
        self.next = loop {
            let (number, words) = &mut self.line;
            if let Some(word) = words.next() {
                break Some((*number, word));
            }
            let Some((number, line)) = self.lines.next() else {
                break None;
            };
            let line = line.split('#').next().unwrap_or_default();
            self.line = (number, line.split_whitespace());
        };
    }

    /// The next word, which is not taken.
    pub fn next(&self) -> Option<&'t str> {
        self.next.map(|(_, word)| word)
    }

    /// An error at the next word.
    pub fn wrong<T>(&self, expected: &str) -> Result<T, String> {
        let end = (self.last_line, "the end".to_owned());
        let quoted = |(line, word)| (line, escape::quoted(word, 40));
        let (line, found) = self.next.map_or(end, quoted);
        Err(format!("{line}: found {found}, expected {expected}"))
    }

    /// Takes one of these words.
    pub fn word(&mut self, expected: &[&'static str]) -> Result<&'static str, String> {
        let Some(word) = expected.iter().find(|word| Some(**word) == self.next()) else {
            return self.wrong(&expected.join(" or "));
        };
        self.take();
        Ok(word)
    }

    /// Takes this many numbers.
    pub fn numbers(&mut self, count: usize) -> Result<Vec<i64>, String> {
        let mut numbers = Vec::new();
        while numbers.len() < count {
            let Some(number) = self.next().and_then(|word| word.parse().ok()) else {
                return self.wrong(&match count {
                    1 => "an integer".into(),
                    _ => format!("{count} integers"),
                });
            };
            numbers.push(number);
            self.take();
        }
        Ok(numbers)
    }

    /// The number after this name.
    pub fn one(&mut self, name: &'static str) -> Result<i64, String> {
        self.word(&[name])?;
        Ok(self.numbers(1)?[0])
    }
}
