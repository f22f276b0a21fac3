//! Certificates of the answers of other verbs, by `--certify`.

use super::exit::{EngineFault, Exit};
use super::objective::Objectives;
use super::output::tell;
use super::session;
use crate::cli::args::TimeArgs;
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
    /// Prove each answer, too: a certificate for 'satoku verify' in this folder,
    /// in FOLDER/1, FOLDER/2 … if there are several puzzles, by their place in the
    /// input
    #[arg(long, value_name = "FOLDER")]
    certify: Option<PathBuf>,
}

impl CertifyArgs {
    /// Whether there is a folder for them.
    pub fn is_wanted(&self) -> bool {
        self.certify.is_some()
    }
}

/// An answer that waits for its certificate.
struct Waiting {
    /// The place of the puzzle among all that were read, from 1.
    number: u64,
    record: Record,
    goal: Option<Goal>,
}

/// Answers that wait for their certificates.
pub struct Certify<'a> {
    folder: Option<&'a Path>,
    time: &'a TimeArgs,
    waiting: Vec<Waiting>,
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
            waiting: Vec::new(),
        })
    }

    /// Remembers what the answer to the puzzle of this number claims; `None` if it claims nothing that a
    /// certificate can say.
    pub fn keep(
        &mut self,
        number: u64,
        record: &Record,
        goal: impl FnOnce() -> Result<Option<Goal>>,
    ) -> Result<()> {
        if self.folder.is_some() {
            self.waiting.push(Waiting {
                number,
                record: record.clone(),
                goal: goal()?,
            });
        }
        Ok(())
    }

    /// Makes the certificates, and tells on stderr what they prove.
    pub fn finish(self) -> Result<Exit> {
        let mut exit = Exit::Answered;
        let Some(folder) = self.folder else {
            return Ok(exit);
        };
        // A puzzle behind others that were left out is one of several, too.
        let several = self.waiting.iter().any(|waiting| waiting.number > 1);
        if several {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("{}: cannot be made", folder.display()))?;
        }
        for waiting in &self.waiting {
            session::check_interrupt()?;
            let place = match several {
                true => folder.join(waiting.number.to_string()),
                false => folder.to_owned(),
            };
            let goal = waiting.goal.as_ref();
            exit.raise(certificate(&waiting.record, goal, &place, self.time)?);
        }
        Ok(exit)
    }
}

fn certificate(
    record: &Record,
    goal: Option<&Goal>,
    folder: &Path,
    time: &TimeArgs,
) -> Result<Exit> {
    let place = || session::place(record);
    let Some(goal) = goal else {
        tell(format_args!(
            "{}: there is no certificate for this answer",
            place()
        ));
        return Ok(Exit::NoSolution);
    };
    let request = Request {
        puzzle: &record.puzzle,
        goal,
        folder,
        format: ProofFormat::default(),
        solver: None,
        budget: &session::budget(time),
    };
    let outcome = proof::prove(&request).map_err(fault).with_context(place)?;
    session::check_interrupt()?;
    match outcome {
        Outcome::Proven(claim) => {
            tell(format_args!("{}: verified: {claim}", folder.display()));
            Ok(Exit::Answered)
        }
        Outcome::False(truth) => {
            let said = format!("{}: the answer is wrong: {truth}", place());
            Err(EngineFault(said).into())
        }
        Outcome::Unknown(reason) => {
            tell(format_args!("{}: no certificate: {reason}", place()));
            Ok(Exit::of_reason(&reason))
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
    let Some(command) = FileCommand::parse(command) else {
        bail!("--solver: the command is empty, expected one such as 'cadical -q'");
    };
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
