//! Continuing an interrupted run: its puzzles are read once more, and its answers are
//! checked against them.

use crate::cli::exit::Exit;
use crate::cli::pipeline::earlier_answers::{AnswerForm, solves_row};
use crate::cli::pipeline::journal::{Checkpoint, Digest, Mark};
use crate::cli::pipeline::kept_puzzles::{KeptPuzzles, Notation, Restore};
use crate::cli::pipeline::malformed::Malformed;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::run_identity::RunIdentity;
use crate::grid::Row;
use crate::grid::row::CELLS;
use crate::grid::text::{Alphabet, Block, InputError, Record, line};
use crate::words::counted;
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Take};
use std::path::{Path, PathBuf};
use twox_hash::xxhash3_128::Hasher;

/// Counts the puzzles of the input, hashes them if another run may continue this one,
/// and knows which of them were answered by an earlier run.
#[derive(Default)]
pub struct Resume<'a> {
    /// Puzzles of the input so far.
    seen: u64,
    /// The hash of these puzzles.
    hasher: Option<Hasher>,
    earlier: Option<EarlierAnswers>,
    /// Learns from the earlier answers what later ones depend on.
    pub restore: Option<&'a Restore<'a>>,
    exit: Exit,
}

/// The answers of an earlier run.
struct EarlierAnswers {
    path: PathBuf,
    form: AnswerForm,
    output: Output,
    checkpoint: Checkpoint,
    lines: BufReader<Take<File>>,
    line: Vec<u8>,
    /// How the puzzles were written that are answered.
    notations: Vec<Notation>,
}

impl<'a> Resume<'a> {
    /// A run from the start; another may continue it if it has an identity.
    pub fn start(
        path: Option<&Path>,
        identity: Option<RunIdentity>,
    ) -> Result<(Output, Resume<'a>)> {
        let resume = Resume {
            hasher: identity.as_ref().map(|_| Hasher::new()),
            ..Resume::default()
        };
        Ok((Output::open_for(path, identity)?, resume))
    }

    /// A run that continues the answers of an earlier one, if there are any.
    pub fn open(
        path: &Path,
        form: AnswerForm,
        identity: RunIdentity,
    ) -> Result<(Output, Resume<'a>)> {
        let (output, checkpoint) = Output::resume(path, identity)?;
        let mut resume = Resume {
            hasher: Some(Hasher::new()),
            ..Resume::default()
        };
        if let Some(checkpoint) = checkpoint {
            let (path, file) = output.kept_answers()?;
            let lines = BufReader::with_capacity(1 << 16, file.take(checkpoint.bytes));
            let earlier = EarlierAnswers {
                path,
                form,
                output: output.clone(),
                checkpoint,
                lines,
                line: Vec::new(),
                notations: Vec::new(),
            };
            resume.earlier = Some(earlier);
            resume.continue_if_complete()?;
        }
        Ok((output, resume))
    }

    /// The outcome of the earlier answers.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Whether the next puzzle of the input is already answered.
    pub fn covers_next(&self) -> bool {
        self.earlier.is_some()
    }

    /// The puzzles of a block that have no answer yet, if any.
    pub fn block(&mut self, mut block: Block) -> Result<Option<Block>> {
        let mut covered = 0;
        while self.covers_next() && covered < block.puzzles().len() {
            let row = &block.puzzles()[covered];
            self.line(Some(Notation::of_block(&block)), |form, line| {
                let is_row = form.has_solutions() && block.alphabet != Alphabet::Numbers;
                form.outcome(line, |text| match is_row {
                    true => solves_row(row, text),
                    false => form.fits(&block.record(covered), text),
                })
            })?;
            self.see_row(row);
            self.continue_if_complete()?;
            covered += 1;
        }
        block.skip(covered);
        Ok((!block.puzzles().is_empty()).then_some(block))
    }

    /// Skips an answered puzzle.
    pub fn puzzle(&mut self, record: &Record) -> Result<()> {
        self.line(Some(Notation::of(record)), |form, line| {
            form.outcome(line, |text| form.fits(record, text))
        })?;
        self.see(record);
        self.continue_if_complete()
    }

    /// Skips an answered puzzle that is written like this; `outcome` is what a line states
    /// about it.
    pub fn written(
        &mut self,
        text: impl FnOnce() -> String,
        outcome: impl FnOnce(AnswerForm, &[u8]) -> Option<Exit>,
    ) -> Result<()> {
        self.line(None, outcome)?;
        self.see_written(text);
        self.continue_if_complete()
    }

    /// Skips a malformed line that was reported.
    pub fn bad(&mut self, error: &InputError) -> Result<()> {
        let expected = Malformed::input(error);
        self.line(None, |_, line| expected.is_reported_by(line))?;
        self.see_bad(error);
        self.continue_if_complete()
    }

