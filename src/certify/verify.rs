//! Asking the verifier about a certificate or a refutation, and then checkers of proofs by
//! other people.

use super::archive::{ArchiveError, file_on_disk};
use super::checker::{CheckInput, Checker, CheckerVerdict};
use super::{hints, lrat};
use crate::child::temporary::TemporaryFile;
use crate::escape;
use crate::limits::Limits;
use satoku_verify::error::ReadError;
use satoku_verify::file;
use satoku_verify::files::Folder;
use satoku_verify::formula::Formula;
use satoku_verify::proof::ProofSystem;
use satoku_verify::verify::{
    self as verifier, Part, Proven, Refutation, Stop, Verdict, VerifyError,
};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A check that was passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passed {
    /// The file: its name in a certificate, or the path that was given.
    pub file: String,
    /// Who checked it.
    pub by: String,
    /// What was found.
    pub found: String,
}

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// Files that cannot be read.
    #[error(transparent)]
    Verifier(#[from] VerifyError),
    /// A checker for other proofs.
    #[error(
        "--checker {0}: it reads DRAT, and the proof is LRAT; ask cake_lpr, lrat-check or lrat-trim"
    )]
    Unfit(String),
    /// A checker that does not work.
    #[error("{0}")]
    Checker(String),
}

/// Why a check ends before its end.
enum End {
    Verdict(Stop),
    Failed(CheckError),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> End {
        End::Verdict(stop)
    }
}

impl From<CheckError> for End {
    fn from(error: CheckError) -> End {
        End::Failed(error)
    }
}

/// Hears of each check that is passed.
pub type Report<'r> = dyn FnMut(Passed) + 'r;

/// Verifies a certificate, a folder or an archive, by these checkers, too.
///
/// # Errors
/// [`CheckError`] if it cannot be read, or if a checker fails.
pub fn certificate(
    folder: &Path,
    checkers: &[Checker],
    limits: &Limits,
    report: &mut Report<'_>,
) -> Result<Verdict, CheckError> {
    if !folder.is_file() {
        return shown_certificate(folder, folder, checkers, limits, report);
    }
    let place = || escape::path(folder);
    match file_on_disk::unpacked(folder) {
        Ok(unpacked) => shown_certificate(unpacked.path(), folder, checkers, limits, report),
        Err(ArchiveError::NotZip(why)) => {
            let why = format!(
                "it is a file, but not a complete ZIP archive ({why}), expected a folder or an \
                 archive; for a proof alone use --formula and --proof"
            );
            let folder = folder.to_owned();
            Err(VerifyError::NoCertificate { folder, why }.into())
        }
        Err(ArchiveError::Io(source)) => {
            let path = folder.to_owned();
            Err(VerifyError::Io { path, source }.into())
        }
        Err(refused) => Ok(Verdict::Rejected(format!("{}: {refused}", place()))),
    }
}

/// Verifies a certificate in a folder that messages call `place`.
fn shown_certificate(
    folder: &Path,
    place: &Path,
    checkers: &[Checker],
    limits: &Limits,
    report: &mut Report<'_>,
) -> Result<Verdict, CheckError> {
    let files = Folder::new(folder).shown_as(place);
    let stop = || limits.exceeded().is_some();
    let read = verifier::check_files(&files, &stop, &mut |passed| report(by_verifier(passed)));
    verdict(read.map_err(End::from).and_then(|(proven, parts)| {
        for part in parts {
            if limits.exceeded().is_some() {
                return Err(Stop::Stopped.into());
            }
            let refutation = match part {
                Part::Refutation(refutation) => refutation,
                Part::Pricing(pricing) => {
                    report(by_verifier(pricing.check()?));
                    continue;
                }
            };
            let proof = folder.join(refutation.proof.file_name().unwrap_or_default());
            // A part's formula is in no file.
            let part = match refutation.part().is_some() && !checkers.is_empty() {
                true => Some(written(&refutation.formula)?),
                false => None,
            };
            let cnf = part.as_ref().map(|part| part.path().to_owned());
            let cnf = cnf.unwrap_or_else(|| folder.join(file::FORMULA));
            check(&refutation, &[cnf, proof], checkers, limits, report)?;
        }
        Ok(proven)
    }))
}

