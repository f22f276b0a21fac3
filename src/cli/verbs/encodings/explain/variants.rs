//! `satoku encodings explain` on variants.

use super::{CONTRADICTION, ExplainArgs, write_digit};
use crate::cli::exit::Exit;
use crate::cli::pipeline::output::with_output;
use crate::cli::variants::VariantInstance;
use crate::encoding::kernels::explain_variant;
use crate::encoding::{Encoding, Explanation};
use crate::escape;
use crate::grid::Digit;
use crate::words::counted;
use anyhow::{Result, bail};
use std::io::Write;

/// Shows the clauses of a variant.
pub fn explain(
    args: &ExplainArgs,
    instance: &VariantInstance,
    encoding: &Encoding,
) -> Result<Exit> {
    let board = instance.puzzle.board();
    let Some(cell) = board.cell_named(&args.cell) else {
        bail!(
            "CELL {}: expected rRcC with R from 1 to {} and C from 1 to {}, such as r1c3",
            args.cell,
            board.rows(),
            board.columns()
        );
    };
    let digit = match args.digit {
        None => None,
        Some(value) => match board.digit(value) {
            Some(digit) => Some(digit),
            None => bail!(
                "--digit {value}: expected {} to {}",
                board.min(),
                board.max()
            ),
        },
    };
    let explanation = explain_variant(encoding, &instance.puzzle, cell);
    with_output(None, |out| {
        let (place, name) = (instance.item.place(), board.name(cell));
        writeln!(out, "{place}, {} encoding, {name}", encoding.name())?;
        occurrences(out, &explanation)?;
        if explanation.contradiction {
            writeln!(out, "{CONTRADICTION}")?;
        }
        let asked = |each: &&(Digit, _)| digit.is_none_or(|only| only == each.0);
        for (each, status) in explanation.digits.iter().filter(asked) {
            let value = board.value(*each);
            write_digit(out, value, status, 30)?;
        }
        Ok(Exit::Answered)
    })
}

fn occurrences(out: &mut impl Write, explanation: &Explanation) -> Result<()> {
    let all: u64 = explanation.occurrences.iter().map(|(_, count)| count).sum();
    writeln!(out, "It occurs in {}:", counted(all, "clause"))?;
    for (source, count) in &explanation.occurrences {
        if *count > 0 {
            writeln!(out, "  {count:5}  {}", escape::line(source))?;
        }
    }
    Ok(())
}
