//! Integers in inputs. `str::parse` accepts a sign before any number; most inputs do not have one.

/// An integer without a sign.
pub fn unsigned(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| is_unsigned(text))
}

/// Whether a text is an integer without a sign, of any size: also one that is too large to parse.
pub fn is_unsigned(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// What is expected in place of a word that is not an integer in this range; the range is
/// named if the word is an integer.
pub fn expected(word: &str, least: i64, most: i64) -> String {
    match is_unsigned(word.strip_prefix(['+', '-']).unwrap_or(word)) {
        true => format!("an integer from {least} to {most}"),
        false => "an integer".to_owned(),
    }
}
