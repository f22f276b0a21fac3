//! The answers of cubes in a file: a line that says what they are of, and a line for each
//! answer. A line that was not finished, as after `kill -9`, does not count.

use crate::cli::pipeline::partial::open_locked;
use crate::cubes::text::AnswerLine;
use crate::escape;
use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What answers are of.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct SavedHead {
    pub puzzle: String,
    pub question: String,
    /// The solution that was known before the split.
    pub known: Option<String>,
    /// The candidates of each cube.
    pub cubes: Vec<Vec<String>>,
}

/// Maximum number of bytes of answers: millions of cubes.
const MAX_BYTES: u64 = 1 << 30;

/// How each file begins.
const START: &str = "{\"puzzle\":";

fn read_all(file: &File) -> std::io::Result<String> {
    let mut text = String::new();
    file.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    match text.len() as u64 > MAX_BYTES {
        true => Err(std::io::Error::other(format!(
            "holds more than {} MiB",
            MAX_BYTES >> 20
        ))),
        false => Ok(text),
    }
}

/// Reads a line of the file.
fn parse<'t, T: Deserialize<'t>>(path: &Path, number: usize, line: &'t str) -> Result<T> {
    serde_json::from_str(line).map_err(|error| {
        let (column, why) = (error.column(), error.to_string());
        // The line that it names is that of this text alone.
        let why = why.split(" at line ").next().unwrap_or_default();
        anyhow!(
            "{}:{number}:{column}: found {} ({}), expected a line that 'satoku cubes' wrote; \
             name another file to start over",
            escape::path(path),
            escape::quoted(line, 40),
            escape::line(why)
        )
    })
}

/// The file, locked against other runs for as long as this lives.
pub struct Saved {
    path: PathBuf,
    file: File,
    /// The length of the complete lines in bytes.
    len: u64,
    head: Option<SavedHead>,
    answers: Vec<AnswerLine>,
    /// Whether this run made it.
    is_new: bool,
}

impl Saved {
    /// Opens or makes the file, and reads what is there. It is not changed yet.
    pub fn open(path: &Path) -> Result<Saved> {
        let name = || escape::path(path);
        let is_new = !path.exists();
        let file = open_locked(path, None)?;
        let text = read_all(&file).with_context(name)?;
        if !text.starts_with(START) && !START.starts_with(&text) {
            let found = escape::quoted(text.lines().next().unwrap_or_default(), 40);
            bail!(
                "{}:1:1: found {found}, expected the answers of an earlier run of \
                 'satoku cubes'; name another file",
                name()
            );
        }
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = (1..).zip(whole.lines());
        let head = match lines.next() {
            None => None,
            Some((number, line)) => Some(parse(path, number, line)?),
        };
        let answers = lines.map(|(number, line)| parse(path, number, line));
        let answers = answers.collect::<Result<_>>()?;
        Ok(Saved {
            path: path.to_owned(),
            file,
            len: whole.len() as u64,
            head,
            answers,
            is_new,
        })
    }

    /// The name of the file, to be shown.
    pub fn name(&self) -> String {
        escape::path(&self.path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the answers of an earlier run are of.
    pub fn head(&self) -> Option<&SavedHead> {
        self.head.as_ref()
    }

    /// An error if the file holds answers to a different question, or of another puzzle.
    pub fn require(&self, puzzle: &str, question: &str) -> Result<()> {
        match &self.head {
            Some(head) if head.puzzle != puzzle => self.holds("answers to another puzzle"),
            Some(head) if head.question != question => {
                self.holds("answers to a different question")
            }
            _ => Ok(()),
        }
    }

    /// An error if the file holds answers of other cubes, too.
    pub fn require_same(&self, head: &SavedHead) -> Result<()> {
        self.require(&head.puzzle, &head.question)?;
        match &self.head {
            Some(earlier) if earlier.known != head.known => {
                self.holds("a different known solution")
            }
            Some(earlier) if earlier.cubes != head.cubes => {
                self.holds("answers to different cubes")
            }
            _ => Ok(()),
        }
    }

    /// Writes what the answers are of if that is not there. Removes a line that was not
    /// finished.
    pub fn begin(&mut self, head: &SavedHead) -> Result<()> {
        let cut = self.file.set_len(self.len);
        let at_end = cut.and_then(|()| self.file.seek(SeekFrom::End(0)));
        at_end.with_context(|| self.name())?;
        match &self.head {
            None => self.line(head),
            Some(_) => Ok(()),
        }
    }

    fn holds(&self, what: &str) -> Result<()> {
        bail!(
            "{}: holds {what}; use the puzzle, the options and the version of the run \
             that wrote it, or name another file",
            self.name()
        )
    }

    /// The answers that are there, with the numbers of their lines.
    pub fn answers(&mut self) -> impl Iterator<Item = (usize, AnswerLine)> + use<> {
        // The first line says what they are of.
        (2..).zip(std::mem::take(&mut self.answers))
    }

    /// Adds the answer of a cube.
    pub fn add(&mut self, answer: &AnswerLine) -> Result<()> {
        self.line(answer)
    }

    fn line(&mut self, value: &impl Serialize) -> Result<()> {
        let line = escape::json(value)? + "\n";
        let written = self.file.write_all(line.as_bytes());
        written.with_context(|| self.name())
    }
}

impl Drop for Saved {
    fn drop(&mut self) {
        // Without contents it would say nothing to another run.
        if self.is_new && self.file.metadata().is_ok_and(|data| data.len() == 0) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
