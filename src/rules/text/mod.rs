//! Reading and writing variant puzzles: one file or folder per format, and detection.
//!
//! [`VariantReader`] reads any [`VariantFormat`] as a stream of [`Description`]s and
//! holds no more than one puzzle. What the types and rules mean, and whether their
//! parameters fit, is checked later, when rule files compile the description. What a
//! format holds and this module does not know is an error that names it; what is only
//! decoration is listed in [`VariantRecord::ignored`].

mod detect;
mod draft;
mod fault;
mod format;
mod fpuzzles;
mod iss;
mod jigsaw;
mod json;
mod line_reader;
mod links;
mod lz;
mod mistake;
mod pretty;
mod sumocue;

pub use detect::{begins_as_json, detect};
pub use format::{InputFormat, VariantFormat};
pub use fpuzzles::{NotWritten, link as fpuzzles_link, write as write_fpuzzles};
pub use jigsaw::{Hdu4069, write as write_hdu4069};
pub use json::write as write_json;
pub use mistake::mistake;
pub use pretty::{write_puzzle as write_pretty_puzzle, write_solution as write_pretty_solution};

use super::{Board, Description};
use crate::grid::Solution;
use crate::grid::text::lines::InputLines;
use crate::grid::text::reading::Reading;
use crate::grid::text::words::Line;
use crate::grid::text::{Alphabet, InputError};
use fault::Fault;
use line_reader::LineReader;
use std::io::BufRead;
use std::sync::Arc;

/// A variant puzzle, where it came from, and how it was written.
#[derive(Clone, PartialEq, Debug)]
pub struct VariantRecord {
    /// What the puzzle says.
    pub description: Description,
    /// Its name or title; empty if it has none.
    pub name: String,
    /// The input's name.
    pub file: Arc<str>,
    /// The line where it begins, from 1.
    pub line: u64,
    /// Its number among the puzzles of its input, from 1.
    pub index: u64,
    /// The format it was written in.
    pub format: VariantFormat,
    /// What was in the input but is no part of the description, such as drawn lines.
    pub ignored: Vec<String>,
    /// How the digits of a classic grid in JSON were written, if that was as text above 9×9.
    pub alphabet: Option<Alphabet>,
}

/// A puzzle as a format gives it.
#[derive(Clone, PartialEq, Debug)]
struct Parsed {
    description: Description,
    name: String,
    line: u64,
    format: VariantFormat,
    ignored: Vec<String>,
    alphabet: Option<Alphabet>,
}

impl Parsed {
    /// A puzzle without a name, of which nothing was ignored.
    fn new(description: Description, line: u64, format: VariantFormat) -> Parsed {
        Parsed {
            description,
            name: String::new(),
            line,
            format,
            ignored: Vec::new(),
            alphabet: None,
        }
    }

    /// The same, with what was in the input besides.
    fn ignoring(self, ignored: Vec<String>) -> Parsed {
        Parsed { ignored, ..self }
    }

    /// The same, written in this alphabet.
    fn written_in(self, alphabet: Option<Alphabet>) -> Parsed {
        Parsed { alphabet, ..self }
    }

    /// The same with this name, unless that is empty.
    fn named(self, name: String) -> Parsed {
        match name.is_empty() {
            true => self,
            false => Parsed { name, ..self },
        }
    }

    /// The puzzle of this number in a file.
    fn record(self, file: Arc<str>, index: u64) -> VariantRecord {
        VariantRecord {
            description: self.description,
            name: self.name,
            file,
            line: self.line,
            index,
            format: self.format,
            ignored: self.ignored,
            alphabet: self.alphabet,
        }
    }

    /// The next puzzle of a format with one a line. `parse` also says what it ignored.
    fn of_line(
        lines: &mut InputLines<'_>,
        format: VariantFormat,
        parse: impl FnOnce(&Line) -> Result<(Description, Vec<String>), Fault>,
    ) -> Result<Option<Parsed>, InputError> {
        let Some(line) = lines.take_content()? else {
            return Ok(None);
        };
        match parse(&line) {
            Ok((description, ignored)) => {
                let parsed = Parsed::new(description, line.number, format);
                Ok(Some(parsed.ignoring(ignored)))
            }
            Err(fault) => Err(fault.or_column(1).in_line(&lines.file(), line.number)),
        }
    }
}

/// The variant puzzles of one input, read one at a time. Ends after the first error
/// unless [`VariantReader::go_on`] is called.
pub struct VariantReader<'a> {
    reading: Reading<'a>,
    format: Option<VariantFormat>,
    source: Option<Source>,
}

/// A format with the state of its reader.
enum Source {
    Lines(LineReader),
    Jigsaw(jigsaw::JigsawReader),
}

impl<'a> VariantReader<'a> {
    /// Reads `input`, called `file` in messages. Without a format, the first lines
    /// decide.
    pub fn new(
        input: impl BufRead + 'a,
        file: &str,
        format: Option<VariantFormat>,
    ) -> VariantReader<'a> {
        VariantReader {
            reading: Reading::new(InputLines::new(input, file).with_parts_of_arrays()),
            format,
            source: None,
        }
    }

    /// Continues after an error; returns `false` if that is impossible. What is malformed is
    /// skipped, or the rest of its line, but not in [`VariantFormat::Jigsaw`], whose cases have no
    /// ends of their own.
    pub fn go_on(&mut self) -> bool {
        let has_ends = !matches!(self.source, None | Some(Source::Jigsaw(_)));
        self.reading.go_on(has_ends)
    }
}

impl Iterator for VariantReader<'_> {
    type Item = Result<VariantRecord, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (named, source) = (self.format, &mut self.source);
        self.reading.next(|lines, index| {
            let source = match source {
                Some(source) => source,
                None => source.insert(Source::of(lines, named)?),
            };
            match source.read(lines)? {
                None if index == 1 && !source.announces_none() => Err(detect::no_puzzle(lines)),
                None => Ok(None),
                Some(parsed) => Ok(Some(parsed.record(lines.file(), index))),
            }
        })
    }
}

impl Source {
    /// The format that is named, or that the next lines are in.
    fn of(lines: &mut InputLines<'_>, named: Option<VariantFormat>) -> Result<Source, InputError> {
        let detected = || detect::of_lines(lines);
        let format = named.map_or_else(detected, Ok)?;
        Ok(Source::new(format, named.is_some()))
    }

    fn read(&mut self, lines: &mut InputLines<'_>) -> Result<Option<Parsed>, InputError> {
        match self {
            Source::Lines(reader) => reader.read(lines),
            Source::Jigsaw(reader) => reader.read(lines),
        }
    }

    /// Whether the input says that it holds no puzzle.
    fn announces_none(&self) -> bool {
        matches!(self, Source::Jigsaw(reader) if reader.announces_none())
    }

    /// `is_named` says that the user named the format.
    fn new(format: VariantFormat, is_named: bool) -> Source {
        match format {
            VariantFormat::Jigsaw => Source::Jigsaw(jigsaw::JigsawReader::default()),
            _ => Source::Lines(LineReader::new(format, is_named)),
        }
    }
}

/// A solution as one string: its digits in reading order, or, where values go beyond 9,
/// numbers with blanks between them.
pub fn solution_text(board: &Board, solution: &Solution) -> String {
    let values = solution.cells().iter().map(|&digit| board.value(digit));
    let is_short = board.min() >= 0 && board.max() <= 9;
    if is_short {
        return values.map(|value| char::from(b'0' + value as u8)).collect();
    }
    let texts: Vec<String> = values.map(|value| value.to_string()).collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests;
