//! satoku for web pages: one function, JSON in and out.
//!
//! [`ask`] takes a request and returns an answer; `ask.schema.json` in this folder
//! describes both. A page calls it in a worker, through the module's exports
//! (`boundary.rs`): it runs to its end, and a page that does not want to wait ends the
//! worker and starts another.
//!
//! There are two modules. Without the feature `whole` the module is a third as large and
//! answers what a first visit asks about classic puzzles; to any other request it says
//! which module to load.

#![warn(clippy::unwrap_used)]
#![allow(
    clippy::result_large_err,
    reason = "a failure is made once a request, and ends it"
)]

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod boundary;
mod certificates;
mod convert;
mod count;
mod draw;
mod engine;
mod failure;
mod fields;
mod formula;
mod lists;
mod parts;
mod puzzle;
mod read;
mod solve;
mod time;
mod weights;
mod why;

use failure::Failure;
use fields::Fields;
use serde_json::{Map, Value, json};
use web_time::Instant;

/// Answers a request. What is wrong with it is an answer, too.
pub fn ask(request: &str) -> String {
    let start = Instant::now();
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
    let time = start.elapsed().as_micros() as u64;
    whole.insert("time_us".into(), time.into());
    Value::Object(whole).to_string()
}

/// What an answer says.
type Answer = Map<String, Value>;

/// Whether this module answers everything, and not only what a first visit asks.
///
/// What follows `if !WHOLE { return … }` is left out of the module of the first visit.
const WHOLE: bool = cfg!(feature = "whole");

fn answer(name: &str, mut fields: Fields) -> Result<Answer, Failure> {
    let fields = &mut fields;
    match name {
        "read" => read::read(fields),
        "solve" => solve::solve(fields),
        "count" => count::count(fields),
        "why" => why::why(fields),
        "convert" => convert::convert(fields),
        "encoding" => lists::encoding(fields),
        "encodings" => lists::encodings(fields),
        "rules" => lists::rules(fields),
        "examples" => lists::examples(fields),
        "version" => lists::version(fields),
        _ if WHOLE => further(name, fields),
        _ => Err(Failure::of_the_first_module()),
    }
}

/// What only the whole module answers.
fn further(name: &str, fields: &mut Fields) -> Result<Answer, Failure> {
    match name {
        "candidates" => count::candidates(fields),
        // These compile rules again and again.
        "contradiction" => parts::contradiction(fields),
        "redundant" => parts::redundant(fields),
        "prove" => certificates::prove(fields),
        "verify" => certificates::verify(fields),
        "pyramid" => weights::pyramid(fields),
        "formula" => formula::formula(fields),
        "export" => formula::export(fields),
        "time" => time::time(fields),
        "draw" => draw::draw(fields),
        "formats" => lists::formats(fields),
        "canonical" => convert::canonical(fields),
        "generate" => convert::generate(fields),
        other => Err(Failure::in_field(
            "ask",
            format!(
                "found '{}', expected the name of a request",
                fields::short(other)
            ),
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
