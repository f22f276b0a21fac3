//! Making a certificate: find what is true, let a solver prove it, ask the verifier.

use super::MAX_SOLUTIONS;
use super::at_most::AtMost;
use super::bounded::BoundedDraft;
use super::certifiable::{Certifiable, Conclusion};
use super::files::{Draft, Grounds, write_formula};
#[cfg(feature = "process")]
use super::folder::{self, Target};
use super::hints;
use super::lrat::LratForm;
use super::manifest::Evidence;
use super::priced::SATOKU;
use super::request::{
    Assertion, Certificate, Certification, CertifyError, CertifyRequest, NotProven, ProofRequest,
    is_false, no_solution, unknown,
};
use super::solver::{ProofFormat, SolverAnswer};
use super::staging::{Rejected, Staging};
use crate::cnf::Formula;
use crate::cnf::verified::for_verifier;
use crate::cubes::Cube;
use crate::grid::Solution;
use crate::limits::Limits;
use crate::outcome::{End, Optimum, Reason};
use satoku_verify::error::ReadError;
use satoku_verify::file;
use satoku_verify::files::Memory;
use satoku_verify::proof::CheckResult;
use satoku_verify::verify::{self as verifier, Verdict};
use std::io::BufReader;

/// Finds what is true, lets a solver prove it, and asks the verifier about the certificate.
///
/// # Errors
/// [`CertifyError`].
pub fn in_memory<P: Certifiable>(
    request: &CertifyRequest<'_, P>,
) -> Result<Certification<Certificate>, CertifyError> {
    answered(draft(request).and_then(|draft| match draft {
        Drafted::Whole(draft, grounds) => finish_in_memory(&draft, &grounds, request.proof),
        Drafted::Parts(draft) => draft.in_memory(request.proof.within()),
    }))
}

/// Like [`in_memory`], but writes a folder, which gets its name only once the verifier has accepted
/// it. The claim as a sentence.
///
/// # Errors
/// [`CertifyError`]; there is no folder then.
#[cfg(feature = "process")]
pub fn certify<P: Certifiable>(
    request: &CertifyRequest<'_, P>,
    target: Target<'_>,
) -> Result<Certification, CertifyError> {
    super::require_free(target.folder)?;
    answered(draft(request).and_then(|draft| match draft {
        Drafted::Whole(draft, grounds) => finish_on_disk(&draft, &grounds, request.proof, target),
        Drafted::Parts(draft) => draft.on_disk(request.proof.within(), target),
    }))
}

/// The answer, whether something was proven or not.
pub fn answered<T>(proven: Result<T, NotProven>) -> Result<Certification<T>, CertifyError> {
    match proven {
        Ok(proven) => Ok(Certification::Proven(proven)),
        Err(NotProven::Answered(Certification::False(truth))) => Ok(Certification::False(truth)),
        Err(NotProven::Answered(Certification::Unknown(reason))) => {
            Ok(Certification::Unknown(reason))
        }
        Err(NotProven::Answered(Certification::Proven(never))) => match never {},
        Err(NotProven::Failed(error)) => Err(error),
    }
}

/// A certificate without its proof.
enum Drafted<'p, P: Certifiable> {
    /// One proof, of which nothing is there, or prices.
    Whole(Box<Draft>, Grounds),
    /// Cubes with their prices.
    Parts(Box<BoundedDraft<'p, P>>),
}

/// Finds what is true; the certificate without its proof.
fn draft<'p, P: Certifiable>(request: &CertifyRequest<'p, P>) -> Result<Drafted<'p, P>, NotProven> {
    let puzzle = request.puzzle;
    require_fit(puzzle, request.assertion)?;
    puzzle.admit(request)?;
    let conclusion = conclude(request)?;
    if let Some((draft, grounds)) = puzzle.priced(request, &conclusion)? {
        return Ok(Drafted::Whole(Box::new(draft), grounds));
    }
    let formula = match puzzle.negation(&conclusion, request.proof.limits) {
        Err(NotProven::Answered(Certification::Unknown(Reason::TooManySums)))
            if request.proof.format == ProofFormat::Auto =>
        {
            return in_parts(request, conclusion);
        }
        formula => formula?,
    };
    let draft = puzzle.draft(&conclusion, None)?;
    Ok(Drafted::Whole(Box::new(draft), Grounds::Formula(formula)))
}

