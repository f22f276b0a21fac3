//! Third-party proof checkers: programs that read a formula and a proof.

use super::program::first_missing;
use super::verify::CheckError;
use crate::child::{CommandError, FileCommand, LONGEST_QUOTE, Termination};
use crate::escape;
use crate::limits::Limits;
use satoku_verify::proof::ProofSystem;
use std::path::{Path, absolute};
use std::process::ExitStatus;

/// A third-party proof checker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checker {
    name: String,
    command: FileCommand,
    reads: Reads,
    /// How the line of its verdict begins.
    prefix: &'static str,
    /// Whether the user asked for it.
    wanted: bool,
}

/// What a checker reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    Anything,
    Drat,
    Lrat,
    LratText,
}

/// Checkers that are known by name: what they read, their command, and how the line of
/// their verdict begins. drat-trim has a time limit of its own, which must not come first.
const KNOWN: [(&str, Reads, &str, &str); 5] = [
    (
        DRAT_TRIM,
        Reads::Drat,
        "drat-trim {cnf} {proof} -t 2000000000",
        "s ",
    ),
    (
        "rate",
        Reads::Drat,
        "rate --skip-unit-deletions {cnf} {proof}",
        "s ",
    ),
    ("cake_lpr", Reads::Lrat, "cake_lpr {cnf} {proof}", "s "),
    (
        "lrat-check",
        Reads::LratText,
        "lrat-check {cnf} {proof}",
        "c ",
    ),
    ("lrat-trim", Reads::Lrat, "lrat-trim {cnf} {proof}", "s "),
];

/// It guesses whether a proof is binary unless it is told.
const DRAT_TRIM: &str = "drat-trim";

/// The files of a check.
#[derive(Clone, Copy, Debug)]
pub struct CheckInput<'p> {
    /// The formula.
    pub cnf: &'p Path,
    /// The proof.
    pub proof: &'p Path,
    /// Whether the proof is binary.
    pub binary: bool,
}

/// What a checker says of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckerVerdict {
    /// It refutes the formula.
    Verified,
    /// It does not; what the checker printed.
    Rejected(String),
    /// The checker was stopped.
    Stopped,
}

/// What the output of a checker says of a proof. If it says both, the proof is not verified.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Statement {
    None,
    Verified,
    NotVerified,
}

impl Checker {
    /// The known checker of this name, or a command.
    ///
    /// # Errors
    /// [`CommandError`] if the text is no command.
    pub fn parse(text: &str) -> Result<Checker, CommandError> {
        if let Some(mut checker) = Checker::known().find(|known| known.name == text.trim()) {
            checker.wanted = true;
            return Ok(checker);
        }
        let command = FileCommand::with_proof(text)?;
        Ok(Checker {
            name: command.name(),
            command,
            reads: Reads::Anything,
            prefix: "s ",
            wanted: true,
        })
    }

