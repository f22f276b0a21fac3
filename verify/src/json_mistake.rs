//! What is wrong with a JSON file, in words that do not presuppose the names of data types.

use crate::escape;
use serde_json::Error;
use serde_json::error::Category;

/// The mistake in a file of this name and text, with its line and column.
pub fn json_mistake(name: &str, text: &str, error: &Error) -> String {
    let said = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let raw = said.strip_suffix(&place).unwrap_or(&said);
    let words = match error.classify() {
        Category::Eof => at_the_end(raw),
        Category::Syntax => of_syntax(raw, found(text, error)),
        Category::Data | Category::Io => of_data(raw),
    };
    let words = escape::line(&words.unwrap_or_else(|| raw.to_owned()));
    match error.line() {
        0 => format!("{name}: {words}"),
        line => format!("{name}:{line}:{}: {words}", error.column().max(1)),
    }
}

/// What is at the place of an error.
fn found(text: &str, error: &Error) -> char {
    let line = text.split('\n').nth(error.line().saturating_sub(1));
    let rest = line.and_then(|line| line.get(error.column().saturating_sub(1)..));
    rest.and_then(|rest| rest.chars().next()).unwrap_or('\n')
}

fn at_the_end(raw: &str) -> Option<String> {
    Some(match raw.strip_prefix("EOF while parsing ")? {
        "a value" => "found the end, expected a value".to_owned(),
        "an object" => "found the end inside an object, expected '}'".to_owned(),
        "a list" => "found the end inside a list, expected ']'".to_owned(),
        "a string" => "found the end inside a text, expected '\"'".to_owned(),
        _ => return None,
    })
}

fn of_syntax(raw: &str, found: char) -> Option<String> {
    let expected = match raw {
        // Where a name is expected, serde_json says this of any other value.
        "expected value" if found.is_ascii_digit() || "-[tfn".contains(found) => {
            "a name in quotes or an object"
        }
        "expected value" => "a value",
        "expected ident" => "true, false or null",
        "expected `:`" => "':'",
        "expected `,` or `}`" => "',' or '}'",
        "expected `,` or `]`" => "',' or ']'",
        "trailing characters" => "nothing more",
        "invalid number" => "a digit",
        "invalid escape" => "an escape such as \\n",
        "trailing comma" => "a value after the comma",
        "key must be a string" => "a key in quotes",
        "recursion limit exceeded" => {
            return Some("found lists and objects that are nested too deep".to_owned());
        }
        _ if raw.starts_with("control character") => {
            let words = "found a control character inside a text, expected an escape such as \\n";
            return Some(words.to_owned());
        }
        _ => return None,
    };
    let found = escape::quoted(found.encode_utf8(&mut [0; 4]), 1);
    Some(format!("found {found}, expected {expected}"))
}

/// The message about a value of a wrong type or length.
fn of_data(raw: &str) -> Option<String> {
    let starts = ["invalid type: ", "invalid value: ", "invalid length "];
    let rest = starts.iter().find_map(|start| raw.strip_prefix(start))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    let (found, expected) = (found_words(found), expected_words(expected));
    Some(format!("found {found}, expected {expected}"))
}

fn found_words(found: &str) -> String {
    let kinds = ["integer ", "floating point ", "boolean "];
    if let Some(value) = kinds.iter().find_map(|kind| found.strip_prefix(kind)) {
        return value.trim_matches('`').to_owned();
    }
    match found {
        "map" => "an object".to_owned(),
        "sequence" => "a list".to_owned(),
        "unit variant" => "a name alone".to_owned(),
        _ if found.bytes().all(|byte| byte.is_ascii_digit()) => format!("a list of {found}"),
        _ => found.strip_prefix("string ").unwrap_or(found).to_owned(),
    }
}

