//! DRAT and LRAT proofs, read step by step, in text or in binary.
//!
//! *DRAT.* A lemma is its literals and `0`; `d` in front deletes such a clause.
//!
//! *LRAT.* The clauses of the formula have the numbers 1, 2 and so on. A lemma is its
//! number, its literals, `0`, its hints and `0`; a number, `d`, numbers of clauses and
//! `0` delete these. See L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P.
//! Schneider-Kamp, "Efficient certified RAT verification", CADE 2017.
//!
//! In text `c` begins a line of comment. In binary the byte `a` comes before a lemma and
//! `d` before a deletion, which has no number of its own.

use super::lexer::Lexer;
use super::{ProofSystem, START};
use crate::error::ReadError;
use std::io::{self, BufRead};

/// What a step does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Adds a lemma.
    Add,
    /// Deletes clauses.
    Delete,
}

/// A step of a proof.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Step {
    /// The number of an LRAT lemma.
    pub number: u64,
    /// The lemma, or the clause that DRAT deletes.
    pub clause: Vec<i32>,
    /// In LRAT, the numbers of the clauses that a lemma follows from, negative if it is to
    /// be resolved with them; or those that are deleted.
    pub hints: Vec<i64>,
}

/// Reads steps without keeping them.
pub struct StepReader<R> {
    lexer: Lexer<R>,
    system: ProofSystem,
    has_comments: bool,
    /// The line where the last step begins, from 1.
    line: Option<u64>,
}

const LITERAL: &str = "a literal, or 0 for the end of the clause";
const HINT: &str = "the number of a clause, or 0 for the end";

impl<R: BufRead> StepReader<R> {
    /// Looks at the start of the proof to see whether it is binary.
    ///
    /// # Errors
    /// If the proof cannot be read.
    pub fn new(mut input: R, system: ProofSystem) -> io::Result<StepReader<R>> {
        let binary = system.is_binary(input.fill_buf()?);
        let lexer = Lexer::new(input, binary);
        let line = lexer.line();
        Ok(StepReader {
            lexer,
            system,
            has_comments: true,
            line,
        })
    }

    /// The same proof, which must not have comments.
    #[must_use]
    pub fn without_comments(self) -> StepReader<R> {
        StepReader {
            has_comments: false,
            ..self
        }
    }

    /// The proof system.
    pub fn system(&self) -> ProofSystem {
        self.system
    }

    /// Whether the proof is binary.
    pub fn is_binary(&self) -> bool {
        self.lexer.is_binary()
    }

    /// Reads the next step; `None` at the end.
    ///
    /// # Errors
    /// [`ReadError`] if there is no step.
    pub fn next(&mut self, step: &mut Step) -> Result<Option<Action>, ReadError> {
        step.clause.clear();
        step.hints.clear();
        let action = match self.is_binary() {
            true => self.binary_action(step)?,
            false => self.text_action(step)?,
        };
        let Some(action) = action else {
            return Ok(None);
        };
        if (self.system, action) != (ProofSystem::Lrat, Action::Delete) {
            let literal = |number| i32::try_from(number).ok().filter(|lit| *lit != i32::MIN);
            self.lexer.list(LITERAL, &mut step.clause, literal)?;
        }
        if self.system == ProofSystem::Lrat {
            let hint = |number| Some(number).filter(|hint| action == Action::Add || *hint > 0);
            self.lexer.list(HINT, &mut step.hints, hint)?;
        }
        Ok(Some(action))
    }

    fn text_action(&mut self, step: &mut Step) -> Result<Option<Action>, ReadError> {
        match self.has_comments {
            true => self.lexer.skip_comments()?,
            false => self.lexer.skip_blank()?,
        }
        self.line = self.lexer.line();
        match self.lexer.peek()? {
            None => return Ok(None),
            Some(b'c') => {
                let expected = "a step: certificates hold nothing that is not checked";
                return self.lexer.wrong("a comment".into(), expected);
            }
            Some(_) => {}
        }
        if self.system == ProofSystem::Lrat {
            step.number = self.lemma_number()?;
            self.lexer.skip_blank()?;
        }
        if self.lexer.peek()? != Some(b'd') {
            return Ok(Some(Action::Add));
        }
        self.lexer.take()?;
        Ok(Some(Action::Delete))
    }

    fn binary_action(&mut self, step: &mut Step) -> Result<Option<Action>, ReadError> {
        match self.lexer.take()? {
            None => Ok(None),
            Some(b'a') => {
                if self.system == ProofSystem::Lrat {
                    step.number = self.lemma_number()?;
                }
                Ok(Some(Action::Add))
            }
            Some(b'd') => Ok(Some(Action::Delete)),
            Some(byte) => {
                let found = format!("{byte:#04x} as byte {}", self.lexer.offset());
                let expected = "'a' or 'd' at the start of a step";
                self.lexer.wrong(found, expected)
            }
        }
    }

    fn lemma_number(&mut self) -> Result<u64, ReadError> {
        const EXPECTED: &str = "the number of a lemma, above 0";
        match self.lexer.number(EXPECTED)? {
            number @ 1.. => Ok(number.unsigned_abs()),
            number => self.lexer.wrong(format!("'{number}'"), EXPECTED),
        }
    }

    /// An error of the last step as a whole.
    pub fn wrong(&self, mut found: String, expected: &'static str) -> ReadError {
        if self.is_binary() {
            let end = self.lexer.offset() + 1;
            found = format!("{found} in the step before byte {end}");
        }
        ReadError::Syntax {
            line: self.line,
            found,
            expected: expected.to_owned(),
        }
    }
}

