//! A formula and its refutation: two files.

use crate::formula::Formula;
use crate::proof::lexer::ProofError;
use crate::proof::{self, CheckResult, ProofSystem, StopCheck};
use crate::verify::{Passed, Proven, Stop, VerifyError, rejected};
use crate::{cnf, escape, folder};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// A formula, and a proof that is to refute it.
pub struct Refutation {
    /// The formula.
    pub formula: Formula,
    /// Its file.
    pub cnf: PathBuf,
    /// The file of the proof.
    pub proof: PathBuf,
    /// The proof system, if it is known before the proof is opened.
    pub system: Option<ProofSystem>,
}

/// A proof that was opened.
pub struct OpenProof<'s> {
    /// The proof system.
    pub system: ProofSystem,
    /// Whether the proof is binary.
    pub binary: bool,
    start: Vec<u8>,
    rest: BufReader<Stoppable<'s>>,
}

/// Bytes at the start of a proof that tell its system, and whether it is binary.
const START: u64 = 1 << 20;

impl OpenProof<'_> {
    /// The whole proof; reading it fails once the check is stopped.
    pub fn into_reader(self) -> impl BufRead {
        io::Cursor::new(self.start).chain(self.rest)
    }
}

impl Refutation {
    /// Reads a formula that a proof is to refute.
    ///
    /// # Errors
    /// [`Stop::Failed`] if it cannot be read.
    pub fn of(cnf: &Path, proof: &Path) -> Result<Refutation, Stop> {
        let read = read_formula(cnf)?;
        let read = read.map_err(|why| Stop::Failed(VerifyError::Formula(why)))?;
        Ok(Refutation {
            formula: read.formula,
            cnf: cnf.to_owned(),
            proof: proof.to_owned(),
            system: None,
        })
    }

    /// What is proven if the proof is accepted.
    pub fn proven(&self) -> Proven {
        Proven {
            claim: format!("{} has no model.", escape::path(&self.cnf)),
            puzzle: None,
            objective: None,
        }
    }

    /// Opens the proof, which may be a pipe, and looks at its start.
    ///
    /// # Errors
    /// [`Stop`] if it cannot be read, or not in time.
    pub fn open<'s>(&self, stop: &'s StopCheck<'s>) -> Result<OpenProof<'s>, Stop> {
        let mut start = Vec::new();
        let opened = File::open(&self.proof).and_then(|file| {
            let mut rest = BufReader::with_capacity(1 << 16, Stoppable { file, stop });
            rest.by_ref().take(START).read_to_end(&mut start)?;
            Ok(rest)
        });
        let rest = opened.map_err(|error| self.unreadable(error, stop))?;
        let detected = || ProofSystem::detect(&self.proof, &start, self.formula.len());
        let system = self.system.unwrap_or_else(detected);
        Ok(OpenProof {
            system,
            binary: system.is_binary(&start),
            start,
            rest,
        })
    }

    fn unreadable(&self, error: io::Error, stop: &StopCheck<'_>) -> Stop {
        match stop() {
            true => Stop::Stopped,
            false => folder::unreadable(&self.proof, error),
        }
    }

    /// Checks the proof.
    ///
    /// # Errors
    /// [`Stop`] if it does not refute the formula, or cannot be read.
    pub fn check(&self, proof: OpenProof<'_>, stop: &StopCheck<'_>) -> Result<Passed, Stop> {
        let system = proof.system;
        match proof::check(system, &self.formula, proof.into_reader(), stop) {
            Ok(CheckResult::Refuted(stats)) => Ok(Passed {
                file: system.file(),
                found: stats.to_string(),
            }),
            Ok(CheckResult::Flawed(why)) => rejected(&escape::path(&self.proof), why),
            Ok(CheckResult::Stopped) => Err(Stop::Stopped),
            Err(ProofError::Io(error)) => Err(self.unreadable(error, stop)),
            Err(error) => Err(Stop::Rejected(located(&self.proof, error.line(), &error))),
        }
    }
}

/// A file that can be read until the check is stopped.
struct Stoppable<'s> {
    file: File,
    stop: &'s StopCheck<'s>,
}

impl Read for Stoppable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match (self.stop)() {
            true => Err(io::Error::other("stopped")),
            false => self.file.read(buffer),
        }
    }
}

/// Reads a formula; the inner error says what is wrong with its text.
pub(crate) fn read_formula(path: &Path) -> Result<Result<cnf::CnfFile, String>, Stop> {
    let file = File::open(path).map_err(|source| folder::unreadable(path, source))?;
    match cnf::read(BufReader::new(file)) {
        Ok(read) => Ok(Ok(read)),
        Err(cnf::CnfError::Io(source)) if source.kind() != io::ErrorKind::InvalidData => {
            Err(folder::unreadable(path, source))
        }
        Err(error) => Ok(Err(located(path, error.line(), &error))),
    }
}

fn located(path: &Path, line: Option<u64>, error: &dyn Display) -> String {
    match line {
        Some(line) => format!("{}:{line}: {error}", escape::path(path)),
        None => format!("{}: {error}", escape::path(path)),
    }
}
