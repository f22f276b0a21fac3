//! Text from elsewhere, made safe to show.
//!
//! File names, puzzles, manifests and the output of solvers reach terminals and
//! reports. Control characters can move a terminal's cursor, erase lines, and so fake
//! a verdict; characters that reverse the writing direction or have no shape deceive
//! the reader of a report. Here they become visible, as `\u{1b}`, and overlong text is
//! cut.

mod json;

#[cfg(feature = "certificates")]
pub use json::json_pretty;
pub use json::{json, json_value};

use std::borrow::Cow;
#[cfg(any(feature = "certificates", test))]
use std::fmt::Write;
#[cfg(feature = "certificates")]
use std::path::Path;

/// Longest message in characters; paths are shorter on every system.
pub const LONGEST: usize = 5000;

/// Characters that are always escaped, as ordered ranges: controls (C0, DEL, C1),
/// format characters (direction, joiners, line and paragraph separators, tags) and
/// others without a shape, after `Default_Ignorable_Code_Point`, `Bidi_Control` and the
/// categories Cc, Cf, Zl and Zp of Unicode 17.
const UNSAFE: [(char, char); 28] = [
    ('\0', '\u{1f}'),
    ('\u{7f}', '\u{9f}'),
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{600}', '\u{605}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{6dd}', '\u{6dd}'),
    ('\u{70f}', '\u{70f}'),
    ('\u{890}', '\u{891}'),
    ('\u{8e2}', '\u{8e2}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{2800}', '\u{2800}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{110bd}', '\u{110bd}'),
    ('\u{110cd}', '\u{110cd}'),
    ('\u{13430}', '\u{1343f}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Whether a character can be shown unescaped.
pub fn is_safe(c: char) -> bool {
    if (' '..='~').contains(&c) {
        return true;
    }
    let after = UNSAFE.partition_point(|(_, last)| *last < c);
    UNSAFE.get(after).is_none_or(|(first, _)| c < *first)
}

/// One line of any length: control and invisible characters, line breaks included,
/// are escaped.
pub fn whole(text: &str) -> Cow<'_, str> {
    // Nearly all text is safe ASCII, which is quick to recognise.
    match text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(escaped(text, usize::MAX, is_safe)),
    }
}

/// Like [`whole`], cut after [`LONGEST`] characters.
pub fn line(text: &str) -> Cow<'_, str> {
    match text.len() <= LONGEST {
        true => whole(text),
        false => Cow::Owned(escaped(text, LONGEST, is_safe)),
    }
}

/// Like [`whole`], but line breaks are kept.
#[cfg(any(feature = "cli", test))]
pub fn lines(text: &str) -> String {
    let lines: Vec<Cow<str>> = text.split('\n').map(whole).collect();
    lines.join("\n")
}

/// Like [`line()`] for bytes; those that are not UTF-8 become `\xff`.
#[cfg(any(feature = "certificates", test))]
pub fn bytes(text: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in text.utf8_chunks() {
        shown.push_str(&line(chunk.valid()));
        for byte in chunk.invalid() {
            // Writing into a string cannot fail.
            let _ = write!(shown, "\\x{byte:02x}");
        }
    }
    shown
}

/// A path, escaped by [`bytes`].
#[cfg(feature = "certificates")]
pub fn path(path: &Path) -> String {
    bytes(path.as_os_str().as_encoded_bytes())
}

/// A word in quotes, cut after `longest` characters. Quotes and backslashes in it are
/// escaped as well.
pub fn quoted(text: &str, longest: usize) -> String {
    let is_plain = |c: char| is_safe(c) && c != '\'' && c != '\\';
    format!("'{}'", escaped(text, longest, is_plain))
}

fn escaped(text: &str, longest: usize, is_plain: impl Fn(char) -> bool) -> String {
    let mut shown = String::new();
    let mut rest = text.chars();
    for c in rest.by_ref().take(longest) {
        match c {
            _ if is_plain(c) => shown.push(c),
            '\n' | '\r' | '\t' | '\'' | '\\' => shown.extend(c.escape_default()),
            _ => shown.extend(c.escape_unicode()),
        }
    }
    if rest.next().is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranges_are_in_order() {
        let flat: Vec<char> = UNSAFE.iter().flat_map(|&(a, b)| [a, b]).collect();
        assert!(flat.is_sorted());
    }

    #[test]
    fn controls_and_what_cannot_be_seen_are_escaped() {
        assert_eq!(line("\u{1b}[2Kverified\r"), "\\u{1b}[2Kverified\\r");
        assert_eq!(line("a\nb\tc\0\u{7f}"), "a\\nb\\tc\\u{0}\\u{7f}");
        for c in ('\0'..=char::MAX).filter(|c| c.is_control()) {
            assert!(!is_safe(c), "{c:?}");
        }
        let invisible = "\u{9b}\u{ad}\u{200b}\u{200e}\u{2028}\u{202a}\u{202e}\u{2066}\u{2069}\
                         \u{2060}\u{feff}\u{3164}\u{fe0f}\u{e0041}\u{61c}";
        for c in invisible.chars() {
            assert_eq!(line(&c.to_string()), format!("\\u{{{:x}}}", u32::from(c)));
        }
        for text in [
            "",
            "plain 'quoted' \\ text",
            "Größe 数独 ┌─┐ é e\u{301} … 🙂",
        ] {
            assert_eq!(line(text), text);
        }
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(quoted("abcdef", 3), "'abc…'");
        assert_eq!(quoted("abc", 3), "'abc'");
        assert_eq!(quoted("it's\u{1b}\\", 9), "'it\\'s\\u{1b}\\\\'");
        let long = line(&"é".repeat(LONGEST + 1)).into_owned();
        assert_eq!(long.chars().count(), LONGEST + 1);
        assert!(long.ends_with("é…"));
        assert_eq!(line(&"x".repeat(LONGEST)).len(), LONGEST);
        assert_eq!(whole(&"x".repeat(LONGEST + 1)).len(), LONGEST + 1);
        assert_eq!(lines("p cnf 1 1\n\r1 0\n"), "p cnf 1 1\n\\r1 0\n");
    }

    #[test]
    fn bytes_that_are_no_text_are_seen() {
        assert_eq!(
            bytes(b"a\xff\x1b\xc3\xa9\xe2\x82"),
            "a\\xff\\u{1b}é\\xe2\\x82"
        );
    }
}
