//! Verifying a certificate, step by step. Nothing in it is trusted.

use crate::claim::Claim;
pub use crate::cubes::{Part, Parts};
use crate::files::Files;
use crate::formula::Formula;
use crate::manifest::{Evidence, Manifest};
use crate::objective::Objective;
use crate::prices::{Pricing, Subject};
use crate::proof::StopCheck;
pub use crate::refutation::{Open, OpenProof, Refutation};
use crate::rules::{self, Shape};
use crate::words::counted;
use crate::{claim, contents, counter, escape, file, refutation, variant};
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The verdict on a certificate or a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It proves this.
    Verified(Proven),
    /// It proves nothing, for this reason.
    Rejected(String),
    /// It may prove what it claims, but a proof does not fit in memory.
    TooLarge(String),
    /// The check was stopped.
    Stopped,
}

/// What was proven, and about what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    /// The claim, a sentence.
    pub claim: String,
    /// The puzzle, if a certificate was verified.
    pub puzzle: Option<String>,
    /// The weights or values, if the claim is about a score.
    pub objective: Option<String>,
}

/// A check that was passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passed {
    /// The file.
    pub file: &'static str,
    /// What was found.
    pub found: String,
}

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// Not the folder of a certificate.
    #[error(
        "{}: is not a certificate: {why}; 'satoku prove' writes one",
        escape::path(folder)
    )]
    NoCertificate {
        /// The folder.
        folder: PathBuf,
        /// What is missing.
        why: String,
    },
    /// A formula that is not a certificate's, and not DIMACS.
    #[error("{0}")]
    Formula(String),
    /// A file that cannot be read.
    #[error("{}: cannot be read: {source}", escape::path(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

/// Why verification ends early.
#[derive(Debug)]
pub enum Stop {
    /// The certificate, or the proof, is wrong.
    Rejected(String),
    /// A proof does not fit in memory.
    TooLarge(String),
    /// The check was stopped.
    Stopped,
    /// There is no verdict.
    Failed(VerifyError),
}

/// Called with each check that is passed.
pub type Report<'r> = dyn FnMut(Passed) + 'r;

/// Verifies a certificate.
///
/// # Errors
/// [`VerifyError`] if it cannot be read.
pub fn certificate(
    files: &dyn Files,
    stop: &StopCheck<'_>,
    report: &mut Report<'_>,
) -> Result<Verdict, VerifyError> {
    verdict(
        check_files(files, stop, report).and_then(|(proven, parts)| {
            for part in parts {
                report(match part {
                    Part::Refutation(part) => part.check(part.open(stop)?, stop)?,
                    Part::Pricing(_) if stop() => return Err(Stop::Stopped),
                    Part::Pricing(part) => part.check()?,
                });
            }
            Ok(proven)
        }),
    )
}

/// Checks that a proof refutes a formula.
///
/// # Errors
/// [`VerifyError`] if the files cannot be read.
pub fn refutation(
    cnf: &Path,
    proof: &Path,
    stop: &StopCheck<'_>,
    report: &mut Report<'_>,
) -> Result<Verdict, VerifyError> {
    verdict(
        Refutation::of(cnf, proof, stop).and_then(|(proven, refutation)| {
            report(refutation.check(refutation.open(stop)?, stop)?);
            Ok(proven)
        }),
    )
}

/// The verdict on what was checked.
///
/// # Errors
/// [`VerifyError`] if there is none.
pub fn verdict(checked: Result<Proven, Stop>) -> Result<Verdict, VerifyError> {
    match checked {
        Ok(proven) => Ok(Verdict::Verified(proven)),
        Err(Stop::Rejected(why)) => Ok(Verdict::Rejected(why)),
        Err(Stop::TooLarge(why)) => Ok(Verdict::TooLarge(why)),
        Err(Stop::Stopped) => Ok(Verdict::Stopped),
        Err(Stop::Failed(error)) => Err(error),
    }
}

pub(crate) fn rejected<T>(name: &str, why: impl Display) -> Result<T, Stop> {
    Err(Stop::Rejected(format!("{name}: {why}")))
}

/// Checks all of a certificate but its proof; what it claims, and the parts of the proof,
/// all of which are still to be checked.
///
/// # Errors
/// [`Stop`] if it is wrong, cannot be read, or `stop` said so.
pub fn check_files<'f>(
    files: &'f dyn Files,
    stop: &StopCheck<'_>,
    report: &mut Report<'_>,
) -> Result<(Proven, Parts<'f>), Stop> {
    let mut report = |file, found| report(Passed { file, found });
    let manifest = contents::manifest(files)?;
    let in_manifest = |why: String| Stop::Rejected(format!("{}: {why}", file::MANIFEST));
    let claim = manifest.claim().map_err(in_manifest)?;
    let shape = match &manifest.shape {
        Some(text) => Some(text.parse::<Shape>().map_err(in_manifest)?),
        None => None,
    };
    contents::measure(files, &manifest, claim, stop)?;
    let count = manifest.files.len();
    let found = format!("{count} files have the sizes and SHA-256 sums that it lists");
    report(file::MANIFEST, found);

    let puzzle = shape.map_or(file::PUZZLE_JSON.to_owned(), claim::classic);
    let sentence = claim.sentence(&puzzle);
    contents::sentence(files, &sentence)?;
    report(file::CLAIM, "says what the manifest says".into());

    let content = match shape {
        Some(shape) => classic(files, shape, claim, &manifest, &mut report)?,
        None => variant::certificate(files, claim, stop, &mut report)?,
    };
    let formula = match manifest.has_formula() {
        true => formula(files, &content.formula, manifest.proof, stop, &mut report)?,
        false => Formula::default(),
    };
    let proven = Proven {
        claim: sentence,
        puzzle: Some(content.puzzle),
        objective: content.objective,
    };
    let cubes = match manifest.cubes {
        Some(count) => Some(contents::cubes(files, count, formula.variables)?),
        None => None,
    };
    let parts = Parts {
        formula,
        files,
        system: manifest.proof.system(),
        cubes,
        subject: content.subject,
        priced: manifest.priced(),
        taken: 0,
    };
    Ok((proven, parts))
}

