//! Checking that a proof refutes a formula, here and elsewhere.

use super::check::{self, Checked};
use super::external::{Checker, Exhibit, Opinion, Reads};
use super::lrat;
use super::numbers::ProofError;
use super::system::ProofSystem;
use super::verify::{Passed, Report, Step, Stop, VerifyError, located, passed, rejected};
use crate::child::temporary::TemporaryFile;
use crate::cnf::Formula;
use crate::escape;
use crate::limits::Limits;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read};
use std::path::Path;

/// Bytes by which the form of a proof is told.
const START: u64 = 1 << 20;

/// A proof and what it is to refute.
pub struct Case<'c> {
    /// The formula.
    pub formula: &'c Formula,
    /// Its file.
    pub cnf: &'c Path,
    /// The proof.
    pub proof: &'c Path,
    /// Its form, where that is known.
    pub system: Option<ProofSystem>,
    /// How long it may take.
    pub limits: &'c Limits,
}

/// The form that a proof has.
#[derive(Clone, Copy)]
struct Form {
    system: ProofSystem,
    binary: bool,
}

impl Case<'_> {
    /// Checks the proof, by these checkers, too.
    pub fn prove(&self, checkers: &[Checker], report: &mut Report<'_>) -> Step<()> {
        let mut input = self.open()?;
        let mut start = Vec::new();
        let read = input.by_ref().take(START).read_to_end(&mut start);
        read.map_err(|error| self.stop(error))?;
        let form = self.form(&start);
        let mut asked = Vec::new();
        for checker in checkers {
            if checker.takes(form.system).map_err(Stop::Failed)? {
                asked.push(checker);
            }
        }
        let what = form.system.file();
        report(passed(
            what,
            self.check(form.system, (&start[..]).chain(input))?,
        ));
        let mut text = None;
        for checker in asked {
            let by = checker.name().to_owned();
            let found = self.ask(checker, form, &mut text)?.to_owned();
            report(Passed { what, by, found });
        }
        Ok(())
    }

    fn open(&self) -> Step<BufReader<Watched<'_, File>>> {
        let input = File::open(self.proof).map_err(|error| self.stop(error))?;
        let limits = self.limits;
        Ok(BufReader::with_capacity(1 << 16, Watched { input, limits }))
    }

    /// The end, because the proof cannot be read, or not in time.
    fn stop(&self, source: io::Error) -> Stop {
        let path = self.proof.to_owned();
        match self.limits.exceeded() {
            Some(reason) => Stop::Unknown(reason),
            None => Stop::Failed(VerifyError::Io { path, source }),
        }
    }

    fn form(&self, start: &[u8]) -> Form {
        let clauses = self.formula.clause_count();
        let system = self.system;
        let system = system.unwrap_or_else(|| ProofSystem::of(self.proof, start, clauses));
        let binary = system.is_binary(start);
        Form { system, binary }
    }

    /// Checks the proof here; what was found.
    fn check(&self, system: ProofSystem, input: impl BufRead) -> Step<String> {
        let checked = match system {
            ProofSystem::Drat => check::check(self.formula, input, self.limits),
            ProofSystem::Lrat => lrat::check::check(self.formula, input, self.limits),
        };
        match checked {
            Ok(Checked::Refuted(effort)) => Ok(effort.to_string()),
            Ok(Checked::Flawed(why)) => rejected(&escape::path(self.proof), why),
            Ok(Checked::Unknown(reason)) => Err(Stop::Unknown(reason)),
            Err(ProofError::Io(source)) => Err(self.stop(source)),
            Err(error) => Err(Stop::Rejected(located(self.proof, error.line(), &error))),
        }
    }

    /// Asks a checker about the proof, or, if it does not read this form, about the
    /// same as LRAT in text; what it found.
    fn ask(
        &self,
        checker: &Checker,
        form: Form,
        text: &mut Option<TemporaryFile>,
    ) -> Step<&'static str> {
        let is_readable = match checker.reads() {
            Reads::Anything | Reads::Drat => true,
            Reads::Lrat => form.system == ProofSystem::Lrat,
            Reads::LratText => form.system == ProofSystem::Lrat && !form.binary,
        };
        let (proof, binary, found) = match (is_readable, text) {
            (true, _) => (self.proof, form.binary, "accepted"),
            (false, Some(text)) => (text.path(), false, "accepted as LRAT in text"),
            (false, text) => {
                let text = text.insert(self.text(form.system)?);
                (text.path(), false, "accepted as LRAT in text")
            }
        };
        let cnf = self.cnf;
        let exhibit = Exhibit { cnf, proof, binary };
        match checker.ask(exhibit, self.limits).map_err(Stop::Failed)? {
            Opinion::Verified => Ok(found),
            Opinion::Rejected(words) => {
                let name = escape::path(self.proof);
                rejected(&name, format!("{} says {words}", checker.name()))
            }
            Opinion::Unknown(reason) => Err(Stop::Unknown(reason)),
        }
    }

    /// The proof, which was accepted here, as LRAT in text.
    fn text(&self, system: ProofSystem) -> Step<TemporaryFile> {
        let fault = |error: ProofError| match self.limits.exceeded() {
            Some(reason) => Stop::Unknown(reason),
            None => {
                let said = format!("the proof cannot be written as LRAT: {error}");
                Stop::Failed(VerifyError::Checker(said))
            }
        };
        let file = TemporaryFile::new().map_err(|error| fault(error.into()))?;
        let output = file.reopen().map_err(|error| fault(error.into()))?;
        let (input, mut output) = (self.open()?, BufWriter::new(output));
        let written = match system {
            ProofSystem::Lrat => lrat::write::as_text(input, output),
            ProofSystem::Drat => {
                let (formula, limits) = (self.formula, self.limits);
                check::translate(formula, input, limits, &mut output, false).map(|_| ())
            }
        };
        written.map_err(fault)?;
        Ok(file)
    }
}

/// An input that ends in an error when the limits does.
struct Watched<'b, R> {
    input: R,
    limits: &'b Limits,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.limits.exceeded() {
            Some(reason) => Err(io::Error::other(reason.to_string())),
            None => self.input.read(buffer),
        }
    }
}
