//! What an interrupted run left behind, so that another can go on.

use super::exit::Exit;
use super::output::Output;
use super::present::NO_SOLUTION;
use crate::grid::text::Record;
use crate::grid::text::blocks::{Block, CELLS};
use crate::native::lockstep::characters;
use anyhow::Result;
use std::path::{Path, PathBuf};

/// What the answers of a verb look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A grid.
    Solution,
    /// A word, and grids behind tabs.
    Unique,
    /// A number.
    Count,
}

impl Form {
    fn fits(self, line: &[u8]) -> bool {
        if line.starts_with(b"error: ") || line.starts_with(b"unknown: ") {
            return true;
        }
        let word = line.split(|byte| *byte == b'\t').next().unwrap_or(line);
        let is_word = [&b"none"[..], b"one", b"several"].contains(&word);
        let is_number = line.len() < 16 && line.iter().all(u8::is_ascii_digit);
        match self {
            Form::Solution => !is_word && !is_number && !line.contains(&b'\t'),
            Form::Unique => is_word,
            Form::Count => {
                !line.is_empty() && line.iter().all(u8::is_ascii_digit) && line.len() < 21
            }
        }
    }
}

/// Answers that are there, one a line, for the first puzzles of the input.
#[derive(Default)]
pub struct Resume {
    path: PathBuf,
    answers: u64,
    /// The last of them.
    last: Vec<u8>,
    exit: Exit,
    /// Puzzles of the input that went by.
    seen: u64,
}

impl Resume {
    /// Reads what is there, which has to be answers of this form.
    pub fn open(path: &Path, form: Form) -> Result<(Output, Resume)> {
        let mut resume = Resume {
            path: path.to_owned(),
            ..Resume::default()
        };
        let mut other = None;
        let output = Output::resume(path, &mut |line| {
            resume.line(line);
            if other.is_none() && !form.fits(line) {
                other = Some(resume.answers);
            }
        })?;
        match other {
            Some(number) => Err(resume.mismatch(number)),
            None => Ok((output, resume)),
        }
    }

    /// The outcome of the answers that are there.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    fn line(&mut self, line: &[u8]) {
        self.answers += 1;
        self.last.clear();
        self.last.extend_from_slice(line);
        if line == NO_SOLUTION.as_bytes() || line == b"none" || line == b"0" {
            self.exit.raise(Exit::NoSolution);
        } else if line.starts_with(b"unknown") {
            self.exit.raise(Exit::Unknown);
        } else if line.starts_with(b"error: ") {
            self.exit.raise(Exit::Usage);
        }
    }

    /// Whether the next puzzle of the input has its answer.
    pub fn covers_next(&self) -> bool {
        self.seen < self.answers
    }

    /// The puzzles of a block that have no answer yet, if any.
    pub fn block(&mut self, mut block: Block) -> Result<Option<Block>> {
        let covered = (self.answers - self.seen).min(block.puzzles.len() as u64) as usize;
        if covered > 0 {
            self.seen += covered as u64;
            self.compare(&block.puzzles[covered - 1])?;
            block.skip(covered);
        }
        Ok((!block.puzzles.is_empty()).then_some(block))
    }

    /// A puzzle went by that has its answer.
    pub fn puzzle(&mut self, record: &Record) -> Result<()> {
        self.seen += 1;
        match characters(&record.puzzle) {
            Some(puzzle) => self.compare(&puzzle),
            None => Ok(()),
        }
    }

    /// A line went by that is no puzzle.
    pub fn bad(&mut self) -> Result<()> {
        self.seen += 1;
        match self.seen == self.answers && !self.last.starts_with(b"error: ") {
            true => Err(self.mismatch(self.answers)),
            false => Ok(()),
        }
    }

    /// Holds the last answer against its puzzle.
    fn compare(&self, puzzle: &[u8; CELLS]) -> Result<()> {
        if self.seen != self.answers {
            return Ok(());
        }
        let solutions = self.last.split(|byte| *byte == b'\t');
        let fits = |solution: &[u8]| {
            let mut cells = puzzle.iter().zip(solution);
            solution.len() != CELLS
                || cells.all(|(given, digit)| matches!(given, b'.' | b'0') || given == digit)
        };
        match solutions.into_iter().all(fits) && !self.last.starts_with(b"error: ") {
            true => Ok(()),
            false => Err(self.mismatch(self.answers)),
        }
    }

    /// All inputs went by.
    pub fn finish(&self) -> Result<()> {
        match self.seen < self.answers {
            true => Err(self.mismatch(self.answers)),
            false => Ok(()),
        }
    }

    fn mismatch(&self, number: u64) -> anyhow::Error {
        anyhow::anyhow!(
            "{}.partial: its line {number} is no answer to puzzle {number} of this input; resume \
             with the same input and options, or start again without --resume",
            self.path.display()
        )
    }
}
