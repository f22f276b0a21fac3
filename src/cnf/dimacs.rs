//! Reading DIMACS CNF files.

use super::lit::Lit;
use super::sink::{ClauseSink, Formula};
use crate::escape;
use crate::grid::text::integer::is_unsigned;
use crate::grid::text::lines::BYTE_ORDER_MARK;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::words::counted;
use std::io::{self, BufRead};

/// A CNF file in memory.
#[derive(Clone, Default, Debug)]
pub struct CnfFile {
    /// The comments, without `c `.
    pub comments: Vec<String>,
    /// The formula.
    pub formula: Formula,
}

/// Longest line in bytes. Comments and clauses of the largest grids are shorter; a model of
/// a million variables needs less than a fifth.
pub(super) const MAX_LINE: u64 = 1 << 26;

/// What is wrong with a DIMACS file.
#[derive(Debug, thiserror::Error)]
pub enum DimacsError {
    /// Text that is not DIMACS.
    #[error("found {found}, expected {expected}")]
    Syntax {
        /// From 1.
        line: u64,
        /// What is there.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The system could not read it.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A limit came before the end.
    #[error("was not read to its end: {0}")]
    Stopped(Reason),
}

impl DimacsError {
    /// The line at fault, from 1, if there is one.
    pub fn line(&self) -> Option<u64> {
        match self {
            DimacsError::Syntax { line, .. } => Some(*line),
            _ => None,
        }
    }
}

/// Reads a CNF file.
///
/// # Errors
/// [`DimacsError`] with the line number.
pub fn read(input: impl BufRead) -> Result<CnfFile, DimacsError> {
    read_within(input, &Limits::unlimited())
}

/// [`read`] within limits.
///
/// # Errors
/// [`DimacsError`] with the line number, [`DimacsError::Stopped`] without one.
pub fn read_within(input: impl BufRead, limits: &Limits) -> Result<CnfFile, DimacsError> {
    read_lines(limited_lines(input), 1, limits)
}

/// [`read_within`] from a line on, the first of which has this number.
pub(super) fn read_lines(
    lines: impl Iterator<Item = io::Result<String>>,
    first: u64,
    limits: &Limits,
) -> Result<CnfFile, DimacsError> {
    let mut parser = Parser::new(limits);
    for (number, line) in (first..).zip(lines) {
        let line = line?;
        let text = line.trim();
        parser.line = number;
        match text {
            // Files of SATLIB end with this line and one with a 0.
            "%" => parser.is_over = true,
            "" | "0" if parser.is_over => {}
            _ if parser.is_over && comment(text).is_none() => {
                return Err(parser.unexpected(text, "nothing but 0 after the line '%'".into()));
            }
            _ => parser.take(text)?,
        }
    }
    parser.finish()
}

/// How many words and lines are read between two looks at the limits: about 100 µs.
const STEPS_PER_CHECK: u32 = 4096;

struct Parser<'l> {
    limits: &'l Limits,
    /// Words and lines until the next look at the limits.
    until_check: u32,
    file: CnfFile,
    /// Variables and clauses that the header announces.
    header: Option<(usize, usize)>,
    /// The literals of an unfinished clause.
    clause: Vec<Lit>,
    line: u64,
    /// Whether the line '%', which ends the clauses, has been read.
    is_over: bool,
}

