//! Child processes: SAT solvers and proof checkers.
//!
//! The end of a child is noticed immediately, its output is limited in size, and
//! everything that it started ends with it. Each child has a process group of its own. Processes
//! that leave the group are found on Linux, where this process adopts orphans
//! ([`take_charge`]) and recognises them by the environment variable `SATOKU_RUN`; on other
//! systems they keep running. If this process is killed, a guard process ends its
//! children ([`guard`]).

pub mod command;
#[cfg(unix)]
pub mod guard;
mod live;
#[cfg(target_os = "linux")]
mod orphans;
mod pipes;
pub mod temporary;
#[cfg(test)]
mod tests;
mod wait;

pub use command::{CommandError, FileCommand};
#[cfg(unix)]
pub use live::MARK;
pub use live::{dismiss_guard, end_all, take_charge};

use crate::escape;
use crate::limits::Limits;
use crate::outcome::Reason;
use live::RunningChild;
use pipes::{Copying, Destination};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// Limit on standard output; the model of a million variables takes less than a tenth.
pub const MAX_STDOUT: u64 = 256 << 20;

/// Limit on standard error, of which only the start is read.
pub const MAX_STDERR: u64 = 64 << 20;

/// How much of the output is quoted in messages, and how much is read for that.
pub const LONGEST_QUOTE: usize = 120;
const QUOTE_FROM: u64 = 4096;

/// A size limit on a file that a child writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizeLimit {
    /// The file.
    pub path: PathBuf,
    /// Its name in messages.
    pub name: String,
    /// The limit in bytes.
    pub most: u64,
}

/// How a child ended.
#[derive(Debug)]
pub enum Termination {
    /// By itself.
    Exited(Exited),
    /// Killed because a limit was reached.
    Stopped(Reason),
    /// Killed because it wrote too much.
    OutputTooLarge(OutputTooLarge),
}

/// A child that ended on its own.
#[derive(Debug)]
pub struct Exited {
    /// Its exit code or signal.
    pub status: ExitStatus,
    /// The CPU time, user and system, of the child and of what it started, if the
    /// system reports it.
    pub cpu: Option<Duration>,
    /// Its output.
    pub printed: CapturedOutput,
}

/// Standard output and standard error of a child that has ended. Both can be read even
/// if the child removed the files.
#[derive(Debug)]
pub struct CapturedOutput {
    stdout: File,
    stderr: File,
}

/// A file that exceeded its limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputTooLarge {
    /// The file and its limit.
    pub limit: SizeLimit,
}

impl fmt::Display for OutputTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SizeLimit { name, most, .. } = &self.limit;
        write!(f, "it was ended: it wrote more than ")?;
        match most >> 20 {
            0 => write!(f, "{most} bytes")?,
            mib => write!(f, "{mib} MiB")?,
        }
        write!(f, " to {name}")
    }
}

/// A file with a limit on its size.
struct SizedFile {
    /// The open file, which has a size even if it was removed.
    file: Option<File>,
    limit: SizeLimit,
}

impl SizedFile {
    fn exceeded(&self) -> Option<OutputTooLarge> {
        let data = match &self.file {
            Some(file) => file.metadata(),
            None => std::fs::metadata(&self.limit.path),
        };
        let exceeded = data.is_ok_and(|data| data.len() > self.limit.most);
        exceeded.then(|| OutputTooLarge {
            limit: self.limit.clone(),
        })
    }
}

/// Runs a command until it ends or a limit is reached. Its output goes to files in
/// `folder`; `sizes` limit other files that it writes.
///
/// # Errors
/// If it cannot be started.
pub fn run(
    mut command: Command,
    folder: &Path,
    sizes: Vec<SizeLimit>,
    limits: &Limits,
) -> io::Result<Termination> {
    let (stdout, stdout_limit) = capture(folder, "stdout", "standard output", MAX_STDOUT)?;
    let (stderr, stderr_limit) = capture(folder, "stderr", "standard error", MAX_STDERR)?;
    command.stdin(Stdio::null());
    let mut watched = Vec::new();
    for limit in [stdout_limit, stderr_limit] {
        let file = Some(File::open(&limit.path)?);
        watched.push(SizedFile { file, limit });
    }
    watched.extend(
        sizes
            .into_iter()
            .map(|limit| SizedFile { file: None, limit }),
    );
    let too_much = || watched.iter().find_map(SizedFile::exceeded);
    let stop = || match limits.exceeded() {
        Some(reason) => Some(Termination::Stopped(reason)),
        None => too_much().map(Termination::OutputTooLarge),
    };
    let copying = Copying::start(&mut command, [stdout, stderr])?;
    let mut child = RunningChild::start(command)?;
    let stopped = child.wait(limits, stop)?;
    let (status, cpu) = child.finish()?;
    let copied = copying.finish();
    if live::is_ending() {
        return Ok(Termination::Stopped(Reason::Interrupted));
    }
    if let Some(ended) = stopped {
        return Ok(ended);
    }
    copied?;
    // It may have written more between the last check and its end.
    if let Some(too_much) = too_much() {
        return Ok(Termination::OutputTooLarge(too_much));
    }
    let mut files = watched.into_iter().filter_map(|watched| watched.file);
    let (Some(stdout), Some(stderr)) = (files.next(), files.next()) else {
        return Err(io::Error::other("its output is not open"));
    };
    let printed = CapturedOutput { stdout, stderr };
    Ok(Termination::Exited(Exited {
        status,
        cpu,
        printed,
    }))
}

/// A file for the output of a child, with its limit.
fn capture(
    folder: &Path,
    file: &str,
    name: &str,
    most: u64,
) -> io::Result<(Destination, SizeLimit)> {
    let path = folder.join(file);
    let destination = Destination {
        file: File::create(&path)?,
        most,
    };
    let name = name.to_owned();
    Ok((destination, SizeLimit { path, name, most }))
}

impl Exited {
    /// How the child ended, in words: with which exit code, or by which signal.
    pub fn ending(&self) -> String {
        match self.status.code() {
            Some(code) => format!("exit code {code}"),
            // On Unix it is "signal: 11 (SIGSEGV)".
            None => self.status.to_string().replacen(": ", " ", 1),
        }
    }
}

impl CapturedOutput {
    /// Standard output from its start.
    pub fn stdout(&mut self) -> io::Result<impl BufRead + '_> {
        self.stdout.rewind()?;
        Ok(BufReader::with_capacity(1 << 16, &mut self.stdout))
    }

    /// The whole standard output.
    pub fn text(&mut self) -> io::Result<String> {
        let mut bytes = Vec::new();
        self.stdout()?.take(MAX_STDOUT).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The start of standard output, or else of standard error, quoted; or `nothing`.
    pub fn excerpt(&mut self) -> String {
        let starts = [&mut self.stdout, &mut self.stderr].map(start);
        let mut texts = starts.iter().map(|text| text.trim());
        let text = texts.find(|text| !text.is_empty());
        text.map_or_else(
            || "nothing".to_owned(),
            |text| escape::quoted(text, LONGEST_QUOTE),
        )
    }
}

/// The start of a file as text; empty if it cannot be read.
fn start(file: &mut File) -> String {
    let mut bytes = Vec::new();
    let _ = file
        .rewind()
        .and_then(|()| file.take(QUOTE_FROM).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}
