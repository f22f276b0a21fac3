//! From files to work: 9×9 lines in blocks, puzzles one by one, and what is no
//! puzzle.

use super::{Job, OnError, Placed, Task};
use crate::cli::pipeline::input;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::resume::Resume;
use crate::cli::pipeline::stream::Give;
use crate::grid::Geometry;
use crate::grid::text::blocks::{Block, BlockReader, Piece};
use crate::grid::text::plain::starts_plain;
use crate::grid::text::{Alphabet, Format, InputError, PuzzleReader};
use anyhow::{Result, bail};
use std::io::{self, BufRead, Read};

impl Job<'_> {
    /// Reads all inputs and gives what they hold.
    pub(super) fn feed(
        &self,
        resume: &mut Resume,
        output: &Output,
        give: &mut Give<'_, Placed<Task>>,
    ) -> Result<()> {
        for name in self.input.files() {
            let (input, file) = input::open_puzzles(name, &self.input.read, Some(output))?;
            let going_on = match self.is_plain(input, &file)? {
                (true, input) => self.feed_lines(input, &file, resume, give)?,
                (false, input) => self.feed_puzzles(input, &file, resume, give)?,
            };
            if !going_on {
                return Ok(());
            }
        }
        resume.finish()
    }

    /// Whether an input is one of 9×9 lines, and the input from its start.
    fn is_plain(
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

    fn feed_lines(
        &self,
        input: impl Read,
        file: &str,
        resume: &mut Resume,
        give: &mut Give<'_, Placed<Task>>,
    ) -> Result<bool> {
        let mut reader = BlockReader::new(input, file, input::options(&self.input.read));
        while let Some(piece) = reader.take()? {
            let task = match piece {
                Piece::Block(block) => match resume.block(block)? {
                    Some(block) => Task::Lines(block),
                    None => continue,
                },
                Piece::Record(record) if resume.covers_next() => {
                    resume.puzzle(&record)?;
                    continue;
                }
                Piece::Record(record) => Task::Puzzle(record),
                Piece::Bad(error) if self.lines.on_error == OnError::Stop => {
                    return Err(error.into());
                }
                Piece::Bad(error) if resume.covers_next() => {
                    resume.bad(&error)?;
                    continue;
                }
                Piece::Bad(error) => Task::Bad(error),
            };
            let going_on = match task {
                Task::Lines(block) if self.plain.is_none() => give_each(&block, resume, give),
                task => give(placed(task, resume)),
            };
            if !going_on {
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
        give: &mut Give<'_, Placed<Task>>,
    ) -> Result<bool> {
        let mut reader = PuzzleReader::new(input, file, input::options(&self.input.read));
        while let Some(next) = reader.next() {
            let task = match next {
                Ok(record) => {
                    if self.lines.resume && self.to.is_none() && record.format != Format::Line {
                        bail!("{file}: --resume needs answers of one line each; use --to line");
                    }
                    if resume.covers_next() {
                        resume.puzzle(&record)?;
                        continue;
                    }
                    Task::Puzzle(Box::new(record))
                }
                Err(error) if self.lines.on_error == OnError::Stop || !reader.go_on() => {
                    return Err(error.into());
                }
                Err(error) if resume.covers_next() => {
                    resume.bad(&error)?;
                    continue;
                }
                Err(error) => Task::Bad(error),
            };
            if !give(placed(task, resume)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A task with its place in the input.
fn placed(task: Task, resume: &mut Resume) -> Placed<Task> {
    let mark = match &task {
        Task::Lines(block) => resume.see_block(block),
        Task::Puzzle(record) => resume.see(record),
        Task::Bad(error) => resume.see_bad(error),
    };
    Placed { item: task, mark }
}

/// Gives the puzzles of a block one by one.
fn give_each(block: &Block, resume: &mut Resume, give: &mut Give<'_, Placed<Task>>) -> bool {
    (0..).zip(&block.puzzles).all(|(puzzle, row)| {
        give(Placed {
            item: Task::Puzzle(Box::new(block.record(puzzle))),
            mark: resume.see_row(row),
        })
    })
}
