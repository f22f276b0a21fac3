//! The numbers of a proof, one by one, in text or in binary.
//!
//! In binary a number is `2·magnitude + sign` in groups of 7 bits, the lowest first, of
//! which all but the last have the highest bit set.

use crate::error::ReadError;
use crate::escape;
use std::io::{self, BufRead};

/// Maximum number of numbers of one list; no variable is needed twice.
const MAX_LENGTH: usize = 1 << 26;

/// Reads numbers without keeping them.
pub(crate) struct Lexer<R> {
    input: R,
    binary: bool,
    line: u64,
    offset: u64,
}

impl<R: BufRead> Lexer<R> {
    pub fn new(input: R, binary: bool) -> Lexer<R> {
        Lexer {
            input,
            binary,
            line: 1,
            offset: 0,
        }
    }

    pub fn is_binary(&self) -> bool {
        self.binary
    }

    /// The line of the next byte, from 1; none in a binary proof.
    pub fn line(&self) -> Option<u64> {
        (!self.binary).then_some(self.line)
    }

    /// Bytes read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next byte, which is not consumed.
    pub fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.input.fill_buf()?.first().copied())
    }

    /// Consumes the next byte.
    pub fn take(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.input.consume(1);
            self.offset += 1;
            self.line += u64::from(byte == b'\n');
        }
        Ok(byte)
    }

    pub fn skip_blank(&mut self) -> io::Result<()> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.take()?;
        }
        Ok(())
    }

    /// Skips blanks and lines of comment.
    pub fn skip_comments(&mut self) -> io::Result<()> {
        self.skip_blank()?;
        while self.peek()? == Some(b'c') {
            while !matches!(self.take()?, None | Some(b'\n')) {}
            self.skip_blank()?;
        }
        Ok(())
    }

    /// An error at this place.
    pub fn wrong<T>(&self, found: String, expected: &'static str) -> Result<T, ReadError> {
        Err(ReadError::Syntax {
            line: self.line(),
            found,
            expected: expected.to_owned(),
        })
    }

    /// The next number.
    pub fn number(&mut self, expected: &'static str) -> Result<i64, ReadError> {
        match self.binary {
            true => self.groups(expected),
            false => self.word(expected),
        }
    }

    fn word(&mut self, expected: &'static str) -> Result<i64, ReadError> {
        /// A number of 63 bits and its sign have no more characters.
        const LONGEST: usize = 20;
        self.skip_blank()?;
        let mut word = [0; LONGEST + 1];
        let mut length = 0;
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace()) {
            let Some(place) = word.get_mut(length) else {
                break;
            };
            *place = byte;
            length += 1;
            self.take()?;
        }
        let word = String::from_utf8_lossy(word.get(..length).unwrap_or_default());
        match word.parse::<i64>() {
            // 0 ends a list, and nothing else that means the same.
            Ok(0) if word != "0" => self.wrong(escape::quoted(&word, LONGEST), expected),
            Ok(number) if length <= LONGEST && !word.starts_with('+') => Ok(number),
            _ if word.is_empty() => self.wrong("the end inside a clause".into(), expected),
            _ => self.wrong(escape::quoted(&word, LONGEST), expected),
        }
    }

    fn groups(&mut self, expected: &'static str) -> Result<i64, ReadError> {
        /// Groups of 7 bits that hold 63 bits.
        const GROUPS: u32 = 9;
        let mut code = 0i64;
        for group in 0..GROUPS {
            let Some(byte) = self.take()? else {
                let found = format!("the end inside a clause, after byte {}", self.offset);
                return self.wrong(found, expected);
            };
            code |= i64::from(byte & 0x7f) << (7 * group);
            if byte & 0x80 == 0 {
                let found = || format!("the number 1 before byte {}", self.offset);
                return match (code & 1, code >> 1) {
                    (0, magnitude) => Ok(magnitude),
                    (_, 0) => self.wrong(found(), expected),
                    (_, magnitude) => Ok(-magnitude),
                };
            }
        }
        let found = format!("a number of more than 63 bits before byte {}", self.offset);
        self.wrong(found, expected)
    }

    /// Reads numbers up to 0, each converted by `meaning`.
    pub fn list<T>(
        &mut self,
        expected: &'static str,
        list: &mut Vec<T>,
        meaning: impl Fn(i64) -> Option<T>,
    ) -> Result<(), ReadError> {
        loop {
            let number = self.number(expected)?;
            if number == 0 {
                return Ok(());
            }
            let Some(item) = meaning(number) else {
                let found = match self.binary {
                    true => format!("the number {number} before byte {}", self.offset),
                    false => format!("'{number}'"),
                };
                return self.wrong(found, expected);
            };
            if list.len() == MAX_LENGTH {
                let found = format!("a list of more than {MAX_LENGTH} numbers");
                return self.wrong(found, "a shorter one");
            }
            list.push(item);
        }
    }
}