/// The formula in the files, which must be this one.
fn formula(
    files: &dyn Files,
    expected: &Formula,
    proof: Evidence,
    stop: &StopCheck<'_>,
    report: &mut dyn FnMut(&'static str, String),
) -> Result<Formula, Stop> {
    let formula = read_expected(files, expected, stop)?;
    let what = match proof {
        Evidence::Prices => "of the rules and the givens",
        _ => "that say the claim is false",
    };
    let count = formula.len();
    report(
        file::FORMULA,
        format!("its {count} clauses are those {what}"),
    );
    Ok(formula)
}

/// What the files of a certificate say.
pub(crate) struct Content {
    /// The puzzle in a line.
    pub puzzle: String,
    /// The objective in a line.
    pub objective: Option<String>,
    /// The formula that `formula.cnf` must be, if there is one.
    pub formula: Formula,
    /// For prices.
    pub subject: Option<Rc<Subject>>,
}

/// Checks the puzzle, the solutions and the objective of a classic puzzle.
fn classic(
    files: &dyn Files,
    shape: Shape,
    claim: Claim,
    manifest: &Manifest,
    report: &mut dyn FnMut(&'static str, String),
) -> Result<Content, Stop> {
    let (givens, puzzle) = contents::puzzle(files, shape)?;
    let count = givens.iter().filter(|given| **given > 0).count();
    let found = format!("boxes of {shape} cells, {}", counted(count as u64, "given"));
    report(file::PUZZLE, found);

    let solutions = contents::solutions(files, shape, &givens, claim)?;
    let found = contents::shown(&solutions, "the rules and the givens");
    report(file::SOLUTIONS, found);

    let mut objective = None;
    if let (Some(score), [best]) = (claim.score(), &solutions[..]) {
        objective = Some(contents::objective(files, shape, claim, score, best)?);
        let found = format!("the reduction adds up, and the grid scores {score}");
        report(file::OBJECTIVE, found);
    }
    let about = objective.clone().zip(claim.bound());
    let subject = about.map(|(objective, claimed)| {
        let givens = givens.clone();
        Rc::new(Subject {
            shape,
            givens,
            objective,
            claimed,
        })
    });
    let formula = match manifest.proof {
        _ if !manifest.has_formula() => Formula::default(),
        // Prices bound the scores of all cubes; what is left to refute is in no cube.
        Evidence::Prices => rules::rules(shape, &givens),
        _ if manifest.excludes() => {
            let mut formula = rules::rules(shape, &givens);
            if let Some(subject) = &subject {
                let found = Pricing::of_all(files, subject).exclude(&mut formula)?;
                report(file::PRICES, found);
            }
            formula
        }
        _ => negation(shape, &givens, &solutions, objective.as_ref())?,
    };
    Ok(Content {
        puzzle,
        objective: objective.as_ref().map(Objective::summary),
        formula,
        subject,
    })
}

/// The formula of a certificate, which must be the expected one and nothing else.
fn read_expected(
    files: &dyn Files,
    expected: &Formula,
    stop: &StopCheck<'_>,
) -> Result<Formula, Stop> {
    let path = files.place().join(file::FORMULA);
    let opened = files.open(file::FORMULA);
    let read = refutation::read_formula(&path, opened, Some(expected), stop)?;
    if let Some(difference) = read.formula.difference(expected) {
        return rejected(file::FORMULA, difference);
    }
    if let Some((line, text)) = read.remark {
        let found = escape::quoted(&text, contents::MAX_LINE);
        let why = format!("found {found} on line {line}, expected nothing but clauses");
        return rejected(file::FORMULA, why);
    }
    Ok(read.formula)
}

/// The formula that says the claim is false: there is another solution than the shown
/// ones, or, with an objective, a better one than the shown one.
fn negation(
    shape: Shape,
    givens: &[usize],
    solutions: &[Vec<usize>],
    objective: Option<&Objective>,
) -> Result<Formula, Stop> {
    let mut formula = rules::rules(shape, givens);
    for solution in solutions {
        let Some(objective) = objective else {
            rules::exclude(shape, givens, solution, &mut formula);
            continue;
        };
        let gain = |cell, digit| objective.gain(cell, digit);
        let added = counter::require_better(shape, givens, solution, &mut formula, gain);
        added.or_else(|why| rejected(file::OBJECTIVE, format!("needs {why}")))?;
    }
    Ok(formula)
}
