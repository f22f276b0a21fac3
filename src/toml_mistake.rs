//! What is wrong with a TOML file of a known layout, in words that do not presuppose the names
//! of data types.

use serde::Deserialize;
use serde::de::{self, DeserializeOwned, Deserializer, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use toml::de::{DeTable, DeValue, Error};

/// The keys and tables of a file.
pub(crate) struct Layout {
    /// Tables that occur once.
    pub single: &'static [&'static str],
    /// Tables of which there may be several. Those within others are preceded by them.
    pub several: &'static [&'static str],
    /// What to write after some keys, which are preceded by their tables.
    pub values: &'static [(&'static str, &'static str)],
}

/// A mistake, and the byte at which it is, where that is known.
pub(crate) struct Mistake {
    pub offset: Option<usize>,
    pub message: String,
}

/// A list of exactly this many values. Of a longer list, serde takes what fits into an array
/// or a tuple and leaves out the rest.
#[derive(Clone, Debug)]
pub(crate) struct Exactly<T, const N: usize>(pub [T; N]);

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for Exactly<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(List(PhantomData)).map(Exactly)
    }
}

struct List<T, const N: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for List<T, N> {
    type Value = [T; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of {N}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<[T; N], A::Error> {
        let mut values = Vec::with_capacity(N);
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        let array = values.try_into();
        array.map_err(|values: Vec<T>| de::Error::invalid_length(values.len(), &self))
    }
}

/// Reads a file of this layout.
pub(crate) fn read<T: DeserializeOwned>(text: &str, layout: &Layout) -> Result<T, Mistake> {
    let read = toml::from_str(text).map_err(|error| mistake(text, &error, layout))?;
    let root = DeTable::parse(text).map_err(|error| mistake(text, &error, layout))?;
    match list_for_table(root.get_ref(), "", layout) {
        Some(mistake) => Err(mistake),
        None => Ok(read),
    }
}

/// A list where a table belongs, whose values serde would give to the keys in their order.
fn list_for_table(table: &DeTable<'_>, path: &str, layout: &Layout) -> Option<Mistake> {
    let found = |key: &str, list: &[_], offset| Mistake {
        offset: Some(offset),
        message: format!("{key}: found {}, expected a table", a_list_of(list.len())),
    };
    table.iter().find_map(|(key, value)| {
        let key = key.get_ref();
        let path = match path {
            "" => key.to_string(),
            path => format!("{path}.{key}"),
        };
        match value.get_ref() {
            DeValue::Table(inner) => list_for_table(inner, &path, layout),
            DeValue::Array(list) if layout.single.contains(&&*path) => {
                Some(found(key, list, value.span().start))
            }
            DeValue::Array(list) if layout.several.contains(&&*path) => {
                list.iter().find_map(|each| match each.get_ref() {
                    DeValue::Table(inner) => list_for_table(inner, &path, layout),
                    DeValue::Array(list) => Some(found(key, list, each.span().start)),
                    _ => None,
                })
            }
            _ => None,
        }
    })
}

/// The mistake that an error is about.
fn mistake(text: &str, error: &Error, layout: &Layout) -> Mistake {
    if let Some(mistake) = wrong_brackets(text, layout) {
        return mistake;
    }
    let offset = error.span().map(|span| span.start);
    let raw = error.message().replace('\n', " ");
    let key = offset.and_then(|offset| key(text, offset));
    let table = offset.map_or("", |offset| table(text, offset));
    let path = match (table, key) {
        (_, None) => String::new(),
        ("", Some(key)) => key.to_owned(),
        (table, Some(key)) => format!("{table}.{key}"),
    };
    let rest = offset.and_then(|offset| text.get(offset..));
    let words = in_words(&raw, rest.unwrap_or_default(), &path, layout).unwrap_or(raw);
    let message = match key {
        Some(key) => format!("{key}: {words}"),
        None => words,
    };
    Mistake { offset, message }
}

/// A table in single brackets of which there may be several, or the other way round.
fn wrong_brackets(text: &str, layout: &Layout) -> Option<Mistake> {
    let mut headers = lines(text).filter_map(|(offset, line)| Some((offset, header(line)?)));
    headers.find_map(|(offset, (name, is_double))| {
        let message = match is_double {
            true if layout.single.contains(&name) => {
                format!("{name}: found [[{name}]], expected [{name}], which occurs once")
            }
            false if layout.several.contains(&name) => {
                format!("{name}: found [{name}], expected [[{name}]], because there may be several")
            }
            _ => return None,
        };
        let offset = Some(offset);
        Some(Mistake { offset, message })
    })
}

/// The name in a line such as `[families]` or `[[pairs]]`, and whether the brackets are double.
fn header(line: &str) -> Option<(&str, bool)> {
    let line = line.split('#').next()?.trim();
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    Some(match inner.strip_prefix('[') {
        Some(name) => (name.strip_suffix(']')?.trim(), true),
        None => (inner.trim(), false),
    })
}

/// Where the first table of this name begins.
pub(crate) fn header_offset(text: &str, table: &str) -> Option<usize> {
    let mut lines = lines(text);
    let first = lines.find(|(_, line)| header(line).is_some_and(|(name, _)| name == table));
    first.map(|(offset, _)| offset)
}

/// The table that a byte is in; empty before the first.
fn table(text: &str, offset: usize) -> &str {
    let earlier = lines(text).take_while(|(start, _)| *start <= offset);
    let headers = earlier.filter_map(|(_, line)| header(line));
    headers.last().map_or("", |(name, _)| name)
}

/// The key before the `=` on the line of a byte.
fn key(text: &str, offset: usize) -> Option<&str> {
    let start = text.get(..offset)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next()?;
    // A missing key is reported at the start of the file, where no line is at fault.
    (offset > 0 || !line.contains('=')).then_some(())?;
    line.split_once('=').map(|(key, _)| key.trim())
}

/// Lines with the bytes at which they begin.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line))
    })
}

