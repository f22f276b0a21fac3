//! Puzzles that begin on lines of their own: JSON, links, strings. An input may mix them.

use super::detect::may_be_json;
use super::json::{Dialect, JsonReader, Next};
use super::{Parsed, VariantFormat, detect, fpuzzles, iss, sumocue};
use crate::grid::text::InputError;
use crate::grid::text::lines::InputLines;

/// Reads puzzles in the formats of one line, and JSON.
pub struct LineReader {
    json: JsonReader,
    /// The format that all puzzles are in, if the user named one.
    named: Option<VariantFormat>,
    /// The format of the last puzzle.
    last: VariantFormat,
}

impl LineReader {
    /// Puzzles in this format; others may follow unless the user named it.
    pub fn new(format: VariantFormat, is_named: bool) -> LineReader {
        let named = is_named.then_some(format);
        let dialect = match named {
            Some(VariantFormat::Json) => Dialect::Satoku,
            Some(VariantFormat::FPuzzles) => Dialect::FPuzzles,
            _ => Dialect::Either,
        };
        LineReader {
            json: JsonReader::new(dialect),
            named,
            last: format,
        }
    }

    /// The next puzzle.
    pub fn read(&mut self, lines: &mut InputLines<'_>) -> Result<Option<Parsed>, InputError> {
        loop {
            self.last = self.format(lines)?;
            return match self.last {
                VariantFormat::FPuzzles => fpuzzles::read(lines),
                VariantFormat::Iss => iss::read(lines),
                VariantFormat::SumoCue => sumocue::read(lines),
                VariantFormat::Json | VariantFormat::Jigsaw => match self.json.read(lines)? {
                    Next::Document(parsed) => Ok(Some(parsed)),
                    Next::ArrayEnd => continue,
                    Next::InputEnd => Ok(None),
                },
            };
        }
    }

    /// The format of the next line: that of f-puzzles stands for a link here.
    fn format(&self, lines: &mut InputLines<'_>) -> Result<VariantFormat, InputError> {
        if self.json.is_within() || self.named == Some(VariantFormat::Json) {
            return Ok(VariantFormat::Json);
        }
        lines.skip_to_content()?;
        let Some(line) = lines.peek(0)? else {
            return Ok(self.last);
        };
        let text = line.text.trim();
        Ok(match self.named {
            None | Some(VariantFormat::FPuzzles) if may_be_json(text) => VariantFormat::Json,
            Some(format) => format,
            None => match detect(text.as_bytes()) {
                None | Some(VariantFormat::Json | VariantFormat::Jigsaw) => self.last,
                Some(format) => format,
            },
        })
    }
}
