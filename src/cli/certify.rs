//! Certificates of the answers of other verbs, by `--certify`.

use crate::certify::archive::has_archive_name as is_archive;
use crate::certify::{
    self, Assertion, Certifiable, Certification, CertifyError, CertifyRequest, ProofFormat,
    ProofRequest, Target, numbered,
};
use crate::child::FileCommand;
use crate::cli::args::TimeArgs;
use crate::cli::exit::{EngineFault, Exit, report, unless_interrupted};
use crate::cli::messages::warn;
use crate::cli::pipeline::engines;
use crate::cli::pipeline::session;
use crate::outcome::Reason;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

/// Where to write certificates, if anywhere.
#[derive(Args, Debug, Clone)]
pub struct CertifyArgs {
    /// Before printing an answer, write a certificate of it for 'satoku verify' to this folder or
    /// .zip archive
    ///
    /// Certificates of several puzzles are FOLDER/1, FOLDER/2 … or NAME-1.zip, NAME-2.zip …, by
    /// position in the input. varisat writes the proofs, whichever engine answers: 'satoku prove'
    /// takes another solver. With --timeout, a proof may take as long again.
    #[arg(long, value_name = "FOLDER")]
    certify: Option<PathBuf>,
}

impl CertifyArgs {
    /// Whether there is a folder for them.
    pub fn is_wanted(&self) -> bool {
        self.certify.is_some()
    }

    /// Refuses certificates for a run that continues an earlier one.
    ///
    /// # Errors
    /// Both are asked for.
    pub fn require_new_run(&self, resume: bool) -> Result<()> {
        if self.is_wanted() && resume {
            bail!(
                "--certify: cannot be combined with --resume, which proves nothing about the answers \
                 of the earlier run; leave one of them out"
            );
        }
        Ok(())
    }
}

/// Certificates, each made before its answer is shown.
pub struct Certify<'a> {
    folder: Option<&'a Path>,
    time: &'a TimeArgs,
    /// Whether each puzzle has a folder of its own.
    several: bool,
    /// Whether the first has a certificate, which moves if there are more.
    has_first: bool,
    exit: Exit,
}

impl<'a> Certify<'a> {
    /// Checks that the folder can be made, before anything is answered.
    pub fn new(args: &'a CertifyArgs, time: &'a TimeArgs) -> Result<Certify<'a>> {
        let folder = args.certify.as_deref();
        if let Some(folder) = folder {
            let recovered = certify::recover(folder);
            recovered.with_context(|| format!("{}: cannot be created", folder.display()))?;
            certify::require_free(folder).map_err(fault)?;
        }
        Ok(Certify {
            folder,
            time,
            several: false,
            has_first: false,
            exit: Exit::Answered,
        })
    }

    /// Proves what the answer to a puzzle claims, reports the claim on stderr, and shows the
    /// answer. The assertion is `None` if a certificate cannot express the claim, the puzzle if
    /// a limit came before its constraints were known. The puzzle's number counts from 1 among
    /// all that were read; `place` is where it was read.
    ///
    /// # Errors
    /// If the answer is wrong, or may be: it is not shown. Those of `show`.
    pub fn prove<P: Certifiable>(
        &mut self,
        number: u64,
        puzzle: Option<&P>,
        place: impl Fn() -> String,
        assertion: impl FnOnce() -> Result<Option<Assertion<P::Objective>>>,
        show: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        match self.make(number, puzzle, &place, assertion) {
            Ok(()) => show(),
            // The answer stands without its certificate.
            Err(NotMade::Missing(error)) => {
                show()?;
                self.exit.raise(report(&error));
                Ok(())
            }
            Err(NotMade::Doubtful(error)) => Err(error),
        }
    }

    fn make<P: Certifiable>(
        &mut self,
        number: u64,
        puzzle: Option<&P>,
        place: &dyn Fn() -> String,
        assertion: impl FnOnce() -> Result<Option<Assertion<P::Objective>>>,
    ) -> Result<(), NotMade> {
        let Some(folder) = self.folder else {
            return Ok(());
        };
        let limits = session::limits(self.time.timeout);
        // A puzzle after others that were skipped is one of several, too.
        if number > 1 && !self.several {
            make_room(folder).map_err(NotMade::Missing)?;
            self.several = true;
            if std::mem::take(&mut self.has_first) {
                let (before, now) = (folder.display(), numbered(folder, 1));
                warn(format_args!("{before} is now {}", now.display()));
            }
        }
        let folder = match self.several {
            true => numbered(folder, number),
            false => folder.to_owned(),
        };
        let target = Target {
            folder: &folder,
            solver: None,
        };
        let assertion = assertion().map_err(NotMade::Doubtful)?;
        let answer = puzzle.zip(assertion).map(|(puzzle, assertion)| {
            let request = CertifyRequest {
                puzzle,
                assertion: &assertion,
                proof: ProofRequest::new(ProofFormat::default(), &limits),
            };
            certify::certify(&request, target)
        });
        let answer = answer
            .transpose()
            .map_err(|error| NotMade::of(error, place))?;
        let (proven, exit) = outcome(answer, place).map_err(NotMade::Doubtful)?;
        self.exit.raise(exit);
        if let Some(claim) = &proven {
            report_proven(&folder, claim);
        }
        self.has_first = !self.several && proven.is_some();
        Ok(())
    }

    /// The most serious outcome.
    pub fn finish(self) -> Exit {
        self.exit
    }
}

