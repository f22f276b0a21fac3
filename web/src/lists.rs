//! The requests that list what there is: encodings, rules, formats, examples, limits.

use crate::certificates::{MAX_ARCHIVE, MAX_UNPACKED};
use crate::engine::own_encoding;
use crate::failure::Failure;
use crate::fields::Fields;
use crate::formula::MAX_EXPORT;
use crate::puzzle::{From, MAX_PUZZLE};
use crate::read::{MAX_PUZZLES, MAX_TEXT};
use crate::{Answer, object};
use satoku::Encoding;
use satoku::encoding::DEFAULT;
use satoku::grid::text::Format;
use satoku::rules::text::VariantFormat;
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
    let listed = From::all().map(|format| {
        let (kind, summary, example) = about(format);
        let name = format.name();
        json!({ "name": name, "kind": kind, "summary": summary, "example": example })
    });
    Ok(object(json!({ "formats": listed.collect::<Vec<_>>() })))
}

/// The kind of a format, what it is, and an example.
fn about(format: From) -> (&'static str, &'static str, &'static str) {
    let (kind, (summary, example)) = match format {
        From::Classic(format) => ("classic", about_classic(format)),
        From::Variant(format) => ("variant", about_variant(format)),
    };
    (kind, summary, example)
}

fn about_classic(format: Format) -> (&'static str, &'static str) {
    match format {
        Format::Hdu => (
            "HDU 1426: 9 rows of 1-9 or ?, separated by spaces",
            "7 1 2 ? 6 ? 3 5 8\n? 6 5 2 ? 7 1 ? 4",
        ),
        Format::Poj => (
            "POJ 2676: a count, then 9 rows of 9 digits, 0 is empty",
            "1\n103000509",
        ),
        Format::Pyramid => (
            "NOIP 2009: 9 rows of 9 integers separated by spaces, 0 is empty",
            "7 0 0 9 0 0 0 0 1",
        ),
        Format::Line => (
            "One puzzle per line, row by row; . 0 ? _ * are empty",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ),
        Format::Grid => (
            "Rows as people paste them, with or without blanks and drawing",
            "5 3 . | . 7 . | . . .\n6 . . | 1 9 5 | . . .",
        ),
        Format::Rows => (
            "Rows without blanks and drawing; - is empty, too",
            "--A----C-----O-I\n-J--A-B-P-CGF-H-",
        ),
        Format::Sudokusat => (
            "Large grids with header lines and boxes drawn, _ is empty",
            "puzzle size: 16x16\n+-------------+\n| __ __ __  5 |",
        ),
    }
}

fn about_variant(format: VariantFormat) -> (&'static str, &'static str) {
    match format {
        VariantFormat::Json => (
            "satoku's JSON: one puzzle per line",
            r#"{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344","rules":["diagonal"]}"#,
        ),
        VariantFormat::FPuzzles => (
            "JSON of f-puzzles.com, its compressed form, or a link",
            "https://www.f-puzzles.com/?load=…",
        ),
        VariantFormat::Iss => (
            "Strings and links of Interactive-Sudoku-Solver",
            ".Cage~12~R1C1~R1C2.Thermo~R5C5~R5C6~R5C7",
        ),
        VariantFormat::Jigsaw => (
            "HDU 4069: a count, then 9 rows of 9 integers: the digit and 16, 32, 64, 128 for walls",
            "1\n144 18 112 208 80 25 54 144 48",
        ),
        VariantFormat::SumoCue => (
            "Lines of SumoCue and Perfect Sudoku: killer and jigsaw",
            "SumoCueV1=…",
        ),
    }
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