/// The message about a value of a wrong type, with which `rest` begins; `None` if it is about
/// something else.
fn in_words(raw: &str, rest: &str, path: &str, layout: &Layout) -> Option<String> {
    let known = layout.values.iter().find(|(key, _)| *key == path);
    let known = known.map(|(_, value)| (*value).to_owned());
    if let Some(found) = instead_of_name(raw, rest) {
        let expected = known.unwrap_or_else(|| "one name in quotes".into());
        return Some(format!("found {found}, expected {expected}"));
    }
    let rest = ["invalid type: ", "invalid value: ", "invalid length "];
    let rest = rest.iter().find_map(|start| raw.strip_prefix(start))?;
    let (found, expected) = rest.split_once(", expected ")?;
    let expected = known.unwrap_or_else(|| expected_words(expected));
    Some(format!("found {}, expected {expected}", found_words(found)))
}

/// What is there instead of one of several names, if it is no text in quotes. `rest` begins with
/// it, or with the key of a table.
fn instead_of_name(raw: &str, rest: &str) -> Option<String> {
    let is_plain = raw == "wanted string or table";
    let mut of_table = ["wanted exactly 1 element", "unknown variant "].into_iter();
    if !is_plain && !of_table.any(|start| raw.starts_with(start)) {
        return None;
    }
    match rest.chars().next()? {
        '"' | '\'' => None,
        '[' => Some("a list".into()),
        _ if is_plain => {
            let end = rest.find(|c: char| ",]}#".contains(c) || c.is_whitespace());
            Some(rest[..end.unwrap_or(rest.len())].to_owned())
        }
        _ => Some("a table".into()),
    }
}