/// What is said about an answer that no certificate can express.
pub const NO_CERTIFICATE: &str = "there is no certificate for this answer: it is neither the \
    exact number of solutions nor a maximum or a bound; more time, or 'satoku count --certify' with \
    a --limit above the number of solutions, may give one";

/// Why nothing was proven, and what would help.
pub fn why_unproven(reason: &Reason) -> String {
    let advice = match reason {
        Reason::TooManySums => "; smaller weights have fewer sums",
        _ => "",
    };
    format!("{reason}{advice}")
}

/// The outcome then: that no certificate can express an answer is no limit.
pub fn exit_unproven(reason: &Reason) -> Exit {
    match reason {
        Reason::TooManySums => Exit::Negative,
        reason => Exit::of_reason(reason),
    }
}

/// Why there is no certificate.
enum NotMade {
    /// It could not be made or written; the answer stands.
    Missing(anyhow::Error),
    /// The answer is wrong, or may be.
    Doubtful(anyhow::Error),
}

impl NotMade {
    fn of(error: CertifyError, place: &dyn Fn() -> String) -> NotMade {
        let is_doubtful = error.casts_doubt();
        let error = fault(error).context(place());
        match is_doubtful {
            true => NotMade::Doubtful(error),
            false => NotMade::Missing(error),
        }
    }
}

fn report_proven(place: &Path, claim: &str) {
    warn(format_args!("{}: verified: {claim}", place.display()));
}

/// Gives the first certificate, if there is one, its number.
fn make_room(place: &Path) -> Result<()> {
    match is_archive(place) {
        true if place.exists() => rename_archive(place, &numbered(place, 1)),
        true => Ok(()),
        false => certify::number_first(place)
            .with_context(|| format!("{}: cannot be created", place.display())),
    }
}

fn rename_archive(place: &Path, first: &Path) -> Result<()> {
    certify::require_free(first).map_err(fault)?;
    fs::rename(place, first).with_context(|| format!("{}: cannot be created", first.display()))
}

/// The claim, if there is a certificate for it.
fn outcome(
    answer: Option<Certification>,
    place: &dyn Fn() -> String,
) -> Result<(Option<String>, Exit)> {
    match answer {
        None => {
            warn(format_args!("{}: {NO_CERTIFICATE}", place()));
            Ok((None, Exit::Negative))
        }
        Some(Certification::Proven(claim)) => Ok((Some(claim), Exit::Answered)),
        Some(Certification::False(truth)) => {
            let said = format!("{}: the answer is wrong: {truth}", place());
            Err(EngineFault(said).into())
        }
        Some(Certification::Unknown(reason)) => {
            let reason = unless_interrupted(reason)?;
            let why = why_unproven(&reason);
            warn(format_args!("{}: no certificate: {why}", place()));
            Ok((None, exit_unproven(&reason)))
        }
    }
}

/// The program that writes the proof.
pub fn solver(command: &str) -> Result<FileCommand> {
    let command = FileCommand::with_proof(command).context("--solver")?;
    engines::require_program(command.program()).context("--solver")?;
    Ok(command)
}

/// The error, with its exit code.
pub fn fault(error: CertifyError) -> anyhow::Error {
    match error {
        CertifyError::Native(wrong) => wrong.into(),
        CertifyError::Engine(why) => EngineFault(why).into(),
        other => other.into(),
    }
}
