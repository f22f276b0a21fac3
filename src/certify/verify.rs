//! Asks the verifier, and then third-party proof checkers, about a certificate or a refutation.

use super::archive::{ArchiveError, file_on_disk};
use super::checker::{CheckInput, Checker, CheckerVerdict};
use super::plain;
use crate::child::temporary::TemporaryFile;
use crate::escape;
use crate::limits::Limits;
use satoku_verify::file;
use satoku_verify::files::Folder;
use satoku_verify::verify::{
    self as verifier, Open, Part, Proven, Refutation, Stop, Verdict, VerifyError,
};
use std::path::Path;

/// A check that was passed, or in which an optional checker failed.
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
        "the checker {0} reads DRAT, and the proof is LRAT; ask cake_lpr, lrat-check or lrat-trim"
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

/// Called with each check that is passed.
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
    let stop = || limits.exceeded().is_some();
    match file_on_disk::unpacked(folder, &stop) {
        Ok(unpacked) => shown_certificate(unpacked.path(), folder, checkers, limits, report),
        Err(ArchiveError::NotZip(why)) => {
            let why = format!(
                "it is a file, but not a complete ZIP archive ({why}), expected a folder or an \
                 archive; a proof alone is checked with its formula"
            );
            let folder = folder.to_owned();
            Err(VerifyError::NoCertificate { folder, why }.into())
        }
        Err(ArchiveError::Io(source)) => {
            let path = folder.to_owned();
            Err(VerifyError::Io { path, source }.into())
        }
        Err(ArchiveError::Stopped) => Ok(Verdict::Stopped),
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
            check(&refutation, checkers, limits, report)?;
        }
        Ok(proven)
    }))
}

/// Checks that a proof refutes a formula, both in files that `open` opens, by these checkers,
/// too.
///
/// # Errors
/// [`CheckError`] if the files cannot be read, or if a checker fails.
pub fn refutation(
    [cnf, proof]: [&Path; 2],
    open: &Open<'_>,
    checkers: &[Checker],
    limits: &Limits,
    report: &mut Report<'_>,
) -> Result<Verdict, CheckError> {
    let stop = || limits.exceeded().is_some();
    let read = Refutation::opened_by(open, cnf, proof, &stop);
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
        check(&refutation, checkers, limits, report)?;
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
    let mut copies = Copies::default();
    for checker in fitting {
        let is_readable = checker.reads(system, binary);
        let found = match is_readable {
            true => "accepted",
            false => "accepted as LRAT in text",
        };
        let (cnf, proof) = copies.of(refutation, is_readable, limits)?;
        let binary = binary && is_readable;
        let file = refutation.part().map_or(system.file(), |_| file::CUBES);
        let passed = |found: &str| Passed {
            file: file.to_owned(),
            by: checker.name().to_owned(),
            found: match refutation.part() {
                None => found.to_owned(),
                Some(part) => format!("{part}: {found}"),
            },
        };
        let asked = match checker.ask(CheckInput { cnf, proof, binary }, limits) {
            // Nobody asked for it, and the verifier has accepted the proof.
            Err(CheckError::Checker(why)) if !checker.is_wanted() => {
                let why = why.strip_prefix(&format!("{}: ", checker.name()));
                report(passed(&format!("no verdict: {}", why.unwrap_or_default())));
                continue;
            }
            asked => asked?,
        };
        match asked {
            CheckerVerdict::Verified => report(passed(found)),
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

/// The files that checkers get, each written when the first of them needs it.
#[derive(Default)]
struct Copies {
    formula: Option<TemporaryFile>,
    proof: Option<TemporaryFile>,
    lrat_text: Option<TemporaryFile>,
}

impl Copies {
    /// The formula and the proof, `as_it_is` or as LRAT in text.
    fn of(
        &mut self,
        refutation: &Refutation<'_>,
        as_it_is: bool,
        limits: &Limits,
    ) -> Result<(&Path, &Path), End> {
        let stop = || limits.exceeded().is_some();
        let failed = |what: &str, error: &dyn std::fmt::Display| match stop() {
            true => Stop::Stopped.into(),
            false => End::from(CheckError::Checker(format!("{what}: {error}"))),
        };
        let formula = kept(&mut self.formula, || {
            let written = plain::formula(&refutation.formula);
            written.map_err(|error| failed("the formula cannot be copied", &error))
        })?;
        let proof = match as_it_is {
            true => kept(&mut self.proof, || {
                let written = plain::proof(refutation.open(&stop)?);
                written.map_err(|error| failed("the proof cannot be copied", &error))
            }),
            false => kept(&mut self.lrat_text, || {
                let proof = refutation.open(&stop)?;
                let written = plain::lrat_text(&refutation.formula, proof, &stop);
                written.map_err(|error| failed("the proof cannot be written as LRAT", &error))
            }),
        }?;
        Ok((formula.path(), proof.path()))
    }
}

/// What is there, or else what `make` makes.
fn kept<T>(slot: &mut Option<T>, make: impl FnOnce() -> Result<T, End>) -> Result<&T, End> {
    let made = match slot.take() {
        Some(made) => made,
        None => make()?,
    };
    Ok(slot.insert(made))
}
