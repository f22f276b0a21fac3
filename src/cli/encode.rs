//! `satoku encode`

use super::args::InputArgs;
use super::exit::Exit;
use super::output::with_output;
use super::{input, session};
use crate::backend::Presolve;
use crate::encoding::{VarMap, export};
use crate::grid::Candidates;
use crate::native::Native;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
The comments of the file say the puzzle, the encoding and what each variable
means; the same puzzle and encoding give the same bytes.

Examples:
  satoku encode puzzle.txt -o puzzle.cnf
  satoku encode --encoding minimal puzzle.txt | minisat /dev/stdin model.txt
  satoku encode --puzzle 3 puzzles.txt | satoku sat - > model.txt";

/// Arguments of `satoku encode`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct EncodeArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Which puzzle of the input, from 1
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    puzzle: Option<u64>,

    /// A name from 'satoku encodings', or a file
    #[arg(long, value_name = "NAME|PATH", default_value = crate::encoding::DEFAULT)]
    encoding: String,

    /// How much reasoning comes before the clauses
    #[arg(long, value_name = "LEVEL", default_value = "none", ignore_case = true)]
    presolve: Presolve,

    /// Write to a file, which appears when it is complete
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the verb.
pub fn run(args: &EncodeArgs) -> Result<Exit> {
    let encoding = session::encoding(&args.encoding)?;
    let record = input::one_puzzle(&args.input, "--puzzle", args.puzzle)?;
    // A contradiction is written as such: nothing is left of any cell.
    let map = args
        .presolve
        .variables(&mut Native::default(), &record.puzzle)
        .unwrap_or_else(|| VarMap::live(&Candidates::none(record.puzzle.geometry())));
    with_output(args.output.as_deref(), |out| {
        session::stop_flag();
        export::write_dimacs(&encoding, &record.puzzle, &map, out)?;
        Ok(Exit::Answered)
    })
}