    /// Counts the puzzles of a block.
    pub fn see_block(&mut self, block: &Block) -> Mark {
        self.seen += block.puzzles().len() as u64;
        self.hash(|hasher| {
            block
                .puzzles()
                .iter()
                .for_each(|row| write_row(hasher, row))
        })
    }

    /// Counts a 9×9 puzzle.
    pub fn see_row(&mut self, row: &[u8; CELLS]) -> Mark {
        self.seen += 1;
        self.hash(|hasher| write_row(hasher, row))
    }

    /// Counts a puzzle.
    pub fn see(&mut self, record: &Record) -> Mark {
        self.seen += 1;
        self.hash(|hasher| match Row::of(&record.puzzle) {
            Some(row) => write_row(hasher, &row),
            None => {
                let (geometry, alphabet) = (record.puzzle.geometry(), record.alphabet);
                let cells = line::text(geometry, alphabet, record.puzzle.cells());
                hasher.write(format!("{geometry} {alphabet} {cells}\n").as_bytes());
            }
        })
    }

    /// Counts a puzzle that is written like this.
    pub fn see_written(&mut self, text: impl FnOnce() -> String) -> Mark {
        self.seen += 1;
        self.hash(|hasher| hasher.write(text().as_bytes()))
    }

    /// Counts a malformed line.
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

    /// Reads and checks the answer to the next puzzle, which was written like this. Where
    /// puzzles may be left out, lines do not match puzzles one to one: all are read at the end.
    fn line(
        &mut self,
        notation: Option<Notation>,
        outcome: impl FnOnce(AnswerForm, &[u8]) -> Option<Exit>,
    ) -> Result<()> {
        let Some(earlier) = &mut self.earlier else {
            return Ok(());
        };
        if earlier.form == AnswerForm::Distinct {
            let new = notation.filter(|notation| !earlier.notations.contains(notation));
            earlier.notations.extend(new);
            return Ok(());
        }
        earlier.line.clear();
        let read = earlier.lines.read_until(b'\n', &mut earlier.line);
        read.with_context(|| format!("{}: cannot be read", earlier.path.display()))?;
        let line = earlier.line.strip_suffix(b"\n");
        match line.and_then(|line| outcome(earlier.form, line)) {
            Some(exit) => self.exit.raise(exit),
            None => {
                let number = self.seen + 1;
                let why =
                    format!("its line {number} is not an answer to puzzle {number} of the input");
                return Err(mismatch(&earlier.path, &why));
            }
        }
        Ok(())
    }

    /// Continues after the earlier answers once all their puzzles have been seen and are
    /// the same.
    fn continue_if_complete(&mut self) -> Result<()> {
        let complete = |earlier: &EarlierAnswers| self.seen == earlier.checkpoint.puzzles;
        let (Some(hasher), Some(earlier)) = (&self.hasher, &self.earlier) else {
            return Ok(());
        };
        if !complete(earlier) {
            return Ok(());
        }
        if Digest::of(hasher) != earlier.checkpoint.input {
            let why = match self.seen {
                1 => "the first puzzle of the input is different".to_owned(),
                seen => format!("the input differs within its first {seen} puzzles"),
            };
            return Err(mismatch(&earlier.path, &why));
        }
        self.restore()?;
        if let Some(earlier) = self.earlier.take() {
            earlier.output.keep(&earlier.checkpoint)?;
        }
        Ok(())
    }

    /// Shows the verb the puzzles that the earlier answers keep.
    fn restore(&mut self) -> Result<()> {
        let (Some(earlier), Some(restore)) = (&mut self.earlier, self.restore) else {
            return Ok(());
        };
        let path = &earlier.path;
        let wrong = |why: &str| mismatch(path, why);
        let mut kept = KeptPuzzles::new(&mut earlier.lines, &earlier.notations, &wrong);
        restore(&mut kept)?;
        self.exit.raise(kept.exit());
        Ok(())
    }

    /// Called when all inputs are read.
    pub fn finish(&self) -> Result<()> {
        let Some(earlier) = &self.earlier else {
            return Ok(());
        };
        let (answers, seen) = (earlier.checkpoint.puzzles, self.seen);
        let why = format!(
            "it answers {}, the input holds {seen}",
            counted(answers, "puzzle")
        );
        Err(mismatch(&earlier.path, &why))
    }
}

/// Hashes a 9×9 puzzle, whatever its empty cells look like: that depends on how it arrived.
fn write_row(hasher: &mut Hasher, row: &[u8; CELLS]) {
    hasher.write(&row.map(|character| if character == b'0' { b'.' } else { character }));
}

fn mismatch(path: &Path, why: &str) -> anyhow::Error {
    let name = path.display();
    let again = match path.extension().is_some_and(|ending| ending == "partial") {
        true => format!("remove {name} to start again"),
        false => "start again without --resume".to_owned(),
    };
    anyhow::anyhow!("{name}: {why}; resume with the same input, or {again}")
}
