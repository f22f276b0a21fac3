//! Checkers of proofs by other people.

use super::command::{FileCommand, missing};
use super::system::ProofSystem;
use super::verify::VerifyError;
use crate::child::CommandError;
use crate::child::Termination;
use crate::limits::Limits;
use crate::outcome::Reason;
use std::path::{Path, absolute};
use std::process::ExitStatus;

/// A checker that is a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checker {
    name: String,
    command: FileCommand,
    reads: Reads,
    /// How its verdict begins.
    verdict: &'static str,
    /// Whether somebody asked for it.
    wanted: bool,
}

/// What a checker reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    /// Whatever there is.
    Anything,
    /// DRAT.
    Drat,
    /// LRAT.
    Lrat,
    /// LRAT, but not as bytes.
    LratText,
}

/// A checker that is known by name.
struct Known {
    name: &'static str,
    reads: Reads,
    command: &'static str,
    verdict: &'static str,
}

/// drat-trim has a time limit of its own, which must not come first.
const KNOWN: [Known; 5] = [
    Known {
        name: "drat-trim",
        reads: Reads::Drat,
        command: "drat-trim {cnf} {proof} -t 2000000000",
        verdict: "s ",
    },
    Known {
        name: "rate",
        reads: Reads::Drat,
        command: "rate --skip-unit-deletions {cnf} {proof}",
        verdict: "s ",
    },
    Known {
        name: "cake_lpr",
        reads: Reads::Lrat,
        command: "cake_lpr {cnf} {proof}",
        verdict: "s ",
    },
    Known {
        name: "lrat-check",
        reads: Reads::LratText,
        command: "lrat-check {cnf} {proof}",
        verdict: "c ",
    },
    Known {
        name: "lrat-trim",
        reads: Reads::Lrat,
        command: "lrat-trim {cnf} {proof}",
        verdict: "s ",
    },
];

/// drat-trim guesses whether a proof is binary, and is told if it is.
const DRAT_TRIM: &str = "drat-trim";

/// What a checker says of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// It is one.
    Verified,
    /// It is none; the checker's words.
    Rejected(String),
    /// Not known.
    Unknown(Reason),
}

/// A proof as a checker is to see it.
#[derive(Clone, Copy, Debug)]
pub struct Exhibit<'p> {
    /// The formula.
    pub cnf: &'p Path,
    /// The proof.
    pub proof: &'p Path,
    /// Whether it is bytes.
    pub binary: bool,
}

impl Checker {
    /// The known checker of this name, or the command.
    ///
    /// # Errors
    /// [`CommandError`] if the command is empty, or if a quote is not closed.
    pub fn parse(text: &str) -> Result<Checker, CommandError> {
        let known = KNOWN.iter().find(|known| known.name == text.trim());
        let mut checker = match known {
            Some(known) => Checker::of(known)?,
            None => {
                let command = FileCommand::with_proof(text)?;
                Checker {
                    name: command.name(),
                    command,
                    reads: Reads::Anything,
                    verdict: "s ",
                    wanted: true,
                }
            }
        };
        checker.wanted = true;
        Ok(checker)
    }

    /// The known checkers, none of which is asked about a proof that it cannot read.
    pub fn known() -> impl Iterator<Item = Checker> {
        KNOWN.iter().filter_map(|known| Checker::of(known).ok())
    }

    fn of(known: &Known) -> Result<Checker, CommandError> {
        Ok(Checker {
            name: known.name.to_owned(),
            command: FileCommand::with_proof(known.command)?,
            reads: known.reads,
            verdict: known.verdict,
            wanted: false,
        })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program that it is.
    pub fn program(&self) -> &str {
        self.command.program()
    }

    /// What it reads.
    pub fn reads(&self) -> Reads {
        self.reads
    }

    /// Whether it can be asked about such a proof. LRAT can be made of DRAT, but not
    /// the other way round.
    ///
    /// # Errors
    /// [`VerifyError::Unfit`] if not, and if somebody asked for it.
    pub fn takes(&self, system: ProofSystem) -> Result<bool, VerifyError> {
        match (self.reads, system) {
            (Reads::Drat, ProofSystem::Lrat) if self.wanted => {
                Err(VerifyError::Unfit(self.name.clone()))
            }
            (Reads::Drat, ProofSystem::Lrat) => Ok(false),
            _ => Ok(true),
        }
    }

    /// Asks it. A checker accepts a proof by the line `s VERIFIED`, with or without
    /// more words behind it, and by the exit code 0 or that of a solver for a formula
    /// without a model, 20.
    ///
    /// # Errors
    /// [`VerifyError::Checker`] if it crashes, or says neither yes nor no, or both.
    pub fn ask(&self, exhibit: Exhibit<'_>, limits: &Limits) -> Result<Opinion, VerifyError> {
        let fault = |why: String| VerifyError::Checker(format!("{}: {why}", self.name));
        // What begins with a hyphen would be an option.
        let files = [exhibit.cnf, exhibit.proof].map(absolute);
        let [Ok(cnf), Ok(proof)] = files else {
            return Err(fault("its files have no absolute names".into()));
        };
        let files = [("{cnf}", &*cnf), ("{proof}", &*proof)];
        let command = match self.name == DRAT_TRIM && exhibit.binary {
            true => self.command.clone().with("-i"),
            false => self.command.clone(),
        };
        let ended = command.run(&files, Vec::new(), limits);
        let mut exited = match ended.map_err(|error| fault(format!("it cannot be run: {error}")))? {
            Termination::Stopped(reason) => return Ok(Opinion::Unknown(reason)),
            Termination::OutputTooLarge(why) => return Err(fault(why.to_string())),
            Termination::Exited(exited) => exited,
        };
        if let Some(file) = missing(&[&cnf, &proof]) {
            let why = format!("it removed {}, which it was given", file.display());
            return Err(fault(why));
        }
        let status = exited.status;
        let printed = exited.printed.text();
        let printed = printed.map_err(|error| fault(error.to_string()))?;
        match self.said(&printed) {
            Some(Said::No) => Ok(Opinion::Rejected(exited.printed.excerpt())),
            Some(Said::Yes) if self.is_yes(status, &printed) => Ok(Opinion::Verified),
            Some(Said::Yes) => Err(fault(format!(
                "it says VERIFIED, but ended with {status}, expected exit code 0"
            ))),
            None => Err(fault(format!(
                "it ended with {status} without a verdict and printed {}",
                exited.printed.excerpt()
            ))),
        }
    }

    /// The verdict; no if there are both.
    fn said(&self, printed: &str) -> Option<Said> {
        let lines = printed.lines();
        let verdicts = lines.filter_map(|line| line.trim().strip_prefix(self.verdict));
        let verdicts = verdicts.filter_map(|verdict| {
            let mut words = verdict.split_whitespace();
            match (words.next(), words.next()) {
                (Some("VERIFIED"), _) => Some(Said::Yes),
                (Some("NOT"), Some("VERIFIED")) => Some(Said::No),
                _ => None,
            }
        });
        verdicts.max()
    }

    /// Whether the exit code goes with a yes. drat-trim ends with 1 where the formula
    /// has the empty clause.
    fn is_yes(&self, status: ExitStatus, printed: &str) -> bool {
        let is_trivial = || {
            let mut lines = printed.lines();
            self.name == DRAT_TRIM && lines.any(|line| line.trim() == "c trivial UNSAT")
        };
        match status.code() {
            Some(0 | 20) => true,
            Some(1) => is_trivial(),
            _ => false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    Yes,
    No,
}
