//! Files that are read whole, as text, and that may have to hold a certain one.

use crate::escape;
use crate::files::Files;
use crate::verdict::{Stop, rejected, unreadable};
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
    let words = |text: &str| {
        let mut lines = text.split('\n').skip(place);
        match (lines.next(), lines.next()) {
            (Some(""), None) => "the end".to_owned(),
            (Some(line), _) => escape::quoted(line, MAX_LINE),
            (None, _) => "no line break".to_owned(),
        }
    };
    let (found, expected) = (words(found), words(expected));
    let why = format!(
        "found {found} on line {}, expected {expected}: the file must be exactly as \
         'satoku prove' writes it",
        place + 1
    );
    rejected(name, why)
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
