//! Answers as text, JSON, or grids for people.

use crate::cli::args::OutputFormat;
use crate::cli::messages::warn;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::pictures;
use crate::draw::Picture;
use crate::escape;
use crate::grid::text::{Alphabet, Format, Record, line, pretty};
use crate::grid::{Digit, Geometry, Puzzle, Solution};
use crate::rules::text::VariantFormat;
use anyhow::{Result, bail};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

/// Printed for a puzzle without a solution.
pub const NO_SOLUTION: &str = "no solution";

/// Printed by `minimize`, and below pictures, for a puzzle with several solutions.
pub const SEVERAL_SOLUTIONS: &str = "several solutions";

/// Begins the answer to a puzzle that a limit left open; `--resume` recognizes it by this.
pub const UNKNOWN: &str = "unknown: ";

/// Printed for a puzzle that a limit left open.
pub fn unknown(reason: impl fmt::Display) -> String {
    format!("{UNKNOWN}{reason}")
}

/// Writes the answers of one verb in their order.
pub struct Presenter<'o> {
    out: &'o mut Output,
    to: Option<OutputFormat>,
    colour: bool,
    blocks: u64,
    /// Whether blocks are separated by blank lines, if known.
    blank: bool,
    /// Whether a group of lines and blocks has begun.
    is_grouped: bool,
    /// Box shapes that the text does not show, and that were named.
    named_boxes: Vec<Geometry>,
}

/// The fields of a JSON line that say which puzzle it is about.
#[derive(Serialize)]
pub struct Position<'r> {
    file: &'r str,
    line: u64,
    puzzle: u64,
    #[serde(skip_serializing_if = "str::is_empty")]
    name: &'r str,
}

/// The fields of a JSON line that say which engine answered, and how fast.
#[derive(Clone, Copy, Serialize)]
pub struct AnsweredBy<'b> {
    backend: &'b str,
    checked_by: &'b [String],
    time_us: u128,
}

