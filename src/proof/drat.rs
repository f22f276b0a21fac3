//! DRAT proofs, read step by step: the text form and the binary one.
//!
//! Text: a lemma is a line of literals that ends with `0`, `d ` in front deletes
//! such a clause, `c` begins a comment. Binary: `a` or `d`, then each literal as
//! `2·variable + sign` in groups of 7 bits, the lowest first, then a zero byte.
//! A binary proof is known by its first byte, or by a zero byte near its start,
//! which no text has.

use crate::cnf::Lit;
use std::io::{self, BufRead};

/// What a step does with its clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Adds it as a lemma.
    Add,
    /// Deletes it.
    Delete,
}

/// What is wrong with the text or the bytes of a proof.
#[derive(Debug, thiserror::Error)]
pub enum DratError {
    /// No DRAT.
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

impl DratError {
    /// The line, from 1, where one is to blame.
    pub fn line(&self) -> Option<u64> {
        match self {
            DratError::Syntax { line, .. } => *line,
            DratError::Io(_) => None,
        }
    }
}

/// Most literals of one clause; no variable more than once is needed.
const MAX_LITERALS: usize = 1 << 26;

const LITERAL: &str = "a literal, or 0 for the end of the clause";

/// Reads the steps of a proof and keeps nothing.
pub struct Reader<R> {
    input: R,
    binary: bool,
    /// From 1.
    line: u64,
    /// Bytes read.
    offset: u64,
}

impl<R: BufRead> Reader<R> {
    /// Looks at the start of the proof to find out its form.
    ///
    /// # Errors
    /// What the system says.
    pub fn new(mut input: R) -> io::Result<Reader<R>> {
        let start = input.fill_buf()?;
        let binary = start.first() == Some(&b'a') || start.contains(&0);
        Ok(Reader {
            input,
            binary,
            line: 1,
            offset: 0,
        })
    }

    /// Whether the proof is in the binary form.
    pub fn is_binary(&self) -> bool {
        self.binary
    }

    /// Reads the next step into `clause`; `None` at the end.
    ///
    /// # Errors
    /// [`DratError`] for the first thing that is no DRAT.
    pub fn next_step(&mut self, clause: &mut Vec<Lit>) -> Result<Option<Step>, DratError> {
        clause.clear();
        match self.binary {
            true => self.binary_step(clause),
            false => self.text_step(clause),
        }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.input.fill_buf()?.first().copied())
    }

