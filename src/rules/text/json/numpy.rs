//! Rows as numpy prints arrays: `[[5 3 0]`, without commas.

/// Whether this could be a row, without its brackets.
pub fn is_row(text: &str) -> bool {
    let mut words = text.split_whitespace().map(value);
    words.by_ref().take(2).filter(Option::is_some).count() == 2 && words.all(|word| word.is_some())
}

/// The array as JSON; `None` if it is none of numpy.
pub fn to_json(text: &str) -> Option<String> {
    let mut json = String::with_capacity(text.len());
    let mut is_after_item = false;
    let mut rest = text.trim_start();
    while let Some(symbol) = rest.chars().next() {
        if is_after_item && symbol != ']' {
            json.push(',');
        }
        is_after_item = symbol != '[';
        let length = match symbol {
            '[' | ']' => {
                json.push(symbol);
                1
            }
            _ => {
                let is_end = |c: char| c.is_whitespace() || matches!(c, '[' | ']');
                let length = rest.find(is_end).unwrap_or(rest.len());
                json += &value(&rest[..length])?;
                length
            }
        };
        rest = rest[length..].trim_start();
    }
    Some(json)
}

/// A cell in JSON: a number, perhaps with a point behind it, or text between single quotes.
fn value(word: &str) -> Option<String> {
    let text = word
        .strip_prefix('\'')
        .and_then(|text| text.strip_suffix('\''));
    if let Some(text) = text {
        return (!text.contains(['\'', '"', '\\'])).then(|| format!("\"{text}\""));
    }
    let number = word.strip_suffix('.').unwrap_or(word);
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| number.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_of_numpy_become_json() {
        for (text, json) in [
            ("[[5 3]\n [0 1]]", "[[5,3],[0,1]]"),
            ("[[ 5. 10.]\n [ 0.  1.]]\n", "[[5,10],[0,1]]"),
            ("[['5' '.']\n ['' 'A']]", r#"[["5","."],["","A"]]"#),
        ] {
            assert_eq!(to_json(text).as_deref(), Some(json), "{text}");
            let row = text[2..].split(']').next().unwrap();
            assert!(is_row(row), "{row}");
        }
        for text in [
            "[[5, 3]]",
            "[[5 -1]]",
            "[[5 x]]",
            "[['5\"' 3]]",
            "[[5 .]]",
            "[[5 ']]",
        ] {
            assert_eq!(to_json(text), None, "{text}");
        }
        for row in ["", "5", "5 x", "x 5", "5 3 x", "5, 3"] {
            assert!(!is_row(row), "{row}");
        }
    }
}