impl<'r> Position<'r> {
    /// The place of a puzzle in its input.
    pub fn of(record: &'r Record) -> Position<'r> {
        Position::new(&record.file, record.line, record.index)
    }

    /// A file, a line and the number of a puzzle, both from 1.
    pub fn new(file: &'r str, line: u64, puzzle: u64) -> Position<'r> {
        Position {
            file,
            line,
            puzzle,
            name: "",
        }
    }

    /// Adds the name of the puzzle, if that is not empty.
    pub fn named(self, name: &'r str) -> Position<'r> {
        Position { name, ..self }
    }
}

impl<'b> AnsweredBy<'b> {
    /// The engine that answered within this time, and those that agree.
    pub fn new(backend: &'b str, checked_by: &'b [String], time: Duration) -> AnsweredBy<'b> {
        AnsweredBy {
            backend,
            checked_by,
            time_us: time.as_micros(),
        }
    }
}

/// A solution as JSON shows it: the text of the `line` format.
pub fn solution_text(record: &Record, solution: &Solution) -> String {
    let cells: Vec<Option<Digit>> = solution.into();
    line::text(record.puzzle.geometry(), record.alphabet, &cells)
}

/// A puzzle as JSON shows it: the text of the `line` format.
pub fn puzzle_text(record: &Record, puzzle: &Puzzle) -> String {
    line::text(puzzle.geometry(), record.alphabet, puzzle.cells())
}

impl<'o> Presenter<'o> {
    /// Writes to `out`, in the format `to` or in that of each puzzle.
    pub fn new(out: &'o mut Output, to: Option<OutputFormat>) -> Presenter<'o> {
        // For a terminal, or wherever CLICOLOR_FORCE says so.
        let choice = anstream::AutoStream::choice(&io::stdout());
        Presenter {
            colour: choice != anstream::ColorChoice::Never && out.is_stdout(),
            out,
            to,
            blocks: 0,
            blank: false,
            is_grouped: false,
            named_boxes: Vec::new(),
        }
    }

    /// The output format; none for that of each puzzle.
    pub fn to(&self) -> Option<OutputFormat> {
        self.to
    }

    /// Whether answers are JSON lines.
    pub fn is_json(&self) -> bool {
        self.to == Some(OutputFormat::Json)
    }

    /// Whether answers are pictures.
    pub fn is_svg(&self) -> bool {
        self.to == Some(OutputFormat::Svg)
    }

    /// Writes a picture.
    pub fn picture(&mut self, picture: &Picture) -> Result<()> {
        let document = picture.to_svg() + "\n";
        self.drawn(document.as_bytes())
    }

    /// Writes a picture that has been drawn.
    pub fn drawn(&mut self, document: &[u8]) -> Result<()> {
        self.out.picture(document)
    }

    /// Whether each answer is to be one line.
    pub fn is_line(&self, record: &Record) -> bool {
        self.format(record).is_one_line()
    }

    /// An error if the format `to`, or that of the puzzle, cannot show its side.
    pub fn check(to: Option<OutputFormat>, record: &Record) -> Result<()> {
        if let Some(OutputFormat::Variant(format)) = to {
            let advice = match format {
                VariantFormat::FPuzzles => "; 'satoku convert' does",
                _ => "; choose another format",
            };
            bail!(
                "--to {}: this command does not write it{advice}",
                format.name()
            );
        }
        let side = record.puzzle.geometry().side();
        if let OutputFormat::Text(format) = to.unwrap_or(OutputFormat::Text(record.format))
            && side > format.max_side()
        {
            bail!(
                "{}: side {side} does not fit the format {format}, which ends at {}; \
                 choose another with --to",
                crate::cli::pipeline::session::place(record),
                format.max_side()
            );
        }
        Ok(())
    }

    /// Writes one JSON object and the end of the line.
    pub fn json(&mut self, object: &impl Serialize) -> Result<()> {
        Ok(writeln!(self.out, "{}", escape::json(object)?)?)
    }

    /// Writes a solution as a block of its own.
    pub fn solution(&mut self, record: &Record, solution: &Solution) -> Result<()> {
        self.separate(record)?;
        self.grid(record, solution)
    }

    /// An error if puzzles in the format `to` begin with their number, which a verb that
    /// leaves some out does not know beforehand.
    pub fn refuse_counted_format(to: Option<OutputFormat>) -> Result<()> {
        match to {
            Some(OutputFormat::Text(Format::Poj)) => bail!(
                "--to poj: begins with the number of puzzles, which is not known before all are \
                 read; choose another format"
            ),
            _ => Ok(()),
        }
    }

    /// Writes another puzzle in place of the one that was read: a line in place of one of POJ,
    /// whose puzzles begin with their number.
    pub fn puzzle(&mut self, record: &Record, puzzle: &Puzzle) -> Result<()> {
        if self.to.is_none() && record.format == Format::Poj {
            let format = Format::Line;
            return self.puzzle(
                &Record {
                    format,
                    ..record.clone()
                },
                puzzle,
            );
        }
        if self.is_svg() {
            return self.picture(&pictures::of_puzzle(record, puzzle));
        }
        self.name_boxes(record, puzzle.geometry());
        self.separate(record)?;
        // No marks: every digit is a given.
        self.cells(record, &Puzzle::empty(puzzle.geometry()), puzzle.cells())
    }

    /// Writes a puzzle as a line of its own, with what follows it there.
    pub fn puzzle_with_note(&mut self, record: &Record, note: &str) -> Result<()> {
        self.name_boxes(record, record.puzzle.geometry());
        let puzzle = puzzle_text(record, &record.puzzle);
        self.text(record, &format!("{puzzle}{note}"))
    }

    /// Says how to read puzzles whose box shape cannot be seen and is not the usual one, once for
    /// each shape.
    fn name_boxes(&mut self, record: &Record, geometry: Geometry) {
        let OutputFormat::Text(format) = self.format(record) else {
            return;
        };
        let is_usual = Geometry::from_side(geometry.side()) == Ok(geometry);
        if format.shows_boxes() || is_usual || self.named_boxes.contains(&geometry) {
            return;
        }
        self.named_boxes.push(geometry);
        warn(format_args!(
            "the format {format} does not show that boxes are {geometry}: read such puzzles with \
             --box {geometry}"
        ));
    }

    /// Begins a block of lines.
    pub fn begin_block(&mut self) -> Result<()> {
        self.next_block(true)
    }

    /// Begins a group of lines and blocks about one puzzle: a blank line separates it from
    /// the group before.
    pub fn begin_group(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.is_grouped, true) {
            self.out.write_all(b"\n")?;
        }
        self.blocks = 0;
        Ok(())
    }

    /// Writes a block of its own for people, in colour or not.
    pub fn block(
        &mut self,
        write: impl FnOnce(&mut dyn Write, bool) -> io::Result<()>,
    ) -> Result<()> {
        self.next_block(true)?;
        Ok(write(self.out, self.colour)?)
    }

    /// Writes below what is already there.
    pub fn raw(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        Ok(write(self.out)?)
    }

    /// Writes a line of text as a block of its own.
    pub fn text(&mut self, record: &Record, text: &str) -> Result<()> {
        if self.is_svg() {
            let picture = pictures::of_puzzle(record, &record.puzzle);
            return self.picture(&picture.remark(text));
        }
        self.separate(record)?;
        self.line(text)
    }

    /// Writes an error in the input in place of an answer. Of numbered pictures, the number
    /// is left out.
    pub fn error_line(&mut self, text: &str) -> Result<()> {
        if self.is_svg() {
            self.out.skip_picture();
            return Ok(());
        }
        match self.is_grouped {
            true => self.begin_group()?,
            false => self.next_block(self.blank)?,
        }
        self.line(text)
    }

    /// Writes answers as they are, with or without blank lines between them.
    pub fn answers(&mut self, text: &[u8], blank_between: bool) -> Result<()> {
        self.next_block(blank_between)?;
        Ok(self.out.write_all(text)?)
    }

    /// Writes a line of text.
    pub fn line(&mut self, text: &str) -> Result<()> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Writes a solution below what is already there.
    pub fn grid(&mut self, record: &Record, solution: &Solution) -> Result<()> {
        if self.is_svg() {
            let picture = pictures::of_puzzle(record, &record.puzzle);
            return self.picture(&picture.solution(solution));
        }
        let cells: Vec<Option<Digit>> = solution.into();
        self.cells(record, &record.puzzle, &cells)
    }

    /// Writes cells; formats for people mark the givens of `puzzle`.
    fn cells(&mut self, record: &Record, puzzle: &Puzzle, cells: &[Option<Digit>]) -> Result<()> {
        let (geometry, alphabet): (_, Alphabet) = (puzzle.geometry(), record.alphabet);
        match self.format(record) {
            OutputFormat::Text(format) => {
                format.write(&mut *self.out, geometry, alphabet, record.index, cells)?;
            }
            _ => pretty::write(&mut *self.out, puzzle, alphabet, cells, self.colour)?,
        }
        Ok(())
    }

    fn format(&self, record: &Record) -> OutputFormat {
        self.to.unwrap_or(OutputFormat::Text(record.format))
    }

    fn separate(&mut self, record: &Record) -> Result<()> {
        let blank = match self.format(record) {
            // Each is a document.
            OutputFormat::Svg => false,
            OutputFormat::Text(format) => format.blank_between(),
            _ => true,
        };
        self.next_block(blank)
    }

    fn next_block(&mut self, blank: bool) -> Result<()> {
        // A line right below a grid would be one of its rows.
        if (blank || self.blank) && self.blocks > 0 {
            self.out.write_all(b"\n")?;
        }
        self.blank = blank;
        self.blocks += 1;
        Ok(())
    }
}
