//! Certificates of the answers of other verbs, by `--certify`.

use crate::cli::args::TimeArgs;
use crate::cli::exit::{EngineFault, Exit};
use crate::cli::objective::Objectives;
use crate::cli::pipeline::output::tell;
use crate::cli::pipeline::session;
use crate::grid::Puzzle;
use crate::grid::text::Record;
use crate::proof::command::FileCommand;
use crate::proof::verify::VerifyError;
use crate::proof::{self, Goal, Outcome, ProofFormat, ProveError, Request};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};

/// Whether certificates are wanted.
#[derive(Args, Debug, Clone)]
pub struct CertifyArgs {
    /// Prove each answer before it is shown: a certificate for 'satoku verify' in this
    /// folder, in FOLDER/1, FOLDER/2 … if there are several puzzles, by their place in
    /// the input
    #[arg(long, value_name = "FOLDER")]
    certify: Option<PathBuf>,
}

impl CertifyArgs {
    /// Whether there is a folder for them.
    pub fn is_wanted(&self) -> bool {
        self.certify.is_some()
    }
}

/// Certificates, each made before its answer is shown.
pub struct Certify<'a> {
    folder: Option<&'a Path>,
    time: &'a TimeArgs,
    /// Whether each puzzle has a folder of its own.
    several: bool,
    /// What was proven of the first, until it is known whether there are more.
    first: Option<String>,
    exit: Exit,
}

impl<'a> Certify<'a> {
    /// Sees that there is room for the folder, before anything is answered.
    pub fn new(args: &'a CertifyArgs, time: &'a TimeArgs) -> Result<Certify<'a>> {
        let folder = args.certify.as_deref();
        if let Some(folder) = folder {
            proof::require_free(folder).map_err(fault)?;
        }
        Ok(Certify {
            folder,
            time,
            several: false,
            first: None,
            exit: Exit::Answered,
        })
    }

    /// Proves what the answer to the puzzle of this number claims, from 1 among all
    /// that were read, and tells on stderr what that is; `None` if it claims nothing
    /// that a certificate can say. To be called before the answer is shown.
    ///
    /// # Errors
    /// If the answer is wrong.
    pub fn prove(
        &mut self,
        number: u64,
        record: &Record,
        goal: impl FnOnce() -> Result<Option<Goal>>,
    ) -> Result<()> {
        let Some(folder) = self.folder else {
            return Ok(());
        };
        session::check_interrupt()?;
        // A puzzle behind others that were left out is one of several, too.
        if number > 1 && !self.several {
            make_room(folder)?;
            self.several = true;
            self.tell_first(&folder.join("1"));
        }
        let place = match self.several {
            true => folder.join(number.to_string()),
            false => folder.to_owned(),
        };
        let goal = goal()?;
        let (proven, exit) = certificate(record, goal.as_ref(), &place, self.time)?;
        self.exit.raise(exit);
        match proven {
            Some(claim) if self.several => tell_proven(&place, &claim),
            proven => self.first = proven,
        }
        Ok(())
    }

    fn tell_first(&mut self, place: &Path) {
        if let Some(claim) = self.first.take() {
            tell_proven(place, &claim);
        }
    }

    /// The most serious outcome.
    pub fn finish(self) -> Exit {
        self.exit
    }
}

impl Drop for Certify<'_> {
    fn drop(&mut self) {
        if let Some(folder) = self.folder {
            self.tell_first(folder);
        }
    }
}

fn tell_proven(place: &Path, claim: &str) {
    tell(format_args!("{}: verified: {claim}", place.display()));
}

/// Makes a folder of certificates of what is the first of them, if there is one.
fn make_room(folder: &Path) -> Result<()> {
    let cannot = || format!("{}: cannot be made", folder.display());
    if std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        let folder = std::path::absolute(folder).with_context(cannot)?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let aside = folder.with_file_name(format!(".{name}.{}.first", std::process::id()));
        std::fs::rename(&folder, &aside).with_context(cannot)?;
        std::fs::create_dir(&folder).with_context(cannot)?;
        return std::fs::rename(&aside, folder.join("1")).with_context(cannot);
    }
    std::fs::create_dir_all(folder).with_context(cannot)
}

/// Makes a certificate; the claim if it holds.
fn certificate(
    record: &Record,
    goal: Option<&Goal>,
    folder: &Path,
    time: &TimeArgs,
) -> Result<(Option<String>, Exit)> {
    let place = || session::place(record);
    let Some(goal) = goal else {
        tell(format_args!(
            "{}: there is no certificate for this answer",
            place()
        ));
        return Ok((None, Exit::NoSolution));
    };
    let request = Request {
        puzzle: &record.puzzle,
        goal,
        folder,
        format: ProofFormat::default(),
        solver: None,
        limits: &session::limits(time),
        max_proof: proof::MAX_PROOF,
    };
    let outcome = proof::prove(&request).map_err(fault).with_context(place)?;
    session::check_interrupt()?;
    match outcome {
        Outcome::Proven(claim) => Ok((Some(claim), Exit::Answered)),
        Outcome::False(truth) => {
            let said = format!("{}: the answer is wrong: {truth}", place());
            Err(EngineFault(said).into())
        }
        Outcome::Unknown(reason) => {
            tell(format_args!("{}: no certificate: {reason}", place()));
            Ok((None, Exit::of_reason(&reason)))
        }
    }
}

/// The goal of proving what the best solution is worth.
pub fn best(objectives: &Objectives, puzzle: &Puzzle) -> Result<Goal> {
    Ok(Goal::Best {
        objective: objectives.of(puzzle.geometry())?,
        lowest: objectives.minimise,
    })
}

/// The program that is to write a proof.
pub fn solver(command: &str) -> Result<FileCommand> {
    let command = FileCommand::with_proof(command).context("--solver")?;
    match session::find_program(command.program()) {
        Some(_) => Ok(command),
        None => bail!(
            "--solver: there is no program '{}'; 'satoku solvers' lists those that were found",
            command.program()
        ),
    }
}

/// The error, with the exit code that it deserves.
pub fn fault(error: ProveError) -> anyhow::Error {
    match error {
        ProveError::Native(wrong) => wrong.into(),
        ProveError::Engine(why) | ProveError::Verify(VerifyError::Checker(why)) => {
            EngineFault(why).into()
        }
        other => other.into(),
    }
}