impl<'l> Parser<'l> {
    fn new(limits: &'l Limits) -> Parser<'l> {
        Parser {
            limits,
            until_check: 1,
            file: CnfFile::default(),
            header: None,
            clause: Vec::new(),
            line: 1,
            is_over: false,
        }
    }

    fn step(&mut self) -> Result<(), DimacsError> {
        self.until_check -= 1;
        if self.until_check == 0 {
            self.until_check = STEPS_PER_CHECK;
            self.limits.check().map_err(DimacsError::Stopped)?;
        }
        Ok(())
    }

    fn take(&mut self, text: &str) -> Result<(), DimacsError> {
        self.step()?;
        if let Some(comment) = comment(text) {
            self.file.comments.push(comment.to_owned());
            return Ok(());
        }
        if text.starts_with('p') {
            return self.take_header(text);
        }
        for word in text.split_whitespace() {
            self.step()?;
            let Some((variables, _)) = self.header else {
                return Err(self.unexpected(text, "'p cnf VARIABLES CLAUSES' first".into()));
            };
            if word.starts_with('c') && self.clause.is_empty() {
                break;
            }
            match word.parse::<i32>().ok().map(Lit::from_dimacs) {
                Some(None) if word == "0" => {
                    self.file.formula.add_clause(&self.clause);
                    self.clause.clear();
                }
                Some(Some(lit)) if lit.var().index() < variables => self.clause.push(lit),
                _ => {
                    let expected = format!("a literal up to {variables}, or 0");
                    return Err(self.unexpected(word, expected));
                }
            }
        }
        Ok(())
    }

    fn take_header(&mut self, text: &str) -> Result<(), DimacsError> {
        let header = parse_header(text).filter(|_| self.header.is_none());
        let Some((variables, _)) = header else {
            let words: Vec<&str> = text.split_whitespace().collect();
            let expected = match words[..] {
                ["p", "cnf", variables, clauses]
                    if self.header.is_none() && is_unsigned(variables) && is_unsigned(clauses) =>
                {
                    match variables.parse::<i32>() {
                        Ok(_) => format!("at most {} clauses", usize::MAX),
                        Err(_) => format!("at most {} variables", i32::MAX),
                    }
                }
                _ => "one line 'p cnf VARIABLES CLAUSES'".into(),
            };
            return Err(self.unexpected(text, expected));
        };
        self.header = header;
        self.file.formula = Formula::with_variables(variables);
        Ok(())
    }

    fn finish(self) -> Result<CnfFile, DimacsError> {
        let found = self.file.formula.clause_count();
        let Some((_, announced)) = self.header else {
            return Err(self.error("no header".into(), "'p cnf VARIABLES CLAUSES'".into()));
        };
        if !self.clause.is_empty() {
            return Err(self.error("the end inside a clause".into(), "0".into()));
        }
        if announced != found {
            let expected = format!("{announced}, as the header says");
            return Err(self.error(counted(found as u64, "clause"), expected));
        }
        Ok(self.file)
    }

    fn unexpected(&self, text: &str, expected: String) -> DimacsError {
        self.error(escape::quoted(text, 40), expected)
    }

    fn error(&self, found: String, expected: String) -> DimacsError {
        DimacsError::Syntax {
            line: self.line,
            found,
            expected,
        }
    }
}

/// Takes the byte order mark from the first line of a file.
pub(super) fn take_mark(line: &mut Vec<u8>) {
    if line.starts_with(BYTE_ORDER_MARK) {
        line.drain(..BYTE_ORDER_MARK.len());
    }
}

/// Lines; overlong ones are errors. Bytes that are not UTF-8, as in old comments, become
/// replacement characters.
pub(crate) fn limited_lines(mut input: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    let mut is_first = true;
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        let read = io::Read::take(&mut input, MAX_LINE + 1).read_until(b'\n', &mut line);
        let is_long = line.len() as u64 > MAX_LINE;
        if std::mem::take(&mut is_first) {
            take_mark(&mut line);
        }
        match read {
            Ok(0) => None,
            Ok(_) if is_long => {
                let text = format!("a line has more than {} MiB", MAX_LINE >> 20);
                Some(Err(io::Error::other(text)))
            }
            Ok(_) => Some(Ok(String::from_utf8(line).unwrap_or_else(|error| {
                String::from_utf8_lossy(error.as_bytes()).into_owned()
            }))),
            Err(error) => Some(Err(error)),
        }
    })
}

