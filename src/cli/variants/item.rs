//! A puzzle as it was read.

use crate::cli::pipeline::malformed::Malformed;
use crate::escape;
use crate::grid::text::{Alphabet, Record};
use crate::rules::Description;
use crate::rules::text::{InputFormat, VariantFormat};
use std::sync::Arc;

/// A puzzle as it was read.
pub struct VariantItem {
    /// What it says, with the rules of the command line.
    pub description: Description,
    /// Its name, or nothing.
    pub name: String,
    /// The input's name.
    pub file: Arc<str>,
    /// The line where it begins, from 1.
    pub line: u64,
    /// Its number among the puzzles of its input, from 1.
    pub index: u64,
    /// The format it was written in.
    pub format: InputFormat,
    /// Fields of its text that say nothing about digits and were not looked at.
    pub ignored: Vec<String>,
    /// The puzzle without the rules, if it was written as a classic one.
    pub classic: Option<Box<Record>>,
    /// How the digits of a classic grid in JSON were written, if that was as text above 9×9.
    pub grid_alphabet: Option<Alphabet>,
}

impl VariantItem {
    /// A puzzle that this file describes in a line of JSON.
    pub fn of_json(description: Description, file: &str) -> VariantItem {
        VariantItem {
            description,
            name: String::new(),
            file: file.into(),
            line: 1,
            index: 1,
            format: InputFormat::Variant(VariantFormat::Json),
            ignored: Vec::new(),
            classic: None,
            grid_alphabet: None,
        }
    }

    /// `FILE:LINE: puzzle K`
    pub fn place(&self) -> String {
        let file = escape::line(&self.file);
        format!("{file}:{}: puzzle {}", self.line, self.index)
    }

    /// How its digits were written, if that was in an alphabet.
    pub fn alphabet(&self) -> Option<Alphabet> {
        let of_record = self.classic.as_deref().map(|record| record.alphabet);
        of_record.or(self.grid_alphabet)
    }

    /// What is wrong with it, after its place.
    pub fn malformed(&self, why: &str) -> Malformed {
        let place = (&*self.file, self.line, self.index);
        Malformed::puzzle(place, &self.name, format!("{}: {why}", self.place()))
    }
}
