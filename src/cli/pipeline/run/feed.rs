//! From files to pieces: 9×9 lines in blocks, other puzzles one by one, and what is
//! not a puzzle.

use super::{Placed, PuzzleRun};
use crate::cli::args::{InputFormat, OnError};
use crate::cli::pipeline::input;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::packed::Input;
use crate::cli::pipeline::resume::Resume;
use crate::cli::pipeline::stream::Give;
use crate::grid::Geometry;
use crate::grid::text::blocks::{Block, BlockReader, Piece};
use crate::grid::text::plain::starts_plain;
use crate::grid::text::{Alphabet, Format, InputError, PuzzleReader, Record};
use anyhow::{Result, bail};
use std::io::{self, BufRead, Read};

/// The reader of an input.
enum Pieces {
    /// For 9×9 lines.
    Lines(Box<BlockReader<Input>>),
    /// For anything else.
    Puzzles(PuzzleReader<'static>),
}

impl Pieces {
    /// The next piece, or `None` at the end.
    ///
    /// # Errors
    /// A mistake in the input after which nothing can be read.
    fn next(&mut self) -> Result<Option<Piece>> {
        let reader = match self {
            Pieces::Lines(reader) => return Ok(reader.take()?),
            Pieces::Puzzles(reader) => reader,
        };
        Ok(match reader.next() {
            None => None,
            Some(Ok(record)) => Some(Piece::Record(Box::new(record))),
            Some(Err(error)) if reader.go_on() => Some(Piece::Bad(error)),
            Some(Err(error)) => return Err(error.into()),
        })
    }
}

impl PuzzleRun<'_> {
    /// Reads all inputs and passes on their pieces.
    pub(super) fn feed(
        &self,
        resume: &mut Resume,
        output: &Output,
        give: &mut Give<'_, Placed<Piece>>,
    ) -> Result<()> {
        for name in self.input.files() {
            let (input, file) = input::open_puzzles(name, &self.input.read, Some(output))?;
            let options = input::options(&self.input.read)?;
            let mut pieces = match self.is_of_lines(input, &file)? {
                (true, input) => Pieces::Lines(Box::new(BlockReader::new(input, &file, options))),
                (false, input) => Pieces::Puzzles(PuzzleReader::new(input, &file, options)),
            };
            while let Some(piece) = pieces.next()? {
                if !self.feed_piece(piece, resume, give)? {
                    return Ok(());
                }
            }
        }
        resume.finish()
    }

    /// Passes on a piece, except what an earlier run answered; `false` if no more are
    /// wanted.
    fn feed_piece(
        &self,
        piece: Piece,
        resume: &mut Resume,
        give: &mut Give<'_, Placed<Piece>>,
    ) -> Result<bool> {
        let (mark, item) = match piece {
            Piece::Bad(error) if self.list.on_error == OnError::Stop => return Err(error.into()),
            Piece::Bad(error) if resume.covers_next() => {
                return resume.bad(&error).map(|()| true);
            }
            Piece::Bad(error) => (resume.see_bad(&error), Piece::Bad(error)),
            Piece::Record(record) => {
                self.require_line(&record)?;
                if resume.covers_next() {
                    return resume.puzzle(&record).map(|()| true);
                }
                (resume.see(&record), Piece::Record(record))
            }
            Piece::Block(block) => match resume.block(block)? {
                None => return Ok(true),
                Some(block) if self.line_query().is_none() => {
                    return Ok(give_each(&block, resume, give));
                }
                Some(block) => (resume.see_block(&block), Piece::Block(block)),
            },
        };
        Ok(give(Placed { item, mark }))
    }

    /// Refuses to resume a run whose answers take more than a line.
    fn require_line(&self, record: &Record) -> Result<()> {
        let resumes = self.lines.as_ref().is_some_and(|lines| lines.args.resume);
        if resumes && self.to.is_none() && record.format != Format::Line {
            bail!(
                "{}: --resume can only continue answers in the format line; use --to line",
                record.file
            );
        }
        Ok(())
    }

    /// Whether the reader of 9×9 lines can read an input, and the input from its start.
    fn is_of_lines(&self, mut input: Input, file: &str) -> Result<(bool, Input)> {
        let read = &self.input.read;
        let other_shape = read
            .box_shape
            .is_some_and(|shape| shape != Geometry::CLASSIC);
        let other_digits = read.alphabet.is_some_and(|named| named != Alphabet::Digits);
        let line = InputFormat::Classic(Format::Line);
        let other_format = read.from.is_some_and(|format| format != line);
        if other_shape || other_digits || other_format {
            return Ok((false, input));
        }
        if read.from.is_some() || read.column.is_some() {
            return Ok((true, input));
        }
        let mut start = Vec::new();
        let plain = loop {
            if let Some(plain) = starts_plain(&start) {
                break plain;
            }
            if start.len() >= input::START {
                break false;
            }
            let bytes = input.fill_buf();
            let bytes = bytes.map_err(|error| InputError::of_reader(&file.into(), error))?;
            if bytes.is_empty() {
                break starts_plain(&[&start[..], b"\n"].concat()) == Some(true);
            }
            let count = bytes.len();
            start.extend_from_slice(bytes);
            input.consume(count);
        };
        Ok((plain, Box::new(io::Cursor::new(start).chain(input))))
    }
}

/// Passes on the puzzles of a block one by one.
fn give_each(block: &Block, resume: &mut Resume, give: &mut Give<'_, Placed<Piece>>) -> bool {
    (0..).zip(&block.puzzles).all(|(puzzle, row)| {
        give(Placed {
            item: Piece::Record(Box::new(block.record(puzzle))),
            mark: resume.see_row(row),
        })
    })
}
