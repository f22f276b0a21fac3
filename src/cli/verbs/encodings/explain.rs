//! `satoku encodings explain`

mod variants;

use crate::cli::args::{InputArgs, ReadArgs, number, positive};
use crate::cli::exit::{Exit, Interrupted};
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::output::with_output;
use crate::cli::pipeline::{engines, session};
use crate::cli::variants::{OnePuzzle, one_puzzle};
use crate::encoding::explain::{DigitStatus, Explanation, explain};
use crate::escape;
use crate::grid::{Cell, Digit, Geometry, place_named};
use crate::words::counted;
use anyhow::{Result, bail};
use clap::Args;
use std::fmt::Display;
use std::io::Write;

const EXAMPLES: &str = "\
Each digit is given, forbidden by the givens or by unit propagation, forced by unit
propagation, or open. Every clause that forbids or forces it is listed: all of its other
literals were false before. In a clause, ∨ is or, ¬ is not, r1c3=5 means that row 1, column 3
contains 5, and x730 is an auxiliary variable, of an at-most-one scheme or for a mini-row or
mini-column.

Examples:
  satoku encodings explain puzzle.txt r1c3
  satoku encodings explain puzzles.txt r5c5 --puzzle 7 --encoding minimal
  satoku encodings explain - r1c3 --digit 5 < puzzle.txt";

/// Largest side on which the whole formula can be searched.
const MAX_SIDE: usize = 36;

const CONTRADICTION: &str = "Unit propagation finds that the puzzle has no solution.";

/// Arguments of `satoku encodings explain`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ExplainArgs {
    /// The file of the puzzle; '-' is standard input
    #[arg(value_name = "PUZZLE")]
    file: String,

    /// The cell, such as r1c3: row 1, column 3
    #[arg(value_name = "CELL")]
    cell: String,

    /// Explain only this digit
    #[arg(long, value_name = "D", value_parser = number)]
    digit: Option<i64>,

    /// Which puzzle of the file, counted from 1; needed if there are several
    #[arg(long, value_name = "K", value_parser = positive)]
    puzzle: Option<u64>,

    /// CNF encoding: a name from 'satoku encodings', or a file
    #[arg(long, value_name = "NAME|PATH", default_value = crate::encoding::DEFAULT)]
    encoding: String,

    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the verb.
pub fn run(args: &ExplainArgs) -> Result<Exit> {
    let encoding = engines::encoding(&args.encoding)?;
    let from = InputArgs {
        files: vec![args.file.clone()],
        read: args.read.clone(),
    };
    let inputs = Inputs::new(&from);
    let puzzle = one_puzzle(&inputs, args.puzzle, &session::interrupts())?;
    let record = match puzzle.map_err(|_| Interrupted)? {
        OnePuzzle::Classic(record) => record,
        OnePuzzle::Variant(instance) => return variants::explain(args, &instance, &encoding),
    };
    let geometry = record.puzzle.geometry();
    let side = geometry.side();
    if side > MAX_SIDE {
        bail!(
            "{}: side {side} is too large, expected {MAX_SIDE} or less",
            session::place(&record)
        );
    }
    let cell = cell(&args.cell, geometry)?;
    let digit = match args.digit {
        Some(value) => {
            let digit = u16::try_from(value).ok().and_then(Digit::new);
            match digit.filter(|digit| digit.index() < side) {
                Some(digit) => Some(digit),
                None => bail!("--digit {value}: expected 1 to {side}"),
            }
        }
        None => None,
    };
    let explanation = explain(&encoding, &record.puzzle, cell);
    with_output(None, |out| {
        writeln!(
            out,
            "{}, {} encoding, {}",
            session::place(&record),
            encoding.name(),
            geometry.name(cell)
        )?;
        occurrences(out, &explanation)?;
        if explanation.contradiction {
            writeln!(out, "{CONTRADICTION}")?;
        }
        let asked = |each: &&(Digit, _)| digit.is_none_or(|only| only == each.0);
        for (each, status) in explanation.digits.iter().filter(asked) {
            write_digit(out, *each, status, 15)?;
        }
        Ok(Exit::Answered)
    })
}

/// `r1c3` → row 0, column 2.
fn cell(text: &str, geometry: Geometry) -> Result<Cell> {
    let side = geometry.side();
    match place_named(text) {
        Some((row, column)) if row.max(column) < side => Ok(geometry.cell(row, column)),
        _ => bail!("CELL {text}: expected rRcC with R and C from 1 to {side}, such as r1c3"),
    }
}

fn occurrences(out: &mut impl Write, explanation: &Explanation) -> Result<()> {
    let named = explanation
        .occurrences
        .iter()
        .filter(|(_, count)| *count > 0);
    let parts: Vec<String> = named
        .map(|(family, count)| format!("{family} {count}"))
        .collect();
    let all: u64 = explanation.occurrences.iter().map(|(_, count)| count).sum();
    let clauses = counted(all, "clause");
    writeln!(out, "It occurs in {clauses}: {}.", parts.join(", "))?;
    Ok(())
}

/// What is known about a digit, with the sources of clauses in a column of this width.
fn write_digit(
    out: &mut impl Write,
    digit: impl Display,
    status: &DigitStatus,
    width: usize,
) -> Result<()> {
    let (word, clauses) = match status {
        DigitStatus::Given => ("given", &[][..]),
        DigitStatus::Forced(clauses) => ("forced by unit propagation", &clauses[..]),
        DigitStatus::Open => ("open: no clause settles it", &[][..]),
        DigitStatus::RuledOut(clauses) => ("forbidden by a unit clause", &clauses[..]),
        DigitStatus::Forbidden(clauses) => ("forbidden by the givens", &clauses[..]),
        DigitStatus::ForbiddenLater(clauses) => ("forbidden by unit propagation", &clauses[..]),
    };
    writeln!(out, "{digit}  {word}")?;
    for clause in clauses {
        let (source, literals) = (escape::line(&clause.source), clause.literals.join(" ∨ "));
        writeln!(out, "     {source:width$} {literals}")?;
    }
    Ok(())
}
