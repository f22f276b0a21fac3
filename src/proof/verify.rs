//! Verifying a certificate. Nothing in it is trusted but the sentence that it
//! ends up proving.

use super::case::Case;
use super::contents;
use super::counter::Question;
use super::external::Checker;
use super::file;
use super::rules::{self, Clauses, Difference, Shape};
use super::worth::Worth;
use crate::cnf::Formula;
use crate::cnf::dimacs;
use crate::escape;
use crate::limits::Limits;
use crate::outcome::Reason;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

/// What a certificate, or a proof, was found to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It proves this.
    Verified(Proven),
    /// It proves nothing, for this reason.
    Rejected(String),
    /// A limit was reached.
    Unknown(Reason),
}

/// What was proven, with all that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    /// The claim, a sentence.
    pub claim: String,
    /// The puzzle, where a certificate proves something about one.
    pub puzzle: Option<String>,
    /// What scores are made of, where the claim is about one.
    pub objective: Option<String>,
}

/// One thing that was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passed {
    /// The file.
    pub what: &'static str,
    /// Who checked it.
    pub by: String,
    /// What was found.
    pub found: String,
}

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// No folder of a certificate.
    #[error(
        "{}: is no certificate: {why}; 'satoku prove' writes one",
        escape::path(folder)
    )]
    NoCertificate {
        /// The folder.
        folder: PathBuf,
        /// What is missing.
        why: String,
    },
    /// A formula that cannot be read.
    #[error("{0}")]
    Formula(String),
    /// A file that cannot be read.
    #[error("{}: cannot be read: {source}", escape::path(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A checker for other proofs.
    #[error(
        "--checker {0}: it reads DRAT, and the proof is LRAT; ask cake_lpr, lrat-check or lrat-trim"
    )]
    Unfit(String),
    /// A checker that does not work.
    #[error("{0}")]
    Checker(String),
}

/// Why verification ends early.
pub(super) enum Stop {
    /// The certificate is wrong.
    Rejected(String),
    /// A limit was reached.
    Unknown(Reason),
    /// There is no verdict.
    Failed(VerifyError),
}

/// A part of the verification.
pub(super) type Step<T> = Result<T, Stop>;

/// Who checks what is checked here.
const US: &str = "satoku";

/// Told of each thing that passed.
pub type Report<'r> = dyn FnMut(Passed) + 'r;

/// Verifies a certificate, by these checkers, too.
///
/// # Errors
/// [`VerifyError`] if it cannot be read, or if a checker fails.
pub fn folder(
    folder: &Path,
    checkers: &[Checker],
    limits: &Limits,
    report: &mut Report<'_>,
) -> Result<Verdict, VerifyError> {
    verdict(certificate(folder, checkers, limits, report))
}

/// Checks that a proof refutes a formula, by these checkers, too.
///
/// # Errors
/// [`VerifyError`] if the files cannot be read, or if a checker fails.
pub fn refutation(
    cnf: &Path,
    proof: &Path,
    checkers: &[Checker],
    limits: &Limits,
    report: &mut Report<'_>,
) -> Result<Verdict, VerifyError> {
    let formula = match read_formula(cnf)? {
        Ok(formula) => formula,
        Err(error) => return Err(VerifyError::Formula(error)),
    };
    let case = Case {
        formula: &formula,
        cnf,
        proof,
        system: None,
        limits,
    };
    let checked = case.prove(checkers, report);
    verdict(checked.map(|()| Proven {
        claim: format!("{} has no model.", escape::path(cnf)),
        puzzle: None,
        objective: None,
    }))
}

fn verdict(step: Step<Proven>) -> Result<Verdict, VerifyError> {
    match step {
        Ok(proven) => Ok(Verdict::Verified(proven)),
        Err(Stop::Rejected(why)) => Ok(Verdict::Rejected(why)),
        Err(Stop::Unknown(reason)) => Ok(Verdict::Unknown(reason)),
        Err(Stop::Failed(error)) => Err(error),
    }
}

/// What is wrong with a file.
pub(super) fn rejected<T>(name: &str, why: impl std::fmt::Display) -> Step<T> {
    Err(Stop::Rejected(format!("{name}: {why}")))
}

pub(super) fn passed(what: &'static str, found: String) -> Passed {
    let by = US.to_owned();
    Passed { what, by, found }
}

