//! `satoku encode` on variants.

use super::{EncodeArgs, limit_reached, written};
use crate::backend::Presolve;
use crate::cli::exit::Exit;
use crate::cli::objective::Objectives;
use crate::cli::variants::VariantInstance;
use crate::cnf::write::Syntax;
use crate::encoding::Encoding;
use crate::encoding::kernels::{VariantExportOptions, VariantMap, closure, write_variant};
use crate::escape;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::rules::VariantPuzzle;
use anyhow::Result;

/// Encodes a variant.
pub fn encode(
    args: &EncodeArgs,
    encoding: &Encoding,
    syntax: Syntax,
    is_optimised: bool,
    instance: &VariantInstance,
    limits: &Limits,
) -> Result<Exit> {
    let objective = match is_optimised {
        true => Some(Objectives::new(&args.scores)?.on_board(instance.puzzle.board())?),
        false => None,
    };
    let json = escape::json(&instance.item.description)?;
    let options = VariantExportOptions {
        syntax,
        objective: objective.as_ref(),
        show: args.show,
        json: Some(&json),
        limits,
    };
    let map = variables(args.presolve, &instance.puzzle, limits);
    let map = map.map_err(|reason| limit_reached(&reason))?;
    written(args, limits, |out| {
        write_variant(encoding, &instance.puzzle, &map, options, out)
    })
}

/// The candidates that have a variable: all of them, or those that propagation leaves.
/// For a contradiction, no cell has any.
fn variables(
    presolve: Presolve,
    puzzle: &VariantPuzzle,
    limits: &Limits,
) -> Result<VariantMap, Reason> {
    let board = puzzle.board();
    if presolve == Presolve::None {
        return Ok(VariantMap::full(board));
    }
    let left = closure(puzzle, limits)?;
    let none = || vec![0; board.cell_count()];
    Ok(VariantMap::live(board, &left.unwrap_or_else(none)))
}