fn found_words(found: &str) -> String {
    let number = ["integer ", "floating point "];
    let plain = number.iter().find_map(|kind| found.strip_prefix(kind));
    let plain = plain.or_else(|| found.strip_prefix("boolean "));
    if let Some(value) = plain {
        // A number beyond 64 bits is followed by the name of a type.
        let value = value.split(" as ").next().unwrap_or(value);
        return value.trim_matches('`').to_owned();
    }
    match found {
        "map" => "a table".into(),
        "sequence" => "a list".into(),
        _ => match found.parse::<usize>() {
            Ok(length) => a_list_of(length),
            Err(_) => found.strip_prefix("string ").unwrap_or(found).to_owned(),
        },
    }
}

fn a_list_of(length: usize) -> String {
    format!("a list of {length}")
}

fn expected_words(expected: &str) -> String {
    match expected {
        "a string" => "text in quotes".into(),
        "a boolean" => "true or false, without quotes".into(),
        "a sequence" => "a list in brackets".into(),
        "i64" | "i32" => "a whole number, without quotes".into(),
        "u64" | "u32" | "usize" => "a whole number from 0, without quotes".into(),
        "a map" => "a table".into(),
        _ if expected.starts_with("struct ") => "a table".into(),
        _ => expected.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "only read")]
    struct File {
        number: Option<i64>,
        #[serde(default)]
        yes: bool,
        once: Option<Once>,
        #[serde(default)]
        many: Vec<Once>,
    }

    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "only read")]
    struct Once {
        names: Option<Vec<String>>,
        pairs: Option<Vec<Exactly<i64, 2>>>,
    }

    fn message(text: &str) -> String {
        let layout = Layout {
            single: &["once"],
            several: &["many"],
            values: &[("many.pairs", "a list of pairs, such as [[1, 3]]")],
        };
        let mistake = read::<File>(text, &layout).map(|_| ()).unwrap_err();
        let line = text[..mistake.offset.unwrap_or(0)].matches('\n').count() + 1;
        format!("{line}: {}", mistake.message)
    }

    #[test]
    fn types_are_told_in_words() {
        for (text, expected) in [
            (
                "number = \"3\"",
                "1: number: found \"3\", expected a whole number, without quotes",
            ),
            (
                "yes = 1",
                "1: yes: found 1, expected true or false, without quotes",
            ),
            (
                "[once]\nnames = \"a\"",
                "2: names: found \"a\", expected a list in brackets",
            ),
            (
                "[once]\nnames = [1]",
                "2: names: found 1, expected text in quotes",
            ),
            (
                "[[many]]\npairs = [1, 3]",
                "2: pairs: found 1, expected a list of pairs, such as [[1, 3]]",
            ),
            (
                "[[many]]\npairs = [[1]]",
                "2: pairs: found a list of 1, expected a list of pairs, such as [[1, 3]]",
            ),
            (
                "[[many]]\npairs = [[1, 3], [1, 2, 3]]",
                "2: pairs: found a list of 3, expected a list of pairs, such as [[1, 3]]",
            ),
            (
                "[[many]]\npairs = [\n[1, 3],\n[1, 2, 3],\n]",
                "4: found a list of 3, expected a list of 2",
            ),
            ("once = 3", "1: once: found 3, expected a table"),
            (
                "once = [[\"a\"], [[1, 3]]]",
                "1: once: found a list of 2, expected a table",
            ),
            (
                "\nmany = [[[\"a\"], [[1, 3]], 5]]",
                "2: many: found a list of 3, expected a table",
            ),
        ] {
            assert_eq!(message(text), expected, "{text}");
        }
    }

    #[test]
    fn keys_are_found_by_their_line() {
        assert_eq!(key("\n name = 3\n", 9), Some("name"));
        assert_eq!(key("name = 3\n", 0), None);
        assert_eq!(key("[families]\n", 0), None);
    }

    #[test]
    fn brackets_are_told_apart() {
        let single = message("number = 1\n[[once]]\nnames = []");
        assert_eq!(
            single,
            "2: once: found [[once]], expected [once], which occurs once"
        );
        let several = message("\n\n [many] # one\nnames = []");
        assert_eq!(
            several,
            "3: many: found [many], expected [[many]], because there may be several"
        );
    }
}
