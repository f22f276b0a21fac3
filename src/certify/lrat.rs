//! Writing LRAT proofs, in text or in binary.

#[cfg(feature = "process")]
use satoku_verify::{
    error::ReadError,
    proof::ProofSystem,
    proof::steps::{Action, Step, StepReader},
};
#[cfg(feature = "process")]
use std::io::BufRead;
use std::io::{self, Write};

/// How a proof is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LratForm {
    /// A step a line.
    Text,
    /// The numbers in groups of 7 bits.
    Binary,
}

/// Writes the steps of a proof. The first error is kept until the end.
pub struct LratWriter<W: Write> {
    output: W,
    form: LratForm,
    /// The number of the last lemma, or of the formula's last clause.
    last: u64,
    bytes: Vec<u8>,
    failed: Option<io::Error>,
}

impl<W: Write> LratWriter<W> {
    /// A proof about a formula with this many clauses.
    pub fn new(output: W, form: LratForm, clauses: u64) -> LratWriter<W> {
        LratWriter {
            output,
            form,
            last: clauses,
            bytes: Vec::new(),
            failed: None,
        }
    }

    /// Writes a lemma under the next number, which it returns.
    pub fn lemma(&mut self, clause: &[i32], hints: &[i64]) -> i64 {
        self.numbered_lemma(self.last + 1, clause, hints);
        self.last as i64
    }

    fn numbered_lemma(&mut self, number: u64, clause: &[i32], hints: &[i64]) {
        self.last = number;
        if self.form == LratForm::Binary {
            self.bytes.push(b'a');
        }
        self.number(number as i64);
        for &literal in clause {
            self.number(literal.into());
        }
        self.number(0);
        for &hint in hints {
            self.number(hint);
        }
        self.end_step();
    }

    /// Writes the deletion of these clauses.
    pub fn delete(&mut self, numbers: &[i64]) {
        match self.form {
            LratForm::Binary => self.bytes.push(b'd'),
            LratForm::Text => self.bytes.extend(format!("{} d ", self.last).bytes()),
        }
        for &number in numbers {
            self.number(number);
        }
        self.end_step();
    }

    fn number(&mut self, number: i64) {
        match self.form {
            LratForm::Text => self.bytes.extend(format!("{number} ").bytes()),
            LratForm::Binary => push_number(&mut self.bytes, number),
        }
    }

    fn end_step(&mut self) {
        self.number(0);
        if let (LratForm::Text, Some(last)) = (self.form, self.bytes.last_mut()) {
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
    /// The first error of writing.
    pub fn finish(mut self) -> io::Result<()> {
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.output.flush(),
        }
    }
}

/// Writes a number of a binary proof: seven bits a byte, the sign lowest.
pub(super) fn push_number(bytes: &mut Vec<u8>, number: i64) {
    let mut code = 2 * number.unsigned_abs() + u64::from(number < 0);
    while code > 0x7f {
        bytes.push(0x80 | (code & 0x7f) as u8);
        code >>= 7;
    }
    bytes.push(code as u8);
}

/// Copies an LRAT proof as text.
///
/// # Errors
/// [`ReadError`] if it cannot be read or written.
#[cfg(feature = "process")]
pub fn as_text(proof: impl BufRead, text: impl Write) -> Result<(), ReadError> {
    let mut steps = StepReader::new(proof, ProofSystem::Lrat)?;
    let mut writer = LratWriter::new(text, LratForm::Text, 0);
    let mut step = Step::default();
    while let Some(action) = steps.next(&mut step)? {
        match action {
            Action::Add => writer.numbered_lemma(step.number, &step.clause, &step.hints),
            Action::Delete => writer.delete(&step.hints),
        }
    }
    Ok(writer.finish()?)
}

#[cfg(all(test, feature = "process"))]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_size_survive() {
        let clause = [i32::MAX, -i32::MAX, 1];
        let hints = [1, -1, 63, -64, 1 << 40, i64::MAX >> 2];
        let mut written = Vec::new();
        let mut writer = LratWriter::new(&mut written, LratForm::Binary, i64::MAX as u64 >> 2);
        assert_eq!(writer.lemma(&clause, &hints), 1 << 61);
        writer.delete(&[8, 9]);
        writer.finish().unwrap();
        let mut text = Vec::new();
        as_text(&written[..], &mut text).unwrap();
        let expected = "2305843009213693952 2147483647 -2147483647 1 0 1 -1 63 -64 1099511627776 \
                        2305843009213693951 0\n2305843009213693952 d 8 9 0\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
