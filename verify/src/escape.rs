//! Text from a certificate, made safe to print.
//!
//! A terminal obeys control characters, so a file could erase our verdict and print
//! another one. Controls and invisible characters are shown as `\u{1b}`.

use std::path::Path;

/// Characters of a message at most.
const MAX_MESSAGE: usize = 5000;

/// Ranges that are never printed as they are: controls, and characters that change
/// the direction of text or have no shape (Cc, Cf, Zl, Zp and
/// `Default_Ignorable_Code_Point` of Unicode 17). In increasing order.
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

fn is_safe(c: char) -> bool {
    !UNSAFE
        .iter()
        .any(|(first, last)| (*first..=*last).contains(&c))
}

/// Whether text can be printed as it is.
pub fn is_plain(text: &str) -> bool {
    text.chars().all(is_safe)
}

/// One line of text.
pub fn line(text: &str) -> String {
    escaped(text, MAX_MESSAGE, is_safe)
}

/// One line of bytes; those that are not UTF-8 become `\xff`.
pub fn bytes(bytes: &[u8]) -> String {
    let chunks = bytes.utf8_chunks().map(|chunk| {
        let invalid = chunk.invalid().iter();
        let invalid: String = invalid.map(|byte| format!("\\x{byte:02x}")).collect();
        line(chunk.valid()) + &invalid
    });
    chunks.collect()
}

/// A path.
pub fn path(path: &Path) -> String {
    bytes(path.as_os_str().as_encoded_bytes())
}

/// Text in quotes, cut after `longest` characters.
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
    fn controls_and_invisible_characters_are_escaped() {
        assert_eq!(line("\u{1b}[2Kverified\r"), "\\u{1b}[2Kverified\\r");
        for c in ('\0'..=char::MAX).filter(|c| c.is_control()) {
            assert!(!is_safe(c), "{c:?}");
        }
        for c in "\u{ad}\u{200b}\u{2028}\u{202e}\u{2069}\u{feff}\u{e0041}".chars() {
            assert_eq!(line(&c.to_string()), format!("\\u{{{:x}}}", u32::from(c)));
        }
        for text in ["", "plain 'quoted' \\ text", "Größe 数独 e\u{301} … 🙂"] {
            assert_eq!(line(text), text);
        }
        assert_eq!(
            bytes(b"a\xff\x1b\xc3\xa9\xe2\x82"),
            "a\\xff\\u{1b}é\\xe2\\x82"
        );
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(quoted("abcdef", 3), "'abc…'");
        assert_eq!(quoted("it's\u{1b}\\", 9), "'it\\'s\\u{1b}\\\\'");
        assert_eq!(
            line(&"é".repeat(MAX_MESSAGE + 1)).chars().count(),
            MAX_MESSAGE + 1
        );
    }
}
