//! The comments of formulas, whatever format these are in, and what they minimise.

use super::Formula;
use super::cost_function::CostFunction;
use super::dimacs::{self, DimacsError, comment, limited_lines};
use crate::escape;
use crate::limits::Limits;
use std::io::{self, BufRead};

/// The comments of a formula, and what it minimises.
#[derive(Clone, Debug)]
pub struct FormulaNotes {
    /// The comments, without `c ` or `* `.
    pub comments: Vec<String>,
    /// What is minimised, if anything is and it can be read.
    pub cost_function: Option<CostFunction>,
    /// The number of variables, if that can be read.
    pub variables: Option<u32>,
    /// The clauses of a CNF file.
    pub formula: Option<Formula>,
}

/// The comments of a formula file, and what it minimises. Of WCNF and OPB only the comments at the
/// start are looked at, before or after the header that WCNF had until 2022. A file of comments
/// alone is WCNF without clauses, which has no header since, unless they name variables.
///
/// # Errors
/// [`DimacsError`] of a file that cannot be read, or is in none of the formats.
pub fn read_notes(input: impl BufRead) -> Result<FormulaNotes, DimacsError> {
    let mut comments = Vec::new();
    let mut lines = limited_lines(input);
    let (mut number, mut is_opb, mut old_wcnf) = (1, false, None);
    let first = loop {
        let Some(line) = lines.next().transpose()? else {
            break None;
        };
        let text = line.trim();
        let starred = pseudo_boolean(text);
        is_opb |= starred.is_some();
        match comment(text).or(starred) {
            Some(comment) => comments.push(comment.to_owned()),
            None if text.is_empty() => {}
            None => match old_wcnf_header(text) {
                Some(header) => old_wcnf = Some(header),
                None => break Some(line),
            },
        }
        number += 1;
    };
    // The first variable has the number 1.
    let has_variables = || comments.iter().any(|text| text.starts_with("varname 1 "));
    let is_weighted = match &first {
        Some(line) => is_weighted(line),
        None => !comments.is_empty() && !has_variables(),
    };
    let mut formula = None;
    let (cost_function, variables) = match &first {
        _ if is_opb => {
            let variables = comments.iter().find_map(|text| opb_variables(text));
            let first = first.as_deref().unwrap_or_default();
            (CostFunction::of_opb(first, lines)?, variables)
        }
        _ if old_wcnf.is_some() || is_weighted => {
            of_wcnf(first.into_iter().map(Ok).chain(lines), old_wcnf)?
        }
        Some(line) if line.split_whitespace().next() != Some("p") => {
            return Err(DimacsError::Syntax {
                line: number,
                found: escape::quoted(line.trim(), 40),
                expected: FORMULA.into(),
            });
        }
        _ => {
            let lines = first.into_iter().map(Ok).chain(lines);
            let cnf = dimacs::read_lines(lines, number, &Limits::unlimited())?;
            comments.extend(cnf.comments);
            let variables = u32::try_from(cnf.formula.variables()).ok();
            formula = Some(cnf.formula);
            (None, variables)
        }
    };
    Ok(FormulaNotes {
        comments,
        cost_function,
        variables,
        formula,
    })
}

/// What the rest of a WCNF file minimises, and the number of its variables.
fn of_wcnf(
    lines: impl Iterator<Item = io::Result<String>>,
    header: Option<OldHeader>,
) -> io::Result<(Option<CostFunction>, Option<u32>)> {
    let mut last = header.map_or(0, |header| header.variables);
    let lines = lines.inspect(|line| {
        if let Ok(line) = line {
            last = last.max(last_variable(line));
        }
    });
    let cost_function = CostFunction::of_wcnf(lines, header.and_then(|header| header.hard))?;
    Ok((cost_function, Some(last)))
}

/// How a formula begins.
const FORMULA: &str = "a formula: 'p cnf VARIABLES CLAUSES', 'h' or a weight before a clause \
                       (WCNF), or '* #variable=' (OPB)";

