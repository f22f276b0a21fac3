//! Programs that run as children: solvers, and checkers of proofs.
//!
//! A child is waited for without a pause between two looks, has sizes on what it
//! writes, and ends together with everything that it started. It runs in a process
//! group of its own. What leaves that group is found on Linux, where this process
//! adopts orphans ([`take_charge`]) and each child is known by the variable
//! [`MARK`] in its environment; on other systems such a process goes on. If this
//! process is killed, a guard process ends its children ([`guard`]).

pub mod command;
#[cfg(unix)]
pub mod guard;
mod live;
#[cfg(target_os = "linux")]
mod orphans;
pub mod temporary;
#[cfg(test)]
mod tests;
mod wait;
pub mod words;

pub use live::{MARK, dismiss_guard, end_all, take_charge};

use crate::escape;
use crate::limits::Limits;
use crate::outcome::Reason;
use live::Run;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// Largest standard output that is read; the model of a million variables needs
/// less than a tenth.
pub const MAX_STDOUT: u64 = 256 << 20;

/// Largest standard error; nobody reads more than its start.
pub const MAX_STDERR: u64 = 64 << 20;

/// How much of its output is quoted in messages, and how much is read for that.
const LONGEST_QUOTE: usize = 120;
const QUOTE_FROM: u64 = 4096;

/// A file that a child writes, and how large it may become.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizeLimit {
    /// Where it is.
    pub path: PathBuf,
    /// What it is called in messages.
    pub name: String,
    /// Bytes.
    pub most: u64,
}

/// How a child ended.
pub enum Ended {
    /// By itself.
    Exited(Exited),
    /// By us, because the limits was used up.
    Stopped(Reason),
    /// By us, because it wrote too much.
    TooMuch(TooMuch),
}

/// A child that ended by itself.
pub struct Exited {
    /// Its exit code or signal.
    pub status: ExitStatus,
    /// The CPU time, user and system, of the child and of what it started, where
    /// the system tells.
    pub cpu: Option<Duration>,
    /// What it printed.
    pub printed: Printed,
}

/// Standard output and standard error of a child that has ended. Both can be read
/// even if the child removed them.
pub struct Printed {
    stdout: File,
    stderr: File,
}

/// What a child wrote too much of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TooMuch {
    /// What, and the limit.
    pub limit: SizeLimit,
}

impl fmt::Display for TooMuch {
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

/// A file that grows, the name for messages, and its limit.
struct Watched {
    /// The open file, which tells its size even when it was removed.
    file: Option<File>,
    limit: SizeLimit,
}

impl Watched {
    fn exceeded(&self) -> Option<TooMuch> {
        let data = match &self.file {
            Some(file) => file.metadata(),
            None => std::fs::metadata(&self.limit.path),
        };
        let exceeded = data.is_ok_and(|data| data.len() > self.limit.most);
        exceeded.then(|| TooMuch {
            limit: self.limit.clone(),
        })
    }
}

/// Runs a command to its end, or to that of the limits. Its output goes to files in
/// `folder`; `sizes` are on files that it writes besides.
///
/// # Errors
/// If it cannot be started.
pub fn run(
    mut command: Command,
    folder: &Path,
    sizes: Vec<SizeLimit>,
    limits: &Limits,
) -> io::Result<Ended> {
    let (stdout, stdout_limit) = capture(folder, "stdout", "standard output", MAX_STDOUT)?;
    let (stderr, stderr_limit) = capture(folder, "stderr", "standard error", MAX_STDERR)?;
    command.stdin(Stdio::null()).stdout(stdout).stderr(stderr);
    let mut watched = Vec::new();
    for limit in [stdout_limit, stderr_limit] {
        let file = Some(File::open(&limit.path)?);
        watched.push(Watched { file, limit });
    }
    watched.extend(sizes.into_iter().map(|limit| Watched { file: None, limit }));
    let too_much = || watched.iter().find_map(Watched::exceeded);
    let stop = || match limits.exceeded() {
        Some(reason) => Some(Ended::Stopped(reason)),
        None => too_much().map(Ended::TooMuch),
    };
    let mut run = Run::start(command)?;
    let stopped = run.wait(limits, stop)?;
    let (status, cpu) = run.finish()?;
    if live::is_ending() {
        return Ok(Ended::Stopped(Reason::Interrupted));
    }
    if let Some(ended) = stopped {
        return Ok(ended);
    }
    // It may have written much between the last look and its end.
    if let Some(too_much) = too_much() {
        return Ok(Ended::TooMuch(too_much));
    }
    let mut files = watched.into_iter().filter_map(|watched| watched.file);
    let (Some(stdout), Some(stderr)) = (files.next(), files.next()) else {
        return Err(io::Error::other("its output is not open"));
    };
    let printed = Printed { stdout, stderr };
    Ok(Ended::Exited(Exited {
        status,
        cpu,
        printed,
    }))
}

/// A file for the output of a child.
fn capture(folder: &Path, file: &str, name: &str, most: u64) -> io::Result<(File, SizeLimit)> {
    let path = folder.join(file);
    let created = File::create(&path)?;
    let name = name.to_owned();
    Ok((created, SizeLimit { path, name, most }))
}

impl Printed {
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

    /// The start of standard output, or else of standard error, quoted.
    pub fn excerpt(&mut self) -> String {
        let starts = [&mut self.stdout, &mut self.stderr].map(start);
        let mut said = starts.iter().map(|text| text.trim());
        let said = said.find(|text| !text.is_empty()).unwrap_or("nothing");
        escape::quoted(said, LONGEST_QUOTE)
    }
}

/// The start of a file as text; nothing if it cannot be read.
fn start(file: &mut File) -> String {
    let mut bytes = Vec::new();
    let _ = file
        .rewind()
        .and_then(|()| file.take(QUOTE_FROM).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}