/// A formula in a file.
fn written(formula: &Formula) -> Result<TemporaryFile, End> {
    let write = || -> io::Result<TemporaryFile> {
        let file = TemporaryFile::new()?;
        let mut output = BufWriter::new(file.reopen()?);
        writeln!(output, "p cnf {} {}", formula.variables, formula.len())?;
        for clause in formula.clauses() {
            clause
                .iter()
                .try_for_each(|literal| write!(output, "{literal} "))?;
            writeln!(output, "0")?;
        }
        output.flush()?;
        Ok(file)
    };
    write().map_err(|error| {
        let why = format!("the formula of a part cannot be written: {error}");
        CheckError::Checker(why).into()
    })
}

/// Checks that a proof refutes a formula, by these checkers, too.
///
/// # Errors
/// [`CheckError`] if the files cannot be read, or if a checker fails.
pub fn refutation(
    cnf: &Path,
    proof: &Path,
    checkers: &[Checker],
    limits: &Limits,
    report: &mut Report<'_>,
) -> Result<Verdict, CheckError> {
    let read = Refutation::of(cnf, proof);
    let paths = [cnf, proof].map(Path::to_owned);
    // A proof on its own has the name that its user gave it.
    let report: &mut Report<'_> = &mut |passed| {
        let system = match passed.file == file::LRAT {
            true => "LRAT",
            false => "DRAT",
        };
        report(Passed {
            file: proof.display().to_string(),
            found: format!("read as {system}, {}", passed.found),
            ..passed
        });
    };
    verdict(read.map_err(End::from).and_then(|(proven, refutation)| {
        check(&refutation, &paths, checkers, limits, report)?;
        Ok(proven)
    }))
}

fn verdict(checked: Result<Proven, End>) -> Result<Verdict, CheckError> {
    match checked {
        Ok(proven) => Ok(Verdict::Verified(proven)),
        Err(End::Verdict(stop)) => Ok(verifier::verdict(Err(stop))?),
        Err(End::Failed(error)) => Err(error),
    }
}

fn by_verifier(verifier::Passed { file, found }: verifier::Passed) -> Passed {
    Passed {
        file: file.to_owned(),
        by: "satoku".to_owned(),
        found,
    }
}

fn check(
    refutation: &Refutation<'_>,
    [cnf, path]: &[PathBuf; 2],
    checkers: &[Checker],
    limits: &Limits,
    report: &mut Report<'_>,
) -> Result<(), End> {
    let stop = || limits.exceeded().is_some();
    let proof = refutation.open(&stop)?;
    let (system, binary) = (proof.system, proof.binary);
    let mut fitting = Vec::new();
    for checker in checkers {
        if checker.takes(system)? {
            fitting.push(checker);
        }
    }
    report(by_verifier(refutation.check(proof, &stop)?));
    let mut text = None;
    for checker in fitting {
        let is_readable = checker.reads(system, binary);
        if !is_readable && text.is_none() {
            text = Some(as_lrat_text(refutation, limits)?);
        }
        let (proof, binary, found) = match &text {
            Some(text) if !is_readable => (text.path(), false, "accepted as LRAT in text"),
            _ => (&**path, binary, "accepted"),
        };
        match checker.ask(CheckInput { cnf, proof, binary }, limits)? {
            CheckerVerdict::Verified => report(Passed {
                file: refutation
                    .part()
                    .map_or(system.file(), |_| file::CUBES)
                    .to_owned(),
                by: checker.name().to_owned(),
                found: match refutation.part() {
                    None => found.to_owned(),
                    Some(part) => format!("{part}: {found}"),
                },
            }),
            CheckerVerdict::Rejected(said) => {
                let proof = escape::path(&refutation.proof);
                let why = format!("{proof}: {} says {said}", checker.name());
                return Err(Stop::Rejected(why).into());
            }
            CheckerVerdict::Stopped => return Err(Stop::Stopped.into()),
        }
    }
    Ok(())
}

/// A proof that the verifier accepted, as LRAT in text.
fn as_lrat_text(refutation: &Refutation<'_>, limits: &Limits) -> Result<TemporaryFile, End> {
    let stop = || limits.exceeded().is_some();
    let proof = refutation.open(&stop)?;
    let write = || -> Result<TemporaryFile, ReadError> {
        let file = TemporaryFile::new()?;
        let mut output = BufWriter::new(file.reopen()?);
        let system = proof.system;
        let proof = proof.into_reader();
        match system {
            ProofSystem::Lrat => lrat::as_text(proof, output)?,
            ProofSystem::Drat => {
                hints::translate(&refutation.formula, proof, &stop, &mut output, false)?;
            }
        }
        Ok(file)
    };
    write().map_err(|error| match stop() {
        true => Stop::Stopped.into(),
        false => {
            CheckError::Checker(format!("the proof cannot be written as LRAT: {error}")).into()
        }
    })
}
