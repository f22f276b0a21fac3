//! Which puzzles the answers in `FILE.partial` belong to, recorded in
//! `FILE.resume.json` beside it, so that another run continues them only if it would
//! give the same answers.

use crate::cli::pipeline::files;
use crate::cli::pipeline::partial::{Leftover, PartialFile, beside, write_partial};
use crate::cli::pipeline::run_identity::RunIdentity;
use crate::escape;
use crate::words::counted;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};
use twox_hash::xxhash3_128::Hasher;

/// The version of the file format.
const FORM: u32 = 1;

/// Checkpoints in the file: all of the latest, and some older ones in case the end of
/// the answers is lost.
const KEPT: usize = 32;

/// A digest of 128 bits in hexadecimal, which detects changes; it is not
/// cryptographic.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Digest(String);

impl Digest {
    /// The digest of what the hasher has seen.
    pub fn of(hasher: &Hasher) -> Digest {
        Digest::from(hasher.finish_128())
    }
}

impl From<u128> for Digest {
    fn from(digest: u128) -> Digest {
        Digest(format!("{digest:032x}"))
    }
}

/// A place in the input, after a number of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// How many puzzles, over all inputs.
    pub puzzles: u64,
    /// Their digest, if there is a journal.
    pub digest: Option<u128>,
}

/// A place in the output at the end of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// Puzzles answered so far.
    pub puzzles: u64,
    /// The digest of these puzzles.
    pub input: Digest,
    /// Bytes of their answers.
    pub bytes: u64,
    /// The digest of these bytes.
    pub output: Digest,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    satoku_resume: u32,
    run: RunIdentity,
    checkpoints: Vec<Checkpoint>,
}

/// The journal of a run.
pub struct Journal {
    path: PathBuf,
    mode: u32,
    content: Content,
    hasher: Hasher,
    bytes: u64,
    /// The last checkpoint, if it is not in the file yet.
    reached: Option<Reached>,
}

/// A checkpoint whose digests are numbers.
#[derive(Clone, Copy)]
struct Reached {
    puzzles: u64,
    input: u128,
    bytes: u64,
    output: u128,
}

impl Journal {
    /// Begins the journal of a file without answers.
    pub fn begin(partial: &PartialFile, identity: RunIdentity) -> Result<Journal> {
        let nothing = Digest::of(&Hasher::new());
        let start = Checkpoint {
            puzzles: 0,
            input: nothing.clone(),
            bytes: 0,
            output: nothing,
        };
        let mut journal = Journal::of(partial, identity, vec![start], Hasher::new())?;
        journal.write()?;
        Ok(journal)
    }

    fn of(
        partial: &PartialFile,
        identity: RunIdentity,
        checkpoints: Vec<Checkpoint>,
        hasher: Hasher,
    ) -> Result<Journal> {
        let path = journal_of(partial.target());
        let mode = partial.mode();
        let mode = mode.with_context(|| format!("{}: cannot be written", path.display()))?;
        Ok(Journal {
            path,
            mode,
            bytes: checkpoints.last().map_or(0, |last| last.bytes),
            content: Content {
                satoku_resume: FORM,
                run: identity,
                checkpoints,
            },
            hasher,
            reached: None,
        })
    }

    /// The journal of an earlier run's answers, up to the last checkpoint that they
    /// reach; an error if they were changed, or if the runs differ. `name` is their
    /// file, for messages.
    pub fn resume(
        partial: &PartialFile,
        name: &Path,
        identity: RunIdentity,
    ) -> Result<(Journal, Checkpoint)> {
        let path = journal_of(partial.target());
        let content = Content::read(&path, name)?;
        let differences = content.run.differences(&identity);
        if !differences.is_empty() {
            bail!(
                "{}: comes from another run: {}; resume with the same options and inputs, or {}",
                name.display(),
                differences.join(", "),
                start_again(partial, name)
            );
        }
        let again = start_again(partial, name);
        let name = name.display();
        let unreadable = || format!("{name}: cannot be read");
        let there = whole_lines(partial.file()).with_context(unreadable)?;
        let mut checkpoints = content.checkpoints;
        checkpoints.retain(|checkpoint| checkpoint.bytes <= there);
        let Some(last) = checkpoints.last().cloned() else {
            bail!(
                "{}: holds no checkpoint; remove it and {name}",
                path.display()
            );
        };
        let hasher = hash(partial.file(), last.bytes).with_context(unreadable)?;
        if Digest::of(&hasher) != last.output {
            bail!(
                "{name}: its answers are not those that were written, which {} describes; restore \
                 them, or {again}",
                path.display()
            );
        }
        let journal = Journal::of(partial, identity, checkpoints, hasher)?;
        Ok((journal, last))
    }

