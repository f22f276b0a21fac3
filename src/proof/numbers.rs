//! The numbers of a proof, one by one: words of a text, or bytes.
//!
//! As bytes a number is `2·magnitude + sign` in groups of 7 bits, the lowest
//! first, of which all but the last have the highest bit set.

use crate::cnf::Lit;
use crate::escape;
use std::io::{self, BufRead};

/// What is wrong with a proof at some place.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// It cannot go on like this.
    #[error("found {found}, expected {expected}")]
    Syntax {
        /// From 1, in a proof that is text.
        line: Option<u64>,
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// The system could not read it.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
}

impl ProofError {
    /// The line, from 1, where one is to blame.
    pub fn line(&self) -> Option<u64> {
        match self {
            ProofError::Syntax { line, .. } => *line,
            ProofError::Io(_) => None,
        }
    }
}

/// Most numbers of one list; no variable more than once is needed.
const MAX_LENGTH: usize = 1 << 26;

const LITERAL: &str = "a literal, or 0 for the end of the clause";

/// Reads bytes, words and numbers, and keeps nothing.
pub struct Numbers<R> {
    input: R,
    binary: bool,
    /// From 1.
    line: u64,
    /// Bytes read.
    offset: u64,
}

impl<R: BufRead> Numbers<R> {
    /// Reads from the start of a proof.
    pub fn new(input: R, binary: bool) -> Numbers<R> {
        let (line, offset) = (1, 0);
        Numbers {
            input,
            binary,
            line,
            offset,
        }
    }

    /// Whether they are bytes.
    pub fn is_binary(&self) -> bool {
        self.binary
    }

    /// The line, from 1, of the next byte, in a text.
    pub fn line(&self) -> Option<u64> {
        (!self.binary).then_some(self.line)
    }

    /// Bytes read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next byte, which stays.
    ///
    /// # Errors
    /// What the system says.
    pub fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.input.fill_buf()?.first().copied())
    }

    /// The next byte.
    ///
    /// # Errors
    /// What the system says.
    pub fn take(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.input.consume(1);
            self.offset += 1;
            self.line += u64::from(byte == b'\n');
        }
        Ok(byte)
    }

    /// Skips what is blank.
    ///
    /// # Errors
    /// What the system says.
    pub fn skip_blank(&mut self) -> io::Result<()> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.take()?;
        }
        Ok(())
    }

    /// Skips what is blank, and lines of comment, at the start of a step.
    ///
    /// # Errors
    /// What the system says.
    pub fn skip_comments(&mut self) -> io::Result<()> {
        self.skip_blank()?;
        while self.peek()? == Some(b'c') {
            while !matches!(self.take()?, None | Some(b'\n')) {}
            self.skip_blank()?;
        }
        Ok(())
    }

    /// An error here.
    ///
    /// # Errors
    /// [`ProofError::Syntax`], always.
    pub fn wrong<T>(&self, found: String, expected: &'static str) -> Result<T, ProofError> {
        let line = self.line();
        Err(ProofError::Syntax {
            line,
            found,
            expected,
        })
    }

    /// The next number.
    ///
    /// # Errors
    /// [`ProofError`] if there is none.
    pub fn number(&mut self, expected: &'static str) -> Result<i64, ProofError> {
        match self.binary {
            true => self.groups(expected),
            false => self.word(expected),
        }
    }

    fn word(&mut self, expected: &'static str) -> Result<i64, ProofError> {
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
            Ok(number) if length <= LONGEST => Ok(number),
            _ if word.is_empty() => self.wrong("the end inside a clause".into(), expected),
            _ => self.wrong(escape::quoted(&word, LONGEST), expected),
        }
    }

    fn groups(&mut self, expected: &'static str) -> Result<i64, ProofError> {
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
                return match code {
                    1 => self.wrong(
                        format!("the number 1 before byte {}", self.offset),
                        expected,
                    ),
                    _ if code & 1 == 0 => Ok(code >> 1),
                    _ => Ok(-(code >> 1)),
                };
            }
        }
        let found = format!("a number of more than 63 bits before byte {}", self.offset);
        self.wrong(found, expected)
    }

    /// Reads literals up to 0.
    ///
    /// # Errors
    /// [`ProofError`] for what is none.
    pub fn clause(&mut self, clause: &mut Vec<Lit>) -> Result<(), ProofError> {
        self.list(LITERAL, clause, |number| {
            i32::try_from(number).ok().and_then(Lit::from_dimacs)
        })
    }

    /// Reads numbers up to 0, made to what they mean.
    ///
    /// # Errors
    /// [`ProofError`] for one that means nothing.
    pub fn list<T>(
        &mut self,
        expected: &'static str,
        list: &mut Vec<T>,
        meaning: impl Fn(i64) -> Option<T>,
    ) -> Result<(), ProofError> {
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
