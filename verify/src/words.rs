//! Words and numbers of a text.

use crate::escape;
use std::collections::VecDeque;

/// "1 lemma", "2 lemmas".
pub fn counted(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// The words that are left of the file, with their lines; `#` begins a comment.
pub struct Words<'t> {
    words: VecDeque<(usize, &'t str)>,
    last_line: usize,
}

impl<'t> Words<'t> {
    pub fn new(text: &'t str) -> Words<'t> {
        let mut words = VecDeque::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default();
            words.extend(line.split_whitespace().map(|word| (number, word)));
        }
        let last_line = words.back().map_or(1, |(line, _)| *line);
        Words { words, last_line }
    }

    /// The next word, which is not taken.
    pub fn next(&self) -> Option<&'t str> {
        self.words.front().map(|(_, word)| *word)
    }

    /// An error at the next word.
    pub fn wrong<T>(&self, expected: &str) -> Result<T, String> {
        let end = (self.last_line, "the end".to_owned());
        let next = self.words.front();
        let (line, found) = next.map_or(end, |(line, word)| (*line, escape::quoted(word, 40)));
        Err(format!("{line}: found {found}, expected {expected}"))
    }

    /// Takes one of these words.
    pub fn word(&mut self, expected: &[&'static str]) -> Result<&'static str, String> {
        let Some(word) = expected.iter().find(|word| Some(**word) == self.next()) else {
            return self.wrong(&expected.join(" or "));
        };
        self.words.pop_front();
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
            self.words.pop_front();
        }
        Ok(numbers)
    }

    /// The number after this name.
    pub fn one(&mut self, name: &'static str) -> Result<i64, String> {
        self.word(&[name])?;
        Ok(self.numbers(1)?[0])
    }
}
