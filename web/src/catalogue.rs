//! What there is to choose from: encodings, rules, examples, formats.

use crate::engine::own_encoding;
use crate::failure::Failure;
use crate::fields::Fields;
use crate::puzzle::MAX_PUZZLE;
use crate::read::{MAX_PUZZLES, MAX_TEXT};
use crate::{Answer, object};
use satoku::Encoding;
use satoku::rules::{Kind, Library};
use serde_json::{Value, json};

/// Puzzles of each kind, an object a line: name, kind, text.
const EXAMPLES: &str = include_str!("catalogue/examples.jsonl");

/// The formats that are read, an object a line: name, kind, summary, example.
const FORMATS: &str = include_str!("catalogue/formats.jsonl");

/// The built-in encodings.
pub fn encodings(fields: &mut Fields) -> Result<Answer, Failure> {
    fields.end()?;
    let built_in = Encoding::built_in();
    let entries = built_in.iter().map(|encoding| {
        let text = Encoding::built_in_text(encoding.name()).unwrap_or_default();
        entry(encoding, text)
    });
    Ok(object(json!({
        "default": satoku::encoding::DEFAULT,
        "encodings": entries.collect::<Vec<_>>(),
    })))
}

/// Reads an encoding file, and counts its clauses if it says how many it expects.
pub fn encoding(fields: &mut Fields) -> Result<Answer, Failure> {
    let text: String = fields.required("text")?;
    fields.end()?;
    let encoding = own_encoding(&text)?;
    let check = encoding.check_expected();
    check.map_err(|why| Failure::in_field("text", why))?;
    Ok(object(entry(&encoding, &text)))
}

fn entry(encoding: &Encoding, text: &str) -> Value {
    let spec = encoding.spec();
    json!({
        "name": encoding.name(),
        "summary": spec.summary,
        "reference": spec.reference,
        "text": text,
    })
}

/// The built-in rules and types of constraints.
pub fn rules(fields: &mut Fields) -> Result<Answer, Failure> {
    fields.end()?;
    let rules = Library::built_in().definitions().map(|definition| {
        let kind = match definition.kind() {
            Kind::Rule => "rule",
            Kind::Constraint => "constraint",
        };
        json!({
            "name": definition.name(),
            "kind": kind,
            "summary": definition.summary(),
            "text": definition.text(),
        })
    });
    Ok(object(json!({ "rules": rules.collect::<Vec<_>>() })))
}

/// Puzzles of each kind.
pub fn examples(fields: &mut Fields) -> Result<Answer, Failure> {
    fields.end()?;
    Ok(object(json!({ "examples": lines(EXAMPLES) })))
}

/// The formats that are read.
pub fn formats(fields: &mut Fields) -> Result<Answer, Failure> {
    fields.end()?;
    Ok(object(json!({ "formats": lines(FORMATS) })))
}

/// The version, and the limits on requests.
pub fn version(fields: &mut Fields) -> Result<Answer, Failure> {
    fields.end()?;
    Ok(object(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "limits": {
            "text_bytes": MAX_TEXT,
            "puzzle_bytes": MAX_PUZZLE,
            "puzzles": MAX_PUZZLES,
        },
    })))
}

fn lines(text: &str) -> Vec<Value> {
    let objects = text.lines().map(serde_json::from_str);
    objects.map(Result::unwrap_or_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask;

    fn answer(request: Value) -> Value {
        serde_json::from_str(&ask(&request.to_string())).unwrap()
    }

    #[test]
    fn every_sample_is_in_the_format_that_it_illustrates() {
        let formats = lines(FORMATS);
        assert_eq!(formats.len(), crate::puzzle::From::all().count());
        for format in formats {
            let read = answer(json!({ "ask": "read", "text": format["example"] }));
            let puzzle = &read["puzzles"][0];
            assert_eq!(puzzle["format"], format["name"], "{read}");
        }
    }

    #[test]
    fn every_example_is_one_puzzle_without_mistakes() {
        for example in lines(EXAMPLES) {
            let read = answer(json!({ "ask": "read", "text": example["text"] }));
            assert_eq!(read["puzzles"].as_array().map(Vec::len), Some(1), "{read}");
            assert_eq!(read["errors"], json!([]), "{read}");
        }
    }
}