    /// All known checkers. They are not asked about proofs that they cannot read.
    pub fn known() -> impl Iterator<Item = Checker> {
        KNOWN.iter().filter_map(|&(name, reads, command, prefix)| {
            Some(Checker {
                name: name.to_owned(),
                command: FileCommand::with_proof(command).ok()?,
                reads,
                prefix,
                wanted: false,
            })
        })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the user asked for it.
    pub fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Its program.
    pub fn program(&self) -> &str {
        self.command.program()
    }

    /// Whether it can be asked about such a proof. DRAT can be made LRAT, but not the
    /// other way round.
    ///
    /// # Errors
    /// [`CheckError::Unfit`] if not, and the user asked for it.
    pub(super) fn takes(&self, system: ProofSystem) -> Result<bool, CheckError> {
        match (self.reads, system) {
            (Reads::Drat, ProofSystem::Lrat) if self.wanted => {
                Err(CheckError::Unfit(self.name.clone()))
            }
            (Reads::Drat, ProofSystem::Lrat) => Ok(false),
            _ => Ok(true),
        }
    }

    /// Whether it reads such a proof as it is.
    pub(super) fn reads(&self, system: ProofSystem, binary: bool) -> bool {
        match self.reads {
            Reads::Anything | Reads::Drat => true,
            Reads::Lrat => system == ProofSystem::Lrat,
            Reads::LratText => system == ProofSystem::Lrat && !binary,
        }
    }

    /// Asks it. A checker accepts a proof by the line `s VERIFIED`, with or without more
    /// words, and by the exit code 0, or 20 as a solver.
    ///
    /// # Errors
    /// [`CheckError::Checker`] if it crashes, gives no verdict, or ends with another exit code
    /// after `VERIFIED`.
    pub(super) fn ask(
        &self,
        input: CheckInput<'_>,
        limits: &Limits,
    ) -> Result<CheckerVerdict, CheckError> {
        let fault = |why: String| CheckError::Checker(format!("{}: {why}", self.name));
        // A name that begins with a hyphen would be an option.
        let [Ok(cnf), Ok(proof)] = [input.cnf, input.proof].map(absolute) else {
            return Err(fault("its files have no absolute names".into()));
        };
        let files = [("{cnf}", &*cnf), ("{proof}", &*proof)];
        let mut command = self.command.clone();
        if self.name == DRAT_TRIM && input.binary {
            command = command.with("-i");
        }
        let ended = command.run(&files, Vec::new(), limits);
        let mut exited = match ended.map_err(|error| fault(format!("it cannot be run: {error}")))? {
            Termination::Stopped(_) => return Ok(CheckerVerdict::Stopped),
            Termination::OutputTooLarge(why) => return Err(fault(why.to_string())),
            Termination::Exited(exited) => exited,
        };
        if let Some(file) = first_missing(&[&cnf, &proof]) {
            let why = format!("it removed {}, which it was given", file.display());
            return Err(fault(why));
        }
        let status = exited.status;
        let printed = exited.printed.text();
        let printed = printed.map_err(|error| fault(error.to_string()))?;
        match self.statement(&printed) {
            Statement::NotVerified => Ok(CheckerVerdict::Rejected(self.refusal(&printed))),
            Statement::Verified if self.is_acceptance(status, &printed) => {
                Ok(CheckerVerdict::Verified)
            }
            Statement::Verified => Err(fault(format!(
                "it says VERIFIED, but ended with {}, expected exit code 0 or 20",
                exited.ending()
            ))),
            Statement::None => Err(fault(format!(
                "it ended with {} without a verdict and printed {}",
                exited.ending(),
                exited.printed.excerpt()
            ))),
        }
    }

    /// What its output says of the proof.
    fn statement(&self, printed: &str) -> Statement {
        let statements = printed.lines().map(|line| self.statement_of(line));
        statements.max().unwrap_or(Statement::None)
    }

    /// What a line of its output says of the proof.
    fn statement_of(&self, line: &str) -> Statement {
        let verdict = line.trim().strip_prefix(self.prefix).unwrap_or_default();
        let mut words = verdict.split_whitespace();
        match (words.next(), words.next()) {
            (Some("VERIFIED"), _) => Statement::Verified,
            (Some("NOT"), Some("VERIFIED")) => Statement::NotVerified,
            _ => Statement::None,
        }
    }

    /// The line of its output that rejects the proof, quoted.
    fn refusal(&self, printed: &str) -> String {
        let mut lines = printed.lines();
        let line = lines.find(|line| self.statement_of(line) == Statement::NotVerified);
        escape::quoted(line.unwrap_or_default().trim(), LONGEST_QUOTE)
    }

    /// Whether the exit code goes with [`Statement::Verified`]. drat-trim ends with 1 if the
    /// formula has the empty clause.
    fn is_acceptance(&self, status: ExitStatus, printed: &str) -> bool {
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn only_drat_trim_accepts_an_empty_clause_with_exit_code_1() {
        let exit = |code: i32| ExitStatus::from_raw(code << 8);
        let trivial = "c trivial UNSAT\ns VERIFIED\n";
        let [drat_trim, other] =
            [DRAT_TRIM, "rate {cnf} {proof}"].map(|text| Checker::parse(text).unwrap());
        for checker in [&drat_trim, &other] {
            assert!(checker.is_acceptance(exit(0), ""));
            assert!(checker.is_acceptance(exit(20), ""));
            assert!(!checker.is_acceptance(exit(1), "s VERIFIED\n"));
            assert!(!checker.is_acceptance(exit(2), trivial));
        }
        assert!(drat_trim.is_acceptance(exit(1), trivial));
        assert!(!other.is_acceptance(exit(1), trivial));
    }
}