/// Catches mistakes of the caller before they look like faults of the solver.
///
/// # Errors
/// [`CertifyError::Assertion`].
fn require_fit<P: Certifiable>(
    puzzle: &P,
    assertion: &Assertion<P::Objective>,
) -> Result<(), CertifyError> {
    let (objective, solution) = match assertion {
        Assertion::Solutions(_) => return Ok(()),
        Assertion::Best(objective) => (objective, None),
        Assertion::AtMost {
            objective,
            solution,
            ..
        } => (objective, Some(solution)),
    };
    let fits = puzzle.fits(objective.plain());
    fits.map_err(CertifyError::Assertion)?;
    let checked = solution.map_or(Ok(()), |solution| puzzle.check(solution));
    checked.map_err(|flaw| CertifyError::Assertion(flaw.to_string()))
}

/// The certificate by cubes that prices bound.
fn in_parts<'p, P: Certifiable>(
    request: &CertifyRequest<'p, P>,
    conclusion: Conclusion<P::Objective>,
) -> Result<Drafted<'p, P>, NotProven> {
    let whole = [Cube::default()];
    match BoundedDraft::new(request.puzzle, conclusion, &whole, request.proof.limits)? {
        Some(draft) => Ok(Drafted::Parts(Box::new(draft))),
        None => unknown(Reason::TooManySums),
    }
}

/// What is true of the puzzle, if it is what is asserted.
fn conclude<P: Certifiable>(
    request: &CertifyRequest<'_, P>,
) -> Result<Conclusion<P::Objective>, NotProven> {
    let (puzzle, limits) = (request.puzzle, request.proof.limits);
    Ok(match request.assertion {
        Assertion::Solutions(count) => Conclusion::All(all_solutions(puzzle, *count, limits)?),
        Assertion::Best(objective) => Conclusion::Best {
            solution: match puzzle.find_best(objective.to_maximise(), limits)? {
                Optimum::Optimal { solution, .. } => solution,
                Optimum::Unsatisfiable => return no_solution(),
                Optimum::Feasible { reason, .. } | Optimum::Unknown(reason) => {
                    return unknown(reason);
                }
            },
            objective: objective.clone(),
        },
        Assertion::AtMost {
            objective,
            solution,
            ..
        } => Conclusion::AtMost {
            solution: solution.clone(),
            objective: objective.clone(),
        },
    })
}

/// All solutions, if there are that many.
fn all_solutions<P: Certifiable>(
    puzzle: &P,
    count: u64,
    limits: &Limits,
) -> Result<Vec<Solution>, NotProven> {
    if count > MAX_SOLUTIONS {
        return Err(CertifyError::Solutions(count).into());
    }
    let (solutions, end) = puzzle.find_solutions(count + 1, limits)?;
    let found = solutions.len() as u64;
    match end {
        _ if found > count && count == 0 => is_false("the puzzle has a solution".into()),
        _ if found > count => is_false(format!("the puzzle has more than {}", words(count))),
        End::Stopped(reason) => unknown(reason),
        _ if found < count => is_false(format!("the puzzle has {}", words(found))),
        _ => Ok(solutions),
    }
}

fn words(count: u64) -> String {
    match count {
        0 => "no solution".into(),
        1 => "one solution".into(),
        _ => format!("{count} solutions"),
    }
}

/// Makes the certificate in memory.
fn finish_in_memory(
    draft: &Draft,
    grounds: &Grounds,
    request: ProofRequest<'_>,
) -> Result<Certificate, NotProven> {
    let mut files = Memory::default();
    let (claim, _) = complete(draft, grounds, request, &mut files)?;
    Ok(Certificate { claim, files })
}

/// Makes the certificate in a folder or an archive; its claim.
#[cfg(feature = "process")]
fn finish_on_disk(
    draft: &Draft,
    grounds: &Grounds,
    request: ProofRequest<'_>,
    target: Target<'_>,
) -> Result<String, NotProven> {
    folder::in_place(target, |staging| complete(draft, grounds, request, staging))
}

