//! satoku for web pages: one function, JSON in and out.
//!
//! [`ask`] takes a request and returns an answer; `ask.schema.json` in this folder
//! describes both. A page calls it in a worker, through the module's exports
//! (`boundary.rs`): it runs to its end, and a page that does not want to wait ends the
//! worker and starts another.

#![warn(clippy::unwrap_used)]

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod boundary;
mod engine;
mod failure;
mod fields;
mod puzzle;
mod read;
mod solve;

use failure::Failure;
use fields::Fields;
use serde_json::{Map, Value, json};

/// Answers a request. What is wrong with it is an answer, too.
pub fn ask(request: &str) -> String {
    let (name, answered) = match Fields::parse(request) {
        Ok((name, fields)) => {
            let answered = answer(&name, fields);
            (Some(name), answered)
        }
        Err(failure) => (None, Err(failure)),
    };
    let mut whole = Map::new();
    if let Some(name) = name {
        whole.insert("ask".into(), name.into());
    }
    match answered {
        Ok(answer) => whole.extend(answer),
        Err(failure) => {
            whole.insert("error".into(), json!(failure));
        }
    }
    Value::Object(whole).to_string()
}

/// What an answer says.
type Answer = Map<String, Value>;

fn answer(name: &str, mut fields: Fields) -> Result<Answer, Failure> {
    let fields = &mut fields;
    match name {
        "read" => read::read(fields),
        "solve" => solve::solve(fields),
        other => Err(Failure::in_field(
            "ask",
            format!("found '{other}', expected the name of a request"),
        )),
    }
}

/// The fields of a JSON object.
fn object(value: Value) -> Answer {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
