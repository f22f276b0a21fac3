//! An incomplete file of answers, with its journal if another run may continue it.

use crate::cli::messages::warn;
use crate::cli::pipeline::journal::{Checkpoint, Journal, journal_of};
use crate::cli::pipeline::opened;
use crate::cli::pipeline::partial::PartialFile;
use crate::cli::pipeline::run_identity::RunIdentity;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// An incomplete file of answers.
pub struct Destination {
    /// The answers so far.
    pub partial: PartialFile,
    /// The puzzles that they answer.
    pub journal: Option<Journal>,
    /// Whether the journal is kept when the file is complete.
    keeps_journal: bool,
    /// Whether the partial file is still a mere copy of the complete one.
    copied: bool,
    /// The length of the complete file, if all of it is kept.
    complete: Option<u64>,
    /// Whether an incomplete file is discarded.
    only_whole: bool,
    /// The file where the answers of an earlier run were found.
    found: PathBuf,
}

impl Destination {
    /// A file without answers; with a journal if the run has an identity.
    pub fn begin(partial: PartialFile, identity: Option<RunIdentity>) -> Result<Destination> {
        let journal = identity.map(|identity| begin(&partial, identity));
        Ok(Destination {
            journal: journal.transpose()?,
            found: partial.path().to_owned(),
            partial,
            keeps_journal: false,
            copied: false,
            complete: None,
            only_whole: false,
        })
    }

    /// The answers of an earlier run, and the last checkpoint that they reach. Nothing is
    /// changed yet.
    pub fn resume(path: &Path, identity: RunIdentity) -> Result<(Destination, Option<Checkpoint>)> {
        let is_regular = std::fs::metadata(path).map_or(true, |data| data.is_file());
        if !is_regular || opened::is_path(path) || path.as_os_str() == "-" {
            bail!(
                "{}: is not a regular file, expected one to continue",
                path.display()
            );
        }
        let partial = PartialFile::open(path)?;
        let copied = copy_complete(&partial)?;
        let name = match copied {
            true => partial.target(),
            false => partial.path(),
        };
        let name = name.to_owned();
        let (journal, kept) = journal(&partial, &name, identity).inspect_err(|_| {
            if copied {
                partial.discard();
            }
        })?;
        let destination = Destination {
            partial,
            journal: Some(journal),
            keeps_journal: true,
            copied,
            complete: None,
            only_whole: false,
            found: name,
        };
        Ok((destination, kept))
    }

    /// The file where the answers of an earlier run were found, for messages.
    pub fn found(&self) -> &Path {
        &self.found
    }

    /// Continues after these answers; what follows them is cut off.
    pub fn keep(&mut self, answers: &Checkpoint) -> Result<io::Result<()>> {
        // The journal first: it must not describe answers that are about to be cut off.
        if let Some(journal) = &mut self.journal {
            journal.write()?;
        }
        let was_copied = std::mem::take(&mut self.copied);
        let mut file = self.partial.file();
        let length = file.metadata().map(|data| data.len());
        let is_whole = was_copied && length.is_ok_and(|length| length == answers.bytes);
        self.complete = is_whole.then_some(answers.bytes);
        let cut = self.partial.take_mode();
        let cut = cut.and_then(|()| file.set_len(answers.bytes));
        Ok(cut.and_then(|()| file.seek(SeekFrom::Start(answers.bytes)).map(|_| ())))
    }

    /// Gives the file its name, or removes it if that would replace a complete file by the same
    /// answers.
    pub fn complete_on_disk(&self) -> io::Result<()> {
        if self.complete.is_none() || self.complete != Some(self.partial.file().metadata()?.len()) {
            return self.partial.complete_on_disk();
        }
        self.partial.discard();
        warn(format_args!(
            "{}: is complete; nothing was added",
            self.partial.target().display()
        ));
        Ok(())
    }

    /// Keeps nothing of the file unless it becomes complete.
    pub fn keep_only_whole(&mut self) {
        self.only_whole = true;
    }

    /// Called when the file is complete.
    pub fn completed(&self) {
        if let Some(journal) = &self.journal
            && !self.keeps_journal
        {
            journal.discard();
        }
    }

    /// Leaves the answers where they are, and reports the place; or removes what is of no use.
    pub fn abandon(&self) {
        let length = self.partial.file().metadata().map(|data| data.len());
        if self.copied || self.only_whole {
            self.partial.discard();
        } else if matches!(length, Ok(0)) {
            self.partial.discard();
            if let Some(journal) = &self.journal {
                journal.discard();
            }
        } else if self.partial.path().exists() {
            warn(format_args!(
                "{} was not written; the answers so far are kept in {}",
                self.partial.target().display(),
                self.partial.path().display()
            ));
        }
    }
}

/// The journal of a file without answers, which is removed if that cannot be written.
fn begin(partial: &PartialFile, identity: RunIdentity) -> Result<Journal> {
    Journal::begin(partial, identity).inspect_err(|_| partial.discard())
}

/// The journal of the answers in the file, if there are any.
fn journal(
    partial: &PartialFile,
    name: &Path,
    identity: RunIdentity,
) -> Result<(Journal, Option<Checkpoint>)> {
    let length = partial.file().metadata().map(|data| data.len());
    let length = length.with_context(|| format!("{}: cannot be read", partial.path().display()))?;
    if length == 0 {
        return Ok((begin(partial, identity)?, None));
    }
    let (journal, kept) = Journal::resume(partial, name, identity)?;
    Ok((journal, Some(kept)))
}

/// Copies a complete file to a partial one that is empty.
fn copy_complete(partial: &PartialFile) -> Result<bool> {
    let target = partial.target();
    let cannot = || format!("{}: cannot be resumed", target.display());
    if partial.file().metadata().with_context(cannot)?.len() > 0 {
        return Ok(false);
    }
    let mut complete = match File::open(target) {
        Ok(complete) => complete,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error).with_context(cannot),
    };
    if complete.metadata().with_context(cannot)?.len() == 0 {
        return Ok(false);
    }
    let journal = journal_of(target);
    if !journal.exists() {
        partial.discard();
        bail!(
            "{}: exists without {}, which says what it answers; start again without \
             --resume",
            target.display(),
            journal.display()
        );
    }
    let copied = io::copy(&mut complete, &mut partial.file()).with_context(cannot);
    // Half a copy would look like the answers of an interrupted run.
    copied.inspect_err(|_| partial.discard())?;
    Ok(true)
}
