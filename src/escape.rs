//! Text that others wrote, made safe to show.
//!
//! File names, puzzles, manifests, and whatever a solver prints reach terminals and
//! reports. A terminal obeys control characters: it moves its cursor, erases lines,
//! and so shows a verdict that nobody gave. Characters that reverse the direction of
//! text, or that have no shape at all, do the same to a reader of a report. Here they
//! become visible, as `\u{1b}`, and text that is too long is cut.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

/// Characters of a message at most; paths are shorter on every system.
pub const LONGEST: usize = 5000;

/// Ranges of characters that are never shown as they are: controls (C0, DEL, C1),
/// those that format (direction, joining, separators of lines and paragraphs, tags),
/// and others without a shape, after `Default_Ignorable_Code_Point`, `Bidi_Control`
/// and the categories Cc, Cf, Zl and Zp of Unicode 17. In order.
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

/// Whether a character is shown as it is.
pub fn is_safe(c: char) -> bool {
    if (' '..='~').contains(&c) {
        return true;
    }
    let after = UNSAFE.partition_point(|(_, last)| *last < c);
    UNSAFE.get(after).is_none_or(|(first, _)| c < *first)
}

/// One line of any length: control and invisible characters are escaped, line breaks
/// among them.
pub fn whole(text: &str) -> Cow<'_, str> {
    // Safe ASCII is what nearly all texts are, and is told byte by byte.
    match text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(escaped(text, usize::MAX, is_safe)),
    }
}

/// Like [`whole`], and cut after [`LONGEST`] characters.
pub fn line(text: &str) -> Cow<'_, str> {
    match text.len() <= LONGEST {
        true => whole(text),
        false => Cow::Owned(escaped(text, LONGEST, is_safe)),
    }
}

/// Like [`whole`], but line breaks stay.
pub fn lines(text: &str) -> String {
    let lines: Vec<Cow<str>> = text.split('\n').map(whole).collect();
    lines.join("\n")
}

/// Like [`line()`], of bytes, of which those that are no UTF-8 become `\xff`.
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

/// A path as [`bytes`].
pub fn path(path: &Path) -> String {
    bytes(path.as_os_str().as_encoded_bytes())
}

/// A word in quotes, cut after so many characters; quotes and backslashes in it are
/// escaped, too.
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

/// Makes JSON in which characters that are not safe are written as `\u001b`, which
/// means the same.
///
/// # Errors
/// If the value cannot be JSON.
pub fn json(value: &impl serde::Serialize) -> serde_json::Result<String> {
    Ok(json_escaped(serde_json::to_string(value)?))
}

/// Like [`json`], on several lines.
///
/// # Errors
/// If the value cannot be JSON.
pub fn json_pretty(value: &impl serde::Serialize) -> serde_json::Result<String> {
    Ok(json_escaped(serde_json::to_string_pretty(value)?))
}

/// What is not ASCII stands in strings only, where JSON may escape it.
fn json_escaped(json: String) -> String {
    if json.chars().all(|c| is_safe(c) || c == '\n') {
        return json;
    }
    let mut shown = String::new();
    for c in json.chars() {
        match is_safe(c) || c == '\n' {
            true => shown.push(c),
            false => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(shown, "\\u{unit:04x}");
                }
            }
        }
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

    #[test]
    fn json_means_the_same() {
        let text = "\u{1b}\u{7f}\u{9b}\u{202e}\u{e0041}\"é\n";
        for json in [json(&[text]).unwrap(), json_pretty(&[text]).unwrap()] {
            assert!(json.chars().all(|c| is_safe(c) || c == '\n'), "{json}");
            let read: Vec<String> = serde_json::from_str(&json).unwrap();
            assert_eq!(read, [text]);
        }
    }
}
