//! `satoku encodings show`

use crate::cli::exit::Exit;
use crate::cli::pipeline::engines;
use crate::cli::pipeline::output::with_output;
use crate::encoding::{Encoding, Family, MAX_COUNTED_SIDE, VarMap};
use crate::escape;
use crate::grid::{Geometry, Puzzle};
use anyhow::{Result, bail};
use clap::Args;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  satoku encodings show triad
  satoku encodings show commander --box 5x5
  satoku encodings show my.toml";

/// Arguments of `satoku encodings show`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ShowArgs {
    /// The encoding, by name or file
    #[arg(value_name = "NAME|PATH")]
    encoding: String,

    /// Box shape of the empty grid whose clauses are counted
    #[arg(long = "box", value_name = "RxC", default_value = "3x3")]
    box_shape: Geometry,
}

/// Runs the verb.
pub fn run(args: &ShowArgs) -> Result<Exit> {
    let encoding = engines::named_encoding(&args.encoding, "")?;
    let geometry = args.box_shape;
    if geometry.side() > MAX_COUNTED_SIDE {
        bail!("--box {geometry}: clauses are counted up to side {MAX_COUNTED_SIDE}");
    }
    with_output(None, |out| {
        write(&encoding, geometry, out)?;
        Ok(Exit::Answered)
    })
}

fn write(encoding: &Encoding, geometry: Geometry, out: &mut impl Write) -> Result<()> {
    let spec = encoding.spec();
    let (puzzle, map) = (Puzzle::empty(geometry), VarMap::full(geometry));
    let scheme = match spec.at_most_one.has_groups() {
        true => format!("{}, groups of {}", spec.at_most_one, spec.group),
        false => spec.at_most_one.to_string(),
    };
    writeln!(out, "{}", spec.name)?;
    writeln!(out, "  {}", escape::line(&spec.summary))?;
    writeln!(out, "  From: {}.", escape::line(&spec.reference))?;
    writeln!(out, "  At most one: {scheme}.")?;
    let counts = match spec.at_most_one.preserves_counts() {
        true => "one for each solution",
        false => "one for each solution of a classic puzzle, perhaps more for one of a variant",
    };
    writeln!(out, "  Models: {counts}.")?;
    let side = geometry.side();
    writeln!(out)?;
    writeln!(out, "The empty {side}×{side} grid, boxes {geometry}:")?;
    writeln!(
        out,
        "{:16} {:>10} {:>10} {:>11}",
        "family", "variables", "clauses", "literals"
    )?;
    let mut line = |name: &str, variables: usize, clauses: u64, literals: u64, words: &str| {
        let text = format!("{name:16} {variables:>10} {clauses:>10} {literals:>11}  {words}");
        writeln!(out, "{}", text.trim_end())
    };
    line(
        "candidates",
        map.len(),
        0,
        0,
        "One variable for each digit of each cell.",
    )?;
    for (family, size) in encoding.count_by_family(&puzzle, &map) {
        if family != Family::Givens {
            line(
                &family.name(),
                size.variables,
                size.clauses,
                size.literals,
                &family.sentence(&scheme),
            )?;
        }
    }
    let all = encoding.count(&puzzle, &map);
    line("all", all.variables, all.clauses, all.literals, "")?;
    Ok(())
}
