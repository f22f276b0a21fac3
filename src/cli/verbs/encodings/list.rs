//! `satoku encodings list`, and `satoku encodings` without a verb.

use crate::cli::exit::Exit;
use crate::cli::pipeline::engines;
use crate::cli::pipeline::output::with_output;
use crate::encoding::{Encoding, MAX_COUNTED_SIDE, VarMap};
use crate::escape;
use crate::grid::{Geometry, Puzzle};
use anyhow::{Result, bail};
use clap::Args;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  satoku encodings list               # names, sizes on the empty 9×9, and a summary
  satoku encodings list --box 4x4     # the same for 16×16
  satoku encodings list my.toml       # check a file and show its sizes";

/// Arguments of `satoku encodings list`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ListEncodingsArgs {
    /// Encodings, by name or file [default: all built-in ones]
    #[arg(value_name = "NAME|PATH")]
    encodings: Vec<String>,

    /// Box shape of the empty grid whose clauses are counted
    #[arg(long = "box", value_name = "RxC", default_value = "3x3")]
    box_shape: Geometry,
}

/// Runs the verb.
pub fn run(args: &ListEncodingsArgs) -> Result<Exit> {
    let named = args.encodings.iter();
    let encodings = match args.encodings.is_empty() {
        true => Encoding::built_in(),
        false => named
            .map(|name| engines::named_encoding(name, ""))
            .collect::<Result<_>>()?,
    };
    let side = args.box_shape.side();
    if side > MAX_COUNTED_SIDE {
        bail!(
            "--box {}: clauses are counted up to side {MAX_COUNTED_SIDE}",
            args.box_shape
        );
    }
    for (place, encoding) in encodings.iter().enumerate() {
        if let Err(message) = encoding.check_expected() {
            let name = args
                .encodings
                .get(place)
                .map_or(encoding.name(), |name| name);
            bail!("{name}: {message}");
        }
    }
    with_output(None, |out| {
        writeln!(
            out,
            "{:12} {:>10} {:>10} {:>11}",
            "encoding", "variables", "clauses", "literals"
        )?;
        for encoding in &encodings {
            let count = encoding.count(
                &Puzzle::empty(args.box_shape),
                &VarMap::full(args.box_shape),
            );
            writeln!(
                out,
                "{:12} {:>10} {:>10} {:>11}  {}",
                encoding.name(),
                count.variables,
                count.clauses,
                count.literals,
                escape::line(&encoding.spec().summary)
            )?;
        }
        Ok(Exit::Answered)
    })
}
