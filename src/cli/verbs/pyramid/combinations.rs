//! Arguments that do not go together, or not entirely.

use super::PyramidArgs;
use crate::cli::args::OutputFormat;
use crate::cli::messages::warn;
use crate::rules::text::VariantFormat;
use anyhow::{Result, bail};
use clap::Arg;

/// The arguments that say which objective `--explain` shows, and where.
const ABOUT_OBJECTIVES: [&str; 6] = [
    "explain",
    "box_shape",
    "weights",
    "base",
    "minimise",
    "output",
];

/// The same argument, which `--explain` does not take if it would have no effect there.
pub fn unless_about_objectives(arg: Arg) -> Arg {
    match ABOUT_OBJECTIVES.contains(&arg.get_id().as_str()) {
        true => arg,
        false => arg.conflicts_with("explain"),
    }
}

/// An error if a format of grids is asked for, but no grids.
pub fn require_grids(args: &PyramidArgs) -> Result<()> {
    let format = match args.output.to {
        Some(OutputFormat::Text(format)) if !format.is_one_line() => format.name(),
        Some(OutputFormat::Variant(format)) if format == VariantFormat::FPuzzles => format.name(),
        _ => return Ok(()),
    };
    if args.grid || args.all {
        return Ok(());
    }
    bail!(
        "--to {format}: writes grids, but none are asked for; add --grid or --all, or leave --to out"
    )
}

/// An error if several scores and the grids of the best are asked for in a format that does not
/// tell them apart.
pub fn require_one_list(args: &PyramidArgs, to: Option<OutputFormat>) -> Result<()> {
    let option = match (args.all, args.count) {
        _ if args.top.is_none() || to == Some(OutputFormat::Json) => return Ok(()),
        (true, _) => "--all",
        (false, true) => "--count",
        (false, false) => return Ok(()),
    };
    bail!(
        "--top: {option} is about the grids of the best score alone, which only JSON keeps apart \
         from the other scores: add --to json, or leave --top or {option} out"
    )
}

/// Says what certificates do not prove.
pub fn certify_one_score(args: &PyramidArgs) {
    let unproven = match (args.top, args.all, args.count) {
        _ if !args.certify.is_wanted() => return,
        (Some(_), ..) => "the other scores",
        (None, true, _) => "that these are all best grids",
        (None, false, true) => "the number of best grids",
        (None, false, false) => return,
    };
    warn(format_args!(
        "--certify: certificates prove the best score, but not {unproven}"
    ));
}
