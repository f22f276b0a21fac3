//! The requests that list what there is: encodings, rules, formats, examples, limits.

use crate::certificates::{MAX_ARCHIVE, MAX_UNPACKED};
use crate::engine::own_encoding;
use crate::failure::Failure;
use crate::fields::Fields;
use crate::formula::MAX_EXPORT;
use crate::puzzle::MAX_PUZZLE;
use crate::read::{MAX_PUZZLES, MAX_TEXT};
use crate::{Answer, object};
use satoku::Encoding;
use satoku::encoding::DEFAULT;
use satoku::rules::text::InputFormat;
use satoku::rules::{Kind, catalogue};
use serde_json::{Value, json};

/// Puzzles of each kind: name, kind, text.
const EXAMPLES: &str = include_str!("../examples.json");

/// The built-in encodings.
pub fn encodings(fields: &mut Fields) -> Result<Answer, Failure> {
    fields.end()?;
    let files = Encoding::built_in_files();
    let entries: Result<Vec<Value>, Failure> = files
        .map(|(_, text)| Ok(entry(&own_encoding(text)?, text)))
        .collect();
    Ok(object(json!({ "default": DEFAULT, "encodings": entries? })))
}

/// An encoding file of the page's visitor.
pub fn encoding(fields: &mut Fields) -> Result<Answer, Failure> {
    let text: String = fields.required("text")?;
    fields.end()?;
    let encoding = own_encoding(&text).map_err(|failure| Failure {
        field: Some("text".into()),
        ..failure
    })?;
    Ok(object(entry(&encoding, &text)))
}

fn entry(encoding: &Encoding, text: &str) -> Value {
    let spec = encoding.spec();
    json!({
        "name": spec.name,
        "summary": spec.summary,
        "reference": spec.reference,
        "text": text,
    })
}

/// The built-in rules and types of constraints.
pub fn rules(fields: &mut Fields) -> Result<Answer, Failure> {
    fields.end()?;
    let listed = catalogue().into_iter().map(|each| {
        let kind = match each.kind {
            Kind::Rule => "rule",
            Kind::Constraint => "constraint",
        };
        json!({
            "name": each.name,
            "kind": kind,
            "summary": each.summary,
            "text": each.text,
        })
    });
    Ok(object(json!({ "rules": listed.collect::<Vec<_>>() })))
}

/// Puzzles of each kind.
pub fn examples(fields: &mut Fields) -> Result<Answer, Failure> {
    fields.end()?;
    let examples: Value = serde_json::from_str(EXAMPLES).map_err(Failure::new)?;
    Ok(object(json!({ "examples": examples })))
}

/// The formats that puzzles are read from.
pub fn formats(fields: &mut Fields) -> Result<Answer, Failure> {
    fields.end()?;
    let listed = InputFormat::ALL.map(|format| {
        let kind = match format {
            InputFormat::Classic(_) => "classic",
            InputFormat::Variant(_) => "variant",
        };
        json!({
            "name": format.name(),
            "kind": kind,
            "summary": format.summary(),
            "example": format.sample(),
        })
    });
    Ok(object(json!({ "formats": listed })))
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
            "archive_bytes": MAX_ARCHIVE,
            "unpacked_bytes": MAX_UNPACKED,
            "export_bytes": MAX_EXPORT,
        },
    })))
}
