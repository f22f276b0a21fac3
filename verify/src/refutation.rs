//! A formula and its refutation.

use crate::error::ReadError;
use crate::files::Files;
use crate::formula::Formula;
use crate::proof::steps::StepReader;
use crate::proof::{self, CheckResult, ProofSystem, StopCheck};
use crate::verdict::{self, Passed, Proven, Stop, VerifyError, rejected};
use crate::{cnf, escape, file};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// A formula, and a proof that is to refute it.
pub struct Refutation<'f> {
    /// The formula.
    pub formula: Formula,
    /// The place of the proof, for messages.
    pub proof: PathBuf,
    /// The proof system, if it is known before the proof is opened.
    system: Option<ProofSystem>,
    /// What it refutes, if that is a part of a certificate's formula.
    part: Option<String>,
    /// Opens the proof.
    open: Box<dyn Fn() -> io::Result<Box<dyn Read + 'f>> + 'f>,
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

/// Bytes that are read between two looks at the stop check.
const BUFFER: usize = 1 << 16;

impl OpenProof<'_> {
    /// The whole proof; reading it fails once the check is stopped.
    pub fn into_reader(self) -> impl BufRead {
        io::Cursor::new(self.start).chain(self.rest)
    }
}

/// Opens a file.
pub type Open<'o> = dyn Fn(&Path) -> io::Result<Box<dyn Read>> + 'o;

fn open_file(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(Box::new(File::open(path)?))
}

impl<'f> Refutation<'f> {
    /// Reads a formula that a proof is to refute; what is proven if it does.
    ///
    /// # Errors
    /// [`Stop`] if it cannot be read, or not in time.
    pub fn of(
        cnf: &Path,
        proof: &'f Path,
        stop: &StopCheck<'_>,
    ) -> Result<(Proven, Refutation<'f>), Stop> {
        Refutation::opened_by(&open_file, cnf, proof, stop)
    }

    /// Like [`Refutation::of`] with files that `open` opens, which may decompress them.
    ///
    /// # Errors
    /// [`Stop`] if the formula cannot be read, or not in time.
    pub fn opened_by(
        open: &'f Open<'f>,
        cnf: &Path,
        proof: &'f Path,
        stop: &StopCheck<'_>,
    ) -> Result<(Proven, Refutation<'f>), Stop> {
        let read = read_formula(cnf, open(cnf), None, stop).map_err(|stop| match stop {
            Stop::Rejected(why) => Stop::Failed(VerifyError::Formula(why)),
            other => other,
        })?;
        let proven = Proven {
            claim: format!("{} has no model.", escape::path(cnf)),
            puzzle: None,
            objective: None,
        };
        let refutation = Refutation {
            formula: read.formula,
            proof: proof.to_owned(),
            system: None,
            part: None,
            open: Box::new(move || open(proof)),
        };
        Ok((proven, refutation))
    }

    /// The formula of a certificate, and the proof among its files.
    pub(crate) fn in_files(
        formula: Formula,
        files: &'f dyn Files,
        system: ProofSystem,
        name: String,
    ) -> Refutation<'f> {
        Refutation {
            formula,
            proof: files.place().join(&name),
            system: Some(system),
            part: None,
            open: Box::new(move || files.open(&name)),
        }
    }

    /// This refutation as that of a part of a certificate's formula.
    pub(crate) fn of_part(mut self, part: String) -> Refutation<'f> {
        self.part = Some(part);
        self
    }

    /// What is refuted, if the formula is more than the one in the certificate.
    pub fn part(&self) -> Option<&str> {
        self.part.as_deref()
    }

    /// Opens the proof, which may be a pipe, and looks at its start.
    ///
    /// # Errors
    /// [`Stop`] if it cannot be read, or not in time.
    pub fn open<'s>(&'s self, stop: &'s StopCheck<'s>) -> Result<OpenProof<'s>, Stop> {
        let mut start = Vec::new();
        let opened = (self.open)().and_then(|file| {
            let mut rest = BufReader::with_capacity(BUFFER, Stoppable { file, stop });
            rest.by_ref().take(proof::START).read_to_end(&mut start)?;
            Ok(rest)
        });
        let rest = opened.map_err(|error| unreadable(&self.proof, error, stop))?;
        let detected = || ProofSystem::detect(&self.proof, &start, self.formula.len());
        let system = self.system.unwrap_or_else(detected);
        Ok(OpenProof {
            system,
            binary: system.is_binary(&start),
            start,
            rest,
        })
    }

    /// Checks the proof.
    ///
    /// # Errors
    /// [`Stop`] if it does not refute the formula, or cannot be read.
    pub fn check(&self, proof: OpenProof<'_>, stop: &StopCheck<'_>) -> Result<Passed, Stop> {
        let system = proof.system;
        let advice = self.advice(&proof);
        let hinted = |why: String| why + advice;
        match self.checked(proof, stop) {
            Ok(CheckResult::Refuted(stats)) => Ok(match &self.part {
                None => Passed {
                    file: system.file(),
                    found: stats.to_string(),
                },
                Some(part) => Passed {
                    file: file::CUBES,
                    found: format!("{part}: {stats}"),
                },
            }),
            Ok(CheckResult::Flawed(why)) => rejected(&escape::path(&self.proof), hinted(why)),
            Ok(CheckResult::TooLarge(why)) => {
                let name = escape::path(&self.proof);
                Err(Stop::TooLarge(format!("{name}: {why}")))
            }
            Ok(CheckResult::Stopped) => Err(Stop::Stopped),
            Err(ReadError::Io(error)) => Err(unreadable(&self.proof, error, stop)),
            Err(error) => Err(match rejection(&self.proof, &error) {
                Stop::Rejected(why) => Stop::Rejected(hinted(why)),
                other => other,
            }),
        }
    }

    fn checked(
        &self,
        proof: OpenProof<'_>,
        stop: &StopCheck<'_>,
    ) -> Result<CheckResult, ReadError> {
        let system = proof.system;
        let mut steps = StepReader::new(proof.into_reader(), system)?;
        // Whoever opens a file of a certificate reads nothing that is not proven.
        if self.system.is_some() {
            steps = steps.without_comments();
        }
        proof::check_steps(&self.formula, steps, stop)
    }

    /// What to say about a proof of the user's that is rejected, if it may have been read in
    /// the wrong system.
    fn advice(&self, proof: &OpenProof<'_>) -> &'static str {
        let begins_like = || ProofSystem::detect(Path::new(""), &proof.start, self.formula.len());
        if self.system.is_some() {
            return "";
        }
        match ProofSystem::named(&self.proof) {
            Some(ProofSystem::Drat) if begins_like() == ProofSystem::Lrat => {
                "; it was read as DRAT because of its name, but it begins like LRAT: let its name \
                 end in .lrat"
            }
            None if proof.system == ProofSystem::Lrat => {
                "; it was read as LRAT because of its first lemma; if it is DRAT, let its name end \
                 in .drat"
            }
            _ => "",
        }
    }
}

