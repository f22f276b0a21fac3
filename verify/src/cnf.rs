//! DIMACS CNF files.

use crate::error::ReadError;
use crate::escape;
use crate::formula::{Formula, MAX_CLAUSES, MAX_LITERALS};
use crate::words::counted;
use std::io::{self, BufRead, Read};
use std::str::FromStr;

/// A CNF file.
#[derive(Default, Debug)]
pub struct CnfFile {
    pub formula: Formula,
    /// The first line, with its number, that holds more than clauses or the header,
    /// such as a comment.
    pub remark: Option<(u64, String)>,
}

/// Maximum number of bytes of a line.
const MAX_LINE: u64 = 1 << 26;

/// Characters that a message quotes.
const QUOTED: usize = 40;

/// What some editors put before a text in UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a CNF file. One that does not fit in memory is refused, as a small compressed file
/// can hold a huge one.
pub fn read(input: impl BufRead) -> Result<CnfFile, ReadError> {
    read_at_most([MAX_CLAUSES, MAX_LITERALS], input)
}

/// Reads a CNF file of at most this many clauses and literals.
fn read_at_most(most: [usize; 2], input: impl BufRead) -> Result<CnfFile, ReadError> {
    let parser = Parser {
        most: Some(most),
        ..Parser::default()
    };
    parser.read(input)
}

/// Reads a CNF file that should hold this formula. One with more than twice as many clauses
/// or literals is refused before it fills the memory; how others differ can then be shown.
pub fn read_like(expected: &Formula, input: impl BufRead) -> Result<CnfFile, ReadError> {
    let parser = Parser {
        expected: Some([expected.len(), expected.literals()]),
        ..Parser::default()
    };
    parser.read(input)
}

#[derive(Default)]
struct Parser {
    file: CnfFile,
    line: u64,
    /// Clauses that the header announces.
    announced: Option<usize>,
    /// The clauses and literals of the formula that is expected, if there is one.
    expected: Option<[usize; 2]>,
    /// The most clauses and literals, if no formula is expected.
    most: Option<[usize; 2]>,
    /// The clause that is not complete yet.
    clause: Vec<i32>,
    /// Whether the line '%', which ends the clauses, has been read.
    is_over: bool,
}

/// A number without a plus sign, as in proofs.
fn number<T: FromStr>(word: &str) -> Option<T> {
    word.parse().ok().filter(|_| !word.starts_with('+'))
}

/// What follows this word at the start of a line, after optional spaces.
fn after<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    line.trim_start_matches(' ').strip_prefix(word)
}