fn certificate(
    folder: &Path,
    checkers: &[Checker],
    limits: &Limits,
    report: &mut Report<'_>,
) -> Step<Proven> {
    let manifest = contents::manifest(folder)?;
    let claim = manifest
        .claim()
        .or_else(|why| rejected(file::MANIFEST, why))?;
    let shape = manifest.shape.parse::<Shape>();
    let shape = shape.or_else(|why| rejected(file::MANIFEST, why))?;
    let count = contents::measure(folder, &manifest, claim)?;
    let found = format!("{count} files have the sizes and SHA-256 that it says");
    report(passed(file::MANIFEST, found));

    let sentence = claim.sentence(shape);
    if contents::text(folder, file::CLAIM)? != format!("{sentence}\n") {
        let why = format!("expected '{sentence}' and the end of the line, and nothing else");
        return rejected(file::CLAIM, why);
    }
    report(passed(file::CLAIM, "says what the manifest says".into()));

    let (givens, puzzle) = contents::puzzle(folder, shape)?;
    let count = givens.iter().filter(|given| **given > 0).count();
    let found = format!("boxes of {shape} cells, {count} givens");
    report(passed(file::PUZZLE, found));
    let solutions = contents::solutions(folder, shape, &givens, claim)?;
    let found = match solutions.len() {
        0 => "no grid, as claimed".to_owned(),
        1 => "1 grid keeps the rules and the givens".to_owned(),
        count => format!("{count} grids, all different, keep the rules and the givens"),
    };
    report(passed(file::SOLUTIONS, found));

    let mut objective = None;
    let expected = match (claim.score(), &solutions[..]) {
        (Some(score), [best]) => {
            let worth = contents::worth(folder, shape, claim, score, best)?;
            let found = format!("the reduction adds up, and the grid is worth {score}");
            report(passed(file::OBJECTIVE, found));
            objective = Some(worth.summary());
            better(shape, &givens, best, &worth)?
        }
        _ => another(shape, &givens, &solutions),
    };
    let cnf = folder.join(file::FORMULA);
    let formula = read_formula(&cnf).map_err(Stop::Failed)?;
    let formula = formula.map_err(Stop::Rejected)?;
    let clauses = same(&formula, expected)?;
    contents::formula_is_bare(folder)?;
    let found = format!("its {clauses} clauses are those that say the claim is false");
    report(passed(file::FORMULA, found));
    let case = Case {
        formula: &formula,
        cnf: &cnf,
        proof: &folder.join(manifest.proof.file()),
        system: Some(manifest.proof),
        limits,
    };
    case.prove(checkers, report)?;
    Ok(Proven {
        claim: sentence,
        puzzle: Some(puzzle),
        objective,
    })
}

/// The formula that says there is another solution, and its variables.
fn another(shape: Shape, givens: &[usize], solutions: &[Vec<usize>]) -> (Clauses, i32) {
    let mut clauses = rules::rules(shape, givens);
    for solution in solutions {
        rules::exclude(shape, givens, solution, &mut clauses);
    }
    let last = shape.side - 1;
    (clauses, shape.variable(last, last, shape.side))
}

/// The formula that says there is a better solution, and its variables.
fn better(shape: Shape, givens: &[usize], best: &[usize], worth: &Worth) -> Step<(Clauses, i32)> {
    let mut clauses = rules::rules(shape, givens);
    let question = Question {
        shape,
        givens,
        solution: best,
    };
    let gain = |place, digit| worth.gain(place, digit);
    let variables = question.write(gain, &mut clauses);
    let variables = variables.or_else(|why| rejected(file::OBJECTIVE, format!("needs {why}")))?;
    Ok((clauses, variables))
}

/// Demands that the formula is the one expected; its number of clauses.
fn same(formula: &Formula, (expected, variables): (Clauses, i32)) -> Step<usize> {
    let mut found = Clauses::default();
    for clause in formula.clauses() {
        found.push(clause.iter().map(|lit| lit.dimacs()));
    }
    let words = |clause: Vec<i32>| -> String {
        let literals = clause.iter().map(|literal| format!("{literal} "));
        literals.chain(["0".to_owned()]).collect()
    };
    match found.difference(&expected) {
        Some(Difference::Missing(clause)) => rejected(
            file::FORMULA,
            format!("lacks the clause '{}'", words(clause)),
        ),
        Some(Difference::Extra(clause)) => rejected(
            file::FORMULA,
            format!(
                "has the clause '{}', which does not belong there",
                words(clause)
            ),
        ),
        None if formula.variables() != variables as usize => {
            let found = formula.variables();
            rejected(
                file::FORMULA,
                format!("has {found} variables, expected {variables}"),
            )
        }
        None => Ok(expected.len()),
    }
}

/// Reads a formula; inside, what is wrong with its text.
fn read_formula(path: &Path) -> Result<Result<Formula, String>, VerifyError> {
    let io = |source| {
        let path = path.to_owned();
        VerifyError::Io { path, source }
    };
    let input = BufReader::new(File::open(path).map_err(io)?);
    match dimacs::read(input) {
        Ok(cnf) => Ok(Ok(cnf.formula)),
        Err(dimacs::DimacsError::Io(source)) if source.kind() != io::ErrorKind::InvalidData => {
            Err(io(source))
        }
        Err(error) => Ok(Err(located(path, error.line(), &error))),
    }
}

pub(super) fn located(path: &Path, line: Option<u64>, error: &dyn std::fmt::Display) -> String {
    match line {
        Some(line) => format!("{}:{line}: {error}", escape::path(path)),
        None => format!("{}: {error}", escape::path(path)),
    }
}