/// The text of a comment line. As in other solvers, no blank needs to follow the `c`.
pub(crate) fn comment(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('c')?;
    Some(rest.strip_prefix([' ', '\t']).unwrap_or(rest))
}

fn parse_header(text: &str) -> Option<(usize, usize)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let ["p", "cnf", variables, clauses] = words[..] else {
        return None;
    };
    let variables = variables.parse::<i32>().ok()?;
    Some((usize::try_from(variables).ok()?, clauses.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_announced_variables_cost_no_time() {
        // Making them one by one would take seconds per header.
        for _ in 0..1000 {
            let cnf = read("p cnf 2147483647 1\n-2147483647 0\n".as_bytes()).unwrap();
            assert_eq!(cnf.formula.variables(), i32::MAX as usize);
            assert_eq!(cnf.formula.clause_count(), 1);
        }
    }

    #[test]
    fn reading_ends_at_a_limit() {
        use std::sync::Arc;
        use std::sync::atomic::{AtomicBool, Ordering};
        // The limit is exceeded while a line is read that would be wrong at its end.
        let text = format!("p cnf 1 1\n{} x", "1 ".repeat(10_000));
        let over = Arc::new(AtomicBool::new(false));
        let limits = Limits::unlimited().stopped_by(over.clone());
        let read = |limits| read_within(text.as_bytes(), limits).unwrap_err();
        assert!(matches!(read(&limits), DimacsError::Syntax { .. }));
        over.store(true, Ordering::Relaxed);
        assert!(matches!(
            read(&limits),
            DimacsError::Stopped(Reason::Interrupted)
        ));
    }

    #[test]
    fn a_byte_order_mark_may_come_first() {
        let text = "\u{feff}c one\np cnf 1 1\n-1 0\n";
        let cnf = read(text.as_bytes()).unwrap();
        assert_eq!(cnf.comments, ["one"]);
        assert!(read("\u{feff}\u{feff}p cnf 1 1\n-1 0\n".as_bytes()).is_err());
        assert!(read("c one\n\u{feff}p cnf 1 1\n-1 0\n".as_bytes()).is_err());
    }

    #[test]
    fn comments_may_be_in_any_encoding() {
        let cnf = read(&b"c J\xfcrg\np cnf 1 1\n-1 0\n"[..]).unwrap();
        assert_eq!(cnf.formula.clause_count(), 1);
        let error = read(&b"p cnf 1 1\n\xfc 0\n"[..]).unwrap_err();
        assert_eq!(error.line(), Some(2));
    }

    #[test]
    fn errors_name_the_line() {
        let message = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert!(message("").contains("no header"));
        assert!(message("1 0\n").starts_with("found '1 0'"));
        assert!(message("p cnf 1\n").contains("p cnf VARIABLES CLAUSES"));
        let large = message("p cnf 2147483648 1\n");
        assert!(
            large.contains("expected at most 2147483647 variables"),
            "{large}"
        );
        let plain = "expected one line 'p cnf VARIABLES CLAUSES'";
        for text in [
            "p cnf x 1\n",
            "p cnf 1 x\n",
            "p cnf 1 1\np cnf 1 1\n",
            "p cnf -1 1\n",
        ] {
            assert!(message(text).ends_with(plain), "{text}{}", message(text));
        }
        assert!(message("p cnf 1 1\n2 0\n").starts_with("found '2', expected a literal up to 1"));
        assert!(message("p cnf 1 1\nx 0\n").starts_with("found 'x'"));
        assert!(message("p cnf 1 1\n1\n").contains("the end inside a clause"));
        assert!(message("p cnf 1 2\n1 0\n").contains("1 clause, expected 2"));
        assert!(message("p cnf 1 1\n-2147483648 0\n").contains("found '-2147483648'"));
        let line = |text: &str| read(text.as_bytes()).unwrap_err().line();
        assert_eq!(line("p cnf 1 1\nc x\n2 0\n"), Some(3));
    }
}