/// Whether a proof that starts like this is LRAT, not DRAT: its first lemma has a number
/// above those of the formula's clauses and hints below it, and in text a line of its own.
/// In binary a lemma of DRAT, with the next one, may look the same, so all lemmas that are
/// there must be such, with increasing numbers. Deletions in binary tell nothing.
pub fn is_lrat(start: &[u8], clauses: usize) -> bool {
    let Ok(mut steps) = StepReader::new(start, ProofSystem::Lrat) else {
        return false;
    };
    let (mut step, mut last) = (Step::default(), clauses as u64);
    let mut has_lemma = false;
    loop {
        match steps.next(&mut step) {
            Ok(Some(Action::Delete)) if steps.is_binary() => {}
            Ok(Some(Action::Delete)) => return true,
            Ok(Some(Action::Add)) if !step.may_follow(last) => return false,
            Ok(Some(Action::Add)) if !steps.is_binary() => {
                return steps.line == steps.lexer.line();
            }
            Ok(Some(Action::Add)) => (has_lemma, last) = (true, step.number),
            Ok(None) => return has_lemma,
            // The proof may go on after its start.
            Err(_) => {
                let is_cut = start.len() as u64 >= START && matches!(steps.lexer.peek(), Ok(None));
                return has_lemma && is_cut;
            }
        }
    }
}

impl Step {
    /// Whether it looks like a lemma of LRAT after the clause of this number.
    fn may_follow(&self, last: u64) -> bool {
        let is_known = |hint: &i64| hint.unsigned_abs() < self.number;
        let is_rat = self.hints.iter().any(|hint| *hint < 0);
        let has_pivot = !self.clause.is_empty();
        self.number > last && self.hints.iter().all(is_known) && (has_pivot || !is_rat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(proof: &[u8]) -> Result<Vec<(Action, Vec<i32>)>, ReadError> {
        let mut reader = StepReader::new(proof, ProofSystem::Drat).unwrap();
        let (mut steps, mut step) = (Vec::new(), Step::default());
        while let Some(action) = reader.next(&mut step)? {
            steps.push((action, step.clause.clone()));
        }
        Ok(steps)
    }

    #[test]
    fn text_and_binary_say_the_same() {
        let expected = vec![
            (Action::Delete, vec![-63, 64]),
            (Action::Add, vec![1, -8193]),
            (Action::Add, vec![]),
        ];
        let text = steps(b"c a comment\nd -63 64 0\n1 -8193\n0\n\n0").unwrap();
        assert_eq!(text, expected);
        // The example of drat-trim's description.
        let bytes = b"d\x7f\x80\x01\x00a\x02\x83\x80\x01\x00a\x00";
        assert_eq!(steps(bytes).unwrap(), expected);
        assert!(ProofSystem::Drat.is_binary(bytes));
        assert!(!ProofSystem::Drat.is_binary(b"d 1 0\n"));
        assert_eq!(steps(b"").unwrap(), vec![]);
    }

    #[test]
    fn errors_have_a_place() {
        let message = |proof: &[u8]| {
            let error = steps(proof).unwrap_err();
            format!("{:?} {error}", error.line())
        };
        assert!(message(b"1 2 0\n1 x 0\n").starts_with("Some(2) found 'x', expected a literal"));
        for word in ["-0", "00", "+1"] {
            let found = format!("Some(1) found '{word}', expected a literal");
            let text = format!("{word} 0\n0\n");
            assert!(message(text.as_bytes()).starts_with(&found), "{word}");
        }
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

    #[test]
    fn lrat_is_told_from_drat_by_its_first_lemma() {
        for lrat in [
            "5 1 0 1 3 0\n",
            "c x\n5 -2 1 0 0\n",
            "4 d 1 2 0\n",
            "9 0 1 2 3 0",
            "a\x0a\x02\x00\x02\x06\x00",
            "d\x02\x00a\x0a\x02\x00\x02\x06\x00",
        ] {
            assert!(is_lrat(lrat.as_bytes(), 4), "{lrat}");
        }
        for drat in [
            "",
            "1 0\n0\n",
            "1 2 0\n2 1 0\n",
            "d 1 2 0\n5 1 0\n",
            "5 1 0\n1 3 0\n",
            "5 1 0 5 2 0\n",
            // Not above the number of the last clause.
            "4 1 0 1 3 0\n",
            "a\x0a\x02\x00a\x0a\x04\x00",
            "d\x02\x04\x00",
            // The lemmas 60, 1 and the empty clause: the first two look like one of LRAT.
            "a\x78\x00a\x02\x00a\x00",
            // 60 and the empty clause: no candidates make the empty clause RAT.
            "a\x78\x00a\x00",
            // The numbers of lemmas increase.
            "a\x0a\x02\x00\x02\x06\x00a\x0a\x04\x00\x02\x04\x00",
            // The end inside a step.
            "a\x0a\x02\x00\x02\x06\x00a\x0c\x00",
        ] {
            assert!(!is_lrat(drat.as_bytes(), 4), "{drat}");
        }
    }

    /// More of a proof may follow than the start that was looked at.
    #[test]
    fn the_start_of_a_binary_proof_may_end_inside_a_step() {
        let mut lrat = Vec::new();
        // The clause 1 by the hint 1; the last lemma has more hints than fit.
        for number in 64..200u8 {
            let [low, high] = [0x80 | (number << 1), number >> 6];
            lrat.extend([0, b'a', low, high, 2, 0, 2]);
        }
        lrat.remove(0);
        lrat.resize(START as usize, 2);
        assert!(is_lrat(&lrat, 4));
        assert!(!is_lrat(&lrat[..lrat.len() - 1], 4));
    }
}
