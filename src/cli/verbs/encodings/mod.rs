//! `satoku encodings`: list, show, explain and measure encodings.

mod charts;
mod explain;
mod list;
mod measure;
mod measure_variants;
mod page;
mod show;

use crate::cli::exit::Exit;
use anyhow::Result;
use clap::{Args, Subcommand};

const EXAMPLES: &str = "\
Examples:
  satoku encodings                            # names and sizes on the empty 9×9
  satoku encodings my.toml --box 4x4          # check a file, show its sizes for 16×16
  satoku encodings show triad                 # the clause families, in words
  satoku encodings explain puzzle.txt r1c3    # which clauses forbid a digit there
  satoku encodings measure puzzles.txt        # sizes and times of all, in a table";

/// Arguments of `satoku encodings`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct EncodingsArgs {
    #[command(subcommand)]
    verb: Option<EncodingsVerb>,

    #[command(flatten)]
    list: list::ListEncodingsArgs,
}

/// The verbs of `satoku encodings`.
#[derive(Subcommand, Debug)]
enum EncodingsVerb {
    /// List encodings with their sizes, or check an encoding file
    #[command(visible_alias = "check")]
    List(list::ListEncodingsArgs),
    /// Describe the clause families of an encoding, with their sizes
    Show(show::ShowArgs),
    /// Show which clauses forbid digits in a cell
    Explain(explain::ExplainArgs),
    /// Measure encodings × solvers on puzzles: sizes, times, propagation
    Measure(measure::MeasureArgs),
}

/// Runs the verb.
pub fn run(args: &EncodingsArgs) -> Result<Exit> {
    match &args.verb {
        None => list::run(&args.list),
        Some(EncodingsVerb::List(args)) => list::run(args),
        Some(EncodingsVerb::Show(args)) => show::run(args),
        Some(EncodingsVerb::Explain(args)) => explain::run(args),
        Some(EncodingsVerb::Measure(args)) => measure::run(args),
    }
}