/// Lets a solver refute the formula, writes all files, and asks the verifier about them; the
/// claim, and the names of the files.
fn complete(
    draft: &Draft,
    grounds: &Grounds,
    request: ProofRequest<'_>,
    staging: &mut dyn Staging,
) -> Result<(String, Vec<String>), NotProven> {
    let proofs = |evidence: Evidence| vec![file::FORMULA.to_owned(), evidence.file().to_owned()];
    let (solver, evidence, proofs) = match grounds {
        Grounds::Prices => (SATOKU.to_owned(), Evidence::Prices, Vec::new()),
        Grounds::Refutation(formula, proof) => {
            write_formula(formula, staging)?;
            staging.write(file::DRAT, &mut |output| output.write_all(proof))?;
            (SATOKU.to_owned(), Evidence::Drat, proofs(Evidence::Drat))
        }
        Grounds::Formula(formula) => {
            write_formula(formula, staging)?;
            let solver = refute(request, formula, staging)?;
            let evidence = request.format.evidence();
            (solver, evidence, proofs(evidence))
        }
    };
    let names = draft.write_texts(staging, &solver, evidence, None, proofs)?;
    Ok((verified(staging, &solver, request.limits)?, names))
}

/// Asks the verifier about a certificate with proofs by this solver; its claim.
pub fn verified(staging: &dyn Staging, solver: &str, limits: &Limits) -> Result<String, NotProven> {
    let stop = || limits.exceeded().is_some();
    match verifier::certificate(&*staging.files(), &stop, &mut |_| {})? {
        Verdict::Verified(proven) => Ok(proven.claim),
        Verdict::TooLarge(why) => unknown(Reason::Engine(why)),
        Verdict::Stopped => unknown(limits.reason()),
        Verdict::Rejected(why) => {
            let error = match staging.keep_rejected() {
                None => {
                    let why = format!("the certificate of {solver} was rejected: {why}");
                    CertifyError::Engine(why)
                }
                kept => Rejected::error(kept, solver, &why),
            };
            Err(error.into())
        }
    }
}

/// Lets a solver refute the formula, which was written; the solver's name.
fn refute(
    request: ProofRequest<'_>,
    formula: &Formula,
    staging: &mut dyn Staging,
) -> Result<String, NotProven> {
    let (answer, solver) = staging.refute(formula, request.format, request.within())?;
    let fault = |why: String| Err(CertifyError::Engine(why).into());
    match answer {
        SolverAnswer::Unsatisfiable => {}
        SolverAnswer::Unknown(Reason::Engine(why)) => return fault(why),
        SolverAnswer::Unknown(reason) => return unknown(reason),
        SolverAnswer::Satisfiable => {
            return fault(format!(
                "{solver} finds a model of the formula that native search says has none"
            ));
        }
    }
    if request.format.evidence() == Evidence::Drat {
        return Ok(solver);
    }
    match add_hints(request, formula, staging)? {
        CheckResult::Refuted(_) => Ok(solver),
        CheckResult::TooLarge(why) => unknown(Reason::Engine(why)),
        CheckResult::Stopped => unknown(request.limits.reason()),
        CheckResult::Flawed(why) => {
            Err(Rejected::error(staging.keep_rejected(), &solver, &why).into())
        }
    }
}

/// Converts the proof from DRAT to LRAT.
fn add_hints(
    request: ProofRequest<'_>,
    formula: &Formula,
    staging: &mut dyn Staging,
) -> Result<CheckResult, NotProven> {
    let stop = || request.limits.exceeded().is_some();
    let formula = for_verifier(formula);
    let (checked, lemmas) = {
        let files = staging.files();
        let place = files.place().join(file::DRAT);
        let input = files.open(file::DRAT);
        let input = input.map_err(|error| CertifyError::io(&place, error))?;
        let needed = hints::needed(&formula, BufReader::new(input), &stop);
        needed.map_err(|error| match error {
            ReadError::Io(source) => CertifyError::io(&place, source),
            wrong => CertifyError::Engine(format!("the solver wrote no proof: {wrong}")),
        })?
    };
    let form = match request.format {
        ProofFormat::BinaryLrat => LratForm::Binary,
        _ => LratForm::Text,
    };
    let mut lemmas = Some(lemmas);
    let mut is_too_large = false;
    if let CheckResult::Refuted(_) = checked {
        let written = staging.write(file::LRAT, &mut |output| {
            let Some(lemmas) = lemmas.take() else {
                return Ok(());
            };
            let mut output = AtMost::new(output, request.max_proof);
            let written = lemmas.write(formula.len(), &mut output, form);
            is_too_large = output.is_exceeded();
            written
        });
        if is_too_large {
            return unknown(Reason::ProofSize(request.max_proof));
        }
        written?;
        staging.remove(file::DRAT)?;
    }
    Ok(checked)
}
