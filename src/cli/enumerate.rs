//! `satoku enumerate`

use super::args::{EngineArgs, InputArgs, OutputArgs};
use super::exit::{Exit, Interrupted};
use super::output::with_output;
use super::present::{NO_SOLUTION, Position, Presenter, solution_text};
use super::{input, session};
use crate::backend::{self, Backend, End, Query, Tally};
use crate::grid::text::Record;
use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use std::ops::ControlFlow;

const EXAMPLES: &str = "\
The solutions of a puzzle come in no particular order. A puzzle without one
keeps its place as the line 'no solution'.

Examples:
  satoku enumerate --limit 10 puzzle.txt
  satoku enumerate --backend varisat --to line puzzle.txt
  satoku enumerate --to json puzzle.txt";

/// Arguments of `satoku enumerate`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct EnumerateArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    engine: EngineArgs,

    /// Stop after so many solutions of a puzzle; no limit if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
}

#[derive(Serialize)]
struct JsonLine<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    number: u64,
    solution: String,
}

/// Runs the verb.
pub fn run(args: &EnumerateArgs) -> Result<Exit> {
    let mut backend = session::backend(&args.engine)?;
    let limit = args.limit.unwrap_or(u64::MAX);
    with_output(args.output.output.as_deref(), |out| {
        let progress = session::progress(out.is_terminal());
        let shared = out.clone();
        let mut presenter = Presenter::new(out, args.output.to);
        let mut exit = Exit::Answered;
        input::each_puzzle(&args.input, Some(&shared), |record| {
            session::check_interrupt()?;
            session::require(&*backend, &record, &Query::Enumerate { limit })?;
            presenter.require(&record)?;
            let tally = show_all(args, &mut *backend, &record, &mut presenter)?;
            exit.raise(match (&tally.end, tally.found) {
                (End::Stopped(_), _) => Exit::Unknown,
                (_, 0) => Exit::NoSolution,
                _ => Exit::Answered,
            });
            progress.inc(1);
            Ok(())
        })?;
        progress.finish_and_clear();
        Ok(exit)
    })
}

fn show_all(
    args: &EnumerateArgs,
    backend: &mut dyn Backend,
    record: &Record,
    presenter: &mut Presenter<'_>,
) -> Result<Tally> {
    let limit = args.limit.unwrap_or(u64::MAX);
    let budget = session::budget(&args.engine.time);
    let mut shown = Ok(());
    let mut number = 0;
    let tally = backend::enumerate(backend, &record.puzzle, limit, &budget, &mut |solution| {
        number += 1;
        shown = match presenter.is_json() {
            true => presenter.json(&JsonLine {
                position: Position::of(record),
                number,
                solution: solution_text(record, solution),
            }),
            false => presenter.solution(record, solution),
        };
        match shown {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    shown?;
    let tally = tally.with_context(|| session::place(record))?;
    if session::check_interrupt().is_err() {
        return Err(Interrupted.into());
    }
    match &tally.end {
        End::Stopped(reason) => {
            let (found, place) = (tally.found, session::place(record));
            eprintln!("satoku: {place}: stopped after {found} solutions: {reason}");
        }
        End::Exhausted if tally.found == 0 => {
            session::tell_clashes(record);
            if !presenter.is_json() {
                presenter.text(record, NO_SOLUTION)?;
            }
        }
        _ => {}
    }
    Ok(tally)
}
