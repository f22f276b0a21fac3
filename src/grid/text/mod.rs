//! Reading and writing puzzles: one file per format, and detection.
//!
//! [`PuzzleReader`] reads any [`Format`] as a stream; it holds no more than the lines
//! of one puzzle (and, once, those that detection looks at). [`BlockReader`] reads
//! 9×9 puzzles by the million, [`ColumnReader`] a column of a CSV table.

mod advice;
mod alphabet;
mod alphabet_of_input;
mod apart;
pub(crate) mod blocks;
pub(crate) mod column;
pub(crate) mod comments;
mod count;
mod dash_lines;
mod dashes;
mod detect;
mod divisions;
mod doubts;
mod drawn;
pub(crate) mod error;
mod fields;
mod format;
mod grid;
mod grid_body;
mod header;
mod hint;
pub(crate) mod integer;
pub(crate) mod line;
mod line_ends;
pub(crate) mod lines;
mod long_line;
mod not_text;
mod numbering;
mod one_line;
mod pencil_marks;
pub(crate) mod plain;
mod poj;
pub(crate) mod pretty;
mod rated;
pub(crate) mod reading;
mod rows;
mod second_puzzle;
mod separators;
mod sheet;
mod spaced;
mod spacing;
mod split;
pub(crate) mod stencil;
mod sudokusat;
pub(crate) mod words;

pub use advice::{Advice, Setting};
pub use alphabet::{Alphabet, CellSymbol};
pub use blocks::{Block, BlockReader, Piece};
pub use column::{Column, ColumnReader, NoColumn};
pub use error::{InputError, Location};
pub use format::Format;
pub use line::{of_puzzle as puzzle_line, text as line_text};
pub use lines::InputProgress;
pub use plain::only as only_nine;
pub use pretty::write as write_pretty;

use lines::InputLines;
use reading::Reading;

use crate::grid::{Geometry, Puzzle};
use rows::{CellStyle, ParsedPuzzle};
use std::io::BufRead;
use std::sync::Arc;

/// Smallest side that is read unless the user or the text names one: a stray character
/// or number is not a puzzle.
pub const SMALLEST_SIDE: usize = 4;

/// What is known about an input; `None` means that it is detected.
#[derive(Clone, Copy, Default, Debug)]
pub struct ReadOptions {
    /// The format.
    pub format: Option<Format>,
    /// The box shape.
    pub geometry: Option<Geometry>,
    /// The alphabet of lines and grids.
    pub alphabet: Option<Alphabet>,
    /// Whether the lines of one input may have different sizes.
    pub mixed_sizes: bool,
}

/// A puzzle, where it came from, and how it was written.
#[derive(Clone, Debug)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The input's name.
    pub file: Arc<str>,
    /// The line of its first row, from 1.
    pub line: u64,
    /// Its number among the puzzles of its input, from 1.
    pub index: u64,
    /// The format it was written in.
    pub format: Format,
    /// The alphabet it was written in.
    pub alphabet: Alphabet,
    /// What follows the puzzle on its line: a rating, a count, a name.
    pub note: String,
}

impl Record {
    /// Has the solution of a 9×9 or smaller grid written in digits, also where the puzzle is
    /// numbers with spaces.
    pub fn write_digits(&mut self) {
        if self.alphabet == Alphabet::Numbers && self.puzzle.geometry().side() <= 9 {
            self.alphabet = Alphabet::Digits;
        }
    }
}

/// The puzzles of one input, read one at a time. Ends after the first error unless
/// [`PuzzleReader::go_on`] is called.
pub struct PuzzleReader<'a> {
    reading: Reading<'a>,
    options: ReadOptions,
    source: Option<Source>,
}

/// A format with the state of its reader.
enum Source {
    Hdu,
    Poj(poj::PojReader),
    Pyramid,
    Line(line::LineReader),
    Grid(grid::GridReader),
    Sudokusat,
}

impl<'a> PuzzleReader<'a> {
    /// Reads `input`, called `file` in messages.
    pub fn new(input: impl BufRead + 'a, file: &str, options: ReadOptions) -> PuzzleReader<'a> {
        PuzzleReader::of(InputLines::new(input, file), options)
    }

    /// Reads a text that is at hand, called `file` in messages: faster than [`PuzzleReader::new`]
    /// for a single puzzle.
    pub fn of_text(
        text: &'a (impl AsRef<[u8]> + ?Sized),
        file: &str,
        options: ReadOptions,
    ) -> PuzzleReader<'a> {
        PuzzleReader::of(InputLines::of_text(text.as_ref(), file), options)
    }

