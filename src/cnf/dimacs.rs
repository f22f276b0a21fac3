//! DIMACS CNF files, read with exact messages.

use super::lit::Lit;
use super::sink::{ClauseSink, Formula};
use crate::escape;
use std::io::{self, BufRead};

/// A CNF file in memory: its comments, without `c `, and its formula.
#[derive(Clone, Default, Debug)]
pub struct CnfFile {
    /// The comment lines.
    pub comments: Vec<String>,
    /// The clauses.
    pub formula: Formula,
}

/// Most bytes of a line: a comment or a clause of the largest grids needs less, the
/// model of a million variables less than a fifth.
pub(super) const MAX_LINE: u64 = 1 << 26;

/// What is wrong with a DIMACS file.
#[derive(Debug, thiserror::Error)]
pub enum DimacsError {
    /// Text that is no DIMACS.
    #[error("found {found}, expected {expected}")]
    Syntax {
        /// From 1.
        line: u64,
        /// What stands there.
        found: String,
        /// What should.
        expected: String,
    },
    /// The system could not read it.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
}

impl DimacsError {
    /// The line, from 1, where one is to blame.
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
    let mut file = CnfFile::default();
    let mut announced: Option<(usize, usize)> = None;
    let mut clause = Vec::new();
    let mut last = 1;
    for (number, line) in (1..).zip(limited_lines(input)) {
        let line = line?;
        let text = line.trim();
        last = number;
        let wrong = |found: String, expected: &str| DimacsError::Syntax {
            line: number,
            found,
            expected: expected.into(),
        };
        if let Some(comment) = comment(text) {
            file.comments.push(comment.to_owned());
        } else if text == "%" {
            break;
        } else if text.starts_with('p') {
            let header = parse_header(text).filter(|_| announced.is_none());
            let (variables, clauses) = header.ok_or_else(|| {
                wrong(
                    escape::quoted(text, 40),
                    "one line 'p cnf VARIABLES CLAUSES'",
                )
            })?;
            announced = Some((variables, clauses));
            file.formula = Formula::with_variables(variables);
        } else if !text.is_empty() {
            let Some((variables, _)) = announced else {
                return Err(wrong(
                    escape::quoted(text, 40),
                    "'p cnf VARIABLES CLAUSES' first",
                ));
            };
            for word in text.split_whitespace() {
                match word.parse::<i32>().ok().map(Lit::from_dimacs) {
                    Some(None) if word == "0" => {
                        file.formula.add_clause(&clause);
                        clause.clear();
                    }
                    Some(Some(lit)) if lit.var().index() < variables => clause.push(lit),
                    _ => {
                        let expected = format!("a literal up to {variables}, or 0");
                        return Err(wrong(escape::quoted(word, 40), &expected));
                    }
                }
            }
        }
    }
    check_end(&file, announced, &clause, last)?;
    Ok(file)
}

/// Lines, and an error for one that no memory holds.
fn limited_lines(mut input: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    std::iter::from_fn(move || {
        let mut line = String::new();
        let read = io::Read::take(&mut input, MAX_LINE + 1).read_line(&mut line);
        match read {
            Ok(0) => None,
            Ok(_) if line.len() as u64 > MAX_LINE => {
                let text = format!("a line has more than {} MiB", MAX_LINE >> 20);
                Some(Err(io::Error::other(text)))
            }
            Ok(_) => Some(Ok(line)),
            Err(error) => Some(Err(error)),
        }
    })
}

fn comment(text: &str) -> Option<&str> {
    match text.strip_prefix('c') {
        Some("") => Some(""),
        Some(rest) => rest.strip_prefix([' ', '\t']),
        None => None,
    }
}

fn parse_header(text: &str) -> Option<(usize, usize)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let ["p", "cnf", variables, clauses] = words[..] else {
        return None;
    };
    let variables = variables.parse::<i32>().ok()?;
    Some((usize::try_from(variables).ok()?, clauses.parse().ok()?))
}

fn check_end(
    file: &CnfFile,
    announced: Option<(usize, usize)>,
    open: &[Lit],
    line: u64,
) -> Result<(), DimacsError> {
    let found = file.formula.clause_count();
    let wrong = |found: String, expected: String| {
        Err(DimacsError::Syntax {
            line,
            found,
            expected,
        })
    };
    match announced {
        None => wrong("no header".into(), "'p cnf VARIABLES CLAUSES'".into()),
        Some(_) if !open.is_empty() => wrong("the end inside a clause".into(), "0".into()),
        Some((_, clauses)) if clauses != found => wrong(
            match found {
                1 => "1 clause".into(),
                _ => format!("{found} clauses"),
            },
            format!("{clauses}, as the header says"),
        ),
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_announced_variables_cost_no_time() {
        // One by one, they took seconds for each header.
        for _ in 0..1000 {
            let cnf = read("p cnf 2147483647 1\n-2147483647 0\n".as_bytes()).unwrap();
            assert_eq!(cnf.formula.variables(), i32::MAX as usize);
            assert_eq!(cnf.formula.clause_count(), 1);
        }
    }

    #[test]
    fn broken_files_are_refused_with_their_line() {
        let message = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert!(message("").contains("no header"));
        assert!(message("1 0\n").starts_with("found '1 0'"));
        assert!(message("p cnf 1\n").contains("p cnf VARIABLES CLAUSES"));
        assert!(message("p cnf 1 1\n2 0\n").starts_with("found '2', expected a literal up to 1"));
        assert!(message("p cnf 1 1\nx 0\n").starts_with("found 'x'"));
        assert!(message("p cnf 1 1\n1\n").contains("the end inside a clause"));
        assert!(message("p cnf 1 2\n1 0\n").contains("1 clause, expected 2"));
        assert!(message("p cnf 1 1\n-2147483648 0\n").contains("found '-2147483648'"));
        let line = |text: &str| read(text.as_bytes()).unwrap_err().line();
        assert_eq!(line("p cnf 1 1\nc x\n2 0\n"), Some(3));
    }
}