/// A file that can be read until the check is stopped.
struct Stoppable<'s> {
    file: Box<dyn Read + 's>,
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

/// A file that cannot be read, unless that is because the check was stopped.
fn unreadable(path: &Path, error: io::Error, stop: &StopCheck<'_>) -> Stop {
    match stop() {
        true => Stop::Stopped,
        false => verdict::unreadable(path, error),
    }
}

/// Reads a formula, which may have to be a certain one, or rejects it.
pub(crate) fn read_formula(
    path: &Path,
    opened: io::Result<Box<dyn Read + '_>>,
    expected: Option<&Formula>,
    stop: &StopCheck<'_>,
) -> Result<cnf::CnfFile, Stop> {
    let file = opened.map_err(|source| unreadable(path, source, stop))?;
    let file = BufReader::with_capacity(BUFFER, Stoppable { file, stop });
    let read = match expected {
        Some(expected) => cnf::read_like(expected, file),
        None => cnf::read(file),
    };
    read.map_err(|error| match error {
        ReadError::Io(source) if source.kind() != io::ErrorKind::InvalidData => {
            unreadable(path, source, stop)
        }
        error @ ReadError::TooLarge { .. } => {
            Stop::TooLarge(format!("{}: {error}", escape::path(path)))
        }
        error => rejection(path, &error),
    })
}

fn rejection(path: &Path, error: &ReadError) -> Stop {
    let line = error.line().map(|line| format!(":{line}"));
    let line = line.unwrap_or_default();
    Stop::Rejected(format!("{}{line}: {error}", escape::path(path)))
}

#[cfg(test)]
mod tests {
    use crate::verify::{self, Verdict};

    /// What becomes of a proof of this name about all clauses over two variables.
    fn verdict(name: &str, proof: &[u8]) -> Verdict {
        let folder = tempfile::tempdir().unwrap();
        let [cnf, path] = ["square.cnf", name].map(|name| folder.path().join(name));
        std::fs::write(&cnf, "p cnf 60 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n").unwrap();
        std::fs::write(&path, proof).unwrap();
        verify::refutation(&cnf, &path, &|| false, &mut |_| {}).unwrap()
    }

    #[test]
    fn binary_drat_needs_no_name() {
        let drat = b"a\x78\x00a\x02\x00a\x00";
        assert!(matches!(verdict("proof", drat), Verdict::Verified(_)));
        assert!(matches!(verdict("proof.drat", drat), Verdict::Verified(_)));
    }

    #[test]
    fn a_rejected_proof_says_how_it_was_read() {
        let lrat = b"5 1 0 1 4 0\n6 0 5 2 4 0\n";
        for (name, says) in [
            (
                "proof",
                Some("it was read as LRAT because of its first lemma; if it is DRAT"),
            ),
            (
                "proof.drat",
                Some("it was read as DRAT because of its name"),
            ),
            ("proof.lrat", None),
        ] {
            let Verdict::Rejected(why) = verdict(name, lrat) else {
                panic!("{name}");
            };
            assert_eq!(why.contains("it was read as"), says.is_some(), "{why}");
            assert!(why.contains(says.unwrap_or_default()), "{why}");
        }
    }

    /// A pipe can be opened and read only once.
    #[cfg(unix)]
    #[test]
    fn a_proof_may_come_through_a_pipe() {
        use crate::file;
        use std::process::Command;

        let folder = tempfile::tempdir().unwrap();
        let [cnf, pipe] = ["square.cnf", "pipe"].map(|name| folder.path().join(name));
        std::fs::write(&cnf, "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n").unwrap();
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        for (proof, file) in [
            ("1 0\n0\n", file::DRAT),
            ("5 1 0 1 3 0\n6 0 5 2 4 0\n", file::LRAT),
        ] {
            let mut passed = Vec::new();
            let verdict = std::thread::scope(|scope| {
                scope.spawn(|| std::fs::write(&pipe, proof).unwrap());
                verify::refutation(&cnf, &pipe, &|| false, &mut |check| passed.push(check.file))
            });
            assert!(matches!(verdict.unwrap(), Verdict::Verified(_)), "{file}");
            assert_eq!(passed, [file]);
        }
    }
}
