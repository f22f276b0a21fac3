//! DRAT proofs, read step by step: the text form and the binary one.
//!
//! Text: a lemma is a line of literals that ends with `0`, `d ` in front deletes
//! such a clause, `c` begins a comment. Binary: `a` or `d`, then each literal as
//! `2·variable + sign` in groups of 7 bits, the lowest first, then a zero byte.
//! A binary proof is known by its first byte, or by a zero byte near its start,
//! which no text has.

use super::numbers::{Numbers, ProofError};
use super::system::ProofSystem;
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

/// Reads the steps of a proof and keeps nothing.
pub struct Reader<R> {
    numbers: Numbers<R>,
}

impl<R: BufRead> Reader<R> {
    /// Looks at the start of the proof to find out its form.
    ///
    /// # Errors
    /// What the system says.
    pub fn new(mut input: R) -> io::Result<Reader<R>> {
        let binary = ProofSystem::Drat.is_binary(input.fill_buf()?);
        let numbers = Numbers::new(input, binary);
        Ok(Reader { numbers })
    }

    /// Whether the proof is in the binary form.
    pub fn is_binary(&self) -> bool {
        self.numbers.is_binary()
    }

    /// Reads the next step into `clause`; `None` at the end.
    ///
    /// # Errors
    /// [`ProofError`] for the first thing that is no DRAT.
    pub fn next_step(&mut self, clause: &mut Vec<Lit>) -> Result<Option<Step>, ProofError> {
        clause.clear();
        let step = match self.is_binary() {
            true => self.binary_step()?,
            false => self.text_step()?,
        };
        if step.is_some() {
            self.numbers.clause(clause)?;
        }
        Ok(step)
    }

    fn text_step(&mut self) -> Result<Option<Step>, ProofError> {
        self.numbers.skip_comments()?;
        Ok(match self.numbers.peek()? {
            None => None,
            Some(b'd') => {
                self.numbers.take()?;
                Some(Step::Delete)
            }
            Some(_) => Some(Step::Add),
        })
    }

    fn binary_step(&mut self) -> Result<Option<Step>, ProofError> {
        match self.numbers.take()? {
            None => Ok(None),
            Some(b'a') => Ok(Some(Step::Add)),
            Some(b'd') => Ok(Some(Step::Delete)),
            Some(byte) => {
                let found = format!("{byte:#04x} as byte {}", self.numbers.offset());
                let expected = "'a' or 'd' at the start of a step";
                self.numbers.wrong(found, expected)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(proof: &[u8]) -> Result<Vec<(Step, Vec<i32>)>, ProofError> {
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
        assert!(Reader::new(&bytes[..]).unwrap().is_binary());
        assert!(!Reader::new(&b"d 1 0\n"[..]).unwrap().is_binary());
        assert_eq!(steps(b"").unwrap(), vec![]);
    }

    #[test]
    fn what_is_no_proof_is_told_with_its_place() {
        let message = |proof: &[u8]| {
            let error = steps(proof).unwrap_err();
            format!("{:?} {error}", error.line())
        };
        assert!(message(b"1 2 0\n1 x 0\n").starts_with("Some(2) found 'x', expected a literal"));
        assert!(message(b"1 d 2 0").contains("found 'd'"));
        assert!(message(b"1 c 2 0").contains("found 'c'"));
        assert!(message(b"1 2").contains("the end inside a clause"));
        assert!(message(b"d").contains("the end inside a clause"));
        assert!(message(b"1 99999999999999999999 0").contains("found '99999999999999999999'"));
        assert!(message(b"-2147483648 0").contains("found '-2147483648'"));
        assert!(message(b"a\x02\x00\x07\x00").contains("found 0x07 as byte 4"));
        assert!(message(b"a\x02").contains("after byte 2"));
        assert!(message(b"a\x01\x00").contains("the number 1"));
        assert!(message(b"a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00").contains("more than 63"));
    }
}
