//! What to do about an input that was not understood, in options of the command line.

use crate::grid::text::{InputError, Setting};
use std::fmt;

/// An error about an input, with the options that may help.
pub struct WithAdvice<'e>(pub &'e InputError);

impl fmt::Display for WithAdvice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, advice(self.0))
    }
}

/// The advice alone, as it follows the error; empty if there is none.
pub fn advice(error: &InputError) -> String {
    let advice = error.advice(|setting| Some(option(setting)));
    advice.map_or_else(String::new, |advice| format!("; {advice}"))
}

/// A setting as it is typed.
fn option(setting: &Setting) -> String {
    match setting {
        Setting::Format(None) => "--from".into(),
        Setting::Format(Some(name)) => format!("--from {name}"),
        Setting::Box(shape) => format!("--box {shape}"),
        Setting::Column(None) => "--column".into(),
        Setting::Column(Some(name)) => format!("--column {name}"),
        Setting::Alphabet(name) => format!("--alphabet {name}"),
        Setting::MixedSizes => "--mixed-sizes".into(),
        Setting::Shell(command) => command.clone(),
    }
}
