//! `satoku encodings explain` on variants.

use super::ExplainArgs;
use crate::cli::args::InputArgs;
use crate::cli::exit::Exit;
use crate::cli::pipeline::output::with_output;
use crate::cli::variants::VariantInput;
use crate::encoding::Encoding;
use crate::encoding::explain::DigitStatus;
use crate::encoding::kernels::{VariantClause, VariantExplanation, explain_variant};
use anyhow::{Result, bail};
use std::io::Write;

/// Runs the verb.
pub fn run(args: &ExplainArgs, from: &InputArgs, encoding: &Encoding) -> Result<Exit> {
    let case = VariantInput::new(from)?.one("--puzzle", args.puzzle)?;
    let board = case.puzzle.board();
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
        Some(value) => match board.digit(i64::from(value)) {
            Some(digit) => Some(digit),
            None => bail!(
                "--digit {value}: expected {} to {}",
                board.min(),
                board.max()
            ),
        },
    };
    let explanation = explain_variant(encoding, &case.puzzle, cell);
    with_output(None, |out| {
        let (place, name) = (case.item.place(), board.name(cell));
        writeln!(out, "{place}, {} encoding, {name}", encoding.name())?;
        occurrences(out, &explanation)?;
        if explanation.contradiction {
            writeln!(
                out,
                "Unit propagation finds that the puzzle has no solution."
            )?;
        }
        for (each, status) in &explanation.digits {
            if digit.is_none_or(|only| only == *each) {
                write_digit(out, board.value(*each), status)?;
            }
        }
        Ok(Exit::Answered)
    })
}

fn occurrences(out: &mut impl Write, explanation: &VariantExplanation) -> Result<()> {
    let all: u64 = explanation.occurrences.iter().map(|(_, count)| count).sum();
    writeln!(out, "It occurs in {all} clauses:")?;
    for (source, count) in &explanation.occurrences {
        if *count > 0 {
            writeln!(out, "  {count:5}  {source}")?;
        }
    }
    Ok(())
}

fn write_digit(
    out: &mut impl Write,
    value: i32,
    status: &DigitStatus<VariantClause>,
) -> Result<()> {
    match status {
        DigitStatus::Given => writeln!(out, "{value}  given")?,
        DigitStatus::Forced => writeln!(out, "{value}  forced by unit propagation")?,
        DigitStatus::Open => writeln!(out, "{value}  open: no clause settles it")?,
        DigitStatus::Forbidden(clauses) => {
            writeln!(out, "{value}  forbidden by the givens")?;
            forbidding(out, clauses)?;
        }
        DigitStatus::ForbiddenLater(clauses) => {
            writeln!(out, "{value}  forbidden after unit propagation")?;
            forbidding(out, clauses)?;
        }
    }
    Ok(())
}

fn forbidding(out: &mut impl Write, clauses: &[VariantClause]) -> Result<()> {
    for clause in clauses {
        let literals = clause.literals.join(" ∨ ");
        writeln!(out, "     {:30} {literals}", clause.source)?;
    }
    Ok(())
}
