//! `satoku canonical`

use crate::cli::args::{InputArgs, ListArgs, OutputArgs, TimeArgs};
use crate::cli::exit::Exit;
use crate::cli::pipeline::present::{Position, Presenter, puzzle_text};
use crate::cli::pipeline::run::{PuzzleAnswer, PuzzleQuestion, PuzzleRun};
use crate::cli::pipeline::session;
use crate::cli::pipeline::stream::whole;
use crate::cli::variants::are_asked_for;
use crate::grid::Puzzle;
use crate::grid::text::Record;
use crate::outcome::Reason;
use crate::puzzles::{Canonical, Canonizer, Classes, Novelty};
use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;

const EXAMPLES: &str = "\
Two puzzles are equivalent if one becomes the other by renaming digits, by swapping
bands, stacks, rows of a band or columns of a stack, and by transposing the grid. The
canonical form is the smallest equivalent puzzle, compared as a line in reading order
with 0 for an empty cell ('minlex'). It depends on the puzzle alone, not on its solution.
Grids whose boxes are not square are not transposed. Sides up to 9 are supported, and
up to 7 where a box is one row or one column. A puzzle that the time limit cut short keeps
its place as the line 'unknown: time limit', and the exit code is 3.

With --distinct, the classes seen so far are kept in memory, about a hundred bytes each.

Examples:
  satoku canonical puzzles.txt
  satoku canonical --distinct a.txt b.txt            one puzzle of each class
  satoku canonical --distinct --original a.txt       the puzzles themselves";

/// Arguments of `satoku canonical`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CanonicalArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    time: TimeArgs,

    /// Leave out puzzles that are equivalent to an earlier one
    #[arg(long)]
    distinct: bool,

    /// Print the puzzles that --distinct keeps and not their canonical forms. What is beside
    /// them in their lines is left out, and '.' stands for an empty cell; --to json adds the
    /// numbers of their lines
    #[arg(long, requires = "distinct")]
    original: bool,
}

#[derive(Serialize)]
struct CanonicalJson<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// A puzzle and its canonical form.
struct CanonicalPuzzle {
    record: Record,
    canonical: Canonical,
}

impl PuzzleAnswer for CanonicalPuzzle {
    fn record(&self) -> &Record {
        &self.record
    }

    fn exit(&self) -> Exit {
        match &self.canonical {
            Canonical::Puzzle(_) => Exit::Answered,
            Canonical::Unknown(reason) => Exit::of_reason(reason),
        }
    }

    fn is_stopped(&self) -> bool {
        matches!(self.canonical, Canonical::Unknown(_))
    }
}

/// Runs the verb.
///
/// # Errors
/// A puzzle with rules or constraints beyond the classic ones.
pub fn run(args: &CanonicalArgs) -> Result<Exit> {
    let detects = args.input.read.from.is_none() && args.input.read.rules.is_empty();
    if detects && are_asked_for(&args.input, None)? {
        let name = args.input.files().next().unwrap_or("-");
        bail!("{name}: found a variant; 'canonical' takes classic puzzles only");
    }
    let (output, to) = (args.output.file.path(), args.output.to);
    Presenter::check_puzzles(to)?;
    let mut classes = Classes::default();
    let worker = || {
        let mut canonizer = Canonizer::default();
        Ok(whole(move |PuzzleQuestion { record, .. }| {
            Presenter::check(to, &record)?;
            let limits = session::limits(&args.time);
            let canonical = canonizer.canonical(&record.puzzle, &limits);
            let canonical = canonical.with_context(|| session::place(&record))?;
            Ok(CanonicalPuzzle { record, canonical })
        }))
    };
    PuzzleRun::new(&args.input, output, to, &args.list).answer(
        worker,
        |presenter, CanonicalPuzzle { record, canonical }, _| {
            let canonical = match &canonical {
                Canonical::Puzzle(puzzle) => puzzle,
                Canonical::Unknown(reason) => return show_unknown(presenter, &record, reason),
            };
            if args.distinct && classes.insert(canonical) == Novelty::Repeated {
                return Ok(());
            }
            let shown = match args.original {
                true => &record.puzzle,
                false => canonical,
            };
            show(presenter, &record, shown)
        },
    )
}

fn show(presenter: &mut Presenter<'_>, record: &Record, puzzle: &Puzzle) -> Result<()> {
    match presenter.is_json() {
        true => presenter.json(&CanonicalJson {
            position: Position::of(record),
            grid: Some(puzzle_text(record, puzzle)),
            reason: None,
        }),
        false => presenter.puzzle(record, puzzle),
    }
}

fn show_unknown(presenter: &mut Presenter<'_>, record: &Record, reason: &Reason) -> Result<()> {
    match presenter.is_json() {
        true => presenter.json(&CanonicalJson {
            position: Position::of(record),
            grid: None,
            reason: Some(reason.to_string()),
        }),
        false => presenter.text(record, &format!("unknown: {reason}")),
    }
}
