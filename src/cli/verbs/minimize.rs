//! `satoku minimize`

use crate::cli::args::{InputArgs, OutputArgs, TimeArgs};
use crate::cli::exit::Exit;
use crate::cli::pipeline::present::{
    NO_SOLUTION, Position, Presenter, SEVERAL_SOLUTIONS, puzzle_text,
};
use crate::cli::pipeline::session;
use crate::cli::pipeline::stream;
use crate::grid::Puzzle;
use crate::grid::text::Record;
use crate::puzzles::{Minimized, Minimizer};
use anyhow::Result;
use clap::Args;
use serde::Serialize;

const EXAMPLES: &str = "\
Givens are taken away from the first to the last in reading order, or with
--seed in random order, each unless the puzzle would get a second solution. What
is left needs every given. Another order may leave another number of givens.
A puzzle that is not proper keeps its place as the line 'no solution' or
'several solutions', and the exit code is 1.

Examples:
  satoku minimize puzzles.txt
  satoku minimize --seed 1 puzzles.txt          another choice
  satoku minimize --to json puzzles.txt         and how many givens went";

/// Arguments of `satoku minimize`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct MinimizeArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    time: TimeArgs,

    /// Take givens away in the random order of this seed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Puzzles to work on at once
    #[arg(long, value_name = "N", default_value_t = session::cores(),
          value_parser = crate::cli::args::jobs)]
    jobs: usize,
}

#[derive(Serialize)]
struct JsonLine<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    givens: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Runs the verb.
pub fn run(args: &MinimizeArgs) -> Result<Exit> {
    let (output, to) = (args.output.output.as_deref(), args.output.to);
    stream::each_answer_of(
        &args.input,
        output,
        to,
        args.jobs,
        || {
            let mut minimizer = Minimizer::default();
            Ok(move |record: Record| {
                Presenter::check(to, &record)?;
                let limits = session::limits(&args.time);
                let minimal = minimizer.minimize(&record.puzzle, args.seed, &limits);
                Ok((record, minimal))
            })
        },
        |presenter, (record, minimal)| {
            session::check_interrupt()?;
            if minimal == Minimized::Unsatisfiable {
                session::tell_clashes(&record);
            }
            show(presenter, &record, &minimal)?;
            Ok(match &minimal {
                Minimized::Puzzle(_) => Exit::Answered,
                Minimized::Unsatisfiable | Minimized::SeveralSolutions => Exit::NoSolution,
                Minimized::Unknown(reason) => Exit::of_reason(reason),
            })
        },
    )
}

fn show(presenter: &mut Presenter<'_>, record: &Record, minimal: &Minimized) -> Result<()> {
    if presenter.is_json() {
        return presenter.json(&json(record, minimal));
    }
    match minimal {
        Minimized::Puzzle(puzzle) => presenter.puzzle(record, puzzle),
        Minimized::Unsatisfiable => presenter.text(record, NO_SOLUTION),
        Minimized::SeveralSolutions => presenter.text(record, SEVERAL_SOLUTIONS),
        Minimized::Unknown(reason) => presenter.text(record, &format!("unknown: {reason}")),
    }
}

fn json<'r>(record: &'r Record, minimal: &Minimized) -> JsonLine<'r> {
    let count = |puzzle: &Puzzle| puzzle.givens().count();
    let (verdict, puzzle, reason) = match minimal {
        Minimized::Puzzle(puzzle) => ("minimal", Some(puzzle), None),
        Minimized::Unsatisfiable => ("unsatisfiable", None, None),
        Minimized::SeveralSolutions => ("several", None, None),
        Minimized::Unknown(reason) => ("unknown", None, Some(reason.to_string())),
    };
    JsonLine {
        position: Position::of(record),
        verdict,
        grid: puzzle.map(|puzzle| puzzle_text(record, puzzle)),
        givens: puzzle.map(count),
        removed: puzzle.map(|puzzle| count(&record.puzzle) - count(puzzle)),
        reason,
    }
}
