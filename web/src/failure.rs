//! Why a request has no answer.

use satoku::backend::{Unsupported, WrongAnswer};
use satoku::encoding::SpecError;
use satoku::grid::text::InputError;
use satoku::puzzles::VariantError;
use satoku::rules::RuleError;
use serde::Serialize;

/// What is wrong, as the answer says it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Failure {
    /// A sentence for people.
    pub message: String,
    /// The field of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// From 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// From 1, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The module that has an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<&'static str>,
}

impl Failure {
    /// What is wrong, in a sentence.
    pub fn new(message: impl ToString) -> Failure {
        Failure {
            message: message.to_string(),
            ..Failure::default()
        }
    }

    /// What is wrong with a field.
    pub fn in_field(field: &str, message: impl ToString) -> Failure {
        Failure {
            message: format!("{field}: {}", message.to_string()),
            field: Some(field.to_owned()),
            ..Failure::default()
        }
    }

    /// The module of the first visit is not enough.
    pub fn of_the_first_module() -> Failure {
        Failure {
            message: "this module answers first questions about classic puzzles; load satoku.wasm"
                .into(),
            needs: Some("satoku.wasm"),
            ..Failure::default()
        }
    }

    fn at(line: u64, column: Option<usize>, said: &str) -> String {
        match column {
            Some(column) => format!("line {line}, column {column}: {said}"),
            None => format!("line {line}: {said}"),
        }
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        match error {
            InputError::Syntax {
                place,
                found,
                expected,
                advice: _,
            } => {
                let said = format!("found {found}, expected {expected}");
                Failure {
                    message: Failure::at(place.line, place.column, &said),
                    field: None,
                    line: Some(place.line),
                    column: place.column,
                    found: Some(found),
                    expected: Some(expected),
                    needs: None,
                }
            }
            InputError::Io { reason, .. } => Failure::new(format!("cannot be read: {reason}")),
        }
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        let place = error.place.map(|(line, column)| (line as u64, column));
        let message = match place {
            Some((line, column)) => Failure::at(line, Some(column), &error.message),
            None => error.message,
        };
        Failure {
            message,
            field: Some("encoding_text".into()),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            ..Failure::default()
        }
    }
}

impl From<RuleError> for Failure {
    fn from(error: RuleError) -> Failure {
        Failure {
            message: error.to_string(),
            found: Some(error.found),
            expected: Some(error.expected),
            ..Failure::default()
        }
    }
}

impl From<VariantError> for Failure {
    fn from(error: VariantError) -> Failure {
        match error {
            VariantError::Rule(error) => (*error).into(),
            VariantError::Wrong(error) => error.into(),
        }
    }
}

impl From<Unsupported> for Failure {
    fn from(error: Unsupported) -> Failure {
        Failure::new(error)
    }
}

impl<F: std::error::Error> From<WrongAnswer<F>> for Failure {
    fn from(error: WrongAnswer<F>) -> Failure {
        Failure::new(error)
    }
}
