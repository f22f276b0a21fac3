//! JSON without unsafe characters.

use super::is_safe;
use std::fmt::Write;

/// JSON in which unsafe characters are escaped, as in `\u001b`; it means the same.
///
/// # Errors
/// If the value has no JSON form.
pub fn json(value: &impl serde::Serialize) -> serde_json::Result<String> {
    Ok(escaped(serde_json::to_string(value)?))
}

/// Like [`json`], for a value that has a JSON form.
pub fn json_value(value: &serde_json::Value) -> String {
    escaped(value.to_string())
}

/// Like [`json`], indented.
///
/// # Errors
/// If the value has no JSON form.
#[cfg(feature = "certificates")]
pub fn json_pretty(value: &impl serde::Serialize) -> serde_json::Result<String> {
    Ok(escaped(serde_json::to_string_pretty(value)?))
}

/// Non-ASCII occurs only inside strings, where JSON allows escapes.
fn escaped(json: String) -> String {
    if json.chars().all(|c| is_safe(c) || c == '\n') {
        return json;
    }
    let mut shown = String::new();
    for c in json.chars() {
        if is_safe(c) || c == '\n' {
            shown.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a string cannot fail.
            let _ = write!(shown, "\\u{unit:04x}");
        }
    }
    shown
}

#[cfg(all(test, feature = "certificates"))]
mod tests {
    use super::*;

    #[test]
    fn escaped_json_means_the_same() {
        let text = "\u{1b}\u{7f}\u{9b}\u{202e}\u{e0041}\"é\n";
        for json in [json(&[text]).unwrap(), json_pretty(&[text]).unwrap()] {
            assert!(json.chars().all(|c| is_safe(c) || c == '\n'), "{json}");
            let read: Vec<String> = serde_json::from_str(&json).unwrap();
            assert_eq!(read, [text]);
        }
    }
}