/// Whether this is a line of WCNF: `h` and literals, or a weight and literals.
fn is_weighted(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    word == "h" || word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The header that WCNF had until 2022.
#[derive(Clone, Copy)]
struct OldHeader {
    variables: u32,
    /// The weight of hard clauses.
    hard: Option<i128>,
}

/// `p wcnf`, the variables, the clauses and perhaps the weight of hard clauses.
fn old_wcnf_header(line: &str) -> Option<OldHeader> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["p", "wcnf", numbers @ ..] = &words[..] else {
        return None;
    };
    let numbers: Option<Vec<i128>> = numbers.iter().map(|word| word.parse().ok()).collect();
    let (variables, hard) = match numbers?[..] {
        [variables, _] => (variables, None),
        [variables, _, hard] => (variables, Some(hard)),
        _ => return None,
    };
    let variables = u32::try_from(variables).ok()?;
    Some(OldHeader { variables, hard })
}

/// The largest variable in a line of WCNF; 0 in a comment.
fn last_variable(line: &str) -> u32 {
    let mut words = line.split_whitespace();
    match words.next() {
        None => 0,
        Some(word) if word.starts_with('c') => 0,
        Some(_) => {
            let literals = words.filter_map(|word| word.parse::<i32>().ok());
            literals.map(i32::unsigned_abs).max().unwrap_or(0)
        }
    }
}

/// The number of variables in the first comment of an OPB file.
fn opb_variables(comment: &str) -> Option<u32> {
    let rest = comment.trim().strip_prefix("#variable=")?;
    rest.split_whitespace().next()?.parse().ok()
}

fn pseudo_boolean(text: &str) -> Option<&str> {
    match text.strip_prefix('*') {
        Some("") => Some(""),
        Some(rest) => rest.strip_prefix([' ', '\t']),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_read_in_every_format() {
        let read = |text: &str| read_notes(text.as_bytes()).unwrap().comments.join("|");
        assert_eq!(read("c a\n\np cnf 1 1\nc b\n1 0\n"), "a|b");
        assert_eq!(read("c a\nc b\nh 1 0\n3 -1 0\n"), "a|b");
        assert_eq!(read("c a\n3 -1 0\nh 1 0\n"), "a");
        assert_eq!(read("c a\np wcnf 1 2 4\nc b\n4 1 0\n3 -1 0\n"), "a|b");
        assert_eq!(read("c a\np wcnf 1 1\n3 -1 0\n"), "a");
        assert_eq!(read("c a\nc b\n"), "a|b");
        let opb = "* #variable= 1 #constraint= 1\n* a\nmin: -1 x1 ;\n+1 x1 >= 1 ;\n";
        assert_eq!(read(opb), "#variable= 1 #constraint= 1|a");
    }

    #[test]
    fn variables_are_counted_in_every_format() {
        let read = |text: &str| read_notes(text.as_bytes()).unwrap().variables;
        assert_eq!(read("p cnf 7 1\n1 0\n"), Some(7));
        assert_eq!(read("c a 99\nh 1 -5 0\n30 -4 0\n"), Some(5));
        assert_eq!(read("p wcnf 6 2 40\n40 1 0\n30 -4 0\n"), Some(6));
        assert_eq!(
            read("* #variable= 8 #constraint= 1\n+1 x1 >= 1 ;\n"),
            Some(8)
        );
    }

    #[test]
    fn what_is_in_no_format_is_named_with_its_line() {
        let error = read_notes("c a\nhello\n".as_bytes()).unwrap_err();
        assert_eq!(error.line(), Some(2));
        assert!(error.to_string().starts_with("found 'hello'"), "{error}");
        assert!(error.to_string().contains("WCNF"), "{error}");
        assert!(read_notes("".as_bytes()).is_err());
        // A formula of which only the beginning is there.
        assert!(read_notes("c a\nc varname 1 r1c1=1\n".as_bytes()).is_err());
        assert!(read_notes("c a\np wcnf many 2\n1 0\n".as_bytes()).is_err());
    }
}