impl Parser {
    fn read(mut self, mut input: impl BufRead) -> Result<CnfFile, ReadError> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let mut part = input.by_ref().take(MAX_LINE + 1);
            if part.read_until(b'\n', &mut bytes)? == 0 {
                return self.finish();
            }
            // Comments may be in any encoding.
            let line = String::from_utf8_lossy(&bytes);
            if bytes.len() as u64 > MAX_LINE {
                let text = format!("a line has more than {} MiB", MAX_LINE >> 20);
                return Err(io::Error::other(text).into());
            }
            self.line += 1;
            self.note_remark(&line);
            let text = line.trim_ascii();
            // The file of a certificate has no mark.
            let has_mark = self.line == 1 && self.expected.is_none();
            let text = text
                .strip_prefix(BYTE_ORDER_MARK)
                .filter(|_| has_mark)
                .unwrap_or(text);
            match text.as_bytes() {
                [] | [b'c'] | [b'c', b' ' | b'\t', ..] => {}
                // Files of SATLIB end with this line and one with a 0.
                [b'%'] => self.is_over = true,
                [b'0'] if self.is_over => {}
                _ if self.is_over => {
                    return self.wrong(
                        escape::quoted(text, QUOTED),
                        "nothing but 0 after the line '%'",
                    );
                }
                [b'p', ..] => self.header(text)?,
                _ => self.literals(text)?,
            }
        }
    }

    fn wrong<T>(&self, found: String, expected: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError::Syntax {
            line: Some(self.line.max(1)),
            found,
            expected: expected.into(),
        })
    }

    fn note_remark(&mut self, line: &str) {
        let line = line.trim_end_matches(['\r', '\n']);
        let header = after(line, "p ").and_then(|rest| after(rest, "cnf "));
        let numbers = header.unwrap_or(line);
        let is_bare = |byte: u8| byte.is_ascii_digit() || byte == b'-' || byte == b' ';
        if self.file.remark.is_none() && !numbers.bytes().all(is_bare) {
            self.file.remark = Some((self.line, line.to_owned()));
        }
    }

    fn header(&mut self, text: &str) -> Result<(), ReadError> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let numbers = match words[..] {
            ["p", "cnf", variables, clauses] if self.announced.is_none() => {
                let variables = number(variables).filter(|count| *count >= 0);
                variables.zip(number(clauses))
            }
            _ => None,
        };
        let Some((variables, clauses)) = numbers else {
            let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
            let expected = match words[..] {
                ["p", "cnf", variables, clauses]
                    if self.announced.is_none() && is_number(variables) && is_number(clauses) =>
                {
                    format!("at most {} variables and {} clauses", i32::MAX, usize::MAX)
                }
                _ => "one line 'p cnf VARIABLES CLAUSES'".to_owned(),
            };
            return self.wrong(escape::quoted(text, QUOTED), expected);
        };
        self.file.formula.variables = variables;
        self.announced = Some(clauses);
        match self.expected {
            Some([expected, _]) if clauses > 2 * expected => {
                let expected = format!("a formula of {}", counted(expected as u64, "clause"));
                self.wrong(escape::quoted(text, QUOTED), expected)
            }
            _ => Ok(()),
        }
    }

    /// Refuses a formula that is too large, or much larger than the expected one.
    fn require_size(&self) -> Result<(), ReadError> {
        let formula = &self.file.formula;
        let found = [formula.len(), formula.literals() + self.clause.len()];
        for (place, noun) in ["clause", "literal"].into_iter().enumerate() {
            if let Some(expected) = self.expected.map(|expected| expected[place])
                && found[place] > 2 * expected
            {
                let expected = counted(expected as u64, noun);
                return self.wrong(format!("more than twice as many {noun}s"), expected);
            }
            if let Some(most) = self.most.map(|most| most[place])
                && found[place] > most
            {
                return Err(ReadError::TooLarge { noun, most });
            }
        }
        Ok(())
    }

    fn literals(&mut self, text: &str) -> Result<(), ReadError> {
        if self.announced.is_none() {
            let expected = "'p cnf VARIABLES CLAUSES' first";
            return self.wrong(escape::quoted(text, QUOTED), expected);
        }
        let variables = self.file.formula.variables;
        for word in text.split_ascii_whitespace() {
            match number::<i32>(word) {
                Some(0) if word == "0" => {
                    self.file.formula.add(self.clause.drain(..));
                    self.require_size()?;
                }
                Some(literal)
                    if literal != 0 && literal.unsigned_abs() <= variables.unsigned_abs() =>
                {
                    self.clause.push(literal);
                    self.require_size()?;
                }
                _ => {
                    let expected = format!("a literal up to {variables}, or 0");
                    return self.wrong(escape::quoted(word, QUOTED), expected);
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<CnfFile, ReadError> {
        let found = self.file.formula.len();
        match self.announced {
            None => self.wrong("no header".into(), "'p cnf VARIABLES CLAUSES'"),
            Some(_) if !self.clause.is_empty() => self.wrong("the end inside a clause".into(), "0"),
            Some(clauses) if clauses != found => {
                let noun = if found == 1 { "clause" } else { "clauses" };
                let expected = format!("{clauses}, as the header says");
                self.wrong(format!("{found} {noun}"), expected)
            }
            Some(_) => Ok(self.file),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_read_over_lines_and_comments() {
        let text = "c x\np cnf 2147483647 3\n1 -2\n0 3 0\nc\tx\n0\n%\n0\nc y\n\n";
        let file = read(text.as_bytes()).unwrap();
        let clauses: Vec<&[i32]> = file.formula.clauses().collect();
        assert_eq!(clauses, [&[-2, 1][..], &[3], &[]]);
        assert_eq!(file.remark, Some((1, "c x".into())));
        let bare = read("p cnf 1 1\n-1 0\n".as_bytes()).unwrap();
        assert_eq!(bare.remark, None);
        for blanks in [
            "p  cnf 1 1\n-1  0\n",
            "  p cnf  01 1 \n -01 0\r\n",
            "p   cnf   1   1\n-1\n0\n",
        ] {
            assert_eq!(read(blanks.as_bytes()).unwrap().remark, None, "{blanks}");
        }
        let end = read("p cnf 1 1\n-1 0\n%\n".as_bytes()).unwrap();
        assert_eq!(end.remark, Some((3, "%".into())));
    }

    #[test]
    fn a_byte_order_mark_may_come_first_unless_a_formula_is_expected() {
        let text = "\u{feff}p cnf 1 1\n1 0\n";
        assert_eq!(read(text.as_bytes()).unwrap().formula.len(), 1);
        let mut expected = Formula::default();
        expected.variables = 1;
        expected.add([1]);
        assert!(read_like(&expected, text.as_bytes()).is_err());
    }

    #[test]
    fn comments_may_be_in_any_encoding() {
        let file = read(&b"c J\xfcrg\np cnf 1 1\n-1 0\n"[..]).unwrap();
        assert_eq!(file.formula.clauses().count(), 1);
    }

    #[test]
    fn broken_files_are_refused_with_their_line() {
        let message = |text: &str| {
            let error = read(text.as_bytes()).unwrap_err();
            format!("{}: {error}", error.line().unwrap_or_default())
        };
        assert!(message("").starts_with("1: found no header"));
        assert!(message("1 0\n").starts_with("1: found '1 0', expected 'p cnf"));
        assert!(message("p cnf 1\n").contains("p cnf VARIABLES CLAUSES"));
        assert!(message("p cnf -1 0\n").contains("p cnf VARIABLES CLAUSES"));
        assert!(message("p cnf 2147483648 1\n").contains("expected at most 2147483647 variables"));
        assert!(message("p cnf 1 0\np cnf 1 0\n").starts_with("2: found 'p cnf 1 0'"));
        assert!(
            message("p cnf 1 1\nc x\n2 0\n")
                .starts_with("3: found '2', expected a literal up to 1")
        );
        assert!(message("p cnf 1 1\nx 0\n").contains("found 'x'"));
        assert!(message("p cnf 1 1\n1 00\n").contains("found '00'"));
        assert!(message("p cnf 1 1\n+1 0\n").contains("found '+1'"));
        assert!(message("p cnf +1 1\n").contains("p cnf VARIABLES CLAUSES"));
        assert!(message("p cnf 1 1\n1\u{a0}0\n").contains("found '1\u{a0}0'"));
        assert!(message("p cnf 1 1\n1\n").contains("the end inside a clause"));
        assert!(message("p cnf 1 2\n1 0\n").contains("1 clause, expected 2"));
        assert!(message("p cnf 1 1\n-2147483648 0\n").contains("found '-2147483648'"));
    }

    #[test]
    fn a_formula_that_does_not_fit_in_memory_is_not_read_to_its_end() {
        let read = |text: &str| {
            let endless = Read::chain(text.as_bytes(), io::repeat(b'x'));
            let error = read_at_most([2, 3], io::BufReader::new(endless)).unwrap_err();
            error.to_string()
        };
        let kept = "the most that are kept in memory";
        for (text, beyond) in [
            ("p cnf 9 9\n1 0\n2 0\n\n3 0\n", "2 clauses"),
            ("p cnf 9 9\n1 2 0\n3 4\n", "3 literals"),
            ("p cnf 9 9\n1 2 3 4\n", "3 literals"),
        ] {
            let says = format!("the formula has more than {beyond}, {kept}");
            assert_eq!(read(text), says);
        }
        assert!(read_at_most([2, 3], &b"p cnf 3 2\n1 2 0\n3 0\n"[..]).is_ok());
    }

    #[test]
    fn a_formula_much_larger_than_the_expected_one_is_not_read_to_its_end() {
        let mut expected = Formula::default();
        expected.variables = 2;
        expected.add([1, 2]);
        expected.add([-1]);
        let read = |text: &str| {
            let endless = Read::chain(text.as_bytes(), io::repeat(b'x'));
            read_like(&expected, io::BufReader::new(endless)).unwrap_err()
        };
        for (text, says) in [
            (
                "p cnf 2 5\n",
                "found 'p cnf 2 5', expected a formula of 2 clauses",
            ),
            (
                "p cnf 2 4\n0 0\n0 0\n0\n",
                "found more than twice as many clauses, expected 2 clauses",
            ),
            (
                "p cnf 2 4\n1 2 1\n2 1 2\n1\n",
                "found more than twice as many literals, expected 3 literals",
            ),
        ] {
            assert_eq!(read(text).to_string(), says);
        }
        let twice = "p cnf 2 4\n1 2 0\n-1 0\n1 2 0\n-1 0\n";
        let file = read_like(&expected, twice.as_bytes()).unwrap();
        assert!(file.formula.difference(&expected).is_some());
    }
}
