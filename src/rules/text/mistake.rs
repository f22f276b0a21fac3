//! Mistakes that are found only when rule files compile a puzzle, in words that fit its text.

use super::VariantFormat;
use crate::escape;
use crate::rules::{Description, RuleError};
use serde_json::{Map, Value};

/// Describes a [`RuleError`] in terms of the format that the puzzle was read from; `None` stands
/// for a classic puzzle. Only in satoku's own JSON is there a place that the pointer of the error
/// names; elsewhere the cell or the constraint is named.
pub fn mistake(
    error: &RuleError,
    description: &Description,
    format: Option<VariantFormat>,
) -> String {
    if format == Some(VariantFormat::Json) {
        let (pointer, found, expected) = (&error.pointer, &error.found, &error.expected);
        return match counted_place(pointer, description) {
            Some(place) => format!("{pointer} ({place}): found {found}, expected {expected}"),
            None => error.to_string(),
        };
    }
    let place = place(&error.pointer, description);
    let place = place.map_or(String::new(), |place| format!("{place}: "));
    format!("{place}found {}, expected {}", error.found, error.expected)
}

/// The constraint to which a pointer leads, and its cell, both counted from 1: pointers count
/// from 0.
fn counted_place(pointer: &str, description: &Description) -> Option<String> {
    let mut tokens = pointer.strip_prefix("/constraints/")?.split('/');
    let index: usize = tokens.next()?.parse().ok()?;
    let kind = escape::line(&description.constraints.get(index)?.kind);
    let constraint = format!("constraint {}, {kind}", index + 1);
    let cell = match (tokens.next(), tokens.next()) {
        (Some("cells"), Some(cell)) => cell.parse::<usize>().ok(),
        _ => None,
    };
    Some(match cell {
        Some(cell) => format!("{constraint}, cell {}", cell + 1),
        None => constraint,
    })
}

/// The cell, or the constraint with its cells and the name of a field, to which a pointer
/// leads.
fn place(pointer: &str, description: &Description) -> Option<String> {
    let mut tokens = pointer.split('/').skip(1);
    let (list, name) = (tokens.next()?, tokens.next()?);
    if list == "candidates" {
        return Some(name.to_owned());
    }
    let index: usize = name.parse().ok().filter(|_| list == "constraints")?;
    let item = description.constraints.get(index)?;
    let mut words = vec![with_cells(&item.kind, &item.fields)];
    let (mut fields, mut tokens) = (&item.fields, tokens.peekable());
    let mut last = None;
    while let Some(token) = tokens.next() {
        last = Some(token);
        let branches = fields.get(token).filter(|_| token == "branches");
        let place = |tokens: &mut dyn Iterator<Item = &str>| tokens.next()?.parse::<usize>().ok();
        let inner = branches.and_then(|branches| {
            let branch = branches.get(place(&mut tokens)?)?;
            branch.get(place(&mut tokens)?)?.as_object()
        });
        let Some(inner) = inner else { break };
        let kind = inner.get("type").and_then(Value::as_str);
        words.push(with_cells(kind.unwrap_or_default(), inner));
        (fields, last) = (inner, None);
    }
    words.extend(last.map(|field| escape::line(field).into_owned()));
    Some(words.join(", "))
}

/// A type of constraint with the cells of one.
fn with_cells(kind: &str, fields: &Map<String, Value>) -> String {
    let cells = fields.get("cells").and_then(Value::as_array);
    let cells = cells.into_iter().flatten().filter_map(Value::as_str);
    let words: Vec<&str> = std::iter::once(kind).chain(cells).collect();
    escape::line(&words.join(" ")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::VariantReader;
    use super::*;
    use crate::rules::{Library, compile};

    #[test]
    fn a_mistake_is_told_by_a_pointer_in_json_only() {
        let grid = "[{},{},{},{}]";
        let grid = format!("[{grid},{grid},{grid},{grid}]");
        let cage = r#"{"cells":["R1C1","R1C2"],"value":99}"#;
        let foreign = format!(r#"{{"size":4,"grid":{grid},"killercage":[{cage}]}}"#);
        let own = r#"{"rows":4,"columns":4,"min":1,"max":4,
            "constraints":[{"type":"killer","cells":["r1c1","r1c2"],"sum":99}]}"#;
        for (text, says) in [
            (&foreign[..], "killer r1c1 r1c2, sum: found 99, expected"),
            (
                own,
                "/constraints/0/sum (constraint 1, killer): found 99, expected",
            ),
        ] {
            let record = VariantReader::new(text.as_bytes(), "x", None).next();
            let record = record.unwrap().unwrap();
            let error = compile(&record.description, Library::built_in()).unwrap_err();
            let told = mistake(&error, &record.description, Some(record.format));
            assert!(told.starts_with(says), "{told}");
        }
    }
}
