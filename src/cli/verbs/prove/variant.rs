//! `satoku prove` on variants.

use super::{CommonArgs, report};
use crate::certify::variant::{VariantAssertion, VariantRequest, certify};
use crate::certify::{ProofRequest, Target};
use crate::cli::certify::fault;
use crate::cli::exit::Exit;
use crate::cli::objective::Objectives;
use crate::cli::pipeline::input::Inputs;
use crate::cli::variants::{VariantInput, are_asked_for};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::rules::{Board, VariantPuzzle};
use anyhow::Result;

/// The variant that the input holds, unless it is a classic puzzle.
pub fn puzzle(
    args: &CommonArgs,
    inputs: &Inputs<'_>,
    limits: &Limits,
) -> Result<Option<Result<VariantPuzzle, Reason>>> {
    if !are_asked_for(inputs, None)? {
        return Ok(None);
    }
    let input = VariantInput::new(inputs)?;
    let instance = input.one("--puzzle", args.puzzle, limits)?;
    Ok(Some(instance.map(|instance| instance.puzzle)))
}

/// What `prove maximum` claims.
pub fn best(objectives: &Objectives, board: &Board) -> Result<VariantAssertion> {
    Ok(VariantAssertion::Best {
        weights: objectives.weights_on(board)?,
        lowest: objectives.minimise,
    })
}

/// Makes the certificate.
pub fn prove(
    puzzle: &VariantPuzzle,
    assertion: &VariantAssertion,
    proof: ProofRequest<'_>,
    target: Target<'_>,
) -> Result<Exit> {
    let request = VariantRequest {
        puzzle,
        assertion,
        proof,
    };
    report(certify(&request, target).map_err(fault)?)
}
