//! `satoku prove` on variants.

use super::report;
use crate::certify::variant::{VariantAssertion, VariantRequest, certify};
use crate::certify::{ProofRequest, Target};
use crate::cli::certify::fault;
use crate::cli::exit::Exit;
use crate::cli::objective::Objectives;
use crate::rules::{Board, VariantPuzzle};
use anyhow::Result;

/// What `prove maximum` claims.
pub fn best(objectives: &Objectives, board: &Board) -> Result<VariantAssertion> {
    Ok(VariantAssertion::Best(objectives.on_board(board)?))
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
