//! Verifying a certificate, step by step. Nothing in it is trusted.

use crate::claim::Claim;
use crate::contents::Content;
use crate::files::Files;
use crate::formula::Formula;
use crate::manifest::NO_PRICES;
use crate::objective::Objective;
use crate::parts::Proof;
pub use crate::parts::{Part, Parts};
use crate::prices::{Pricing, Subject};
use crate::proof::StopCheck;
pub use crate::refutation::{Open, OpenProof, Refutation};
use crate::rules::{self, Shape};
use crate::text::MAX_LINE;
use crate::verdict::rejected;
pub use crate::verdict::{Passed, Proven, Report, Stop, Verdict, VerifyError, verdict};
use crate::words::counted;
use crate::{claim, contents, counter, escape, file, refutation, variant};
use std::path::Path;
use std::rc::Rc;

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
    let proof = manifest.proof(claim).map_err(in_manifest)?;
    contents::measure(files, &manifest, claim, &proof, stop)?;
    let count = manifest.files.len();
    let found = format!("{count} files have the sizes and SHA-256 sums that it lists");
    report(file::MANIFEST, found);

    let puzzle = shape.map_or(file::PUZZLE_JSON.to_owned(), claim::classic);
    let sentence = claim.sentence(&puzzle);
    contents::sentence(files, &sentence)?;
    report(file::CLAIM, "says what the manifest says".into());

    let content = match shape {
        Some(shape) => classic(files, shape, claim, &proof, stop, &mut report)?,
        None => variant::certificate(files, claim, stop, &mut report)?,
    };
    let formula = match content.formula {
        Some(expected) => formula(files, &expected, &proof, stop, &mut report)?,
        None => Formula::default(),
    };
    let cubes = match proof.cubes() {
        Some(count) => contents::cubes(files, count, formula.variables)?,
        None => Vec::new(),
    };
    let parts = Parts::new(proof, files, formula, cubes, content.subject);
    let parts = parts.ok_or_else(|| in_manifest(NO_PRICES.into()))?;
    let proven = Proven {
        claim: sentence,
        puzzle: Some(content.puzzle),
        objective: content.objective,
    };
    Ok((proven, parts))
}

/// The formula in the files, which must be this one.
fn formula(
    files: &dyn Files,
    expected: &Formula,
    proof: &Proof,
    stop: &StopCheck<'_>,
    report: &mut dyn FnMut(&'static str, String),
) -> Result<Formula, Stop> {
    let formula = read_expected(files, expected, stop)?;
    let what = match proof {
        Proof::PricedCubes(_) => "of the rules and the givens",
        Proof::Refutation(_)
        | Proof::Prices
        | Proof::PricesThenRefutation(_)
        | Proof::Cubes { .. } => "that say the claim is false",
    };
    let count = formula.len();
    report(
        file::FORMULA,
        format!("its {count} clauses are those {what}"),
    );
    Ok(formula)
}

/// Checks the puzzle, the solutions and the objective of a classic puzzle.
fn classic(
    files: &dyn Files,
    shape: Shape,
    claim: Claim,
    proof: &Proof,
    stop: &StopCheck<'_>,
    report: &mut dyn FnMut(&'static str, String),
) -> Result<Content, Stop> {
    let (givens, puzzle) = contents::puzzle(files, shape)?;
    let count = givens.iter().filter(|given| **given > 0).count();
    let found = format!("boxes of {shape} cells, {}", counted(count as u64, "given"));
    report(file::PUZZLE, found);

    let solutions = contents::solutions(files, shape, &givens, claim, stop)?;
    let found = contents::shown(&solutions, "the rules and the givens");
    report(file::SOLUTIONS, found);

    let mut objective = None;
    if let (Some(score), [best]) = (claim.score(), &solutions[..]) {
        objective = Some(contents::objective(files, shape, claim, best)?);
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
    let formula = match proof {
        Proof::Prices => None,
        // Prices bound the scores of all cubes; what is left to refute is in no cube.
        Proof::PricedCubes(_) => Some(rules::rules(shape, &givens)),
        Proof::PricesThenRefutation(_) => {
            let mut formula = rules::rules(shape, &givens);
            if let Some(subject) = &subject {
                let found = Pricing::of_all(files, subject).exclude(&mut formula)?;
                report(file::PRICES, found);
            }
            Some(formula)
        }
        Proof::Refutation(_) | Proof::Cubes { .. } => {
            Some(negation(shape, &givens, &solutions, objective.as_ref())?)
        }
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
        let found = escape::quoted(&text, MAX_LINE);
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
