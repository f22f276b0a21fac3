//! LRAT proofs: each lemma says from which clauses it follows, so that checking
//! needs no search.
//!
//! The clauses of the formula have the numbers 1, 2 and so on. Text: a lemma is its
//! number, its literals, `0`, its hints, `0`; a number, `d`, numbers of clauses and
//! `0` delete these; `c` begins a line of comment. Binary: `a` in front of a lemma,
//! `d` in front of the numbers of deleted clauses, and all numbers as bytes of
//! [`Numbers`]. See L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P.
//! Schneider-Kamp, "Efficient certified RAT verification", CADE 2017.

pub mod check;
pub mod write;

use super::drat::Step;
use super::numbers::{Numbers, ProofError};
use super::system::ProofSystem;
use crate::cnf::Lit;
use std::io::{self, BufRead};

/// A step of a proof.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Line {
    /// The number of the lemma; what a deletion has instead means nothing.
    pub number: u64,
    /// The lemma.
    pub clause: Vec<Lit>,
    /// Its hints: numbers of clauses, negative ones for clauses to resolve with.
    /// Deleted clauses of a deletion.
    pub hints: Vec<i64>,
}

/// Reads the steps of a proof and keeps nothing.
pub struct Reader<R> {
    numbers: Numbers<R>,
    /// The line, from 1, where the last step begins.
    line: Option<u64>,
}

const HINTS: &str = "the number of a clause, or 0 for the end";

impl<R: BufRead> Reader<R> {
    /// Looks at the start of the proof to find out its form.
    ///
    /// # Errors
    /// What the system says.
    pub fn new(mut input: R) -> io::Result<Reader<R>> {
        let binary = ProofSystem::Lrat.is_binary(input.fill_buf()?);
        let numbers = Numbers::new(input, binary);
        let line = numbers.line();
        Ok(Reader { numbers, line })
    }

    /// Whether the proof is in the binary form.
    pub fn is_binary(&self) -> bool {
        self.numbers.is_binary()
    }

    /// Reads the next step; `None` at the end.
    ///
    /// # Errors
    /// [`ProofError`] for the first thing that is no LRAT.
    pub fn next_step(&mut self, line: &mut Line) -> Result<Option<Step>, ProofError> {
        line.clause.clear();
        line.hints.clear();
        let step = match self.is_binary() {
            true => self.binary_step(line)?,
            false => self.text_step(line)?,
        };
        match step {
            None => return Ok(None),
            Some(Step::Add) => {
                self.numbers.clause(&mut line.clause)?;
                self.numbers.list(HINTS, &mut line.hints, Some)?;
            }
            Some(Step::Delete) => {
                let positive = |number: i64| Some(number).filter(|number| *number > 0);
                self.numbers.list(HINTS, &mut line.hints, positive)?;
            }
        }
        Ok(step)
    }

    fn text_step(&mut self, line: &mut Line) -> Result<Option<Step>, ProofError> {
        self.numbers.skip_comments()?;
        self.line = self.numbers.line();
        if self.numbers.peek()?.is_none() {
            return Ok(None);
        }
        line.number = self.lemma_number()?;
        self.numbers.skip_blank()?;
        if self.numbers.peek()? != Some(b'd') {
            return Ok(Some(Step::Add));
        }
        self.numbers.take()?;
        Ok(Some(Step::Delete))
    }

    fn binary_step(&mut self, line: &mut Line) -> Result<Option<Step>, ProofError> {
        match self.numbers.take()? {
            None => Ok(None),
            Some(b'a') => {
                line.number = self.lemma_number()?;
                Ok(Some(Step::Add))
            }
            Some(b'd') => Ok(Some(Step::Delete)),
            Some(byte) => {
                let found = format!("{byte:#04x} as byte {}", self.numbers.offset());
                let expected = "'a' or 'd' at the start of a step";
                self.numbers.wrong(found, expected)
            }
        }
    }

    fn lemma_number(&mut self) -> Result<u64, ProofError> {
        const EXPECTED: &str = "the number of a lemma, above 0";
        match self.numbers.number(EXPECTED)? {
            number @ 1.. => Ok(number.unsigned_abs()),
            number => self.numbers.wrong(format!("'{number}'"), EXPECTED),
        }
    }

    /// An error of the last step as a whole.
    fn wrong(&self, mut found: String, expected: &'static str) -> ProofError {
        if self.is_binary() {
            found = format!(
                "{found} in the step before byte {}",
                self.numbers.offset() + 1
            );
        }
        let line = self.line;
        ProofError::Syntax {
            line,
            found,
            expected,
        }
    }
}

/// Whether what begins like this is LRAT, not DRAT: its first lemma has a number
/// above those of the formula's clauses and hints below it, and a line of its own
/// if it is text. Only deletions in front of a binary lemma are the same in both.
pub fn begins(start: &[u8], clauses: usize) -> bool {
    let Ok(mut reader) = Reader::new(start) else {
        return false;
    };
    let mut line = Line::default();
    loop {
        match reader.next_step(&mut line) {
            Ok(Some(Step::Delete)) if reader.is_binary() => {}
            Ok(Some(Step::Delete)) => return true,
            Ok(Some(Step::Add)) => {
                let known = |hint: &i64| hint.unsigned_abs() < line.number;
                return line.number > clauses as u64
                    && line.hints.iter().all(known)
                    && reader.line == reader.numbers.line();
            }
            Ok(None) | Err(_) => return false,
        }
    }
}

#[cfg(test)]
mod tests;
