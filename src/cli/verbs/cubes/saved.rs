//! The answers of cubes in a file: a line that says what they are of, and a line for each
//! answer. A line that was not finished, as after `kill -9`, does not count.

use crate::cubes::text::{self, AnswerLine};
use crate::escape;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
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

fn read_all(file: File) -> std::io::Result<String> {
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

/// The file.
pub struct Saved {
    path: PathBuf,
    file: File,
    head: Option<SavedHead>,
    answers: Vec<AnswerLine>,
}

impl Saved {
    /// Opens or makes the file, and reads what is there.
    pub fn open(path: &Path) -> Result<Saved> {
        let name = || escape::path(path);
        let text = match File::open(path).and_then(read_all) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(name),
        };
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = (1..).zip(whole.lines());
        let place = |number: usize| format!("{}:{number}", escape::path(path));
        let head = match lines.next() {
            None => None,
            Some((number, line)) => Some(text::parse(line).with_context(|| place(number))?),
        };
        let answers = lines.map(|(number, line)| {
            let answer: Result<AnswerLine, _> = text::parse(line);
            answer.with_context(|| place(number))
        });
        let answers = answers.collect::<Result<_>>()?;
        let mut options = OpenOptions::new();
        let options = options.create(true).truncate(false).write(true);
        let mut file = options.open(path).with_context(name)?;
        file.set_len(whole.len() as u64).with_context(name)?;
        file.seek(SeekFrom::End(0)).with_context(name)?;
        Ok(Saved {
            path: path.to_owned(),
            file,
            head,
            answers,
        })
    }

    /// The name of the file, to be shown.
    pub fn name(&self) -> String {
        escape::path(&self.path)
    }

    /// What the answers of an earlier run are of.
    pub fn head(&self) -> Option<&SavedHead> {
        self.head.as_ref()
    }

    /// Writes what the answers are of, or compares it with what is there.
    pub fn begin(&mut self, head: &SavedHead) -> Result<()> {
        match &self.head {
            None => self.line(head),
            Some(earlier) if earlier == head => Ok(()),
            Some(earlier) => {
                let what = match () {
                    () if earlier.puzzle != head.puzzle => "another puzzle",
                    () if earlier.question != head.question => "another question",
                    () => "other cubes",
                };
                bail!(
                    "{}: holds answers to {what}; use the puzzle and the options of the run \
                     that wrote it, or name another file",
                    self.name()
                )
            }
        }
    }

    /// The answers that are there, with the indices of their cubes.
    pub fn answers(&mut self, cubes: usize) -> Vec<(usize, AnswerLine)> {
        let lines = std::mem::take(&mut self.answers).into_iter();
        let indexed = lines.filter_map(|line| Some((line.cube.checked_sub(1)?, line)));
        indexed.filter(|(index, _)| *index < cubes).collect()
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
