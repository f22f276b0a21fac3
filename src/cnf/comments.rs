//! The comments of formulas, whatever format these are in.

use super::dimacs::{self, DimacsError, comment, limited_lines};
use crate::limits::Limits;
use std::io::BufRead;

/// The comments of a file as `encode` writes it, without `c ` or `* `. Of WCNF and OPB only
/// those at the start are looked at; CNF is read as a whole.
///
/// # Errors
/// [`DimacsError`] of a file that cannot be read, or is in none of the formats.
pub fn read_comments(input: impl BufRead) -> Result<Vec<String>, DimacsError> {
    let mut comments = Vec::new();
    let mut lines = limited_lines(input);
    let (mut number, mut is_opb) = (1, false);
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
            None => break Some(line),
        }
        number += 1;
    };
    if is_opb || first.as_deref().is_some_and(is_weighted) {
        return Ok(comments);
    }
    let lines = first.into_iter().map(Ok).chain(lines);
    let cnf = dimacs::read_lines(lines, number, &Limits::unlimited())?;
    comments.extend(cnf.comments);
    Ok(comments)
}

/// Whether this is a line of WCNF: `h` and literals, or a weight and literals.
fn is_weighted(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    word == "h" || word.bytes().all(|byte| byte.is_ascii_digit())
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
        let read = |text: &str| read_comments(text.as_bytes()).unwrap().join("|");
        assert_eq!(read("c a\n\np cnf 1 1\nc b\n1 0\n"), "a|b");
        assert_eq!(read("c a\nc b\nh 1 0\n3 -1 0\n"), "a|b");
        assert_eq!(read("c a\n3 -1 0\nh 1 0\n"), "a");
        let opb = "* #variable= 1 #constraint= 1\n* a\nmin: -1 x1 ;\n+1 x1 >= 1 ;\n";
        assert_eq!(read(opb), "#variable= 1 #constraint= 1|a");
    }

    #[test]
    fn what_is_in_no_format_is_named_with_its_line() {
        let error = read_comments("c a\nhello\n".as_bytes()).unwrap_err();
        assert_eq!(error.line(), Some(2));
        assert!(error.to_string().starts_with("found 'hello'"), "{error}");
        assert!(read_comments("".as_bytes()).is_err());
    }
}