fn expected_words(expected: &str) -> String {
    let length = expected.strip_prefix("a tuple of size ").or_else(|| {
        let variant = expected.strip_prefix("tuple variant ")?;
        variant.strip_suffix(" elements")?.split(" with ").nth(1)
    });
    if let Some(length) = length {
        return format!("a list of {length}");
    }
    match expected {
        "a string" => "a text in quotes",
        "i64" => "an integer of at most 64 bits",
        "u32" => "an integer from 0 of at most 32 bits",
        "u64" | "usize" => "an integer from 0 of at most 64 bits",
        "a sequence" => "a list",
        "unit" => "a name alone",
        "a map" | "newtype variant" | "tuple variant" => "an object",
        _ if expected.starts_with("struct ") => "an object",
        _ if expected.starts_with("tuple variant ") => "a list",
        _ => expected,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct File {
        number: Option<i64>,
        count: Option<usize>,
        name: Option<String>,
        yes: Option<bool>,
        pair: Option<(i64, i64)>,
        kind: Option<Kind>,
        inner: Option<Box<File>>,
    }

    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "only read")]
    enum Kind {
        Plain,
        List(Vec<i64>),
        Two(i64, i64),
        Named { number: i64 },
    }

    #[track_caller]
    fn says(text: &str, expected: &str) {
        let error = serde_json::from_str::<File>(text).unwrap_err();
        assert_eq!(json_mistake("x", text, &error), format!("x:{expected}"));
    }

    #[test]
    fn types_are_told_in_words() {
        let number = "expected an integer of at most 64 bits";
        says(r#"{"number":1.5}"#, &format!("1:13: found 1.5, {number}"));
        says("{\n\"number\":[]}", &format!("2:9: found a list, {number}"));
        says(
            r#"{"count":-1}"#,
            "1:11: found -1, expected an integer from 0 of at most 64 bits",
        );
        says(
            r#"{"name":true}"#,
            "1:12: found true, expected a text in quotes",
        );
        says(
            r#"{"pair":{}}"#,
            "1:8: found an object, expected a list of 2",
        );
        says(
            r#"{"pair":[1]}"#,
            "1:11: found a list of 1, expected a list of 2",
        );
        says(
            r#"{"pair":[1,2,3]}"#,
            "1:14: found '3', expected nothing more",
        );
        says(
            r#"{"inner":"a, expected b"}"#,
            "1:24: found \"a, expected b\", expected an object",
        );
    }

    #[test]
    fn names_and_what_belongs_to_them_are_told_in_words() {
        let kind = |value: &str, expected: &str| {
            says(&format!("{{\"kind\":{value}}}"), expected);
        };
        kind(
            "5",
            "1:9: found '5', expected a name in quotes or an object",
        );
        kind("\"List\"", "1:15: found a name alone, expected an object");
        kind("{\"Plain\":5}", "1:18: found 5, expected a name alone");
        kind("{\"List\":5}", "1:17: found 5, expected a list");
        kind("{\"Two\":5}", "1:16: found 5, expected a list");
        kind(
            "{\"Two\":[5]}",
            "1:18: found a list of 1, expected a list of 2",
        );
        kind("{\"Named\":5}", "1:18: found 5, expected an object");
    }

    #[test]
    fn broken_files_are_told_with_what_is_there() {
        says("", "1:1: found the end, expected a value");
        says("{\"name\":", "1:8: found the end, expected a value");
        says(
            "{\"name\":\"",
            "1:9: found the end inside a text, expected '\"'",
        );
        says("{", "1:1: found the end inside an object, expected '}'");
        says(
            "{\"pair\":[1",
            "1:10: found the end inside a list, expected ']'",
        );
        says("{}\nö", "2:1: found 'ö', expected nothing more");
        says("{\"name\" 1}", "1:9: found '1', expected ':'");
        says("{\"number\":1 2}", "1:13: found '2', expected ',' or '}'");
        says("{\"number\":x}", "1:11: found 'x', expected a value");
        says("{\"number\":1.}", "1:13: found '}', expected a digit");
        says(
            "{\"number\":1,}",
            "1:13: found '}', expected a value after the comma",
        );
        says("{5:1}", "1:2: found '5', expected a key in quotes");
        says(
            "{\"name\":\"\u{1b}\"}",
            "1:10: found a control character inside a text, expected an escape such as \\n",
        );
        let deep = "{\"inner\":".repeat(1000);
        says(
            &deep,
            "1:1144: found lists and objects that are nested too deep",
        );
    }
}
