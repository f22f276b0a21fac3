//! The fields of a request, taken one by one.

use crate::failure::Failure;
use satoku::Limits;
use satoku::grid::Geometry;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::time::Duration;

/// Fields that were not taken yet.
pub struct Fields(Map<String, Value>);

impl Fields {
    /// The name of a request, and its fields.
    pub fn parse(request: &str) -> Result<(String, Fields), Failure> {
        let value = serde_json::from_str(request);
        let value = value.map_err(|error| Failure::new(format!("a request is JSON: {error}")))?;
        let Value::Object(fields) = value else {
            return Err(Failure::new("a request is a JSON object"));
        };
        let mut fields = Fields(fields);
        let name = fields.required("ask")?;
        Ok((name, fields))
    }

    /// A field, if it is there.
    pub fn optional<T: DeserializeOwned>(&mut self, field: &str) -> Result<Option<T>, Failure> {
        match self.0.remove(field) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => {
                let read = serde_json::from_value(value);
                read.map_err(|error| Failure::in_field(field, error))
            }
        }
    }

    /// A field that must be there.
    pub fn required<T: DeserializeOwned>(&mut self, field: &str) -> Result<T, Failure> {
        let missing = || Failure::in_field(field, "this field is missing");
        self.optional(field)?.ok_or_else(missing)
    }

    /// A field, or what holds without it.
    pub fn or<T: DeserializeOwned>(&mut self, field: &str, usual: T) -> Result<T, Failure> {
        Ok(self.optional(field)?.unwrap_or(usual))
    }

    /// A number from 1 to `most`, or what holds without it.
    pub fn count(&mut self, field: &str, usual: u64, most: u64) -> Result<u64, Failure> {
        let count = self.or(field, usual)?;
        match (1..=most).contains(&count) {
            true => Ok(count),
            false => {
                let why = format!("found {count}, expected 1 to {most}");
                Err(Failure::in_field(field, why))
            }
        }
    }

    /// One of these, by its name; the first if the field is not there.
    pub fn choice<T: Copy>(&mut self, field: &str, choices: &[(&str, T)]) -> Result<T, Failure> {
        let name: Option<String> = self.optional(field)?;
        let named = |name: &str| choices.iter().find(|(known, _)| *known == name);
        let found = match &name {
            None => choices.first(),
            Some(name) => named(name),
        };
        found.map(|(_, choice)| *choice).ok_or_else(|| {
            let known: Vec<&str> = choices.iter().map(|(known, _)| *known).collect();
            let found = short(name.as_deref().unwrap_or_default());
            let why = format!("found '{found}', expected {}", known.join(", "));
            Failure::in_field(field, why)
        })
    }

    /// The field `box`.
    pub fn shape(&mut self) -> Result<Option<Geometry>, Failure> {
        let text: Option<String> = self.optional("box")?;
        let parse = |text: String| {
            let shape = text.parse();
            shape.map_err(|error| Failure::in_field("box", error))
        };
        text.map(parse).transpose()
    }

    /// The field `timeout`.
    pub fn limits(&mut self) -> Result<Limits, Failure> {
        let seconds: Option<f64> = self.optional("timeout")?;
        let Some(seconds) = seconds else {
            return Ok(Limits::unlimited());
        };
        let time = Duration::try_from_secs_f64(seconds);
        let time = time.map_err(|error| Failure::in_field("timeout", error))?;
        Ok(Limits::unlimited().within(time))
    }

    /// An error if a field was not taken.
    pub fn end(&mut self) -> Result<(), Failure> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(field) => {
                let why = format!("{}: this request has no such field", short(field));
                Err(Failure::new(why))
            }
        }
    }
}

/// The start of a text, for messages.
pub fn short(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