    fn take(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.input.consume(1);
            self.offset += 1;
            self.line += u64::from(byte == b'\n');
        }
        Ok(byte)
    }

    fn wrong<T>(&self, found: String, expected: &'static str) -> Result<T, DratError> {
        let line = (!self.binary).then_some(self.line);
        Err(DratError::Syntax {
            line,
            found,
            expected,
        })
    }

    fn push(&self, clause: &mut Vec<Lit>, lit: Lit) -> Result<(), DratError> {
        if clause.len() == MAX_LITERALS {
            let found = format!("a clause of more than {MAX_LITERALS} literals");
            return self.wrong(found, "a shorter one");
        }
        clause.push(lit);
        Ok(())
    }

    fn text_step(&mut self, clause: &mut Vec<Lit>) -> Result<Option<Step>, DratError> {
        let mut step = None;
        loop {
            match self.peek()? {
                None if step.is_none() => return Ok(None),
                None => return self.wrong("the end inside a clause".into(), LITERAL),
                Some(byte) if byte.is_ascii_whitespace() => {
                    self.take()?;
                }
                Some(b'c') if step.is_none() => {
                    while !matches!(self.take()?, None | Some(b'\n')) {}
                }
                Some(b'd') if step.is_none() => {
                    self.take()?;
                    step = Some(Step::Delete);
                }
                Some(_) => {
                    step.get_or_insert(Step::Add);
                    match self.text_literal()? {
                        Some(lit) => self.push(clause, lit)?,
                        None => return Ok(step),
                    }
                }
            }
        }
    }

    /// The next word as a literal; `None` for 0.
    fn text_literal(&mut self) -> Result<Option<Lit>, DratError> {
        /// A literal has no more characters.
        const LONGEST: usize = 11;
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
        match word.parse::<i32>() {
            Ok(0) => Ok(None),
            Ok(number) if Lit::from_dimacs(number).is_some() => Ok(Lit::from_dimacs(number)),
            _ => self.wrong(format!("'{}'", word.escape_debug()), LITERAL),
        }
    }

    fn binary_step(&mut self, clause: &mut Vec<Lit>) -> Result<Option<Step>, DratError> {
        let step = match self.take()? {
            None => return Ok(None),
            Some(b'a') => Step::Add,
            Some(b'd') => Step::Delete,
            Some(byte) => {
                let found = format!("{byte:#04x} as byte {}", self.offset);
                return self.wrong(found, "'a' or 'd' at the start of a step");
            }
        };
        while let Some(lit) = self.binary_literal()? {
            self.push(clause, lit)?;
        }
        Ok(Some(step))
    }

    /// The next literal; `None` for 0.
    fn binary_literal(&mut self) -> Result<Option<Lit>, DratError> {
        /// Groups of 7 bits that hold 32 bits.
        const GROUPS: u32 = 5;
        let mut code = 0u64;
        for group in 0..GROUPS {
            let Some(byte) = self.take()? else {
                let found = format!("the end inside a clause, after byte {}", self.offset);
                return self.wrong(found, LITERAL);
            };
            code |= u64::from(byte & 0x7f) << (7 * group);
            if byte & 0x80 == 0 {
                return self.decode(code);
            }
        }
        let found = format!("a number of more than 32 bits before byte {}", self.offset);
        self.wrong(found, LITERAL)
    }

    fn decode(&self, code: u64) -> Result<Option<Lit>, DratError> {
        if code == 0 {
            return Ok(None);
        }
        let variable = i32::try_from(code >> 1).ok().and_then(Lit::from_dimacs);
        match variable {
            Some(lit) if code & 1 == 0 => Ok(Some(lit)),
            Some(lit) => Ok(Some(!lit)),
            None => {
                let found = format!("the number {code} before byte {}", self.offset);
                self.wrong(found, LITERAL)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(proof: &[u8]) -> Result<Vec<(Step, Vec<i32>)>, DratError> {
        let mut reader = Reader::new(proof).unwrap();
        let (mut steps, mut clause) = (Vec::new(), Vec::new());
        while let Some(step) = reader.next_step(&mut clause)? {
            steps.push((step, clause.iter().map(|lit| lit.dimacs()).collect()));
        }
        Ok(steps)
    }

    #[test]
    fn both_forms_say_the_same() {
        let expected = vec![
            (Step::Delete, vec![-63, 64]),
            (Step::Add, vec![1, -8193]),
            (Step::Add, vec![]),
        ];
        let text = steps(b"c a comment\nd -63 64 0\n1 -8193\n0\n\n0").unwrap();
        assert_eq!(text, expected);
        // The example of drat-trim's description.
        let bytes = b"d\x7f\x80\x01\x00a\x02\x83\x80\x01\x00a\x00";
        assert_eq!(steps(bytes).unwrap(), expected);
        assert_eq!(steps(b"").unwrap(), vec![]);
    }

    #[test]
    fn what_is_no_proof_is_told_with_its_place() {
        let message = |proof: &[u8]| {
            let error = steps(proof).unwrap_err();
            format!("{:?} {error}", error.line())
        };
        assert!(message(b"1 2 0\n1 x 0\n").starts_with("Some(2) found 'x', expected a literal"));
        assert!(message(b"1 2").contains("the end inside a clause"));
        assert!(message(b"d").contains("the end inside a clause"));
        assert!(message(b"1 99999999999999999999 0").contains("found '999999999999'"));
        assert!(message(b"-2147483648 0").contains("found '-2147483648'"));
        assert!(message(b"a\x02\x00\x07\x00").contains("found 0x07 as byte 4"));
        assert!(message(b"a\x02").contains("after byte 2"));
        assert!(message(b"a\x01\x00").contains("the number 1"));
        assert!(message(b"a\xff\xff\xff\xff\xff\x01\x00").contains("more than 32 bits"));
    }
}