    fn of(lines: InputLines<'a>, options: ReadOptions) -> PuzzleReader<'a> {
        PuzzleReader {
            reading: Reading::new(lines),
            options,
            source: None,
        }
    }

    /// Continues after an error; returns `false` if that is impossible. Skips the malformed line or
    /// the rest of the malformed grid: its other rows up to a blank line; in `sudokusat` everything
    /// up to the next size; in a grid whose first row gives no size, everything up to a blank line.
    pub fn go_on(&mut self) -> bool {
        self.reading.go_on(match &self.source {
            None => false,
            Some(Source::Poj(reader)) => !reader.has_ended(),
            Some(_) => true,
        })
    }
}

impl Iterator for PuzzleReader<'_> {
    type Item = Result<Record, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let options = self.options;
        let source = &mut self.source;
        self.reading.next(|lines, index| {
            let source = match source {
                Some(source) => source,
                None => source.insert(Source::of(lines, options)?),
            };
            let Some(grid) = source.read(lines, options.geometry)? else {
                return Ok(None);
            };
            Ok(Some(Record {
                puzzle: grid.puzzle,
                file: lines.file(),
                line: grid.line,
                index,
                format: source.format(),
                alphabet: grid.alphabet,
                note: grid.note,
            }))
        })
    }
}

impl Source {
    /// The format that is named, or that the next lines are in.
    fn of(lines: &mut InputLines<'_>, options: ReadOptions) -> Result<Source, InputError> {
        let side = options.geometry.map(Geometry::side);
        let has_alphabet = |format: Format| {
            options
                .alphabet
                .is_none_or(|named| format.has_alphabet(named))
        };
        let format = match options.format {
            Some(named) => named,
            None => match detect::detect(lines, side)? {
                // Rows of numbers are in these formats unless the user knows better.
                Format::Hdu | Format::Pyramid if !has_alphabet(Format::Hdu) => Format::Grid,
                detected => detected,
            },
        };
        if let Some(alphabet) = options.alphabet
            && !has_alphabet(format)
        {
            refuse_alphabet(lines, format, alphabet)?;
        }
        Ok(Source::new(format, options))
    }

    fn new(format: Format, options: ReadOptions) -> Source {
        let (geometry, alphabet) = (options.geometry, options.alphabet);
        match format {
            Format::Hdu => Source::Hdu,
            Format::Poj => Source::Poj(poj::PojReader::new(geometry, alphabet)),
            Format::Pyramid => Source::Pyramid,
            Format::Line => Source::Line(line::LineReader::new(options)),
            Format::Grid | Format::Rows => Source::Grid(grid::GridReader::new(geometry, alphabet)),
            Format::Sudokusat => Source::Sudokusat,
        }
    }

    fn format(&self) -> Format {
        match self {
            Source::Hdu => Format::Hdu,
            Source::Poj(reader) => reader.format(),
            Source::Pyramid => Format::Pyramid,
            Source::Line(_) => Format::Line,
            Source::Grid(reader) => reader.format(),
            Source::Sudokusat => Format::Sudokusat,
        }
    }

    /// How cells are written, apart from any digits.
    fn style(&self) -> &'static CellStyle {
        match self {
            Source::Hdu => &spaced::HDU,
            Source::Poj(_) => &poj::STYLE,
            Source::Pyramid => &spaced::PYRAMID,
            Source::Line(_) => &line::NUMBERS,
            Source::Grid(_) => &grid::NUMBERS,
            Source::Sudokusat => &sudokusat::STYLE,
        }
    }

    fn read(
        &mut self,
        lines: &mut InputLines<'_>,
        geometry: Option<Geometry>,
    ) -> Result<Option<ParsedPuzzle>, InputError> {
        let fixed = geometry.unwrap_or(Geometry::CLASSIC);
        let style = self.style();
        match self {
            Source::Hdu | Source::Pyramid => spaced::read(lines, fixed, style),
            Source::Poj(reader) => reader.read(lines),
            Source::Line(reader) => reader.read(lines),
            Source::Grid(reader) => reader.read(lines),
            Source::Sudokusat => sudokusat::read(lines, geometry),
        }
    }
}

/// Refuses puzzles in a format that does not have the alphabet that is named.
fn refuse_alphabet(
    lines: &mut InputLines<'_>,
    format: Format,
    alphabet: Alphabet,
) -> Result<(), InputError> {
    lines.skip_to_content()?;
    let Some(first) = lines.peek(0)?.cloned() else {
        return Ok(());
    };
    let having = Format::ALL
        .into_iter()
        .filter(|format| format.has_alphabet(alphabet));
    let having: Vec<&str> = having.map(Format::name).collect();
    let found = format!("the format {format}, which has numbers from 1 on");
    let expected = format!(
        "one that has the alphabet {alphabet}: {}",
        having.join(", ")
    );
    let advice = Advice::new("leave {} out", [Setting::Alphabet(alphabet.name())]);
    Err(lines.error(&first, 1, found, expected).advise(advice))
}
