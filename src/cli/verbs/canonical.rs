//! `satoku canonical`

use crate::cli::args::{InputArgs, OutputArgs};
use crate::cli::exit::Exit;
use crate::cli::pipeline::present::{Position, Presenter, puzzle_text};
use crate::cli::pipeline::session;
use crate::cli::pipeline::stream;
use crate::grid::Puzzle;
use crate::grid::text::Record;
use crate::puzzles::{Canonizer, Classes, Novelty};
use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;

const EXAMPLES: &str = "\
Puzzles are the same but for a symmetry if renaming digits, exchanging bands,
stacks, rows of a band or columns of a stack, and turning rows into columns make
one of the other. The canonical form is the smallest of all these as a line in
reading order, an empty cell as 0 ('minlex'). It is that of the puzzle as it
stands, not of its solution. Boxes that are not square are not turned. This is
done for sides up to 9, and up to 7 where boxes are one row or one column.

With --distinct the classes met are kept in memory, some hundred bytes each.

Examples:
  satoku canonical puzzles.txt
  satoku canonical --distinct a.txt b.txt            one of each class
  satoku canonical --distinct --original a.txt       as they were";

/// Arguments of `satoku canonical`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CanonicalArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,

    /// Leave out puzzles that are the same as one before but for a symmetry
    #[arg(long)]
    distinct: bool,

    /// Show the puzzles that --distinct keeps as they were read
    #[arg(long, requires = "distinct")]
    original: bool,

    /// Puzzles to work on at once
    #[arg(long, value_name = "N", default_value_t = session::cores(),
          value_parser = crate::cli::args::jobs)]
    jobs: usize,
}

#[derive(Serialize)]
struct JsonLine<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    grid: String,
}

/// Runs the verb.
pub fn run(args: &CanonicalArgs) -> Result<Exit> {
    let (output, to) = (args.output.output.as_deref(), args.output.to);
    let mut classes = Classes::default();
    stream::each_answer_of(
        &args.input,
        output,
        to,
        args.jobs,
        || {
            let mut canonizer = Canonizer::default();
            Ok(move |record: Record| {
                Presenter::check(to, &record)?;
                let canonical = canonizer.canonical(&record.puzzle);
                let canonical = canonical.with_context(|| session::place(&record))?;
                Ok((record, canonical))
            })
        },
        |presenter, (record, canonical)| {
            if args.distinct && classes.insert(&canonical) == Novelty::Repeated {
                return Ok(Exit::Answered);
            }
            let shown = match args.original {
                true => &record.puzzle,
                false => &canonical,
            };
            show(presenter, &record, shown)?;
            Ok(Exit::Answered)
        },
    )
}

fn show(presenter: &mut Presenter<'_>, record: &Record, puzzle: &Puzzle) -> Result<()> {
    match presenter.is_json() {
        true => presenter.json(&JsonLine {
            position: Position::of(record),
            grid: puzzle_text(record, puzzle),
        }),
        false => presenter.puzzle(record, puzzle),
    }
}