    /// Records that these bytes were written.
    pub fn wrote(&mut self, bytes: &[u8]) {
        self.hasher.write(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// Records that the answers to all puzzles up to here were written.
    pub fn mark(&mut self, mark: Mark) {
        self.reached = mark.digest.map(|input| Reached {
            puzzles: mark.puzzles,
            input,
            bytes: self.bytes,
            output: self.hasher.finish_128(),
        });
    }

    /// Whether the file is out of date.
    pub fn is_behind(&self) -> bool {
        self.reached.is_some()
    }

    /// Writes the last mark to the file, atomically. The answers up to it must be flushed
    /// before.
    pub fn save(&mut self) -> Result<()> {
        let Some(reached) = self.reached.take() else {
            return Ok(());
        };
        let checkpoints = &mut self.content.checkpoints;
        checkpoints.push(Checkpoint {
            puzzles: reached.puzzles,
            input: Digest::from(reached.input),
            bytes: reached.bytes,
            output: Digest::from(reached.output),
        });
        if checkpoints.len() > KEPT {
            let old = KEPT / 2;
            let mut place = 0;
            checkpoints.retain(|_| {
                place += 1;
                place > old || place % 2 == 1
            });
        }
        self.write()
    }

    /// Writes the file.
    pub fn write(&mut self) -> Result<()> {
        let text = escape::json_pretty(&self.content)?;
        let partial = PartialFile::create_exactly(self.path.clone(), self.mode)?;
        let written = write_partial(&partial, None, text.as_bytes());
        written.with_context(|| format!("{}: cannot be written", self.path.display()))
    }

    /// Removes the file.
    pub fn discard(&self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Content {
    fn read(path: &Path, partial: &Path) -> Result<Content> {
        let mut options = File::options();
        let open = files::without_links_or_waiting(options.read(true)).open(path);
        let (path, partial) = (path.display(), partial.display());
        let mut text = String::new();
        let read = open.and_then(|mut file| file.read_to_string(&mut text));
        match read {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => bail!(
                "{partial}: there is no {path} beside it to say what it answers; remove \
                 {partial} to start over"
            ),
            Err(error) => return Err(error).with_context(|| format!("{path}: cannot be read")),
        }
        let content: Content = serde_json::from_str(&text).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            anyhow::anyhow!(
                "{path}:{line}:{column}: found text that no run wrote ({error}), expected the journal of \
                 {partial}; remove both to start over"
            )
        })?;
        if content.satoku_resume != FORM {
            bail!(
                "{path}: found a journal of version {}, expected {FORM}; remove it and {partial} to \
                 start over",
                content.satoku_resume
            );
        }
        Ok(content)
    }
}

/// The journal of the answers in this file.
pub fn journal_of(target: &Path) -> PathBuf {
    beside(target, ".resume.json")
}

/// How to start again where there are answers in this file, the partial one or the complete one.
fn start_again(partial: &PartialFile, name: &Path) -> String {
    match name == partial.path() {
        true => {
            let journal = journal_of(partial.target());
            let (name, journal) = (name.display(), journal.display());
            format!("remove {name} and {journal} to start again")
        }
        false => "start again without --resume".to_owned(),
    }
}

/// An error if the file holds answers of an interrupted run that another one may continue, or
/// anything that must be kept.
pub fn refuse_to_lose(partial: &PartialFile, leftover: Leftover) -> Result<()> {
    let name = partial.path();
    let cannot = || format!("{}: cannot be read", name.display());
    if partial.file().metadata().with_context(cannot)?.len() == 0 {
        return Ok(());
    }
    let journal = journal_of(partial.target());
    match continued(partial, &journal).with_context(cannot)? {
        Some((run, puzzles)) => bail!(
            "{}: holds the answers to {} from an interrupted '{}'; continue it with --resume, or {}",
            name.display(),
            counted(puzzles, "puzzle"),
            run.verb(),
            start_again(partial, name)
        ),
        None if leftover == Leftover::Replace && !journal.exists() => Ok(()),
        None => bail!(
            "{}: holds what an interrupted run left, or other data; move or remove it, or name \
             another output file",
            name.display()
        ),
    }
}

/// The run whose answers are in the file, and how many puzzles they answer; none if this journal
/// does not describe them.
fn continued(partial: &PartialFile, journal: &Path) -> io::Result<Option<(RunIdentity, u64)>> {
    let Ok(content) = Content::read(journal, partial.path()) else {
        return Ok(None);
    };
    let there = whole_lines(partial.file())?;
    let mut reached = content.checkpoints.iter().rev();
    let reached = reached.find(|checkpoint| checkpoint.bytes <= there);
    let Some(checkpoint) = reached.filter(|checkpoint| checkpoint.puzzles > 0) else {
        return Ok(None);
    };
    let hasher = hash(partial.file(), checkpoint.bytes)?;
    let are_its_own = Digest::of(&hasher) == checkpoint.output;
    Ok(are_its_own.then_some((content.run, checkpoint.puzzles)))
}

/// The length of the whole lines before the first zero byte: after a loss of power a
/// file may end in zeros.
fn whole_lines(mut file: &File) -> io::Result<u64> {
    file.rewind()?;
    let mut input = BufReader::with_capacity(1 << 16, file);
    let (mut whole, mut read) = (0, 0);
    loop {
        let bytes = input.fill_buf()?;
        let text = memchr::memchr(0, bytes).unwrap_or(bytes.len());
        if let Some(end) = memchr::memrchr(b'\n', &bytes[..text]) {
            whole = read + end as u64 + 1;
        }
        let count = bytes.len();
        if count == 0 || text < count {
            return Ok(whole);
        }
        read += count as u64;
        input.consume(count);
    }
}

/// Hashes the first bytes of a file.
fn hash(mut file: &File, bytes: u64) -> io::Result<Hasher> {
    file.rewind()?;
    let mut hasher = Hasher::new();
    let mut input = BufReader::with_capacity(1 << 16, file.take(bytes));
    loop {
        let bytes = input.fill_buf()?;
        let count = bytes.len();
        if count == 0 {
            return Ok(hasher);
        }
        hasher.write(bytes);
        input.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn identity() -> RunIdentity {
        let options = [("--limit".to_owned(), "2".to_owned())];
        RunIdentity::new(options.into(), vec!["in.txt".to_owned()])
    }

    #[test]
    fn old_checkpoints_are_thinned_out_and_any_beginning_has_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("out.txt");
        let partial = PartialFile::create(&target, Leftover::Keep).expect("free");
        let mut journal = Journal::begin(&partial, identity()).expect("room");
        for puzzles in 1..=1000_u64 {
            journal.wrote(b"1\n");
            partial.file().write_all(b"1\n").expect("room");
            let digest = Some(u128::from(puzzles));
            journal.mark(Mark { puzzles, digest });
            journal.save().expect("room");
            assert!(journal.content.checkpoints.len() <= KEPT);
        }
        for (length, at_least) in [(2000, 1000), (1999, 999), (1970, 985), (1, 0), (0, 0)] {
            partial.file().set_len(length).expect("room");
            let (_, kept) = Journal::resume(&partial, &target, identity()).expect("the same run");
            assert!((at_least..=length / 2).contains(&kept.puzzles), "{kept:?}");
            assert_eq!(kept.bytes, 2 * kept.puzzles);
        }
    }
}
