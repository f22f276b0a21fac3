//! From files to pieces: 9×9 lines in blocks, other puzzles one by one, and what is
//! not a puzzle.

use super::{InputPiece, Placed, PuzzleRun};
use crate::cli::args::OnError;
use crate::cli::pipeline::input;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::resume::Resume;
use crate::cli::pipeline::stream::Give;
use crate::grid::Geometry;
use crate::grid::text::blocks::{self, Block, BlockReader};
use crate::grid::text::plain::starts_plain;
use crate::grid::text::{Alphabet, Format, InputError, PuzzleReader};
use anyhow::{Result, bail};
use std::io::{self, BufRead, Read};

impl PuzzleRun<'_> {
    /// Reads all inputs and gives what they hold.
    pub(super) fn feed(
        &self,
        resume: &mut Resume,
        output: &Output,
        give: &mut Give<'_, Placed<InputPiece>>,
    ) -> Result<()> {
        for name in self.input.files() {
            let (input, file) = input::open_puzzles(name, &self.input.read, Some(output))?;
            let wants_more = match self.is_of_lines(input, &file)? {
                (true, input) => self.feed_lines(input, &file, resume, give)?,
                (false, input) => self.feed_puzzles(input, &file, resume, give)?,
            };
            if !wants_more {
                return Ok(());
            }
        }
        resume.finish()
    }

    /// Whether the reader of 9×9 lines reads an input, and the input from its start.
    fn is_of_lines(
        &self,
        mut input: Box<dyn BufRead>,
        file: &str,
    ) -> Result<(bool, Box<dyn BufRead>)> {
        let read = &self.input.read;
        let other_shape = read
            .box_shape
            .is_some_and(|shape| shape != Geometry::CLASSIC);
        let other_digits = read.alphabet.is_some_and(|named| named != Alphabet::Digits);
        let other_format = read.from.is_some_and(|format| format != Format::Line);
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

    fn resumes(&self) -> bool {
        self.lines.as_ref().is_some_and(|lines| lines.args.resume)
    }

    fn feed_lines(
        &self,
        input: impl Read,
        file: &str,
        resume: &mut Resume,
        give: &mut Give<'_, Placed<InputPiece>>,
    ) -> Result<bool> {
        let in_blocks = self.line_query().is_some();
        let mut reader = BlockReader::new(input, file, input::options(&self.input.read));
        while let Some(next) = reader.take()? {
            let piece = match next {
                blocks::Piece::Block(block) => match resume.block(block)? {
                    Some(block) => InputPiece::Block(block),
                    None => continue,
                },
                blocks::Piece::Record(record) if resume.covers_next() => {
                    resume.puzzle(&record)?;
                    continue;
                }
                blocks::Piece::Record(record) => InputPiece::Puzzle(record),
                blocks::Piece::Bad(error) if self.list.on_error == OnError::Stop => {
                    return Err(error.into());
                }
                blocks::Piece::Bad(error) if resume.covers_next() => {
                    resume.bad(&error)?;
                    continue;
                }
                blocks::Piece::Bad(error) => InputPiece::Bad(error),
            };
            let wants_more = match piece {
                InputPiece::Block(block) if !in_blocks => give_each(&block, resume, give),
                piece => give(placed(piece, resume)),
            };
            if !wants_more {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn feed_puzzles(
        &self,
        input: impl BufRead,
        file: &str,
        resume: &mut Resume,
        give: &mut Give<'_, Placed<InputPiece>>,
    ) -> Result<bool> {
        let mut reader = PuzzleReader::new(input, file, input::options(&self.input.read));
        while let Some(next) = reader.next() {
            let piece = match next {
                Ok(record) => {
                    if self.resumes() && self.to.is_none() && record.format != Format::Line {
                        bail!("{file}: --resume needs answers of one line each; use --to line");
                    }
                    if resume.covers_next() {
                        resume.puzzle(&record)?;
                        continue;
                    }
                    InputPiece::Puzzle(Box::new(record))
                }
                Err(error) if self.list.on_error == OnError::Stop || !reader.go_on() => {
                    return Err(error.into());
                }
                Err(error) if resume.covers_next() => {
                    resume.bad(&error)?;
                    continue;
                }
                Err(error) => InputPiece::Bad(error),
            };
            if !give(placed(piece, resume)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A piece with its place in the input.
fn placed(piece: InputPiece, resume: &mut Resume) -> Placed<InputPiece> {
    let mark = match &piece {
        InputPiece::Block(block) => resume.see_block(block),
        InputPiece::Puzzle(record) => resume.see(record),
        InputPiece::Bad(error) => resume.see_bad(error),
    };
    Placed { item: piece, mark }
}

/// Gives the puzzles of a block one by one.
fn give_each(block: &Block, resume: &mut Resume, give: &mut Give<'_, Placed<InputPiece>>) -> bool {
    (0..).zip(&block.puzzles).all(|(puzzle, row)| {
        give(Placed {
            item: InputPiece::Puzzle(Box::new(block.record(puzzle))),
            mark: resume.see_row(row),
        })
    })
}
