//! The certificate of what all cubes say together.

use super::proofs::ProofFolder;
use super::task::Task;
use crate::backend::Answer;
use crate::certify::{
    Certifiable, Certification, CertifyError, Conclusion, CubesDraft, KeptProofs, MAX_PROOF,
    PartsWork, ProofLimits, Target, bounded_on_disk,
};
use crate::cli::certify::{NO_CERTIFICATE, exit_unproven, fault, why_unproven};
use crate::cli::exit::{EngineFault, Exit, report, unless_interrupted};
use crate::cli::messages::warn;
use crate::cubes::{Combination, Cube, Split};
use crate::escape;
use crate::limits::Limits;
use crate::outcome::{End, Optimum, Reason};
use anyhow::Result;
use std::path::Path;

/// Makes the certificate in this folder, if the answer can be proven, and reports the claim
/// on stderr, or why there is no certificate.
///
/// # Errors
/// If the answer is wrong, or may be.
pub fn make<P>(
    task: &Task<'_, P>,
    all: &Combination<'_, P>,
    split: &Split,
    folder: &Path,
    limits: &Limits,
) -> Result<Exit>
where
    P: Certifiable,
    P::Objective: Sync,
{
    let Some(conclusion) = conclusion(task, all) else {
        warn(NO_CERTIFICATE);
        return Ok(Exit::Negative);
    };
    let parts = parts(task, split, limits);
    let folder_of_proofs = task.args.resume.as_deref().map(ProofFolder::beside);
    let kept: &dyn KeptProofs = match &folder_of_proofs {
        Some(folder) => folder,
        None => &(),
    };
    let work = PartsWork {
        jobs: task.args.jobs.count(),
        limits,
        max_proof: MAX_PROOF,
        kept,
    };
    let target = Target {
        folder,
        solver: None,
    };
    let made = match certify(&task.puzzle, conclusion, parts, &work, target) {
        Ok(made) => made,
        // The answer took long, and stands without its certificate.
        Err(error) if !error.casts_doubt() => return Ok(report(&fault(error))),
        Err(error) => return Err(fault(error)),
    };
    match made {
        Certification::Proven(claim) => {
            if let Some(proofs) = &folder_of_proofs {
                proofs.remove();
            }
            let place = escape::path(folder);
            warn(format_args!("{place}: verified: {claim}"));
            Ok(Exit::Answered)
        }
        Certification::False(truth) => {
            Err(EngineFault(format!("the answer is wrong: {truth}")).into())
        }
        Certification::Unknown(reason) => {
            let reason = unless_interrupted(reason)?;
            warn(format_args!("no certificate: {}", why_unproven(&reason)));
            Ok(exit_unproven(&reason))
        }
    }
}

/// Makes the certificate with a refutation of each part, or, where the sums of weights are too many
/// for clauses, with prices.
fn certify<P>(
    puzzle: &P,
    conclusion: Conclusion<P::Objective>,
    parts: Vec<Cube>,
    work: &PartsWork<'_>,
    target: Target<'_>,
) -> Result<Certification, CertifyError>
where
    P: Certifiable,
    P::Objective: Sync,
{
    let draft = CubesDraft::new(puzzle, conclusion.clone(), parts.clone(), work.limits)?;
    let made = match draft {
        Certification::Proven(draft) => draft.refute_all(work, target)?,
        Certification::False(truth) => Certification::False(truth),
        Certification::Unknown(reason) => Certification::Unknown(reason),
    };
    match made {
        Certification::Unknown(Reason::TooManySums) => {
            let costs = ProofLimits {
                limits: work.limits,
                most: work.max_proof,
            };
            bounded_on_disk(puzzle, conclusion, &parts, costs, target)
        }
        made => Ok(made),
    }
}

/// The cubes, and those that a split left out because of a bound: that they hold nothing
/// better has to be proven, too. What propagation refutes is refuted with all that is
/// outside the cubes.
fn parts<P: Certifiable>(task: &Task<'_, P>, split: &Split, limits: &Limits) -> Vec<Cube> {
    let mut engine = P::Engine::default();
    let left_out = split.refuted.iter().filter(|cube| {
        let part = task.puzzle.within(cube);
        part.is_some_and(|part| !matches!(part.propagate(&mut engine, limits), Ok(None)))
    });
    split.cubes.iter().chain(left_out).cloned().collect()
}

/// What is to be proven; `None` if the answer leaves something open.
fn conclusion<P: Certifiable>(
    task: &Task<'_, P>,
    all: &Combination<'_, P>,
) -> Option<Conclusion<P::Objective>> {
    match (all.answer(), &task.objective) {
        (Answer::Enumerate(solutions, tally), _) if tally.end == End::Exhausted => {
            Some(Conclusion::All(solutions))
        }
        (Answer::Maximise(Optimum::Optimal { solution, .. }), Some(objective)) => {
            Some(Conclusion::Best {
                solution,
                objective: objective.clone(),
            })
        }
        // Bounds by prices are those of classic puzzles.
        (Answer::Maximise(Optimum::Feasible { solution, .. }), Some(objective))
            if task.puzzle.line().is_some() =>
        {
            Some(Conclusion::AtMost {
                solution,
                objective: objective.clone(),
            })
        }
        (Answer::Maximise(Optimum::Unsatisfiable), _) => Some(Conclusion::All(Vec::new())),
        _ => None,
    }
}
