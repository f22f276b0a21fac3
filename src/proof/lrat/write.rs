//! Writing LRAT proofs, as text or as bytes.

use super::{Line, Reader};
use crate::cnf::Lit;
use crate::proof::drat::Step;
use crate::proof::numbers::ProofError;
use std::io::{self, BufRead, Write};

/// Writes the steps of a proof. What the system objects to is told at the end.
pub struct Writer<W: Write> {
    output: W,
    binary: bool,
    /// The number of the last lemma, or of the formula's last clause.
    last: u64,
    bytes: Vec<u8>,
    failed: Option<io::Error>,
}

impl<W: Write> Writer<W> {
    /// A proof about a formula with so many clauses.
    pub fn new(output: W, binary: bool, clauses: u64) -> Writer<W> {
        Writer {
            output,
            binary,
            last: clauses,
            bytes: Vec::new(),
            failed: None,
        }
    }

    /// Writes a lemma under the next number, which it returns.
    pub fn lemma(&mut self, clause: &[Lit], hints: &[i64]) -> u64 {
        let number = self.last + 1;
        self.numbered(number, clause, hints);
        number
    }

    fn numbered(&mut self, number: u64, clause: &[Lit], hints: &[i64]) {
        self.last = number;
        if self.binary {
            self.bytes.push(b'a');
        }
        self.number(number as i64);
        for lit in clause {
            self.number(lit.dimacs().into());
        }
        self.number(0);
        for &hint in hints {
            self.number(hint);
        }
        self.end();
    }

    /// Writes that these clauses are deleted.
    pub fn delete(&mut self, numbers: &[i64]) {
        match self.binary {
            true => self.bytes.push(b'd'),
            false => self.bytes.extend(format!("{} d ", self.last).bytes()),
        }
        for &number in numbers {
            self.number(number);
        }
        self.end();
    }

    fn number(&mut self, number: i64) {
        if !self.binary {
            self.bytes.extend(format!("{number} ").bytes());
            return;
        }
        let mut code = 2 * number.unsigned_abs() + u64::from(number < 0);
        while code > 0x7f {
            self.bytes.push(0x80 | (code & 0x7f) as u8);
            code >>= 7;
        }
        self.bytes.push(code as u8);
    }

    /// Ends a step.
    fn end(&mut self) {
        self.number(0);
        if let (false, Some(last)) = (self.binary, self.bytes.last_mut()) {
            *last = b'\n';
        }
        if self.failed.is_none() {
            self.failed = self.output.write_all(&self.bytes).err();
        }
        self.bytes.clear();
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// What the system said first.
    pub fn finish(mut self) -> io::Result<()> {
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.output.flush(),
        }
    }
}

/// Writes a proof once more, as text.
///
/// # Errors
/// [`ProofError`] for what is no LRAT, or cannot be written.
pub fn as_text(proof: impl BufRead, text: impl Write) -> Result<(), ProofError> {
    let mut reader = Reader::new(proof)?;
    let mut writer = Writer::new(text, false, 0);
    let mut line = Line::default();
    while let Some(step) = reader.next_step(&mut line)? {
        match step {
            Step::Add => writer.numbered(line.number, &line.clause, &line.hints),
            Step::Delete => writer.delete(&line.hints),
        }
    }
    Ok(writer.finish()?)
}
