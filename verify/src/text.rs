//! Files that are read whole, as text, and that may have to hold a certain one.

use crate::escape;
use crate::files::Files;
use crate::verdict::{Stop, rejected, unreadable};
use std::fmt;
use std::io::Read;

/// Largest file that is read into memory as text.
pub const MAX_TEXT: u64 = 64 << 20;

/// Characters of a line that a message shows.
pub const MAX_LINE: usize = 120;

/// Requires exactly this text, so that a file holds nothing that is unchecked, such as a
/// comment or another puzzle.
pub fn require_text(name: &str, found: &str, expected: &str) -> Result<(), Stop> {
    if found == expected {
        return Ok(());
    }
    let both = found.split('\n').zip(expected.split('\n'));
    let place = both
        .take_while(|(found, expected)| found == expected)
        .count();
    let [found, expected] = [found, expected].map(|text| Rest::after(text, place));
    let difference = match (found, expected) {
        (Rest::Nothing, _) => "the last line has no line break".to_owned(),
        (Rest::Line("") | Rest::End, Rest::Nothing) => {
            format!("line {place} is empty, expected the end of the file")
        }
        (found, expected) => {
            format!("found {found} on line {}, expected {expected}", place + 1)
        }
    };
    let why = format!("{difference}: the file must be exactly as 'satoku prove' writes it");
    rejected(name, why)
}

/// What follows some lines of a text.
enum Rest<'t> {
    /// Another line.
    Line(&'t str),
    /// The end, after a line break.
    End,
    /// The end; the last of these lines has no line break.
    Nothing,
}

impl<'t> Rest<'t> {
    fn after(text: &'t str, lines: usize) -> Rest<'t> {
        let mut rest = text.split('\n').skip(lines);
        match (rest.next(), rest.next()) {
            (Some(""), None) => Rest::End,
            (Some(line), _) => Rest::Line(line),
            (None, _) => Rest::Nothing,
        }
    }
}

impl fmt::Display for Rest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rest::Line(line) => f.write_str(&escape::quoted(line, MAX_LINE)),
            Rest::End | Rest::Nothing => f.write_str("the end of the file"),
        }
    }
}

/// A text of at most this many bytes.
pub fn read(files: &dyn Files, name: &str, most: u64) -> Result<String, Stop> {
    let mut bytes = Vec::new();
    let opened = files.open(name);
    let read = opened.and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    read.map_err(|source| unreadable(&files.place().join(name), source))?;
    if bytes.len() as u64 > most {
        return rejected(name, format!("has more than {most} bytes"));
    }
    String::from_utf8(bytes).or_else(|_| rejected(name, "is not UTF-8 text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_named() {
        for (found, expected, says) in [
            ("a\n", "a\n", ""),
            ("b\n", "a\n", "found 'b' on line 1, expected 'a': "),
            (
                "a\nb\n",
                "a\n",
                "found 'b' on line 2, expected the end of the file: ",
            ),
            (
                "a\n",
                "a\nb\n",
                "found the end of the file on line 2, expected 'b': ",
            ),
            ("a", "a\n", "the last line has no line break: "),
            (
                "a\n\n",
                "a\n",
                "line 2 is empty, expected the end of the file: ",
            ),
            (
                "a\n\n\n",
                "a\n",
                "line 2 is empty, expected the end of the file: ",
            ),
            (
                "a\n\nb\n",
                "a\n",
                "found 'b' on line 3, expected the end of the file: ",
            ),
            ("\n", "", "line 1 is empty, expected the end of the file: "),
            (
                "",
                "a\n",
                "found the end of the file on line 1, expected 'a': ",
            ),
        ] {
            let said = match require_text("file", found, expected) {
                Err(Stop::Rejected(why)) => why,
                Ok(()) => String::new(),
                other => panic!("{other:?}"),
            };
            let why = said.strip_prefix("file: ").unwrap_or_default();
            assert!(why.starts_with(says), "{found:?} {expected:?}: {said}");
            assert_eq!(says.is_empty(), said.is_empty());
        }
    }
}
