//! Going on where an interrupted run stopped: the answers that are there are held
//! against the puzzles of the input, which go by once more.

use crate::cli::exit::Exit;
use crate::cli::pipeline::earlier_answers::{AnswerForm, solves_record, solves_row};
use crate::cli::pipeline::journal::{Checkpoint, Digest, Mark};
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::present::error_line;
use crate::cli::pipeline::run_identity::RunIdentity;
use crate::grid::Row;
use crate::grid::text::blocks::{Block, CELLS};
use crate::grid::text::{InputError, Record, line};
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Take};
use std::path::{Path, PathBuf};
use twox_hash::xxhash3_128::Hasher;

/// Counts the puzzles of an input, tells them apart from others if another run may
/// go on, and knows which of them have their answers.
#[derive(Default)]
pub struct Resume {
    /// Puzzles of the input that went by.
    seen: u64,
    /// Of these puzzles.
    hasher: Option<Hasher>,
    kept: Option<Kept>,
    exit: Exit,
}

/// The answers of an earlier run.
struct Kept {
    path: PathBuf,
    form: AnswerForm,
    output: Output,
    checkpoint: Checkpoint,
    lines: BufReader<Take<File>>,
    line: Vec<u8>,
}

impl Resume {
    /// A run from the start, which another may go on with if it has an identity.
    pub fn start(path: Option<&Path>, identity: Option<RunIdentity>) -> Result<(Output, Resume)> {
        let resume = Resume {
            hasher: identity.as_ref().map(|_| Hasher::new()),
            ..Resume::default()
        };
        Ok((Output::open_for(path, identity)?, resume))
    }

    /// A run that goes on with the answers that are there, if any.
    pub fn open(path: &Path, form: AnswerForm, identity: RunIdentity) -> Result<(Output, Resume)> {
        let (output, checkpoint) = Output::resume(path, identity)?;
        let mut resume = Resume {
            hasher: Some(Hasher::new()),
            ..Resume::default()
        };
        if let Some(checkpoint) = checkpoint {
            let (path, file) = output.kept_answers()?;
            let lines = BufReader::with_capacity(1 << 16, file.take(checkpoint.bytes));
            let kept = Kept {
                path,
                form,
                output: output.clone(),
                checkpoint,
                lines,
                line: Vec::new(),
            };
            resume.kept = Some(kept);
            resume.go_on_if_complete()?;
        }
        Ok((output, resume))
    }

    /// The outcome of the answers that went by.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Whether the next puzzle of the input has its answer.
    pub fn covers_next(&self) -> bool {
        self.kept.is_some()
    }

    /// The puzzles of a block that have no answer yet, if any.
    pub fn block(&mut self, mut block: Block) -> Result<Option<Block>> {
        let mut covered = 0;
        while self.covers_next() && covered < block.puzzles.len() {
            let row = &block.puzzles[covered];
            self.line(|form, line| form.outcome(line, |text| solves_row(row, text)))?;
            self.see_row(row);
            self.go_on_if_complete()?;
            covered += 1;
        }
        block.skip(covered);
        Ok((!block.puzzles.is_empty()).then_some(block))
    }

    /// A puzzle goes by that has its answer.
    pub fn puzzle(&mut self, record: &Record) -> Result<()> {
        self.line(|form, line| form.outcome(line, |text| solves_record(record, text)))?;
        self.see(record);
        self.go_on_if_complete()
    }

    /// A line goes by that is no puzzle, and was told.
    pub fn bad(&mut self, error: &InputError) -> Result<()> {
        let expected = error_line(error);
        self.line(|_, line| (line == expected.as_bytes()).then_some(Exit::Usage))?;
        self.see_bad(error);
        self.go_on_if_complete()
    }

    /// The puzzles of a block went by.
    pub fn see_block(&mut self, block: &Block) -> Mark {
        self.seen += block.puzzles.len() as u64;
        self.hash(|hasher| block.puzzles.iter().for_each(|row| hasher.write(&row[..])))
    }

    /// A 9×9 puzzle went by.
    pub fn see_row(&mut self, row: &[u8; CELLS]) -> Mark {
        self.seen += 1;
        self.hash(|hasher| hasher.write(row))
    }

    /// A puzzle went by.
    pub fn see(&mut self, record: &Record) -> Mark {
        self.seen += 1;
        self.hash(|hasher| match Row::of(&record.puzzle) {
            Some(row) => hasher.write(&row[..]),
            None => {
                let (geometry, alphabet) = (record.puzzle.geometry(), record.alphabet);
                let cells = line::text(geometry, alphabet, record.puzzle.cells());
                hasher.write(format!("{geometry} {alphabet} {cells}\n").as_bytes());
            }
        })
    }

    /// A line went by that is no puzzle.
    pub fn see_bad(&mut self, error: &InputError) -> Mark {
        self.seen += 1;
        self.hash(|hasher| hasher.write(format!("error {error}\n").as_bytes()))
    }

    fn hash(&mut self, write: impl FnOnce(&mut Hasher)) -> Mark {
        let digest = self.hasher.as_mut().map(|hasher| {
            write(hasher);
            hasher.finish_128()
        });
        Mark {
            puzzles: self.seen,
            digest,
        }
    }

    /// Reads the answer to the next puzzle.
    fn line(&mut self, outcome: impl FnOnce(AnswerForm, &[u8]) -> Option<Exit>) -> Result<()> {
        let Some(kept) = &mut self.kept else {
            return Ok(());
        };
        kept.line.clear();
        let read = kept.lines.read_until(b'\n', &mut kept.line);
        read.with_context(|| format!("{}: cannot be read", kept.path.display()))?;
        let line = kept.line.strip_suffix(b"\n");
        match line.and_then(|line| outcome(kept.form, line)) {
            Some(exit) => self.exit.raise(exit),
            None => {
                let number = self.seen + 1;
                let said =
                    format!("its line {number} is no answer to puzzle {number} of the input");
                return Err(kept.mismatch(&said));
            }
        }
        Ok(())
    }

    /// Goes on behind the answers if all their puzzles went by and are the same.
    fn go_on_if_complete(&mut self) -> Result<()> {
        let complete = |kept: &Kept| self.seen == kept.checkpoint.puzzles;
        let (Some(hasher), Some(kept)) = (&self.hasher, &self.kept) else {
            return Ok(());
        };
        if !complete(kept) {
            return Ok(());
        }
        if Digest::of(hasher) != kept.checkpoint.input {
            let said = format!("the first {} puzzles of the input are others", self.seen);
            return Err(kept.mismatch(&said));
        }
        kept.output.keep(&kept.checkpoint)?;
        self.kept = None;
        Ok(())
    }

    /// All inputs went by.
    pub fn finish(&self) -> Result<()> {
        let Some(kept) = &self.kept else {
            return Ok(());
        };
        let (answers, seen) = (kept.checkpoint.puzzles, self.seen);
        Err(kept.mismatch(&format!(
            "it answers {answers} puzzles, the input holds {seen}"
        )))
    }
}

impl Kept {
    fn mismatch(&self, said: &str) -> anyhow::Error {
        anyhow::anyhow!(
            "{}: {said}; resume with the same input, or start again without --resume",
            self.path.display()
        )
    }
}
